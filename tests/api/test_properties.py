"""Whatever is played through the public API is what the core plays, and a seat learns nothing else of it."""

from __future__ import annotations

import gc
import json
import random
from fractions import Fraction
from types import FunctionType, MethodType, ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import breakaway
from breakaway.core.chance import secret_of_seed
from breakaway.core.game import Game, legal
from breakaway.core.observation import Observation
from breakaway.core.state import copy, digest, to_json
from breakaway.games.manifest import find
from breakaway.players.settings import make_start, requested
from breakaway.records.match import Match
from breakaway.records.replay import verify

from .ways import WAYS, loaded, random_orders, seeds, walk, ways

turns = st.integers(0, 25)
quickly = settings(max_examples=30, deadline=None, derandomize=True)


def core_match(way, seed):
    """The same match as the command line would begin it."""
    name, options = WAYS[way]
    given = {**options, "seed": seed}
    against, house = given.pop("against", "human"), given.pop("house", {})
    house = (house,) if isinstance(house, str) else {key: str(value) for key, value in house.items()}
    request = requested(name, house, **given)
    seats = options.get("teams", 4 if "platoons" in way else 2)
    match = Match.new(find(name), make_start(request, ["human", *[against] * (seats - 1)]))
    if not match.choosers():
        match.resolve()
    return match


@pytest.mark.sample(2)
@pytest.mark.parametrize("way", sorted(WAYS))
def test_a_match_through_the_api_is_the_match_of_the_core(way):
    """The same seed and orders give the same hashes and events, and a record that verifies."""
    seed, rng = 7, random.Random(way)
    match, state, recorded = core_match(way, seed), loaded(way).new(seed), loaded(way).match(seed)
    assert state.hash == digest(match.state) == recorded.state.hash
    while not state.is_over and state.turn < 60:
        assert list(state.to_move) == match.choosers()
        orders = random_orders(state, rng)
        for seat, order in orders.items():
            match.choose(seat, order)
        events = match.resolve()
        state = state.apply(orders)
        assert state.hash == digest(match.state) == recorded.play(orders).hash
        assert [each.rule for each in state.events] == [each.rule for each in events]
        assert [each.text for each in state.events] == [
            match.game.words.event(each, match.names, match.config) for each in events
        ]
    assert recorded.text() == "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in match.record.lines
    )
    assert verify(match.game, match.record) is None


@pytest.mark.slow
@quickly
@given(ways, seeds, turns)
def test_a_state_never_changes_so_that_to_undo_is_to_keep_it(way, seed, n):
    state = walk(way, seed, n)
    before, text = state.hash, state.text()
    orders = random_orders(state, random.Random(seed))
    after = state.apply(orders)
    assert (state.hash, state.text()) == (before, text)
    assert state.apply(orders).text() == after.text()
    state.data["ended"] = state.observe(0).data["ended"] = 99
    assert state.hash == before


@quickly
@given(ways, seeds, turns)
def test_a_state_survives_its_text(way, seed, n):
    state = walk(way, seed, n)
    again = breakaway.read_state(state.text(), seed)
    assert (again.text(), again.hash, again.to_move, again.turn) == (
        state.text(),
        state.hash,
        state.to_move,
        state.turn,
    )
    orders = random_orders(state, random.Random(seed))
    assert again.apply(orders).hash == state.sampled(seed).apply(orders).hash
    waits = state.explicit().apply(orders)
    assert breakaway.read_state(waits.text()).text() == waits.text()


@pytest.mark.slow
@quickly
@given(ways, seeds, st.integers(1, 12))
def test_a_match_survives_its_text_and_goes_on_with_the_same_dice(way, seed, n):
    rng, match = random.Random(seed), loaded(way).match(seed)
    for _ in range(n):
        match.play(random_orders(match.state, rng))
    again = breakaway.read_match(match.text(), match.secrets())
    assert [each.hash for each in again.states] == [each.hash for each in match.states]
    orders = random_orders(match.state, rng)
    assert again.play(orders).hash == match.play(orders).hash
    assert again.text() == match.text()
    match.undo()
    assert match.state.hash == again.states[-2].hash
    assert match.play(orders).to_move or match.is_over


@quickly
@given(ways, seeds, turns)
def test_orders_survive_text_and_every_order_listed_is_legal(way, seed, n):
    state = walk(way, seed, n)
    rng = random.Random(seed)
    for seat in state.to_move:
        seen = state.observe(seat)
        order = seen.legal.random(rng)
        assert seen.read(seen.write(order)) == order
        assert order in seen.legal
        assert not seen.why_not(order)
        assert seen.why_not([*order, 0])
        first = next(iter(seen.legal))
        assert first in seen.legal
        assert next(seen.legal.texts()) == seen.write(first)


@quickly
@given(ways, seeds, turns)
def test_explicit_chance_sums_to_one_and_reaches_what_was_sampled(way, seed, n):
    state = walk(way, seed, n)
    orders = random_orders(state, random.Random(seed))
    sampled, explicit = state.apply(orders), state.explicit().apply(orders)
    events = list(explicit.events)
    for drawn in sampled.drawn:
        found = explicit.outcomes()
        assert sum(each.probability for each in found) == 1
        assert len({each.code for each in found}) == len(found)
        assert drawn in found
        explicit = explicit.apply_outcome(drawn.code)
        assert explicit.drawn == (drawn,)
        events += explicit.events
    assert not explicit.is_chance
    assert (explicit.hash, explicit.to_move, explicit.turn) == (sampled.hash, sampled.to_move, sampled.turn)
    assert events == list(sampled.events)


def spread(state, p, found, most=150):
    """Every state that explicit chance can reach, with its probability. None if there are too many."""
    if not state.is_chance:
        found[state.hash] = found.get(state.hash, 0) + p
        return found
    for each in state.outcomes():
        if len(found) > most or spread(state.apply_outcome(each.code), p * each.probability, found, most) is None:
            return None
    return found


@settings(quickly, max_examples=8)
@given(st.sampled_from(["football", "fate"]), seeds, st.integers(0, 12))
def test_exact_odds_are_those_of_the_tree_of_outcomes(way, seed, n):
    state = walk(way, seed, n)
    orders = random_orders(state, random.Random(seed))
    tree = spread(state.explicit().apply(orders), Fraction(1), {})
    if tree is not None:
        assert {each.hash: p for each, p in state.odds(orders)} == tree


# --- secrets


def reachable(start):
    """Everything that one comes to from an object through its attributes, without code."""
    seen, todo = {}, [start]
    while todo:
        each = todo.pop()
        if id(each) in seen or isinstance(each, (type, ModuleType, FunctionType, MethodType, Game)):
            continue
        seen[id(each)] = each
        todo += gc.get_referents(each)
    return list(seen.values())


@quickly
@given(ways, seeds, turns, st.integers(-1, 1))
def test_an_observation_leads_to_nothing_but_what_the_seat_may_see(way, seed, n, seat):
    """Of all that can be reached from it, the only state is the redacted one, and no secret behind the dice."""
    state = walk(way, seed, n)
    setup = state._setup
    redacted = copy(state._s)
    setup.game.redact(redacted, setup.config, seat)
    observation = state.observe(seat)
    assert observation.data == to_json(redacted)
    found = reachable(observation)
    states = [each for each in found if isinstance(each, setup.game.state)]
    assert states
    assert all(each == redacted for each in states)
    assert not [each for each in found if isinstance(each, (breakaway.State, breakaway.Match))]
    assert secret_of_seed(seed) not in [each for each in found if isinstance(each, bytes)]
    assert all(each.seats is None or seat in each.seats for each in observation.events)


@quickly
@given(ways, seeds, turns, st.integers(-1, 1))
def test_two_states_that_a_seat_cannot_tell_apart_give_the_same_observation(way, seed, n, seat):
    state = walk(way, seed, n)
    here = state.observe(seat)
    other = breakaway.determinize(here, seed)
    there = other.observe(seat)
    for each in (here, there):
        each.mine = [each.data, each.to_move, each.events, each.result, repr(each), bool(each.legal)]
        if each.legal:
            order = each.legal.random(random.Random(seed))
            each.mine += [[each.legal.codes(order[:i]) for i in range(len(order))], each.write(order)]
            each.mine += [each.why_not([code] * len(order)) for code in range(3)]
    assert here.mine == there.mine
    assert list(here.to_move) == Observation(state._setup.game, state._s, state._setup.config, seat).choosers()


@quickly
@given(ways, seeds, turns)
def test_what_is_legal_by_the_view_is_legal_by_the_state(way, seed, n):
    state = walk(way, seed, n)
    setup, rng = state._setup, random.Random(seed)
    for seat in state.to_move:
        order = state.legal(seat).random(rng)
        for i in range(len(order)):
            assert state.legal(seat).codes(order[:i]) == legal(setup.game, state._s, setup.config, seat, order[:i])
