"""Every law of core holds for every game in the box, under random play with random options and sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.games import manifest as games
from breakaway.games.cycling import files as race_cards
from breakaway.games.football.files import config as football_cards
from breakaway.testing.laws import play_under_laws

from ..depth import DEPTH
from ..football.configs import matches
from .random_matches import play_many, random_config

FOOTBALL = games.find("football")
seeds = st.integers(0, 2**63 - 1)
quick = settings(max_examples=10 * DEPTH, deadline=None, derandomize=True)
OPEN = {"fate"}  # its secrets are sealed orders alone: nothing in the state is hidden from anybody


def twenty(part):
    return range(10_000 + 20 * part, 10_020 + 20 * part)


def has_people(config):
    """Whether anybody is asked: in football, sheets may play both sides."""
    return sum(getattr(config, "sheet", ())) < 2


@pytest.mark.sample("football")
@pytest.mark.parametrize("name", games.GAMES)
def test_every_law_holds_for_some_matches_of_each_game(name):
    game = games.find(name)
    seeds = [seed for seed in range(5, 40) if has_people(random_config(game, seed))]
    tally = play_many(game, seeds[:2], secrecy=2)
    assert sum(tally.whys.values()) == 2
    assert tally.pairs > 5 or name in OPEN
    assert tally.odds > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("part", range(DEPTH))
def test_every_law_holds_for_the_games(name, part):
    game = games.find(name)
    tally = play_many(game, range(part * 10, part * 10 + 10), secrecy=2)
    assert sum(tally.whys.values()) == 10
    assert tally.pairs > 20 or name in OPEN
    assert tally.odds > 20
    assert tally.absent == 0 if game.absent is None else tally.absent > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
@given(seed=seeds)
@quick
def test_every_law_holds_for_a_match_of_any_seed(name, seed):
    assert play_many(games.find(name), [seed], secrecy=3).turns > 0


@pytest.mark.slow
@given(match=matches((), (0,), (1,), (0, 1)), seed=seeds)
@quick
def test_every_law_holds_for_football_with_any_teams_sheets_and_house_rules(match, seed):
    assert play_under_laws(FOOTBALL, football_cards.resolve(**match)[0], seed, secrecy=3).whys


# --- secrets


def race_with_secrets(seed):
    return race_cards.resolve(("blind", "spy")[seed % 2], 2 + seed % 3)[0]


def football_with_secrets(seed):
    """Two people with audibles; every second match with hidden discards."""
    return random_config(FOOTBALL, seed, sheet=[0, 0], audibles=1, hidden_discards=seed % 2)


SECRETS = {"cycling": (24, race_with_secrets), "football": (10, football_with_secrets)}


@pytest.mark.sample("cycling")
@pytest.mark.parametrize("name", SECRETS)
def test_secrecy_is_put_to_the_test_in_a_match_with_secrets(name):
    tally = play_many(games.find(name), range(1), SECRETS[name][1])
    assert tally.pairs > 20
    assert tally.event_pairs > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRETS)
def test_secrecy_is_put_to_the_test_at_every_turn_where_there_are_secrets(name):
    n, config_of = SECRETS[name]
    tally = play_many(games.find(name), range(n), config_of)
    assert tally.pairs > 500
    assert tally.event_pairs > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(DEPTH))
def test_football_matches_between_people_keep_their_secrets_at_every_turn(part):
    tally = play_many(FOOTBALL, range(1000 + 20 * part, 1020 + 20 * part), football_with_secrets)
    assert tally.pairs > 1000
    assert tally.event_pairs > 200


def test_every_game_has_secrets_in_its_state_or_is_open():
    assert {*SECRETS, *OPEN} == set(games.GAMES)


# --- many


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("part", range(DEPTH))
def test_many_random_matches_keep_the_laws(name, part):
    tally = play_many(games.find(name), twenty(part), secrecy=4)
    assert sum(tally.whys.values()) == 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2 * DEPTH))
def test_many_football_matches_between_sheets_keep_the_laws(part):
    tally = play_many(FOOTBALL, twenty(part), lambda seed: random_config(FOOTBALL, seed, sheet=[1, 1]), secrecy=4)
    assert sum(tally.whys.values()) == 20


@pytest.mark.slow
@given(match=matches((0, 1)), seed=seeds)
@settings(max_examples=40 * DEPTH, deadline=None)
def test_sheets_keep_the_laws_with_any_teams_and_house_rules(match, seed):
    assert play_under_laws(FOOTBALL, football_cards.resolve(**match)[0], seed, secrecy=4).whys
