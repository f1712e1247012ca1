"""Draws the road of a Blind race for a page: riders in race order between checkpoints, without rivals' squares (V3)."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.display import svg
from breakaway.games.cycling.display.panorama import Crew, landscape, whole
from breakaway.games.cycling.display.plan import Frame, RoadPlan, Spot
from breakaway.games.cycling.display.road import Post, is_hidden, posts
from breakaway.games.cycling.display.svg import in_words, title
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP

BEFORE = 1.6  # room for the flag of a checkpoint, measured in riders


def blind_road(view: Race, config: RaceConfig, names: Names, seat: int, frame: Frame) -> str:
    """The road as SVG. Riders stand in race order, each in his own column.

    The seat's own riders are nearest the viewer, with their squares. The distances between riders mean nothing, and
    the drawing is not animated.
    """
    found = posts(view, config)
    if view.phase == LINE_UP:
        found = [Post(0, tuple(range(config.teams * GRADES)))]
    riders = sum(len(post.riders) for post in found)
    units = riders + BEFORE * max(1, len(found)) + 1
    step = max(frame.narrowest, min(frame.widest, frame.width / units))
    crew, signs, spots = Crew(view, config, names, seat), list[str](), list[Spot]()
    x = 0.0
    for post in reversed(found):
        signs += _flag(frame, x + step * 0.4, post.checkpoint)
        x += BEFORE * step
        for n, rider in enumerate(reversed(post.riders)):
            lane = 0 if rider // GRADES == seat else 1 + n % 2
            spots.append(Spot(rider, x + step / 2, frame.height - frame.kerb - 4 - lane * frame.rider * 0.75, lane))
            x += step
    empty = RoadPlan(frame, (), (0.0, x + step), step, tuple(spots))
    drawn = [
        *landscape(frame, empty.width),
        *signs,
        *(crew.rider(empty, spot) for spot in sorted(spots, key=lambda spot: (-spot.lane, spot.x))),
        *(_square(view, frame, spot) for spot in spots if not is_hidden(view, spot.rider) and view.phase != LINE_UP),
    ]
    return whole(frame, empty.width, drawn, title(view, config), in_words(view, config, names))


def _flag(frame: Frame, x: float, checkpoint: int) -> list[str]:
    """The line of a checkpoint, with a sign that names it: `past 40`."""
    words = say("past {checkpoint}", checkpoint=checkpoint) if checkpoint else _("start")
    wide, y = 16 + 6.9 * len(words), frame.horizon - 18
    return [
        svg.path("paint", f"M{x + 6:.1f} {frame.horizon + 2}h8L{x:.1f} {frame.height - frame.kerb}h-8z"),
        svg.path("post", f"M{x + 10:.1f} {frame.horizon + 2}V{y + 10}"),
        svg.rect("sign", x, y, wide, 21, 10.5),
        svg.text("words", x + wide / 2, y + 15, words, font_size=12, text_anchor="middle"),
    ]


def _square(view: Race, frame: Frame, spot: Spot) -> str:
    return svg.text("number five", spot.x, frame.height - 8, str(view.square[spot.rider]), text_anchor="middle")
