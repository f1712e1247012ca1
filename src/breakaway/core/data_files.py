"""TOML files, checked against a model, and house rules drawn by chance."""

from __future__ import annotations

import io
import os
import re
import struct
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, create_model
from pydantic import Field as Limits

from breakaway.core.chance import Chance, below
from breakaway.core.language import _, many, marked, say
from breakaway.core.rulebook import Option, options_of, put_options, unmet
from breakaway.core.state import plain_error

# --- Reads and checks TOML data files: the program's own and those of players. Errors name the file and the field.


LARGEST_FILE = 1_000_000
# Whatever Python's zip library raises over a damaged archive: not even its own error every time.
DAMAGED_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    LookupError,
)
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # how the files in an archive may be packed
MOST_PARTS = 16  # parts of a key such as `a.b.c`: the parser's time grows with the square of their number
_PART = r"(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+"
LONG_KEY = re.compile(rf"{_PART}(?:\.[ \t]*+{_PART}){{{MOST_PARTS}}}")

M = TypeVar("M", bound=BaseModel)


class BadData(ValueError):
    """A fault in a data file or option.

    The message names the file, the card and the field, and says what would be right.
    """


class Strict(BaseModel):
    """A model that refuses unknown fields and never turns text into numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


def toml_of(text: str) -> dict[str, Any]:
    """The data in `text`, which must be TOML. Raises ValueError if it is not, or is too long or deep."""
    if LONG_KEY.search(text):
        raise ValueError(say("a key has more than {most} parts", most=MOST_PARTS))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(_("lists and tables are nested too deeply")) from None
    except ValueError as error:
        raise plain_error(error) from None


def files_in_zip(
    data: bytes, largest: int, is_wanted: Callable[[str], bool] = lambda _name: True
) -> Iterator[tuple[str, str, bytes]]:
    """The files in a zip archive (`data`): each name without its folders, its comment and its bytes.

    Hidden files are left out, and those for whose names `is_wanted` is false. No more than `largest` bytes and one are
    unpacked of all files together: if there is one too many, the last file is cut off. Raises one of DAMAGED_ARCHIVE.
    """
    left = largest
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for each in archive.infolist():
            name = PurePosixPath(each.filename.replace("\\", "/")).name
            is_hidden = name.startswith(".") or each.filename.startswith("__MACOSX")
            if each.is_dir() or is_hidden or not is_wanted(name):
                continue
            if each.compress_type not in PACKED:
                raise zipfile.BadZipFile
            with archive.open(each) as member:
                found = member.read(left + 1)
            left -= len(found)
            yield name, each.comment.decode("utf-8", "replace"), found
            if left < 0:
                return


def read_toml(path: Path) -> dict[str, Any]:
    """Reads a TOML file; raises BadData naming the file and the line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadData(f"{path}: {error.strerror or error}") from None
    if len(data) > LARGEST_FILE:
        raise BadData(say("{path}: larger than {most} bytes", path=path, most=LARGEST_FILE))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadData(say("{path}: not UTF-8 text", path=path)) from None
    return toml_in(text, path)


def toml_in(text: str, where: Any) -> dict[str, Any]:
    """The data of a TOML text. `where` says where it comes from. Raises BadData."""
    try:
        return toml_of(text)
    except ValueError as error:
        raise BadData(say("{path}: not TOML: {error}", path=where, error=error)) from None


def quoted(text: str) -> str:
    """The text as a TOML string."""
    kept = "".join(each for each in text if each.isprintable())
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_whole(path: Path, text: str) -> None:
    """Writes a text file completely or not at all: it gets its name once it is on the disk. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)  # mkstemp lets only us read
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def checked(model: type[M], data: Any, where: str) -> M:
    """The data as an instance of `model`.

    Raises BadData naming every wrong field; `where` says where the data comes from.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = explained(model, error, data)
        raise BadData("\n".join(f"{where}: {place(*path)}: {text}" for path, text in faults.items())) from None


def explained(model: type[BaseModel], error: ValidationError, data: Any) -> dict[tuple[str | int, ...], str]:
    """The faults that a `model` reports in an `error` about the `data`, by path: what is wrong and what would be right.

    If a value could be of two kinds, and some faults are inside it, only these are told.
    """
    faults: dict[tuple[str | int, ...], list[Any]] = {}
    for fault in error.errors(include_url=False):
        faults.setdefault(_path(fault, data), []).append(fault)
    return {
        path: said(model, path, each)
        for path, each in faults.items()
        if not (
            all(fault["type"].endswith("_type") for fault in each)
            and any(other[: len(path)] == path != other for other in faults)
        )
    }


def _path(fault: Any, data: Any) -> tuple[str | int, ...]:
    """The path of a fault in the data. If a field allows two types, pydantic puts the type into its own path."""
    path: list[str | int] = []
    at = data
    for part in fault["loc"]:
        if (isinstance(at, dict) and part in at) or (isinstance(at, list) and part in range(len(at))):
            at = at[part]
        elif part != fault["loc"][-1] or fault["type"] != "missing":
            continue
        path.append(part)
    return tuple(path)


# What would be right, by pydantic's type of fault. Numbers and texts from the fault go into the braces.
EXPECTED = {
    "string_pattern_mismatch": marked("text that matches {pattern}"),
    "greater_than_equal": marked("{ge} or more"),
    "greater_than": marked("more than {gt}"),
    "less_than_equal": marked("{le} or less"),
    "less_than": marked("less than {lt}"),
    "int_type": marked("a whole number"),
    "int_parsing": marked("a whole number"),
    "int_parsing_size": marked("a whole number with fewer digits"),
    "int_from_float": marked("a whole number"),
    "float_type": marked("a number"),
    "float_parsing": marked("a number"),
    "finite_number": marked("a number that is not infinite"),
    "bool_type": marked("true or false"),
    "bool_parsing": marked("true or false"),
    "string_type": marked("text in quotation marks"),
    "list_type": marked("a list in square brackets"),
    "dict_type": marked("a table"),
    "model_type": marked("a table"),
    "model_attributes_type": marked("a table"),
}
OTHER = marked("another value")  # for a fault that no field of ours should cause
COUNTED: dict[str, Callable[..., str]] = {
    "too_short": lambda min_length, actual_length, **_more: many(
        "at least {n} entry, not {found}", "at least {n} entries, not {found}", min_length, found=actual_length
    ),
    "too_long": lambda max_length, actual_length, **_more: many(
        "at most {n} entry, not {found}", "at most {n} entries, not {found}", max_length, found=actual_length
    ),
    "string_too_short": lambda min_length, **_more: many(
        "text of at least {n} character", "text of at least {n} characters", min_length
    ),
    "string_too_long": lambda max_length, **_more: many(
        "text of at most {n} character", "text of at most {n} characters", max_length
    ),
    "literal_error": lambda expected, **_more: expected.replace(" or ", _(" or ")),
}


def said(model: type[BaseModel], path: Sequence[str | int], faults: Sequence[Any]) -> str:
    """What is wrong with the field at this `path`, and what would be right. A field that allows two types can have
    several `faults`.
    """
    first = faults[0]
    if first["type"] == "missing":
        return _("is missing")
    if first["type"] == "extra_forbidden":
        known = fields_at(model, path[:-1])
        if not known:
            return _("unknown field")
        return say("unknown field; known: {known}", known=", ".join(known))
    right = say("expected {right}", right=_(" or ").join(dict.fromkeys(map(expected, faults))))
    own = [str(each["ctx"]["error"]) for each in faults if each["type"] == "value_error"]  # of our validators
    if own:
        right = "; ".join(own)
    if not isinstance(first["input"], str | int | float):
        return right
    return say("{right}, not {found}", right=right, found=_shown(first["input"]))


def expected(fault: Any) -> str:
    """Says what would be right instead, for one fault that pydantic reported."""
    context = fault.get("ctx", {})
    if fault["type"] in COUNTED:
        return COUNTED[fault["type"]](**context)
    return _(EXPECTED.get(fault["type"], OTHER)).format(**context)


def fields_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """The names of the fields at this path inside a model. Empty if they depend on the data."""
    for part in path:
        if isinstance(part, int):
            continue  # an index into a list: the field of the list has already led to the model
        field = model.model_fields.get(part)
        inner = list(_models_in(field.annotation)) if field else []
        if len(inner) != 1:
            return []
        model = inner[0]
    return list(model.model_fields)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models inside a field's type, such as `list[OffenseCard]` or `DefenseSheet | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _shown(value: str | float) -> str:
    """A value in TOML notation, for a message. Python refuses to write numbers with thousands of digits."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:
        return _("a number with thousands of digits")
    return text if len(text) <= 60 else text[:57] + "..."


def place(*path: str | int) -> str:
    """A path into a file, in words, with positions counted from 1: `offense 4: plays 2`."""
    text = ""
    for part in path:
        text += f" {part + 1}" if isinstance(part, int) else f": {part}"
    return text.removeprefix(": ").strip() or _("the file")


# --- Values for house rules: checked by a model made from their declarations, or drawn at random to test the laws.


B = TypeVar("B")


@cache
def house_model(config: type) -> type[Strict]:
    """The house rules of a game as a pydantic model: each with its type, its range and its default."""
    given: dict[str, Any] = {option.name: (_kind(option), option.usual) for option in options_of(config)}
    return create_model("Options", __base__=Strict, **given)


def _kind(option: Option) -> Any:
    if option.reads:
        module, _, name = option.reads.partition(":")
        return Annotated[Any, BeforeValidator(getattr(import_module(module), name))]
    if option.choices:
        return Literal[tuple(option.choices)]
    return Annotated[type(option.usual), Limits(ge=option.least, le=option.most)]


def house_rules(config: type, house: Mapping[str, Any]) -> dict[str, Any]:
    """All house rules of a match: the values in `house`, and defaults for the rest.

    Raises BadData naming everything that is unknown or out of range.
    """
    return checked(house_model(config), dict(house), "options").model_dump()


def sampled_house(config: type, chance: Chance) -> dict[str, Any]:
    """Random values for the house rules that vary in random matches. Leaves out house rules whose switch is off."""
    options = options_of(config)
    found = {each.name: _drawn(each, chance) for each in options if each.sample}
    apart = unmet(options, found)
    return {name: value for name, value in found.items() if name not in apart}


def _drawn(option: Option, chance: Chance) -> bool | int | str:
    count = len(option.sample)
    return option.sample[below(chance, option.name, count) if count > 1 else 0]


def sampled_config(config: type[B], chance: Chance) -> B:
    """A config with random house rules and defaults for everything else."""
    made = config()
    put_options(made, house_rules(config, sampled_house(config, chance)))
    return made
