"""The devices of a seat: the browsers that play it.

A one-time code adds a device; a recovery phrase replaces all devices.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, select, update

from breakaway.club.database import Database
from breakaway.club.seats import NoSuchSeat, Sitter, add_device, changes, clear, hash_of, touch
from breakaway.club.tables import devices, seats
from breakaway.core.language import Trouble, _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN

CODE_LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 8  # no two letters look alike; 39 bits
CODE_LIFE = timedelta(minutes=10)
CODE_TRIES = 5  # wrong guesses after which a code is void
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"  # each word can be pronounced and has 16 bits
WORDS = 6


class WrongCode(Trouble):
    """The typed code or phrase does not open a seat."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This code or phrase is wrong, has been used, or is too old. Make a new one on a device that you "
                "already use to play the seat."
            )
        )


@dataclass(frozen=True)
class Device:
    """A browser that plays a seat. `n` is the browser's number among the seat's devices.

    `is_this`: whether this browser sent the request.
    """

    n: int
    called: str
    added: datetime | None
    is_this: bool


def new_phrase() -> str:
    """A new recovery phrase: six made-up words, 96 bits."""
    word = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)
    return " ".join("".join(map(secrets.choice, word)) for _each in range(WORDS))


def devices_of(database: Database, match_id: str, seat: int, own: Sequence[str]) -> list[Device]:
    """The devices of a seat in the club's `database`, oldest first. `own` lists the requesting browser's secrets."""
    hashes = {hash_of(secret) for secret in own}
    ours = (devices.c.match == match_id) & (devices.c.seat == seat)
    with database.reading() as connection:
        rows = connection.execute(select(devices).where(ours).order_by(devices.c.n))
        return [Device(row.n, row.called, row.added, row.secret_hash in hashes) for row in rows]


def end_device(database: Database, match_id: str, seat: int, n: int) -> None:
    """Removes a device from its seat, in the club's `database`. The browser no longer plays the seat.

    Raises NoSuchSeat if the seat has no such device, or NotNow if it is the seat's only device.
    """
    with changes(database) as connection:
        touch(connection, match_id)
        ours = (devices.c.match == match_id) & (devices.c.seat == seat)
        if connection.execute(delete(devices).where(ours, devices.c.n == n)).rowcount != 1:
            raise NoSuchSeat(_("This device no longer plays your seat."))
        if not connection.scalar(select(exists().where(ours))):
            raise NotNow(_("This is the only device that plays your seat. Add another one first."))


def renew(database: Database, match_id: str, old: str, new: str) -> None:
    """Replaces a browser's `old` secret for a match with a `new` one, in the club's `database`."""
    ours = (devices.c.match == match_id) & (devices.c.secret_hash == hash_of(old))
    with changes(database) as connection:
        connection.execute(update(devices).where(ours).values(secret_hash=hash_of(new)))


def make_code(database: Database, match_id: str, seat: int) -> str:
    """Makes a one-time code that adds a device to a seat.

    In the `database`, the hash of the new code replaces that of the old code.
    """
    code = "".join(secrets.choice(CODE_LETTERS) for _each in range(CODE_LENGTH))
    until = database.now() + CODE_LIFE
    _set(database, match_id, seat, code_hash=_hash(match_id, seat, code), code_until=until, code_tries=0)
    return code


def make_phrase(database: Database, match_id: str, seat: int) -> str:
    """Makes a recovery phrase for a seat.

    In the `database`, the hash of the new phrase replaces that of the old phrase.
    """
    phrase = new_phrase()
    _set(database, match_id, seat, phrase_hash=hash_of(phrase))
    return phrase


def _set(database: Database, match_id: str, seat: int, **values: object) -> None:
    ours = (seats.c.match == match_id) & (seats.c.seat == seat) & (seats.c.by == HUMAN)
    with changes(database) as connection:
        if connection.execute(update(seats).where(ours, seats.c.token_hash.is_not(None)).values(values)).rowcount != 1:
            raise NoSuchSeat(_("The owner of the server plays this seat, so the seat has no devices of its own."))


def enter(database: Database, match_id: str, seat: int, typed: str, sitter: Sitter) -> str:
    """Lets the `sitter`'s browser play a seat if the `typed` text is the seat's one-time code or recovery phrase.

    Writes to the club's `database` even after a wrong guess. Raises WrongCode.

    A phrase removes all other devices from the seat. Returns a new phrase to replace a used one, or "" after a code.
    """
    words = "".join(each if each.isalnum() else " " for each in typed.casefold()).split()
    code, phrase = _hash(match_id, seat, "".join(words)), hash_of(" ".join(words))
    now, fresh, found = database.now(), "", False
    with changes(database) as connection:
        ours = (seats.c.match == match_id) & (seats.c.seat == seat) & (seats.c.by == HUMAN)
        touch(connection, match_id)
        row = connection.execute(select(seats).where(ours)).first()
        if row and row.code_hash and row.code_until > now and hmac.compare_digest(code, row.code_hash):
            connection.execute(update(seats).where(ours).values(code_hash=None))
            found = True
        elif row and row.phrase_hash and hmac.compare_digest(phrase, row.phrase_hash):
            fresh, found = new_phrase(), True
            values = {**clear(connection, match_id, seat, database.now()), "phrase_hash": hash_of(fresh)}
            connection.execute(update(seats).where(ours).values({**values, "seen": now if row.reopens else row.seen}))
        elif row and row.code_hash and len("".join(words)) == CODE_LENGTH:
            left = {"code_tries": row.code_tries + 1} if row.code_tries + 1 < CODE_TRIES else {"code_hash": None}
            connection.execute(update(seats).where(ours).values(left))
        if found:
            same = (devices.c.match == match_id) & (devices.c.seat == seat)
            own = [hash_of(each) for each in sitter.secrets]
            connection.execute(delete(devices).where(same, devices.c.secret_hash.in_(own)))
            add_device(connection, match_id, seat, now, sitter)
    if not found:  # the wrong guess is kept
        raise WrongCode
    return fresh


def _hash(match_id: str, seat: int, code: str) -> str:
    return hash_of(f"{match_id} {seat} {code}")
