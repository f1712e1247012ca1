"""Checks, for `make check`, that no number or name that records hold has moved, is used twice or is gone.

`tests/records/numbers.toml` lists them, and says how the list grows. The list is compared with the code, and with each
version of itself that was ever committed. `--write` adds a line for each rule, event, house rule and field that is new.
A constant needs a group, so its line is written by hand.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from breakaway.core.game import Game
from breakaway.core.rulebook import ROOM, Option, options_of
from breakaway.core.rules import DECLARED
from breakaway.core.state import columns
from breakaway.games import manifest as games
from breakaway.testing.cases import package_of

ROOT = Path(__file__).parents[1]
LIST = Path("tests/records/numbers.toml")
SIZES = "sizes"  # the group whose names may share numbers
IN = "in"  # in a group of constants: their module, which may change
TERMS = "terms"  # the module all of whose whole numbers are listed
Name: TypeAlias = tuple[str, ...]  # such as ("football", "rules", "BF-041")


class Held(NamedTuple):
    """What records hold under a name: a number, a kind of option, a shape or the fields of an event."""

    value: Any
    withdrawn: str = ""  # the version without it


Numbers: TypeAlias = dict[Name, Held]


def listed(text: str) -> Numbers:
    """The entries of a list, by name. Raises tomllib.TOMLDecodeError, also if a name stands twice."""

    def flat(name: Name, value: Any) -> Iterator[tuple[Name, Held]]:
        if isinstance(value, dict) and value.keys() == {"was", "withdrawn"}:
            yield name, Held(value["was"], value["withdrawn"])
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key != IN or name[1] != "numbers":
                    yield from flat((*name, key), inner)
        else:
            yield name, Held(value)

    return dict(flat((), tomllib.loads(text)))


def modules(text: str, game: str) -> dict[str, str]:
    """The module of each group of constants in a list."""
    groups: Mapping[str, Mapping[str, str]] = tomllib.loads(text).get(game, {}).get("numbers", {})
    return {group: held[IN] for group, held in groups.items()}


def coded(game: Game[Any, Any], known: Numbers, where: Mapping[str, str]) -> Numbers:
    """What the code of a game holds. `known` says which constants to look up, and `where` the module of each group."""
    found: Numbers = {}
    for entry in game.rules.entries.values():
        found[game.name, "rules", entry.id] = Held(entry.number)
    for declared in DECLARED.values():
        if declared.rule in game.rules.entries:
            found[game.name, "events", declared.rule] = Held(list(declared.fields))
    for option in options_of(game.config):
        if option.choices:
            for value, number in option.choices.items():
                found[game.name, "options", option.name, str(value)] = Held(number)
        else:
            found[game.name, "options", option.name] = Held(kind_of(option))
    for what, declaration in (("state", game.state), ("config", game.config)):
        for column in columns(declaration):
            found[game.name, what, column.name] = Held(list(column.shape))
    return found | constants(game, known, where)


def kind_of(option: Option) -> str:
    """The kind of an option without choices: switch, number or text."""
    if isinstance(option.usual, bool):
        return "switch"
    return "number" if isinstance(option.usual, int) else "text"


def constants(game: Game[Any, Any], known: Numbers, where: Mapping[str, str]) -> Numbers:
    """The constants of the modules with listed groups, each in its group.

    Besides those that are listed: every whole number in terms.py, and what is assigned together with a listed name.
    They have no group.
    """
    group_of: dict[str, dict[str, str]] = {module: {} for module in (TERMS, *where.values())}
    for name, held in known.items():
        if name[1] == "numbers" and not held.withdrawn:
            group_of[where[name[2]]][name[3]] = name[2]
    found: Numbers = {}
    for module, groups in group_of.items():
        try:
            there = import_module(f"{package_of(game)}.rules.{module}")
        except ModuleNotFoundError:
            continue
        for names in assigned(Path(str(there.__file__)).read_text(encoding="utf-8")):
            if module == TERMS or groups.keys() & set(names):
                for constant in names:
                    found[game.name, "numbers", groups.get(constant, "?"), constant] = Held(getattr(there, constant))
    return found


def assigned(source: str) -> Iterator[list[str]]:
    """The names that each assignment of written-out whole numbers gives a value, such as `RUN, PASS = 1, 2`."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            target = node.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = (
                node.value.elts if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) else [node.value]
            )
            if all(isinstance(value, ast.Constant | ast.UnaryOp) for value in values):
                yield [name.id for name in names if isinstance(name, ast.Name)]


def against_code(known: Numbers, found: Numbers) -> Iterator[str]:
    """The differences between the list and the code, as sentences."""
    for name, held in found.items():
        if name not in known:
            yield f"{said(name)} is new: add {line(name, held.value)} to {LIST}{by_tool(name)}"
        elif known[name].withdrawn:
            yield f"{said(name)} was withdrawn in {known[name].withdrawn} and cannot come back: choose a new name"
        elif known[name].value != held.value:
            yield moved(name, known[name].value, held.value)
    for name, held in known.items():
        if name not in found and not held.withdrawn:
            withdrawn = f'{{ was = {toml(held.value)}, withdrawn = "VERSION" }}'
            yield f"{said(name)} is gone from the code: records may hold it. Put it back, or mark it: {withdrawn}"


def by_tool(name: Name) -> str:
    """How the tool adds the line of a new name, if it can."""
    return "" if name[1] == "numbers" else " (python tools/check_numbers.py --write)"


def moved(name: Name, old: Any, new: Any) -> str:
    """What to do about a value that is not the listed one."""
    if isinstance(old, list) and name[1] == "events" and new[: len(old)] == old:
        return f"{said(name)} has new fields: its line in {LIST} becomes {line(name, new)}"
    return f"{said(name)} has moved: it is {toml(new)}, and records hold {toml(old)}. Put it back"


def used_twice(numbers: Numbers) -> Iterator[str]:
    """Numbers with two names in one group, whether withdrawn or not, and numbers of rules out of range."""
    owners: dict[tuple[Name, int], Name] = {}
    for name, held in numbers.items():
        group = name[:-1]
        if not isinstance(held.value, int) or group[-1] == SIZES or group[-1] == "?":
            continue
        if name[1] == "rules" and not 0 < held.value < ROOM:
            yield f"{said(name)} has the number {held.value}, which is not from 1 to {ROOM - 1}"
        first = owners.setdefault((group, held.value), name)
        if first != name:
            free = max(n for where, n in owners if where == group) + 1
            yield f"{said(name)} has the number {held.value} of {said(first)}: the next free number is {free}"


def against_earlier(known: Numbers, earlier: Numbers, version: str) -> Iterator[str]:
    """What the list no longer says as an earlier version of it did, as sentences."""
    for name, held in earlier.items():
        now = known.get(name)
        if now is None:
            yield f"{said(name)} is gone from {LIST}, where {version} has it: put {line(name, held.value)} back"
        elif held.withdrawn and not now.withdrawn:
            yield f"{said(name)} was withdrawn in {held.withdrawn} and cannot come back ({version})"
        elif now.value != held.value and not (name[1] == "events" and now.value[: len(held.value)] == held.value):
            yield f"{said(name)} has moved in {LIST}: {version} has {toml(held.value)}"


def committed(root: Path) -> Iterator[tuple[str, str]]:
    """Every committed version of the list with its commit, the newest first. None if `root` is not a git clone."""
    log = subprocess.run(
        ["git", "log", "--format=%h", "--", str(LIST)], cwd=root, capture_output=True, text=True, check=False
    )
    for commit in log.stdout.split():
        shown = subprocess.run(
            ["git", "show", f"{commit}:{LIST.as_posix()}"], cwd=root, capture_output=True, text=True, check=False
        )
        if shown.returncode == 0:  # else the commit deleted the file
            yield commit, shown.stdout


def said(name: Name) -> str:
    """A name for people, such as `football: rules BF-041` or `fate: TOSS (phases)`."""
    if name[1] == "numbers":
        return f"{name[0]}: {name[3]}" + ("" if name[2] == "?" else f" ({name[2]})")
    return f"{name[0]}: {' '.join(name[1:])}"


def line(name: Name, value: Any) -> str:
    """The line of the list that holds this value."""
    place = "a group" if "?" in name else f"[{'.'.join(name[:-1])}]"
    return f"`{toml_key(name[-1])} = {toml(value)}` in {place}"


def extended(text: str, new: Numbers) -> str:
    """The list with what is `new` at the end of each of its tables. No other line changes."""
    lines = text.rstrip("\n").split("\n")
    for name, held in new.items():
        is_choice = name[1] == "options" and len(name) == 4  # such as ("fate", "options", "chain", "prose")
        head = f"[{'.'.join(name[:2])}]"
        if head not in lines:
            lines += ["", head]
        start = lines.index(head) + 1
        end = next((n for n in range(start, len(lines)) if lines[n].startswith("[")), len(lines))
        added = f"{toml_key(name[-1])} = {toml(held.value)}"
        begun = next((n for n in range(start, end) if is_choice and lines[n].startswith(f"{name[2]} = {{ ")), 0)
        if begun:
            lines[begun] = f"{lines[begun].removesuffix(' }')}, {added} }}"
            continue
        while not lines[end - 1]:
            end -= 1
        lines.insert(end, f"{name[2]} = {{ {added} }}" if is_choice else added)
    return "\n".join(lines) + "\n"


def toml_key(name: str) -> str:
    """A name as a key of TOML."""
    return name if name.isidentifier() else f'"{name}"'


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def faults(root: Path, played: Mapping[str, Game[Any, Any]]) -> list[str]:
    """Everything that is wrong with the numbers of these games and with the list below `root`, as sentences."""
    text = (root / LIST).read_text(encoding="utf-8")
    try:
        known = listed(text)
    except tomllib.TOMLDecodeError as error:
        return [f"{LIST.as_posix()} cannot be read, perhaps because a name stands twice: {error}"]
    found: list[str] = []
    for name, game in played.items():
        own = {key: held for key, held in known.items() if key[0] == name}
        code = coded(game, own, modules(text, name))
        found += [*against_code(own, code), *used_twice({**code, **own})]
    for commit, earlier in committed(root):
        found += against_earlier(known, listed(earlier), commit)
    return list(dict.fromkeys(found))


def not_loaded(name: str, error: KeyError | ValueError) -> str:
    """Why a game cannot be loaded, in a sentence: a number is used twice, or code names what is gone or has moved."""
    if isinstance(error, KeyError):
        return f"{name} cannot be loaded: no rule {error}"
    if "rules.toml: " in str(error):
        return f"{name} cannot be loaded: {error}"
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{name} cannot be loaded: {at.filename}, line {at.lineno}: {error}"


def write(root: Path, played: Mapping[str, Game[Any, Any]]) -> None:
    """Adds what is new in these games to the list below `root`."""
    text = (root / LIST).read_text(encoding="utf-8")
    known = listed(text)
    for name, game in played.items():
        code = coded(game, {key: held for key, held in known.items() if key[0] == name}, modules(text, name))
        text = extended(text, {key: held for key, held in code.items() if key not in known and by_tool(key)})
    (root / LIST).write_text(text, encoding="utf-8")


def main(writes: bool) -> int:
    """Prints every fault, after it has added what is new if it `writes`. Returns 1 if there are any."""
    found, played = [], {}
    for name in games.GAMES:
        try:
            played[name] = games.find(name)
        except (KeyError, ValueError) as error:
            found.append(not_loaded(name, error))
    if writes:
        write(ROOT, played)
    found += faults(ROOT, played)
    print("\n".join(found) or "numbers: none is used twice, has moved or is gone")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
