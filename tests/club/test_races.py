"""Two processes at one match: nothing is lost, nothing forks."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.club.store import DatabaseStore
from breakaway.records.record_file import first_broken_link, parse
from breakaway.records.verify import Grade
from tests.club.starts import football_match, race


def both(club: Club, match_id: str, *words: tuple[str, str, str]) -> None:
    """Runs two writers that begin together."""
    url = club.database.engine.url.render_as_string(hide_password=False)
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.club.racing", url, match_id, *each],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for each in words
    ]
    for each in running:
        assert each.stdin
        each.stdin.write("\n")
        each.stdin.flush()
    for each in running:
        try:
            _, errors = each.communicate(timeout=200)
        finally:
            each.kill()
        assert (each.returncode, errors) == (0, "")


@pytest.mark.slow
def test_two_processes_append_200_entries_and_lose_none(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    both(club, made.id, ("append", "one", "100"), ("append", "two", "100"))
    record, _ = DatabaseStore(club.database, made.id).read()
    notes = record.lines[1:]
    assert len(notes) == 200
    for who in ("one", "two"):
        assert [line["n"] for line in notes if line["who"] == who] == list(range(100))
    assert first_broken_link(record) == 0
    switches = sum(a["who"] != b["who"] for a, b in pairwise(notes))
    assert switches > 10, "they did not race"


@pytest.mark.slow
def test_two_servers_play_one_match_together(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    both(club, made.id, ("play", "0", "1"), ("play", "1", "2"))
    assert club.look(made.id).turn >= 40
    assert club.check(made.id).grade == Grade.UNSIGNED


@pytest.mark.slow
def test_two_servers_resolve_a_race_at_once(club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "random")), here=[0, 1])
    both(club, made.id, ("play", "0", "1"), ("play", "1", "2"))
    record = parse(club.download(made.id))
    assert [line["n"] for line in record.lines[1:-1]] == list(range(1, len(record.lines) - 1))
    assert club.check(made.id).grade == Grade.UNSIGNED
