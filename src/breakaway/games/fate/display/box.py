"""FATE's box score as a table of the totals from `counts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.language import _, many, marked, say
from breakaway.core.observation import Observation
from breakaway.display.document import Grid
from breakaway.games.fate.counts.statistics import MatchRow, PlayRow, total_of
from breakaway.games.fate.rules.terms import SIDES
from breakaway.games.fate.text import names as called

NOTE = marked(
    "A play canceled by a penalty counts only in the rows “Penalties marked off” and “Time of possession”. The time "
    "that a kickoff takes is credited to the receivers. A kick returned for a touchdown is measured from where it was "
    "fielded."
)


def box_score(observation: Observation[Any, Any], rows: Sequence[PlayRow]) -> Grid:
    """The box score: a row for each figure, a column for each side."""
    total = total_of(rows)
    heads = ("", *(called.team(observation.names, side) for side in range(SIDES)))
    columns = [figures(total, side) for side in range(SIDES)]
    cells = tuple((name, *(column[name] for column in columns)) for name in columns[0])
    return Grid(_("Box score"), heads, cells, note=_(NOTE))


def figures(total: MatchRow, side: int) -> dict[str, str]:
    """The figures of one side, keyed by row label."""
    passes = {"completed": total.completions[side], "passes": total.passes[side]}
    goals = {"good": total.field_goals[side], "tried": total.field_goals_tried[side]}
    return {
        _("Plays"): str(total.plays[side]),
        _("Yards"): str(total.yards[side]),
        _("Runs"): yards_in(total.runs[side], total.run_yards[side]),
        _("Passes"): say("{completed} of {passes} for {yards}", yards=yards(total.pass_yards[side]), **passes),
        _("Sacked"): yards_in(total.sacks[side], -total.sack_yards[side]),
        _("First downs from plays"): str(total.first_downs[side]),
        _("Kicks returned"): yards_in(total.kick_returns[side], total.kick_return_yards[side]),
        _("Interceptions returned"): yards_in(total.pick_returns[side], total.pick_return_yards[side]),
        _("Turnovers"): str(total.turnovers[side]),
        _("Penalties marked off"): str(total.penalties[side]),
        _("Punts"): str(total.punts[side]),
        _("Field goals"): say("{good} of {tried}", **goals),
        _("Time of possession"): called.time(total.time[side]),
    }


def yards(n: int) -> str:
    """A number of yards in words: `1 yard`, `12 yards`."""
    return many("{n} yard", "{n} yards", n)


def yards_in(times: int, gained: int) -> str:
    """How many times something happened, and for how many yards: `12 for 45 yards`."""
    return say("{times} for {yards}", times=times, yards=yards(gained))
