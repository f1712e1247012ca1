"""Traces rules: checks that code uses every action and refusal, and that every rule is proved by a case or a test.

One half of this module reads the code. The other half runs the adjudication cases and checks which rules the engine
cited.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from breakaway.core.cases import CaseResult, load, run_files
from breakaway.core.game import Game
from breakaway.core.rule import RULES, Rule

AnyGame: TypeAlias = Game[Any, Any]
Cited: TypeAlias = tuple[int, str, str]
TELLERS = {"tell": 1, "tell_only": 2}  # function -> position of the rule id among its arguments


@dataclass
class Shown:
    """What the cases showed for each rule: which cases are about it, cite it in an event, or refuse an order because
    of it.
    """

    about: dict[str, list[str]] = field(default_factory=dict)
    told: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


def functions_of(game: AnyGame) -> dict[str, list[str]]:
    """The names of a game's rule functions, such as `movement.by_grade`, by rule id."""
    package = package_of(game)
    found: dict[str, list[str]] = {}
    for each in RULES:
        if each.function.__module__.startswith(package + "."):
            module = each.function.__module__[len(package) + 1 :].removeprefix("rules.")
            name = f"{module}.{each.function.__name__}"
            for rule_id in each.ids:
                found.setdefault(rule_id, []).append(name)
    return found


def package_of(game: AnyGame) -> str:
    """The Python package of a game."""
    return game.state.__module__.rpartition(".")[0].removesuffix(".rules")


def sources(game: AnyGame) -> list[Path]:
    """The Python files of a game's package."""
    place = sys.modules[package_of(game)].__file__
    return sorted(Path(place or ".").parent.rglob("*.py"))


def declared_events(paths: Iterable[Path]) -> dict[str, str]:
    """The rule ids of declared events, by their names in the code: `BALL_MOVED = event("BF-028", ...)`."""
    return {
        target.id: str(node.value.args[0].value)
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if getattr(node.value.func, "id", "") == "event" and isinstance(node.value.args[0], ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def cited_ids(path: Path, prefix: str, declared: Mapping[str, str] = MappingProxyType({})) -> Iterator[Cited]:
    """Every rule id in a source file, with its line and its use.

    Finds ids that are written out, and names of declared events (`BALL_MOVED`, `happened.BALL_MOVED`). The use is
    'tell' (reported here), 'rule' (implemented here), 'event' (declared here) or 'name' (any other).
    """
    uses: dict[int, str] = {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in TELLERS:
                told = node.args[TELLERS[name] : TELLERS[name] + 1]  # a constant, or a choice between two constants
                uses |= dict.fromkeys((id(part) for arg in told for part in ast.walk(arg)), "tell")
            elif name in ("rule", "event"):
                uses |= dict.fromkeys(map(id, node.args), name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in declared:
            yield node.lineno, declared[node.id], uses.get(id(node), "name")
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in declared:
            yield node.lineno, declared[node.attr], uses.get(id(node), "name")
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(rf"{prefix}[\w.]+", node.value)
        ):
            yield node.lineno, node.value, uses.get(id(node), "name")


@cache
def _cited_in(paths: tuple[Path, ...], prefix: str) -> list[tuple[Path, Cited]]:
    declared = declared_events(paths)
    return [(path, each) for path in paths for each in cited_ids(path, prefix, declared)]


def static_gaps(game: AnyGame, tests: Path | None) -> list[str]:
    """Faults that are visible in the code alone: unknown ids, rules without code, missing tests."""
    prefix = game.rules.prefix + "-"
    gaps: list[str] = []
    used: dict[str, set[str]] = {"tell": set(), "name": set(), "rule": set(), "event": set()}
    for path, (line, rule_id, use) in _cited_in(tuple(sources(game)), prefix):
        used[use].add(rule_id)
        if rule_id not in game.rules.entries:
            gaps.append(f"{path.name}:{line}: {game.title} has no rule {rule_id}")
    for entry in game.rules.entries.values():
        if entry.kind == "action" and entry.id not in used["tell"]:
            gaps.append(f"{entry.id}: an action, but no code reports it")
        if entry.id in used["event"] - used["tell"]:
            gaps.append(f"{entry.id}: an event is declared, but no code reports it")
        if entry.id in used["event"] - used["name"]:
            gaps.append(f"{entry.id}: an event is declared, but no code reads it")
        if entry.kind == "refusal" and entry.id not in used["name"]:
            gaps.append(f"{entry.id}: a refusal, but no code refuses anything by it")
        gaps += [f"{entry.id}: {fault}" for fault in _missing_tests(entry, tests)]
    return gaps


def _missing_tests(entry: Rule, tests: Path | None) -> Iterator[str]:
    """The tests named by a rule (`tests/cycling/test_race.py::test_name`) that are missing or do not cite it."""
    for place in entry.shown if tests else ():
        file, _, name = place.partition("::")
        path = tests.parent / file if tests else Path(file)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if f"def {name}(" not in text:
            yield f"{place} does not exist"
        elif entry.id not in text:
            yield f"{file} does not cite it"


def shown_by(outcomes: Iterable[CaseResult]) -> Shown:
    """What the cases showed, sorted by rule."""
    shown = Shown()
    for outcome in outcomes:
        case = outcome.case
        if outcome.failures:
            shown.failed.append(f"case {case.id} fails: {'; '.join(outcome.failures)}")
            continue
        for rule_id in case.rules:
            shown.about.setdefault(rule_id, []).append(case.id)
        for rule_id in sorted({event.rule for event in outcome.events}):
            shown.told.setdefault(rule_id, []).append(case.id)
        for rule_id in sorted(set(outcome.refused)):
            shown.refused.setdefault(rule_id, []).append(case.id)
    return shown


def gaps(game: AnyGame, cases: Path, tests: Path | None = None) -> list[str]:
    """All faults: rules that no case or test proves, cases that fail, and what `static_gaps` finds. Raises BadCase.

    `cases` is the folder with the cases of all games. An action or a refusal counts as proven if the engine cites it in
    a case. Data and definitions count as proven if a case is about them, or if they name a test in the `tests` folder.
    """
    tests = tests or (cases.parent if cases.parent.name == "tests" else None)
    shown = shown_by(run_files(lambda name: game, [cases / game.name]))
    found = static_gaps(game, tests) + shown.failed
    for entry in game.rules.entries.values():
        if entry.kind == "action" and entry.id not in shown.told:
            found.append(f"{entry.id}: no case makes the engine report it")
        elif entry.kind == "refusal" and entry.id not in shown.refused:
            found.append(f"{entry.id}: it refuses nothing in any case")
        elif entry.kind in ("data", "definition") and entry.id not in shown.about and not entry.shown:
            found.append(f"{entry.id}: no case is about it and no test is named")
    return found


def unknown_in_cases(game: AnyGame, cases: Path) -> list[str]:
    """The cases about rules that the game does not have. Does not run the cases."""
    return [
        f"{path.name}: case {case.id}: {game.title} has no rule {rule_id}"
        for path in sorted((cases / game.name).rglob("*.toml"))
        for case in load(path)
        for rule_id in case.rules
        if rule_id not in game.rules.entries
    ]
