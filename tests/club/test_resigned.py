"""A match of two that one of them gives up: over, won by the other, and its record holds wherever it is taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.rematches import branch, rematch
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.records.entries import BadRecord, Line
from breakaway.records.record_file import Record, chained_onto, parse
from breakaway.records.replay import verify
from breakaway.records.verify import Grade
from tests.club.starts import any_order, fate_match, football_match, play_out, race


def resigned(club: Club, turns: int = 9) -> str:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=turns)
    club.resign(made.id, 0)
    return made.id


@pytest.mark.parametrize("turns", [0, 9])
def test_the_match_is_over_and_the_other_one_has_won_whatever_the_score(club: Club, turns: int) -> None:
    match_id = resigned(club, turns)
    look, listed = club.look(match_id, 0), club.listed(match_id)
    assert (listed.status, listed.waiting) == ("over", [])
    assert (look.is_over, look.resigned, look.waiting) == (True, 0, [])
    assert look.secret is not None
    assert not look.observation.is_asked()
    *_, entry, end = parse(club.download(match_id)).lines
    assert (entry["kind"], entry["seat"]) == ("resign", 0)
    assert (end["kind"], end["rank"]) == ("end", [2, 1])
    assert end["score"] == look.observation.view.score[:2]
    assert club.check(match_id).details[0].endswith("finished:")


def test_nothing_follows_it(club: Club) -> None:
    match_id = resigned(club)
    before = club.download(match_id)
    order = [0]
    for seat in (0, 1):
        with pytest.raises(NotNow):
            club.choose(match_id, seat, order)
        with pytest.raises(NotNow, match="over"):
            club.resign(match_id, seat)
    with pytest.raises(NotNow, match="resigned"):
        club.undo(match_id)
    assert club.resolve(match_id) == 0
    assert club.download(match_id) == before


@pytest.mark.slow
def test_its_record_is_taken_in_elsewhere_and_goes_on_as_a_what_if_match(club: Club, tmp_path: Path) -> None:
    match_id = resigned(club)
    other = open_club(tmp_path / "other.sqlite")
    taken = other.upload(club.download(match_id)).id
    assert other.look(taken).resigned == 0
    assert other.check(taken) == club.check(match_id)
    again = branch(other, taken, 9, 1, "random").id
    assert other.look(again).resigned is None
    assert not other.look(again).is_over
    other.resolve(again)
    play_out(other, again)
    assert other.check(again).details[0].endswith("finished:")
    assert not other.look(rematch(other, taken, [0, 1]).id).is_over
    other.close()


def sealed_anew(lines: list[Line]) -> Record:
    """Lines that somebody has altered, with fresh seals."""
    found: list[Line] = []
    for line in lines:
        found.append(chained_onto(found, {name: value for name, value in line.items() if name != "seal"}))
    return Record(found)


def test_a_record_that_was_altered_around_it_does_not_hold(club: Club) -> None:
    lines = parse(club.download(resigned(club))).lines
    game = find("football")
    assert verify(game, sealed_anew(lines)) is None, "sealed anew it is as it was"
    *played, entry, end = lines
    turn = next(line for line in played if line["kind"] == "turn")
    for altered in (
        [*played, {**entry, "seat": 1}, end],  # the loser has become the winner
        [*played, {**entry, "seat": 2}, end],
        [*played, {**entry, "seat": True}, end],
        [*played, {**entry, "hash": turn["hash"] + "0"}, end],
        [*played, end],
        [*played, entry, entry, end],
        [*played, entry, turn, end],
        [*played, entry, {**end, "rank": [1, 2]}],
    ):
        fault = verify(game, sealed_anew(json.loads(json.dumps(altered))))
        assert isinstance(fault, BadRecord)


@pytest.mark.parametrize("seat", range(4))
def test_of_four_who_coach_by_platoons_one_resigns_for_his_side(club: Club, seat: int) -> None:
    made = club.create("fate", fate_match(("human", "human", "human", "human"), advanced=True), here=[0, 1])
    play_out(club, made.id, turns=5)
    assert club.look(made.id, seat).would_end
    club.resign(made.id, seat)
    look = club.look(made.id, seat)
    assert (look.is_over, look.resigned, look.waiting) == (True, seat, [])
    assert look.left == ([2, 3] if seat < 2 else [0, 1])
    *_, end = parse(club.download(made.id)).lines
    assert end["rank"] == ([3, 3, 1, 1] if seat < 2 else [1, 1, 3, 3])
    assert club.check(made.id).details[0].endswith("finished:")


def test_a_coach_does_not_resign(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    with pytest.raises(NotNow, match="no player"):
        club.resign(made.id, 1)


def test_orders_that_were_sealed_are_gone_with_it(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    club.resolve(made.id)
    club.choose(made.id, 1, any_order(club, made.id, 1, 1))
    club.resign(made.id, 0)
    assert club.look(made.id, 1).sealed is None
    assert club.load(made.id).match.resigned == 0
    assert club.check(made.id).grade == Grade.UNSIGNED
