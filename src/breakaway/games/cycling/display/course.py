"""Draws the profile of the whole course above the road: its lines, the riders, and a frame around what the road shows.

All positions are percentages of the width, so the same drawing fits any window.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import _, say
from breakaway.display import svg
from breakaway.games.cycling.display.panorama import Ghost
from breakaway.games.cycling.display.plan import on_squares
from breakaway.games.cycling.display.road import LINE_NAMES, is_hidden, lines
from breakaway.games.cycling.rules.sprints import points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES

LEFT, RIGHT = 1.5, 97.0  # where the course starts and ends, in percent
END = 98.8  # riders who have finished are drawn here
EDGES, NARROW = (0.2, 99.8), 1.0  # the frame's left and right limit, and its least width
SHOWN = 3  # places whose points are written beside a line
LAND = "M0 46C70 40 120 18 190 26S330 44 400 30S520 6 600 14S740 42 820 36S960 10 1040 18S1160 34 1200 30V50H0z"
HEIGHTS = (80, 70, 62, 75, 66)  # keeps dots on neighboring squares apart


def course(
    view: Race,
    config: RaceConfig,
    seat: int,
    classes: Sequence[str],
    seen: tuple[int, int] | None = None,
    ghosts: Sequence[Ghost] = (),
) -> str:
    """The course with a dot for each rider in the colors of `classes`, which has a CSS class for each team.

    `seen` gives the first and last square of the road below. In a Blind race, rivals are drawn at their last
    checkpoint. Ghosts show where a card would take a rider. Screen readers skip this drawing, because the drawing of
    the road gives them the same information.
    """
    length = int(config.length[view.stage])
    land = svg.element(
        "svg",
        svg.path("land", LAND),
        y="32%",
        width="100%",
        height="68%",
        viewBox="0 0 1200 50",
        preserveAspectRatio="none",
    )
    drawn = [land, *(_frame(seen, config, length) if seen else [])]
    for at, kind in sorted(lines(view, config).items()):
        if at <= length:
            drawn += _line(view, config, at, kind, length)
    if config.blind:
        drawn += _checkpoints(config, length)
    drawn += _dots(view, config, seat, classes, length)
    for row, nth, letter, square in ghosts:
        drawn.append(_ghost(row, nth, letter, _at(_on_course(square, config), length)))
    return svg.element("svg", *drawn, class_="profile", width="100%", height="100%", aria_hidden="true")


def _at(square: float, length: int) -> str:
    """The position of a square across the drawing, as a percentage of its width."""
    return f"{svg.number(min(LEFT + (RIGHT - LEFT) * square / length, END))}%"


def _on_course(square: int, config: RaceConfig) -> int:
    """The number of a square on the course; on a loop, each lap begins again at 1."""
    return (square - 1) % config.loop + 1 if config.loop and square else square


def _frame(seen: tuple[int, int], config: RaceConfig, length: int) -> list[str]:
    """Frames around the squares that the road shows: usually one.

    There are two if the road goes on past the line of a loop, and none if the road shows a full lap. The course
    does not show squares beyond the finish, so the frame ends at the last square of the course.
    """
    first, last = seen
    if not config.loop:
        parts = [(first, last)]
    elif last - first + 1 >= config.loop:
        parts = []
    else:
        first, last = _on_course(first, config), _on_course(last, config)
        parts = [(first, last)] if first <= last else [(first, length), (1, last)]
    return [_framed(*part, length) for part in parts]


def _framed(first: int, last: int, length: int) -> str:
    """A frame from one square to another."""
    left = max(EDGES[0], min(LEFT + (RIGHT - LEFT) * (first - 0.7) / length, END - NARROW))
    right = min(EDGES[1], LEFT + (RIGHT - LEFT) * (last + 0.7) / length)
    wide = max(right - left, NARROW)
    return svg.element("rect", class_="seen", x=f"{left:.2f}%", y="32%", width=f"{wide:.2f}%", height="65%", rx=5)


def _line(view: Race, config: RaceConfig, at: int, kind: str, length: int) -> list[str]:
    """A line across the course with its name, its square and the points for the next places there."""
    x = _at(at, length)
    line = next((i for i in range(config.lines[view.stage]) if config.line_at[view.stage][i] == at), None)
    more = ""
    if line is not None:
        first = int(view.crossed[line]) + 1
        points = [points_of_place(view, config, line, place) for place in range(first, first + SHOWN)]
        left = " ".join(str(each) for each in points if each)
        none = _("no points left")
        more = f": {left}{' …' if all(points) else ''}" if left else f": {none}"
    words = say("{line} {square}", line=_(LINE_NAMES[kind]), square=at)
    side: dict[str, str | float] = (
        {"text_anchor": "end", "dx": -6} if at * 5 > length else {"text_anchor": "start", "dx": 6}
    )
    label = svg.element("text", words, svg.element("tspan", more or " ", class_="more"), x=x, y="24%", **side)
    return [svg.element("line", class_=f"pole {kind}", x1=x, x2=x, y1="0", y2="100%"), label]


def _checkpoints(config: RaceConfig, length: int) -> list[str]:
    """Small flags at the checkpoints of a Blind race (V3)."""
    squares = range(int(config.checkpoint), length, int(config.checkpoint))
    return [
        svg.element("line", class_="pole checkpoint", x1=_at(at, length), x2=_at(at, length), y1="45%", y2="100%")
        for at in squares
    ]


def _dots(view: Race, config: RaceConfig, seat: int, classes: Sequence[str], length: int) -> list[str]:
    """A dot for each rider. The dots of the seat's own riders are larger and drawn on top."""
    rivals, own = list[str](), list[str]()
    for square, riders in on_squares(view, config):
        for i, rider in enumerate(sorted(riders)):
            mine = rider // GRADES == seat
            hidden = config.blind and is_hidden(view, rider)
            x = _at(_on_course(square, config) + (0.6 * i if hidden else 0), length)
            class_ = f"dot {classes[rider // GRADES]}{' own' if mine else ''}"
            y = HEIGHTS[(square + i) % len(HEIGHTS)]
            dot = svg.element("circle", class_=class_, cx=x, cy=f"{y}%", r=5 if mine else 3.5)
            (own if mine else rivals).append(dot)
    return rivals + own


def _ghost(row: int, nth: int, letter: str, x: str) -> str:
    """A ring where a card would take a rider."""
    y = 52 if row % 2 else 78  # the rings of riders in neighboring rows are at different heights
    ring = svg.element("circle", class_="ring", cx=x, cy=f"{y}%", r=7)
    words = svg.element("text", letter, class_="words", x=x, y=f"{y}%", dy=3.5, font_size=10, text_anchor="middle")
    return svg.group([ring, words], f"ghost ghost-{row}-{nth}")
