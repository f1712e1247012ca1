"""In the browser, the player decides what the solo rules leave open for the sheets (BF-R53)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.starts import any_order
from tests.web.session import browser, post
from tests.web.test_without_scripts import _usual


def opened(club: Club, client: Any, decisions: str) -> str:
    form = {**_usual(client, "football"), "team": "maulers", "versus": "fire", "seat.1": "sheet"}
    answer = post(client, "/open/football", **{**form, "house.solo_decisions": decisions})
    found = re.search(r"/match/(\w+)", str(answer.url))
    assert found, answer.text[:2000]
    return found[1]


@pytest.mark.slow
@pytest.mark.parametrize("is_owner", [True, False])
def test_a_player_is_asked_for_the_sheets_in_the_same_browser_and_the_record_verifies(
    club: Club, is_owner: bool
) -> None:
    client = browser(club, here=is_owner)
    match_id = opened(club, client, "yours")
    asked, n = set(), 0
    while not club.look(match_id).is_over and not (1 in asked and n > 40) and n < 400:
        (seat,) = club.look(match_id).waiting
        asked.add(seat)
        text = client.get(f"/match/{match_id}/{seat + 1}").text
        if seat == 1:
            assert "You decide for" in text
            assert "The program would answer" in text
        order = club.look(match_id, seat).observation.write(any_order(club, match_id, seat, n))
        post(client, f"/match/{match_id}/{seat + 1}/choose", order=order, turn=str(club.look(match_id).turn))
        n += 1
    assert asked == {0, 1}
    record = parse(club.download(match_id, running=True))
    assert record.header["seats"][1]["by"] == "sheet"
    assert verify(find("football"), record) is None


@pytest.mark.slow
def test_by_default_the_program_decides_and_nobody_else_gets_the_seat(club: Club) -> None:
    client = browser(club)
    match_id = opened(club, client, "program")
    assert [seat.by for seat in club.look(match_id).seats] == ["human", "sheet"]


def test_who_decides_for_the_sheets_alone_asks_the_coach_as_one_person(club: Club) -> None:
    """BF-R53: the sheets' seat is the same player's, so there is nobody who has to be told, and nothing waits."""
    client = browser(club)
    match_id = opened(club, client, "yours")
    assert [seat.by for seat in club.look(match_id).seats] == ["human", "human"]
    for n in range(20):
        (seat,) = club.look(match_id).waiting
        if seat == 0 and n:
            assert "<ol" in post(client, f"/match/{match_id}/1/help").text
        order = club.look(match_id, seat).observation.write(any_order(club, match_id, seat, n))
        post(client, f"/match/{match_id}/{seat + 1}/choose", order=order, turn=str(club.look(match_id).turn))
    text = client.get(f"/match/{match_id}/1").text
    assert "asked the coach" not in text
    assert "Each player may ask" not in text
    assert club.look(match_id).seats[0].helped == 0
