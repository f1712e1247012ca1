"""What is public, what it costs to import, and what it says to mistakes."""

from __future__ import annotations

import inspect
import json
import random
import subprocess
import sys
from fractions import Fraction
from pkgutil import iter_modules
from typing import ClassVar

import numpy as np
import pytest

import breakaway
from breakaway import api
from breakaway.core.language import UserError
from breakaway.core.rulebook import options_of
from breakaway.core.state import digest
from breakaway.games.manifest import find
from breakaway.players.seated_match import Table
from breakaway.players.settings import make_start, requested
from breakaway.records.match import Match

from .ways import WAYS, loaded, walk

PUBLIC = [
    *("BadOrder", "BadOutcome", "Bot", "BotError", "Coach", "Evaluation", "Event", "Game", "Legal", "Match"),
    *(
        "NeedsOutcome",
        "NotNow",
        "Observation",
        "Outcome",
        "Refused",
        "Result",
        "Rules",
        "State",
        "TooLong",
        "Trouble",
        "UserError",
        "coach",
    ),
    *(
        "compilable",
        "determinize",
        "evaluate",
        "evaluate_many",
        "game_names",
        "load",
        "play",
        "read_match",
        "read_state",
    ),
]


# --- what is public


def test_the_public_names_are_these_and_each_says_what_it_is():
    assert breakaway.__all__ == PUBLIC == api.__all__ == dir(breakaway)
    for name in PUBLIC:
        public = getattr(breakaway, name)
        assert inspect.getdoc(public), name
        members = vars(public) if inspect.isclass(public) and public.__module__.startswith("breakaway.api") else {}
        for each, member in members.items():
            if not each.startswith("_") and (callable(member) or isinstance(member, property)):
                assert inspect.getdoc(member), f"{name}.{each}"
    with pytest.raises(AttributeError, match="module 'breakaway' has no attribute 'Rule'; public names: BadOrder, "):
        _ = breakaway.Rule
    assert not {each.name for each in iter_modules(breakaway.__path__)} & set(PUBLIC)  # a module would take its place


def test_bots_that_catch_an_error_by_its_former_name_go_on():
    with pytest.raises(breakaway.Trouble, match="does not have this option"):
        breakaway.load("football", track="loop")


def test_importing_is_cheap_and_numpy_comes_only_with_arrays():
    code = """
import sys, breakaway
few = {"pydantic", "numpy", "breakaway.core", "breakaway.api"} & set(sys.modules)
assert not few, few
breakaway.play(breakaway.load("cycling", teams=2), "highest", seed=1).observe(0).data
assert "numpy" not in sys.modules and "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# --- loading


@pytest.mark.parametrize(
    ("game", "house", "options"),
    [
        ("football", {}, {"track": "loop"}),
        ("football", {"flag": "1"}, {}),
        ("football", {"flags": "12"}, {}),
        ("fate", {"chain": "rope"}, {}),
        ("cycling", {}, {"teams": 40}),
        ("cycling", {}, {"teams": 2, "versus": "fire"}),
    ],
)
def test_wrong_options_get_the_errors_of_the_command_line(game, house, options):
    with pytest.raises(UserError) as theirs:
        requested(game, house, **options)
    with pytest.raises(breakaway.UserError) as ours:
        breakaway.load(game, house=house, **options)
    assert str(ours.value) == str(theirs.value)


def test_every_house_rule_can_be_given_by_name_or_as_on_the_command_line():
    for name in breakaway.game_names():
        for option in options_of(find(name).config):
            value = option.sample[-1] if option.sample else option.usual
            needed = {option.needs: True} if option.needs else {}
            assert breakaway.load(name, house={**needed, option.name: value}).options
    assert breakaway.load("football", house="flags=1").options == breakaway.load("football", house={"flags": 1}).options
    assert breakaway.load("football", house={"flags": 1}).options["flags"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "chess"}, "unknown game 'chess'; known: football, fate, cycling"),
        ({"game": "football", "seed": 7}, r"seed: a seed belongs to a match: load\(...\).new\(seed=7\)"),
        ({"game": "football", "physical": True}, "explicit=True"),
        ({"game": "football", "team": "nobody"}, "nobody"),
        ({"game": "football", "against": "random"}, "random is a coach; use it in play()"),
        ({"game": "football", "against": "me"}, "unknown coach 'me'"),
    ],
)
def test_what_cannot_be_loaded_says_what_would_be_right(options, said):
    with pytest.raises(breakaway.UserError, match=said):
        breakaway.load(**options)


def test_a_game_tells_its_seats_its_rules_and_its_options():
    game = breakaway.load("football", team="fire", versus="maulers")
    assert (game.name, game.seats, repr(game)) == ("football", ("Fire", "Maulers"), "<Game football: Fire, Maulers>")
    assert game.rule("BF-101").startswith("A game has four quarters")
    with pytest.raises(UserError, match="has no rule 'BF-1'"):
        game.rule("BF-1")


# --- orders


def first_choice():
    return breakaway.load("football").new(seed=3)


def test_an_order_is_a_code_codes_or_text():
    state = walk("fate", 1, 0)
    seat = state.to_move[0]
    assert state.to_move == (seat,)
    assert state.legal().slots == 1
    code = state.legal().codes()[-1]
    text = state.observe(seat).write(code)
    hashes = {state.apply(each).hash for each in (code, [code], text, {seat: text}, {seat: (np.int64(code),)})}
    assert len(hashes) == 1


def test_a_code_codes_and_a_text_can_be_looked_for_among_the_legal_orders():
    state = walk("fate", 1, 0)
    legal, seen = state.legal(), state.observe(state.to_move[0])
    for order in legal:
        for form in (order, tuple(order), order[0], np.int64(order[0]), seen.write(order)):
            assert form in legal
    for wrong in ("pray", 9999, True, None, [], [1, 2], {}, "", b"play"):
        assert wrong not in legal
    race = breakaway.load("cycling", teams=2).new(seed=1)
    assert "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6" in race.legal(0), "the default line-up of BA-R16"
    assert "A 15 15 15 15 B 8 8 9 C 3 8 9 D 5 5 6" not in race.legal(0), "A may have 30 at most (BA-3.1)"


@pytest.mark.parametrize("order", ["run home", 9999, -1, [1, 2], [], 1.0, True, None, "", [None], {0: 10**30}, "🚲"])
def test_a_wrong_order_says_what_is_wrong_and_changes_nothing(order):
    state = first_choice()
    match = breakaway.load("football").match(seed=3)
    before, record = state.text(), (match.text(), match.secrets())
    order = {state.to_move[0]: order} if not isinstance(order, dict) else {state.to_move[0]: order[0]}
    for give in (state.apply, match.play, state.odds, state.explicit().apply):
        with pytest.raises((breakaway.BadOrder, breakaway.Refused)) as error:
            give(order)
        assert str(error.value).strip()
        assert error.value.__notes__[0].startswith("This is about the order of seat ")
    assert (state.text(), (match.text(), match.secrets())) == (before, record)


def test_a_refusal_names_its_rule():
    state = walk("race", 1, 3)
    wrong = [0] * state.legal(0).slots
    assert state.observe(0).why_not(wrong).endswith(")")
    with pytest.raises(breakaway.Refused) as error:
        state.apply(dict.fromkeys(state.to_move, wrong))
    assert error.value.refusal.rule.startswith("BA-")


def test_an_order_that_also_answers_a_later_question_is_refused_and_names_its_first_part():
    state = breakaway.load("fate").new(seed=3)
    while "punt" not in state.legal(state.to_move[0]).texts():
        state = state.apply({seat: next(iter(state.legal(seat))) for seat in state.to_move})
    with pytest.raises(breakaway.BadOrder, match=r"answer only this one, with 1 code \('play'\)"):
        state.apply("short")  # a table takes the call with the declaration; a State asks for it next
    assert state.apply("play").to_move


def test_orders_of_the_wrong_seats_are_refused():
    state = walk("race", 1, 3)
    orders = {seat: next(iter(state.legal(seat))) for seat in state.to_move}
    for given, said in [
        ({**orders, 7: [0]}, "seat 7 has nothing to choose now; seats that choose: 0, 1, 2"),
        ({0: orders[0]}, r"seat 1 has no order; give one for each of \[0, 1, 2\], or set absent=True"),
        (orders[0], r"several seats choose now \(0, 1, 2\); give each seat's order"),
    ]:
        with pytest.raises(breakaway.NotNow, match=said):
            state.apply(given)
    assert state.apply({0: orders[0]}, absent=True).turn == state.turn + 1
    with pytest.raises(breakaway.NotNow, match="there is no seat 3: seats are numbered from 0 to 2"):
        state.observe(3)
    over = breakaway.play(loaded("race"), "highest")
    for late in (over.legal, lambda: over.apply({}), lambda: over.odds({0: [1]})):
        with pytest.raises(breakaway.NotNow, match="the match is over"):
            late()


def test_outcomes_are_refused_where_none_or_another_is_awaited():
    state = breakaway.load("football").new(explicit=True)
    assert [(each.text, each.probability) for each in state.outcomes()] == [
        ("Home wins the flip", Fraction(1, 2)),
        ("Away wins the flip", Fraction(1, 2)),
    ]
    with pytest.raises(breakaway.BadOutcome, match="flip: 2 is impossible now; choose one of: 0, 1"):
        state.apply_outcome(2)
    with pytest.raises(breakaway.NotNow, match=r"no seat chooses now: an outcome comes next; see outcomes"):
        state.legal()
    with pytest.raises(breakaway.NotNow, match="apply an outcome first"):
        state.sampled(1)
    with pytest.raises(breakaway.NotNow, match="is not waiting for an outcome"):
        first_choice().outcomes()
    with pytest.raises(UserError, match="explicit chance uses no seed"):
        breakaway.load("football").new(seed=1, explicit=True)


def test_a_match_with_real_dice_says_which_outcome_it_needs_next():
    """FF-001: a coin decides who chooses. FF-008: a kickoff roll of +4 is a touchback, to the 20 (FF-G14)."""
    start = make_start(requested("fate", (), physical=True), ["human", "human"])
    match = breakaway.read_match(json.dumps(Match.new(find("fate"), start).record.lines[0]) + "\n")
    with pytest.raises(breakaway.NeedsOutcome) as needs:
        match.play({})
    assert (needs.value.label, needs.value.sides) == ("toss", 2)
    match.play({}, typed=[0])
    before, winner = match.text(), match.state.to_move[0]
    with pytest.raises(breakaway.NeedsOutcome) as needs:
        match.play("receive")
    assert needs.value.sides == 9  # four Fate dice, from -4 to +4
    with pytest.raises(breakaway.BadOutcome):
        match.play("receive", typed=[9])
    assert match.text() == before
    match.play("receive", typed=[8])
    assert (match.state.data["offense"], match.state.data["ball"]) == (winner, 20)


# --- text


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "match"},
        {"format": 2},
        {"game": "chess"},
        {"edition": "0"},
        {"state": {}},
        {"state": None},
        {"config": []},
        {"names": {"teams": ["one"]}},
        {"seats": []},
        {"seats": 3},
        {"turn": "later"},
        {"waiting": {"orders": [[0]], "outcomes": []}},
        {"waiting": {"orders": 3}},
    ],
)
def test_a_damaged_text_of_a_state_is_refused(change):
    text = walk("fate", 1, 4).text()
    with pytest.raises(breakaway.UserError):
        breakaway.read_state(json.dumps({**json.loads(text), **change}))
    for wrong in ("", "[]", "3", text[:-9], "null"):
        with pytest.raises(breakaway.UserError):
            breakaway.read_state(wrong)


def test_a_state_that_cannot_come_up_is_refused():
    said = json.loads(walk("football", 1, 4).text())
    said["state"]["deck"] = [9] * len(said["state"]["deck"])
    with pytest.raises(breakaway.UserError, match="this state is impossible in a match"):
        breakaway.read_state(json.dumps(said))


def test_a_damaged_match_is_refused():
    match = breakaway.load("fate").match(seed=1)
    match.play({seat: next(iter(match.state.legal(seat))) for seat in match.state.to_move})
    for text, secrets in [
        ("", ""),
        ("{}\n", ""),
        (match.text().replace('"orders"', '"order"'), ""),
        (match.text(), "{}"),
        (match.text(), "what"),
        (match.text(), "[]"),
        (match.text(), breakaway.load("fate").match(seed=2).secrets()),
    ]:
        with pytest.raises(breakaway.UserError):
            breakaway.read_match(text, secrets)
    assert breakaway.read_match(match.text()).states[-1].hash == match.state.hash


# --- bots


@pytest.mark.parametrize("way", ["football", "fate", "race"])
def test_coaches_play_the_match_that_watch_plays(way):
    name, options = WAYS[way]
    game = find(name)
    by = ["random"] * len(loaded(way).seats)
    match = Match.new(game, make_start(requested(name, seed=5, **options), by))
    table = Table(game, match)
    while not match.is_over():
        table.play_turn()
    last = breakaway.play(loaded(way), "random", seed=5)
    assert last.hash == digest(match.state)
    assert last.result.winners


class Nonsense:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, observation, legal, rng):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [None, "what", -1, [], object(), ZeroDivisionError("by zero"), KeyError(3)])
def test_a_bot_that_fails_is_named_with_its_seat_and_turn(answer):
    with pytest.raises(breakaway.BotError, match=r"the bot Nonsense \(seat [01], \w+, turn \d+\) (raised|answered) "):
        breakaway.play(breakaway.load("football"), Nonsense(answer), seed=1)


def test_bots_are_checked_before_a_match():
    game = breakaway.load("football")
    for bots, said in [([], "0 bots"), (["random"] * 3, "3 bots"), ("nobody", "unknown coach 'nobody'")]:
        with pytest.raises(breakaway.UserError, match=said):
            breakaway.play(game, bots)


class Counting:
    """Chooses at random, and counts the questions."""

    games = "fate"
    all: ClassVar[list[Counting]] = []

    def __init__(self):
        self.asked = 0
        self.all.append(self)

    def choose(self, observation, legal, rng):
        self.asked += 1
        return legal.random(rng)


def test_of_a_class_each_seat_of_each_match_gets_a_new_bot():
    Counting.all.clear()
    game = breakaway.load("fate")
    states = [breakaway.play(game, Counting, seed=1) for _ in range(2)]
    assert states[0].hash == states[1].hash
    assert len(Counting.all) == 4
    assert [each.asked for each in Counting.all[:2]] == [each.asked for each in Counting.all[2:]]
    with pytest.raises(
        breakaway.UserError, match=r"Nonsense cannot be made: TypeError: .*; its class must not require"
    ):
        breakaway.play(game, ["random", Nonsense])


@pytest.mark.parametrize("bot", [Counting, Counting()])
def test_a_bot_plays_no_game_that_its_class_does_not_name(bot):
    with pytest.raises(
        breakaway.UserError, match="the bot Counting cannot play football; its `games` lists only: fate"
    ):
        breakaway.play(breakaway.load("football"), bot)


def test_a_coach_is_a_bot():
    game = breakaway.load("fate")
    state, book = game.new(seed=1), breakaway.coach(game, "book")
    orders = {seat: book.choose(state.observe(seat), state.legal(seat), random.Random(1)) for seat in state.to_move}
    assert state.apply(orders).turn == state.turn + 1
    assert repr(book) == "<Coach book>"


# --- arrays


@pytest.mark.parametrize("way", sorted(WAYS))
def test_the_tensor_is_the_data_in_order_and_the_mask_the_legal_codes(way):
    game, state = loaded(way), walk(way, 2, 6)
    for seat in (-1, *state.to_move):
        seen = state.observe(seat)
        row = seen.tensor()
        assert row.dtype == np.int64
        assert game.layout["seat"] == slice(0, 1)
        assert row[0] == seat
        for name, value in seen.data.items():
            assert row[game.layout[name]].tolist() == np.asarray(value).flatten().tolist(), name
        assert len(row) == max(part.stop for part in game.layout.values())
        assert np.flatnonzero(seen.mask()).tolist() == seen.legal.codes()
        order = seen.legal.random(random.Random(1)) if seen.legal else []
        assert np.flatnonzero(seen.mask(order[:-1])).tolist() == seen.legal.codes(order[:-1])
        assert not seen.mask(order).any()


def test_without_numpy_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    seen = first_choice().observe(0)
    for ask, what in [(seen.tensor, "tensor"), (seen.mask, "mask")]:
        with pytest.raises(breakaway.UserError, match=rf"{what} needs NumPy; install it with: pip install"):
            ask()
