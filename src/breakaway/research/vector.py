"""Thousands of matches of one game, stepped in one compiled call.

`ManyMatches` provides plain arrays for all learning seats. `VectorEnv` is a Gymnasium vector environment, with one seat
against a coach. `FlatMatches` provides arrays in the shapes that PufferLib expects. The first use on a machine compiles
the game's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from breakaway.api.games import load
from breakaway.api.plain_data import Array
from breakaway.core.language import UserError
from breakaway.lab.vectors import Vector
from breakaway.players.coaches import NoSuchCoach
from breakaway.research.gym import MASK, SEEN, action_space, checked_seat, observation_space
from breakaway.research.nodes import Space, checked_reward


class ManyMatches:
    """`n` matches of a game.

    Each match asks one seat at a time for one code of its order. Seats choose in ascending order.

    - `observations`: what the asked seat of each match sees: int64 (n, width). `space.layout` gives the position of
      each field.
    - `masks`: which codes the asked seat may give: bool (n, codes).
    - `seats`: which seat is asked: int64 (n), the first column of `observations`.
    - `rewards`: what each seat won with the last actions: float64 (n, seats), 0 unless the match has just ended. Each
      row sums to 0, within 1e-12.
    - `ended`: whether a match has just ended: bool (n). The next match has already begun.
    - `last`: for each match that has ended, what the first learning seat saw at the end: int64 (n, width).

    Each step overwrites the arrays, so copy whatever you want to keep.
    """

    def __init__(
        self,
        game: str,
        n: int,
        learners: Sequence[int] | None = None,
        opponent: str = "random",
        reward: str = "win",
        **options: Any,
    ) -> None:
        """`learners` are the seats that you play (default: all); the coach `opponent` plays the others.

        `options` are those of `breakaway.load`. Raises UserError for an unknown game, seat, coach, reward or option.
        """
        self.space, self.reward = Space(load(game, **options)), checked_reward(reward)
        chosen = list(range(self.space.seats)) if learners is None else list(learners)
        if n < 1 or not chosen:
            raise UserError("there is nothing to play: it takes at least one match and one learning seat")
        self.n, self.learners = n, [checked_seat(self.space, seat) for seat in chosen]
        setup = self.space.game._setup
        try:
            self._vector = Vector(setup.game, setup.config, n, self.learners, opponent, self.learners[0])
        except NoSuchCoach as error:
            raise UserError(str(error)) from None
        m = self._vector.m
        self.observations, self.masks, self.last = m.tensor, m.mask, m.final
        self.seats: Array = self.observations[:, 0]
        self.rewards: Array = np.zeros((n, self.space.seats))
        self.ended: Array = np.zeros(n, bool)

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self.seats = self.observations[:, 0]  # a part of the same array, which a pickle would copy

    def reset(self, seed: int = 0) -> None:
        """Begins `n` new matches. Match i of a seed is the same, however large `n` is.

        Raises UserError if the rules leave the learning seats no choice, so that none of them is ever asked.
        """
        self._vector.reset(seed)
        self.rewards[:], self.ended[:] = 0, False

    def step(self, actions: Any) -> None:
        """Gives a code in each match. If any code is illegal, raises UserError and plays nothing."""
        self._vector.step(actions)
        m, seats = self._vector.m, self.space.seats
        self.ended[:], self.rewards[:] = m.asking["done"], 0
        if self.ended.any():
            results = m.results[self.ended]
            won = self.space.rewards(results["score"][:, :seats], results["rank"][:, :seats] == 1, self.reward)
            self.rewards[self.ended] = won

    def sample(self, rng: np.random.Generator) -> Array:
        """A random legal code for each match; all legal codes are equally likely."""
        codes: Array = np.argmax(rng.random(self.masks.shape) * self.masks, axis=1)
        return codes


class VectorEnv(GymnasiumVectorEnv[dict[str, Array], Array, Array]):
    """One seat against a coach, in `num_envs` matches: a Gymnasium vector environment.

    Each observation consists of `observation` and `action_mask`, as in `gym.SeatEnv`. When a match ends, the next one
    begins in the same step; `infos["final_obs"]` then contains what the seat saw at the end. An illegal code raises
    UserError.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        seat: int = 0,
        opponent: str = "random",
        reward: str = "win",
        copy: bool = True,
        **options: Any,
    ) -> None:
        """The parameters are those of `gym.SeatEnv`. Without `copy`, each step writes to the same arrays."""
        options.pop("render_mode", None)
        self.matches = ManyMatches(game, num_envs, [seat], opponent, reward, **options)
        self.num_envs, self.seat, self._copy = num_envs, seat, copy
        self._masks: Array = np.zeros(self.matches.masks.shape, np.int8)
        self.single_observation_space = observation_space(self.matches.space)
        self.single_action_space = action_space(self.matches.space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self) -> dict[str, Array]:
        self._masks[:] = self.matches.masks
        found = {SEEN: self.matches.observations, MASK: self._masks}
        return {name: each.copy() for name, each in found.items()} if self._copy else found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Begins all matches. The same seed gives the same matches."""
        super().reset(seed=seed)
        self.matches.reset(int(self.np_random.integers(2**63)))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Gives a code in each match, and plays on until the seat has to choose again."""
        matches = self.matches
        matches.step(actions)
        ended, infos = matches.ended.copy(), dict[str, Any]()
        if ended.any():
            waiting = np.zeros(self._masks.shape, np.int8)
            waiting[:, 0] = 1
            infos = {"final_obs": {SEEN: matches.last.copy(), MASK: waiting}, "_final_obs": ended}
        return self._seen(), matches.rewards[:, self.seat].copy(), ended, np.zeros_like(ended), infos


class FlatMatches:
    """One seat against a coach, with arrays in the shapes that PufferLib expects. Each step writes to the same buffers.

    - `observations`: float32 (num_agents, width + codes): what the seat sees, then a 1 for each legal code.
    - `rewards` (float32), `terminals`, `truncations` and `masks` (always True, because all agents always act):
      `num_agents` values each.
    """

    def __init__(self, game: str, num_agents: int = 1024, seat: int = 0, **options: Any) -> None:
        """`options` and errors are those of `ManyMatches`."""
        self.matches, self.seat = ManyMatches(game, num_agents, [seat], **options), seat
        space, n = self.matches.space, num_agents
        shape = (space.width + space.codes,)
        self.num_agents, self.single_action_space = n, action_space(space)
        self.single_observation_space = Box(-np.inf, np.inf, shape, np.float32)
        self.observations: Array = np.zeros((n, *shape), np.float32)
        self.rewards: Array = np.zeros(n, np.float32)
        self.terminals, self.truncations = np.zeros(n, bool), np.zeros(n, bool)
        self.masks: Array = np.ones(n, bool)

    def _write(self) -> None:
        matches, width = self.matches, self.matches.space.width
        self.observations[:, :width], self.observations[:, width:] = matches.observations, matches.masks
        self.rewards[:], self.terminals[:] = matches.rewards[:, self.seat], matches.ended

    def reset(self, seed: int | None = 0) -> tuple[Array, list[dict[str, Any]]]:
        """Begins all matches. The same seed gives the same matches."""
        self.matches.reset(seed or 0)
        self._write()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, list[dict[str, Any]]]:
        """Gives a code in each match. Raises UserError if a code is illegal."""
        self.matches.step(actions)
        self._write()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self) -> None:
        """Does nothing, because there is nothing to close."""
