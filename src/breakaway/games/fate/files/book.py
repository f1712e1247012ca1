"""Makes the book of a match out of data/tables.toml and the house rules.

from breakaway.games.fate.files.book import resolve
book, options = resolve({"touchback": 25})
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from breakaway.core.data import BadData, read_toml
from breakaway.core.house import house_rules as checked_house
from breakaway.core.language import many
from breakaway.core.options import options_of, put_options, unmet
from breakaway.games.fate.files.advanced import put_advanced, put_line_ups
from breakaway.games.fate.files.rosters import Roster, put_rosters
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import FateBook

DATA = Path(__file__).parents[1] / "data"
ROWS = ("run_inside", "run_outside", "screen", "quick", "short", "long", "draw", "play_action")
REALISTIC_DRAW = [-1, 0, 1, 1, 2]  # FF-G5
WORDS = {
    "GL": 0,
    "TB": terms.TOUCHBACK_CELL,
    "TD": terms.TOUCHDOWN_CELL,
    "5F": 5,
    "PR": terms.PASS_RUSH,
    "SG": terms.CHAIN,
    "LG": terms.CHAIN,
    "FC": terms.FAIR_CATCH,
    "FC_FUMBLE": terms.FAIR_CATCH_FUMBLE,
}
OFFENSE_DICE = {
    "Run Inside": terms.RUN_INSIDE,
    "Run Outside": terms.RUN_OUTSIDE,
    "Screen": terms.SCREEN_PASS,
    "Quick": terms.QUICK,
    "Short": terms.SHORT,
    "Long": terms.LONG,
    "Draw": terms.DRAW,
    "Play Action": terms.PLAY_ACTION,
    "": terms.NONE,
}
DEFENSE_DICE = {
    "Run": terms.RUN_D,
    "Neutral": terms.NEUTRAL,
    "Pass": terms.PASS_D,
    "Prevent": terms.PREVENT,
    "Blitz": terms.BLITZ,
    "": terms.NONE,
}
SCREENS = {"INT": terms.SCREEN_INTERCEPTED, "INC": terms.SCREEN_INCOMPLETE, "RO": 1, "ROx2": 2, "ROx3": 3, "ROx4": 4}
RUSHES = {
    "SACK": terms.SACK_CELL,
    "QBRUN": terms.QB_RUN_CELL,
    "INC": terms.INCOMPLETE_CELL,
    "COMP": terms.COMPLETE_CELL,
}


def house_rules(house: dict[str, Any]) -> dict[str, Any]:
    """The defaults with a match's own house rules in them; raises BadData for anything unknown or out of range.

    A house rule of the advanced game is refused in the basic one, where it would change nothing.
    """
    options = checked_house(FateBook, house)
    if alone := unmet(options_of(FateBook), options):
        raise BadData(
            many(
                "{names} is a house rule of the advanced game: play that too (advanced=true), or leave it out",
                "{names} are house rules of the advanced game: play that too (advanced=true), or leave them out",
                len(alone),
                names=", ".join(alone),
            )
        )
    return options


@cache
def printed() -> dict[str, Any]:
    """The tables as they are printed."""
    return read_toml(DATA / "tables.toml")


def cells(row: list[Any]) -> list[int]:
    """A printed row in numbers."""
    return [WORDS[each] if isinstance(each, str) else int(each) for each in row]


def put_tables(book: FateBook, options: dict[str, Any]) -> None:
    """Writes the printed tables into the book."""
    data = printed()
    dice = data["dice"]
    book.offense_die = [[OFFENSE_DICE[face] for face in dice[die]] for die in ("off1", "off2", "off3")]
    book.defense_die = [[DEFENSE_DICE[face] for face in dice[die]] for die in ("def1", "def2")]
    book.fielded_at = cells(data["kickoff"]["fielded_at"])
    book.kick_return = cells(data["kickoff"]["return"])
    book.kick_fumble = [int(str(each).endswith("F")) for each in data["kickoff"]["return"]]
    book.matrix = [cells(data["matrix"][row]) for row in ROWS]
    if options["draw"] == "realistic":
        book.matrix[ROWS.index("draw")] = list(REALISTIC_DRAW)
    book.run_yards = [
        cells(data["run"][lane + stage]) for lane in ("inside", "outside") for stage in ("", "_sg", "_lg")
    ]
    book.difficulty = [data["pass_difficulty"][each] for each in ("quick", "short", "long")]
    book.pass_yards = [cells(data["pass"][each + gain]) for gain in ("", "_lg") for each in ("quick", "short", "long")]
    book.screen = [SCREENS[each] for each in data["screen"]["result"]]
    book.rush = [RUSHES[each] for each in data["pass_rush"]["result"]]
    book.punt_gross = cells(data["punt"]["gross"])
    book.punt_return = cells(data["punt"]["return"])
    bands = data["field_goal"]["bands"]
    book.band_from, book.band_to, book.band_difficulty = ([band[i] for band in bands] for i in range(3))


def resolve(house: dict[str, Any] | None = None, rosters: Sequence[Roster] = ()) -> tuple[FateBook, dict[str, Any]]:
    """The book of a match and its resolved options; raises BadData for anything unknown or out of range.

    `rosters` bring the ratings of their players, Home's first.
    """
    options = house_rules(house or {})
    book = FateBook()
    put_options(book, options)
    put_tables(book, options)
    put_advanced(book, printed(), options["forceful_fullback"])
    put_line_ups(book, read_toml(DATA / "on_field.toml")["on_field"])
    put_rosters(book, rosters)
    return book, options
