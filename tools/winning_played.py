"""Plays matches and says what came up in them, for fit_winning.py. Threads and workers of a cluster do this work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from breakaway.core.odds import ONE
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.simulate import Engine, same_rules
from tools.winning_chain import packed, steps


@dataclass(frozen=True)
class Piece:
    """Some matches of a run: their config, the coach of each seat, their seed and their number."""

    config: Any
    by: Sequence[str]
    seed: int
    count: int


@dataclass(frozen=True)
class Played:
    """The situations of some matches: a column for each field. `last` marks the last row of each match."""

    rows: dict[str, Any]
    last: Any
    final: Any  # the offense's lead at the end of the match
    match: Any


def played(observed: Any, piece: Piece) -> Played:
    """The situations of the matches of a piece. `observed` is a game with rows for situations."""
    chunk = ChunkPlayer(observed, piece.config, list(piece.by)).play(piece.seed, 0, piece.count, True)
    names = {"my_time_outs": "mine", "their_time_outs": "theirs"}
    rows = {names.get(name, name): chunk.rows[name].astype(np.int64) for name in chunk.rows.dtype.names}
    match = np.repeat(np.arange(piece.count), chunk.counts)
    last = np.append(match[1:] != match[:-1], True)
    margin = (chunk.results["score"][:, 0] - chunk.results["score"][:, 1])[match]
    return Played(rows, last, np.where(rows["offense"] == 0, margin, -margin), match)


def gains(each: Played) -> Any:
    """What the offense gains on the other side until the next situation, or until the end."""
    rows = each.rows
    next_lead = np.where(rows["offense"] == np.roll(rows["offense"], -1), 1, -1) * np.roll(rows["lead"], -1)
    return np.where(each.last, each.final, next_lead) - rows["lead"]


@dataclass(frozen=True)
class Counted:
    """How many times each step came up in a piece, and the number of situations and of matches."""

    keys: Any
    times: Any
    plays: int
    matches: int


def counted(game: Any, engine: Engine, pieces: Iterable[Piece]) -> Iterator[Counted]:
    """Counts the steps of each piece of a game's matches, in any order. The order changes no sum."""
    work = same_rules(game.OBSERVED.name, partial(_counted, game.OBSERVED, game.strategy_of, game.SHAPE))
    for _, each in engine.finished(work, pieces):
        yield each


def _counted(observed: Any, strategy_of: Any, shape: Any, piece: Piece) -> Counted:
    each = played(observed, piece)
    found = packed(steps(each.rows, strategy_of(each.rows), gains(each), each.last, shape))
    return Counted(*np.unique(found, return_counts=True), len(each.last), piece.count)


@dataclass(frozen=True)
class Foretold:
    """The situations of a piece with the chance that the table gives, and what happened: 1 won, 0 lost, 0.5 tied."""

    chance: Any
    won: Any
    match: Any
    rows: dict[str, Any]


def foretold(game: Any, engine: Engine, pieces: Sequence[Piece]) -> list[Foretold]:
    """Looks up all situations of the pieces in the game's table, with the rules' own function, compiled."""
    observed = game.foretelling()
    found = dict(engine.finished(same_rules(observed.name, partial(_foretold, observed)), pieces))
    return [found[number] for number in range(len(pieces))]


def _foretold(observed: Any, piece: Piece) -> Foretold:
    each = played(observed, piece)
    return Foretold(each.rows["chance"] / ONE, 0.5 + 0.5 * np.sign(each.final), each.match, each.rows)
