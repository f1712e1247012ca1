"""The house rules, each declared once with its default, its range, its words and its number in the book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from breakaway.core.language import marked
from breakaway.core.options import one_of, switch
from breakaway.games.fate.rules import terms

off = partial(switch, False)
of_advanced = partial(switch, False, needs="advanced")  # changes nothing in the basic game


@dataclass(slots=True)
class HouseRules:
    """The house rules of a match, in numbers, in the order in which records write them."""

    chain_at: int = one_of(
        "prose",
        {marked("prose"): 3, marked("table"): 4},
        ("FF-G1",),
        marked("Chain"),
        marked("prose: +3 and +4 go on to the next gain. table: only +4, as the cells say."),
        name="chain",
        sample=("prose", "prose", "table"),
    )
    quick_tie: int = off(("FF-G3",), marked("Quick tie"), marked("A Quick pass that ties goes to the Pass Rush, too."))
    overlay_replaces: int = one_of(
        "add",
        {marked("add"): 0, marked("replace"): 1},
        ("FF-G4",),
        marked("Overlay"),
        marked("Draw and Play Action add to the row of the play, or replace it."),
        name="overlay",
        sample=("add", "add", "replace"),
    )
    draw: ClassVar[int] = one_of(  # it has no number of its own: it changes the matrix
        "printed",
        {marked("printed"): 0, marked("realistic"): 1},
        ("FF-G5",),
        marked("Draw"),
        marked("The Draw row as it is printed, or realistic: its Run and Pass are exchanged."),
    )
    draw_inside_only: int = off(("FF-G6",), marked("Draw inside only"), marked("Draw goes with Run Inside only."))
    modifier_in_yards: int = one_of(
        "roll",
        {marked("roll"): 0, marked("yards"): 1},
        ("FF-G7",),
        marked("Run modifier"),
        marked("The matrix changes the roll of a run, or its yards."),
        name="run_modifier",
        sample=("roll", "roll", "yards"),
    )
    sack: int = one_of(
        "seven",
        {
            marked("seven"): terms.SACK_SEVEN,
            marked("total"): terms.SACK_TOTAL,
            marked("long"): terms.SACK_LONG,
        },
        ("FF-G9",),
        marked("Sack"),
        marked("seven: a sack loses 7. total: it loses 4 and the size of the roll. long: 7, on a Long pass 10."),
    )
    gains_only: int = off(
        ("FF-G10",),
        marked("Screen gains only"),
        marked("A screen's multiplier leaves losses alone."),
        name="screen_gains_only",
    )
    beat: int = off(
        ("FF-G12",), marked("Beat field goal"), marked("A kick has to beat its difficulty."), name="beat_field_goal"
    )
    touchback: int = one_of(
        20,
        {20: 20, 25: 25, 30: 30, 35: 35},
        ("FF-G14",),
        marked("Touchback"),
        marked("The line to which a touchback is brought."),
    )
    two_point: int = switch(
        True, ("FF-G19",), marked("Two point"), marked("A side may go for two."), sample=(True, True, False)
    )
    sideline: int = off(("FF-G28",), marked("Sideline"), marked("A call may give up 2 yards for a stopped clock."))
    overtime: int = one_of(
        "period",
        {
            marked("period"): terms.OT_PERIOD,
            marked("college"): terms.OT_COLLEGE,
            marked("contest"): terms.OT_CONTEST,
            marked("tie"): terms.OT_TIE,
        },
        ("FF-G31",),
        marked("Overtime"),
        marked("How a tie is played off: a period, series as in college, one contest of dice; or the tie stands."),
        sample=("period", "period", "college", "contest", "tie"),
    )
    onside: int = off(("FF-G49",), marked("Onside"), marked("There are onside kicks: a +2 recovers at the 45."))
    kneel: int = off(("FF-G49",), marked("Kneel"), marked("The offense may kneel."))
    spike: int = off(("FF-G49",), marked("Spike"), marked("The offense may spike the ball."))
    platoons: int = off(
        ("FF-004",),
        marked("Platoons"),
        marked("Four coaches play, one for each platoon."),
        sample=(False, False, True),
    )
    advanced: int = off(
        ("FF-097",),
        marked("Advanced"),
        marked("The advanced game: contests, events, interceptions, injuries and penalties."),
        sample=(False, True, True),
    )
    same_roll: int = of_advanced(("FF-G32",), marked("Same roll"), marked("The contest reads the roll of the play."))
    forceful_fullback: ClassVar[int] = of_advanced(  # it changes the template
        ("FF-G36",), marked("Forceful fullback"), marked("The Fullback of the template is Forceful +3.")
    )
    light_injuries: int = of_advanced(
        ("FF-G39",), marked("Light injuries"), marked("Injuries are light: only +2 and more count.")
    )
    grounding: int = of_advanced(
        ("FF-G45",), marked("Grounding"), marked("The umpire may call grounding on a Pass Rush of 0.")
    )
    foul_down_counts: int = of_advanced(
        ("FF-142",),
        marked("Foul down counts"),
        marked("After a personal foul or face mask of the defense the down counts."),
    )
    kicker_approach: int = of_advanced(
        ("FF-G50",),
        marked("Kicker approach"),
        marked("A kicker's or punter's Careful rating less 2 is added to the kick."),
    )
