"""The responses to `champion`: they know exactly what it will do, and answer with what is best against it."""

from __future__ import annotations

from typing import Any

import pytest
from tools import football_responses as responses
from tools.football_responses import ANY, BY_PASS, BY_RUN, RESPONSES, best_card, front_of, kept

from breakaway.core.state import copy, zeros
from breakaway.games.football.coaches import coaches as football_coaches
from breakaway.games.football.coaches.mixes import MIX, NOTHING, WHOLE, find_mix, new_mix
from breakaway.games.football.coaches.play_worth import ALL, NOTES, new_notes, weigh_plays
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import order_of_play, scoring, terms
from breakaway.games.football.rules.state import Football
from breakaway.players import coaches

CONFIG = resolve("fire", "lightning")[0]
ROUNDS = football_coaches.CHAMPION[football_coaches.ROUNDS]


def a_call() -> Football:
    """Fire's first and 5 on its own 25 in the second quarter."""
    s = order_of_play.start(CONFIG)
    s.quarter, s.offense = 2, 0
    scoring.start_drive(s, CONFIG, 5, None)
    s.phase = terms.CALL
    return s


def a_defense(code: int) -> Football:
    """The same after Fire has called this play."""
    s = a_call()
    s.phase, s.call[0] = terms.DEFENSE, code
    s.formation[0] = CONFIG.card_formation[0][code // 2]
    return s


def view_of(s: Football, seat: int) -> Football:
    view = copy(s)
    GAME.redact(view, CONFIG, seat)
    return view


def order_of(response: str, s: Football, seat: int) -> list[int]:
    """A response's order, which must be legal."""
    order = coaches.ask(GAME, RESPONSES[response].coach(GAME), view_of(s, seat), CONFIG, seat, 1)
    for slot in range(len(order)):
        assert GAME.refuse(s, CONFIG, seat, order, slot) == 0
    return order


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The weights of the mixtures from which champion draws."""
    seen: list[list[int]] = []
    usual = football_coaches.drawn

    def watched(chance: Any, weights: list[int], least: int) -> int:
        seen.append(list(weights))
        return usual(chance, weights, least)

    monkeypatch.setattr(football_coaches, "drawn", watched)
    return seen


def test_what_champion_hardly_ever_calls_it_never_calls() -> None:
    # 1 of 300 is less than one in 200; the others share the whole
    assert kept([150, 149, 1]) == [150 * WHOLE // 299, 149 * WHOLE // 299, 0]


def test_champions_calls_on_defense_are_known_before_it_calls(drawn: list[list[int]]) -> None:
    """Fire works them out from what it sees before its own call."""
    code = 2 * 10  # Shotgun
    coaches.ask(GAME, coaches.find(GAME, "champion"), view_of(a_defense(code), 1), CONFIG, 1, 3)
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    weigh_plays(view_of(a_call(), 0), CONFIG, notes, ALL)
    find_mix(view_of(a_call(), 0), CONFIG, notes, terms.PASS_HEAVY, ROUNDS, mix)
    assert drawn == [mix.calls]
    assert sum(each > 0 for each in kept(mix.calls)) > 3


def test_champions_cards_are_known_once_it_shows_its_formation(drawn: list[list[int]]) -> None:
    order = coaches.ask(GAME, coaches.find(GAME, "champion"), view_of(a_call(), 0), CONFIG, 0, 3)
    s = a_defense(order[0])
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    weigh_plays(view_of(s, 1), CONFIG, notes, int(s.formation[0]))
    find_mix(view_of(s, 1), CONFIG, notes, int(s.formation[0]), ROUNDS, mix)
    assert drawn == [mix.cards]


def test_the_best_card_is_worth_at_least_the_mixture_and_little_more() -> None:
    """Chances in millionths: champion's mixtures leave less than a quarter of a percentage point."""
    view = view_of(a_call(), 0)
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    weigh_plays(view, CONFIG, notes, ALL)
    card, worth = best_card(view, CONFIG, notes, mix, ANY, [0] * terms.CARDS)
    most = NOTHING
    for formation in range(3):
        find_mix(view, CONFIG, notes, formation, ROUNDS, mix)
        most = max(most, mix.worth[0])
    assert 0 <= card < terms.CARDS
    assert -50 < worth - most < 2500
    # a card with a price is called only if it is better by more
    dear = [0] * terms.CARDS
    dear[card] = 1_000_000
    assert best_card(view, CONFIG, notes, mix, ANY, dear)[0] != card


def test_fronts_are_the_strongest_formations_by_hand() -> None:
    # Fire against runs: Goal Line 4 and 3, mean 3.5, before the 4-3 with 3, 2, 4, 2. Against passes: the Dime's calls
    # 5, 5, 5, 4, 4, 5, 4 before the Nickel's 2, 6, 4, 2, 3, 2.
    called = {CONFIG.defense_formation[0][card]: name for card, name in ((9, "Goal Line"), (0, "Dime"))}
    assert [called[front_of(CONFIG, 0, by)] for by in (BY_RUN, BY_PASS)] == ["Goal Line", "Dime"]


def test_a_fixed_front_stays_in_it() -> None:
    for name, formation in (("run_heavy", 0), ("balanced", 1), ("pass_heavy", 2)):
        code = order_of(name, a_call(), 0)[0]
        assert CONFIG.card_formation[0][code // 2] == formation
    for name, by in (("run_front", BY_RUN), ("pass_front", BY_PASS)):
        call = order_of(name, a_defense(20), 1)[0]
        assert CONFIG.defense_formation[1][call // 2] == front_of(CONFIG, 1, by)


@pytest.mark.parametrize("name", ["reader", "saver", "counter", "one_play", "one_call"])
def test_the_other_responses_call_legally_and_the_same_again(name: str) -> None:
    assert order_of(name, a_call(), 0) == order_of(name, a_call(), 0)
    assert order_of(name, a_defense(20), 1) == order_of(name, a_defense(20), 1)


def test_one_call_answers_every_formation_alike() -> None:
    assert len({order_of("one_call", a_defense(code), 1)[0] for code in (0, 12, 20)}) == 1


def test_every_response_says_what_it_does() -> None:
    assert all(each.__doc__ and "|" not in each.__doc__ and "\n" not in each.__doc__ for each in RESPONSES.values())
    assert responses.place_of("reader") == "tools.football_responses:reader"
