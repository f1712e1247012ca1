"""Plays many matches with the user's own bots, in several processes of plain Python."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Any

from breakaway.api.bots import BotError
from breakaway.api.own import allow
from breakaway.api.seated import Limit
from breakaway.api.setup import Result, Setup, result_in
from breakaway.coaches.table import Table
from breakaway.core.match import Match, Start
from breakaway.games.registry import find

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
