"""The state of a match, its config and its house rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from breakaway.core.observation import Observation
from breakaway.core.rulebook import one_of, switch
from breakaway.core.rules import rule
from breakaway.core.state import number, table
from breakaway.games.fate.rules import terms

# --- The house rules, each declared once with its default, its range, its text and its number in the config.


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


# --- The match and its config as flat data. The ball lies 0 to 100 yards from the offense's own goal line.


@dataclass(slots=True)
class Fate:
    """The state of a match: everything that the rules need to continue the match."""

    phase: int = number()
    ended: int = number()  # number of the rule that ended the match, 0 while it goes on
    quarter: int = number()  # 1 to 4; 5 is overtime
    clock: int = number()  # units of 15 seconds left
    offense: int = number()  # the side with the ball; before and during a kickoff, the kickers
    ball: int = number()  # in yards from the offense's own goal line
    down: int = number()
    marker: int = number()  # the line to gain
    score: list[int] = table(terms.SIDES)
    time_outs: list[int] = table(terms.SIDES)
    toss_winner: int = number()
    opening_kicker: int = number()
    had_ball: list[int] = table(terms.SIDES)  # 1: the side's possession in overtime is over
    series: int = number()  # the side whose college overtime series this is
    rounds: int = number()  # completed rounds of a college overtime
    won: int = number()  # 0, or 1 plus the side that won the contest after a tie
    then: int = number()  # the phase that follows once the clock has run
    try_down: int = number()  # 1: a try after a touchdown
    # the play
    declared: int = number()
    base: int = number()  # base play, NONE before the calls are shown
    overlay: int = number()  # DRAW, PLAY_ACTION or NEITHER
    defense: int = number()  # NONE before the calls are shown
    sideline: int = number()  # 1: the carrier heads for the sideline
    modifier: int = number()  # what the matrix adds to the next roll; PASS_RUSH if that is rolled at once
    stage: int = number()  # on a run: 0 the first roll, 1 Short Gain, 2 Long Gain; on a pass: 1 Long Gain
    lane: int = number()  # RUN_INSIDE or RUN_OUTSIDE: the columns of a run
    times: int = number()  # multiplier of a screen
    bonus: int = number()  # added to a Pass Rush
    gain: int = number()  # in yards
    result: int = number()  # the result of the play, such as RAN or SACKED
    holder: int = number()  # the side that has the ball when the play ends
    spot: int = number()  # where the play ends, as the offense counts; may lie beyond a goal line
    units: int = number()  # units of the clock that the play takes
    # the advanced game
    contest: int = number()  # what the contest adds to the yards of a run or the completion roll of a pass
    named: int = number()  # the receiver whom the contest names, or NONE
    carried: int = number()  # 1: a player carries the ball when the play ends
    grounded: int = number()  # 1: the quarterback threw the ball away, which is a foul unless an event comes first
    foul: int = number()  # 0 for none
    fouler: int = number()  # the side that committed it
    untimed: int = number()  # 1: the half cannot end on this penalty
    picker: int = number()  # the side that next chooses who is hurt
    group: int = number()  # the group of positions that the injury roll named
    position: int = number()  # the position that is hurt
    out: list[list[int]] = table(terms.SIDES, terms.POSITIONS)  # how many players are out
    men_out: list[list[int]] = table(
        terms.SIDES, terms.POSITIONS
    )  # which players are out, a bit each; the lowest bit is the first player of the roster
    hurt_side: list[int] = table(terms.ROOM)  # sides of injuries that end in the match; a slot is free at hurt_left 0
    hurt_position: list[int] = table(terms.ROOM)
    hurt_kind: list[int] = table(terms.ROOM)
    hurt_left: list[int] = table(terms.ROOM)  # plays to miss plus 1 (at 1, he is back when the play is settled); else 1
    hurt_man: list[int] = table(terms.ROOM)
    fresh: int = (
        number()
    )  # up to two series injuries that this change of possession does not end: their slots, from 1, in base PAIR
    # for the umpire, who may rule on a play after it is settled
    rulable: int = number()  # 1: the last play is settled and the next has not begun
    stood: list[int] = table(terms.STOOD)  # the state of the match before the last play was settled
    healed: list[int] = table(terms.ROOM)  # 1: this injury has ended since `stood` was noted
    fresh_before: int = number()  # `fresh` before the last play was settled


@dataclass(slots=True)
class FateConfig(HouseRules):
    """The tables and house rules of a match as numbers. Tables of nine cells cover totals of -4 to +4."""

    edition: int = number(default=2)  # the edition of the rules under which the match is played, see FirstFateConfig
    # tables
    offense_die: list[list[int]] = table(
        3, terms.FACES
    )  # by die and face: a base play or overlay, NONE if the face calls nothing
    defense_die: list[list[int]] = table(2, terms.FACES)
    fielded_at: list[int] = table(terms.ROLLS)
    kick_return: list[int] = table(terms.ROLLS)
    kick_fumble: list[int] = table(terms.ROLLS)
    matrix: list[list[int]] = table(terms.ROWS, terms.DEFENSES)
    run_yards: list[list[int]] = table(6, terms.ROLLS)  # lane * 3 + stage
    difficulty: list[int] = table(3)
    pass_yards: list[list[int]] = table(6, terms.ROLLS)  # Quick, Short, Long, then their Long Gain columns
    screen: list[int] = table(terms.ROLLS)
    rush: list[int] = table(terms.ROLLS)
    punt_gross: list[int] = table(terms.ROLLS)
    punt_return: list[int] = table(terms.ROLLS)
    band_from: list[int] = table(8)
    band_to: list[int] = table(8)
    band_difficulty: list[int] = table(8)
    # tables of the advanced game
    rating: list[list[int]] = table(terms.SIDES, terms.POSITIONS * terms.APPROACHES)
    play_approach: list[list[int]] = table(terms.ROWS, 3)
    # contests of Run Inside, Run Outside, Quick, Short, Long: up to two positions for each side, then NONE
    contest_offense: list[list[int]] = table(5, 2 * terms.ROLLS)
    contest_defense: list[list[int]] = table(5, 2 * terms.ROLLS)
    contest_slot: list[list[int]] = table(5, terms.ROLLS)
    contest_receiver: list[list[int]] = table(5, terms.ROLLS)
    event_first: list[int] = table(terms.ROLLS)
    event_second: list[int] = table(terms.ROLLS)
    intercepted_by: list[int] = table(terms.ROLLS)  # the shortest pass that is intercepted: QUICK, SHORT, LONG or NONE
    intercepted_again: list[int] = table(terms.ROLLS)  # 1: only if another roll is negative
    point: list[list[int]] = table(3, terms.ROLLS)
    pick_return: list[int] = table(terms.ROLLS)
    injured: list[list[int]] = table(terms.ROLLS, 3)  # the positions of a group, or CARRIER; NONE for the rest
    benched: list[list[int]] = table(terms.DECLARATIONS, terms.POSITIONS)  # by declaration, 1: not on the field (G40)
    duration: list[int] = table(terms.ROLLS)
    foul_side: list[list[int]] = table(4, terms.ROLLS)  # 0: offense or kickers, 1: defense or receivers
    foul_kind: list[list[int]] = table(4, terms.ROLLS)


@dataclass(slots=True)
class FirstFateConfig(FateConfig):
    """The config of a match of edition 1. Its records do not name the edition, so the default does.

    Edition 1 did not let the receivers decline a kickoff out of bounds: to decline was to take the ball at the 35. It
    did not stop for the umpire either: a kick after a score was rolled in the same turn as the score.
    """

    edition: int = number(default=1)


FateObservation = Observation[Fate, FateConfig]


@rule()
def other(side: int) -> int:
    """The number of the other side."""
    return 1 - side


@rule("FF-049", "FF-077", "FF-G8")
def cell(total: int) -> int:
    """The cell for a total in a table of nine cells. Totals below -4 or above +4 use the first or the last cell."""
    return max(-4, min(4, total)) + 4
