"""What a simulation plays, and how its files describe this."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from breakaway.core.game import Game, misfit
from breakaway.core.language import Trouble
from breakaway.core.state import to_json
from breakaway.core.version import version
from breakaway.games.manifest import find
from breakaway.lab.kept import source_hash
from breakaway.lab.own import own_hash
from breakaway.records.match import Start
from breakaway.records.replay import load_config

KEY = "breakaway"  # the key for our metadata in a Parquet file
MATCHES, ROWS = "matches", "plays"  # what a file holds
FORMAT = 1
SHAPE = {  # of the metadata
    "game": str,
    "edition": str,
    "options": {},
    "names": {},
    "seats": [{"name": str, "by": str}],
    "coaches": [str],
    "seed": int,
    "plays": bool,
    "book": {},
}
PLAN = "plan.json"  # in a folder of parts, the file with the metadata of all parts


@dataclass(frozen=True)
class Plan:
    """What to simulate: the start of a match, who plays each seat, a seed, and whether to keep plays too."""

    game: Game[Any, Any]
    start: Start
    by: list[str]
    seed: int
    plays: bool

    def says(self) -> dict[str, Any]:
        """Everything that determines the rows. Each file of the simulation has this as its metadata."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "edition": self.game.edition,
            "version": version(),
            "engine": source_hash(self.game) + own_hash(self.game, self.by),
            "options": self.start.options,
            "names": self.start.names,
            "seats": [{"name": seat["name"], "by": seat["by"]} for seat in self.start.seats],
            "coaches": self.by,
            "seed": self.seed,
            "plays": self.plays,
            "book": to_json(self.start.config),
        }

    @property
    def holds(self) -> list[str]:
        """What the files of the simulation contain, beginning with the main file."""
        return holds_of({"plays": self.plays})


def plan_from(said: dict[str, Any]) -> Plan:
    """The plan that a file's metadata (`said`) describes. Raises NoSuchGame or BadRecord."""
    game = find(said["game"])
    config = load_config(game, said["book"])
    start = Start(config, said["options"], said["names"], said["seats"])
    return Plan(game, start, said["coaches"], said["seed"], said["plays"])


def holds_of(said: dict[str, Any]) -> list[str]:
    """What the files with this metadata contain, beginning with the main file."""
    return [ROWS, MATCHES] if said["plays"] else [MATCHES]


def as_text(said: dict[str, Any]) -> str:
    """Metadata as JSON."""
    return json.dumps(said, ensure_ascii=False)


def files_of(out: Path, plays: bool) -> dict[str, Path]:
    """The files of a simulation. With `plays`, the plays go to `out` and the matches beside it; otherwise the matches
    go to `out`.
    """
    if not plays:
        return {MATCHES: out}
    return {ROWS: out, MATCHES: out.with_name(f"{out.stem}.matches{out.suffix}")}


def said_in(path: Path) -> dict[str, Any]:
    """The metadata that a simulation wrote into a file or a folder of parts. Raises Trouble if no simulation wrote this
    file or folder.
    """
    if not path.exists():
        raise Trouble(f"{path}: there is no such file; make it with: breakaway simulate GAME --out {path}")
    what = "folder" if path.is_dir() else "file"
    try:
        if path.is_dir():
            found = json.loads((path / PLAN).read_text(encoding="utf-8"))
            found["holds"] = ROWS if found["plays"] else MATCHES
        else:
            found = json.loads(pl.read_parquet_metadata(path)[KEY])
    except (pl.exceptions.PolarsError, OSError, KeyError, TypeError, ValueError):
        found = None
    if not isinstance(found, dict) or "format" not in found:
        raise Trouble(f"{path}: breakaway simulate did not write this {what}")
    if found["format"] != FORMAT:
        other = found.get("version")
        raise Trouble(f"{path}: another version of breakaway ({other}) wrote this {what}; simulate the matches again")
    if misfit(found, SHAPE, "it"):
        raise Trouble(f"{path}: this {what} is damaged; simulate the matches again")
    return found


def game_of(said: dict[str, Any]) -> Game[Any, Any]:
    """The game that a file's metadata (`said`) names. Raises NoSuchGame."""
    return find(said["game"])
