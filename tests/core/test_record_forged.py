"""Records altered by somebody who makes all seals anew: the rules find them."""

from __future__ import annotations

import copy

import pytest

from breakaway.core.state import digest_json
from breakaway.games.cycling.game import GAME
from breakaway.records.replay import verify

from .dice import DICE, ROLL, new_dice
from .record_edits import fault_of, forgeries_are_found, other, resealed

RULED = ("orders", "chance", "steps", "changes", "hash", "n", "code", "why", "score", "rank")


@pytest.mark.slow
def test_a_forger_of_seals_is_found_by_the_rules_at_the_line_that_he_altered(played):
    game, lines = played
    # in the race nobody sent a line-up: a card of an order that is not whole would change nothing
    forgeries_are_found(game, lines, RULED, but={(2, "orders")} if game is GAME else ())


@pytest.mark.parametrize("name", ["book", "book_hash", "state", "hash", "game", "format", "kind"])
def test_a_forged_first_line_is_found_by_the_rules(played, name):
    game, lines = played
    lines[0][name] = other(lines[0][name])
    assert fault_of(game, resealed(lines)).line == 1


@pytest.mark.parametrize("name", ["state", "book"])
def test_a_forged_state_or_book_is_found_with_its_hash_made_anew(dice_lines, name):
    lines = copy.deepcopy(dice_lines)
    if name == "state":
        lines[0]["state"]["score"] = [5, 0]
        lines[0]["hash"] = digest_json(lines[0]["state"])
        assert fault_of(DICE, resealed(lines)).line == 1
    else:
        lines[0]["book"]["sides"] = 60
        lines[0]["book_hash"] = digest_json(lines[0]["book"])
        first_roll = next(i for i, line in enumerate(lines, 1) if line["kind"] == "turn" and line["chance"])
        assert fault_of(DICE, resealed(lines)).line == first_roll


def test_a_forged_commitment_or_secret_is_found_at_the_line_that_shows_the_secret(dice_lines):
    for number, name in ((0, "commitment"), (-1, "secret")):
        lines = copy.deepcopy(dice_lines)
        lines[number][name] = other(lines[number][name])
        fault = fault_of(DICE, resealed(lines))
        assert fault.line == len(lines)
        assert "hash from before the match" in str(fault)


def test_forged_salts_are_found_by_the_outcomes(dice_lines):
    lines = copy.deepcopy(dice_lines)
    lines[0]["salts"] = ["another", "bob's salt"]
    assert fault_of(DICE, resealed(lines)).line in {i for i, line in enumerate(lines[1:], 2) if line.get("chance")}


def loaded_dice(secret):
    """A match in which somebody chose the outcomes himself, played by the rules, under a header that says otherwise."""
    match = new_dice(chance="typed", turns=4, secret=secret)
    while not match.is_over():
        match.choose(match.state.who, [ROLL])
        match.resolve([4])  # always a five
    lines = copy.deepcopy(match.record.lines)
    lines[0]["chance"] = "sampled"
    return lines


def test_outcomes_that_keep_the_rules_but_were_not_drawn_from_the_secret_are_found():
    lines = loaded_dice(b"a secret")
    fault = fault_of(DICE, resealed(lines))
    assert fault is not None
    assert "secret" in str(fault)
    assert lines[fault.line - 1]["kind"] == "turn"


def test_a_forger_cannot_just_leave_the_secret_out():
    lines = loaded_dice(b"a secret")
    for end in ({**lines[-1], "secret": None}, {name: v for name, v in lines[-1].items() if name != "secret"}):
        fault = fault_of(DICE, resealed([*lines[:-1], end]))
        assert fault.line == len(lines)
        assert "missing" in str(fault)


def test_a_match_cannot_end_before_its_rules_say_so(played):
    game, lines = played
    end = {**lines[-1], "why": "", "score": [0] * len(lines[-1]["score"]), "rank": [1] * len(lines[-1]["rank"])}
    forged = resealed([lines[0], end])
    assert fault_of(game, forged).line == 2


def test_nothing_but_an_undo_follows_the_end(played):
    game, lines = played
    empty = {"kind": "turn", "n": 1, "orders": {}, "chance": [], "steps": 1, "changes": {}, "hash": lines[-2]["hash"]}
    for more in (lines[-1], empty, {"kind": "decree", "code": 0, "changes": {}, "hash": lines[-2]["hash"]}):
        assert fault_of(game, resealed([*lines, more])).line == len(lines) + 1
    assert fault_of(game, resealed([*lines[:-1], {**empty, "n": lines[-2]["n"] + 1}])).line == len(lines)


def test_there_is_no_undo_without_a_turn(played):
    game, lines = played
    fault = fault_of(game, resealed([lines[0], {"kind": "undo", "hash": lines[0]["hash"]}]))
    assert (fault.line, "nothing to undo" in str(fault)) == (2, True)


@pytest.mark.parametrize(
    "orders",
    [
        {},
        {"0": [1], "1": [1]},
        {"1": [1]},
        {"0": [0]},
        {"0": [3]},
        {"0": [-1]},
        {"0": [1, 1]},
        {"0": []},
        {"0": "1"},
        {"0": [True]},
        {"0": ["1"]},
        {"00": [1]},
        {"x": [1]},
        {"12": [1]},
        [1],
        None,
    ],
)
def test_orders_that_nobody_could_give_are_found(dice_lines, orders):
    lines = [dice_lines[0], {**dice_lines[1], "orders": orders}]
    assert fault_of(DICE, resealed(lines)).line == 2


def test_an_order_left_out_on_purpose_is_found_where_the_game_cannot_go_on_without():
    from .dice import STRICT

    match = new_dice()
    match.close()
    assert match.record.lines[1]["orders"] == {"0": [None]}
    assert verify(DICE, match.record) is None
    assert verify(STRICT, match.record).line == 2


@pytest.mark.parametrize("chance", [[6], [-1], [2**31], [1, 1], ["1"], [None], [True], "1", None, [1.0], []])
def test_outcomes_that_cannot_be_are_found(chance):
    match = new_dice(chance="typed")
    match.choose(0, [ROLL])
    match.resolve([1])
    lines = [match.record.lines[0], {**match.record.lines[1], "chance": chance}]
    assert fault_of(DICE, resealed(lines)).line == 2


def test_a_record_of_another_game_is_found_at_its_first_line(dice_lines, race_lines):
    assert fault_of(GAME, dice_lines).line == 1
    assert fault_of(DICE, race_lines).line == 1


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 2**31 - 1])
def test_a_forged_number_of_teams_is_told_at_once(race_lines, seats):
    lines = copy.deepcopy(race_lines)
    lines[0]["book"]["teams"] = seats
    lines[0]["book_hash"] = digest_json(lines[0]["book"])
    fault = fault_of(GAME, resealed(lines))
    assert fault.line == 1
    assert "2 to 12" in str(fault)


@pytest.mark.parametrize("field", ["lines", "stages", "checkpoint", "length"])
def test_a_forged_book_that_no_rule_can_be_played_with_is_a_bad_record(race_lines, field):
    for value in (-1, 0, 25, 100, 32767):
        lines = copy.deepcopy(race_lines)
        was = lines[0]["book"][field]
        lines[0]["book"][field] = [value] * len(was) if isinstance(was, list) else value
        lines[0]["book_hash"] = digest_json(lines[0]["book"])
        fault = fault_of(GAME, resealed(lines))
        assert fault is None or fault.line >= 1
