"""The games in PettingZoo: `aec_env("football")` and `parallel_env("football")`, with action masks.

An action is a code. In the AEC environment, one agent after another gives its complete order, code by code. An agent
sees nothing of the orders that others have sealed. In the parallel environment, all agents give a code at the same
time. Agents that have nothing to choose wait, with action 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from breakaway.api.games import Game, load
from breakaway.research.gym import action_space, observation_space, observed
from breakaway.research.nodes import Node, Space, checked_reward, needs_agents

Seen = dict[str, Any]


class Seats:
    """What both environments share: the agents with their spaces, the dice, the start of a match, and the rewards."""

    def __init__(self, game: Game, reward: str) -> None:
        needs_agents(game, range(len(game.seats)))
        self.space, self.reward = Space(game), checked_reward(reward)
        self.names = [f"seat_{seat}" for seat in range(self.space.seats)]
        self.sees = {name: observation_space(self.space) for name in self.names}
        self.does = {name: action_space(self.space) for name in self.names}
        self._dice = np.random.default_rng()

    def begin(self, seed: int | None) -> Node:
        """The start of a new match. The same seed gives the same sequence of matches."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        return Node(self.space, self.space.game.new(int(self._dice.integers(2**63))))

    def rewards(self, node: Node) -> dict[str, float]:
        """The reward of each agent: 0 before the end of the match."""
        state = node.state
        found = self.space.rewards_of(state.result, self.reward) if state.is_over else [0.0] * len(self.names)
        return dict(zip(self.names, found, strict=True))


class TurnsEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game in which one agent after another gives a code. See `aec_env`."""

    metadata: dict[str, Any] = {"name": "breakaway_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, reward: str) -> None:
        super().__init__()
        self._seats = Seats(game, reward)
        self.space = self._seats.space
        self.metadata = {**self.metadata, "name": f"breakaway_{game.name}_v0"}
        self.possible_agents = list(self._seats.names)
        self.agents: list[str] = []
        self.render_mode = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: `observation` and `action_mask`."""
        return self._seats.sees[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes."""
        return self._seats.does[agent]

    def observe(self, agent: str) -> Seen:
        """What this agent sees now."""
        return observed(self._node, self.possible_agents.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new match. The same seed gives the same matches."""
        self._node = self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = self._seats.rewards(self._node)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._node.asked[0]]

    def step(self, action: int | None) -> None:
        """Gives a code for the selected agent. An illegal code changes nothing.

        `infos` says why it is illegal, and the agent is asked again.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        refused = self._node.why_not(seat, -1 if action is None else int(action))
        self.infos[agent] = {"refused": refused} if refused else {}
        if not refused:
            self._node = self._node.after({seat: int(action or 0)})
        over = self._node.state.is_over
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._seats.rewards(self._node)
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = self.agents[0 if over else self._node.asked[0]]
        self._accumulate_rewards()


class AtOnceEnv(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """A game in which all agents give a code at the same time. See `parallel_env`."""

    metadata: dict[str, Any] = {"name": "breakaway_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, reward: str) -> None:
        self._seats = Seats(game, reward)
        self.space = self._seats.space
        self.metadata = {**self.metadata, "name": f"breakaway_{game.name}_v0"}
        self.possible_agents = list(self._seats.names)
        self.agents: list[str] = []
        self.render_mode = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: `observation` and `action_mask`."""
        return self._seats.sees[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes."""
        return self._seats.does[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begins a new match. The same seed gives the same matches. Returns what the agents see, and their infos."""
        self._node = self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Seen]:
        return {agent: observed(self._node, seat) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Gives a code for each agent that has something to choose; the actions of other agents are ignored.

        An illegal code changes nothing for its agent. `infos` says why it is illegal, and the agent is asked again
        while others wait.
        """
        node, infos = self._node, {agent: dict[str, Any]() for agent in self.agents}
        given = {seat: int(actions.get(self.possible_agents[seat], -1)) for seat in node.asked}
        for seat, code in list(given.items()):
            if refused := node.why_not(seat, code):
                infos[self.possible_agents[seat]] = {"refused": refused}
                del given[seat]
        self._node = node.after(given) if given else node
        over = self._node.state.is_over
        rewards, ended = self._seats.rewards(self._node), dict.fromkeys(self.agents, over)
        going_on = dict.fromkeys(self.agents, False)
        self.agents = [] if over else self.agents
        return self._observed(), rewards, ended, going_on, infos


def aec_env(game: str, reward: str = "win", **options: Any) -> TurnsEnv:
    """A game with the options of `breakaway.load`, for agents that act one after another. Raises UserError.

    `reward` is paid at the end: "win" (in a two-player match: 1 for a win, -1 for a loss) or "points" (an agent's
    points minus the average of the others').
    """
    return TurnsEnv(load(game, **options), reward)


def parallel_env(game: str, reward: str = "win", **options: Any) -> AtOnceEnv:
    """A game with the options of `breakaway.load`, for agents that act at the same time. `reward` is as in `aec_env`.

    Raises UserError.
    """
    return AtOnceEnv(load(game, **options), reward)
