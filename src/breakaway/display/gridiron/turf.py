"""The empty field: stripes, end zones, lines every five yards with their numbers, red zones, midfield.

`Turf` also places everything that is drawn on the field. `point` turns a line (counted from the home team's goal line)
and a position across the field into a point. WIDE is the usual drawing, and TALL is the one for narrow screens.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from breakaway.display import svg

GOAL = 20  # lines of five yards from goal line to goal line
KEPT = 200  # how many drawn empty fields are kept
END = 2  # the depth of an end zone, in lines
RED_ZONE = 4  # the depth of a red zone, in lines: it begins at the 20
DIGIT = 13  # the distance of a yard number's digit from its line
CHEVRONS = "M-15 -12L-3 0L-15 12M1 -12L13 0L1 12"  # the mark at midfield


@dataclass(frozen=True)
class Turf:
    """The dimensions of one drawing. Home's goal line is at the left, or at the bottom if the drawing is tall."""

    tall: bool
    step: float  # the distance between two lines (five yards)
    across: float  # the width of the field

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the drawing."""
        length = self.step * (GOAL + 2 * END)
        return (self.across, length) if self.tall else (length, self.across)

    def point(self, line: float, at: float) -> tuple[float, float]:
        """The x and y of the point on this line of the field, at the fraction `at` (0 to 1) of its width."""
        along = (line + END) * self.step
        return (at * self.across, self.size[1] - along) if self.tall else (along, at * self.across)

    def box(self, class_: str, first: float, last: float, begin: float = 0, end: float = 1) -> str:
        """A rectangle with the CSS class `class_`. Along the field, it extends from line `first` to line `last`.

        Across the field, it extends from `begin` to `end`, as fractions of the width (0 to 1).
        """
        (x, y), (u, v) = self.point(first, begin), self.point(last, end)
        return svg.rect(class_, min(x, u), min(y, v), abs(u - x), abs(v - y))

    def stroke(self, class_: str, line: float, begin: float = 0, end: float = 1) -> str:
        """A stroke with the CSS class `class_` along a `line` of the field.

        It extends from `begin` to `end`, as fractions of the field's width (0 to 1).
        """
        (x, y), (u, v) = self.point(line, begin), self.point(line, end)
        return svg.path(class_, f"M{svg.number(x)} {svg.number(y)}L{svg.number(u)} {svg.number(v)}")

    def toward(self, offense: int) -> float:
        """The direction in which the offense attacks, as an angle: degrees clockwise from the right."""
        return (270, 90)[offense] if self.tall else (0, 180)[offense]


WIDE, TALL = Turf(False, 48, 408), Turf(True, 23, 356)


@lru_cache(KEPT)
def turf(at: Turf, called: tuple[str, str], teams: tuple[str, str]) -> str:
    """The empty field, drawn with the dimensions in `at`.

    `called` lists the teams' names, and `teams` lists their CSS classes.
    """
    drawn = [svg.rect("turf", 0, 0, *at.size)]
    drawn += [at.box("mown", line, line + 2) for line in range(0, GOAL, 4)]
    drawn += [at.box("red-zone", 0, RED_ZONE), at.box("red-zone", GOAL - RED_ZONE, GOAL)]
    drawn += [_end_zone(at, called[seat], seat, teams[seat]) for seat in (0, 1)]
    margin = 0.115 if at.tall else 0
    for line in range(1, GOAL):
        drawn.append(at.stroke("yards" if line % 2 else "yards ten", line, margin, 1 - margin))
        drawn += [
            at.stroke("yards hash", line + half, 0.37 + 0.26 * i - 0.014, 0.37 + 0.26 * i + 0.014)
            for half in (0.5,)
            for i in (0, 1)
        ]
    drawn += [at.stroke("goal-line", 0), at.stroke("goal-line", GOAL)]
    for line in range(2, GOAL, 2):
        drawn += _number(at, line)
    return "".join([*drawn, _midfield(at)])


def _end_zone(at: Turf, name: str, seat: int, team: str) -> str:
    """The end zone that a seat defends, in its colors and with its name."""
    first, last = ((-END, 0), (GOAL, GOAL + END))[seat]
    trim = -0.3 if seat == 0 else GOAL + 0.12
    x, y = at.point((first + last) / 2 - (0.12 if seat == 0 else -0.12), 0.5)
    size = svg.fitting(name.upper(), 0.72 * at.step, 0.56 * at.across)
    turn = 0 if at.tall else (-90, 90)[seat]
    words = svg.text("end-name", 0, 0, name.upper(), font_size=size, text_anchor="middle", dy="0.35em")
    parts = [at.box("end-zone", first, last), at.box("trim", trim, trim + 0.18)]
    return svg.group([*parts, svg.group([words], move=(x, y), turn=turn)], team)


def _number(at: Turf, line: int) -> list[str]:
    """The yard numbers of a line at both edges of the field. As on a real field, the line runs between the digits."""
    yards = str(5 * min(line, GOAL - line))
    drawn = []
    for place in (0.052, 0.948) if at.tall else (0.115, 0.885):
        x, y = at.point(line, place)
        if at.tall:
            drawn.append(svg.text("number", x, y, yards, font_size=15, text_anchor="middle", dy="0.35em"))
        else:
            pair = zip(yards, (-DIGIT, DIGIT), strict=True)
            drawn += [
                svg.text("number", x + off, y, digit, font_size=24, text_anchor="middle", dy="0.35em")
                for digit, off in pair
            ]
    if line != GOAL // 2 and not at.tall:
        side = -1 if line < GOAL // 2 else 1
        for place in (0.115, 0.885):
            x, y = at.point(line, place)
            tip = x + side * (DIGIT + 15)
            drawn.append(svg.path("number", f"M{tip} {svg.number(y)}l{-side * 6} -4v8z"))
    return drawn


def _midfield(at: Turf) -> str:
    """The game's mark at midfield."""
    x, y = at.point(GOAL / 2, 0.5)
    disc = svg.element("circle", class_="disc", r=30 if not at.tall else 24)
    mark = svg.path("mark", CHEVRONS)
    return svg.group([disc, mark], "midfield", (x, y), at.toward(0))
