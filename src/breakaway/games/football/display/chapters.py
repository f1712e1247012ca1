"""A football match told drive by drive."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.rules import Event
from breakaway.display.document import Figure
from breakaway.display.gridiron import Teller, drives
from breakaway.display.reports import WIDTH, Chapter, Retold
from breakaway.games.football.display import bar, log, text
from breakaway.games.football.display.drive import trail
from breakaway.games.football.display.svg import field, in_words
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.text import names as called


class FootballChapters:
    """Tells the story of a football match, with a chapter for each drive."""

    def chapters(self, told: Retold, since: int = 0) -> Sequence[Chapter]:
        """The drives of a match."""
        found = log.blocks(told.now, told.log)
        return drives(told, [log.shown(told.now, each, with_rules=False) for each in found], TELLER, since)


def figure(observation: FootballObservation, events: Sequence[Event]) -> Figure | None:
    """The field during a drive, with its plays so far."""
    view, config, names = observation.view, observation.config, observation.names
    way = trail(events, config, names)
    if way is None or not way.steps or not text.has_ball(view):
        return None
    key = f"field-{len(events)}"
    return Figure(
        text.field(view, config, names, WIDTH), field(view, config, names, way, key=key), in_words(view, names, way)
    )


TELLER = Teller(
    offense=lambda observation: int(observation.view.offense),
    team=lambda observation, side: called.team(observation.names, side),
    figure=figure,
    stands=lambda observation: bar.score_of(observation.view, observation.names),
)
CHAPTERS = FootballChapters()
