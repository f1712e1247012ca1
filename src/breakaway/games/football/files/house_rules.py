"""The house rules of a match: names, limits, defaults out of data/options.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from breakaway.core.data import Strict, checked, read_toml
from breakaway.games.football.files.shared import DATA
from breakaway.games.football.rules.state import GOAL, FootballBook

REGAIN = {"never": 0, "book": 1, "all": 2}
HailMaryCards = Annotated[int, Field(ge=1, le=5)]


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
    hail_mary_cards: HailMaryCards | Annotated[list[HailMaryCards], Field(min_length=GOAL - 1, max_length=GOAL - 1)]


def house_rules(house: dict[str, Any]) -> Options:
    """The defaults with a match's own house rules in them; raises BadData for anything unknown or out of range."""
    return checked(Options, {**read_toml(DATA / "options.toml"), **house}, "options")


def put_options(book: FootballBook, options: Options) -> None:
    """Writes the house rules into the book."""
    for name, value in options.model_dump().items():
        if name not in ("regain", "hail_mary_cards"):
            setattr(book, name, int(value))
    book.regain = REGAIN[options.regain]
    cards = options.hail_mary_cards
    book.hail_mary_cards = [cards] * GOAL if isinstance(cards, int) else [cards[0], *cards]
