"""The directeur's orders are legal in every race, and sensible."""

from __future__ import annotations

import pytest

from breakaway.core.chance import below, sampled
from breakaway.core.game import blank_orders, first_refusal, is_over, seats_in
from breakaway.core.state import copy
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME, sample
from breakaway.games.cycling.rules.movement import refuse_naming
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, NAMINGS, NOBODY
from breakaway.players import coaches
from tests.depth import DEPTH

DIRECTEUR = coaches.find(GAME, "directeur")
HIGHEST = coaches.find(GAME, "highest")


def view_of(s: Race, config: RaceConfig, seat: int) -> Race:
    view = copy(s)
    GAME.redact(view, config, seat)
    return view


def ride_legally(config: RaceConfig, seed: int, turns: int) -> None:
    """Two directeurs among `highest`; stops at the first order that a rule refuses."""
    s, chance = GAME.start(config), sampled(seed)
    for turn in range(turns):
        if is_over(GAME, s, config):
            return
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, config)):
            coach = DIRECTEUR if seat in (0, config.teams - 1) else HIGHEST
            order = coaches.ask(GAME, coach, view_of(s, config, seat), config, seat, seed * 1000 + turn)
            assert first_refusal(GAME, s, config, seat, order, partial=False) is None, (seed, turn, seat, order)
            orders[seat][: len(order)] = order
        GAME.step(s, config, orders, chance, None)


@pytest.mark.slow
def test_no_order_is_refused_in_races_of_every_kind() -> None:
    for seed in range(24):
        ride_legally(sample(sampled(seed)), seed, turns=9)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 100 + 30 * DEPTH, 10))
def test_no_order_is_refused_in_many_whole_races(first: int) -> None:
    for seed in range(first, first + 10):
        ride_legally(sample(sampled(seed)), seed, turns=200)


@pytest.mark.slow
def test_no_order_is_refused_in_positions_that_careless_teams_come_to() -> None:
    for seed in range(12):
        chance = sampled(seed)
        config = sample(chance)
        s = GAME.start(config)
        GAME.step(s, config, blank_orders(GAME), chance, None)
        for turn in range(12):
            for seat in seats_in(GAME.choosers(s, config)):
                if below(sampled(seed * 100 + turn * 12 + seat), "asked", 4) == 0 and not is_over(GAME, s, config):
                    order = coaches.ask(GAME, DIRECTEUR, view_of(s, config, seat), config, seat, turn)
                    assert first_refusal(GAME, s, config, seat, order, partial=False) is None
            if not is_over(GAME, s, config):
                GAME.step(s, config, blank_orders(GAME), chance, None)


def sorted_hands(order: list[int]) -> tuple[list[int], ...]:
    """The cards of each rider, as his team reads them."""
    return tuple(sorted(order[FIRST_SLOT[grade] : FIRST_SLOT[grade + 1]]) for grade in range(GRADES))


def starts(name: str, config: RaceConfig, seat: int) -> set[tuple[tuple[int, ...], ...]]:
    """Every line-up that a coach may choose in this seat."""
    s, coach = GAME.start(config), coaches.find(GAME, name)
    found = set()
    for seed in range(60):
        order = coaches.ask(GAME, coach, view_of(s, config, seat), config, seat, seed)
        assert first_refusal(GAME, s, config, seat, order, partial=False) is None
        assert [sum(each) for each in sorted_hands(order)] in ([30, 25, 20, 16], [30, 25, 20, 15])
        found.add(tuple(tuple(each) for each in sorted_hands(order)))
    return found


@pytest.mark.parametrize(("name", "many"), [("directeur", 8), ("champion", 1), ("sprinter", 1)])
def test_no_two_teams_of_a_coach_ever_start_with_the_same_cards(name: str, many: int) -> None:
    config = resolve(teams=12)[0]
    every = [starts(name, config, seat) for seat in range(12)]
    assert [len(each) for each in every] == [many] * 12
    assert len(set().union(*every)) == 12 * many


def test_teams_of_directeurs_ride_in_styles_of_their_own() -> None:
    """The same position, as each of the first six teams sees it with equal cards: they do not all play alike."""
    config = resolve(teams=6)[0]
    differ = 0
    for seed in range(8):
        s = GAME.start(config)
        GAME.step(s, config, blank_orders(GAME), sampled(1), None)
        orders = []
        for seat in range(6):
            own = copy(s)
            own.turn = 2
            for rider in range(24):
                own.square[rider] = 20 + rider * 7 % 11 if rider // GRADES != seat else 22 + rider % GRADES
                own.hand[rider] = [9, 6, 4, 2]
            own.queue[:24] = sorted(range(24), key=lambda rider: -int(own.square[rider]))
            orders.append(tuple(coaches.ask(GAME, DIRECTEUR, own, config, seat, seed)[:GRADES]))
        differ += len(set(orders)) > 1
    assert differ == 8


def test_a_book_that_forbids_our_line_ups_gets_its_default() -> None:
    config = resolve()[0]
    config.most_sum[0] = 12
    config.default_hand[0][:] = [4, 4, 4, 0]
    s = GAME.start(config)
    order = coaches.ask(GAME, DIRECTEUR, s, config, 0, 1)
    assert s.phase == LINE_UP
    assert order[:4] == [4, 4, 4, 0]
    assert first_refusal(GAME, s, config, 0, order, partial=False) is None


def test_the_same_seed_thinks_the_same_and_others_vary() -> None:
    config = resolve()[0]
    s = GAME.start(config)
    asked = [tuple(coaches.ask(GAME, DIRECTEUR, s, config, 0, seed)) for seed in range(40)]
    again = [tuple(coaches.ask(GAME, DIRECTEUR, s, config, 0, seed)) for seed in range(40)]
    assert asked == again
    assert len(set(asked)) > 1


def test_a_spy_names_four_rivals_on_the_track() -> None:
    config = resolve("spy")[0]
    s = GAME.start(config)
    GAME.step(s, config, blank_orders(GAME), sampled(1), None)
    order = coaches.ask(GAME, DIRECTEUR, view_of(s, config, 2), config, 2, 5)
    named = order[GRADES:]
    assert len(set(named)) == NAMINGS
    assert all(named)
    assert all(refuse_naming(s, config, 2, order, GRADES + i) == 0 for i in range(NAMINGS))


def test_team_mates_one_behind_the_other_are_worth_more_than_an_equal_rush() -> None:
    """Rivals are away; riders one behind the other draw 3 4 5 6, those who rush off with a 9 draw less (6.5)."""
    config = resolve(teams=2)[0]
    s = GAME.start(config)
    GAME.step(s, config, blank_orders(GAME), sampled(1), None)
    s.turn, s.led_alone = 2, NOBODY
    for rider, square, hand in (
        (0, 20, [4, 4, 4, 4]),
        (1, 19, [4, 4, 4, 0]),
        (2, 18, [9, 4, 4, 0]),
        (3, 17, [9, 4, 4, 0]),
    ):
        s.square[rider], s.hand[rider] = square, list(hand)
    for rider in range(4, 8):
        s.square[rider], s.hand[rider] = 46, [6, 6, 5, 0]
    s.queue[:8] = [4, 5, 6, 7, 0, 1, 2, 3]
    for seed in range(5):
        assert coaches.ask(GAME, DIRECTEUR, s, config, 0, seed)[:4] == [4, 4, 4, 4]


def test_a_rider_who_can_win_a_sprint_does_so() -> None:
    """One square before a line, ahead of everybody: no card is too low, and ten points wait (5.1)."""
    config = resolve(teams=2)[0]
    s = GAME.start(config)
    GAME.step(s, config, blank_orders(GAME), sampled(1), None)
    s.turn, s.led_alone = 9, 0
    for rider in range(8):
        s.square[rider], s.hand[rider] = 20, [3, 3, 3, 0]
    s.square[0], s.hand[0] = 36, [5, 4, 3, 3]
    for seed in range(5):
        assert coaches.ask(GAME, DIRECTEUR, s, config, 0, seed)[0] == 5
