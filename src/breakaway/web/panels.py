"""What folded panels of the match page say to the seat that looks."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.club.views import Look
from breakaway.core.events import SPECTATOR
from breakaway.core.language import _


@dataclass(frozen=True)
class Standing:
    """An instruction to tick: its name as it is typed at the terminal, what it does, and its place among those given.

    `place` counts from 1; 0: it is not given.
    """

    name: str
    says: str
    place: int


def standing_of(look: Look, seat: int) -> list[Standing]:
    """The instructions of this seat's own, in the game's order; none for who watches, or after the end."""
    game, given = look.window.game, look.instructions
    if seat == SPECTATOR or look.is_over:
        return []
    return [
        Standing(name, _(game.instructions_say.get(name, name)), given.index(name) + 1 if name in given else 0)
        for name in game.instructions
    ]
