"""Draws the whole course as one line, with its sprint lines, its finish and the field."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import _, say
from breakaway.display import svg
from breakaway.games.cycling.display.road import LINE_NAMES, by_square, lines
from breakaway.games.cycling.rules.sprints import points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES

MARGIN, TOP, HEIGHT = 22, 30, 62
SHOWN = 3  # places whose points are written beside a line if there is room


Ghost = tuple[
    int, int, str, int
]  # a row of cards on the page, a card in it, the rider's letter, and where it takes him


def course(view: Race, config: RaceConfig, seat: int, width: int, ghosts: Sequence[Ghost] = ()) -> str:
    """The course from start to finish in one line, with a dot for each occupied square and own riders in gold.

    A ghost shows where a card would take a rider. The style sheet reveals the ghosts of cards chosen on the page.

    Screen readers skip it, because the drawing of the road already says the same.
    """
    length = int(config.length[view.stage])
    scale = (width - 2 * MARGIN) / length
    drawn = [svg.rect("course", MARGIN, TOP, width - 2 * MARGIN, 8, 4)]
    field = [(square % config.loop if config.loop else square, riders) for square, riders in by_square(view, config)]
    if field and not config.loop:
        done = min(field[0][0], length)
        drawn.append(svg.rect("ridden", MARGIN, TOP, max(8.0, done * scale), 8, 4))
    for at, kind in sorted(lines(view, config).items()):
        if at <= length:
            drawn += _line(view, config, at, kind, MARGIN + at * scale, width)
    drawn.append(svg.text("soft", MARGIN, HEIGHT - 6, _("start"), font_size=11.5, text_anchor="middle"))
    for square, riders in reversed(field):
        own = any(rider // GRADES == seat for rider in riders)
        x = MARGIN + min(square, length + 1) * scale
        drawn.append(svg.element("circle", class_="at own" if own else "at", cx=x, cy=TOP + 4, r=5.5 if own else 4))
    for row, nth, letter, square in ghosts:
        x = MARGIN + min(square % config.loop if config.loop else square, length + 1) * scale
        y = TOP - 5 if row % 2 else TOP + 13  # neighbours in the bunch alternate above and below
        dot = svg.element("circle", cx=x, cy=y, r=7)
        words = svg.text("", x, y + 4, letter, font_size=11.5, text_anchor="middle")
        drawn.append(svg.group([dot, words], f"ghost ghost-{row}-{nth}"))
    return svg.element("svg", *drawn, class_="course", viewBox=f"0 0 {width} {HEIGHT}", aria_hidden="true")


def _line(view: Race, config: RaceConfig, at: int, kind: str, x: float, width: int) -> list[str]:
    """A line across the course, with its name above and its square below."""
    drawn = [svg.path(f"post {kind}", f"M{x:g} {TOP - 7:g}v22")]
    line = next((i for i in range(config.lines[view.stage]) if config.line_at[view.stage][i] == at), None)
    words = name = _(LINE_NAMES[kind])
    if line is not None and width > 600:
        first = int(view.crossed[line]) + 1
        points = [points_of_place(view, config, line, place) for place in range(first, first + SHOWN)]
        left = " ".join(str(each) for each in points if each)
        words = (
            f"{name}: {left}" + (" …" if all(points) else "") if left else say("{line}: all points taken", line=name)
        )
    anchor = "end" if x > width - 70 else "middle"
    nudge = MARGIN - 6 if anchor == "end" else 0
    drawn.append(svg.text("ink", x + nudge, TOP - 13, words, font_size=12, text_anchor=anchor))
    drawn.append(svg.text("soft", x, HEIGHT - 6, str(at), font_size=11.5, text_anchor="middle"))
    return drawn
