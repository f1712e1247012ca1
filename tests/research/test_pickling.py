"""Environments, games and states of the research libraries can be pickled and copied, and go on alike afterwards."""

from __future__ import annotations

import copy
import pickle

import cloudpickle
import gymnasium
import numpy as np
import pyspiel
import pytest

from breakaway.research import spiel
from breakaway.research.vector import FlatMatches, ManyMatches, VectorEnv
from breakaway.research.zoo import aec_env, parallel_env

pytestmark = pytest.mark.slow
WAYS = {
    "pickle": lambda held: pickle.loads(pickle.dumps(held)),
    "cloudpickle": lambda held: cloudpickle.loads(cloudpickle.dumps(held)),
    "deepcopy": copy.deepcopy,
}


def same(one, other):
    """Compares what environments say: numbers, arrays, and dictionaries and tuples of these."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return np.array_equal(one, other)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", ["Football", "Fate", "Cycling"])
def test_a_gymnasium_environment_goes_on_alike(game, way):
    env = gymnasium.make(f"breakaway/{game}-v0")
    seen, _ = env.reset(seed=1)
    twin = WAYS[way](env)
    for _ in range(5):
        code = int(np.argmax(seen["action_mask"]))
        now, then = env.step(code), twin.step(code)
        assert same(now, then)
        seen = now[0]


@pytest.mark.parametrize("way", WAYS)
def test_pettingzoo_environments_go_on_alike(way):
    turns = aec_env("fate")
    turns.reset(seed=1)
    twin = WAYS[way](turns)
    for _ in range(5):
        seen = turns.last()
        assert same(seen[0], twin.last()[0])
        for env in (turns, twin):
            env.step(int(np.argmax(seen[0]["action_mask"])))
    at_once = parallel_env("cycling", teams=3)
    seen, _ = at_once.reset(seed=1)
    twin = WAYS[way](at_once)
    codes = {agent: int(np.argmax(each["action_mask"])) for agent, each in seen.items()}
    assert same(at_once.step(codes), twin.step(codes))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("made", [ManyMatches, VectorEnv, FlatMatches])
def test_vector_environments_go_on_alike(made, way):
    env = made("cycling", 4)
    env.reset(seed=1)
    twin = WAYS[way](env)
    for _ in range(30):
        matches, others = (each if made is ManyMatches else each.matches for each in (env, twin))
        codes = np.argmax(matches.masks, axis=1)
        assert same(env.step(codes), twin.step(codes)) or made is ManyMatches
        assert same(
            [matches.observations, matches.masks, matches.seats], [others.observations, others.masks, others.seats]
        )
    assert others.seats.base is others.observations.base or np.shares_memory(others.seats, others.observations)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["football", "fate", "cycling"])
def test_an_openspiel_game_and_its_states_go_on_alike(name, way):
    game = spiel.load_game(name, **({"teams": 2} if name == "cycling" else {}))
    again = WAYS[way](game)
    assert (str(again), type(again)) == (str(game), type(game))
    state = game.new_initial_state()
    for _ in range(6):
        twin = WAYS[way](state)
        assert (str(twin), twin.history()) == (str(state), state.history())
        if state.is_simultaneous_node():
            codes = [min(state.legal_actions(seat), default=0) for seat in range(state.num_players())]
            state.apply_actions(codes)
            twin.apply_actions(codes)
        else:
            code = state.legal_actions()[0]
            state.apply_action(code)
            twin.apply_action(code)
        assert str(twin) == str(state)
    observer = WAYS[way](game.make_py_observer())
    observer.set_from(state, 0)
    assert observer.tensor.any()
    assert pyspiel.load_game(str(again)).get_type().short_name == f"breakaway_{name}"
