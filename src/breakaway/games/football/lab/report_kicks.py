"""The report's sections on kicks, on tries and on scoring by quarter."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import polars as pl

from breakaway.display.document import Bars, Grid, Section, Series
from breakaway.games.football.lab.report_words import plays_of
from breakaway.games.football.text.names import spot
from breakaway.lab.report import NONE, Material, count, mean, number, share, share_between, wilson

Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
GOAL = 20  # lines from goal line to goal line
PUNTS = ("of", "punts", "value", "net lines ±95%", "blocked", "touchback", "fumbled", "return TD")
KICKOFFS = ("of", "", "kicks", "then starts at line ±95%", "touchback", "fumbled", "return TD")
QUARTERS = ("1st", "2nd", "3rd", "4th", "overtime")


def is_result(*results: str) -> pl.Expr:
    """An expression that counts the rows with one of these results."""
    return pl.col("result").is_in(results).sum()


def thrown_away() -> list[pl.Expr]:
    """The measures of punts, kickoffs and free kicks.

    `start` and `net` count only kicks after which the other side has the ball.
    """
    fair = pl.col("result").is_in(["kicked", "touchback"]) & (pl.col("next_offense") != pl.col("offense"))
    start = pl.col("next_line").filter(fair)
    net = (GOAL - pl.col("next_line") - pl.col("line")).filter(fair)
    return [
        pl.len().alias("n"),
        pl.col("kick").mean().alias("value"),
        is_result("blocked").alias("blocked"),
        is_result("touchback").alias("touchback"),
        is_result("fumble").alias("fumble"),
        is_result("return touchdown").alias("returned"),
        start.len().alias("fair"),
        start.mean().alias("start"),
        start.std().alias("start spread"),
        net.mean().alias("net"),
        net.std().alias("net spread"),
    ]


def kicks(m: Material) -> Reading:
    """The section on kicks and tries: field goals by distance, punts, kickoffs, free kicks, onside kicks and tries."""
    rows, kind = plays_of(m), pl.col("kind")
    good = [pl.len().alias("n"), is_result("good").alias("good"), is_result("blocked").alias("blocked")]
    goals, thrown, onside, tries = yield [
        rows.filter(kind == "field goal").group_by("line").agg(*good).sort("line", descending=True),
        rows.filter(kind.is_in(["punt", "kickoff", "free kick"])).group_by("kind", "offense").agg(*thrown_away()),
        rows.filter(kind == "onside kick").group_by("offense").agg(*good),
        rows.filter(pl.col("is_try") & pl.col("penalty").is_null()).group_by("kind").agg(*good),
    ]
    found = {(row["kind"], row["offense"]): row for row in thrown.rows(named=True)}
    return Section(
        "Kicks",
        "A punt's value includes the kicking ability and the two lines that a coffin corner costs; a blocked punt "
        "counts as 0. Net lines count from the kick to the other side's next play, without punts that were blocked, "
        "fumbled or returned for a touchdown.",
        [
            field_goals(goals.rows(named=True)),
            Grid("Punts", PUNTS, punt_lines(m, found)),
            Grid("Kickoffs and free kicks", KICKOFFS, kickoff_lines(m, found), right=range(2, 99)),
            tries_table(m, onside.rows(named=True), tries.rows(named=True)),
            field_goal_chart(goals.rows(named=True)),
        ],
    )


def field_goals(rows: list[dict[str, Any]]) -> Grid:
    """A table of field goals by the line from which they are kicked."""
    lines = [
        [spot(row["line"]), count(row["n"]), *share_between(row["good"], row["n"]), share(row["blocked"], row["n"])]
        for row in rows
    ]
    n, good, blocked = (sum(row[key] for row in rows) for key in ("n", "good", "blocked"))
    lines.append(["all", count(n), *share_between(good, n), share(blocked, n)])
    heads = ["from", "tried", "good", "95% interval", "blocked"]
    return Grid("Field goals by distance", heads, lines, strong=frozenset({len(lines) - 1}))


def field_goal_chart(rows: list[dict[str, Any]]) -> Bars:
    """A chart of the share of field goals that are good, by distance."""
    spans = [wilson(row["good"], row["n"]) for row in rows]
    good = Series(
        "good",
        "plain",
        [row["good"] / row["n"] for row in rows],
        [low for low, _ in spans],
        [high for _, high in spans],
    )
    said = "; ".join(f"{spot(row['line'])} {share(row['good'], row['n'])}" for row in rows)
    return Bars("Field goals that are good", f"{said}.", [spot(row["line"]) for row in rows], [good], percent=True)


def punt_lines(m: Material, found: dict[tuple[Any, Any], dict[str, Any]]) -> list[list[str]]:
    """The rows of the table of punts, one for each team."""
    lines = []
    for seat, team in zip(m.seats, m.teams, strict=True):
        row = found.get(("punt", seat))
        if row:
            net = mean(row["net"], row["net spread"], row["fair"])
            rest = [share(row[key], row["n"]) for key in ("blocked", "touchback", "fumble", "returned")]
            lines.append([team, count(row["n"]), number(row["value"]), net, *rest])
    return lines


def kickoff_lines(m: Material, found: dict[tuple[Any, Any], dict[str, Any]]) -> list[list[str]]:
    """The rows of the table of kickoffs and free kicks, by kind and team."""
    lines = []
    for kind in ("kickoff", "free kick"):
        for seat, team in zip(m.seats, m.teams, strict=True):
            row = found.get((kind, seat))
            if row:
                start = mean(row["start"], row["start spread"], row["fair"])
                rest = [share(row[key], row["n"]) for key in ("touchback", "fumble", "returned")]
                lines.append([team, kind, count(row["n"]), start, *rest])
    return lines


def tries_table(m: Material, onside: list[dict[str, Any]], tries: list[dict[str, Any]]) -> Grid:
    """A table of how many onside kicks the kickers recovered, and how many tries were good."""
    kept = {row["offense"]: row for row in onside}
    lines = [
        (f"onside kicks of {team}", kept[seat]) for seat, team in zip(m.seats, m.teams, strict=True) if seat in kept
    ]
    words = {"extra point": "extra points", "run": "tries for two by a run", "pass": "tries for two by a pass"}
    lines += [(words[row["kind"]], row) for kind in words for row in tries if row["kind"] == kind]
    return Grid(
        "Onside kicks and tries",
        ["", "tried", "good", "95% interval"],
        [[name, count(row["n"]), *share_between(row["good"], row["n"])] for name, row in lines],
    )


def scoring(m: Material) -> Reading:
    """Shows the points by quarter."""
    sums = [pl.col(f"{seat}_scored").cast(pl.Int64).sum().alias(seat) for seat in m.seats]
    (frame, ends) = yield [
        plays_of(m).group_by(pl.col("quarter").clip(1, 5).alias("quarter")).agg(*sums),
        m.matches.select(pl.len()),
    ]
    matches = int(ends.item())
    by = {row["quarter"]: row for row in frame.rows(named=True)}
    played = [q for q in range(1, 6) if q in by]
    all_points = sum(row[seat] for row in by.values() for seat in m.seats)
    rows = []
    for q in played:
        own = [by[q][seat] for seat in m.seats]
        rows.append(
            [
                QUARTERS[q - 1],
                *(number(points / matches) for points in own),
                share(sum(own), all_points) if all_points else NONE,
            ]
        )
    series = [
        Series(team, f"team-{i + 1}", [by[q][seat] / matches for q in played])
        for i, (seat, team) in enumerate(zip(m.seats, m.teams, strict=True))
    ]
    said = "; ".join(
        f"{row[0]}: {', '.join(f'{team} {cell}' for team, cell in zip(m.teams, row[1:], strict=False))}" for row in rows
    )
    return Section(
        "Scoring by quarter",
        "Points per match. Overtime points are averaged over all matches, including those without overtime.",
        [
            Grid("Points by quarter", ["quarter", *m.teams, "share of all"], rows),
            Bars("Points per match by quarter", f"{said}.", [QUARTERS[q - 1] for q in played], series),
        ],
    )
