"""Two coaches who share a seat: what a game says about them, for any screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from breakaway.core.game import Game
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.games.manifest import kit_of, load

SETTING = "staff"  # the setting that names them, and the option of a record
Log = Sequence[tuple[int, Sequence[Event]]]  # for each turn, its events


class Staff(Protocol):
    """Who shares a seat in a game, and who of them decides. `options` are those of a match's record."""

    ways: tuple[tuple[str, str], ...]  # how two can share a side, the usual way first: each as typed, and its label
    longest: int  # characters of a name

    def typed(self, sides: Sequence[tuple[str, str, str]]) -> str:
        """The setting `staff` for these `sides`, for each seat the two names and the way, all empty for one player.

        Raises UserError if only one name is given, or if a name cannot be one.
        """
        ...

    def coaches(self, options: Mapping[str, Any], seat: int) -> list[str]:
        """The names of a seat's two coaches, or none."""
        ...

    def decides(self, options: Mapping[str, Any], observation: Observation[Any, Any], log: Log, seat: int) -> int:
        """Which of a seat's two coaches decides now: 0 or 1. The `observation` can be any seat's."""
        ...

    def because(self, options: Mapping[str, Any], observation: Observation[Any, Any], log: Log, seat: int) -> str:
        """A sentence that says who decides now, and why. The arguments are those of `decides`."""
        ...

    def duty(self, options: Mapping[str, Any], seat: int, coach: int) -> str:
        """A sentence that says what one of a seat's two coaches (0 or 1) decides."""
        ...


def staff_of(game: Game[Any, Any]) -> Staff | None:
    """What a `game` says about two coaches of a side. None if a seat has one player in this game."""
    place = kit_of(game).staff
    found: Staff | None = load(place) if place else None
    return found
