"""What has to be known of one game to set a match of it up: who plays, house rules, names; for screens and forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from breakaway.core.game import Names
from breakaway.setting.fields import Field
from breakaway.setting.request import Request

Offered: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]  # the usual value, and all values with what people read


@dataclass(frozen=True)
class Form:
    """What a form asks for a match of one game: `first` is what most people want to say, `house` are house rules.

    `opponents` can play a seat by themselves, the usual one first; `seats` is how many seats there can be. `chance`:
    whether anything is rolled or drawn, so that people can do it at their own table.
    """

    first: tuple[Field, ...]
    house: tuple[Field, ...]
    opponents: tuple[str, ...]
    seats: int
    chance: bool = True


class Setting(Protocol):
    """How matches of one game are set up."""

    def players(self, request: Request, against: str | None) -> list[str]:
        """Who plays each seat of a match with people in it; `against` names the others. Raises Trouble."""

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Who plays each seat of a match that is only watched, those `named` first. Raises Trouble."""

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """Config, resolved options and names; `by[seat]` plays each seat. Raises Trouble."""

    def seat_names(self, names: Names) -> list[str]:
        """The seats as people call them."""

    def checked_names(self, names: Any, config: Any) -> Names:
        """Names from a record, which may be a stranger's; raises Trouble when they are no names."""

    def form(self) -> Form:
        """What a form asks; fields of `first` are named as in the kit's `asks`."""
