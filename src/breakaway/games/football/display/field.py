"""The field, drawn as SVG and as text, and the drive on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from breakaway.core.language import Names, _, say
from breakaway.core.rules import DECLARED, Event
from breakaway.display import svg
from breakaway.display.gridiron import TALL, WIDE, BallAt, Ground, Move, Turf, draw, team_classes, turf
from breakaway.games.football.display.news import Story, down_text
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.scoring import next_marker
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, DISCARD, GOAL, KICK, OVER, RUN, START, TOSS
from breakaway.games.football.text import names as called

# --- The field in plain text: lines every five yards, the ball with the direction of play, the next first-down line.
#
#     Lightning       10    20    30    40    50    40    30    20    10         Fire
#              |  .  .  .  :  .  .  .  .  .  F  .  .  .  .  .  :  .  .  .  |
#                                 ●>
#
# The home team's goal line is always on the left. The drawing does not depend on color.


NARROWEST = 26
BALL, FLAG = "●", "F"
BALL_STYLE, FLAG_STYLE, DIM = "\x1b[1m", "\x1b[1;38;5;220m", "\x1b[2m"
PLAIN = "\x1b[0m"
FIRST_DOWN_LINES = {next_marker(line) for line in range(GOAL)} - {GOAL}


def field_text(view: Football, config: FootballConfig, names: Names, width: int = 80, color: bool = False) -> str:
    """The field as text, with rows of at most `width` characters (26 or more). `color` adds color codes."""
    room = max(width, NARROWEST)
    step = max(1, (room - 5) // (GOAL + 1))
    end = min(10, (room - GOAL * step - 1) // 2)
    rows = [_numbers(names, step, end), _line_marks(view, step, end, color)]
    if has_ball(view):
        rows.append(_ball_text(view, step, end, color))
        rows += _legend(view, names, room, color)
    return "\n".join(row.rstrip() for row in rows)


def has_ball(view: Football) -> bool:
    """Whether the ball is on the field. Before a kickoff and after the match there is no ball."""
    if view.phase == DISCARD:
        return bool(view.then == CALL)
    return view.phase not in (START, TOSS, KICK, OVER)


def place(view: Football, line: int) -> int:
    """The position at which one of the offense's lines is drawn, counted from the home team's goal line."""
    return line if view.offense == 0 else GOAL - line


def _numbers(names: Names, step: int, end: int) -> str:
    """The yard numbers above every second line (fewer if space is tight), between the names of the teams."""
    row = [" "] * (2 * end + GOAL * step + 1)
    every = 2 if step >= 2 else 4
    for line in range(2, GOAL, every):
        text = str(5 * min(line, GOAL - line))
        at = end + line * step - (len(text) - 1) // 2
        row[at : at + len(text)] = text
    room = end + 2 * step - 2
    home, away = (called.team(names, seat)[:room] for seat in (0, 1))
    row[: len(home)] = home
    row[len(row) - len(away) :] = away
    return "".join(row)


def _line_marks(view: Football, step: int, end: int, color: bool) -> str:
    """The goal lines, every line between them, the first-down lines, and the flag on the next first-down line."""
    cells = [" "] * (GOAL * step + 1)
    for line in range(GOAL + 1):
        cells[line * step] = "|" if line in (0, GOAL) else ":" if line in FIRST_DOWN_LINES else "."
    flag = place(view, view.marker)
    if has_ball(view) and view.try_down == 0 and 0 < flag < GOAL:
        cells[flag * step] = f"{FLAG_STYLE}{FLAG}{PLAIN}" if color else FLAG
    return " " * end + "".join(cells)


def _ball_text(view: Football, step: int, end: int, color: bool) -> str:
    """The ball on its line, with an arrow in the direction of play."""
    at = end + place(view, max(0, min(GOAL, view.line))) * step
    text, at = (f"{BALL}>", at) if view.offense == 0 else (f"<{BALL}", at - 1)
    return " " * at + (f"{BALL_STYLE}{text}{PLAIN}" if color else text)


def _legend(view: Football, names: Names, room: int, color: bool) -> list[str]:
    """Explains the symbols, in one row if there is room."""
    arrow = f"{BALL}>" if view.offense == 0 else f"<{BALL}"
    attacks = say("the ball: {team:attacks}", team=called.team(names, view.offense))
    said = [f"{arrow} {attacks}"[:room]]
    if view.try_down == 0:
        aim = (
            FLAG
            + " "
            + say("first down at {spot}", spot=called.at_spot_of(names, view.offense, view.marker, called.HEADING))
            if 0 < view.marker < GOAL
            else _("goal to go")
        )
        said.append(aim)
    said.append(_("a line is 5 yards"))
    rows = ["   ".join(said)] if len("   ".join(said)) <= room else said
    return [f"{DIM}{row}{PLAIN}" if color else row for row in rows]


# --- The current drive, play by play, made from the events: where each play began and ended, and what it gained.


@dataclass(frozen=True)
class Step:
    """One play or penalty of a drive. Lines are counted from the offense's own goal; `kind` is 0 for a penalty."""

    down: int
    to_go: int
    start: int
    end: int
    kind: int
    what: str
    incomplete: bool = False
    first_down: bool = False

    @property
    def result(self) -> str:
        """How the drawing marks this step: as a `gain`, as a `loss` or as `none`."""
        return "loss" if self.end < self.start else "gain" if self.end > self.start else "none"

    def says(self, names: Names, team: int) -> str:
        """This step of a `team` in words: `2nd and 3 lines: Short 4, gain of 2 lines to your 35, first down`."""
        parts = {"down": down_text(self.down, self.to_go), "play": self.what, "came": self._came(names, team)}
        if self.first_down:
            return say("{down}: {play}, {came}, first down", **parts)
        return say("{down}: {play}, {came}", **parts)

    def _came(self, names: Names, team: int) -> str:
        """Says how far the ball moved, and where it is now."""
        moved, spot = self.end - self.start, called.at_spot_of(names, team, self.end, called.HEADING)
        if moved < 0:
            return say("loss of {lines} to {spot}", lines=called.lines(-moved), spot=spot)
        if self.incomplete:
            return _("incomplete")
        return say("gain of {lines} to {spot}", lines=called.lines(moved), spot=spot) if moved else _("no gain")


@dataclass(frozen=True)
class Trail:
    """The current drive: its team, the line where it started, and its plays so far."""

    team: int
    start: int
    steps: tuple[Step, ...]


def trail(events: Iterable[Event], config: FootballConfig, names: Names) -> Trail | None:
    """The current drive after these `events`; None if there is none, as between drives and during a try."""
    reader = _Reader(config, names)
    for event in events:
        reader.take(event)
    story = reader.story
    return None if story.start is None else Trail(story.offense, story.start, tuple(reader.steps))


class _Reader:
    """Follows the match's events and records each movement of the ball."""

    def __init__(self, config: FootballConfig, names: Names) -> None:
        self.story, self.names = Story(config), names
        self.steps: list[Step] = []
        self.what, self.kind, self.incomplete = "", 0, False

    def take(self, event: Event) -> None:
        """Reads the next event."""
        story, rule = self.story, event.rule
        line, down, marker = story.line, story.down, story.marker
        story.take(event)
        if rule == happened.DRIVE_BEGAN:
            self.steps = []
        elif rule == happened.PLAY_SHOWN:
            self.what, self.kind, self.incomplete = (
                f"{called.play_type(self.names, event.type)} {event.strength}",
                story.kind,
                False,
            )
        elif rule in happened.FROM_SCRIMMAGE:
            self.what, self.kind, self.incomplete = _(DECLARED[rule].title), story.kind, False
        elif rule in happened.INCOMPLETE:
            self.incomplete = True
        elif rule == happened.BALL_MOVED:
            missed = self.incomplete and story.line == line
            self.steps.append(Step(down, marker - line, line, story.line, self.kind or RUN, self.what, missed))
        elif rule in happened.PENALTIES:
            self.steps.append(Step(down, marker - line, line, story.line, 0, _(DECLARED[rule].title)))
        elif rule in happened.FIRST_DOWNS and self.steps:
            self.steps[-1] = replace(self.steps[-1], first_down=True)


# --- The field as an SVG drawing, from a view: ball, line of scrimmage, first-down flag and the drive so far.
#
# Every color is a class in `board.css`. The drawing loads no other files and has no inline styles. The drawing comes in
# two shapes with the same content: wide, and tall for narrow screens. The style sheet shows the shape that fits.


MIDDLE = 0.46  # the middle of the lanes: a little above the field's, because words are below the ball
LANES = 0.42  # the share of the field's width for the plays of a drive
LANE = 0.07  # between two plays, at most
NEWEST = 9  # the most plays drawn; older ones are left out
PIGSKIN = "M-19 0C-12 -14 12 -14 19 0C12 14 -12 14 -19 0z"
LACES = "M-8 0H8M-5 -3.5V3.5M0 -4V4M5 -3.5V3.5"
AHEAD = "M28 -9L37 0L28 9M39 -9L48 0L39 9"
NEAR = "M22 -7L29 0L22 7"  # for a ball right before the end zone
PENNANT = "M0 0V-30L26 -22L0 -14"


def field(
    view: Football,
    config: FootballConfig,
    names: Names,
    trail: Trail | None = None,
    tall: bool = False,
    key: str = "field",
) -> str:
    """The field as one SVG element. The element's ids begin with `key`, which must be unique on a page.

    `trail` is the current drive. `tall` asks for the shape for narrow screens.
    """
    at = TALL if tall else WIDE
    drawn = [turf(at, (called.team(names, 0), called.team(names, 1)), team_classes(names))]
    if has_ball(view):
        shown = trail if trail and trail.team == view.offense and not view.try_down else None
        drawn += [*_lines(at, view), *_drive(at, view, names, shown), _ball(at, view, names, _lane(shown))]
    else:
        drawn.append(_sign(at, notice(view, names)))
    width, height = at.size
    marks = {"role": "img", "aria_labelledby": f"{key}-title", "aria_describedby": f"{key}-words"}
    return svg.element(
        "svg",
        svg.element("title", escape(title(view, names)), id=f"{key}-title"),
        svg.element("desc", escape(in_words(view, names, trail, tall)), id=f"{key}-words"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"field {'tall' if tall else 'wide'}",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        **marks,
    )


def fields(view: Football, config: FootballConfig, names: Names, trail: Trail | None = None, key: str = "field") -> str:
    """The wide and the tall drawing, one after the other. The style sheet hides one of the two drawings, from
    screen readers too.
    """
    return field(view, config, names, trail, False, key) + field(view, config, names, trail, True, f"{key}-tall")


def ground(view: Football, config: FootballConfig, names: Names, trail: Trail | None = None) -> str:
    """The field that fills the stage of the match page. `trail` is the current drive."""
    found = Ground(
        names=(called.team(names, 0), called.team(names, 1)),
        classes=team_classes(names),
        title=title(view, names),
        words=in_words(view, names, trail),
        sign="" if has_ball(view) else notice(view, names),
    )
    if has_ball(view):
        shown = trail if trail and trail.team == view.offense and not view.try_down else None
        words = called.spot_of(names, view.offense, view.line) if 0 < view.line < GOAL else _("goal line")
        found = replace(
            found,
            ball=BallAt(place(view, max(0, min(GOAL, view.line))), words, 1 if view.offense == 0 else -1),
            marker=None if view.try_down or not 0 < view.marker < GOAL else place(view, view.marker),
            moves=tuple(_moved(view, names, step) for step in _shown(shown)),
        )
    return draw(found)


def _moved(view: Football, names: Names, step: Step) -> Move:
    start, end = place(view, max(0, step.start)), place(view, step.end)
    return Move(start, end, step.result, step.says(names, view.offense), step.incomplete)


# --- in words


def notice(view: Football, names: Names) -> str:
    """What is happening while there is no ball on the field."""
    if view.phase == OVER:
        return _("The game is over")
    if view.phase in (START, TOSS):
        return _("The flip")
    if view.phase == KICK:
        return say("{team:kicks} off", team=called.team(names, view.offense))
    return _("Between drives")


def title(view: Football, names: Names) -> str:
    """The drawing in a few words: `Lightning, 2nd and 4 lines at your 30`."""
    if not has_ball(view):
        return notice(view, names)
    who, where = called.team(names, view.offense), called.at_spot_of(names, view.offense, view.line, called.HEADING)
    if view.try_down:
        return say("{team}, the try, from {spot}", team=who, spot=where)
    return say("{team}, {down} at {spot}", team=who, down=down_text(view.down, view.marker - view.line), spot=where)


def in_words(view: Football, names: Names, trail: Trail | None = None, tall: bool = False) -> str:
    """The whole drawing in words, for people who cannot see it."""
    if not has_ball(view):
        return _("The ball is not on the field.") + " " + ends(names, tall)
    said = [ends(names, tall), attack(names, view.offense, tall)]
    if not view.try_down:
        if view.marker >= GOAL:
            said.append(_("The next target is the goal line."))
        else:
            spot = called.at_spot_of(names, view.offense, view.marker, called.OFFENSE_OWN)
            said.append(say("The first-down flag is at {spot}.", spot=spot))
        if trail and trail.team == view.offense:
            spot = called.at_spot_of(names, trail.team, trail.start, called.OFFENSE_OWN)
            said.append(say("The drive began at {spot}.", spot=spot))
            said += [f"{step.says(names, trail.team)}." for step in trail.steps]
    return " ".join(said)


def ends(names: Names, tall: bool = False) -> str:
    """A sentence about which team defends which goal."""
    home, away = called.team(names, 0), called.team(names, 1)
    if tall:
        return say("{home:defends} the lower goal, {away} the upper one.", home=home, away=away)
    return say("{home:defends} the left goal, {away} the right one.", home=home, away=away)


def attack(names: Names, offense: int, tall: bool = False) -> str:
    """A sentence about the direction in which the offense attacks."""
    team = called.team(names, offense)
    if tall:
        if offense == 0:
            return say("{team:attacks} from bottom to top.", team=team)
        return say("{team:attacks} from top to bottom.", team=team)
    if offense == 0:
        return say("{team:attacks} from left to right.", team=team)
    return say("{team:attacks} from right to left.", team=team)


# --- drawings on the field


def _lines(at: Turf, view: Football) -> list[str]:
    """The line of scrimmage, and the first-down line with its flag unless the goal comes first."""
    begin, end = (0.1, 0.9) if at.tall else (0, 1)  # leaves out the numbers
    drawn = [at.stroke("scrimmage", place(view, view.line), begin, end)]
    if view.try_down or not 0 < view.marker < GOAL:
        return drawn
    flag = place(view, view.marker)
    x, y = at.point(flag, 0.86 if at.tall else 0.0)
    pole = svg.path("flag", PENNANT)
    where = (x, y) if at.tall else (x, y + 31)
    return [*drawn, at.stroke("first-down", flag, begin, end), svg.group([pole], move=where)]


def _shown(trail: Trail | None) -> Sequence[Step]:
    return trail.steps[-NEWEST:] if trail else ()


def _lane(trail: Trail | None, number: int | None = None) -> float:
    """The position across the field at which play number `number` of the `trail` is drawn.

    Without a `number`, the position of the ball after the last play.
    """
    count = len(_shown(trail))
    gap = min(LANE, LANES / max(1, count))
    return MIDDLE + gap * ((count if number is None else number) - count / 2)


def _drive(at: Turf, view: Football, names: Names, trail: Trail | None) -> list[str]:
    """The plays as arrows, each in its own lane, the latest next to the ball. Runs are straight, passes curved."""
    steps = _shown(trail)
    drawn: list[str] = []
    for number, step in enumerate(steps):
        here, after = _lane(trail, number), _lane(trail, number + 1)
        start, end = place(view, max(0, step.start)), place(view, step.end)
        parts = [svg.title(step.says(names, view.offense))]
        if number == 0:
            x, y = at.point(start, here)
            parts.append(svg.element("circle", class_="began", cx=x, cy=y, r=4.5))
        parts += _arrow(at, step, start, end, here)
        (x, y), (u, v) = at.point(end, here), at.point(end, after)
        parts.append(svg.path("link", f"M{svg.number(x)} {svg.number(y)}L{svg.number(u)} {svg.number(v)}"))
        drawn.append(svg.group(parts, f"step {step.result}"))
    return drawn


def _arrow(at: Turf, step: Step, start: int, end: int, lane: float) -> list[str]:
    (x, y), (u, v) = at.point(start, lane), at.point(end, lane)
    if start == end:
        cross = f"M{svg.number(x - 4)} {svg.number(y - 4)}l8 8m0 -8l-8 8"
        return (
            [svg.path("arrow", cross)] if step.incomplete else [svg.element("circle", class_="stay", cx=x, cy=y, r=4)]
        )
    lift = min(24.0, 5.0 + abs(u - x + v - y) / 10) if step.kind == 2 else 0.0
    mid = (x + u) / 2 + (lift if at.tall else 0), (y + v) / 2 - (0 if at.tall else lift)
    curve = (
        f"M{svg.number(x)} {svg.number(y)}Q{svg.number(mid[0])} {svg.number(mid[1])} {svg.number(u)} {svg.number(v)}"
    )
    kind = "arrow" if step.kind else "arrow penalty"
    turn = at.toward(0 if end > start else 1)
    head = svg.group([svg.path("head", "M-9 -5.5L2 0L-9 5.5z")], move=(u, v), turn=turn)
    return [svg.path(kind, curve), head]


def _ball(at: Turf, view: Football, names: Names, lane: float) -> str:
    """The ball on its line, with the direction of play and its spot in words beside it."""
    x, y = at.point(place(view, max(0, min(GOAL, view.line))), lane)
    turn, scale = at.toward(view.offense), 0.8 if at.tall else 1.0
    ahead = NEAR if at.tall and view.line >= GOAL - 1 else AHEAD
    ball = [svg.path("pigskin", PIGSKIN), svg.path("laces", LACES), svg.path("ahead", ahead)]
    words = called.spot_of(names, view.offense, view.line) if 0 < view.line < GOAL else _("goal line")
    size = 16.0 if at.tall else 20.0
    room = svg.wide(words) * size + 16
    if at.tall:  # to the right, where no plays are drawn, unless the numbers are near
        left, top = (28.0 if x + 28 + room < 0.9 * at.across else -28 - room), 0.0
    else:
        left, top = -room / 2, 37.0
    parts = [
        svg.element("g", *ball, transform=f"rotate({turn:g}) scale({scale:g})"),
        svg.rect("spot-back", left, top - 14, room, 28, 14),
        svg.text("spot", left + room / 2, top, words, font_size=size, text_anchor="middle", dy="0.35em"),
    ]
    return svg.group(parts, "ball", (x, y))


def _sign(at: Turf, words: str) -> str:
    """A sign over midfield while there is no ball on the field."""
    size = svg.fitting(words, 26, at.size[0] * 0.6)
    room = svg.wide(words) * size + 48
    back = svg.rect("sign-back", -room / 2, -26, room, 52, 26)
    said = svg.text("sign", 0, 0, words, font_size=size, text_anchor="middle", dy="0.35em")
    return svg.group([back, said], "notice", at.point(GOAL / 2, 0.5))
