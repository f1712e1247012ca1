"""Millions of matches into Parquet: chunk by chunk on threads, the same rows whatever the workers or their order.

A finished chunk is a file in a folder beside the result, and the result is made of them at the end. So memory stays
flat, Ctrl-C keeps every whole chunk, and the same command goes on where an earlier one stopped.
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

from breakaway.core.game import Game
from breakaway.core.match import Start
from breakaway.core.state import to_json
from breakaway.core.trouble import Trouble
from breakaway.games.registry import find
from breakaway.lab.chunks import Player
from breakaway.lab.frames import Frames
from breakaway.lab.kept import source_hash

CHUNK = 500  # matches
KEY = "breakaway"  # of our metadata in a Parquet file
MATCHES, ROWS = "matches", "plays"  # what a file holds
FORMAT = 1


class Bar(Protocol):
    """Where progress is shown."""

    def compiling(self) -> None:
        """The rules are compiled now, which takes a while."""

    def begin(self, done: int, total: int) -> None:
        """So many of all matches were there before."""

    def advance(self, matches: int) -> None:
        """So many more are done."""


@dataclass(frozen=True)
class Plan:
    """What is simulated: a match's beginning, who plays each seat, a seed, and whether plays are wanted too."""

    game: Game[Any, Any]
    start: Start
    by: list[str]
    seed: int
    plays: bool

    def says(self) -> dict[str, Any]:
        """All that the rows follow from; it stands in every file."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "edition": self.game.edition,
            "version": version("breakaway"),
            "engine": source_hash(self.game),
            "options": self.start.options,
            "names": self.start.names,
            "seats": [{"name": seat["name"], "by": seat["by"]} for seat in self.start.seats],
            "coaches": self.by,
            "seed": self.seed,
            "plays": self.plays,
            "book": to_json(self.start.config),
        }


@dataclass
class Outcome:
    """What became of a simulation: its files by what they hold, how many matches they have, how many were new."""

    files: dict[str, Path]
    matches: int
    new: int
    stopped: bool


def files_of(out: Path, plays: bool) -> dict[str, Path]:
    """The files that a simulation writes: matches, or plays and the matches beside them."""
    if not plays:
        return {MATCHES: out}
    return {ROWS: out, MATCHES: out.with_name(f"{out.stem}.matches{out.suffix}")}


def said_in(path: Path) -> dict[str, Any]:
    """The metadata of a file of ours; raises Trouble for any other file."""
    if not path.is_file():
        raise Trouble(f"{path}: there is no such file; make it with: breakaway simulate GAME --out {path}")
    try:
        found = json.loads(pl.read_parquet_metadata(path)[KEY])
    except (pl.exceptions.PolarsError, KeyError, ValueError):
        raise Trouble(f"{path}: breakaway simulate did not write this file") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Trouble(f"{path}: this file was written by another version of breakaway ({found.get('version')})")
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
        """How many matches an earlier run of the same plan left; raises Trouble when something else is there."""
        said = json.dumps(self.plan.says(), ensure_ascii=False)
        kept = self.folder / "plan.json"
        if self.folder.exists():
            if not kept.is_file() or kept.read_text(encoding="utf-8") != said:
                raise Trouble(f"{self.folder} has another, unfinished simulation; delete it, or name another --out")
        else:
            there = {what: path for what, path in self.files.items() if path.exists()}
            for path in there.values():
                if json.dumps({**said_in(path), "holds": None}) != json.dumps({**self.plan.says(), "holds": None}):
                    raise Trouble(f"{path} already has another simulation; name another --out")
            self.folder.mkdir(parents=True)
            kept.write_text(said, encoding="utf-8")
            if len(there) == len(self.files):
                count = matches_in(self.files[MATCHES])
                for what, path in there.items():
                    path.rename(self.part(0, count, what))
        return sum(count for _, count in self.whole())

    def part(self, first: int, count: int, what: str) -> Path:
        """The file of a chunk."""
        return self.folder / f"{first:012}-{count}.{what}.parquet"

    def whole(self) -> list[tuple[int, int]]:
        """First match and number of matches of the chunks that are there, in order and without a gap."""
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
        """Writes a chunk; a file that has its name is whole."""
        for what, frame in frames.items():
            path = self.part(first, count, what)
            frame.write_parquet(path.with_suffix(".new"), compression="lz4", statistics=False)
            path.with_suffix(".new").replace(path)

    def put_together(self) -> int:
        """Makes the result of the whole chunks, in order; returns how many matches it has."""
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
    """How many matches a file has."""
    return int(pl.scan_parquet(path).select(pl.col("match").max()).collect().item() or 0)


def simulate(plan: Plan, matches: int, out: Path, workers: int, bar: Bar) -> Outcome:
    """Plays the matches of a plan that are not in the file `out` yet, and writes the result. Raises Trouble.

    `workers` is the number of threads; `bar` shows how far it is.
    Ctrl-C lets the chunks that are being played end, and keeps them.
    """
    if not out.parent.is_dir():
        raise Trouble(f"--out: there is no folder {out.parent}")
    parts = Parts(plan, out)
    worker = Worker(plan, parts)
    worker.player()  # raises what is wrong with the plan before anybody waits
    bar.compiling()
    worker.compile()
    done = parts.take_up()
    bar.begin(min(done, matches), matches)
    stopped = False
    with ThreadPoolExecutor(workers) as pool:
        going: set[Future[int]] = set()
        try:
            for first, count in pieces(done, matches):
                if len(going) > workers:
                    going = advance(going, bar)
                going.add(pool.submit(worker.play, first, count))
            while going:
                going = advance(going, bar)
        except KeyboardInterrupt:
            stopped = True
            worker.stop.set()
    if not parts.whole():
        shutil.rmtree(parts.folder)
        return Outcome({}, 0, 0, stopped)
    kept = parts.put_together()
    return Outcome(parts.files, kept, kept - done, stopped)


def advance(going: set[Future[int]], bar: Bar) -> set[Future[int]]:
    """Waits for a chunk and shows it; raises what it raised."""
    ended, still = wait(going, return_when=FIRST_COMPLETED)
    for each in ended:
        bar.advance(each.result())
    return still


def pieces(done: int, matches: int) -> Iterator[tuple[int, int]]:
    """The chunks from match `done` to the last: first match and how many."""
    for first in range(done, matches, CHUNK):
        yield first, min(CHUNK, matches - first)


class Worker:
    """What each thread does: a chunk is played, made into tables and written."""

    def __init__(self, plan: Plan, parts: Parts) -> None:
        self.plan, self.parts = plan, parts
        self.stop = threading.Event()
        self.own = threading.local()

    def compile(self) -> None:
        """Has the rules compiled, by a chunk of no match."""
        self.player().play(self.plan.seed, 0, 0, self.plan.plays)

    def player(self) -> Player:
        """This thread's player."""
        if not hasattr(self.own, "player"):
            self.own.player = Player(self.plan.game, self.plan.start.config, self.plan.by)
            self.own.frames = Frames(self.plan.game, self.plan.start.config, self.plan.start.names)
        found: Player = self.own.player
        return found

    def play(self, first: int, count: int) -> int:
        """Plays and writes a chunk, unless it was stopped; how many matches that were."""
        if self.stop.is_set():
            return 0
        chunk = self.player().play(self.plan.seed, first, count, self.plan.plays)
        frames = {MATCHES: self.own.frames.matches(chunk)}
        if self.plan.plays:
            frames[ROWS] = self.own.frames.rows(chunk)
        self.parts.write(first, count, frames)
        return count


def game_of(said: dict[str, Any]) -> Game[Any, Any]:
    """The game of a file's metadata; raises NoSuchGame."""
    return find(said["game"])
