"""What the matches of a season leave behind for later ones: a game says what, a season keeps it and hands it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from breakaway.games.manifest import find, kit_of, load
from breakaway.players.settings import Request
from breakaway.records.match import Match


class CarriesOver(Protocol):
    """What one game carries over from match to match of a season. What is carried is plain data: names and texts."""

    def left_by(self, match: Match[Any, Any], seat: int) -> Sequence[Mapping[str, str]]:
        """What a `match` that is over leaves with the player of a `seat`."""

    def request(self, request: Request, carried: Sequence[Sequence[Mapping[str, str]]], folder: Path) -> Request:
        """The `request` for a match, changed by what each seat has `carried` from earlier ones. Files that it names are
        written into the `folder`.
        """

    def says(self, carried: Mapping[str, str]) -> str:
        """What was `carried` over, in words."""


def carrier_of(game: str) -> CarriesOver | None:
    """What carries over between matches of a `game`, or None. Raises NoSuchGame."""
    place = kit_of(find(game)).season
    found: CarriesOver | None = load(place) if place else None
    return found
