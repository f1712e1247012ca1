"""Replays a simulated match in ordinary Python, with every order and event. The totals and rows are the same as in the
simulation.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from breakaway.core.game import Game
from breakaway.core.language import Trouble
from breakaway.games.manifest import find
from breakaway.lab.again import Replayed, play_again
from breakaway.lab.frames import Frames
from breakaway.lab.parts import paths_in
from breakaway.lab.plan import ROWS, said_in
from breakaway.lab.reports.material import readable
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Files
from breakaway.records.replay import load_config


def record_of_row(file: Path, row: int, into: Path) -> str:
    """Replays the match of a `row` and writes its record into the file `into`. Returns a sentence about the match.

    `row` is the number of a row in a simulation's file or folder, counted from 1. Raises Trouble if the file does not
    have that row, or if the match ends differently because the rules have changed.
    """
    said = said_in(file)
    parts = paths_in(file, said["plays"])[said["holds"]] if file.is_dir() else [file]
    if not parts:
        raise Trouble(f"{file} has no matches")
    with readable(file):
        rows = pl.scan_parquet(parts)
        found = rows.slice(max(row - 1, 0), 1).collect()
        if row < 1 or found.height == 0:
            count = rows.select(pl.len()).collect().item()
            raise Trouble(f"{file} has no row {row}: it has rows 1 to {count}")
    here, game = found.row(0, named=True), find(said["game"])
    config = load_config(game, said["book"])
    try:
        again = play_again(game, config, said["coaches"], here["seed"])
    except coaches.NoSuchCoach as error:
        raise Trouble(f"{error}. If the coach is your own bot, name the bot again: --coaches FILE.py:NAME") from None
    frames = Frames(game, config, said["names"])
    compare(frames, again, said["holds"], here)
    write_record(game, config, said, again, into)
    which = f"match {here['match']}" + (f", row {here['row']} of it" if said["holds"] == ROWS else "")
    return f"Row {row} of {file.name}: {which}, seed {here['seed']}."


def compare(frames: Frames, again: Replayed, holds: str, here: dict[str, Any]) -> None:
    """Raises Trouble if the replayed match differs from its row in any column of the file."""
    chunk = again.as_chunk(frames.counted, here["match"] - 1, here["seed"])
    made = frames.rows(chunk) if holds == ROWS else frames.matches(chunk)
    at = here["row"] - 1 if holds == ROWS else 0
    if at >= made.height or not here.items() <= made.row(at, named=True).items():
        raise Trouble("this match ends differently now: the rules or the bots have changed since the file was made")


def write_record(game: Game[Any, Any], config: Any, said: dict[str, Any], again: Replayed, into: Path) -> None:
    """Writes the match as a record into the file `into`, as if players had typed its outcomes."""
    start = Start(config, said["options"], said["names"], said["seats"], chance="typed", secret=bytes(32))
    match: Match[Any, Any] = Match.new(game, start, Files(into))
    for turn in again.turns:
        if not turn.orders and match.choosers():
            continue  # nothing came before the first choice
        for seat, order in turn.orders.items():
            match.choose(seat, order)
        match.resolve(turn.outcomes)
