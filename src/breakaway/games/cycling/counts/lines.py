"""The places that riders took at lines, with their points: a row for each place, made from events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from breakaway.core.rules import Event
from breakaway.games.cycling.rules.happened import FINISH_PLACE, SPRINT_PLACE, STAGE_OVER

AT_FINISH = 0  # the `line` of a place at the finish


@dataclass(frozen=True)
class LinePlace:
    """A rider's place at a line.

    `line` is the square before the line, and `sharers` is the number of riders who share the place.
    """

    event: Event
    stage: int  # from 1
    line: int
    rider: int
    place: int
    points: int  # in 360360ths
    sharers: int

    @property
    def rule(self) -> str:
        """The rule that awarded the place."""
        return self.event.rule


def places_at_lines(events: Iterable[Event]) -> Iterator[LinePlace]:
    """All places, in the order in which riders took them. The `events` must begin in stage 1."""
    stage = 1
    for each in events:
        if each.rule == SPRINT_PLACE:
            yield LinePlace(each, stage, each.line, each.rider, each.place, each.points, each.sharers)
        elif each.rule == FINISH_PLACE:
            yield LinePlace(each, stage, AT_FINISH, each.rider, each.place, each.points, each.sharers)
        stage += each.rule == STAGE_OVER
