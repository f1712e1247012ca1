"""Data files of people and of ours: TOML, checked by strict models, with mistakes named by file and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

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
        faults: dict[str, list[Any]] = {}
        for fault in error.errors():
            path = [part for part in fault["loc"] if not ALTERNATIVE.fullmatch(str(part))]
            faults.setdefault(place(*path), []).append(fault)
        raise BadData("\n".join(f"{where}: {at}: {said(model, each)}" for at, each in faults.items())) from None


# Where a field may be of two kinds, pydantic names the kind at the end of the path, as `int` or `list[int]`.
ALTERNATIVE = re.compile(r"(constrained-)?(int|str|bool|float)|(list|dict)\[.*\]")
# What would be right, by pydantic's type of fault; the fault's own numbers and texts stand in braces.
EXPECTED = {
    "too_short": "at least {min_length} {entries}, not {actual_length}",
    "too_long": "at most {max_length} {entries}, not {actual_length}",
    "string_too_short": "a text of at least {min_length} {characters}",
    "string_too_long": "a text of at most {max_length} {characters}",
    "string_pattern_mismatch": "a text that fits {pattern}",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "literal_error": "{expected}",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text in quotation marks",
    "list_type": "a list in square brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def said(model: type[BaseModel], faults: Sequence[Any]) -> str:
    """What is wrong with a field, and what would be right; several faults where it may be of two kinds."""
    first = faults[0]
    if first["type"] == "missing":
        return "is missing"
    if first["type"] == "extra_forbidden":
        known = fields_at(model, first["loc"][:-1])
        return f"there is no such field{'; known: ' if known else ''}{', '.join(known)}"
    right = "expected " + " or ".join(dict.fromkeys(expected(each) for each in faults))
    if any(each["type"] not in EXPECTED for each in faults):
        right = "; ".join(str(each.get("ctx", {}).get("error", each["msg"])) for each in faults)
    return f"{right}, not {_shown(first['input'])}" if isinstance(first["input"], str | int | float) else right


def expected(fault: Any) -> str:
    """What would be right."""
    context = fault.get("ctx", {})
    one = context.get("min_length", context.get("max_length")) == 1
    words = {"entries": "entry" if one else "entries", "characters": "character" if one else "characters"}
    return EXPECTED.get(fault["type"], "").format(**words, **context)


def fields_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """The fields of the table at a path into a model; none where that depends on the data."""
    for part in path:
        if isinstance(part, int):
            continue  # an entry of a list, whose field has led to its model already
        field = model.model_fields.get(part)
        inner = list(_models_in(field.annotation)) if field else []
        if len(inner) != 1:
            return []
        model = inner[0]
    return list(model.model_fields)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that a field's type names: `list[OffenseCard]`, `DefenseSheet | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _shown(value: str | float) -> str:
    """A value for a message, as TOML writes it; Python refuses to write numbers of thousands of digits."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def place(*path: str | int) -> str:
    """A path into a file for people, who count from 1: `offense 4: plays 2`."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f": {part}"
    return text.removeprefix(": ").strip() or "the file"
