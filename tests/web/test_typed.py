"""The boxed game on people's own table: dice and cards are tapped in, taken back, confirmed, and kept from others."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from breakaway.core.observation import NotNow
from breakaway.display.match_page import outcome_of
from breakaway.records.verify import Grade
from tests.club.starts import any_order, football_match, needed, play_typed
from tests.web.conftest import Serve
from tests.web.screens import faults
from tests.web.session import browser, csrf, orders, post, ticks, turn
from tests.web.test_without_scripts import _usual, choose, place_of


def taps(text: str) -> list[str]:
    """The addresses of all that can be tapped."""
    return [unescape(each) for each in re.findall(r'<a class="button tap" href="([^"]+)"', text)]


def confirm(client: Any, text: str, where: str) -> Any:
    """Presses "Yes, play the turn"."""
    typed = re.search(r'name="typed" value="([^"]*)"', text)
    assert typed, text[:2000]
    return client.post(f"{where}/dice", data={"csrf": csrf(text), "turn": turn(text), "typed": typed[1]})


def boxed(client: Any, game: str = "football", **more: str) -> Any:
    teams = {"football": {"team": "maulers", "versus": "fire"}, "fate": {"team": "Ants", "versus": "Bees"}}
    return post(client, f"/open/{game}", physical="1", **teams[game], **{**_usual(client, game), **more})


def roll(club: Club, match_id: str, rng: random.Random) -> list[int]:
    """What may come of a turn."""
    typed: list[int] = []
    while True:
        found = needed(club, match_id, 0, typed)
        assert found
        if not found.label:
            return typed
        typed.append(rng.choice(found.possible))


def test_whoever_has_seen_a_card_cannot_choose_again(club: Club) -> None:
    match_id, rng = club.create("football", football_match(chance="typed"), here=[0, 1]).id, random.Random(3)
    while not (asked := club.look(match_id).waiting):
        play_typed(club, match_id, roll(club, match_id, rng), club.look(match_id).turn)
    for seat in asked:
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    assert club.look(match_id).waiting == []
    sealed = club.look(match_id, asked[0]).sealed
    for seat in asked:
        with pytest.raises(NotNow, match=r"All choices have been made\. Now roll the dice and draw the cards"):
            club.choose(match_id, seat, any_order(club, match_id, seat, 2))
    assert club.look(match_id, asked[0]).sealed == sealed


@pytest.mark.slow
@pytest.mark.parametrize("game", ["football", "fate"])
def test_a_match_is_played_by_taps_alone_and_verifies(club: Club, game: str) -> None:
    client, rng = browser(club), random.Random(3)
    answer = boxed(client, game)
    (match,) = club.matches()
    tapped = confirmed = 0
    for _ in range(120):
        text, where = answer.text, place_of(answer)
        assert answer.status_code == 200, re.findall(r'class="refused".*?</p>', text)
        if "Yes, play the turn" in text:
            confirmed += 1
            answer = confirm(client, text, where)
        elif taps(text):
            tapped += 1
            answer = client.get(rng.choice(taps(text)))
        elif orders(text) or ticks(text):
            answer = choose(client, text, where, rng)
        else:
            link = re.search(r'href="([^"]+/dice)"', text)
            answer = client.get(link[1] if link else f"/match/{match.id}")
        if confirmed >= 8:
            break
    assert confirmed >= 8
    assert tapped >= confirmed
    assert club.look(match.id).header["chance"] == "typed"
    assert club.check(match.id).grade == Grade.UNSIGNED


@pytest.mark.slow
def test_a_whole_match_of_typed_cards_is_finished_and_holds(club: Club) -> None:
    rng = random.Random(1)
    made = club.create("football", football_match(("human", "sheet"), chance="typed"), here=[0])
    club.resolve(made.id)
    for number in range(400):
        look = club.look(made.id, 0)
        if look.is_over:
            break
        if look.waiting:
            club.choose(made.id, 0, any_order(club, made.id, 0, number))
            club.resolve(made.id)
        else:
            play_typed(club, made.id, roll(club, made.id, rng), look.turn)
    assert club.listed(made.id).status == "over"
    assert club.check(made.id).details[0].endswith("finished:")
    text = browser(club).get(f"/match/{made.id}/1").text
    assert "use their own dice and cards" in text
    assert post(browser(club), f"/match/{made.id}/1/again").status_code == 200


def asked(club: Club, client: Any) -> tuple[str, Any]:
    """A match whose first flip is asked for."""
    answer = boxed(client)
    (match,) = club.matches()
    return f"/match/{match.id}/1", client.get(f"/match/{match.id}/1/dice") if not taps(answer.text) else answer


def test_what_was_mistyped_is_taken_back_and_nothing_was_changed(club: Club) -> None:
    client = browser(club)
    where, answer = asked(club, client)
    match_id = where.split("/")[2]
    assert "Enter the result: flip" in answer.text
    assert len(taps(answer.text)) == 2
    assert "Maulers" in answer.text, "whose flip it is, by name"
    before = club.version(match_id)
    answer = client.get(taps(answer.text)[1])
    assert "Entered so far" in answer.text
    back = re.search(r'href="([^"]+)" data-key="Backspace"', answer.text)
    assert back
    answer = client.get(back[1])
    assert "Entered so far" not in answer.text
    assert club.version(match_id) == before
    assert club.look(match_id).turn == 0


@pytest.mark.parametrize("typed", ["7", "0.0.0.0.0.0.0.0.0.0.0.0", "999999"])
def test_outcomes_that_cannot_come_are_said_and_asked_again(club: Club, typed: str) -> None:
    client = browser(club)
    where, answer = asked(club, client)
    wrong = client.get(f"{where}/dice?typed={typed}")
    assert wrong.status_code == 422
    assert "is not possible" in wrong.text
    sent = client.post(f"{where}/dice", data={"csrf": csrf(answer.text), "turn": "0", "typed": typed})
    assert sent.status_code == 422
    assert club.look(where.split("/")[2]).turn == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("typed", ["x", "1..2", "-1", "<b>", "٣", "1." * 400 + "1"])
def test_what_is_no_outcome_is_said_in_a_sentence(club: Club, typed: str) -> None:
    client = browser(club)
    where, answer = asked(club, client)
    for wrong in (
        client.get(f"{where}/dice", params={"typed": typed}),
        client.post(f"{where}/dice", data={"csrf": csrf(answer.text), "turn": "0", "typed": typed}),
    ):
        assert wrong.status_code == 422
        assert "Nothing was changed" in wrong.text
        assert "<b>" not in wrong.text.replace("<b></b>", "")
    assert client.post(f"{where}/dice", data={"csrf": csrf(answer.text), "typed": "0"}).status_code == 422
    assert club.look(where.split("/")[2]).turn == 0


def test_of_two_phones_that_confirm_the_same_turn_one_is_told(club: Club) -> None:
    client = browser(club)
    where, _ = asked(club, client)
    match_id = where.split("/")[2]
    text = client.get(f"{where}/dice?typed={'.'.join(map(str, roll(club, match_id, random.Random(1))))}").text
    assert confirm(client, text, where).status_code == 200
    now = club.look(match_id).turn
    late = confirm(client, text, where)
    assert late.status_code == 409
    assert "has already been played" in late.text
    assert club.look(match_id).turn == now


def test_once_the_dice_are_asked_no_choice_is_changed_and_who_watches_types_nothing(club: Club) -> None:
    made = club.create("football", football_match(chance="typed"), here=[0, 1])
    client = browser(club)
    club.resolve(made.id)
    for number in range(60):
        look = club.look(made.id)
        if not look.waiting:
            if number > 10 and club.look(made.id, 0).observation.is_asked():
                break
            play_typed(club, made.id, roll(club, made.id, random.Random(number)), look.turn)
            continue
        (seat,) = look.waiting
        club.choose(made.id, seat, any_order(club, made.id, seat, number))
        club.resolve(made.id)
    where, look = f"/match/{made.id}/1", club.look(made.id, 0)
    assert look.sealed is not None
    page = client.get(where).text
    assert "Now roll the dice and draw" in page
    assert not orders(page)
    other = look.observation.write(any_order(club, made.id, 0, 99))
    answer = post(client, f"{where}/choose", order=other, turn=look.turn)
    assert answer.status_code == 409
    assert "Now roll the dice and draw the cards" in answer.text
    assert post(client, f"{where}/withdraw", turn=look.turn).status_code == 409
    with pytest.raises(NotNow, match="Now roll the dice"):
        club.choose(made.id, 0, any_order(club, made.id, 0, 99))
    assert club.look(made.id, 0).sealed == look.sealed
    assert client.get(f"/match/{made.id}/watch/dice").status_code == 403
    assert post(client, f"/match/{made.id}/watch/dice", typed="0", turn=look.turn).status_code == 403
    assert "Enter the result" not in client.get(f"/match/{made.id}/watch").text


def test_a_match_with_chance_of_its_own_asks_for_no_dice(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    club.resolve(made.id)
    client = browser(club)
    answer = client.get(f"/match/{made.id}/1/dice?typed=0")
    assert str(answer.url).endswith(f"/match/{made.id}/1")
    turns = club.look(made.id).turn
    assert post(client, f"/match/{made.id}/1/dice", typed="0", turn=turns).status_code == 409
    assert club.look(made.id).turn == turns


def test_every_card_of_the_deck_is_named_with_its_corners(club: Club) -> None:
    observation = club.look(club.create("football", football_match(chance="typed")).id).observation
    named = [outcome_of(observation, "Game Day card", k) for k in range(54) if observation.config.copies[k]]
    assert len({(each.label, each.says) for each in named}) == len(named)
    assert all(re.fullmatch(r"D \S+, O \S+, field goal \w+( \(.+\))?, punt \w+( \(.+\))?", each.says) for each in named)
    assert outcome_of(observation, "call die", 3).label == "4"
    assert outcome_of(observation, "flip", 1).label == "Fire"


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_beside_the_table(chromium: Browser, club: Club, serve: Serve, scripts: bool, tmp_path: Any) -> None:
    phone = {"width": 360, "height": 780}
    page = chromium.new_context(viewport=phone, has_touch=True, java_script_enabled=scripts).new_page()  # type: ignore[arg-type]
    page.goto(f"{serve.home(club, page)}/open/football")
    page.get_by_label("We are playing with the boxed game at our own table").check()
    page.get_by_role("button", name="Play now", exact=True).tap()
    page.wait_for_url("**/match/*/1**")
    (match,) = club.matches()
    for number in range(60):
        look = club.look(match.id, 0)
        if look.turn >= 5:
            break
        if look.waiting:
            club.choose(match.id, 0, any_order(club, match.id, 0, number))
            club.resolve(match.id)
        page.goto(page.url.partition("/match/")[0] + f"/match/{match.id}/1/dice")
        while page.locator("a.tap").count():
            for each in page.locator(".taps .tap").all()[:3]:
                box = each.bounding_box()
                assert box
                assert box["height"] >= 48
                assert box["x"] + box["width"] <= phone["width"]
            if scripts and number < 2:
                assert not faults(page)
            page.screenshot(path=tmp_path / f"tap{number}.png")
            if page.locator(".cards details:not([open]) summary").count():
                page.locator(".cards summary").first.tap()
            page.locator("a.tap:visible").first.tap()
            expect(page.get_by_role("heading", name="Entered so far")).to_be_visible()
            page.wait_for_load_state()  # with its style sheets: before them nothing has its size
        if page.get_by_role("button", name="Yes, play the turn").count():
            page.get_by_role("button", name="Yes, play the turn").tap()
            page.wait_for_url(lambda url: "typed=" not in url)
        page.wait_for_load_state()
    assert club.look(match.id).turn >= 5


@pytest.mark.slow
def test_fate_dice_are_tapped_face_by_face_or_typed_as_faces(club: Club) -> None:
    client = browser(club)
    answer = boxed(client, "fate")
    where = str(answer.url.path)
    match_id = where.split("/")[2]
    here = f"/match/{match_id}/1/dice"
    client.get(f"{here}?typed=0")  # the toss
    post(client, f"/match/{match_id}/1/dice", turn="0", typed="0")
    seat = club.look(match_id).waiting[0]
    post(client, f"/match/{match_id}/{seat + 1}/choose", order="receive", turn=str(club.look(match_id).turn))
    text = client.get(here).text
    assert "Tap the four dice one by one, or their total." in text
    tapped = ""
    for key, so_far in (("p", "+"), ("m", "+ −"), ("b", "+ − 0")):
        assert f"faces={tapped}{key}" in text
        tapped += key
        text = client.get(f"{here}?typed=&faces={tapped}").text
        assert f"Dice so far: {so_far}. Tap the next one." in text
    assert f"faces={tapped[:-1]}" in text, "the last die can be taken back"
    done = client.get(f"{here}?typed=&faces={tapped}p")
    assert str(done.url).endswith("typed=5"), "1 - 1 + 0 + 1 = 1"
    typed = client.get(f"{here}?typed=&said=%2B%2B--")
    assert str(typed.url).endswith("typed=4"), "1 + 1 - 1 - 1 = 0"
    assert "Tap the four dice one by one" in client.get(f"{here}?typed=&faces=xyz").text
