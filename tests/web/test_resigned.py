"""Resigning on the page, and how the terminal tells it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.terminal.replay import replay
from tests.club.starts import any_order, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import WIDE, sit_down, stamp, wait_for_news
from tests.web.session import browser, orders, post


def test_one_of_two_resigns_on_the_page_and_the_terminal_tells_it(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=5)
    client = browser(club)
    text = client.get(f"/match/{made.id}/1").text
    assert "Yes, I resign" in text
    assert post(client, f"/match/{made.id}/watch/resign").status_code == 403
    assert not club.look(made.id).is_over
    answer = post(client, f"/match/{made.id}/1/resign")
    assert answer.status_code == 200
    for place in ("1", "2", "watch"):
        shown = client.get(f"/match/{made.id}/{place}").text
        assert "Lightning has resigned: Fire wins (Lightning 0, Fire 0)" in shown
        assert not orders(shown)
        assert "Yes, I resign" not in shown
    assert post(client, f"/match/{made.id}/2/resign").status_code == 409
    assert "Signed by a server you trust" in client.get(f"/match/{made.id}/check").text
    path = tmp_path / "given up.match"
    path.write_bytes(client.get(f"/match/{made.id}/record").content)
    replay(str(path), step=False)
    assert "Lightning has resigned: Fire wins (Lightning 0, Fire 0)." in capsys.readouterr().out


def test_of_several_one_resigns_and_nobody_waits_for_him_any_more(club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "human")), here=[0, 1, 2])
    play_out(club, made.id, turns=1)
    for seat in (1, 2):
        club.choose(made.id, seat, any_order(club, made.id, seat, 1))
    before, client = club.look(made.id).turn, browser(club)
    assert "The rules for absent players will apply to my seat" in client.get(f"/match/{made.id}/1").text
    answer = post(client, f"/match/{made.id}/1/resign")
    assert answer.status_code == 200
    assert club.look(made.id).turn == before + 1, "the others had chosen: their turn is played"
    own, others = client.get(f"/match/{made.id}/1").text, client.get(f"/match/{made.id}/2").text
    assert "You have resigned." in own
    assert "The match goes on: the rules for absent players now apply to your seat." in own
    assert not orders(own)
    assert "Yes, I resign. The other side wins." in others
    for text in (own, others, client.get(f"/match/{made.id}/watch").text):
        assert text.count("has resigned") == 2, "in the table and in the list of seats"
    assert post(client, f"/match/{made.id}/1/resign").status_code == 409
    assert post(client, f"/match/{made.id}/3/resign").status_code == 200
    assert "Green has resigned: Blue wins (" in client.get(f"/match/{made.id}/watch").text
    assert "Signed by a server you trust" in client.get(f"/match/{made.id}/check").text


@pytest.mark.slow
def test_with_keys_alone_one_resigns_and_the_other_ones_browser_learns_it_by_its_stream(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    made = club.create("football", football_match())
    play_out(club, made.id, turns=5)
    address, pages = serve(club), []
    for token in (made.tokens[0], made.tokens[1]):
        page = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
        with page.expect_response("**/stream?*"):
            sit_down(page, address, token)
        pages.append(page)
    mine, other = pages
    before = stamp(other)
    reach(mine, "button", "Plays")
    mine.keyboard.press("ArrowLeft")  # from the first tab round to the last: the match
    reach(mine, "summary", "Resign")
    mine.keyboard.press("Enter")
    reach(mine, "button", "Yes, I resign. The other side wins.")
    with mine.expect_navigation():
        mine.keyboard.press("Enter")
    wait_for_news(other, before)
    for page in pages:
        expect(page.get_by_role("heading", name="Lightning has resigned: Fire wins")).to_be_visible()
        assert not page.locator("button[name=order]").count()
    assert club.look(made.id).resigned == 0


def reach(page: Page, kind: str, text: str) -> None:
    """Presses Tab until something is in focus; everything is reached in this way."""
    for _ in range(200):
        page.keyboard.press("Tab")
        found = page.evaluate("[document.activeElement.localName, document.activeElement.textContent.trim()]")
        if found == [kind, text]:
            return
    raise AssertionError(f"Tab never comes to {text!r}")
