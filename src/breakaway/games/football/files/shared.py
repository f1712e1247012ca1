"""What all card and sheet files share: levels of evidence, and errors that name file, card and field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from breakaway.core.data_files import BadData

DATA = Path(__file__).parents[1] / "data"

Evidence = Literal["printed", "derived", "public", "ours"]
T = TypeVar("T")


class Faults:
    """Collects the mistakes in a file, so that its author sees all of them at once."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.found: list[str] = []

    def add(self, path: str, message: str) -> None:
        """Records one mistake, or one for each line of the message."""
        self.found += [f"{self.where}: {path}: {line}" for line in message.split("\n")]

    def attempt(self, path: str, instead: T, read: Callable[..., T], *given: Any) -> T:
        """The result of `read(*given)`.

        If `read` raises ValueError, records the mistake under `path` and returns `instead`.
        """
        try:
            return read(*given)
        except ValueError as error:
            self.add(path, str(error))
            return instead

    def stop(self) -> None:
        """Raises BadData if there were mistakes."""
        if self.found:
            raise BadData("\n".join(self.found))


def check_attested(attested: dict[str, Evidence], data: dict[str, Any], where: str) -> None:
    """Checks that each exception to a file's level of evidence names an entry in the file's `data`, such as
    `offense_sheet/codes` or `offense/4`.

    Raises BadData if an exception names no entry. `where` names the file.
    """
    faults = Faults(where)
    for path in attested:
        here: Any = data
        for part in path.split("/"):
            if isinstance(here, dict) and part in here:
                here = here[part]
            elif isinstance(here, list) and part.isdecimal() and 1 <= int(part) <= len(here):
                here = here[int(part) - 1]
            else:
                faults.add(
                    f"attested: {path}",
                    f"the file does not have {part!r}; write a path such as 'offense/4' or 'defense/2'",
                )
                break
    faults.stop()
