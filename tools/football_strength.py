"""Measures football's players against each other: sheets and coaches, in every pairing, as a table of win shares.

    python -m tools.football_strength                               all of them, 1,000 pairs each
    python -m tools.football_strength champion,expert --pairs 200   one pairing of players
    python -m tools.football_strength --teams fire,lightning
    python -m tools.football_strength sheet,champion --house spy_tokens=0

A pair is two matches with one seed: each player has each team once, at home and away. A tie counts as half a win. The
interval is that of the mean over pairs, because the two matches of a pair are not independent. The first seed is
1,000,000; tuning uses only smaller ones.

Ctrl-C stops. What two players have played with two teams is kept in build/football-measured.jsonl, or in the file of
`--keep`, and the same command goes on from there. Results of another program, with other coaches, teams or rules, are
not used again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import EXPERT_SHEETS, FootballConfig
from breakaway.lab.batches import ChunkPlayer
from breakaway.players.settings import house_texts, house_values

SHEETS = {"sheet": {}, "expert": EXPERT_SHEETS}  # the sets of sheets, as players, and their house rules
PLAYERS = (*SHEETS, "random", "casual", "naive", "coordinator", "champion")
PAIRINGS = (("fire", "lightning"), ("maulers", "pharaohs"), ("eclipse", "stackers"), ("sharks", "vultures"))
FIRST_SEED = 1_000_000
KEEP = Path("build/football-measured.jsonl")
HERE = Path(__file__).parents[1]
NO_RULES: Mapping[str, Any] = {}


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


def halves(
    player: str, opponent: str, teams: tuple[str, str], pairs: int, seed: int, rules: Mapping[str, Any] = NO_RULES
) -> tuple[np.ndarray, np.ndarray]:
    """The player's share of the points of each pair (0 to 1) and the scores of both sides, match by match.

    `rules` are house rules.
    """
    shares, scores = [], []
    for mine in (0, 1):  # the player's seat; its team changes sides with it
        for order in (teams, teams[::-1]):
            by = [player, opponent] if mine == 0 else [opponent, player]
            sheets = tuple(seat for seat, name in enumerate(by) if name in SHEETS)
            house = {**rules, **(SHEETS[by[sheets[0]]] if sheets else {})}
            config = resolve(*order, sheets=sheets, house=house)[0]
            others = [name for name in by if name not in SHEETS] or ["random"]
            seated = [name if name not in SHEETS else others[0] for name in by]
            result = ChunkPlayer(GAME, config, seated).play(seed, 0, (pairs + 1) // 2, False).results["score"]
            own, other = result[:, mine].astype(float), result[:, 1 - mine].astype(float)
            shares.append((own > other) + 0.5 * (own == other))
            scores.append(np.stack([own, other], 1))
    pair = np.concatenate([(shares[0] + shares[3]) / 2, (shares[1] + shares[2]) / 2])
    return pair, np.concatenate(scores)


class Kept:
    """The results of finished cells: two players with two teams. They are kept in a file, one JSON object a line."""

    def __init__(self, file: Path) -> None:
        """Reads the file, if there is one. A line that was cut off, or that another program wrote, is left out."""
        self.file, self.program, self.found = file, program_hash(), dict[str, Any]()
        if not file.exists():
            return
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                each = json.loads(line)
            except ValueError:
                continue
            if isinstance(each, dict) and each.get("program") == self.program:
                self.found[str(each.get("cell"))] = each

    def of(self, cell: str, play: Callable[[], tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray, float]:
        """The shares, the scores and the seconds of a cell: kept ones, or else those of `play`, which are then kept."""
        if cell not in self.found:
            began = time.perf_counter()
            shares, scores = play()
            seconds = round(time.perf_counter() - began, 1)
            each = {"program": self.program, "cell": cell, "shares": shares.tolist(), "scores": scores.tolist()}
            self.found[cell] = each = {**each, "seconds": seconds}
            self.file.parent.mkdir(parents=True, exist_ok=True)
            whole = not self.file.exists() or self.file.read_bytes()[-1:] in (b"", b"\n")
            with self.file.open("a", encoding="utf-8") as file:
                file.write(("" if whole else "\n") + json.dumps(each) + "\n")
        each = self.found[cell]
        return np.array(each["shares"]), np.array(each["scores"]), float(each["seconds"])


def program_hash() -> str:
    """A hash of everything that decides how a match is played: football's rules, data and coaches, and these tools."""
    found = hashlib.sha256()
    for folder in ("src/breakaway/games/football", "src/breakaway/players", "src/breakaway/core", "tools"):
        for file in sorted((HERE / folder).rglob("*")):
            is_tool = folder == "tools" and not file.name.startswith("football_")
            if file.suffix in (".py", ".toml") and not is_tool:
                found.update(str(file.relative_to(HERE)).encode() + file.read_bytes())
    return found.hexdigest()[:16]


def measure(
    player: str,
    opponent: str,
    pairings: list[tuple[str, str]],
    pairs: int,
    seed: int,
    kept: Kept,
    tell: Callable[[str], None],
    rules: Mapping[str, Any],
) -> Strength:
    """Plays `pairs` pairs in each pairing of teams, unless they are kept. Tells what each cell came to."""
    shares, scores, seconds = [], [], 0.0
    for n, teams in enumerate(pairings):
        said = "".join(f" {name}={value}" for name, value in rules.items())
        cell = f"{player} {opponent} {','.join(teams)} {pairs} {seed + n}{said}"
        was_kept = cell in kept.found
        share, score, spent = kept.of(cell, partial(halves, player, opponent, teams, pairs, seed + n, rules))
        shares.append(share)
        scores.append(score)
        seconds += spent
        how = "kept" if was_kept else f"{spent:.0f} s"
        tell(f"{player} against {opponent}, {teams[0]} and {teams[1]}: {100 * share.mean():.1f}% ({how})")
    share, (own, other) = np.concatenate(shares), np.concatenate(scores).mean(0)
    error = 1.96 * float(share.std(ddof=1)) / math.sqrt(len(share))
    spent = round(seconds, 1)
    return Strength(player, opponent, len(share), float(share.mean()), error, float(own), float(other), spent)


def measured(
    both: list[tuple[str, str]],
    pairings: list[tuple[str, str]],
    pairs: int,
    seed: int,
    keep: Path,
    rules: Mapping[str, Any] = NO_RULES,
) -> list[Strength]:
    """Measures each player against its opponent, and shows how far it is. After Ctrl-C, what is finished."""
    kept, rows, tell = Kept(keep), list[Strength](), Console(stderr=True).print
    try:
        for n, (player, opponent) in enumerate(both, 1):
            rows.append(measure(player, opponent, pairings, pairs, seed, kept, tell, rules))
            last = rows[-1]
            tell(f"{n} of {len(both)}: {player} against {opponent}: {100 * last.share:.1f}% ± {100 * last.error:.1f}")
    except KeyboardInterrupt:
        tell(f"Stopped. What is finished is in {keep}. To go on, run the same command again.")
    return rows


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="?", default=",".join(PLAYERS), help="two or more, separated by commas")
    parser.add_argument("--pairs", type=int, default=1000, help="in each pairing of teams")
    parser.add_argument("--teams", action="append", help="two teams, as fire,lightning; may be repeated")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--house", default="", help="house rules, as spy_tokens=0,regain=never")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path, default=KEEP, help="the file of finished cells")
    asked = parser.parse_args()
    pairings = [tuple(each.split(",")) for each in asked.teams] if asked.teams else list(PAIRINGS)
    found = combinations(asked.players.split(","), 2)
    both = [(b, a) for a, b in found if not (a in SHEETS and b in SHEETS)]  # a match is played with one set
    rules = house_values(FootballConfig, house_texts([asked.house] if asked.house else []))
    rows = measured(both, pairings, asked.pairs, asked.seed, asked.keep, rules)
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
