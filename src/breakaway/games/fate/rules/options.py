"""The house rules, each declared once with its default, its range, its text and its number in the config."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from breakaway.core.rulebook import one_of, switch
from breakaway.games.fate.rules import terms

off = partial(switch, False)
of_advanced = partial(switch, False, needs="advanced")  # has no effect in the basic game


@dataclass(slots=True)
class HouseRules:
    """The house rules of a match as numbers, in the order in which records write them."""

    chain_at: int = one_of(
        "prose",
        {"prose": 3, "table": 4},
        "FF-G1",
        "Chain",
        "With “prose”, a +3 or +4 on a run leads to Short Gain, then Long Gain. With “table”, only a +4 does.",
        name="chain",
        sample=("prose", "prose", "table"),
    )
    quick_tie: int = off(
        "FF-G3", "Quick tie", "A tie on a Quick pass leads to the Pass Rush, as on a Short or Long pass."
    )
    overlay_replaces: int = one_of(
        "add",
        {"add": 0, "replace": 1},
        "FF-G4",
        "Overlay",
        "The row of Draw or Play Action is added to the play's own row, or replaces it.",
        name="overlay",
        sample=("add", "add", "replace"),
    )
    draw: ClassVar[int] = one_of(  # has no number in the config: it changes the matrix
        "printed",
        {"printed": 0, "realistic": 1},
        "FF-G5",
        "Draw",
        "The Draw row is played as printed, or realistically: its numbers for Run, Pass and Prevent change sign.",
    )
    draw_inside_only: int = off("FF-G6", "Draw inside only", "Draw goes with Run Inside only.")
    modifier_in_yards: int = one_of(
        "roll",
        {"roll": 0, "yards": 1},
        "FF-G7",
        "Run modifier",
        "The matrix changes the roll of a run, or its yards.",
        name="run_modifier",
        sample=("roll", "roll", "yards"),
    )
    sack: int = one_of(
        "seven",
        {"seven": terms.SACK_SEVEN, "total": terms.SACK_TOTAL, "long": terms.SACK_LONG},
        "FF-G9",
        "Sack",
        "With “seven”, a sack loses 7 yards. With “total”, it loses 4 plus the total without its minus sign. "
        "With “long”, it loses 7, or 10 on a Long pass.",
    )
    gains_only: int = off(
        "FF-G10", "Screens multiply gains only", "A screen multiplies gains but not losses.", name="screen_gains_only"
    )
    beat: int = off(
        "FF-G12",
        "Kicks must beat the difficulty",
        "The roll for a field goal or extra point must beat the difficulty; equaling it is not enough.",
        name="beat_field_goal",
    )
    touchback: int = one_of(
        20,
        {20: 20, 25: 25, 30: 30, 35: 35},
        "FF-G14",
        "Touchback",
        "After a touchback, the ball comes out to this yard line.",
    )
    two_point: int = switch(
        True, "FF-G19", "Two point", "After a touchdown, a side may go for two.", sample=(True, True, False)
    )
    sideline: int = off("FF-G28", "Sideline", "The offense may give up 2 yards to stop the clock.")
    overtime: int = one_of(
        "period",
        {"period": terms.OT_PERIOD, "college": terms.OT_COLLEGE, "contest": terms.OT_CONTEST, "tie": terms.OT_TIE},
        "FF-G31",
        "Overtime",
        "How a tie is decided: by an extra period, by series as in college football, by a contest of dice, or not at "
        "all.",
        sample=("period", "period", "college", "contest", "tie"),
    )
    onside: int = off(
        "FF-G49", "Onside", "The kickers may try an onside kick. They recover it at the 45 on +2 or more."
    )
    kneel: int = off("FF-G49", "Kneel", "The offense may kneel.")
    spike: int = off("FF-G49", "Spike", "The offense may spike the ball.")
    platoons: int = off(
        "FF-004",
        "Platoons",
        "Four coaches play: each side has one for its offense and one for its defense.",
        sample=(False, False, True),
    )
    advanced: int = off(
        "FF-097",
        "Advanced",
        "The advanced game: contests, events, interceptions, injuries and penalties.",
        sample=(False, True, True),
    )
    same_roll: int = of_advanced("FF-G32", "Same roll", "A contest uses the play's roll instead of a roll of its own.")
    forceful_fullback: ClassVar[int] = of_advanced(  # has no number in the config: it changes the template
        "FF-G36", "Forceful fullback", "A fullback's Forceful rating is 3."
    )
    light_injuries: int = of_advanced(
        "FF-G39", "Light injuries", "An injury counts only if the roll that caused it was +2 or more."
    )
    grounding: int = of_advanced("FF-G45", "Grounding", "Grounding is called on a Pass Rush of 0.")
    foul_down_counts: int = of_advanced(
        "FF-142", "The down counts after a foul", "After a personal foul or face mask by the defense, the down counts."
    )
    kicker_approach: int = of_advanced(
        "FF-G50", "Kicker approach", "A kicker or punter adds his Careful rating minus 2 to the roll for his kick."
    )
