"""How a match ended, and the graph of its score."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol, TypeVar, runtime_checkable

from breakaway.core.language import Called, _, say
from breakaway.core.observation import Observation
from breakaway.display import svg
from breakaway.display.match_page import NO_DICE, Dice, Played, Scene, TurnLog, find_page, seat_names

# --- How a match ended, as plain data: the winner, the final score, how the score developed, and the deciding play.
#
# `verdict` puts the result into words. Every page, title, email, report and list takes its words from there, so they
# cannot contradict each other (`scene_of`).
#
# Three further functions of a game's `Page` are optional. `ending` makes the card for the end of a match, `moments`
# names the turns of a match that a replay marks, and `won` says who won by the game's rules. A page without these
# functions gets plain versions of them, which need only the result.


O = TypeVar("O", bound=Observation[Any, Any])  # noqa: E741

Dated = Sequence[tuple[int, Any]]  # rows of plays, each with the turn that finished it (`play_by_play.dated_in`)
SCORE, TURNOVER = "score", "turnover"


SHOWN = 6  # the most sides in a line with the score


@dataclass(frozen=True)
class EndVerdict:
    """How a match ended, in words for one reader.

    `winner` names the winner: `Fire wins`. `how` tells of a resignation, and is empty after an end by the rules.
    `score` is the final score. `short` has the winner and a resignation, and `says` the score as well.
    """

    winner: str
    how: str
    score: str
    short: str
    says: str


@dataclass(frozen=True)
class Mark:
    """A turn that a replay marks: its number, its kind (`score`, `turnover`), and what happened.

    `class_` is the CSS class of the side that gained from the turn.
    """

    turn: int
    kind: str
    text: str
    class_: str = ""


@dataclass(frozen=True)
class Placed:
    """A side at the match's end: its name, colors, points as people write them, and rank. `svg` is a drawing."""

    name: str
    class_: str
    points: str
    rank: int
    note: str = ""
    svg: str = ""


@dataclass(frozen=True)
class KeyPlay:
    """The play that decided a match. `turn`: the turn in which the play ended.

    `title` names the play, and `gain` says what the play gained.
    """

    turn: int
    title: str
    text: str
    gain: str = ""


@dataclass(frozen=True)
class PointsLine:
    """A side's points: before the first play, and after each play or turn."""

    name: str
    class_: str
    values: Sequence[float]


@dataclass(frozen=True)
class CourseMark:
    """A mark on a track: after which play (from 1), on which track, its sign and class, and a link with its label."""

    play: int
    track: int
    class_: str
    sign: str
    address: str
    says: str


@dataclass(frozen=True)
class Course:
    """How the score developed.

    `ticks` divide the match into parts: each says how many plays came before a part, and gives the part's name. `key`
    is the number of the play to mark, counted from 1. `says` describes the drawing in words. `most` is the value at the
    top of the drawing (0: the highest value that occurs). `marks` are links on the tracks.
    """

    title: str
    says: str
    tracks: tuple[PointsLine, ...]
    ticks: tuple[tuple[int, str], ...] = ()
    key: int = 0
    most: float = 0.0
    marks: tuple[CourseMark, ...] = ()


@dataclass(frozen=True)
class Ending:
    """The card for the end of a match. `class_`: the winner's colors, empty if nobody won alone.

    `sides` lists all sides, best first. `is_podium`: whether the card shows the first three on a podium instead of a
    final score.
    """

    headline: str
    how: str
    class_: str
    sides: tuple[Placed, ...]
    is_podium: bool = False
    course: Course | None = None
    key: KeyPlay | None = None


@runtime_checkable
class Ends(Protocol):
    """A page that makes the card for the end of a match."""

    def ending(self, observation: Observation[Any, Any], plays: Dated) -> Ending:
        """The card for the end of a match. Only `observation.standing` knows who won."""


@runtime_checkable
class Marks(Protocol):
    """A page that names the turns that a replay marks."""

    def moments(self, observation: Observation[Any, Any], log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The turns to mark, from first to last. `log` lists the events that this seat may see."""


@runtime_checkable
class SaysWinner(Protocol):
    """A page with its own sentence about the winner, for matches that ended by the rules."""

    def won(self, observation: Observation[Any, Any]) -> str:
        """Who won, with the score or the points."""


def verdict(observation: Observation[Any, Any]) -> EndVerdict | None:
    """How the match ended, in words. None while it goes on."""
    standing = observation.standing
    if not standing.is_over:
        return None
    names, seats = side_names(observation), standing.by_side
    order = list(seats) if len(seats) == 2 else sorted(seats, key=lambda side: (standing.rank[seats[side]], side))
    points = [f"{names[side]} {observation.game.points(standing.score[seats[side]])}" for side in order]
    score = ", ".join(points[:SHOWN]) + (" …" if len(points) > SHOWN else "")
    if standing.resigned is not None:
        return _given_up(observation, names, score)
    won = [names[side] for side in standing.won]
    is_tie = len(seats) == len(won) == 2
    winner, page = _("A tie") if is_tie else wins(won), find_page(observation.game)
    if isinstance(page, SaysWinner):
        says = page.won(observation)
    elif is_tie:
        says = say("{score}: a tie", score=score)
    elif len(won) == 1:
        says = say("{score}: {team:wins}", score=score, team=won[0])
    else:
        says = say("{score}: {names} share the win", score=score, names=listing(won))
    return EndVerdict(winner, "", score, winner, says)


def _given_up(observation: Observation[Any, Any], names: dict[int, Called], score: str) -> EndVerdict:
    """How a match ended in which only one side is left. `names` are those of the sides."""
    standing, seat = observation.standing, observation.standing.gone[-1]
    lost, winner = standing.sides[seat], names[standing.won[0]]
    if standing.sides.count(lost) == 1:
        how = say("{team:has} resigned.", team=names[lost])
        short = say("{team:has} resigned: {winner:wins}", team=names[lost], winner=winner)
        says = say("{team:has} resigned: {winner:wins} ({score})", team=names[lost], winner=winner, score=score)
        return EndVerdict(wins([winner]), how, score, short, says)
    values = {"name": seat_names(observation)[seat], "winner": winner, "score": score}
    how = say("{name} has resigned for both coaches.", **values)
    short = say("{name} has resigned for both coaches: {winner:wins}", **values)
    says = say("{name} has resigned for both coaches: {winner:wins} ({score})", **values)
    return EndVerdict(wins([winner]), how, score, short, says)


def side_names(observation: Observation[Any, Any]) -> dict[int, Called]:
    """The name of each side: of its team if several seats form it, and otherwise of its seat."""
    seats, teams = observation.standing.by_side, observation.names.get("teams") or ()
    names = seat_names(observation)
    if len(seats) == len(names):
        return {side: Called(names[seat]) for side, seat in seats.items()}
    return {side: Called(teams[side] if side < len(teams) else names[seat]) for side, seat in seats.items()}


def scene_of(
    observation: Observation[Any, Any],
    log: TurnLog,
    draft: Sequence[int] = (),
    played: Played = tuple,
    thrown: Dice = NO_DICE,
) -> Scene:
    """The scene that the game's page makes from an `observation`, a `log`, a `draft`, the rows `played` and the dice
    `thrown` (see `Page.scene`).

    Once the match is over, everything in the scene that says how the match stands says how it ended.
    """
    with observation.for_reader():
        scene = find_page(observation.game).scene(observation, log, draft, played, thrown)
    said = verdict(observation)
    if said is None:
        return scene
    board, ranks = scene.scoreboard, scene.ranks
    return replace(
        scene,
        headline=said.short,
        stands=said.says,
        rows=((_("Result"), said.says), *scene.rows),
        scoreboard=board and replace(board, headline=_("Final score"), note=said.winner),
        ranks=ranks and replace(ranks, note=said.says),
        ask=None,
        waits="",
        waits_note="" if said.how else scene.waits_note,
    )


def closed(observation: O, over: int) -> O:
    """The observation of a match that resignations have ended, as if its rules had ended it in the phase `over`.

    So nothing that is made from it speaks of what comes next. Every other observation is returned unchanged.
    """
    if observation.standing.resigned is None:
        return observation
    found = copy.copy(observation)
    found.view = copy.copy(observation.view)
    found.view.phase = over
    return found


def ending(page: object, observation: Observation[Any, Any], plays: Dated) -> Ending:
    """How a match ended, according to its game's `page`. `plays` lists the rows of statistics about its plays."""
    with observation.for_reader():
        return page.ending(observation, plays) if isinstance(page, Ends) else plain(observation)


def moments(page: object, observation: Observation[Any, Any], log: TurnLog, plays: Dated) -> list[Mark]:
    """The turns of a match that a replay marks, as its game's `page` names them.

    `log` lists the events that this seat may see, and `plays` lists the rows of statistics about the plays so far.
    """
    return list(page.moments(observation, log, plays)) if isinstance(page, Marks) else []


def plain(observation: Observation[Any, Any]) -> Ending:
    """How a match of any game ended: who won, and the points."""
    standing, names, said = observation.standing, seat_names(observation), verdict(observation)
    order = sorted(range(len(names)), key=lambda seat: (standing.rank[seat], seat))
    points = [observation.game.points(each) for each in standing.score]
    sides = tuple(Placed(names[seat], "", points[seat], standing.rank[seat]) for seat in order)
    return Ending(said.winner if said else "", said.how if said else "", "", sides)


def turns_of(log: TurnLog) -> dict[int, int]:
    """The turn of each event in a `log`, counted from 1. The key is `id(event)`, because equal events can happen in
    several turns.
    """
    return {id(each): turn for turn, (_number, some) in enumerate(log, 1) for each in some}


def wins(names: Sequence[str]) -> str:
    """Names the winners: `Red wins`, or `Red and Blue share the win`."""
    if len(names) == 1:
        return say("{team:wins}", team=Called(names[0]))
    return say("{names} share the win", names=listing(names)) if names else _("The match is over.")


def listing(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `Red`, `Red and Blue`, `Red, Blue and Green`."""
    return names[0] if len(names) == 1 else say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def deciding(points: Sequence[tuple[int, int]], winner: int | None) -> int:
    """The number (from 1) of the play that changed the lead most in the `winner`'s favor, or 0.

    `points` lists both sides' points before the first play and after each play. If `winner` is None, changes in either
    side's favor count. If several changes are equal, returns the play that put the winner ahead for good
    or, if none did, the latest one.
    """
    sign = -1 if winner == 1 else 1
    leads = [sign * (one - two) for one, two in points]
    changes = [after - before for before, after in pairwise(leads)]
    if winner is None:
        changes = list(map(abs, changes))
    most = max(changes, default=0)
    if most <= 0:
        return deciding(points, None) if winner is not None and any(changes) else 0
    found = [n for n, change in enumerate(changes, 1) if change == most]
    ahead = [n for n in found if leads[n - 1] <= 0 < leads[n] and min(leads[n:]) > 0]
    return ahead[-1] if ahead and winner is not None else found[-1]


# --- Draws how the score or the chances of winning developed: a line for each side, with the deciding play marked.


LEFT, TOP, BELOW = 8, 14, 30  # the lines keep so far from the left, the top and the bottom
APART = 17  # the distance between two sides' names


@dataclass(frozen=True)
class LeadShape:
    """How large a drawing of the course is. `names`: the room for names to the right of the lines, and `longest`: the
    most letters of a name.
    """

    width: int = 720
    height: int = 230
    names: int = 190
    longest: int = 12


CARD = LeadShape()
BROAD, SLIM = LeadShape(1200, 270, 170, 16), LeadShape(340, 210, 110, 10)  # as wide as a page, or as a phone


def lead(course: Course, links: Sequence[tuple[str, str]] = (), shape: LeadShape = CARD) -> str:
    """The `course` of a match as an SVG: each side's points after each play, from left to right, in the side's color.

    `links` lists an address and a label for each play. Clicking a play opens its address. `shape`: the drawing's size.
    """
    right, bottom = shape.width - shape.names, shape.height - BELOW
    plays = max(len(track.values) for track in course.tracks) - 1
    most = course.most or max(max(track.values) for track in course.tracks) or 1.0

    def x(n: float) -> float:
        return LEFT + (right - LEFT) * n / max(1, plays)

    def y(value: float) -> float:
        return bottom - (bottom - TOP) * value / most

    drawn = [svg.title(course.says), svg.path("ground", f"M{LEFT} {bottom}H{right}")]
    ends = [*[at for at, _name in course.ticks[1:]], plays]
    for (at, name), until in zip(course.ticks, ends, strict=False):
        if at:
            drawn.append(svg.path("part", f"M{svg.number(x(at))} {TOP}V{bottom}"))
        drawn.append(svg.text("tick", (x(at) + x(until)) / 2, shape.height - 8, name, text_anchor="middle"))
    drawn += [svg.path(f"track {track.class_}", _steps(track, x, y)) for track in reversed(course.tracks)]
    if course.key:
        best = max(course.tracks, key=lambda track: track.values[course.key] - track.values[course.key - 1])
        drawn.append(svg.element("circle", class_="key", cx=x(course.key), cy=y(best.values[course.key]), r=7))
    heights = _spread([y(track.values[-1]) for track in course.tracks], shape.height)
    for track, height in zip(course.tracks, heights, strict=True):
        chip = svg.rect("chip", right + 10, height - 6, 12, 12, 3)
        short = track.name if len(track.name) <= shape.longest else f"{track.name[: shape.longest - 1]}…"
        name = svg.text("name", right + 28, height + 5, short)
        drawn.append(svg.group([chip, name], track.class_))
    wide = (right - LEFT) / max(1, plays)
    for n, (address, says) in enumerate(links, 1):
        drawn.append(svg.link(address, says, svg.rect("hit", x(n) - wide / 2, TOP, wide, bottom - TOP)))
    for mark in course.marks:
        across, down = x(mark.play), y(course.tracks[mark.track].values[mark.play])
        sign = svg.text("sign", across, down + 4, mark.sign, text_anchor="middle")
        spot = svg.element("circle", class_="spot", cx=across, cy=down, r=11)
        drawn.append(svg.group([svg.link(mark.address, mark.says, spot, sign)], f"mark {mark.class_}"))
    role = "group" if links or course.marks else "img"  # an image cannot contain links
    return svg.element("svg", *drawn, class_="lead", viewBox=f"0 0 {shape.width} {shape.height}", role=role)


def _steps(track: PointsLine, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    """The line of one side, with a step wherever its value changes."""
    found = [f"M{svg.number(x(0))} {svg.number(y(track.values[0]))}"]
    for n, value in enumerate(track.values[1:], 1):
        if value != track.values[n - 1]:
            found.append(f"H{svg.number(x(n))}V{svg.number(y(value))}")
    return "".join([*found, f"H{svg.number(x(len(track.values) - 1))}"])


def _spread(wanted: Sequence[float], height: int) -> list[float]:
    """The heights at which to write names, from top to bottom: as `wanted`, but without overlaps."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found, last = list(wanted), 0.0
    for place, i in enumerate(order):
        lowest = height - 24 - APART * (len(order) - 1 - place)
        found[i] = last = min(max(wanted[i], last + APART if place else TOP), lowest)
    return found
