"""Divides matches of either football game into drives: each play in sentences, and the field as it was last drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.chapters import Chapter, Retold
from breakaway.display.document import Figure, Line, Part
from breakaway.display.page import PlayBlock

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


def drives(told: Retold, plays: Sequence[PlayBlock], teller: Teller, since: int = 0) -> list[Chapter]:
    """A chapter for each drive that ends in turn `since` or later, and in any case for the last drive.

    `told` is the match, `plays` are its plays, and `teller` provides what differs between the games.
    """
    found = _drives(told, plays, teller)
    shown = [(n, each) for n, each in enumerate(found, 1) if each.last >= since or each is found[-1]]
    return [_chapter(told, n, drive, teller, since) for n, drive in shown]


def _drives(told: Retold, plays: Iterable[PlayBlock], teller: Teller) -> list[_Drive]:
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


def _chapter(told: Retold, n: int, drive: _Drive, teller: Teller, since: int) -> Chapter:
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
