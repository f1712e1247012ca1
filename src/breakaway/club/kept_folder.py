"""A folder whose files stay although its file system does not, as in a browser."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, LargeBinary, MetaData, StaticPool, String, Table, create_engine, delete, insert, select

TABLES = MetaData()
files = Table(
    "files",
    TABLES,
    Column("path", String, primary_key=True),  # below the folder
    Column("data", LargeBinary, nullable=False),
)


class KeptFolder:
    """A folder of files that stay, such as sets of people's own cards, tracks and rosters.

    A browser keeps only a few files with fixed names, so all files of the `folder` are kept in one database at `path`:
    either all of them as they were after an answer, or as they were before.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        """Puts the files that were kept back into the `folder`."""
        self._folder = folder
        self._kept = create_engine(f"sqlite:///{path}", poolclass=StaticPool)
        with self._kept.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = TRUNCATE")  # files in there cannot be deleted
            connection.exec_driver_sql("PRAGMA synchronous = FULL")
        TABLES.create_all(self._kept)
        with self._kept.begin() as connection:
            for name, data in connection.execute(select(files.c.path, files.c.data)):
                file = folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        self._seen = self._stamps()

    def keep(self) -> None:
        """Stores what has changed in the folder."""
        now = self._stamps()
        if now == self._seen:
            return
        changed = [name for name, stamp in now.items() if self._seen.get(name) != stamp]
        with self._kept.begin() as connection:
            connection.execute(delete(files).where(files.c.path.in_({*self._seen} - {*now} | {*changed})))
            if changed:
                rows = [{"path": name, "data": (self._folder / name).read_bytes()} for name in changed]
                connection.execute(insert(files), rows)
        self._seen = now

    def close(self) -> None:
        """Closes the database."""
        self._kept.dispose()

    def _stamps(self) -> dict[str, tuple[int, int, int]]:
        found = {}
        for path in self._folder.rglob("*"):
            if path.is_file():
                about = path.stat()
                found[path.relative_to(self._folder).as_posix()] = (about.st_mtime_ns, about.st_size, about.st_ino)
        return found
