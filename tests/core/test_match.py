"""A match: choosing, closing, undoing, ruling, instructing, and going on from its files after anything at all."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random
import shutil
from itertools import pairwise

import pytest

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.fair import commitment
from breakaway.core.match import Match, NotNow, Refused, Sealed, Start
from breakaway.core.record import BadRecord, ChangedUnderUs, Files, chain_hash
from breakaway.core.replay import verify
from breakaway.core.state import copy, digest_json, number, table, to_json
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import LINE_UP, RACING, RIDERS

from .dice import DICE, PASS, ROLL, STRICT, Dice, DiceConfig, new_dice, turn
from .races import new_race, play_out, random_order

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


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.match"


@pytest.fixture
def race(path):
    return new_race(Files(path))


@pytest.fixture
def riding(race):
    """A race after its line-ups, two teams with the printed example."""
    for seat in (0, 1):
        race.choose(seat, LINE_UP_ONE)
    race.resolve()
    return race


# --- new


def test_a_new_match_asks_its_seats_and_has_a_first_line_and_a_secret_beside_it(path):
    match = new_dice(Files(path))
    assert match.choosers() == [0]
    assert match.missing() == [0]
    assert not match.is_over()
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    assert len(lines) == 1
    assert (header["kind"], header["game"], header["edition"], header["chance"]) == ("match", "dice", "1", "sampled")
    assert header["options"] == {"turns": 6}
    assert header["book"] == {"turns": 6, "sides": 6}
    assert header["salts"] == ["ada's salt", "bob's salt"]
    assert header["commitment"] == commitment(b"the secret of these tests")
    assert "secret" not in header
    assert b"the secret of these tests".hex() not in path.read_text()
    assert json.loads(path.with_name("a.match.sealed").read_text())["secret"] == b"the secret of these tests".hex()


def test_a_match_without_a_secret_makes_its_own():
    secrets = {Match.new(DICE, Start(DiceConfig(), {}, {}, [])).secret for _ in range(5)}
    assert len(secrets) == 5
    assert {len(secret) for secret in secrets} == {32}


def test_a_new_match_is_never_written_over_one_that_is_there(path):
    new_dice(Files(path))
    before = bytes_of(path)
    with pytest.raises(ChangedUnderUs):
        new_dice(Files(path), secret=b"another")
    assert bytes_of(path) == before
    assert reopen(path, DICE).secret == b"the secret of these tests"


def test_the_sealed_file_is_for_its_owner_only(path):
    new_dice(Files(path))
    assert path.with_name("a.match.sealed").stat().st_mode & 0o077 == 0


# --- choosing


def test_a_sealed_order_is_in_the_sealed_file_and_not_in_the_record(riding, path):
    before = path.read_bytes()
    riding.choose(0, [10, 8, 8, 5])
    assert path.read_bytes() == before
    assert riding.missing() == [1]
    assert reopen(path, GAME).sealed == {0: Sealed([10, 8, 8, 5])}


def test_an_order_can_be_replaced_until_the_turn_closes(riding, path):
    riding.choose(0, [10, 8, 8, 5])
    riding.choose(0, [10, 9, 3, 6])
    riding.choose(1, [10, 9, 9, 6])
    riding = reopen(path, GAME)
    riding.resolve()
    assert riding.state.played[:8] == [10, 9, 3, 6, 10, 9, 9, 6]
    assert riding.record.lines[-1]["orders"] == {"0": [10, 9, 3, 6], "1": [10, 9, 9, 6]}


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ([11, 8, 8, 5], "BA-6.2"),
        ([10, 8, 8, 0], "BA-8.1"),
        ([10, 7, 8, 5], "BA-6.2"),
        ([0, 0, 0, 0], "BA-8.1"),
    ],
)
def test_a_refused_order_changes_nothing(riding, path, order, rule):
    riding.choose(0, [10, 8, 8, 5])
    before = bytes_of(path)
    with pytest.raises(Refused) as refused:
        riding.choose(0, order)
    assert refused.value.refusal.rule == rule
    assert f"({rule})" in str(refused.value)
    assert bytes_of(path) == before
    assert riding.sealed == {0: Sealed([10, 8, 8, 5])}


@pytest.mark.parametrize(
    "order", [[], [10, 8, 8], [10, 8, 8, 5, 0], [10, 8, 8, -1], [10, 8, 8, 49], [10, 8, 8, 10**30]]
)
def test_an_order_of_the_wrong_form_changes_nothing(riding, path, order):
    before = bytes_of(path)
    with pytest.raises(NotNow):
        riding.choose(0, order)
    assert bytes_of(path) == before
    assert riding.sealed == {}


@pytest.mark.parametrize("seat", [1, 2, -1, 99])
def test_a_seat_that_does_not_choose_now_is_turned_away(path, seat):
    match = new_dice(Files(path))
    before = bytes_of(path)
    with pytest.raises(NotNow):
        match.choose(seat, [ROLL])
    assert bytes_of(path) == before


def test_an_order_that_is_changed_after_it_was_sealed_stays_as_sealed(riding):
    order = [10, 8, 8, 5]
    riding.choose(0, order)
    order[0] = 1
    assert riding.sealed[0].order == [10, 8, 8, 5]


def test_a_partial_order_is_taken_only_when_it_says_so(riding, path):
    before = bytes_of(path)
    with pytest.raises(Refused):
        riding.choose(0, [10, 0, 8, 0])
    assert bytes_of(path) == before
    riding.choose(0, [10, 0, 8, 0], partial=True)
    assert riding.missing() == [0, 1]
    riding.choose(1, [10, 8, 8, 5])
    with pytest.raises(NotNow, match="1 seat has not given its orders"):
        riding.resolve()
    riding = reopen(path, GAME)
    assert riding.sealed[0] == Sealed([10, 0, 8, 0], partial=True)
    events = riding.close()
    # B and D of team 0 play their highest, 9 and 6
    assert riding.state.played[:8] == [10, 9, 8, 6, 10, 8, 8, 5]
    assert riding.record.lines[-1]["orders"] == {"0": [10, None, 8, None], "1": [10, 8, 8, 5]}
    assert [e.args for e in events if e.rule == "BA-R17"] == [(1,), (3,)]
    assert [e for e in events if e.rule == "BA-9.1"] == []
    assert verify(GAME, riding.record) is None


def test_a_partial_order_with_a_wrong_card_is_refused_whole(riding):
    with pytest.raises(Refused) as refused:
        riding.choose(0, [10, 0, 7, 0], partial=True)
    assert (refused.value.refusal.rule, refused.value.refusal.slot) == ("BA-6.2", 2)
    assert riding.sealed == {}


def test_an_order_that_says_partial_and_lacks_nothing_is_whole(riding):
    riding.choose(0, [10, 8, 8, 5], partial=True)
    assert riding.missing() == [1]


def test_a_whole_order_of_a_team_with_a_finished_rider_is_whole_though_it_says_partial(path):
    race = new_race(Files(path), house={"last_place": 0})
    while not (race.state.phase == RACING and 0 < sum(race.state.status[r] == 2 for r in range(4)) < 4):
        race.close()
    order = [race.state.hand[r][0] if race.state.status[r] == 1 else 0 for r in range(4)]
    assert 0 in order
    race.choose(0, order, partial=True)
    assert 0 not in race.missing()


# --- the turn


def test_a_turn_cannot_be_resolved_while_orders_are_missing(riding, path):
    riding.choose(1, [10, 8, 8, 5])
    before = bytes_of(path)
    with pytest.raises(NotNow, match="1 seat has not given its orders"):
        riding.resolve()
    assert bytes_of(path) == before


def test_a_team_without_orders_plays_its_highest_cards_at_the_deadline(riding):
    riding.choose(1, [10, 8, 3, 5])
    events = riding.close()
    assert riding.state.played[:8] == [10, 9, 9, 6, 10, 8, 3, 5]
    assert [e.args for e in events if e.rule == "BA-9.1"] == [(0,)]
    assert riding.record.lines[-1]["orders"] == {"0": [None] * 4, "1": [10, 8, 3, 5]}


def test_line_ups_that_never_came_are_the_published_default(race):
    race.close()
    assert race.state.phase == RACING
    assert race.state.hand[:4] == [[10, 10, 10, 0], [9, 8, 8, 0], [9, 8, 3, 0], [6, 5, 5, 0]]


def test_a_game_that_cannot_go_on_without_orders_does_not_close(path):
    match = new_dice(Files(path), game=STRICT)
    before = bytes_of(path)
    with pytest.raises(NotNow, match="cannot go on"):
        match.close()
    assert bytes_of(path) == before
    match.choose(0, [ROLL])
    match.close()
    assert match.record.lines[-1]["kind"] == "turn"


def test_a_turn_writes_who_chose_what_was_drawn_and_what_changed(path):
    match = new_dice(Files(path), chance="typed")
    match.choose(0, [ROLL])
    match.resolve([2])  # the die shows 3
    line = match.record.lines[-1]
    assert line["kind"] == "turn"
    assert line["n"] == 1
    assert line["orders"] == {"0": [1]}
    assert line["chance"] == [2]
    assert line["steps"] == 2
    assert line["changes"] == {"turn": 1, "who": 1, "score": [3, 0]}
    turn_two = Dice(turn=1, who=1, score=[3, 0])
    assert match.state == turn_two
    assert json.loads(path.read_text().splitlines()[-1]) == line


def test_events_are_told_and_logged(path):
    match = new_dice(Files(path), chance="typed")
    match.choose(0, [ROLL])
    told = match.resolve([3])
    assert [(e.rule, e.args) for e in told] == [("T-3", (0, 4))]
    assert match.log == [(1, told)]


def test_a_finished_match_takes_nothing_more(path):
    match = new_dice(Files(path), turns=1)
    turn(match)
    assert match.is_over()
    before = bytes_of(path)
    for what in (lambda: match.choose(0, [ROLL]), match.resolve, match.close, lambda: match.ruling(0)):
        with pytest.raises(NotNow):
            what()
    assert bytes_of(path) == before


def test_what_a_seat_sees_is_no_way_into_the_match(riding):
    before = copy(riding.state)
    riding.observation(0).view.hand[0][0] = 99
    riding.observation(0).view.turn = 99
    assert riding.state == before


# --- the end


def test_the_end_says_why_who_won_and_shows_the_secret(path):
    match = new_dice(Files(path), chance="sampled", turns=4)
    while not match.is_over():
        turn(match)
    end = json.loads(path.read_text().splitlines()[-1])
    assert end["kind"] == "end"
    assert end["why"] == "T-4"
    assert end["score"] == match.state.score
    best = max(match.state.score)
    assert end["rank"] == [1 if score == best else 2 for score in match.state.score]
    assert bytes.fromhex(end["secret"]) == b"the secret of these tests"
    assert commitment(bytes.fromhex(end["secret"])) == match.record.header["commitment"]
    assert not path.with_name("a.match.sealed").exists()
    assert verify(DICE, match.record) is None


def test_a_finished_match_can_be_opened_again(path):
    match = new_dice(Files(path), turns=3)
    while not match.is_over():
        turn(match)
    again = reopen(path, DICE)
    assert again.is_over()
    same(again, match)


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
    assert race.secret == b"the secret of these races"
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


@pytest.mark.parametrize("code", [8, 47, 48 + 8, 95, 96, 1000, -1])
def test_a_ruling_on_nobody_is_refused_and_changes_nothing(riding, path, code):
    before = bytes_of(path)
    with pytest.raises(Refused, match=r"BA-10\.1"):
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


# --- a store that fails


class Full:
    """A store on a full disk, from some write on."""

    def __init__(self, writes):
        self.left = writes

    def _write(self):
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")

    def append(self, line):
        self._write()

    def keep_secret(self, secrets):
        self._write()


def test_a_choice_that_could_not_be_kept_is_not_taken():
    race = new_race(Full(3))
    with pytest.raises(OSError, match="No space"):
        race.choose(0, LINE_UP_ONE)
    with pytest.raises(OSError, match="No space"):
        race.instruct(0, ["highest"])
    assert race.sealed == {}
    assert race.instructions == {}


def test_a_turn_that_could_not_be_kept_was_not_played():
    race = new_race(Full(5))
    race.choose(0, LINE_UP_ONE)
    race.choose(1, LINE_UP_ONE)
    before = copy(race.state)
    with pytest.raises(OSError, match="No space"):
        race.resolve()
    assert race.state == before
    assert race.missing() == []
    assert len(race.record.lines) == 1
    race.store.left = 100
    race.resolve()
    assert race.state.phase == RACING


# --- two writers


def test_of_two_writers_the_second_is_told_and_nothing_is_written(path):
    new_race(Files(path))
    one, two = reopen(path, GAME), reopen(path, GAME)
    one.close()
    before = bytes_of(path)
    for what in (two.close, lambda: two.choose(0, LINE_UP_ONE), lambda: two.instruct(0, ["highest"])):
        with pytest.raises(ChangedUnderUs):
            what()
        assert bytes_of(path) == before
    assert two.state.phase == LINE_UP
    assert two.sealed == {}
    same(reopen(path, GAME), one)


def test_of_two_writers_neither_loses_an_order_of_the_other(path):
    new_race(Files(path))
    one, two = reopen(path, GAME), reopen(path, GAME)
    one.choose(0, LINE_UP_ONE)
    before = bytes_of(path)
    with pytest.raises(ChangedUnderUs):
        two.choose(1, LINE_UP_ONE)
    assert bytes_of(path) == before
    assert two.sealed == {}
    again = reopen(path, GAME)
    again.choose(1, LINE_UP_ONE)
    assert reopen(path, GAME).missing() == []


def test_a_sealed_file_that_vanished_is_not_silently_made_anew(riding, path):
    path.with_name("a.match.sealed").unlink()
    with pytest.raises(ChangedUnderUs):
        riding.choose(0, [10, 8, 8, 5])


# --- a missing or damaged sealed file


def test_a_race_whose_sealed_file_is_lost_can_still_be_ridden_to_a_sound_end(riding, path):
    path.with_name("a.match.sealed").unlink()
    race = reopen(path, GAME)
    play_out(race)
    assert race.record.lines[-1]["secret"] is None
    assert verify(GAME, race.record) is None
    same(reopen(path, GAME), race)


def test_a_match_with_chance_does_not_go_on_without_its_secret(path):
    match = new_dice(Files(path))
    turn(match)
    path.with_name("a.match.sealed").unlink()
    match = reopen(path, DICE)
    match.choose(1, [ROLL])
    before = bytes_of(path)
    with pytest.raises(NotNow, match="secret"):
        match.resolve()
    assert bytes_of(path) == before


GOOD = {"lines": 2, "secret": b"the secret of these races".hex(), "orders": {}, "instructions": {}}


@pytest.mark.parametrize(
    "hidden",
    [
        [],
        {},
        {**GOOD, "secret": "zz"},
        {**GOOD, "secret": 5},
        {**GOOD, "secret": ""},
        {**GOOD, "secret": b"another".hex()},
        {**GOOD, "orders": []},
        {**GOOD, "orders": {"x": {"order": [10, 8, 8, 5], "partial": False}}},
        {**GOOD, "orders": {"0": [10, 8, 8, 5]}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, "5"], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, None], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, 7], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": 5, "partial": False}}},
        {**GOOD, "orders": {"7": {"order": [10, 8, 8, 5], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, 5]}}},
        {**GOOD, "instructions": {"0": 5}},
        {**GOOD, "instructions": None},
        {**GOOD, "lines": "2"},
        {**GOOD, "lines": None},
        {**GOOD, "lines": 3},
    ],
)
def test_a_damaged_sealed_file_is_a_clear_error(riding, path, hidden):
    path.with_name("a.match.sealed").write_text(json.dumps(hidden))
    before = bytes_of(path)
    with pytest.raises(BadRecord) as bad:
        reopen(path, GAME)
    assert bad.value.line == 0
    assert bytes_of(path) == before


@pytest.mark.parametrize(
    "text", ["", "{", "null", '"x"', "\ud800".encode("utf-8", "surrogatepass"), b"\xff", "[" * 5000]
)
def test_a_sealed_file_that_is_no_json_is_a_clear_error(riding, path, text):
    path.with_name("a.match.sealed").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadRecord, match="damaged"):
        reopen(path, GAME)


def test_a_record_cut_short_behind_the_back_of_its_sealed_file_is_a_clear_error(riding, path):
    riding.close()
    riding.choose(0, [riding.state.hand[rider][0] for rider in range(4)])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(BadRecord, match="too short"):
        reopen(path, GAME)


# --- killed at any moment


class Killed(Files):
    """Files that are copied away after every single write: what a kill at that moment would leave."""

    def __init__(self, path, place):
        super().__init__(path)
        self.place, self.count = place, 0

    def _copy(self):
        self.count += 1
        folder = self.place / f"{self.count:03}"
        folder.mkdir(parents=True)
        for each in (self.path, self.secret_path):
            if each.exists():
                shutil.copy(each, folder / each.name)

    def append(self, line):
        super().append(line)
        self._copy()

    def keep_secret(self, secrets):
        super().keep_secret(secrets)
        self._copy()


def moments_of(match):
    """All that a player can rely on: the state, the sealed orders, the instructions and the number of turns."""
    return to_json(match.state), dict(match.sealed), dict(match.instructions), len(match.log)


def eventful(match, seed):
    """Plays a match with all that can happen in one; after each call yields what must not be lost."""
    at_random = random.Random(seed)
    yield moments_of(match)
    while not match.is_over():
        for seat in match.choosers():
            match.choose(seat, random_order(match, seat, at_random.randrange(2**31)))
            yield moments_of(match)
            happens = at_random.randrange(6)
            if happens == 0:
                match.instruct(seat, [at_random.choice(sorted(match.game.instructions))])
                yield moments_of(match)
            elif happens == 1:
                with contextlib.suppress(Refused):
                    match.ruling(at_random.randrange(2 if match.game is DICE else 8))
                yield moments_of(match)
            elif happens == 2 and match.history and len(match.record.lines) < 16:
                match.undo()
                yield moments_of(match)
                break
        else:
            if match.choosers():
                match.close()
                yield moments_of(match)


@pytest.mark.sample("chains", "dice-2")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", ["race", "dice"])
def test_a_match_killed_after_any_write_goes_on_with_every_accepted_choice(tmp_path, make, seed):
    files = Killed(tmp_path / "a.match", tmp_path / "killed")
    match = new_race(files) if make == "race" else new_dice(files, turns=10)
    game = match.game
    known, counts = [], []
    for each in eventful(match, seed):
        known.append(each)
        counts.append(files.count)
    assert match.is_over()
    whole = match.record.lines
    final = moments_of(match)
    for n in range(1, files.count + 1):
        folder = tmp_path / "killed" / f"{n:03}"
        path = folder / "a.match"
        if not path.exists():
            continue  # killed before the match was there: nothing was accepted yet
        again = reopen(path, game)
        done = sum(count <= n for count in counts) - 1  # the last call that had returned when the kill came
        told = [known[max(done, 0)]] + ([known[done + 1]] if done + 1 < len(known) else [final])
        found = moments_of(again)
        assert found in told, f"killed after write {n}"
        assert again.secret == match.secret
        assert again.record.lines[: len(whole)] == whole[: len(again.record.lines)]
        if not again.is_over() and again.choosers():
            again.close()  # and it goes on
        if make == "dice" or n % 3 == 0:
            assert verify(game, again.record) is None


@pytest.mark.sample("dice")
@pytest.mark.parametrize("make", ["race", "dice"])
def test_a_torn_last_line_was_never_accepted_and_is_cut_off(tmp_path, make):
    path = tmp_path / "a.match"
    match = new_race(Files(path)) if make == "race" else new_dice(Files(path), turns=5)
    for _ in eventful(match, 5):
        pass
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    at_random = random.Random(11)
    secret = {"lines": 0, "secret": match.secret.hex(), "orders": {}, "instructions": {}}
    for count, (start, end) in enumerate(pairwise(ends), 1):
        for cut in {start + 1, end - 1} if count % 4 == 0 else {at_random.randrange(start + 1, end)}:
            torn = tmp_path / f"torn-{cut}.match"
            torn.write_bytes(whole[:cut])
            torn.with_name(torn.name + ".sealed").write_text(json.dumps(secret))
            again = reopen(torn, match.game)
            kept = torn.read_bytes()
            assert kept[:start] == whole[:start]
            assert again.record.torn or kept == whole[:start]
            assert again.record.lines[:count] == match.record.lines[:count]
            assert verify(match.game, Files(torn).read()[0]) is None


def test_a_torn_first_line_is_no_match(tmp_path):
    path = tmp_path / "a.match"
    new_race(Files(path))
    whole = path.read_bytes()
    assert "Röd".encode() in whole
    for cut in (0, 1, whole.index(b"\xc3") + 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(BadRecord, match="no complete line"):
            Files(path).read()


def test_a_writer_killed_within_a_letter_leaves_a_match_that_goes_on(riding, path):
    with path.open("ab") as file:
        file.write(b'{"kind":"turn","who":"R\xc3')
    again = reopen(path, GAME)
    same(again, riding)
    again.close()
    assert verify(GAME, reopen(path, GAME).record) is None


def test_a_record_with_the_line_ends_of_another_system_can_be_read(riding, path):
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    again = reopen(path, GAME)
    assert again.state == riding.state
    assert verify(GAME, again.record) is None


def test_a_full_disk_leaves_no_half_line_behind(riding, path, monkeypatch):
    before = bytes_of(path)
    monkeypatch.setattr("os.fsync", lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        riding.close()
    monkeypatch.undo()
    assert bytes_of(path) == before
    riding.close()
    assert verify(GAME, reopen(path, GAME).record) is None


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
