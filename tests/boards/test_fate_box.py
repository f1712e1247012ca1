"""FATE's box score adds up to what the game's own statistics say, and rulings and undone turns are in it once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from breakaway.core.observation import Refused
from breakaway.games.fate.display.log import box_score
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import DECLARE, QUARTER, SIDES, TIME, TIME_DEFENSE
from breakaway.games.fate.rules.umpire_rulings import FACEMASK_DEFENSE
from breakaway.games.fate.statistics import MatchRow, total_of
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Record
from tests.boards.test_fate_page import EVERYTHING, a_match

RANDOM = coaches.find(GAME, "random")
HOUSE = [{}, EVERYTHING, {"overtime": "college", **EVERYTHING}]


def play(match: Match[Any, Any], rng: random.Random, turns: int = 10**9) -> None:
    """People choose by chance."""
    for _ in range(turns):
        if match.is_over():
            return
        for seat in match.choosers():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(match.game, RANDOM, view, match.config, seat, rng.getrandbits(60)))
        match.resolve()


def box_of(match: Match[Any, Any]) -> MatchRow:
    return total_of(played_in(match))


@pytest.mark.sample("0-")
@pytest.mark.parametrize("house", HOUSE)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_adds_up_to_the_games_own_totals(house: dict[str, Any], seed: int) -> None:
    match = a_match(bytes([seed + 1]) * 32, **house)
    play(match, random.Random(seed))
    box, rows = box_of(match), played_in(match)
    assert len(rows) > 60
    told = [event for _, events in match.log for event in events]
    for side in range(SIDES):
        assert box.plays[side] == box.runs[side] + box.passes[side] + box.sacks[side]
        assert box.yards[side] == box.run_yards[side] + box.pass_yards[side] - box.sack_yards[side]
        fouls = [(each.rule, each.args[0]) for each in told if each.rule in ("FF-018", "FF-148")]
        assert box.penalties[side] == fouls.count(("FF-018", side)) + fouls.count(("FF-148", 1 - side))
        assert 0 <= box.first_downs[side] <= box.plays[side]
        tried = sum(row.is_try and row.scored[side] for row in rows)
        kicked = sum(each.rule == "FF-095" and each.seat == side and each.good for each in told)
        points = 6 * box.touchdowns[side] + 3 * box.field_goals[side] + 2 * box.safeties[side] + tried + kicked
        assert points == match.state.score[side]
    if match.state.quarter <= 4:
        assert sum(box.time) == 4 * QUARTER


def test_after_every_turn_the_clock_is_shared_out_whole() -> None:
    match, rng = a_match(b"c" * 32, advanced=True), random.Random(5)
    for _ in range(120):
        play(match, rng, 1)
        if played_in(match) and match.state.quarter <= 4 and match.state.phase == DECLARE:
            gone = QUARTER * (match.state.quarter - 1) + QUARTER - match.state.clock
            assert sum(box_of(match).time) == gone


def test_a_play_counts_while_its_time_outs_are_asked_for() -> None:
    """FF-020, FF-021: it is over; only what it takes off the clock is not known yet."""
    match, rng, asked = a_match(b"q" * 32), random.Random(3), 0
    while asked < 5:
        play(match, rng, 1)
        if match.state.phase != TIME:
            continue
        asked += 1
        (*before, row), clock, time_outs = played_in(match), match.state.clock, sum(match.state.time_outs)
        assert (row.quarter, row.clock, row.time) == (match.state.quarter, clock, [0, 0])
        while match.state.phase in (TIME, TIME_DEFENSE):
            play(match, rng, 1)
        after = played_in(match)[len(before)]
        assert sum(after.time) == (2 if sum(match.state.time_outs) == time_outs else 1)
        assert (after.result, after.gained) == (row.result, row.gained)


def test_a_play_that_was_ruled_on_stands_once_and_a_turn_taken_back_not_at_all() -> None:
    match, rng = a_match(b"r" * 32, advanced=True), random.Random(2)
    ruled = 0
    while ruled < 3:
        play(match, rng, 1)
        before, row = len(played_in(match)), played_in(match)[-1:]
        try:
            match.ruling(FACEMASK_DEFENSE)
        except Refused:
            continue
        ruled += 1
        assert len(played_in(match)) == before - 1
        while len(played_in(match)) < before:
            play(match, rng, 1)
        again = played_in(match)[before - 1]
        assert (again.offense, again.ball, again.down) == (row[0].offense, row[0].ball, row[0].down)
    count_before = played_in(match)
    turn = len(match.log)
    play(match, rng, 4)
    for _ in range(len(match.log) - turn):
        match.undo()
    assert played_in(match) == count_before
    loaded: Match[Any, Any] = Match.load(match.game, Record(list(match.record.lines)), None)
    assert played_in(loaded) == count_before


def test_the_table_has_a_row_a_figure_and_both_teams() -> None:
    match = a_match(b"t" * 32)
    play(match, random.Random(1), 80)
    grid = box_score(match.observation(), played_in(match))
    assert grid.heads == ("", "Mudlarks", "Gadgeteers")
    said = {name: cells for name, *cells in grid.rows}
    assert said["Time of possession"] != ["0:00", "0:00"]
    assert all(" for " in each for each in said["Runs"])
