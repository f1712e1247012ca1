"""Nothing that a seat may not know leaves the club for it, and nothing sealed stands among the entries."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from breakaway.club.club import Club
from breakaway.club.match_views import SeatView
from breakaway.club.schema import metadata, sealed
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import to_json
from breakaway.records.record_file import parse
from tests.club.starts import SECRET, any_order, football_match, play_out, race, sit


def bytes_of(look: SeatView) -> dict[str, bytes]:
    """All that a look says, but for its match's id and moments."""
    said = {name: getattr(look, name) for name in (field.name for field in dataclasses.fields(look))}
    observation = said.pop("observation")
    said["seats"] = [dataclasses.replace(seat, claimed=None, seen=None) for seat in look.seats]
    assert len(said.pop("stamp")) == 16
    del said["id"]
    return {**observation.leaves(), **{name: repr(value).encode() for name, value in said.items()}}


def blind(club: Club) -> str:
    return club.create("cycling", race(("human", "human", "human"), profile="blind"), here=[0, 1, 2]).id


def test_matches_that_differ_in_what_others_have_sealed_look_the_same(club: Club) -> None:
    looks = []
    for seed in (1, 2):
        match_id = blind(club)
        play_out(club, match_id, turns=1)
        for _ in range(seed):  # changes his mind
            club.choose(match_id, 1, any_order(club, match_id, 1, seed))
        club.choose(match_id, 0, any_order(club, match_id, 0, 7))
        looks.append([bytes_of(club.look(match_id, seat)) for seat in (SPECTATOR, 0, 1, 2)])
    one, two = looks
    assert one[0] == two[0]
    assert one[1] == two[1]
    assert one[3] == two[3]
    assert one[2] != two[2], "the orders were to differ"


def test_matches_that_differ_in_others_instructions_look_the_same(club: Club) -> None:
    looks = []
    for wished in (0, 1):
        match_id = club.create("football", football_match(), here=[0, 1]).id
        club.resolve(match_id)
        if wished:
            club.instruct(match_id, 0, sorted(club.look(match_id).observation.game.instructions)[:1])
        looks.append([bytes_of(club.look(match_id, seat)) for seat in (SPECTATOR, 1, 0)])
    assert looks[0][:2] == looks[1][:2]
    assert looks[0][2] != looks[1][2]


def test_a_stamp_changes_with_what_a_seat_sees_and_with_nothing_else(club: Club) -> None:
    match_id = blind(club)

    def stamps() -> list[str]:
        return [club.look(match_id, seat).stamp for seat in (SPECTATOR, 0, 1, 2)]

    def changed(before: list[str]) -> list[bool]:
        return [one != two for one, two in zip(before, stamps(), strict=True)]

    start = stamps()
    assert stamps() == start
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    assert all(changed(start)), "everybody sees that nobody waits for him"
    sealed_once = stamps()
    club.choose(match_id, 0, any_order(club, match_id, 0, 2))
    assert changed(sealed_once) == [False, True, False, False]
    for seat in (1, 2):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    before = stamps()
    club.resolve(match_id)
    assert all(changed(before))


@pytest.mark.parametrize("game", ["cycling", "football"])
def test_a_look_is_a_window_and_filtered_events(club: Club, game: str) -> None:
    match_id = blind(club) if game == "cycling" else club.create("football", football_match(), here=[0, 1]).id
    play_out(club, match_id, turns=3)
    match = club.load(match_id).match
    for seat in range(-1, len(club.seats(match_id))):
        look = club.look(match_id, seat)
        assert type(look.observation) is Observation
        assert look.observation.seat == seat
        hidden = to_json(look.observation.view)
        assert hidden == to_json(match.observation(seat).view)
        for (number, told), (other, events) in zip(look.log, match.log, strict=True):
            assert number == other
            assert told == [each for each in events if each.is_for(seat)]
    everything = sum(len(events) for _, events in match.log)
    if game == "cycling":
        assert sum(len(told) for _, told in club.look(match_id).log) < everything, "nothing was told to one alone"


def test_a_look_holds_nothing_of_the_secret_before_the_end(club: Club) -> None:
    match_id = blind(club)
    play_out(club, match_id, turns=2)
    for seat in (SPECTATOR, 0, 1, 2):
        assert SECRET.hex().encode() not in b"".join(bytes_of(club.look(match_id, seat)).values())
    assert SECRET.hex() not in repr(club.matches())


def everything_but_sealed(club: Club) -> str:
    """All rows of all other tables."""
    with club.database.reading() as connection:
        tables = [table for table in metadata.sorted_tables if table is not sealed]
        return "\n".join(repr(list(connection.execute(select(table)))) for table in tables)


def spellings(order: list[int]) -> list[str]:
    return [json.dumps(order), json.dumps(order, separators=(",", ":"))]


def test_sealed_orders_stand_apart_until_their_turn_is_played(club: Club) -> None:
    match_id = blind(club)
    orders = [any_order(club, match_id, seat, 40 + seat) for seat in range(3)]
    for seat, order in enumerate(orders):
        assert club.resolve(match_id) == 0
        club.choose(match_id, seat, order)
        kept = everything_but_sealed(club)
        assert not any(each in kept for some in orders for each in spellings(some))
        assert SECRET.hex() not in kept
    assert club.resolve(match_id) == 1
    kept = everything_but_sealed(club)
    assert all(any(each in kept for each in spellings(order)) for order in orders)
    with club.database.reading() as connection:
        (row,) = connection.execute(select(sealed.c.secrets)).scalars()
    assert json.loads(club.database.keys.unlock(row))["orders"] == {}


def test_coaches_orders_are_not_written_before_their_turn(club: Club) -> None:
    match_id = club.create("cycling", race(("human", "human", "random")), here=[0, 1]).id
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    club.resolve(match_id)
    with club.database.reading() as connection:
        (row,) = connection.execute(select(sealed.c.secrets)).scalars()
    assert list(json.loads(club.database.keys.unlock(row))["orders"]) == ["0"]


def test_the_file_holds_no_link(club: Club, tmp_path: Path) -> None:
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token, "Ann")
    files: list[Any] = [path.read_bytes() for path in tmp_path.glob("club.sqlite*")]
    for token in made.tokens.values():
        assert not any(token.encode() in data for data in files)
    assert parse(club.download(made.id, running=True)).header["seats"][0]["name"] == "Lightning"
