"""Engines do one piece of work after another, in threads of this process or on a cluster (`cluster.py`)."""

from __future__ import annotations

import platform
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache, partial
from typing import Any, Protocol

from breakaway.core.language import Trouble
from breakaway.games.manifest import find
from breakaway.lab.kept import source_hash
from breakaway.lab.own import HANGING, Hanging
from breakaway.lab.parts import Parts


class Engine(Protocol):
    """Runs pieces of work in threads or on a cluster."""

    def finished(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """Yields each item's number, counted from 0, and what `work` returned for it, as soon as the item is done.

        Takes only a few items in advance. Closing the generator waits for work that has begun, and begins no new work.
        """


class Cluster(Engine, Protocol):
    """An engine whose workers play the chunks of a simulation and write them."""

    def chunks(self, parts: Parts, asked: list[tuple[int, int]]) -> Generator[tuple[int, Any], None, None]:
        """Once a chunk that was `asked` for is written to `parts`, yields its number and how many matches it has."""


class Threads:
    """An engine that works in threads of this process."""

    def __init__(self, workers: int, pause: float | None = None, look: Callable[[], None] | None = None) -> None:
        """The engine calls `look` every `pause` seconds while it waits for results. `look` may raise Hanging."""
        self.workers, self.pause, self.look = workers, pause, look

    def finished(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """See `Engine.finished`, also for `work` and `items`."""
        pool, hangs = ThreadPoolExecutor(self.workers, HANGING), False
        going: dict[Future[Any], int] = {}
        try:
            for number, item in enumerate(items):
                if len(going) > self.workers:
                    yield from self._next(going)
                going[pool.submit(work, item)] = number
            while going:
                yield from self._next(going)
        except Hanging:
            hangs = True
            raise
        finally:
            pool.shutdown(wait=not hangs, cancel_futures=True)

    def _next(self, going: dict[Future[Any], int]) -> Iterator[tuple[int, Any]]:
        """Waits until some work is finished, and yields its result. Raises any error of the work, or Hanging."""
        while True:
            ended, _ = wait(going, self.pause, return_when=FIRST_COMPLETED)
            if ended:
                break
            if self.look is not None:
                self.look()
        for each in sorted(ended, key=lambda future: going[future]):
            yield going.pop(each), each.result()


def same_rules(name: str, work: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same `work`, except that it raises Trouble if the process that runs it has different rules or data for the
    game called `name` than this process has.
    """
    return partial(_with_rules, name, _rules_hash(name), work)


@cache
def _rules_hash(name: str) -> str:
    return source_hash(find(name))


def _with_rules(name: str, wanted: str, work: Callable[[Any], Any], item: Any) -> Any:
    if _rules_hash(name) != wanted:
        raise Trouble(
            f"a worker on {platform.node()} has different rules or data for {name}, or a different Python or Numba "
            "version; install the same version of breakaway and the same lock file on both machines"
        )
    return work(item)
