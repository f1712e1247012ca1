"""The adjudication cases run compiled too, as do views and guesses; and the corpus calls every rule function often."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import cache
from types import FunctionType

import pytest

from breakaway.core.chance import sampled
from breakaway.core.rules import RULES
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.games.cycling.files import resolve
from breakaway.games.football.rules.best_answers import best_answer
from breakaway.lab.compiling import (
    chance_records,
    driver,
    make_compilable,
    make_rules_compilable,
    records,
    take,
    to_record,
)
from breakaway.lab.rerun_one import play_again

from ..core.adjudication import cases_of, each_of, failures_of
from ..core.random_matches import random_config
from .best_questions import questions_of_matches
from .both_modes import interpreted, play_compiled, quick_matches
from .foretold import foretold, foretold_downs

CASES = {name: cases_of(name) for name in games.GAMES}
OFTEN = 20  # times that the corpus calls each rule function at least


@pytest.mark.slow
@each_of([case for cases in CASES.values() for case in cases])
def test_a_case_comes_out_the_same_compiled(case):
    assert failures_of(case, play=play_compiled) == []


# --- views, guesses, previews and rulings


def no_preview(view, config, seat, slot, code):
    return 0, 0


def no_ruling(s, config, code, log):
    return 0


def looks_of(game):
    """What can be asked of a position: redact, determinize, preview, ruling; stand-ins where the game has none."""
    return game.redact, game.determinize, game.preview or no_preview, game.ruling or no_ruling


@cache
def compiled_look(game):
    """Redacts, determinizes, previews and rules on copies of states[0], one after the other into `seen`.

    The last one has what statistics remember of the state.
    """
    make_rules_compilable(game)
    redact, determinize, preview, ruling = (make_compilable(each, game) for each in looks_of(game))
    codes, remember = make_compilable(game.codes, game), game.statistics.remember

    def at_once(states, configs, chances, seat, slot, code, seen):
        seen[0] = states[0]
        redact(seen[0], configs[0], seat)
        seen[1] = seen[0]
        determinize(seen[1], configs[0], seat, chances[0])
        seen[2] = seen[0]
        square, card = preview(seen[2], configs[0], max(seat, 0), slot, code)
        seen[3] = states[0]
        refused = ruling(seen[3], configs[0], code, None)
        remember(seen[4], states[0])
        return square, card, refused, codes(states[0], configs[0])

    return driver(game, at_once)


def look(game, s, config, chance, seat, slot, code):
    """The same interpreted: the states, and what was answered."""
    redact, determinize, preview, ruling = looks_of(game)
    view = copy(s)
    redact(view, config, seat)
    guessed, previewed, ruled = copy(view), copy(view), copy(s)
    determinize(guessed, config, seat, chance)
    square, card = preview(previewed, config, max(seat, 0), slot, code)
    refused = ruling(ruled, config, code, None)
    remembered = take(game.state, records(game.state, 1), 0)
    game.statistics.remember(remembered, s)
    return [view, guessed, previewed, ruled, remembered], (square, card, refused, game.codes(s, config))


def race_config(seed):
    if seed % 4:
        return resolve(("", "spy", "pursuit", "boxed")[seed % 4], 2 + seed % 5)[0]
    return random_config(games.find("cycling"), seed)


def football_config(seed):
    return random_config(games.find("football"), 500 + seed, hidden_discards=seed % 2)


def fate_book(seed):
    return random_config(games.find("fate"), 500 + seed)


BOOKS = {"cycling": race_config, "football": football_config, "fate": fate_book}
OPEN = {"fate"}  # nothing in its state is hidden from anybody


def questions(game, seeds):
    """Positions of whole matches, and about each the seats, slots and codes to ask for."""
    for seed in seeds:
        config = BOOKS[game.name](seed)
        for s in interpreted(game, config, seed)[::5]:
            for seat in (-1, 0, 1):
                yield seed, s, config, seat, seed % 4, (7 * seed + seat) % 108


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
def test_views_guesses_previews_and_rulings_are_the_same_compiled(name):
    game, seen, different = games.find(name), records(games.find(name).state, 5), 0
    for seed, s, config, *question in questions(game, range(16)):
        states, configs, chances = to_record(s), to_record(config), chance_records(seed)
        seen[4] = records(game.state, 1)[0]
        rest = compiled_look(game)(states, configs, chances, *question, seen)
        plain, expected = look(game, s, config, sampled(seed), *question)
        assert tuple(rest) == expected
        for i, state in enumerate(plain):
            assert take(game.state, seen, i) == state, (seed, question, i)
        different += plain[0] != s and plain[1] != s
    assert different > OFTEN or name in OPEN


# --- the corpus


def play_corpus(game):
    """What the compiled tests play, interpreted, piece by piece."""
    for case in CASES[game.name]:
        yield failures_of(case)
    for seed in range(8):
        config = BOOKS[game.name](seed)
        yield play_again(game, config, ["random"] * game.seat_count(config), seed)
    for seed, s, config, *question in questions(game, range(60)):
        yield look(game, s, config, sampled(seed), *question)
    for config, seed in quick_matches(game):
        yield interpreted(game, config, seed)
    if game.name == "football":
        yield from foretold(range(60, 64))
        for config, s, seat, _ in questions_of_matches(range(60)):
            yield best_answer(s, config, seat)
    if game.name == "fate":
        yield from foretold_downs(range(60, 64))


@contextmanager
def counted(function, name, calls):
    """Counts a function's calls by any name, until there are OFTEN: from then on counting takes no time."""
    code, known = function.__code__, function.__globals__
    itself = FunctionType(code, known, name, function.__defaults__)

    def call(*given, **named):
        calls[name] += 1
        if calls[name] >= OFTEN:
            function.__code__ = code
        return itself(*given, **named)

    made = {}
    exec(f"def through(*given, **named): return _counted[{name!r}](*given, **named)", made)
    known.setdefault("_counted", {})[name] = call
    function.__code__ = made["through"].__code__
    try:
        yield
    finally:
        function.__code__ = code
        known.pop("_counted", None)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.GAMES)
def test_every_rule_function_of_a_game_is_called_twenty_times_in_the_corpus(name):
    game = games.find(name)
    places = tuple(f"breakaway.games.{name}.{part}." for part in ("rules", "statistics"))
    ours = [each for each in RULES if each.name.startswith(places)]
    assert len(ours) > 50
    calls = dict.fromkeys((each.name for each in ours), 0)
    with ExitStack() as stack:
        for each in ours:
            stack.enter_context(counted(each.function, each.name, calls))
        for _ in play_corpus(game):
            if min(calls.values()) >= OFTEN:  # the rest can only add to it
                break
    assert {name: n for name, n in calls.items() if n < OFTEN} == {}
