"""Plays millions of matches and writes Parquet files, chunk by chunk, on several threads.

The rows are the same for any number of threads. Each finished chunk is a file in a folder beside the result. At the
end, the result is put together from these files. So memory use stays constant, Ctrl-C keeps all finished chunks, and
the same command continues where an earlier one stopped.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from breakaway.api.seated import Limit
from breakaway.coaches import BotError
from breakaway.core.game import Game
from breakaway.core.match import Start
from breakaway.core.state import to_json
from breakaway.core.trouble import Trouble
from breakaway.games.registry import find
from breakaway.lab.again import play_again
from breakaway.lab.chunks import ChunkPlayer, seeds_of
from breakaway.lab.frames import Frames
from breakaway.lab.kept import source_hash
from breakaway.lab.own import HANGING, Hanging, Watch, not_compiled, own_coaches, own_hash

CHUNK = 500  # matches
KEY = "breakaway"  # the key for our metadata in a Parquet file
MATCHES, ROWS = "matches", "plays"  # what a file holds
FORMAT = 1


class Bar(Protocol):
    """Something that shows progress."""

    def compiling(self) -> None:
        """Called before the rules are compiled, which takes a while."""

    def begin(self, done: int, total: int) -> None:
        """Called once before the first chunk: `done` of the `total` matches already exist."""

    def advance(self, matches: int) -> None:
        """Called when this many more matches are done."""


@dataclass(frozen=True)
class Plan:
    """What to simulate: the start of a match, who plays each seat, a seed, and whether to keep plays too."""

    game: Game[Any, Any]
    start: Start
    by: list[str]
    seed: int
    plays: bool

    def says(self) -> dict[str, Any]:
        """Everything that determines the rows. Each file has this as metadata."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "edition": self.game.edition,
            "version": version("breakaway"),
            "engine": source_hash(self.game) + own_hash(self.game, self.by),
            "options": self.start.options,
            "names": self.start.names,
            "seats": [{"name": seat["name"], "by": seat["by"]} for seat in self.start.seats],
            "coaches": self.by,
            "seed": self.seed,
            "plays": self.plays,
            "book": to_json(self.start.config),
        }


@dataclass
class SimulationResult:
    """The result of a simulation: its files by content, how many matches they have, and how many are new."""

    files: dict[str, Path]
    matches: int
    new: int
    stopped: bool


def files_of(out: Path, plays: bool) -> dict[str, Path]:
    """The files that a simulation writes: only matches, or (`plays`) plays in `out` and matches beside it."""
    if not plays:
        return {MATCHES: out}
    return {ROWS: out, MATCHES: out.with_name(f"{out.stem}.matches{out.suffix}")}


def said_in(path: Path) -> dict[str, Any]:
    """The metadata that a simulation wrote into a file. Raises Trouble for a file that no simulation wrote."""
    if not path.is_file():
        raise Trouble(f"{path}: there is no such file; make it with: breakaway simulate GAME --out {path}")
    try:
        found = json.loads(pl.read_parquet_metadata(path)[KEY])
    except (pl.exceptions.PolarsError, KeyError, ValueError):
        raise Trouble(f"{path}: breakaway simulate did not write this file") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Trouble(
            f"{path}: another version of breakaway ({found.get('version')}) wrote this file; simulate the matches again"
        )
    return found


@dataclass
class Parts:
    """The finished chunks of a simulation, in a folder beside its result."""

    plan: Plan
    out: Path
    files: dict[str, Path] = field(init=False)
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        self.files = files_of(self.out, self.plan.plays)
        self.folder = self.out.with_name(self.out.name + ".parts")

    def take_up(self) -> int:
        """The number of matches that earlier runs of this plan have finished.

        Raises Trouble for files of another simulation.
        """
        said = json.dumps(self.plan.says(), ensure_ascii=False)
        kept = self.folder / "plan.json"
        if self.folder.exists():
            if not kept.is_file() or kept.read_text(encoding="utf-8") != said:
                raise Trouble(
                    f"{self.folder} has an unfinished simulation with other settings; delete it, or name another --out"
                )
        else:
            there = {what: path for what, path in self.files.items() if path.exists()}
            for path in there.values():
                if json.dumps({**said_in(path), "holds": None}) != json.dumps({**self.plan.says(), "holds": None}):
                    raise Trouble(f"{path} has a simulation with other settings; name another --out")
            self.folder.mkdir(parents=True)
            kept.write_text(said, encoding="utf-8")
            if len(there) == len(self.files):
                count = matches_in(self.files[MATCHES])
                for what, path in there.items():
                    path.rename(self.part(0, count, what))
        return sum(count for _, count in self.whole())

    def part(self, first: int, count: int, what: str) -> Path:
        """The file for a chunk."""
        return self.folder / f"{first:012}-{count}.{what}.parquet"

    def whole(self) -> list[tuple[int, int]]:
        """The first match and the number of matches of each finished chunk, in order and up to the first gap."""
        found = []
        for path in self.folder.glob(f"*.{MATCHES}.parquet"):
            first, count = (int(each) for each in path.name.split(".")[0].split("-"))
            if all(self.part(first, count, what).is_file() for what in self.files):
                found.append((first, count))
        whole: list[tuple[int, int]] = []
        for first, count in sorted(found):
            if first == sum(n for _, n in whole):
                whole.append((first, count))
        return whole

    def write(self, first: int, count: int, frames: dict[str, pl.DataFrame]) -> None:
        """Writes a chunk. A file gets its final name only when it is complete."""
        for what, frame in frames.items():
            path = self.part(first, count, what)
            frame.write_parquet(path.with_suffix(".new"), compression="lz4", statistics=False)
            path.with_suffix(".new").replace(path)

    def put_together(self) -> int:
        """Puts the finished chunks together, in order. Returns the number of matches in the result."""
        chunks = self.whole()
        for what, path in self.files.items():
            said = json.dumps({**self.plan.says(), "holds": what}, ensure_ascii=False)
            new = path.with_name(path.name + ".new")
            parts = [self.part(first, count, what) for first, count in chunks]
            pl.scan_parquet(parts).sink_parquet(new, compression="zstd", metadata={KEY: said}, maintain_order=True)
            new.replace(path)
        shutil.rmtree(self.folder)
        return sum(count for _, count in chunks)


def matches_in(path: Path) -> int:
    """The number of matches in a file."""
    return int(pl.scan_parquet(path).select(pl.col("match").max()).collect().item() or 0)


def simulate(plan: Plan, matches: int, out: Path, workers: int, bar: Bar) -> SimulationResult:
    """Plays the matches of a plan that the file `out` does not have yet, and writes the result. Raises Trouble.

    `matches` is how many to play, `workers` how many threads to use; `bar` shows the progress. After Ctrl-C, the chunks
    in play are finished and kept.
    """
    if not out.parent.is_dir():
        raise Trouble(f"--out: there is no folder {out.parent}")
    parts = Parts(plan, out)
    worker = Worker(plan, parts)
    worker.player()  # raises any error in the plan before anybody has to wait
    bar.compiling()
    worker.compile()
    done = parts.take_up()
    bar.begin(min(done, matches), matches)
    stopped = False
    pool, hangs = ThreadPoolExecutor(workers, HANGING), False
    going: set[Future[int]] = set()
    try:
        for first, count in pieces(done, matches):
            if len(going) > workers:
                going = worker.advance(going, bar)
            going.add(pool.submit(worker.play, first, count))
        while going:
            going = worker.advance(going, bar)
    except KeyboardInterrupt:
        stopped = True
        worker.stop.set()
    except Hanging:
        hangs = True
        raise
    finally:
        pool.shutdown(wait=not hangs, cancel_futures=hangs)
    if not parts.whole():
        shutil.rmtree(parts.folder)
        return SimulationResult({}, 0, 0, stopped)
    kept = parts.put_together()
    return SimulationResult(parts.files, kept, kept - done, stopped)


def pieces(done: int, matches: int) -> Iterator[tuple[int, int]]:
    """The chunks from match `done` to the last: for each, its first match and its number of matches."""
    for first in range(done, matches, CHUNK):
        yield first, min(CHUNK, matches - first)


class Worker:
    """The work of each thread: plays a chunk, makes tables from it and writes them."""

    def __init__(self, plan: Plan, parts: Parts) -> None:
        self.plan, self.parts = plan, parts
        self.stop = threading.Event()
        self.own = threading.local()
        self.players: list[ChunkPlayer] = []  # of all threads
        self.watch = Watch(list(own_coaches(plan.game, plan.by)), Limit.seconds)

    def compile(self) -> None:
        """Compiles the rules by playing a chunk without matches. Raises BotError if a bot's code cannot be compiled."""
        try:
            self.player().play(self.plan.seed, 0, 0, self.plan.plays)
        except Exception as error:
            found = not_compiled(self.plan.game, self.plan.by, error)
            raise found or self._blamed(error, 0) or error from error
        self.players.clear()  # this player plays no match

    def advance(self, going: set[Future[int]], bar: Bar) -> set[Future[int]]:
        """Waits until a chunk is finished, moves the bar on and returns the chunks still in play.

        Raises the chunk's error, or Hanging if a user's bot hangs.
        """
        while True:
            ended, still = wait(going, self.watch.pause, return_when=FIRST_COMPLETED)
            if ended:
                break
            self.watch.look([player.work[0] for player in self.players])
        for each in ended:
            bar.advance(each.result())
        return still

    def player(self) -> ChunkPlayer:
        """This thread's player."""
        if not hasattr(self.own, "player"):
            self.own.player = ChunkPlayer(self.plan.game, self.plan.start.config, self.plan.by)
            self.players.append(self.own.player)
            self.own.frames = Frames(self.plan.game, self.plan.start.config, self.plan.start.names)
        found: ChunkPlayer = self.own.player
        return found

    def play(self, first: int, count: int) -> int:
        """Plays and writes a chunk unless the simulation was stopped. Returns the number of matches played."""
        if self.stop.is_set():
            return 0
        try:
            chunk = self.player().play(self.plan.seed, first, count, self.plan.plays)
        except Exception as error:
            raise self._blamed(error, first) or error from error
        frames = {MATCHES: self.own.frames.matches(chunk)}
        if self.plan.plays:
            frames[ROWS] = self.own.frames.rows(chunk)
        self.parts.write(first, count, frames)
        return count

    def _blamed(self, error: Exception, first: int) -> BotError | None:
        """Says which of the user's bots has failed in a chunk from match number `first`, by playing that match in plain
        Python.
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
        return BotError(f"the bot {' or '.join(self.watch.names)} failed {where}, but only compiled: {error}")


def game_of(said: dict[str, Any]) -> Game[Any, Any]:
    """The game that a file's metadata `said` names. Raises NoSuchGame."""
    return find(said["game"])
