"""Bots that speak the protocol: what they are told, what they may say, and what comes of their failures."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import breakaway
from breakaway.api import bot_process
from breakaway.api.bots import Limit
from breakaway.api.own_bots import allow, own_bot
from breakaway.core.chance import Chain
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import Table
from breakaway.players.settings import find_setting, make_start, requested
from breakaway.records.match import Match
from breakaway.records.record_file import Files, Memory
from breakaway.records.replay import verify
from tests.terminal.session import call

from .ways import walk

ROOT = Path(__file__).parents[2]
# A bot that keeps what it is told, answers with the first legal code each time, and has a fault.
BOT = """
import hashlib, json, os, sys, time
fault, log = sys.argv[1], open(sys.argv[2], "a")
def say(**message):
    print(json.dumps(message), flush=True)
def after(value):
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()
chain = ["ab" * 32]
for _ in range(500):
    chain.append(after(chain[-1]))
asked, order = {}, []
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        hello = {"type": "hello", "protocol": 2 if fault == "old" else 1, "name": "first"}
        if fault == "deaf":
            time.sleep(20)
        if fault == "chatty":
            print("Hello there!", flush=True)
        say(**hello, **({"anchor": chain[-1]} if message["share"] and fault != "shy" else {}))
        continue
    if kind in ("choose", "legal"):
        if kind == "choose":
            asked, order = message, []
        if fault == "dies":
            sys.exit("out of ideas")
        if fault == "hangs":
            time.sleep(20)
        if fault == "gives up":
            say(type="error", text="I only play chess")
        elif fault == "babbles":
            say(type="choose", id=asked["id"], order="tea, please")
        elif fault == "late":
            say(type="choose", id=asked["id"] - 1, order=[0])
        elif fault == "list":
            print("[1, 2]", flush=True)
        elif fault == "endless":
            sys.stdout.write("1" * 2000000)
            sys.stdout.flush()
        elif fault == "asks nonsense":
            say(type="legal", begun=[10**9])
        elif len(order) < asked["slots"]:
            order.append(message["codes"][0])
            if len(order) < asked["slots"]:
                say(type="legal", begun=order)
        if fault in ("", "shy", "false link", "one link", "skips a link") and len(order) == asked["slots"]:
            shown = asked.get("shown")
            back = 2 if fault == "skips a link" else 1
            link = {"link": "cd" * 32 if fault == "false link" else chain[chain.index(shown) - back]} if shown else {}
            if fault == "one link" and shown != chain[-1]:
                link = {}
            say(type="choose", id=asked["id"], order=order, **link)
    if kind == "bye":
        break
"""


@pytest.fixture
def bot(tmp_path, monkeypatch):
    """A function that gives the name of a bot with this fault, and the file of what it was told."""
    monkeypatch.setattr(Limit, "seconds", 10.0)
    (tmp_path / "bot.py").write_text(BOT)

    def named(fault: str = "", log: str = "told") -> tuple[str, Path]:
        return f"cmd:{sys.executable} -S -E {tmp_path / 'bot.py'} '{fault}' {tmp_path / log}", tmp_path / log

    yield named
    coaches.OWN.clear()


def begun(game: str, by: list[str], seed: int | None = 7, store=None, **options) -> Table:
    found, request = find(game), requested(game, (), seed=seed, **options)
    players = find_setting(found).watched(request, ",".join(by))
    return Table(found, Match.new(found, make_start(request, players), store or Memory()))


def played(table: Table, turns: int) -> None:
    for _ in range(turns):
        table.play_turn()


def told(log: Path) -> list[dict]:
    return [json.loads(line) for line in log.read_text().splitlines()]


# --- what a bot is told


def test_a_bot_is_told_what_its_seat_sees_and_no_more(bot):
    """In a blind race, line by line: hello has what was agreed, observe the observation, choose the legal orders."""
    name, log = bot()
    allow(name)
    table = begun("cycling", [name, "random"], teams=2, profile="blind")
    played(table, 3)
    hello, *rest = told(log)
    header = table.match.record.header
    assert hello["config"] == header["book"]
    assert hello["options"] == header["options"]
    assert hello["seats"] == ["Red", "Blue"]
    assert (hello["share"], hello["seat"], hello["game"]) == (False, 0, "cycling")
    match = breakaway.read_match("".join(json.dumps(line) + "\n" for line in table.match.record.lines))
    states = {state.turn: state for state in match.states}
    for each in rest:
        if each["type"] == "observe":
            state = states[each["turn"]]
            seen = state.observe(0)
            assert each["data"] == seen.data
            assert each["turn"] == 0 or seen.data != state.data  # the rivals' hands are hidden
            assert [event["text"] for event in each["events"]] == [event.text for event in seen.events]
            assert tuple(each["result"]["score"]) == seen.result.score
            assert set(each) == {"type", "turn", "to_move", "over", "data", "events", "result"}
        elif each["type"] == "choose":
            legal = seen.legal
            assert each["codes"] == legal.codes()
            assert each["slots"] == legal.slots
            assert set(each) == {"type", "id", "slots", "codes", "orders", "random", "seconds"}
        else:
            assert set(each) == {"type", "begun", "codes"}


@given(st.sampled_from(["football, discards hidden", "fate", "blind race", "spy race"]), st.integers(0, 999))
@settings(max_examples=6, deadline=None)
def test_two_matches_that_look_the_same_to_a_seat_give_it_the_same_lines(way, seed):
    """The twins differ only in what the seat cannot know. No message can tell them apart."""
    state = walk(way, seed, seed % 9)
    seat = state.to_move[0]
    twin = breakaway.determinize(state.observe(seat), seed + 1)
    lines = []
    for each in (state, twin):
        seen = each.observe(seat)
        lines.append([bot_process.observe(seen, 3, False), bot_process.choose(1, seen, 5, 30.0, None)])
    assert json.dumps(lines[0]) == json.dumps(lines[1])


def test_codes_that_may_follow_are_told_and_nonsense_is_refused():
    state = breakaway.load("cycling", teams=2).new(1)
    legal = state.legal(0)
    begun = [legal.codes()[0]]
    assert bot_process.legal(legal, {"type": "legal", "begun": begun})["codes"] == legal.codes(begun)
    for wrong in (None, "A5", [True], [10**9], [-1], [[1]]):
        with pytest.raises(ValueError, match="begun"):
            bot_process.legal(legal, {"type": "legal", "begun": wrong})
    assert bot_process.listed_orders(state.observe(0)) is None  # there are millions of line-ups
    fate = breakaway.load("fate").new(1)
    assert [each["text"] for each in bot_process.listed_orders(fate.observe(1)) or ()] == ["receive", "kick"]


@pytest.mark.slow
def test_a_bot_that_joins_later_is_told_every_turn_so_far(bot):
    table = begun("fate", ["random"])
    played(table, 9)
    name, log = bot()
    allow(name)
    table.bots[0] = coaches.OWN[name].sit()
    while not [each for each in table.match.missing() if each == 0]:
        table.play_turn()
    now = len(table.match.log)
    table.play_turn()
    observed = [each["turn"] for each in told(log) if each["type"] == "observe"]
    assert observed == list(range(now + 1))
    while not table.match.is_over():
        table.play_turn()
    assert [each["type"] for each in told(log)][-2:] == ["observe", "bye"]
    assert told(log)[-2]["over"] is True
    assert told(log)[-2]["result"]["rule"] == "FF-013"


# --- what goes wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("old", "uses version 2 of the protocol; this program uses 1"),
        ("chatty", "wrote a line that is not JSON: Hello there!"),
        ("dies", "ended with exit status 1; the last line of its error output: out of ideas"),
        ("hangs", "did not answer within 1 s"),
        ("deaf", "did not answer within 1 s"),
        ("gives up", "gave up: I only play chess"),
        ("babbles", "answered 'tea, please', which is not a legal order"),
        ("late", "answered question 0, but was asked question 1"),
        ("list", 'wrote a line that is not an object with a "type": [1, 2]'),
        ("endless", "wrote a line that does not end in a newline or is longer than 1048576 bytes"),
        ("asks nonsense", 'asked for legal codes, but "begun" has an illegal code, 1000000000'),
        ("false link", "showed a link that does not continue its hash chain"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_match_goes_on_with_a_better_one(bot, tmp_path, monkeypatch, fault, said):
    if "1 s" in said:
        monkeypatch.setattr(Limit, "seconds", 1.0)  # the others fail by what they say, not by its time
    name, _log = bot(fault)
    allow(name)
    path = tmp_path / "a.match"
    table = begun("fate", ["random", name], None, Files(path))  # the bot calls the toss
    with pytest.raises(breakaway.BotError, match=re.escape(said)) as failed:
        played(table, 30)
    assert str(failed.value).startswith(f"the bot {name} (seat 1, Away, turn ")
    assert said not in failed.value.public
    monkeypatch.setattr(Limit, "seconds", 10.0)
    table.bots[1] = own_bot(bot("", "again")[0]).sit()
    played(table, 3)
    assert verify(table.game, table.match.record) is None


@pytest.mark.slow
def test_a_bot_in_a_match_at_the_terminal_can_be_replaced(bot, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    name, _log = bot("dies")
    words = ("play", "cycling", "--teams", "2", "--against", name, "--record", "a.match", "--seed", "1")
    said = call(capsys, *words, typed="\n")
    assert said.returncode == 1
    assert "the last line of its error output: out of ideas" in said.stderr
    assert "The match is saved in a.match" in said.stdout


# --- the bot's own part of chance


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "linked"), [("", True), ("shy", False)])
def test_a_bot_may_add_to_chance_where_the_match_asks_for_it(bot, fault, linked):
    name, log = bot(fault)
    allow(name)
    table = begun("fate", [name, "random"], None)
    played(table, 20)  # a match without a seed may ask the other side alone for its first few choices
    lines = table.match.record.lines
    assert told(log)[0]["share"] is True
    assert any((line.get("links") or {}).get("0") for line in lines) is linked
    anchors = [line["anchor"] for line in lines if line["kind"] == "anchor"]
    assert anchors == ([Chain("ab" * 32, 500).anchor] if linked else [])
    while not table.match.is_over():
        table.play_turn()
    assert verify(table.game, table.match.record) is None


# --- the check for authors


@pytest.mark.slow
@pytest.mark.parametrize("example", ["node examples/protocol_bot.js", "sh examples/protocol_bot.sh"])
def test_the_example_bots_pass_the_check(example, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    done = call(capsys, "bot", "check", example, "--game", "cycling")
    assert (done.returncode, done.stderr) == (0, "")
    assert "NO" not in done.stdout
    assert done.stdout.endswith("This bot speaks the protocol.\n")
    assert ("It adds to chance" in done.stdout) is example.startswith("node")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("old", "NO   It starts and answers hello with version 1. the bot"),
        ("babbles", "NO   It plays a whole match of FATE"),
        ("false link", "NO   It plays a match in which bots may add to chance."),
        ("one link", "NO   It adds to chance: an anchor, then the next link"),
        ("skips a link", "NO   It adds to chance: an anchor, then the next link"),
    ],
)
def test_the_check_says_in_plain_words_what_is_wrong(bot, capsys, fault, said):
    done = call(capsys, "bot", "check", bot(fault)[0], "--game", "fate", "--bot-time", "5")
    assert done.returncode == 1
    assert said in done.stdout
    assert re.search(r"Points to fix: \d", done.stdout)
