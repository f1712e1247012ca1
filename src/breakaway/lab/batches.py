"""Matches played in batches, and their rows as columns of Parquet files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from breakaway.core import chance as door
from breakaway.core.chance import Door
from breakaway.core.game import Game, Result
from breakaway.core.language import UserError
from breakaway.core.rules import forget
from breakaway.core.state import columns, overwrite
from breakaway.core.statistics import Statistics, codes_in, flags_in, fractions_in
from breakaway.games.defaults import plain_statistics
from breakaway.lab.compile_cache import own_hash
from breakaway.lab.compiling import (
    COMPILING,
    THINKING,
    Records,
    compile_game,
    driver,
    make_compilable,
    records,
    seating_for,
    to_record,
)
from breakaway.lab.intrinsics import log_of

# --- Plays chunks of matches with compiled rules.
#
# From the seeds alone, works out totals for each match and a row for each play.


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
        """`by[seat]` names the coach of each seat. Raises UserError for more than two different coaches."""
        names = sorted(set(by))
        if len(names) > 2:
            raise UserError(
                f"a simulation can have at most two different coaches, not {len(names)}: {', '.join(names)}"
            )
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


# --- Turns chunks into tables for Parquet: a column for each number, words for codes, a prefix for each seat.


class Frames:
    """Makes the tables for one game's chunks. `names` contains the names of teams and people."""

    def __init__(self, game: Game[Any, Any], config: Any, names: Mapping[str, Any]) -> None:
        self.game, self.counted, self.config = game, statistics_of(game), config
        self.seats = list(self.counted.seats(config))
        row, match = self.counted.row, self.counted.match
        words = {**codes_in(row, match), **self.counted.words(config, names)}
        self.words = {column: distinct(texts) for column, texts in words.items()}
        self.flags, self.fractions = flags_in(row, match), fractions_in(row, match)
        by_number = game.rules.by_number
        self.rules = [by_number[n].id if n in by_number else "" for n in range(max(by_number) + 1)]

    def matches(self, chunk: Chunk) -> pl.DataFrame:
        """A row for each match: its number (from 1), seed, ending, scores and places by seat, and totals."""
        scores, ranks = chunk.results["score"], chunk.results["rank"]
        unit = self.counted.fractions
        frame = self.begun(chunk, np.arange(len(chunk.seeds)))
        made = [*frame, pl.Series("ended", self.coded(chunk.results["why"], self.rules))]
        for seat, called in enumerate(self.seats):
            made.append(pl.Series(f"{called}_score", in_units(scores[:, seat], unit)))
        for seat, called in enumerate(self.seats):
            made.append(pl.Series(f"{called}_place", ranks[:, seat].astype(np.int8)))
        return pl.DataFrame(made + self.flat(self.counted.match, chunk.matches))

    def rows(self, chunk: Chunk) -> pl.DataFrame:
        """A row for each play, with the number and seed of its match and its own number in the match, from 1."""
        of = np.repeat(np.arange(len(chunk.seeds)), chunk.counts)
        starts = np.concatenate([[0], np.cumsum(chunk.counts)[:-1]])
        number = np.arange(len(chunk.rows)) - starts[of] + 1
        made = [*self.begun(chunk, of), pl.Series("row", number.astype(np.int32))]
        return pl.DataFrame(made + self.flat(self.counted.row, chunk.rows))

    def begun(self, chunk: Chunk, of: Any) -> list[pl.Series]:
        """The first columns of every table. `of` lists the index of each row's match in the chunk."""
        return [pl.Series("match", of + chunk.first + 1), pl.Series("seed", chunk.seeds[of])]

    def flat(self, cls: type[Any], found: Records) -> list[pl.Series]:
        """The fields of a flat class as columns; a field with a value for each seat becomes a column for each seat."""
        made = []
        for column in columns(cls):
            values = np.ascontiguousarray(found[column.name])
            if not column.shape:
                made.append(pl.Series(column.name, self.typed(column.name, values)))
                continue
            for seat, called in enumerate(self.seats):
                made.append(pl.Series(f"{called}_{column.name}", self.typed(column.name, values[:, seat])))
        return made

    def typed(self, name: str, values: Any) -> Any:
        """The values of a column: words, true or false, numbers in units of the game, or 16-bit integers."""
        if name in self.words:
            return self.coded(values, self.words[name])
        if name in self.flags:
            return values != 0
        if name in self.fractions:
            return in_units(values, self.fractions[name])
        return values.astype(np.int16)

    def coded(self, values: Any, texts: Sequence[str]) -> pl.Series:
        """Codes as words. Null for an empty word and for a code without a word."""
        known = [i < len(texts) and texts[i] != "" for i in range(int(values.max(initial=0)) + 1)]
        kept = [text for text in texts if text]
        place = np.cumsum([text != "" for text in texts]) - 1
        codes = np.where(np.asarray(known, bool)[values], place[np.minimum(values, len(texts) - 1)], 0)
        found = pl.Series(codes.astype(np.uint32)).cat.to(pl.Enum(kept))
        return found.set(~pl.Series(np.asarray(known, bool)[values]), None)


def distinct(texts: Sequence[str]) -> list[str]:
    """The `texts`, made distinct: a repeated text gets a number."""
    seen: dict[str, int] = {}
    out = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        out.append(text if seen[text] == 1 or not text else f"{text} ({seen[text]})")
    return out


def in_units(values: Any, unit: int) -> Any:
    """Converts values from fractions of a unit to units. `unit` is how many fractions make one unit."""
    return values.astype(np.int32) if unit == 1 else values / unit
