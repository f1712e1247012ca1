"""Events: what happened, by which rule, and who may see it. Rules report events and never read them.

Each event is declared once, by name, with the unit of each of its numbers:

    BALL_MOVED = event("BF-028", seat=SEAT, lines=LINES, line=LINE)

A rule reports it: `tell(log, BALL_MOVED, s.offense, lines, s.line)`. Readers get an event's numbers by name:
`event.lines`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

EVERYONE = -1  # the audience of a public event; other audiences have a bit for each seat that may see the event
SPECTATOR = -1  # the seat number of a spectator


@dataclass(frozen=True)
class Declared:
    """The declaration of an event: its rule, and the name and unit of each number.

    The numbers are in the order in which `tell` takes them.
    """

    rule: str
    fields: dict[str, str]


DECLARED: dict[str, Declared] = {}  # the events of all imported games, by rule id


def event(rule: str, **fields: str) -> str:
    """Declares the event of a rule, with the unit of each number. Returns the rule's id, which `tell` takes.

    The id is plain text, because compiled rules can use nothing else. Raises ValueError if the event is declared twice,
    or if a number has the name of a field that all events have.
    """
    if rule in DECLARED:
        raise ValueError(f"{rule} is declared twice")
    taken = sorted(set(fields) & {*Event._fields, "is_for"})
    if taken:
        raise ValueError(f"{rule}: a number cannot be called {taken[0]}, because every event has a field of that name")
    DECLARED[rule] = Declared(rule, fields)
    return rule


def field(rule: str, name: str) -> int:
    """The index of the number called `name` in a rule's event, for compiled readers. Raises ValueError."""
    fields = list(DECLARED[rule].fields)
    if name not in fields:
        raise ValueError(f"the event of {rule} has no number called {name}")
    return fields.index(name)


class Event(NamedTuple):
    """Something that happened: the rule behind it, the seats that may see it, and its numbers.

    Each number of a declared event can also be read as an attribute, by its name.
    """

    rule: str
    audience: int
    args: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """The number with this name. Raises AttributeError if this event has no number of that name."""
        declared = DECLARED.get(self.rule)
        if declared is None or name not in declared.fields:
            raise AttributeError(f"the event of {self.rule} has no number called {name}")
        return self.args[list(declared.fields).index(name)]

    def is_for(self, seat: int) -> bool:
        """Whether this seat (`SPECTATOR` for a spectator) may see the event."""
        return self.audience == EVERYONE or (seat != SPECTATOR and bool(self.audience >> seat & 1))


Log: TypeAlias = "list[Event] | None"


def tell(log: Log, rule: str, *args: int) -> None:
    """Reports the event of this rule to everyone.

    Does nothing if the log is None. Compiled code leaves out the call in that case.
    """
    if log is not None:
        log.append(Event(rule, EVERYONE, args))


def tell_only(log: Log, seats: int, rule: str, *args: int) -> None:
    """Reports the event of this rule only to the seats whose bits are set in `seats` (`EVERYONE` for all)."""
    if log is not None:
        log.append(Event(rule, seats, args))
