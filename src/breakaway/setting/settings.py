"""Everything that screens and forms need to know about a game to set up a match: who plays, house rules, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from breakaway.core.game import Names
from breakaway.setting.fields import Field
from breakaway.setting.request import Request

Offered: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]  # the default value, and all values with their labels


@dataclass(frozen=True)
class Form:
    """A form's questions for a match of one game.

    `first` lists the most common settings, and `house` lists the house rules. `opponents` lists who can play the other
    seats, the default first. `seats` is the largest number of seats. `chance` says whether the game uses dice or cards;
    if so, people can use their own.
    """

    first: tuple[Field, ...]
    house: tuple[Field, ...]
    opponents: tuple[str, ...]
    seats: int
    chance: bool = True


class Setting(Protocol):
    """Sets up matches of one game."""

    def players(self, request: Request, against: str | None) -> list[str]:
        """Who plays each seat of a match with people. `against` names the people's opponents. Raises Trouble."""

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Which coach plays each seat of a match without people; those listed in `named` come first. Raises Trouble."""

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """The config, resolved options and names of a match in which `by[seat]` plays each seat. Raises Trouble."""

    def seat_names(self, names: Names) -> list[str]:
        """The name that people use for each seat."""

    def checked_names(self, names: Any, config: Any) -> Names:
        """The names from a record, which may come from a stranger. Raises Trouble if the names do not fit a match."""

    def form(self) -> Form:
        """The questions of a form. The fields in `first` are named after the kit's questions (`asks`)."""
