"""Matches in lists on the front page: the visitor's own, and public ones with an empty seat.

Scores come from what a spectator may see (`scores.py`), and everything else comes from the match's row, which is
public.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from breakaway.club.actions import advice_of
from breakaway.club.matches import Listed
from breakaway.club.schema import EMPTY, OPEN, OVER
from breakaway.core.language import _, many, say
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.web.scores import Score, Scores
from breakaway.web.unusual import unusual

NAMED = 3  # the most players that a tile names


@dataclass(frozen=True)
class Tile:
    """A match in a list.

    `mine`: the visitor's seats. `asked`: whether the match waits for the visitor. `others`: who else plays. `stands`
    says how far along the match is, and `waits` says whom it waits for. `options` lists what is unusual about the
    match. `advice` says whether players may ask a coach.
    """

    match: Listed
    game: str
    mine: frozenset[int]
    asked: bool
    score: Score | None
    others: str
    stands: str
    waits: str
    options: tuple[str, ...]
    advice: str

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.status == OVER

    @property
    def free(self) -> list[tuple[int, str]]:
        """The empty seats, each with its name."""
        return [(seat.seat, seat.name) for seat in self.match.seats if seat.by == EMPTY]


@dataclass(frozen=True)
class Mine:
    """The visitor's matches: those waiting for the visitor (the most urgent first), those waiting for others, and those
    that are over.
    """

    asked: list[Tile]
    others: list[Tile]
    over: list[Tile]

    def __bool__(self) -> bool:
        return bool(self.asked or self.others or self.over)


def sorted_tiles(tiles: Iterable[Tile]) -> Mine:
    """The tiles in three groups: those whose matches wait for the visitor, those whose matches wait for others, and
    those whose matches are over. Tiles in the same group keep their order.
    """
    found = Mine([], [], [])
    for each in tiles:
        (found.over if each.is_over else found.asked if each.asked else found.others).append(each)
    return found


def tiles_of(scores: Scores, matches: Sequence[tuple[Listed, frozenset[int], bool]]) -> list[Tile]:
    """A tile for each match. Each match comes with the visitor's seats and whether it waits for one of them."""
    known = scores.of([(match, bool(mine)) for match, mine, _asked in matches])
    return [_tile(match, mine, asked, known.get(match.id)) for match, mine, asked in matches]


def _tile(match: Listed, mine: frozenset[int], asked: bool, score: Score | None) -> Tile:
    return Tile(
        match=match,
        game=find(match.game).title,
        mine=mine,
        asked=asked,
        score=score,
        others=_others(match, mine),
        stands=score.stands if score else "",
        waits=_waits(match, mine),
        options=tuple(unusual(match.game, match.options)) if not mine else (),
        advice=advice_of(match.game, match.options, match.seats) if not mine else "",
    )


def _others(match: Listed, mine: frozenset[int]) -> str:
    """The players at a table besides the visitor: people by name, coaches, and empty seats. Empty in a lesson."""
    if match.is_scripted:
        return ""
    others = [seat for seat in match.seats if seat.seat not in mine]
    people = [seat.name for seat in others if seat.by == HUMAN]
    named = people[:NAMED]
    if len(people) > NAMED:
        named.append(many("{n} more", "{n} more", len(people) - NAMED))
    programs = [seat for seat in others if seat.by not in (HUMAN, EMPTY)]
    if len(programs) == 1:
        named.append(coaches.label(find(match.game), programs[0].by))
    elif programs:
        named.append(many("{n} coach", "{n} coaches", len(programs)))
    empty = sum(seat.by == EMPTY for seat in others)
    if empty:
        named.append(many("an empty seat", "{n} empty seats", empty))
    return ", ".join(named)


def _waits(match: Listed, mine: frozenset[int]) -> str:
    """Whom a match in progress is waiting for besides the visitor, in words. Empty if it is waiting for nobody else."""
    if match.status == OVER or match.is_scripted:
        return ""
    names = [match.seats[seat].name for seat in match.waiting if seat not in mine and match.seats[seat].by != EMPTY]
    if match.status == OPEN:
        return _("waiting for a player")
    return say("waiting for {names}", names=", ".join(names)) if names else ""
