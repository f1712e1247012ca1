"""What happened in FATE, play by play: lines with their rules, and each roll with the table that was read."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.events import Event
from breakaway.core.language import _, marked
from breakaway.core.state import copy
from breakaway.display.page import Grid, Line, Told, why
from breakaway.games.fate.display.people import FateWindow
from breakaway.games.fate.display.table import TOTAL_AT
from breakaway.games.fate.rules.state import NONE, QUARTERS, RUN_OUTSIDE, Fate
from breakaway.games.fate.text import names as called

DOWN, REVEAL, QUARTER_OVER, NOTHING_ELSE = "FF-003", "FF-029", "FF-013", "FF-113"
PLAYS = (REVEAL, "FF-043", "FF-045", "FF-G49")  # a call, a punt, a field goal, a kneel or spike
BEGINS = (DOWN, "FF-001", "FF-005", "FF-G31", "FF-G16")  # a group of its own, with its first event or its head
STRONG = (
    *("FF-012", "FF-092", "FF-G18", "FF-G12", "FF-G17"),  # scores
    *("FF-011", "FF-080", "FF-091", "FF-118", "FF-120", "FF-121", "FF-122", "FF-G20"),  # the ball changes hands
    *("FF-053", "FF-069", "FF-070", "FF-134", QUARTER_OVER),
)
MORE = {  # rules beside that of the event, which say how its table is read
    REVEAL: ("FF-G2", "FF-048", "FF-058"),
    **dict.fromkeys(("FF-060", "FF-061", "FF-062", "FF-063", "FF-064"), ("FF-057",)),
    "FF-G18": ("FF-095",),
    "FF-141": ("FF-G43",),
}
DICE = marked("dice")  # of a table that has no name
TABLES = {
    **dict.fromkeys(("FF-001",), marked("toss")),
    "FF-005": marked("kickoff: where it is fielded"),
    **dict.fromkeys(("FF-011", "FF-091", "FF-118"), marked("fumble recovery")),
    "FF-046": marked("Run Inside"),
    "FF-047": marked("Run Outside"),
    "FF-050": marked("run, first column"),
    "FF-051": marked("run, Short Gain"),
    **dict.fromkeys(("FF-060", "FF-061", "FF-062", "FF-063", "FF-064", "FF-G3"), marked("completion")),
    "FF-067": marked("yards of the pass"),
    "FF-068": marked("yards of the pass"),
    **dict.fromkeys(("FF-070", "FF-071", "FF-073", "FF-074"), marked("Pass Rush")),
    "FF-082": marked("screen"),
    "FF-087": marked("punt"),
    "FF-094": marked("field goals"),
    "FF-095": marked("extra point"),
    **dict.fromkeys(("FF-102", "FF-103", "FF-104", "FF-105", "FF-110"), marked("contest of players")),
    **dict.fromkeys((NOTHING_ELSE, "FF-114"), marked("did something happen?")),
    **dict.fromkeys(("FF-115", "FF-116", "FF-117"), marked("what happened")),
    **dict.fromkeys(("FF-119", "FF-120", "FF-121", "FF-122", "FF-123"), marked("interception")),
    **dict.fromkeys(("FF-135", "FF-136", "FF-137", "FF-138"), marked("penalties")),
    **dict.fromkeys(("FF-G39", "FF-G40"), marked("who is hurt")),
}
ROLLS_NOTE = marked(
    "The total that was read in the table: four dice and what the matrix, the players or the house rules add. "
    "The record keeps totals alone, so the drawn faces are the plainest that make one."
)


def table_of(rule: str) -> str:
    """The table that was read by a roll of this rule."""
    return _(TABLES.get(rule, DICE))


def groups(told: Told) -> list[list[Event]]:
    """The events play by play: a down with all that came of it, a kickoff, the toss.

    The clock is told after the next down has been announced: until a play is called, what is told is of the one before.
    """
    found: list[list[Event]] = [[]]
    for _turn, some in told:
        for event in some:
            if event.rule in BEGINS and found[-1]:
                found.append([])
            announced = len(found) > 1 and all(each.rule == DOWN for each in found[-1])
            late = announced and event.rule not in (*BEGINS, *PLAYS)
            found[-2 if late and found[-1] else -1].append(event)
    return [group for group in found if group]


def lines(window: FateWindow, events: Sequence[Event]) -> list[Line]:
    """A line an event, but for the roll after which nothing else happened."""
    shown = [each for each in events if each.rule != NOTHING_ELSE]
    return [_line(window, each) for each in shown]


def _line(window: FateWindow, event: Event) -> Line:
    text = window.game.words.event(event, window.names, window.book)
    text = called.upper_first(text)
    if event.rule == DOWN:
        return Line(text, kind="head")
    kind = ""
    if event.rule == REVEAL:
        kind = "run" if event.args[1] <= RUN_OUTSIDE else "pass"
    rules = (event.rule, *MORE.get(event.rule, ()))
    return Line(text, tuple(why(window.game, rule) for rule in rules), event.rule in STRONG, kind)


def latest(plays: Sequence[Sequence[Event]]) -> Sequence[Event]:
    """The last play of which more is to be told than where it begins."""
    return next((play for play in reversed(plays) if any(each.rule != DOWN for each in play)), ())


def shown_calls(view: Fate, events: Sequence[Event]) -> Fate:
    """The view with the calls of these events still lying open: the match has cleared them once a play is declared."""
    found = copy(view)
    for each in events:
        if each.rule == REVEAL and view.base == NONE:
            _, found.base, found.overlay, found.defense, *_ = each.args
    return found


def rolls(window: FateWindow, events: Sequence[Event]) -> Grid:
    """Every roll of a play: table, total, what came of it, and the rule."""
    rolled = [each for each in events if each.rule in TOTAL_AT]
    rows = tuple(
        (
            table_of(each.rule),
            called.signed(each.args[TOTAL_AT[each.rule]]),
            window.game.words.event(each, window.names, window.book),
        )
        for each in rolled
    )
    rules = tuple(why(window.game, each.rule) for each in rolled)
    heads = (_("table read"), _("rolled"), _("what came of it"))
    return Grid(_("The rolls of this play"), heads, rows, rules, _(ROLLS_NOTE), folded=False)


def score(window: FateWindow, told: Told) -> Grid:
    """Points by quarter; what is not over yet is in the last column alone."""
    ends = {each.args[0]: each.args[1:3] for _, some in told for each in some if each.rule == QUARTER_OVER}
    rows = []
    for side in (0, 1):
        before, cells = 0, list[str]()
        for quarter in range(1, QUARTERS + 1):
            after = ends[quarter][side] if quarter in ends else None
            cells.append("" if after is None else str(after - before))
            before = before if after is None else after
        rows.append((called.team(window.names, side), *cells, str(window.view.score[side])))
    heads = ("", *map(str, range(1, QUARTERS + 1)), _("points"))
    return Grid(_("Score by quarter"), heads, tuple(rows), folded=False)
