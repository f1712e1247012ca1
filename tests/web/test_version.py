"""Every page names the version at its foot, so that whoever reports a fault can say which program had it."""

from __future__ import annotations

import pytest

from breakaway.club.club import Club
from breakaway.core.version import version
from tests.club.starts import fate_match, football_match, play_out, race
from tests.web.session import browser

STARTS = {"football": football_match, "fate": fate_match, "cycling": race}
PLACES = ("/", "/open/football", "/rules/cycling", "/upload", "/keys", "/no-such-page")


@pytest.mark.parametrize("where", PLACES)
def test_a_page_names_the_version_once(club: Club, where: str) -> None:
    assert browser(club).get(where).text.count(f"Breakaway {version()}") == 1


@pytest.mark.parametrize("game", STARTS)
def test_a_table_and_its_replay_name_the_version_once(club: Club, game: str) -> None:
    made = club.create(game, STARTS[game](), here=[0])
    play_out(club, made.id, turns=2)
    client = browser(club)
    for where in (f"/match/{made.id}/1", f"/match/{made.id}/watch", f"/match/{made.id}/at/1"):
        assert client.get(where).text.count(f"Breakaway {version()}") == 1, where
