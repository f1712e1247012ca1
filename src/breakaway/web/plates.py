"""Who has which seat: a plate for each seat, in its team's colors, for invitations and for tables with empty seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.club.matches import Look
from breakaway.club.schema import EMPTY
from breakaway.club.seats import Seat
from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.rules import SPECTATOR
from breakaway.display.match_page import Scene, seat_names
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.web.scores import sides_of


@dataclass(frozen=True)
class Plate:
    """A seat: its side (such as a team), who plays it, and the CSS class of its colors."""

    seat: int
    side: str
    player: str
    class_: str
    is_empty: bool

    @property
    def whole(self) -> str:
        """The player and the side in one phrase."""
        return self.side if self.is_empty or self.player == self.side else f"{self.player} ({self.side})"


def plates_of(look: Look, scene: Scene) -> list[Plate]:
    """The plates of all seats, in the order of the seats. `scene` may be the scene of any seat."""
    names, sides = seat_names(look.observation), sides_of(scene)
    found = []
    for seat in look.seats:
        name = names[seat.seat]
        if len(sides) == len(look.seats):
            own = next(each.class_ for each in sides if each.seat == seat.seat)
        else:  # several seats for one side, as in platoons
            own = next((each.class_ for each in sides if name.startswith(each.name)), "")
        found.append(
            Plate(seat.seat, name, who_plays(look.observation.game, seat), own.replace(" own", ""), seat.by == EMPTY)
        )
    return found


def people_of(look: Look, scene: Scene) -> dict[int, list[tuple[int, str]]]:
    """The other players of each side, by the side's seat: each player with a seat and a name (empty if the player gave
    none).

    Empty for a spectator, who is not told who is at the table.
    """
    found: dict[int, list[tuple[int, str]]] = {}
    if look.observation.seat == SPECTATOR:
        return found
    plates = plates_of(look, scene)
    for side in sides_of(scene):
        colours = side.class_.replace(" own", "")
        found[side.seat] = [
            (each.seat, "" if each.player == each.side else each.player)
            for each in plates
            if (each.seat == side.seat or (each.class_ == colours and len(plates) > len(sides_of(scene))))
            and look.seats[each.seat].by == HUMAN
            and each.seat != look.observation.seat
        ]
    return found


def who_plays(game: Game[Any, Any], seat: Seat) -> str:
    """The player or coach of a seat, in words."""
    if seat.by == EMPTY:
        return _("empty so far")
    if seat.by == HUMAN:
        return seat.name
    return coaches.label(game, seat.by)
