"""Measures what each level loses with a choice, for the ratings of reviews: `python -m tools.measure_reviews football`.

Plays matches in which each level meets the next one, reviews them, and writes the mean loss of each level with its Elo
number to `levels.toml` in the game's lab. The Elo numbers come from a ladder: `breakaway ladder GAME --keep FILE`.
`--check` reviews other matches instead, and says how often a level's Elo number lay within the interval of its rating.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import mean

from breakaway.display.judged import CLOSE
from breakaway.display.review import Review, review_of
from breakaway.games.manifest import find, kit_of
from breakaway.lab.ladder import KeptPairings, Pairing, ladder_of
from breakaway.lab.review import measured_levels
from breakaway.terminal.replay import record_of

FIRST_SEED = 91_000_000  # no tuning has seen these
SEATS = {"football": 2, "fate": 2, "cycling": 6}


def watched(game: str, seated: list[str], seed: int) -> Review:
    """The review of a match of these coaches."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.match"
        words = ["watch", game, "--coaches", ",".join(seated), "--seed", str(seed), "--record", str(file)]
        if game == "cycling":
            words += ["--teams", str(len(seated))]
        subprocess.run([sys.executable, "-m", "breakaway", *words], check=True, stdout=subprocess.DEVNULL)
        return review_of(record_of(str(file)))


def matches(game: str, many: int, seed: int) -> list[tuple[list[str], Review]]:
    """So many reviewed matches of each level against the next, with seats changed in every second one."""
    levels, found = list(kit_of(find(game)).levels), list[tuple[list[str], Review]]()
    for n in range(many):
        for one, two in pairwise(levels):
            both = [one, two] if n % 2 == 0 else [two, one]
            seated = [both[seat % 2] for seat in range(SEATS[game])]
            seed += 1
            found.append((seated, watched(game, seated, seed)))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def losses(found: list[tuple[list[str], Review]]) -> dict[str, float]:
    """What each level lost with a choice on average."""
    lost = defaultdict[str, list[int]](list)
    for seated, review in found:
        for each in review.choices:
            lost[seated[each.side]].append(0 if each.grade == CLOSE else each.cost)
    return {level: mean(each) for level, each in lost.items()}


def kept_pairings(file: Path) -> list[Pairing]:
    """The pairings in a file that a ladder has kept."""
    found = []
    for cell, shares in KeptPairings(file).found.items():
        first, second = cell.rsplit(" ", 4)[1:3]
        found.append(Pairing(first, second, tuple(shares)))
    return found


def main() -> None:
    """Writes the table of levels, or checks it."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", choices=sorted(SEATS))
    reader.add_argument("--matches", type=int, default=6, help="of each level against the next")
    reader.add_argument("--keep", type=Path, help="the finished pairings of the ladder")
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    reader.add_argument("--check", action="store_true")
    given = reader.parse_args()
    game = find(given.game)
    file = Path(f"src/breakaway/games/{given.game}/lab/levels.toml")
    if given.check:
        known = {each.name: each for each in measured_levels(file, game)}
        hits = list[bool]()
        for seated, review in matches(given.game, given.matches, given.seed + 500_000):
            for side, level in enumerate(seated):
                rating = review.verdict_on(side).rating
                if rating:
                    elo = measured_levels(file, game)[list(kit_of(game).levels).index(level)].elo
                    hits.append(abs(elo - rating.elo) <= rating.error)
        print(f"{sum(hits)} of {len(hits)} intervals contained the Elo number of the level ({len(known)} levels)")
        return
    if given.keep is None:
        reader.error("--keep: name the file of pairings that `breakaway ladder --keep FILE` has made")
    levels = list(kit_of(game).levels)
    elo = {each.player: round(each.elo) for each in ladder_of(levels, kept_pairings(given.keep))}
    lost = losses(matches(given.game, given.matches, given.seed))
    # A stronger level may lose a little more by chance: the table never falls the wrong way.
    lines, least = [], 10**9
    for level in levels:
        least = min(least, round(lost[level]))
        lines.append(f"[levels.{level}]\nelo = {elo[level]}\nloss = {least}\n")
    head = (
        "# What each level loses with a choice on average, in millionths of a sure win, and its Elo number.\n"
        f"# Made by `python -m tools.measure_reviews {given.game}`.\n\n"
    )
    file.write_text(head + "\n".join(lines), "utf-8")
    print(file.read_text("utf-8"))


if __name__ == "__main__":
    main()
