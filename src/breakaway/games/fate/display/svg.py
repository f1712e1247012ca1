"""Draws FATE football's field as SVG from a view: the ball, the line of scrimmage, the line to gain, and the drive.

Both football games share the drawing of the turf; FATE measures the turf in yards. Every color is a class in
`board.css`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from xml.sax.saxutils import escape

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.gridiron import END, TALL, WIDE, BallAt, Ground, Move, Turf, draw, team_classes, turf
from breakaway.games.fate.rules import happened
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import (
    CALL,
    DECLARE,
    GOAL,
    KICK,
    OPTION,
    OVER,
    TIME,
    TIME_DEFENSE,
    TOSS,
    TRY,
    WHISTLE,
)
from breakaway.games.fate.text import names as called

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
        drawn += [*_lines(at, view), *_steps(at, view, shown), _ball(at, view, _lane(at, shown))]
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
        moves = [_moved(view, start, end) for start, end in pairwise(_shown(shown))]
        found = replace(
            found,
            ball=BallAt(place(view, view.ball), called.spot(view.ball), 1 if view.offense == 0 else -1),
            marker=None if goes_for_goal else place(view, view.marker),
            moves=tuple(moves),
        )
    return draw(found)


def _moved(view: Fate, start: int, end: int) -> Move:
    return Move(place(view, start), place(view, end), "gain" if end > start else "loss", _step_in_words(start, end))


# --- in words


def notice(view: Fate, names: Names) -> str:
    """Says what is happening while there is no ball on the field."""
    if view.phase == OVER:
        return _("The game is over")
    if view.phase == KICK:
        return say("{team:kicks} off", team=called.team(names, view.offense))
    return _("The toss") if view.phase <= TOSS + 1 else _("Between plays")


def title(view: Fate, names: Names) -> str:
    """The drawing's title: `Mudlarks, 2nd and 4 at own 30`."""
    if not has_ball(view):
        return notice(view, names)
    who = called.team(names, view.offense)
    if view.phase == TRY or view.try_down:
        return say("{team}, the try", team=who)
    down, at = called.ordinal(view.down), called.at_spot(view.ball)
    if view.marker >= GOAL:
        return say("{team}, {down} and goal {at}", team=who, down=down, at=at)
    return say("{team}, {down} and {to_go} {at}", team=who, down=down, to_go=view.marker - view.ball, at=at)


def situation(view: Fate) -> str:
    """Down, distance and spot, to begin a sentence: `2nd and 4 at own 30`."""
    return called.upper_first(lower_situation(view))


def lower_situation(view: Fate) -> str:
    """Down, distance and spot within a sentence: `2nd and 4 at own 30`, `the try`."""
    if view.phase == TRY or view.try_down:
        return _("the try")
    down, at = called.ordinal(view.down), called.at_spot(view.ball)
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
    said = [goals, say("{team:has} the ball {at}.", team=team, at=called.at_team_spot(view.ball, team))]
    if view.marker < GOAL and not view.try_down:
        said.append(say("The line to gain is {at}.", at=called.at_team_spot(view.marker, team)))
    if trail and trail.side == view.offense and len(trail.spots) > 1:
        said.append(say("The drive so far: {spots}.", spots=", ".join(called.spot(each) for each in trail.spots)))
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


def _steps(at: Turf, view: Fate, trail: Trail | None) -> list[str]:
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
            svg.title(_step_in_words(start, end)),
            *([svg.element("circle", class_="began", cx=x, cy=y, r=4.5)] if i == 0 else []),
            svg.path("arrow", _line(x, y, u, v)),
            head,
            svg.path("link", _line(u, v, r, t)),
        ]
        drawn.append(svg.group(parts, f"step {'gain' if end > start else 'loss'}"))
    return drawn


def _step_in_words(start: int, end: int) -> str:
    return say(
        "{start} {to}: {yards}", start=called.spot(start), to=called.to_spot(end), yards=called.yards(end - start)
    )


def _line(x: float, y: float, u: float, v: float) -> str:
    return f"M{svg.number(x)} {svg.number(y)}L{svg.number(u)} {svg.number(v)}"


def _ball(at: Turf, view: Fate, lane: float) -> str:
    """The ball, an arrow in the direction of play, and the name of the spot beside the ball."""
    x, y = at.point(place(view, view.ball), lane)
    turn, scale = at.toward(view.offense), 0.8 if at.tall else 1.0
    ball = [svg.path("pigskin", PIGSKIN), svg.path("laces", LACES)]
    ball += [svg.path("ahead", AHEAD)] if (GOAL - view.ball) / LINE * at.step > 52 * scale else []
    words, size = called.spot(view.ball), 16.0 if at.tall else 20.0
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
