"""Own bots that the lab compiles: they play as in plain Python, and an edited one is compiled again."""

from __future__ import annotations

import re
import subprocess
import sys

import polars as pl
import pytest

import breakaway
from breakaway.api.bots import Limit
from breakaway.api.named_bots import load_bot
from breakaway.api.own_bots import allow
from breakaway.core.state import from_json
from breakaway.games.manifest import find
from breakaway.lab import compile_cache
from breakaway.players import coaches
from tests.terminal.session import call

BOTS = """
import breakaway

LEAST = -1
WEIGHTS = (3, 5)

def better(code, best):
    return code * WEIGHTS[0] > best * WEIGHTS[0]

@breakaway.compilable
def last(rules):
    slots, codes, refuse = rules.slots, rules.codes, rules.refuse
    def choose(view, config, seat, rng, out):
        for slot in range(slots(view, config, seat)):
            best = LEAST
            for code in range(codes(view, config)):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0 and better(code, best):
                    best = code
            out[slot] = best
    return choose

@breakaway.compilable(games="cycling")
def wild(rules):
    slots, codes, refuse, below = rules.slots, rules.codes, rules.refuse, rules.below
    def choose(view, config, seat, rng, out):
        for slot in range(slots(view, config, seat)):
            while True:
                out[slot] = below(rng, codes(view, config))
                if refuse(view, config, seat, out, slot) == 0:
                    break
    return choose

@breakaway.compilable
def bad(rules):
    def choose(view, config, seat, rng, out):
        out[0] = 100000
    return choose

@breakaway.compilable
def divides(rules):
    def choose(view, config, seat, rng, out):
        out[0] = 7 // (seat - seat)
    return choose

@breakaway.compilable
def python(rules):
    def choose(view, config, seat, rng, out):
        out[0] = sum(x for x in [seat])
    return choose

@breakaway.compilable
def misspelt(rules):
    def choose(view, config, seat, rng, out):
        out[0] = view.turm
    return choose

@breakaway.compilable
def hangs(rules):
    def choose(view, config, seat, rng, out):
        while out[0] >= 0:
            out[0] += 1
            out[0] -= 1
    return choose

class Plain:
    def choose(self, observation, legal, rng):
        return legal.random(rng)

def drawn(draw, rng, sides):
    return draw(rng, sides)

@breakaway.compilable
def hands_on(rules):
    below = rules.below
    def choose(view, config, seat, rng, out):
        out[0] = drawn(below, rng, 6)
    return choose

@breakaway.compilable
def whole(rules):
    def choose(view, config, seat, rng, out):
        out[0] = rules.below(rng, 6)
    return choose
"""
RACE = ("simulate", "cycling", "--teams", "2", "--seed", "3")


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """A folder with bots, where the command is typed; own bots of this test alone."""
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Limit, "seconds", Limit.seconds)
    (tmp_path / "fast.py").write_text(BOTS)
    yield tmp_path / "fast.py"
    coaches.OWN.clear()


def hash_of(text: str, path, bot: str = "last") -> str:
    path.write_text(text)
    coaches.OWN.clear()
    allow(f"{path}:{bot}")
    return compile_cache.own_hash(find("cycling"), [f"{path}:{bot}", "random"])


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("code * WEIGHTS[0] >", "code * WEIGHTS[0] >=", True),  # a function that it calls
        ("WEIGHTS = (3, 5)", "WEIGHTS = (4, 5)", True),  # a constant
        ("LEAST = -1", "LEAST = 0", True),
        ("out[slot] = best", "out[slot] = best + 0", True),
        ("out[0] = 100000", "out[0] = 100001", False),  # another bot
        ("\nimport breakaway\n", "\n# A comment\nimport breakaway\n", False),
    ],
)
def test_an_edit_of_a_bot_changes_the_hash_of_its_compiled_code_alone(bots, old, new, changes):
    assert old in BOTS
    before = hash_of(BOTS, bots)
    assert before == hash_of(BOTS, bots) != ""
    assert (hash_of(BOTS.replace(old, new), bots) != before) is changes
    race = find("cycling")
    assert compile_cache.folder_of(race, before).parent == compile_cache.folder_of(
        race
    )  # the rules are not compiled again


def test_only_a_bot_that_is_named_has_a_hash(bots):
    allow(f"{bots}:Plain")
    assert compile_cache.own_hash(find("cycling"), ["random", f"{bots}:Plain", f"{bots}:last"]) == ""


@pytest.mark.parametrize("game", ["cycling", "football", "fate"])
def test_a_compilable_bot_plays_every_game_as_plain_python(bots, game):
    last = load_bot(f"{bots}:last")
    state = breakaway.load(game).new(3)
    for _ in range(4):
        orders = {}
        for seat in state.to_move:
            legal = state.legal(seat)
            highest: list[int] = []
            while len(highest) < legal.slots:
                highest.append(legal.codes(highest)[-1])
            orders[seat] = last.choose(state.observe(seat), legal, None or __import__("random").Random(1))
            assert orders[seat] == highest
        state = state.apply(orders)


def test_a_bot_says_which_games_it_plays(bots, capsys):
    done = call(capsys, "watch", "fate", "--coaches", "fast.py:wild", "--json")
    assert "the bot fast.py:wild plays only these games: cycling" in done.stderr


def test_a_failure_in_plain_python_names_the_bots_own_line(bots, capsys):
    done = call(capsys, "watch", "cycling", "--teams", "2", "--coaches", "fast.py:divides", "--json")
    assert re.search(
        r"fast.py:divides \(seat 0, Red, turn 1\) raised ZeroDivisionError: .*fast.py, line 43", done.stderr
    )


@pytest.mark.slow
def test_a_compiled_bot_plays_the_matches_of_plain_python_and_an_edited_one_plays_others(bots, capsys):
    words = (*RACE, "--coaches", "fast.py:last,fast.py:wild", "--matches", "40", "--out")
    one = call(capsys, *words, "one.parquet")
    assert (one.returncode, one.stderr) == (0, one.stderr)
    rows = pl.read_parquet("one.parquet").rows()
    for row in (1, 40):  # plays the match again in plain Python, and compares the row
        again = call(capsys, "simulate", "--replay", "one.parquet", str(row))
        assert again.returncode == 0, again.stderr
    bots.write_text(BOTS.replace("code * WEIGHTS[0] > best * WEIGHTS[0]", "best < 0"))
    coaches.OWN.clear()
    two = call(capsys, *words, "two.parquet")
    assert two.returncode == 0
    assert pl.read_parquet("two.parquet").rows() != rows
    coaches.OWN.clear()
    lost = call(capsys, "simulate", "--replay", "one.parquet", "1")
    assert "name the bot again: --coaches FILE.py:NAME" in lost.stderr
    assert "fast.py:last" in call(capsys, "report", "one.parquet").stdout
    config = from_json(find("cycling").config, breakaway.load("cycling", teams=2).new(1).observe(0).config)
    assert config == breakaway.load("cycling", teams=2)._setup.config


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("bad", r"the bot fast.py:bad \(seat 0\) answered \[100000, .*which is not a legal order.*\(in match 1 of"),
        (
            "divides",
            r"the bot fast.py:divides \(seat 0\) raised ZeroDivisionError.*\(fast.py, line 43\) \(in match 1",
        ),
        ("python", r"the bot fast.py:python cannot be compiled \(fast.py, line 49\): .*closure.*leave out @breakaway"),
        (
            "hands_on",
            r"fast.py:hands_on cannot be compiled \(fast.py, line 70\): drawn is given a function as its argument "
            r"draw; define drawn inside the function that makes the bot",
        ),
        (
            "whole",
            r"fast.py:whole cannot be compiled \(fast.py, line 83\): `rules` as a whole cannot be compiled; assign",
        ),
        ("misspelt", r"the bot fast.py:misspelt \(seat 0\) raised AttributeError: .*'turm' \(fast.py, line 55\)"),
    ],
)
def test_what_is_wrong_with_a_compilable_bot_is_told_with_its_line(bots, capsys, bot, said):
    done = call(capsys, *RACE, "--coaches", f"fast.py:{bot},random", "--matches", "10", "--workers", "1")
    assert done.returncode == 1
    assert re.search(said, done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_compiled_bot_that_hangs_is_named_and_the_program_ends(bots):
    code = "from breakaway.cli.main import main; main()"
    words = (*RACE, "--coaches", "fast.py:hangs,random", "--matches", "10", "--bot-time", "1")
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "the bot fast.py:hangs did not answer within 1 s (--bot-time)" in done.stderr


def test_files_need_bots_that_are_compilable(bots, capsys):
    done = call(capsys, *RACE, "--coaches", "fast.py:Plain,random", "--out", "x.parquet")
    assert "--out and --plays need bots that are marked with @breakaway.compilable" in done.stderr
