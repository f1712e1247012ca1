"""The fields of a form, made from a game's house rules: kind, range, default value, and the rules that each field
changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.options import Option, options_of
from breakaway.core.rule import Rule

SWITCH, NUMBER, CHOICE, TEXT, ZONES = "switch", "number", "choice", "text", "zones"


@dataclass(frozen=True)
class Field:
    """One question on a form. `choices` pairs values with the words that people read. `least` and `most` are inclusive.

    A house rule with a number for each zone is a single field: its `value` looks like `1/1/2/3`, and `zones` labels
    each number. `says` explains what the field does, and `rules` lists the rules that the field changes.
    """

    name: str
    label: str
    kind: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    rules: tuple[Rule, ...] = ()
    zones: tuple[str, ...] = ()
    says: str = ""


def as_typed(field: Field, value: str) -> str:
    """The value of a house rule's field as people would type it, such as `on` for a switch."""
    if field.kind == SWITCH:
        return "on" if value else "off"
    return value


def house_fields(game: Game[Any, Any]) -> tuple[Field, ...]:
    """A field for each house rule, in the current language."""
    return tuple(_field(option, game) for option in options_of(game.config))


def _field(option: Option, game: Game[Any, Any]) -> Field:
    usual = option.usual
    zones = tuple(_(zone) for zone in option.zones)
    kind, value = TEXT, str(usual)
    if zones:
        kind, value = ZONES, "/".join([value] * len(zones))
    elif isinstance(usual, bool):
        kind, value = SWITCH, "1" if usual else ""
    elif option.choices:
        kind = CHOICE
    elif isinstance(usual, int):
        kind = NUMBER
    choices = tuple((str(each), _(option.word(each))) for each in option.choices or ())
    cited = tuple(game.rules.entries[rule] for rule in option.rules)
    return Field(
        option.name, _(option.label), kind, value, choices, option.least, option.most, cited, zones, _(option.says)
    )
