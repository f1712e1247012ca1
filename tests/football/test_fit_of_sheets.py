"""The fit of the solo sheets: it reads and writes team files, keeps what documents show, and lowers what it should."""

from __future__ import annotations

import random
import shutil
import tomllib

import numpy as np
import pytest
from tools import fit_sheets
from tools.fit_sheets import TEAMS, Job, too_strong
from tools.held_out import drawn
from tools.matrix_games import balanced
from tools.sheet_payoffs import all_payoffs
from tools.sheet_sense import DEFENSE_RULES, EAGLE, OFFENSE_RULES, RUNS, STUNT, TWIST, sense_of
from tools.team_sheets import FIXED, Defense, TeamSheets, dice, with_expert

from breakaway.games.football.files.cards import DATA
from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.text.names import CODES

SETS = ("standard", "expert")


def test_a_die_is_written_as_charts_print_it():
    assert dice(("Eagle", "Twist", "Stunt"), (1, 3, 2)) == "Eagle 1, Twist 2-4, Stunt 5-6"
    assert dice(("Eagle", "Twist", "Stunt"), (0, 5, 1)) == "Twist 1-5, Stunt 6"


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("team", TEAMS)
def test_sheets_that_no_fit_has_changed_are_written_as_they_were(team, chosen):
    path = Library().teams[team]
    assert TeamSheets(team, path, chosen == "expert").written() == path.read_text(encoding="utf-8")


def test_an_expert_set_begins_as_the_standard_one(tmp_path):
    text = (DATA / "template.toml").read_text(encoding="utf-8").partition("\n[attested]")[0]
    data = tomllib.loads(with_expert(text))
    assert data["expert"]["defense_sheet"] == data["defense_sheet"]
    assert data["expert"]["offense_sheet"] == data["offense_sheet"]
    assert with_expert(with_expert(text)) == with_expert(text)


def test_sheets_drawn_at_random_keep_what_the_documents_show_and_little_else(tmp_path):
    """The Fire's row against pass-heavy formations in Stunt and its front are printed; Gold Joker is the drawn card."""
    path = tmp_path / "fire.toml"
    path.write_text(drawn("fire", False, random.Random(1)), encoding="utf-8")
    ours, now = TeamSheets("fire", Library().teams["fire"], False), TeamSheets("fire", path, False)
    assert now.defense.back[2][STUNT] == ours.defense.back[2][STUNT]
    assert now.defense.front == ours.defense.front
    assert now.offense.codes == ours.offense.codes
    gold = CODES.index("Gold Joker")
    assert [plays[gold] for plays in now.offense.plays] == [terms.AS_DRAWN] * 3
    same = [
        one == other for f in range(3) for one, other in zip(now.defense.back[f], ours.defense.back[f], strict=True)
    ]
    assert same.count(True) == 1


def worth(game):
    return balanced(game[None], np.zeros((1, game.shape[0])), np.zeros((1, game.shape[1])), 400)[0][0]


def test_rock_paper_scissors_is_worth_half_and_a_dominated_call_is_left_out():
    """Worked by hand: all three a third of the time. In the second game, the third row is never worth calling."""
    game = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    assert worth(game) == pytest.approx(0.5, abs=0.003)
    lopsided = np.array([[1.0, 0.0], [0.0, 1.0], [0.1, 0.1]])
    assert worth(lopsided) == pytest.approx(0.5, abs=0.003)


def test_a_team_that_wins_too_often_shall_allow_more_and_get_less():
    shares = {("a", "b"): 0.6, ("b", "a"): 0.4}
    found = too_strong(shares, ("a", "b"))
    assert found["a", "b"] == -found["b", "a"] > 0


# --- the rules of football sense


def rules_of(team):
    """The rules for a team, by its standard set, and that set."""
    sheets = TeamSheets(team, Library().teams[team], False)
    return sense_of(team, sheets, resolve(team, team)[0]), sheets


def all_calls(sheets, kind):
    """The numbers of a team's calls of one type."""
    sense, _ = rules_of(sheets.team)
    return [number for number, each in enumerate(sense.calls) if each == kind]


def cell(formation, strategy, kind):
    """A change of a defense sheet: all six calls of a cell become one of this type."""

    def change(sheets):
        sheets.defense.back[formation][strategy] = all_calls(sheets, kind)[:1] * 6

    return change


def eagle_falls(sheets):
    sheets.defense.front[0] = [[4, 1, 1], [3, 2, 1], [2, 3, 1], [1, 4, 1]]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (eagle_falls, "Eagle grows with the Game State"),
        (cell(1, EAGLE, "Blitz"), "Eagle covers, Twist attacks"),
        (cell(1, TWIST, "Zone"), "Eagle covers, Twist attacks"),
        (cell(0, TWIST, "Blitz"), "run defenses on short downs"),
        (cell(0, STUNT, "Prevent"), "no deep coverage on short downs"),
        (cell(2, STUNT, "Press"), "no call again and again"),
        (cell(0, TWIST, "Blitz"), "every call that the standard set uses"),
    ],
)
def test_each_rule_of_a_defense_sheet_sees_a_sheet_that_breaks_it(change, rule):
    """The Fire's front is worked by hand: Eagle falls by three faces, and is to end one above where it began."""
    sense, sheets = rules_of("fire")
    if rule == "every call that the standard set uses":
        for rows in sheets.defense.back:
            rows[:] = [[call for call in row if call not in all_calls(sheets, "Goal Line")] for row in rows]
            rows[:] = [(row * 6)[:6] for row in rows]
    change(sheets)
    found = sense.defense(sheets.defense)
    assert found[rule] > 0
    if change is eagle_falls:
        assert found[rule] == 3 + (4 + 1 - 1)
    else:
        assert rules_of("fire")[0].defense(rules_of("fire")[1].defense)[rule] == 0


def play(sheets, kind, formation):
    """A play of this type on a card of this formation."""
    sense, _ = rules_of(sheets.team)
    return next(n for n, each in enumerate(sense.plays) if each == kind and sense.formation[n] == formation)


@pytest.mark.parametrize(
    ("formations", "codes", "kind", "rule"),
    [
        ((0,), ("Mike Dragon", "Jet Joker", "Jet Razor", "Gold Dragon"), "Inside Run", "no play again and again"),
        ((2,), ("Mike Dragon", "Jet Razor", "Smoke Joker"), "Draw", "few runs on third and long"),
        ((0, 1, 2), CODES, "Short", "the team's character"),
        ((0, 1, 2), CODES, "Short", "every type of play that the standard set calls"),
    ],
)
def test_each_rule_of_an_offense_sheet_sees_a_sheet_that_breaks_it(formations, codes, kind, rule):
    sense, sheets = rules_of("fire")
    assert sense.offense(sheets.offense)[rule] == 0
    for formation in formations:
        for code in codes:
            sheets.offense.plays[formation][CODES.index(code)] = play(sheets, kind, formation)
    assert sense.offense(sheets.offense)[rule] > 0


def test_a_red_plan_with_more_runs_than_green_breaks_a_rule_by_the_rolls_that_it_runs_more():
    """The Fire in Pro Set: Green 18 runs on three of six rolls, Red 98 on none. Exchanged, Red runs on three more."""
    sense, sheets = rules_of("fire")
    rule = "Green runs at least as often as Red"
    assert sense.offense(sheets.offense)[rule] == 0
    codes = sheets.offense.codes
    codes[0], codes[2] = codes[2], codes[0]
    less = [sense._runs(sheets.offense, f, 2) - sense._runs(sheets.offense, f, 0) for f in range(3)]
    assert sense.offense(sheets.offense)[rule] == sum(less)
    assert less[1] == 3


@pytest.mark.parametrize("team", TEAMS)
def test_a_team_s_character_does_not_move_with_the_sheets_that_a_fit_changes(team):
    sense, sheets = rules_of(team)
    for formation in range(3):
        of = [n for n, each in enumerate(sense.formation) if each == formation]
        a_pass = next(n for n in of if sense.plays[n] not in RUNS)
        sheets.offense.plays[formation] = [a_pass] * len(CODES)
    after = sense_of(team, sheets, resolve(team, team)[0])
    assert after.runs == sense.runs
    assert after.offense(sheets.offense)["the team's character"] > 0


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("team", TEAMS)
def test_both_sets_of_sheets_keep_every_rule(team, chosen):
    sense, _ = rules_of(team)
    sheets = TeamSheets(team, Library().teams[team], chosen == "expert")
    found = {**sense.defense(sheets.defense), **sense.offense(sheets.offense)}
    assert {name for name, away in found.items() if away > 1e-9} == set()
    assert set(found) == {*DEFENSE_RULES, *OFFENSE_RULES}


@pytest.mark.parametrize("team", TEAMS)
def test_the_expert_sheets_defend_from_every_formation_that_the_standard_ones_use(team):
    data = tomllib.loads(Library().teams[team].read_text(encoding="utf-8"))

    def formations(sheets):
        cells = (cell for strategies in sheets["calls"].values() for cell in strategies.values())
        return {call.split(":")[0] for cell in cells for call in cell}

    assert formations(data["expert"]["defense_sheet"]) >= formations(data["defense_sheet"])


@pytest.mark.parametrize("chosen", SETS)
def test_the_fire_s_front_shows_the_dots_that_are_left_in_the_solo_rules(chosen):
    """SF, Example of Play: in the row of the states 2 to 4, one dot for Eagle if balanced, two if pass heavy."""
    sheets = TeamSheets("fire", Library().teams["fire"], chosen == "expert")
    assert FIXED["fire"].front(sheets.defense)
    sheets.defense.front[2][0] = [1, 2, 3]
    assert not FIXED["fire"].front(sheets.defense)


@pytest.mark.slow
def test_a_fit_lowers_what_a_person_gains_and_keeps_what_the_documents_show(tmp_path):
    for team in ("fire", "lightning"):
        shutil.copy(Library().teams[team], tmp_path / f"{team}.toml")
    sheets = TeamSheets("fire", tmp_path / "fire.toml", False)
    printed = sheets.defense.back[2][1]
    front = [[[2, 2, 2]] * 4, [[1, 2, 3], *[[2, 2, 2]] * 3], [[2, 2, 2]] * 4]
    sheets.defense = Defense(front, [[[0] * 6] * 3 for _ in range(3)])  # one call, whatever the dice say
    sheets.defense.back[2] = [[0] * 6, printed, [0] * 6]
    (tmp_path / "fire.toml").write_text(sheets.written(), encoding="utf-8")
    spots = [((10, 1, 16), 0.5), ((4, 2, 10), 0.5)]
    tables = all_payoffs([spot for spot, _ in spots], ("fire", "lightning"), ("fire", "lightning"), tmp_path)
    job = Job(tmp_path, False, fit_sheets.AIMS["expert"], ("fire", "lightning"), spots, tables, "defense", 2.0)
    before = Job(tmp_path, False, job.aim, job.against, spots, tables).run("fire")[1]
    text, after, _ = job.run("fire")
    assert after[0] < before[0] - 0.02
    (tmp_path / "fire.toml").write_text(text, encoding="utf-8")
    config = resolve("lightning", "fire", sheets=(1,), teams_dir=tmp_path)[0]
    fixed = TeamSheets("fire", tmp_path / "fire.toml", False)
    assert fixed.defense.back[2][1] == printed
    assert FIXED["fire"].front(fixed.defense)
    assert config.code_play[1][2 * 12 + CODES.index("Gold Joker")] == terms.AS_DRAWN
