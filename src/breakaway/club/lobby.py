"""Lists of matches, and the players in their seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import ColumnElement, select, update

from breakaway.club import seats as seating
from breakaway.club.database import Database, NoSuchMatch
from breakaway.club.found import Found, all_found, find_in
from breakaway.club.seats import Seat, Sitter, tidy
from breakaway.club.tables import OPEN, PUBLIC, devices, matches
from breakaway.club.views import Listed
from breakaway.core.language import say
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN

LONGEST_TITLE = 120  # characters


class Lobby:
    """Lists the matches in one database, and seats players. Never loads a match. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def rename(self, match_id: str, title: str) -> None:
        """Gives a match another title. Raises NoSuchMatch."""
        with seating.changes(self.database) as connection:
            found = connection.execute(
                update(matches).where(matches.c.id == match_id).values(title=tidy(title, LONGEST_TITLE))
            )
            if found.rowcount != 1:
                raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))

    def matches(self, tokens: Iterable[str] | None = None) -> list[Listed]:
        """The matches in which a browser with one of these secrets plays, latest first.

        With None, lists all matches as players at this machine see them.
        """
        if tokens is None:
            return [each.listed for each in self._found()]
        secrets = list(tokens)
        held = select(devices.c.match).where(devices.c.secret_hash.in_([seating.hash_of(each) for each in secrets]))
        found = self._found(matches.c.id.in_(held))
        return [replace(each.listed, mine=each.held(secrets)) for each in found]

    def lobby(self) -> list[Listed]:
        """Public matches with an empty seat, latest first."""
        found = self._found(matches.c.visibility == PUBLIC, matches.c.status == OPEN)
        return sorted((replace(each.listed, mine=[]) for each in found), key=lambda listed: listed.began, reverse=True)

    def _found(self, *where: ColumnElement[bool]) -> list[Found]:
        with self.database.reading() as connection:
            return all_found(connection, *where)

    def found(self, match_id: str) -> Found:
        """One match, with details that only the server may see. Raises NoSuchMatch."""
        with self.database.reading() as connection:
            return find_in(connection, match_id)

    def listed(self, match_id: str) -> Listed:
        """One match, as the list on this machine shows it. Raises NoSuchMatch."""
        return self.found(match_id).listed

    def version(self, match_id: str) -> int:
        """A number that grows with every change to the match, even a secret one. Raises NoSuchMatch.

        Only the server may see this number.
        """
        return self.found(match_id).version

    def versions(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The `version` of each match in `match_ids`, leaving out matches that do not exist."""
        wanted = select(matches.c.id, matches.c.version).where(matches.c.id.in_(list(match_ids)))
        with self.database.reading() as connection:
            return {row.id: int(row.version) for row in connection.execute(wanted)}

    # --- seats

    def invited(self, invitation: str) -> tuple[str, int]:
        """The match and the seat that an invitation is for. Raises TakenSeat or NoSuchSeat."""
        with self.database.reading() as connection:
            return seating.invited(connection, invitation)

    def seats(self, match_id: str) -> list[Seat]:
        """All seats of a match, with their players. Raises NoSuchMatch."""
        return self.listed(match_id).seats

    def sit(self, invitation: str, sitter: Sitter) -> tuple[str, int]:
        """Seats the visitor who followed an invitation (`seats.sit`). Returns the match and the seat."""
        return seating.sit(self.database, invitation, sitter)

    def take(self, match_id: str, seat: int, sitter: Sitter) -> None:
        """Seats a visitor in an empty seat of a public match (`seats.take`)."""
        seating.take(self.database, match_id, seat, sitter)

    def give_seat(self, match_id: str, seat: int, by: str) -> None:
        """Gives the seat to a coach (`by`: its name) or to the owner of the server (`human`).

        Raises NoSuchCoach or NoSuchSeat.
        """
        if by != HUMAN:
            coaches.check(find(self.listed(match_id).game), by)
        seating.give_seat(self.database, match_id, seat, by)

    def rename_seat(self, match_id: str, seat: int, name: str) -> None:
        """Renames the player of a seat. Raises NoSuchSeat or NoSuchMatch."""
        seating.rename(self.database, match_id, seat, name)
