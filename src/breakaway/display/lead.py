"""Draws how the score or the chances of winning developed: a line for each side, with the deciding play marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from breakaway.display import svg
from breakaway.display.ending import Course, PointsLine

WIDTH, HEIGHT = 720, 230
LEFT, RIGHT, TOP, BOTTOM = 8, 530, 14, 200  # the edges of the lines; names come to their right
LONGEST = 12  # the most letters of a name
APART = 17  # the distance between two sides' names


def lead(course: Course, links: Sequence[tuple[str, str]] = ()) -> str:
    """The `course` of a match as an SVG: each side's points after each play, from left to right, in the side's color.

    `links` lists an address and a label for each play. Clicking a play opens its address.
    """
    plays = max(len(track.values) for track in course.tracks) - 1
    most = course.most or max(max(track.values) for track in course.tracks) or 1.0

    def x(n: float) -> float:
        return LEFT + (RIGHT - LEFT) * n / max(1, plays)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value / most

    drawn = [svg.title(course.says), svg.path("ground", f"M{LEFT} {BOTTOM}H{RIGHT}")]
    ends = [*[at for at, _name in course.ticks[1:]], plays]
    for (at, name), until in zip(course.ticks, ends, strict=False):
        if at:
            drawn.append(svg.path("part", f"M{svg.number(x(at))} {TOP}V{BOTTOM}"))
        drawn.append(svg.text("tick", (x(at) + x(until)) / 2, HEIGHT - 8, name, text_anchor="middle"))
    drawn += [svg.path(f"track {track.class_}", _steps(track, x, y)) for track in reversed(course.tracks)]
    if course.key:
        best = max(course.tracks, key=lambda track: track.values[course.key] - track.values[course.key - 1])
        drawn.append(svg.element("circle", class_="key", cx=x(course.key), cy=y(best.values[course.key]), r=7))
    heights = _spread([y(track.values[-1]) for track in course.tracks])
    for track, height in zip(course.tracks, heights, strict=True):
        chip = svg.rect("chip", RIGHT + 10, height - 6, 12, 12, 3)
        name = svg.text("name", RIGHT + 28, height + 5, _short(track.name))
        drawn.append(svg.group([chip, name], track.class_))
    wide = (RIGHT - LEFT) / max(1, plays)
    drawn += [_link(address, says, x(n) - wide / 2, wide) for n, (address, says) in enumerate(links, 1)]
    role = "group" if links else "img"  # an image cannot contain links
    return svg.element("svg", *drawn, class_="lead", viewBox=f"0 0 {WIDTH} {HEIGHT}", role=role)


def _link(address: str, says: str, left: float, width: float) -> str:
    """A strip of the drawing that links to a play."""
    strip = svg.rect("hit", left, TOP, width, BOTTOM - TOP)
    return svg.link(address, says, strip)


def _steps(track: PointsLine, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    """The line of one side, with a step wherever its value changes."""
    found = [f"M{svg.number(x(0))} {svg.number(y(track.values[0]))}"]
    for n, value in enumerate(track.values[1:], 1):
        if value != track.values[n - 1]:
            found.append(f"H{svg.number(x(n))}V{svg.number(y(value))}")
    return "".join([*found, f"H{svg.number(x(len(track.values) - 1))}"])


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _spread(wanted: Sequence[float]) -> list[float]:
    """The heights at which to write names, from top to bottom: as `wanted`, but without overlaps."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found, last = list(wanted), 0.0
    for place, i in enumerate(order):
        lowest = HEIGHT - 24 - APART * (len(order) - 1 - place)
        found[i] = last = min(max(wanted[i], last + APART if place else TOP), lowest)
    return found
