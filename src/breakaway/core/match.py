"""A match: a game, its config, and everything that was chosen and drawn, entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from secrets import token_bytes
from typing import TypeVar

from breakaway.core.chance import Chance
from breakaway.core.draws import draws_of
from breakaway.core.entries import (
    AnchorEntry,
    ResignationEntry,
    RulingEntry,
    TurnEntry,
    UndoEntry,
)
from breakaway.core.events import Event
from breakaway.core.fair import Sampler, Script
from breakaway.core.game import Game, Order, blank_orders, play_on
from breakaway.core.language import _, many, say
from breakaway.core.links import is_value
from breakaway.core.observation import Refusal
from breakaway.core.record import Memory, Record, Store
from breakaway.core.recorded import RecordedMatch
from breakaway.core.refused import NotNow, Refused
from breakaway.core.resigned import can_resign
from breakaway.core.sealed import (
    Sealed,
    Start,
    links_of,
    match_entry,
    orders_of,
)
from breakaway.core.state import changes, copy, digest

__all__ = ["Match", "NotNow", "Refused", "Sealed", "Start"]

S = TypeVar("S")
B = TypeVar("B")


class Match(RecordedMatch[S, B]):
    """One match. Seats seal their choices.

    `resolve` plays the turn when all choices are in, and `close` plays it at the deadline. The rules change a copy of
    the state. The match itself changes only after its store has saved the new entry.
    """

    @classmethod
    def new(cls, game: Game[S, B], start: Start, store: Store | None = None) -> Match[S, B]:
        """Begins a match and keeps it in `store`, if there is one.

        If the match starts with dice or cards, no seat chooses yet: call `resolve`.
        """
        secret = start.secret or token_bytes(32)
        state = game.start(start.config)
        header = match_entry(game, start, secret, state)
        match = cls(game, start.config, Record(), store or Memory())
        match.names = start.names
        match.secret = secret
        match._keep_secrets()  # first, so that a kill between the two writes never loses the secret of a match
        match._append(header, state)
        match._keep_secrets()
        return match

    # --- choosing

    def choose(self, seat: int, order: Order, partial: bool = False, link: str = "") -> None:
        """Seals an order, which may be partial. The seat can replace the order until the turn closes.

        Raises NotNow or Refused. `link` is the next link of the seat's hash chain, if it has a chain. If an order
        without a link replaces one with a link, the link is kept.
        """
        if link and not self.fold.may_link(seat, link):
            raise NotNow(_("this link does not continue the seat's hash chain"))
        if seat not in self.choosers():
            raise NotNow(_("this seat has nothing to choose now"))
        observation = self.observation(seat)
        if not observation.has_form(order):
            codes = self.game.codes(self.state, self.config)
            said = say(
                "this seat's order needs {slots} codes, each below {codes}", slots=observation.slots(), codes=codes
            )
            raise NotNow(said)
        refusal = observation.why_not(order, partial)
        if refusal:
            raise Refused(refusal)
        link = link or (self.sealed[seat].link if seat in self.sealed else "")
        sealed = Sealed(list(order), partial and observation.why_not(order) is not None, link)
        self._seal({**self.sealed, seat: sealed}, self.instructions)

    def withdraw(self, seat: int) -> None:
        """Takes back a seat's sealed order. The seat must then choose again.

        Raises NotNow if the seat has no sealed order. Leaves no trace in the record, which contains only orders that
        were played.
        """
        if seat not in self.sealed:
            raise NotNow(_("this seat has no sealed order"))
        self._seal({other: order for other, order in self.sealed.items() if other != seat}, self.instructions)

    def anchor(self, seat: int, value: str) -> None:
        """Starts a hash chain for a seat: `value` is its anchor. A seat can start only one chain per turn.

        Raises NotNow. After an error, nothing has changed.
        """
        shown = self.fold.chains.get(seat)
        if not is_value(value) or not 0 <= seat < self.game.seat_count(self.config):
            raise NotNow(_("an anchor must have 64 hexadecimal digits and belong to a seat of this match"))
        if self.is_over() or seat in self.gone or self.record.header["chance"] == "typed":
            raise NotNow(_("this seat cannot add random numbers of its own"))
        if shown is not None and shown.since == self.fold.turns:
            raise NotNow(_("this seat has already given an anchor in this turn"))
        self._append(AnchorEntry(seat=seat, anchor=value), self.state)
        if seat in self.sealed:
            self.sealed[seat] = replace(self.sealed[seat], link="")
        self._keep_secrets()

    def put_off(self, name: str, orders: dict[int, Sealed]) -> None:
        """Stores `orders` for a turn that is not open now, under that turn's name.

        If `orders` is empty, deletes what was stored for that turn.
        """
        self.later = {key: each for key, each in {**self.later, name: orders}.items() if each}
        self._keep_secrets()

    def instruct(self, seat: int, names: Sequence[str]) -> None:
        """Replaces a seat's standing instructions. The first instruction that gives a legal order applies.

        Raises NotNow.
        """
        for name in names:
            if name not in self.game.instructions:
                known = ", ".join(sorted(self.game.instructions)) or _("none")
                raise NotNow(say("unknown instruction {name}; known: {known}", name=repr(name), known=known))
        self._seal(self.sealed, {**self.instructions, seat: list(names)})

    def _seal(self, sealed: dict[int, Sealed], instructions: dict[int, list[str]]) -> None:
        """Stores these orders and instructions. If storing fails, the match keeps the old ones."""
        before = self.sealed, self.instructions
        self.sealed, self.instructions = sealed, instructions
        try:
            self._keep_secrets()
        except BaseException:
            self.sealed, self.instructions = before
            raise

    def answer_instructions(self, seats: Container[int] | None = None) -> list[int]:
        """Seals the orders that standing instructions give, for all seats or only for those in `seats`.

        Returns the seats for which it sealed orders.
        """
        return self._answer(seats, lambda seat: self.instructions.get(seat, ()))

    def answer_late(self, seats: Container[int]) -> list[int]:
        """Seals the orders that `Game.late` gives for these late players. Returns the seats that have one now."""
        return self._answer(seats, lambda seat: [self.game.late] if self.game.late else [])

    def _answer(self, seats: Container[int] | None, named: Callable[[int], Sequence[str]]) -> list[int]:
        answered = []
        for seat in self.missing():
            if seats is not None and seat not in seats:
                continue
            order = self._instructed(seat, named(seat))
            if order is not None:
                self.choose(seat, order)
                answered.append(seat)
        return answered

    def _instructed(self, seat: int, names: Sequence[str]) -> Order | None:
        for name in names:
            observation = self.observation(seat)
            order = self.game.instructions[name](copy(observation.view), self.config, seat)
            if order is not None and observation.why_not(order) is None:
                return order
        return None

    # --- the turn

    def resolve(self, typed: Sequence[int] | None = None, answered: Mapping[int, str] | None = None) -> list[Event]:
        """Plays the turn and returns what happened. Raises NotNow while an order is missing.

        If people type the outcomes, `typed` lists the outcomes typed so far. Raises NeedsOutcome if another outcome is
        needed. Nothing changes until all outcomes have been typed. `answered` says who chose in place of a seat; the
        record notes it.
        """
        missing = self.missing()
        if missing:
            said = many(
                "{n} seat has not given its orders yet", "{n} seats have not given their orders yet", len(missing)
            )
            raise NotNow(said)
        return self._play(self._all_orders(), typed, answered)

    def close(self, typed: Sequence[int] | None = None) -> list[Event]:
        """Closes the turn; rules for absent players fill in missing orders. `typed`: as in `resolve`. Raises NotNow."""
        if self.game.absent is None and self.missing():
            raise NotNow(say("{game} cannot go on without the missing orders", game=self.game.title))
        return self._play(self._all_orders(), typed)

    def _all_orders(self) -> dict[int, Sealed]:
        """The orders of all seats that must choose. Seats that gave no order or have resigned get absent codes."""
        absent = [self.game.absent or 0]
        slots = {seat: self.game.slots(self.state, self.config, seat) for seat in self._asked()}
        return {seat: self.sealed.get(seat, Sealed(absent * n, partial=True)) for seat, n in slots.items()}

    def _play(
        self, given: dict[int, Sealed], typed: Sequence[int] | None, answered: Mapping[int, str] | None = None
    ) -> list[Event]:
        if self.is_over():
            raise NotNow(_("the match is over"))
        orders = blank_orders(self.game)
        for seat, sealed in given.items():
            orders[seat][: len(sealed.order)] = sealed.order
        chances: Sampler | Script
        links = links_of(given)
        if self.record.header["chance"] == "typed":
            chances = Script(typed or ())
        else:
            chances = Sampler(self.secret, self.fold.shares_with(links), self.steps)
        after, events = copy(self.state), list[Event]()
        steps = self._steps(after, orders, chances, events)
        drawn = chances.outcomes()
        if drawn and isinstance(chances, Sampler) and not self._has_secret():
            raise NotNow(_("the file of sealed orders is lost, and with it the secret behind the dice and cards"))
        entry = TurnEntry(
            n=len(self.log) + 1,
            orders=orders_of(given, self.game.absent),
            chance=drawn,
            draws=draws_of(chances.drawn, self.steps) or None,
            links={str(seat): links.get(seat) for seat in given} if self.fold.chains else None,
            steps=steps,
            answered={str(seat): who for seat, who in answered.items()} if answered else None,
            changes=changes(self.state, after),
            hash=digest(after),
        )
        self._append(entry, after, events, {seat: sealed.order for seat, sealed in given.items()})
        self._after_turn()
        return events

    def _steps(self, after: S, orders: list[Order], chances: Callable[[int], Chance], events: list[Event]) -> int:
        return play_on(self.game, after, self.config, orders, chances, events)

    def may_resign(self, seat: int) -> bool:
        """Whether this seat can resign now."""
        return not self.is_over() and seat not in self.gone and can_resign(self.game, self.config, seat)

    def resign(self, seat: int) -> None:
        """Resigns on behalf of a seat. If only one side is left, that side wins.

        Otherwise play goes on, and the seat is treated as absent. Raises NotNow. After an error, nothing has changed.
        """
        if self.is_over():
            raise NotNow(_("the match is over"))
        if seat in self.gone:
            raise NotNow(_("this seat has already resigned"))
        if not can_resign(self.game, self.config, seat):
            raise NotNow(_("in this game a seat can resign only in a match between two sides"))
        self._append(ResignationEntry(seat=seat, hash=digest(self.state)), self.state)
        self.sealed = {other: order for other, order in self.sealed.items() if other in self.choosers()}
        self._after_turn()

    def ruling(self, code: int, by: int | None = None) -> list[Event]:
        """Makes the ruling with this code. `by` is the seat that makes the ruling, if any.

        Keeps sealed orders that are still legal. Raises NotNow or Refused.
        """
        if self.game.ruling is None or self.is_over():
            raise NotNow(_("there is nothing to rule on now"))
        after, events = copy(self.state), list[Event]()
        refused = self.game.ruling(after, self.config, code, events)
        if refused:
            rule = self.game.rules.by_number[refused]
            raise Refused(Refusal(rule.id, 0, _(rule.says)))
        entry = RulingEntry(code=code, by=by, changes=changes(self.state, after), hash=digest(after))
        self._append(entry, after, events)
        self.sealed = self._still_sealed(self.sealed)
        self._keep_secrets()
        return events

    def undo(self) -> None:
        """Takes back the last turn or ruling and seals its orders again, so that seats can change them. Raises NotNow.

        Seats that resigned after that turn return to the match. The record keeps both the turn and the undo. Later
        turns draw new outcomes, so that nobody gains from dice that they have already seen.
        """
        if self.resigned is not None:
            raise NotNow(_("the match ended when a side resigned"))
        if not self.history:
            raise NotNow(_("no turn has been played yet"))
        if self.fold.is_ended and self.fold.drawn and self.record.header["chance"] == "sampled":
            raise NotNow(
                _("nothing can be undone now: the match is over, and the secret behind its dice and cards is public")
            )
        state, _orders = self.history[-1]
        self._append(UndoEntry(hash=digest(state)), state)
        self.sealed = self._still_sealed(self.sealed)
        self._keep_secrets()
