"""The boxed game at the terminal: a set in a folder, the questions about it at the prompt, and the commands for it."""

from __future__ import annotations

import re
from pathlib import Path

from breakaway.core.chance import NeedsCell
from breakaway.core.language import UserError, as_sentence
from breakaway.display.document import Grid, Line, Part
from breakaway.games.football.box.cells import cell_of
from breakaway.games.football.box.keeper import Box
from breakaway.games.football.box.kept import SharedShelf
from breakaway.games.football.files.own_set import folder_of_set, shares
from breakaway.players.own_cards import BETWEEN, NOTHING, OWN, Offers, Shelf
from breakaway.players.set_folders import SetFolder
from breakaway.terminal.prompt import BACK, Commands, Session


class AtPrompt:
    """A terminal as the screen of a set (`players.own_cards.Asker`). Commands work at each question."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def say(self, text: str, style: str = "") -> None:
        """Prints a line."""
        self.session.screen.say(text, style)

    def ask(self, question: str, offers: Offers = ()) -> str:
        """The answer to a question. Raises UserError for an empty answer or undo."""
        commands = Commands(self.session, self.session.match.observation(), [("", f"{question}?")])
        while True:
            line = self.session.screen.ask(f"{question}> ").strip()
            if not line or line.casefold() in BACK:
                raise UserError(NOTHING)
            if line.casefold() not in ("d", "o", "n") and commands.run(line):
                continue
            return line


class TerminalBox(Box):
    """The owner's set in a session of one match (`terminal.prompt.TerminalOwner`)."""

    def __init__(self, session: Session) -> None:
        match = session.match
        if match.place.startswith(OWN):
            raise UserError("the cards of this match are kept in the browser that opened it; go on there")
        options = match.record.header["options"]
        first, both, second = match.place.partition(BETWEEN)
        folder = Path(first) if first else folder_of_set(str(options["box"]))
        shelf: Shelf = SetFolder(folder)
        if (both and not second) or second.startswith(OWN):
            raise UserError("the other player's cards are kept in their own browser; go on there")
        if both:
            shelf = SharedShelf(shelf, SetFolder(Path(second)), options["teams"][1]["id"])
        self.session, self.folder = session, " and ".join(filter(None, (str(folder), second)))
        super().__init__(match, shelf, AtPrompt(session))

    def cell(self, needs: NeedsCell) -> bool:
        """Asks for what a rule needs to know. Returns False if the player takes back what was typed before it."""
        question, screen = cell_of(self, needs).question, self.session.screen
        commands = Commands(self.session, self.match.observation(), [("", f"{question}?")])
        while True:
            line = screen.ask(f"{question}> ").strip()
            if line.casefold() in BACK:
                return False
            if not line:
                screen.say("Look it up and type it; undo takes back what you typed before.")
                continue
            if commands.run(line):
                continue
            try:
                self.fill(needs, line)
            except UserError as error:
                screen.say(as_sentence(str(error)))
                continue
            return True

    def add_commands(self, commands: Commands) -> None:
        """Adds `set`, which shows what is known, and `correct`, which changes an entry."""
        seat = commands.observation.seat
        says = "your set of cards: what is known, and what you entered last"
        commands.add("set", says, lambda rest: self._show(seat), bare=True)
        commands.add(
            "correct",
            "what you entered wrong: correct alone lists it; correct 2 and the right words; correct card 5 run +1",
            lambda rest: self._correct(seat, rest),
        )

    def _show(self, seat: int) -> None:
        rows = [[what, f"{known} of {most}"] for what, known, most in shares(self.own, self.not_for(seat))]
        parts: list[Part] = [Grid(f"Your set {self.shelf.name}", ["", "known"], rows, right=())]
        self.session.screen.show([*parts, *self._last(seat), Line(f"Kept in {self.folder}", style="dim")])

    def _last(self, seat: int) -> list[Part]:
        return [Line(each.says, f"  {n}  ") for n, each in self.readable(seat)[-9:]]

    def _correct(self, seat: int, rest: str) -> None:
        screen = self.session.screen
        found = re.match(r"(card\s+)?(\d{1,3})\s*[:,]?\s+(.+)", rest)
        if not found:
            says = "Type correct, a number and the right words: correct 2 run +1, d 0."
            screen.show([*self._last(seat), Line(says)])
            return
        n, words = int(found[2]), found[3]
        try:
            said = self.correct_card(n, words) if found[1] else self.correct(seat, n, words)
        except UserError as error:
            screen.say(as_sentence(str(error)))
            return
        screen.say(f"Corrected: {said}. Turns that were played stay as they are; undo takes back the last one.")
