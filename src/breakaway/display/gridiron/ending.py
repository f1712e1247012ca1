"""How a match of either football game ended: final score, points play by play, and the play that decided it.

The statistics of both games have a row for each play, with the `points` of both sides before the play, its `quarter`,
and how many times each side `lost` the ball.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import _, many, say
from breakaway.core.observation import Observation
from breakaway.display.ending import (
    SCORE,
    TURNOVER,
    Course,
    Dated,
    Ending,
    KeyPlay,
    Mark,
    Placed,
    PointsLine,
    deciding,
    verdict,
)
from breakaway.display.gridiron.colours import team_classes
from breakaway.games.words import team

TOUCHDOWN, FIELD_GOAL, SAFETY = 6, 3, 2  # points


@dataclass(frozen=True)
class Told:
    """How a game puts a row into words: what was called, and the situation before the play."""

    names: dict[str, Any]
    play: Callable[[Any], str]
    situation: Callable[[Any], str]
    quarter: Callable[[int], str]

    def team(self, seat: int) -> str:
        """A team's name."""
        return str(team(self.names, seat))


def ending(told: Told, plays: Dated, observation: Observation[Any, Any]) -> Ending:
    """The card for the end of a match. `plays` lists the rows of statistics."""
    standing, said = observation.standing, verdict(observation)
    score = [standing.score[seat] for seat in standing.by_side.values()]
    rows = [(turn, row) for turn, row in plays if row.quarter]
    points = [*((row.points[0], row.points[1]) for _turn, row in rows), (score[0], score[1])]
    ahead = standing.won[0] if len(standing.won) == 1 else None
    order = (1, 0) if ahead == 1 else (0, 1)
    classes = team_classes(told.names)
    sides = tuple(
        Placed(told.team(seat), classes[seat], str(score[seat]), 1 if ahead in (seat, None) else 2) for seat in order
    )
    headline, how = (said.winner, said.how) if said else ("", "")
    if not rows:
        return Ending(headline, how, "" if ahead is None else classes[ahead], sides)
    key = deciding(points, ahead)
    return Ending(
        headline,
        how or ("" if ahead is None else _how(points, ahead)),
        "" if ahead is None else classes[ahead],
        sides,
        course=_course(told, rows, points, key),
        key=_key_play(told, rows, points, key),
    )


def _how(points: Sequence[tuple[int, int]], ahead: int) -> str:
    """Says by how many points the winner trailed at worst."""
    behind = max(each[1 - ahead] - each[ahead] for each in points)
    if behind <= 0:
        return _("Never behind.")
    return many("After trailing by {n} point.", "After trailing by {n} points.", behind)


def _course(told: Told, rows: Dated, points: Sequence[tuple[int, int]], key: int) -> Course:
    classes, ticks, quarter = team_classes(told.names), list[tuple[int, str]](), 0
    for n, (_turn, row) in enumerate(rows):
        if row.quarter != quarter:
            quarter = row.quarter
            ticks.append((n, str(quarter) if quarter < 5 else _("OT")))
    tracks = tuple(PointsLine(told.team(seat), classes[seat], [each[seat] for each in points]) for seat in (0, 1))
    ends = ", ".join(f"{track.name} {points[-1][seat]}" for seat, track in enumerate(tracks))
    says = say("The points of both teams after each play. At the end: {score}.", score=ends)
    return Course(_("Points, play by play"), says, tracks, tuple(ticks), key)


def _key_play(told: Told, rows: Dated, points: Sequence[tuple[int, int]], key: int) -> KeyPlay | None:
    if not key:
        return None
    turn, row = rows[key - 1]
    before, after = points[key - 1], points[key]
    seat = 0 if after[0] - before[0] >= after[1] - before[1] else 1
    what = scored(after[seat] - before[seat], bool(row.is_try))
    names = {"one": told.team(0), "two": told.team(1), "first": after[0], "second": after[1]}
    gain = say("{what}: {one} {first}, {two} {second}", what=what, **names)
    return KeyPlay(turn, told.play(row), told.situation(row), gain)


def scored(points: int, is_try: bool) -> str:
    """The name of a scoring play, from its number of points.

    In games without rows for extra points, those points count as part of the touchdown.
    """
    if points >= TOUCHDOWN:
        return _("Touchdown")
    if points == FIELD_GOAL:
        return _("Field goal")
    if points == SAFETY:
        return _("Two-point try") if is_try else _("Safety")
    return _("Extra point")


def moments(told: Told, plays: Dated) -> list[Mark]:
    """The scores and turnovers among the rows in `plays`, without extra points."""
    classes, found = team_classes(told.names), list[Mark]()
    for turn, row in plays:
        if not row.quarter:
            continue
        seat = int(row.scored[1] > row.scored[0])
        if row.scored[seat] >= SAFETY:
            after = [row.points[each] + row.scored[each] for each in (0, 1)]
            what = scored(row.scored[seat], bool(row.is_try))
            score = ", ".join(f"{told.team(each)} {after[each]}" for each in (0, 1))
            text = say(
                "{quarter}: {what}, {team}. {score}",
                quarter=told.quarter(row.quarter),
                what=what,
                team=told.team(seat),
                score=score,
            )
            found.append(Mark(turn, SCORE, text, classes[seat]))
        elif row.lost[0] + row.lost[1]:
            seat = int(row.lost[1] > row.lost[0])
            text = say("{quarter}: turnover, {team}", quarter=told.quarter(row.quarter), team=told.team(seat))
            found.append(Mark(turn, TURNOVER, text, classes[1 - seat]))
    return found
