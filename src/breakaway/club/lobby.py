"""Lists of matches, and who sits where."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, Select, select, update

from breakaway import coaches
from breakaway.club import seats as seating
from breakaway.club.database import Database
from breakaway.club.failpoints import reach
from breakaway.club.seats import Seat, tidy
from breakaway.club.store import NoSuchMatch
from breakaway.club.tables import OPEN, PUBLIC, matches
from breakaway.club.terms import Terms, terms_of
from breakaway.club.views import Listed
from breakaway.coaches.table import HUMAN
from breakaway.core.language import say
from breakaway.games.registry import find

LONGEST_TITLE = 120  # characters


class Lobby:
    """The matches of one database from outside. May be used from several threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def close(self) -> None:
        """Gives the connections back."""
        self.database.close()

    def rename(self, match_id: str, title: str) -> None:
        """Gives a match another title; raises NoSuchMatch."""
        with self.database.writing() as connection:
            found = connection.execute(
                update(matches).where(matches.c.id == match_id).values(title=tidy(title, LONGEST_TITLE))
            )
            if found.rowcount != 1:
                raise NoSuchMatch(say("the club has no match {name}", name=repr(match_id)))
            reach("before change")
        reach("after change")

    def matches(self, tokens: Iterable[str] | None = None) -> list[Listed]:
        """Matches of these tokens' seats, latest first; None: all of them, as their people at this machine see them."""
        newest = select(matches).order_by(matches.c.updated.desc(), matches.c.id)
        if tokens is None:
            return self._listed(newest, None)
        with self.database.reading() as connection:
            places = seating.places_of(connection, tokens)
        return self._listed(newest.where(matches.c.id.in_(places)), places)

    def lobby(self) -> list[Listed]:
        """Public matches with an empty seat, latest first."""
        free = (matches.c.visibility == PUBLIC) & (matches.c.status == OPEN)
        return self._listed(select(matches).where(free).order_by(matches.c.updated.desc(), matches.c.id), {})

    def listed(self, match_id: str) -> Listed:
        """One match as in the list of this machine; raises NoSuchMatch."""
        found = self._listed(select(matches).where(matches.c.id == match_id), None)
        if not found:
            raise NoSuchMatch(say("the club has no match {name}", name=repr(match_id)))
        return found[0]

    def _listed(self, rows: Select[Any], places: dict[str, list[int]] | None) -> list[Listed]:
        with self.database.reading() as connection:
            found = list(connection.execute(rows))
            sitting = seating.seats_of(connection, [row.id for row in found])
            agreed = terms_of(connection, sitting)
        return [_listed(row, sitting[row.id], agreed[row.id], places) for row in found]

    def version(self, match_id: str) -> int:
        """Grows with every change of the match, secret ones too: for the server alone. Raises NoSuchMatch."""
        with self.database.reading() as connection:
            found = connection.scalar(select(matches.c.version).where(matches.c.id == match_id))
        if found is None:
            raise NoSuchMatch(say("the club has no match {name}", name=repr(match_id)))
        return int(found)

    def versions(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The same of several matches; one that is not there is left out."""
        wanted = select(matches.c.id, matches.c.version).where(matches.c.id.in_(list(match_ids)))
        with self.database.reading() as connection:
            return {row.id: int(row.version) for row in connection.execute(wanted)}

    # --- seats

    def seat_of(self, token: str) -> tuple[str, int]:
        """The match and seat to which a link leads; raises NoSuchSeat."""
        with self.database.reading() as connection:
            return seating.place_of(connection, token)

    def seats(self, match_id: str) -> list[Seat]:
        """Who sits where; raises NoSuchMatch."""
        return self.listed(match_id).seats

    def claim(self, token: str, name: str = "") -> tuple[str, int]:
        """Somebody has come by his link and sits down under this name; raises NoSuchSeat."""
        return seating.claim(self.database, token, name)

    def take(self, match_id: str, seat: int, name: str = "") -> str:
        """Somebody takes an empty seat of a public match; returns his token. Raises NoSuchSeat and NoSuchMatch."""
        return seating.take(self.database, match_id, seat, name)

    def open_seat(self, match_id: str, seat: int) -> str:
        """Empties a seat for somebody new; returns the new link's token. Raises NoSuchSeat and NoSuchMatch."""
        return seating.open_seat(self.database, match_id, seat)

    def give_seat(self, match_id: str, seat: int, by: str) -> None:
        """From now on a coach, or a person at this machine (`human`), plays it; raises NoSuchCoach and NoSuchSeat."""
        if by != HUMAN:
            coaches.find(find(self.listed(match_id).game), by)
        seating.give_seat(self.database, match_id, seat, by)

    def rename_seat(self, match_id: str, seat: int, name: str) -> None:
        """Who sits there is called so; raises NoSuchSeat and NoSuchMatch."""
        seating.rename(self.database, match_id, seat, name)


def _listed(row: Row[Any], seats: list[Seat], agreed: Terms, places: dict[str, list[int]] | None) -> Listed:
    people = [seat.seat for seat in seats if seat.is_for_people]
    here = [seat.seat for seat in seats if seat.by == HUMAN and not seat.by_link]
    return Listed(
        id=row.id,
        game=row.game,
        title=row.title,
        options=json.loads(row.options),
        status=row.status,
        visibility=row.visibility,
        turn=row.turn,
        waiting=[seat for seat in map(int, filter(None, row.waiting.split(","))) if seat in people],
        created=row.created,
        updated=row.updated,
        seats=seats,
        mine=here if places is None else places.get(row.id, []),
        terms=agreed,
    )
