"""A page that an answer and a stream want at the same moment is made once, and so is a part that many pages show."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.core.language import use
from breakaway.display import gridiron
from breakaway.display.document import Grid
from breakaway.display.match_page import CardRow
from breakaway.games.football.files import config as cards
from breakaway.records.match import Start
from breakaway.server.long_tasks import FRESH, MOST, RecentResults
from breakaway.web import pages
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match
from tests.web.session import browser


def test_threads_that_ask_together_share_what_one_of_them_makes() -> None:
    once: RecentResults[int] = RecentResults()
    begun, may_end = threading.Event(), threading.Event()
    made: list[int] = []

    def make() -> int:
        begun.set()
        may_end.wait(10)
        made.append(1)
        return 7

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(once.get, "a", make)
        begun.wait(10)
        others = [threads.submit(once.get, "a", make) for _ in range(3)]
        may_end.set()
        assert [each.result(10) for each in (first, *others)] == [7] * 4
    assert len(made) == 1


def test_what_was_made_is_handed_out_for_a_moment_only_and_for_nobody_else() -> None:
    now = [0.0]
    once: RecentResults[int] = RecentResults(lambda: now[0])
    assert once.get("a", lambda: 1) == once.get("a", lambda: 2) == 1
    assert once.get("b", lambda: 3) == 3
    now[0] = FRESH
    assert once.get("a", lambda: 4) == 4
    for n in range(MOST):
        once.get(n, lambda: 0)
    assert once.get("a", lambda: 5) == 5, "the oldest is let go"


def test_a_mistake_is_told_to_who_asked_and_is_not_kept() -> None:
    once: RecentResults[int] = RecentResults()
    with pytest.raises(ZeroDivisionError):
        once.get("a", lambda: 1 // 0)
    assert once.get("a", lambda: 6) == 6


def test_a_table_of_a_page_is_written_once_for_each_content_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_written", {})
    parts = pages.environment().from_string(
        '{% import "parts.html" as parts with context %}{{ parts.grid("fate", grid) }}'
    )
    one, two = (Grid("Score", ["", "Points"], [["Fire", points]], marks={(0, 1): ("!", "#000000")}) for points in "12")
    texts = [parts.render(grid=each) for each in (one, two, replace(one), replace(one, marks={}))]
    assert len(pages._written) == 3
    assert texts[0] == texts[2]
    assert len({*texts}) == 3
    use("de")
    try:
        parts.render(grid=one)
    finally:
        use("en")
    assert len(pages._written) == 4


def test_what_is_kept_of_pages_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_written", {})
    monkeypatch.setattr(pages, "_length", 0)
    monkeypatch.setattr(pages, "MOST", 100)
    macro = pages.environment().from_string("{% macro twice(each) %}{{ each }}{{ each }}{% endmacro %}").module.twice  # type: ignore[attr-defined]
    for n in range(20):
        assert pages._once("", macro, f"{n:010}") == f"{n:010}" * 2
        assert sum(len(text) for text, _value in pages._written.values()) <= 100


def test_a_pile_is_written_once_while_it_is_the_same_object(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_written", {})
    shown = pages.environment().from_string('{% import "cards.html" as cards %}{{ cards.pile(pile) }}').render
    texts = []
    for n in range(200):  # each pile may get the place in memory of one before it that nobody else holds
        texts.append(shown(pile=CardRow(f"Pile {n}", (), folded=True)))
        gc.collect(0)
    assert all(f"<h2>Pile {n}</h2>" in text for n, text in enumerate(texts))
    pile, before = CardRow("Mine", (), folded=True), len(pages._written)
    assert shown(pile=pile) == shown(pile=pile)
    assert len(pages._written) == before + 1


def football_with_secrets() -> Start:
    """Which cards have been given up is hidden, besides the calls."""
    config, options = cards.resolve("lightning", "fire", (), {"hidden_discards": True})
    return replace(football_match(), config=config, options=options)


def read(client: TestClient, match_id: str, place: str, language: str) -> str:
    """The page of a reader."""
    client.cookies.set("language", language)
    return client.get(f"/match/{match_id}/{place}").text


@pytest.mark.parametrize(("game", "start"), [("football", football_with_secrets), ("fate", fate_match)])
def test_what_is_kept_shows_no_reader_more_than_a_page_made_anew(
    club: Club, monkeypatch: pytest.MonkeyPatch, game: str, start: Callable[[], Start]
) -> None:
    """All pages follow one another in one process: a part that was kept for one reader is at hand for the next."""
    Wall(club)
    match_id = club.create(game, start(), here=[0, 1]).id
    club.resolve(match_id)
    client, secret = browser(club), 0
    for n in range(16):
        for seat in club.look(match_id).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, n))
            mine, other = (club.look(match_id, each) for each in (0, 1))
            secret += mine.observation.view != other.observation.view or mine.sealed != other.sealed
            for place, language in product(("2", "watch", "1"), ("en", "de")):
                kept = read(client, match_id, place, language)
                with monkeypatch.context() as patched:
                    patched.setattr(gridiron, "_parts", OrderedDict())
                    patched.setattr(pages, "_written", {})
                    assert read(client, match_id, place, language) == kept
        club.resolve(match_id)
    assert secret > 2
