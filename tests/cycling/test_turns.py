"""The race counts its turns in one way: what is open, what was played, and what mails and orders call it."""

from __future__ import annotations

import pytest

from breakaway.core.language import spoken
from breakaway.core.observation import NamedTurn
from breakaway.games.cycling.files import Tour
from breakaway.games.cycling.text.orders import TURNS
from breakaway.games.manifest import open_turn, turns_of
from tests.core.races import SHORT, new_race, random_order

TOUR = Tour.model_validate({"name": "Two short roads", "stages": [each.model_dump() for each in SHORT.stages * 2]})


@pytest.mark.parametrize("fresh", [True, False])
def test_the_turn_that_was_open_is_the_last_one_once_it_is_played(fresh: bool) -> None:
    match = new_race(tracks=TOUR, house={"hands": "fresh" if fresh else "same"})
    opened: list[NamedTurn] = []
    while not match.is_over():
        opened.append(TURNS.now(match.observation(), len(match.log)))
        for seat in match.choosers():
            match.choose(seat, random_order(match, seat, len(match.log)))
        match.close()
        played = len(match.log)
        for ago in range(4):
            last = TURNS.last(match.observation(), played, ago)
            assert last in (None, opened[-1 - ago] if ago < len(opened) else None)
    assert TURNS.last(match.observation(), len(match.log)) == opened[-1]
    assert opened[:2] == [NamedTurn(1, 0), NamedTurn(1, 1)]
    second = [each.turn for each in opened if each.stage == 2]
    assert second == list(range(0 if fresh else 1, second[-1] + 1))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_turn_is_understood_as_it_is_written(language: str) -> None:
    with spoken(language):
        for tracks in (SHORT, TOUR):
            seen = new_race(tracks=tracks).observation()
            for turn in (NamedTurn(1, 0), NamedTurn(1, 1), NamedTurn(1, 12), NamedTurn(2, 0), NamedTurn(2, 3)):
                text = TURNS.text(seen, turn)
                named = TURNS.named(f"Re: Turn 7 or the line-ups, a Cup, {text}: x")
                assert named in (turn, NamedTurn(None, turn.turn)), text
                assert (named and named.stage) == (turn.stage if tracks is TOUR or turn.stage == 2 else None)


def test_a_game_without_its_own_numbering_counts_the_turns_of_the_record() -> None:
    seen = new_race().observation()
    assert open_turn(seen, 0) == "the line-ups"
    plain = turns_of(type("Unknown", (), {"name": "unknown"})())  # type: ignore[arg-type]
    assert plain.text(seen, plain.now(seen, 4)) == "turn 5"
    assert plain.last(seen, 4, 1) == NamedTurn(None, 3)
    assert plain.last(seen, 0) is None
