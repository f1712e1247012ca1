"""What all card and sheet files share: reading, strict models, evidence, and mistakes named by file, card and field."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

DATA = Path(__file__).with_name("data")
LARGEST_FILE = 1_000_000

Evidence = Literal["printed", "derived", "public", "ours"]
T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


class BadData(ValueError):
    """A data file or option that is not right; the message names file, card and field, and what would be right."""


class Strict(BaseModel):
    """Unknown fields are errors; numbers are not guessed from text."""

    model_config = ConfigDict(extra="forbid", strict=True)


def read_toml(path: Path) -> dict[str, Any]:
    """Reads a TOML file; raises BadData naming the file and the line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadData(f"{path}: {error.strerror or error}") from None
    if len(data) > LARGEST_FILE:
        raise BadData(f"{path}: larger than {LARGEST_FILE} bytes")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadData(f"{path}: not UTF-8 text") from None
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BadData(f"{path}: not TOML: {error}") from None


def checked(model: type[M], data: Any, where: str) -> M:
    """The data as a model; raises BadData naming every field that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = []
        for fault in error.errors():
            found = f", not {fault['input']!r}" if isinstance(fault["input"], str | int | float) else ""
            known = f"; known: {', '.join(model.model_fields)}" if _unknown_at_top(fault) else ""
            faults.append(f"{where}: {place(*fault['loc'])}: {fault['msg']}{found}{known}")
        raise BadData("\n".join(faults)) from None


def _unknown_at_top(fault: Any) -> bool:
    return fault["type"] == "extra_forbidden" and len(fault["loc"]) == 1


def place(*path: str | int) -> str:
    """A path into a file for people, who count from 1: `offense 4: plays 2`."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f": {part}"
    return text.removeprefix(": ").strip() or "the file"


class Faults:
    """Collects the mistakes of a file, so that its author sees all of them at once."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.found: list[str] = []

    def add(self, path: str, message: str) -> None:
        """Notes one mistake, or several of one line each."""
        self.found += [f"{self.where}: {path}: {line}" for line in message.split("\n")]

    def attempt(self, path: str, instead: T, read: Callable[..., T], *given: Any) -> T:
        """What `read` makes of what is given; after a mistake, which is noted, something to go on with."""
        try:
            return read(*given)
        except ValueError as error:
            self.add(path, str(error))
            return instead

    def stop(self) -> None:
        """Raises BadData when there were mistakes."""
        if self.found:
            raise BadData("\n".join(self.found))


def check_attested(attested: dict[str, Evidence], data: dict[str, Any], where: str) -> None:
    """Each exception to a file's evidence names a place that the file has: `offense_sheet.codes`, `offense.4`."""
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
                    f"attested: {path}", f"there is no {part!r}; write a path such as 'offense/4' or 'defense/2'"
                )
                break
    faults.stop()
