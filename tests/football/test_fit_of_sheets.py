"""The fit of the solo sheets: it reads and writes team files, keeps what documents show, and lowers what it should."""

from __future__ import annotations

import shutil
import tomllib

import numpy as np
import pytest
from tools import fit_sheets
from tools.fit_sheets import FIXED, TEAMS, Job, TeamSheets, dice, too_strong, with_expert
from tools.matrix_games import balanced
from tools.sheet_payoffs import all_payoffs

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


@pytest.mark.slow
def test_a_fit_lowers_what_a_person_gains_and_keeps_what_the_documents_show(tmp_path):
    for team in ("fire", "lightning"):
        shutil.copy(Library().teams[team], tmp_path / f"{team}.toml")
    flat = {"front": [[[2, 2, 2]] * 4] * 3, "back": [[[0] * 6] * 3] * 3}  # one call, whatever the dice say
    sheets = TeamSheets("fire", tmp_path / "fire.toml", False)
    printed = sheets.defense.back[2][1]
    sheets.defense = fit_sheets.Defense(flat["front"], flat["back"])
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
