"""Files of simulations for tests of the report: some written by hand, some of matches that were really played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

from breakaway.display.document import Document, Grid, Section
from breakaway.games.football import statistics
from breakaway.games.football.files.config import names, resolve
from breakaway.games.manifest import find
from breakaway.lab.batches import Frames
from breakaway.lab.report import report_of
from breakaway.lab.rerun_one import play_again
from breakaway.lab.simulation_files import KEY, MATCHES, ROWS, Plan
from breakaway.records.match import Start

TYPES = ["Inside Run", "Draw", "Short", "Long"]
DEFENSES = ["Goal Line", "Zone"]
ENUMS = {
    "offense": statistics.HOME_AWAY,
    "next_offense": statistics.HOME_AWAY,
    "kind": statistics.KINDS[1:],
    "play_type": TYPES,
    "defense_type": DEFENSES,
    "breakaway": statistics.MATCHUPS,
    "taken": statistics.TAKEN[1:],
    "penalty": statistics.PENALTIES[1:],
    "result": statistics.RESULTS[1:],
}
ROW: dict[str, Any] = {
    "match": 1,
    "row": 1,
    "drive": 0,
    "quarter": 1,
    "offense": "home",
    "down": 0,
    "to_go": 0,
    "line": 0,
    "is_try": False,
    "kind": "run",
    "play_type": None,
    "defense_type": None,
    "breakaway": None,
    "taken": None,
    "challenged": 0,
    "penalty": None,
    "lines": 0,
    "kick": 0,
    "result": "gain",
    "first_down": False,
    "turnover": 0,
    "home_scored": 0,
    "away_scored": 0,
    "next_offense": "home",
    "next_line": 0,
}
SAID: dict[str, Any] = {
    "format": 1,
    "game": "football",
    "edition": "1",
    "version": "0.1.0",
    "engine": "abc",
    "options": {"flags": 1, "ice": True},
    "names": {"types": TYPES, "defense_types": DEFENSES},
    "seats": [{"name": "Ants", "by": "sheet"}, {"name": "Bees", "by": "random"}],
    "coaches": ["random", "random"],
    "seed": 7,
    "book": {"matchup": [[2, 0, 0, 0], [0, 1, 0, 0]]},
}


def plays_frame(*rows: dict[str, Any]) -> pl.DataFrame:
    """Rows of plays by what is not as in ROW; they are numbered in order."""
    full = [{**ROW, "row": i + 1, "home_lost": 0, "away_lost": 0, **row} for i, row in enumerate(rows)]
    frame = pl.DataFrame(full, schema_overrides=dict.fromkeys(ENUMS, pl.String), infer_schema_length=None)
    return frame.with_columns(pl.col(name).cast(pl.Enum(list(words))) for name, words in ENUMS.items())


def matches_frame(*scores: tuple[int, int], **columns: list[Any]) -> pl.DataFrame:
    """A row a match from its scores; home receives first unless `receiver` says otherwise."""
    n = len(scores)
    home, away = (list(each) for each in zip(*scores, strict=True))
    both = list(zip(home, away, strict=True))
    made = {
        "match": list(range(1, n + 1)),
        "seed": list(range(n)),
        "ended": ["BF-101"] * n,
        "home_score": home,
        "away_score": away,
        "home_place": [1 if h >= a else 2 for h, a in both],
        "away_place": [1 if a >= h else 2 for h, a in both],
        "quarters": [4] * n,
        "receiver": ["home"] * n,
        "home_drives": [2] * n,
        "away_drives": [1] * n,
    }
    return pl.DataFrame({**made, **columns})


def write(folder: Path, matches: pl.DataFrame, plays: pl.DataFrame | None = None, **said: Any) -> Path:
    """The files of a simulation; returns the one that `simulate` would name first."""
    told = {**SAID, "plays": plays is not None, **said}
    folder.mkdir(exist_ok=True)
    first = folder / "f.parquet"
    at = folder / "f.matches.parquet" if plays is not None else first
    matches.write_parquet(at, metadata={KEY: json.dumps({**told, "holds": MATCHES})})
    if plays is not None:
        plays.write_parquet(first, metadata={KEY: json.dumps({**told, "holds": ROWS})})
    return first


def played(folder: Path, matches: int) -> Path:
    """The files of real matches between sheets, played as ordinary Python."""
    game = find("football")
    config, options = resolve("lightning", "fire", sheets=(0, 1))
    called = names("lightning", "fire")
    seats = [{"name": name, "by": "sheet"} for name in called["teams"]]
    plan = Plan(game, Start(config, options, called, seats), ["random", "random"], 3, True)
    frames = Frames(game, config, called)
    chunks = []
    for i in range(matches):
        again = play_again(game, config, plan.by, 1000 + i)
        chunks.append(again.as_chunk(frames.counted, i, 1000 + i))
    folder.mkdir(exist_ok=True)
    out = folder / "f.parquet"
    for what, path, table in (
        (ROWS, out, frames.rows),
        (MATCHES, folder / "f.matches.parquet", frames.matches),
    ):
        frame = pl.concat([table(chunk) for chunk in chunks])
        frame.write_parquet(path, metadata={KEY: json.dumps({**plan.says(), "holds": what})})
    return out


FOUR = ((7, 3), (10, 3), (3, 3), (20, 10))
ONE = ((6, 0),)


def section(report: Document, title: str) -> Section:
    return next(each for each in report.sections if each.title == title)


def table(report: Document, title: str, caption: str) -> Grid:
    return next(each for each in section(report, title).of(Grid) if each.title == caption)


def line(found: Grid, *words: str) -> dict[str, str]:
    """The row that begins with these words, by the heads of its cells."""
    row = next(row for row in found.rows if tuple(row[: len(words)]) == words)
    return dict(zip(found.heads, row, strict=True))


def scrimmage(**more: Any) -> dict[str, Any]:
    return {"drive": 1, "down": 1, "to_go": 5, "line": 5, "play_type": "Inside Run", "defense_type": "Zone"} | more


def of_plays(tmp_path: Path, *rows: dict[str, Any], matches: tuple[tuple[int, int], ...] = ONE) -> Document:
    return report_of(write(tmp_path / "d", matches_frame(*matches), plays_frame(*rows)))
