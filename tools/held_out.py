"""Measures what a fit of the solo sheets is worth against teams that it has never seen.

    python -m tools.held_out --set expert
    python -m tools.held_out --set standard --teams sharks,vultures --seconds 10

Two fits (tools/fit_sheets.py) begin at the same sheets, whose calls and plays are drawn at random, so that nothing is
left in them of the sheets that ship with the game: one fit without the teams that are held out, and one with all teams.
Players then play the teams that are held out against the sheets of all others: of both fits, and of the game. A fit has
not only learned the teams that it has seen if the players win about equally often against both fits.

A pair is two matches with one seed, at home and away. A tie counts as half a win, and ± is half of the 95% interval of
the mean over pairs. A short fit is weaker than that of the sheets that ship with the game.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.rate import QUARTERS, pair_quarters
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import EXPERT_SHEETS
from breakaway.games.football.text.names import CODES
from breakaway.lab.batches import ChunkPlayer
from tools.fit_sheets import SPOTS, TEAMS, fit
from tools.sheet_payoffs import Payoffs, Spot, all_payoffs, common_spots
from tools.sheet_sense import GOLD_JOKER
from tools.team_pairings import with_error
from tools.team_sheets import FIXED, Fixed, TeamSheets

PLAYERS = ("casual", "naive", "champion")
OURS = Library().teams["fire"].parent
FIRST_SEED = 7_300_000
Spots = list[tuple[Spot, float]]
Tables = dict[tuple[str, str], Payoffs]


def drawn(team: str, expert: bool, rng: random.Random) -> str:
    """The text of a team's file with calls and plays drawn at random. What the documents show stays as it is."""
    sheets, fixed = TeamSheets(team, OURS / f"{team}.toml", expert), FIXED.get(team, Fixed())
    config = resolve(team, team)[0]
    for f in range(3):
        if team not in FIXED:
            sheets.defense.front[f] = [[2, 2, 2] for _ in sheets.defense.front[f]]
        for strategy in range(3):
            if (f, strategy) not in fixed.calls:
                sheets.defense.back[f][strategy] = [rng.randrange(len(sheets.calls)) for _ in range(6)]
        plays = [play for play in range(terms.PLAYS) if config.card_formation[0][play // 2] == f]
        for code in range(len(CODES)):
            if code != GOLD_JOKER and (f, code) not in fixed.plays:
                sheets.offense.plays[f][code] = rng.choice(plays)
    return sheets.written()


def fitted(asked: argparse.Namespace, folder: Path, without: str, spots: Spots, tables: Tables) -> None:
    """Writes sheets drawn at random into the folder, and fits them without these teams."""
    rng = random.Random(asked.seed)
    folder.mkdir()
    for team in TEAMS:
        (folder / f"{team}.toml").write_text(drawn(team, asked.set == "expert", rng), encoding="utf-8")
    one = argparse.Namespace(**{**vars(asked), "folder": folder, "without": without, "matches": 200})
    fit(one, spots, tables)


def shares(player: str, held: str, other: str, folder: Path, asked: argparse.Namespace, seed: int) -> np.ndarray:
    """The share that a player with the team `held` won of each pair against the sheets of the team `other`."""
    house: dict[str, Any] = dict(EXPERT_SHEETS) if asked.set == "expert" else {}
    chunks = []
    for teams in ((held, other), (other, held)):
        config = resolve(*teams, sheets=(teams.index(other),), house=house, teams_dir=folder)[0]
        chunks.append(ChunkPlayer(GAME, config, [player] * 2).play(seed, 0, asked.pairs, False))
    return np.array(pair_quarters(*chunks)) / QUARTERS


def main() -> None:
    """Fits, measures, and prints a table for docs/balance.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("standard", "expert"), default="expert")
    parser.add_argument("--teams", default="sharks,vultures", help="that are held out, separated by commas")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.5, help="of computing, for each sheet of each round")
    parser.add_argument("--pairs", type=int, default=60, help="of each player, with each team held out, and each other")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    held = asked.teams.split(",")
    spots = common_spots((("fire", "lightning"), ("maulers", "pharaohs")), SPOTS, OURS)
    tables = all_payoffs([spot for spot, _ in spots], TEAMS, TEAMS, OURS, asked.workers)
    with tempfile.TemporaryDirectory() as name:
        folders = {"without them": Path(name) / "without", "with them": Path(name) / "with"}
        for (how, folder), without in zip(folders.items(), (asked.teams, ""), strict=True):
            Console(stderr=True).print(f"a fit {how}")
            fitted(asked, folder, without, spots, tables)
        folders["the game's"] = OURS
        others = [team for team in TEAMS if team not in held]
        print(f"| {asked.teams} against {asked.set} sheets | {' | '.join(folders)} |\n|---|{'---:|' * len(folders)}")
        for player in PLAYERS:
            found = [
                np.concatenate([
                    shares(player, mine, other, folder, asked, asked.seed + number)
                    for number, (mine, other) in enumerate((mine, other) for mine in held for other in others)
                ])
                for folder in folders.values()
            ]  # fmt: skip
            print(f"| `{player}` wins | {' | '.join(map(with_error, found))} |", flush=True)


if __name__ == "__main__":
    main()
