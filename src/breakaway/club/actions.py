"""The actions that people can take at a table. Each action is a function of the table, to be run in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from breakaway.club import views
from breakaway.club.answering import may_answer
from breakaway.club.holding import holding
from breakaway.club.store import Kept
from breakaway.core.chance import NeedsOutcome
from breakaway.core.game import Order
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import SCRIPTED, Table

Action: TypeAlias = Callable[[Table], object]


def choose(
    table: Table, seat: int, order: Order, partial: bool = False, turn: int | None = None, link: str = ""
) -> None:
    """Seals an order or, with `partial`, the part of it that has been chosen so far. Raises NotNow or Refused.

    Ignores a `link` that does not continue the seat's hash chain, so that a bad link never costs a player a choice.

    `turn` is `Look.turn` of the page that showed the choice. Raises NotNow if that turn has already been played.
    """
    if turn is not None and turn != len(table.match.log):
        raise NotNow(_("this choice is too late: its turn has already been played"))
    _check_person(table, seat)
    _check_not_rolling(table)
    table.match.choose(seat, order, partial, link if table.match.fold.may_link(seat, link) else "")


def withdraw(table: Table, seat: int, turn: int | None = None) -> None:
    """Takes back a player's sealed order before the turn closes. Raises NotNow.

    `turn` is `Look.turn` of the page that showed the order, or None for the order of this turn.
    """
    _check_person(table, seat)
    _check_not_rolling(table)
    if turn is not None and turn != len(table.match.log):
        raise NotNow(_("this order can no longer be withdrawn: its turn has already been played"))
    store = table.match.store
    assert isinstance(store, Kept)
    closes = store.found.listed.closes
    if closes is not None and closes <= store.database.now():
        raise NotNow(_("This turn is closing, so its orders can no longer be changed."))
    table.match.withdraw(seat)


def anchor(table: Table, seat: int, value: str) -> None:
    """Starts a player's own hash chain (`core.links`): `value` is its anchor. Raises NotNow."""
    _check_person(table, seat)
    table.match.anchor(seat, value)


def instruct(table: Table, seat: int, names: Sequence[str]) -> None:
    """Replaces a seat's standing instructions. Raises NotNow unless the game has all of them."""
    _check_person(table, seat)
    table.match.instruct(seat, names)


def resign(table: Table, seat: int) -> None:
    """Resigns for a player. The match goes on if more than one side is left. Raises NotNow."""
    if seat not in table.people:
        raise NotNow(_("no player has this seat, so nobody can resign from it"))
    table.match.resign(seat)


def _check_person(table: Table, seat: int) -> None:
    if seat not in table.people:
        raise NotNow(_("no player has this seat, so nobody can choose for it"))


def _check_not_rolling(table: Table) -> None:
    """Raises NotNow if the players' own dice or cards come next, because a player who has seen a die could choose
    better.
    """
    if table.physical and table.match.choosers() and not table.match.missing():
        raise NotNow(_("All choices have been made. Now roll the dice and draw the cards."))


# --- the match goes on


def waits_to_begin(table: Table) -> bool:
    """Whether a match that begins with a die roll or card draw has to wait until an empty seat is taken, because the
    random numbers from that seat are still missing.
    """
    store = table.match.store
    assert isinstance(store, Kept)
    return views.waits_to_begin(table.match, store.found.listed.seats)


def advance(table: Table) -> bool:
    """Plays one turn if no order is missing.

    Returns whether another turn can be played right after this one. If a seat has started a hash chain, the first roll
    waits until every seat is taken, so that the roll depends on random numbers from all browsers. Does nothing in
    scripted matches: only `scripted.play_scripted` advances them. If players roll their own dice, seals the coaches'
    orders and stops at the first die or card.
    """
    if SCRIPTED in table.by or not _is_ready(table) or (table.match.fold.chains and waits_to_begin(table)):
        return False
    try:
        table.play_turn([] if table.physical else None)
    except NeedsOutcome:
        return False
    return _is_ready(table)


def _is_ready(table: Table) -> bool:
    """Lets standing instructions answer if their time has come. Returns whether all players' orders are in and none is
    held.
    """
    if table.match.is_over():
        return False
    store = table.match.store
    assert isinstance(store, Kept)
    began, now, listed = store.began, store.database.now(), store.found.listed
    table.answer_instructions(may_answer(table.match, listed, now - began))
    return not table.to_ask() and not holding(table.match, listed.seats, listed.closes, now)
