"""How a match ended, as plain data: the winner, the final score, how the score developed, and the deciding play.

Two further functions of a game's `Page` are optional. `ending` makes the card for the end of a match, and `moments`
names the turns of a match that a replay marks. A page without these functions gets plain versions of them, which need
only the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

from breakaway.core.game import result_of
from breakaway.core.language import _, say
from breakaway.core.observation import Observation
from breakaway.display.page import TurnLog
from breakaway.display.plain import seat_names

Dated = Sequence[tuple[int, Any]]  # rows of plays, each with the turn that finished it (`core.counted.dated_in`)
SCORE, TURNOVER = "score", "turnover"


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
class Course:
    """How the score developed.

    `ticks` divide the match into parts: each says how many plays came before a part, and gives the part's name. `key`
    is the number of the play to mark, counted from 1. `says` describes the drawing in words. `most` is the value at the
    top of the drawing (0: the highest value that occurs).
    """

    title: str
    says: str
    tracks: tuple[PointsLine, ...]
    ticks: tuple[tuple[int, str], ...] = ()
    key: int = 0
    most: float = 0.0


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

    def ending(self, observation: Observation[Any, Any], plays: Dated, won: Sequence[int]) -> Ending:
        """The card for the end of a match. `won` lists the winning sides if the others have resigned; otherwise it is
        empty.
        """


@runtime_checkable
class Marks(Protocol):
    """A page that names the turns that a replay marks."""

    def moments(self, observation: Observation[Any, Any], log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The turns to mark, from first to last. `log` lists the events that this seat may see."""


def ending(page: object, observation: Observation[Any, Any], plays: Dated, won: Sequence[int]) -> Ending:
    """How a match ended, according to its game's `page`.

    `plays` lists the rows of statistics about its plays. `won` means the same as in `Ends`.
    """
    return page.ending(observation, plays, won) if isinstance(page, Ends) else plain(observation, won)


def moments(page: object, observation: Observation[Any, Any], log: TurnLog, plays: Dated) -> list[Mark]:
    """The turns of a match that a replay marks, as its game's `page` names them.

    `log` lists the events that this seat may see, and `plays` lists the rows of statistics about the plays so far.
    """
    return list(page.moments(observation, log, plays)) if isinstance(page, Marks) else []


def plain(observation: Observation[Any, Any], won: Sequence[int]) -> Ending:
    """How a match of any game ended: who won, and the points. `won` means the same as in `Ends`."""
    result, names = result_of(observation.game, observation.view, observation.config), seat_names(observation)
    first = [seat for seat in range(len(names)) if (seat in won if won else result.rank[seat] == 1)]
    order = sorted(range(len(names)), key=lambda seat: (seat not in first, result.rank[seat], seat))
    points = [observation.game.points(each) for each in result.score]
    sides = tuple(Placed(names[seat], "", points[seat], result.rank[seat]) for seat in order)
    return Ending(wins([names[seat] for seat in first]), "", "", sides)


def turns_of(log: TurnLog) -> dict[int, int]:
    """The turn of each event in a `log`, counted from 1. The key is `id(event)`, because equal events can happen in
    several turns.
    """
    return {id(each): turn for turn, (_number, some) in enumerate(log, 1) for each in some}


def wins(names: Sequence[str]) -> str:
    """The headline that names the winners: `Red wins`, or `Red, Blue share the win` in a tie."""
    if len(names) == 1:
        return say("{name} wins", name=names[0])
    return say("{names} share the win", names=", ".join(names)) if names else _("The match is over.")


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
