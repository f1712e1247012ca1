"""Compiled code on disk, found again by a hash of its sources, and the code of one's own bots."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import CodeType, FunctionType, ModuleType
from typing import Any

from platformdirs import user_cache_path

from breakaway.api import bots
from breakaway.core.game import Game
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.players import coaches
from breakaway.players.coaches import BotError, Coach

# --- Keeps the compiled code of each game in a folder whose name is a hash of everything that the code is made from.
#
# Numba's cache notices neither an edit in another file nor a new value of the bounds-check flag. So the name of each
# game's folder is a hash of every file that the game's compiled functions can come from. Rules in any other file are
# not compiled.


DRIVERS = ("compiling.py", "intrinsics.py", "compile_cache.py", "batches.py", "vectors.py")
DEFAULTS = "games/defaults.py"  # counts for a game that has no statistics of its own
MADE_OF = (".py", ".toml", ".csv", ".json", ".txt")  # tables become constants; rules.toml numbers the events
# What belongs to a compiled game: folders, or files such as the rules of quick races.
PARTS = ("rules", "statistics", "coaches", "text", "files", "data", "lab/rollouts")


@cache
def sources(game: Game[Any, Any]) -> frozenset[Path]:
    """All files that a game's compiled functions can come from: core, drivers, and the game's package and coaches."""
    here = Path(__file__).resolve().parent
    folders = [here.parent / "core", *_folders_of(game)]
    files = {path for folder in folders for path in [folder.with_suffix(".py"), *folder.rglob("*")]}
    files = {path for path in files if path.suffix in MADE_OF and path.is_file()}
    files |= {path for folder in folders for path in folder.parent.glob("rules.toml") if folder.name == PARTS[0]}
    return frozenset({*files, *_coaches_of(game), here.parent / DEFAULTS, *(here / name for name in DRIVERS)})


def _folders_of(game: Game[Any, Any]) -> list[Path]:
    """The folders of a game's rules and of the code compiled with them. Leaves out drawings and screens."""
    home = Path(game.step.__code__.co_filename).resolve().parent
    return [home.parent / part for part in PARTS] if home.name == PARTS[0] else [home]


def _coaches_of(game: Game[Any, Any]) -> set[Path]:
    """The files of a game's coaches, with the tables that they read."""
    found = {Path(coaches.__file__).resolve()}
    for name in coaches.names(game):
        spec = find_spec(coaches.place(game, name).partition(":")[0])
        if spec is not None and spec.origin:
            path = Path(spec.origin).resolve()
            found |= {each for each in (path, path.with_suffix(".toml")) if each.is_file()}
    return found


def source_hash(game: Game[Any, Any]) -> str:
    """A hash of everything that a game's compiled code depends on: files, versions and the bounds-check flag."""
    flags = (sys.version, version("numba"), version("llvmlite"), os.environ.get("NUMBA_BOUNDSCHECK", ""))
    seen = hashlib.sha256(repr(flags).encode())
    root = Path(__file__).resolve().parents[1]
    for path in sorted(sources(game)):
        name = path.relative_to(root) if path.is_relative_to(root) else path
        seen.update(f"{name}\0".encode() + path.read_bytes())
    return seen.hexdigest()[:20]


@cache
def folder_of(game: Game[Any, Any], own: str = "") -> Path:
    """The folder for a game's compiled code. With `own` (a hash of users' bots), the folder inside it for these bots.

    The folder is worked out only once, because imported code does not change.
    """
    return user_cache_path("breakaway") / "compiled" / f"{game.name}-{source_hash(game)}" / own


# --- The user's own bots in the lab: what their compiled code depends on, and what the user is told if a bot fails.


OURS = "breakaway"  # functions in this package are compiled like rules, and have their own hash
COLORS = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r'File "([^"\n]*)", line (\d+)|([^\s"]+\.py) \((\d+)\)')  # as Numba's errors name a line
MET = re.compile(r"\s*(During: |File |def |\^|<source|raised from )")  # where Numba found an error, not what it was
WHOLE = "`rules` as a whole cannot be compiled; assign rules.below and the others to names of their own first"
GIVEN: dict[Any, str] = {}  # functions of bots that are compiled with a function as an argument, and its name
HANGING = "breakaway-hanging"  # the start of the names of threads that play matches


def own_coaches(game: Game[Any, Any], names: Iterable[str]) -> dict[str, Coach]:
    """The user's own bots among the `names`, each with its coach in this game."""
    mine = [name for name in names if name in coaches.own_names(game) and coaches.OWN[name].coach is not None]
    return {name: coaches.find_for_lab(game, name) for name in mine}


def functions_of(coach: Coach) -> list[FunctionType]:
    """All functions that are compiled into a bot's coach, except those that belong to this package's rules."""
    found: dict[FunctionType, None] = {}
    todo: list[Any] = [coach]
    while todo:
        each = todo.pop()
        if isinstance(each, FunctionType) and each not in found and (not found or _is_own(each)):
            found[each] = None
            todo += [value for _name, value in _used_by(each)]
    return list(found)


def own_hash(game: Game[Any, Any], names: Iterable[str]) -> str:
    """A hash of the code and constants of the user's own bots among the `names`. Empty if there are no such bots."""
    return hash_of(own_coaches(game, names))


def hash_of(mine: Mapping[str, Coach]) -> str:
    """A hash of the code and constants of these bots, by name. Empty if there are none."""
    if not mine:
        return ""
    seen = hashlib.sha256(Path(bots.__file__).read_bytes())
    for name, coach in sorted(mine.items()):
        seen.update(name.encode())
        for each in functions_of(coach):
            said = [(used, _plain(value)) for used, value in _used_by(each)]
            seen.update(repr((each.__qualname__, _code(each.__code__), _plain(each.__defaults__), said)).encode())
    return seen.hexdigest()[:20]


def _is_own(function: FunctionType) -> bool:
    return function is bots.below or function.__module__.partition(".")[0] != OURS


def _used_by(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The values that a function's code refers to: closure cells, globals, and members of modules."""
    code, names = function.__code__, set(_names(function.__code__))
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    named = [(name, cell.cell_contents) for name, cell in cells]
    named += [(name, function.__globals__[name]) for name in sorted(names) if name in function.__globals__]
    for name, value in named:
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{each}", getattr(value, each)) for each in sorted(names) if hasattr(value, each))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _code(code: CodeType) -> tuple[Any, ...]:
    constants = [_code(each) if isinstance(each, CodeType) else _plain(each) for each in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants


def _plain(value: Any) -> str:
    """A value as text that is the same in every run.

    Functions and modules become names, because their code is hashed separately.
    """
    if isinstance(value, (FunctionType, ModuleType, type)):
        return getattr(value, "__qualname__", value.__name__)
    if isinstance(value, (set, frozenset)):
        return repr(sorted(map(repr, value)))
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return repr((str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()))
    said = repr(value)
    return re.sub(r" at 0x[0-9a-f]+", "", said)


# --- failures


def not_compiled(mine: Mapping[str, Coach], error: Exception) -> BotError | None:
    """The error to report if the code of one of these bots, by name, cannot be compiled, with the line in its file.

    None if no bot is to blame.
    """
    if isinstance(error, TypeError) and "pickle" in str(error):  # Numba cannot keep a function as an argument
        return next(
            (_handed_on(name, each) for name, coach in mine.items() for each in functions_of(coach) if each in GIVEN),
            None,
        )
    if not type(error).__module__.startswith("numba"):
        return None
    text = COLORS.sub("", str(error))
    for name, coach in mine.items():
        files = {Path(each.__code__.co_filename).name for each in functions_of(coach) if _is_own(each)}
        lines = [m for m in PLACE.finditer(text) if Path(m[1] or m[3]).name in files - {Path(bots.__file__).name}]
        if lines:  # the innermost comes first
            before = text[: lines[0].start()].removesuffix("Raised from ")
            why = [line.strip() for line in before.splitlines() if line.strip() and not MET.match(line)][-1]
            why = WHOLE if f"{bots.__name__}.{bots.Rules.__name__}" in why else why.removeprefix("TypingError: ")
            where = f" ({Path(lines[0][1] or lines[0][3]).name}, line {lines[0][2] or lines[0][4]})"
            return _uncompilable(name, where, why)
    first = next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
    return _uncompilable(" or ".join(mine), "", first) if mine else None


def _handed_on(name: str, helper: FunctionType) -> BotError:
    """The error if a bot gives a function, such as `rules.below`, to a function of its own."""
    code, called = helper.__code__, helper.__name__
    why = (
        f"{called} is given a function as its argument {GIVEN[helper]}; define {called} inside the "
        "function that makes the bot, and let it call that function by its name"
    )
    return _uncompilable(name, f" ({Path(code.co_filename).name}, line {code.co_firstlineno})", why)


def _uncompilable(name: str, where: str, why: str) -> BotError:
    end = "" if why.endswith((".", ":")) else "."
    wanted = "Use numbers, loops and the given functions, or leave out @breakaway.compilable."
    return BotError(f"the bot {name} cannot be compiled{where}: {why}{end} {wanted}")


def guarded_coaches(game: Game[Any, Any], by: Sequence[str]) -> list[Coach]:
    """The coach of each seat for a match in plain Python. A user's bot that fails in such a match raises BotError."""
    mine = own_coaches(game, by)
    return [guarded(game, name, mine[name]) if name in mine else coaches.find(game, name) for name in by]


def guarded(game: Game[Any, Any], name: str, coach: Coach) -> Coach:
    """The coach made from the user's bot called `name`, for plain Python. If the bot fails, raises BotError."""
    files = {each.__code__.co_filename for each in functions_of(coach)} - {bots.__file__}

    def order(view: Any, config: Any, seat: int, chance: Any, spare: Any, out: Any) -> None:
        clean, asked = copy(view), f"the bot {name} (seat {seat})"
        try:
            coach(view, config, seat, chance, spare, out)
        except Exception as error:
            lines = [each for each in extract_tb(error.__traceback__) if each.filename in files]
            where = f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""
            raise BotError(f"{asked} raised {type(error).__name__}: {error}{where}") from error
        seen = Observation(game, clean, config, seat)
        answer = [int(code) for code in out[: seen.slots()]]
        refused = seen.why_not(answer) if seen.has_form(answer) else None
        if refused or not seen.has_form(answer):
            why = refused.text if refused else "its codes are out of range"
            raise BotError(f"{asked} answered {answer}, which is not a legal order: {why}")

    return order


class Hanging(BotError):
    """A compiled bot hangs. The bot's thread cannot be stopped; it ends only with the program."""


class Watch:
    """Notices that a compiled bot hangs: the match in the bot's thread then no longer changes.

    `limit` is how long an answer may take, in seconds (0: no limit). `names` are the names of the user's own bots.
    """

    def __init__(self, names: Sequence[str], limit: float) -> None:
        self.names, self.limit = names, limit
        self.pause = min(max(limit / 4, 0.05), 1.0) if names and limit else None
        self._seen: dict[int, tuple[bytes, float]] = {}

    def look(self, states: Iterable[Any]) -> None:
        """Checks `states`: an array for each thread with its current state. Raises Hanging."""
        now = time.monotonic()
        for i, each in enumerate(states):
            last, since = self._seen.get(i, (b"", now))
            current = each.tobytes()
            self._seen[i] = (current, now if current != last else since)
            if current == last and now - since > self.limit:
                raise Hanging(f"the bot {' or '.join(self.names)} did not answer within {self.limit:g} s (--bot-time)")
