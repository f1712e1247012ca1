"""The owner of the_box.toml at a table in a browser: reads out of the box what the page asks for."""

from __future__ import annotations

import re
from html import unescape

from breakaway.club.club import Club
from breakaway.club.own_cards import needs_of, owner_of
from breakaway.core.chance import NeedsCell, NeedsOutcome
from breakaway.games.football.box.cells import cell_of
from breakaway.players.own_cards import Answers
from breakaway.players.seated_match import Table
from breakaway.terminal.game_desk import find_desk
from tests.terminal.box_owner import BoxOwner


class PageOwner(BoxOwner):
    """Answers the page of a match of a club, one question after the other.

    `asked` notes each question that was answered: `die`, `card`, `cell`, `choice` or `more`.
    """

    def __init__(self, club: Club, match_id: str, seed: int) -> None:
        super().__init__(seed)
        self.club, self.match_id, self.asked, self.turned = club, match_id, list[str](), ""

    def reply_to(self, page: str) -> str:
        """What to type for the question on the page."""
        prompt = self.prompt(page)
        if "the sheets decide otherwise" in page and self.lines[-1][0].startswith("Game Day card"):
            self.pile.append(self.turned)  # it still lies there, face up
        found = self.read_out(prompt)
        self.lines.append((prompt, found))
        self.read = len(self.text)
        return found

    def turn_card(self) -> str:
        """The next card of the deck."""
        found = super().turn_card()
        card = next(each for each in self.box["deck"] if each == found or each.split(":")[0] == found)
        self.turned = card
        return found

    def prompt(self, page: str) -> str:
        """The question as a terminal asks it."""
        head = unescape(re.findall(r'<h1 id="asked"[^>]*>(.*?)</h1>', page)[0])
        if 'name="reply"' in page:
            before = unescape(re.findall(r'<h1 id="asked".*?</h1><p>(.*?)</p>', page, re.DOTALL)[0])
            self.asked.append("more")
            return f"{before} {head}> "
        return self.club.do(self.match_id, self.question)

    def question(self, table: Table) -> str:
        """What the match waits for."""
        needs = needs_of(table)
        if isinstance(needs, NeedsCell):
            self.asked.append("cell")
            return f"{cell_of(owner_of(table, Answers()), needs).question}> "  # type: ignore[arg-type]
        if isinstance(needs, NeedsOutcome):
            self.asked.append("card" if needs.label == "Game Day card" else "die")
            return f"{needs.label}> "
        self.asked.append("choice")
        observation, desk = table.match.observation(0), find_desk(table.game)
        self.show(desk.situation(observation, [], False, 200, True, 0))
        return f"{desk.seat_names(table.match.names)[0]}, {desk.where(observation)}> "

    @property
    def quarter_now(self) -> int:
        """The quarter that is being played."""
        return int(self.club.look(self.match_id).observation.view.quarter)
