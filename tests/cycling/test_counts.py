"""Whatever counts a race counts the same: rows, totals, page, news, the postal report, Parquet, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from breakaway.core.game import result_of
from breakaway.core.language import UserError
from breakaway.core.observation import Observation
from breakaway.core.rules import EVERYONE, SPECTATOR, Event, EventLog, note_all
from breakaway.display.document import Grid
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.page import PAGE
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.report import riders
from breakaway.games.cycling.referee.race_files import RaceHistory
from breakaway.games.cycling.referee.report import Turn, report_of
from breakaway.games.cycling.rules import events
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, RIDERS, UNIT
from breakaway.games.cycling.statistics import (
    AT_FINISH,
    STATISTICS,
    MoveRow,
    RaceRow,
    moves_of,
    places_at_lines,
    rider_of_row,
)
from breakaway.games.cycling.text.words import in_points, points_text, short_name
from breakaway.lab import report as any_game
from breakaway.lab.batches import Chunk, Frames
from breakaway.lab.compiling import put, records, to_record
from breakaway.lab.report import Material
from breakaway.lab.rerun_one import compare
from breakaway.lab.simulation_files import ROWS
from breakaway.records.history import Fold

from ..depth import DEPTH
from .random_races import Ridden, ridden

NAMES = {"teams": ["Red", "Blue", "Green", "Gold", "Grey", "Black", "White", "Pink", "Teal", "Lime", "Rose", "Onyx"]}


def counted(config: RaceConfig, turns: Sequence[Ridden]) -> tuple[list[list[MoveRow]], RaceRow]:
    """The rows of each turn and the totals, as the statistics count them."""
    told, total, found = EventLog(), RaceRow(), list[list[MoveRow]]()
    for turn in turns:
        note_all(told, turn.events, GAME.rules)
        rows = [MoveRow() for _ in range(STATISTICS.most)]
        found.append(rows[: STATISTICS.observe(turn.before, turn.after, config, told, total, rows, 0)])
    return found, total


def by_team(numbers: Sequence[int], config: RaceConfig) -> list[int]:
    """The sums of numbers by rider for each team."""
    return [sum(numbers[team * GRADES : team * GRADES + GRADES]) for team in range(config.teams)]


def check_points(config: RaceConfig, turns: Sequence[Ridden], rows: list[MoveRow], total: RaceRow) -> None:
    """Points and places: the rules' state, the rows, the totals and the places at lines (5.1 to 5.4, R11)."""
    places = list(places_at_lines(event for turn in turns for event in turn.events))
    at_sprints, at_finish = [0] * RIDERS, [0] * RIDERS
    for each in places:
        (at_finish if each.line == AT_FINISH else at_sprints)[each.rider] += each.points
    moved, finished = [0] * RIDERS, [0] * RIDERS
    for row in rows:
        moved[rider_of_row(row)] += row.points
        finished[rider_of_row(row)] += row.finish_points
    end, teams = turns[-1].after, config.teams
    assert moved == [a + b for a, b in zip(at_sprints, at_finish, strict=True)] == list(end.points)
    assert finished == at_finish
    assert by_team(at_sprints, config) == list(total.sprint_points[:teams])
    assert by_team(at_finish, config) == list(total.finish_points[:teams])
    assert by_team(moved, config) == list(result_of(GAME, end, config).score[:teams])
    homes = [
        [each.place for each in places if each.line == AT_FINISH and each.rider // GRADES == t] for t in range(teams)
    ]
    assert [sorted(home) for home in homes] == [
        [place for place, times in enumerate(end.places[team]) for _ in range(times)] for team in range(teams)
    ]
    assert [len(home) for home in homes] == list(total.finishers[:teams])
    assert [min(home, default=0) for home in homes] == list(total.first_home[:teams])
    assert len([row for row in rows if row.finish]) == sum(map(len, homes))
    assert [sum(row.team == team and row.lead > 0 for row in rows) for team in range(teams)] == list(
        total.breakaways[:teams]
    )


def check_page(config: RaceConfig, turns: Sequence[Ridden], rows: list[MoveRow]) -> None:
    """The table of points and the one of lines on the page."""
    told = [(n, turn.events) for n, turn in enumerate(turns)]
    observation = Observation(GAME, turns[-1].after, config, SPECTATOR, NAMES)
    grids = {grid.title: grid.rows for grid in PAGE.scene(observation, told).grids}
    for team, _place, points, *of_riders, _home in grids["Points"]:
        mine = [row for row in rows if NAMES["teams"][row.team] == team]
        assert points == points_text(sum(row.points for row in mine))
        assert of_riders == [
            points_text(sum(row.points for row in mine if row.rider == grade)) for grade in range(GRADES)
        ]
    shown = [text for _line, texts in grids.get("Sprints and finish", ()) for text in texts.split(" · ")]
    assert len(shown) == sum(each.points > 0 for each in places_at_lines(e for turn in turns for e in turn.events))


def check_turn(config: RaceConfig, turn: Ridden, rows: list[MoveRow]) -> None:
    """The news of a turn and its postal report, for somebody who only watches."""
    observation = Observation(GAME, turn.after, config, SPECTATOR, NAMES)
    seen = [] if config.blind else rows
    assert [
        (row.team, row.rider, row.card, row.square, row.new_card) for row in moves_of(observation.told(turn.events))
    ] == [(row.team, row.rider, row.card, row.square, row.new_card) for row in seen]
    moves = [each for each in news.brief(observation, turn.events) if each.kind == news.MOVE_NEWS]
    told = sorted(f"{row.card}→{row.square}" + (f" ({row.new_card})" if row.new_card else "") for row in seen)
    assert sorted(text.split(" ", 1)[1] for each in moves for text in each.text.split("   ")) == told
    if config.stages > 1:
        return
    past = RaceHistory(GAME, config, {"names": NAMES, "options": {}}, [], Fold())
    report = report_of(past, Turn(turn.before, turn.after, turn.events))
    for each in report.table:
        gained = sum(row.points for row in rows if row.team == each.team)
        assert each.gained == (f"+{points_text(gained)}" if gained else "")
    crossed: dict[int, int] = {}
    told_of = [each for each in places_at_lines(observation.told(turn.events)) if each.points or each.line == AT_FINISH]
    for shown, place in zip(report.crossings, told_of, strict=True):
        assert shown.text.endswith(in_points(place.points))
        assert [why.rule for why in shown.whys] == [place.rule.removeprefix("BA-"), *["R11"] * (place.sharers > 1)]
        crossed[place.rider] = crossed.get(place.rider, 0) + place.points
    assert {rider: n for rider, n in crossed.items() if n} == {
        rider_of_row(row): row.points for row in rows if row.points
    }
    reported = {row.name: row.move for group in report.groups for row in group.rows if row.move}
    assert reported == {short_name(NAMES, rider_of_row(row)): f"{row.before}+{row.card}" for row in seen}


def check_parquet(config: RaceConfig, end: Any, rows: list[MoveRow], total: RaceRow) -> None:
    """The columns of both tables."""
    kept = records(MoveRow, len(rows))
    for i, row in enumerate(rows):
        put(row, kept, i)
    seeds, counts = np.asarray([1], np.uint64), np.asarray([len(rows)], np.int64)
    chunk = Chunk(0, seeds, to_record(result_of(GAME, end, config)), to_record(total), counts, kept)
    frames = Frames(GAME, config, NAMES)
    moves, races = frames.rows(chunk), frames.matches(chunk).row(0, named=True)
    for team in range(config.teams):
        mine = moves.filter(moves["team"] == f"team{team + 1}")
        score, sprints, finish = (
            races[f"team{team + 1}_{name}"] for name in ("score", "sprint_points", "finish_points")
        )
        assert score == pytest.approx(mine["points"].sum())
        assert score == pytest.approx(sprints + finish)
        assert finish == pytest.approx(mine["finish_points"].sum())
        assert races[f"team{team + 1}_breakaways"] == mine.filter(mine["lead"] > 0).height
        assert races[f"team{team + 1}_finishers"] == mine.filter(mine["finish"] > 0).height
    seats = [f"team{team + 1}" for team in range(config.teams)]
    in_report = Material(GAME, {}, {}, frames.matches(chunk).lazy(), None, seats, seats)
    for table in any_game.totals(in_report)[0].of(Grid):
        for name, *cells in table.rows:
            for seat, cell in zip(table.heads[1:], cells, strict=True):
                assert float(cell) == pytest.approx(races[f"{seat}_{name.replace(' ', '_')}"], abs=0.00501)


def check(seed: int) -> None:
    """Compares all readers of a random race."""
    config, turns = ridden(seed)
    found, total = counted(config, turns)
    rows = [row for of_turn in found for row in of_turn]
    assert total.turns == sum(bool(of_turn) for of_turn in found)
    check_points(config, turns, rows, total)
    check_page(config, turns, rows)
    for turn, of_turn in zip(turns, found, strict=True):
        check_turn(config, turn, of_turn)
    check_parquet(config, turns[-1].after, rows, total)


@pytest.mark.slow
def test_every_reader_counts_a_race_alike() -> None:
    """BA-5.1, BA-5.2, BA-5.3, BA-R11: points, places, moves and new cards, wherever they are told."""
    for seed in range(4):
        check(seed)


@pytest.mark.slow
def test_every_reader_counts_many_races_alike() -> None:
    for seed in range(4, 4 + 50 * DEPTH):
        check(seed)


# Red A plays 12 on a short road, from 9 over the sprint line after 10 and the finish after 20 to square 21: he is first
# at both. The sprint gives 3 points (BA-5.1), the finish 6 (BA-5.2); the move gives 9.
BOTH_LINES = [
    Event(events.MOVED, EVERYONE, (0, 9, 21, 12)),
    Event(events.SPRINT_PLACE, EVERYONE, (0, 1, 3 * UNIT, 1, 10)),
    Event(events.FINISH_PLACE, EVERYONE, (0, 1, 6 * UNIT, 1)),
]


def test_a_move_over_two_lines_counts_each_line_for_itself_ba_5_1_ba_5_2() -> None:
    (row,) = moves_of(BOTH_LINES, stage=1, turn=2)
    assert (row.stage, row.turn, row.card, row.before, row.square) == (1, 2, 12, 9, 21)
    assert (row.points, row.finish_points) == (9 * UNIT, 6 * UNIT)


@pytest.mark.parametrize(("columns", "sprint", "finish"), [((), "3.00", "6.00"), (("finish_points",), "0.00", "9.00")])
def test_the_report_tells_sprint_points_from_finish_points(columns: tuple[str, ...], sprint: str, finish: str) -> None:
    """BA-5.1, BA-5.2; in files without the new column a move across the finish has all its points there."""
    (row,) = moves_of(BOTH_LINES)
    plays = pl.LazyFrame({"rider": ["A"], "card": [12], "new_card": [0], "sprint": [1], "finish": [1]}).with_columns(
        points=pl.lit(row.points / UNIT), finish_points=pl.lit(row.finish_points / UNIT)
    )
    material: Any = SimpleNamespace(plays=plays.drop(columns), matches=pl.LazyFrame({"match": [1]}), seats=["Red"])
    asked = riders(material)
    with pytest.raises(StopIteration) as section:
        asked.send([frame.collect() for frame in next(asked)])
    (table,) = section.value.value.of(Grid)
    shown = dict(zip(table.heads, table.rows[0], strict=True))
    assert (shown["sprint points"], shown["finish points"]) == (sprint, finish)


def test_a_file_from_before_a_column_was_there_is_played_again() -> None:
    again: Any = SimpleNamespace(as_chunk=lambda *given: None)
    here = {"match": 1, "seed": 1, "row": 1}
    made = pl.DataFrame([{**here, "points": 9.0, "finish_points": 6.0}])
    frames: Any = SimpleNamespace(counted=None, rows=lambda chunk: made)
    compare(frames, again, ROWS, {**here, "points": 9.0})
    with pytest.raises(UserError, match="ends differently"):
        compare(frames, again, ROWS, {**here, "points": 8.0})
    with pytest.raises(UserError, match="ends differently"):
        compare(frames, again, ROWS, {**here, "lost": 8.0})
