"""PettingZoo: its own checks, refusals, and what agents see."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import breakaway
from breakaway.games import manifest as games
from breakaway.research.zoo import aec_env, parallel_env

from .ways import DEFAULT, SECRET, SMALL, WAYS

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # the checks like neither dicts nor a missing render


@pytest.mark.sample("small")
@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("options", [*WAYS, DEFAULT], ids=["small", "secret", "others", "default"])
def test_the_checks_of_pettingzoo_pass(name, options, capsys):
    cycles = 1000 if options is DEFAULT else 30  # a thousand go to the end of a match
    api_test(aec_env(name, **options[name]), num_cycles=cycles)
    parallel_api_test(parallel_env(name, **options[name]), num_cycles=cycles)
    seed_test(lambda: aec_env(name, **options[name]), num_cycles=30)
    parallel_seed_test(lambda: parallel_env(name, **options[name]), num_cycles=30)


@pytest.mark.parametrize("name", games.GAMES)
def test_an_illegal_code_changes_nothing_and_says_why(name):
    env = aec_env(name, **SMALL[name])
    env.reset(seed=1)
    agent, before = env.agent_selection, env.observe(env.agent_selection)
    for code in (*np.flatnonzero(before["action_mask"] == 0).tolist(), -1, 10_000):
        env.step(code)
        assert env.agent_selection == agent
        assert str(code) in env.infos[agent]["refused"]
        after = env.observe(agent)
        assert all(np.array_equal(before[key], after[key]) for key in before)
    env.step(int(np.argmax(before["action_mask"])))
    assert not env.infos[agent]


def test_in_the_parallel_environment_an_illegal_code_holds_up_only_its_own_agent():
    env = parallel_env("cycling", teams=2)
    seen, _ = env.reset(seed=1)
    legal = int(np.argmax(seen["seat_1"]["action_mask"]))
    seen, rewards, ended, _, infos = env.step({"seat_0": 0, "seat_1": legal})
    assert "Legal codes" in infos["seat_0"]["refused"]
    assert not infos["seat_1"]
    order = env.space.layout["order"]
    assert seen["seat_0"]["observation"][order].sum() == 0
    assert seen["seat_1"]["observation"][order][0] == legal + 1
    assert not any(rewards.values())
    assert not any(ended.values())


@pytest.mark.parametrize("name", games.GAMES)
def test_no_agent_sees_the_codes_that_another_has_sealed(name):
    seen, rng = 0, np.random.default_rng(1)
    env = aec_env(name, **SECRET[name])
    env.reset(seed=1)
    for _ in range(30):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        others = {each: env.observe(each) for each in env.agents if each != agent}
        turn = env._node.state.turn
        env.step(int(rng.choice(np.flatnonzero(mask))))
        if env._node.state.turn == turn:
            for each, before in others.items():
                seen += 1
                assert np.array_equal(before["observation"], env.observe(each)["observation"])
                assert np.array_equal(before["action_mask"], env.observe(each)["action_mask"])
    assert seen > 5 or name == "football"


@pytest.mark.sample(1)
@pytest.mark.parametrize("reward", ["win", "points"])
def test_rewards_come_at_the_end_and_sum_to_nothing(reward):
    env, rng = aec_env("fate", reward=reward), np.random.default_rng(2)
    env.reset(seed=2)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, gained, ended, _, _ = env.last()
        paid[agent] += gained
        env.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    home, away = env._node.state.result.score
    assert sum(paid.values()) == 0
    assert paid["seat_0"] == (home - away if reward == "points" else np.sign(home - away))


def test_what_the_doors_do_not_have_is_refused_clearly():
    with pytest.raises(breakaway.UserError, match="choose one of: win, points"):
        aec_env("fate", reward="glory")
    with pytest.raises(breakaway.UserError, match="does not have this option"):
        parallel_env("fate", track="loop")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rules_can_play_any_seat_and_its_agent_only_waits(seat):
    env = aec_env("football", against={seat: "sheet"})
    env.reset(seed=2)
    asked = set()
    for agent in env.agent_iter():
        seen, _, ended, _, _ = env.last()
        asked |= set() if ended else {agent}
        env.step(None if ended else int(np.argmax(seen["action_mask"])))
    assert asked == {f"seat_{1 - seat}"}
    at_once = parallel_env("football", against={seat: "sheet"})
    seen, _ = at_once.reset(seed=2)
    while at_once.agents:
        waiting = seen[f"seat_{seat}"]["action_mask"]
        assert np.flatnonzero(waiting).tolist() == [0]
        seen, *_ = at_once.step({agent: int(np.argmax(each["action_mask"])) for agent, each in seen.items()})


@pytest.mark.parametrize("made", [aec_env, parallel_env])
def test_an_environment_without_an_agent_is_refused(made):
    with pytest.raises(breakaway.UserError, match=r"the rules play seat 0 \(sheet\), seat 1 \(sheet\)"):
        made("football", against={0: "sheet", 1: "sheet"})
