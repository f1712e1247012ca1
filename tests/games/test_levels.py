"""The levels of the computer: eight in each game, the same names, and each a legal player that sees only its seat."""

from __future__ import annotations

import pytest

from breakaway.core.chance import sampled
from breakaway.core.state import copy
from breakaway.games.manifest import GAMES, LEVELS, find, kit_of
from breakaway.lab.compiling import CompiledMatches, play_interpreted, to_record
from breakaway.players import coaches
from breakaway.players.settings import find_setting, make_start, requested

NAMES = [each.at for each in LEVELS]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_eight_levels_from_the_newcomer_to_its_strongest_coach(game: str) -> None:
    found = find(game)
    levels = coaches.levels(found)
    assert len(levels) == 8
    assert [*levels[:-1]] == NAMES
    assert levels[-1] == "champion"
    assert {*levels} <= {*kit_of(found).coaches}


@pytest.mark.parametrize("game", GAMES)
def test_the_strongest_level_has_one_name_in_every_game_to_type_and_to_read(game: str) -> None:
    """The page said Champion where reviews, reports and lists said Best mixture, Race champion or Habit hunter."""
    found = find(game)
    assert coaches.label(found, "champion") == "Champion"
    assert [each for each in coaches.names(found) if coaches.label(found, each) == "Champion"] == ["champion"]
    assert coaches.called(found, "champion").startswith("Champion (")


@pytest.mark.parametrize("game", GAMES)
def test_the_next_levels_are_the_one_below_and_the_one_above(game: str) -> None:
    found = find(game)
    top = coaches.levels(found)[-1]
    assert coaches.next_levels(found, ["newcomer"]) == ("beginner",)
    assert coaches.next_levels(found, ["club", "club"]) == ("improver", "league")
    assert coaches.next_levels(found, [top]) == ("master",)
    assert coaches.next_levels(found, ["club", "league"]) == ()
    assert coaches.next_levels(found, ["random"]) == ()
    assert coaches.next_levels(found, []) == ()


@pytest.mark.sample(but=["cycling-master"])
@pytest.mark.parametrize("level", [NAMES[0], NAMES[3], NAMES[6]])
@pytest.mark.parametrize("game", GAMES)
def test_a_level_gives_legal_orders_and_the_same_ones_for_the_same_seed(game: str, level: str) -> None:
    found = find(game)
    start = make_start(requested(game, (), seed=5), find_setting(found).watched(requested(game, (), seed=5), level))
    config, state = start.config, found.start(start.config)
    coach, chance = coaches.find(found, level), sampled(11)
    asked = 0
    for turn in range(60):
        bits = found.choosers(state, config)
        orders = [[0] * found.max_slots for _seat in range(found.seat_count(config))]
        for seat in range(len(orders)):
            if bits >> seat & 1:
                view = copy(state)
                found.redact(view, config, seat)
                order = coaches.ask(found, coach, view, config, seat, 1000 * turn + seat)
                assert order == coaches.ask(found, coach, view, config, seat, 1000 * turn + seat)
                orders[seat][: len(order)] = order
                for slot in range(len(order)):
                    assert found.refuse(view, config, seat, orders[seat], slot) == 0
                asked += 1
        found.step(state, config, orders, chance, None)
    assert asked > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("football", "newcomer", "master"), ("fate", "beginner", "strong"), ("cycling", "improver", "master")],
)
def test_levels_play_the_same_compiled_and_interpreted(game: str, first: str, second: str) -> None:
    found, request = find(game), requested(game, (), seed=4)
    config = make_start(request, find_setting(found).watched(request, first)).config
    seats = [seat % 2 for seat in range(found.seat_count(config))]
    for seed in (1, 2):
        compiled = CompiledMatches(found, config, first, second, seats).trace(seed)
        plain = play_interpreted(found, config, first, second, seats, seed)
        assert len(compiled) == len(plain) > 10
        assert all(to_record(one)[0] == other for one, other in zip(plain, compiled, strict=True))
