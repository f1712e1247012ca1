"""FATE football in a browser: everything as words and buttons yet, with a picture of its own for the front page."""

from __future__ import annotations

from breakaway.boards import svg
from breakaway.boards.plain import PlainPage

WIDTH, HEIGHT, SIDE = 300, 138, 46
DICE = ((60, 72, -9, "+"), (122, 60, 7, "-"), (183, 76, -5, ""), (243, 62, 11, "+"))


class FatePage(PlainPage):
    """FATE Accelerated Football."""

    says = "Call in secret, then four dice of plus, minus and blank say how it went."

    def picture(self) -> str:
        """Four Fate dice, rolled over a field."""
        lines = [svg.path("yards", f"M{x} 0V{HEIGHT}") for x in range(10, WIDTH, 40)]
        hashes = [svg.path("yards hash", f"M{x} 40v7M{x} 91v7") for x in range(20, WIDTH, 10) if (x - 10) % 40]
        return svg.element(
            "svg",
            svg.rect("turf", 0, 0, WIDTH, HEIGHT),
            *lines,
            *hashes,
            *(_die(*each) for each in DICE),
            class_="scenery dice",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            aria_hidden="true",
            preserveAspectRatio="xMidYMid slice",
        )


def _die(x: float, y: float, turn: float, mark: str) -> str:
    """A die with its face: strokes for plus and minus, nothing for blank."""
    half = SIDE / 2
    strokes = {"+": "M-11 0H11M0 -11V11", "-": "M-11 0H11", "": ""}[mark]
    face = [svg.path("mark", strokes)] if strokes else []
    drawn = [
        svg.rect("shade", -half + 3, -half + 5, SIDE, SIDE, 10),
        svg.rect("die", -half, -half, SIDE, SIDE, 10),
        svg.rect("edge", -half + 4, -half + 4, SIDE - 8, SIDE - 8, 7),
        *face,
    ]
    return svg.group(drawn, "", (x, y), turn)


PAGE = FatePage()
