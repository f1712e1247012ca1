"""What happened in a FATE match, play by play: lines with their rules, and each roll with its table."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import _, marked
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.display.document import Grid, Line
from breakaway.display.match_page import TurnLog, why
from breakaway.games.fate.display.sideline import has_total
from breakaway.games.fate.rules import happened
from breakaway.games.fate.rules.state import Fate, FateObservation
from breakaway.games.fate.rules.terms import NONE, QUARTERS, RUN_OUTSIDE
from breakaway.games.fate.text import names as called

# a call, a punt, a field goal, a kneel or spike
PLAYS = (happened.CALLS_SHOWN, happened.PUNT_DECLARED, happened.FIELD_GOAL_DECLARED, happened.SPECIAL_PLAYED)
BEGINS = (  # events that begin a new group
    happened.DOWN_BEGAN,
    happened.TOSS_WON,
    happened.KICKED_OFF,
    happened.OVERTIME_TOLD,
    happened.SECOND_HALF_KICKED,
)
SCORES = (
    happened.KICK_RETURNED_ALL_THE_WAY,
    happened.PUNT_RETURNED_ALL_THE_WAY,
    happened.TOUCHDOWN_SCORED,
    happened.FIELD_GOAL_GOOD,
    happened.SAFETY_SCORED,
)
PICKED = (happened.ANY_PASS_PICKED, happened.DEEP_PASS_PICKED, happened.TIPPED_PASS_PICKED)
RECOVERED = (happened.KICK_RECOVERED, happened.PUNT_RECOVERED, happened.FUMBLE_RECOVERED)
STRONG = (
    *SCORES,
    *(*PICKED, *RECOVERED, happened.SCREEN_PICKED, happened.LOST_ON_DOWNS),  # the ball changes hands
    *(happened.RUN_GAINED_LONG, happened.PASS_GAINED_LONG, happened.SACKED_BY_RUSH),
    *(happened.PLAYER_OUT, happened.QUARTER_OVER),
)
COMPLETIONS = (
    happened.PASS_COMPLETED,
    happened.PASS_INCOMPLETE,
    happened.SHORT_PASS_TIED,
    happened.LONG_PASS_TIED,
    happened.QUICK_PASS_TIED,
)
CONTESTS = (
    happened.DEFENDER_ALONE,
    happened.ATTACKER_ALONE,
    happened.HIGHER_COUNTED,
    happened.CONTEST_EVEN,
    happened.PASS_CONTESTED,
)
RUSHES = (happened.SACKED_BY_RUSH, happened.QUARTERBACK_RAN, happened.RUSH_INCOMPLETE, happened.RUSH_COMPLETED)
FOULS = (
    happened.FIRST_COLUMN_FOUL,
    happened.SECOND_COLUMN_FOUL,
    happened.THIRD_COLUMN_FOUL,
    happened.FOURTH_COLUMN_FOUL,
)
MORE = {  # further rules on how to read the event's table
    happened.CALLS_SHOWN: ("FF-G2", "FF-048", "FF-058"),
    **dict.fromkeys(COMPLETIONS, ("FF-057",)),
    happened.TOUCHDOWN_SCORED: (happened.EXTRA_POINT_ROLLED,),
    happened.PENALTY_ANSWERED: ("FF-G43",),
}
DICE = marked("dice")  # for a table without a name
TABLES = {
    happened.TOSS_WON: marked("toss"),
    happened.KICKED_OFF: marked("kickoff: where the ball is fielded"),
    **dict.fromkeys(RECOVERED, marked("fumble recovery")),
    happened.RAN_INSIDE: marked("Run Inside"),
    happened.RAN_OUTSIDE: marked("Run Outside"),
    happened.SHORT_GAIN_REACHED: marked("run, first column"),
    happened.LONG_GAIN_REACHED: marked("run, Short Gain"),
    **dict.fromkeys((*COMPLETIONS, happened.QUICK_PASS_RUSHED), marked("completion")),
    **dict.fromkeys((happened.PASS_CAUGHT, happened.LONG_COLUMN_REACHED), marked("yards of the pass")),
    **dict.fromkeys(RUSHES, marked("Pass Rush")),
    happened.SCREEN_CAUGHT: marked("screen"),
    happened.PUNTED: marked("punt"),
    happened.FIELD_GOAL_ROLLED: marked("field goals"),
    happened.EXTRA_POINT_ROLLED: marked("extra point"),
    **dict.fromkeys(CONTESTS, marked("contest between players")),
    **dict.fromkeys((happened.NOTHING_HAPPENED, happened.SOMETHING_HAPPENED), marked("Fate event?")),
    **dict.fromkeys((happened.FUMBLED_BY_FATE, happened.FLAG_THROWN, happened.SOMEBODY_HURT), marked("what happened")),
    **dict.fromkeys((happened.PASS_TIPPED, *PICKED, happened.PASS_DROPPED), marked("interception")),
    **dict.fromkeys(FOULS, marked("penalties")),
    **dict.fromkeys((happened.SHAKEN_UP, happened.NOBODY_THERE), marked("who is hurt")),
}
ROLLS_NOTE = marked(
    "The total to look up in the table: four dice, plus what the matrix, the players or the house rules add."
)


def table_of(rule: str) -> str:
    """The name of the table in which a roll under this rule is looked up."""
    return _(TABLES.get(rule, DICE))


def groups(log: TurnLog) -> list[list[Event]]:
    """The events play by play: a down with all its events, a kickoff, the toss.

    A try is not announced, and a down that is replayed after a penalty is not announced again. A try or a replayed down
    begins with its call. The clock is reported after the next down has been announced. Until a play is called, events
    therefore belong to the previous play. A ruling of the umpire takes back the announcement of the next down (FF-G45).
    """
    found: list[list[Event]] = [[]]
    for _turn, some in log:
        for event in some:
            again = event.rule in PLAYS and any(each.rule in PLAYS for each in found[-1])
            if again or (event.rule in BEGINS and found[-1]):
                found.append([])
            announced = len(found) > 1 and all(each.rule == happened.DOWN_BEGAN for each in found[-1])
            if announced and event.rule == happened.UMPIRE_RULED:
                found.pop()
            elif announced and event.rule not in (*BEGINS, *PLAYS):
                found[-2].append(event)
                continue
            found[-1].append(event)
    return [group for group in found if group]


def lines(observation: FateObservation, events: Sequence[Event]) -> list[Line]:
    """A line for each event, except a roll for a fate event that did not happen."""
    shown = [each for each in events if each.rule != happened.NOTHING_HAPPENED]
    return [_line(observation, each) for each in shown]


def _line(observation: FateObservation, event: Event) -> Line:
    text = observation.game.words.event(event, observation.names, observation.config)
    text = called.upper_first(text)
    if event.rule == happened.DOWN_BEGAN:
        return Line(text, kind="head")
    kind = ""
    if event.rule == happened.CALLS_SHOWN:
        kind = "run" if event.base <= RUN_OUTSIDE else "pass"
    rules = (event.rule, *MORE.get(event.rule, ()))
    style = "bold" if event.rule in STRONG else ""
    return Line(text, "", style, tuple(why(observation.game, rule) for rule in rules), kind)


def latest(plays: Sequence[Sequence[Event]]) -> Sequence[Event]:
    """The last play with at least one event besides the announcement of its down."""
    return next((play for play in reversed(plays) if any(each.rule != happened.DOWN_BEGAN for each in play)), ())


def shown_calls(view: Fate, events: Sequence[Event]) -> Fate:
    """The view with the calls from these events filled in.

    The match clears the calls when the next play is declared.
    """
    found = copy(view)
    for each in events:
        if each.rule == happened.CALLS_SHOWN and view.base == NONE:
            found.base, found.overlay, found.defense = each.base, each.overlay, each.defense
    return found


def rolls(observation: FateObservation, events: Sequence[Event]) -> Grid:
    """Every roll of a play: table, total, outcome and rule."""
    rolled = [each for each in events if has_total(each)]
    rows = tuple(
        (
            table_of(each.rule),
            called.signed(each.total),
            observation.game.words.event(each, observation.names, observation.config),
        )
        for each in rolled
    )
    rules = tuple(why(observation.game, each.rule) for each in rolled)
    heads = (_("table used"), _("rolled"), _("result"))
    return Grid(_("The rolls of this play"), heads, rows, rules, _(ROLLS_NOTE), folded=False, right=(1,))


def score(observation: FateObservation, log: TurnLog) -> Grid:
    """Points by quarter. The points of an unfinished quarter are only in the last column."""
    ends = {
        each.quarter: (each.home, each.away) for _, some in log for each in some if each.rule == happened.QUARTER_OVER
    }
    rows = []
    for side in (0, 1):
        before, cells = 0, list[str]()
        for quarter in range(1, QUARTERS + 1):
            after = ends[quarter][side] if quarter in ends else None
            cells.append("" if after is None else str(after - before))
            before = before if after is None else after
        rows.append((called.team(observation.names, side), *cells, str(observation.view.score[side])))
    heads = ("", *map(str, range(1, QUARTERS + 1)), _("points"))
    return Grid(_("Score by quarter"), heads, tuple(rows), folded=False)
