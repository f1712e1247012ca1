"""A match: choosing, closing, and its end."""

from __future__ import annotations

import json

import pytest

from breakaway.core.chance import commitment
from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import copy
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import RACING
from breakaway.records.match import Match, Sealed, Start
from breakaway.records.record_file import ChangedUnderUs, Files
from breakaway.records.replay import verify

from .dice import DICE, ROLL, SECRET, STRICT, Dice, DiceConfig, new_dice, turn
from .opened import bytes_of, reopen, same
from .races import new_race

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
    assert header["commitment"] == commitment(SECRET)
    assert "secret" not in header
    assert SECRET.hex() not in path.read_text()
    assert json.loads(path.with_name("a.match.sealed").read_text())["secret"] == SECRET.hex()


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
    assert reopen(path, DICE).secret == SECRET


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
    assert bytes.fromhex(end["secret"]) == SECRET
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


def test_what_a_seat_sees_is_made_once_for_each_state_and_anew_after_a_turn_an_undo_and_a_resignation(riding):
    seen = riding.observation(0)
    assert riding.observation(0) is seen
    assert riding.observation(1).seat == 1
    riding.close()
    assert riding.observation(0).view != seen.view
    riding.undo()
    assert riding.observation(0).view == seen.view
    riding.resign(1)
    assert (list(seen.gone), list(riding.observation(0).gone)) == ([], [1])
