"""Reads the two files of a simulation for a report. Any error in a file becomes one sentence."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import polars as pl

from breakaway.core.game import Game
from breakaway.core.language import Trouble
from breakaway.display.document import Section
from breakaway.lab.frames import distinct
from breakaway.lab.parts import paths_in
from breakaway.lab.plan import MATCHES, ROWS, files_of, game_of, holds_of, said_in

PIECE = 10_000  # matches
ENDS = "_score"  # the end of the name of a column that every seat has


@dataclass(frozen=True)
class Material:
    """The data for a report.

    `seats` lists the prefixes of the seats' columns, and `teams` lists the names of the teams.
    """

    game: Game[Any, Any]
    said: dict[str, Any]
    files: dict[str, Path]
    matches: pl.LazyFrame
    plays: pl.LazyFrame | None
    seats: list[str]
    teams: list[str]

    def totals(self) -> list[str]:
        """The names of the counts that a match has for each seat."""
        names = self.matches.collect_schema().names()
        begin = f"{self.seats[0]}_"
        return [name.removeprefix(begin) for name in names if name.startswith(begin)][2:]  # without score and place


@dataclass(frozen=True)
class OfGame:
    """What one game adds to a report: its default house rules, and sections made from the matches or the plays."""

    usual: Callable[[], dict[str, Any]]
    of_matches: Callable[[Material], list[Section]]
    of_plays: Callable[[Material], list[Section]]
    plays_show: str  # says in words what the plays add


Part: TypeAlias = Callable[[Material], Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]]  # asks, then answers


def answered(m: Material, parts: Sequence[Part]) -> list[Section]:
    """The sections of several parts of a report. Each part yields queries of the material `m`, gets the results and
    returns a section.

    All queries of all parts run together.
    """
    going = [part(m) for part in parts]
    asked = [next(each) for each in going]
    found = iter(collected([query for queries in asked for query in queries]))
    sections = []
    for each, queries in zip(going, asked, strict=True):
        try:
            each.send([next(found) for _ in queries])
        except StopIteration as stop:
            sections.append(stop.value)
    return sections


def collected(queries: Sequence[pl.LazyFrame]) -> list[pl.DataFrame]:
    """Runs the queries and returns their results. Needs little memory, however large the files are."""
    return pl.collect_all(queries, engine="streaming")


def in_pieces(m: Material, rows: pl.LazyFrame, ask: Callable[[pl.LazyFrame], pl.LazyFrame]) -> pl.DataFrame:
    """The result of a query that needs memory for each match. Runs the query on a few matches at a time.

    `m` is the material, `rows` are the rows to query, and `ask` makes the query for some of them.
    """
    last = int(collected([m.matches.select(pl.col("match").max())])[0].item())
    pieces = (rows.filter(pl.col("match").is_between(i, i + PIECE - 1)) for i in range(1, last + 1, PIECE))
    return pl.concat([collected([ask(piece)])[0] for piece in pieces])


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """A context that turns errors in reading a simulation's file into Trouble."""
    try:
        yield
    except (pl.exceptions.ColumnNotFoundError, pl.exceptions.SchemaError) as error:
        column = str(error).splitlines()[0]
        raise Trouble(
            f"{file}: a column is missing or has the wrong type ({column}); run breakaway simulate again"
        ) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        raise Trouble(f"{file}: this file is damaged; run the same simulation again to make a new one") from None


def opened(file: Path) -> Material:
    """The material of a simulation, from either of its files or from its folder. Raises Trouble."""
    said = said_in(file)
    with readable(file):
        if file.is_dir():
            files, parts = {what: file / what for what in holds_of(said)}, paths_in(file, said["plays"])
            if not parts[MATCHES]:
                raise Trouble(f"{file} has no matches")
        else:
            files = files_beside(file, said)
            parts = {what: [path] for what, path in files.items()}
        matches = pl.scan_parquet(parts[MATCHES])
        plays = pl.scan_parquet(parts[ROWS]) if ROWS in files else None
        check_same_length(files, matches, plays)
        seats = [name.removesuffix(ENDS) for name in matches.collect_schema().names() if name.endswith(ENDS)]
        teams = distinct([str(seat["name"]) for seat in said["seats"]])
        if not seats or len(seats) != len(teams):
            raise Trouble(f"{file}: its columns do not match its {len(teams)} seats; simulate the matches again")
        return Material(game_of(said), said, files, matches, plays, seats, teams)


def files_beside(file: Path, said: dict[str, Any]) -> dict[str, Path]:
    """The file and, if there are plays, the other file beside it.

    Raises Trouble if the other file is missing or wrong.
    """
    out, tail = file, f".{MATCHES}{file.suffix}"
    if said["plays"] and said["holds"] == MATCHES:
        if not file.name.endswith(tail):
            raise Trouble(
                f"{file} goes with a file of plays; put both in the same folder, and name {file.name} NAME{tail} and "
                f"the file of plays NAME{file.suffix}"
            )
        out = file.with_name(file.name.removesuffix(tail) + file.suffix)
    files = files_of(out, said["plays"])
    for what, path in files.items():
        if path == file:
            continue
        if not path.is_file():
            raise Trouble(f"{path} is missing; put the file of {what} next to {file.name} and call it {path.name}")
        other = said_in(path)
        if other != {**said, "holds": what}:
            raise Trouble(f"{path} and {file} come from two different simulations")
    return files


def check_same_length(files: dict[str, Path], matches: pl.LazyFrame, plays: pl.LazyFrame | None) -> None:
    """Raises Trouble if there are no matches, or if the plays end before the last match."""
    last = pl.col("match").max()
    ends = [int(frame.item() or 0) for frame in collected([f.select(last) for f in (matches, plays) if f is not None])]
    if ends[0] == 0:
        raise Trouble(f"{files[MATCHES]} has no matches")
    if ends[-1] != ends[0]:
        raise Trouble(
            f"{files[ROWS]} ends with match {ends[-1]:,}, {files[MATCHES]} with {ends[0]:,}: they come from "
            "two different simulations"
        )
