"""A match as its record and secrets describe it: how to load it, look at it and store it. `match.Match` plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from breakaway.core.draws import Thrown, thrown
from breakaway.core.entries import (
    AnchorEntry,
    EditionEntry,
    EndEntry,
    Entry,
    RulingEntry,
    TurnEntry,
    UndoEntry,
)
from breakaway.core.events import SPECTATOR, Event
from breakaway.core.fair import commitment
from breakaway.core.fold import Fold
from breakaway.core.game import Game, Names, Order, is_over, seats_in
from breakaway.core.language import _, say
from breakaway.core.observation import Observation
from breakaway.core.record import BadRecord, Line, Memory, Record, Store, chained_onto, first_broken_link
from breakaway.core.replay import Replayer, upgraded
from breakaway.core.resigned import final, is_given_up
from breakaway.core.sealed import (
    Sealed,
    Secrets,
    instructions_of,
    read_secrets,
    reopened,
    still_sealed,
)
from breakaway.core.state import BadState, digest, to_json
from breakaway.core.version import version

S = TypeVar("S")
B = TypeVar("B")


class RecordedMatch(Generic[S, B]):
    """A match with its record and everything that is still secret.

    The match changes only after its store has saved the new entry.
    """

    def __init__(self, game: Game[S, B], config: B, record: Record, store: Store) -> None:
        self.game, self.config, self.record, self.store = game, config, record, store
        self.names: Names = record.header["names"] if record.lines else {}
        self.state: S = game.start(config)
        self.sealed: dict[int, Sealed] = {}
        self.instructions: dict[int, list[str]] = {}
        self.later: dict[str, dict[int, Sealed]] = {}  # orders of turns that were taken back, by name
        self.secret = b""
        self.fold = Fold()
        # for each turn or ruling: the state before it, and its orders (None for a ruling)
        self.history: list[tuple[S, dict[int, Sealed] | None]] = []
        self.log: list[tuple[int, list[Event]]] = []

    @property
    def gone(self) -> list[int]:
        """The seats that have resigned, in the order of their resignations."""
        return self.fold.gone

    @property
    def steps(self) -> int:
        """How many steps were played, including those taken back. The next outcome is for the step after these."""
        return self.fold.steps

    def thrown(self, turns: int, last: int = 6) -> dict[int, list[Thrown]]:
        """The Fate dice of turn `turns` and the turns before it, at most `last` turns, by turn number (from 1).

        Empty unless this game rolls its dice openly. Turns without recorded faces have no dice, as in older records
        and in matches with real dice.
        """
        if not self.game.dice_are_open:
            return {}
        shown = list(enumerate(self.fold.standing[:turns], 1))[-last:]
        return {n: thrown(each.entry.draws or ()) for n, each in shown if isinstance(each.entry, TurnEntry)}

    @classmethod
    def load(cls, game: Game[S, B], record: Record, hidden: Line | None, store: Store | None = None) -> Self:
        """Continues a recorded match; `hidden` contains its secrets. Raises BadRecord if the record is not valid.

        A match from another edition continues from its stored state under this edition, and its record notes the
        change. A match that ended under an earlier edition keeps that edition's rules.
        """
        player = Replayer(game, record)
        game = player.game
        match = cls(game, player.config, record, store or Memory())
        for moment in player.play():
            match._take(moment.entry, moment.state, moment.events, moment.orders)
        match.fold = player.fold
        other = match.fold.edition != game.edition
        if other:
            match.state = match._upgraded(match.fold.plain)
        match._unseal(hidden)
        if other and not match.fold.is_ended:
            match._append(match._new_edition(), match.state)
            match._keep_secrets()
        if match.is_over() and not match.fold.is_ended:
            match._after_turn()  # the writer was stopped between the last turn and the end
        return match

    def catch_up(self, lines: Sequence[Line], hidden: Line) -> None:
        """Plays the turns that another program has written in the meantime.

        `lines` are the record's new lines, and `hidden` contains the match's current secrets. This takes much less time
        than loading a long match again. The lines must be turns and anchors of this edition. Raises BadRecord, after
        which this match can no longer be used.
        """
        known = len(self.record.lines)
        self.record.lines.extend(lines)
        altered = first_broken_link(self.record, known)
        if altered:
            raise BadRecord(altered, _("this entry was altered: its hash does not match"))
        player = Replayer(self.game, self.record)
        player.fold, player.state, player.config = self.fold, self.state, self.config
        for moment in player.play():
            self._take(moment.entry, moment.state, moment.events, moment.orders)
        self._unseal(hidden)

    def can_catch_up(self, lines: Sequence[Line]) -> bool:
        """Whether `catch_up` can play these lines."""
        kinds = {TurnEntry.kind, AnchorEntry.kind}
        return self.fold.edition == self.game.edition and all(line["kind"] in kinds for line in lines)

    def _take(self, entry: Entry, state: S | None, events: list[Event], orders: dict[int, Order]) -> None:
        """Updates the match from an entry of the record."""
        was: dict[int, Sealed] | None = None
        if isinstance(entry, UndoEntry):
            was = self.history.pop()[1]
            self.sealed = self.sealed if was is None else reopened(was, self.game.absent)
            self.log.pop()
        elif isinstance(entry, EditionEntry):
            self.history.clear()
        elif isinstance(entry, TurnEntry):
            was = {seat: Sealed(order, None in entry.orders[str(seat)]) for seat, order in orders.items()}
            self.sealed = {}
        if isinstance(entry, (TurnEntry, RulingEntry)):
            self.history.append((self.state, was))
            self.log.append((len(self.log) + 1, events))
        if state is not None:
            self.state = state

    def _upgraded(self, plain: dict[str, Any]) -> S:
        try:
            return upgraded(self.game, plain)
        except BadState as error:
            said = say(
                "this match cannot go on under edition {edition}: {error}", edition=self.game.edition, error=error
            )
            raise BadRecord(len(self.record.lines), said) from None

    def _new_edition(self) -> EditionEntry:
        before, plain = self.fold.edition, to_json(self.state)
        return EditionEntry(
            edition=self.game.edition, before=before, state=plain, hash=digest(self.state), version=version()
        )

    def _unseal(self, hidden: Line | None) -> None:
        """Restores the secrets. Drops orders for a turn that has closed since they were sealed."""
        ends = [entry for entry in self.fold.entries if isinstance(entry, EndEntry)]
        if hidden is None and ends and ends[-1].secret is not None:
            hidden = {**ends[-1].line(), "orders": {}, "lines": 0}
        if hidden is not None:
            try:
                self._take_secrets(hidden)
            except (KeyError, TypeError, ValueError, AttributeError):
                raise BadRecord(0, _("the file of sealed orders is damaged")) from None
            if self.secret and not self._has_secret():  # the secret is empty if it was lost
                raise BadRecord(0, _("the sealed secret is not the one from the start of this match"))
            if hidden["lines"] > len(self.record.lines):
                said = say("the record is too short: it had {n} lines when the orders were sealed", n=hidden["lines"])
                raise BadRecord(0, said)
        kept = self._still_sealed(self.sealed)
        as_left = hidden and hidden["lines"] == len(self.record.lines) and self.fold.edition == self.game.edition
        if as_left and kept.keys() != self.sealed.keys():
            raise BadRecord(0, _("the file of sealed orders is damaged: one of its orders breaks the rules"))
        self.sealed = kept

    def _has_secret(self) -> bool:
        return bool(commitment(self.secret) == self.record.header["commitment"])

    def _take_secrets(self, hidden: Line) -> None:
        found = read_secrets(hidden)
        self.secret, self.instructions, self.later = found.secret, found.instructions, found.later
        if found.lines >= self.fold.closed:
            self.sealed = found.orders

    def _still_sealed(self, sealed: dict[int, Sealed]) -> dict[int, Sealed]:
        """The orders that stay sealed after the legal codes have changed."""
        asked = (seat for seat in self.choosers() if seat in sealed)
        found = {seat: still_sealed(self.observation(seat), sealed[seat]) for seat in asked}
        return {seat: each for seat, each in found.items() if each}

    # --- looking

    def observation(self, seat: int = SPECTATOR) -> Observation[S, B]:
        """What a seat may see."""
        return Observation(self.game, self.state, self.config, seat, self.names, self.gone)

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.resigned is not None or is_over(self.game, self.state, self.config)

    @property
    def resigned(self) -> int | None:
        """The seat whose resignation ended the match because only one side was left, or None."""
        return self.gone[-1] if is_given_up(self.game, self.config, self.gone) else None

    def choosers(self) -> list[int]:
        """The seats that choose now, except those that have resigned."""
        return [] if self.resigned is not None else [seat for seat in self._asked() if seat not in self.gone]

    def _asked(self) -> list[int]:
        return seats_in(self.game.choosers(self.state, self.config))

    def missing(self) -> list[int]:
        """The seats that must choose now but have not sent a complete order."""
        return [seat for seat in self.choosers() if seat not in self.sealed or self.sealed[seat].partial]

    def _after_turn(self) -> None:
        """If the match is over, ends the record with the result and the secret. Otherwise, stores the secrets."""
        if not self.is_over():
            self._keep_secrets()
            return
        secret = self.secret.hex() if self._has_secret() else None
        result = final(self.game, self.state, self.config, self.gone)
        self._append(EndEntry(**result, secret=secret, instructions=instructions_of(self.instructions)), self.state)
        self.store.keep_secret(None)

    # --- keeping

    def _append(
        self, entry: Entry, state: S, events: list[Event] | None = None, orders: dict[int, Order] | None = None
    ) -> None:
        """Writes the entry, then updates the match from it."""
        ready = chained_onto(self.record.lines, entry.line())
        self.store.append(ready)
        self.record.lines.append(ready)
        self.fold.add(entry)
        self._take(entry, state, events or [], orders or {})

    def _keep_secrets(self) -> None:
        secrets = Secrets(len(self.record.lines), self.secret, self.sealed, self.instructions, self.later)
        self.store.keep_secret(secrets.entry())
