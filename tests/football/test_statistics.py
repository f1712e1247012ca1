"""What is counted of a match, on plays whose outcome was worked by hand, and against the box score of the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.cases import load, run
from breakaway.core.chance import sampled
from breakaway.core.fair import Script
from breakaway.core.game import result_of
from breakaway.core.state import copy
from breakaway.core.told import LONGEST, Told, TooMuchTold, forget, hear, hear_one, said, was_told
from breakaway.games import registry as games
from breakaway.games.football.counts.play_rows import KINDS, MATCHUPS, PENALTIES, RESULTS, TAKEN, MatchRow, PlayRow
from breakaway.games.football.counts.statistics import STATISTICS
from breakaway.games.football.display.story import Story
from breakaway.games.football.files.book import resolve
from breakaway.games.football.rules.terms import DEFENSE_WINS, OFFENSE_WINS
from breakaway.lab.chunks import seeds_of
from breakaway.lab.replayed import play_again

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
"""

EXPECTED = {
    "run": {"kind": "run", "down": 1, "to_go": 5, "line": 5, "base": 1, "lines": 3, "result": "gain", "strength": 2},
    "touchdown": {"kind": "run", "lines": 15, "result": "touchdown", "breakaway": "offense", "taken": "corner"},
    "interception": {"kind": "pass", "lines": 0, "result": "interception", "turnover": 1, "next_line": 13},
    "downs": {"kind": "run", "down": 4, "lines": 0, "result": "downs", "turnover": 0, "next_offense": 1},
    "incomplete on fourth down": {"kind": "pass", "down": 4, "lines": 0, "result": "downs", "next_offense": 1},
    "false start": {"kind": "run", "lines": 0, "result": "no play", "penalty": "False Start", "next_line": 4},
    "holding": {"result": "no play", "penalty": "Holding", "next_line": 6, "next_offense": 0, "first_down": 1},
    "holding on a try": {"is_try": 1, "penalty": "Holding", "next_line": 19, "result": "no play"},
    "corner": {"kind": "run", "lines": -2, "result": "loss", "breakaway": "defense", "taken": "corner", "base": 0},
    "field goal": {"kind": "field goal", "kick": 6, "result": "good", "scored": [3, 0], "line": 15},
    "punt": {"kind": "punt", "kick": 11, "result": "kicked", "next_offense": 1, "next_line": 3, "turnover": 0},
}
WORDS = {"kind": KINDS, "result": RESULTS, "penalty": PENALTIES, "breakaway": MATCHUPS, "taken": TAKEN}


def counted(case):
    """The totals and rows of a case, with the words for their codes."""
    told, totals, rows, at = Told(), MatchRow(), [PlayRow() for _ in range(9)], 0

    def play(game, s, book, orders, chance):
        nonlocal at
        s, script, first, events, i = copy(s), Script(chance), True, [], 0
        while first or not (game.choosers(s, book) or result_of(game, s, book).why):
            before, log = copy(s), []
            game.step(s, book, orders if first else [[0] * game.max_slots] * 12, script(i), log)
            hear(told, log, game.rules)
            at = STATISTICS.observe(before, s, book, told, totals, rows, at)
            events, first, i = events + log, False, i + 1
        return s, events, script.used()

    assert run(GAME, case, play).failures == []
    return totals, rows[:at]


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    path = Path(tmp_path_factory.mktemp("cases")) / "plays.toml"
    path.write_text(PLAYS.replace("why =", 'game = "football"\nrule = "BF-028"\nexpect = { events = [] }\nwhy ='))
    return {case.id: case for case in load(path)}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_play_is_counted_as_it_was_worked_by_hand(cases, name):
    _, rows = counted(cases[name])
    row = rows[0]
    found = {key: getattr(row, key) for key in EXPECTED[name]}
    assert {key: WORDS[key][value] if key in WORDS else value for key, value in found.items()} == EXPECTED[name]


def test_totals_add_up_what_the_rows_say(cases):
    totals, _ = counted(cases["touchdown"])
    assert (totals.plays, totals.runs, totals.run_lines) == ([1, 0], [1, 0], [15, 0])
    assert (totals.touchdowns, totals.offense_breakaways) == ([1, 0], [1, 0])
    totals, _ = counted(cases["false start"])
    assert (totals.plays, totals.penalties) == ([0, 0], [1, 0])
    totals, _ = counted(cases["holding"])
    assert (totals.plays, totals.penalties, totals.first_downs) == ([0, 0], [0, 1], [1, 0])
    totals, _ = counted(cases["holding on a try"])
    assert (totals.plays, totals.penalties, totals.first_downs) == ([0, 0], [0, 1], [0, 0])
    totals, _ = counted(cases["interception"])
    assert (totals.turnovers, totals.interceptions, totals.passes) == ([1, 0], [1, 0], [1, 0])
    totals, _ = counted(cases["downs"])
    assert (totals.fourth_downs, totals.fourth_downs_made, totals.turnovers) == ([1, 0], [0, 0], [0, 0])
    totals, _ = counted(cases["incomplete on fourth down"])
    assert (totals.passes, totals.incompletions, totals.pass_lines) == ([1, 0], [1, 0], [0, 0])
    totals, _ = counted(cases["punt"])
    assert (totals.punts, totals.plays) == ([1, 0], [0, 0])


COST_A_CARD = ("run", "pass", "Hail Mary", "kneel", "punt", "field goal")
SAME = ("punts", "field_goals", "runs", "passes", "run_lines", "pass_lines", "challenges", "turnovers", "penalties")


@pytest.mark.sample("sheets0")
@pytest.mark.parametrize("sheets", [(0, 1), (1,), ()])
def test_totals_agree_with_the_box_score_that_people_see(sheets):
    """Two programs read the same events, each in its own way."""
    for teams in (("fire", "lightning"), ("maulers", "pharaohs"), ("sharks", "rhinos")):
        book, _ = resolve(*teams, sheets=sheets)
        for seed in seeds_of(5, 0, 12):
            again = play_again(GAME, book, ["random", "random"], int(seed))
            story = Story(book).read([(n, turn.events) for n, turn in enumerate(again.turns)])
            for seat, side in enumerate(story.sides):
                totals = {name: getattr(again.totals, name)[seat] for name in SAME}
                assert totals == {name: getattr(side, name) for name in SAME}
                assert side.score == again.result.score[seat]
                assert again.totals.field_goals_tried[seat] == side.field_goal_tries


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 25))
def test_box_score_and_totals_count_alike_in_two_hundred_matches_of_any_rules(first):
    """Whatever teams, sheets and house rules."""
    for seed in range(first, first + 25):
        book = GAME.sample(sampled(seed))
        again = play_again(GAME, book, ["random", "random"], seed)
        story = Story(book).read([(n, turn.events) for n, turn in enumerate(again.turns)])
        for seat, side in enumerate(story.sides):
            totals = {name: getattr(again.totals, name)[seat] for name in (*SAME, "first_downs")}
            assert totals == {name: getattr(side, name) for name in (*SAME, "first_downs")}, seed
            assert side.score == again.result.score[seat], seed
            assert side.field_goal_tries == again.totals.field_goals_tried[seat], seed
            own = [row for row in again.rows if row.offense == seat and row.is_try == 0 and row.penalty == 0]
            assert side.plays == sum(KINDS[row.kind] in COST_A_CARD for row in own), seed
            lost = sum(KINDS[row.kind] in ("pass", "Hail Mary") and row.turnover > 0 for row in own)
            assert side.completed == again.totals.passes[seat] - again.totals.incompletions[seat] - lost, seed
            won = [row.breakaway for row in again.rows if row.offense == seat]
            stopped = [row.breakaway for row in again.rows if row.offense != seat]
            assert side.breakaways == won.count(OFFENSE_WINS) + stopped.count(DEFENSE_WINS), seed


def test_every_row_begins_where_the_one_before_ended_and_points_add_up():
    book, _ = resolve("fire", "maulers", sheets=(0, 1))
    for seed in seeds_of(6, 0, 40):
        again = play_again(GAME, book, ["random", "random"], int(seed))
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
    told = Told()
    for value in (4, 9):
        told.value[hear_one(told, 17)][0] = value
    assert (was_told(told, 17), said(told, 17, 0), told.count[17]) == (True, 9, 2)
    assert (was_told(told, 18), said(told, 18, 0)) == (False, 0)
    forget(told)
    assert (was_told(told, 17), said(told, 17, 0)) == (False, 0)


def test_more_than_can_be_remembered_is_an_error():
    told = Told()
    for _ in range(LONGEST):
        hear_one(told, 1)
    with pytest.raises(TooMuchTold):
        hear_one(told, 1)
