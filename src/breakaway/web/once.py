"""Does the same work only once, even if several threads need it.

For example, the reply to a choice and the player's own stream share one page.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")
FRESH = 1.0  # seconds during which a result is used again
MOST = 64  # results that are kept


class Once(Generic[T]):
    """Recent results, each under a key that contains everything that the result depends on. Safe to use from several
    threads.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._made: OrderedDict[Hashable, tuple[float, Future[T]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The recent result for this `key`. If there is none yet, waits for the thread that is making one, or calls
        `make`.

        Raises the errors of `make`.
        """
        with self._guard:
            began, future = self._made.get(key, (0.0, None))
            if future is not None and self._clock() - began < FRESH:
                mine = None
            else:
                mine = future = Future()
                self._made[key] = self._clock(), future
                self._made.move_to_end(key)
                if len(self._made) > MOST:
                    self._made.popitem(last=False)
        if mine is not None:
            self._fill(key, mine, make)
        return future.result()

    def _fill(self, key: Hashable, mine: Future[T], make: Callable[[], T]) -> None:
        try:
            mine.set_result(make())
        except BaseException as error:
            with self._guard:
                self._made.pop(key, None)
            mine.set_exception(error)
