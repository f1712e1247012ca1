"""`resign` at the prompt: asked twice, in every game, for the seat that is asked, and told as it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import requested
from breakaway.records.replay import verify
from breakaway.terminal import play, saved_matches
from breakaway.terminal.replay import replay
from tests.terminal.session import Person, go_on, sit, typist


@pytest.mark.parametrize("game", GAMES)
def test_one_of_two_resigns_once_asked_twice_and_the_record_holds(game: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    lines = ["resign", "no", "resign", "y", "resign", "yes"]
    status, text = sit(path, lines, requested(game=game, teams="2" if game == "cycling" else None), "random")
    assert status == 0
    assert text.count("Type yes to resign:") == 3
    assert text.count("Nothing was changed.") == 2
    assert "has resigned: " in text
    match = saved_matches.reopen(path)[1]
    assert match.resigned == 0
    assert verify(find(game), match.record) is None


def test_the_end_says_how_to_play_again_and_at_the_level_above_and_the_level_below(tmp_path: Path) -> None:
    _, text = sit(tmp_path / "a", ["resign", "yes"], requested(game="cycling", teams="2"), "club")
    again = "breakaway play --again PATH"
    assert f"Play again:    {again}\n" in text
    assert f"One level up:   {again} --against league (" in text
    assert f"One level down: {again} --against improver (" in text
    _, text = sit(tmp_path / "b", ["resign", "yes"], requested(game="fate"), "newcomer")
    assert "One level up:   breakaway play --again PATH --against beginner (" in text
    assert "level down" not in text


def test_a_word_after_it_makes_it_no_command(tmp_path: Path) -> None:
    _, text = sit(tmp_path / "a", ["resign now", "quit"], requested(game="football"), "random")
    assert "Type yes to resign" not in text


def test_input_that_ends_at_the_question_resigns_nothing(tmp_path: Path) -> None:
    sit(tmp_path / "a", ["resign"], requested(game="football"), "random")
    assert saved_matches.reopen(tmp_path / "a")[1].gone == []


def shared(path: Path, lines: list[str]) -> tuple[int, str]:
    person = Person(typist(lines))
    status = play.start(requested(game="cycling", teams="3", record=str(path)), "human,highest", person)
    return status, person.text


def test_at_a_shared_screen_the_asked_seat_resigns_and_is_asked_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a"
    status, text = shared(path, ["", "resign", "yes", "", "quit"])
    assert status == 0
    first, second = saved_matches.reopen(path)[1].names["teams"][:2]
    assert f"{first} has resigned. From now on the rules for absent players choose for {first}." in text
    assert text.count("take the keyboard") == 2
    assert f"{second}, take the keyboard" in text[text.index("has resigned") :]
    match = saved_matches.reopen(path)[1]
    assert match.gone == [0]
    assert match.missing() == [1, 2]
    _, text = go_on(path, ["", "resign", "yes"])
    assert f"{second} has resigned: " in text
    match = saved_matches.reopen(path)[1]
    assert match.gone == [0, 1]
    assert match.resigned == 1, "the coach alone is left"
    assert verify(find("cycling"), match.record) is None
    replay(str(path), step=False)
    told = capsys.readouterr().out
    assert "A resignation" in told
    assert f"{second} has resigned: " in told


def test_of_four_by_platoons_one_resigns_for_both_of_his_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a"
    lines = ["", "resign", "yes"]
    _, text = sit(path, lines, requested(game="fate", house=["platoons=true"]), "human")
    match = saved_matches.reopen(path)[1]
    assert match.resigned is not None
    assert "has resigned for both coaches: " in text
    replay(str(path), step=False)
    assert "has resigned for both coaches: " in capsys.readouterr().out
