"""The house rules of a match: names, limits, defaults out of data/options.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from breakaway.core.data import Strict, checked, read_toml
from breakaway.core.language import marked
from breakaway.football.data_files import DATA
from breakaway.football.state import GOAL, FootballBook

REGAIN = {"never": 0, "book": 1, "all": 2}
REGAIN_SAID = {"never": marked("never"), "book": marked("as the book has it"), "all": marked("all")}
LABELS = {
    "flags": marked("Flags"),
    "prevent_halves_all": marked("Prevent halves all"),
    "kickoff_one_touchback": marked("Kickoff one touchback"),
    "minus_stops": marked("Minus stops"),
    "event_fumble_after_gain": marked("Event fumble after gain"),
    "free_kick_block_stands": marked("Free kick block stands"),
    "missed_kick_at_20": marked("Missed kick at 20"),
    "automatic_first_moves_marker": marked("Automatic first moves marker"),
    "illegal_call_forbidden": marked("Illegal call forbidden"),
    "low_percentage_ignored_complete": marked("Low percentage ignored complete"),
    "spy_at_once": marked("Spy at once"),
    "winner_chooses": marked("Winner chooses"),
    "overtime": marked("Overtime"),
    "sudden_death": marked("Sudden death"),
    "sudden_death_draw": marked("Sudden death draw"),
    "late_incompletions": marked("Late incompletions"),
    "defensive_two": marked("Defensive two"),
    "reshuffle_each_quarter": marked("Reshuffle each quarter"),
    "coffin": marked("Coffin"),
    "ice": marked("Ice"),
    "hidden_discards": marked("Hidden discards"),
    "audibles": marked("Audibles"),
    "spy_tokens": marked("Spy tokens"),
    "regain": marked("Regain"),
    "legacy_red_zone": marked("Legacy red zone"),
    "hail_mary_cards": marked("Hail mary cards"),
}  # what forms call them
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
