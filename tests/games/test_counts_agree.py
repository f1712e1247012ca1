"""Whatever counts a match of football or FATE counts the same: page, terminal, JSON, totals, report and Parquet.

The race has the like in tests/cycling/test_counts.py.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from breakaway.core.game import result_of
from breakaway.core.state import columns
from breakaway.core.statistics import figures, statistics_in
from breakaway.display.document import Grid
from breakaway.display.match_page import find_page
from breakaway.games.football.lab import report as report_drives
from breakaway.games.football.lab import report as report_plays
from breakaway.games.football.lab.report import END_OF_HALF
from breakaway.games.football.rules.terms import DEFENSE
from breakaway.games.football.statistics import ENDINGS, drives_in
from breakaway.games.manifest import find
from breakaway.lab import report
from breakaway.lab.batches import Chunk, Frames
from breakaway.lab.compiling import put, records, to_record
from breakaway.lab.report import Material, answered
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from breakaway.terminal.game_desk import Lookup, find_desk
from tests.boards.test_fate_page import EVERYTHING, a_match
from tests.counting import counted_through
from tests.depth import DEPTH
from tests.terminal.matches import new_match

SEATS = ("home", "away")
Found = dict[str, list[int]]  # figures by the names of the totals, home's first


@dataclass(frozen=True)
class Compared:
    """A game's figures: how rows of Parquet give them, and which the numbers in a row of the box score are.

    A figure of the box score may be several of the totals together: it is asked of them as `boxed` says.
    """

    rows: Callable[[pl.Expr, pl.Expr, str], dict[str, pl.Expr]]  # own rows, those of the other side, the seat
    box: dict[str, tuple[str, ...]]
    boxed: Callable[[Found], Found]


def football_rows(own: pl.Expr, theirs: pl.Expr, seat: str) -> dict[str, pl.Expr]:
    """Each total of a seat from the rows of a match."""
    kind, counts, result, lines = pl.col("kind"), pl.col("counts_as"), pl.col("result"), pl.col("lines")
    play, run, thrown = own & counts.is_not_null(), own & (counts == "run"), own & (counts == "pass")
    fourth = play & (pl.col("down") == 4)
    return {
        "drives": pl.col("drive").filter(own & (pl.col("drive") > 0)).n_unique(),
        "plays": play.sum(),
        "runs": run.sum(),
        "passes": thrown.sum(),
        "run_lines": lines.filter(run).sum(),
        "pass_lines": lines.filter(thrown).sum(),
        "completions": (own & pl.col("completed")).sum(),
        "incompletions": (own & pl.col("incomplete")).sum(),
        "first_downs": (own & pl.col("first_down")).sum(),
        "offense_breakaways": (play & (pl.col("breakaway") == "offense")).sum(),
        "defense_breakaways": (play & (pl.col("breakaway") == "defense")).sum(),
        "turnovers": pl.col(f"{seat}_lost").sum(),
        "interceptions": (own & (pl.col("ending") == "interception")).sum(),
        "touchdowns": (own & (result == "touchdown") & ~pl.col("is_try")).sum(),
        "return_touchdowns": (theirs & (result == "return touchdown") & ~pl.col("is_try")).sum(),
        "field_goals": (own & (kind == "field goal") & (result == "good")).sum(),
        "field_goals_tried": (own & (kind == "field goal")).sum(),
        "punts": (own & (kind == "punt")).sum(),
        "fourth_downs": fourth.sum(),
        "fourth_downs_made": (fourth & (pl.col("first_down") | (result == "touchdown"))).sum(),
        "penalties": (pl.col("at_fault") == seat).sum(),
        "challenges": (pl.col("challenger") == seat).sum(),
    }


def football_boxed(total: Found) -> Found:
    """A breakaway is whose creates it."""
    made = [a + b for a, b in zip(total["offense_breakaways"], reversed(total["defense_breakaways"]), strict=True)]
    lines = [a + b for a, b in zip(total["run_lines"], total["pass_lines"], strict=True)]
    return {**total, "breakaways": made, "lines": lines}


def fate_rows(own: pl.Expr, theirs: pl.Expr, seat: str) -> dict[str, pl.Expr]:
    """Each total of a side from the rows of a match."""
    counts, gained, declared, result = (pl.col(each) for each in ("counts_as", "gained", "declared", "result"))
    play, run, thrown, sack = own & counts.is_not_null(), *(own & (counts == each) for each in ("run", "pass", "sack"))
    kick, pick = (theirs & (pl.col("returned") == each) for each in ("kick", "interception"))
    far, goal = pl.col("return_yards"), own & (declared == "field goal")
    return {
        "plays": play.sum(),
        "yards": gained.filter(play).sum(),
        "runs": run.sum(),
        "run_yards": gained.filter(run).sum(),
        "passes": thrown.sum(),
        "completions": (own & pl.col("is_caught")).sum(),
        "pass_yards": gained.filter(thrown).sum(),
        "sacks": sack.sum(),
        "sack_yards": -gained.filter(sack).sum(),
        "first_downs": (own & pl.col("is_first_down")).sum(),
        "interceptions": (thrown & result.is_in(["intercepted", "touchback"])).sum(),
        "fumbles": (play & (result == "fumbled")).sum(),
        "turnovers": pl.col(f"{seat}_lost").sum(),
        "kick_returns": kick.sum(),
        "kick_return_yards": far.filter(kick).sum(),
        "pick_returns": pick.sum(),
        "pick_return_yards": far.filter(pick).sum(),
        "penalties": pl.col(f"{seat}_penalties").sum(),
        "injuries": pl.col(f"{seat}_injuries").sum(),
        "punts": (own & (declared == "punt")).sum(),
        "field_goals": (goal & (result == "good")).sum(),
        "field_goals_tried": goal.sum(),
        "touchdowns": (pl.col(f"{seat}_scored") == 6).sum(),
        "safeties": ((pl.col(f"{seat}_scored") == 2) & ~pl.col("is_try")).sum(),
        "time": pl.col(f"{seat}_time").sum(),
    }


def fate_boxed(total: Found) -> Found:
    """Yards of sacks are printed as a loss, and time in minutes and seconds."""
    time = total["time"]
    return {
        **total,
        "sack_yards": [-n for n in total["sack_yards"]],
        "minutes": [n // 4 for n in time],
        "seconds": [n % 4 * 15 for n in time],
    }


GAMES = {
    "football": Compared(
        football_rows,
        {
            "plays": ("plays",),
            "lines gained": ("lines",),
            "runs": ("runs", "run_lines"),
            "passes": ("completions", "passes", "pass_lines"),
            "first downs": ("first_downs",),
            "breakaways": ("breakaways",),
            "turnovers": ("turnovers",),
            "penalties": ("penalties",),
            "field goals": ("field_goals", "field_goals_tried"),
            "punts": ("punts",),
            "challenges": ("challenges",),
        },
        football_boxed,
    ),
    "fate": Compared(
        fate_rows,
        {
            "Plays": ("plays",),
            "Yards": ("yards",),
            "Runs": ("runs", "run_yards"),
            "Passes": ("completions", "passes", "pass_yards"),
            "Sacked": ("sacks", "sack_yards"),
            "First downs from plays": ("first_downs",),
            "Kicks returned": ("kick_returns", "kick_return_yards"),
            "Interceptions returned": ("pick_returns", "pick_return_yards"),
            "Turnovers": ("turnovers",),
            "Penalties marked off": ("penalties",),
            "Punts": ("punts",),
            "Field goals": ("field_goals", "field_goals_tried"),
            "Time of possession": ("minutes", "seconds"),
        },
        fate_boxed,
    ),
}
HOUSE: dict[str, list[dict[str, Any]]] = {
    "football": [
        {},
        {"coffin": True, "ice": True, "defensive_two": True, "late_incompletions": True, "audibles": True},
        {"sheets": (1,), "sudden_death": True, "regain": "all"},
        {"sheets": (0, 1), "overtime": True, "reshuffle_each_quarter": True},
        {"flags": 9, "hidden_discards": True, "kickoff_one_touchback": True, "hail_mary_cards": 5},
    ],
    "fate": [{}, EVERYTHING, {"overtime": "college", **EVERYTHING}],
}


def a_whole_match(game: str, seed: int) -> Match[Any, Any]:
    """A match whose players choose by chance."""
    house = HOUSE[game][seed % len(HOUSE[game])]
    match = new_match(seed % 256, **house) if game == "football" else a_match(bytes([seed % 256, 7]) * 16, **house)
    chooser, rng = coaches.find(match.game, "random"), random.Random(seed)
    while not match.is_over():
        for seat in match.choosers():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(match.game, chooser, view, match.config, seat, rng.getrandbits(60)))
        match.resolve()
    return match


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"-?\d+", text)]


def in_box(rows: Any, compared: Compared) -> Found:
    """The figures of a box score as it is shown."""
    found: Found = {}
    for name, *cells in rows:
        for i, figure in enumerate(compared.box.get(name, ())):
            found[figure] = [numbers(cell)[i] for cell in cells]
    return found


def shown(match: Match[Any, Any], compared: Compared) -> Iterator[tuple[str, Found]]:
    """What page, terminal and JSON say."""
    game, look = match.game, Lookup(match.observation(), match.log, "", False, 80, lambda: played_in(match))
    scene = find_page(game).scene(match.observation(), match.log, played=lambda: played_in(match))
    grids = {grid.title: grid.rows for grid in scene.grids}
    yield "page", in_box(grids["Box score"], compared)
    parts = [part for part in find_desk(game).commands["box"].show(look) if isinstance(part, Grid)]
    yield "terminal", in_box([row for part in parts for row in part.rows], compared)
    told = find_desk(game).summary(look, {}, [])
    sides = list(told["box"].values())
    assert game.statistics is not None
    declared, counted = statistics_in(game.statistics.match), figures(game.statistics.match(), 0)
    found = {name: [side[declared[name].key or name] for side in sides] for name in counted}
    if game.name == "fate":  # in the box score, yards of sacks are a loss
        found["sack_yards"] = [-n for n in found["sack_yards"]]
    yield "JSON", found
    if game.name == "football":
        assert [side["score"] for side in sides] == [sum(side["quarters"]) for side in sides] == match.state.score
        assert [int(row[-1]) for row in grids["Score by quarter"]] == match.state.score
        assert len(grids["Drives"]) == len(told["drives"]) == len(drives_in(played_in(match), match.state))
        for team, side in told["box"].items():
            own = [drive for drive in told["drives"] if drive["team"] == team]
            assert sum(drive["points"] for drive in own) == side["score"]
            assert sum(drive["plays"] for drive in own) == side["plays"]
            assert sum(drive["lines"] for drive in own) == side["lines"]


def kept(match: Match[Any, Any], total: Any, rows: list[Any], number: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The tables of a match as they go into Parquet: rows, and the match."""
    made = records(type(rows[0]), len(rows))
    for i, row in enumerate(rows):
        put(row, made, i)
    result = to_record(result_of(match.game, match.state, match.config))
    counts = np.asarray([len(rows)], np.int64)
    chunk = Chunk(number, np.asarray([number], np.uint64), result, to_record(total), counts, made)
    frames = Frames(match.game, match.config, match.names)
    return frames.rows(chunk), frames.matches(chunk)


def compare(game: str, seeds: range) -> None:
    """All readers of some matches, figure by figure."""
    compared, sums, frames, tables = GAMES[game], dict[str, list[int]](), [], []
    drives: Counter[tuple[int, str]] = Counter()
    for seed in seeds:
        match = a_whole_match(game, seed)
        total, rows = counted_through(match)
        assert played_in(match) == rows, seed
        totals = {each.name: getattr(total, each.name) for each in columns(type(total)) if each.shape}
        for reader, found in shown(match, compared):
            said = compared.boxed(totals)
            assert found == {name: said[name] for name in found}, (seed, reader)
            boxed = {name for names in compared.box.values() for name in names}
            assert set(found) >= (boxed & set(totals) if reader == "JSON" else boxed), reader
        table, one = kept(match, total, rows, seed)
        for seat, other, i in (("home", "away", 0), ("away", "home", 1)):
            asked = compared.rows(pl.col("offense") == seat, pl.col("offense") == other, seat)
            added = table.select(**asked).row(0, named=True)
            assert added == {name: values[i] for name, values in totals.items()}, (seed, seat)
            assert added == {name: one[f"{seat}_{name}"].item() for name in totals}, (seed, seat)
        for name, values in totals.items():
            sums[name] = [a + b for a, b in zip(sums.get(name, [0, 0]), values, strict=True)]
        frames.append(one)
        tables.append(table)
        if game == "football":
            begun = [each for each in drives_in(rows, match.state) if each.start is not None]
            drives.update((each.team, each.result if each.result in ENDINGS else END_OF_HALF) for each in begun)
    in_report = Material(match.game, {}, {}, pl.concat(frames).lazy(), None, list(SEATS), list(SEATS))
    (table_of_totals,) = report.totals(in_report)[0].of(Grid)
    for name, *cells in table_of_totals.rows:
        means = [float(cell.split()[0]) for cell in cells]
        expected = [n / len(seeds) for n in sums[name.replace(" ", "_")]]
        assert means == pytest.approx(expected, abs=0.00501), name
    assert len(table_of_totals.rows) == len(sums)
    if game == "football":
        plays_in_report(replace(in_report, plays=pl.concat(tables).lazy()), sums, drives)


def plays_in_report(m: Material, sums: dict[str, list[int]], drives: Counter[tuple[int, str]]) -> None:
    """What the report of plays says of drives, turnovers and penalties."""
    sections = answered(m, (report_drives.drives, report_plays.turnovers, report_plays.flags))
    ends, turnovers, penalties = (section.of(Grid)[0].rows for section in sections)
    assert {(team, row[0]): int(row[1 + 2 * team]) for row in ends for team in (0, 1)} == {
        (team, row[0]): drives[team, row[0]] for row in ends for team in (0, 1)
    }
    assert sum(drives.values()) == sum(sums["drives"])
    assert [int(cell) for cell in turnovers[-1][2:4]] == sums["turnovers"]
    assert [sum(int(row[1 + team]) for row in penalties) for team in (0, 1)] == sums["penalties"]


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_the_box_score_is_compared(game: str) -> None:
    statistics = find(game).statistics
    assert statistics is not None
    assert {each.label for each in statistics_in(statistics.match).values() if each.label} == set(GAMES[game].box)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_reader_counts_a_match_alike(game: str) -> None:
    compare(game, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(DEPTH))
@pytest.mark.parametrize("game", GAMES)
def test_every_reader_counts_many_matches_alike(game: str, part: int) -> None:
    compare(game, range(25 * part, 25 * part + 25))


@pytest.mark.slow
def test_rows_of_all_turns_are_the_same_whenever_they_are_asked_for() -> None:
    """BF-021, BF-122: also between a touchdown and its try; of a play that goes on nothing is counted."""
    match, seen = new_match(5), []
    chooser, rng = coaches.find(match.game, "random"), random.Random(5)
    while not match.is_over():
        for seat in match.choosers():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(match.game, chooser, view, match.config, seat, rng.getrandbits(60)))
        match.resolve()
        seen.append(played_in(match))
        scored = [sum(row.scored[team] for row in seen[-1]) for team in (0, 1)]
        assert scored == match.state.score
        assert match.state.phase != DEFENSE or seen[-1] == seen[-2], "the offense has called, and nobody may know it"
    assert [played_in(match, turn) for turn in range(1, len(match.log) + 1)] == seen
    match = Match.load(match.game, match.record, None)
    assert [played_in(match, turn) for turn in range(1, len(match.log) + 1)] == seen
