"""Expressions used by several reports on plays: what counts as a play, the zones of the field, and the measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from breakaway.lab.report import Material, count, mean, share

PLAY = pl.col("kind").is_in(["run", "pass"]) & ~pl.col("is_try") & pl.col("penalty").is_null()
TOUCHDOWN = pl.col("result") == "touchdown"
BY_THE_OTHER = pl.col("kind").is_in(["field goal", "punt", "kickoff", "free kick"])  # on these, the returner fumbles
MADE = pl.col("first_down") | TOUCHDOWN
ZONES = (  # each with its last line; a zone begins at each of the first-down lines 4, 10 and 16
    ("own 15 or less", 3),
    ("own 20 to 45", 9),
    ("the 50 to opp 40", 12),
    ("opp 35 to 25", 15),
    ("opp 20 or less", 19),
)
MEASURES = [
    pl.len().alias("n"),
    pl.col("lines").mean().alias("lines"),
    pl.col("lines").std().alias("spread"),
    (pl.col("lines") ** 2).cast(pl.Float64).sum().alias("squares"),
    pl.col("lines").cast(pl.Int64).sum().alias("sum"),
    pl.col("first_down").sum().alias("first downs"),
    TOUCHDOWN.sum().alias("touchdowns"),
    pl.col("incomplete").sum().alias("incompletions"),
    (pl.col("turnover") > 0).sum().alias("turnovers"),
]
HEADS = ["plays", "share", "lines ±95%", "first down", "touchdown", "incomplete", "turnover"]


def plays_of(m: Material) -> pl.LazyFrame:
    """The rows of plays, which the file must contain.

    For an older file, adds missing columns as far as they can be derived.
    """
    assert m.plays is not None
    if "ending" in m.plays.collect_schema().names():
        return m.plays
    kind, result = pl.col("kind").cast(pl.String), pl.col("result").cast(pl.String)
    is_run, is_pass = kind.is_in(["run", "kneel"]), kind.is_in(["pass", "Hail Mary"])
    counts = ~pl.col("is_try") & pl.col("penalty").is_null() & (is_run | is_pass)
    return m.plays.with_columns(
        counts_as=pl.when(counts & is_run).then(pl.lit("run")).when(counts).then(pl.lit("pass")),
        incomplete=result == "incomplete",
        ending=ending_of(kind, result),
    )


def ending_of(kind: pl.Expr, result: pl.Expr) -> pl.Expr:
    """The ending of a drive, worked out from a row of an older file."""
    lost = result.is_in(["fumble", "interception", "return touchdown"])
    return (
        pl.when((kind == "field goal") & (result == "good")).then(pl.lit("field goal"))
        .when(result == "blocked").then(pl.lit("blocked kick"))
        .when(kind == "field goal").then(pl.lit("missed field goal"))
        .when(kind == "punt").then(pl.lit("punt"))
        .when(result.is_in(["touchdown", "safety", "downs"])).then(result)
        .when(lost & (kind == "run")).then(pl.lit("fumble"))
        .when(result == "fumble").then(pl.lit("fumble"))
        .when(lost).then(pl.lit("interception"))
    )  # fmt: skip


def zone(line: pl.Expr) -> pl.Expr:
    """The name of the zone that a line is in, from ZONES."""
    found = pl.when(line <= ZONES[0][1]).then(pl.lit(ZONES[0][0]))
    for name, last in ZONES[1:-1]:
        found = found.when(line <= last).then(pl.lit(name))  # type: ignore[assignment]
    return found.otherwise(pl.lit(ZONES[-1][0]))


def added(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The measures of several groups combined."""
    keys = ("n", "sum", "squares", "first downs", "touchdowns", "incompletions", "turnovers")
    total = {key: sum(row[key] for row in rows) for key in keys}
    n = total["n"]
    total["lines"] = total["sum"] / n if n else None
    apart = max(0.0, total["squares"] - total["sum"] ** 2 / n) if n else 0.0
    total["spread"] = (apart / (n - 1)) ** 0.5 if n > 1 else None
    return total


def measured(row: dict[str, Any], of: int) -> list[str]:
    """The cells of a group that has the MEASURES, in the order of HEADS.

    `of` is the total of which the group has a share.
    """
    n = row["n"]
    parts = [share(row[key], n) for key in ("first downs", "touchdowns", "incompletions", "turnovers")]
    return [count(n), share(n, of), mean(row["lines"], row["spread"], n), *parts]
