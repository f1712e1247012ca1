"""The owner's browsers: those that used a one-time code from `breakaway serve`.

The browsers' network addresses do not matter.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from breakaway.club.database import Database, Unreachable
from breakaway.club.seats import changes, hash_of, new_token
from breakaway.club.tables import owners, spent
from breakaway.core.language import Trouble, _


class UsedCode(Trouble):
    """This code does not make anybody the owner: it was already used, or this server has not issued it."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This link has already been used, or the server has been restarted. “breakaway serve” prints a new "
                "link each time it starts."
            )
        )


class Owners:
    """Keeps track of the owner's browsers in one database, and of the one-time codes of this server.

    Safe to use from several threads. All processes of a server have the same `codes`; the database notes which of them
    were used.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.codes: set[str] = set()
        self._known: set[str] = set()
        self._guard = threading.Lock()

    def new_code(self) -> str:
        """A one-time code that gives one browser the owner's rights."""
        code = new_token()
        with self._guard:
            self.codes.add(code)
        return code

    def come(self, code: str) -> str:
        """Uses up a code. Returns a secret for the browser that sent the code. Raises UsedCode."""
        with self._guard:
            if code not in self.codes:
                raise UsedCode
            self.codes.remove(code)
        secret, now = new_token(), self.database.now()
        try:
            with changes(self.database) as connection:
                connection.execute(insert(spent).values(code_hash=hash_of(code), used=now))
                connection.execute(insert(owners).values(secret_hash=hash_of(secret), added=now))
        except IntegrityError:  # another process of this server has taken it
            raise UsedCode from None
        return secret

    def forget(self) -> None:
        """Signs the owner out of every browser."""
        with changes(self.database) as connection:
            connection.execute(delete(owners))
        self._known.clear()

    def knows(self, secret: str) -> bool:
        """Whether this is the secret of one of the owner's browsers."""
        if not secret:
            return False
        its_hash = hash_of(secret)
        if its_hash not in self._known:
            with suppress(Unreachable), self.database.reading() as connection:
                if connection.scalar(select(owners.c.added).where(owners.c.secret_hash == its_hash)) is not None:
                    self._known.add(its_hash)  # another process may have let this browser in
        return its_hash in self._known
