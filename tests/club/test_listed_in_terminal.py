"""`breakaway matches --database`: the matches of a server, with who is missing or late."""

from __future__ import annotations

from datetime import timedelta

import pytest
from typer.testing import CliRunner

from breakaway.cli.main import app
from breakaway.club import club as shelf
from breakaway.club.club import Club
from breakaway.club.time_control import DAY, Terms
from breakaway.core.language import UserError
from breakaway.terminal.saved_matches import list_club
from breakaway.terminal.screen import Screen
from tests.club.clocks import Wall
from tests.club.starts import any_order, football_match, race


def listed(club: Club, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What the terminal says about the matches of a club. Its clock is the club's."""
    url = club.database.engine.url.render_as_string(hide_password=False)
    opened = shelf.open_club(url)
    opened.database.now = club.database.now
    monkeypatch.setattr(shelf, "open_club", lambda _place: opened)
    list_club(Screen(), url)
    return " ".join(capsys.readouterr().out.split())


def test_the_soonest_deadline_comes_first_and_late_players_are_named(
    club: Club, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(club)
    slow = club.create("football", football_match(), "Cup", here=[0, 1], terms=Terms(3 * DAY)).id
    soon = club.create("cycling", race(("human", "human")), "Tour of the Vale", here=[0, 1], terms=Terms(DAY)).id
    for each in (slow, soon):
        club.resolve(each)
    club.choose(soon, 0, any_order(club, soon, 0, 1))
    text = listed(club, capsys, monkeypatch)
    assert text.index("Tour of the Vale") < text.index("Cup")
    assert "missing: Blue" in text, "Red's order is in"
    wall.moment += timedelta(days=1, minutes=1)
    assert "late: Blue" in listed(club, capsys, monkeypatch)


def test_the_list_is_equal_for_any_two_sealed_orders(
    club: Club, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Wall(club)
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(DAY)).id
    club.resolve(match_id)
    said = set()
    for seed in range(4):
        club.choose(match_id, 0, any_order(club, match_id, 0, seed))
        said.add(listed(club, capsys, monkeypatch))
    assert len(said) == 1


def test_a_database_that_is_not_there_is_not_made() -> None:
    with pytest.raises(UserError, match="no database"):
        list_club(Screen(), "no-such-club.sqlite")


def test_the_command_lists_and_deletes_nothing() -> None:
    answer = CliRunner().invoke(app, ["matches", "--database", "no-such-club.sqlite", "--prune"])
    assert isinstance(answer.exception, UserError)
    assert "only lists" in str(answer.exception)
