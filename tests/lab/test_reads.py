"""A log that takes only the events that the statistics read gives the same statistics as a log of all events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from breakaway.core.rules import (
    EventLog,
    field_index,
    forget,
    note_one,
    said,
    said_at,
    times_told,
    told_at,
    was_told,
    was_told_since,
)
from breakaway.core.statistics import rules_read_by
from breakaway.games import manifest as games
from breakaway.games.cycling.files import resolve as race_resolve
from breakaway.games.cycling.rules.events import DREW, MOVED
from breakaway.games.fate.files import resolve as fate_resolve
from breakaway.games.football.files.config import resolve as football_resolve
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.compiling import make_rules_compilable, records
from breakaway.lab.intrinsics import log_of

CONFIGS: dict[str, list[Any]] = {
    "football": [football_resolve(sheets=(0, 1))[0], football_resolve()[0]],
    "fate": [fate_resolve()[0], fate_resolve({"advanced": False})[0]],
    "cycling": [race_resolve("postal", 6)[0], race_resolve("boxed", 3)[0]],
}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CONFIGS)
def test_events_that_no_statistics_read_change_no_row_and_no_total(name: str) -> None:
    game = games.find(name)
    assert game.statistics is not None
    assert game.statistics.reads
    told = replace(game, statistics=replace(game.statistics, reads=None))
    for config in CONFIGS[name]:
        by = ["random"] * game.seat_count(config)
        some, all_ = (ChunkPlayer(each, config, by).play(11, 0, 100, True) for each in (game, told))
        assert len(some.rows) > 2500
        for one, other in ((some.rows, all_.rows), (some.matches, all_.matches), (some.results, all_.results)):
            assert np.array_equal(one, other)


RACE = games.find("cycling").rules
HIDDEN = "no event"


def reads_moves(log: Any) -> int:
    """Reads all that can be read of a move."""
    last = said(log, MOVED, "card") + 100 * times_told(log, MOVED) if was_told(log, MOVED) else 0
    for i in range(log.n):
        if told_at(log, i, MOVED) and was_told_since(log, i, MOVED):
            last += 1000 * said_at(log, i, MOVED, "square")
    return last


def reads_more(log: Any) -> int:
    """Reads a card, too, in a function inside it; names a text that is no event, and a function that reads nothing."""
    forget(log)
    cards = [said(log, each, "card") for each in (DREW,)]
    return sum(cards) + len(HIDDEN) + reads_moves(log)


def test_what_statistics_read_is_found_in_their_code() -> None:
    assert rules_read_by(reads_moves) == {RACE[MOVED]}
    assert rules_read_by(reads_more) == {RACE[MOVED], RACE[DREW]}


def a_log(log: Any, *moves: tuple[int, int]) -> Any:
    """Notes a card and a square for each of the `moves`."""
    card, square = field_index(MOVED, "card"), field_index(MOVED, "square")
    for one, other in moves:
        value = log.value[note_one(log, RACE[MOVED])]
        value[card], value[square] = one, other
    return log


def test_compiled_code_reads_the_same_events_by_the_same_names() -> None:
    make_rules_compilable(games.find("cycling"))
    compiled = njit(reads_moves)
    for moves in ([], [(7, 20)], [(7, 20), (9, 31)]):
        log = records(log_of(frozenset({RACE[MOVED]})), 1).view(np.recarray)
        assert compiled(a_log(log[0], *moves)) == reads_moves(a_log(EventLog(), *moves))


def test_compiled_code_refuses_to_read_what_its_log_leaves_out() -> None:
    make_rules_compilable(games.find("cycling"))
    log = records(log_of(frozenset({RACE[DREW]})), 1)
    with pytest.raises(TypingError, match="the log leaves out the events of BA-6"):
        njit(reads_moves)(log[0])


def test_compiled_code_refuses_an_event_that_is_no_constant() -> None:
    make_rules_compilable(games.find("cycling"))
    log = records(EventLog, 1)
    with pytest.raises(TypingError, match="must be string literals"):
        njit(was_told_by_any_name)(log[0], "BA-6.1")


def was_told_by_any_name(log: Any, rule: str) -> bool:
    """Asks for an event that is known only when the code runs."""
    return was_told(log, rule)
