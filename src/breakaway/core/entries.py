"""What stands in the entries of a match's record, and in the file of what is still secret beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from breakaway.core.fair import commitment
from breakaway.core.game import Game, Names, Order
from breakaway.core.record import FORMAT, Line
from breakaway.core.state import changes, digest, digest_json, to_json
from breakaway.core.window import Window


@dataclass(frozen=True)
class Sealed:
    """An order that waits for the turn to close. `partial`: slots with the absent code were left out on purpose."""

    order: Order
    partial: bool = False


@dataclass(frozen=True)
class Start:
    """What a new match is made of.

    `chance` is 'sampled' (from the secret) or 'typed' (people roll and draw themselves).
    `seats` has a table for each seat: its name, and who plays it ('human' or a coach).
    """

    book: Any
    options: dict[str, Any]
    names: Names
    seats: list[dict[str, Any]]
    chance: str = "sampled"
    secret: bytes = b""
    salts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Secrets:
    """What stays secret while a match runs, and how many entries its record had when it was written.

    `secret` is empty where it was lost. `later` has orders of turns that were open once and were taken back, by name.
    """

    lines: int
    secret: bytes
    orders: dict[int, Sealed]
    instructions: dict[int, list[str]]
    later: dict[str, dict[int, Sealed]] = field(default_factory=dict)

    def entry(self) -> Line:
        """The file's one line."""
        line = {"lines": self.lines, "secret": self.secret.hex() or None, "orders": _written(self.orders)}
        waiting = {"later": {name: _written(each) for name, each in self.later.items()}} if self.later else {}
        return {**line, "instructions": instructions_of(self.instructions), **waiting}


def _written(orders: Mapping[int, Sealed]) -> Line:
    return {str(seat): {"order": each.order, "partial": each.partial} for seat, each in orders.items()}


def _sealed(given: Mapping[str, Any]) -> dict[int, Sealed]:
    orders = {int(seat): Sealed(list(each["order"]), bool(each["partial"])) for seat, each in given.items()}
    if any(type(code) is not int for each in orders.values() for code in each.order):
        raise ValueError("a code is a whole number")
    return orders


def read_secrets(hidden: Line) -> Secrets:
    """The secrets of a file; raises KeyError, TypeError, ValueError or AttributeError when it is damaged."""
    secret = b"" if hidden["secret"] is None else bytes.fromhex(hidden["secret"])
    if not secret and hidden["secret"] is not None:
        raise ValueError("a secret that was lost is null")
    instructions = {int(seat): [str(text) for text in texts] for seat, texts in hidden["instructions"].items()}
    later = {str(name): _sealed(each) for name, each in hidden.get("later", {}).items()}
    return Secrets(hidden["lines"], secret, _sealed(hidden["orders"]), instructions, later)


def instructions_of(given: Mapping[int, list[str]]) -> dict[str, list[str]]:
    """Standing instructions by seat, without those who gave none."""
    return {str(seat): names for seat, names in given.items() if names}


def match_entry(game: Game[Any, Any], start: Start, secret: bytes, state: Any) -> Line:
    """The first entry: all that the match is made of but for the secret, to which it commits."""
    book = to_json(start.book)
    return {
        "kind": "match",
        "format": FORMAT,
        "game": game.name,
        "edition": game.edition,
        "options": start.options,
        "names": start.names,
        "seats": start.seats,
        "book": book,
        "book_hash": digest_json(book),
        "chance": start.chance,
        "commitment": commitment(secret),
        "salts": list(start.salts),
        "state": to_json(state),
        "hash": digest(state),
    }


def orders_of(given: Mapping[int, Sealed], absent: int | None) -> dict[str, list[int | None]]:
    """The orders of a turn; a slot that was left out on purpose is null."""
    return {
        str(seat): [None if o.partial and code == absent else code for code in o.order] for seat, o in given.items()
    }


def turn_entry(
    n: int,
    orders: dict[str, list[int | None]],
    drawn: Sequence[int],
    steps: int,
    was: Any,
    now: Any,
    answered: Mapping[int, str] | None = None,
) -> Line:
    """One turn: what was chosen and drawn, and what it changed; by whom, where it was not the seat itself."""
    line: Line = {"kind": "turn", "n": n, "orders": orders, "chance": drawn, "steps": steps}
    if answered:
        line["answered"] = {str(seat): who for seat, who in answered.items()}
    return {**line, "changes": changes(was, now), "hash": digest(now)}


def decree_entry(code: int, was: Any, now: Any, by: int | None = None) -> Line:
    """A ruling of the referee, or of the seat that is umpire at the table."""
    said = {} if by is None else {"by": by}
    return {"kind": "decree", "code": code, **said, "changes": changes(was, now), "hash": digest(now)}


def undo_entry(state: Any) -> Line:
    """The last turn or ruling is taken back; `state` is where it was before."""
    return {"kind": "undo", "hash": digest(state)}


def resign_entry(seat: int, state: Any) -> Line:
    """A seat gives the match up, from this state."""
    return {"kind": "resign", "seat": seat, "hash": digest(state)}


def edition_entry(edition: Any, before: Any, state: Any) -> Line:
    """The match goes on under another edition, from this state."""
    return {"kind": "edition", "edition": edition, "from": before, "state": to_json(state), "hash": digest(state)}


def end_entry(told: Line, secret: str | None, instructions: Mapping[int, list[str]]) -> Line:
    """The result; the secret is shown, so that chance can be checked."""
    return {"kind": "end", **told, "secret": secret, "instructions": instructions_of(instructions)}


def reopened(orders: Mapping[int, Sealed], absent: int | None) -> dict[int, Sealed]:
    """The orders of a turn that is taken back, but for those of seats that sent nothing."""
    return {seat: each for seat, each in orders.items() if any(code != absent for code in each.order)}


def still_sealed(window: Window[Any, Any], order: Order) -> Sealed | None:
    """An order after something that may have changed what is legal: what lacks a card now counts as partial."""
    if not window.has_form(order):
        return None
    if window.why_not(order) is None:
        return Sealed(order)
    if window.game.absent is not None and window.why_not(order, partial=True) is None:
        return Sealed(order, partial=True)
    return None
