"""Bots that a user names on the command line: `path/to/bot.py:Bot` or `module:Bot`."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from breakaway.api.bots import Bot, ask
from breakaway.api.setup import Setup
from breakaway.api.state import State
from breakaway.coaches import OWN
from breakaway.core.game import Order
from breakaway.core.match import Match, Start
from breakaway.core.trouble import Trouble


class Seated:
    """A user's bot, named on the command line and created for one seat of one match."""

    def __init__(self, name: str, made: Any) -> None:
        self.name = name
        try:
            self.bot: Bot = made() if isinstance(made, type) else made
        except Exception as error:
            said = f"{name} cannot be made: {type(error).__name__}: {error}; its class must need no arguments"
            raise Trouble(said) from error

    def order(self, match: Match[Any, Any], seat: int, seed: int) -> Order:
        """The bot's checked order for its seat. `seed` drives its random numbers. Raises BotError."""
        header = match.record.header
        start = Start(config=match.config, options=header["options"], names=match.names, seats=header["seats"])
        told = tuple(match.log[-1][1]) if match.log else ()
        state = State(Setup(match.game, start), match.state, None, told=told, turn=len(match.log))
        return ask(self.bot, self.name, state, seat, seed)


def allow(named: str) -> None:
    """Loads the user's bots among the players `named` as `a,b,...`, and lets them play in this program. Raises Trouble.

    Call this only with names that the user has typed. A name in a record or a form can come from a stranger, and
    loading a bot runs its code.
    """
    for name in (each.strip() for each in named.split(",")):
        if ":" in name and name not in OWN:
            seated = partial(Seated, name, load_bot(name))
            seated()  # what cannot be made is told before a match begins
            OWN[name] = seated


def load_bot(name: str) -> Any:
    """The class (or object) that `path/to/bot.py:Bot` or `module:Bot` names. Raises Trouble."""
    place, _, wanted = name.rpartition(":")
    if not place.strip() or not wanted.isidentifier():
        raise Trouble(f"{name}: to name a bot of your own, type path/to/bot.py:Class or module:Class")
    if place.endswith(".py") and not Path(place).is_file():
        raise Trouble(f"{name}: there is no file {place}")
    try:
        module = _file(Path(place)) if place.endswith(".py") else _module(place)
    except (Exception, SystemExit) as error:
        raise Trouble(f"{name}: {place} cannot be loaded: {type(error).__name__}: {error}") from error
    found = getattr(module, wanted, None)
    if found is None:
        bots = [each for each, value in vars(module).items() if callable(getattr(value, "choose", None))]
        raise Trouble(f"{name}: {place} has no {wanted}; bots in it: {', '.join(bots) or 'none'}")
    if not callable(getattr(found, "choose", None)):
        raise Trouble(f"{name}: {wanted} has no method choose(observation, legal, rng); docs/python.md has an example")
    return found


def _file(path: Path) -> ModuleType:
    """The module in a file, which can import other files in its folder."""
    spec = spec_from_file_location(f"bot_{path.stem}", path)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def _module(name: str) -> ModuleType:
    """A module by its name, installed or in the current folder."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        return import_module(name)
    finally:
        sys.path.pop(0)
