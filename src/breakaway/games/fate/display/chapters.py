"""A FATE match told drive by drive."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.rules import Event
from breakaway.display.document import Figure
from breakaway.display.gridiron import Teller, drives
from breakaway.display.reports import Chapter, Retold
from breakaway.games.fate.display.blocks import blocks
from breakaway.games.fate.display.page import stands
from breakaway.games.fate.display.svg import drive, field, has_ball, in_words
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.text import names as called


class FateChapters:
    """Tells the story of a FATE match, with a chapter for each drive."""

    def chapters(self, told: Retold, since: int = 0) -> Sequence[Chapter]:
        """The chapters of a match, one for each drive."""
        return drives(told, blocks(told.now, told.log), TELLER, since)


def figure(observation: FateObservation, events: Sequence[Event]) -> Figure | None:
    """The field during a drive, with its plays so far."""
    view, names, way = observation.view, observation.names, drive(events)
    if way is None or not has_ball(view):
        return None
    key = f"field-{len(events)}"
    words = in_words(view, names, way)
    return Figure("", field(view, observation.config, names, way, key=key), words)


TELLER = Teller(
    offense=lambda observation: int(observation.view.offense),
    team=lambda observation, side: called.team(observation.names, side),
    figure=figure,
    stands=stands,
)
CHAPTERS = FateChapters()
