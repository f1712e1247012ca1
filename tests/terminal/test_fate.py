"""FATE football at the command line: watching, playing, odds, and what is said to wrong options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from breakaway.core.language import UserError
from breakaway.core.observation import Observation
from breakaway.display.match_page import outcome_of
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.terminal.game_desk import find_desk
from breakaway.terminal.replay import verify_file
from tests.terminal.session import call

Capture = pytest.CaptureFixture[str]


def test_random_coaches_are_watched_to_the_final_score(capsys: Capture, home: Path) -> None:
    done = call(capsys, "watch", "fate", "--seed", "3", "--json", "--house", "advanced=1")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["game"], told["teams"]) == ("fate", ["Home", "Away"])
    best = max(told["score"].values())
    first = [team for team, points in told["score"].items() if points == best]
    assert told["winner"] == (first[0] if len(first) == 1 else None)
    assert told["ended"]["rule"] in ("FF-013", "FF-G31")


def test_four_coaches_are_watched_by_their_platoons(capsys: Capture, home: Path) -> None:
    done = call(capsys, "watch", "fate", "--seed", "4", "--json", "--house", "platoons=1", "--home", "Ants")
    told = json.loads(done.stdout)
    seats = ["Ants offense", "Ants defense", "Away offense", "Away defense"]
    assert list(told["ranks"]) == seats
    home_points, away_points = told["score"]["Ants"], told["score"]["Away"]
    assert home_points != away_points, "a tie shows nothing here: take another seed"
    assert told["winner"] == (seats[:2] if home_points > away_points else seats[2:])


def test_a_person_plays_is_told_why_not_and_goes_on_another_time(capsys: Capture, home: Path) -> None:
    typed = "play\nplay action quick\nblitz\nrun\nmatrix\nhelp\nquit\n"
    done = call(capsys, "play", "fate", "--seed", "5", typed=typed)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Pass Rush" in done.stdout
    assert "The match is saved" in done.stdout
    again = call(capsys, "play", "--resume", typed="quit\n")
    assert "the match goes on" in again.stdout


def test_house_rules_that_there_are_not_are_refused_by_name(capsys: Capture, home: Path) -> None:
    done = call(capsys, "watch", "fate", "--house", "touchdown=7")
    assert done.returncode != 0
    assert "unknown house rule 'touchdown'" in done.stderr
    done = call(capsys, "watch", "fate", "--house", "touchback=22")
    assert "touchback" in done.stderr


def test_a_house_rule_of_the_advanced_game_is_refused_in_the_basic_one(capsys: Capture, home: Path) -> None:
    done = call(capsys, "watch", "fate", "--house", "kicker_approach=1,grounding=1")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "grounding, kicker_approach work only in the advanced game: set advanced=true too" in done.stderr


@pytest.mark.parametrize("words", [("--track", "hills"), ("--home", "Ants", "--away", "ants"), ("--home", "A\x07")])
def test_wrong_options_are_refused(capsys: Capture, home: Path, words: tuple[str, ...]) -> None:
    done = call(capsys, "watch", "fate", *words)
    assert done.returncode != 0
    assert "--" in done.stderr


@pytest.mark.slow
def test_odds_take_house_rules_as_options(capsys: Capture) -> None:
    told = json.loads(call(capsys, "odds", "fate", "--option", "sack=total", "--json").stdout)
    assert told["calls"]["short"]["run"]["complete"] == 0.692882
    assert "draw_outside" in told["calls"]
    fewer = json.loads(call(capsys, "odds", "fate", "--option", "draw_inside_only=1", "--json").stdout)
    assert "draw_outside" not in fewer["calls"]
    assert "expected" in call(capsys, "odds", "fate").stdout.casefold()
    for words in (("--call", "7b"), ("--team", "Ants"), ("--abilities",), ("--option", "same_roll=1")):
        done = call(capsys, "odds", "fate", *words)
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (1, 1, "")
        assert words[-1].split("=")[0].removeprefix("--") in done.stderr or words[0] in done.stderr
    told = json.loads(call(capsys, "odds", "fate", "--ball", "opp 2", "--down", "4", "--json").stdout)
    assert told["situation"]["field_ends"]


@pytest.mark.parametrize(
    ("label", "sides", "text", "outcome"),
    [
        ("run", 9, "-4", 0),
        ("run", 9, "0", 4),
        ("run", 9, "+4", 8),
        ("run", 9, "3", 7),
        ("run", 9, "++-0", 5),  # 1 + 1 - 1 + 0 = 1
        ("run", 9, "+ b b \N{MINUS SIGN}", 4),
        ("run", 9, "----", 0),
        ("toss", 2, "2", 1),
        ("one die", 3, "-", 0),
        ("one die", 3, "+", 2),
    ],
)
def test_own_dice_are_typed_as_totals_and_faces(label: str, sides: int, text: str, outcome: int) -> None:
    config = resolve()[0]
    observation = Observation(GAME, GAME.start(config), config, -1)
    assert find_desk(GAME).read_outcome(observation, label, sides, text) == outcome
    with pytest.raises(UserError, match=label):
        find_desk(GAME).read_outcome(observation, label, sides, "5 or so")


def test_the_toss_is_asked_for_and_read_by_the_names_of_the_teams() -> None:
    config = resolve()[0]
    observation = Observation(GAME, GAME.start(config), config, -1, {"teams": ["Ants", "Bees"]})
    desk = find_desk(GAME)
    assert desk.outcome_hint(observation, "toss", 2) == "the winner: 1 Ants, 2 Bees"
    assert [desk.read_outcome(observation, "toss", 2, text) for text in ("ants", " Bees", "1", "2")] == [0, 1, 0, 1]
    assert [outcome_of(observation, "toss", k).label for k in (0, 1)] == ["Ants", "Bees"]
    with pytest.raises(UserError, match="2 Bees"):
        desk.read_outcome(observation, "toss", 2, "wasps")


def ruled(capsys: Capture, home: Path) -> tuple[Path, str]:
    """A match with typed dice in which the umpire has ruled: its record and what was printed."""
    path = home.parent / "own.match"
    # toss Home's; kickoff +1, a touchback; event 0; contest -1, even; run 0, 3 yards; event 0
    typed = ["1", "receive", "+1", "0", "", "run inside", "", "neutral", "-1", "0", "0"]
    rulings = ["umpire holding", "umpire grounding", "umpire face mask defense", "accept", "quit"]
    words = ("play", "fate", "--against", "human", "--physical", "--house", "advanced=1", "--record", str(path))
    done = call(capsys, *words, typed="\n".join([*typed, *rulings]) + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    return path, done.stdout


def test_with_own_dice_the_umpire_rules_at_the_prompt_and_the_record_verifies(capsys: Capture, home: Path) -> None:
    path, said = ruled(capsys, home)
    assert "expected one of face mask offense, face mask defense, grounding" in said
    assert "The umpire cannot make that ruling now: " in said
    assert "The umpire rules: a face mask on" in said
    assert "1st down and 2 to go at the Home 28" in said
    assert verify_file(str(path)) == 0
    assert '"decree"' in path.read_text(encoding="utf-8")


def test_a_replay_tells_the_ruling(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = call(capsys, "replay", str(ruled(capsys, home)[0])).stdout
    assert "The umpire rules: a face mask on" in told


@pytest.mark.slow
def test_rosters_are_played_watched_and_looked_at(capsys: Capture, home: Path) -> None:
    told = call(
        capsys, "watch", "fate", "--seed", "5", "--teams", "mudlarks,gadgeteers", "--house", "advanced=1"
    ).stdout
    assert "Barnaby Puddlewick coaches Mudlarks" in told
    assert " comes in, rated " in told
    done = call(capsys, "play", "fate", "--teams", "gadgeteers", "--house", "advanced=1", typed="roster\nquit\n")
    assert "Thaddeus Flywheel" in done.stdout
    assert "Philomena Sprocket" in done.stdout
    again = call(capsys, "play", "--resume", typed="roster\nquit\n")
    assert "Thaddeus Flywheel" in again.stdout


@pytest.mark.parametrize("teams", ["none.toml", "mudlarks,", "mudlarks,mudlarks,mudlarks", ""])
def test_rosters_that_cannot_be_are_refused_in_a_line(capsys: Capture, home: Path, teams: str) -> None:
    done = call(capsys, "watch", "fate", "--teams", teams)
    assert done.returncode == 1
    assert ("--teams: expected" in done.stderr) or ("unknown roster or file" in done.stderr)


def test_a_roster_against_itself_is_told_apart(capsys: Capture, home: Path) -> None:
    told = json.loads(call(capsys, "watch", "fate", "--seed", "1", "--teams", "mudlarks,mudlarks", "--json").stdout)
    assert told["teams"] == ["Mudlarks (home)", "Mudlarks (away)"]


def test_a_record_with_a_strangers_roster_is_refused_in_a_line(capsys: Capture, home: Path) -> None:
    people = {"coach": {}, "players": {}}
    with pytest.raises(UserError, match="are not valid for a match: roster 1: coach: name: is missing"):
        find_desk(GAME).checked_names({"teams": ["A", "B"], "rosters": [people]}, resolve()[0])


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ([1], "names must be a table"),
        ({}, "teams is missing from names"),
        ({"teams": 7}, "names.teams must be a list of length 2"),
    ],
)
def test_a_record_without_a_list_of_teams_says_what_is_expected(names: object, says: str) -> None:
    with pytest.raises(UserError, match=says):
        find_desk(GAME).checked_names(names, resolve()[0])


def test_with_own_dice_events_and_injuries_are_asked_for_by_name_and_typed(capsys: Capture, home: Path) -> None:
    """FF-114, FF-117, FF-128, FF-129: event -2, then 0 is an injury; -4 hurts the quarterback, +4 for one play."""
    path = home.parent / "hurt.match"
    dice = [
        "1",
        "receive",
        "+1",
        "0",
        "",
        "run inside",
        "",
        "neutral",
        "-1",
        "0",
        "-2",
        "0",
        "-4",
        "+4",
        "quit",
    ]
    words = (
        "--against",
        "human",
        "--physical",
        "--house",
        "advanced=1",
        "--teams",
        "gadgeteers",
        "--record",
        str(path),
    )
    done = call(capsys, "play", "fate", *words, typed="\n".join(dice) + "\n")
    assert done.returncode == 0, done.stdout + done.stderr
    for label in ("event", "what happened", "who is hurt", "how long"):
        assert f"{label} (four Fate dice, as in ++-0, or their total, -4 to +4)> " in done.stdout
    assert "Gadgeteers lose Thaddeus Flywheel (quarterback) for 1 play: Cora Crank comes in" in done.stdout
    assert verify_file(str(path)) == 0
