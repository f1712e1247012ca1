"""Help from coaches in a match: what was agreed, and for how many choices each player has asked for help.

The other players are told only about turns that are over. If opponents were told at once, they would know that a player
is still choosing. Noting a request changes neither the match's version nor its stamp, so no open page notices anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import case, select, update

from breakaway.club.database import Database
from breakaway.club.seats import Seat, changes
from breakaway.club.tables import seats
from breakaway.club.views import Look
from breakaway.core.language import many
from breakaway.core.rules import SPECTATOR
from breakaway.games.manifest import find, kit_of
from breakaway.players.seated_match import SCRIPTED, advice_says, may_ask


def note_asked(database: Database, match_id: str, seat: int, turn: int) -> None:
    """Notes in the `database` that the seat asked for help after `turn` turns. Asking again about the same choice does
    not count.
    """
    mine = (seats.c.match == match_id) & (seats.c.seat == seat)
    again = seats.c.helped_turn == turn
    counted = case((again, seats.c.helped), else_=seats.c.helped + 1)
    with changes(database) as connection:
        connection.execute(update(seats).where(mine).values(helped=counted, helped_turn=turn))


def times_asked(database: Database, match_id: str, seat: int) -> int:
    """The number of choices for which the player of a seat has asked for help, from the `database`."""
    mine = (seats.c.match == match_id) & (seats.c.seat == seat)
    with database.reading() as connection:
        return connection.scalar(select(seats.c.helped).where(mine)) or 0


def people_in(seated: Sequence[Seat]) -> int:
    """How many seats of a match are for people. `seated` lists all seats of the match."""
    return sum(each.is_for_people for each in seated)


def advice_of(game: str, options: Mapping[str, Any], seated: Sequence[Seat], began: int = 0) -> str:
    """The agreement about help in a match of this `game`, in a sentence. Empty if there is nothing to say.

    `options` come from the match's record, and `seated` lists all its seats. `began` is the number of people at the
    start of the match.
    """
    if not kit_of(find(game)).advice or any(each.by == SCRIPTED for each in seated):
        return ""
    return advice_says(options, people_in(seated), began)


def may_ask_at(look: Look) -> bool:
    """Whether the players of a match may ask a coach."""
    return may_ask(look.header["options"], people_in(look.seats), look.header["began"])


def asked_coach(look: Look) -> list[str]:
    """Sentences that say about how many choices each player has asked a coach. Leaves out the current choice.
    Spectators are told only at the end of the match.
    """
    is_told = look.observation.seat != SPECTATOR or look.is_over
    if not is_told or look.is_scripted or people_in(look.seats) < 2:
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
