"""Handles email while the server runs: finds out what to tell players, writes it, and sends it.

Several servers that share a club can do so at the same time. What to tell follows from the database alone, so after a
restart nothing is missing and nothing comes twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.mailboxes import Reader, readers
from breakaway.club.outbox import PostedMail, deliver, has, post
from breakaway.club.pace import HOUR, MINUTE, reminder
from breakaway.core.record import ChangedUnderUs
from breakaway.core.trouble import Trouble
from breakaway.mailing.joining import Joiner
from breakaway.mailing.letters import OVER, REMINDER, TURN, Sender, over_letter, reminder_letter, turn_letter
from breakaway.mailing.receiving import Receiver

LOG = logging.getLogger(__name__)
GLANCE = 5.0  # seconds between two looks
PATIENCE = timedelta(seconds=10 * MINUTE)  # without a time limit, the player may still be at the table for so long
SLOWEST_LIVE = HOUR  # with less time than this for each choice, nobody waits for an email


class Postman:
    """Reads, writes and sends the email of a `club`.

    `send` hands over one email, as `carriers.carrier` does. `fetch` passes each new email to a function, as
    `incoming.fetch` does; with None, nobody reads replies. `pause`: seconds between two fetches. `changed` is called
    with each match that an email has changed.
    """

    def __init__(
        self,
        club: Club,
        sender: Sender,
        send: Callable[[PostedMail], str],
        fetch: Callable[[Callable[[bytes], object]], object] | None = None,
        pause: float = 0,
    ) -> None:
        self.club, self.sender, self.send, self.fetch = club, sender, send, fetch
        self.pause = timedelta(seconds=pause)
        self._fetched: datetime | None = None
        self.changed: Callable[[str], object] = lambda match_id: None
        self._receiver, self._joiner = Receiver(club, sender), Joiner(club, sender)
        self._written: set[str] = set()  # emails that need no second look

    def glance(self) -> None:
        """Reads the emails that have arrived, writes those that are due, and sends all that are waiting. Raises
        Unreachable.
        """
        self._read()
        self._ask_standbys()
        due = [(reader, kind) for reader in readers(self.club.database) for kind in self._due(reader)]
        self._written &= {_what(reader, kind) for reader, kind in due}
        for reader, kind in due:
            if _what(reader, kind) not in self._written:
                self._write(reader, kind)
        deliver(self.club.database, self.send)

    def _read(self) -> None:
        now = self.club.database.now()
        if self.fetch is None or (self._fetched is not None and now < self._fetched + self.pause):
            return
        self._fetched = now
        try:
            self.fetch(self._take)
        except Unreachable:
            raise
        except (OSError, Trouble, ChangedUnderUs) as error:  # a later round tries again
            LOG.warning("no mail can be fetched: %s", error)

    def _ask_standbys(self) -> None:
        try:
            self._joiner.ask_standbys()
        except Unreachable:
            raise
        except Exception:  # one faulty match must not hold up all mail
            LOG.exception("asking standby players")

    def _take(self, raw: bytes) -> None:
        try:
            received = self._receiver.take(raw)
        except (Unreachable, ChangedUnderUs):  # the email stays where it is
            raise
        except Exception:  # one faulty email must not hold up all others
            LOG.exception("a mail that could not be read")
            return
        if received.match:
            self.changed(received.match)

    def _due(self, reader: Reader) -> list[str]:
        """The kinds of email that a player should have received by now."""
        now = self.club.database.now()
        if reader.is_over:
            return [OVER]
        if not reader.is_waited_for or (reader.seconds or HOUR) < SLOWEST_LIVE:
            return []
        if reader.seconds is None or reader.due is None:
            return [TURN] if reader.began + PATIENCE <= now else []
        return [TURN, REMINDER] if reminder(reader.seconds, reader.due) <= now < reader.due else [TURN]

    def _write(self, reader: Reader, kind: str) -> None:
        """Writes one email, unless it was written before or its turn has been played in the meantime."""
        box, what = reader.box, _what(reader, kind)
        try:
            if not has(self.club.database, what):
                look, listed = self.club.look(box.match, box.seat), self.club.listed(box.match)
                now, common = self.club.database.now(), (self.sender, box, look, listed.title)
                if kind == OVER:
                    post(self.club.database, over_letter(*common, what, now))
                elif listed.began == reader.began and box.seat in look.waiting:
                    letter = turn_letter if kind == TURN else reminder_letter
                    post(self.club.database, letter(*common, listed.terms, what, now))
        except Unreachable:
            raise
        except Exception:  # one faulty match must not hold up the email of all others
            LOG.exception("mail about match %s", box.match)
        self._written.add(what)


def _what(reader: Reader, kind: str) -> str:
    """The purpose of an email. A turn that was taken back and is asked again gets a new one, and so does a new
    address.
    """
    began = max(reader.began, reader.box.since or reader.began)
    since = "" if kind == OVER else f" {began:%Y%m%d%H%M%S%f}"
    return f"{kind} {reader.box.match} {reader.box.seat}{since}"
