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


class Fresh(Last):
    """Remembers how often it was asked."""

    made = 0

    def __init__(self):
        Fresh.made += 1


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rules_can_play_the_other_seat_whichever_it_is(seat):
    env, again = make("football", seat=seat, opponent="sheet"), make("football", seat=seat, against={1 - seat: "sheet"})
    seen, _ = env.reset(seed=4)
    others, _ = again.reset(seed=4)
    ended = False
    while not ended:
        assert np.array_equal(seen["observation"], others["observation"])
        assert env.unwrapped._node.asked == [seat]
        code = int(np.argmax(seen["action_mask"]))
        seen, reward, ended, _, _ = env.step(code)
        others, same, *_ = again.step(code)
    assert reward == same in (-1, 0, 1)


def test_the_seat_that_learns_cannot_be_played_by_the_rules():
    with pytest.raises(breakaway.UserError, match=r"never have anything to choose.*the rules play seat 1 \(sheet\)"):
        make("football", seat=1, against="sheet")


def test_the_opponents_can_be_listed_by_seat_and_a_class_or_a_file_gives_new_bots_for_each_match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    Fresh.made = 0
    env = make("cycling", teams=4, seat=1, opponent=["directeur", Fresh, "own.py:First"])
    for _ in range(2):
        play_first_codes(env, 20)
    assert Fresh.made == 3  # to see whether it can be made, and for two matches
    called = {seat: type(bot).__name__ for seat, bot in env.unwrapped._bots.items()}
    assert called == {0: "Coach", 2: "Fresh", 3: "Coach"}
    assert repr(env.unwrapped._bots[3]) == "<Coach own.py:First>"
    with pytest.raises(breakaway.UserError, match="3 bots are named, but the number of seats left for them is 1"):
        make("fate", opponent=["random"] * 3)


OWN = """
class First:
    def choose(self, observation, legal, rng):
        return next(iter(legal))
"""
