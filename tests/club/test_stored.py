"""The databases of 28 November 2026 open, show what they showed, and their matches go on (see `stored/make.py`)."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from breakaway.club.club import Club, open_club
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.starts import play_out
from tests.club.stored.make import DUMP, KEYS, SEEN, seen

STORED = json.loads(SEEN.read_text(encoding="utf-8"))


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """The stored database and its keys, copied."""
    shutil.copytree(KEYS, tmp_path / "keys")
    monkeypatch.setenv("BREAKAWAY_KEYS", str(tmp_path / "keys"))
    path = tmp_path / "club.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    connection.close()
    club = open_club(path)
    yield club
    club.close()


def test_every_stored_match_is_at_the_same_turn_and_shows_each_seat_the_same(club: Club) -> None:
    assert seen(club) == STORED


@pytest.mark.parametrize("title", STORED)
def test_a_stored_match_goes_on_and_its_record_verifies(club: Club, title: str) -> None:
    match = next(each for each in club.matches() if each.title == title)
    if not STORED[title]["over"]:
        play_out(club, match.id, turns=3)
        assert club.look(match.id).turn >= STORED[title]["turn"] + 3
    assert verify(find(match.game), parse(club.download(match.id, running=True))) is None
