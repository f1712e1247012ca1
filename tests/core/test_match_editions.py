"""A match goes on after a change of its rules."""

from __future__ import annotations

import dataclasses

import pytest

from breakaway.core.observation import NotNow
from breakaway.core.state import digest_json, number, table, to_json
from breakaway.games.cycling.game import GAME
from breakaway.records.entries import BadRecord
from breakaway.records.match import Sealed
from breakaway.records.record_file import Files, chain_hash
from breakaway.records.replay import verify

from .dice import DICE, PASS, ROLL, new_dice, turn
from .opened import bytes_of, reopen, same
from .races import new_race

# --- a change of edition


def second_edition():
    """Edition 2: passing earns a bonus of 7, which the state counts; the book says how many bonuses there can be."""

    @dataclasses.dataclass(slots=True)
    class StateTwo:
        turn: int = number()
        who: int = number()
        rolling: int = number()
        over: int = number()
        score: list[int] = table(2, kind="i4")
        bonuses: int = number(default=0)
        left: list[int] = table(2)

    @dataclasses.dataclass(slots=True)
    class ConfigTwo:
        turns: int = number(default=6)
        sides: int = number(default=6)
        bonus: int = number(default=7)

    def step(s, config, orders, chance, log):
        if s.rolling == 0 and orders[s.who][0] != ROLL:
            s.score[s.who] += config.bonus
            s.bonuses += 1
        DICE.step(s, config, orders, chance, log)

    return dataclasses.replace(
        DICE, edition="2", earlier=(DICE,), state=StateTwo, config=ConfigTwo, start=lambda config: StateTwo(), step=step
    )


def old_match(path):
    """Three turns under edition 1, one of them undone, and an order sealed for the next."""
    match = new_dice(Files(path), turns=6)
    for code in (ROLL, PASS, PASS):
        turn(match, code)
    match.undo()
    turn(match, ROLL)
    match.choose(1, [PASS])
    return match


def test_a_match_goes_on_under_a_new_edition_from_its_stored_state(path):
    old = old_match(path)
    before = to_json(old.state)
    two = second_edition()
    match = reopen(path, two)
    assert to_json(match.state) == {**before, "bonuses": 0, "left": [0, 0]}
    line = match.record.lines[-1]
    assert (line["kind"], line["edition"], line["from"]) == ("edition", "2", "1")
    assert line["state"] == {**before, "bonuses": 0, "left": [0, 0]}
    assert match.config.bonus == 7
    assert match.record.header["edition"] == "1"
    match.resolve()  # the order that was sealed under edition 1: a pass, worth 7 now
    assert match.state.score == [before["score"][0], before["score"][1] + 7]
    assert match.state.bonuses == 1
    assert verify(two, match.record) is None
    same(reopen(path, two), match)


def test_a_record_names_the_version_that_began_the_match_and_the_one_that_goes_on(path, monkeypatch):
    monkeypatch.setattr("breakaway.records.match.version", lambda: "0.8.0")
    old_match(path)
    monkeypatch.setattr("breakaway.records.match.version", lambda: "0.9.0")
    two = second_edition()
    record = reopen(path, two).record
    assert (record.header["version"], record.lines[-1]["version"]) == ("0.8.0", "0.9.0")
    assert verify(two, record) is None


def test_orders_sealed_before_the_change_of_edition_outlast_it(path):
    old_match(path)
    two = second_edition()
    assert reopen(path, two).sealed == {1: Sealed([PASS])}
    assert reopen(path, two).sealed == {1: Sealed([PASS])}  # the second time the change stands in the record already


def test_orders_that_the_new_edition_refuses_are_asked_for_again(path):
    old_match(path)
    two = dataclasses.replace(second_edition(), refuse=lambda s, config, seat, order, slot: int(order[slot] != ROLL))
    match = reopen(path, two)
    assert match.sealed == {}
    assert match.missing() == [1]


def test_the_change_of_edition_is_written_once(path):
    old_match(path)
    two = second_edition()
    for _ in range(3):
        kinds = [line["kind"] for line in reopen(path, two).record.lines]
        assert kinds.count("edition") == 1


def test_a_match_under_a_new_edition_plays_to_a_sound_end(path):
    old_match(path)
    two = second_edition()
    match = reopen(path, two)
    while not match.is_over():
        turn(match, PASS)
    assert verify(two, match.record) is None
    same(reopen(path, two), match)
    assert match.record.lines[-1]["score"] == match.state.score


def test_turns_of_the_old_edition_cannot_be_undone_under_the_new_one(path):
    old_match(path)
    match = reopen(path, second_edition())
    with pytest.raises(NotNow):
        match.undo()
    match.resolve()
    match.undo()
    assert match.state.bonuses == 0
    assert verify(match.game, match.record) is None
    same(reopen(path, match.game), match)


def test_a_match_that_ended_under_the_old_edition_stays_ended(path):
    old = new_dice(Files(path), turns=2)
    turn(old)
    turn(old)
    assert old.is_over()
    before = bytes_of(path)
    match = reopen(path, second_edition())
    assert match.is_over()
    assert match.state.score == old.state.score
    with pytest.raises(NotNow):
        match.choose(0, [ROLL])
    assert bytes_of(path) == before
    assert verify(match.game, match.record) is None


def test_a_state_that_the_new_edition_cannot_hold_is_a_clear_error(path):
    @dataclasses.dataclass(slots=True)
    class Wider:
        turn: int = number()
        who: int = number()
        rolling: int = number()
        over: int = number()
        score: list[int] = table(3, kind="i4")

    old_match(path)
    before = bytes_of(path)
    with pytest.raises(BadRecord, match=r"cannot go on under edition 3: Wider\.score: expected a list with 3 values"):
        reopen(path, dataclasses.replace(DICE, edition="3", state=Wider))
    assert bytes_of(path) == before


@pytest.mark.parametrize("field", ["orders", "chance", "changes", "hash", "steps", "n"])
def test_an_alteration_in_the_part_of_the_old_edition_is_found(path, field):
    old_match(path)
    two = second_edition()
    record = reopen(path, two).record
    for count, line in enumerate(record.lines, 1):
        if line["kind"] == "turn":
            was = line[field]
            line[field] = {"9": [9]} if isinstance(was, dict) else [0, 0, 0] if isinstance(was, list) else "9"
            found = verify(two, record)
            assert found is not None
            assert found.line == count
            line[field] = was
    assert verify(two, record) is None


def test_a_change_of_edition_cannot_smuggle_in_another_state(path):
    old_match(path)
    two = second_edition()
    match = reopen(path, two)
    lines = match.record.lines
    lines[-1]["state"] = {**lines[-1]["state"], "score": [1000, 0]}
    lines[-1]["hash"] = digest_json(lines[-1]["state"])
    lines[-1]["seal"] = chain_hash(lines[-2]["seal"], lines[-1])
    found = verify(two, match.record)
    assert found is not None
    assert found.line == len(lines)


def test_a_race_goes_on_under_a_new_edition(path):
    race = new_race(Files(path))
    race.close()
    race.close()
    two = dataclasses.replace(GAME, edition="2", earlier=(GAME,), step=_backwards)
    race = reopen(path, two)
    before = [race.state.square[rider] for rider in range(8)]
    race.close()
    assert [race.state.square[rider] for rider in range(8)] == [square - 1 for square in before]
    assert verify(two, race.record) is None
    assert [line["kind"] for line in race.record.lines] == ["match", "turn", "turn", "edition", "turn"]


def _backwards(s, config, orders, chance, log):
    """A rule that nobody would print: every rider goes one square back."""
    for i in range(s.field):
        s.square[s.queue[i]] -= 1
    s.turn += 1


def test_a_book_of_an_older_edition_takes_defaults_for_what_it_lacks(path):
    old_match(path)
    match = reopen(path, second_edition())
    assert (match.config.turns, match.config.sides, match.config.bonus) == (6, 6, 7)
