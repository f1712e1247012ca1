"""The number of cards that a Hail Mary draws (BF-R35), as players write it and as a number for each line."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import Field

from breakaway.core.data_files import Strict, checked, read_toml
from breakaway.core.language import say
from breakaway.games.football.files.shared import DATA, Evidence
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.terms import GOAL

MARKERS = (4, 10, 16, GOAL)  # first-down lines; each ends a zone of the field
ZONES, LINES = len(MARKERS), GOAL - 1
MOST_HAIL_MARY_CARDS = 5


class HailMaryTable(Strict):
    """A named table of how many cards a Hail Mary draws in each zone."""

    evidence: Evidence
    cards: list[int] = Field(min_length=ZONES, max_length=ZONES)


@cache
def hail_mary_tables() -> dict[str, HailMaryTable]:
    """The tables that `hail_mary_cards` can name. Raises BadData."""
    found = read_toml(DATA / "hail_mary.toml")
    return {name: checked(HailMaryTable, table, f"hail_mary.toml: {name}") for name, table in found.items()}


def read_hail_mary_cards(given: Any) -> int | list[int] | str:
    """Checks a value for `hail_mary_cards` and returns it in its standard form. Raises ValueError.

    The value may be one number of cards, a number for each zone or line (as a list or as `1/1/2/3`), or the name of a
    table.
    """
    if isinstance(given, str) and given.strip().casefold() in hail_mary_tables():
        return given.strip().casefold()
    listed = given if isinstance(given, list) else numbers_in(given) if isinstance(given, str) else [given]
    right = all(type(each) is int and 1 <= each <= MOST_HAIL_MARY_CARDS for each in listed)
    if not right or len(listed) not in ((ZONES, LINES) if isinstance(given, list) else (1, ZONES, LINES)):
        raise ValueError(
            say(
                "expected a number of cards from 1 to {most}; or a number for each of the field's {zones} zones "
                "(1/1/2/3) or {lines} lines; or the name of a table: {names}",
                most=MOST_HAIL_MARY_CARDS,
                zones=ZONES,
                lines=LINES,
                names=", ".join(hail_mary_tables()),
            )
        )
    if isinstance(given, str):
        return listed[0] if len(listed) == 1 else "/".join(map(str, listed))
    return given  # type: ignore[no-any-return]


def numbers_in(text: str) -> list[int]:
    """The numbers in `1/1/2/3`, with 0 for each part that is not a number."""
    parts = [each.strip() for each in text.split("/")]
    return [int(each) if each.isascii() and each.isdigit() and len(each) < 3 else 0 for each in parts]


def cards_by_line(cards: int | list[int] | str) -> list[int]:
    """For each line of the field, the number of cards that a Hail Mary draws there.

    Line 0 has the same number as line 1.
    """
    if isinstance(cards, str):
        cards = hail_mary_tables()[cards].cards if cards in hail_mary_tables() else numbers_in(cards)
    if isinstance(cards, int):
        return [cards] * GOAL
    if len(cards) == LINES:
        return [cards[0], *cards]
    return [cards[MARKERS.index(next_marker(line))] for line in range(GOAL)]
