"""The start of a match, and what stays secret during play: orders, instructions and the secret for dice and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from breakaway.core.entries import FORMAT, Line, MatchEntry
from breakaway.core.fair import commitment
from breakaway.core.game import Game, Names, Order
from breakaway.core.observation import Observation
from breakaway.core.state import digest, digest_json, to_json
from breakaway.core.version import version


@dataclass(frozen=True)
class Sealed:
    """An order that waits for the turn to close.

    `partial`: whether slots with the absent code were left out on purpose. Until the turn closes, the player can
    replace or withdraw the order. The record never mentions an order that was not played.

    `link`: the link of the seat's hash chain that came with the order, if any (`core.links`).
    """

    order: Order
    partial: bool = False
    link: str = ""


@dataclass(frozen=True)
class Start:
    """Everything needed to start a new match.

    `chance` is 'sampled' (from the secret) or 'typed' (people roll dice and draw cards themselves). `seats` gives
    each seat's name and says who plays it ('human' or a coach).
    """

    config: Any
    options: dict[str, Any]
    names: Names
    seats: list[dict[str, Any]]
    chance: str = "sampled"
    secret: bytes = b""
    salts: tuple[str, ...] = ()
    seeded: bool = False  # the secret comes from a seed that somebody chose


@dataclass(frozen=True)
class Secrets:
    """Everything that stays secret while a match runs.

    `lines`: how many entries the record had when these secrets were stored. `secret` is empty if it was lost. `later`
    contains orders for turns that were taken back, by the turn's name.
    """

    lines: int
    secret: bytes
    orders: dict[int, Sealed]
    instructions: dict[int, list[str]]
    later: dict[str, dict[int, Sealed]] = field(default_factory=dict)

    def entry(self) -> Line:
        """The secrets as the single line of their file."""
        line = {"lines": self.lines, "secret": self.secret.hex() or None, "orders": _written(self.orders)}
        waiting = {"later": {name: _written(each) for name, each in self.later.items()}} if self.later else {}
        return {**line, "instructions": instructions_of(self.instructions), **waiting}


def _written(orders: Mapping[int, Sealed]) -> Line:
    return {
        str(seat): {"order": each.order, "partial": each.partial, **({"link": each.link} if each.link else {})}
        for seat, each in orders.items()
    }


def _sealed(given: Mapping[str, Any]) -> dict[int, Sealed]:
    orders = {
        int(seat): Sealed(list(each["order"]), bool(each["partial"]), str(each.get("link", "")))
        for seat, each in given.items()
    }
    if any(type(code) is not int for each in orders.values() for code in each.order):
        raise ValueError("an order's code must be a whole number")
    return orders


def read_secrets(hidden: Line) -> Secrets:
    """Reads the secrets from the JSON value of their file.

    Raises KeyError, TypeError, ValueError or AttributeError if the value is corrupted.
    """
    secret = b"" if hidden["secret"] is None else bytes.fromhex(hidden["secret"])
    if not secret and hidden["secret"] is not None:
        raise ValueError("the secret is empty; a secret that was lost must be null")
    instructions = {int(seat): [str(text) for text in texts] for seat, texts in hidden["instructions"].items()}
    later = {str(name): _sealed(each) for name, each in hidden.get("later", {}).items()}
    return Secrets(hidden["lines"], secret, _sealed(hidden["orders"]), instructions, later)


def instructions_of(given: Mapping[int, list[str]]) -> dict[str, list[str]]:
    """Standing instructions by seat, leaving out seats that gave none."""
    return {str(seat): names for seat, names in given.items() if names}


def match_entry(game: Game[Any, Any], start: Start, secret: bytes, state: Any) -> MatchEntry:
    """The first entry of a new match."""
    config = to_json(start.config)
    return MatchEntry(
        format=FORMAT,
        game=game.name,
        edition=game.edition,
        options=start.options,
        names=start.names,
        seats=start.seats,
        book=config,
        book_hash=digest_json(config),
        chance=start.chance,
        commitment=commitment(secret),
        salts=list(start.salts),
        seeded=start.seeded,
        state=to_json(state),
        hash=digest(state),
        version=version(),
    )


def orders_of(given: Mapping[int, Sealed], absent: int | None) -> dict[str, list[int | None]]:
    """The orders of a turn, as the record notes them. A slot that was left out on purpose is null."""
    return {
        str(seat): [None if o.partial and code == absent else code for code in o.order] for seat, o in given.items()
    }


def reopened(orders: Mapping[int, Sealed], absent: int | None) -> dict[int, Sealed]:
    """The orders of a turn that is taken back, leaving out seats that sent no order."""
    return {seat: each for seat, each in orders.items() if any(code != absent for code in each.order)}


def links_of(given: Mapping[int, Sealed]) -> dict[int, str]:
    """The links that came with the orders of a turn, by seat."""
    return {seat: each.link for seat, each in given.items() if each.link}


def still_sealed(observation: Observation[Any, Any], sealed: Sealed) -> Sealed | None:
    """The part of a `sealed` order that is still legal after the legal codes have changed; None if no part is."""
    order = sealed.order
    if not observation.has_form(order):
        return None
    if observation.why_not(order) is None:
        return Sealed(order, link=sealed.link)
    if observation.game.absent is not None and observation.why_not(order, partial=True) is None:
        return Sealed(order, partial=True, link=sealed.link)
    return None
