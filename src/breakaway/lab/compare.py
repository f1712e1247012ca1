"""Compares two simulations: what a house rule, a card or a coach changes, with 95% intervals.

Matches with the same seeds are compared in pairs, which reduces the effect of chance. Simulations with different seeds
are compared as two independent samples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl

from breakaway.core.language import UserError
from breakaway.core.statistics import Z
from breakaway.display.document import Bars, Document, Grid, Line, Section, Series
from breakaway.lab import report
from breakaway.lab.report import Material, collected, count, number, opened, percent, readable
from breakaway.players.coaches import label

NAMES = ("A", "B")
SEEDS = ("match", "seed")
MOST = 30  # entries of one table, such as the cards of a team, that are listed one by one
LONG = 60  # characters of a value that are shown in full
WON = "wins"  # the name of the share of matches that a seat wins alone


@dataclass(frozen=True)
class Change:
    """How one quantity changes from A to B: both means, the mean difference, and its standard error.

    `spread` is the standard deviation of the quantity in A. `is_share`: whether the means are shares from 0 to 1.
    """

    title: str
    before: float
    after: float
    difference: float
    error: float
    spread: float
    is_share: bool = False

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the difference."""
        return self.difference - Z * self.error, self.difference + Z * self.error

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes zero."""
        low, high = self.interval
        return low > 0 or high < 0


def compared(first: Path, second: Path) -> Document:
    """The report that compares the simulation in the file `first` (A) with the one in `second` (B).

    Raises UserError if a file cannot be read, or if the two simulations cannot be compared.
    """
    a, b = opened(first), opened(second)
    check_alike(a, b, second)
    with readable(first), readable(second):
        paired, (one, other) = is_paired(a, b), (table(a), table(b))
        wins, rest = changes(a, b, one, other, paired)
        n = [report.how_many(each.matches) for each in (a, b)]
    return Document(
        f"{a.game.title}: what changes from A to B",
        "Two simulations compared",
        [Line(said, f"{word:8}  ") for word, said in facts(a, b, first, second, n, paired)],
        [
            differing(a, b),
            section("Win shares", wins, "Matches that a side wins alone."),
            section("Means per match", rest, "Points, and all other counts that a match has for each side."),
            chart([*wins, *rest]),
        ],
        "Written by breakaway compare. The same files give the same page.",
        has_contents=True,
    )


def check_alike(a: Material, b: Material, second: Path) -> None:
    """Raises UserError if the simulations are of different games or have different numbers of seats."""
    if a.game.name != b.game.name:
        raise UserError(
            f"{second}: expected a simulation of {a.game.title}, as in the first file, not of {b.game.title}"
        )
    if len(a.seats) != len(b.seats):
        raise UserError(f"{second}: expected {len(a.seats)} teams, as in the first file, not {len(b.seats)}")


def is_paired(a: Material, b: Material) -> bool:
    """Whether matches with the same number have the same seed in both simulations."""
    return bool(a.said["seed"] == b.said["seed"])


def table(m: Material) -> pl.LazyFrame:
    """A row for each match: its number, and for each seat whether the seat won alone, its score and its counts.

    The columns are called `0 wins`, `0 score`, `1 drives` and so on: the number is that of the seat.
    """
    firsts = pl.sum_horizontal(pl.col(f"{seat}_place") == 1 for seat in m.seats)
    asked = [pl.col("match")]
    for i, seat in enumerate(m.seats):
        asked.append(((pl.col(f"{seat}_place") == 1) & (firsts == 1)).cast(pl.Float64).alias(f"{i} {WON}"))
        for name in ("score", *m.totals()):
            asked.append(pl.col(f"{seat}_{name}").cast(pl.Float64).alias(f"{i} {name}"))
    return m.matches.select(asked)


def changes(
    a: Material, b: Material, one: pl.LazyFrame, other: pl.LazyFrame, paired: bool
) -> tuple[list[Change], list[Change]]:
    """The changes in the shares of wins, and the changes in everything else that both simulations count."""
    names = [WON, "score", *(name for name in a.totals() if name in b.totals())]
    columns = [f"{i} {name}" for name in names for i in range(len(a.seats))]
    found = in_pairs(one, other, columns) if paired else unpaired(one, other, columns)
    made = []
    for column, (before, after, difference, error, spread) in zip(columns, found, strict=True):
        seat, name = column.split(" ", 1)
        title = f"{side(a, b, int(seat))}: {name.replace('_', ' ')}"
        made.append(Change(title, before, after, difference, error, spread, name == WON))
    return [each for each in made if each.is_share], [each for each in made if not each.is_share]


def side(a: Material, b: Material, seat: int) -> str:
    """The name of a side: its team's name, or the names of both teams if they differ."""
    names = dict.fromkeys((a.teams[seat], b.teams[seat]))
    return " / ".join(names)


Measured = tuple[float, float, float, float, float]


def in_pairs(one: pl.LazyFrame, other: pl.LazyFrame, columns: list[str]) -> Iterator[Measured]:
    """For each column: the means of A and B, the mean and standard error of the differences, and the spread in A.

    Uses only matches that both simulations have.
    """
    both = one.join(other, on="match", suffix=" b", maintain_order="left")
    asked = [pl.len().alias("n")]
    for name in columns:
        before, after = pl.col(name), pl.col(f"{name} b")
        asked += [before.mean().alias(f"a {name}"), after.mean().alias(f"b {name}"), before.std().alias(f"s {name}")]
        asked += [(after - before).mean().alias(f"d {name}"), (after - before).std().alias(f"e {name}")]
    found = collected([both.select(asked)])[0].row(0, named=True)
    root = sqrt(found["n"])
    for name in columns:
        before, after, difference = (found[f"{each} {name}"] for each in "abd")
        yield before, after, difference, (found[f"e {name}"] or 0.0) / root, found[f"s {name}"] or 0.0


def unpaired(one: pl.LazyFrame, other: pl.LazyFrame, columns: list[str]) -> Iterator[Measured]:
    """The same as `in_pairs`, but for two independent samples."""
    asked = [pl.len().alias("n"), *(pl.col(c).mean().alias(f"m {c}") for c in columns)]
    asked += [pl.col(c).std().alias(f"s {c}") for c in columns]
    a, b = (frame.row(0, named=True) for frame in collected([one.select(asked), other.select(asked)]))
    for name in columns:
        before, after = a[f"m {name}"], b[f"m {name}"]
        spreads = [each[f"s {name}"] or 0.0 for each in (a, b)]
        error = sqrt(spreads[0] ** 2 / a["n"] + spreads[1] ** 2 / b["n"])
        yield before, after, after - before, error, spreads[0]


# --- what the report says


def facts(a: Material, b: Material, first: Path, second: Path, n: list[int], paired: bool) -> list[tuple[str, str]]:
    """Labels and texts that say which files were compared, and how."""
    if paired:
        how = f"In pairs: matches with the same number have the same seed. {count(min(n))} pairs."
    else:
        how = "As independent samples, because their seeds differ. With the same --seed, intervals are often narrower."
    said = [(name, f"{file}: {count(k)} matches") for name, file, k in zip(NAMES, (first, second), n, strict=True)]
    return [("Game", a.game.title), *said, ("Compared", how)]


def differing(a: Material, b: Material) -> Section:
    """The section that lists how the settings of the two simulations differ."""
    rows = [[what, *map(short, values)] for what, *values in _differing(a, b)]
    says = "" if rows else "Both were played in the same way: same rules, teams, cards and coaches."
    return Section("What differs", says, [Grid("Settings", ["", *NAMES], rows)] if rows else [])


def _differing(a: Material, b: Material) -> Iterator[tuple[str, Any, Any]]:
    one, other = a.said, b.said
    for key in ("edition", "engine"):
        if one[key] != other[key]:
            yield key, one[key], other[key]
    for key in dict.fromkeys((*one["options"], *other["options"])):
        values = [each["options"].get(key, "") for each in (one, other)]
        if values[0] != values[1]:
            yield key.replace("_", " "), *values
    for i, seats in enumerate(zip(one["seats"], other["seats"], strict=True)):
        names, coaches = ([seat[key] for seat in seats] for key in ("name", "by"))
        if names[0] != names[1]:
            yield f"team {i + 1}", *names
        if coaches[0] != coaches[1]:
            yield f"coach of team {i + 1}", label(a.game, coaches[0]), label(a.game, coaches[1])
    told = set(one["options"]) | set(other["options"])
    own = report.own_report(a.game)
    if own and own.tables and all(own.told <= set(each["book"]) for each in (one, other)):
        teams = [side(a, b, seat) for seat in range(len(a.seats))]
        yield from entries(*(own.tables(each["book"], each["names"], teams) for each in (one, other)))
        told |= own.told
    for key in dict.fromkeys((*one["book"], *other["book"])):
        values = [each["book"].get(key) for each in (one, other)]
        if values[0] != values[1] and key not in told:
            before, after = changed_part(*values)
            yield key.replace("_", " "), before, after


def entries(one: dict[str, dict[str, str]], other: dict[str, dict[str, str]]) -> Iterator[tuple[str, str, str]]:
    """The entries of a game's tables that differ, such as `Fire: card 15b`. Of a group that is very different, only the
    first.
    """
    for group in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(group, {}), other.get(group, {})
        changed = [each for each in dict.fromkeys((*mine, *theirs)) if mine.get(each, "") != theirs.get(each, "")]
        for each in changed[:MOST]:
            yield f"{group} {each}", mine.get(each, ""), theirs.get(each, "")
        if len(changed) > MOST:
            yield f"{group} and {len(changed) - MOST} more", "", ""


def changed_part(one: Any, other: Any) -> tuple[str, str]:
    """The parts of two values that differ, as text. For lists of the same length, only the items that differ."""
    found = list(_changes(one, other, ""))
    before, after = (", ".join(f"{place} {values[i]}".lstrip() for place, values in found) for i in (0, 1))
    return before, after


def _changes(one: Any, other: Any, place: str) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Each item that differs, with its place in the lists that contain it: `[2][15]`, counted from 1."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, pair in enumerate(zip(one, other, strict=True), start=1):
            yield from _changes(*pair, f"{place}[{i}]")
    elif one != other:
        yield place, (one, other)


def short(value: Any) -> str:
    """A value as text, shortened if it is long."""
    text = str(value).casefold() if isinstance(value, bool) else str(value)
    return text if len(text) <= LONG else text[: LONG - 1] + "…"


def section(title: str, made: list[Change], says: str) -> Section:
    """A section with a row for each change."""
    rows = []
    for each in made:
        shown = percent if each.is_share else number
        low, high = each.interval
        unit = 100 if each.is_share else 1
        gap = f"{unit * low:+.2f} to {unit * high:+.2f}"
        rows.append([each.title, shown(each.before), shown(each.after), f"{unit * each.difference:+.2f}", gap])
        rows[-1].append("yes" if each.is_clear else "")
    heads = ["", *NAMES, "B - A", "95% interval", "clear"]
    note = " Differences of shares are in percentage points." if made and made[0].is_share else ""
    return Section(title, says + note, [Grid(title, heads, rows, right=(1, 2, 3, 4))])


def chart(made: list[Change]) -> Section:
    """The section that shows all changes on one scale: in standard deviations of the quantity in A."""
    kept = [each for each in made if each.spread > 0]
    bounds = [[value / each.spread for value in (each.difference, *each.interval)] for each in kept]
    series = Series("B - A", "run", *([one[i] for one in bounds] for i in range(3)))
    clear = sum(each.is_clear for each in kept)
    says = f"{clear} of {len(kept)} intervals exclude zero. By chance alone, about one in twenty does."
    drawn = [Bars("Changes in standard deviations", says, [each.title for each in kept], [series])] if kept else []
    return Section("All changes on one scale", says, drawn)
