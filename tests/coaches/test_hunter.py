"""Coaches that learn from the past turns of a match, and FATE's `hunter`, which is one."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest
from tools.fate_strength import read

import breakaway
from breakaway.core.chance import sampled
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.fate.coaches import hunter as fate_hunter
from breakaway.games.fate.coaches.hunter import BUDGET, Hunter, MatrixGame, answer_to
from breakaway.games.fate.coaches.matrix_game import solved
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.events import CALLS_SHOWN
from breakaway.games.fate.rules.state import Fate
from breakaway.lab.compiling import play_interpreted
from breakaway.players import coaches
from breakaway.players.coaches import SeatHistory
from breakaway.players.seated_match import Table
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Memory as Store

CONFIG = resolve()[0]


def table_of(seed: int) -> Table:
    """A match between `hunter` and `book`."""
    seats = [{"name": "Away", "by": "hunter"}, {"name": "Home", "by": "book"}]
    start = Start(CONFIG, {}, {}, seats, secret=seed.to_bytes(32, "big"))
    return Table(GAME, Match.new(GAME, start, Store()))


# --- What a coach that learns is told.


def test_a_past_shows_a_seat_its_own_view_and_only_the_events_that_it_was_told() -> None:
    race = breakaway.load("cycling", teams=2, profile="blind").new(seed=5)
    for _ in range(4):
        race = race.apply({seat: next(iter(race.legal(seat))) for seat in race.to_move})
    game, config = race._setup.game, race._setup.config
    told = [Event("BA-6.5", 1 << 0, ()), Event("BA-6.5", 1 << 1, ()), Event("BA-6.5", -1, ())]
    past = SeatHistory(game, config, 1, [(race._s, told)])
    assert past.view(0) == Observation(game, race._s, config, 1).view != race._s
    assert past.events(0) == [each for each in told if each.is_for(1)]
    assert told[0] not in past.events(0)


def test_turns_that_were_taken_back_are_not_shared() -> None:
    s, t, first, second = GAME.start(CONFIG), GAME.start(CONFIG), list[Event](), list[Event]()
    before = SeatHistory(GAME, CONFIG, 0, [(s, first), (t, second)])
    assert SeatHistory(GAME, CONFIG, 0, [(s, first), (t, second), (s, [])]).shared_with(before) == 2
    assert SeatHistory(GAME, CONFIG, 0, [(s, first), (t, [])]).shared_with(before) == 1
    assert SeatHistory(GAME, CONFIG, 0, [(s, first)]).shared_with(before) == 1


def test_a_table_tells_the_coach_every_turn_and_a_loaded_match_gives_the_same_orders() -> None:
    table = table_of(3)
    while table.match.state.phase != terms.CALL or len(table.match.log) < 25:
        table.play_turn()
    again = Table(GAME, Match.load(GAME, table.match.record, None, Store()))
    seat = 0
    orders = [
        coaches.ask(GAME, each, table.match.observation(seat).view, CONFIG, seat, 7, table.match.turns())
        for each in (table.coaches[seat], again.coaches[seat], Hunter())
    ]
    assert orders[0] == orders[1] == orders[2]


def test_without_the_turns_so_far_hunter_plays_as_oracle() -> None:
    """It would not know how much of its budget is left, and could risk a part of the whole at every call."""
    table = table_of(5)
    asked = 0
    while asked < 40:
        table.play_turn()
        if table.match.state.phase == terms.CALL:
            asked += 1
            view = table.match.observation(0).view
            orders = [
                coaches.ask(GAME, coaches.find(GAME, name), view, CONFIG, 0, asked) for name in ("hunter", "oracle")
            ]
            assert orders[0] == orders[1]


def test_turns_of_another_edition_are_not_told() -> None:
    """The budget that is left after them is not known, so the coach gets none of the later turns either."""
    table = table_of(6)
    for _turn in range(5):
        table.play_turn()
    assert len(table.match.turns() or ()) == 5
    table.match.history.clear()  # as a note of a new edition does
    assert table.match.turns() is None
    table.play_turn()
    assert table.match.turns() is None


def test_the_sealed_call_of_the_rival_does_not_change_what_hunter_calls() -> None:
    found = []
    for call in ([terms.MINUS, terms.NO_DIE], [terms.NO_DIE, terms.PLUS]):
        table = table_of(4)
        while table.match.state.phase != terms.CALL or table.match.state.offense != 0:
            table.play_turn()
        width = GAME.slots(table.match.state, CONFIG, 1)
        table.match.choose(1, [*call, 0, 0][:width])
        table.answer()
        found.append(table.match.sealed[0].order)
    assert found[0] == found[1]


@pytest.mark.slow
def test_python_and_the_lab_tell_the_coach_what_the_command_does() -> None:
    command = [sys.executable, "-m", "breakaway", "watch", "fate", "--coaches", "hunter,book", "--seed", "3", "--json"]
    shown = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    last = breakaway.play(breakaway.load("fate"), ["hunter", "book"], seed=3)
    assert list(shown["score"].values()) == list(last.data["score"])
    ends = [play_interpreted(GAME, CONFIG, "hunter", "book", [0, 1], 3) for _ in range(2)]
    assert ends[0] == ends[1]


# --- How much `hunter` risks.


def test_the_answer_to_a_habit_risks_what_it_may_and_no_more() -> None:
    """Both sides choose left or right; the same side wins. The value is 1/2. A rival who goes left in 8 of 10 is
    answered by going left. Left in 6 of 10 wins 4 of 10 against a rival who goes right: that risks 0.1.
    """
    right = [0.0, 1.0, 1.0, 1.0, 1.0]
    game = MatrixGame([0, 1], list(range(5)), [[1.0, 0.0, 1.0, 1.0, 1.0], right], 0.5, [0.5, 0.5], [0.5, 0.5, 0, 0, 0])
    assert answer_to(game, [0.8, 0.2, 0, 0, 0], 0.1, True) == pytest.approx([0.6, 0.4])
    assert answer_to(game, [0.8, 0.2, 0, 0, 0], 0.5, True) == pytest.approx([1.0, 0.0])
    assert answer_to(game, [0.8, 0.2, 0, 0, 0], 0.0, True) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("attacks", [True, False])
def test_no_answer_loses_more_than_the_risk_and_each_wins_more_against_the_habit(attacks: bool) -> None:
    rng = random.Random(9)
    for _ in range(40):
        rows = [[rng.random() for _ in range(5)] for _ in range(10)]
        value, p, q, _gap = solved([x for row in rows for x in row], 10)
        ten, five = list(range(10)), list(range(5))
        if attacks:
            game = MatrixGame(ten, five, rows, value, p, q)
        else:
            turned = [[1 - rows[i][j] for i in range(10)] for j in range(5)]
            game = MatrixGame(five, ten, turned, 1 - value, q, p)
        habit = [rng.random() for _ in game.rival]
        habit = [x / sum(habit) for x in habit]
        mix = answer_to(game, habit, 0.02, attacks)
        assert sum(mix) == pytest.approx(1)
        assert game.least(mix) >= game.value - 0.02 - 1e-9
        worth = [sum(h * x for h, x in zip(habit, row, strict=True)) for row in game.wins]
        assert sum(a * b for a, b in zip(mix, worth, strict=True)) >= game.value - 1e-9


def test_the_budget_changes_by_what_the_mix_won_against_the_call_and_never_falls_below_zero() -> None:
    table = table_of(6)
    coach = table.coaches[0]
    assert isinstance(coach, Hunter)
    budgets, calls = [BUDGET], 0
    while not table.match.is_over() and calls < 60:
        events = table.play_turn()
        calls += any(each.rule == CALLS_SHOWN for each in events)
        coach.recall(0, SeatHistory(GAME, CONFIG, 0, table.match.turns()))
        known = coach._known[0]
        if known.budget != budgets[-1] and coach.last[0][0] == known.turns - 1:
            _turn, game, _tables, mix = coach.last[0]
            assert game.least(mix) >= game.value - fate_hunter.PART * budgets[-1] - 1e-9
            budgets.append(known.budget)
    assert calls == 60
    assert len(budgets) > 40
    assert min(budgets) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_a_reader_who_knows_every_mix_gains_the_whole_budget_and_no_more(seat: int) -> None:
    """Each call gains at most three tenths of what is left, so what is lost over a match comes close to the budget."""
    gained, _won = read(seat, 5)
    assert 0.9 * BUDGET < gained <= BUDGET + 1e-9


def test_a_rival_who_always_calls_the_same_is_found_out() -> None:
    """First and ten: after 30 blitzes, `hunter` mostly expects another blitz, and its mix wins more against it."""
    s: Fate = GAME.start(CONFIG)
    s.phase, s.quarter, s.clock, s.offense, s.ball, s.down, s.marker = terms.CALL, 1, 40, 0, 25, 1, 35
    s.declared, s.base = terms.PLAY, terms.NONE
    shown = Event(CALLS_SHOWN, -1, (0, terms.RUN_INSIDE, terms.NEITHER, terms.BLITZ, 0))
    turns = [(copy(s), [shown]) for _ in range(30)]
    blitz = fate_hunter.DEFENSE_AT.index(terms.BLITZ)
    gained = []
    for known in ([], turns):
        coach = Hunter()
        coach.recall(0, SeatHistory(GAME, CONFIG, 0, known))
        out = [0] * GAME.max_slots
        coach(copy(s), CONFIG, 0, sampled(1), copy(s), out)
        _turn, game, tables, mix = coach.last[0]
        habit = sum(w * t[blitz] for w, t in zip(coach._known[0].weights[True], tables, strict=True))
        gained.append((habit, game.against(mix, blitz) - game.value))
    assert gained[0][0] < 0.3 < 0.6 < gained[1][0]
    assert gained[1][1] > gained[0][1] + 0.002
