"""Breakaway's games as Gymnasium environments, with their spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from breakaway.api.bots import Bot, Named, ask, by_seat, coach, name_of, seated, with_rules_playing
from breakaway.api.games import Game, game_names, load
from breakaway.api.plain_data import Array
from breakaway.core.language import UserError
from breakaway.research.nodes import Node, Space, checked_reward, needs_agents

# --- The Gymnasium spaces that the modules for Gymnasium and PettingZoo share.


SEEN, MASK = "observation", "action_mask"


def observation_space(space: Space) -> spaces.Dict:
    """The space of what a seat sees (int64) and of its mask of legal codes (int8)."""
    seen = spaces.Box(space.low, space.high, dtype=np.int64)
    return spaces.Dict({SEEN: seen, MASK: spaces.Box(0, 1, (space.codes,), np.int8)})


def action_space(space: Space) -> spaces.Discrete[Any]:
    """The space of all codes. The mask says which codes are legal."""
    return spaces.Discrete(space.codes)


def observed(node: Node, seat: int) -> dict[str, Array]:
    """What this seat sees now, in the form of `observation_space`."""
    return {SEEN: node.tensor(seat), MASK: node.mask(seat)}


# --- The games in Gymnasium: one seat against a coach. Importing this module registers `breakaway/Football-v0` and the
# ids of the other games.
#
# gymnasium.make("breakaway/Fate-v0", opponent="book", reward="points")


Seen = dict[str, Any]


def checked_seat(seats: int, seat: int) -> int:
    """Returns this `seat` unchanged. Raises UserError if a match with so many `seats` has no such seat."""
    if seat not in range(seats):
        raise UserError(f"seat: there is no seat {seat}; this match has seats 0 to {seats - 1}")
    return seat


Opponents: TypeAlias = Named | Sequence[Named]


def others_of(game: Game, learners: Sequence[int], opponents: Opponents) -> tuple[Game, dict[int, Named]]:
    """Who plays each seat that does not learn, and the game, set up so that its rules play those seats that are left to
    them.

    Raises UserError for too many opponents, and if the rules play all the `learners`.
    """
    if learners:
        needs_agents(game, learners)
    seats = [seat for seat in range(len(game.seats)) if seat not in learners]
    if not seats and isinstance(opponents, str):
        coach(game, opponents)  # a wrong name is wrong even if nobody plays under it
    named = by_seat(opponents, seats, "the number of seats left for them is {n}")
    return with_rules_playing(game, named), named


class SeatEnv(gymnasium.Env[Seen, int]):
    """One seat of a match. Coaches or bots of your own play all other seats.

    An action is a code; orders are given code by code. The reward comes at the end: "win" (in a two-player match: 1 for
    a win, -1 for a loss) or "points" (the seat's points minus the average of the others'). An illegal code changes
    nothing, and `info["refused"]` says why it is illegal.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: str, seat: int = 0, opponent: Opponents = "random", reward: str = "win", **options: Any
    ) -> None:
        """`opponent` is a coach, named as in `breakaway.play`, a bot or its class, or a list of these for the other
        seats in ascending order. The last one listed also plays all remaining seats. A class or the name of your own
        bot gives a new bot for each seat of each match.

        `options` are those of `breakaway.load`. Raises UserError for an unknown game, seat, opponent, reward or option,
        and if the rules play this seat.
        """
        options.pop("render_mode", None)
        loaded = load(game, **options)
        self.seat = checked_seat(len(loaded.seats), seat)
        loaded, self._others = others_of(loaded, [self.seat], opponent)
        self.space, self.reward = Space(loaded), checked_reward(reward)
        self._bots = self._new_bots()
        self.observation_space, self.action_space = observation_space(self.space), action_space(self.space)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins a new match. The same seed gives the same matches."""
        super().reset(seed=seed)
        self._bots = self._new_bots()
        self._node = self._settled(Node(self.space, self.space.game.new(int(self.np_random.integers(2**63)))))
        return observed(self._node, self.seat), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Gives a code, and plays on until this seat has to choose again or the match ends."""
        if refused := self._node.why_not(self.seat, int(action)):
            return observed(self._node, self.seat), 0.0, self._node.state.is_over, False, {"refused": refused}
        self._node = self._settled(self._node.after({self.seat: int(action)}))
        over = self._node.state.is_over
        paid = self.space.rewards_of(self._node.state.result, self.reward)[self.seat] if over else 0.0
        return observed(self._node, self.seat), paid, over, False, {}

    def _settled(self, node: Node) -> Node:
        """The node at this seat's next choice, or at the end of the match."""
        while node.asked and self.seat not in node.asked:
            orders = {seat: self._answer(node, seat) for seat in node.asked}
            node = Node(self.space, node.state.apply({**node.all_begun, **orders}))
        return node

    def _new_bots(self) -> dict[int, Bot]:
        """The opponents of a new match. Raises UserError."""
        return {seat: seated(self.space.game, each) for seat, each in self._others.items()}

    def _answer(self, node: Node, seat: int) -> list[int]:
        """The order of an opponent. Raises BotError if the opponent gives no legal order."""
        bot, seed = self._bots[seat], int(self.np_random.integers(2**63))
        return ask(bot, name_of(bot), node.state, seat, seed)


def _register() -> None:
    """Registers an id for each game."""
    for name in game_names():
        gymnasium.register(
            f"breakaway/{name.capitalize()}-v0",
            entry_point="breakaway.research.gym:SeatEnv",
            vector_entry_point="breakaway.research.vector:VectorEnv",
            kwargs={"game": name},
        )


_register()
