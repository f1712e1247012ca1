"""What was told, as numbers: statistics are made from events and states, so that no rule is written again for them.

Interpreted, events are a list; compiled, `tell` writes into a Told record instead. An observer reads the same either
way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from breakaway.core.events import Event
from breakaway.core.rule import Rulebook, rule
from breakaway.core.state import number, table

ROOM = 400  # rule numbers are below this
LONGEST = 2048  # events that are remembered at once
ARGS = 6  # whole numbers of an event that are kept


class TooMuchTold(OverflowError):
    """More was told than is remembered: nobody called `forget`."""


@dataclass(slots=True)
class EventLog:
    """The events since `forget`, in order, and for each rule how often it was told and which event was the last."""

    n: int = number()
    rule: list[int] = table(LONGEST)
    value: list[list[int]] = table(LONGEST, ARGS, kind="i4")
    count: list[int] = table(ROOM)
    last: list[int] = table(ROOM)


@rule()
def forget(told: EventLog) -> None:
    """Nothing was told yet."""
    for i in range(told.n):
        told.count[told.rule[i]] = 0
    told.n = 0


@rule()
def was_told(told: EventLog, rule: int) -> bool:
    """Whether this rule was told."""
    return bool(told.count[rule] > 0)


@rule()
def said(told: EventLog, rule: int, i: int) -> int:
    """The i-th number of the last event of this rule; 0 when it was not told."""
    return int(told.value[told.last[rule]][i]) if told.count[rule] > 0 else 0


@rule()
def note_one(told: EventLog, rule: int) -> int:
    """Notes the event of a rule (its number) and returns its place, for its numbers. Raises TooMuchTold."""
    i = told.n
    if i >= LONGEST:
        too_much()
    told.rule[i] = rule
    told.count[rule] += 1
    told.last[rule] = i
    told.n = i + 1
    return i


def too_much() -> None:
    """Raises TooMuchTold."""
    raise TooMuchTold(f"more than {LONGEST} events were told at once")


def note_all(told: EventLog, events: Sequence[Event], rules: Rulebook) -> None:
    """Notes a list of events; `rules` gives the number of each rule."""
    for event in events:
        i = note_one(told, rules[event.rule])
        for j in range(ARGS):
            told.value[i][j] = int(event.args[j]) if j < len(event.args) else 0


Observe: TypeAlias = Callable[[Any, Any, Any, EventLog, Any, Any, int], int]


@dataclass(frozen=True, eq=False)
class Statistics:
    """How the matches of a game are counted; everything compiles.

    observe(before, after, config, told, match, rows, at) -> the number of finished rows, at or more: called after every
    step. It adds to `match`, writes rows[at] and those after it, may keep an unfinished row at the end, and calls
    `forget(told)` when it has read what was told. Rows and matches are flat classes; a new row is all 0.

    A step finishes `most` rows at most. `words(config, names)` says what a column's codes mean, from 0 on; codes beyond
    them mean nothing. `seats(config)` are the words for the columns of a table by seat. Columns of `flags` are 0 or 1,
    and of `scaled` in such a fraction of a unit. `is_over(row)`, for games whose plays can be ruled on: whether a row
    is of a play that is over; what such a game has in an unfinished row is public.
    """

    row: type[Any]
    match: type[Any]
    observe: Observe
    most: int
    words: Callable[[Any, Mapping[str, Any]], Mapping[str, Sequence[str]]]
    seats: Callable[[Any], Sequence[str]]
    flags: frozenset[str] = frozenset()
    scaled: Mapping[str, int] = field(default_factory=dict)
    is_over: Callable[[Any], bool] | None = None
