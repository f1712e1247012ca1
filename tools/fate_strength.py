"""Plays pairs of FATE matches between two coaches: `python -m tools.fate_strength oracle book --pairs 200`.

In a pair, both matches have one seed, and each coach plays each side once. A tie counts as half a win. The matches are
those of the basic game, in ordinary Python. The default seeds have not been used for tuning.

`python -m tools.fate_strength book --exploit` works out how much the best possible opponent wins against `book` or
`solitaire`, in a match without time outs, or against `oracle`, in one with time outs late in each half. It takes some
minutes.
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev

from breakaway.games.fate.coaches.solved import shipped
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.best_response import loss_of_file
from breakaway.games.fate.lab.table_response import loss_of_tables
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
    reader.add_argument("second", nargs="?")
    reader.add_argument("--exploit", action="store_true")
    reader.add_argument("--pairs", type=int, default=200)
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    given = reader.parse_args()
    if given.exploit:
        if given.first not in ("book", "solitaire", "oracle") or given.second:
            reader.error("--exploit needs one coach: book, solitaire or oracle")
        solves = given.first == "oracle"
        lost, kicks, receives = loss_of_file(shipped()) if solves else loss_of_tables(given.first)
        kind = "with time outs late in each half" if solves else "without time outs"
        print(f"{given.first} can be held {100 * lost:.1f} points below one half over a match {kind}.")
        print(f"Level at half time, it wins {100 * kicks:.1f}% if it kicks off, {100 * receives:.1f}% if it receives.")
        return
    if given.second is None:
        reader.error("name two coaches, or add --exploit")
    shares = [won(given.first, given.second, given.seed + n) for n in range(given.pairs)]
    half = 1.96 * stdev(shares) / len(shares) ** 0.5
    share = f"{100 * mean(shares):.1f}% ± {100 * half:.1f}"
    print(f"{given.first} won {share} of {2 * len(shares)} matches against {given.second}")


if __name__ == "__main__":
    main()
