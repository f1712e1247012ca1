"""Golden records, each replayed only once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from breakaway.games import manifest as games
from breakaway.records.record_file import read_record
from breakaway.records.replay import moments


@cache
def replayed(path: Path):
    """A record and its moments. Tests may read both, not change them."""
    record = read_record(path)
    return record, list(moments(games.find(record.header["game"]), record))
