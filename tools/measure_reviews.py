"""Measures what each level loses with a choice, for the ratings of reviews: `python -m tools.measure_reviews football`.

Plays matches in which each level meets the next one, reviews them, and writes the mean loss of each level with its Elo
number to `levels.toml` in the game's lab. The Elo numbers come from a ladder: `breakaway ladder GAME --keep FILE`.
`--check` reviews other matches instead, and says how often a level's Elo number lay within the interval of its rating.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from breakaway.core.data_files import read_toml
from breakaway.core.state import json_of
from breakaway.display.judged import FEWEST, RatedLevel, played_like
from breakaway.display.review import Review, review_of
from breakaway.games.manifest import find, kit_of
from breakaway.lab.ladder import KeptPairings, Pairing, ladder_of
from breakaway.lab.review import measured_levels
from breakaway.terminal.saved_matches import record_of

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


Reviewed = tuple[list[str], list[list[int]]]  # the level of each seat, and what its choices count for in a rating


def matches(game: str, many: int, seed: int, keep: Path | None) -> list[Reviewed]:
    """So many reviewed matches of each level against the next, with seats changed in every second one.

    What is in the file `keep` need not be played again.
    """
    levels, found = list(kit_of(find(game)).levels), list[Reviewed]()
    if keep is not None:
        keep.touch()
    kept = {each["seed"]: each for each in map(json_of, keep.read_text("utf-8").splitlines())} if keep else {}
    for n in range(many):
        for one, two in pairwise(levels):
            both = [one, two] if n % 2 == 0 else [two, one]
            seated = [both[seat % 2] for seat in range(SEATS[game])]
            seed += 1
            if seed in kept and kept[seed]["seated"] == seated:
                losses = kept[seed]["losses"]
            else:
                review = watched(game, seated, seed)
                losses = [[each.rated_loss for each in review.choices if each.side == i] for i in range(len(seated))]
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"seated": seated, "seed": seed, "losses": losses}) + "\n")
            found.append((seated, losses))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def measured(found: list[Reviewed]) -> dict[str, tuple[int, int]]:
    """What each level lost with a choice on average, and the spread of its matches (see `RatedLevel`)."""
    by = defaultdict[str, list[list[int]]](list)
    for seated, losses in found:
        for level, each in zip(seated, losses, strict=True):
            if len(each) >= FEWEST:
                by[level].append(each)
    return {level: spread_of(each) for level, each in by.items()}


def spread_of(matches: list[list[int]]) -> tuple[int, int]:
    """The mean loss of the choices in these matches, and the spread of the matches' means around it."""
    mean = sum(map(sum, matches)) / sum(map(len, matches))
    off = sum(len(each) * (sum(each) / len(each) - mean) ** 2 for each in matches) / max(1, len(matches) - 1)
    return round(mean), round(math.sqrt(off))


def kept_pairings(file: Path) -> list[Pairing]:
    """The pairings in a file that a ladder has kept."""
    found = []
    for cell, shares in KeptPairings(file).found.items():
        first, second = cell.rsplit(" ", 4)[1:3]
        found.append(Pairing(first, second, tuple(shares)))
    return found


def held(found: list[Reviewed], levels: list[RatedLevel], names: list[str]) -> list[bool]:
    """For each side of these matches, whether the interval of its rating contains the Elo number of its level."""
    hits = []
    for seated, losses in found:
        for name, each in zip(seated, losses, strict=True):
            rating = played_like(each, levels)
            if rating:
                hits.append(abs(levels[names.index(name)].elo - rating.elo) <= rating.error)
    return hits


def main() -> None:
    """Writes the table of levels, or checks it."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game", choices=sorted(SEATS))
    reader.add_argument(
        "--matches", type=int, default=8, help="of each level against the next; 0: only new Elo numbers"
    )
    reader.add_argument("--keep", type=Path, help="the finished pairings of the ladder")
    reader.add_argument("--reviewed", type=Path, help="a file for the reviewed matches, to go on from")
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    reader.add_argument("--check", action="store_true")
    given = reader.parse_args()
    game = find(given.game)
    names = list(kit_of(game).levels)
    file = Path(f"src/breakaway/games/{given.game}/lab/levels.toml")
    if given.check:
        found = matches(given.game, given.matches, given.seed + 500_000, given.reviewed)
        hits = held(found, measured_levels(file, game), names)
        print(f"{sum(hits)} of {len(hits)} intervals contained the Elo number of the level")
        return
    if given.keep is None:
        reader.error("--keep: name the file of pairings that `breakaway ladder --keep FILE` has made")
    elo = {each.player: round(each.elo) for each in ladder_of(names, kept_pairings(given.keep))}
    if given.matches:
        lost = measured(matches(given.game, given.matches, given.seed, given.reviewed))
    else:
        lost = {name: (each["loss"], each["spread"]) for name, each in read_toml(file)["levels"].items()}
    lines = [
        f"[levels.{each}]\nelo = {elo[each]}\nloss = {lost[each][0]}\nspread = {lost[each][1]}\n" for each in names
    ]
    head = (
        "# What each level loses with a choice on average, how far its matches differ, and its Elo number (see\n"
        "# `RatedLevel`).\n"
        f"# Made by `python -m tools.measure_reviews {given.game}`.\n\n"
    )
    file.write_text(head + "\n".join(lines), "utf-8")
    print(file.read_text("utf-8"))


if __name__ == "__main__":
    main()
