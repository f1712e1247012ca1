"""Two people at one terminal with their own cards: each team comes from its owner's set, with a hand-over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from breakaway.core.language import UserError
from breakaway.games.football.files.own_set import read_set
from breakaway.players.settings import requested
from breakaway.terminal import play
from tests.terminal.session import Person, typist

FLIP = "run +4, d 0, o 2, fg 7, punt 6"  # Herons win it, and the kickoff comes back to their 30


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def sit(path: Path, lines: list[str], **wished: Any) -> str:
    """A new match of two people with their own cards, at which these lines are typed; all that was printed."""
    person = Person(typist(lines), 200)
    asked = requested("football", physical=True, record=str(path), team="herons", versus="otters", **wished)
    play.start(asked, "human", person)
    return " ".join(person.text.split())


def test_each_team_at_the_terminal_comes_from_its_owners_set(tmp_path: Path) -> None:
    lines = ["1", FLIP, "", "Wing T: Inside Run 2 / Short 4", "r", "", "set", "Dime: Zone 1/5", "", "stay", "q"]
    said = sit(tmp_path / "two.json", lines, theirs="friend")
    sets = tmp_path / "home" / "sets"
    mine, theirs = read_set(sets / "my-box"), read_set(sets / "friend")
    assert mine.team("herons").offense, said[-1500:]
    assert not mine.team("otters").defense, said[-1500:]
    assert [card.formation for card in theirs.team("otters").defense] == ["Dime"], said[-1500:]
    assert not theirs.team("herons").offense
    assert theirs.cards == [], "the deck is that of the first set"
    seen = said.partition("Otters, take the keyboard")[2].partition("Herons, take the keyboard")[0]
    assert "Wing T" in seen, said[-1500:]
    assert "Inside Run 2" not in seen, "a card that lies face down shows its formation alone (BF-021)"
    assert "Short 4" not in seen


def test_two_coaches_of_a_team_do_not_go_with_cards_of_your_own(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="one person plays each team"):
        sit(tmp_path / "two.json", [], staff="Ann,Bob")
    assert not (tmp_path / "two.json").exists()


def test_the_second_set_is_not_the_first_one_again(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="both teams use it"):
        sit(tmp_path / "two.json", [], theirs="my-box")
