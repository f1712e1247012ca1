"""House rules. Each house rule is declared once, as a field of its game's config:

    @dataclass(slots=True)
    class HouseRules:
        flags: int = number_of(2, 0, 9, "BF-R19", "Flags", "Challenge flags of each team.")

    @dataclass(slots=True)
    class FootballBook(HouseRules): ...

Forms, the command line, files, records, docs, laws and catalogs use `options_of(FootballBook)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from breakaway.core.state import number, table

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


@dataclass(frozen=True, kw_only=True)
class Option:
    """A house rule, as a config's class declares it.

    - `usual`: the default value.
    - `rules`: the ids of the rules that the house rule changes.
    - `label`: the name of the house rule in a form.
    - `says`: what the house rule does, in one sentence.
    - `name`, `field`: the name of the house rule, and its field in the config (empty if it has none). `options_of` sets
      both.
    - `least`, `most`: the bounds of a number, both inclusive.
    - `choices`: the values of a choice, each with its number in the config.
    - `words`: the words that people read for a choice, if they differ from the value.
    - `zones`: the names of the zones, if each zone can have a number of its own.
    - `reads`: where to find a function that checks a value (`package.module:name`). The function raises ValueError for
      a wrong value.
    - `needs`: the switch that must be on for this house rule to have any effect.
    - `sample`: the values in random matches, each equally likely. Without sample values, the house rule always has its
      default.
    """

    usual: bool | int | str
    rules: tuple[str, ...]
    label: str
    says: str
    name: str = ""
    field: str = ""
    least: int | None = None
    most: int | None = None
    choices: Mapping[int | str, int] | None = None
    words: Mapping[str, str] | None = None
    zones: tuple[str, ...] = ()
    reads: str = ""
    needs: str = ""
    sample: tuple[bool | int | str, ...] = ()

    def read(self, text: str) -> bool | int | str:
        """Reads a value as people type it. Returns unreadable text unchanged, so that the later check refuses it."""
        if isinstance(self.usual, bool):
            return text.casefold() in YES if text.casefold() in (*YES, *NO) else text
        short = text.removeprefix("-")
        return (
            int(text)
            if isinstance(self.usual, int) and short.isascii() and short.isdigit() and len(text) < 10
            else text
        )

    def typed(self, value: bool | int | str) -> str:
        """Writes a value as people type it."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def values(self) -> str:
        """All possible values, as people type them."""
        if self.most is not None:
            return f"{self.least} to {self.most}"
        switch = (True, False) if isinstance(self.usual, bool) else ("text",)
        return ", ".join(self.typed(value) for value in self.choices or switch)

    def texts(self) -> list[str]:
        """All texts of this house rule that people read, in English, for the catalogs."""
        return [
            self.label,
            self.says,
            *self.zones,
            *(self.word(value) for value in self.choices or () if isinstance(value, str)),
        ]

    def word(self, value: int | str) -> str:
        """The English word that a form shows for this value, which is one of the choices."""
        return (self.words or {}).get(str(value), str(value))

    def number(self, value: Any) -> int:
        """The number in the config that stands for a checked value."""
        return self.choices[value] if self.choices else int(value)


def switch(usual: bool, rules: str, label: str, says: str, **more: Any) -> Any:
    """Declares a house rule that is on or off; in the config it is 1 or 0.

    `usual` is the default. `rules` lists rule ids, separated by spaces. People read `label` and `says`. `more` contains
    further fields of `Option`.
    """
    return _declared(usual, rules, label, says, **{"sample": (False, True), **more})


def number_of(
    usual: int, least: int, most: int, rules: str, label: str, says: str, length: int = 0, **more: Any
) -> Any:
    """Declares a house rule that is a whole number from `least` to `most`.

    With a `length`, the field in the config is a table, which the game fills. See `switch` for `usual`, `rules`,
    `label` and `says`.
    """
    return _declared(usual, rules, label, says, table(length) if length else None, least=least, most=most, **more)


def one_of(usual: int | str, choices: Mapping[Any, int], rules: str, label: str, says: str, **more: Any) -> Any:
    """Declares a house rule whose values are the keys of `choices`, each with its number in the config.

    See `switch` for `usual`, `rules`, `label` and `says`.
    """
    return _declared(usual, rules, label, says, **{"choices": choices, "sample": tuple(choices), **more})


def text_of(usual: str, rules: str, label: str, says: str) -> Any:
    """Declares a house rule whose value is a string that the game reads. The field in the config must be a ClassVar.

    See `switch` for `usual`, `rules`, `label` and `says`.
    """
    return _declared(usual, rules, label, says, field(default=usual))


def _declared(usual: bool | int | str, rules: str, label: str, says: str, made: Any = None, **more: Any) -> Any:
    """The field of the config, with the house rule in its metadata."""
    option = Option(usual=usual, rules=tuple(rules.split()), label=label, says=says, **more)
    made = made or number(default=option.number(usual))
    default = {"default": made.default} if made.default is not MISSING else {"default_factory": made.default_factory}
    return field(**default, metadata={**made.metadata, "option": option})


_DECLARED: dict[Any, tuple[Option, ...]] = {}


def options_of(config: Any) -> tuple[Option, ...]:
    """The house rules that a config's class declares, in order. ClassVars and tables get an empty `field`."""
    if config not in _DECLARED:
        own = {each.name for each in fields(config) if not each.metadata.get("shape")}
        declared = [each for each in config.__dataclass_fields__.values() if "option" in each.metadata]
        _DECLARED[config] = tuple(
            replace(option, name=option.name or each.name, field=each.name if each.name in own else "")
            for each in declared
            for option in [each.metadata["option"]]
        )
    return _DECLARED[config]


def put_options(config: Any, values: Mapping[str, Any]) -> None:
    """Writes the checked values of house rules into the config, except those without a field of their own."""
    for option in options_of(type(config)):
        if option.field:
            setattr(config, option.field, option.number(values[option.name]))


def unmet(options: Iterable[Option], values: Mapping[str, Any]) -> list[str]:
    """The names of options whose `values` differ from the default even though the switch they need is off."""
    return [
        option.name
        for option in options
        if option.needs and values.get(option.name, option.usual) != option.usual and not values.get(option.needs)
    ]
