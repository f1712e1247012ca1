"""Makes the sections of a report on races: riders by grade, breaking away, and places."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import polars as pl

from breakaway.display.document import Grid, Section
from breakaway.lab.report import GameReport, Material, Part, answered, count, number, share

Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
RIDERS = ("rider", "moves a race", "card", "new card", "sprint points", "finish points", "finish place")
AWAY = ("rider", "times", "a race", "lead, squares", "longest")
PLACES = ("place", "A", "B", "C", "D")
LETTERS = "ABCD"


def usual() -> dict[str, Any]:
    """No options, because the defaults depend on the profile.

    For this reason, the report names all options in the file.
    """
    return {}


def of_matches(m: Material) -> list[Section]:
    """No sections, because the totals already cover whole races."""
    return []


def of_plays(m: Material) -> list[Section]:
    """The sections made from rows of moves."""
    return answered(m, PARTS)


def rows_of(m: Material) -> pl.LazyFrame:
    """The rows of moves, which the report needs."""
    assert m.plays is not None
    return m.plays


def points_at_the_finish(m: Material) -> pl.Expr:
    """The points that a move earned at the finish.

    In files without the `finish_points` column, these are all the points of a move that crosses the finish.
    """
    if "finish_points" in rows_of(m).collect_schema().names():
        return pl.col("finish_points")
    return pl.when(pl.col("finish") > 0).then(pl.col("points")).otherwise(0)


def riders(m: Material) -> Reading:
    """Shows, for each grade, what cards a rider plays and gets and what points he scores, averaged over all teams."""
    finish, finish_points = pl.col("finish") > 0, points_at_the_finish(m)
    moves, matches = yield [
        rows_of(m)
        .group_by("rider")
        .agg(
            pl.len().alias("n"),
            pl.col("card").mean().alias("card"),
            pl.col("new_card").filter(pl.col("new_card") > 0).mean().alias("drawn"),
            (pl.col("points") - finish_points).sum().alias("sprint"),
            finish_points.sum().alias("finish"),
            pl.col("finish").filter(finish).mean().alias("place"),
        )
        .sort("rider"),
        m.matches.select(pl.len()),
    ]
    races = matches.item() * len(m.seats)
    lines = [
        [
            str(row["rider"]),
            number(row["n"] / races, 1),
            *(number(row[key]) for key in ("card", "drawn")),
            *(number(row[key] / races) for key in ("sprint", "finish")),
            number(row["place"], 1),
        ]
        for row in moves.rows(named=True)
    ]
    says = "For each grade: the card played, the card drawn, points per race, and the place of those who finish."
    return Section("Riders", says, [Grid("Riders by grade", RIDERS, lines)])


def breaking_away(m: Material) -> Reading:
    """Shows how often a rider of each grade breaks away, and by how much."""
    lead = pl.col("lead")
    away, matches = yield [
        rows_of(m)
        .filter(lead > 0)
        .group_by("rider")
        .agg(pl.len().alias("n"), lead.mean().alias("lead"), lead.max().alias("most"))
        .sort("rider"),
        m.matches.select(pl.len()),
    ]
    lines = [
        [str(row["rider"]), count(row["n"]), number(row["n"] / matches.item()), number(row["lead"]), str(row["most"])]
        for row in away.rows(named=True)
    ]
    says = "On the first turn that a rider leads alone, his new card is his lead in squares."
    return Section("Breaking away", says, [Grid("First turns alone in front", AWAY, lines)])


def places(m: Material) -> Reading:
    """Shows how often each grade takes each place at the finish."""
    (found,) = yield [
        rows_of(m).filter(pl.col("finish").is_between(1, 8)).group_by("finish", "rider").agg(pl.len().alias("n"))
    ]
    counts = {(row["finish"], str(row["rider"])): row["n"] for row in found.rows(named=True)}
    lines = []
    for place in range(1, 9):
        total = sum(counts.get((place, grade), 0) for grade in LETTERS)
        lines.append([str(place), *(share(counts.get((place, grade), 0), total) for grade in LETTERS)])
    says = "How the grades share each of the first eight places at the finish."
    return Section("Places", says, [Grid("Who takes which place", PLACES, lines)])


PARTS: tuple[Part, ...] = (riders, breaking_away, places)
REPORT = GameReport(usual, of_matches, of_plays, "riders by grade, breaking away and places")
