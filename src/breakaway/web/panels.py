"""The collapsible panels of the match page, as the viewing seat sees them."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.club.absences import period as time_to_object
from breakaway.club.actions import rulings_now
from breakaway.club.matches import Look
from breakaway.club.schema import EMPTY
from breakaway.club.snapshot import Snapshot
from breakaway.core.language import _
from breakaway.core.rules import SPECTATOR
from breakaway.web.clock import Clock, clock, period


@dataclass(frozen=True)
class Instruction:
    """An instruction to select: its name as typed at the terminal, what it does, and its place among the instructions
    in use.

    `place` counts from 1; 0 means that the instruction is not in use.
    """

    name: str
    says: str
    place: int


def standing_of(look: Look) -> list[Instruction]:
    """The instructions that this seat can give, in the game's order.

    Empty for spectators, in lessons and after the end.
    """
    game, given = look.observation.game, look.instructions
    if look.observation.seat == SPECTATOR or look.is_over or look.is_scripted:
        return []
    return [
        Instruction(name, _(game.instructions_say.get(name, name)), given.index(name) + 1 if name in given else 0)
        for name in game.instructions
    ]


@dataclass(frozen=True)
class Umpire:
    """The umpire's panel. `can`: the rulings that are possible now, each as typed and as people read it.

    `made`: the rulings so far, each with the turn that it followed and the player who made it. `last`: the last ruling,
    if it can still be taken back.
    """

    can: list[tuple[str, str]]
    made: list[tuple[str, int, str]]
    last: tuple[str, int, str] | None


def umpire_of(found: Snapshot, rolls: bool) -> Umpire | None:
    """The umpire's panel. None in a game without rulings. `rolls`: whether players are rolling dice for this turn."""
    look, game = found.look, found.look.observation.game
    if not game.rulings:
        return None
    names = [each.name for each in look.seats]
    said = {words: _(game.rulings_say.get(words, words)) for words in game.rulings}
    made = [
        (said.get(each.words, each.words), each.turn, _("the umpire") if each.seat is None else names[each.seat])
        for each in found.rulings
    ]
    closed = look.observation.seat == SPECTATOR or look.is_over or look.is_scripted or rolls
    can = [] if closed else [(words, said[words]) for words in rulings_now(look.observation)]
    return Umpire(can, made, made[-1] if found.is_ruled and made else None)


@dataclass(frozen=True)
class Reopening:
    """The page's panel about lost seats.

    `asked`: each seat whose reopening somebody has requested, with its name and its clock. `now`: the seats that this
    seat can reopen now. `may_ask`: the seats whose reopening this seat may request. `empty`: the seats for which this
    seat can give a new invitation. Each seat comes with its name. `is_mine`: whether this seat is one of those in
    `asked`. `period`: how long a player has to object.
    """

    asked: list[tuple[int, str, Clock | None]]
    now: list[tuple[int, str]]
    may_ask: list[tuple[int, str]]
    empty: list[tuple[int, str]]
    is_mine: bool
    period: str


def reopening_of(found: Snapshot) -> Reopening | None:
    """The panel about lost seats. None if there is nothing to say."""
    seats = found.look.seats
    asked = [(each.seat, each.name, clock(each.reopens, found.now)) for each in seats if each.reopens]
    now, lost = ([(seat, seats[seat].name) for seat in some] for some in (found.reopens, found.lost))
    empty = [each for each in now if seats[each[0]].by == EMPTY]
    now = [each for each in now if each not in empty]
    if found.look.is_over or not (asked or lost or empty):
        return None
    is_mine = any(seat == found.seat for seat, _name, _clock in asked)
    return Reopening(asked, now, lost, empty, is_mine, period(int(time_to_object(found.terms).total_seconds())))
