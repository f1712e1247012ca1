"""Lets long tasks stop early. Code that reads a record line by line calls `checkpoint`, where it may be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_pause: ContextVar[Callable[[], None] | None] = ContextVar("pause", default=None)


class Stopped(Exception):
    """The work was stopped before it was done, because nobody was waiting for it anymore."""


def checkpoint() -> None:
    """A point at which long work may pause or end. Raises Stopped. Does nothing outside a `pausing` block."""
    pause = _pause.get()
    if pause is not None:
        pause()


@contextmanager
def pausing(pause: Callable[[], None]) -> Iterator[None]:
    """A block in which each checkpoint calls `pause`, which may raise Stopped."""
    before = _pause.set(pause)
    try:
        yield
    finally:
        _pause.reset(before)
