"""The parts of a report that suit any game, made from the columns that every file of matches has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from breakaway.display.document import Bars, Grid, Histograms, Section, Series
from breakaway.lab.reports.material import Material, collected
from breakaway.lab.reports.measure import between, count, mean, number, percent, share, share_between, wilson

BINS = 48  # roughly the most bins in a histogram
ABREAST = 3  # the most seats side by side in a table of totals
QUANTILES = (
    ("least", 0.0),
    ("5%", 0.05),
    ("25%", 0.25),
    ("middle", 0.5),
    ("75%", 0.75),
    ("95%", 0.95),
    ("most", 1.0),
)


def how_many(frame: pl.LazyFrame) -> int:
    """The number of rows of a frame."""
    return int(collected([frame.select(pl.len())])[0].item())


def counts(values: dict[str, Any]) -> tuple[list[int], int, int]:
    """The wins of each seat, the shared first places, and the number of matches.

    `values` is the row that the query `won` returns.
    """
    wins = [value for name, value in values.items() if name.startswith("wins_")]
    return wins, values["matches"] - sum(wins), values["matches"]


def won(m: Material) -> pl.LazyFrame:
    """A query for one row: how often each seat is alone in first place, and how many matches there are."""
    firsts = pl.sum_horizontal(pl.col(f"{seat}_place") == 1 for seat in m.seats)
    alone = [((pl.col(f"{seat}_place") == 1) & (firsts == 1)).sum().alias(f"wins_{seat}") for seat in m.seats]
    return m.matches.select(*alone, pl.len().alias("matches"))


def scored(m: Material) -> pl.LazyFrame:
    """A query for one row: mean, spread and quantiles of each seat's score."""
    asked = []
    for seat in m.seats:
        score = pl.col(f"{seat}_score")
        asked += [score.mean().alias(f"{seat} mean"), score.std().alias(f"{seat} spread")]
        asked += [score.quantile(q, "nearest").alias(f"{seat} {name}") for name, q in QUANTILES]
    return m.matches.select(*asked)


def look(seat: int) -> str:
    """The color of a team."""
    return f"team-{seat + 1}"


def summary(m: Material) -> str:
    """A summary of wins and scores, with a line for each team."""
    found, scores = (frame.row(0, named=True) for frame in collected([won(m), scored(m)]))
    wins, shared, n = counts(found)
    wide = max(len(team) for team in m.teams)
    lines = [f"{count(n)} matches of {m.game.title}, with 95% intervals"]
    for seat, team, k in zip(m.seats, m.teams, wins, strict=True):
        points = mean(scores[f"{seat} mean"], scores[f"{seat} spread"], n)
        lines.append(f"  {team:{wide}}  wins {share(k, n):>6} ({between(k, n)})   scores {points}")
    if shared:
        lines.append(f"  {'drawn':{wide}}       {share(shared, n):>6} ({between(shared, n)})")
    return "\n".join(lines)


def board(m: Material) -> list[tuple[str, str, str]]:
    """The head of a report on two teams: name, share of wins and mean score of each. Empty for more than two teams."""
    if len(m.teams) != 2:
        return []
    found, scores = (frame.row(0, named=True) for frame in collected([won(m), scored(m)]))
    wins, _, n = counts(found)
    points = [f"{number(scores[f'{seat} mean'], 1)} points a match" for seat in m.seats]
    return [(team, share(k, n), said) for team, k, said in zip(m.teams, wins, points, strict=True)]


def wins(m: Material) -> Section:
    """The section that says how often each team wins."""
    found, shared, n = counts(collected([won(m)])[0].row(0, named=True))
    named = [*m.teams, "drawn" if len(m.teams) == 2 else "first place shared"]
    counted = [*found, shared]
    rows = [[name, count(k), *share_between(k, n)] for name, k in zip(named, counted, strict=True)]
    spans = [wilson(k, n) for k in found]
    series = [
        Series(
            team,
            look(i),
            [found[i] / n if j == i else float("nan") for j in range(len(found))],
            [span[0] for span in spans],
            [span[1] for span in spans],
        )
        for i, team in enumerate(m.teams)
    ]
    said = "; ".join(f"{team} {percent(k / n)}" for team, k in zip(m.teams, found, strict=True))
    return Section(
        "Win shares",
        f"After {count(n)} matches. The Wilson 95% interval shows how far off these shares may be.",
        [
            Grid("Matches won", ["", "matches", "share", "95% interval"], rows),
            Bars("Share of matches won", f"{said}.", m.teams, series, percent=True),
        ],
    )


def scores(m: Material) -> Section:
    """The section with means and spreads of the scores, and how often each score occurs."""
    found = collected([scored(m)])[0].row(0, named=True)
    n = how_many(m.matches)
    rows = [
        [team, mean(found[f"{seat} mean"], found[f"{seat} spread"], n), number(found[f"{seat} spread"])]
        + [number(found[f"{seat} {name}"], 0) for name, _ in QUANTILES]
        for seat, team in zip(m.seats, m.teams, strict=True)
    ]
    heads = ["", "mean ±95%", "spread", *(name for name, _ in QUANTILES)]
    low = min(found[f"{seat} least"] for seat in m.seats)
    high = max(found[f"{seat} most"] for seat in m.seats)
    edges = edges_of(low, high)
    strips = [
        Series(team, look(i), values) for i, (team, values) in enumerate(zip(m.teams, binned(m, edges), strict=True))
    ]
    said = f"From {number(low, 0)} to {number(high, 0)} points; the table shows the middle and the tails."
    return Section(
        "Scores",
        "The spread is the standard deviation; half of all matches are between 25% and 75%.",
        [Grid("Points a match", heads, rows), Histograms("How often each score occurs", said, edges, strips)],
    )


def edges_of(low: float, high: float) -> list[float]:
    """The edges of bins that have a round width and cover everything from `low` to `high`."""
    width = next(w * 10**e for e in range(7) for w in (1, 2, 5) if w * 10**e * BINS >= high - low + 1)
    first = int(low // width)
    return [float(width * i) for i in range(first, int(high // width) + 2)]


def binned(m: Material, edges: Sequence[float]) -> list[list[float]]:
    """For each seat, the share of matches in each bin between the edges."""
    width, bins = edges[1] - edges[0], len(edges) - 1
    place = [((pl.col(f"{seat}_score") - edges[0]) / width).floor().cast(pl.Int64).alias("bin") for seat in m.seats]
    found = collected([m.matches.group_by(each).agg(pl.len()) for each in place])
    strips = []
    for frame in found:
        by = dict(frame.rows())
        strips.append([by.get(i, 0) / sum(by.values()) for i in range(bins)])
    return strips


def endings(m: Material) -> Section:
    """The section that says which rules ended the matches."""
    found = collected([m.matches.group_by("ended").agg(pl.len().alias("n"))])[0].sort("n", descending=True)
    n = int(found["n"].sum())
    entries = m.game.rules.entries
    rows = []
    for ended, k in found.rows():
        says = entries[ended].says if ended in entries else ""
        rows.append([str(ended or "none"), count(k), share(k, n), says])
    return Section(
        "How matches end",
        "",
        [Grid("The rule that ended them", ["rule", "matches", "share", "it says"], rows, right=(1, 2))],
    )


def totals(m: Material) -> list[Section]:
    """The section with the mean of every count in the matches, for each seat. Empty if there are none."""
    names = m.totals()
    if not names:
        return []
    columns = [f"{seat}_{name}" for seat in m.seats for name in names]
    asked = [
        pl.len().alias("matches"),
        *(pl.col(c).mean().alias(f"mean {c}") for c in columns),
        *(pl.col(c).std().alias(f"spread {c}") for c in columns),
    ]
    found = collected([m.matches.select(*asked)])[0].row(0, named=True)
    tables = []
    for first in range(0, len(m.seats), ABREAST):
        some = list(zip(m.seats, m.teams, strict=True))[first : first + ABREAST]
        rows = [
            [
                name.replace("_", " "),
                *(
                    mean(found[f"mean {seat}_{name}"], found[f"spread {seat}_{name}"], found["matches"])
                    for seat, _ in some
                ),
            ]
            for name in names
        ]
        tables.append(Grid("A match, on average", ["", *(team for _, team in some)], rows))
    return [
        Section(
            "Totals per match", "The mean of each count, and how far its 95% interval extends on either side.", tables
        )
    ]
