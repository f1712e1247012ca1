"""Plays chunks of matches with compiled rules.

From the seeds alone, works out totals for each match and a row for each play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from breakaway.core import chance as door
from breakaway.core.chance import Door
from breakaway.core.game import Game, Result
from breakaway.core.language import Trouble
from breakaway.core.rules import Statistics, forget
from breakaway.core.state import overwrite
from breakaway.games.plain import plain_statistics
from breakaway.lab.compiled import COMPILING, THINKING, compile_game, driver, make_compilable, seating_for
from breakaway.lab.intrinsics import log_of
from breakaway.lab.own import own_hash
from breakaway.lab.records import Records, records, to_record

NO_ROOM, PAST_BOUND = -1, -2  # returned instead of a number of rows


def statistics_of(game: Game[Any, Any]) -> Statistics:
    """The statistics of a game: its own, or the plain ones that every game has."""
    return game.statistics or plain_statistics(game)


def seeds_of(seed: int, first: int, count: int) -> Any:
    """The seeds of `count` matches from number `first` on, counted from 0.

    The seeds do not depend on the chunk or the worker.
    """
    with np.errstate(over="ignore"):
        z = np.uint64(seed & door.MASK) * np.uint64(door.MUL1) + np.arange(
            first + 1, first + count + 1, dtype=np.uint64
        )
        for _ in range(2):
            z = z * np.uint64(door.GAMMA)
            z = (z ^ (z >> np.uint64(30))) * np.uint64(door.MUL1)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(door.MUL2)
            z = z ^ (z >> np.uint64(31))
    return z


@dataclass(frozen=True)
class Chunk:
    """Matches from number `first` on: their seeds, results, totals and row counts, and the rows themselves if
    requested.

    The rows are valid until the `ChunkPlayer` plays its next chunk.
    """

    first: int
    seeds: Any
    results: Records
    matches: Records
    counts: Any
    rows: Records


def begin(seed: Any, starts: Records, work: Any) -> None:
    """Sets everything up for a match with this seed. `starts[0]` is the first state of the match."""
    states, before, _, chances, thinking, log, _, blank_chance, blank_result, result = work
    states[0] = starts[0]
    before[0] = starts[0]
    chances[0] = blank_chance[0]
    thinking[0] = blank_chance[0]
    chances[0].rng = seed
    thinking[0].rng = seed ^ THINKING
    result[0] = blank_result[0]
    forget(log[0])


def fresh_row(rows: Records, blank_row: Records, at: int, keep: bool) -> int:
    """Blanks the first row of a match and returns its index: `at`, or 0 if earlier rows need not be kept."""
    if keep:
        rows[at] = blank_row[0]
        return at
    for i in range(at + 1):  # the unfinished row too
        rows[i] = blank_row[0]
    return 0


def chunk_driver(game: Game[Any, Any], first: str, second: str) -> Any:
    """A compiled function that plays one match after another. See `ChunkPlayer.play`."""
    with COMPILING:  # threads that need the same driver share it
        return _driver(game, first, second, own_hash(game, (first, second)))


@cache
def _driver(game: Game[Any, Any], first: str, second: str, own: str) -> Any:
    turn, counted = compile_game(game, first, second).turn, statistics_of(game)
    observe, most, remember = counted.observe, counted.most, counted.remember or overwrite
    for each in (begin, fresh_row):
        make_compilable(each, game)

    def play_chunk(
        seeds: Any,
        starts: Records,
        configs: Records,
        seatings: Records,
        work: Any,
        results: Records,
        matches: Records,
        counts: Any,
        rows: Records,
        keep: bool,
        limit: int,
    ) -> int:
        states, before, scratch, chances, thinking, log, blank_row, _, _, result = work
        s, config, seating, view, spare, last = states[0], configs[0], seatings[0], scratch[0], scratch[1], before[0]
        chance, thoughts, said, standings = chances[0], thinking[0], log[0], result[0]
        at = 0
        for m in range(len(seeds)):
            begin(seeds[m], starts, work)
            at = fresh_row(rows, blank_row, at, keep)
            first, steps = at, 0
            while turn(s, config, chance, thoughts, seating, view, spare, standings, said):
                if at + most >= len(rows):
                    return NO_ROOM
                at = observe(last, s, config, said, matches[m], rows, at)
                remember(last, s)
                steps += 1
                if steps > limit:
                    return PAST_BOUND
            results[m] = result[0]
            counts[m] = at - first
        return at

    return driver(game, play_chunk, own)


class ChunkPlayer:
    """Plays chunks of matches with one config, one chunk at a time. Each worker has its own player."""

    def __init__(self, game: Game[Any, Any], config: Any, by: list[str]) -> None:
        """`by[seat]` names the coach of each seat. Raises Trouble for more than two different coaches."""
        names = sorted(set(by))
        if len(names) > 2:
            raise Trouble(f"a simulation can have at most two different coaches, not {len(names)}: {', '.join(names)}")
        self.game, self.statistics = game, statistics_of(game)
        self.driver = chunk_driver(game, names[0], names[-1])
        self.seating = seating_for(game, [names.index(name) for name in by])
        self.configs, self.starts = to_record(config), to_record(game.start(config))
        self.limit = game.bound(config)
        state, row = game.state, self.statistics.row
        log = log_of(self.statistics.reads)
        counts = ((state, 1), (state, 1), (state, 2), (Door, 1), (Door, 1), (log, 1), (row, 1), (Door, 1))
        self.work = tuple(records(cls, n) for cls, n in (*counts, (Result, 1), (Result, 1)))
        self.rows = records(row, 1 << 12)
        self.begun: Records = records(Result, 0)  # the results of the chunk being played; later matches are blank

    def play(self, seed: int, first: int, count: int, keep_rows: bool) -> Chunk:
        """Plays matches `first` to `first + count - 1` of a seed. `keep_rows` says whether to keep a row for each play.

        Raises OverflowError if a match takes more steps than the game allows.
        """
        seeds = seeds_of(seed, first, count)
        while True:
            results, matches = records(Result, count), records(self.statistics.match, count)
            counts = np.zeros(count, np.int64)
            self.begun = results
            self.rows.view(np.uint8)[:] = 0
            self.seating["orders"] = 0
            played = (seeds, self.starts, self.configs, self.seating, self.work, results, matches, counts)
            at = self.driver(*played, self.rows, keep_rows, self.limit)
            if at == PAST_BOUND:
                raise OverflowError("a match took more steps than the game allows")
            if at != NO_ROOM:
                return Chunk(first, seeds, results, matches, counts, self.rows[: at if keep_rows else 0])
            self.rows = records(self.statistics.row, 2 * len(self.rows))
