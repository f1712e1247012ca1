"""A match that another program has changed is caught up with, turn by turn: it is what it would be if loaded anew."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from breakaway.club import club as clubs
from breakaway.club.club import Club, open_club
from breakaway.club.store import store_of
from breakaway.core.state import to_json
from breakaway.records.entries import BadRecord
from breakaway.records.match import Start
from breakaway.records.verify import Grade
from tests.club.starts import any_order, fate_match, football_match, play_out, race

STARTS: dict[str, Callable[[], Start]] = {
    "cycling": lambda: race(("human", "random", "human"), profile="blind"),
    "fate": fate_match,
    "football": football_match,
}


def address_of(club: Club) -> str:
    """The address of a club's database."""
    return club.database.engine.url.render_as_string(hide_password=False)


@pytest.fixture
def two(club: Club) -> Iterator[tuple[Club, Club]]:
    """Two programs at one database."""
    other = open_club(address_of(club))
    yield club, other
    other.close()


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that were loaded from their first line."""
    found: list[str] = []
    plain = clubs._loaded

    def loaded(store: Any, *read: Any) -> Any:
        found.append(store.id)
        return plain(store, *read)

    monkeypatch.setattr(clubs, "_loaded", loaded)
    return found


def everything_of(club: Club, match_id: str) -> list[Any]:
    """All that a program has in memory about a match."""
    with club.held(match_id) as table:
        match = table.match
        return [
            to_json(match.state),
            match.fold.plain,
            match.sealed,
            match.instructions,
            match.later,
            match.secret,
            [(to_json(state), orders) for state, orders in match.history],
            match.log,
            match.record.lines,
            match.fold.steps,
            match.fold.shares,
            table.by,
            store_of(table).version,
        ]


@pytest.mark.parametrize("game", STARTS)
def test_what_another_program_played_is_the_same_as_if_the_match_were_loaded(
    two: tuple[Club, Club], loads: list[str], game: str
) -> None:
    one, other = two
    made = one.create(game, STARTS[game](), "A match", here=[0, 1, 2] if game == "cycling" else [0, 1])
    for number in range(5):
        for seat in one.look(made.id).waiting:
            (one, other)[number % 2].choose(made.id, seat, any_order(one, made.id, seat, number))
        (one, other)[number % 3 == 0].resolve(made.id)
        fresh = open_club(address_of(one))
        wanted = everything_of(fresh, made.id)
        fresh.close()
        assert everything_of(one, made.id) == wanted == everything_of(other, made.id), number
    assert loads.count(made.id) == 5 + 2, "the two programs each only once"


def test_a_match_that_was_undone_or_is_over_is_loaded_anew(two: tuple[Club, Club], loads: list[str]) -> None:
    one, other = two
    made = one.create("cycling", race(("human", "highest")), "A match", here=[0])
    play_out(one, made.id, turns=2)
    assert other.look(made.id).turn == 2
    one.undo(made.id)
    assert other.look(made.id).turn == 1
    assert loads == [made.id] * 3
    play_out(one, made.id)
    assert other.look(made.id).is_over
    assert other.check(made.id).grade == Grade.UNSIGNED
    assert loads == [made.id] * 4


def test_an_altered_line_is_found_when_the_match_is_caught_up_with(tmp_path: Path) -> None:
    one, other = open_club(tmp_path / "club.sqlite"), open_club(tmp_path / "club.sqlite")
    made = one.create("cycling", race(("human", "highest")), "A match", here=[0])
    play_out(one, made.id, turns=1)
    assert other.look(made.id).turn == 1
    play_out(one, made.id, turns=1)
    with one.database.writing() as connection:
        connection.execute(text("DROP TRIGGER IF EXISTS entries_no_update"))
        for name in [row[0] for row in connection.execute(text("SELECT name FROM sqlite_master WHERE type='trigger'"))]:
            connection.execute(text(f"DROP TRIGGER {name}"))
        row = connection.execute(text("SELECT n, line FROM entries ORDER BY n DESC LIMIT 1")).one()
        line = {**json.loads(row.line), "steps": 99}
        connection.execute(text("UPDATE entries SET line = :line WHERE n = :n"), {"line": json.dumps(line), "n": row.n})
    with pytest.raises(BadRecord, match="this entry was altered"):
        other.look(made.id)
    one.close()
    other.close()
