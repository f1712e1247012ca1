"""FATE's box score adds up to what the game's own statistics say, and rulings and undone turns are in it once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from breakaway import coaches
from breakaway.core.counted import played_in
from breakaway.core.events import Event
from breakaway.core.fair import Script
from breakaway.core.game import blank_orders
from breakaway.core.match import Match, Refused
from breakaway.core.record import Record
from breakaway.core.state import copy
from breakaway.core.told import Told, hear
from breakaway.games.fate.counts.statistics import STATISTICS, MatchRow, PlayRow
from breakaway.games.fate.counts.totals import Box, count
from breakaway.games.fate.display.box import box_score
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import DECLARE, QUARTER, SIDES
from breakaway.games.fate.rules.umpire import FACEMASK_DEFENSE
from tests.boards.test_fate_page import EVERYTHING, a_match

RANDOM = coaches.find(GAME, "random")
HOUSE = [{}, EVERYTHING, {"overtime": "college", **EVERYTHING}]


def play(match: Match[Any, Any], rng: random.Random, turns: int = 10**9) -> None:
    """People choose by chance."""
    for _ in range(turns):
        if match.is_over():
            return
        for seat in match.choosers():
            view = match.window(seat).view
            match.choose(seat, coaches.ask(match.game, RANDOM, view, match.book, seat, rng.getrandbits(60)))
        match.resolve()


def box_of(match: Match[Any, Any]) -> Box:
    return count(match.state, played_in(match))


def own_totals(match: Match[Any, Any]) -> tuple[MatchRow, int]:
    """The statistics' own totals of a match without rulings, added up by them, and how many rows they made."""
    total, told, rows, at = MatchRow(), Told(), [PlayRow()], 0
    lines = [line for line in match.record.lines if line["kind"] == "turn"]
    for (before, given), line in zip(match.history, lines, strict=True):
        state, chance, orders = copy(before), Script(line["chance"]), blank_orders(match.game)
        for seat, sealed in (given or {}).items():
            orders[seat][: len(sealed.order)] = sealed.order
        for step in range(line["steps"]):
            was, events = copy(state), list[Event]()
            match.game.step(state, match.book, orders if step == 0 else blank_orders(match.game), chance(step), events)
            hear(told, events, match.game.rules)
            rows.append(PlayRow())
            at = STATISTICS.observe(was, state, match.book, told, total, rows, at)
    return total, at


@pytest.mark.parametrize("house", HOUSE)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_adds_up_to_the_games_own_totals(house: dict[str, Any], seed: int) -> None:
    match = a_match(bytes([seed + 1]) * 32, **house)
    play(match, random.Random(seed))
    played, box, (total, rows) = played_in(match), box_of(match), own_totals(match)
    assert len(played) == rows > 60
    told = [event for _, events in match.log for event in events]
    for side in range(SIDES):
        line = box.sides[side]
        assert line.plays == total.plays[side] == line.runs + line.passes + line.sacked
        assert line.sacked == total.sacks[side]
        assert (line.punts, line.field_goals) == (total.punts[side], total.field_goals[side])
        assert line.field_goals_tried == total.field_goals_tried[side]
        assert line.run_yards + line.pass_yards - line.sack_yards == total.yards[side]
        assert (line.passes, line.completed) == (total.passes[side], total.completions[side])
        fouls = [(each.rule, each.args[0]) for each in told if each.rule in ("FF-018", "FF-148")]
        assert line.penalties == fouls.count(("FF-018", side)) + fouls.count(("FF-148", 1 - side))
        assert 0 <= line.first_downs <= line.plays
    if match.state.quarter <= 4:
        assert sum(each.time for each in box.sides) == 4 * QUARTER


def test_after_every_turn_the_clock_is_shared_out_whole() -> None:
    match, rng = a_match(b"c" * 32, advanced=True), random.Random(5)
    for _ in range(120):
        play(match, rng, 1)
        if played_in(match) and match.state.quarter <= 4 and match.state.phase == DECLARE:
            gone = QUARTER * (match.state.quarter - 1) + QUARTER - match.state.clock
            assert sum(each.time for each in box_of(match).sides) == gone


def test_a_play_that_was_ruled_on_stands_once_and_a_turn_taken_back_not_at_all() -> None:
    match, rng = a_match(b"r" * 32, advanced=True), random.Random(2)
    ruled = 0
    while ruled < 3:
        play(match, rng, 1)
        before, row = len(played_in(match)), played_in(match)[-1:]
        try:
            match.decree(FACEMASK_DEFENSE)
        except Refused:
            continue
        ruled += 1
        assert len(played_in(match)) == before - 1
        while len(played_in(match)) < before:
            play(match, rng, 1)
        again = played_in(match)[before - 1].row
        assert (again.offense, again.ball, again.down) == (row[0].row.offense, row[0].row.ball, row[0].row.down)
    count_before = [(each.row, each.events) for each in played_in(match)]
    turn = len(match.log)
    play(match, rng, 4)
    for _ in range(len(match.log) - turn):
        match.undo()
    assert [(each.row, each.events) for each in played_in(match)] == count_before
    loaded: Match[Any, Any] = Match.load(match.game, Record(list(match.record.lines)), None)
    assert [(each.row, each.events) for each in played_in(loaded)] == count_before


def test_the_table_has_a_row_a_figure_and_both_teams() -> None:
    match = a_match(b"t" * 32)
    play(match, random.Random(1), 80)
    grid = box_score(match.window(), played_in(match))
    assert grid.heads == ("", "Mudlarks", "Gadgeteers")
    said = {name: cells for name, *cells in grid.rows}
    assert said["Time of possession"] != ["0:00", "0:00"]
    assert all(" for " in each for each in said["Runs"])
