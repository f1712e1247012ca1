"""Measures how strong a coach of the race is (`directeur` by default): the share of races that it wins with one team
against five teams of another coach.

    python tools/strength.py                    2,000 races against five `highest` and 2,000 against five `random`
    python tools/strength.py --races 500 --json
    python tools/strength.py --coach champion --against directeur sprinter --races 300 --profile all --first 1000000

Its team takes each seat in turn. A shared first place counts as a fraction of a win. Seeds are 0, 1, 2, ..., or begin
with `--first`. Tuning used seeds from 10,000 to 99,999.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from breakaway.games.cycling.files import PROFILES, resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import UNIT
from breakaway.lab.compiling import CompiledMatches, seating_for


@dataclass(frozen=True)
class Strength:
    """The result against one opponent. `low` and `high` are the Wilson 95% interval of the share of wins."""

    coach: str
    opponent: str
    profile: str
    teams: int
    races: int
    share: float
    low: float
    high: float
    points: float
    different: int
    seconds: float


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval for a share observed in n trials. With shared wins the interval is a little too wide."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def measure(
    opponent: str, races: int, profile: str = "postal", teams: int = 6, coach: str = "directeur", first: int = 0
) -> Strength:
    """Plays the races, compiled, with a progress bar. `different` is the number of different final states."""
    config = resolve(profile, teams)[0]
    table = CompiledMatches(GAME, config, coach, opponent, [0] + [1] * (teams - 1))
    wins = points = 0.0
    ends: set[bytes] = set()
    table.play(0)  # compiles
    began = time.perf_counter()
    for seed in track(
        range(first, first + races), f"{coach} against {teams - 1} x {opponent}", console=Console(stderr=True)
    ):
        seat = seed % teams
        table.seating = seating_for(GAME, [int(each != seat) for each in range(teams)])
        result = table.play(seed)[0]
        ranks = [int(rank) for rank in result["rank"][:teams]]
        wins += (ranks[seat] == 1) / ranks.count(1)
        points += int(result["score"][seat]) / UNIT
        ends.add(bytes([seat]) + table.states.tobytes())
    spent = time.perf_counter() - began
    low, high = wilson(wins / races, races)
    return Strength(
        coach, opponent, profile, teams, races, wins / races, low, high, points / races, len(ends), round(spent, 2)
    )


def show(rows: list[Strength]) -> None:
    """Prints the results as a table."""
    first = rows[0]
    grid = Grid("profile", "against", "wins", "95% interval", "points", "different", "seconds", title=first.coach)
    for row in rows:
        between = f"{row.low:.1%} to {row.high:.1%}"
        different = f"{row.different:,} of {row.races:,}"
        opponents = f"{row.teams - 1} x {row.opponent}"
        grid.add_row(
            row.profile, opponents, f"{row.share:.1%}", between, f"{row.points:.1f}", different, f"{row.seconds:.1f}"
        )
    Console().print(grid)


def main() -> None:
    """Reads the command line, measures and prints."""
    parser = argparse.ArgumentParser(description="Measures how strong a coach of the race is.")
    parser.add_argument("--coach", default="directeur")
    parser.add_argument("--against", nargs="+", default=["highest", "random"])
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--profile", choices=[*PROFILES, "all"], default="postal")
    parser.add_argument("--teams", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [
        measure(each, asked.races, profile, asked.teams, asked.coach, asked.first)
        for profile in (PROFILES if asked.profile == "all" else [asked.profile])
        for each in asked.against
    ]
    if asked.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        show(rows)


if __name__ == "__main__":
    main()
