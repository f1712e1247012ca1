"""Gymnasium: one seat against a coach."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import breakaway
import breakaway.research.gym
from breakaway.games import manifest as games

from .ways import DEFAULT, WAYS


def make(name, **options):
    return gymnasium.make(f"breakaway/{name.capitalize()}-v0", **options)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("options", [*WAYS[:2], DEFAULT], ids=["small", "secret", "default"])
def test_check_env_passes_and_the_spec_makes_the_same_environment(name, options):
    env = make(name, **options[name])
    check_env(env.unwrapped)
    assert env.spec.id == f"breakaway/{name.capitalize()}-v0"
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.observation_space == env.observation_space
    assert np.array_equal(again.reset(seed=3)[0]["observation"], env.reset(seed=3)[0]["observation"])


def test_a_match_ends_with_the_reward_of_the_seat():
    env, rng = make("fate", seat=1, reward="points"), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    paid, ended = [], False
    while not ended:
        assert seen["observation"][0] == 1
        seen, reward, ended, cut, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        paid.append(reward)
        assert not cut
        assert not info
    home, away = env.unwrapped._node.state.result.score
    assert sum(paid) == paid[-1] == away - home


def test_an_illegal_code_changes_nothing_and_says_why():
    env = make("football")
    before, _ = env.reset(seed=1)
    code = int(np.argmin(before["action_mask"]))
    after, reward, ended, _, info = env.step(code)
    assert np.array_equal(before["observation"], after["observation"])
    assert not reward
    assert not ended
    assert f"code {code}" in info["refused"]


class Last:
    """A bot that always gives the last legal code."""

    def choose(self, observation, legal, rng):
        order = []
        while len(order) < legal.slots:
            order.append(legal.codes(order)[-1])
        return order


class Broken:
    """A bot that answers nonsense."""

    def choose(self, observation, legal, rng):
        return "nonsense"


def play_first_codes(env, steps):
    """Plays so many steps with the first legal code each time."""
    seen, _ = env.reset(seed=1)
    for _ in range(steps):
        seen, *_ = env.step(int(np.argmax(seen["action_mask"])))


def test_the_opponent_can_be_a_coach_or_a_bot_of_your_own():
    for opponent in ("book", Last()):
        play_first_codes(make("fate", opponent=opponent), 5)
    with pytest.raises(breakaway.BotError, match="Broken"):
        play_first_codes(make("football", opponent=Broken()), 50)


def test_what_a_game_does_not_have_is_refused_clearly():
    for options, said in (
        ({"seat": 2}, "seats 0 to 1"),
        ({"opponent": "genius"}, "genius"),
        ({"reward": "glory"}, "choose one of"),
        ({"track": "loop"}, "does not have this option"),
    ):
        with pytest.raises(breakaway.UserError, match=said):
            make("fate", **options)
