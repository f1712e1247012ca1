"""Stores events as numbers. Statistics are computed from events and states, so no rule needs to be written twice.

Interpreted rules collect their events in a list. Compiled rules write them straight into an EventLog. An observer reads
the same log either way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from breakaway.core.events import Event
from breakaway.core.rule import ROOM, Rulebook, rule
from breakaway.core.state import number, table

LONGEST = 2048  # the most events between two calls of `forget`
ARGS = 6  # how many whole numbers of an event are kept


class TooMuchTold(OverflowError):
    """The log is full because `forget` was not called."""


@dataclass(slots=True)
class EventLog:
    """The events since the last `forget`, in order. Also counts each rule's events and notes which came last."""

    n: int = number()
    rule: list[int] = table(LONGEST)
    value: list[list[int]] = table(LONGEST, ARGS, kind="i4")
    count: list[int] = table(ROOM)
    last: list[int] = table(ROOM)


@rule()
def forget(log: EventLog) -> None:
    """Empties the log."""
    for i in range(log.n):
        log.count[log.rule[i]] = 0
    log.n = 0


@rule()
def was_told(log: EventLog, rule: int) -> bool:
    """Whether an event of this rule was reported since the last `forget`."""
    return bool(log.count[rule] > 0)


@rule()
def said(log: EventLog, rule: int, i: int) -> int:
    """The i-th number (from 0) of the last event of this rule, or 0 if there was no such event."""
    return int(log.value[log.last[rule]][i]) if log.count[rule] > 0 else 0


@rule()
def note_one(log: EventLog, rule: int) -> int:
    """Notes an event of the rule with this number. Returns the event's index in `value`. Raises TooMuchTold."""
    i = log.n
    if i >= LONGEST:
        too_much()
    log.rule[i] = rule
    log.count[rule] += 1
    log.last[rule] = i
    log.n = i + 1
    return i


def too_much() -> None:
    """Raises TooMuchTold."""
    raise TooMuchTold(f"more than {LONGEST} events without a call to forget()")


def note_all(log: EventLog, events: Sequence[Event], rules: Rulebook) -> None:
    """Notes a list of events. `rules` gives the number of each rule."""
    for event in events:
        i = note_one(log, rules[event.rule])
        for j in range(ARGS):
            log.value[i][j] = int(event.args[j]) if j < len(event.args) else 0


class Reads:
    """The numbers of the rules whose events a game's statistics read.

    `reads(rule)` adds the number of that rule, and returns the number.
    """

    def __init__(self, rules: Rulebook) -> None:
        self.rules, self.numbers = rules, set[int]()

    def __call__(self, rule: str) -> int:
        """The number of the rule with this id. Raises KeyError for an unknown id."""
        self.numbers.add(self.rules[rule])
        return self.rules[rule]


Observe: TypeAlias = Callable[[Any, Any, Any, EventLog, Any, Any, int], int]


@dataclass(frozen=True, eq=False)
class Statistics:
    """How a game's statistics are computed. The lab must be able to compile `observe`, `row` and `match`.

    - `row`, `match`: flat classes for one row and for the totals of a match. A new row contains only zeros.
    - `observe(before, after, config, log, match, rows, at)`: called after every step. Adds to `match` and writes rows
      from `rows[at]` on. May leave the last row unfinished. Calls `forget(log)` once it has read the events. Returns
      `at` plus the number of finished rows.
    - `most`: the most rows that one step can finish.
    - `words(config, names)`: the meanings of each column's codes, in order from 0. Codes beyond the end of the list
      have no meaning.
    - `seats(config)`: the name of each seat as used in column names.
    - `flags`: columns that are 0 or 1.
    - `scaled`: columns counted in fractions of a unit, and how many fractions make one unit.
    - `remember(before, s)`: called with the state `s` in which a step begins. Copies into `before` the parts of `s`
      that `observe` needs after the step. If None, the lab copies all of `s`.
    - `reads`: the numbers of all rules whose events `observe` reads. The lab's logs leave out all other events. If
      None, logs need every event.
    - `is_over(row)`: whether the play of a row is over. Only games with rulings on plays have this function; their
      unfinished rows are public.
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
    remember: Callable[[Any, Any], None] | None = None
    reads: frozenset[int] | None = None
