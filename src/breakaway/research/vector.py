"""Thousands of matches of one game, stepped in one compiled call.

`ManyMatches` provides plain arrays for all learning seats. `VectorEnv` is a Gymnasium vector environment, with one seat
against a coach. `FlatMatches` provides arrays in the shapes that PufferLib expects. `play_many` plays whole matches
between coaches and bots. The first use on a machine compiles
the game's rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from breakaway.api.bots import Coach, Named
from breakaway.api.games import Game, load
from breakaway.api.plain_data import Array
from breakaway.core.language import UserError
from breakaway.games.manifest import kit_of
from breakaway.games.manifest import load as find
from breakaway.lab.vectors import Vector
from breakaway.players.coaches import NoSuchCoach
from breakaway.players.evaluation import Evaluations, ManyEvaluations
from breakaway.research.gym import MASK, SEEN, Opponents, action_space, checked_seat, observation_space, others_of
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
        opponent: Opponents = "random",
        reward: str = "win",
        **options: Any,
    ) -> None:
        """`learners` are the seats that you play (default: all). `opponent` plays the others: the name of a coach, a
        bot of your own that is marked with `@breakaway.compilable` or its name, or a list of these for the other seats
        in ascending order. The last one listed also plays all remaining seats.

        `options` are those of `breakaway.load`. Raises UserError for an unknown game, seat, coach, reward or option,
        for a bot that cannot be compiled, and if the rules play all learning seats.
        """
        loaded = load(game, **options)
        chosen = list(range(len(loaded.seats))) if learners is None else list(learners)
        if n < 1 or not chosen:
            raise UserError("there is nothing to play: it takes at least one match and one learning seat")
        self.n, self.learners = n, [checked_seat(len(loaded.seats), seat) for seat in chosen]
        loaded, others = others_of(loaded, self.learners, opponent)
        self.space, self.reward = Space(loaded), checked_reward(reward)
        self._vector = _vector(loaded, n, self.learners, others)
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

        Raises UserError if the rules leave the learning seats no choice, so that none of them is ever asked. Raises
        BotError if a bot of your own fails.
        """
        self._vector.reset(seed)
        self.rewards[:], self.ended[:] = 0, False

    def step(self, actions: Any) -> None:
        """Gives a code in each match. If any code is illegal, raises UserError and plays nothing.

        Raises BotError if a bot of your own fails. After that, only `reset` is possible.
        """
        self._vector.step(actions)
        m, seats = self._vector.m, self.space.seats
        self.ended[:], self.rewards[:] = m.asking["done"], 0
        if self.ended.any():
            results = m.results[self.ended]
            won = self.space.rewards(results["score"][:, :seats], results["rank"][:, :seats] == 1, self.reward)
            self.rewards[self.ended] = won

    def evaluate(self) -> Evaluations:
        """What each call is worth to the asked seats, and how often to make it, worked out from what they see.

        Football has an evaluation (`breakaway.evaluate`). Raises UserError for other games.
        """
        place = kit_of(self._vector.game).evaluations
        if not place:
            raise UserError(f"{self._vector.game.title} has no evaluation; football has one")
        many: ManyEvaluations = find(place)
        return many.of_states(self._vector.m.states, self._vector.m.configs, self.seats)

    def sample(self, rng: np.random.Generator) -> Array:
        """A random legal code for each match; all legal codes are equally likely."""
        codes: Array = np.argmax(rng.random(self.masks.shape) * self.masks, axis=1)
        return codes


def _vector(game: Game, n: int, learners: list[int], others: Mapping[int, Named]) -> Vector:
    """Matches in which `others` plays the seats that do not learn and that no rules play. Raises UserError."""
    core, ruled = game._setup.game, game._ruled(others)
    named = {seat: (each._bot or each.name) if isinstance(each, Coach) else each for seat, each in others.items()}
    asked: dict[int, Any] = {seat: each for seat, each in named.items() if seat not in ruled}
    try:
        return Vector(core, game._setup.config, n, learners, asked, learners[0] if learners else 0)
    except NoSuchCoach as error:
        raise UserError(str(error)) from None


class Endings(NamedTuple):
    """How matches between coaches and bots ended: a row for each match, a column for each seat.

    - `scores`: int64, in points; in Breaking Away in 360360ths of a point.
    - `winners`: bool, several in a row if seats share a win.
    - `rewards`: float64, as `ManyMatches` pays them.
    """

    scores: Array
    winners: Array
    rewards: Array


AT_ONCE = 1024  # matches in memory


def play_many(
    game: str, bots: Sequence[Named] | Named, n: int, seed: int = 0, reward: str = "win", **options: Any
) -> Endings:
    """Plays `n` whole matches in compiled code, with a coach or a compilable bot of your own in every seat.

    `bots` lists them as `opponent` does in `ManyMatches`, from seat 0 on. Match i of a seed is the same, however large
    `n` is. Raises UserError as `ManyMatches` does, or BotError if a bot of your own fails.
    """
    loaded, kind = load(game, **options), checked_reward(reward)
    if n < 1:
        raise UserError("there is nothing to play: it takes at least one match")
    loaded, others = others_of(loaded, (), bots)
    space, vector = Space(loaded), _vector(loaded, min(n, AT_ONCE), [], others)
    scores: Array = np.zeros((n, space.seats), np.int64)
    winners: Array = np.zeros((n, space.seats), bool)
    for first in range(0, n, AT_ONCE):
        vector.reset(seed, first)
        results, room = vector.m.results[: n - first], slice(first, first + AT_ONCE)
        scores[room], winners[room] = results["score"][:, : space.seats], results["rank"][:, : space.seats] == 1
    return Endings(scores, winners, space.rewards(scores, winners, kind))


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
        opponent: Opponents = "random",
        reward: str = "win",
        copy: bool = True,
        **options: Any,
    ) -> None:
        """The parameters are those of `gym.SeatEnv`, with opponents as in `ManyMatches`.

        Without `copy`, each step writes to the same arrays.
        """
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
