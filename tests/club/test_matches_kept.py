"""The records of a club's matches: given out, taken in, and what happens to those that do not hold."""

from __future__ import annotations

import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.schema import sealed
from breakaway.club.store import DatabaseStore, written
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match
from breakaway.records.record_file import ChangedUnderUs, Files, parse
from breakaway.records.verify import Grade
from tests.club.starts import SECRET, any_order, play_out, race

CYCLING = find("cycling")


def test_a_record_is_the_same_as_a_file_would_have(club: Club, tmp_path) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id)
    text = club.download(made.id)
    files = Files(tmp_path / "a.match")
    for line in parse(text).lines:
        files.append(line)
    assert (tmp_path / "a.match").read_bytes() == text.encode()


def test_a_finished_record_is_kept_and_comes_out_again(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id)
    text = club.download(made.id)
    again = club.upload(text, title="From a friend")
    assert club.download(again.id) == text
    assert again.tokens == {}
    kept = club.listed(again.id)
    assert (kept.status, kept.title, kept.turn) == ("over", "From a friend", club.listed(made.id).turn)
    with pytest.raises(NotNow):
        club.choose(again.id, 0, [0] * 13)


def test_a_match_from_a_file_goes_on_in_the_club(club: Club, tmp_path) -> None:
    files = Files(tmp_path / "a.match")
    match = Match.new(CYCLING, race(("human", "human")), files)
    for _ in range(2):
        for seat in match.choosers():
            match.choose(seat, _first(match, seat))
        match.resolve()
    match.choose(0, _first(match, 0))
    record, hidden = Files(tmp_path / "a.match").read()
    text = (tmp_path / "a.match").read_text()
    with pytest.raises(UserError, match="sealed"):
        club.upload(text)
    made = club.upload(text, hidden)
    look = club.look(made.id, 0)
    assert (look.turn, look.waiting, look.sealed.order) == (2, [1], match.sealed[0].order)
    assert club.listed(made.id).waiting == [1]
    with pytest.raises(UserError, match=f"already has this match, as {made.id}"):
        club.upload(text, hidden)
    play_out(club, made.id)
    assert club.check(made.id).grade == Grade.UNSIGNED
    assert parse(club.download(made.id)).lines[:3] == record.lines


def _first(match, seat: int) -> list[int]:
    order: list[int] = []
    while len(order) < match.observation(seat).slots():
        order.append(match.observation(seat).menu(order)[-1])
    return order


def test_a_record_that_does_not_hold_is_not_kept(club: Club) -> None:
    made = club.create("cycling", race(), here=[0])
    play_out(club, made.id)
    text = club.download(made.id)
    second = text.splitlines(keepends=True)[1]
    altered = text.replace(second, second.replace('"steps":1', '"steps":2', 1), 1)
    for wrong in (altered, text[:-1], text[:-40], "", "{}\n", text.replace(second, "", 1), "[" * 100_000 + "\n"):
        assert wrong != text
        with pytest.raises(BadRecord):
            club.upload(wrong)
    assert [each.id for each in club.matches()] == [made.id]


def test_a_running_record_with_what_another_match_sealed_is_not_kept(club: Club) -> None:
    match = Match.new(CYCLING, race())
    text = written(match.record.lines[0]) + "\n"
    whole = {"lines": 1, "secret": SECRET.hex(), "orders": {}, "instructions": {}}
    for wrong in ({"secret": "00"}, {"secret": 5}, {"lines": 2}, {"orders": {"0": {"order": ["x"], "partial": 0}}}):
        with pytest.raises(BadRecord, match=r"seal|cut short"):
            club.upload(text, {**whole, **wrong})
    assert club.matches() == []
    club.upload(text, whole)


def test_a_damaged_database_is_told_and_never_played_on(url: str) -> None:
    club = open_club(url)
    made = club.create("cycling", race(), here=[0])
    with club.database.writing() as connection:
        connection.execute(sealed.update().values(secrets="{"))
    with pytest.raises(BadRecord, match="corrupted"):
        Club(club.database).look(made.id)
    with club.database.writing() as connection:
        connection.execute(sealed.delete())
    with pytest.raises(BadRecord, match="missing from the database"):
        Club(club.database).look(made.id)
    club.close()


def test_a_store_that_failed_writes_nothing_more(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    table = club.load(made.id)
    store = table.match.store
    assert isinstance(store, DatabaseStore)
    club.choose(made.id, 1, any_order(club, made.id, 1, 5))
    order = any_order(club, made.id, 0, 5)
    with pytest.raises(ChangedUnderUs), store.together():
        table.match.choose(0, order)
    assert store.broken
    with pytest.raises(ChangedUnderUs, match="load it again"):
        table.match.choose(0, order)
    again = club.load(made.id).match
    again.choose(0, order)
    assert sorted(again.sealed) == [0, 1]
