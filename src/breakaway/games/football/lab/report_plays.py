"""The report's sections on plays from scrimmage: types, results, calls, breakaways, turnovers, flags."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

import polars as pl

from breakaway.display.document import Bars, Grid, Section, Series
from breakaway.games.football.counts.play_rows import HOLDING, KINDS, PENALTIES, RESULTS, TAKEN
from breakaway.games.football.lab.report_words import BY_THE_OTHER, HEADS, MEASURES, PLAY, added, measured, plays_of
from breakaway.games.football.rules.terms import DEFENSE_WINS, OFFENSE_WINS
from breakaway.lab.report import Material, count, half_width, number, share, share_between

Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
SCRIMMAGE = ("run", "pass", "Hail Mary", "kneel")
KICKS = ("field goal", "punt", "kickoff", "onside kick", "free kick")
MARKS = {"offense": "▲", "defense": "▼"}
TOGETHER = {"run": "all runs", "pass": "all passes"}


def types(m: Material) -> Reading:
    """Shows what each type of play gains."""
    (frame,) = yield [plays_of(m).filter(PLAY).group_by("kind", "play_type").agg(*MEASURES).sort("kind", "play_type")]
    found = frame.rows(named=True)
    n = sum(row["n"] for row in found)
    rows, strong = [], set()
    for kind, together in TOGETHER.items():
        of_kind = [row for row in found if row["kind"] == kind]
        rows += [[row["play_type"], *measured(row, n)] for row in of_kind]
        strong.add(len(rows))
        rows.append([together, *measured(added(of_kind), n)])
    return Section(
        "Plays by type",
        "Runs and passes from scrimmage without those that a penalty voided. A line is 5 yards; an incomplete pass "
        "gains 0. The intervals assume that plays are independent of each other.",
        [Grid("What a play gains", ["", *HEADS], rows, strong=frozenset(strong)), lines_chart(found)],
    )


def lines_chart(found: Sequence[dict[str, Any]]) -> Bars:
    """A chart of the mean lines gained by each type of play, with runs and passes in their own colors."""
    means = [row["lines"] or 0.0 for row in found]
    half = [half_width(row["spread"], row["n"]) or 0.0 for row in found]
    series = []
    for kind in TOGETHER:
        own = [x if row["kind"] == kind else float("nan") for x, row in zip(means, found, strict=True)]
        low = [x - h for x, h in zip(means, half, strict=True)]
        series.append(
            Series(
                {"run": "runs", "pass": "passes"}[kind],
                kind,
                own,
                low,
                [2 * x - y for x, y in zip(means, low, strict=True)],
            )
        )
    said = "; ".join(f"{row['play_type']} {number(x)}" for row, x in zip(found, means, strict=True))
    return Bars("Lines a play", f"{said}.", [row["play_type"] for row in found], series)


def results(m: Material) -> Reading:
    """Shows the results of plays and kicks."""
    (frame,) = yield [plays_of(m).filter(~pl.col("is_try")).group_by("kind", "result").agg(pl.len().alias("n"))]
    by = {(row["kind"], row["result"]): row["n"] for row in frame.rows(named=True)}
    tables = [
        results_table("Of plays, in percent", [kind for kind in KINDS if kind in SCRIMMAGE], by),
        results_table("Of kicks, in percent", [kind for kind in KINDS if kind in KICKS], by),
    ]
    return Section(
        "Results",
        "Each row has one result, the most important one: a touchdown that is also a first down is a touchdown. “no "
        "play” is a penalty; a “return touchdown” is the other side's. Tries are under Kicks.",
        tables,
    )


def results_table(caption: str, kinds: list[str], by: dict[tuple[Any, Any], int]) -> Grid:
    """A table of the shares of results, with a column for each kind and the totals at the bottom."""
    counts = {kind: sum(n for (k, _), n in by.items() if k == kind) for kind in kinds}
    rows = []
    for result in filter(None, RESULTS):
        if any((kind, result) in by for kind in kinds):
            cells = [by.get((kind, result), 0) for kind in kinds]
            rows.append([result, *(share(k, counts[kind]) if k else "" for k, kind in zip(cells, kinds, strict=True))])
    rows.append(["all", *(count(counts[kind]) for kind in kinds)])
    return Grid(caption, ["", *kinds], rows, strong=frozenset({len(rows) - 1}))


def calls(m: Material) -> Reading:
    """Shows every type of play against every type of defense."""
    lines = [pl.len().alias("n"), pl.col("lines").mean().alias("lines")]
    played = plays_of(m).filter(PLAY & pl.col("defense_type").is_not_null())
    (frame,) = yield [played.group_by("play_type", "defense_type").agg(*lines)]
    by = {(row["play_type"], row["defense_type"]): row for row in frame.rows(named=True)}
    offense, defense = m.said["names"]["types"], m.said["names"]["defense_types"]
    winners = matchups(m)
    tints, means, counts = {}, [], []
    for r, mine in enumerate(offense):
        cells = []
        for c, theirs in enumerate(defense):
            winner = winners.get((mine, theirs), "")
            tints.update({(r, c + 1): winner} if winner else {})
            row = by.get((mine, theirs))
            cells.append(MARKS.get(winner, "") + number(row["lines"] if row else None))
        means.append([mine, *cells])
        counts.append([mine, *(count(by[mine, theirs]["n"]) if (mine, theirs) in by else "0" for theirs in defense)])
    note = f"{MARKS['offense']} the matchup is an offense breakaway, {MARKS['defense']} a defense breakaway."
    return Section(
        "Calls against defenses",
        "The offense's call in the rows, the defense's in the columns.",
        [
            Grid("Mean lines", ["", *defense], means, tints=tints, note=note),
            Grid("Plays", ["", *defense], counts, tints=tints),
        ],
    )


def matchups(m: Material) -> dict[tuple[str, str], str]:
    """The pairs of types that make a breakaway, each with the side that gets it."""
    names, table = m.said["names"], m.said["book"]["matchup"]
    sides = {OFFENSE_WINS: "offense", DEFENSE_WINS: "defense"}
    return {
        (mine, theirs): sides[table[d][o]]
        for d, theirs in enumerate(names["defense_types"])
        for o, mine in enumerate(names["types"])
        if table[d][o] in sides
    }


def breakaways(m: Material) -> Reading:
    """Shows how often each side gets a breakaway, and how much it gains."""
    played = plays_of(m).filter(PLAY & pl.col("breakaway").is_not_null())
    teams, taken = (played.group_by("breakaway", each).agg(*MEASURES) for each in ("offense", "taken"))
    by_team, by_taken = yield [teams, taken]
    found = by_team.rows(named=True)
    n = sum(row["n"] for row in found)
    rows, shares = [], []
    for side in ("offense", "defense", "neither"):
        rows.append([side, *measured(added([row for row in found if row["breakaway"] == side]), n)])
    for seat, team in zip(m.seats, m.teams, strict=True):
        own = {row["breakaway"]: row["n"] for row in found if row["offense"] == seat}
        for side in ("offense", "defense"):
            shares.append([team, side, count(own.get(side, 0)), *share_between(own.get(side, 0), sum(own.values()))])
    chosen = []
    for side in ("offense", "defense"):
        some = [row for row in by_taken.rows(named=True) if row["breakaway"] == side]
        all_of = sum(row["n"] for row in some)
        for name in filter(None, TAKEN):
            chosen += [[side, name, *measured(row, all_of)] for row in some if row["taken"] == name]
    return Section(
        "Breakaways",
        "On a breakaway, the side that made it takes the card's event or its corner, or forces a turnover.",
        [
            Grid("Plays with and without", ["breakaway of", *HEADS], rows),
            Grid("What is taken", ["breakaway of", "takes", *HEADS], chosen, right=range(2, 99)),
            Grid(
                "On each team's plays",
                ["plays of", "breakaway of", "plays", "share", "95% interval"],
                shares,
                right=range(2, 99),
            ),
        ],
    )


def turnovers(m: Material) -> Reading:
    """Shows how teams lose the ball, and how often each team does."""
    other = pl.when(pl.col("offense") == m.seats[0]).then(pl.lit(m.seats[1])).otherwise(pl.lit(m.seats[0]))
    loser = pl.when(BY_THE_OTHER).then(other).otherwise(pl.col("offense").cast(pl.String))
    lost = plays_of(m).filter(pl.col("turnover") > 0).group_by("kind", "result", loser.alias("loser"))
    (frame, ends) = yield [
        lost.agg(pl.len().alias("n"), (pl.col("turnover") > 1).sum().alias("back")).sort("kind", "result"),
        m.matches.select(pl.len()),
    ]
    matches, found = int(ends.item()), frame.rows(named=True)
    lines = []
    for kind, result in dict.fromkeys((row["kind"], row["result"]) for row in found):
        of = [row for row in found if (row["kind"], row["result"]) == (kind, result)]
        lines.append((kind, result, [sum(row["n"] for row in of if row["loser"] == seat) for seat in m.seats]))
    back = [sum(row["back"] for row in found if row["loser"] != seat) for seat in m.seats]
    if sum(back):
        lines.append(("return", "fumble", back))
    lines.append(("all", "", [sum(by[i] for *_, by in lines) for i in range(len(m.seats))]))
    rows = [[kind, result, *(count(k) for k in by), number(sum(by) / matches)] for kind, result, by in lines]
    heads = ["on a", "result", *(f"lost by {team}" for team in m.teams), "a match"]
    return Section(
        "Turnovers",
        "Fumbles and interceptions; balls lost on downs do not count. A ball that is fumbled on a return counts as "
        "lost by the returning side, even on a blocked kick.",
        [
            Grid("Balls lost", heads, rows, right=range(2, 99), strong=frozenset({len(rows) - 1})),
            lost_chart(m, lines[:-1], matches),
        ],
    )


def lost_chart(m: Material, lines: Sequence[tuple[str, str, list[int]]], matches: int) -> Bars:
    """A chart of the turnovers per match, by kind of play."""
    kinds = list(dict.fromkeys(kind for kind, *_ in lines))
    series = []
    for i, team in enumerate(m.teams):
        sums = [sum(by[i] for kind, _, by in lines if kind == each) / matches for each in kinds]
        series.append(Series(team, f"team-{i + 1}", sums))
    said = "; ".join(f"{kind} {number(sum(s.values[k] for s in series))}" for k, kind in enumerate(kinds))
    return Bars("Balls lost per match", f"Of both teams: {said}.", kinds, series)


def flags(m: Material) -> Reading:
    """Shows penalties and challenges."""
    rows_of = plays_of(m).filter(pl.col("kind").is_in(["run", "pass"]))
    (penalties, challenged, ends) = yield [
        rows_of.filter(pl.col("penalty").is_not_null()).group_by("penalty", "offense").agg(pl.len().alias("n")),
        rows_of.group_by("kind", "offense").agg(pl.len().alias("n"), (pl.col("challenged") > 0).sum().alias("k")),
        m.matches.select(pl.len()),
    ]
    matches = int(ends.item())
    by = {(row["penalty"], row["offense"]): row["n"] for row in penalties.rows(named=True)}
    rows = []
    for name in filter(None, PENALTIES):
        offenses = m.seats[::-1] if name == PENALTIES[HOLDING] else m.seats  # a Holding is the defense's
        own = [by.get((name, seat), 0) for seat in offenses]
        if sum(own):
            rows.append([name, *(count(k) for k in own), number(sum(own) / matches)])
    called = []
    for row in challenged.sort("kind", "offense").rows(named=True):
        team = m.teams[m.seats.index(row["offense"])]
        called.append([team, row["kind"], count(row["n"]), count(row["k"]), *share_between(row["k"], row["n"])])
    return Section(
        "Penalties and challenges",
        "A challenge counts for the team with the ball, no matter which team throws the flag.",
        [
            Grid("Penalties against", ["", *m.teams, "a match"], rows),
            Grid(
                "Challenged plays",
                ["plays of", "", "plays", "challenged", "share", "95% interval"],
                called,
                right=range(2, 99),
            ),
        ],
    )
