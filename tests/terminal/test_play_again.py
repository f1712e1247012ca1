"""`breakaway play --again`: another match with the teams, names, cards and house rules of one that was played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.language import UserError
from breakaway.players.settings import requested
from breakaway.terminal import play, saved_matches
from tests.terminal.session import Person, call, sit, typist

ASKED: dict[str, dict[str, Any]] = {
    "football": {"team": "fire", "versus": "lightning", "house": ["flags=1", "ice=false"]},
    "fate": {"teams": "mudlarks,gadgeteers", "versus": "Rivals", "house": ["onside=true"]},
    "cycling": {
        "team": ["Ants: Al, Bo, Cy, Di", "Bees"],
        "teams": "3",
        "profile": "blind",
        "track": "loop",
        "house": ["crowd=3"],
    },
}


def header(path: Path) -> dict[str, Any]:
    """The first line of the record in a file."""
    found: dict[str, Any] = saved_matches.record_of(str(path)).header
    return found


def again(path: Path, new: Path, against: str | None = None) -> str:
    """What the screen shows of a match that is played again, and left at once."""
    person = Person(typist(["quit"]))
    assert play.again(str(path), against, None, str(new), person) == 0
    return person.text


@pytest.mark.parametrize("game", ASKED)
def test_another_match_keeps_teams_names_cards_and_house_rules_and_has_dice_of_its_own(
    game: str, tmp_path: Path
) -> None:
    old, new, up = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    _, text = sit(old, ["resign", "yes"], requested(game=game, **ASKED[game]), "club")
    again(old, new)
    was, now = header(old), header(new)
    for each in ("game", "options", "names", "book", "seats", "chance"):
        assert now[each] == was[each], each
    assert now["commitment"] != was["commitment"]
    line = re.search(r"One level up:   breakaway (.*) \(", text)
    assert line is not None
    assert line[1] == "play --again PATH --against league"
    again(old, up, "league")
    higher = header(up)
    assert [each["by"] for each in higher["seats"]] == ["human", *["league"] * (len(was["seats"]) - 1)]
    assert (higher["options"], higher["names"]) == (was["options"], was["names"])


def test_rivals_of_several_levels_stay_as_they_were(tmp_path: Path) -> None:
    sit(tmp_path / "a", ["resign", "yes"], requested(game="cycling", teams="3"), "club,strong")
    again(tmp_path / "a", tmp_path / "b")
    assert [each["by"] for each in header(tmp_path / "b")["seats"]] == ["human", "club", "strong"]


def test_the_sheets_play_again_and_no_coach_takes_their_place(tmp_path: Path) -> None:
    """BF-R2: a match against the sheets has their rules in its config."""
    sit(tmp_path / "a", ["resign", "yes"], requested(game="football"), "sheet")
    again(tmp_path / "a", tmp_path / "b")
    assert header(tmp_path / "b")["seats"][1]["by"] == "sheet"
    with pytest.raises(UserError, match="solo sheets and coaches cannot take each other's place"):
        play.again(str(tmp_path / "a"), "club", None, str(tmp_path / "c"))
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--again",), "name the match to play again"),
        (("--again", "football"), "name the match to play again"),
        (("--again", "nobody"), "there is no match 'nobody'"),
        (("a", "--again", "--house", "flags=1", "--team", "fire"), "so leave out --house, --team; only --against"),
        (("a", "--again", "--against", "genius"), "unknown coach 'genius'"),
        (("a", "--again", "--against", "club,club,club"), "you named 3 players"),
        (("a", "--again", "--record", "a"), "a already exists"),
    ],
)
def test_a_wrong_command_says_what_would_be_right_and_begins_nothing(
    words: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    sit(tmp_path / "a", ["resign", "yes"], requested(game="cycling", teams="3"), "club")
    before = sorted(tmp_path.iterdir())
    done = call(capsys, "play", *words)
    assert done.returncode == 1
    assert text in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.iterdir()) == before
