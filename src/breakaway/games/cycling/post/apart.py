"""The files of a Blind or Spy race: the public record, and beside it the complete one, which only the referee may read.

Every entry is written to the complete record first, and the public record is made from it. If the program stops before
it has written both records, the next command that opens the race adds the missing entries.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from breakaway.core.game import Game
from breakaway.records.entries import BadRecord, Line
from breakaway.records.public_records import Publisher
from breakaway.records.record_file import Files, Record, read_record, whole_path


class ApartFiles(Files):
    """The complete record in `NAME.referee`, the sealed orders in `NAME.sealed`, and the public record in `NAME`."""

    def __init__(self, public: Path, game: Game[Any, Any]) -> None:
        super().__init__(whole_path(public))
        self.secret_path = public.with_name(public.name + ".sealed")
        self.public, self.game = public, game
        self._whole = Record()
        self._publisher: Publisher | None = None

    def begin(self) -> None:
        """Creates the file of the complete record, which only its owner can read. Raises FileExistsError."""
        os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def append(self, line: Line) -> None:
        """Adds one line to the complete record, and the public part of it to the public record."""
        super().append(line)
        self._whole.lines.append(line)
        self._publish(read_record(self.public).lines if self.public.stat().st_size else [])

    def read(self) -> tuple[Record, Line | None]:
        """Reads the complete record and the sealed orders. Adds entries that are missing from the public record.

        Raises BadRecord if a file is damaged or the public record does not match.
        """
        if not self.path.exists():
            lacks = f"{self.public.name} does not have the secret orders and cards"
            raise BadRecord(0, f"{self.path.name} is missing; restore it from a copy, because {lacks}")
        record, hidden = super().read()
        self._whole, self._publisher = Record(list(record.lines)), None
        public = read_record(self.public)
        if public.torn:
            with self.public.open("r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)
                os.fsync(file.fileno())
        self._publish(public.lines)
        return record, hidden

    def _publish(self, there: list[Line]) -> None:
        """Adds missing entries to the public record, which already contains the entries in `there`.

        Raises BadRecord if the two records do not match.
        """
        self._publisher = self._publisher or Publisher(self.game, self._whole)
        made = self._publisher.lines(there)
        whole = self.path.name
        for number, (right, found) in enumerate(zip(made, there, strict=False), 1):
            if right != found:
                raise BadRecord(number, f"this entry does not match {whole}; restore {self.public.name} from a copy")
        if len(there) > len(made):
            raise BadRecord(
                0,
                f"{whole} is too short, or an old copy: it has fewer entries than {self.public.name}. Restore it "
                "from a newer copy",
            )
        rows = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in made[len(there) :]]
        if rows:
            with self.public.open("ab") as file:
                file.write("".join(rows).encode())
                file.flush()
                os.fsync(file.fileno())
