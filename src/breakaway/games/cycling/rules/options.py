"""The house rules, each declared once with its default, its range, its text and its number in the config."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from breakaway.core.rulebook import number_of, one_of, switch, text_of
from breakaway.core.state import number
from breakaway.games.cycling.rules.terms import RIDERS


@dataclass(slots=True)
class HouseRules:
    """The house rules of a race as numbers, in the order that records use, with the config's other fields in between.

    The defaults are the postal rules; the files in `data/profiles` say what other profiles change.
    """

    teams: int = number(default=6)
    cap: int = number_of(15, 0, 60, "BA-6.7", "Cap", "The highest new card; 0 means no limit.")
    codes: int = number()  # every card or named rider is below this
    crowd: int = number_of(
        4,
        0,
        RIDERS,
        "BA-6.11",
        "Crowd",
        "The number of riders that overcrowds a square on the first turn; 0 means that no square is ever overcrowded.",
        sample=(4, 0, 3),
    )
    by_arrival: int = one_of(
        "checks",
        {"checks": 0, "arrival": 1},
        "BA-7.2",
        "Ties",
        "What decides which rider on a square moves first: all the checks, or only the order of arrival.",
        name="ties",
        sample=(),
    )
    level_keeps_lead: int = switch(
        False,
        "BA-R6",
        "Keep the lead when tied",
        "A leader keeps the lead when a rival catches up, so there is no second bonus.",
    )
    last_place: int = number_of(
        8,
        0,
        RIDERS,
        "BA-R13",
        "Last place",
        "How many riders must finish before the race ends; 0 means all of them.",
        sample=(8, 1, 0),
    )
    finishers_leave: int = one_of(
        "stay",
        {"stay": 0, "leave": 1},
        "BA-R14",
        "Finishers",
        "Whether riders who finish stay on their square until new cards are drawn, or leave it before that.",
        name="finishers",
    )
    dropped_gap: int = number_of(
        31,
        0,
        400,
        "BA-R15",
        "Dropped gap",
        "How large a gap, in squares, marks the riders behind it as dropped; 0 means never.",
        sample=(31, 8, 0),
    )
    default_line_up: ClassVar[str] = text_of(  # the config holds it as a table
        "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6",
        "BA-R16",
        "Default line-up",
        "The line-up for a team that does not send one.",
    )
    loop: int = number()  # squares of a Pursuit's loop, 0 for a road
    turn_limit: int = number_of(
        60, 1, 200, "BA-V2", "Turn limit", "The last turn of a Pursuit, unless the race ends earlier.", sample=(30,)
    )
    blind: int = switch(False, "BA-V3", "Blind", "Squares and cards are private.", sample=())
    spy: int = switch(
        False,
        "BA-V4",
        "Spy",
        "In a Blind race, you may name rivals in your order to see their cards.",
        needs="blind",
        sample=(),
    )
    checkpoint: int = number_of(
        20, 1, 400, "BA-V3", "Checkpoint", "The number of squares between the checkpoints of a Blind race."
    )
    fresh_hands: int = one_of(
        "same",
        {"same": 0, "fresh": 1},
        "BA-V5",
        "Line-ups of a tour",
        "At each stage of a tour, teams use the first line-up again or choose a fresh one.",
        name="hands",
        sample=(),
    )
