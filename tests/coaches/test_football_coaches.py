"""Football's coaches: never an illegal order, alike in both modes, blind to what is hidden, near the equilibrium."""

from __future__ import annotations

from itertools import product

import pytest

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import SEATS
from breakaway.core.state import copy, zeros
from breakaway.games.football.coaches import play_worth
from breakaway.games.football.coaches.coaches import CHAMPION, strongest_play, usual_call
from breakaway.games.football.coaches.mixes import FORMATIONS, MIX, Mix, find_mix, new_mix, worth_against_sheet
from breakaway.games.football.coaches.play_worth import (
    ALL,
    NOTES,
    PlayWorths,
    new_notes,
    prepare,
    weigh_plays,
    worth_of_play,
)
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import Outlook
from breakaway.games.football.rules import order_of_play, scoring, terms
from breakaway.games.football.rules.state import EXPERT_SHEETS, Football, FootballConfig
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.statistics import ILLEGAL_CALL
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.compiling import CompiledMatches, play_interpreted, take
from breakaway.players import coaches

from ..core.random_matches import random_config
from ..depth import DEPTH

THINKING = ("casual", "naive", "coordinator", "champion")
PLAIN = resolve("fire", "lightning")[0]


def a_down(config: FootballConfig = PLAIN, **given: int) -> Football:
    """Home's first down on its own 25 in the second quarter, unless it is said otherwise."""
    s = order_of_play.start(config)
    s.quarter, s.offense = 2, 0
    scoring.start_drive(s, config, given.pop("line", 5), None)
    s.phase = terms.CALL
    for name, value in given.items():
        setattr(s, name, value)
    return s


def order_of(name: str, s: Football, config: FootballConfig, seat: int, seed: int = 1) -> list[int]:
    """A coach's order for the view of its seat."""
    view = copy(s)
    GAME.redact(view, config, seat)
    return coaches.ask(GAME, coaches.find(GAME, name), view, config, seat, seed)


@pytest.mark.sample("3-names1", "10-names2")
@pytest.mark.parametrize("names", [*zip(THINKING, (*THINKING[1:], THINKING[0]), strict=True)])
@pytest.mark.parametrize("seed", range(12))
def test_no_order_is_ever_illegal_under_any_house_rules(names: tuple[str, str], seed: int) -> None:
    config = random_config(GAME, 4000 + seed)
    s, chance, found = GAME.start(config), sampled(seed), [coaches.find(GAME, name) for name in names]
    thinking = sampled(seed + 1)
    while s.phase != terms.OVER:
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in range(terms.SEATS):
            if GAME.choosers(s, config) >> seat & 1:
                view = copy(s)
                GAME.redact(view, config, seat)
                found[seat](view, config, seat, thinking, copy(view), orders[seat])
                for slot in range(GAME.slots(s, config, seat)):
                    assert GAME.refuse(s, config, seat, orders[seat], slot) == 0, (seed, seat, orders[seat], s)
        start_step(chance)
        GAME.step(s, config, orders, chance, None)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("casual", "naive"), ("coordinator", "champion")])
def test_matches_of_two_coaches_are_the_same_compiled_and_interpreted(names: tuple[str, str]) -> None:
    for seed in range(4 * DEPTH):
        config = random_config(GAME, 5000 + seed)
        for seats in ([0, 1], [1, 0]):
            seen = CompiledMatches(GAME, config, *names, seats).trace(seed)
            twin = play_interpreted(GAME, config, *names, seats, seed)
            assert len(seen) == len(twin)
            for step, state in enumerate(twin):
                assert take(Football, seen, step) == state, f"seed {seed}, step {step}"


@pytest.mark.slow
@pytest.mark.parametrize("name", THINKING)
def test_a_coach_that_thinks_beats_one_that_does_not_in_eight_of_ten_matches(name: str) -> None:
    won = 0
    for seed in range(10):
        seats = [seed % 2, 1 - seed % 2]
        end = play_interpreted(GAME, PLAIN, name, "random", seats, 100 + seed)[-1]
        own = seats.index(0)
        won += end.score[own] > end.score[1 - own]
    assert won >= 8


# --- secrets


@pytest.mark.parametrize("name", THINKING)
def test_a_call_of_the_defense_does_not_depend_on_the_card_that_the_offense_has_called(name: str) -> None:
    """BF-021, BF-023: the formation is public, the card and its side are not."""
    s = a_down()
    of_trips = [card for card in range(terms.CARDS) if PLAIN.card_formation[0][card] == PLAIN.card_formation[0][6]]
    assert len(of_trips) > 2
    said = set()
    for card, side in product(of_trips, range(2)):
        one = copy(s)
        GAME.step(one, PLAIN, [[2 * card + side, 0], []], sampled(1), None)
        said.add(tuple(order_of(name, one, PLAIN, 1, seed=5)))
    assert len(said) == 1


@pytest.mark.parametrize("name", ["naive", "coordinator", "champion"])
def test_an_audible_does_not_depend_on_the_hidden_call_of_the_other_side(name: str) -> None:
    """BF-087: the offense sees the defense's formation only, before it decides whether to turn its card."""
    s = a_down()
    GAME.step(s, PLAIN, [[2 * 6, 0], []], sampled(1), None)
    calls = [code for code in range(2 * PLAIN.defenses[1]) if PLAIN.call_type[1][code] != terms.NONE]
    by_formation: dict[int, set[tuple[int, ...]]] = {}
    for code in calls:
        one = copy(s)
        GAME.step(one, PLAIN, [[], [code, 0, 0]], sampled(1), None)
        assert one.phase == terms.AUDIBLE
        shown = PLAIN.defense_formation[1][code // 2]
        by_formation.setdefault(shown, set()).add(tuple(order_of(name, one, PLAIN, 0, seed=5)))
    assert all(len(each) == 1 for each in by_formation.values())


@pytest.mark.parametrize("house", [{}, EXPERT_SHEETS], ids=["standard", "expert"])
def test_a_sheet_that_does_not_spy_calls_by_the_formation_alone(house: dict[str, str]) -> None:
    """BF-204, BF-209: on first down at the 25, with all tokens, the spy is off; two dice and the formation decide."""
    config = resolve("fire", "lightning", sheets=(1,), house=house)[0]
    s = a_down(config)
    for dice in range(12):
        called: dict[int, set[int]] = {}
        for code in range(terms.PLAYS):
            one, chance = copy(s), sampled(dice)
            for orders in ([[code, 0], []], [[], []]):
                GAME.step(one, config, orders, chance, None)
            assert one.phase == terms.REVEAL
            called.setdefault(config.card_formation[0][code // 2], set()).add(one.defense_type)
        assert [len(each) for each in called.values()] == [1, 1, 1]


@pytest.mark.parametrize("house", [{}, EXPERT_SHEETS], ids=["standard", "expert"])
def test_the_play_of_a_sheet_does_not_depend_on_the_call_of_the_defense(house: dict[str, str]) -> None:
    """BF-218: the dice decide, even though the second one is rolled after the defense has called."""
    config = resolve("fire", "lightning", sheets=(0,), house=house)[0]
    s = a_down(config)
    for dice in range(12):
        played = set()
        for code in range(2 * config.defenses[1]):
            if config.call_type[1][code] != terms.NONE:
                one, chance = copy(s), sampled(dice)
                for orders in ([[], []], [[], [code, 0, 0]], [[], []]):
                    GAME.step(one, config, orders, chance, None)
                played.add((one.phase, one.call[0]))
        assert len(played) == 1
        assert played.pop()[0] == terms.REVEAL


# --- what a play is worth


def worth_by_the_lab(s: Football, config: FootballConfig, code: int, call: int) -> int:
    """The worth to the offense by the lab's exact odds, with the best answers of both sides."""
    one = copy(s)
    GAME.step(one, config, [[code, 0], []], sampled(1), None)
    GAME.step(one, config, [[], [call, 0, 0]], sampled(1), None)
    one.phase = terms.REVEAL
    return Outlook(config).after(one, [[0] * GAME.max_slots, [0] * GAME.max_slots])


@pytest.mark.sample("14-3-16", "18-2-20")
@pytest.mark.parametrize(
    ("line", "down", "marker"), [(5, 1, 10), (14, 3, 16), (18, 2, 20), (2, 4, 4), (9, 2, 16)], ids=str
)
def test_a_play_is_worth_what_the_exact_odds_say(line: int, down: int, marker: int) -> None:
    """BF-024 to BF-054: 24 pairs of plays and calls in each position, within half a point of win chance.

    The lab follows every card with the sheets' answers; the coaches remember endings, and value flags a little less.
    """
    s = a_down(line=line, down=down, marker=marker)
    s.line, s.down, s.marker = line, down, marker
    notes = new_notes(zeros(NOTES))
    weigh_plays(s, PLAIN, notes, ALL)
    for code, call in product(range(1, 30, 5), (0, 3, 9, 14)):
        if PLAIN.call_type[1][call] != terms.NONE:
            exact = worth_by_the_lab(s, PLAIN, code, call)
            assert notes.plays[code * terms.CALLS + call] == pytest.approx(exact, abs=6_000), (code, call)


@pytest.mark.slow
def test_the_champion_seldom_takes_the_penalty_of_an_illegal_call_on_purpose() -> None:
    """BF-082: the down is replayed a line further back with the same hand, so there is hardly ever a reason to.

    When an illegal call was worth what a False Start is, one play in five near the goal was one here: 182 of 961.
    """
    config = resolve("eclipse", "stackers")[0]
    rows = ChunkPlayer(GAME, config, ["champion", "champion"]).play(7002, 0, 30, True).rows
    near = rows["line"] >= terms.GOAL - 4
    assert near.sum() > 200
    assert (rows["penalty"][near] == ILLEGAL_CALL).sum() < near.sum() / 50


def one_card(**card: int) -> FootballConfig:
    """A match whose Game Day deck has only cards like this one: nothing is left to chance."""
    config = copy(PLAIN)
    usual = {"event": terms.NO_EVENT, "event_kind": terms.RUN, "event_value": 0, "offense_corner": 0}
    for name, value in {**usual, "defense_corner": 0, "event_spot": terms.NONE, "event_return": 0, **card}.items():
        setattr(config, name, [value] * terms.DECK)
    config.ability = [0, 0]
    return config


def worth_of(config: FootballConfig, play: tuple[int, int, int, int], call: tuple[int, int, int], s: Football) -> int:
    """The worth of a play (type, strength, low, minimum) against a call (type, run, pass)."""
    config.play_type[0][0], config.play_strength[0][0], config.play_low[0][0], config.play_minimum[0][0] = play
    notes, e = new_notes(zeros(NOTES)), copy(s)
    prepare(e, config)
    play_worth.sort_cards(e, config, notes)
    return worth_of_play(e, config, notes, 0, *call)


def at_line(config: FootballConfig, line: int, down: int = 2, marker: int = 10, **given: int) -> int:
    """The offense's chance of winning if it has the ball here, after one play of the drive."""
    s = a_down(config, **given)
    s.line, s.down, s.marker = line, down, marker
    s.card[0][14] = terms.DISCARDED
    s.used = 1
    s.phase = terms.BETWEEN
    s.then = terms.CALL
    return chance_to_win(s, config, 0)


def types_that(config: FootballConfig, winner: int, kind: int) -> tuple[int, int]:
    """A type of play of this kind and a type of defense such that this side wins the matchup."""
    return next(
        (play, defense)
        for play, defense in product(range(terms.TYPES), range(terms.DEFENSE_TYPES))
        if config.type_kind[play] == kind and config.matchup[defense][play] == winner and defense != config.prevent_type
    )


def test_a_run_of_5_against_2_is_worth_second_and_2_on_the_40() -> None:
    """BF-025, BF-028: without an event the base gain of 3 lines counts. First and 5 on the own 25 becomes 2nd and 2."""
    config = one_card()
    play, defense = types_that(config, terms.NEITHER, terms.RUN)
    found = worth_of(config, (play, 5, 0, 0), (defense, 2, 9), a_down(config))
    assert found == at_line(config, 8)


def test_a_green_modifier_adds_its_lines() -> None:
    """BF-027: 5 - 2 + 1 = 4 lines, to the 45: second and 1."""
    config = one_card(event=terms.MODIFIER, event_value=1)
    play, defense = types_that(config, terms.NEITHER, terms.RUN)
    with_flags_gone = a_down(config)
    with_flags_gone.flags = [0, 0]
    found = worth_of(config, (play, 5, 0, 0), (defense, 2, 9), with_flags_gone)
    assert found == at_line(config, 9, flags=[0, 0])


def test_the_defense_challenges_a_modifier_that_costs_it_a_first_down() -> None:
    """BF-055, BF-058: on third and 5, +2 would make it 5 lines and a first down on the 50. The flag takes the 2 lines
    away, so that it is fourth and 2; the flag itself is worth something, which is why the coach adds its price."""
    config = one_card(event=terms.MODIFIER, event_value=2)
    play, defense = types_that(config, terms.NEITHER, terms.RUN)
    s = a_down(config)
    s.flags, s.down = [0, 1], 3
    found = worth_of(config, (play, 5, 0, 0), (defense, 2, 9), s)
    assert found == at_line(config, 8, down=4, flags=[0, 0]) + play_worth.FLAG
    assert found < at_line(config, 10, down=1, marker=16, flags=[0, 1])


def test_a_low_percentage_pass_without_a_green_card_is_incomplete() -> None:
    """BF-168, BF-169: no event, so the pass is incomplete: second and 5 on the own 25."""
    config = one_card()
    play, defense = types_that(config, terms.NEITHER, terms.PASS)
    found = worth_of(config, (play, 8, 1, 0), (defense, 2, 3), a_down(config))
    assert found == at_line(config, 5)


def test_a_defense_breakaway_counts_the_corner_alone() -> None:
    """BF-048, BF-049: the base is 0, and the corner of -2 is better for the defense than no event: 2nd and 7."""
    config = one_card(defense_corner=-2)
    play, defense = types_that(config, terms.DEFENSE_WINS, terms.RUN)
    found = worth_of(config, (play, 5, 0, 0), (defense, 2, 9), a_down(config))
    assert found == at_line(config, 3, flags=[1, 1])


def test_an_offense_breakaway_that_is_tackled_gains_its_base_unless_it_may_go_on() -> None:
    """BF-039, BF-040, BF-042: every corner is a 0. By the corner the runner is tackled after 3 lines; by the event,
    which there is none of, he draws again, and is tackled after 3 lines as well: second and 2 either way."""
    config = one_card()
    play, defense = types_that(config, terms.OFFENSE_WINS, terms.RUN)
    found = worth_of(config, (play, 5, 0, 0), (defense, 2, 9), a_down(config))
    assert found == at_line(config, 8)


# --- the mixtures


def best_replies(notes: PlayWorths, mix: Mix, formation: int, config: FootballConfig) -> tuple[float, float]:
    """What the best reply to each side's mixture gets: the offense at most, the defense at least."""
    calls, cards = sum(mix.calls), sum(mix.cards)
    z, x = [each / calls for each in mix.calls], [each / cards for each in mix.cards]
    shown = config.defense_formation[1]
    most = 0.0
    for card in range(terms.CARDS):
        if config.card_formation[0][card] == formation:
            total = 0.0
            for form in set(shown[: config.defenses[1]]):
                total += max(
                    sum(z[c] * notes.plays[code * terms.CALLS + c] for c in range(terms.CALLS) if shown[c // 2] == form)
                    for code in (2 * card, 2 * card + 1)
                )
            most = max(most, total)
    least = 1e9
    for call in range(2 * config.defenses[1]):
        if config.call_type[1][call] != terms.NONE:
            total = 0.0
            for card in range(terms.CARDS):
                one = mix.sides[2 * card * FORMATIONS + shown[call // 2]]
                two = mix.sides[(2 * card + 1) * FORMATIONS + shown[call // 2]]
                if one + two > 0:
                    both = one * notes.plays[2 * card * terms.CALLS + call]
                    both += two * notes.plays[(2 * card + 1) * terms.CALLS + call]
                    total += x[card] * both / (one + two)
            least = min(least, total)
    return most, least


@pytest.mark.parametrize("line", [5, 12, 18])
def test_nobody_gains_a_tenth_of_a_point_of_win_chance_against_the_mixture_of_the_champion(line: int) -> None:
    s = a_down(line=line)
    notes = new_notes(zeros(NOTES))
    weigh_plays(s, PLAIN, notes, ALL)
    for formation in range(3):
        mix = new_mix(zeros(MIX))
        find_mix(s, PLAIN, notes, formation, CHAMPION[0], mix)
        most, least = best_replies(notes, mix, formation, PLAIN)
        assert most - least < 1_000
        assert least - 1_000 < mix.worth[0] < most + 1_000


def test_matching_pennies_are_mixed_half_and_half() -> None:
    """Two cards and two calls: each card is worth 60% against one call and 40% against the other."""
    config = copy(PLAIN)
    config.audibles = 0
    config.card_formation[0] = [0, 0, *[1] * 13]
    config.call_type[1] = [terms.NONE] * terms.CALLS
    config.call_type[1][0] = config.call_type[1][2] = 0
    notes = new_notes(zeros(NOTES))
    for card, call in product(range(2), (0, 2)):
        for code in (2 * card, 2 * card + 1):
            notes.plays[code * terms.CALLS + call] = 600_000 if (call == 0) == (card == 0) else 400_000
    for card in range(2):
        for call in range(terms.CALLS):
            for code in (2 * card, 2 * card + 1):
                notes.plays[code * terms.CALLS + call] = max(0, notes.plays[code * terms.CALLS + call])
    mix = new_mix(zeros(MIX))
    find_mix(a_down(config), config, notes, 0, 400, mix)
    assert mix.cards[0] / sum(mix.cards) == pytest.approx(0.5, abs=0.02)
    assert mix.calls[0] / sum(mix.calls) == pytest.approx(0.5, abs=0.02)
    assert mix.worth[0] == pytest.approx(500_000, abs=1_000)


# --- the sheets and the rules of thumb


def test_a_play_against_the_sheet_is_worth_the_mean_over_both_dice() -> None:
    """BF-200, BF-208, BF-209: one die of six for the strategy, one of six for the call, as printed on the sheet."""
    config = resolve("fire", "lightning", sheets=(1,))[0]
    s = a_down(config)
    notes, e = new_notes(zeros(NOTES)), copy(s)
    prepare(e, config)
    play_worth.sort_cards(e, config, notes)
    code, total = 1, 0
    formation, state = config.card_formation[0][0], 1 + 5  # first down and 5 lines to go
    for first, second in product(range(6), repeat=2):
        strategy = config.front[1][(formation * terms.STATES + state) * 6 + first]
        at = (formation * 3 + strategy) * 6 + second
        call = config.back_type[1][at], config.back_run[1][at], config.back_pass[1][at]
        total += worth_of_play(e, config, notes, code, *call)
    assert worth_against_sheet(e, config, notes, code) == total // 36


def test_casual_calls_the_strongest_play_in_its_hand() -> None:
    s = a_down()
    strengths = PLAIN.play_strength[0]
    assert strengths[strongest_play(s, PLAIN, 0)] == max(strengths)
    best = strengths.index(max(strengths)) // 2
    s.card[0][best] = terms.DISCARDED
    left = [strengths[code] for code in range(terms.PLAYS) if code // 2 != best]
    assert strengths[strongest_play(s, PLAIN, 0)] == max(left)
    assert order_of("casual", s, PLAIN, 0)[0] == strongest_play(s, PLAIN, 0)


def test_casual_answers_a_formation_with_the_same_call_every_time() -> None:
    s = a_down()
    GAME.step(s, PLAIN, [[0, 0], []], sampled(1), None)
    calls = {order_of("casual", s, PLAIN, 1, seed)[0] for seed in range(20)}
    assert calls == {usual_call(PLAIN, 1, PLAIN.card_formation[0][0])}


def test_the_champion_does_not_call_the_same_every_time() -> None:
    s = a_down()
    assert len({order_of("champion", s, PLAIN, 0, seed)[0] // 2 for seed in range(30)}) >= 3
    GAME.step(s, PLAIN, [[0, 0], []], sampled(1), None)
    assert len({order_of("champion", s, PLAIN, 1, seed)[0] for seed in range(30)}) >= 3
