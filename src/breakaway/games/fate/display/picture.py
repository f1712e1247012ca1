"""FATE's picture for the front page: four dice over the lines of the field, and the ball."""

from __future__ import annotations

from breakaway.display import svg
from breakaway.games.fate.display.faces import die
from breakaway.games.fate.display.svg import LACES, PIGSKIN

WIDTH, HEIGHT, LINES, GAP = 300, 138, 7, 50
THROWN = ((24, 36, -9, "+"), (90, 58, 7, "-"), (156, 30, -4, "0"), (216, 52, 12, "+"))  # x, y, rotation, face
SMALL = 0.86


def picture() -> str:
    """The drawing, which is hidden from screen readers because the text beside it says the same."""
    drawn = [svg.rect("turf", 0, 0, WIDTH, HEIGHT)]
    for i in range(LINES):
        x = i * GAP
        if i % 2:
            drawn.append(svg.rect("mown", x, 0, GAP, HEIGHT))
        drawn.append(svg.path("chalk", f"M{x} 0V{HEIGHT}"))
        drawn += [svg.path("chalk", f"M{x + step * 10} {y}v6") for step in range(1, 5) for y in (8, HEIGHT - 14)]
    ball = svg.element("g", svg.path("pigskin", PIGSKIN), svg.path("laces", LACES), transform="scale(0.9)")
    drawn.append(svg.group([ball], move=(276, 26), turn=-28))
    for x, y, turn, face in THROWN:
        scaled = svg.element("g", die(0, face), transform=f"scale({SMALL:g})")
        drawn.append(svg.group([scaled], move=(x, y), turn=turn))
    return svg.element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="fate dice thrown",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
    )
