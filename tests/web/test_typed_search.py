"""The boxed game on people's own table: a card or die is found by its number, its name or what is printed on it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from breakaway.club.club import Club
from breakaway.display.match_page import Outcome, fitting, narrowed
from tests.club.starts import any_order, fate_match, football_match, needed, play_typed
from tests.web.conftest import Serve
from tests.web.screens import faults
from tests.web.session import browser
from tests.web.test_typed import taps

CARD = "Game Day card"
PHONE = {"width": 360, "height": 740}
CHOICES = [
    Outcome(0, "1. Daylight", "D 0, O 0, field goal 9, punt 10", "1"),
    Outcome(9, "10. Missed block", "D turnover, O 3, field goal 8, punt 6", "10"),
    Outcome(11, "12. Met in the gap", "D -2, O 2, field goal 9, punt 8", "12"),
    Outcome(20, "21. Day off (run 1)", "D -1, O 1, field goal 8, punt 7", "21"),
]
TOTALS = [Outcome(k, f"{k - 4:+}" if k != 4 else "0", typed=str(k - 4)) for k in range(9)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", [1]),
        ("12", [12]),
        (" 012 ", [12]),
        ("2", []),
        ("99", []),
        ("BLOCK", [10]),
        ("day", [1, 21]),
        ("day run", [21]),
        ("12. met in the gap", [12]),
        ("d -2 o 2", [12]),
        ("-2 2 9 8", [12]),
        ("field goal 9", [1, 12]),
        ("", []),
        (" ", []),
        ("...", []),
        ("٣", []),
        ("<b>", []),
        ("9" * 400, []),
    ],
)
def test_a_number_names_one_card_and_words_all_that_have_them(text: str, found: list[int]) -> None:
    assert [int(each.typed) for each in fitting(CHOICES, text)] == found


@pytest.mark.parametrize(
    ("text", "left"), [("", 4), ("1", 3), ("2", 1), ("9", 0), ("day", 2), ("field goal", 4), ("-", 0)]
)
def test_while_it_is_typed_a_number_leaves_all_that_begin_with_it(text: str, left: int) -> None:
    assert len(narrowed(CHOICES, text)) == left


@pytest.mark.parametrize(
    ("text", "k"), [("-4", 0), ("\N{MINUS SIGN}4", 0), ("0", 4), ("-0", 4), ("+3", 7), ("3", 7), ("+03", 7)]
)
def test_totals_of_fate_dice_are_typed_with_or_without_a_sign(text: str, k: int) -> None:
    assert [each.k for each in fitting(TOTALS, text)] == [k]
    assert len(narrowed(TOTALS, "-")) == len(narrowed(TOTALS, "+")) == 4


def at_the_card(club: Club, label: str = CARD) -> tuple[str, list[int]]:
    """A match of football in which this card is drawn next: the page that asks for it, and what was tapped before."""
    made = club.create("football", football_match(chance="typed"), here=[0, 1])
    club.resolve(made.id)
    for number in range(60):
        look = club.look(made.id)
        if look.waiting:
            club.choose(made.id, look.waiting[0], any_order(club, made.id, look.waiting[0], number))
            club.resolve(made.id)
            continue
        typed: list[int] = []
        while (found := needed(club, made.id, 0, typed)) and found.label:
            if found.label == label and typed:
                return f"/match/{made.id}/1/dice", typed
            typed.append(found.possible[number % len(found.possible)])
        play_typed(club, made.id, typed, look.turn)
    raise AssertionError(f"no {label} came")


def searched(client: Any, where: str, typed: list[int], said: str, **more: str) -> Any:
    """The answer to a search, or to a key of the number pad; no redirect is followed."""
    fields = {"typed": ".".join(map(str, typed)), "said": said, **more}
    return client.get(where, params=fields, follow_redirects=False)


def field(text: str) -> str:
    """What the search field holds."""
    found = re.search(r'<input id="said"[^>]* value="([^"]*)"', text)
    assert found, text[:2000]
    return unescape(found[1])


@pytest.mark.slow
def test_a_card_is_found_by_number_or_title_without_scripts_and_what_is_wrong_loses_nothing(club: Club) -> None:
    client = browser(club)
    where, typed = at_the_card(club)
    before = ".".join(map(str, typed))
    page = client.get(f"{where}?typed={before}").text
    assert page.count("<details") >= 4, "cards stand under headings"
    assert len(taps(page)) > 40
    numbers = [int(each) for each in re.findall(r'class="button tap"[^>]* data-typed="(\d+)"', page)]
    for text in (str(numbers[0]), "second effort" if 3 in numbers else "stiff arm"):
        answer = searched(client, where, typed, text)
        assert answer.status_code == 303
        assert re.fullmatch(rf"{where}\?typed={re.escape(before)}\.\d+", answer.headers["location"])
    version = club.version(where.split("/")[2])
    gone = next(n for n in range(1, 99) if n not in numbers)
    for text in (str(gone), "99", "nonsense", "<b>x", "", "x" * 4000):
        answer = searched(client, where, typed, text)
        assert answer.status_code == 422, text
        assert f"such as {numbers[0]}" in answer.text, "what would be right"
        assert "Nothing that you entered earlier is lost" in answer.text
        assert len(taps(answer.text)) == len(numbers), "all cards are there still"
        assert f'name="typed" value="{before}"' in answer.text
        assert field(answer.text) == text[:40]
        assert "<b>x" not in answer.text
    some = searched(client, where, typed, "pass")
    assert some.status_code == 200
    assert 1 < len(taps(some.text)) < len(numbers)
    assert f"{len(taps(some.text))} of {len(numbers)} results match" in some.text
    assert club.version(where.split("/")[2]) == version
    wrong = client.get(where, params={"typed": "x", "said": "1"})
    assert wrong.status_code == 422
    assert "Nothing was changed" in wrong.text


@pytest.mark.slow
def test_the_number_pad_types_without_scripts(club: Club) -> None:
    client = browser(club)
    where, typed = at_the_card(club)
    page = searched(client, where, typed, "", digit="1").text
    assert field(page) == "1"
    assert 1 < len(taps(page)) <= 11
    page = searched(client, where, typed, "1", digit="2").text
    assert field(page) == "12"
    page = searched(client, where, typed, "12", digit="back").text
    assert field(page) == "1"
    assert field(searched(client, where, typed, "1", digit="<b>").text) == "1"
    assert searched(client, where, typed, "9", digit="9").status_code == 200, "nothing was sent yet"


def test_a_search_is_no_tap_and_tells_nobody(club: Club) -> None:
    """What one seat searches for changes no byte of any other page, and a spectator cannot search."""
    client = other = browser(club)  # each browser has a server of its own, and taps are in its memory
    where, typed = at_the_card(club)
    theirs = where.replace("/1/dice", "/2/dice")
    client.get(f"{where}?typed={'.'.join(map(str, typed))}")
    seen = other.get(theirs).content
    assert b"is entering the results" in seen
    for text, more in (("pass", {}), ("99", {}), ("1", {"digit": "2"})):
        searched(client, where, [*typed], text, **more)
        searched(client, where, [], text, **more)
        assert other.get(theirs).content == seen
    watch = where.replace("/1/dice", "/watch/dice")
    for text, more in (("1", {}), ("pass", {}), ("1", {"digit": "2"})):
        answer = searched(client, watch, typed, text, **more)
        assert answer.status_code == 403
        assert not taps(answer.text)


@pytest.mark.parametrize("game", ["football", "fate"])
def test_whoever_wins_the_coin_has_a_name(club: Club, game: str) -> None:
    start = football_match(chance="typed") if game == "football" else fate_match(chance="typed")
    names = [str(each["name"]) for each in start.seats]
    made = club.create(game, start, here=[0, 1])
    client, where = browser(club), f"/match/{made.id}/1/dice"
    for number in range(5):  # choices before the coin
        for seat in club.look(made.id).waiting:
            club.choose(made.id, seat, any_order(club, made.id, seat, number))
        club.resolve(made.id)
    page = client.get(where).text
    assert re.findall(r'class="button tap"[^>]*>([^<]+)<', page) == names
    for text in (names[1].upper(), "2"):
        assert searched(client, where, [], text).headers["location"].endswith("?typed=1")
    for text in (page, client.get(f"{where}?typed=1").text):
        shown = re.sub(r"<header.*?</header>", "", text, flags=re.S)
        assert not re.search(r"\b(Home|Away|Visitors|away|home)\b", shown), "teams have names"


def phone(chromium: Browser, serve: Serve, club: Club, theme: str = "light", scripts: bool = True) -> tuple[Page, str]:
    page = chromium.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        color_scheme=theme,  # type: ignore[arg-type]
        java_script_enabled=scripts,
    ).new_page()
    return page, serve.home(club, page)


def number_of(page: Page) -> str:
    """The number of a card of two digits that can come."""
    found = page.locator("a.tap").evaluate_all("all => all.map(each => each.dataset.typed)")
    return str(next(each for each in found if len(each) == 2))


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_all_53_cards_are_reached_from_one_screen(
    chromium: Browser, club: Club, serve: Serve, theme: str
) -> None:
    where, typed = at_the_card(club)
    page, home = phone(chromium, serve, club, theme)
    page.goto(f"{home}{where}?typed={'.'.join(map(str, typed))}")
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollHeight") < 1500, "the list alone was 5,200 pixels high"
    for each in (*page.locator(".finder button, #said").all(), *page.locator(".cards summary").all()):
        box = each.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert box["y"] + box["height"] <= PHONE["height"], "without scrolling"
    page.locator(".cards summary").first.tap()
    assert page.evaluate("document.documentElement.scrollHeight") < 1900, "a group scrolls inside itself"
    assert all(
        (each.bounding_box() or {"height": 0})["height"] >= 44 for each in page.locator(".cards a.tap:visible").all()
    )
    assert not faults(page)
    wanted = number_of(page)
    for digit in wanted:
        page.locator(f'.keypad button[value="{digit}"]').tap()
    expect(page.locator("#said")).to_have_value(wanted)
    assert page.locator("a.tap:visible").count() == 1
    assert not faults(page)
    page.locator(".keypad .main").tap()
    expect(page.locator(".so-far li").nth(len(typed))).to_contain_text(f"{wanted}. ")


@pytest.mark.slow
def test_digits_enter_and_backspace_do_all_of_it_and_words_narrow_the_list(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    where, typed = at_the_card(club)
    page, home = phone(chromium, serve, club)
    page.goto(f"{home}{where}?typed={'.'.join(map(str, typed))}")
    page.wait_for_load_state()
    wanted, all_of_them = number_of(page), page.locator("a.tap").count()
    page.keyboard.type(f"{wanted}7")
    page.keyboard.press("Backspace")
    expect(page.locator("#said")).to_have_value(wanted)
    page.keyboard.press("Enter")
    expect(page.locator(".so-far li").nth(len(typed))).to_contain_text(f"{wanted}. ")
    page.wait_for_load_state()
    page.keyboard.press("Backspace")
    expect(page.locator(".so-far li")).to_have_count(len(typed))
    page.wait_for_load_state()
    page.locator("#said").fill("pass")
    shown = page.locator("a.tap:visible")
    assert 1 < shown.count() < all_of_them
    expect(page.locator("#fits")).to_have_text(f"{shown.count()} of {all_of_them} results match")
    assert all("pass" in text.lower() for text in shown.all_text_contents())
    expect(page.locator(".keypad")).to_be_hidden()  # a phone's own keyboard leaves room for the cards only
    page.locator("#said").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“nonsense” is not one of the results that are possible now")
    expect(page.locator(".so-far li")).to_have_count(len(typed))
    assert page.locator(".cards summary:visible").count() == 4, "the list that the message speaks of"
    page.wait_for_load_state()
    page.keyboard.press("4")
    expect(page.locator("#said")).to_have_value("4")  # not after "nonsense"
    page.locator("#said").fill("")
    page.keyboard.press("Escape")
    expect(page.locator(".keypad")).to_be_visible()
    assert page.locator(".cards summary:visible").count() == 4


@pytest.mark.slow
def test_without_scripts_the_number_pad_enters_a_card(chromium: Browser, club: Club, serve: Serve) -> None:
    where, typed = at_the_card(club)
    page, home = phone(chromium, serve, club, scripts=False)
    page.goto(f"{home}{where}?typed={'.'.join(map(str, typed))}")
    for digit in "21":
        page.locator(f'.keypad button[value="{digit}"]').tap()
        page.wait_for_load_state()
    expect(page.locator("#said")).to_have_value("21")
    page.locator(".said .main").tap()
    expect(page.locator(".so-far li, [role=alert]").last).to_contain_text(re.compile(r"21\. |“21”"))
