"""A match with its record: plays turns, takes them back, and writes the record as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from breakaway.api.setup import Answer, Setup
from breakaway.api.state import Seeded, State
from breakaway.core.match import Match as Played
from breakaway.core.record import Memory


class _Kept(Memory):
    """Keeps the current secrets of a match in memory, for `Match.secrets`."""

    secrets: dict[str, Any] | None = None

    def keep_secret(self, secrets: dict[str, Any] | None) -> None:
        self.secrets = secrets


class Match:
    """A match that keeps its record: every order, every outcome, and hashes of these. The record has the same form as
    that of `breakaway play`, so `replay` and `verify` can read it. A State is faster, so use a Match only if you need
    the record.

    >>> import breakaway
    >>> match = breakaway.load("fate").match(seed=7)
    >>> match.play("receive")
    <State of FATE Accelerated Football, turn 2, to move: Away>
    >>> match.undo()
    >>> [line[:14] for line in match.text().splitlines()]
    ['{"kind":"match', '{"kind":"turn"', '{"kind":"turn"', '{"kind":"undo"']
    """

    def __init__(self, setup: Setup, played: Played[Any, Any], store: _Kept) -> None:
        self._setup, self._played, self._store = setup, played, store

    def __eq__(self, other: object) -> bool:
        """Whether both have the same record and the same secrets, so that they go on alike."""
        return (
            isinstance(other, Match)
            and self._played.record.lines == other._played.record.lines
            and self._store.secrets == other._store.secrets
        )

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __copy__(self) -> Match:
        return deepcopy(self)  # a match that is played on must not play its copy on

    @property
    def state(self) -> State:
        """The current state. To see how the match would go on after certain orders, use `state.apply`."""
        return self._state(self._played.state, len(self._played.log))

    def _state(self, s: Any, turn: int) -> State:
        played = self._played
        seeded = Seeded(played.secret, tuple(played.fold.shares_with({})), played.steps)
        events = tuple(played.log[turn - 1][1]) if turn and turn <= len(played.log) else ()
        return State(self._setup, s, seeded, told=events, turn=turn)

    @property
    def states(self) -> list[State]:
        """The states of the match from its first choice to now, without turns that were taken back.

        If the match began under another edition of the rules, the states before the change are missing.
        """
        listed = [*(s for s, _ in self._played.history), self._played.state]
        first = len(self._played.log) + 1 - len(listed)  # turns before a change of edition cannot be taken back
        found = [self._state(s, turn) for turn, s in enumerate(listed, first)]
        return [each for each in found if each.to_move or each.is_over]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by a rule or by resignations."""
        return self._played.is_over()

    def play(self, orders: Mapping[int, Answer] | Answer, absent: bool = False, typed: Sequence[int] = ()) -> State:
        """Plays a turn with these `orders`, as `State.apply` does, and returns the new state.

        With `absent`, the rules for absent players choose for seats without an order. `typed` lists the outcomes if the
        players roll dice and draw cards themselves; raises NeedsOutcome if the turn needs another one, or BadOutcome.
        Raises the same errors as `apply`, too. After an error, nothing has changed.
        """
        checked = self.state._orders(orders, absent)
        given = orders if isinstance(orders, Mapping) else {self.state.to_move[0]: orders}
        played, before = self._played, self._played.sealed
        try:
            for seat in given:
                width = played.game.slots(played.state, played.config, seat)
                played.choose(seat, checked[seat][:width])
            physical = played.record.header["chance"] == "typed"
            (played.close if absent else played.resolve)(typed if physical else None)
        except BaseException:
            played.sealed = before
            raise
        return self.state

    def undo(self) -> None:
        """Takes back the last turn. The record keeps both the turn and the undo. Later turns get new dice and cards.

        Raises NotNow.
        """
        self._played.undo()
        self._played.sealed = {}

    def text(self) -> str:
        """The record: a line of JSON for each entry. An order is recorded only when its turn is played."""
        lines = self._played.record.lines
        return "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in lines)

    def secrets(self) -> str:
        """Everything that is still secret, such as the source of the dice, as one line of JSON.

        Empty once the match is over.
        """
        return json.dumps(self._store.secrets, ensure_ascii=False) if self._store.secrets else ""
