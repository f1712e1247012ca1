"""The user's own bots in the lab: what their compiled code depends on, and what the user is told if a bot fails."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from traceback import extract_tb
from types import CodeType, FunctionType, ModuleType
from typing import Any

from breakaway.api import bots
from breakaway.core.game import Game
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.players import coaches
from breakaway.players.coaches import BotError, Coach

OURS = "breakaway"  # functions in this package are compiled like rules, and have their own hash
COLORS = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r'File "([^"\n]*)", line (\d+)|([^\s"]+\.py) \((\d+)\)')  # as Numba's errors name a line
MET = re.compile(r"\s*(During: |File |def |\^|<source)")  # where Numba found an error, not what it was
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
    mine = own_coaches(game, names)
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


def not_compiled(game: Game[Any, Any], names: Iterable[str], error: Exception) -> BotError | None:
    """The error to report if a bot's code cannot be compiled, with the line in the bot's file.

    None if no bot is to blame.
    """
    if not type(error).__module__.startswith("numba"):
        return None
    text, mine = COLORS.sub("", str(error)), own_coaches(game, names)
    for name, coach in mine.items():
        files = {Path(each.__code__.co_filename).name for each in functions_of(coach) if _is_own(each)}
        lines = [m for m in PLACE.finditer(text) if Path(m[1] or m[3]).name in files - {Path(bots.__file__).name}]
        if lines:  # the innermost comes first
            before = text[: lines[0].start()].removesuffix("Raised from ")
            why = [line.strip() for line in before.splitlines() if line.strip() and not MET.match(line)][-1]
            where = f" ({Path(lines[0][1] or lines[0][3]).name}, line {lines[0][2] or lines[0][4]})"
            return _uncompilable(name, where, why)
    first = next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
    return _uncompilable(" or ".join(mine), "", first) if mine else None


def _uncompilable(name: str, where: str, why: str) -> BotError:
    end = "" if why.endswith((".", ":")) else "."
    wanted = "Use numbers, loops and the given functions, or leave out @breakaway.compilable."
    return BotError(f"the bot {name} cannot be compiled{where}: {why}{end} {wanted}")


def guarded_coaches(game: Game[Any, Any], by: Sequence[str]) -> list[Coach]:
    """The coach of each seat for a match in plain Python. A user's bot that fails in such a match raises BotError."""
    mine = own_coaches(game, by)
    return [_guarded(game, name, mine[name]) if name in mine else coaches.find(game, name) for name in by]


def _guarded(game: Game[Any, Any], name: str, coach: Coach) -> Coach:
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
