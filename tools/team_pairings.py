"""Measures whether football's nine teams are balanced: all 36 pairings, with equal players on both sides.

    python -m tools.team_pairings                         by both sets of sheets and by champion
    python -m tools.team_pairings champion --pairs 100

A pair is two matches with one seed: each team is at home once. A tie counts as half a win, and ± is half of the 95%
interval of the mean over pairs. Each pairing has its own seed, counted from `--seed`.

Ctrl-C stops. Finished pairings are kept as in `tools.football_strength`, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
from rich.console import Console

from breakaway.games.football.lab.rate import FAIR, PLAYINGS, QUARTERS, Playing, pair_quarters
from tools.fit_sheets import TEAMS
from tools.football_strength import KEEP, Kept

PAIRS = {"sheet": 2000, "expert": 2000, "champion": 200}
FIRST_SEED = 7_100_000


def played(by: Playing, one: str, two: str, pairs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The share that team `one` won of each pair (0 to 1), and the scores of both teams, match by match."""
    configs = by.config(one, two, None), by.config(two, one, None)
    home, away = (by.player(config).play(seed, 0, pairs, False) for config in configs)
    scores = np.concatenate([home.results["score"][:, :2], away.results["score"][:, 1::-1]])
    return np.array(pair_quarters(home, away)) / QUARTERS, scores


def with_error(shares: np.ndarray) -> str:
    """`51.2% ± 1.8`, from the share of each pair."""
    return f"{100 * shares.mean():.1f}% ± {196 * shares.std(ddof=1) / math.sqrt(len(shares)):.1f}"


def rows(found: dict[tuple[str, str], list[np.ndarray]]) -> list[str]:
    """A row for each pairing, from the shares of its first team by each player, and then one for each team."""
    lines = [f"| {one} v {two} | {' | '.join(map(with_error, shares))} |" for (one, two), shares in found.items()]
    for team in TEAMS:
        mine = [
            [each if team == one else 1 - each for each in shares]
            for (one, two), shares in found.items()
            if team in (one, two)
        ]
        lines.append(
            f"| {team} v all | {' | '.join(with_error(np.concatenate(each)) for each in zip(*mine, strict=True))} |"
        )
    return lines


def outside(shares: Sequence[np.ndarray]) -> tuple[int, int]:
    """How many pairings are outside the fair range, and how many of them with their whole 95% interval."""
    low, high = (each / 100 for each in FAIR)
    errors = [1.96 * each.std(ddof=1) / math.sqrt(len(each)) for each in shares]
    means = [each.mean() for each in shares]
    some = sum(not low <= mean <= high for mean in means)
    sure = sum(mean + error < low or mean - error > high for mean, error in zip(means, errors, strict=True))
    return some, sure


def main() -> None:
    """Measures, and prints a table for docs/balance.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="?", default=",".join(PAIRS), help="one or more, separated by commas")
    parser.add_argument("--pairs", type=int, help="in each pairing of teams; usually 2,000 by sheets, 200 by champion")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--keep", type=Path, default=KEEP, help="the file of finished pairings")
    asked = parser.parse_args()
    names = asked.players.split(",")
    by = [next(each for each in PLAYINGS if each.name == name) for name in names]
    kept, found = Kept(asked.keep), dict[tuple[str, str], list[np.ndarray]]()
    try:
        for number, (one, two) in enumerate(combinations(TEAMS, 2)):
            shares = []
            for each in by:
                pairs, seed = asked.pairs or PAIRS[each.name], asked.seed + number
                cell = f"pairing {each.name} {one} {two} {pairs} {seed}"
                shares.append(kept.of(cell, partial(played, each, one, two, pairs, seed))[0])
            found[one, two] = shares
            Console(stderr=True).print(f"{one} v {two}: {', '.join(map(with_error, shares))}")
    except KeyboardInterrupt:
        Console(stderr=True).print("Stopped. To go on, run the same command again.")
    print(f"| teams | {' | '.join(f'`{name}`' for name in names)} |\n|---|{'---:|' * len(names)}")
    print("\n".join(rows(found)))
    for name, shares in zip(names, zip(*found.values(), strict=True), strict=True):
        some, sure = outside(shares)
        print(f"`{name}`: {some} of {len(shares)} pairings are outside {FAIR[0]}% to {FAIR[1]}%, {sure} of them surely")


if __name__ == "__main__":
    main()
