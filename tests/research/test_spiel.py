"""OpenSpiel: its own checks, what information states say, and what they keep secret."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

import breakaway
from breakaway.games import manifest as games
from breakaway.research.nodes import ORDER
from breakaway.research.spiel import OUTCOMES, PREFIX, Recalled, load_game

from .ways import SECRET, SMALL

RECALL = pyspiel.IIGObservationType(perfect_recall=True)
PUBLIC = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)


def advance(state, rng):
    """Plays a random code, code for each seat, or outcome."""
    if state.is_chance_node():
        codes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(codes, weights)[0])
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(player) or [0] for player in range(state.num_players())]
        state.apply_actions([rng.choice(each) for each in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def walk(name, options, nodes, seed=1):
    """The states of the beginning of a random match."""
    rng, state = random.Random(seed), load_game(name, **options).new_initial_state()
    for _ in range(nodes):
        if state.is_terminal():
            return
        yield state
        advance(state, rng)


def all_seen(state, player):
    """All bytes that OpenSpiel gives this player."""
    return (
        state.observation_string(player),
        state.information_state_string(player),
        bytes(np.array(state.observation_tensor(player))),
        bytes(np.array(state.information_state_tensor(player))),
        state.legal_actions(player),
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", [*(PREFIX + name for name in games.GAMES), "breakaway_cycling(options=teams:2)"])
def test_random_sim_test_of_openspiel_passes_at_the_default_size_too(game):
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


def test_the_returns_of_a_race_of_six_teams_sum_to_0():
    """OpenSpiel wants the returns of a game with a sum of 0 to miss it by 1e-9 at most."""
    state, race = load_game("cycling").new_initial_state(), breakaway.load("cycling")
    last = breakaway.play(race, ["highest", "random"], seed=1)
    state.node = Recalled(state.node.space, last)
    assert len(race.seats) == 6
    assert state.is_terminal()
    assert abs(sum(state.returns())) < 1e-12
    assert max(state.returns()) > 0


@pytest.mark.parametrize("name", games.GAMES)
def test_dice_and_cards_are_chance_nodes_and_seats_that_choose_at_once_simultaneous_ones(name):
    kinds = set()
    for state in walk(name, SMALL[name], 60):
        node, asked = state.node, state.node.asked
        if state.is_chance_node():
            kinds.add("chance")
            codes = [code for code, _ in state.chance_outcomes()]
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1, abs=1e-12)
            assert len(set(codes)) == len(codes) <= OUTCOMES
            assert node.state.is_chance
        else:
            kinds.add("several" if state.is_simultaneous_node() else "one")
            assert state.is_simultaneous_node() == (len(asked) > 1)
            for player in range(state.num_players()):
                assert state.legal_actions(player) == node.legal(player)
                assert bool(state.legal_actions(player)) == (player in asked)
    wanted = {"cycling": {"several"}, "fate": {"chance", "several", "one"}, "football": {"chance", "one"}}
    assert kinds >= wanted[name]


@pytest.mark.sample(but=["cycling"])
@pytest.mark.parametrize("name", games.GAMES)
def test_a_sealed_code_changes_nothing_that_another_player_gets(name):
    seen = 0
    for state in walk(name, SECRET[name], 14 if name == "cycling" else 40):
        for giver in state.node.asked:
            legal = state.node.legal(giver)
            if len(state.node.asked) < 2 or len(legal) < 2:
                continue
            twins = []
            for code in (legal[0], legal[-1]):
                twin = state.clone()
                given = [(state.node.legal(player) or [0])[0] for player in range(state.num_players())]
                given[giver] = code
                twin.apply_actions(given)
                twins.append(twin)
            if twins[0].node.state is not state.node.state:
                continue  # all orders were complete, so that the turn was played
            for player in set(range(state.num_players())) - {giver}:
                seen += 1
                assert all_seen(twins[0], player) == all_seen(twins[1], player)
    assert seen > 5 or name == "football"  # in football, seats choose one after the other


def twin_of(node, true):
    """The same node with another state behind it, and the same history."""
    before = node._before
    if before is not None and before.state is node.state:
        before = twin_of(before, true)
    return Recalled(node.space, true, node.all_begun, before, node._move)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", games.GAMES)
def test_strings_and_tensors_are_the_same_when_only_hidden_things_differ(name):
    differ = 0
    for turn, state in enumerate(walk(name, SECRET[name], 30 if name == "cycling" else 60)):
        node = state.node
        if node.state.is_chance:
            continue
        for player in range(state.num_players()):
            true = breakaway.determinize(node.seen(player), turn).explicit()
            twin = state.clone()
            twin.node = twin_of(node, true)
            differ += true.data != node.state.data
            assert all_seen(twin, player) == all_seen(state, player)
    assert differ > 20 or name == "fate"  # FATE hides nothing but sealed calls


@pytest.mark.parametrize("name", games.GAMES)
def test_an_information_state_remembers_everything_and_its_tensor_tells_histories_apart(name):
    tensors = {}
    for state in walk(name, SMALL[name], 25):
        last = {player: state.information_state_string(player) for player in range(2)}
        for player, string in last.items():
            tensors.setdefault(string, set()).add(bytes(np.array(state.information_state_tensor(player))))
        before = state.clone()
        for player in range(2):
            assert last[player].startswith(f"seat {player}")
        advance(before, random.Random(5))
        for player in range(2):
            assert before.information_state_string(player).startswith(last[player])
    assert all(len(each) == 1 for each in tensors.values())
    assert len({next(iter(each)) for each in tensors.values()}) == len(tensors) > 10


@pytest.mark.parametrize("name", games.GAMES)
def test_a_tensor_is_the_one_of_the_public_api_with_the_codes_given_so_far(name):
    for state in walk(name, SMALL[name], 12):
        for player in range(2):
            found, node = np.array(state.observation_tensor(player), np.int64), state.node
            order = node.space.layout[ORDER]
            exact = np.abs(found) < 2**24  # float32
            assert np.array_equal(
                found[: order.start][exact[: order.start]], node.seen(player).tensor()[exact[: order.start]]
            )
            assert found[order].tolist()[: len(node.begun(player))] == [code + 1 for code in node.begun(player)]


@pytest.mark.parametrize("name", games.GAMES)
def test_a_state_written_as_text_keeps_what_was_sealed_and_seen(name):
    for state in walk(name, SMALL[name], 9):
        last = state
    again = load_game(name, **SMALL[name]).deserialize_state(last.serialize())
    for player in range(2):
        assert all_seen(again, player) == all_seen(last, player)
    assert again.node.state.hash == last.node.state.hash


def test_a_spectator_and_the_fields_by_name():
    game = load_game("cycling", teams=2, profile="blind")
    state, watcher, player = game.new_initial_state(), game.make_py_observer(PUBLIC), game.make_py_observer(RECALL)
    for each in walk("cycling", {"teams": 2, "profile": "blind"}, 40):
        state = each
    watcher.set_from(state, 0)
    player.set_from(state, 0)
    assert watcher.dict["seat"].tolist() == [-1]
    assert not watcher.dict["hand"].any()
    assert player.dict["hand"].any()
    assert player.dict["before"].shape == (3, game.space.width)
    with pytest.raises(ValueError, match="needs public_info=True"):
        game.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))


def test_options_are_those_of_breakaway_and_survive_being_written():
    game = load_game("cycling", teams=3, profile="blind", house={"cap": 12}, history=2)
    again = pyspiel.load_game(str(game))
    assert again.num_players() == 3
    assert again.game.options["cap"] == game.game.options["cap"] == 12
    assert again.information_state_tensor_size() == 8 + 2 * game.space.width
    assert pyspiel.load_game("breakaway_football(against=sheet)").num_players() == 2
    with pytest.raises(breakaway.UserError, match="does not have this option"):
        load_game("football", track="loop")
    with pytest.raises(breakaway.UserError, match="at least 1"):
        load_game("fate", history=0)
    with pytest.raises(breakaway.UserError, match="cannot contain"):
        load_game("football", team="fire,maulers")


@pytest.mark.slow
def test_the_winners_share_what_the_others_pay():
    *_, state = walk("cycling", {"teams": 3}, 10_000)
    while not state.is_terminal():
        advance(state, random.Random(1))
    returns, winners = state.returns(), state.node.state.result.winners
    assert sum(returns) == pytest.approx(0)
    assert all(returns[seat] == pytest.approx((3 / len(winners) - 1) / 2) for seat in winners)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rules_can_play_any_seat_also_in_openspiels_own_notation(seat):
    game = load_game("football", against={seat: "sheet"})
    assert f"against={seat}:sheet" in str(game)
    assert pyspiel.load_game(str(game)).game == game.game == breakaway.load("football", against={seat: "sheet"})
    state, rng = game.new_initial_state(), random.Random(seat)
    for _ in range(60):
        assert state.current_player() in (pyspiel.PlayerId.CHANCE, 1 - seat)
        advance(state, rng)


def test_a_game_without_a_player_is_refused():
    with pytest.raises(breakaway.UserError, match=r"the rules play seat 0 \(sheet\), seat 1 \(sheet\)"):
        load_game("football", against={0: "sheet", 1: "sheet"})
    with pytest.raises(breakaway.UserError, match=r"own.py:First is a bot; use it in play\(\)"):
        load_game("football", against="own.py:First")
