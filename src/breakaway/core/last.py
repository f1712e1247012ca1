"""How a match stands by its record alone, without playing anything again: for lists. Nothing is checked."""

from __future__ import annotations

from typing import Any, TypeVar

from breakaway.core.game import Game
from breakaway.core.record import Record
from breakaway.core.replay import upgraded

S = TypeVar("S")


def last_state(game: Game[S, Any], record: Record) -> S:
    """The state that the last entry left, from the stored changes.

    Raises BadState, KeyError, TypeError or IndexError for a record that does not hold.
    """
    plain: dict[str, Any] = record.header["state"]
    before: list[dict[str, Any]] = []
    for line in record.lines[1:]:
        kind = line["kind"]
        if kind == "undo":
            plain = before.pop()
        elif kind == "edition":
            before.clear()
            plain = line["state"]
        elif kind in ("turn", "decree"):
            before.append(plain)
            plain = {**plain, **line["changes"]}
    return upgraded(game, plain)


def gone_in(record: Record) -> list[int]:
    """The seats that have given up, in that order, and did not come back by an undo."""
    gone: list[int] = []
    before: list[int] = []
    for line in record.lines[1:]:
        kind = line["kind"]
        if kind == "undo" and before:
            del gone[before.pop() :]
        elif kind == "edition":
            before.clear()
        elif kind in ("turn", "decree"):
            before.append(len(gone))
        elif kind == "resign":
            gone.append(line["seat"])
    return gone
