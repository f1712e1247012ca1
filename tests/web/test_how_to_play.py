"""How to play: a page for each game, with drawings of positions that the rules have reached, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from breakaway.club.club import Club
from breakaway.core.data_files import BadData
from breakaway.core.language import catalog, spoken
from breakaway.display import how_to_play
from breakaway.games.manifest import GAMES, find, load
from tests.kits import change_kit
from tests.web.conftest import Serve
from tests.web.foreign import not_for_translators
from tests.web.screens import CHROMIUM, faults_of_all
from tests.web.session import browser

GAMES_WITH_PAGE = [name for name in GAMES if GAMES[name].howto]
TEXTS = ("says", "title", "text", "points", "label")
LONGEST = 260  # characters of a paragraph


class Page(HTMLParser):
    """The ids and links of a page, and its drawings with their words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.drawings: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if tag == "a":
            self.links.append(found.get("href") or "")
        if found.get("class") == "how-drawing":
            assert found.get("role") == "img"
            self.drawings.append(found.get("aria-label") or "")


def file_of(name: str) -> Path:
    """The file with the texts of a game's page."""
    path: Path = load(GAMES[name].howto).file
    return path


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Every text in a file that people read."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, key)
    elif key in TEXTS:
        yield str(value)


def test_all_three_games_have_a_page() -> None:
    assert {"football", "fate", "cycling"} <= set(GAMES_WITH_PAGE)


@pytest.mark.parametrize("name", GAMES_WITH_PAGE)
def test_a_page_has_contents_drawings_with_words_and_no_broken_link(club: Club, name: str) -> None:
    text = browser(club).get(f"/rules/{name}").text
    page = Page(text)
    made = how_to_play.guide(find(name))
    assert made is not None
    assert 8 <= len(made.sections) <= 12
    assert len(page.drawings) >= 5
    assert all(len(each.split()) >= 3 for each in page.drawings), "a drawing says in words what it shows"
    assert len(set(page.drawings)) == len(page.drawings)
    assert len(page.ids) == len(set(page.ids)), "an id stands twice"
    within = [each.removeprefix("#") for each in page.links if each.startswith("#")]
    assert not set(within) - set(page.ids) - {"main"}
    assert {section.id for section in made.sections} <= set(within), "the contents list every section"
    cited = {rule.rule for section in made.sections for rule in section.whys}
    assert len(cited) >= 20
    assert cited <= set(within)
    assert text.index('id="contents"') < text.index('class="how-section') < text.index('class="rulebook"')
    assert "<script>" not in text
    assert " style=" not in text


@pytest.mark.parametrize("name", GAMES_WITH_PAGE)
def test_a_page_is_in_german_as_far_as_it_is_translated(name: str) -> None:
    english = set(texts(tomllib.loads(file_of(name).read_text("utf-8"))))
    assert not not_for_translators(english)
    late = {text for text in english if catalog("de").gettext(text) == text}
    assert len(late) < len(english)
    with spoken("de"):
        made = how_to_play.guide(find(name))
    assert made is not None
    shown = {made.says}
    for section in made.sections:
        shown |= {section.title, *section.text, *section.points}
        shown |= {words for picture in section.pictures for words in (picture.label, picture.text)}
    assert shown & english == late


@pytest.mark.parametrize("name", GAMES_WITH_PAGE)
def test_a_page_is_short_sentences_in_short_paragraphs(name: str) -> None:
    for text in texts(tomllib.loads(file_of(name).read_text("utf-8"))):
        assert len(text) <= LONGEST, text
        for sentence in re.split(r"[.:;] ", text):
            assert len(sentence.split()) <= 25, sentence


def test_the_drawings_show_what_the_rules_made_of_the_match() -> None:
    played = how_to_play.played("football", file_of("football"))
    seven, run = played[6][0].state, played[3][0].state
    assert (run.line, run.down) == (8, 2), "two lines from the 30: BF-028, BF-029"
    assert (seven.line, seven.marker) == (10, 16), "a first down at the 50, the next at the 20: BF-116, BF-118"
    assert played[9][0].state.line == 18, "a breakaway of eight lines: BF-039 to BF-042"
    assert list(played[33][0].state.score) == [10, 0], "a touchdown, its extra point and a field goal"
    hands = how_to_play.played("cycling", file_of("cycling"))[3][0].state.hand
    assert 13 in hands[0], "3 and ten riders ahead in the string: BA-6.5"
    ball = how_to_play.played("fate", file_of("fate"))[26][0].state
    assert (ball.ball, ball.down, ball.clock) == (85, 4, 47), "on the 15, fourth down, 11:45 left"


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('draw = "field"', 'draw = "fields"', "unknown drawing 'fields'"),
        ("after = 33", "after = 99", "no turn 99"),
        ('rules = ["BF-002"', 'rules = ["BF-999"', "has no rule 'BF-999'"),
        ('title = "The idea"', 'titel = "The idea"', "title"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was: str, now: str, said: str
) -> None:
    path = tmp_path / "howto.toml"
    path.write_text(file_of("football").read_text("utf-8").replace(was, now, 1), "utf-8")
    wrong = how_to_play.HowTo(path, load(GAMES["football"].howto).drawings)
    monkeypatch.setattr(how_to_play, "load", lambda place: wrong)
    change_kit(monkeypatch, "football", howto=f"nowhere:{tmp_path.name}")
    with pytest.raises(BadData) as error:
        how_to_play.guide(find("football"))
    assert said in str(error.value)
    assert "howto.toml" in str(error.value)


def test_a_game_without_a_page_shows_its_rules_alone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    change_kit(monkeypatch, "fate", howto="")
    client = browser(club)
    text = client.get("/rules/fate").text
    assert "FF-001" in text
    assert "how-section" not in text
    found = client.get("/rules/football?q=fumble").text
    assert "how-section" not in found, "a search shows what it found, and nothing else"
    assert 'href="/rules/football"' in found


def test_the_front_page_links_to_how_to_play(club: Club) -> None:
    text = browser(club).get("/").text
    for name in GAMES_WITH_PAGE:
        assert f'href="/rules/{name}">How to play' in text


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
def test_axe_finds_nothing_on_the_pages_and_nothing_is_wider_than_a_small_phone(
    chromium: Browser, club: Club, serve: Serve, tmp_path: Path
) -> None:
    where = [f"/rules/{name}" for name in GAMES_WITH_PAGE]
    assert not faults_of_all(chromium, partial(serve.home, club), where, tmp_path)
    for language in ("en", "de"):
        context = chromium.new_context(
            viewport={"width": 320, "height": 640}, locale=language, java_script_enabled=False
        )
        page = context.new_page()
        address = serve.home(club, page)
        for each in where:
            page.goto(address + each)
            page.screenshot(path=tmp_path / f"320-{language}-{each.replace('/', '-')}.png", full_page=True)
            wide = page.locator("html").evaluate("html => html.scrollWidth")
            assert wide <= 320, (language, each)
            assert page.locator(".how-drawing svg:visible").count() >= 5
        context.close()
