"""The adjudication cases run compiled too, and the corpus calls every rule function of the race often."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from breakaway import games
from breakaway.core import cases, rule
from breakaway.core.chance import LONGEST, SCRIPTED, sampled
from breakaway.core.game import SEATS
from breakaway.core.state import copy
from breakaway.cycling.cards import resolve
from breakaway.lab.compiled import compile_game, make_rules_compilable, njit, play_interpreted
from breakaway.lab.records import chance_records, records, take, to_record

CASES = Path(__file__).parents[1] / "cases"
RACE = games.find("cycling")
HIDE, GUESS, PREVIEW, DECREE = RACE.hide, RACE.guess, RACE.preview, RACE.decree
ALL = [case for path in sorted(CASES.rglob("*.toml")) for case in cases.load(path)]


def play_compiled(game, s, book, orders, chance):
    """A `Play` for cases: the same step, compiled, with the same script."""
    states, books = to_record(s), to_record(book)
    codes = np.zeros((SEATS, game.max_slots), np.int64)
    for seat, order in enumerate(orders):
        codes[seat][: len(order)] = order
    chances = chance_records(0)
    chances["mode"], chances["scripted"] = SCRIPTED, len(chance)
    chances["outcome"][0][: len(chance)] = chance
    assert len(chance) <= LONGEST
    compile_game(game, "random", "random").step(states, books, codes, chances)
    return take(game.state, states, 0), []


@pytest.mark.parametrize("case", ALL, ids=[case.id for case in ALL])
def test_a_case_comes_out_the_same_compiled(case):
    assert cases.run(games.find(case.game), case, play_compiled).failures == []


@njit
def look_compiled(states, books, chances, seat, slot, code, seen):
    """Hides, guesses, previews and rules on copies of states[0], one after the other into `seen`."""
    seen[0] = states[0]
    HIDE(seen[0], books[0], seat)
    seen[1] = seen[0]
    GUESS(seen[1], books[0], seat, chances[0])
    seen[2] = seen[0]
    square, card = PREVIEW(seen[2], books[0], max(seat, 0), slot, code)
    seen[3] = states[0]
    refused = DECREE(seen[3], books[0], code, None)
    return square, card, refused


def look_interpreted(s, book, chance, seat, slot, code):
    view = copy(s)
    RACE.hide(view, book, seat)
    guessed, previewed, ruled = copy(view), copy(view), copy(s)
    RACE.guess(guessed, book, seat, chance)
    square, card = RACE.preview(previewed, book, max(seat, 0), slot, code)
    refused = RACE.decree(ruled, book, code, None)
    return [view, guessed, previewed, ruled], (square, card, refused)


def positions(seeds):
    for seed in seeds:
        book = RACE.sample(sampled(seed * 7919))
        if seed % 4:
            book = resolve(("", "spy", "pursuit", "boxed")[seed % 4], 2 + seed % 5)[0]
        seats = [seed >> i & 1 for i in range(book.teams)]
        for s in play_interpreted(RACE, book, "random", "highest", seats, seed)[::5]:
            yield seed, book, s


def test_views_guesses_previews_and_rulings_are_the_same_compiled():
    make_rules_compilable()
    for seed, book, s in positions(range(16)):
        states, books, chances = to_record(s), to_record(book), chance_records(seed)
        for seat in (-1, 0, 1):
            code = (seed + seat) % 96
            seen = records(RACE.state, 4)
            chances["rng"] = seed
            rest = look_compiled(states, books, chances, seat, seed % 4, code, seen)
            plain, expected = look_interpreted(s, book, sampled(seed), seat, seed % 4, code)
            assert tuple(rest) == expected
            for i, state in enumerate(plain):
                assert take(RACE.state, seen, i) == state, (seed, seat, i)


def corpus():
    """What the compiled tests play, interpreted."""
    for seed, book, s in positions(range(60)):
        for seat in (-1, 0, 1):
            look_interpreted(s, book, sampled(seed), seat, seed % 4, (seed + seat) % 96)
    for case in ALL:
        cases.run(games.find(case.game), case)


def test_every_rule_function_of_the_race_is_called_twenty_times_in_the_corpus():
    wanted = {each.function.__code__: each.name for each in rule.RULES if each.name.startswith("breakaway.cycling.")}
    calls = dict.fromkeys(wanted.values(), 0)

    def count(frame, event, arg):
        if event == "call" and frame.f_code in wanted:
            calls[wanted[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        corpus()
    finally:
        sys.setprofile(None)
    rare = {name: n for name, n in calls.items() if n < 20}
    assert rare == {}
