"""Fields of a form, made from the option models of a game: kind, range, usual value, and the rules that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from breakaway.core.language import _
from breakaway.core.rule import Entry, Rulebook
from breakaway.setting.house_words import HOUSE_CHOICES, HOUSE_LABELS, HOUSE_ZONES

SWITCH, NUMBER, CHOICE, TEXT, ZONES = "switch", "number", "choice", "text", "zones"


@dataclass(frozen=True)
class Field:
    """One thing that a form asks. `choices` are values with what people read; `least` and `most` are inclusive.

    A number for each zone is one field: `value` is `1/1/2/3`, `zones` are what people read beside each.
    """

    name: str
    label: str
    kind: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    rules: tuple[Entry, ...] = ()
    zones: tuple[str, ...] = ()


def as_typed(field: Field, value: str) -> str:
    """A house rule as `Wishes.house` has it: `flags=1`, `ice=off`."""
    if field.kind == SWITCH:
        return f"{field.name}={'on' if value else 'off'}"
    return f"{field.name}={value}"


def house_fields(model: type[BaseModel], usual: dict[str, Any], rules: Rulebook) -> tuple[Field, ...]:
    """A field for each house rule whose value is simple, with labels in the language of now."""
    schema = model.model_json_schema()
    made = (
        _field(name, each, _simple(schema, each), usual.get(name), rules) for name, each in schema["properties"].items()
    )
    return tuple(field for field in made if field is not None)


def _simple(schema: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """What a property is, at its simplest: of several kinds the first."""
    while "$ref" in about or "anyOf" in about:
        if "$ref" in about:
            about = schema["$defs"][about["$ref"].rpartition("/")[2]]
        else:
            about = about["anyOf"][0]
    return about


def _field(name: str, whole: dict[str, Any], about: dict[str, Any], usual: Any, rules: Rulebook) -> Field | None:
    label = _(HOUSE_LABELS.get(name, name))
    cited = tuple(entry for entry in rules.entries.values() if name in entry.option.replace(",", " ").split())
    if "zones" in whole:
        zones = tuple(_(zone) for zone in HOUSE_ZONES[name])
        value = "/".join([str(usual)] * len(zones))
        return Field(name, label, ZONES, value, (), 1, whole["most"], cited, zones)
    if "enum" in about:
        choices = tuple((str(value), _(HOUSE_CHOICES.get(str(value), str(value)))) for value in about["enum"])
        return Field(name, label, CHOICE, str(usual), choices, rules=cited)
    if about.get("type") == "boolean":
        return Field(name, label, SWITCH, "1" if usual else "", rules=cited)
    if about.get("type") == "integer" and isinstance(usual, int):
        return Field(name, label, NUMBER, str(usual), (), about.get("minimum"), about.get("maximum"), cited)
    return None
