"""A page that an answer and a stream want at the same moment is made once, and so is a part that many pages show."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from breakaway.core.language import use
from breakaway.display.document import Grid
from breakaway.server.long_tasks import FRESH, MOST, RecentResults
from breakaway.web import pages


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
        assert pages._once(macro, f"{n:010}") == f"{n:010}" * 2
        assert sum(map(len, pages._written.values())) <= 100
