"""What is counted of a match, on plays whose outcome was worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.rules import (
    LONGEST,
    Event,
    EventLog,
    EventLogFull,
    forget,
    note_all,
    note_one,
    said,
    said_at,
    tell,
    times_told,
    told_at,
    was_told,
    was_told_since,
)
from breakaway.games import manifest as games
from breakaway.games.football.files.config import resolve
from breakaway.games.football.rules.events import BALL_MOVED, BASE_FOUND, KNELT
from breakaway.games.football.statistics import COUNTS_AS, ENDINGS, KINDS, MATCHUPS, PENALTIES, RESULTS, TAKEN
from breakaway.lab.batches import seeds_of
from breakaway.lab.rerun_one import play_again
from breakaway.testing.cases import load
from tests.counting import counted

GAME = games.find("football")

# On a first down at the own 25 unless the case says otherwise; the deck's cards are numbered from 0.
PLAYS = """
[[case]]
id = "run"
why = "Run 2 v Blitz 1 with run +2: base 1, 3 lines, of 5 to go."
choices = [{ Home = "1a" }, { Away = "1a" }]
chance = [0]
given.plays.Home = ["balanced: Inside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Blitz 1-4"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["run +2, d 0, o 1, fg 7, punt 9"]

[[case]]
id = "touchdown"
why = "Outside Run 3 v Tight Run 2 is an Offense Breakaway: base 1, corner 3 taken, then TD: all 15 lines."
choices = [{ Home = "1a" }, { Away = "1a" }, { Home = "corner" }]
chance = [0, 1]
given.plays.Home = ["balanced: Outside Run 3 / Short 2"]
given.defenses.Away = ["Nickel: Tight Run 2-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["run -1, d 0, o 3, fg 7, punt 9", "run +1, d 0, o TD, fg 7, punt 9"]

[[case]]
id = "interception"
why = "Short 4 v Zone 2: base 2, intercepted at the own 35: Away's line 13."
choices = [{ Home = "1a" }, { Away = "1a" }]
chance = [0]
given.plays.Home = ["balanced: Short 4 / Short 2"]
given.defenses.Away = ["Nickel: Zone 1-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass turnover, d 0, o 1, fg 7, punt 9"]

[[case]]
id = "downs"
why = "Fourth down: run 2 v Blitz 2 gains nothing, and 5 lines were needed."
choices = [{ Home = "1a" }, { Away = "1a" }]
chance = [0]
given.down = 4
given.plays.Home = ["balanced: Outside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Blitz 2-4"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass +2, d 0, o 1, fg 7, punt 9"]

[[case]]
id = "incomplete on fourth down"
why = "Fourth down: the pass is incomplete, no gain, and 5 lines were needed: downs. An incomplete pass as well."
choices = [{ Home = "1b" }, { Away = "1a" }]
chance = [0]
given.down = 4
given.plays.Home = ["balanced: Outside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Zone 1-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass incomplete, d 0, o 1, fg 7, punt 9"]

[[case]]
id = "false start"
why = "One line back and the down again: no play."
choices = [{ Home = "1a" }, { Away = "1a" }]
chance = [0]
given.plays.Home = ["balanced: Outside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Blitz 1-4"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["run false start, d 0, o TD, fg 8, punt 4"]

[[case]]
id = "holding"
why = "Holding is the defense's: one line from the own 25 to the own 30 and first down, no play."
choices = [{ Home = "1b" }, { Away = "1a" }, { Home = "accept" }]
chance = [0]
given.plays.Home = ["balanced: Outside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Zone 1-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass holding, d 0, o TD, fg 8, punt 4"]

[[case]]
id = "holding on a try"
why = "A Holding on a two-point try: from the 10 to the 5, and the try again."
choices = [{ Home = "1b" }, { Away = "1a" }, { Home = "accept" }]
chance = [0]
given.phase = "try"
given.score = { Home = 6, Away = 0 }
given.plays.Home = ["balanced: Outside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Zone 1-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass holding, d 0, o TD, fg 8, punt 4"]

[[case]]
id = "corner"
why = "Inside Run v Goal Line is a Defense Breakaway; its corner -2 is the whole result."
choices = [{ Home = "1a" }, { Away = "1a" }, { Away = "corner" }]
chance = [0]
given.plays.Home = ["balanced: Inside Run 4 min / Short 2"]
given.defenses.Away = ["Goal Line: Goal Line 4-0"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["run +1, d -2, o 1, fg 7, punt 9"]

[[case]]
id = "field goal"
why = "From the 25 the distance is 5, a 6 is good."
choices = [{ Home = "field goal" }]
chance = [0]
given.ball = "opp 25"
given.flags = { Home = 0, Away = 0 }
given.deck = ["run +1, d -2, o 1, fg 6, punt 9"]

[[case]]
id = "punt"
why = "Fourth down on the own 40, line 8: 11 lines to line 19, Away's own 5; returned 2 lines to its own 15."
choices = [{ Home = "punt" }]
chance = [0, 1]
given.ball = "own 40"
given.down = 4
given.flags = { Home = 0, Away = 0 }
given.deck = ["run +1, d -2, o 1, fg 6, punt 11", "run +1, d -2, o 2, fg 6, punt 9"]

[[case]]
id = "interception returned"
why = "Short 4 v Zone 2 is intercepted, with a return: a TD corner brings it all the way back, 6 points for Away."
choices = [{ Home = "1a" }, { Away = "1a" }]
chance = [0, 1]
given.plays.Home = ["balanced: Short 4 / Short 2"]
given.defenses.Away = ["Nickel: Zone 1-2"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass turnover return", "none, o TD"]

[[case]]
id = "caught and fumbled"
why = "Short 4 v Blitz 4 breaks away: base 1, corner 2, then a football: caught, lost on line 5 + 3 = 8: Away's 12."
choices = [{ Home = "1a" }, { Away = "1a" }, { Home = "corner" }]
chance = [0, 1]
given.plays.Home = ["balanced: Short 4 / Inside Run 2"]
given.defenses.Away = ["Nickel: Blitz 1-4"]
given.flags = { Home = 0, Away = 0 }
given.deck = ["pass +1, o 2", "none, o football"]

[[case]]
id = "blocked punt"
why = "Blocked on the own 40, line 8: Away's line 12, where the corner 0 ends the return at once."
choices = [{ Home = "punt" }]
chance = [0, 1]
given.ball = "own 40"
given.down = 4
given.flags = { Home = 0, Away = 0 }
given.deck = ["none, punt blocked", "none, o 0"]

[[case]]
id = "kickoff"
why = "The corner 1 brings the opening kickoff to the 15."
choices = []
chance = [0]
given.phase = "opening"
given.deck = ["none, o 1"]

[[case]]
id = "kickoff downed"
why = "The corner 0 is a touchback, at the 25."
choices = []
chance = [0]
given.phase = "opening"
given.deck = ["none, o 0"]

[[case]]
id = "kickoff downed by a house rule"
why = "Under the house rule (R4), the corner 1 is a touchback as well."
choices = []
chance = [0]
given.phase = "opening"
given.options = { kickoff_one_touchback = true }
given.deck = ["none, o 1"]

[[case]]
id = "challenge"
why = "Run 2 v Blitz 1 with run -2; Home throws its flag, and the base of 1 is the gain."
choices = [{ Home = "1a" }, { Away = "1a" }, { Home = "challenge" }]
chance = [0]
given.plays.Home = ["balanced: Inside Run 2 / Short 2"]
given.defenses.Away = ["Nickel: Blitz 1-4"]
given.flags = { Home = 1, Away = 0 }
given.deck = ["run -2"]
"""

EXPECTED = {
    "run": {"kind": "run", "down": 1, "to_go": 5, "line": 5, "base": 1, "lines": 3, "result": "gain", "strength": 2},
    "touchdown": {"lines": 15, "result": "touchdown", "breakaway": "offense", "taken": "corner", "ending": "touchdown"},
    "interception": {
        "kind": "pass",
        "lines": 0,
        "result": "interception",
        "turnover": 1,
        "lost": [1, 0],
        "next_line": 13,
    },
    "interception returned": {"result": "return touchdown", "ending": "interception", "lost": [1, 0], "scored": [0, 6]},
    "caught and fumbled": {"counts_as": "pass", "completed": 1, "lines": 0, "ending": "fumble", "next_line": 12},
    "downs": {"kind": "run", "down": 4, "lines": 0, "result": "downs", "turnover": 0, "next_offense": 1},
    "incomplete on fourth down": {"incomplete": 1, "completed": 0, "lines": 0, "result": "downs", "ending": "downs"},
    "false start": {"kind": "run", "lines": 0, "result": "no play", "penalty": "False Start", "next_line": 4},
    "holding": {
        "penalty": "Holding",
        "at_fault": 1,
        "next_line": 6,
        "next_offense": 0,
        "first_down": 1,
        "counts_as": "",
    },
    "holding on a try": {"is_try": 1, "penalty": "Holding", "next_line": 19, "result": "no play", "first_down": 0},
    "corner": {"kind": "run", "lines": -2, "result": "loss", "breakaway": "defense", "taken": "corner", "base": 0},
    "field goal": {"kind": "field goal", "kick": 6, "result": "good", "scored": [3, 0], "ending": "field goal"},
    "punt": {"kind": "punt", "kick": 11, "result": "kicked", "next_line": 3, "turnover": 0, "ending": "punt"},
    "blocked punt": {
        "kind": "punt",
        "result": "blocked",
        "ending": "blocked kick",
        "turnover": 1,
        "lost": [1, 0],
        "next_offense": 1,
        "next_line": 12,
    },
    "kickoff": {"kind": "kickoff", "result": "kicked", "next_offense": 1, "next_line": 3},
    "kickoff downed": {"kind": "kickoff", "result": "touchback", "next_offense": 1, "next_line": 5},
    "kickoff downed by a house rule": {"kind": "kickoff", "result": "touchback", "next_offense": 1, "next_line": 5},
    "challenge": {"challenged": 1, "challenger": 0, "lines": 1, "result": "gain", "ending": ""},
}
WORDS = {"kind": KINDS, "result": RESULTS, "penalty": PENALTIES, "breakaway": MATCHUPS, "taken": TAKEN}
WORDS |= {"ending": ENDINGS, "counts_as": COUNTS_AS}


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    path = Path(tmp_path_factory.mktemp("cases")) / "plays.toml"
    path.write_text(PLAYS.replace("why =", 'game = "football"\nrule = "BF-028"\nexpect = { events = [] }\nwhy ='))
    return {case.id: case for case in load(path)}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_play_is_counted_as_it_was_worked_by_hand(cases, name):
    _, rows = counted(GAME, cases[name])
    row = rows[0]
    found = {key: getattr(row, key) for key in EXPECTED[name]}
    assert {key: WORDS[key][value] if key in WORDS else value for key, value in found.items()} == EXPECTED[name]


def test_totals_add_up_what_the_rows_say(cases):
    totals, _ = counted(GAME, cases["touchdown"])
    assert (totals.plays, totals.runs, totals.run_lines) == ([1, 0], [1, 0], [15, 0])
    assert (totals.touchdowns, totals.offense_breakaways) == ([1, 0], [1, 0])
    totals, _ = counted(GAME, cases["false start"])
    assert (totals.plays, totals.penalties) == ([0, 0], [1, 0])
    totals, _ = counted(GAME, cases["holding"])
    assert (totals.plays, totals.penalties, totals.first_downs) == ([0, 0], [0, 1], [1, 0])
    totals, _ = counted(GAME, cases["holding on a try"])
    assert (totals.plays, totals.penalties, totals.first_downs) == ([0, 0], [0, 1], [0, 0])
    totals, _ = counted(GAME, cases["interception"])
    assert (totals.turnovers, totals.interceptions, totals.passes) == ([1, 0], [1, 0], [1, 0])
    totals, _ = counted(GAME, cases["interception returned"])
    assert (totals.turnovers, totals.interceptions, totals.return_touchdowns) == ([1, 0], [1, 0], [0, 1])
    totals, _ = counted(GAME, cases["caught and fumbled"])
    assert (totals.passes, totals.completions, totals.interceptions, totals.turnovers) == (
        [1, 0],
        [1, 0],
        [0, 0],
        [1, 0],
    )
    totals, _ = counted(GAME, cases["challenge"])
    assert (totals.challenges, totals.run_lines) == ([1, 0], [1, 0])
    totals, _ = counted(GAME, cases["downs"])
    assert (totals.fourth_downs, totals.fourth_downs_made, totals.turnovers) == ([1, 0], [0, 0], [0, 0])
    totals, _ = counted(GAME, cases["incomplete on fourth down"])
    assert (totals.passes, totals.incompletions, totals.pass_lines) == ([1, 0], [1, 0], [0, 0])
    totals, _ = counted(GAME, cases["punt"])
    assert (totals.punts, totals.plays) == ([1, 0], [0, 0])


@pytest.mark.slow
def test_every_row_begins_where_the_one_before_ended_and_points_add_up():
    config, _ = resolve("fire", "maulers", sheets=(0, 1))
    for seed in seeds_of(6, 0, 40):
        again = play_again(GAME, config, ["random", "random"], int(seed))
        points = [0, 0]
        for before, row in zip([None, *again.rows], again.rows, strict=False):
            assert row.points == points
            points = [a + b for a, b in zip(points, row.scored, strict=True)]
            same_drive = before and row.drive and row.drive == before.drive
            if same_drive:
                assert (before.next_offense, before.next_line) == (row.offense, row.line)
            assert RESULTS[row.result]
        assert points == again.result.score[:2]
        assert sum(again.totals.drives) == max(row.drive for row in again.rows)


# --- what was told


def test_the_last_event_of_a_rule_is_remembered_until_all_is_forgotten():
    log = the_log_of((BALL_MOVED, 0, 4, 9), (BASE_FOUND, 2), (BALL_MOVED, 0, 3, 12))
    assert (was_told(log, BALL_MOVED), said(log, BALL_MOVED, "line"), times_told(log, BALL_MOVED)) == (True, 12, 2)
    assert (was_told(log, KNELT), said(log, KNELT, "seat"), times_told(log, KNELT)) == (False, 0, 0)
    forget(log)
    assert (was_told(log, BALL_MOVED), said(log, BALL_MOVED, "line"), times_told(log, BALL_MOVED)) == (False, 0, 0)


def test_each_event_of_the_log_is_read_by_name():
    log = the_log_of((BALL_MOVED, 0, 4, 9), (BASE_FOUND, 2), (BALL_MOVED, 0, 3, 12))
    assert [told_at(log, i, BALL_MOVED) for i in range(3)] == [True, False, True]
    assert [said_at(log, i, BALL_MOVED, "lines") for i in (0, 2)] == [4, 3]
    assert [was_told_since(log, i, BALL_MOVED) for i in range(4)] == [True, True, True, False]
    assert [was_told_since(log, i, BASE_FOUND) for i in range(3)] == [True, True, False]
    with pytest.raises(ValueError, match="no number called corner"):
        said(log, BALL_MOVED, "corner")


def the_log_of(*events: tuple[str, *tuple[int, ...]]) -> EventLog:
    """The log of these events, each given as its rule and its numbers."""
    told, log = list[Event](), EventLog()
    for rule, *numbers in events:
        tell(told, rule, *numbers)
    note_all(log, told, GAME.rules)
    return log


def test_more_than_can_be_remembered_is_an_error():
    told = EventLog()
    for _ in range(LONGEST):
        note_one(told, 1)
    with pytest.raises(EventLogFull):
        note_one(told, 1)
