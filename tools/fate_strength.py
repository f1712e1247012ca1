"""Plays pairs of FATE matches between two coaches: `python -m tools.fate_strength oracle book --pairs 200`.

In a pair, both matches have one seed, and each coach plays each side once. A tie counts as half a win. The matches are
those of the basic game, in ordinary Python. The default seeds have not been used for tuning.
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev

from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.lab.compiling import play_interpreted

FIRST_SEED = 77_000_000


def won(first: str, second: str, seed: int) -> float:
    """The share of a pair of matches that the first coach won."""
    config, total = resolve()[0], 0.0
    for seats in ([0, 1], [1, 0]):
        end = play_interpreted(GAME, config, first, second, seats, seed)[-1]
        own = seats.index(0)
        lead = end.score[own] - end.score[1 - own]
        total += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return total / 2


def main() -> None:
    """Plays the pairs, and prints the share with half of its 95% interval."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("first")
    reader.add_argument("second")
    reader.add_argument("--pairs", type=int, default=200)
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    given = reader.parse_args()
    shares = [won(given.first, given.second, given.seed + n) for n in range(given.pairs)]
    half = 1.96 * stdev(shares) / len(shares) ** 0.5
    share = f"{100 * mean(shares):.1f}% ± {100 * half:.1f}"
    print(f"{given.first} won {share} of {2 * len(shares)} matches against {given.second}")


if __name__ == "__main__":
    main()
