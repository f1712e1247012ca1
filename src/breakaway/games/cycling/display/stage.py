"""The drawings at the top of a match page: the profile of the course, and the road below it."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from breakaway.core.language import _
from breakaway.games.cycling.display.ask import ghosts
from breakaway.games.cycling.display.blind import blind_road
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.display.course import course
from breakaway.games.cycling.display.cyclist import symbol
from breakaway.games.cycling.display.panorama import panorama
from breakaway.games.cycling.display.plan import FRAMES
from breakaway.games.cycling.rules.state import RaceObservation


def stage(observation: RaceObservation) -> str:
    """Draws the course, and below it the road, once for wide windows and once for phones.

    Ghosts stand where the seat's cards would take its riders.
    """
    view, config, names, seat = observation.view, observation.config, observation.names, observation.seat
    seen, roads = ghosts(observation), list[str]()
    shown: tuple[int, int] | None = None
    for frame in FRAMES:
        if config.blind:
            drawn = blind_road(view, config, names, seat, frame)
        else:
            drawn, plan = panorama(view, config, names, seat, frame, seen)
            shown = shown or (plan.cells[0].first, plan.cells[-1].last)
        label = quoteattr(_("The road"))
        roads.append(f'<div class="road {frame.name}" tabindex="0" role="region" aria-label={label}>{drawn}</div>')
    classes = [team_class(names, config.teams, team) for team in range(config.teams)]
    top = course(view, config, seat, classes, shown, seen)
    return f'{symbol()}<div class="course">{top}</div>{"".join(roads)}'
