"""The tables are the draft's, cell by cell: here they stand as the draft prints them, a line a total of the dice."""

from __future__ import annotations

import pytest

from breakaway.core.data_files import BadData, read_toml
from breakaway.core.rules import EVERYONE, Event
from breakaway.games.fate.files import APPROACH_NAMES, DATA, QUARTERBACK, house_rules, printed, resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import terms
from breakaway.games.fate.text.names import POSITION_LETTERS

TOTALS = range(-4, 5)


def lines_of(text):
    """The lines of a printed table without their first word, the total."""
    rows = [line.split() for line in text.strip().splitlines()]
    assert [int(row[0]) for row in rows] == list(TOTALS)
    return [row[1:] for row in rows]


def column(rows, i):
    return [row[i] for row in rows]


def written(cells):
    return [str(each) for each in cells]


KICK_RETURN = """
-4 10 5F
-3 8  8
-2 5  10
-1 2  15
0  GL 20
+1 TB 30
+2 TB 40
+3 TB 50
+4 TB TD
"""
RUNS = """
-4 -1 10 20 -7 10 22
-3 0  11 22 -5 12 25
-2 1  12 25 -1 13 30
-1 2  13 30 2  14 35
0  3  14 35 4  15 40
+1 5  16 40 6  16 50
+2 7  18 45 8  18 60
+3 9  20 50 9  20 80
+4 SG LG 60 SG LG 100
"""
PASSES = """
-4 1  8  20 20 22 50
-3 2  10 22 22 24 52
-2 3  11 25 24 25 55
-1 4  13 28 25 30 58
0  5  15 30 30 40 60
+1 6  16 38 40 50 65
+2 8  18 45 50 60 80
+3 LG LG LG 80 90 95
+4 LG LG LG 100 100 100
"""
PUNTS = """
-4 20 FC_FUMBLE
-3 25 FC
-2 30 4
-1 35 6
0  40 10
+1 45 15
+2 50 20
+3 55 30
+4 60 100
"""
SCREEN_AND_RUSH = """
-4 INT  SACK
-3 INC  SACK
-2 RO   SACK
-1 RO   QBRUN
0  RO   INC
+1 RO   INC
+2 ROx2 COMP
+3 ROx3 COMP
+4 ROx4 COMP
"""
MATRIX = """
run_inside  -1 0 0 0 0
run_outside -1 0 0 0 0
screen      -1 0 1 2 2
quick       0 0 -1 0 2
short       1 0 0 -1 PR
long        2 0 0 -2 PR
draw        1 0 -1 -1 2
play_action 1 0 -1 -2 PR
"""
TEMPLATES = """
WR TE FB RB OT OG OC K CB SF OL IL DE DT P
1  3  2  1  3  2  2  3 2  3  2  3  1  2  3
1  0  1  0  2  2  3  0 1  1  1  2  0  1  0
3  1  0  2  1  1  1  2 2  0  3  0  2  1  2
0  2  2  1  2  3  2  1 0  1  1  2  2  3  1
2  1  1  3  0  0  0  2 3  2  2  1  1  0  2
2  2  2  2  1  1  1  1 1  2  0  1  3  2  1
"""
PICKS = """
-4 0  10 20 -1
-3 1  12 24 0
-2 2  14 26 2
-1 3  16 28 5
0  4  18 30 10
+1 5  20 35 20
+2 6  22 40 30
+3 7  24 45 50
+4 10 25 50 100
"""
PENALTIES = """
-4 Off_5 Off_5 Kick_14 Kick_15
-3 Off_7 Def_7 Kick_5 Kick_1
-2 Off_2 Off_8 Return_5 Return_5
-1 Def_1 Off_7 Kick_1 Return_5
0  Off_1 Off_1/2 Return_1 Kick_5
+1 Def_2 Def_1/2 Kick_5 Return_5
+2 Def_5 Def_8 Return_5 Return_5
+3 Def_7 Def_5 Return_5 Return_5
+4 Def_7 Def_7 Return_1 Return_1
"""
INJURIES = """
-4 QB Season
-3 WR Game
-2 RB/FB Half
-1 OC/OG/OT Quarter
0  BALL_CARRIER Series
+1 DE/DT 4_plays
+2 OL/IL 3_plays
+3 SF 2_plays
+4 CB 1_play
"""


def test_kickoffs_are_the_printed_ones():
    rows, data = lines_of(KICK_RETURN), printed()["kickoff"]
    assert written(data["fielded_at"]) == column(rows, 0)
    assert written(data["return"]) == column(rows, 1)


def test_runs_and_passes_are_the_printed_ones():
    runs, passes, data = lines_of(RUNS), lines_of(PASSES), printed()
    for i, name in enumerate(("inside", "inside_sg", "inside_lg", "outside", "outside_sg", "outside_lg")):
        assert written(data["run"][name]) == column(runs, i), name
    for i, name in enumerate(("quick", "short", "long", "quick_lg", "short_lg", "long_lg")):
        assert written(data["pass"][name]) == column(passes, i), name
    assert data["pass_difficulty"] == {"quick": -1, "short": 0, "long": 1}


def test_punts_screens_and_the_pass_rush_are_the_printed_ones():
    punts, others, data = lines_of(PUNTS), lines_of(SCREEN_AND_RUSH), printed()
    assert written(data["punt"]["gross"]) == column(punts, 0)
    assert written(data["punt"]["return"]) == column(punts, 1)
    assert data["screen"]["result"] == column(others, 0)
    assert data["pass_rush"]["result"] == column(others, 1)


def test_the_matrix_is_the_printed_one():
    rows = {line.split()[0]: line.split()[1:] for line in MATRIX.strip().splitlines()}
    assert {name: written(row) for name, row in printed()["matrix"].items()} == rows


def test_field_goals_have_the_printed_bands_without_a_gap():
    bands = printed()["field_goal"]["bands"]
    assert [f"{a}-{b}" for a, b, _ in bands] == ["18-19", "20-29", "30-39", "40-49", "50-53", "54-57", "58-59", "60-63"]
    assert [each[2] for each in bands] == list(range(-3, 5))
    assert all(b + 1 == bands[i + 1][0] for i, (_, b, _) in enumerate(bands[:-1]))


def test_dice_name_plays_and_defenses_as_printed():
    assert printed()["dice"] == {
        "off1": ["Run Inside", "Screen", "Run Outside"],
        "off2": ["Quick", "Short", "Long"],
        "off3": ["", "Draw", "Play Action"],
        "def1": ["Run", "Neutral", "Pass"],
        "def2": ["", "Blitz", "Prevent"],
    }


def test_six_approaches_and_a_template_for_every_position_as_printed():
    """FF-097, FF-098, FF-G34."""
    head, *rows = (line.split() for line in TEMPLATES.strip().splitlines())
    assert APPROACH_NAMES == ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
    templates = printed()["approach"]
    assert list(templates) == head
    for i, row in enumerate(rows):
        assert [templates[name][i] for name in head] == [int(each) for each in row]
    assert {name: sum(ratings) for name, ratings in templates.items() if sum(ratings) != 9} == {"FB": 8}
    assert resolve()[0].rating[0][: terms.APPROACHES] == [2, 3, 1, 0, 1, 2] == list(QUARTERBACK)


def test_each_play_has_the_three_printed_approaches():
    """FF-099."""
    assert printed()["play_approach"] == {
        "run_inside": ["Forceful", "Careful", "Quick"],
        "run_outside": ["Quick", "Flashy", "Clever"],
        "screen": ["Sneaky", "Clever", "Quick"],
        "quick": ["Careful", "Quick", "Clever"],
        "short": ["Clever", "Careful", "Flashy"],
        "long": ["Flashy", "Forceful", "Careful"],
        "play_action": ["Sneaky", "Clever", "Flashy"],
        "draw": ["Sneaky", "Clever", "Forceful"],
    }


def test_contests_are_the_printed_ones():
    assert {name: "; ".join(row) for name, row in printed()["contest"].items()} == {
        "run_inside": "IL+DT 3; DT 2; IL 1; OC vs DT 2; FB vs IL 1; OG vs IL 3; OG 1; OC 2; OC+OG 3",
        "run_outside": "DE+OL 3; DE 2; OL 1; OT vs DE 2; FB vs OL 1; OG vs OL 3; OT 1; OC 2; OT+OG 3",
        "quick": "DT vs OG 3; DE vs OT 2; DT vs OC 1; OL vs FB 2; QB vs FS 1; FB vs IL 1; RB vs OL 1; TE vs SS 2; "
        "WR vs CB 3",
        "short": "DT vs OG 3; DE vs OG 2; OL vs FB 1; OL vs FB 2; QB vs FS 1; WR vs CB 3; TE vs SS 1; WR vs CB 2; "
        "RB vs OL 3",
        "long": "DT vs OG 2; DE vs OG 3; OL vs FB 2; OL vs FB 1; QB vs FS 1; WR vs CB 1; WR vs CB 2; TE vs SS 2; "
        "RB vs OL 3",
    }


def test_both_kinds_of_safety_are_read_as_the_printed_one():
    """FF-G35: of QB vs FS and TE vs SS."""
    config = resolve()[0]
    safety = POSITION_LETTERS.index("SF")
    assert config.contest_defense[2][2 * 4] == safety == config.contest_defense[2][2 * 7]


def test_events_interceptions_injuries_and_penalties_are_the_printed_ones():
    picks, injuries, fouls, data = lines_of(PICKS), lines_of(INJURIES), lines_of(PENALTIES), printed()
    assert data["interception"]["on_incomplete"] == ["QSL", "SL", "L?", *["INC"] * 6]
    for i, name in enumerate(("point_quick", "point_short", "point_long", "return")):
        assert written(data["interception"][name]) == column(picks, i), name
    assert data["injury"]["who"] == column(injuries, 0)
    assert data["injury"]["duration"] == [each.replace("_", " ") for each in column(injuries, 1)]
    for i in range(4):
        assert data["penalty_column"][f"c{i + 1}"] == [each.replace("_", " ") for each in column(fouls, i)]
    assert data["fate_event"]["first"] == ["FATE"] * 3 + ["-"] * 6
    assert data["fate_event"]["second"] == ["FUMBLE"] * 2 + ["PENALTY"] * 2 + ["INJURY"] * 5


def test_doubtful_cells_are_named_in_the_data_and_name_rows_that_are_there():
    doubtful = printed()["doubtful"]
    for place in doubtful:
        section, row = place.split(".")
        assert row in printed()[section], place
    assert {"matrix.draw", "approach.FB", "contest.short"} <= set(doubtful)


def test_house_rules_change_the_tables_that_they_are_about_and_no_others():
    plain = resolve()[0]
    assert resolve({"draw": "realistic"})[0].matrix[terms.DRAW] == [-1, 0, 1, 1, 2]
    fullback = POSITION_LETTERS.index("FB") * terms.APPROACHES + terms.FORCEFUL
    forceful = resolve({"advanced": True, "forceful_fullback": True})[0]
    assert [i for i, rating in enumerate(plain.rating[0]) if rating != forceful.rating[0][i]] == [fullback]
    assert forceful.rating[0][fullback] == 3


def test_on_kicks_one_kicker_is_on_the_field_and_no_quarterback_and_a_group_is_there_whole_or_not_at_all():
    """FF-G40: data/on_field.toml is ours; whoever an injury roll names together is there together."""
    config, found = resolve()[0], read_toml(DATA / "on_field.toml")
    assert (found["evidence"], set(found["on_field"])) == (
        "ours",
        {"play", "kickoff", "free_kick", "punt", "field_goal"},
    )
    kickers = {terms.PLAY: "", terms.PUNT_IT: "P", terms.KICK_IT: "K", terms.KICKOFF: "K", terms.FREE_KICK: "P"}
    for declared, kicker in kickers.items():
        there = {each for each, out in zip(POSITION_LETTERS, config.benched[declared], strict=True) if not out}
        assert there & {"K", "P"} == ({kicker} if kicker else set())
        assert bool(there & {"QB", "WR"}) == (declared == terms.PLAY)
        for group in config.injured:
            members = {POSITION_LETTERS[each] for each in group if each < len(POSITION_LETTERS)}
            assert members <= there or not members & there


def test_a_roll_for_who_is_not_there_says_why_it_is_thrown_again():
    """FF-G40."""

    def said(*args):
        return GAME.words.event(Event("FF-G40", EVERYONE, args), {}, resolve()[0])

    assert said(-4, POSITION_LETTERS.index("QB")) == "no quarterback is on the field, so the injury is rolled again"
    assert (
        said(0, terms.CARRIER)
        == "the player who fielded the kick plays no listed position, so the injury is rolled again"
    )
    assert said(0, terms.NONE) == "nobody carried the ball, so the injury is rolled again"


ADVANCED_ONLY = ["same_roll", "forceful_fullback", "light_injuries", "grounding", "foul_down_counts", "kicker_approach"]


@pytest.mark.parametrize("name", ADVANCED_ONLY)
def test_a_house_rule_of_the_advanced_game_is_refused_in_the_basic_one(name):
    with pytest.raises(BadData, match=f"{name} works only in the advanced game: set advanced=true too"):
        house_rules({name: True})
    assert house_rules({name: True, "advanced": True})[name]
    assert not house_rules({name: False})[name]


@pytest.mark.parametrize("house", [{"touchback": 22}, {"sack": "eight"}, {"no_such_rule": True}, {"kneel": 1}])
def test_an_unknown_house_rule_or_answer_is_refused_by_name(house):
    with pytest.raises(BadData, match=next(iter(house))):
        house_rules(house)
