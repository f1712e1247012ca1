"""Bots named on the command line, and many matches between them."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Any

from breakaway.api.bot_process import Piped, words_of
from breakaway.api.bots import Compilable, Limit, Seated, games_of
from breakaway.api.named_bots import COMMAND, is_bot, load_bot
from breakaway.api.plain_data import Result, Setup, result_in
from breakaway.core.language import UserError
from breakaway.games.manifest import GAMES, find
from breakaway.players.coaches import OWN, BotError, Own
from breakaway.players.seated_match import HUMAN, SCRIPTED, SHEET, Table
from breakaway.records.match import Match, Start

# --- Bots that a user names: `path/to/bot.py:Bot`, `module:Bot`, an entry point's name, or `cmd:COMMAND`.


NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")
LONGEST_LIMIT = 86400  # seconds


def allow(named: str, limit: float | None = None) -> None:
    """Loads the user's bots from `named`, a list of players (`a,b,...`), so that these bots can play. Raises UserError.

    `limit`: how many seconds each answer may take (0: no limit; None: the limit stays as it is). Call this only with
    names that the user has typed. Loading a bot runs its code, and a name in a record or a form can come from a
    stranger.
    """
    set_limit(limit)
    for name in (each.strip() for each in named.split(",")):
        if name not in OWN and is_bot(name) and name not in _taken():
            OWN[name] = own_bot(name)


def offer(named: str) -> None:
    """Lets one of the owner's bots play at this server's tables.

    `named` has the form `NAME=BOT`; visitors see only NAME. Raises UserError.
    """
    name, equals, bot = (each.strip() for each in named.partition("="))
    if not equals or not NAME.fullmatch(name) or not bot:
        wanted = "type --bot NAME=BOT, as in --bot careful=path/to/bot.py:Careful"
        raise UserError(
            f"--bot {named}: {wanted}; "
            "NAME must begin with a lowercase letter and have at most 30 characters (a-z, 0-9, - or _)"
        )
    if name in _taken() or name in OWN:
        raise UserError(f"--bot {named}: the name {name} is taken; choose another one")
    OWN[name] = replace(own_bot(bot, name), label=name.replace("_", " ").capitalize())


def set_limit(limit: float | None) -> None:
    """Sets how many seconds each answer of a user's bot may take (0: no limit; None: the limit stays as it is).

    Raises UserError.
    """
    if limit is None:
        return
    if not 0 <= limit <= LONGEST_LIMIT:
        raise UserError(f"--bot-time: expected a number of seconds from 0 (no limit) to {LONGEST_LIMIT}, not {limit:g}")
    Limit.seconds = limit


def own_bot(name: str, shown: str = "") -> Own:
    """The bot with the `name` that the user has typed.

    Creates a Python bot as a trial, so that an error in its code is reported before a match begins. If `shown` is
    given, errors and records call the bot by this name. Raises UserError.
    """
    called = shown or name
    if name.startswith(COMMAND):
        return Own(partial(Piped, called, words_of(name)))
    made = load_bot(name)
    Seated(name, made)  # a bot that cannot be made is reported before a match begins
    games = games_of(made)
    if unknown := [each for each in games if each not in GAMES]:
        raise UserError(f"{name}: its `games` lists an unknown game, {unknown[0]!r}; known games: {', '.join(GAMES)}")
    coach = made.coach if isinstance(made, Compilable) else None
    return Own(partial(Seated, called, made), games, coach)


def _taken() -> set[str]:
    """The names that are already taken by coaches, by people, or by players that rules provide."""
    return {HUMAN, SHEET, SCRIPTED, *(name for kit in GAMES.values() for name in (*kit.coaches, *kit.rules_play))}


# --- Plays many matches with the user's own bots, in several processes of plain Python.


CHUNK = 8  # matches that a process takes at a time


@dataclass(frozen=True)
class Many:
    """A simulation with the user's own bots: the game, how its matches start, and the list of players as typed."""

    game: str
    start: Start
    named: str

    def play(self, matches: int, seed: int, workers: int) -> Iterator[Result]:
        """The results of this many `matches`, in order.

        To watch match N, give `breakaway watch` the seed plus N - 1. The results do not depend on the number of
        `workers` (processes). If a bot fails, raises BotError, which names the seed of that match.
        """
        seeds, one = range(seed, seed + matches), partial(_result, self.game, self.start)
        if workers == 1:
            yield from map(one, seeds)
            return
        pool = ProcessPoolExecutor(min(workers, matches), get_context("spawn"), _prepare, (self.named, Limit.seconds))
        try:
            yield from pool.map(one, seeds, chunksize=CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare(named: str, limit: float) -> None:
    """Prepares a process: loads the bots, and leaves Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow(named, limit)


def _result(name: str, start: Start, seed: int) -> Result:
    """The result of the match with this seed. Raises BotError."""
    game, setup = find(name), Setup(find(name), start)
    secret, salts = setup.chance_of(seed)
    match: Match[Any, Any] = Match.new(game, replace(start, secret=secret, salts=salts))
    table = Table(game, match)
    try:
        while not match.is_over():
            table.play_turn()
    except BotError as error:
        raise BotError(f"{error} (in the match with --seed {seed})") from None
    return result_in(setup, match.state)
