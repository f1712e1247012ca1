"""A game's rules as data, with permanent numbers, and its house rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from breakaway.core.language import _
from breakaway.core.state import number, table

# --- House rules. Each house rule is declared once, as a field of its game's config:
#
#     @dataclass(slots=True)
#     class HouseRules:
#         flags: int = number_of(2, 0, 9, "BF-R19", "Flags", "Challenge flags of each team.")
#
#     @dataclass(slots=True)
#     class FootballBook(HouseRules): ...
#
# Forms, the command line, files, records, docs, laws and catalogs use `options_of(FootballBook)`.


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


def unallowed(declared: Any, values: Mapping[str, Any]) -> list[Option]:
    """The house rules that have none of their possible values in these `values`, which may come from a stranger.

    `declared` is the config's class. Texts, and numbers that the game reads from texts, are left to the game.
    """
    found = []
    for option in options_of(declared):
        value = values.get(option.name, option.usual)
        kinds = {type(each) for each in option.choices or (option.usual,)}
        if option.zones or (option.most is not None and not option.field):
            continue  # each zone may have a number of its own
        is_right = type(value) in kinds and (not option.choices or value in option.choices)
        if not is_right or (
            option.least is not None and option.most is not None and not option.least <= value <= option.most
        ):
            found.append(option)
    return found


def misstated(declared: Any, values: Mapping[str, Any], config: Any) -> list[str]:
    """The names of options whose `values` are not those of the config. Looks only at house rules with a field.

    `declared` is the config's class. `values` may come from a stranger, and may have other names too.
    """
    found = []
    for option in options_of(declared):
        if not option.field or option.name not in values:
            continue
        value, kinds = values[option.name], {type(each) for each in option.choices or (option.usual,)}
        is_known = type(value) in kinds and (not option.choices or value in option.choices)
        if not is_known or option.number(value) != getattr(config, option.field):
            found.append(option.name)
    return found


def unmet(options: Iterable[Option], values: Mapping[str, Any]) -> list[str]:
    """The names of options whose `values` differ from the default even though the switch they need is off."""
    return [
        option.name
        for option in options
        if option.needs and values.get(option.name, option.usual) != option.usual and not values.get(option.needs)
    ]


# --- The rule book of a game as data, with permanent numbers.


KINDS = ("action", "refusal", "data", "definition")
ROOM = 1000  # every rule's number is below this, because compiled event logs have a slot for each number


RULE_NUMBERS: dict[str, int] = {}  # the number of each rule by its id, in all rule books that are loaded


@dataclass(frozen=True)
class Rule:
    """One rule in a game's `rules.toml`. `option` names the house rules that change this rule.

    States store the `number` of the rule that ended a match, so a number never changes and is never given again. A new
    rule takes the next free number, wherever it stands in the file (docs/decisions/0009-permanent-numbers.md).

    `kind` says how to show that the rule works. For an action or a refusal, the engine must cite the rule in a case.
    For data or a definition, there must be a case about the rule, or the tests named in `shown`.
    """

    id: str
    number: int
    chapter: str
    kind: str
    says: str
    option: str = ""
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game by id, in the order of the rule book.

    `rules["BA-6.2"]` is the rule's permanent number (from 1 to `ROOM` - 1); an unknown id raises KeyError.
    """

    prefix: str
    title: str
    entries: dict[str, Rule]
    by_number: dict[int, Rule] = field(default_factory=dict)

    def __post_init__(self) -> None:
        RULE_NUMBERS.update({entry.id: entry.number for entry in self.entries.values()})

    def __getitem__(self, rule_id: str) -> int:
        return self.entries[rule_id].number

    def id_of(self, number: int) -> str:
        """The id of the rule with this number; raises KeyError if there is none."""
        return self.by_number[number].id


def searched(rules: Rulebook, words: str) -> list[Rule]:
    """The rules that contain all these words in their id, chapter, sentence or house rules, in the order of the rule
    book.
    """
    wanted = words.casefold().split()
    return [
        entry
        for entry in rules.entries.values()
        if all(word in f"{entry.id} {_(entry.chapter)} {_(entry.says)} {entry.option}".casefold() for word in wanted)
    ]


@cache
def load_rulebook(path: Path, config: type | None = None) -> Rulebook:
    """Reads a `rules.toml`; `config` is the class that declares the game's house rules.

    Raises ValueError naming the entry if an id or a number repeats, a number is missing or not from 1 to `ROOM` - 1, a
    kind is unknown, or a house rule cites an unknown rule.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    options = options_of(config) if config else ()
    entries: dict[str, Rule] = {}
    by_number: dict[int, Rule] = {}
    given = [row.get("n", 0) for chapter in data["chapter"] for row in chapter["rule"]]
    free = max((n for n in given if isinstance(n, int)), default=0) + 1
    for chapter in data["chapter"]:
        for row in chapter["rule"]:
            rule_id = row["id"]
            if rule_id in entries:
                raise ValueError(f"{path.name}: {rule_id} appears twice")
            if row["kind"] not in KINDS:
                raise ValueError(f"{path.name}: {rule_id}: unknown kind {row['kind']!r}; known: {', '.join(KINDS)}")
            if fault := _wrong_number(row.get("n"), by_number):
                raise ValueError(f"{path.name}: {rule_id} {fault}; give it n = {free}, and never change that number")
            entries[rule_id] = by_number[row["n"]] = Rule(
                id=rule_id,
                number=row["n"],
                chapter=chapter["title"],
                kind=row["kind"],
                says=row["says"],
                option=", ".join(option.name for option in options if rule_id in option.rules),
                shown=tuple(row.get("shown", ())),
            )
    for option in options:
        if unknown := set(option.rules) - set(entries):
            raise ValueError(f"{path.name}: the house rule {option.name} cites unknown rules: {', '.join(unknown)}")
    return Rulebook(data["prefix"], data["title"], entries, by_number)


def _wrong_number(n: Any, taken: Mapping[int, Rule]) -> str:
    """What is wrong with the number of a rule, or an empty string."""
    if n is None:
        return "has no number"
    if type(n) is not int or not 0 < n < ROOM:
        return f"has the number {n!r}, which is not a whole number from 1 to {ROOM - 1}"
    return f"has the number {n}, which belongs to {taken[n].id}" if n in taken else ""
