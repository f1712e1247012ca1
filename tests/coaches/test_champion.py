"""The race's champion and sprinter: legal orders, no use of hidden things, the same answer compiled, and strength."""

from __future__ import annotations

import time

import pytest
from tools.strength import measure

from breakaway.core.chance import sampled
from breakaway.core.game import blank_orders, first_refusal, is_over, seats_in
from breakaway.core.state import copy
from breakaway.games.cycling.coaches.hidden import imagine_field
from breakaway.games.cycling.files import PROFILES, resolve
from breakaway.games.cycling.game import GAME, sample
from breakaway.games.cycling.rules.interface import determinize
from breakaway.games.cycling.rules.state import Race, RaceConfig, checkpoint_passed
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, ON_TRACK, RACING
from breakaway.lab.compiling import CompiledMatches, play_interpreted, take
from breakaway.players import coaches

NEW = ("champion", "sprinter")


def view_of(s: Race, config: RaceConfig, seat: int) -> Race:
    view = copy(s)
    GAME.redact(view, config, seat)
    return view


def after(turns: int, config: RaceConfig, seed: int) -> Race:
    """A race between random teams after this many turns."""
    s, chance = GAME.start(config), sampled(seed)
    for turn in range(turns):
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, config)):
            order = coaches.ask(GAME, coaches.find(GAME, "random"), s, config, seat, seed * 100 + turn)
            orders[seat][: len(order)] = order
        GAME.step(s, config, orders, chance, None)
    return s


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("seed", range(4))
def test_every_order_is_legal_in_races_of_many_kinds(name: str, seed: int) -> None:
    config = sample(sampled(seed))
    s, coach = GAME.start(config), coaches.find(GAME, name)
    for turn in range(5):
        if is_over(GAME, s, config):
            return
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, config))[:2]:
            order = coaches.ask(GAME, coach, view_of(s, config, seat), config, seat, turn)
            assert first_refusal(GAME, s, config, seat, order, partial=False) is None, (seed, turn, seat, order)
            orders[seat][: len(order)] = order
        GAME.step(s, config, orders, sampled(seed), None)


@pytest.mark.parametrize("name", NEW)
def test_hidden_squares_and_cards_of_rivals_change_nothing(name: str) -> None:
    config, coach = resolve("blind", 3)[0], coaches.find(GAME, name)
    s = after(3, config, 5)
    other = copy(s)
    changed = 0
    for rider in range(4, 12):
        if other.status[rider] in (ON_TRACK, FINISHED):
            other.hand[rider] = [9 if card else 0 for card in other.hand[rider]]
            other.played[rider] = 1
            changed += other.hand[rider] != s.hand[rider]
    assert changed
    for seed in range(3):
        orders = [coaches.ask(GAME, coach, view_of(each, config, 0), config, 0, seed) for each in (s, other)]
        assert orders[0] == orders[1]


def test_the_champion_answers_what_its_rivals_can_play() -> None:
    """The same seed and own cards: only a rival's cards, which everybody sees, differ, and so do some orders."""
    config, coach = resolve("postal", 3)[0], coaches.find(GAME, "champion")
    differ = 0
    for seed in range(6):
        s = after(4, config, seed)
        other = copy(s)
        for rider in range(4, 12):
            other.hand[rider] = [1 if card else 0 for card in other.hand[rider]]
        differ += coaches.ask(GAME, coach, s, config, 0, 1) != coaches.ask(GAME, coach, other, config, 0, 1)
    assert differ


# --- What the champion makes of what a Blind race hides.


def hidden_races() -> list[tuple[Race, RaceConfig]]:
    """States of Blind races after some turns."""
    found = []
    for profile in ("blind", "spy"):
        config = resolve(profile, 4)[0]
        found += [(after(turns, config, seed), config) for seed in (1, 2) for turns in (1, 2, 5, 9)]
    return found


def test_guesses_keep_the_order_the_checkpoints_and_all_that_is_known() -> None:
    for n, (s, config) in enumerate(hidden_races()):
        seen = view_of(s, config, 0)
        guess = copy(seen)
        imagine_field(guess, config, 0, sampled(n))
        order = [guess.square[guess.queue[i]] for i in range(guess.field)]
        assert order == sorted(order, reverse=True)
        for rider in range(16):
            if s.status[rider] != ON_TRACK:
                continue
            passed = [checkpoint_passed(config, each.square[rider]) for each in (s, guess)]
            assert passed[0] == passed[1], (n, rider)
            if rider < GRADES:
                assert (guess.square[rider], guess.hand[rider]) == (s.square[rider], s.hand[rider])
            known = seen.spied[0][rider]
            assert guess.hand[rider][:known] == s.hand[rider][:known]
            assert guess.hand[rider] == sorted(guess.hand[rider], reverse=True)
            assert guess.hand[rider][0] >= 1


def test_a_new_card_of_our_own_says_how_many_rivals_ride_just_ahead() -> None:
    """BA-6.5: with a 5, our rider on 20 has two in the string ahead: one on 21, and the other on 21 or 22."""
    config = resolve("blind", 2)[0]
    s = after(1, config, 1)
    s.turn, s.phase, s.led_alone = 6, RACING, 0
    s.queue[:8] = [0, 4, 5, 1, 2, 3, 6, 7]
    for rider, square in ((0, 25), (4, 21), (5, 21), (1, 20), (2, 20), (3, 20), (6, 0), (7, 0)):
        s.square[rider] = square  # the view shows a rival's lowest possible square
    s.drawn[0], s.drawn[1], s.drawn[2], s.drawn[3] = 3, 5, 5, 5
    seen = set()
    for seed in range(40):
        guess = copy(s)
        imagine_field(guess, config, 0, sampled(seed))
        seen.add((guess.square[4], guess.square[5]))
    assert seen == {(21, 21), (22, 21)}


def test_everybody_starts_at_the_start_and_a_race_without_secrets_is_left_alone() -> None:
    config = resolve("blind", 3)[0]
    s = after(1, config, 1)
    view = view_of(s, config, 0)
    imagine_field(view, config, 0, sampled(1))
    assert view.square == s.square
    config = resolve("postal", 3)[0]
    s = after(4, config, 1)
    view = copy(s)
    imagine_field(view, config, 0, sampled(1))
    assert view == s


def test_guesses_are_nearer_the_truth_than_any_squares_that_fit() -> None:
    """Even in races between plain and random coaches, which do not ride as close together as planning ones do."""
    config, errors = resolve("blind", 6)[0], [0, 0]
    for s in play_interpreted(GAME, config, "highest", "random", [0, 1, 1, 0, 1, 1], 1)[1:-1]:
        for i, guess in enumerate((imagine_field, determinize)):
            view = view_of(s, config, 0)
            guess(view, config, 0, sampled(5))
            errors[i] += sum(abs(view.square[r] - s.square[r]) for r in range(4, 24) if s.status[r] == ON_TRACK)
    assert errors[0] < 0.75 * errors[1]


def test_a_sprinter_saves_high_cards_until_the_finish_is_near() -> None:
    config, coach = resolve("postal", 2)[0], coaches.find(GAME, "sprinter")
    s = GAME.start(config)
    GAME.step(s, config, blank_orders(GAME), sampled(1), None)
    s.turn = 5
    for rider in range(8):
        s.square[rider], s.hand[rider] = 60, [14, 9, 6, 4]
    assert coaches.ask(GAME, coach, s, config, 0, 1) == [6, 6, 6, 6]
    for rider in range(8):
        s.square[rider] = 100
    assert coaches.ask(GAME, coach, s, config, 0, 1) == [14, 14, 14, 14]


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("profile", PROFILES)
def test_compiled_races_are_those_of_plain_python(name: str, profile: str) -> None:
    config, seats_of = resolve(profile, 3)[0], [0, 1, 1]
    seen = CompiledMatches(GAME, config, name, "random", seats_of).trace(7)
    twin = play_interpreted(GAME, config, name, "random", seats_of, 7)
    assert len(seen) == len(twin)
    for step, state in enumerate(twin):
        assert take(Race, seen, step) == state, f"step {step}"


@pytest.mark.slow
def test_a_champion_needs_less_than_a_second_of_processor_time() -> None:
    config = resolve("postal", 6)[0]
    s = after(2, config, 3)
    began = time.process_time()
    coaches.ask(GAME, coaches.find(GAME, "champion"), s, config, 0, 1)
    assert time.process_time() - began < 1


@pytest.mark.slow
def test_a_champion_among_five_directeurs_wins_well_over_its_share() -> None:
    assert measure("directeur", races=200, coach="champion").low > 0.35


@pytest.mark.slow
def test_a_champion_among_five_sprinters_hardly_ever_loses() -> None:
    """The field crawls then, and a team whose cards are spent early never sees it again."""
    assert measure("sprinter", races=180, coach="champion").share > 0.97
