"""A match that is changed: undoing, ruling, instructing, and typed chance."""

from __future__ import annotations

import dataclasses

import pytest

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import copy
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import LINE_UP, RIDERS
from breakaway.records.match import Sealed
from breakaway.records.record_file import Files
from breakaway.records.replay import verify

from .dice import DICE, PASS, ROLL, new_dice, turn
from .opened import LINE_UP_ONE, bytes_of, reopen, same
from .races import SECRET, new_race, play_out

# --- undo


def test_undo_opens_the_turn_again_with_its_orders_sealed(riding, path):
    before = copy(riding.state)
    riding.choose(0, [10, 8, 8, 5])
    riding.choose(1, [10, 9, 9, 6])
    riding.resolve()
    riding.undo()
    for match in (riding, reopen(path, GAME)):
        assert match.state == before
        assert match.sealed == {0: Sealed([10, 8, 8, 5]), 1: Sealed([10, 9, 9, 6])}
        assert match.missing() == []
    riding.choose(0, [10, 8, 3, 5])
    riding.resolve()
    assert riding.state.played[:8] == [10, 8, 3, 5, 10, 9, 9, 6]
    assert [line["kind"] for line in riding.record.lines] == ["match", "turn", "turn", "undo", "turn"]
    assert [line.get("n") for line in riding.record.lines] == [None, 1, 2, None, 2]
    assert verify(GAME, riding.record) is None
    same(reopen(path, GAME), riding)


def test_undo_of_a_turn_that_a_team_slept_through_leaves_it_missing(riding, path):
    riding.choose(0, [10, 8, 8, 5])
    riding.choose(1, [10, 0, 0, 0], partial=True)
    riding.close()
    riding.close()  # nobody sent anything
    riding.undo()
    assert riding.sealed == {}
    riding.undo()
    assert riding.sealed == {0: Sealed([10, 8, 8, 5]), 1: Sealed([10, 0, 0, 0], partial=True)}
    assert riding.missing() == [1]
    same(reopen(path, GAME), riding)


def test_everything_can_be_undone_to_the_beginning_and_no_further(riding, path):
    riding.close()
    riding.undo()
    riding.undo()
    assert riding.state.phase == LINE_UP
    assert riding.sealed == {0: Sealed(LINE_UP_ONE), 1: Sealed(LINE_UP_ONE)}
    before = bytes_of(path)
    with pytest.raises(NotNow, match="no turn has been played yet"):
        riding.undo()
    assert bytes_of(path) == before
    same(reopen(path, GAME), riding)


def test_nobody_meets_dice_again_that_he_has_seen(path):
    match = new_dice(Files(path), turns=100)
    seen = []
    for _ in range(12):
        turn(match)
        seen.append(tuple(match.record.lines[-1]["chance"]))
        match.undo()
    # each roll is one die of six or more: twelve equal ones would be a chance of one in 6**11
    assert len(set(seen)) > 1
    assert match.steps >= 24
    assert verify(DICE, match.record) is None
    turn(match)
    same(reopen(path, DICE), match)


def test_the_end_of_a_race_can_be_undone(path):
    race = new_race(Files(path))
    play_out(race)
    race = reopen(path, GAME)
    race.undo()
    assert not race.is_over()
    assert race.missing() == []
    race = reopen(path, GAME)
    assert race.secret == SECRET
    race.resolve()
    assert race.is_over()
    assert [line["kind"] for line in race.record.lines[-4:]] == ["end", "undo", "turn", "end"]
    assert verify(GAME, race.record) is None
    same(reopen(path, GAME), race)


def test_the_end_of_a_match_whose_secret_is_open_cannot_be_undone(path):
    match = new_dice(Files(path), turns=1)
    turn(match)
    before = bytes_of(path)
    with pytest.raises(NotNow, match="secret behind its dice and cards is public"):
        match.undo()
    assert bytes_of(path) == before


def test_the_end_of_a_match_with_typed_dice_can_be_undone(path):
    match = new_dice(Files(path), chance="typed", turns=1)
    match.choose(0, [ROLL])
    match.resolve([3])
    match.undo()
    match.resolve([0])
    assert match.state.score == [1, 0]
    assert verify(DICE, match.record) is None


# --- rulings


def test_a_ruling_changes_the_state_and_stands_in_the_record(riding, path):
    events = riding.ruling(3)
    assert riding.state.dropped[3]
    assert [(e.rule, e.args) for e in events] == [("BA-10.1", (3,))]
    line = riding.record.lines[-1]
    assert (line["kind"], line["code"], set(line["changes"])) == ("decree", 3, {"dropped"})
    same(reopen(path, GAME), riding)
    riding.undo()
    assert not riding.state.dropped[3]
    same(reopen(path, GAME), riding)
    assert verify(GAME, riding.record) is None


@pytest.mark.parametrize(
    ("code", "rule"), [*((code, r"BA-10\.1") for code in (8, 47, 48 + 8, 95, 1000, -1)), (96, "BA-V6")]
)
def test_a_ruling_on_nobody_is_refused_and_changes_nothing(riding, path, code, rule):
    before = bytes_of(path)
    with pytest.raises(Refused, match=rule):
        riding.ruling(code)
    assert bytes_of(path) == before


def test_a_game_without_rulings_has_nothing_to_rule_on():
    with pytest.raises(NotNow):
        new_dice(game=dataclasses.replace(DICE, ruling=None)).ruling(0)


def test_sealed_orders_outlast_a_ruling_and_its_undo(riding, path):
    riding.choose(1, [10, 8, 8, 5])
    riding.ruling(0)
    riding.choose(0, [10, 9, 9, 6])
    assert reopen(path, GAME).sealed == riding.sealed == {1: Sealed([10, 8, 8, 5]), 0: Sealed([10, 9, 9, 6])}
    riding.undo()
    assert reopen(path, GAME).sealed == riding.sealed == {1: Sealed([10, 8, 8, 5]), 0: Sealed([10, 9, 9, 6])}
    assert riding.missing() == []


def test_a_dropped_rider_left_out_is_missing_again_when_the_mark_is_taken_off(riding, path):
    riding.ruling(3)
    riding.choose(0, [10, 8, 8, 0])
    riding.choose(1, [10, 8, 8, 5])
    assert riding.missing() == []
    riding.ruling(3 + RIDERS)
    assert riding.missing() == [0]
    assert reopen(path, GAME).missing() == [0]
    riding.close()
    assert riding.state.played[:4] == [10, 8, 8, 6]
    assert verify(GAME, riding.record) is None
    same(reopen(path, GAME), riding)


def test_undoing_the_mark_of_a_dropped_rider_makes_his_card_missing_too(riding, path):
    riding.ruling(3)
    riding.choose(0, [10, 8, 8, 0])
    riding.undo()
    assert riding.missing() == [0, 1]
    same(reopen(path, GAME), riding)
    riding.close()
    assert verify(GAME, riding.record) is None


def test_a_partial_order_is_whole_once_the_rider_without_a_card_is_dropped(riding, path):
    riding.choose(0, [10, 8, 8, 0], partial=True)
    riding.choose(1, [10, 8, 8, 5])
    assert riding.missing() == [0]
    riding.ruling(3)
    assert riding.missing() == []
    same(reopen(path, GAME), riding)
    riding.resolve()
    assert verify(GAME, riding.record) is None


# --- standing instructions


def test_standing_instructions_answer_when_their_turn_comes(path):
    match = new_dice(Files(path), turns=4)
    match.instruct(0, ["never", "wrong", "pass", "roll"])
    match.instruct(1, ["never"])
    match = reopen(path, DICE)
    assert match.instructions == {0: ["never", "wrong", "pass", "roll"], 1: ["never"]}
    assert match.answer_instructions() == [0]
    assert match.sealed == {0: Sealed([PASS])}
    match.resolve()
    assert match.answer_instructions() == []
    assert match.missing() == [1]
    match.instruct(1, [])
    assert reopen(path, DICE).instructions.get(1, []) == []


def test_an_order_sent_goes_before_an_instruction(path):
    match = new_dice(Files(path))
    match.instruct(0, ["pass"])
    match.choose(0, [ROLL])
    assert match.answer_instructions() == []
    assert match.sealed == {0: Sealed([ROLL])}


def test_an_unknown_instruction_is_refused_and_changes_nothing(riding, path):
    riding.instruct(0, ["lowest"])
    before = bytes_of(path)
    with pytest.raises(NotNow, match="unknown instruction 'fastest'; known: highest, lowest"):
        riding.instruct(0, ["highest", "fastest"])
    assert bytes_of(path) == before
    assert riding.instructions == {0: ["lowest"]}


def test_the_races_instructions_play_highest_and_lowest_cards(riding):
    riding.instruct(0, ["highest"])
    riding.instruct(1, ["lowest"])
    assert riding.answer_instructions() == [0, 1]
    riding.resolve()
    assert riding.state.played[:8] == [10, 9, 9, 6, 10, 8, 3, 5]


def test_instructions_outlast_turns_undo_and_the_end(path):
    race = new_race(Files(path))
    race.instruct(1, ["lowest"])
    play_out(race)
    assert race.record.lines[-1]["instructions"] == {"1": ["lowest"]}
    race = reopen(path, GAME)
    race.undo()
    assert reopen(path, GAME).instructions == {1: ["lowest"]}


# --- typed chance


def test_typed_chance_asks_for_each_outcome_and_changes_nothing_until_all_are_there(path):
    match = new_dice(Files(path), chance="typed")
    match.choose(0, [ROLL])
    before, state = bytes_of(path), copy(match.state)
    asked = []
    for typed in ([], [5], [5, 0]):
        with pytest.raises(NeedsOutcome) as needs:
            match.resolve(typed)
        asked.append((needs.value.label, needs.value.sides))
        assert bytes_of(path) == before
        assert match.state == state
    assert asked == [("die", 6), ("fate dice", 9), ("card", 3)]
    match.resolve([5, 0, 2])  # a six, four minuses, and the card that counts 2
    assert match.state.score == [6 - 4 + 2, 0]
    assert match.record.lines[-1]["chance"] == [5, 0, 2]
    assert match.record.lines[-1]["steps"] == 4
    same(reopen(path, DICE), match)


@pytest.mark.parametrize("typed", [[6], [-1], [5, 9], [5, 0, 1], [5, 0, 3], [5, 0, 2, 0], [0, 0]])
def test_impossible_typed_outcomes_change_nothing(path, typed):
    match = new_dice(Files(path), chance="typed")
    match.choose(0, [ROLL])
    before, state = bytes_of(path), copy(match.state)
    with pytest.raises(BadOutcome):
        match.resolve(typed)
    assert bytes_of(path) == before
    assert match.state == state


def test_typed_chance_is_asked_at_the_deadline_too(path):
    match = new_dice(Files(path), chance="typed")
    match.choose(0, [ROLL])
    with pytest.raises(NeedsOutcome):
        match.close()
    match.close([1])
    assert match.state.score == [2, 0]
