"""Help from coaches in a match: what was agreed, and how often players ask, so that the others can be told.

The others learn only about turns that are over. If they learned at once, they would know that a player is still
choosing. A note changes neither the match's version nor its stamp, so no open page notices anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import case, update

from breakaway.club.database import Database
from breakaway.club.seats import Seat, changes
from breakaway.club.tables import seats
from breakaway.club.views import Look
from breakaway.coaches.table import SCRIPTED
from breakaway.core.events import SPECTATOR
from breakaway.core.language import many
from breakaway.games.registry import find, kit_of
from breakaway.setting.helping import advice_says


def note_asked(database: Database, match_id: str, seat: int, turn: int) -> None:
    """Notes in the `database` that the seat asked for help after `turn` turns. Asking again about the same choice
    counts once.
    """
    mine = (seats.c.match == match_id) & (seats.c.seat == seat)
    again = seats.c.helped_turn == turn
    counted = case((again, seats.c.helped), else_=seats.c.helped + 1)
    with changes(database) as connection:
        connection.execute(update(seats).where(mine).values(helped=counted, helped_turn=turn))


def advice_of(game: str, options: Mapping[str, Any], seated: Sequence[Seat]) -> str:
    """What the players of a match agreed about help, in a sentence. Empty if there is nothing to say.

    `options` are those of its record, and `seated` are its seats.
    """
    if not kit_of(find(game)).advice or any(each.by == SCRIPTED for each in seated):
        return ""
    return advice_says(options, sum(each.is_for_people for each in seated))


def asked_coach(look: Look) -> list[str]:
    """How often each player has asked, in sentences. Leaves out the current choice. Spectators learn it at the end."""
    is_told = look.observation.seat != SPECTATOR or look.is_over
    if not is_told or look.is_scripted or sum(each.is_for_people for each in look.seats) < 2:
        return []
    counts = [(each.name, each.asked_by(look.turn)) for each in look.seats]
    return [
        many(
            "{name} has asked the coach about {n} choice.",
            "{name} has asked the coach about {n} choices.",
            n,
            name=name,
        )
        for name, n in counts
        if n
    ]
