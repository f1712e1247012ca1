"""The coaches of FATE football: never an illegal order, alike in both modes, the tables as they are printed."""

from __future__ import annotations

import math
from itertools import product

import pytest
from tools.fate_values import balance, outcomes

from breakaway.core.chance import sampled, scripted, start_step
from breakaway.core.game import SEATS
from breakaway.core.state import copy
from breakaway.games.fate.coaches import book as fate_book
from breakaway.games.fate.coaches import solitaire as fate_solitaire
from breakaway.games.fate.coaches.book import CALLS, clock_of
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.odds import CALLS as ODDS_CALLS
from breakaway.games.fate.lab.odds import odds_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.penalties import distance_of, next_question
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.text.orders import write
from breakaway.lab.compiling import CompiledMatches, play_interpreted, take
from breakaway.players import coaches

from ..core.random_matches import random_config
from ..depth import DEPTH

THINKING = ("book", "solitaire")
PLAIN = resolve()[0]
ADVANCED = resolve({"advanced": True})[0]


def situation(config: FateConfig = PLAIN, **given: object) -> Fate:
    """Home's first and ten on its own 25 in the first quarter, unless it is said otherwise."""
    s = GAME.start(config)
    to_go = given.pop("to_go", 10)
    usual = {
        "phase": terms.CALL,
        "quarter": 1,
        "clock": 40,
        "ball": 25,
        "down": 1,
        "declared": terms.PLAY,
        "base": terms.NONE,
    }
    for name, value in {**usual, **given}.items():
        setattr(s, name, value)
    s.marker = min(terms.GOAL, s.ball + int(str(to_go)))
    return s


def asked(name: str, s: Fate, config: FateConfig, seat: int, dice: tuple[int, ...] = (), seed: int = 1) -> list[int]:
    """A coach's order; with dice it thinks with these."""
    order = [0] * GAME.max_slots
    chance = scripted(dice) if dice else sampled(seed)
    keep = chance.scripted
    coach = coaches.find(GAME, name)
    if dice:
        chance.mode = 1

        def begun(c: object) -> None:
            chance.asked, chance.scripted = 0, keep

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fate_solitaire, "start_step", begun)
            coach(copy(s), config, seat, chance, copy(s), order)
    else:
        coach(copy(s), config, seat, chance, copy(s), order)
    return order[: GAME.slots(s, config, seat)]


@pytest.mark.sample("0-", "7-")
@pytest.mark.parametrize("names", [*product(THINKING, repeat=2)])
@pytest.mark.parametrize("seed", range(15))
def test_no_order_is_ever_illegal_under_any_house_rules(names: tuple[str, str], seed: int) -> None:
    config = random_config(GAME, 4000 + seed)
    s, chance, found = GAME.start(config), sampled(seed), [coaches.find(GAME, name) for name in names]
    thinking = sampled(seed + 1)
    while s.phase != terms.OVER:
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in range(GAME.seat_count(config)):
            if GAME.choosers(s, config) >> seat & 1:
                found[seat % 2](copy(s), config, seat, thinking, copy(s), orders[seat])
                for slot in range(GAME.slots(s, config, seat)):
                    assert GAME.refuse(s, config, seat, orders[seat], slot) == 0, (seed, seat, s)
        start_step(chance)
        GAME.step(s, config, orders, chance, None)


@pytest.mark.sample("0")
@pytest.mark.parametrize("name", ["oracle", "hunter"])
@pytest.mark.parametrize("seed", range(8))
def test_the_solved_game_answers_every_question_under_any_house_rules(name: str, seed: int) -> None:
    config = random_config(GAME, 7000 + seed)
    s, chance, rival = GAME.start(config), sampled(seed), coaches.find(GAME, "random")
    coach, thinking, asked = coaches.find(GAME, name), sampled(seed + 1), 0
    while s.phase != terms.OVER and asked < 60:
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in range(GAME.seat_count(config)):
            if GAME.choosers(s, config) >> seat & 1:
                (coach if seat % 2 == 0 else rival)(copy(s), config, seat, thinking, copy(s), orders[seat])
                asked += seat % 2 == 0
                for slot in range(GAME.slots(s, config, seat)):
                    assert GAME.refuse(s, config, seat, orders[seat], slot) == 0, (seed, seat, s)
        start_step(chance)
        GAME.step(s, config, orders, chance, None)


def test_oracle_gives_the_same_order_for_the_same_seed_and_mixes_over_seeds() -> None:
    s = situation(down=2, to_go=7)
    orders = [tuple(asked("oracle", s, PLAIN, 0, seed=seed)) for seed in range(30)]
    assert orders == [tuple(asked("oracle", s, PLAIN, 0, seed=seed)) for seed in range(30)]
    assert len(set(orders)) > 1


def test_oracle_stops_the_clock_only_when_that_helps() -> None:
    """Behind with a minute left, the offense calls a time out; ahead, it never does."""
    for lead, wanted in ((-2, 1), (5, 0)):
        s = situation(phase=terms.TIME, quarter=4, clock=5, units=2, then=terms.DECLARE, ball=60, down=2, to_go=5)
        s.score, s.time_outs = [20 + lead, 20], [3, 3]
        assert asked("oracle", s, PLAIN, 0) == [wanted]


def test_the_lab_says_that_it_cannot_compile_oracle() -> None:
    with pytest.raises(coaches.NoSuchCoach, match="plays in ordinary Python"):
        CompiledMatches(GAME, PLAIN, "oracle", "book", [0, 1])


@pytest.mark.slow
def test_matches_of_both_coaches_are_the_same_compiled_and_interpreted() -> None:
    for seed in range(5 * DEPTH):
        config = random_config(GAME, 5000 + seed, platoons=0)
        for seats in ([0, 1], [1, 0]):
            seen = CompiledMatches(GAME, config, "book", "solitaire", seats).trace(seed)
            twin = play_interpreted(GAME, config, "book", "solitaire", seats, seed)
            assert len(seen) == len(twin)
            for step, state in enumerate(twin):
                assert take(Fate, seen, step) == state, f"seed {seed}, step {step}"


@pytest.mark.slow
@pytest.mark.parametrize("coach", THINKING)
def test_a_coach_that_thinks_beats_one_that_does_not_in_nineteen_of_twenty_matches(coach: str) -> None:
    won = 0
    for seed in range(20):
        seats = [seed % 2, 1 - seed % 2]
        end = play_interpreted(GAME, PLAIN, coach, "random", seats, 100 + seed)[-1]
        own = seats.index(0)
        won += end.score[own] > end.score[1 - own]
    assert won >= 19


# --- the book


def test_calls_are_those_of_the_odds_in_the_same_order() -> None:
    assert fate_book.DATA["calls_offense"] == list(ODDS_CALLS)
    for (name, third), dice in zip(CALLS, ODDS_CALLS.values(), strict=True):
        order = [0] * 3
        fate_book.put_offense(CALLS.index((name, third)), order)
        assert order == dice


def test_every_situation_has_whole_hundredths_for_both_sides() -> None:
    """5 clocks, 4 downs, 5 distances, 4 stretches, but for 10 and more to go inside the 10: 5 x (80 - 8)."""
    rows = fate_book.DATA["situation"]
    assert len(rows) == len({(r["clock"], r["down"], r["to_go"], r["field"]) for r in rows}) == 360
    for row in rows:
        assert sum(row["offense"]) == sum(row["defense"]) == 100
        assert len(row["offense"]) == 10
        assert len(row["defense"]) == 5


@pytest.mark.slow
def test_the_tries_of_the_file_are_what_the_rules_give() -> None:
    """FF-095: a kick of the shortest band fails on -4 alone, 80/81. For two the mixes of the file hold each other."""
    assert fate_book.DATA["extra_point"] == round(80 / 81, 4)
    odds = odds_of(PLAIN)  # screens and draws from the 2 need two yards
    assert set(odds) == set(ODDS_CALLS)
    found, chance = outcomes()
    won = [each.gain >= 2 and each.result in (terms.RAN, terms.COMPLETE) and not each.lost for each in found]
    table = chance @ won
    mix, against = fate_book.DATA["try_offense"], fate_book.DATA["try_defense"]
    at_least = min(sum(p * table[c][d] for c, p in enumerate(mix)) for d in range(5)) * 2 / 100
    no_long = [c for c, name in enumerate(ODDS_CALLS) if not name.endswith("long")]
    at_most = max(sum(p * table[c][d] for d, p in enumerate(against)) for c in no_long) * 2 / 100
    assert at_least == pytest.approx(fate_book.DATA["two_points"], abs=0.02)
    assert at_most == pytest.approx(fate_book.DATA["two_points"], abs=0.02)


@pytest.mark.slow
def test_the_tool_finds_known_balances_and_whole_distributions() -> None:
    """Matching pennies are worth 0; with 2 in place of one 1 the balance is 1/5: (2 - 1) / (2 + 1 + 1 + 1)."""
    import numpy as np

    from breakaway.lab.simulate import Threads

    pennies = np.array([[[1.0, -1.0], [-1.0, 1.0]], [[2.0, -1.0], [-1.0, 1.0]]])
    value, _ = balance(Threads(1), pennies, None)
    assert value[0] == pytest.approx(0, abs=0.01)
    assert value[1] == pytest.approx(0.2, abs=0.02)
    found, chance = outcomes()
    assert chance.sum(axis=2).ravel() == pytest.approx(1)
    gains = [each.gain for each in found]
    assert float(chance[0, 1] @ gains) == pytest.approx(4.0220, abs=5e-5)  # Run Inside against Neutral, section 5


@pytest.mark.parametrize(
    ("given", "wish"),
    [
        ({"to_go": 1}, terms.PLAY),
        ({"to_go": 15, "ball": 30}, terms.PUNT_IT),
        ({"to_go": 15, "ball": 80}, terms.KICK_IT),
        ({"to_go": 15, "ball": 30, "quarter": 4, "clock": 8, "score": [0, 7]}, terms.PLAY),  # a punt would give it up
        ({"to_go": 2, "ball": 80, "quarter": 4, "clock": 3, "score": [0, 2]}, terms.KICK_IT),
        ({"down": 2, "ball": 75, "quarter": 2, "clock": 1}, terms.KICK_IT),  # the half's last play
        ({"down": 2, "ball": 75, "quarter": 4, "clock": 1, "score": [0, 4]}, terms.PLAY),  # three points are no use
    ],
)
def test_the_book_knows_what_fourth_down_and_the_clock_ask_for(given: dict[str, object], wish: int) -> None:
    s = situation(**{"phase": terms.DECLARE, "down": 4, **given})
    assert asked("book", s, PLAIN, 0) == [wish]


def test_behind_and_late_the_book_asks_for_a_touchdown_or_for_any_score() -> None:
    assert clock_of(situation(), PLAIN) == 0
    late = {"quarter": 4, "clock": 5}
    assert clock_of(situation(score=[3, 7], **late), PLAIN) == 1
    assert clock_of(situation(score=[4, 7], **late), PLAIN) == 3
    assert clock_of(situation(score=[8, 7], **late), PLAIN) == 0


def penalized(**given: object) -> Fate:
    """A play of Home's from its own 25 is over, and a penalty is to be answered."""
    s = situation(ADVANCED, base=terms.QUICK, **given)
    s.holder = s.stood[19] = s.offense
    s.units = 2
    s.spot = s.ball + s.gain
    s.phase = terms.OPTION
    return s


@pytest.mark.parametrize("coach", THINKING)
def test_penalties_are_accepted_when_they_help(coach: str) -> None:
    """Holding of the defense is 5 yards and a first down; a gain of 30 is better, one of 2 is not."""
    few = penalized(result=terms.COMPLETE, gain=2, foul=terms.HOLDING, fouler=1)
    much = penalized(result=terms.COMPLETE, gain=30, foul=terms.HOLDING, fouler=1)
    assert distance_of(terms.HOLDING, False) == 5
    assert asked(coach, few, ADVANCED, 0) == [1]
    assert asked(coach, much, ADVANCED, 0) == [0]
    rough = penalized(result=terms.COMPLETE, gain=30, foul=terms.FACEMASK, fouler=1)
    assert asked(coach, rough, ADVANCED, 0) == [1]  # five more yards from the end
    held = penalized(result=terms.COMPLETE, gain=30, foul=terms.HOLDING, fouler=0)
    assert asked(coach, held, ADVANCED, 1) == [1]  # the 30 yards are gone
    stopped = penalized(result=terms.RAN, gain=0, down=4, foul=terms.HOLDING, fouler=0)
    assert asked(coach, stopped, ADVANCED, 1) == [0]  # over on downs is better than fourth down again


@pytest.mark.parametrize("coach", THINKING)
@pytest.mark.parametrize(("line", "answer"), [(20, terms.TAKE_BALL), (55, terms.DECLINE), (100, terms.DECLINE)])
def test_a_return_past_the_35_is_kept_after_a_kickoff_out_of_bounds(coach: str, line: int, answer: int) -> None:
    """FF-148: a touchdown is kept, too."""
    s = penalized(ball=35, result=terms.KICKED, declared=terms.KICKOFF, foul=terms.OUT_OF_BOUNDS, fouler=0)
    s.holder, s.spot = 1, 100 - line
    assert asked(coach, s, ADVANCED, 1) == [answer]


@pytest.mark.parametrize("coach", THINKING)
def test_the_hurt_of_a_group_is_whom_one_misses_least_or_the_other_side_most(coach: str) -> None:
    s = situation(ADVANCED, phase=terms.HURT_WHO, group=2)  # RB/FB
    for picker in (0, 1):
        s.picker = picker
        assert GAME.refuse(s, ADVANCED, picker, asked(coach, s, ADVANCED, picker), 0) == 0
    s.picker = 0
    assert asked("book", s, ADVANCED, 0) == [1]  # FB sums to 8, RB to 9
    s.picker = 1
    assert asked("book", s, ADVANCED, 1) == [0]


@pytest.mark.parametrize("coach", THINKING)
def test_behind_at_the_end_the_kick_is_onside_where_that_is_played(coach: str) -> None:
    config = resolve({"onside": True})[0]
    s = situation(config, phase=terms.KICK, quarter=4, clock=4, score=[0, 3])
    assert asked(coach, s, config, 0) == [1]
    s.score = [3, 0]
    assert asked(coach, s, config, 0) == [0]


# --- the page


def fitting(row: dict[str, object], table: list[dict[str, object]]) -> list[Fate]:
    """Situations for which this row is the first that fits."""
    found = []
    lows_highs = [row.get(name, [4, 4]) for name in ("down", "to_go", "ball")]
    for down, to_go, ball in product(*({low, high} for low, high in lows_highs)):  # type: ignore[misc]
        for quarter, score in ((1, [0, 0]), (4, [0, 2]), (4, [0, 9])):
            s = situation(down=down, to_go=to_go, ball=ball, quarter=quarter, clock=12, score=score)
            s.try_down = int(row["when"] == "try")
            first = next((each for each in table if matches(each, s)), None)
            if first is row and s.marker - s.ball == to_go:
                found.append(s)
    return found


def matches(row: dict[str, object], s: Fate) -> bool:
    """Whether a row of the file holds for a situation, as a person at the table reads it."""
    behind = s.quarter >= 4 and s.clock <= 16 and s.score[s.offense] < s.score[other(s.offense)]
    close = behind and s.score[other(s.offense)] - s.score[s.offense] <= 3
    right = {"always": True, "try": s.try_down == 1, "behind": behind, "close": close}[str(row["when"])]
    numbers = {"down": s.down, "to_go": s.marker - s.ball, "ball": s.ball}
    ranges = {name: row.get(name, [1, 99]) for name in numbers}
    return right and all(low <= numbers[name] <= high for name, (low, high) in ranges.items())  # type: ignore[misc]


SPELLED = dict(zip(fate_solitaire.CALL_LETTERS, (name.replace("_", " ") for name in ODDS_CALLS), strict=True))
DEFENSES = dict(zip(fate_solitaire.DEFENSE_LETTERS, ("run", "neutral", "pass", "blitz", "prevent"), strict=True))


@pytest.mark.parametrize("row", fate_solitaire.DATA["row"], ids=lambda row: row["says"])
def test_every_cell_of_every_row_is_what_the_coach_calls(row: dict[str, list[str]]) -> None:
    found = fitting(row, fate_solitaire.DATA["row"])
    assert found
    for s, (i, dice) in product(found, enumerate(product(range(3), repeat=2))):
        said = write(asked("solitaire", s, PLAIN, 0, dice), PLAIN, s, True)
        wanted = SPELLED[row["offense"][i]]
        closed = wanted.endswith("long") and terms.GOAL - s.ball <= 20
        assert said == ("short" if closed else wanted)
        assert write(asked("solitaire", s, PLAIN, 1, dice), PLAIN, s, False) == DEFENSES[row["defense"][i]]


@pytest.mark.parametrize("row", fate_solitaire.DATA["fourth"], ids=lambda row: f"{row['says']} {row['ball']}")
def test_every_row_of_fourth_down_is_what_the_coach_declares(row: dict[str, object]) -> None:
    found = fitting(row, fate_solitaire.DATA["fourth"])
    assert found
    for s in found:
        s.phase = terms.DECLARE
        assert write(asked("solitaire", s, PLAIN, 0), PLAIN, s, True) == row["does"]


def test_every_situation_has_a_row() -> None:
    for down, to_go, ball in product(range(1, 5), range(1, 30), range(1, terms.GOAL)):
        if to_go <= terms.GOAL - ball:
            s = situation(down=down, to_go=to_go, ball=ball)
            assert any(matches(row, s) for row in fate_solitaire.DATA["row"])
            assert any(matches(row, s) for row in fate_solitaire.DATA["fourth"])


def test_the_try_is_for_two_where_that_is_played() -> None:
    for coach, config in product(THINKING, (PLAIN, resolve({"two_point": False})[0])):
        s = situation(config, phase=terms.TRY)
        assert asked(coach, s, config, 0) == [config.two_point]


def test_interference_is_asked_about() -> None:
    """FF-146: the phase in which the book judges a spot that is still to be rolled is one that the rules lead to."""
    s = penalized(result=terms.COMPLETE, gain=2, foul=8, fouler=1)
    next_question(s, ADVANCED, None)
    assert s.phase == terms.OPTION
    assert asked("book", s, ADVANCED, 0) == [1]


# --- strength


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"advanced": True}])
def test_the_book_wins_nearly_every_match_against_random(options: dict[str, object]) -> None:
    """Of a thousand matches, seats changing, at least 98 of 100, with the 99.9% interval above that."""
    config, won, matches_ = resolve(options)[0], 0, 1000
    tables = [CompiledMatches(GAME, config, "book", "random", seats) for seats in ([0, 1], [1, 0])]
    for seed in range(matches_):
        rank = tables[seed % 2].play(seed)[0]["rank"]
        won += int(rank[seed % 2]) == 1 and int(rank[1 - seed % 2]) != 1
    share = won / matches_
    assert share - 3.3 * math.sqrt(max(share * (1 - share), 0.001) / matches_) > 0.98
