"""Folders with the files of a simulation: on this machine, or at any address that fsspec can open, such as s3://..."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from breakaway.core.language import Trouble
from breakaway.lab.plan import MATCHES, PLAN

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

        Raises Trouble if fsspec cannot open the address.
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
    """The file system of an address, and the path in it. Raises Trouble."""
    if find_spec("fsspec") is None:
        raise Trouble(
            f"{address}: this address needs fsspec: pip install 'breakaway[dask]', or name a folder on this machine"
        )
    from fsspec.core import url_to_fs

    try:
        there, base = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise Trouble(f"{address}: {error}") from None
    return there, str(base).rstrip("/")


@contextmanager
def fetched(address: str, plays: bool = True) -> Iterator[Path]:
    """A context with a simulation's file or folder on this machine.

    Copies the files at an address to this machine, where they stay until the context ends. `plays`: whether to copy the
    rows of plays, which can be very large. Without the plays, only the matches are copied. Raises Trouble.
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
                said = {**json.loads(folder.read(PLAN)), "plays": False}
                (copied / PLAN).write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise Trouble(f"{address} cannot be read: {error}") from None
        yield copied
