"""Matches of a bot of one's own against a level of the computer, and the page on which people paste its text.

Only the folder of static files has this page: there, a bot is its owner's code in its owner's browser. No server runs
what visitors write. The bot plays in a worker of its own, so that stopping it stops everything that it does.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakaway.api.bots import play
from breakaway.api.games import Game
from breakaway.api.games import load as load_game
from breakaway.api.named_bots import bots_in
from breakaway.core import language
from breakaway.core.language import UserError, _, say
from breakaway.core.statistics import wilson
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches

MATCHES = 200
FILE = "bot.py"  # what errors call the text
OPTIONS: dict[str, dict[str, Any]] = {"cycling": {"teams": 2}}  # a duel in each game, so that a match is won or lost
PAGE = Path(__file__).parent / "theme" / "bots.html"
EXAMPLE = '''\
class First:
    """Takes the first legal order."""

    def choose(self, observation, legal, rng):
        return legal[0]
'''


@dataclass
class BotScore:
    """How many matches a bot has won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """How many matches are over."""
        return self.won + self.drawn + self.lost

    def table(self) -> list[list[str]]:
        """A row for each way to end: its name, the matches, their share and its 95% interval, both in percent."""
        rows = ((_("Won"), self.won), (_("Drawn"), self.drawn), (_("Lost"), self.lost))
        return [[name, str(k), *_shares(k, self.played)] for name, k in rows]


def _shares(k: int, n: int) -> list[str]:
    if n == 0:
        return ["–", "–"]
    low, high = wilson(k, n)
    return [f"{100 * k / n:.1f}%", f"{100 * low:.1f}% – {100 * high:.1f}%"]


class Trial:
    """A bot of one's own, match after match against one level of the computer. It changes seats after each match."""

    def __init__(self, text: str, game: str, level: str, speak: str = language.ENGLISH) -> None:
        """The bot in the `text` of a Python file; the last one, if there are several.

        `game` and `level`: their names. `speak`: the language of errors and tables. Raises UserError, which says what
        is wrong with the text.
        """
        language.use(speak)
        self.score = BotScore()
        self.game = _duel(game)
        if level not in coaches.levels(find(game)):
            raise UserError(coaches.unknown(find(game), level))
        self._level = level
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / FILE
            path.write_text(text, "utf-8")
            found = bots_in(path)
        if not found:
            raise UserError(
                _("This text defines no bot: it needs a class with a method choose(observation, legal, rng).")
            )
        self.name, self._bot = list(found.items())[-1]

    def play(self) -> BotScore:
        """Plays the next match and returns the score so far.

        Raises BotError if the bot fails: it says in which line, and which match that was.
        """
        number = self.score.played + 1
        mine = 1 - number % 2
        bots = [self._bot, self._level] if mine == 0 else [self._level, self._bot]
        try:
            result = play(self.game, bots, seed=number).result
        except coaches.BotError as error:
            raise UserError(say("Match {n}: {what}", n=number, what=error)) from None
        if len(result.winners) > 1:
            self.score.drawn += 1
        elif mine in result.winners:
            self.score.won += 1
        else:
            self.score.lost += 1
        return self.score

    def report(self) -> str:
        """The score so far, as JSON for the page: how many matches are over, and the table."""
        return json.dumps({"bot": self.name, "played": self.score.played, "table": self.score.table()})


def _duel(name: str) -> Game:
    return load_game(name, **OPTIONS.get(name, {}))


def page(speak: str) -> str:
    """The page in the language `speak`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # the worker needs none of this

    with language.spoken(speak):
        made = Environment(
            loader=FileSystemLoader(PAGE.parent),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        made.install_gettext_callables(language._, language.either, newstyle=True)  # type: ignore[attr-defined]
        games = {find(name).title: (name, _levels(name)) for name in GAMES if coaches.levels(find(name))}
        others = {each: language.OWN_NAMES[each] for each in language.languages() if each != speak}
        given = {"language": speak, "others": others, "games": games, "matches": MATCHES, "example": EXAMPLE}
        return made.get_template(PAGE.name).render(**given, address=address)


def address(speak: str) -> str:
    """The file of the page in the language `speak`."""
    return "bots.html" if speak == language.ENGLISH else f"bots-{speak}.html"


def add_pages(site: Path) -> None:
    """Writes the page into the folder `site`, in all languages."""
    for each in language.languages():
        (site / address(each)).write_text(page(each), "utf-8")


def _levels(name: str) -> list[tuple[str, str]]:
    game = find(name)
    return [(each, coaches.called(game, each)) for each in coaches.levels(game)]
