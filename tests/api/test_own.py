"""Own bots on the command line: they play, and what is wrong with them is told with their name."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint

import pytest

from breakaway.api import named_bots
from breakaway.api.bots import Limit
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import players
from breakaway.records.record_file import Files
from breakaway.terminal import bot_commands as listed
from tests.terminal.session import call

BOTS = """
import neighbour

class Bot:
    def choose(self, observation, legal, rng):
        return legal.random(rng)

class First:
    def choose(self, observation, legal, rng):
        return next(legal.texts())

class Bad:
    def choose(self, observation, legal, rng):
        raise ValueError("I am lost")

class Mute:
    def choose(self, observation, legal, rng):
        pass

class Sleepy:
    def choose(self, observation, legal, rng):
        import time
        time.sleep(2)

class Leaver:
    def choose(self, observation, legal, rng):
        raise SystemExit

class Needy(Mute):
    def __init__(self, friend):
        pass

class Shy:
    pass
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """A folder with bots, where the command is typed; own bots of this test alone."""
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "neighbour.py").write_text("")
    (tmp_path / "broken.py").write_text("x = (\n")
    monkeypatch.setattr(Limit, "seconds", Limit.seconds)
    yield tmp_path
    coaches.OWN.clear()


@pytest.mark.slow
def test_an_own_bot_is_watched_and_the_same_seed_gives_the_same_match(bots, capsys):
    words = ("watch", "fate", "--coaches", "bots.py:Bot,book", "--seed", "3", "--json")
    one, two = call(capsys, *words), call(capsys, *words)
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["coaches"] == {"Home": "bots.py:Bot", "Away": "book"}


def test_an_own_bot_is_an_opponent_and_a_resumed_match_wants_it_named_again(bots, capsys):
    """A name in a record alone loads nothing: the record may come from a stranger."""
    words = ("--record", "a.match", "--against", str(bots / "bots.py:First"))
    begun = call(capsys, "play", "fate", "--seed", "1", *words, typed="quit\n")
    assert begun.returncode == 0
    coaches.OWN.clear()
    refused = call(capsys, "play", "--resume", "--record", "a.match")
    assert refused.returncode == 1
    assert "If the coach is your own bot, name the bot again: --against FILE.py:CLASS" in refused.stderr
    assert not coaches.OWN
    assert call(capsys, "play", "--resume", *words, typed="quit\n").returncode == 0


def test_a_bot_that_fails_in_a_match_loses_nothing(bots, capsys):
    said = call(
        capsys, "play", "cycling", "--teams", "2", "--against", "bots.py:Bad", "--record", "a.match", typed="\n"
    )
    assert said.returncode == 1
    assert "the bot bots.py:Bad (seat 1, Blue, turn 1) raised ValueError: I am lost" in said.stderr
    assert "The match is saved in a.match" in said.stdout
    assert Files(bots / "a.match").read()[1]["orders"].keys() == {"0"}  # the person's line-up


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("bots.py:Bad", "the bot bots.py:Bad (seat 0, Red, turn 1) raised ValueError: I am lost"),
        ("bots.py:Mute", "the bot bots.py:Mute (seat 0, Red, turn 1) answered None, which is not a legal order"),
        ("bots.py:Sleepy", "the bot bots.py:Sleepy (seat 0, Red, turn 1) did not answer within 0.1 s (--bot-time)"),
        ("bots.py:Leaver", "the bot bots.py:Leaver (seat 0, Red, turn 1) raised SystemExit"),
        ("cmd:no-such-program", "cmd:no-such-program: there is no program no-such-program"),
        ("bots.py:Needy", "bots.py:Needy cannot be made: TypeError"),
        ("bots.py:Shy", "Shy has no method choose(observation, legal, rng)"),
        ("bots.py:Nobody", "bots.py has no Nobody; bots in it: Bot, First, Bad, Mute, Sleepy, Leaver, Needy"),
        ("broken.py:Bot", "broken.py cannot be loaded: SyntaxError"),
        ("none.py:Bot", "there is no file none.py"),
        ("no_such_module:Bot", "no_such_module cannot be loaded: ModuleNotFoundError"),
        ("bots.py:", "type path/to/bot.py:Class or module:Class"),
        (":Bot", "type path/to/bot.py:Class or module:Class"),
    ],
)
def test_what_is_wrong_with_a_bot_is_told_without_a_traceback(bots, capsys, bot, said):
    done = call(capsys, "watch", "cycling", "--teams", "2", "--coaches", bot, "--json", "--bot-time", "0.1")
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_simulate_plays_the_matches_of_watch(bots, capsys, workers):
    words = ("fate", "--coaches", "bots:First,random", "--seed")
    done = call(capsys, "simulate", *words, "5", "--matches", "3", "--workers", workers)
    assert (done.returncode, done.stderr) == (0, "")
    winners = [json.loads(call(capsys, "watch", *words, str(seed), "--json").stdout)["winner"] for seed in (5, 6, 7)]
    for name, by in (("Home", "bots:First"), ("Away", "random")):
        assert f"{name} ({by}): won or shared {winners.count(name) + winners.count(None)}, " in done.stdout


def test_simulate_names_the_match_in_which_a_bot_failed(bots, capsys):
    words = ("simulate", "cycling", "--teams", "2", "--coaches", "bots.py:Bad", "--matches", "2", "--seed", "9")
    failed = call(capsys, *words, "--workers", "1")
    assert failed.returncode == 1
    assert "I am lost (bots.py, line 14) (in the match with --seed 9)" in failed.stderr
    assert (
        "--out and --plays need bots that are marked with @breakaway.compilable"
        in call(capsys, *words, "--out", "x.parquet").stderr
    )


def test_a_form_or_a_record_cannot_load_a_bot(bots):
    """Only the command line may name one."""
    with pytest.raises(UserError, match=r"unknown coach 'bots\.py:Bot'"):
        players(find("fate"), "bots.py:Bot", "random", 2, False)
    with pytest.raises(coaches.NoSuchCoach):
        coaches.find(find("fate"), "bots.py:Bot")


def test_an_installed_package_brings_a_bot_along_by_an_entry_point(bots, capsys, monkeypatch):
    (bots / "installed_bots.py").write_text(BOTS)
    found = [
        EntryPoint("patient", "installed_bots:First", named_bots.GROUP),
        EntryPoint("random", "bots:Bad", named_bots.GROUP),
    ]
    monkeypatch.setattr(named_bots, "entry_points", lambda group: found)
    monkeypatch.setattr(listed, "entry_points", lambda group: found)
    words = ("--teams", "2", "--seed", "1", "--json")
    one = call(capsys, "watch", "cycling", "--coaches", "patient,random", *words)
    two = call(capsys, "watch", "cycling", "--coaches", "bots.py:First,random", *words)
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout.replace("patient", "bots.py:First") == two.stdout
    assert "patient     installed_bots:First" in call(capsys, "bot", "list").stdout


def test_the_time_limit_must_make_sense(bots, capsys):
    done = call(capsys, "watch", "fate", "--bot-time", "-1")
    assert "--bot-time: expected a number of seconds from 0 (no limit) to 86400, not -1" in done.stderr


def test_a_simulation_with_ones_own_bots_says_a_95_percent_interval():
    """12 of 20: the middle is (0.6 + 1.92/20) / (1 + 3.84/20) = 0.584, and it reaches 0.197 to either side."""
    from types import SimpleNamespace

    from breakaway.cli.lab import own_summary

    results = [SimpleNamespace(winners=(0,) if i < 12 else (1,)) for i in range(20)]
    start = SimpleNamespace(seats=[{"name": "Red", "by": "a.py:A"}, {"name": "Blue", "by": "random"}])
    assert own_summary(SimpleNamespace(start=start), results) == (
        "20 matches\n"
        "Red (a.py:A): won or shared 12, 60.0%, 95% interval 38.7 to 78.1\n"
        "Blue (random): won or shared 8, 40.0%, 95% interval 21.9 to 61.3"
    )
    assert own_summary(SimpleNamespace(start=start), []) == "0 matches"
