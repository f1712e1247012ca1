"""A log that takes only the events that the statistics read gives the same statistics as a log of all events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from breakaway.core.rules import Reads
from breakaway.games import manifest as games
from breakaway.games.cycling.files import resolve as race_resolve
from breakaway.games.fate.files import resolve as fate_resolve
from breakaway.games.football.files.config import resolve as football_resolve
from breakaway.lab.batches import ChunkPlayer

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


def test_reads_gives_the_numbers_of_rules_and_remembers_them() -> None:
    book = games.find("cycling").rules
    reads = Reads(book)
    assert reads("BA-6.1") == book["BA-6.1"]
    assert reads("BA-6.2") == book["BA-6.2"]
    assert reads.numbers == {book["BA-6.1"], book["BA-6.2"]}
    with pytest.raises(KeyError):
        reads("BA-99")
