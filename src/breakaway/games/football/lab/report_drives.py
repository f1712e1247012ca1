"""The report's sections on fourth downs and on drives."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any, TypeAlias

import polars as pl

from breakaway.display.document import Bars, Grid, Section, Series
from breakaway.games.football.counts.play_rows import ENDINGS
from breakaway.games.football.lab.report_words import MADE, ZONES, plays_of, zone
from breakaway.lab.report import Material, count, in_pieces, mean, number, share, share_between

Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
TO_GO = ("1", "2", "3", "4", "5 or more")
DECISIONS = ("went", "punted", "tried", "knelt")
CHOSEN = ["fourth downs", "went for it", "punted", "field goal", "knelt", "made", "made, 95%"]
SHOWN = ("touchdown", "field goal", "punt", "fumble", "interception")  # the results in the table of starts
END_OF_HALF = "end of half"
DRIVE_RESULTS = (*ENDINGS[1:], END_OF_HALF)


def fourth_downs(m: Material) -> Reading:
    """The section on fourth downs: what teams do, and how often it works."""
    kind = pl.col("kind")
    went = kind.is_in(["run", "pass", "Hail Mary"])
    asked = [
        pl.len().alias("n"),
        went.sum().alias("went"),
        (kind == "punt").sum().alias("punted"),
        (kind == "field goal").sum().alias("tried"),
        (kind == "kneel").sum().alias("knelt"),
        (went & MADE).sum().alias("made"),
    ]
    to_go = pl.when(pl.col("to_go") >= 5).then(pl.lit(TO_GO[-1])).otherwise(pl.col("to_go").cast(pl.String))
    rows = plays_of(m).filter((pl.col("down") == 4) & ~pl.col("is_try") & pl.col("penalty").is_null())
    (frame,) = yield [rows.group_by(zone(pl.col("line")).alias("zone"), to_go.alias("to_go")).agg(*asked)]
    found = frame.rows(named=True)
    tables = [
        Grid(
            "By lines to go",
            ["lines to go", *CHOSEN],
            [fourth(t, [r for r in found if r["to_go"] == t]) for t in TO_GO],
        ),
        Grid(
            "By where the ball is",
            ["ball at", *CHOSEN],
            [fourth(z, [r for r in found if r["zone"] == z]) for z, _ in ZONES],
        ),
    ]
    by = {(row["zone"], row["to_go"]): row for row in found}
    both = [[name, to, *fourth("", [by[name, to]])[1:]] for name, _ in ZONES for to in TO_GO if (name, to) in by]
    tables.append(Grid("By both", ["ball at", "to go", *CHOSEN], both, right=range(2, 99)))
    return Section(
        "Fourth downs",
        "Went for it: a run, a pass or a Hail Mary. Made: those with a first down or a touchdown. Plays that a penalty "
        "voided do not count.",
        [*tables, fourth_chart(found)],
    )


def fourth_chart(found: list[dict[str, Any]]) -> Bars:
    """A chart of how often teams go for it, and how often that works, by lines to go."""
    sums = [{key: sum(row[key] for row in found if row["to_go"] == t) for key in ("n", "went", "made")} for t in TO_GO]
    tried = [each["went"] / max(1, each["n"]) for each in sums]
    made = [each["made"] / max(1, each["went"]) for each in sums]
    said = "; ".join(
        f"{t} to go: {share(each['went'], each['n'])}, {share(each['made'], each['went'])}"
        for t, each in zip(TO_GO, sums, strict=True)
    )
    series = [Series("went for it", "soft", tried), Series("made, of those", "plain", made)]
    return Bars("Going for it, by lines to go", f"{said}.", TO_GO, series, percent=True)


def fourth(name: str, rows: list[dict[str, Any]]) -> list[str]:
    """One row of a table of fourth downs."""
    sums = {key: sum(row[key] for row in rows) for key in ("n", "made", *DECISIONS)}
    chosen = [share(sums[key], sums["n"]) for key in DECISIONS]
    return [name, count(sums["n"]), *chosen, *share_between(sums["made"], sums["went"])]


def drives_of(m: Material, plays: pl.LazyFrame) -> pl.LazyFrame:
    """A row for each drive: its side, its first line, its number of plays, its points and its result."""
    points = pl.when(pl.col("offense") == m.seats[0]).then(pl.col(f"{m.seats[0]}_scored"))
    own = points.otherwise(pl.col(f"{m.seats[1]}_scored")).cast(pl.Int64)
    rows = plays.filter(pl.col("drive") > 0)
    return rows.group_by("match", "drive").agg(
        pl.col("offense").first(),
        pl.col("line").first(),
        pl.col("counts_as").count().alias("plays"),
        own.sum().alias("points"),
        pl.col("ending").last().cast(pl.String).fill_null(END_OF_HALF).alias("ends"),
    )


def drives_counted(m: Material, plays: pl.LazyFrame) -> pl.LazyFrame:
    """Counts each side's drives by where they start and how they end, and adds up their plays and points."""
    measures = [
        pl.len().alias("n"),
        pl.col("plays").sum(),
        pl.col("points").sum(),
        (pl.col("points") ** 2).sum().alias("squares"),
    ]
    return drives_of(m, plays).group_by("offense", zone(pl.col("line")).alias("zone"), "ends").agg(*measures)


def drives(m: Material) -> Reading:
    """Shows where drives start and how they end."""
    yield []
    frame = in_pieces(m, plays_of(m), partial(drives_counted, m))
    found = frame.rows(named=True)
    sides = list(zip(m.seats, m.teams, strict=True))
    starts = [drive_line(name, [row for row in found if row["zone"] == name]) for name, _ in ZONES]
    starts += [drive_line(team, [row for row in found if row["offense"] == seat]) for seat, team in sides]
    starts.append(drive_line("all", found))
    heads = ["from", "drives", "plays a drive", "points ±95%", *SHOWN]
    return Section(
        "Drives",
        "A drive ends with what came first in its last row: a ball that is lost and returned for a touchdown counts as "
        "lost. “End of half” includes the end of the match. Points are the offense's own, without tries.",
        [
            drive_ends(m, found),
            Grid("Where drives start", heads, starts, strong=frozenset({len(starts) - 1})),
            drive_chart(m, found),
        ],
    )


def ended(found: list[dict[str, Any]], seat: str, ends: str) -> int:
    """The number of a team's drives with this ending."""
    return int(sum(row["n"] for row in found if row["offense"] == seat and row["ends"] == ends))


def drive_ends(m: Material, found: list[dict[str, Any]]) -> Grid:
    """Shows how each team's drives end."""
    rows = []
    for ends in DRIVE_RESULTS:
        cells = [ends]
        for seat in m.seats:
            k, n = ended(found, seat, ends), sum(row["n"] for row in found if row["offense"] == seat)
            cells += [count(k), share(k, n)]
        rows.append(cells)
    return Grid("How drives end", ["", *(head for team in m.teams for head in (team, "share"))], rows)


def drive_chart(m: Material, found: list[dict[str, Any]]) -> Bars:
    """A bar chart of how each team's drives end."""
    series = []
    for i, (seat, team) in enumerate(zip(m.seats, m.teams, strict=True)):
        own = sum(row["n"] for row in found if row["offense"] == seat)
        series.append(Series(team, f"team-{i + 1}", [ended(found, seat, e) / max(1, own) for e in DRIVE_RESULTS]))
    n = sum(row["n"] for row in found)
    said = "; ".join(f"{e} {share(sum(ended(found, seat, e) for seat in m.seats), n)}" for e in DRIVE_RESULTS)
    return Bars("How drives end", f"Of all drives: {said}.", DRIVE_RESULTS, series, percent=True)


def drive_line(name: str, rows: list[dict[str, Any]]) -> list[str]:
    """One row of the table of drives by starting line."""
    n, plays, points, squares = (sum(row[key] for row in rows) for key in ("n", "plays", "points", "squares"))
    spread = (max(0.0, squares - points**2 / n) / (n - 1)) ** 0.5 if n > 1 else None
    ends = [share(sum(row["n"] for row in rows if row["ends"] == e), n) for e in SHOWN]
    return [name, count(n), number(plays / n if n else None), mean(points / n if n else None, spread, n), *ends]
