"""The house rules of a match: names, limits, defaults out of data/options.toml."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import Field, field_validator

from breakaway.core.data import Strict, checked, read_toml
from breakaway.core.language import say
from breakaway.games.football.files.shared import DATA, Evidence
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.state import FootballBook
from breakaway.games.football.rules.terms import GOAL

REGAIN = {"never": 0, "book": 1, "all": 2}
MARKERS = (4, 10, 16, GOAL)  # a zone of the field ends before each first-down line
ZONES, LINES = len(MARKERS), GOAL - 1
MOST_HAIL_MARY_CARDS = 5


class HailMaryTable(Strict):
    """Cards of a Hail Mary by zone, under a name."""

    evidence: Evidence
    cards: list[int] = Field(min_length=ZONES, max_length=ZONES)


@cache
def hail_mary_tables() -> dict[str, HailMaryTable]:
    """The named tables of `hail_mary_cards`; raises BadData."""
    found = read_toml(DATA / "hail_mary.toml")
    return {name: checked(HailMaryTable, table, f"hail_mary.toml: {name}") for name, table in found.items()}


class Options(Strict):
    """House rules; the comments in data/options.toml name their rules."""

    flags: int = Field(ge=0, le=9)
    prevent_halves_all: bool
    kickoff_one_touchback: bool
    minus_stops: bool
    event_fumble_after_gain: bool
    free_kick_block_stands: bool
    missed_kick_at_20: bool
    automatic_first_moves_marker: bool
    illegal_call_forbidden: bool
    low_percentage_ignored_complete: bool
    spy_at_once: bool
    winner_chooses: bool
    overtime: bool
    sudden_death: bool
    sudden_death_draw: bool
    late_incompletions: bool
    defensive_two: bool
    reshuffle_each_quarter: bool
    coffin: bool
    ice: bool
    hidden_discards: bool
    audibles: bool
    spy_tokens: int = Field(ge=0, le=20)
    regain: Literal["never", "book", "all"]
    legacy_red_zone: bool
    hail_mary_cards: int | list[int] | str = Field(json_schema_extra={"zones": ZONES, "most": MOST_HAIL_MARY_CARDS})
    hail_mary_not_near: bool
    onside_with_ability: bool

    @field_validator("hail_mary_cards", mode="before")
    @classmethod
    def _read_cards(cls, given: Any) -> Any:
        return read_hail_mary_cards(given)


def read_hail_mary_cards(given: Any) -> int | list[int] | str:
    """A number of cards; one for each zone or line, as `1/1/2/3` or a list; or a table's name. Raises ValueError."""
    if isinstance(given, str) and given.strip().casefold() in hail_mary_tables():
        return given.strip().casefold()
    listed = given if isinstance(given, list) else numbers_in(given) if isinstance(given, str) else [given]
    right = all(type(each) is int and 1 <= each <= MOST_HAIL_MARY_CARDS for each in listed)
    if not right or len(listed) not in ((ZONES, LINES) if isinstance(given, list) else (1, ZONES, LINES)):
        raise ValueError(
            say(
                "expected 1 to {most} cards; or such numbers with / between them, {zones} for the zones of the field "
                "or {lines} for its lines, as in 1/1/2/3; or {names}",
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
    """The numbers of `1/1/2/3`; 0 for what is none."""
    parts = [each.strip() for each in text.split("/")]
    return [int(each) if each.isascii() and each.isdigit() and len(each) < 3 else 0 for each in parts]


def cards_by_line(cards: int | list[int] | str) -> list[int]:
    """How many cards a Hail Mary draws on each line; line 0 as the first one."""
    if isinstance(cards, str):
        cards = hail_mary_tables()[cards].cards if cards in hail_mary_tables() else numbers_in(cards)
    if isinstance(cards, int):
        return [cards] * GOAL
    if len(cards) == LINES:
        return [cards[0], *cards]
    return [cards[MARKERS.index(next_marker(line))] for line in range(GOAL)]


def house_rules(house: dict[str, Any]) -> Options:
    """The defaults with a match's own house rules in them; raises BadData for anything unknown or out of range."""
    return checked(Options, {**read_toml(DATA / "options.toml"), **house}, "options")


def put_options(book: FootballBook, options: Options) -> None:
    """Writes the house rules into the book."""
    for name, value in options.model_dump().items():
        if name not in ("regain", "hail_mary_cards"):
            setattr(book, name, int(value))
    book.regain = REGAIN[options.regain]
    book.hail_mary_cards = cards_by_line(options.hail_mary_cards)
