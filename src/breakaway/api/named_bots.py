"""Bots found by name: `path/to/bot.py:Bot`, `module:Bot`, or the name of an installed package's entry point.

Loading a bot runs its code. So load only what the user has typed, or what a program passes to the API: a name in a
record, a form or an email can come from a stranger.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256 as hash_of
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from breakaway.core.language import UserError

GROUP = "breakaway.bots"  # entry points of installed packages
COMMAND = "cmd:"  # before the command of a bot that is a program of its own
TEXT = "__breakaway_text__"  # in a module that was loaded from a file: the hash of the file's text


def installed() -> list[str]:
    """The names of the bots that installed packages provide."""
    return [each.name for each in entry_points(group=GROUP)]


def is_bot(name: str) -> bool:
    """Whether the `name` has the form of a bot's name, or an installed package provides a bot with this name.

    Coaches' names come first: ask only about other names.
    """
    return ":" in name or name in installed()


def load_bot(name: str) -> Any:
    """The class (or object) that `path/to/bot.py:Bot`, `module:Bot` or an entry point names. Raises UserError.

    As long as a file's text stays the same, the file is run only once.
    """
    found = [each for each in entry_points(group=GROUP) if each.name == name]
    place, _, wanted = (found[0].value if found else name).rpartition(":")
    if not place.strip() or not wanted.isidentifier():
        raise UserError(f"{name}: to name a bot of your own, type path/to/bot.py:Class or module:Class")
    if place.endswith(".py") and not Path(place).is_file():
        raise UserError(f"{name}: there is no file {place}")
    try:
        module = _file(Path(place)) if place.endswith(".py") else _module(place)
    except (Exception, SystemExit) as error:
        raise UserError(f"{name}: {place} cannot be loaded: {type(error).__name__}: {error}") from error
    made = getattr(module, wanted, None)
    if made is None:
        bots = [each for each, value in vars(module).items() if callable(getattr(value, "choose", None))]
        raise UserError(f"{name}: {place} has no {wanted}; bots in it: {', '.join(bots) or 'none'}")
    if not callable(getattr(made, "choose", None)):
        raise UserError(
            f"{name}: {wanted} has no method choose(observation, legal, rng); docs/python.md has an example"
        )
    return made


def bots_in(path: Path) -> dict[str, Any]:
    """The bots that a file defines itself, by name, in the order of the file. Runs the file. Raises UserError."""
    try:
        module = _file(path)
    except (Exception, SystemExit) as error:
        raise UserError(f"{path.name} cannot be loaded: {type(error).__name__}: {error}") from error
    found = {name: each for name, each in vars(module).items() if callable(getattr(each, "choose", None))}
    return {name: each for name, each in found.items() if getattr(each, "__module__", None) == module.__name__}


def _file(path: Path) -> ModuleType:
    """The module in a file. The module can import other files in its folder.

    The module is always compiled from its text. Otherwise Python would use outdated bytecode if an edit in the same
    second left the file's size unchanged.
    """
    place = path.resolve()
    name, text = f"bot_{path.stem}_{hash_of(str(place).encode()).hexdigest()[:8]}", place.read_bytes()
    held, now = sys.modules.get(name), hash_of(text).hexdigest()
    if held is not None and getattr(held, TEXT, "") == now:
        return held  # a match after match with this bot must not run its file again and again
    spec = spec_from_file_location(name, place)
    assert spec is not None  # the name ends in .py
    module = module_from_spec(spec)
    sys.modules[name] = module  # as dataclasses expect it
    with _importing_from(place.parent):
        exec(compile(text, place, "exec"), vars(module))
    setattr(module, TEXT, now)
    return module


def _module(name: str) -> ModuleType:
    """The module with this name, installed or in the current folder."""
    with _importing_from(Path.cwd()):
        return import_module(name)


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """A context in which Python looks for modules in this folder first. After the block, Python looks there last."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
