"""Everything public can be pickled, copied and sent to a process that began by itself, and then goes on alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random

import cloudpickle
import pytest

import breakaway
from breakaway import compilable

LINE_UP = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
GAMES = ("football", "fate", "cycling")
WAYS = {
    "pickle": lambda held: pickle.loads(pickle.dumps(held)),
    "cloudpickle": lambda held: cloudpickle.loads(cloudpickle.dumps(held)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@compilable(games="cycling")
def lowest(rules):
    """The lowest code in each slot."""

    def choose(view, config, seat, rng, out):
        for slot in range(rules.slots(view, config, seat)):
            out[slot] = 0
            while rules.refuse(view, config, seat, out, slot) != 0:
                out[slot] += 1

    return choose


def held_by(name: str) -> dict[str, object]:
    """Something of each public class, in the middle of a match."""
    game = breakaway.load(name)
    state, rng = game.new(seed=3), random.Random(1)
    for _ in range(4):
        state = state.apply({seat: state.legal(seat).random(rng) for seat in state.to_move})
    match = game.match(seed=3)
    match.play({seat: match.state.legal(seat).random(rng) for seat in match.state.to_move})
    seat = state.to_move[0]
    return {
        "a game": game,
        "a state": state,
        "a state with explicit chance": game.new(explicit=True),
        "an observation": state.observe(seat),
        "legal orders": state.legal(seat),
        "a spectator's observation": state.observe(),
        "a match": match,
        "events": state.events,
        "outcomes": state.drawn,
        "a result": state.result,
        "a coach": breakaway.coach(game, "random"),
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_public_comes_back_equal(name, way):
    for what, held in held_by(name).items():
        assert WAYS[way](held) == held, what


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_match_and_state_go_on_alike(name):
    held = held_by(name)
    for what in ("a state", "a match"):
        one, other = held[what], pickle.loads(pickle.dumps(held[what]))
        rng, twin = random.Random(2), random.Random(2)
        for _ in range(3):
            now, then = (each if what == "a state" else each.state for each in (one, other))
            orders = {seat: now.legal(seat).random(rng) for seat in now.to_move}
            assert orders == {seat: then.legal(seat).random(twin) for seat in then.to_move}
            if what == "a state":
                one, other = one.apply(orders), other.apply(orders)
            else:
                one.play(orders)
                other.play(orders)
            assert one == other


def test_a_pickled_match_is_another_match():
    match = breakaway.load("fate").match(seed=7)
    for twin in (copy.deepcopy(match), copy.copy(match), pickle.loads(pickle.dumps(match))):
        before = twin.state
        twin.play("receive")
        assert match != twin
        assert match.state == before


def test_games_states_and_matches_with_other_options_seeds_or_turns_differ():
    game, other = breakaway.load("fate"), breakaway.load("fate", house="beat_field_goal=true")
    assert game != other
    assert breakaway.load("fate") == game
    assert hash(breakaway.load("fate")) == hash(game)
    assert game.new(seed=1) == breakaway.load("fate").new(seed=1)
    assert game.new(seed=1) != game.new(seed=2)
    assert game.new(seed=1) != game.new(seed=1).apply("receive" if "receive" in game.new(seed=1).legal() else "kick")
    assert game.match(seed=1) == game.match(seed=1)
    assert game.match(seed=1) != game.match(seed=2)
    state = game.new(seed=1)
    assert state.observe(0) != state.observe(1)
    assert state.legal(0) != state.legal(1)
    assert len({state, breakaway.load("fate").new(seed=1)}) == 1
    assert state != "a state"


def test_an_earlier_edition_of_a_game_comes_back_as_the_same_object():
    from breakaway.games.manifest import find

    for game in (find("fate"), *find("fate").earlier):
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.deepcopy(game) is game


def test_a_bot_marked_as_compilable_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(lowest)) is lowest
    assert copy.deepcopy(lowest) is lowest


def test_errors_come_back_with_all_that_they_say():
    game = breakaway.load("cycling", teams=2)
    state = game.new()
    wrong = (
        lambda: state.apply({0: "x", 1: LINE_UP}),
        lambda: state.apply({0: "A 15 15 15 B 8 8 9 C 3 8 9 D 5 5 6", 1: LINE_UP}),
        lambda: state.apply({9: 1}),
        lambda: breakaway.load("fate").new(explicit=True).apply_outcome(7),
        lambda: breakaway.load("chess"),
        lambda: breakaway.load("football").new(seed=1).odds("run 1a", max_steps=0),
    )
    for work in wrong:
        with pytest.raises(Exception) as caught:  # noqa: PT011
            work()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)
    for error in (breakaway.NeedsOutcome("die", 6, 0), breakaway.BotError("it failed", "a bot failed")):
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_state_of_other_rules_is_refused_when_it_is_unpickled(monkeypatch):
    game = breakaway.load("fate")
    text = pickle.dumps(game)
    monkeypatch.setattr(
        "breakaway.games.manifest.find", lambda name: type("O", (), {"edition": "0", "earlier": (), "title": "T"})
    )
    with pytest.raises(breakaway.UserError, match="this was pickled under edition"):
        pickle.loads(text)


def after_a_turn(sent):
    """In another process: each thing as it came, and the state after a turn by the first legal orders."""
    state = sent["a state"]
    return sent, state.apply({seat: next(iter(state.legal(seat))) for seat in state.to_move})


@pytest.mark.slow
def test_what_is_public_goes_to_a_spawned_process_and_back():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for name in GAMES:
            held = held_by(name)
            back, later = pool.apply(after_a_turn, (held,))
            assert back == held
            assert later == after_a_turn(held)[1]
