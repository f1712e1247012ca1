"""Keeps the compiled code of each game in a folder whose name is a hash of everything that the code is made from.

Numba's cache notices neither an edit in another file nor a new value of the bounds-check flag. So the name of each
game's folder is a hash of every file that the game's compiled functions can come from. Rules in any other file are not
compiled.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from breakaway.core.game import Game
from breakaway.players import coaches

# vectors.py is left out, because no other file calls its compiled functions: Numba notices edits of vectors.py itself,
# and simulations, whose files hold the hash, do not depend on it.
DRIVERS = ("compiled.py", "intrinsics.py", "lazily.py", "kept.py", "chunks.py", "own.py", "sampler.py")
MADE_OF = (".py", ".toml", ".csv", ".json", ".txt")  # tables become constants; rules.toml numbers the events
PARTS = ("rules", "counts", "coaches", "text", "files", "data")  # what belongs to a compiled game, in its folder


@cache
def sources(game: Game[Any, Any]) -> frozenset[Path]:
    """All files that a game's compiled functions can come from: core, drivers, and the game's package and coaches."""
    here = Path(__file__).resolve().parent
    folders = [here.parent / "core", *_folders_of(game)]
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in MADE_OF}
    files |= {path for folder in folders for path in folder.parent.glob("rules.toml") if folder.name == PARTS[0]}
    return frozenset({*files, *_coaches_of(game), *(here / name for name in DRIVERS)})


def _folders_of(game: Game[Any, Any]) -> list[Path]:
    """The folders of a game's rules and of the code compiled with them. Leaves out drawings and screens."""
    home = Path(game.step.__code__.co_filename).resolve().parent
    return [home.parent / part for part in PARTS] if home.name == PARTS[0] else [home]


def _coaches_of(game: Game[Any, Any]) -> set[Path]:
    """The files of a game's coaches, with the tables that they read."""
    found = {Path(coaches.__file__).resolve()}
    for name in coaches.names(game):
        spec = find_spec(coaches.place(game, name).partition(":")[0])
        if spec is not None and spec.origin:
            path = Path(spec.origin).resolve()
            found |= {each for each in (path, path.with_suffix(".toml")) if each.is_file()}
    return found


def source_hash(game: Game[Any, Any]) -> str:
    """A hash of everything that a game's compiled code depends on: files, versions and the bounds-check flag."""
    flags = (sys.version, version("numba"), version("llvmlite"), os.environ.get("NUMBA_BOUNDSCHECK", ""))
    seen = hashlib.sha256(repr(flags).encode())
    root = Path(__file__).resolve().parents[1]
    for path in sorted(sources(game)):
        name = path.relative_to(root) if path.is_relative_to(root) else path
        seen.update(f"{name}\0".encode() + path.read_bytes())
    return seen.hexdigest()[:20]


@cache
def folder_of(game: Game[Any, Any], own: str = "") -> Path:
    """The folder for a game's compiled code. With `own` (a hash of users' bots), the folder inside it for these bots.

    The folder is worked out only once, because imported code does not change.
    """
    return user_cache_path("breakaway") / "compiled" / f"{game.name}-{source_hash(game)}" / own
