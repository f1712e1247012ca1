"""Plays one simulated match again in plain Python, and compares."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from breakaway.core import chance as door
from breakaway.core.game import Game, Order, Result, blank_orders, result_of, seats_in
from breakaway.core.language import UserError
from breakaway.core.rules import Event, EventLog, note_all
from breakaway.core.state import copy
from breakaway.core.statistics import Statistics
from breakaway.games.manifest import find
from breakaway.lab.batches import Chunk, Frames, statistics_of
from breakaway.lab.compile_cache import guarded_coaches
from breakaway.lab.compiling import THINKING, put, records, to_record
from breakaway.lab.report import readable
from breakaway.lab.simulation_files import ROWS, paths_in, said_in
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Files
from breakaway.records.replay import load_config

# --- Replays a match of a simulation from its seed in ordinary Python, with every order, outcome and event.


@dataclass
class ReplayedTurn:
    """The orders of the seats in one turn, and all outcomes and events until the next choice."""

    orders: dict[int, Order]
    outcomes: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass
class Replayed:
    """A replayed match. Outcomes before the first choice belong to a first turn without orders."""

    turns: list[ReplayedTurn]
    result: Result
    totals: Any
    rows: list[Any]

    def as_chunk(self, counted: Statistics, number: int, seed: int) -> Chunk:
        """The match as a chunk that contains only this match. `number` is the match's number, counted from 0."""
        rows = records(counted.row, len(self.rows))
        for i, row in enumerate(self.rows):
            put(row, rows, i)
        seeds, counts = np.asarray([seed], np.uint64), np.asarray([len(rows)], np.int64)
        return Chunk(number, seeds, to_record(self.result), to_record(self.totals), counts, rows)


def play_again(game: Game[Any, Any], config: Any, by: list[str], seed: int) -> Replayed:
    """Replays the match with this seed, just as `ChunkPlayer.play` played it. `by[seat]` names the coach of each seat.

    Raises OverflowError if the match takes more steps than the game allows, or BotError if a user's bot fails.
    """
    counted = statistics_of(game)
    found = guarded_coaches(game, by)
    s, chance, thinking = game.start(config), door.sampled(seed), door.sampled(seed ^ THINKING)
    log, totals, rows, at = EventLog(), counted.match(), [counted.row()], 0
    turns = [ReplayedTurn({})]
    for _ in range(game.bound(config) + 1):
        bits, orders = game.choosers(s, config), blank_orders(game)
        if bits == 0 and result_of(game, s, config).why:
            return Replayed(turns, result_of(game, s, config), totals, rows[:at])
        if bits:
            turns.append(ReplayedTurn({}))
        for seat in seats_in(bits):
            view = copy(s)
            game.redact(view, config, seat)
            slots = game.slots(view, config, seat)
            found[seat](view, config, seat, thinking, copy(view), orders[seat])
            turns[-1].orders[seat] = orders[seat][:slots]
        before, events = copy(s), list[Event]()
        door.start_step(chance)
        game.step(s, config, orders, chance, events)
        turns[-1].outcomes += door.outcomes(chance)
        turns[-1].events += events
        note_all(log, events, game.rules)
        rows += [counted.row() for _ in range(at + counted.most + 1 - len(rows))]
        at = counted.observe(before, s, config, log, totals, rows, at)
    raise OverflowError("a match took more steps than the game allows")


# --- Replays a simulated match in ordinary Python, with every order and event. The totals and rows are the same as in
# the simulation.


def record_of_row(file: Path, row: int, into: Path) -> str:
    """Replays the match of a `row` and writes its record into the file `into`. Returns a sentence about the match.

    `row` is the number of a row in a simulation's file or folder, counted from 1. Raises UserError if the file does not
    have that row, or if the match ends differently because the rules have changed.
    """
    said = said_in(file)
    parts = paths_in(file, said["plays"])[said["holds"]] if file.is_dir() else [file]
    if not parts:
        raise UserError(f"{file} has no matches")
    with readable(file):
        rows = pl.scan_parquet(parts)
        found = rows.slice(max(row - 1, 0), 1).collect()
        if row < 1 or found.height == 0:
            count = rows.select(pl.len()).collect().item()
            raise UserError(f"{file} has no row {row}: it has rows 1 to {count}")
    here, game = found.row(0, named=True), find(said["game"])
    config = load_config(game, said["book"])
    try:
        again = play_again(game, config, said["coaches"], here["seed"])
    except coaches.NoSuchCoach as error:
        raise UserError(f"{error}. If the coach is your own bot, name the bot again: --coaches FILE.py:NAME") from None
    frames = Frames(game, config, said["names"])
    compare(frames, again, said["holds"], here)
    write_record(game, config, said, again, into)
    which = f"match {here['match']}" + (f", row {here['row']} of it" if said["holds"] == ROWS else "")
    return f"Row {row} of {file.name}: {which}, seed {here['seed']}."


def compare(frames: Frames, again: Replayed, holds: str, here: dict[str, Any]) -> None:
    """Raises UserError if the replayed match differs from its row in any column of the file."""
    chunk = again.as_chunk(frames.counted, here["match"] - 1, here["seed"])
    made = frames.rows(chunk) if holds == ROWS else frames.matches(chunk)
    at = here["row"] - 1 if holds == ROWS else 0
    if at >= made.height or not here.items() <= made.row(at, named=True).items():
        raise UserError("this match ends differently now: the rules or the bots have changed since the file was made")


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
