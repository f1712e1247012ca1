"""Measures football's players against each other: sheets and coaches, in every pairing, as a table of win shares.

    python -m tools.football_strength                               all of them, 1,000 pairs each
    python -m tools.football_strength champion,expert --pairs 200   one pairing of players
    python -m tools.football_strength --teams fire,lightning

A pair is two matches with one seed: each player has each team once, at home and away. A tie counts as half a win. The
interval is that of the mean over pairs, because the two matches of a pair are not independent. The first seed is
1,000,000; tuning uses only smaller ones.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import EXPERT_SHEETS
from breakaway.lab.batches import ChunkPlayer

SHEETS = {"sheet": {}, "expert": EXPERT_SHEETS}  # the sets of sheets, as players, and their house rules
PLAYERS = (*SHEETS, "random", "casual", "naive", "coordinator", "champion")
PAIRINGS = (("fire", "lightning"), ("maulers", "pharaohs"), ("eclipse", "stackers"), ("sharks", "vultures"))
FIRST_SEED = 1_000_000


@dataclass(frozen=True)
class Strength:
    """How often `player` won against `opponent`, ± half of the 95% interval, over all pairings of teams."""

    player: str
    opponent: str
    pairs: int
    share: float
    error: float
    scored: float
    allowed: float
    seconds: float


def halves(player: str, opponent: str, teams: tuple[str, str], pairs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The player's share of the points of each pair (0 to 1) and the scores of both sides, match by match."""
    shares, scores = [], []
    for mine in (0, 1):  # the player's seat; its team changes sides with it
        for order in (teams, teams[::-1]):
            by = [player, opponent] if mine == 0 else [opponent, player]
            sheets = tuple(seat for seat, name in enumerate(by) if name in SHEETS)
            house = SHEETS[by[sheets[0]]] if sheets else {}
            config = resolve(*order, sheets=sheets, house=house)[0]
            others = [name for name in by if name not in SHEETS] or ["random"]
            seated = [name if name not in SHEETS else others[0] for name in by]
            result = ChunkPlayer(GAME, config, seated).play(seed, 0, (pairs + 1) // 2, False).results["score"]
            own, other = result[:, mine].astype(float), result[:, 1 - mine].astype(float)
            shares.append((own > other) + 0.5 * (own == other))
            scores.append(np.stack([own, other], 1))
    pair = np.concatenate([(shares[0] + shares[3]) / 2, (shares[1] + shares[2]) / 2])
    return pair, np.concatenate(scores)


def measure(player: str, opponent: str, pairings: list[tuple[str, str]], pairs: int, seed: int) -> Strength:
    """Plays `pairs` pairs in each pairing of teams."""
    began = time.perf_counter()
    found = [halves(player, opponent, teams, pairs, seed + n) for n, teams in enumerate(pairings)]
    share, scores = np.concatenate([each[0] for each in found]), np.concatenate([each[1] for each in found])
    error = 1.96 * float(share.std(ddof=1)) / math.sqrt(len(share))
    own, other = scores.mean(0)
    spent = round(time.perf_counter() - began, 1)
    return Strength(player, opponent, len(share), float(share.mean()), error, float(own), float(other), spent)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="?", default=",".join(PLAYERS), help="two or more, separated by commas")
    parser.add_argument("--pairs", type=int, default=1000, help="in each pairing of teams")
    parser.add_argument("--teams", action="append", help="two teams, as fire,lightning; may be repeated")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    pairings = [tuple(each.split(",")) for each in asked.teams] if asked.teams else list(PAIRINGS)
    rows = []
    for a, b in combinations(asked.players.split(","), 2):
        if a in SHEETS and b in SHEETS:
            continue  # a match is played with one set
        rows.append(measure(b, a, pairings, asked.pairs, asked.seed))
        Console(stderr=True).print(f"{b} against {a}: {100 * rows[-1].share:.1f}% ± {100 * rows[-1].error:.1f}")
    if asked.json:
        print(json.dumps([asdict(each) for each in rows], indent=1))
        return
    grid = Grid("player", "against", "pairs", "wins", "points", "seconds")
    for each in rows:
        wins = f"{100 * each.share:.1f}% ± {100 * each.error:.1f}"
        grid.add_row(
            each.player,
            each.opponent,
            str(each.pairs),
            wins,
            f"{each.scored:.1f} to {each.allowed:.1f}",
            f"{each.seconds}",
        )
    Console().print(grid)


if __name__ == "__main__":
    main()
