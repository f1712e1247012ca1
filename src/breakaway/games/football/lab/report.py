"""The part of the Breakaway Football report that covers whole matches. The other report modules cover plays."""

from __future__ import annotations

from typing import Any

import polars as pl

from breakaway.core.rulebook import options_of
from breakaway.display.document import Grid, Section
from breakaway.games.football.lab import report_drives as drives
from breakaway.games.football.lab import report_kicks as kicks
from breakaway.games.football.lab import report_plays as plays
from breakaway.games.football.lab import report_winning as winning
from breakaway.games.football.rules.state import FootballConfig
from breakaway.lab.report import Material, OfGame, Part, answered, collected, count, share, share_between

LEAST, MOST = 0, 10**9
APART = (
    ("level", 0, 0),
    ("1 to 3", 1, 3),
    ("4 to 7", 4, 7),
    ("8 to 14", 8, 14),
    ("15 to 21", 15, 21),
    ("22 or more", 22, MOST),
)
PARTS: tuple[Part, ...] = (
    plays.types,
    plays.results,
    plays.calls,
    plays.breakaways,
    plays.turnovers,
    drives.fourth_downs,
    drives.drives,
    kicks.kicks,
    plays.flags,
    kicks.scoring,
)


def usual() -> dict[str, Any]:
    """The default house rules of a match."""
    return {option.name: option.usual for option in options_of(FootballConfig)}


def of_matches(m: Material) -> list[Section]:
    """The section that needs only the results of matches: venue, first kickoff, overtime, and how close the matches
    are.
    """
    return [kickoff_and_venue(m)]


def of_plays(m: Material) -> list[Section]:
    """The sections that need a row for each play."""
    return answered(m, [*PARTS, winning.chances] if winning.has_situations(m) else PARTS)


def kickoff_and_venue(m: Material) -> Section:
    """Shows whether it helps to play at home or to receive first."""
    home, away = pl.col("home_score"), pl.col("away_score")
    asked = [pl.len().alias("n"), (home > away).sum().alias("home"), (away > home).sum().alias("away")]
    asked.append((pl.col("quarters") > 4).sum().alias("overtime"))
    found = {
        row["receiver"]: row for row in collected([m.matches.group_by("receiver").agg(*asked)])[0].rows(named=True)
    }
    none = {"n": 0, "home": 0, "away": 0, "overtime": 0}
    at = {seat: found.get(seat, none) for seat in m.seats}
    n = sum(row["n"] for row in found.values())
    cases = [
        ("at home", sum(row["home"] for row in at.values()), n),
        ("away", sum(row["away"] for row in at.values()), n),
        ("receives first", sum(at[seat][seat] for seat in m.seats), n),
        ("kicks first", sum(at[one][other] for one, other in zip(m.seats, reversed(m.seats), strict=True)), n),
    ]
    for seat, team in zip(m.seats, m.teams, strict=True):
        for receiver, words in ((seat, "receives"), (next(s for s in m.seats if s != seat), "kicks")):
            cases.append((f"{team} {words} first", at[receiver][seat], at[receiver]["n"]))
    rows = [[name, count(k), count(of), *share_between(k, of)] for name, k, of in cases]
    overtime = sum(row["overtime"] for row in found.values())
    return Section(
        "Home and first kickoff",
        f"{m.teams[0]} at home, {m.teams[1]} away. {share(overtime, n)} of the matches go to overtime.",
        [
            Grid(
                "Share of matches won, by venue and first kickoff",
                ["team", "won", "of", "share", "95% interval"],
                rows,
            ),
            how_close(m),
        ],
    )


def how_close(m: Material) -> Grid:
    """Shows the margins by which matches are decided."""
    home, away = pl.col("home_score"), pl.col("away_score")
    asked = []
    for name, low, high in APART:
        near = (home - away).abs().is_between(low, high)
        asked += [
            (near & (home >= away)).sum().alias(f"{name} home"),
            (near & (away > home)).sum().alias(f"{name} away"),
        ]
    found = collected([m.matches.select(pl.len().alias("n"), *asked)])[0].row(0, named=True)
    rows = []
    for name, *_ in APART:
        by = [found[f"{name} home"], found[f"{name} away"]]
        each = ["", ""] if name == "level" else [count(k) for k in by]
        rows.append([name, *each, share(sum(by), found["n"])])
    heads = ["points apart", *(f"{team} ahead" for team in m.teams), "share of matches"]
    return Grid("How close the matches are", heads, rows)


PLAYS_SHOW = (
    "types and results, calls against defenses, breakaways, turnovers, fourth downs, drives, kicks, the quarters "
    "of scoring and chances of winning"
)
REPORT = OfGame(usual, of_matches, of_plays, PLAYS_SHOW)
