"""Events: what happened, by which rule, and who may see it. Told, never asked for."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

EVERYONE = -1  # the audience of a public event; else a bit for each seat that may see it
SPECTATOR = -1  # the seat of somebody who only watches


class Event(NamedTuple):
    """Something that happened: the rule that made it happen, the seats that may know, and its whole numbers."""

    rule: str
    audience: int
    args: tuple[int, ...]

    def is_for(self, seat: int) -> bool:
        """Whether this seat (`SPECTATOR` for a spectator) may see the event."""
        return self.audience == EVERYONE or (seat != SPECTATOR and bool(self.audience >> seat & 1))


Log: TypeAlias = "list[Event] | None"


def tell(log: Log, rule: str, *args: int) -> None:
    """Tells everyone. Compiled, where the log is None, this is nothing at all."""
    if log is not None:
        log.append(Event(rule, EVERYONE, args))


def tell_only(log: Log, seats: int, rule: str, *args: int) -> None:
    """Tells the seats whose bits are set (`EVERYONE` for all) and nobody else."""
    if log is not None:
        log.append(Event(rule, seats, args))
