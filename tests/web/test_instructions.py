"""Standing instructions on the page: ticked, kept in their order, answered with, and nobody else's business."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx2
import pytest
from markupsafe import escape
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.games.football.text.words import SAYS
from breakaway.games.manifest import GAMES, find
from breakaway.records.match import Start
from tests.club.starts import any_order, device_of, fate_match, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import WIDE, sit_down, stamp, wait_for_news
from tests.web.session import browser, csrf, post
from tests.web.twins import NAME, Two, differing, everything, listen, token


def ticked(text: str) -> list[str]:
    """The instructions whose boxes are ticked."""
    return re.findall(r'name="standing" value="([^"]+)" checked', text)


@pytest.mark.parametrize("game", GAMES)
def test_every_instruction_has_its_sentence(game: str) -> None:
    found = find(game)
    assert found.instructions.keys() == found.instructions_say.keys()


def test_boxes_are_ticked_and_unticked_without_scripts_and_stand_in_the_order_given(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    club.resolve(made.id)
    client, where = browser(club), f"/match/{made.id}/1"
    text = client.get(where).text
    assert [text.count(escape(says)) for says in SAYS.values()] == [1] * len(SAYS)
    assert not ticked(text)
    answer = post(client, f"{where}/instruct", standing=["never onside"])
    assert answer.status_code == 200
    assert ticked(answer.text) == ["never onside"]
    answer = post(client, f"{where}/instruct", standing=["never audible", "never onside", "never ice"])
    assert club.look(made.id, 0).instructions == ["never onside", "never audible", "never ice"]
    assert "priority 1" in answer.text
    post(client, f"{where}/instruct", standing=["never ice"])
    assert club.look(made.id, 0).instructions == ["never ice"]
    post(client, f"{where}/instruct")
    assert club.look(made.id, 0).instructions == []
    assert "priority" not in client.get(where).text


def test_what_is_no_instruction_is_said_in_a_sentence_and_changes_nothing(club: Club) -> None:
    made = club.create("football", football_match(), here=[0])
    client, where = browser(club, tokens=(made.tokens[1],)), f"/match/{made.id}/1"
    post(client, f"{where}/instruct", standing=["never ice"])
    answer = post(client, f"{where}/instruct", standing=["never ice", "<b>always win"])
    assert answer.status_code == 422
    assert "Nothing was changed" in answer.text
    assert "<b>always" not in answer.text
    assert post(client, f"/match/{made.id}/watch/instruct", standing=["never ice"]).status_code == 403
    assert client.post(f"{where}/instruct", data={"standing": "never onside"}).status_code == 403
    stranger = browser(club, "a-browser-of-the-tests-2", here=False)
    assert post(stranger, f"{where}/instruct", standing=["never onside"]).status_code == 403
    assert club.look(made.id, 0).instructions == ["never ice"]
    club.resign(made.id, 0)
    assert post(client, f"{where}/instruct", standing=[]).status_code == 409
    assert 'name="standing"' not in client.get(where).text


def test_one_that_answers_what_is_asked_just_now_plays_on(club: Club) -> None:
    made = club.create("cycling", race(("human", "random")), here=[0])
    play_out(club, made.id, turns=1)
    before = club.look(made.id).turn
    answer = post(browser(club), f"/match/{made.id}/1/instruct", standing=["highest"])
    assert answer.status_code == 200
    assert club.look(made.id).turn > before
    assert club.look(made.id).is_over, "from then on nobody is asked any more"


def test_who_watches_sees_no_panel(club: Club) -> None:
    client = browser(club)
    for made in (club.create("fate", fate_match(), here=[0, 1]), club.create("football", football_match(), here=[0])):
        assert "Standing instructions" in client.get(f"/match/{made.id}/1").text
        assert "Standing instructions" not in client.get(f"/match/{made.id}/watch").text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "start", "name"), [("football", football_match, "never ice"), ("fate", fate_match, "no time outs")]
)
def test_what_was_ticked_on_a_page_changes_no_byte_for_any_other_seat(
    twins: Two, game: str, start: Callable[..., Start], name: str
) -> None:
    one, two = twins(game, start)
    client = browser(two, here=False, tokens=(token(1),))
    post(client, f"/match/{NAME}/2/instruct", standing=[name])
    for seat in (-1, 0):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"
    assert differing(everything(one, 1), everything(two, 1)), "its own page was to differ"


@pytest.mark.slow
def test_streams_of_others_say_nothing_when_a_box_is_ticked(twins: Two, serve: Serve) -> None:
    one, two = twins("football", football_match)
    heard = []
    for which, club in enumerate((one, two)):
        address = serve(club)
        streams, own = [listen(address, club, seat) for seat in (-1, 0)], listen(address, club, 1)
        cookies = {"browser": "a-browser-of-the-tests-1", "seats": device_of(token(1))}
        with httpx2.Client(cookies=cookies, verify=False) as client:
            token_of_page = csrf(client.get(f"{address}/rules/football").text)
            for names in [["never ice"], ["never ice", "never onside"], []][: 3 * which]:
                sent = client.post(
                    f"{address}/match/{NAME}/2/instruct", data={"csrf": token_of_page, "standing": names}
                )
                assert sent.status_code == 303, sent.text
        own.until(which)
        seat = club.look(NAME).waiting[0]
        order = any_order(club, NAME, seat, 1)
        with club.at_work(NAME) as table:  # something that everybody sees, in one piece
            table.match.choose(seat, order)
            table.play_turn()
        for stream in streams:
            stream.until(1)
            stream.done.set()
        own.done.set()
        heard.append([stream.events() for stream in streams])
    assert heard[0] == heard[1]
    assert [len(each) for each in heard[0]] == [1, 1]


@pytest.mark.slow
def test_what_is_ticked_and_not_sent_yet_survives_what_others_do(chromium: Browser, club: Club, serve: Serve) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    address = serve(club)
    page = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
    with page.expect_response("**/stream?*"):
        sit_down(page, address, made.tokens[0])
    page.locator("#tab-menu").press("Enter")
    page.locator("#standing > summary").press("Enter")
    ice = page.get_by_label(SAYS["never ice"])
    ice.press("Space")
    expect(ice).to_be_checked()
    for number in range(3):
        before, seat = stamp(page), club.look(made.id).waiting[0]
        club.choose(made.id, seat, any_order(club, made.id, seat, number))
        club.resolve(made.id)
        wait_for_news(page, before)
        expect(ice).to_be_checked()
        expect(ice).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Save these").press("Enter")
    assert club.look(made.id, 0).instructions == ["never ice"]
    page.locator("#tab-menu").press("Enter")
    page.locator("#standing > summary").press("Enter")
    expect(page.get_by_label(SAYS["never ice"])).to_be_checked()
