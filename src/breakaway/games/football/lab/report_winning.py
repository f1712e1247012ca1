"""The report's section on chances of winning: what the table says, and how often the offense actually won."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import polars as pl

from breakaway.core.odds import ONE
from breakaway.display.document import Grid, Section
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab.one_play import OFFENSE, Situation, position
from breakaway.games.football.lab.report_words import plays_of
from breakaway.games.football.rules.winning import chance_to_win
from breakaway.lab.report import Material, count, share, share_between

Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
TENTHS = 10
NEEDED = {"down", "is_try", "quarter", "cards_left", "line", "to_go", "offense", "home_points", "away_points"}
BY = ("quarter", "cards_left", "line", "to_go", "lead")


def has_situations(m: Material) -> bool:
    """Whether the rows say how many cards are left. Some older files do not say this."""
    return m.plays is not None and set(m.plays.collect_schema().names()) >= NEEDED


def chances(m: Material) -> Reading:
    """The section that compares the table of win chances with these matches, at all first downs before overtime."""
    home = pl.col("offense") == m.seats[0]
    lead = (pl.col("home_points") - pl.col("away_points")) * pl.when(home).then(1).otherwise(-1)
    margin = (pl.col("home_score") - pl.col("away_score")) * pl.when(home).then(1).otherwise(-1)
    ends = m.matches.select("match", "home_score", "away_score")
    rows = plays_of(m).filter(
        (pl.col("down") == 1) & ~pl.col("is_try") & (pl.col("quarter") <= 4) & (pl.col("line") > 0)
    )
    found = rows.join(ends, on="match").with_columns(lead=lead)
    halves = (margin.sign() + 1).sum().alias("halves")
    (frame,) = yield [found.group_by(BY).agg(pl.len().alias("n"), halves)]
    return section(frame.rows(named=True))


def section(found: list[dict[str, Any]]) -> Section:
    """The section on chances of winning. Each row in `found` has a situation and the number of times it came up.

    Each row also counts results in half wins: two for each win and one for each tie.
    """
    config = resolve("fire", "lightning")[0]
    tenths = [[0, 0, 0] for _ in range(TENTHS)]
    for row in found:
        chance = chance_of(config, row)
        each = tenths[min(TENTHS - 1, chance * TENTHS // ONE)]
        each[0] += row["n"]
        each[1] += row["halves"]
        each[2] += row["n"] * chance
    rows = []
    for n, halves, total in tenths:
        if n:
            rows.append([f"{100 * total / n / ONE:.1f}%", count(n), *share_between(round(halves / 2), n)])
    known = sum(each[0] for each in tenths)
    heads = ["the table says", "first downs", "won", "95% interval"]
    says = (
        "Each first down in regular time, by the offense's chance of winning in the table that ships with the game. A "
        "tie counts as half a win. The table does not know the teams, so a stronger team wins more often than the "
        "table says. "
        f"The offense won {share(round(sum(each[1] for each in tenths) / 2), known)} of all."
    )
    return Section("Chances of winning", says, [Grid("Won, by what the table says", heads, rows)])


def chance_of(config: Any, row: dict[str, Any]) -> int:
    """The offense's chance of winning in a situation, according to the table.

    Assumes that both sides have three time outs and no flags.
    """
    lead = int(row["lead"])
    at = Situation(
        line=row["line"],
        marker=row["line"] + row["to_go"],
        quarter=row["quarter"],
        score=(max(0, lead), max(0, -lead)),
        cards=max(1, min(15, row["cards_left"])),
    )
    return chance_to_win(position(config, at), config, OFFENSE)
