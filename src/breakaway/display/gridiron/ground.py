"""The field on a match page: one drawing that fills a stage of any size.

Positions are percentages of the drawing's length. Lines are five yards apart and numbered from 0 to 20, from the home
team's goal line. The letters, the ball and the arrows keep their size; only the distances between them change. On a
phone, the style sheet makes the letters, the ball and the arrows smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

from breakaway.display import svg
from breakaway.display.gridiron.turf import CHEVRONS, END, GOAL, RED_ZONE

KEPT = 200  # how many drawn empty fields are kept
LENGTH = GOAL + 2 * END
PIGSKIN = "M-19 0C-12 -14 12 -14 19 0C12 14 -12 14 -19 0z"
LACES = "M-8 0H8M-5 -3.5V3.5M0 -4V4M5 -3.5V3.5"
AHEAD = "M27 -7L34 0L27 7"
PENNANT = "M0 0V18L18 8z"
HEAD = "M-8 -5L2 0L-8 5z"
CROSS = "M-4 -4L4 4M4 -4L-4 4"
FIRST_LANE, LAST_LANE = 24.0, 42.0  # percent of the height: a drive's plays are drawn between these, above the ball
BALL, SPOT = 54.0, 20  # percent of the height; the label's distance below the ball in pixels
LETTER = 13  # size of the label's letters in pixels


@dataclass(frozen=True)
class Move:
    """One play of the drive: its first and last line, its `result` (gain, loss or none), and a description in words.

    `missed`: whether the play was an incomplete pass.
    """

    start: float
    end: float
    result: str
    says: str
    missed: bool = False


@dataclass(frozen=True)
class BallAt:
    """The ball: its line, its spot in words, and the direction of play (1 to the right, -1 to the left)."""

    line: float
    spot: str
    toward: int


@dataclass(frozen=True)
class Ground:
    """Everything on the field.

    `marker` is the line for a first down, and `sign` is the text over a field without a ball. `names` and `classes` are
    the teams' names and the CSS classes of their colors, home first. `title` and `words` describe the drawing for
    people who cannot see it.
    """

    names: tuple[str, str]
    classes: tuple[str, str]
    title: str
    words: str
    ball: BallAt | None = None
    marker: float | None = None
    moves: tuple[Move, ...] = ()
    sign: str = ""


def percent(line: float) -> float:
    """The position of a line, as a percentage of the drawing's length. Each end zone is a twelfth of the drawing."""
    return (line + END) / LENGTH * 100


def draw(ground: Ground, key: str = "field") -> str:
    """The field as one SVG element, with everything in `ground`.

    The element's ids begin with `key`, which is unique on a page.
    """
    drawn = [empty(ground.names, ground.classes)]
    if ground.ball:
        drawn.append(_across("scrimmage", ground.ball.line))
        if ground.marker is not None:
            flag = _placed(percent(ground.marker), 0, [svg.path("flag", PENNANT)])
            drawn += [_across("first-down", ground.marker), flag]
        drawn += _moves(ground.moves)
        drawn.append(_ball(ground.ball))
    elif ground.sign:
        drawn.append(_sign(ground.sign))
    return svg.element(
        "svg",
        svg.element("title", escape(ground.title), id=f"{key}-title"),
        svg.element("desc", escape(ground.words), id=f"{key}-words"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="field ground",
        width="100%",
        height="100%",
        role="img",
        aria_labelledby=f"{key}-title",
        aria_describedby=f"{key}-words",
    )


@lru_cache(KEPT)
def empty(names: tuple[str, str], classes: tuple[str, str]) -> str:
    """The empty field: stripes, end zones, yard lines with their numbers, midfield."""
    drawn = [_box("turf", -END, GOAL + END)]
    drawn += [_box("mown", line, line + 2) for line in range(0, GOAL, 4)]
    drawn += [_box("red-zone", 0, RED_ZONE), _box("red-zone", GOAL - RED_ZONE, GOAL)]
    drawn += [_across("yards" if line % 2 else "yards ten", line) for line in range(1, GOAL)]
    for line in range(GOAL):
        drawn += [_stroke("yards hash", line + 0.5, top, top + 3) for top in (34.5, 62.5)]
    drawn += [_end_zone(names[seat], classes[seat], seat) for seat in (0, 1)]
    drawn += [_across("goal-line", 0), _across("goal-line", GOAL)]
    drawn += [_number(line, place) for line in range(2, GOAL, 2) for place in (10, 90)]
    middle = [svg.element("circle", class_="disc", r=24), svg.path("mark", CHEVRONS)]
    return "".join([*drawn, _placed(50, 50, middle, "midfield")])


def _per(value: float) -> str:
    return f"{svg.number(value)}%"


def _box(class_: str, first: float, last: float) -> str:
    """A strip of the field from one line to another."""
    width = percent(last) - percent(first)
    return svg.element("rect", class_=class_, x=_per(percent(first)), y="0", width=_per(width), height="100%")


def _stroke(class_: str, line: float, top: float, bottom: float) -> str:
    x = _per(percent(line))
    return svg.element("line", class_=class_, x1=x, x2=x, y1=_per(top), y2=_per(bottom))


def _across(class_: str, line: float) -> str:
    return _stroke(class_, line, 0, 100)


def _placed(x: float, y: float, inside: Sequence[str], class_: str = "") -> str:
    """Drawings of a fixed size around a point on the field. x and y are percentages."""
    glyph = svg.element("g", *inside, class_="glyph")
    named = {"class_": class_} if class_ else {}
    return svg.element("svg", glyph, x=_per(x), y=_per(y), overflow="visible", width="1", height="1", **named)


def _end_zone(name: str, team: str, seat: int) -> str:
    """The end zone that a seat defends, in its colors and with its name."""
    first = (-END, GOAL)[seat]
    trim = svg.element(
        "line", class_="trim", **dict.fromkeys(("x1", "x2"), _per(percent((0, GOAL)[seat]))), y1="0", y2="100%"
    )
    size = "long" if len(name) > 9 else "short"
    words = svg.text(f"end-name {size}", 0, 0, name.upper(), text_anchor="middle", dy="0.35em")
    turned = svg.group([words], turn=(-90, 90)[seat])
    middle = percent(first + END / 2)
    return svg.group([_box("end-zone", first, first + END), trim, _placed(middle, 50, [turned])], team)


def _number(line: int, place: int) -> str:
    """The yard number of a line at one edge of the field. As on a real field, the line runs between the digits."""
    yards = str(5 * min(line, GOAL - line))
    pair = zip(yards, (-10, 10), strict=True)
    return _placed(
        percent(line),
        place,
        [svg.text("number", x, 0, digit, text_anchor="middle", dy="0.35em") for digit, x in pair],
    )


def _moves(moves: Sequence[Move]) -> list[str]:
    """The plays of the drive as arrows, each in its own lane, with the latest one nearest to the ball."""
    gap = (LAST_LANE - FIRST_LANE) / max(3, len(moves))
    drawn = []
    for i, move in enumerate(moves):
        y = LAST_LANE - gap * (len(moves) - 1 - i)
        start, end = percent(move.start), percent(move.end)
        parts = [svg.title(move.says)]
        if i == 0:
            parts.append(svg.element("circle", class_="began", cx=_per(start), cy=_per(y), r=4))
        if start == end:
            mark = svg.path("arrow", CROSS) if move.missed else svg.element("circle", class_="stay", r=4)
            parts.append(_placed(end, y, [mark]))
        else:
            parts.append(svg.element("line", class_="arrow", x1=_per(start), x2=_per(end), y1=_per(y), y2=_per(y)))
            parts.append(_placed(end, y, [svg.group([svg.path("head", HEAD)], turn=0 if end > start else 180)]))
        drawn.append(svg.group(parts, f"step {move.result}"))
    return drawn


def _ball(ball: BallAt) -> str:
    """Draws the ball and the direction of play, with the ball's spot in words below."""
    turn = "" if ball.toward > 0 else "rotate(180)"
    room = svg.wide(ball.spot) * LETTER + 14
    drawn = [svg.path("pigskin", PIGSKIN), svg.path("laces", LACES), svg.path("ahead", AHEAD)]
    parts = [
        svg.element("g", *drawn, transform=turn) if turn else svg.element("g", *drawn),
        svg.rect("spot-back", -room / 2, SPOT, room, 22, 11),
        svg.text("spot", 0, SPOT + 11, ball.spot, font_size=LETTER, text_anchor="middle", dy="0.35em"),
    ]
    return _placed(percent(ball.line), BALL, parts, "ball")


def _sign(words: str) -> str:
    """A sign over midfield while there is no ball on the field."""
    room = svg.wide(words) * 22 + 40
    back = svg.rect("sign-back", -room / 2, -24, room, 48, 24)
    said = svg.text("sign", 0, 0, words, font_size=22, text_anchor="middle", dy="0.35em")
    return _placed(50, 50, [back, said], "notice")
