"""The boxed game with the player's own cards in a browser: any card is taken on the spot, kept, and asked for once."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from breakaway.club.club import Club
from breakaway.club.schema import own_sets
from breakaway.games.football.files.own_set import read_set
from breakaway.games.football.files.own_words import own_card_text
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import data_folder
from breakaway.records.replay import verify
from breakaway.web import own_cards
from breakaway.web.own_cards import LONGEST_LINE
from tests.terminal.box_owner import OPENING
from tests.web.box_owner import PageOwner
from tests.web.session import browser, csrf, post
from tests.web.test_without_scripts import _usual


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def opened(client: Any, club: Club, **more: str) -> tuple[str, Any]:
    """A table with a box, opened by the form: its address, and its page."""
    own = {"physical": "1", "cards": "own", "set": "my-box", "own.team": "herons", "own.versus": "otters"}
    answer = post(client, "/open/football", **{**_usual(client, "football"), **own, **more})
    assert answer.status_code == 200, answer.text[:3000]
    newest = max(club.matches(), key=lambda each: each.created)
    return f"/match/{newest.id}/1", answer


def hidden(text: str, name: str) -> list[str]:
    """The values of hidden fields of the form that answers."""
    form = text[text.index('id="in"') :]
    return [unescape(each) for each in re.findall(rf'type="hidden" name="{name}" value="([^"]*)"', form)]


def say(client: Any, where: str, page: Any, line: str) -> Any:
    """Types a line, as the answer to a question or to one that came up while it was read."""
    text = page.text
    fields: dict[str, Any] = {"csrf": csrf(text), "stamp": (hidden(text, "stamp") or [""])[0]}
    if 'name="reply"' in text:
        fields |= {name: hidden(text, name) for name in ("line", "more", "ahead")} | {"reply": line}
    else:
        fields |= {"line": line, "ahead": (hidden(text, "ahead") or [""])[0]}
    return client.post(f"{where}/box", data=fields)


def play(client: Any, where: str, page: Any, *lines: str) -> Any:
    for line in lines:
        page = say(client, where, page, line)
        assert page.status_code == 200, (line, re.findall(r'class="err"[^>]*>(.*?)</p>', page.text))
    return page


def asked(page: Any) -> str:
    found = re.search(r'<h1 id="asked" tabindex="-1">(.*?)</h1>', page.text)
    assert found, page.text[:2000]
    return unescape(found[1])


def own(name: str = "my-box") -> Any:
    return read_set(data_folder() / "sets" / name)


def undo(client: Any, where: str, page: Any) -> Any:
    fields = {"csrf": csrf(page.text), "stamp": re.findall(r'name="stamp" value="([^"]+)"', page.text)[0]}
    return client.post(f"{where}/box/undo", data=fields)


def test_the_first_down_of_a_new_box_takes_ten_answers_in_a_browser(club: Club) -> None:
    # 2 against Zone's 1: base 1 (25). Stiff arm, run +1: the gain is 2 lines (27), from the 30 to the 40
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING)
    match_id = where.split("/")[2]
    assert club.load(match_id).match.state.line == 8
    assert [title for title, _ in own().cards] == ["Run +4", "Stiff arm"]
    assert own().team("herons").formations[0] == "Wing T"
    assert "Stiff arm" in (data_folder() / "sets/my-box/deck.toml").read_text("utf-8")


def test_a_whole_down_is_one_line_in_a_browser(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    play(client, where, page, *OPENING)
    where, page = opened(client, club)
    before = len(own().cards)
    page = play(client, where, page, "1", "run +4", "wing inside 2 5 2 run+1 o0")
    assert club.load(where.split("/")[2]).match.state.line == 8
    assert len(own().cards) == before


def test_undo_takes_back_one_answer_after_the_other_to_the_very_first(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING)
    seen = []
    for _ in range(9):
        page = undo(client, where, page)
        assert page.status_code == 200
        seen.append((asked(page), len(own().cards), len(own().team("otters").back)))
    questions = [each.split(",")[0] for each, _cards, _rows in seen]
    # the card, the matchup, the row of the back, the die, the front, the die, the play's new card, the kickoff's card
    assert questions[0] == "Turn the Game Day card."
    assert questions[1] == "Zone against Inside Run"
    assert questions[2] == "Otters"
    assert seen[0][1:] == (1, 1)
    assert seen[2][1:] == (1, 0)
    assert own().team("herons").offense == []
    assert own().cards == []
    page = play(client, where, page, *OPENING)
    assert club.load(where.split("/")[2]).match.state.line == 8


@pytest.mark.parametrize("is_here", [True, False])
def test_undo_at_one_table_keeps_what_was_entered_at_another_since(club: Club, is_here: bool) -> None:
    client = browser(club, "a-visitor-with-a-box-2", here=is_here)
    first, at_first = opened(client, club)
    at_first = play(client, first, at_first, *OPENING[:-1])  # the kickoff's card; Zone against Inside Run is next
    second, at_second = opened(client, club)
    at_second = play(client, second, at_second, *OPENING[:1], "Breakaway: run +9, d 0, o 2, fg 7, punt 6")
    archive = set_files(client)
    assert "Breakaway" in archive["deck.toml"]
    told = ""
    for _ in range(20):
        at_first = undo(client, first, at_first)
        if at_first.status_code != 200:
            break
        told += at_first.text
    files = set_files(client)
    assert "Breakaway" in files["deck.toml"], "what the other table has entered stays"
    assert "Run +4" in files["deck.toml"], "records name cards by their places, so an earlier card stays, too"
    assert "It stays in your set" in told
    assert "Zone" not in files.get("otters.toml", ""), "what only this table has entered is gone"
    assert "Inside Run" not in files.get("herons.toml", "")
    play(client, second, at_second, *OPENING[2:])
    assert club.load(second.split("/")[2]).match.state.line > 5


def set_files(client: Any) -> dict[str, str]:
    """The files of the set, as its player can save them."""
    archive = zipfile.ZipFile(io.BytesIO(client.get("/sets/football/my-box").content))
    return {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist()}


def test_a_card_is_asked_only_for_what_the_down_needs(club: Club) -> None:
    # the kickoff reads the right corner (152); the down reads the event; 2 - 1 = 1, and +1 makes 2 lines
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, "1", "new o 2", *OPENING[2:9], "Stiff arm: run +1")
    assert club.load(where.split("/")[2]).match.state.line == 8
    assert [own_card_text(card) for _, card in own().cards] == [
        "?, d ?, o 2, fg ?, punt ?",
        "run +1, d ?, o ?, fg ?, punt ?",
    ]


def test_what_is_open_on_a_card_is_asked_for_when_a_down_needs_it(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, "1", "Runner: run +4")
    assert asked(page) == "Game Day card 1, Runner"
    page = play(client, where, page, "2")
    assert own_card_text(own().cards[0][1]) == "run +4, d ?, o 2, fg ?, punt ?"
    page = play(client, where, page, *OPENING[2:8], "o")
    page = play(client, where, page, "Stiff arm: run +1")
    assert asked(page) == "Game Day card 2, Stiff arm", "in an Offense Breakaway the corner counts"


def test_a_refused_answer_says_why_and_is_kept(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = say(client, where, play(client, where, page, "1"), "run +1, d 5")
    assert page.status_code == 422
    assert "can be 0, -1, -2, turnover, not &#39;5&#39;" in page.text
    assert 'value="run +1, d 5"' in page.text
    assert own().cards == []


def test_an_answer_to_a_question_that_was_answered_already_changes_nothing(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    after = play(client, where, page, "1")
    late = say(client, where, page, "2")
    assert late.status_code == 409
    assert asked(late) == asked(after)
    assert "That was answered already" in late.text


def test_an_entry_is_corrected_and_what_was_played_stays(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING)
    n = re.findall(r"Stiff arm.*?name=\"n\" value=\"(\d+)\"", page.text, re.DOTALL)[0]
    fields = {"csrf": csrf(page.text), "stamp": hidden(page.text, "stamp")[0], "n": n, "words": "run +3"}
    assert client.post(f"{where}/box/correct", data=fields).status_code == 200
    assert own_card_text(own().cards[1][1]) == "run +3, d -1, o 0, fg 8, punt 7"
    assert club.load(where.split("/")[2]).match.state.line == 8


def test_a_correction_on_a_page_that_is_out_of_date_changes_nothing(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    late = play(client, where, page, *OPENING[:-1])
    play(client, where, late, OPENING[-1])
    kept = own().cards
    fields = {"csrf": csrf(late.text), "stamp": hidden(late.text, "stamp")[0], "n": "1", "words": "run +3"}
    assert client.post(f"{where}/box/correct", data=fields).status_code == 409
    assert own().cards == kept


def test_a_correction_does_not_reach_another_entry_in_the_place_of_the_one_that_was_seen(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    seen = play(client, where, page, "1", "run +4, d 0, o 2, fg 7, punt 6")
    page = undo(client, where, seen)
    page = play(client, where, page, "pass +2, d 0, o 1, fg 7, punt 9")
    kept = own().cards
    fields = {"csrf": csrf(seen.text), "stamp": hidden(seen.text, "stamp")[0], "n": "1", "words": "run +3"}
    assert client.post(f"{where}/box/correct", data=fields).status_code == 409
    assert own().cards == kept


def test_what_is_tapped_beside_a_line_makes_it_no_longer_than_a_line_may_be(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(own_cards, "answer", lambda table, seat, line, **_more: lines.append(line))
    client = browser(club)
    where, page = opened(client, club)
    fields = {"csrf": csrf(page.text), "stamp": hidden(page.text, "stamp")[0], "extra": "a b " * 4000}
    client.post(f"{where}/box", data={**fields, "line": "zz"})
    client.post(f"{where}/box", data={**fields, "tap": "zz"})
    assert [len(line) for line in lines] == [LONGEST_LINE, LONGEST_LINE]


@pytest.mark.parametrize("name", ["Two Tight Ends Strong I Right Slot", "Split 2", "Trips, Right", "Pro & 3"])
def test_a_name_that_a_set_could_not_be_read_with_is_refused_and_the_match_goes_on(club: Club, name: str) -> None:
    client = browser(club)
    where, page = opened(client, club)
    for line in (f"{name} Inside Run 2 / Short 4", "b", "b"):
        page = say(client, where, page, line)
        assert page.status_code in (200, 422)
        assert own() is not None  # the files can be read
        assert client.get(f"{where}/box").status_code == 200


ADDRESSES = (
    "",
    "/watch",
    "/at/0",
    "/at/1",
    "/record",
    "/check",
    "/zine",
    "/zine.pdf",
    "/review?wait=1",
    "/1",
    "/1/box",
)
MORE = (
    "/1/dice",
    "/1/box/picture?line=run+2",
    "/watch/box",
    "/watch/dice",
    "/1/report.pdf",
    "/watch/stream",
    "/1/help",
)


def test_nobody_but_its_player_sees_a_match_with_own_cards_or_the_set(club: Club) -> None:
    client = browser(club, "a-visitor-with-a-box-1", here=False)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING)
    assert "Stiff arm" in page.text
    match = where.rsplit("/", 1)[0]
    other = browser(club, "somebody-else-of-the-tests", here=False)
    for each in (*ADDRESSES, *MORE):
        answer = other.get(f"{match}{each}")
        assert each.endswith("stream") or answer.status_code in (403, 404, 409), each
        assert "Stiff arm" not in answer.text, each
        assert "Wing T" not in answer.text, each
    for each in ("/1/box", "/1/box/undo", "/1/box/correct", "/1/box/set", "/1/choose", "/1/dice"):
        answer = post(
            other, f"{match}{each}", line="1", stamp=hidden(page.text, "stamp")[0], n="1", words="run +1", turn="0"
        )
        assert answer.status_code == 403, each
    assert match.split("/")[2] not in other.get("/").text
    assert "my-box" not in other.get("/sets").text
    assert other.get("/sets/football/my-box").status_code == 404
    assert post(other, "/sets/football/my-box/delete").status_code == 404
    owner = browser(club)
    assert owner.get(f"{match}/watch").status_code == 403, "the owner of the server has no seat either"
    assert owner.get("/sets/football/my-box").status_code == 404
    assert client.get(f"{where}/box").status_code == 200


def test_what_others_read_of_a_match_does_not_depend_on_the_set(club: Club, clubs: Callable[[], Club]) -> None:
    pages = []
    for card in ("Stiff arm: run +1, d -1, o 0, fg 8, punt 7", "Sack: run -2, d -2, o -1, fg 3, punt 1"):
        own_club = clubs()
        client = browser(own_club, "a-visitor-with-a-box-1", here=False)
        where, page = opened(client, own_club)
        play(client, where, page, *OPENING[:-1], card)
        other = browser(own_club, "somebody-else-of-the-tests", here=False)
        match = where.rsplit("/", 1)[0]
        found = [(each, other.get(f"{match}{each}")) for each in (*ADDRESSES, *MORE)]
        pages.append([(each, got.status_code, got.text.replace(match.split("/")[2], "ID")) for each, got in found])
    assert pages[0] == pages[1]


def test_a_visitors_set_is_locked_in_the_database_and_goes_on_at_the_next_table(club: Club) -> None:
    client = browser(club, "a-visitor-with-a-box-1", here=False)
    where, page = opened(client, club)
    play(client, where, page, *OPENING)
    assert not (data_folder() / "sets").exists(), "the owner's folder is not for visitors"
    with club.database.reading() as connection:
        (row,) = connection.execute(select(own_sets)).all()
    assert row.files.startswith("locked:")
    assert (row.name, row.game) == ("my-box", "football")
    where, page = opened(client, club)
    page = play(client, where, page, "1", "run +4", "wing inside 2 5 2 run+1 o0")
    assert club.load(where.split("/")[2]).match.state.line == 8, "nothing was asked twice"
    archive = zipfile.ZipFile(io.BytesIO(client.get("/sets/football/my-box").content))
    assert "Stiff arm" in archive.read("my-box/deck.toml").decode()
    assert post(client, "/sets/football/my-box/delete").status_code == 200
    assert "Delete my-box" not in client.get("/sets").text


def test_a_set_is_for_one_player_and_its_name_is_no_path(club: Club) -> None:
    client = browser(club, here=False)
    usual = {"physical": "1", "cards": "own", **_usual(client, "football")}
    for wrong, says in (
        ({"set": "../x"}, "name may have only letters"),
        ({"own.team": "herons", "own.versus": "Herons"}, "the two teams must be different"),
        ({"host": "1"}, "you play yourself"),
    ):
        answer = post(client, "/open/football", **{**usual, **wrong})
        assert answer.status_code == 422, wrong
        assert says in unescape(answer.text), wrong
    assert club.matches() == []


def test_a_new_card_is_filled_in_by_taps_alone(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING[:9])
    fields = {"csrf": csrf(page.text), "stamp": hidden(page.text, "stamp")[0], "sheet": "card"}
    wrong = client.post(f"{where}/box", data={**fields, "event": "+1", "title": "Stiff arm"})
    assert wrong.status_code == 422
    assert "Tap run or pass as well" in wrong.text
    assert 'value="Stiff arm"' in wrong.text, "nothing is lost"
    page = client.post(f"{where}/box", data={**fields, "kind": "run", "event": "+1", "title": "Stiff arm"})
    assert club.load(where.split("/")[2]).match.state.line == 8
    assert own().cards[1][0] == "Stiff arm"
    drawn = client.get(f"{where}/box/picture?kind=pass&event=-2&d=turnover&o=td&title=Sack").text
    assert ">Sack<" in drawn
    assert "\N{MINUS SIGN}2" in drawn
    assert drawn.count("todo") == 2, "both kicks are open"


def test_the_table_without_own_cards_has_no_such_page(club: Club) -> None:
    client = browser(club)
    post(client, "/open/football", **_usual(client, "football"))
    (match,) = club.matches()
    assert client.get(f"/match/{match.id}/1/box").status_code == 409


@pytest.mark.slow
def test_a_first_half_is_played_from_the_box_without_a_refusal_and_verifies(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    owner = PageOwner(club, where.split("/")[2], 1)
    refused = []
    while owner.quarter_now < 3 and len(owner.lines) < 500:
        before = page
        page = say(client, where, page, owner.reply_to(page.text))
        if page.status_code != 200:
            refused.append((owner.lines[-1], re.findall(r'class="err"[^>]*>(.*?)</p>', page.text)))
            page = before
            break
    counted = {kind: owner.asked.count(kind) for kind in sorted(set(owner.asked))}
    match = club.load(owner.match_id).match
    downs = sum(1 for _ in played_in(match))
    print(f"{len(owner.lines)} answers for {downs} plays: {counted}; of the set: {len(own().cards)} cards")
    assert refused == []
    assert owner.quarter_now == 3
    assert verify(match.game, match.record) is None
    box = owner.box["deck"]
    for title, card in own().cards:
        assert any(each.split(":")[0] == title and own_card_text(card) in each for each in box)
    assert client.get(f"{where}?table=1").status_code == 200


def test_undo_of_the_first_die_keeps_the_new_card_that_was_called(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING[:5])
    page = undo(client, where, page)
    assert asked(page) == "Roll the dice and tap the black one."
    assert len(own().team("herons").offense) == 1
    page = undo(client, where, page)
    assert own().team("herons").offense == [], "undo of the call forgets its card"
    assert asked(page).startswith("Your call.")


def test_who_also_decides_for_the_sheets_answers_everything_on_one_page(club: Club) -> None:
    client = browser(club)
    where, page = opened(client, club, **{"house.solo_decisions": "yours"})
    page = play(client, where, page, *OPENING)
    assert asked(page).endswith("do you challenge its event? You have 2 flags ready.")
    assert "You decide for" in page.text
    page = play(client, where, page, "no")
    assert asked(page).startswith("Your call.")
