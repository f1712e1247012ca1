"""Plays millions of matches and writes Parquet files, chunk by chunk, on several threads or on a cluster.

The rows are the same for any number of threads and machines. Each finished chunk is a file in a folder (`parts.py`). If
the result is one file, it is put together from the files of all chunks at the end. So memory use stays constant, Ctrl-C
keeps all finished chunks, and the same command continues where an earlier one stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from breakaway.api.bots import Limit
from breakaway.lab.again import play_again
from breakaway.lab.chunks import Chunk, ChunkPlayer, seeds_of
from breakaway.lab.engines import Cluster, Threads
from breakaway.lab.frames import Frames
from breakaway.lab.own import Watch, not_compiled, own_coaches
from breakaway.lab.parts import Parts
from breakaway.lab.plan import MATCHES, ROWS, Plan
from breakaway.players.coaches import BotError

CHUNK = 500  # matches


class Bar(Protocol):
    """Shows the progress of a simulation."""

    def compiling(self) -> None:
        """Called before the rules are compiled, which takes a while."""

    def begin(self, done: int, total: int) -> None:
        """Called once, before the first call of `advance`: `done` matches out of `total` already exist."""

    def advance(self, matches: int) -> None:
        """Called when `matches` more matches are done."""


@dataclass
class SimulationResult:
    """The result of a simulation: its files (by what they hold: `matches` or `plays`), how many matches they
    have, and how many of these are new.

    `named` is the name to type after `breakaway report`. `waiting` is how many matches are kept for the next run,
    because matches before them are missing.
    """

    files: dict[str, Any]
    matches: int
    new: int
    stopped: bool
    named: str = ""
    waiting: int = 0


def simulate(
    plan: Plan, matches: int, out: str | Path, workers: int, bar: Bar, cluster: Cluster | None = None
) -> SimulationResult:
    """Plays those matches of a plan that are not in `out` yet, and writes the result. Raises Trouble.

    `out` is a file or a folder of parts (see `folders.is_folder`). `matches` is how many matches the result should
    have, and `workers` is how many threads to use if there is no `cluster`; `bar` shows the progress. After Ctrl-C, the
    chunks being played are finished and kept.
    """
    parts = Parts(plan, out)
    worker = Worker(plan, parts)
    worker.player()  # raises any error in the plan before anybody has to wait
    bar.compiling()
    if cluster is None:
        worker.compile()
    kept = parts.take_up()
    done, nothing, stopped = sum(count for _, count in kept), False, False
    try:
        stopped = play_pieces(worker, list(pieces(kept, matches)), (done, matches), workers, bar, cluster)
    finally:
        nothing = not kept and not parts.finished()
        if nothing and not (stopped and cluster):  # a worker that could not be stopped may still write
            parts.folder.remove()
    if nothing:
        return SimulationResult({}, 0, 0, stopped)
    there = parts.put_together()
    waiting = sum(count for _, count in parts.finished()) if there == 0 else 0
    return SimulationResult(parts.files, there, max(0, there - done), stopped, parts.named, waiting)


def play_pieces(
    worker: Worker,
    asked: list[tuple[int, int]],
    progress: tuple[int, int],
    workers: int,
    bar: Bar,
    cluster: Cluster | None,
) -> bool:
    """Plays the pieces that are `asked` for. Returns whether Ctrl-C has stopped the work.

    `progress` says how many matches already exist, and how many the result should have.
    """
    done, matches = progress
    begun = cluster is None or not asked  # the workers of a cluster compile the rules with their first chunks
    if begun:
        bar.begin(min(done, matches), matches)
    finished: Generator[tuple[int, Any], None, None]
    if cluster is None:
        engine = Threads(workers, worker.watch.pause, worker.look)
        finished = engine.finished(lambda piece: worker.play(*piece), asked)
    else:
        finished = cluster.chunks(worker.parts, asked)
    try:
        with closing(finished):
            for _, count in finished:
                if not begun:
                    bar.begin(min(done, matches), matches)
                    begun = True
                bar.advance(count)
    except KeyboardInterrupt:
        return True
    return False


def pieces(kept: list[tuple[int, int]], matches: int) -> Iterator[tuple[int, int]]:
    """The chunks that are still missing, between and after the ones in `kept`. Each chunk is given as its first match
    and its number of matches.
    """
    at = 0
    for first, count in [*kept, (matches, 0)]:
        end = min(first, matches)
        for begin in range(at, end, CHUNK):
            yield begin, min(CHUNK, end - begin)
        at = max(at, first + count)


class Worker:
    """The work that threads of one process do: play a chunk, make tables from it, and write them."""

    def __init__(self, plan: Plan, parts: Parts) -> None:
        self.plan, self.parts = plan, parts
        self.own = threading.local()
        self.players: list[ChunkPlayer] = []  # of all threads
        self.watch = Watch(list(own_coaches(plan.game, plan.by)), Limit.seconds)

    def compile(self) -> None:
        """Compiles the rules by playing an empty chunk. Raises BotError if a bot's code cannot be compiled."""
        try:
            self.player().play(self.plan.seed, 0, 0, self.plan.plays)
        except Exception as error:
            found = not_compiled(self.plan.game, self.plan.by, error)
            raise found or self._blamed(error, 0) or error from error
        self.players.clear()  # this player plays no match

    def look(self) -> None:
        """Raises Hanging if a user's bot hangs in one of the threads."""
        self.watch.look([player.work[0] for player in self.players])

    def player(self) -> ChunkPlayer:
        """The `ChunkPlayer` of this thread."""
        if not hasattr(self.own, "player"):
            self.own.player = ChunkPlayer(self.plan.game, self.plan.start.config, self.plan.by)
            self.players.append(self.own.player)
            self.own.frames = Frames(self.plan.game, self.plan.start.config, self.plan.start.names)
        found: ChunkPlayer = self.own.player
        return found

    def play(self, first: int, count: int) -> int:
        """Plays and writes a chunk. Returns the number of matches played."""
        try:
            chunk = self.player().play(self.plan.seed, first, count, self.plan.plays)
        except Exception as error:
            raise self._blamed(error, first) or error from error
        while True:  # Polars raises KeyboardInterrupt in any thread, but only the main thread stops for Ctrl-C
            with suppress(KeyboardInterrupt):
                self._write(chunk, first, count)
                return count

    def _write(self, chunk: Chunk, first: int, count: int) -> None:
        frames = {MATCHES: self.own.frames.matches(chunk)}
        if self.plan.plays:
            frames[ROWS] = self.own.frames.rows(chunk)
        self.parts.write(first, count, frames)

    def _blamed(self, error: Exception, first: int) -> BotError | None:
        """The error of the user's bot that has failed in the chunk that begins with match number `first`. To find the
        bot, plays the match again in plain Python.
        """
        game, config, by = self.plan.game, self.plan.start.config, self.plan.by
        if not self.watch.names:
            return None
        n = first + next((i for i, each in enumerate(self.player().begun) if each["why"] == 0), 0)
        where = f"in match {n + 1} of the simulation"
        try:
            play_again(game, config, by, int(seeds_of(self.plan.seed, n, 1)[0]))
        except BotError as known:
            return BotError(f"{known} ({where})")
        return BotError(f"the bot {' or '.join(self.watch.names)} failed {where}, but only when compiled: {error}")
