"""Plays a simulated match again as ordinary Python, with every order and event. Totals and rows stay the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from breakaway import coaches
from breakaway.core import chance as door
from breakaway.core.event_log import EventLog, Statistics, note_all
from breakaway.core.events import Event
from breakaway.core.game import Game, Order, Result, blank_orders, result_of, seats_in
from breakaway.core.match import Match, Start
from breakaway.core.record import Files
from breakaway.core.replay import load_config
from breakaway.core.state import copy
from breakaway.core.trouble import Trouble
from breakaway.games.registry import find
from breakaway.lab.chunks import Chunk, statistics_of
from breakaway.lab.compiled import THINKING
from breakaway.lab.frames import Frames
from breakaway.lab.own import guarded_coaches
from breakaway.lab.records import put, records, to_record
from breakaway.lab.simulate import ROWS, said_in


@dataclass
class ReplayedTurn:
    """The orders of the seats in one turn, and all outcomes and events until the next choice."""

    orders: dict[int, Order]
    outcomes: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass
class Replayed:
    """A match played again. Outcomes before the first choice are in a first turn without orders."""

    turns: list[ReplayedTurn]
    result: Result
    totals: Any
    rows: list[Any]

    def as_chunk(self, counted: Statistics, number: int, seed: int) -> Chunk:
        """The match as a chunk of a single match. `number` is its number, from 0."""
        rows = records(counted.row, len(self.rows))
        for i, row in enumerate(self.rows):
            put(row, rows, i)
        seeds, counts = np.asarray([seed], np.uint64), np.asarray([len(rows)], np.int64)
        return Chunk(number, seeds, to_record(self.result), to_record(self.totals), counts, rows)


def play_again(game: Game[Any, Any], config: Any, by: list[str], seed: int) -> Replayed:
    """Plays the match of a seed again, just as `ChunkPlayer.play` did. `by[seat]` names the coach of each seat.

    Raises OverflowError if the match takes more steps than the game allows, and BotError if an own bot fails.
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


def record_of_row(file: Path, row: int, into: Path) -> str:
    """Plays the match of a row again and writes its record into the file `into`. Returns a sentence about the match.

    `row` counts from 1 in a simulation's file. Raises Trouble if the file does not have that row, or if the match ends
    differently because the rules have changed.
    """
    said = said_in(file)
    found = pl.scan_parquet(file).slice(max(row - 1, 0), 1).collect()
    if row < 1 or found.height == 0:
        count = pl.scan_parquet(file).select(pl.len()).collect().item()
        raise Trouble(f"{file} has no row {row}: it has rows 1 to {count}")
    here, game = found.row(0, named=True), find(said["game"])
    config = load_config(game, said["book"])
    try:
        again = play_again(game, config, said["coaches"], here["seed"])
    except coaches.NoSuchCoach as error:
        raise Trouble(f"{error}. If it is a bot of your own, name it again: --coaches FILE.py:NAME") from None
    frames = Frames(game, config, said["names"])
    compare(frames, again, said["holds"], here)
    write_record(game, config, said, again, into)
    which = f"match {here['match']}" + (f", row {here['row']} of it" if said["holds"] == ROWS else "")
    return f"Row {row} of {file.name}: {which}, seed {here['seed']}."


def compare(frames: Frames, again: Replayed, holds: str, here: dict[str, Any]) -> None:
    """Raises Trouble if the replayed match gives a different row, in the columns that the file has."""
    chunk = again.as_chunk(frames.counted, here["match"] - 1, here["seed"])
    made = frames.rows(chunk) if holds == ROWS else frames.matches(chunk)
    at = here["row"] - 1 if holds == ROWS else 0
    if at >= made.height or not here.items() <= made.row(at, named=True).items():
        raise Trouble("this match ends differently now: the rules or the bots have changed since the file was made")


def write_record(game: Game[Any, Any], config: Any, said: dict[str, Any], again: Replayed, into: Path) -> None:
    """Writes the match as a record into the file `into`, as if its outcomes had been typed."""
    start = Start(config, said["options"], said["names"], said["seats"], chance="typed", secret=bytes(32))
    match: Match[Any, Any] = Match.new(game, start, Files(into))
    for turn in again.turns:
        if not turn.orders and match.choosers():
            continue  # nothing came before the first choice
        for seat, order in turn.orders.items():
            match.choose(seat, order)
        match.resolve(turn.outcomes)
