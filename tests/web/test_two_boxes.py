"""Two people at one match with their own cards: at one screen and in a browser each, from one box or from two.

What one of them enters is not for the other while the card lies face down (BF-021, BF-023).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.games.football.files.own_set import read_set
from breakaway.records.record_file import data_folder
from breakaway.records.replay import verify
from tests.web.session import browser, csrf, post
from tests.web.test_own_box import ADDRESSES, MORE, asked, opened, play, say, undo

FLIP = ["1", "run +4, d 0, o 2, fg 7, punt 6"]  # Herons win it, and the kickoff comes back to their 30
CARD = "Stiff arm: run +1, d -1, o 0, fg 8, punt 7"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def box(client: Any, where: str) -> Any:
    return client.get(f"{where}/box")


def two_browsers(club: Club, name: str = "theirs", **more: str) -> tuple[Any, Any, str]:
    """A host and a guest with a box each, and the match's address."""
    host, guest = (browser(club, f"a-visitor-with-a-box-{n}", here=False) for n in (1, 2))
    where, page = opened(host, club, **{"seat.1": "link", **more})
    match = where.rsplit("/", 1)[0]
    (link,) = set(re.findall(r"http://table.example(/seat/[A-Za-z0-9_-]+)", host.get(f"{where}?table=1").text))
    joined = guest.get(link)
    assert post(guest, link, name="Gus").status_code == 200, joined.text[:500]
    page = box(guest, f"{match}/2")
    assert asked(page) == "Which set of cards do you bring?"
    found = guest.post(f"{match}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": name})
    assert found.status_code == 200, found.text
    return host, guest, match


def turned_over(host: Any, guest: Any, match: str) -> None:
    """The offense leaves its card as it is (an audible would cost a flag); the guest types the rest, no challenge."""
    play(host, f"{match}/1", box(host, f"{match}/1"), "stay")
    play(guest, f"{match}/2", box(guest, f"{match}/2"), "n", CARD, "no")


def stamp(page: Any) -> str:
    return re.findall(r'name="stamp" value="([^"]+)"', page.text)[0]


def test_two_people_at_one_screen_play_a_down_with_a_hand_over(club: Club) -> None:
    # Inside Run 2 against Zone 1 of 1/5: base 1 (25); run +1: 2 lines (27), from the 30 to the 40
    client = browser(club)
    where, page = opened(client, club, **{"seat.1": "here"})
    match, other = where.rsplit("/", 1)[0], f"{where[:-1]}2"
    page = play(client, where, page, *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    assert "Hand over to Otters" in page.text
    over = client.get(match)
    assert "Otters, come to the screen" in over.text
    assert "Inside Run" not in over.text
    page = box(client, other)
    assert "Wing T" in page.text, "a formation shows"
    assert "Inside Run 2" not in page.text
    assert "Short 4" not in page.text
    play(client, other, page, "Dime: Zone 1/5")
    turned_over(client, client, match)
    found = club.load(match.split("/")[2]).match
    assert found.state.line == 8
    own = read_set(data_folder() / "sets" / "my-box")
    assert own.team("herons").offense[0] is not None
    assert own.team("otters").defense[0].formation == "Dime"
    assert verify(found.game, found.record) is None


def test_each_team_of_one_screen_may_come_from_its_owners_set(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club, **{"seat.1": "here", "theirs": "friends-box"})
    page = play(client, where, page, *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    other = f"{where[:-1]}2"
    play(client, other, box(client, other), "Dime: Zone 1/5")
    turned_over(client, client, where.rsplit("/", 1)[0])
    mine, theirs = (read_set(data_folder() / "sets" / name) for name in ("my-box", "friends-box"))
    assert [team for team in mine.teams if mine.team(team).offense or mine.team(team).defense] == ["herons"]
    assert [team for team in theirs.teams if theirs.team(team).offense or theirs.team(team).defense] == ["otters"]
    assert len(mine.cards) == 2
    assert theirs.cards == []


def test_each_in_a_browser_of_their_own_types_results_once(club: Club) -> None:
    host, guest, match = two_browsers(club)
    page = play(host, f"{match}/1", box(host, f"{match}/1"), FLIP[0])
    stale = box(guest, f"{match}/2")
    play(host, f"{match}/1", page, FLIP[1])
    late = say(guest, f"{match}/2", stale, FLIP[1])
    assert late.status_code == 409
    assert "That was answered already" in late.text
    play(host, f"{match}/1", box(host, f"{match}/1"), "Wing T: Inside Run 2 / Short 4", "r")
    play(guest, f"{match}/2", box(guest, f"{match}/2"), "Dime: Zone 1/5")
    turned_over(host, guest, match)
    assert club.load(match.split("/")[2]).match.state.line == 8
    assert "Dime" in guest.get("/sets/football/theirs/files/otters.toml").text
    assert guest.get("/sets/football/theirs/files/deck.toml").status_code == 404, "the deck belongs to the host"
    assert host.get("/sets/football/my-box/files/otters.toml").status_code == 404
    assert "Wing T" in host.get("/sets/football/my-box/files/herons.toml").text


def test_what_the_other_side_sees_of_a_face_down_card_is_its_formation_alone(
    club: Club, clubs: Callable[[], Club]
) -> None:
    # both cards are new and of the same formation: only what stands on them differs (the names of plays alone stand
    # on every page, in the list of what is not known of the chart)
    pages = []
    for card in ("Wing T: Inside Run 2 / Short 4", "Wing T: Sweep 6 low / Long 8"):
        own_club = clubs()
        host, guest, match = two_browsers(own_club)
        at = f"{match}/1"
        page = play(host, at, box(host, at), *FLIP, "Wing T: Draw 4 / Slant 5", "r")
        play(guest, f"{match}/2", box(guest, f"{match}/2"), "Dime: Zone 1/5")
        turned_over(host, guest, match)
        page = play(host, at, box(host, at), card, *(["r"] if "Sweep" in card else []))
        assert own_club.load(match.split("/")[2]).match.missing() == [1], page.text[:3000]
        found = []
        for each in ("/2/box", "/2", "/2?table=1", *ADDRESSES, *MORE):
            if each.endswith("stream"):  # the guest may open it, so it never ends; it sends what the page shows
                continue
            got = guest.get(f"{match}{each}")
            text = got.text.replace(match.split("/")[2], "ID")
            text = re.sub(r'name="(stamp|csrf|press)" value="[^"]*"|seen_stamp=\w+|[0-9a-f]{24,}', "", text)
            found.append((each, got.status_code, text))
            for word in ("Inside Run 2", "Short 4", "Sweep 6", "Long 8"):
                assert word not in got.text, (each, word)
        pages.append(found)
    for one, another in zip(*pages, strict=True):
        assert one == another


def test_only_its_player_takes_a_face_down_card_back_and_nobody_hears_what_it_was(club: Club) -> None:
    host, guest, match = two_browsers(club)
    at, there = f"{match}/1", f"{match}/2"
    play(host, at, box(host, at), *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    page = box(guest, there)
    assert ">Undo<" not in page.text
    refused = undo(guest, there, page)
    assert refused.status_code == 409
    assert "lies face down" in unescape(refused.text)
    assert "Inside Run" not in refused.text
    assert club.load(match.split("/")[2]).match.missing() == [1]
    fields = {"csrf": csrf(page.text), "stamp": stamp(page), "n": "2", "words": "Wing T: Draw 1 / Slant 1"}
    assert guest.post(f"{there}/box/correct", data=fields).status_code == 422
    page = undo(host, at, box(host, at))
    assert page.status_code == 200
    assert club.load(match.split("/")[2]).match.missing() == [0]


def test_with_a_browser_each_nobody_takes_back_what_the_other_has_seen(club: Club) -> None:
    host, guest, match = two_browsers(club)
    at, there = f"{match}/1", f"{match}/2"
    play(host, at, box(host, at), *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    play(guest, there, box(guest, there), "Dime: Zone 1/5")
    play(host, at, box(host, at), "stay")
    page = box(guest, there)
    refused = undo(guest, there, page)  # both cards are face up
    assert refused.status_code == 409
    assert "The other side has seen that" in unescape(refused.text)
    page = play(guest, there, box(guest, there), "n")
    assert undo(guest, there, page).status_code == 200, (
        "an entry of this turn is taken back by whoever sees the mistake"
    )


def test_a_set_is_brought_once_and_a_bad_name_is_refused(club: Club) -> None:
    host, guest, match = two_browsers(club)
    page = box(guest, f"{match}/2")
    again = guest.post(f"{match}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": "another"})
    assert again.status_code == 409
    assert "at the table already" in unescape(again.text)
    page = box(host, f"{match}/1")
    for wrong in ("../x", "", "a" * 80):
        got = host.post(f"{match}/1/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": wrong})
        assert got.status_code in (409, 422), wrong
    assert (
        host.post(
            f"{match}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": "my-box"}
        ).status_code
        == 403
    )


def test_a_guests_set_whose_names_do_not_fit_is_refused_with_the_reason(club: Club) -> None:
    host, guest, match = two_browsers(club)
    at, there = f"{match}/1", f"{match}/2"
    play(host, at, box(host, at), *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    play(guest, there, box(guest, there), "Dime: Umbrella 1/5", "y")  # a new type of defense
    turned_over(host, guest, match)
    where, _page = opened(host, club, **{"seat.1": "link", "set": "empty"})
    second = where.rsplit("/", 1)[0]
    (link,) = set(re.findall(r"http://table.example(/seat/[A-Za-z0-9_-]+)", host.get(f"{where}?table=1").text))
    guest.get(link)
    post(guest, link, name="Gus")
    page = box(guest, f"{second}/2")
    got = guest.post(f"{second}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": "theirs"})
    assert got.status_code == 422
    assert "Umbrella" in got.text
    assert asked(got) == "Which set of cards do you bring?"


def test_a_boxed_match_is_played_again_with_the_same_sets_and_rules(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club, **{"seat.1": "here", "set": "saturday", "house.solo_decisions": "program"})
    match = where.rsplit("/", 1)[0]
    play(client, where, page, *FLIP)
    assert post(client, f"{where}/resign").status_code == 200
    end = client.get(f"{where}?table=1").text
    (again,) = {unescape(each) for each in re.findall(r'href="[^"]*(/open/football\?[^"]*after=[^"]*)"', end)}
    form = client.get(again).text
    for name, value in (("set", "saturday"), ("own.team", "herons"), ("own.versus", "otters")):
        assert re.search(rf'name="{name}" value="{value}"', form), name
    assert re.search(r'<option value="here"[^>]* selected', form)
    stranger = browser(club, "somebody-else-of-the-tests", here=False)
    assert "saturday" not in stranger.get(again).text, "where somebody else has a set is theirs to know"
    assert "herons" not in stranger.get(f"/open/football?how=box&after={match.split('/')[2]}").text.casefold()
