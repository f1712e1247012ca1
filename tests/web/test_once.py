"""A page that an answer and a stream want at the same moment is made once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from breakaway.server.long_tasks import FRESH, MOST, RecentResults


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
