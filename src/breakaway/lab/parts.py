"""The finished chunks of a simulation: a folder with Parquet files for each chunk.

Either the folder is the result, or the result is a file beside it, into which the chunks are merged at the end. Threads
and the workers of a cluster write to the folder in the same way.
"""

from __future__ import annotations

import io
from itertools import accumulate
from pathlib import Path
from typing import Any

import polars as pl

from breakaway.core.language import Trouble
from breakaway.lab.folders import ELSEWHERE, Folder, is_folder
from breakaway.lab.plan import KEY, MATCHES, PLAN, Plan, as_text, files_of, holds_of, said_in

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
        """`out` names a file or a folder; `is_folder` decides which. Raises Trouble."""
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
            raise Trouble(f"--out: there is no folder {path.parent}")

    def take_up(self) -> list[tuple[int, int]]:
        """The chunks that earlier runs of this plan have finished.

        Raises Trouble if the files belong to another simulation.
        """
        said = as_text(self.said)
        if self.folder.exists(PLAN):
            if self.folder.read(PLAN).decode() != said:
                has = "a" if self.is_result else "an unfinished"
                raise Trouble(
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
            raise Trouble(f"--out: there is no folder {here.parent}")
        if self.folder.exists() and self.folder.names(""):
            raise Trouble(f"{self.folder.address} already has other files; name an empty folder or a new one")
        self.folder.make(self.plan.holds)
        self.folder.write(PLAN, said.encode())

    def _begin_beside(self, said: str) -> None:
        """Makes the folder beside the result. If there is a result already, it becomes the first chunk."""
        there = {what: path for what, path in self.files.items() if path.exists()}
        for path in there.values():
            if path.is_dir() or as_text({**said_in(path), "holds": None}) != as_text({**self.said, "holds": None}):
                raise Trouble(f"{path} has a simulation with different settings; give --out another name")
        if self.folder.exists():
            text = f"{self.folder.address} is not the folder of a simulation; delete it, or give --out another name"
            raise Trouble(text)
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
