"""Data files of people and of ours: TOML, checked by strict models, with mistakes named by file and field."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

LARGEST_FILE = 1_000_000

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
            found = f", not {_shown(fault['input'])}" if isinstance(fault["input"], str | int | float) else ""
            known = f"; known: {', '.join(model.model_fields)}" if _unknown_at_top(fault) else ""
            faults.append(f"{where}: {place(*fault['loc'])}: {fault['msg']}{found}{known}")
        raise BadData("\n".join(faults)) from None


def _shown(value: str | float) -> str:
    """A value for a message; Python refuses to write numbers of thousands of digits."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def _unknown_at_top(fault: Any) -> bool:
    return fault["type"] == "extra_forbidden" and len(fault["loc"]) == 1


def place(*path: str | int) -> str:
    """A path into a file for people, who count from 1: `offense 4: plays 2`."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f": {part}"
    return text.removeprefix(": ").strip() or "the file"
