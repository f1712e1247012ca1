"""FATE's box score as a table: what `counts` adds up, a row a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.counted import Played
from breakaway.core.language import _, many, marked, say
from breakaway.core.window import Window
from breakaway.display.document import Grid
from breakaway.display.page import Counted
from breakaway.games.fate.counts.totals import count
from breakaway.games.fate.rules.terms import SIDES
from breakaway.games.fate.text import names as called

NOTE = marked(
    "Plays that were made void by a penalty stand in no figure but penalties and time. The time of a kickoff is the "
    "receivers'. A kick that is returned for a touchdown is measured from where it was fielded."
)


def box_score(window: Window[Any, Any], played: Sequence[Counted]) -> Grid:
    """The table: a row a figure, a column a side."""
    sides = count(window.view, [Played(each.row, list(each.events)) for each in played]).sides
    figures = [
        (_("Plays"), [str(each.plays) for each in sides]),
        (_("Yards"), [str(each.run_yards + each.pass_yards - each.sack_yards) for each in sides]),
        (_("Runs"), [yards_in(each.runs, each.run_yards) for each in sides]),
        (
            _("Passes"),
            [
                say("{completed} of {passes} for {yards}", completed=each.completed, passes=each.passes,
                    yards=yards(each.pass_yards))
                for each in sides
            ],
        ),
        (_("Sacked"), [yards_in(each.sacked, -each.sack_yards) for each in sides]),
        (_("First downs by plays"), [str(each.first_downs) for each in sides]),
        (_("Kicks returned"), [yards_in(each.returns, each.return_yards) for each in sides]),
        (_("Interceptions returned"), [yards_in(each.picks_returned, each.pick_yards) for each in sides]),
        (_("Turnovers"), [str(each.turnovers) for each in sides]),
        (_("Penalties marked off"), [str(each.penalties) for each in sides]),
        (_("Punts"), [str(each.punts) for each in sides]),
        (
            _("Field goals"),
            [say("{good} of {tried}", good=each.field_goals, tried=each.field_goals_tried) for each in sides],
        ),
        (_("Time of possession"), [called.time(each.time) for each in sides]),
    ]  # fmt: skip
    heads = ("", *(called.team(window.names, side) for side in range(SIDES)))
    return Grid(_("Box score"), heads, tuple((name, *cells) for name, cells in figures), note=_(NOTE))


def yards(n: int) -> str:
    """`1 yard`, `12 yards`."""
    return many("{n} yard", "{n} yards", n)


def yards_in(times: int, gained: int) -> str:
    """`12 for 45 yards`."""
    return say("{times} for {yards}", times=times, yards=yards(gained))
