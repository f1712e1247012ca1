"""Matches in files, opened again; and when two matches are the same."""

from __future__ import annotations

from breakaway.records.match import Match
from breakaway.records.record_file import Files

LINE_UP_ONE = [10, 10, 10, 0, 8, 8, 9, 3, 8, 9, 5, 5, 6]  # the printed example: 30, 25, 20 and 16
NOTHING = [0] * 13


def reopen(path, game):
    files = Files(path)
    record, hidden = files.read()
    return Match.load(game, record, hidden, files)


def bytes_of(path):
    sealed = path.with_name(path.name + ".sealed")
    return path.read_bytes(), sealed.read_bytes() if sealed.exists() else None


def same(one, two):
    """Two matches that stand alike, including all that is not yet written in the record."""
    assert one.state == two.state
    assert one.sealed == two.sealed
    assert one.instructions == two.instructions
    assert one.secret == two.secret
    assert one.steps == two.steps
    assert one.record.lines == two.record.lines
    assert [state for state, _ in one.history] == [state for state, _ in two.history]
    assert one.log == two.log
