"""The files of a simulation: its plan, its finished parts, and folders near and far."""

from __future__ import annotations

import io
import json
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from breakaway.core.game import Game, misfit
from breakaway.core.language import UserError
from breakaway.core.state import json_of, to_json
from breakaway.core.version import version
from breakaway.games.manifest import find
from breakaway.lab.compile_cache import own_hash, source_hash
from breakaway.records.match import Start
from breakaway.records.replay import load_config

# --- What a simulation plays, and how its files describe this.


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
    """The metadata that a simulation wrote into a file or a folder of parts. Raises UserError if no simulation wrote
    this file or folder.
    """
    if not path.exists():
        raise UserError(f"{path}: there is no such file; make it with: breakaway simulate GAME --out {path}")
    what = "folder" if path.is_dir() else "file"
    try:
        if path.is_dir():
            found = json_of((path / PLAN).read_text(encoding="utf-8"))
            found["holds"] = ROWS if found["plays"] else MATCHES
        else:
            found = json_of(pl.read_parquet_metadata(path)[KEY])
    except (pl.exceptions.PolarsError, OSError, KeyError, TypeError, ValueError):
        found = None
    if not isinstance(found, dict) or "format" not in found:
        raise UserError(f"{path}: breakaway simulate did not write this {what}")
    if found["format"] != FORMAT:
        other = found.get("version")
        raise UserError(f"{path}: another version of breakaway ({other}) wrote this {what}; simulate the matches again")
    if misfit(found, SHAPE, "it"):
        raise UserError(f"{path}: this {what} is damaged; simulate the matches again")
    return found


def game_of(said: dict[str, Any]) -> Game[Any, Any]:
    """The game that a file's metadata (`said`) names. Raises NoSuchGame."""
    return find(said["game"])


# --- Folders with the files of a simulation: on this machine, or at any address that fsspec can open, such as s3://...


ELSEWHERE = "://"
DISKS = {"file", "local", "ftp", "hdfs", "sftp", "smb", "ssh", "webhdfs"}  # protocols of fsspec
UNFINISHED = ".new"  # the end of the name of a file that is still being written


def is_folder(out: str) -> bool:
    """Whether `out` names a folder of parts rather than one file: it is an address, ends with a slash, or is an
    existing folder.
    """
    return ELSEWHERE in out or out.endswith(("/", "\\")) or Path(out).is_dir()


class Folder:
    """A folder whose files are read and written whole. No reader ever sees half a file."""

    def __init__(self, address: str) -> None:
        """`address` is a path on this machine, or an address for fsspec.

        Raises UserError if fsspec cannot open the address.
        """
        self.address = address
        self.here: Path | None = None if ELSEWHERE in address else Path(address)
        self.there: Any = None
        self.base = ""
        if self.here is None:
            self.there, self.base = _opened(address)

    @property
    def shows_half_files(self) -> bool:
        """Whether readers at this address see a file while it is being written. In an object store, nobody sees a file
        before it is complete.
        """
        protocol = self.there.protocol
        return bool(DISKS & ({protocol} if isinstance(protocol, str) else {*protocol}))

    def exists(self, name: str = "") -> bool:
        """Whether the folder contains a file or folder with this name."""
        if self.here is not None:
            return (self.here / name).exists()
        return bool(self.there.exists(self._at(name)))

    def make(self, names: list[str]) -> None:
        """Makes the folder, with a folder for each of these `names` inside it."""
        if self.here is not None:
            for name in names:
                (self.here / name).mkdir(parents=True, exist_ok=True)
            return
        for name in names:
            self.there.makedirs(self._at(name), exist_ok=True)

    def drop(self, name: str) -> None:
        """Removes a file if it still exists."""
        with suppress(FileNotFoundError):
            if self.here is not None:
                (self.here / name).unlink()
            else:
                self.there.rm_file(self._at(name))

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises OSError."""
        found: bytes = (self.here / name).read_bytes() if self.here is not None else self.there.cat_file(self._at(name))
        return found

    def write(self, name: str, data: bytes) -> None:
        """Writes a file. The file gets its name only when it is complete, even if two workers write it at once."""
        spare = f"{name}.{uuid.uuid4().hex}{UNFINISHED}"
        if self.here is None:
            if self.shows_half_files:
                self.there.pipe_file(self._at(spare), data)
                self.there.mv(self._at(spare), self._at(name))
            else:
                self.there.pipe_file(self._at(name), data)
            return
        path, new = self.here / name, self.here / spare
        new.write_bytes(data)
        new.replace(path)

    def names(self, under: str) -> list[str]:
        """The names of the finished files in the folder `under`, in order."""
        if self.here is not None:
            found = [path.name for path in (self.here / under).glob("*")]
        else:
            self.there.invalidate_cache()
            listed = self.there.ls(self._at(under), detail=False) if self.exists(under) else []
            found = [PurePosixPath(name).name for name in listed]
        return sorted(name for name in found if not name.endswith(UNFINISHED))

    def tidy(self) -> None:
        """Removes unfinished files left behind by workers that were killed."""
        for path in self.here.rglob(f"*{UNFINISHED}") if self.here is not None else ():
            path.unlink(missing_ok=True)
        if self.here is None and self.shows_half_files:
            for name in self.there.find(self.base):
                if str(name).endswith(UNFINISHED):
                    self.there.rm_file(name)

    def remove(self) -> None:
        """Removes the folder with everything in it."""
        if self.here is not None:
            shutil.rmtree(self.here)
        elif self.exists():
            self.there.rm(self.base, recursive=True)

    def _at(self, name: str) -> str:
        return f"{self.base}/{name}" if name else self.base


def _opened(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it. Raises UserError."""
    if find_spec("fsspec") is None:
        raise UserError(
            f"{address}: this address needs fsspec: pip install 'breakaway[dask]', or name a folder on this machine"
        )
    from fsspec.core import url_to_fs

    try:
        there, base = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise UserError(f"{address}: {error}") from None
    return there, str(base).rstrip("/")


@contextmanager
def fetched(address: str, plays: bool = True) -> Iterator[Path]:
    """A context with a simulation's file or folder on this machine.

    Copies the files at an address to this machine, where they stay until the context ends. `plays`: whether to copy the
    rows of plays, which can be very large. Without the plays, only the matches are copied. Raises UserError.
    """
    if ELSEWHERE not in address:
        yield Path(address)
        return
    folder = Folder(address)
    with TemporaryDirectory() as spare:
        copied = Path(spare) / (PurePosixPath(folder.base).name or "simulation")
        try:
            if plays or not folder.exists(PLAN):
                folder.there.get(folder.base, str(copied), recursive=True)
            else:
                folder.there.get(f"{folder.base}/{MATCHES}", str(copied / MATCHES), recursive=True)
                said = {**json_of(folder.read(PLAN)), "plays": False}
                (copied / PLAN).write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise UserError(f"{address} cannot be read: {error}") from None
        yield copied


# --- The finished chunks of a simulation: a folder with Parquet files for each chunk.
#
# Either the folder is the result, or the result is a file beside it, into which the chunks are merged at the end.
# Threads and the workers of a cluster write to the folder in the same way.


END = ".parquet"


def name_of(first: int, count: int) -> str:
    """The file name of a chunk."""
    return f"{first:012}-{count}{END}"


def finished(folder: Folder, holds: list[str]) -> list[tuple[int, int]]:
    """The first match and the number of matches of each finished chunk, in order.

    A chunk is finished when it has a file for each kind of data in `holds`. If two chunks begin with the same match,
    the longer one counts.
    """
    names = set.intersection(*({*folder.names(what)} for what in holds))
    split = [name.removesuffix(END).partition("-") for name in names]
    chunks = [(int(first), int(count)) for first, _, count in split if first.isdecimal() and count.isdecimal()]
    found: list[tuple[int, int]] = []
    for first, count in sorted(chunks, key=lambda each: (each[0], -each[1])):
        if first >= sum(found[-1] if found else (0, 0)):
            found.append((first, count))
    return found


def paths_in(folder: Path, plays: bool) -> dict[str, list[Path]]:
    """The files of all finished chunks in a folder, by kind of data."""
    holds = holds_of({"plays": plays})
    chunks = finished(Folder(str(folder)), holds)
    return {what: [folder / what / name_of(*each) for each in chunks] for what in holds}


class Parts:
    """The finished chunks of a plan. The result is a file or, if `is_result`, the folder of chunks itself."""

    def __init__(self, plan: Plan, out: str | Path) -> None:
        """`out` names a file or a folder; `is_folder` decides which. Raises UserError."""
        self.plan, self.is_result, self.said = plan, is_folder(str(out)), plan.says()
        if self.is_result:
            where = str(out).rstrip("/")
            self.folder = Folder(where if ELSEWHERE in where else str(Path(where).resolve()))
            self.files: dict[str, Any] = {what: f"{where}/{what}" for what in plan.holds}
            self.named = where
            return
        path = Path(out)
        self.folder = Folder(str(path.with_name(path.name + ".parts").resolve()))
        self.files, self.named = files_of(path, plan.plays), str(path)
        if not path.parent.is_dir():
            raise UserError(f"--out: there is no folder {path.parent}")

    def take_up(self) -> list[tuple[int, int]]:
        """The chunks that earlier runs of this plan have finished.

        Raises UserError if the files belong to another simulation.
        """
        said = as_text(self.said)
        if self.folder.exists(PLAN):
            if self.folder.read(PLAN).decode() != said:
                has = "a" if self.is_result else "an unfinished"
                raise UserError(
                    f"{self.folder.address} has {has} simulation with different settings; "
                    "delete the folder, or give --out another name"
                )
            self.folder.make(self.plan.holds)
        elif self.is_result:
            self._begin_folder(said)
        else:
            self._begin_beside(said)
        self.folder.tidy()
        self._drop_strays()
        return self.finished()

    def _begin_folder(self, said: str) -> None:
        here = self.folder.here
        if here is not None and not here.parent.is_dir():
            raise UserError(f"--out: there is no folder {here.parent}")
        if self.folder.exists() and self.folder.names(""):
            raise UserError(f"{self.folder.address} already has other files; name an empty folder or a new one")
        self.folder.make(self.plan.holds)
        self.folder.write(PLAN, said.encode())

    def _begin_beside(self, said: str) -> None:
        """Makes the folder beside the result. If there is a result already, it becomes the first chunk."""
        there = {what: path for what, path in self.files.items() if path.exists()}
        for path in there.values():
            if path.is_dir() or as_text({**said_in(path), "holds": None}) != as_text({**self.said, "holds": None}):
                raise UserError(f"{path} has a simulation with different settings; give --out another name")
        if self.folder.exists():
            text = f"{self.folder.address} is not the folder of a simulation; delete it, or give --out another name"
            raise UserError(text)
        self.folder.make(self.plan.holds)
        self.folder.write(PLAN, said.encode())
        if len(there) == len(self.files):
            count = matches_in(self.files[MATCHES])
            for what, path in there.items():
                path.rename(self.part(0, count, what))

    def part(self, first: int, count: int, what: str) -> Path:
        """The file for a chunk, in a folder on this machine."""
        return Path(self.folder.address) / what / name_of(first, count)

    def finished(self) -> list[tuple[int, int]]:
        """The first match and the number of matches of each finished chunk."""
        return finished(self.folder, self.plan.holds)

    def _drop_strays(self) -> None:
        """Removes files that belong to no finished chunk, because readers use every file in a folder.

        Such files may come from a run that was killed, or from one with another number of matches.
        """
        known = {name_of(*each) for each in self.finished()}
        for what in self.plan.holds:
            for name in self.folder.names(what):
                if name not in known:
                    self.folder.drop(f"{what}/{name}")

    def has(self, first: int, count: int) -> bool:
        """Whether a chunk is finished."""
        return all(self.folder.exists(f"{what}/{name_of(first, count)}") for what in self.plan.holds)

    def write(self, first: int, count: int, frames: dict[str, pl.DataFrame]) -> None:
        """Writes the files of a chunk, the file of matches last. A file gets its name only when it is complete."""
        for what in self.plan.holds:
            data = io.BytesIO()
            if self.is_result:
                said = as_text({**self.said, "holds": what})
                frames[what].write_parquet(data, compression="zstd", metadata={KEY: said})
            else:
                frames[what].write_parquet(data, compression="lz4", statistics=False)
            self.folder.write(f"{what}/{name_of(first, count)}", data.getvalue())

    def put_together(self) -> int:
        """Puts the finished chunks together, in order and up to the first gap. Returns the number of matches in the
        result.

        Nothing is put together if the folder is the result. Chunks after a gap stay in the folder beside the result.
        """
        chunks = self.finished()
        if self.is_result:
            self.folder.tidy()
            self._drop_strays()
            return sum(count for _, count in chunks)
        before = accumulate((count for _, count in chunks), initial=0)
        whole = [chunk for chunk, done in zip(chunks, before, strict=False) if chunk[0] == done]
        for what, path in self.files.items() if whole else ():
            said = as_text({**self.said, "holds": what})
            new = path.with_name(path.name + ".new")
            parts = [self.part(first, count, what) for first, count in whole]
            pl.scan_parquet(parts).sink_parquet(new, compression="zstd", metadata={KEY: said}, maintain_order=True)
            new.replace(path)
        if len(whole) == len(chunks):
            self.folder.remove()
        return sum(count for _, count in whole)


def matches_in(path: Path) -> int:
    """The number of matches in a file."""
    return int(pl.scan_parquet(path).select(pl.col("match").max()).collect().item() or 0)
