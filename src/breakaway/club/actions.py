"""What people do at a table, each as a function of it: whoever is at work on the match calls it, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from breakaway.coaches.table import SCRIPTED, Table
from breakaway.core.chance import NeedsOutcome
from breakaway.core.game import Order
from breakaway.core.language import _
from breakaway.core.match import NotNow

Action: TypeAlias = Callable[[Table], object]


def choose(table: Table, seat: int, order: Order, partial: bool = False, turn: int | None = None) -> None:
    """Seals an order, or the part of one that is given now (`partial`); raises NotNow and Refused.

    `turn` is `Look.turn` of the page where it was chosen: NotNow when that turn was played meanwhile.
    """
    if turn is not None and turn != len(table.match.log):
        raise NotNow(_("this choice is too late: its turn has been played"))
    _check_person(table, seat)
    table.match.choose(seat, order, partial)


def instruct(table: Table, seat: int, names: Sequence[str]) -> None:
    """Replaces a seat's standing instructions; raises NotNow for one that the game has not."""
    _check_person(table, seat)
    table.match.instruct(seat, names)


def resign(table: Table, seat: int) -> None:
    """A person gives the match up; raises NotNow. With more than two it goes on."""
    _check_person(table, seat)
    table.match.resign(seat)


def _check_person(table: Table, seat: int) -> None:
    if seat not in table.people:
        raise NotNow(_("no player sits here"))


# --- the match goes on


def advance(table: Table) -> bool:
    """Plays a turn, if nobody is missing; whether another one can be played at once.

    A match that goes by a script is only played on by it (`scripted.play_scripted`). Where people roll, coaches' orders
    are sealed before.
    """
    if SCRIPTED in table.by or not _is_ready(table):
        return False
    try:
        table.play_turn([] if table.physical else None)
    except NeedsOutcome:
        return False
    return _is_ready(table)


def _is_ready(table: Table) -> bool:
    """Whether no person is missing, once instructions have answered."""
    if table.match.is_over():
        return False
    table.answer_instructions()
    return not table.to_ask()
