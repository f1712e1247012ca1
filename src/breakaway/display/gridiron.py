"""What both football games draw: the field, jerseys, drives, chapters and endings."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar
from xml.sax.saxutils import escape
from zlib import crc32

from breakaway.core.language import Names, _, language, many, marked, reader, say
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.document import Figure, Line, Part
from breakaway.display.endings import (
    SCORE,
    TURNOVER,
    Course,
    Dated,
    Ending,
    KeyPlay,
    Mark,
    Placed,
    PointsLine,
    deciding,
    verdict,
)
from breakaway.display.match_page import PlayBlock
from breakaway.display.reports import Chapter, MatchHistory
from breakaway.games.words import team

# --- Parts of a page that stay as they are, such as a play that is over. Pages of the same match need not remake them.


MOST_PARTS = 4096  # a few kilobytes each
_parts: OrderedDict[Hashable, tuple[Any, Any, Any]] = OrderedDict()
_parts_guard = Lock()
P = TypeVar("P")


def part_once(observation: Observation[Any, Any], told: Hashable, make: Callable[[], P]) -> P:
    """A part of a page, from an earlier page if one has shown it, or else the one that `make` makes.

    It may depend on what was `told`, on the language and the reader, and on the observation's game, seat, config and
    names, but on nothing else. `told` begins with the name of the part.
    """
    config, names = observation.config, observation.names
    seen = observation.game.name, observation.game.edition, observation.seat, id(config), id(names)
    key = language(), reader(), *seen, told
    with _parts_guard:
        found = _parts.get(key)
        if found is not None:
            _parts.move_to_end(key)
            kept: P = found[2]
            return kept
    part = make()
    with _parts_guard:
        _parts[key] = config, names, part  # as long as these are kept, nothing else can have their ids
        if len(_parts) > MOST_PARTS:
            _parts.popitem(last=False)
    return part


# --- The colors of a team's home or away jersey, as a class name in the style sheet (`board.css`).
#
# A team that is not in the style sheet always gets the same spare jersey. If the teams would look alike, the away side
# changes its jersey.


TEAMS = ("fire", "lightning", "maulers", "pharaohs", "vultures", "sharks", "stackers", "rhinos", "eclipse")
SPARES = ("spare-1", "spare-2", "spare-3")
ALIKE = (
    *({"fire", "maulers"}, {"maulers", "stackers"}, {"pharaohs", "eclipse"}, {"sharks", "pharaohs"}),
    *({"vultures", "rhinos"}, {"rhinos", "eclipse"}),
)


def jersey(name: str) -> str:
    """The usual jersey of the team with this `name`: its own, or a spare one."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    return slug if slug in TEAMS else SPARES[crc32(name.encode()) % len(SPARES)]


def team_classes(names: Names) -> tuple[str, str]:
    """The CSS classes of both sides, such as `team-fire`.

    If the teams would look alike, the away side also gets the `away` class.
    """
    home, away = (jersey(team(names, seat)) for seat in (0, 1))
    alike = home == away or {home, away} in ALIKE
    return f"team-{home}", f"team-{away}{' away' if alike else ''}"


def colors_of(teams: Sequence[str]) -> list[str]:
    """The CSS classes of `teams` with these names, such as `team-fire`, each in its usual jersey.

    If a team before it in the list wears that, it gets another one. When all are taken, teams share them.
    """
    found: list[str] = []
    for each in teams:
        usual = jersey(each)
        tries = [usual, *(SPARES if usual in SPARES else ()), f"{usual} away", *(f"{spare} away" for spare in SPARES)]
        found.append(next((f"team-{one}" for one in tries if f"team-{one}" not in found), f"team-{usual}"))
    return found


# --- Small counters as SVG: clock cards, time outs, challenge flags and spy tokens.
#
# Unused counters are filled in.


CLOCK, TIME_OUTS, FLAGS, RUN_TOKENS, PASS_TOKENS = "clock", "time-outs", "flags", "run-tokens", "pass-tokens"
GLYPHS = {"run": "M0 5H15M10.5 0.5L15 5L10.5 9.5", "pass": "M0 10Q7 -4 14 5M14.6 -1.2L14.5 5.5L8 4.6"}
HEIGHT, STEPS = 18, {CLOCK: 12, TIME_OUTS: 17, FLAGS: 22, RUN_TOKENS: 22, PASS_TOKENS: 22}
SAID = {
    CLOCK: marked("{left} of {of} cards left"),
    TIME_OUTS: marked("{left} of {of} time outs left"),
    FLAGS: marked("{left} of {of} challenge flags left"),
    RUN_TOKENS: marked("spy tokens against runs: {left} of {of} left"),
    PASS_TOKENS: marked("spy tokens against passes: {left} of {of} left"),
}


@dataclass(frozen=True)
class Counter:
    """How many time outs, flags or clock cards are `left`, and how many there were at first (`of`)."""

    left: int
    of: int


def pips(kind: str, count: Counter) -> str:
    """A row of marks for a count, and the same in words: `2 of 3 time outs left`. `kind` is the CSS class."""
    says = _(SAID[kind]).format(left=count.left, of=count.of)
    width = max(1, count.of) * STEPS[kind]
    drawn = [_pip(kind, i * STEPS[kind], i < count.left) for i in range(count.of)]
    return svg.element(
        "svg",
        svg.title(says),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"pips {kind}",
        viewBox=f"0 0 {width} {HEIGHT}",
        width=width,
        height=HEIGHT,
        role="img",
        aria_label=says,
    )


def _pip(kind: str, x: float, on: bool) -> str:
    class_ = "on" if on else "off"
    if kind == CLOCK:
        return svg.rect(class_, x + 1.5, 2, 8.5, 14, 2)
    if kind == TIME_OUTS:
        return svg.element("circle", class_=class_, cx=x + 8, cy=9, r=5.5)
    if kind == FLAGS:
        at = svg.number(x + 4)
        return svg.path("pole", f"M{at} 2V16") + svg.path(class_, f"M{at} 3h13l-4 3.5l4 3.5h-13z")
    ring = svg.element("circle", class_=class_, cx=x + 9.5, cy=9, r=8)
    move = f"translate({svg.number(x + 4.8)} 5.4) scale(0.62)"
    return ring + svg.path(f"glyph {class_}-glyph", GLYPHS[kind.partition("-")[0]], transform=move)


# --- The empty field: stripes, end zones, lines every five yards with their numbers, red zones, midfield.
#
# `Turf` also places everything that is drawn on the field. `point` turns a line (counted from the home team's goal
# line) and a position across the field into a point. WIDE is the usual drawing, and TALL is the one for narrow screens.


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
    drawn += [_turf_end_zone(at, called[seat], seat, teams[seat]) for seat in (0, 1)]
    margin = 0.115 if at.tall else 0
    for line in range(1, GOAL):
        drawn.append(at.stroke("yards" if line % 2 else "yards ten", line, margin, 1 - margin))
        drawn += [at.stroke("yards hash", line + 0.5, middle - 0.014, middle + 0.014) for middle in (0.37, 0.37 + 0.26)]
    drawn += [at.stroke("goal-line", 0), at.stroke("goal-line", GOAL)]
    for line in range(2, GOAL, 2):
        drawn += _turf_number(at, line)
    return "".join([*drawn, _midfield(at)])


def _turf_end_zone(at: Turf, name: str, seat: int, team: str) -> str:
    """The end zone that a seat defends, in its colors and with its name."""
    first, last = ((-END, 0), (GOAL, GOAL + END))[seat]
    trim = -0.3 if seat == 0 else GOAL + 0.12
    x, y = at.point((first + last) / 2 - (0.12 if seat == 0 else -0.12), 0.5)
    size = svg.fitting(name.upper(), 0.72 * at.step, 0.56 * at.across)
    turn = 0 if at.tall else (-90, 90)[seat]
    words = svg.text("end-name", 0, 0, name.upper(), font_size=size, text_anchor="middle", dy="0.35em")
    parts = [at.box("end-zone", first, last), at.box("trim", trim, trim + 0.18)]
    return svg.group([*parts, svg.group([words], move=(x, y), turn=turn)], team)


def _turf_number(at: Turf, line: int) -> list[str]:
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


# --- The field on a match page: one drawing that fills a stage of any size.
#
# Positions are percentages of the drawing's length. Lines are five yards apart and numbered from 0 to 20, from the home
# team's goal line. The letters, the ball and the arrows keep their size; only the distances between them change. On a
# phone, the style sheet makes the letters, the ball and the arrows smaller.


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
NEAR_GOAL, CLEAR = 3, 30  # lines from a goal within which a long label moves inward; pixels that stay on its other side


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
        drawn.append(_stroke("scrimmage", ground.ball.line))
        if ground.marker is not None:
            flag = _placed(percent(ground.marker), 0, [svg.path("flag", PENNANT)])
            drawn += [_stroke("first-down", ground.marker), flag]
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
    drawn += [_stroke("yards" if line % 2 else "yards ten", line) for line in range(1, GOAL)]
    for line in range(GOAL):
        drawn += [_stroke("yards hash", line + 0.5, top, top + 3) for top in (34.5, 62.5)]
    drawn += [_end_zone(names[seat], classes[seat], seat) for seat in (0, 1)]
    drawn += [_stroke("goal-line", 0), _stroke("goal-line", GOAL)]
    drawn += [_number(line, place) for line in range(2, GOAL, 2) for place in (10, 90)]
    middle = [svg.element("circle", class_="disc", r=24), svg.path("mark", CHEVRONS)]
    return "".join([*drawn, _placed(50, 50, middle, "midfield")])


def _per(value: float) -> str:
    return f"{svg.number(value)}%"


def _box(class_: str, first: float, last: float) -> str:
    """A strip of the field from one line to another."""
    width = percent(last) - percent(first)
    return svg.element("rect", class_=class_, x=_per(percent(first)), y="0", width=_per(width), height="100%")


def _stroke(class_: str, line: float, top: float = 0, bottom: float = 100) -> str:
    x = _per(percent(line))
    return svg.element("line", class_=class_, x1=x, x2=x, y1=_per(top), y2=_per(bottom))


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
    inward = (ball.line < NEAR_GOAL) - (ball.line > GOAL - NEAR_GOAL)  # a long label would not fit beside the edge
    middle = inward * max(0.0, room / 2 - CLEAR)
    drawn = [svg.path("pigskin", PIGSKIN), svg.path("laces", LACES), svg.path("ahead", AHEAD)]
    parts = [
        svg.element("g", *drawn, transform=turn) if turn else svg.element("g", *drawn),
        svg.rect("spot-back", middle - room / 2, SPOT, room, 22, 11),
        svg.text("spot", middle, SPOT + 11, ball.spot, font_size=LETTER, text_anchor="middle", dy="0.35em"),
    ]
    return _placed(percent(ball.line), BALL, parts, "ball")


def _sign(words: str) -> str:
    """A sign over midfield while there is no ball on the field."""
    room = svg.wide(words) * 22 + 40
    back = svg.rect("sign-back", -room / 2, -24, room, 48, 24)
    said = svg.text("sign", 0, 0, words, font_size=22, text_anchor="middle", dy="0.35em")
    return _placed(50, 50, [back, said], "notice")


# --- Divides matches of either football game into drives: each play in sentences, and the field as it was last drawn.


Seen = Observation[Any, Any]


@dataclass(frozen=True)
class Teller:
    """What the chapters need from a game. `offense` returns the side with the ball, and `team` returns a side's name.

    `figure` draws a position during a drive, from the events so far, or returns None. `stands` returns the score as
    text.
    """

    offense: Callable[[Seen], int]
    team: Callable[[Seen, int], str]
    figure: Callable[[Seen, Sequence[Event]], Figure | None]
    stands: Callable[[Seen], str]


@dataclass
class _Drive:
    """Consecutive turns with the same side on offense, and the plays that ended in them."""

    side: int
    last: int
    first: int
    plays: list[PlayBlock]


def drives(told: MatchHistory, plays: Sequence[PlayBlock], teller: Teller, since: int = 0) -> list[Chapter]:
    """A chapter for each drive that ends in turn `since` or later, and in any case for the last drive.

    `told` is the match, `plays` are its plays, and `teller` provides what differs between the games.
    """
    found = _drives(told, plays, teller)
    shown = [(n, each) for n, each in enumerate(found, 1) if each.last >= since or each is found[-1]]
    return [_chapter(told, n, drive, teller, since) for n, drive in shown]


def _drives(told: MatchHistory, plays: Iterable[PlayBlock], teller: Teller) -> list[_Drive]:
    found: list[_Drive] = []
    for turn in range(told.first + 1, told.last + 1):
        side = teller.offense(told.after(turn - 1))
        if not found or found[-1].side != side:
            found.append(_Drive(side, turn, turn, []))
        found[-1].last = turn
    for play in plays:
        at = play.turn or 0
        if drive := next((each for each in found if each.first <= at <= each.last), None):
            drive.plays.append(play)
    return [each for each in found if each.plays]


def _chapter(told: MatchHistory, n: int, drive: _Drive, teller: Teller, since: int) -> Chapter:
    team = teller.team(told.now, drive.side)
    new = [each for each in drive.plays if (each.turn or 0) >= since]
    parts: list[Part] = [_line(each, team) for each in new or drive.plays[-1:]]
    for turn in range(drive.last, drive.first - 1, -1):
        events = [event for _number, some in told.log[:turn] for event in some]
        position = told.after(turn)
        figure = teller.figure(position, events) if teller.offense(position) == drive.side else None
        if figure:
            parts.append(figure)
            break
    return Chapter(f"{n}. {team}", drive.last, parts, teller.stands(told.after(drive.last)))


def _line(play: PlayBlock, team: str) -> Line:
    """A play of this team: where it began, both calls with the gain, and what happened."""
    head = f"{play.title} ({play.gain})" if play.title and play.gain else play.title
    said = [head, *(f"{each.label}{each.text}" for each in play.lines)]
    text = " ".join(each if each[-1:] in ".!?" else f"{each}." for each in said if each)
    where = play.where.removeprefix(f"{team}, ") or _("Kick")
    return Line(text, f"{where}: ", kind=play.kind)


# --- How a match of either football game ended: final score, points play by play, and the play that decided it.
#
# The statistics of both games have a row for each play, with the `points` of both sides before the play, its `quarter`,
# and how many times each side `lost` the ball.


TOUCHDOWN, FIELD_GOAL, SAFETY = 6, 3, 2  # points


@dataclass(frozen=True)
class DrivesInWords:
    """How a game puts a row into words: what was called, and the situation before the play."""

    names: dict[str, Any]
    play: Callable[[Any], str]
    situation: Callable[[Any], str]
    quarter: Callable[[int], str]

    def team(self, seat: int) -> str:
        """A team's name."""
        return str(team(self.names, seat))


def ending(told: DrivesInWords, plays: Dated, observation: Observation[Any, Any]) -> Ending:
    """The card for the end of a match. `plays` lists the rows of statistics."""
    standing, said = observation.standing, verdict(observation)
    score = [standing.score[seat] for seat in standing.by_side.values()]
    rows = [(turn, row) for turn, row in plays if row.quarter]
    points = [*((row.points[0], row.points[1]) for _turn, row in rows), (score[0], score[1])]
    ahead = standing.won[0] if len(standing.won) == 1 else None
    order = (1, 0) if ahead == 1 else (0, 1)
    classes = team_classes(told.names)
    sides = tuple(
        Placed(told.team(seat), classes[seat], str(score[seat]), 1 if ahead in (seat, None) else 2) for seat in order
    )
    headline, how = (said.winner, said.how) if said else ("", "")
    if not rows:
        return Ending(headline, how, "" if ahead is None else classes[ahead], sides)
    key = deciding(points, ahead)
    return Ending(
        headline,
        how or ("" if ahead is None else _how(points, ahead)),
        "" if ahead is None else classes[ahead],
        sides,
        course=_course(told, rows, points, key),
        key=_key_play(told, rows, points, key),
    )


def _how(points: Sequence[tuple[int, int]], ahead: int) -> str:
    """Says by how many points the winner trailed at worst."""
    behind = max(each[1 - ahead] - each[ahead] for each in points)
    if behind <= 0:
        return _("Never behind.")
    return many("After trailing by {n} point.", "After trailing by {n} points.", behind)


def _course(told: DrivesInWords, rows: Dated, points: Sequence[tuple[int, int]], key: int) -> Course:
    classes, ticks, quarter = team_classes(told.names), list[tuple[int, str]](), 0
    for n, (_turn, row) in enumerate(rows):
        if row.quarter != quarter:
            quarter = row.quarter
            ticks.append((n, str(quarter) if quarter < 5 else _("OT")))
    tracks = tuple(PointsLine(told.team(seat), classes[seat], [each[seat] for each in points]) for seat in (0, 1))
    ends = ", ".join(f"{track.name} {points[-1][seat]}" for seat, track in enumerate(tracks))
    says = say("The points of both teams after each play. At the end: {score}.", score=ends)
    return Course(_("Points, play by play"), says, tracks, tuple(ticks), key)


def _key_play(told: DrivesInWords, rows: Dated, points: Sequence[tuple[int, int]], key: int) -> KeyPlay | None:
    if not key:
        return None
    turn, row = rows[key - 1]
    before, after = points[key - 1], points[key]
    seat = 0 if after[0] - before[0] >= after[1] - before[1] else 1
    what = scored(after[seat] - before[seat], bool(row.is_try))
    names = {"one": told.team(0), "two": told.team(1), "first": after[0], "second": after[1]}
    gain = say("{what}: {one} {first}, {two} {second}", what=what, **names)
    return KeyPlay(turn, told.play(row), told.situation(row), gain)


def scored(points: int, is_try: bool) -> str:
    """The name of a scoring play, from its number of points.

    In games without rows for extra points, those points count as part of the touchdown.
    """
    if points >= TOUCHDOWN:
        return _("Touchdown")
    if points == FIELD_GOAL:
        return _("Field goal")
    if points == SAFETY:
        return _("Two-point try") if is_try else _("Safety")
    return _("Extra point")


def moments(told: DrivesInWords, plays: Dated) -> list[Mark]:
    """The scores and turnovers among the rows in `plays`, without extra points."""
    classes, found = team_classes(told.names), list[Mark]()
    for turn, row in plays:
        if not row.quarter:
            continue
        seat = int(row.scored[1] > row.scored[0])
        if row.scored[seat] >= SAFETY:
            after = [row.points[each] + row.scored[each] for each in (0, 1)]
            what = scored(row.scored[seat], bool(row.is_try))
            score = ", ".join(f"{told.team(each)} {after[each]}" for each in (0, 1))
            text = say(
                "{quarter}: {what}, {team}. {score}",
                quarter=told.quarter(row.quarter),
                what=what,
                team=told.team(seat),
                score=score,
            )
            found.append(Mark(turn, SCORE, text, classes[seat]))
        elif row.lost[0] + row.lost[1]:
            seat = int(row.lost[1] > row.lost[0])
            text = say("{quarter}: turnover, {team}", quarter=told.quarter(row.quarter), team=told.team(seat))
            found.append(Mark(turn, TURNOVER, text, classes[1 - seat]))
    return found
