"""A match whose seats give their orders code by code, for libraries in which an action is one number.

All library interfaces share this module, and so have the same actions, tensors and rewards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from breakaway.api.games import Game
from breakaway.api.observation import Observation
from breakaway.api.plain_data import Array, Result
from breakaway.api.state import State
from breakaway.core.game import Order, most_codes
from breakaway.core.language import UserError
from breakaway.core.state import RANGES, columns

ORDER = "order"  # the last field of every tensor: the codes that the seat has given for its order so far, plus 1
WAIT = 0  # what a seat that is not asked may do if a library insists on an action


class Space:
    """The shapes that all matches of a game share.

    - `codes`: how many actions there are; every code is below this number.
    - `slots`: the largest number of codes that an order can have.
    - `width`: the length of a tensor.
    - `layout`: the position of each field in a tensor: the seat, the fields of the state, and `order`.
    - `low`, `high`: the smallest and the largest number at each position of a tensor.
    """

    def __init__(self, game: Game) -> None:
        self.game, core, config = game, game._setup.game, game._setup.config
        self.seats, self.slots, self.codes = len(game.seats), core.max_slots, most_codes(core, config)
        self.layout = dict(game.layout)
        fields = max(place.stop for place in self.layout.values())
        self.width = fields + self.slots
        self.layout[ORDER] = slice(fields, self.width)
        self.low, self.high = np.zeros(self.width, np.int64), np.full(self.width, self.codes, np.int64)
        self.low[0], self.high[0] = -1, self.seats - 1
        for each in columns(core.state):
            self.low[self.layout[each.name]], self.high[self.layout[each.name]] = RANGES[each.kind]

    def tensor(self, seen: Observation, begun: Order) -> Array:
        """What a seat sees, followed by the codes that it has given so far: a row of `width` int64 numbers."""
        row: Array = np.zeros(self.width, np.int64)
        fields = self.width - self.slots
        row[:fields] = seen.tensor()
        row[fields : fields + len(begun)] = begun
        row[fields : fields + len(begun)] += 1
        return row

    def rewards(self, scores: Array, winners: Array, kind: str) -> Array:
        """The rewards at the end of matches: a row of float64 for each row of `scores` and `winners`, with a column for
        each seat. Both are whole numbers or bools.

        Each row sums to 0, within 1e-12. With "win", the winners share what the others pay; in a two-player match, a
        win is 1, a loss is -1 and a draw is 0. With "points", the reward is a seat's points minus the average of the
        others'.
        """
        paid: Array
        parts: Array | int
        if kind == "points":  # until the division, all numbers are whole and sum to exactly 0
            paid, parts = self.seats * scores - scores.sum(1, keepdims=True), self.game._setup.game.unit
        else:
            parts = winners.sum(1, keepdims=True)
            paid = self.seats * winners - parts
        shares: Array = paid / (parts * (self.seats - 1))
        return shares

    def rewards_of(self, result: Result, kind: str) -> list[float]:
        """The reward of each seat for one `result`, as `rewards` works it out. `kind` is "win" or "points"."""
        winners = [seat in result.winners for seat in range(self.seats)]
        found: list[float] = self.rewards(np.array([result.score]), np.array([winners]), kind)[0].tolist()
        return found


REWARDS = ("win", "points")


def checked_reward(kind: str) -> str:
    """Returns this `kind` of reward unchanged. Raises UserError if there is no such kind."""
    if kind not in REWARDS:
        raise UserError(f"reward: unknown kind {kind!r}; choose one of: {', '.join(REWARDS)}")
    return kind


def needs_agents(game: Game, seats: Iterable[int]) -> Game:
    """Returns this `game` unchanged. Raises UserError if its rules play all of these `seats`, so that nobody learns."""
    asked = list(seats)
    if len(ruled := game._ruled(asked)) == len(asked):
        players = ", ".join(f"seat {seat} ({game._setup.start.seats[seat]['by']})" for seat in ruled)
        raise UserError(
            f"an agent would never have anything to choose, because the rules play {players}; leave another seat to it"
        )
    return game


Begun: TypeAlias = Mapping[int, tuple[int, ...]]


class Node:
    """A state together with the codes that seats have given for their next orders. A node never changes."""

    def __init__(self, space: Space, state: State, begun: Begun | None = None, before: Node | None = None) -> None:
        """`begun` lists the codes given so far, by seat.

        If a node `before` has the same state, its observations are reused.
        """
        self.space, self.state, self.all_begun = space, state, dict(begun or {})
        is_same = before is not None and before.state is state
        self._seen: dict[int, Observation] = before._seen if before is not None and is_same else {}
        self._tensor: dict[int, Array] = {}
        self.asked = [seat for seat in state.to_move if len(self.begun(seat)) < self.seen(seat).legal.slots]

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def begun(self, seat: int) -> list[int]:
        """The codes that this seat has given for its order."""
        return list(self.all_begun.get(seat, ()))

    def seen(self, seat: int) -> Observation:
        """The observation of a seat, or of a spectator (-1)."""
        if seat not in self._seen:
            self._seen[seat] = self.state.observe(seat)
        return self._seen[seat]

    def legal(self, seat: int) -> list[int]:
        """The codes that this seat may give now, in ascending order. Empty if the seat is not asked."""
        return self.seen(seat).legal.codes(self.begun(seat)) if seat in self.asked else []

    def tensor(self, seat: int) -> Array:
        """What this seat sees, with the codes that it has given: `space.width` int64 numbers."""
        if seat not in self._tensor:
            self._tensor[seat] = self.space.tensor(self.seen(seat), self.begun(seat))
        return self._tensor[seat].copy()

    def mask(self, seat: int) -> Array:
        """An int8 number for each code: 1 if the code is legal, otherwise 0.

        A seat that is not asked may only wait, with code 0.
        """
        mask: Array = np.zeros(self.space.codes, np.int8)
        mask[self.legal(seat) or [WAIT]] = 1
        return mask

    def why_not(self, seat: int, code: int) -> str:
        """A sentence that says why this seat cannot give this code now. Empty if the code is legal."""
        legal = self.legal(seat)
        if not legal:
            return f"seat {seat} has nothing to choose now"
        if code in legal:
            return ""
        refusal = None
        if 0 <= code < self.space.codes:
            refusal = self.seen(seat)._seen.why_not([*self.begun(seat), int(code)])
        said = f"{refusal.rule} {refusal.text}" if refusal else "there is no such code"
        return f"code {code}: {said}. Legal codes: {', '.join(map(str, legal))}"

    def played(self, given: Mapping[int, int]) -> tuple[State, Begun]:
        """The state after these seats have each given a legal code, and the codes of the orders begun in this state.

        The turn is played as soon as all orders are complete.
        """
        begun = self.all_begun | {seat: (*self.begun(seat), int(code)) for seat, code in given.items()}
        if any(len(begun.get(seat, ())) < self.seen(seat).legal.slots for seat in self.asked):
            return self.state, begun
        return self.state.apply(begun), {}

    def after(self, given: Mapping[int, int]) -> Node:
        """The node after these seats have each given a legal code."""
        return Node(self.space, *self.played(given), self)
