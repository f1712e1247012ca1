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
from breakaway.club.own_cards import MOST_SETS
from breakaway.games.football.files.own_set import read_set
from breakaway.records.record_file import data_folder
from breakaway.records.replay import verify
from tests.web.conftest import Serve
from tests.web.session import browser, csrf, post
from tests.web.test_own_box import ADDRESSES, MORE, asked, opened, play, say, undo
from tests.web.twins import Listening

FLIP = ["1", "run +4, d 0, o 2, fg 7, punt 6"]  # Herons win it, and the kickoff comes back to their 30
CARD = "Stiff arm: run +1, d -1, o 0, fg 8, punt 7"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def box(client: Any, where: str) -> Any:
    return client.get(f"{where}/box")


def seated(club: Club, **more: str) -> tuple[Any, Any, str]:
    """A host with a box and a guest who has not said yet which set they bring, and the match's address."""
    host, guest = (browser(club, f"a-visitor-with-a-box-{n}", here=False) for n in (1, 2))
    where, _page = opened(host, club, **{"seat.1": "link", **more})
    match = where.rsplit("/", 1)[0]
    (link,) = set(re.findall(r"http://table.example(/seat/[A-Za-z0-9_-]+)", host.get(f"{where}?table=1").text))
    joined = guest.get(link)
    assert post(guest, link, name="Gus").status_code == 200, joined.text[:500]
    return host, guest, match


def brought(guest: Any, match: str, name: str) -> Any:
    """What comes of a guest who brings the set of this name."""
    page = box(guest, f"{match}/2")
    assert asked(page) == "Which set of cards do you bring?"
    return guest.post(f"{match}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": name})


def two_browsers(club: Club, name: str = "theirs", **more: str) -> tuple[Any, Any, str]:
    """A host and a guest with a box each, and the match's address."""
    host, guest, match = seated(club, **more)
    found = brought(guest, match, name)
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


SEEN = ("/2/box", "/2", "/2?table=1", "/2/dice", "/2/help", "/2/report.pdf")
CHANGES = r'name="(stamp|csrf|press)" value="[^"]*"|(seen_stamp|stamp)=\w+|data-stamp="\w+"|[0-9a-f]{24,}'  # by chance


def shown_to(client: Any, match: str, seat: int, words: tuple[str, ...], name: str) -> list[tuple[str, int, str]]:
    """All that somebody with a seat and a set of this `name` can open. None of the secret `words` stands in it."""
    mine = [each.replace("/2", f"/{seat}", 1) for each in SEEN]
    about = [f"{match}{each}" for each in (*mine, *ADDRESSES, *MORE) if not each.endswith("stream")]
    files = [f"/sets/football/{name}/files/{each}.toml" for each in ("matchups", "herons", "otters", "deck")]
    found = []
    for address in (*about, "/", "/sets", f"/sets/football/{name}", f"/sets/football/{name}/form/matchups", *files):
        got = client.get(address)
        for word in words:
            assert word not in got.text, (address, word)
        text = re.sub(CHANGES, "", got.text.replace(match.split("/")[2], "ID"))
        found.append((address.replace(match, ""), got.status_code, "" if address.endswith(".pdf") else text))
    return found


def streamed_to(client: Any, address: str, streams: list[Listening]) -> str:
    """The first message of a stream."""
    made = Listening(address)
    made.cookies = dict(client.cookies)
    streams.append(made)
    made.start()
    first = made.until(1).decode()
    made.done.set()
    return first


def called_new(club: Club, card: str, *more: str) -> tuple[Any, Any, str]:
    """A match after a first down, in which the offense has just called this new `card`."""
    host, guest, match = two_browsers(club)
    calls_new(host, guest, match, card, *more)
    return host, guest, match


def calls_new(host: Any, guest: Any, match: str, card: str, *more: str) -> None:
    """Plays a first down, and then the offense calls this new `card`."""
    at = f"{match}/1"
    play(host, at, box(host, at), *FLIP, "Wing T: Draw 4 / Slant 5", "r")
    play(guest, f"{match}/2", box(guest, f"{match}/2"), "Dime: Zone 1/5")
    turned_over(host, guest, match)
    play(host, at, box(host, at), card, *more)


def test_what_the_other_side_sees_of_a_face_down_card_is_its_formation_alone(
    clubs: Callable[[], Club], serve: Serve, streams: list[Listening]
) -> None:
    # Both cards are new and of the same formation: only what stands on them differs. Reverse is a new play, too.
    pages, secret = [], ("Inside Run 2", "Short 4", "Reverse", "Long 8")
    for card, more in (("Wing T: Inside Run 2 / Short 4", ()), ("Wing T: Reverse 6 low / Long 8", ("r",))):
        club = clubs()
        _host, guest, match = called_new(club, card, *more)
        assert club.load(match.split("/")[2]).match.missing() == [1]
        pages.append(shown_to(guest, match, 2, secret, "theirs"))
        first = streamed_to(guest, f"{serve(club)}{match}/2/stream", streams)
        assert "Wing T" in first
        for word in secret:
            assert word not in first
    for one, another in zip(*pages, strict=True):
        assert one == another


def test_the_defenses_new_card_shows_the_offense_its_formation_alone_while_it_may_call_an_audible(
    clubs: Callable[[], Club], serve: Serve, streams: list[Listening]
) -> None:
    # the offense may look at its own card, so only the new defense is secret; Umbrella is a new type of defense
    pages, secret = [], ("Press 2", "Umbrella", "Blitz 3")
    for card, more in (("Nickel: Press 2/6", ()), ("Nickel: Umbrella 3/4", ("y",))):
        club = clubs()
        host, guest, match = called_new(club, "Wing T: Reverse 6 low / Long 8", "r")
        play(guest, f"{match}/2", box(guest, f"{match}/2"), card, *more)
        assert club.load(match.split("/")[2]).match.missing() == [0]
        pages.append(shown_to(host, match, 1, secret, "my-box"))
        assert "Nickel" in host.get(f"{match}/1?table=1").text, "a formation shows"
        for browser_, name in ((host, "my-box"), (guest, "theirs")):
            closed = browser_.get(f"/sets/football/{name}/files/matchups.toml")
            assert closed.status_code == 409, "a set may know a new name already"
            assert "Look again when both cards are turned over" in closed.text
        first = streamed_to(host, f"{serve(club)}{match}/1/stream", streams)
        for word in secret:
            assert word not in first
    for one, another in zip(*pages, strict=True):
        assert one == another


def test_nothing_is_corrected_while_a_card_lies_face_down_because_a_known_name_would_tell(club: Club) -> None:
    host, guest, match = called_new(club, "Wing T: Reverse 6 low / Long 8", "r")
    there = f"{match}/2"
    page = box(guest, there)
    (n,) = re.findall(r'Dime: Zone[^<]*</span>.*?name="n" value="(\d+)"', page.text, re.DOTALL)
    fields = {"csrf": csrf(page.text), "stamp": stamp(page), "n": n, "words": "Dime: Zone 2/5"}
    refused = guest.post(f"{there}/box/correct", data=fields)
    assert refused.status_code == 422
    assert "when both cards are turned over" in unescape(refused.text)
    play(guest, there, page, "Dime: Zone 1/5")
    turned_over(host, guest, match)
    page = box(guest, there)
    (n,) = re.findall(r'Dime: Zone[^<]*</span>.*?name="n" value="(\d+)"', page.text, re.DOTALL)
    fields |= {"csrf": csrf(page.text), "stamp": stamp(page), "n": n}
    done = guest.post(f"{there}/box/correct", data=fields)
    assert done.status_code == 200, re.findall(r'class="err"[^>]*>(.*?)</p>', done.text)
    assert "Zone 2" in guest.get("/sets/football/theirs/files/otters.toml").text


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


def test_a_guest_who_has_as_many_sets_as_a_browser_may_have_brings_no_new_one(club: Club) -> None:
    host, guest, match = seated(club)
    for n in range(MOST_SETS):
        assert post(guest, "/sets/new", name=f"mine-{n}", start="football/").status_code == 200
    refused = brought(guest, match, "theirs")
    assert refused.status_code == 422
    assert "This browser has 12 sets already; delete one first" in unescape(refused.text)
    assert brought(guest, match, "mine-3").status_code == 200, "one of them will do"
    assert "seat.1" in host.get("/open/football").text, "nobody else is stopped"


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


def met_again(club: Club, host: Any, guest: Any, name: str) -> str:
    """Another match of the host with a set of this name, in which the guest has a seat but no set yet."""
    where, _page = opened(host, club, **{"seat.1": "link", "set": name})
    match = where.rsplit("/", 1)[0]
    (link,) = set(re.findall(r"http://table.example(/seat/[A-Za-z0-9_-]+)", host.get(f"{where}?table=1").text))
    guest.get(link)
    assert post(guest, link, name="Gus").status_code == 200
    return match


def test_a_new_card_that_lies_face_down_at_one_table_does_not_show_at_another_of_the_same_two_people(
    club: Club,
) -> None:
    """BF-021, BF-023: nobody reads a card that lies face down, nor a new name on it."""
    host, guest, one = two_browsers(club)
    two, three = met_again(club, host, guest, "my-box"), met_again(club, host, guest, "fresh")
    for name in ("theirs", "another"):
        refused = brought(guest, two, name)
        assert refused.status_code == 422, name
        assert "play another match with one of these two sets" in unescape(refused.text)
    assert brought(guest, three, "theirs").status_code == 422, "the guest's own new cards lie face down, too"
    assert brought(guest, three, "another").status_code == 200, "two other sets tell nothing"
    calls_new(host, guest, one, "Wing T: Reverse 6 low / Long 8", "r")
    for where in (f"{one}/2/box", f"{three}/2", f"{three}/2/box", f"{three}/2?table=1"):
        assert "Reverse" not in guest.get(where).text, where
    assert "Reverse" in box(host, f"{one}/1").text


def test_with_somebody_else_a_set_may_be_at_two_tables_and_what_is_entered_at_one_is_known_at_the_other(
    club: Club,
) -> None:
    host, guest, one = two_browsers(club)
    third = browser(club, "a-visitor-with-a-box-3", here=False)
    two = met_again(club, host, third, "my-box")
    assert brought(third, two, "theirs").status_code == 200, "a set of this name, but somebody else's"
    play(host, f"{two}/1", box(host, f"{two}/1"), *FLIP)
    assert "Reverse" not in box(host, f"{two}/1").text
    calls_new(host, guest, one, "Wing T: Reverse 6 low / Long 8", "r")
    known = box(host, f"{two}/1").text
    assert "Reverse 6" in known, "the card can be called without typing it again"
    assert "Draw 4" in known


def test_a_guests_set_whose_names_do_not_fit_is_refused_with_the_reason(club: Club) -> None:
    host, guest, match = two_browsers(club)
    at, there = f"{match}/1", f"{match}/2"
    play(host, at, box(host, at), *FLIP, "Wing T: Inside Run 2 / Short 4", "r")
    play(guest, there, box(guest, there), "Dime: Umbrella 1/5", "y")  # a new type of defense
    turned_over(host, guest, match)
    assert post(guest, "/sets/new", name="copied", start="football/=theirs").status_code == 200
    where, _page = opened(host, club, **{"seat.1": "link", "set": "empty"})
    second = where.rsplit("/", 1)[0]
    (link,) = set(re.findall(r"http://table.example(/seat/[A-Za-z0-9_-]+)", host.get(f"{where}?table=1").text))
    guest.get(link)
    post(guest, link, name="Gus")
    page = box(guest, f"{second}/2")
    got = guest.post(f"{second}/2/box/set", data={"csrf": csrf(page.text), "stamp": stamp(page), "set": "copied"})
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
