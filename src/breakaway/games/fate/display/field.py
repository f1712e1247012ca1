"""The field, dice and sidelines, drawn as SVG and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import escape

from breakaway.core.language import Names, _, many, marked, say
from breakaway.core.rules import DECLARED, Event, sentence
from breakaway.display import svg
from breakaway.display.gridiron import END, TALL, WIDE, BallAt, Counter, Ground, Move, Turf, draw, team_classes, turf
from breakaway.games.fate.rules import events as happened
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import (
    CALL,
    DECLARE,
    GOAL,
    KICK,
    OPTION,
    OVER,
    OVERTIME,
    SIDES,
    TIME,
    TIME_DEFENSE,
    TOSS,
    TRY,
    WHISTLE,
)
from breakaway.games.fate.text import names as called

# --- Draws FATE football's field as SVG from a view: the ball, the line of scrimmage, the line to gain, and the drive.
#
# Both football games share the drawing of the turf; FATE measures the turf in yards. Every color is a class in
# `board.css`.


LINE = 5  # yards between two lines of the turf
MIDDLE, LANE, NEWEST = 0.46, 0.085, 7
SPREAD, TALL_SPREAD = 0.5, 0.4  # the width of all lanes together
FARTHEST = 0.53  # how far across the tall field the ball may be, so that its spot in words has room
PIGSKIN = "M-19 0C-12 -14 12 -14 19 0C12 14 -12 14 -19 0z"
LACES = "M-8 0H8M-5 -3.5V3.5M0 -4V4M5 -3.5V3.5"
AHEAD = "M28 -9L37 0L28 9M39 -9L48 0L39 9"
PENNANT = "M0 0V-30L26 -22L0 -14"
ON_FIELD = (
    DECLARE,
    CALL,
    TRY,
    TIME,
    TIME_DEFENSE,
    OPTION,
    WHISTLE,
)  # questions that are asked while the ball is on the field


@dataclass(frozen=True)
class Trail:
    """The spots of a drive from its beginning, in yards from the offense's own goal line."""

    side: int
    spots: tuple[int, ...]


def drive(events: Sequence[Event]) -> Trail | None:
    """The drive that is under way after these events: where each of its downs began. None if no down began."""
    side, spots = -1, list[int]()
    for event in events:
        if event.rule != happened.DOWN_BEGAN:
            continue
        if event.seat != side:
            side, spots = event.seat, []
        if not spots or spots[-1] != event.spot:
            spots.append(event.spot)
    return Trail(side, tuple(spots)) if spots else None


def has_ball(view: Fate) -> bool:
    """Whether the ball is on the field."""
    return view.phase in ON_FIELD


def field(
    view: Fate, config: FateConfig, names: Names, trail: Trail | None = None, tall: bool = False, key: str = "field"
) -> str:
    """The field as one SVG element. The element's ids begin with `key`, which must be unique on a page."""
    at = TALL if tall else WIDE
    drawn = [turf(at, (called.team(names, 0), called.team(names, 1)), team_classes(names))]
    if has_ball(view):
        shown = trail if trail and trail.side == view.offense and not view.try_down else None
        drawn += [*_lines(at, view), *_steps(at, view, names, shown), _ball(at, view, names, _lane(at, shown))]
    else:
        drawn.append(_sign(at, notice(view, names)))
    width, height = at.size
    return svg.element(
        "svg",
        svg.element("title", escape(title(view, names)), id=f"{key}-title"),
        svg.element("desc", escape(in_words(view, names, trail, tall)), id=f"{key}-words"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"field {'tall' if tall else 'wide'}",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="img",
        aria_labelledby=f"{key}-title",
        aria_describedby=f"{key}-words",
    )


def fields(view: Fate, config: FateConfig, names: Names, trail: Trail | None = None, key: str = "field") -> str:
    """The field in both shapes, wide and tall, of which the style sheet hides one."""
    return field(view, config, names, trail, False, key) + field(view, config, names, trail, True, f"{key}-tall")


def ground(view: Fate, names: Names, trail: Trail | None = None) -> str:
    """The field for the match page, where it fills the whole stage. `trail` is the current drive."""
    found = Ground(
        names=(called.team(names, 0), called.team(names, 1)),
        classes=team_classes(names),
        title=title(view, names),
        words=in_words(view, names, trail),
        sign="" if has_ball(view) else notice(view, names),
    )
    if has_ball(view):
        shown = trail if trail and trail.side == view.offense and not view.try_down else None
        goes_for_goal = view.try_down or view.phase == TRY or not 0 < view.marker < GOAL
        moves = [_moved(view, names, start, end) for start, end in pairwise(_shown(shown))]
        found = replace(
            found,
            ball=BallAt(
                place(view, view.ball), called.spot_of(names, view.offense, view.ball), 1 if view.offense == 0 else -1
            ),
            marker=None if goes_for_goal else place(view, view.marker),
            moves=tuple(moves),
        )
    return draw(found)


def _moved(view: Fate, names: Names, start: int, end: int) -> Move:
    says = _step_in_words(names, view.offense, start, end)
    return Move(place(view, start), place(view, end), "gain" if end > start else "loss", says)


# --- in words


def notice(view: Fate, names: Names) -> str:
    """Says what is happening while there is no ball on the field."""
    if view.phase == OVER:
        return _("The game is over")
    if view.phase == KICK:
        return say("{team:kicks} off", team=called.team(names, view.offense))
    return _("The toss") if view.phase <= TOSS + 1 else _("Between plays")


def title(view: Fate, names: Names) -> str:
    """The drawing's title: `Mudlarks, 2nd and 4 at your 30`."""
    if not has_ball(view):
        return notice(view, names)
    who = called.team(names, view.offense)
    if view.phase == TRY or view.try_down:
        return say("{team}, the try", team=who)
    down, at = called.ordinal(view.down), called.at_spot_of(names, view.offense, view.ball)
    if view.marker >= GOAL:
        return say("{team}, {down} and goal {at}", team=who, down=down, at=at)
    return say("{team}, {down} and {to_go} {at}", team=who, down=down, to_go=view.marker - view.ball, at=at)


def situation(view: Fate, names: Names) -> str:
    """Down, distance and spot, to begin a sentence: `2nd and 4 at your 30`."""
    return called.upper_first(lower_situation(view, names))


def lower_situation(view: Fate, names: Names) -> str:
    """Down, distance and spot within a sentence: `2nd and 4 at your 30`, `the try`."""
    if view.phase == TRY or view.try_down:
        return _("the try")
    down, at = called.ordinal(view.down), called.at_spot_of(names, view.offense, view.ball)
    if view.marker >= GOAL:
        return say("{down} and goal {at}", down=down, at=at)
    return say("{down} and {to_go} {at}", down=down, to_go=view.marker - view.ball, at=at)


def in_words(view: Fate, names: Names, trail: Trail | None = None, tall: bool = False) -> str:
    """The whole drawing as text, for people who cannot see it."""
    ends = marked("{team:defends} the left goal, {other} the right one.")
    if tall:
        ends = marked("{team:defends} the lower goal, {other} the upper one.")
    goals = say(ends, team=called.team(names, 0), other=called.team(names, 1))
    if not has_ball(view):
        return " ".join((_("The ball is not on the field."), goals))
    team = called.team(names, view.offense)
    said = [goals, say("{team:has} the ball {at}.", team=team, at=called.at_team_spot(names, view.offense, view.ball))]
    if view.marker < GOAL and not view.try_down:
        said.append(say("The line to gain is {at}.", at=called.at_team_spot(names, view.offense, view.marker)))
    if trail and trail.side == view.offense and len(trail.spots) > 1:
        spots = [called.spot_of(names, trail.side, each) for each in trail.spots]
        said.append(say("The drive so far: {spots}.", spots=", ".join(spots)))
    return " ".join(said)


# --- what is on the field


def place(view: Fate, yards: int) -> float:
    """The position of one of the offense's yard lines on the turf, in turf lines from the home side's goal line."""
    held = max(0, min(GOAL, yards))
    return (held if view.offense == 0 else GOAL - held) / LINE


def _lines(at: Turf, view: Fate) -> list[str]:
    """The line of scrimmage, and the line to gain with its flag."""
    begin, end = (0.1, 0.9) if at.tall else (0, 1)
    drawn = [at.stroke("scrimmage", place(view, view.ball), begin, end)]
    if view.try_down or view.phase == TRY or not 0 < view.marker < GOAL:
        return drawn
    flag = place(view, view.marker)
    x, y = at.point(flag, 0.86 if at.tall else 0.0)
    pennant = svg.group([svg.path("flag", PENNANT)], move=(x, y) if at.tall else (x, y + 31))
    return [*drawn, at.stroke("first-down", flag, begin, end), pennant]


def _shown(trail: Trail | None) -> tuple[int, ...]:
    return trail.spots[-NEWEST:] if trail else ()


def _lane(at: Turf, trail: Trail | None, number: int | None = None) -> float:
    """The distance across the field at which step `number` is drawn.

    The ball's lane comes after the lane of the last step.
    """
    count = max(0, len(_shown(trail)) - 1)
    gap = min(LANE, (TALL_SPREAD if at.tall else SPREAD) / max(1, count))
    middle = min(MIDDLE, FARTHEST - gap * count / 2) if at.tall else MIDDLE
    return middle + gap * ((count if number is None else number) - count / 2)


def _steps(at: Turf, view: Fate, names: Names, trail: Trail | None) -> list[str]:
    """The downs of the drive as arrows, each in its own lane, with the latest one nearest to the ball."""
    spots = _shown(trail)
    drawn: list[str] = []
    for i, (start, end) in enumerate(pairwise(spots)):
        here, after = _lane(at, trail, i), _lane(at, trail, i + 1)
        (x, y), (u, v) = at.point(place(view, start), here), at.point(place(view, end), here)
        r, t = at.point(place(view, end), after)
        turn = at.toward(view.offense if end > start else 1 - view.offense)
        head = svg.group([svg.path("head", "M-9 -5.5L2 0L-9 5.5z")], move=(u, v), turn=turn)
        parts = [
            svg.title(_step_in_words(names, view.offense, start, end)),
            *([svg.element("circle", class_="began", cx=x, cy=y, r=4.5)] if i == 0 else []),
            svg.path("arrow", _line(x, y, u, v)),
            head,
            svg.path("link", _line(u, v, r, t)),
        ]
        drawn.append(svg.group(parts, f"step {'gain' if end > start else 'loss'}"))
    return drawn


def _step_in_words(names: Names, side: int, start: int, end: int) -> str:
    began, to = called.spot_of(names, side, start), called.to_spot_of(names, side, end)
    return say("{start} {to}: {yards}", start=began, to=to, yards=called.yards(end - start))


def _line(x: float, y: float, u: float, v: float) -> str:
    return f"M{svg.number(x)} {svg.number(y)}L{svg.number(u)} {svg.number(v)}"


def _ball(at: Turf, view: Fate, names: Names, lane: float) -> str:
    """The ball, an arrow in the direction of play, and the name of the spot beside the ball."""
    x, y = at.point(place(view, view.ball), lane)
    turn, scale = at.toward(view.offense), 0.8 if at.tall else 1.0
    ball = [svg.path("pigskin", PIGSKIN), svg.path("laces", LACES)]
    ball += [svg.path("ahead", AHEAD)] if (GOAL - view.ball) / LINE * at.step > 52 * scale else []
    words, size = called.spot_of(names, view.offense, view.ball), 16.0 if at.tall else 20.0
    room = svg.wide(words) * size + 16
    left, top = (28.0, _held(y, 14, at)) if at.tall else (_held(x, room / 2, at) - room / 2, 37.0)
    parts = [
        svg.element("g", *ball, transform=f"rotate({turn:g}) scale({scale:g})"),
        svg.rect("spot-back", left, top - 14, room, 28, 14),
        svg.text("spot", left + room / 2, top, words, font_size=size, text_anchor="middle", dy="0.35em"),
    ]
    return svg.group(parts, "ball", (x, y))


def _held(along: float, half: float, at: Turf) -> float:
    """How far a shape with its center at `along` must move to stay between the goal lines.

    `half` is half the length of the shape.
    """
    first, last = END * at.step + 6, (GOAL / LINE + END) * at.step - 6
    return min(max(along, first + half), last - half) - along


def _sign(at: Turf, words: str) -> str:
    """A sign over midfield while there is no ball on the field."""
    size = svg.fitting(words, 26, at.size[0] * 0.6)
    room = svg.wide(words) * size + 48
    back = svg.rect("sign-back", -room / 2, -26, room, 52, 26)
    said = svg.text("sign", 0, 0, words, font_size=size, text_anchor="middle", dy="0.35em")
    return svg.group([back, said], "notice", at.point(GOAL / 2 / LINE, 0.5))


# --- The SVG drawings beside FATE's field: four Fate dice, the matrix of calls, and the clock in ticks.


DICE, DIE, GAP = 4, 72, 12
CAPTION, CAPTION_LINE = 19, 26
CALL_FACES = ".-0+"  # by code: not used, then the faces
ALWAYS_RUN = (0, 1, 6)  # rows of runs, and Draw
HEAD, ROW, CELL, LABEL = 34, 34, 84, 130
TICK, MINUTE = 9, 4  # a tick's width; ticks per minute


def faces_of(total: int) -> tuple[str, ...]:
    """Four faces that add up to a total, with as many blanks as possible.

    The record has the true faces (`core.chance`). The matrix and the players can push a total beyond what four dice can
    show; then all four dice show the sign of the total.
    """
    sign, count = ("+" if total > 0 else "-"), min(DICE, abs(total))
    return (sign,) * count + ("0",) * (DICE - count)


def dice(label: str, total: int, faces: Sequence[str] = (), caption: str = "") -> str:
    """Four Fate dice with their total. Unknown faces are replaced by the simplest ones that give this total."""
    shown = faces or faces_of(total)
    if abs(total) > DICE:
        says = say("{label}: four Fate dice with modifiers, {total}", label=label, total=called.signed(total))
    else:
        says = say("{label}: four Fate dice, {total}", label=label, total=called.signed(total))
    drawn = [die(i * (DIE + GAP) + 2, face) for i, face in enumerate(shown)]
    width, height = DICE * (DIE + GAP) + 92, DIE + 4
    words = svg.text(
        "total", width - 46, 2 + DIE / 2, called.signed(total), font_size=46, text_anchor="middle", dy="0.35em"
    )
    lines = svg.broken(caption, CAPTION, width) if caption else []
    for line in lines:
        height += CAPTION_LINE
        drawn.append(svg.text("caption", 2, height - 6, line, font_size=svg.fitting(line, CAPTION, width, 9)))
    return _drawing("dice", says, [*drawn, words], width, height)


def thrown_in(order: Sequence[int]) -> str:
    """A small drawing of the dice of a call.

    An outline stands for a die that is not used. The button around the dice names the call.
    """
    step = DIE + GAP
    drawn = [die(i * step + 2, CALL_FACES[code]) for i, code in enumerate(order)]
    return svg.element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="fate dice call",
        viewBox=f"0 0 {len(order) * step - GAP + 4} {DIE + 4}",
        aria_hidden="true",
    )


def die(x: float, face: str) -> str:
    """One die: `+`, `-`, `0` for a blank, `.` for a die that is not used."""
    middle, arm = x + DIE / 2, 19
    parts = [svg.rect("die", x, 2, DIE, DIE, 14)]
    y = 2 + DIE / 2
    if face in "+-":
        parts.append(svg.path("pip", f"M{svg.number(middle - arm)} {svg.number(y)}H{svg.number(middle + arm)}"))
    if face == "+":
        parts.append(svg.path("pip", f"M{svg.number(middle)} {svg.number(y - arm)}V{svg.number(y + arm)}"))
    kind = {"+": "plus", "-": "minus", ".": "absent"}.get(face, "blank")
    return svg.group(parts, f"face {kind}")


def lit(view: Fate) -> tuple[tuple[int, ...], int]:
    """The rows of the offense's call and the column of the defense's.

    Until both calls are shown, there are no rows, and the column is NONE.
    """
    if view.base == terms.NONE or view.defense == terms.NONE:
        return (), terms.NONE
    return (view.base,) if view.overlay == terms.NEITHER else (view.base, view.overlay), view.defense


def matrix(view: Fate, config: FateConfig) -> str:
    """The matrix, in which the rows of the offense's last call and the column of the defense's are highlighted.

    A ring marks each cell where a highlighted row and column meet.
    """
    rows, column = lit(view)
    width, height = LABEL + terms.DEFENSES * CELL, HEAD + terms.ROWS * ROW
    drawn: list[str] = []
    for row in rows:
        drawn.append(svg.rect("lit", 0, HEAD + row * ROW, width, ROW, 8))
    if column != terms.NONE:
        drawn.append(svg.rect("lit", LABEL + column * CELL, 0, CELL, height, 8))
    for call in range(terms.DEFENSES):
        x = LABEL + (call + 0.5) * CELL
        drawn.append(_word(f"head{' on' * (call == column)}", x, HEAD / 2, called.defense(call)))
    for row in range(terms.ROWS):
        drawn += _row(config, row, rows, column)
    return _drawing("matrix", matrix_in_words(view, config), drawn, width, height)


def _row(config: FateConfig, row: int, rows: tuple[int, ...], column: int) -> list[str]:
    y = HEAD + (row + 0.5) * ROW
    kind = "run" if row in ALWAYS_RUN else "pass"
    label = svg.text(f"label {kind}", 12, y, called.printed(called.ROW_WORDS[row]), font_size=16, dy="0.35em")
    drawn = [svg.path("rule", f"M0 {HEAD + row * ROW}H{LABEL + terms.DEFENSES * CELL}"), label]
    if row == terms.BASES:
        drawn[0] = svg.path("rule strong", f"M0 {HEAD + row * ROW}H{LABEL + terms.DEFENSES * CELL}")
    for defense in range(terms.DEFENSES):
        x, value = LABEL + (defense + 0.5) * CELL, config.matrix[row][defense]
        if row in rows and defense == column:
            drawn.append(svg.rect("hit", x - CELL / 2 + 8, y - ROW / 2 + 3, CELL - 16, ROW - 6, 10))
        words = "PR" if value == terms.PASS_RUSH else called.signed(value)
        drawn.append(_word("cell zero" if value == 0 else "cell", x, y, words))
    return drawn


def _word(class_: str, x: float, y: float, words: str) -> str:
    return svg.text(class_, x, y, words, font_size=16, text_anchor="middle", dy="0.35em")


def matrix_in_words(view: Fate, config: FateConfig) -> str:
    """A sentence about the highlighted cells of the matrix."""
    rows, column = lit(view)
    if not rows:
        return _("The matrix of calls; no calls are shown yet")
    return say(
        "The matrix: {call} against {defense}, {cells}",
        call=called.play(view.base, view.overlay),
        defense=called.defense(column),
        cells=called.listed(called.modifier(config.matrix[row][column]) for row in rows),
    )


def clock(view: Fate) -> str:
    """Draws the quarter in ticks of 15 seconds, with a gap after each minute.

    The second and fourth quarters have a mark at the two-minute stop.
    """
    drawn = _ticks(view.clock, view.quarter in (2, terms.QUARTERS))
    width = terms.QUARTER * TICK + (terms.QUARTER // MINUTE) * 4
    return _drawing("ticks", clock_in_words(view), [drawn], width, 32)


@lru_cache(2 * (terms.QUARTER + 1))
def _ticks(left: int, stops: bool) -> str:
    """The ticks of a quarter. The first `left` are lit. `stops`: whether the two-minute stop is marked."""
    dashes = f"{TICK - 2} 2 " * (MINUTE - 1) + f"{TICK - 2} 6"

    def line(class_: str, ticks: int) -> str:
        return svg.path(class_, f"M1 16H{ticks * TICK + (ticks // MINUTE) * 4}", stroke_dasharray=dashes)

    drawn = [line("off", terms.QUARTER), line("on", left)]
    if stops:
        x = terms.TWO_MINUTES * TICK + (terms.TWO_MINUTES // MINUTE) * 4 - 2
        drawn.append(svg.path("stop", f"M{x} 1V31"))
    return "".join(drawn)


def clock_in_words(view: Fate) -> str:
    """The clock in words: `third quarter, 6:15 left: 25 of 60 ticks of 15 seconds`."""
    text = marked("{quarter}, {time} left: {left} of {all} ticks of 15 seconds")
    if view.quarter in (2, terms.QUARTERS) and view.clock > terms.TWO_MINUTES:
        text = marked("{quarter}, {time} left: {left} of {all} ticks of 15 seconds; the clock stops at 2:00")
    quarter = called.quarter(min(max(1, view.quarter), terms.OVERTIME))
    return say(text, quarter=quarter, time=called.time(view.clock), left=view.clock, all=terms.QUARTER)


def _drawing(kind: str, says: str, inside: Sequence[str], width: float, height: float) -> str:
    return svg.element(
        "svg",
        svg.title(says),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"fate {kind}",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="img",
        aria_label=says,
    )


# --- FATE's picture for the front page: four dice over the lines of the field, and the ball.


WIDTH, HEIGHT, LINES, PICTURE_GAP = 300, 138, 7, 50
THROWN = ((24, 36, -9, "+"), (90, 58, 7, "-"), (156, 30, -4, "0"), (216, 52, 12, "+"))  # x, y, rotation, face
SMALL = 0.86


def picture() -> str:
    """The drawing, which is hidden from screen readers because the text beside it says the same."""
    drawn = [svg.rect("turf", 0, 0, WIDTH, HEIGHT)]
    for i in range(LINES):
        x = i * PICTURE_GAP
        if i % 2:
            drawn.append(svg.rect("mown", x, 0, PICTURE_GAP, HEIGHT))
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


# --- FATE's sideline as plain data: everything that a page shows beside the field, made from a view and events.
#
#     sideline = of(view, config, names, seat, events)
#     sideline.headline, sideline.sides[0].score, sideline.rows, sideline.trail ...
#
# `events` contains the events that this seat may see, oldest first (`Observation.told`). This module never reads the
# full state.


@dataclass(frozen=True)
class SideView:
    """One side of the scoreboard. `coach` is empty if the side has no roster."""

    side: int
    name: str
    class_: str
    score: int
    has_ball: bool
    time_outs: Counter
    coach: str
    out: tuple[str, ...]


@dataclass(frozen=True)
class Roll:
    """A roll of four dice: its total and its result."""

    total: int
    text: str
    rule: str


@dataclass(frozen=True)
class Sideline:
    """Everything that a page shows beside the field."""

    headline: str
    quarter: str
    time: str
    sides: tuple[SideView, SideView]
    rows: tuple[tuple[str, str], ...]
    trail: Trail | None


def of(view: Fate, config: FateConfig, names: Names, seat: int, events: Sequence[Event] = ()) -> Sideline:
    """The sideline for a seat, or for a spectator (-1).

    Seats and spectators get the same sideline, because no part of the state is hidden.
    """
    sides = (side(view, config, names, 0), side(view, config, names, 1))
    return Sideline(
        headline=headline(view, names),
        quarter=called.upper_first(called.quarter(max(1, view.quarter))),
        time=called.time(view.clock),
        sides=sides,
        rows=tuple(board_rows(view, names, sides)),
        trail=drive(events),
    )


def headline(view: Fate, names: Names) -> str:
    """The headline: `2nd & 3`, `The try`, or a notice while there is no ball on the field."""
    if not has_ball(view):
        return notice(view, names)
    if view.phase == WHISTLE:
        return _("The play is over")
    if view.phase == TRY or view.try_down:
        return _("The try")
    if view.marker >= GOAL:
        return say("{down} & goal", down=called.ordinal(view.down))
    return say("{down} & {to_go}", down=called.ordinal(view.down), to_go=view.marker - view.ball)


def side(view: Fate, config: FateConfig, names: Names, number: int) -> SideView:
    """One side of the scoreboard."""
    rosters = names.get("rosters", ())
    people = rosters[number] if number < len(rosters) else {}
    most = 2 if view.quarter == OVERTIME else 3
    return SideView(
        side=number,
        name=called.team(names, number),
        class_=team_classes(names)[number],
        score=view.score[number],
        has_ball=has_ball(view) and view.offense == number,
        time_outs=Counter(view.time_outs[number], max(most, view.time_outs[number])),
        coach=str(people["coach"]["name"]) if people else "",
        out=tuple(hurt(view, names, number)),
    )


def hurt(view: Fate, names: Names, number: int) -> list[str]:
    """The players of a side who are out, by name if there is a roster."""
    return [
        called.man(names, number, position, man)
        for position, bits in enumerate(view.men_out[number])
        for man in range(bits.bit_length())
        if bits >> man & 1
    ]


def has_total(event: Event) -> bool:
    """Whether an event includes the total of a roll."""
    return "total" in DECLARED[event.rule].fields


def rolls(events: Sequence[Event], names: Names) -> list[Roll]:
    """The rolls of all events that include a total."""
    return [Roll(event.total, sentence(event, names), event.rule) for event in events if has_total(event)]


def board_rows(view: Fate, names: Names, sides: Sequence[SideView]) -> list[tuple[str, str]]:
    """The scoreboard and the field as pairs of a label and a value, for people who cannot see the drawing."""
    found = [(_("Clock"), clock_in_words(view))]
    if has_ball(view):
        team = called.team(names, view.offense)
        attack = say("{team}, to the left", team=team) if view.offense else say("{team}, to the right", team=team)
        found += [
            (_("Possession"), attack),
            (_("Ball"), called.spot_of(names, view.offense, view.ball)),
            (_("Down"), headline(view, names)),
        ]
        if view.marker < GOAL and not view.try_down:
            found.append((_("Line to gain"), called.spot_of(names, view.offense, view.marker)))
    else:
        found.append((_("Next"), notice(view, names)))
    for each in (sides[i] for i in range(SIDES)):
        points = many("{n} point", "{n} points", each.score)
        left = many("{n} time out left", "{n} time outs left", each.time_outs.left)
        found.append((each.name, ", ".join([points, left, *(say("{man} is out", man=man) for man in each.out)])))
    return found
