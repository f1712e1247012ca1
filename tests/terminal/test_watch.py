"""Watching coaches: one JSON object, or turn by turn."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from breakaway.games.manifest import find
from tests.terminal.session import call

Capture = pytest.CaptureFixture[str]


def watched(capsys: Capture, *words: str) -> dict[str, object]:
    done = call(capsys, "watch", "cycling", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1, "one object and nothing else"
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_json_has_game_teams_points_winner_reason_and_turns(capsys: Capture, home: Path) -> None:
    told = watched(capsys, "--seed", "3", "--coaches", "random,highest", "--teams", "4")
    assert told["game"] == "cycling"
    assert told["teams"] == ["Red", "Blue", "Green", "Orange"]
    assert told["coaches"] == {"Red": "random", "Blue": "highest", "Green": "highest", "Orange": "highest"}
    points = {team: Fraction(text) for team, text in told["points"].items()}  # type: ignore[attr-defined]
    assert told["winner"] is None or points[str(told["winner"])] == max(points.values())
    assert told["ended"]["rule"] == "BA-R13"  # type: ignore[index]
    assert told["ended"]["says"].startswith("The race is over")  # type: ignore[index]
    assert isinstance(told["turns"], int)
    assert told["turns"] > 5


def test_points_are_exact_texts_whose_sum_is_what_the_tables_hand_out(capsys: Capture, home: Path) -> None:
    told = watched(capsys, "--seed", "3", "--coaches", "highest", "--teams", "6")
    # 24 riders with the same cards: 39 points at each sprint, 78 at the finish, all places taken
    assert sum(Fraction(text) for text in told["points"].values()) == 39 + 39 + 78  # type: ignore[attr-defined]
    assert told["winner"] is None
    assert set(told["ranks"].values()) == {1}  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["postal", "boxed", "pursuit", "blind", "spy"])
def test_every_profile_can_be_watched_and_the_same_seed_gives_the_same_object(
    capsys: Capture, home: Path, profile: str
) -> None:
    words = ("--seed", "9", "--teams", "3", "--profile", profile, "--coaches", "directeur,random")
    first = watched(capsys, *words)
    assert first == watched(capsys, *words)
    assert first["profile"] == profile
    assert first["ended"]["rule"] == ("BA-V2" if profile == "pursuit" else "BA-R13")  # type: ignore[index]


def test_another_seed_gives_another_race(capsys: Capture, home: Path) -> None:
    words = ("--teams", "3", "--coaches", "random")
    races = [watched(capsys, *words, "--seed", str(seed)) for seed in range(4)]
    assert len({json.dumps(race["points"]) for race in races}) > 1


def test_the_number_of_coaches_named_is_the_number_of_teams_if_it_is_larger(capsys: Capture, home: Path) -> None:
    told = watched(capsys, "--coaches", ",".join(["random"] * 8), "--house", "last_place=1", "--seed", "1")
    assert len(told["teams"]) == 8  # type: ignore[arg-type]


def test_twelve_teams_have_names_that_can_be_told_apart_by_their_first_letter(capsys: Capture, home: Path) -> None:
    told = watched(capsys, "--teams", "12", "--coaches", "random", "--house", "last_place=1", "--seed", "1")
    assert len({name[0] for name in told["teams"]}) == 12  # type: ignore[attr-defined]


def test_turn_by_turn_every_move_and_the_final_table_are_told(capsys: Capture, home: Path) -> None:
    done = call(capsys, "watch", "--seed", "3", "--coaches", "random,highest", "--teams", "2")
    assert done.returncode == 0
    for part in ("Line-up ─", "Turn 1 ─", "Red   A ", "R Red   B Blue", "Sprint after 40: 1st", "The final table"):
        assert part in done.stdout
    assert "\x1b" not in done.stdout
    assert all(len(line) <= 100 for line in done.stdout.splitlines())


def test_a_watched_match_is_recorded_and_its_record_holds(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "watched.match"
    told = watched(capsys, "--seed", "3", "--coaches", "random", "--teams", "2", "--record", str(place))
    assert call(capsys, "verify", str(place)).returncode == 0
    done = call(capsys, "replay", str(place))
    assert done.returncode == 0
    assert f"{told['winner']} wins." in done.stdout


def test_a_tour_goes_over_its_stages_and_says_so(capsys: Capture, home: Path, tmp_path: Path) -> None:
    tour = tmp_path / "tour.toml"
    stage = 'name = "Short"\nlength = 30\nsprints = [15]\nsprint_points = [3, 2, 1]\nfinish_points = [6, 4, 2]\n'
    tour.write_text(f'name = "Two days"\nhands = "fresh"\n[[stages]]\n{stage}[[stages]]\n{stage}')
    done = call(capsys, "watch", "--track", str(tour), "--teams", "2", "--coaches", "random", "--seed", "1")
    assert done.returncode == 0, done.stderr
    for part in ("Two days", "Stage 1, turn 1", "Stage 1 is over", "Stage 2, line-up", "Stage 2, turn 1"):
        assert part in done.stdout


def test_all_seats_of_the_record_say_who_played_them(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "watched.match"
    watched(capsys, "--coaches", "random,highest", "--teams", "2", "--seed", "1", "--record", str(place))
    header = json.loads(place.read_text().splitlines()[0])
    assert header["seats"] == [{"name": "Red", "by": "random"}, {"name": "Blue", "by": "highest"}]
    assert find(header["game"]).edition == header["edition"]
