"""Rules are plain functions. `@rule` notes the ids of the rules that each function implements.

This module compiles nothing. The lab reads `RULES` and makes these same functions compilable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from breakaway.core.language import _
from breakaway.core.options import options_of

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("action", "refusal", "data", "definition")
ROOM = 1000  # every rule's number is below this, because compiled event logs have a slot for each number


@dataclass(frozen=True)
class Registered:
    """A rule function and the ids of the rules that it implements (no ids for the machinery of `core`)."""

    function: Callable[..., Any]
    ids: tuple[str, ...]

    @property
    def name(self) -> str:
        """The full name of the function, such as `breakaway.games.cycling.rules.movement.movement_order`."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


RULES: list[Registered] = []


def rule(*ids: str) -> Callable[[F], F]:
    """Registers a function that implements these rules. Returns the function unchanged."""

    def register(function: F) -> F:
        RULES.append(Registered(function, ids))
        return function

    return register


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
