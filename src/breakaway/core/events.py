"""Events: what happened, by which rule, and who may see it. Told, never asked for.

An event is declared once, by name, with what its numbers are:

    BALL_MOVED = event("BF-028", seat=SEAT, lines=LINES, line=LINE)

Rules tell it (`tell(log, BALL_MOVED, s.offense, lines, s.line)`), and whoever reads it, reads by name: `event.lines`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

EVERYONE = -1  # the audience of a public event; else a bit for each seat that may see it
SPECTATOR = -1  # the seat of somebody who only watches


@dataclass(frozen=True)
class Declared:
    """What an event is: its rule, and the units of its numbers by their names, in the order in which they are told."""

    rule: str
    fields: dict[str, str]


DECLARED: dict[str, Declared] = {}  # of all games that were imported, by rule id


def event(rule: str, **fields: str) -> str:
    """Declares what the event of a rule tells, each number with its unit; returns the rule's id, for `tell`.

    A plain text, because compiled rules know nothing else. Raises ValueError for an event that is declared twice or
    names a number as an event's own parts are named.
    """
    if rule in DECLARED:
        raise ValueError(f"{rule} is declared twice")
    taken = sorted(set(fields) & {*Event._fields, "is_for"})
    if taken:
        raise ValueError(f"{rule}: {taken[0]} is the name of something that every event has")
    DECLARED[rule] = Declared(rule, fields)
    return rule


def field(rule: str, name: str) -> int:
    """The place of the number `name` among the numbers of a rule's event, for compiled readers. Raises ValueError."""
    return list(DECLARED[rule].fields).index(name)


class Event(NamedTuple):
    """Something that happened: the rule that made it happen, the seats that may know, and its whole numbers.

    A number of a declared event is an attribute of its name.
    """

    rule: str
    audience: int
    args: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """A number by its name; raises AttributeError for one that this event does not tell."""
        declared = DECLARED.get(self.rule)
        if declared is None or name not in declared.fields:
            raise AttributeError(f"{self.rule} tells no {name}")
        return self.args[list(declared.fields).index(name)]

    def is_for(self, seat: int) -> bool:
        """Whether this seat (`SPECTATOR` for a spectator) may see the event."""
        return self.audience == EVERYONE or (seat != SPECTATOR and bool(self.audience >> seat & 1))


Log: TypeAlias = "list[Event] | None"


def tell(log: Log, rule: str, *args: int) -> None:
    """Tells everyone the event of this rule. Compiled, where the log is None, this is nothing at all."""
    if log is not None:
        log.append(Event(rule, EVERYONE, args))


def tell_only(log: Log, seats: int, rule: str, *args: int) -> None:
    """Tells the event of this rule to the seats whose bits are set (`EVERYONE` for all) and nobody else."""
    if log is not None:
        log.append(Event(rule, seats, args))
