"""The coach `random` picks every legal code equally often, whether many codes are legal or few."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from breakaway.core.chance import BadOutcome, sampled, start_step
from breakaway.core.game import blank_orders, candidates, is_over, legal, slot_codes
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.games.cycling.files import resolve as race_resolve
from breakaway.games.cycling.rules.terms import BY_GAP, FINISHED, ON_TRACK, RACING
from breakaway.games.fate.files import resolve as fate_resolve
from breakaway.games.football.files.config import resolve
from breakaway.games.football.rules import terms
from breakaway.players.coaches import names, needs_view, uniform

from ..core.toys import tugs

DRAWS = 1500


def picks(codes, allowed):
    """How often the coach picks each code of a slot in which only `allowed` are legal."""
    game = replace(
        tugs.GAME,
        slots=lambda s, config, seat: 1,
        codes=lambda s, config: codes,
        slot_codes=None,
        refuse=lambda s, config, seat, order, slot: 0 if order[slot] in allowed else 1,
    )
    coach, chance, out, found = uniform(game), sampled(5), [0], Counter()
    for _ in range(DRAWS):
        coach(None, None, 0, chance, None, out)
        found[out[0]] += 1
    return found


@pytest.mark.parametrize(("codes", "allowed"), [(6, {1, 4, 5}), (30, {0, 29}), (4, {0, 1, 2, 3})])
def test_every_legal_code_is_picked_equally_often(codes, allowed):
    found, share = picks(codes, allowed), 1 / len(allowed)
    assert set(found) == allowed
    deviation = (DRAWS * share * (1 - share)) ** 0.5
    assert all(abs(count - DRAWS * share) < 4 * deviation for count in found.values())


def test_a_single_legal_code_is_found_however_many_codes_there_are():
    assert picks(40, {39}) == {39: DRAWS}


@pytest.mark.parametrize("codes", [0, 3])
def test_a_slot_without_a_legal_code_is_an_error(codes):
    with pytest.raises(BadOutcome, match="nothing is left to draw for 'random coach'"):
        picks(codes, set())


def test_a_detail_of_a_play_has_one_code_and_that_of_a_kick_one_for_each_card():
    game, config = games.find("football"), resolve()[0]
    s = game.start(config)
    s.phase, s.offense, s.try_down, s.returns = terms.CALL, 0, 0, 0
    bound = slot_codes(game)
    assert bound(s, config, 0, [0, 0], 0) == terms.OFFENSE_CODES
    assert bound(s, config, 0, [0, 0], 1) == 1
    assert bound(s, config, 0, [terms.PUNT_CALL, 0], 1) == terms.CARDS
    s.down = 4
    for card in range(terms.CARDS):
        s.card[0][card] = terms.HAND
    assert legal(game, s, config, 0, [terms.PUNT_CALL]) == list(range(15))  # each card can be given up


def test_a_pass_of_a_team_with_quick_release_has_a_second_code():
    """BF-012: 1 in the detail of a pass uses the ability, as long as a use is left."""
    game, config = games.find("football"), resolve()[0]
    s, bound = game.start(config), slot_codes(game)
    s.phase, s.offense, s.try_down, s.returns = terms.CALL, 0, 0, 0
    config.ability[0], s.uses[0] = terms.QUICK_RELEASE, 1
    a_pass, a_run = ([config.type_kind[each] for each in config.play_type[0]].index(k) for k in (terms.PASS, terms.RUN))
    assert bound(s, config, 0, [a_pass, 0], 1) == 2
    assert bound(s, config, 0, [a_run, 0], 1) == 1
    s.uses[0] = 0
    assert bound(s, config, 0, [a_pass, 0], 1) == 1


def test_cards_to_name_in_order_leave_room_for_those_after_them():
    """BF-107: of three cards to give up out of 15, the first is at most the 13th and the last can be the 15th."""
    game, config = games.find("football"), resolve()[0]
    s, bound = game.start(config), slot_codes(game)
    s.phase = terms.DISCARD
    for owed in (3, -3):
        s.owed[1] = owed
        assert [bound(s, config, 1, [0, 0, 0], slot) for slot in range(3)] == [13, 14, 15]


@pytest.mark.parametrize("name", ["football", "fate", "cycling"])
def test_from_the_state_it_picks_what_it_picks_from_a_view(name):
    """So the lab makes no view for it. BF-R43, FF-004, BA-8.1: a seat can tell from its view which codes are legal."""
    game = games.find(name)
    config = {"football": resolve, "fate": fate_resolve, "cycling": lambda: race_resolve("postal", 4)}[name]()[0]
    coach, asked = uniform(game), 0
    assert not needs_view(game, "random")
    for seed in range(4):
        s, chance, thinking, same = game.start(config), sampled(seed), sampled(seed + 50), sampled(seed + 50)
        while not is_over(game, s, config):
            orders, bits = blank_orders(game), game.choosers(s, config)
            for seat in range(game.seat_count(config)):
                if bits >> seat & 1:
                    view, order = copy(s), [0] * game.max_slots
                    game.redact(view, config, seat)
                    coach(view, config, seat, same, None, order)
                    coach(s, config, seat, thinking, None, orders[seat])
                    assert orders[seat] == order
                    asked += 1
            start_step(chance)
            game.step(s, config, orders, chance, None)
    assert asked > 200


def test_every_other_coach_needs_its_view():
    for name in ("football", "fate", "cycling"):
        game = games.find(name)
        assert [each for each in names(game) if not needs_view(game, each)] == ["random"]


def test_of_a_riders_cards_each_different_one_is_tried_once():
    """BA-8.1, BA-6.2, BA-10.1: a card from the hand; a dropped rider may be left without one, a finisher has none."""
    game, config = games.find("cycling"), race_resolve("postal", 4)[0]
    s, (many, candidate) = game.start(config), candidates(game)
    s.phase, s.status[5], s.hand[5] = RACING, ON_TRACK, [9, 9, 4, 0]

    def tried():
        return [candidate(s, config, 1, [0] * 4, 1, i) for i in range(many(s, config, 1, [0] * 4, 1))]

    assert tried() == [9, 4]
    s.hand[5] = [12, 9, 7, 4]
    assert tried() == [12, 9, 7, 4]
    s.dropped[5] = BY_GAP
    assert tried() == [12, 9, 7, 4, 0]
    s.hand[5] = [9, 9, 9, 0]
    assert tried() == [9, 0]
    s.status[5] = FINISHED
    assert tried() == [0]
