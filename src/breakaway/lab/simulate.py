"""Simulates millions of matches on threads, and shows progress."""

from __future__ import annotations

import platform
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from breakaway.api.bots import Limit
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.lab.batches import Chunk, ChunkPlayer, Frames, seeds_of
from breakaway.lab.compile_cache import HANGING, Hanging, Watch, not_compiled, own_coaches, source_hash
from breakaway.lab.rerun_one import play_again
from breakaway.lab.simulation_files import MATCHES, ROWS, Parts, Plan
from breakaway.players.coaches import BotError

# --- Engines do one piece of work after another, in threads of this process or on a cluster (`cluster.py`).


class Engine(Protocol):
    """Runs pieces of work in threads or on a cluster."""

    def finished(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """Yields each item's number, counted from 0, and what `work` returned for it, as soon as the item is done.

        Takes only a few items in advance. Closing the generator waits for work that has begun, and begins no new work.
        """


class Cluster(Engine, Protocol):
    """An engine whose workers play the chunks of a simulation and write them."""

    def chunks(self, parts: Parts, asked: list[tuple[int, int]]) -> Generator[tuple[int, Any], None, None]:
        """Once a chunk that was `asked` for is written to `parts`, yields its number and how many matches it has."""


class Threads:
    """An engine that works in threads of this process."""

    def __init__(self, workers: int, pause: float | None = None, look: Callable[[], None] | None = None) -> None:
        """The engine calls `look` every `pause` seconds while it waits for results. `look` may raise Hanging."""
        self.workers, self.pause, self.look = workers, pause, look

    def finished(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """See `Engine.finished`, also for `work` and `items`."""
        pool, hangs = ThreadPoolExecutor(self.workers, HANGING), False
        going: dict[Future[Any], int] = {}
        try:
            for number, item in enumerate(items):
                if len(going) > self.workers:
                    yield from self._next(going)
                going[pool.submit(work, item)] = number
            while going:
                yield from self._next(going)
        except Hanging:
            hangs = True
            raise
        finally:
            pool.shutdown(wait=not hangs, cancel_futures=True)

    def _next(self, going: dict[Future[Any], int]) -> Iterator[tuple[int, Any]]:
        """Waits until some work is finished, and yields its result. Raises any error of the work, or Hanging."""
        while True:
            ended, _ = wait(going, self.pause, return_when=FIRST_COMPLETED)
            if ended:
                break
            if self.look is not None:
                self.look()
        for each in sorted(ended, key=lambda future: going[future]):
            yield going.pop(each), each.result()


def same_rules(name: str, work: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same `work`, except that it raises UserError if the process that runs it has different rules or data for the
    game called `name` than this process has.
    """
    return partial(_with_rules, name, _rules_hash(name), work)


@cache
def _rules_hash(name: str) -> str:
    return source_hash(find(name))


def _with_rules(name: str, wanted: str, work: Callable[[Any], Any], item: Any) -> Any:
    if _rules_hash(name) != wanted:
        raise UserError(
            f"a worker on {platform.node()} has different rules or data for {name}, or a different Python or Numba "
            "version; install the same version of breakaway and the same lock file on both machines"
        )
    return work(item)


# --- Plays millions of matches and writes Parquet files, chunk by chunk, on several threads or on a cluster.
#
# The rows are the same for any number of threads and machines. Each finished chunk is a file in a folder
# (`simulation_files.py`). If the result is one file, it is put together from the files of all chunks at the end. So
# memory use stays constant, Ctrl-C keeps all finished chunks, and the same command continues where an earlier one
# stopped.


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
    """Plays those matches of a plan that are not in `out` yet, and writes the result. Raises UserError.

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
            found = not_compiled(own_coaches(self.plan.game, self.plan.by), error)
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


# --- A progress bar on stderr with the rate and the time left. Without a terminal, a single line explains the wait.


COMPILES = "Compiling the rules first. This takes about half a minute, and only the first time."


class Rate(ProgressColumn):
    """A column with matches per second."""

    def render(self, task: Task) -> Text:
        """The speed of this run, or nothing while the speed is unknown."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class ProgressBar:
    """Shows how many matches are done."""

    def __init__(self, title: str) -> None:
        count = TextColumn("{task.completed:,} of {task.total:,}")
        columns = (TextColumn("{task.description}"), BarColumn(), count, Rate(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.progress.add_task(title, total=None, visible=False)
        self.status = console.status(COMPILES)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Clears the bar and the message from the screen."""
        self.status.stop()
        self.progress.stop()

    def compiling(self) -> None:
        """Says that the rules are being compiled or loaded."""
        self.status.start()
        if self.progress.disable:
            print(COMPILES, file=sys.stderr, flush=True)

    def begin(self, done: int, total: int) -> None:
        """Starts the bar. `done` matches out of `total` already exist."""
        self.status.stop()
        self.progress.update(self.task, total=total, completed=done, visible=True)
        self.progress.start()

    def advance(self, matches: int) -> None:
        """Advances the bar by a number of finished matches."""
        self.progress.advance(self.task, matches)
