"""The check of a record in the visitor's own browser, and the page with the server's key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club
from breakaway.core import language
from breakaway.records.verify import public_key
from breakaway.web.pages import sentences, words
from tests.club.starts import play_out, race
from tests.web.foreign import not_for_translators
from tests.web.screens import WIDE, faults, watched
from tests.web.session import browser

Serve = Callable[[Club], str]


def finished(club: Club) -> str:
    """The id of a race that is over."""
    made = club.create("cycling", race(("human", "human")), "A short race", here=[0, 1])
    play_out(club, made.id)
    return made.id


def test_the_page_of_the_key_shows_the_public_half_and_nothing_of_the_secret_half(club: Club) -> None:
    key = club.database.keys.signing
    own, stranger = (browser(club, here=here).get("/key") for here in (True, False))
    assert own.status_code == stranger.status_code == 200
    assert f'<code class="key">{public_key(key)}</code>' in stranger.text
    assert key.private_bytes_raw().hex() not in own.text + stranger.text


def test_the_check_names_the_key_that_stands_on_the_servers_page_and_links_to_it(club: Club) -> None:
    page = browser(club).get(f"/match/{finished(club)}/check").text
    assert public_key(club.database.keys.signing) in page
    assert '<a href="/key">' in page
    assert 'src="/static/check.mjs?v=' in page


def test_scripts_that_are_modules_come_as_scripts(club: Club) -> None:
    for name in ("check.mjs", "verify.mjs"):
        assert browser(club).get(f"/static/{name}").headers["content-type"].partition(";")[0].endswith("/javascript")


def test_the_script_says_what_the_catalogs_have(club: Club) -> None:
    assert len(sentences()) > 40
    assert not not_for_translators(sentences())
    language.use("de")
    try:
        for said, german in words().items():
            assert sorted(re.findall(r"\{\w+\}", german)) == sorted(re.findall(r"\{\w+\}", said)), said
    finally:
        language.use("en")


def checked(page: Page, address: str) -> str:
    """What the browser says about the record."""
    page.goto(address)
    page.click("#in-browser button")
    page.wait_for_selector("#in-browser .said p")
    return page.inner_text("#in-browser .said")


@pytest.mark.slow
def test_a_browser_checks_a_record_by_itself_and_finds_a_forged_one(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    address = f"{serve(club)}/match/{finished(club)}/check"
    page = chromium.new_page(viewport=WIDE)
    complaints = watched(page)
    said = checked(page, address)
    assert "Signed by a server you trust." in said
    key = public_key(club.database.keys.signing)
    assert f"the server with the key {key}" in said
    assert not faults(page)

    def forged(route) -> None:
        text = route.fetch().text()
        route.fulfill(body=text.replace('"score":[', '"score":[9'))

    page.route("**/record", forged)
    said = checked(page, address)
    assert "Not consistent." in said
    assert re.search(r"Line \d+: The seal is wrong", said)
    page.route("**/record", lambda route: route.fulfill(status=503))
    assert "could not be loaded" in checked(page, address)
    page.click('a[href="/key"]')
    page.wait_for_selector(f"text={key}")
    assert not faults(page)
    page.close()
    assert [each for each in complaints if "503" not in each] == []


@pytest.mark.slow
def test_a_browser_checks_a_record_in_german(chromium: Browser, club: Club, serve: Serve) -> None:
    context = chromium.new_context(locale="de-DE", viewport=WIDE)
    said = checked(context.new_page(), f"{serve(club)}/match/{finished(club)}/check")
    context.close()
    assert "Unterschrieben von einem Server, dem du vertraust." in said
    assert "Hier nicht geprüft: die Regeln des Spiels" in said


@pytest.mark.slow
def test_a_browser_without_cryptography_says_so_and_what_to_do(chromium: Browser, club: Club, serve: Serve) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.goto(f"{serve(club)}/match/{finished(club)}/check")
    page.wait_for_selector("#in-browser .missing:visible")
    assert "https" in page.inner_text("#in-browser .missing")
    assert not page.is_visible("#in-browser button")
    assert not faults(page)
    page.close()
