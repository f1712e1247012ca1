"""Sends what is due, and reads the command line's options for email."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.email_addresses import ADDRESS, Reader, ToldOf, is_behind, post_told, readers
from breakaway.club.mail_log import OLD, PostedMail, deliver, has
from breakaway.club.match_snapshot import whole_match
from breakaway.club.time_control import MINUTE, is_live, reminder
from breakaway.core.language import ENGLISH, UserError, languages
from breakaway.mail.host_answers import ask_players
from breakaway.mail.invitations import Joiner
from breakaway.mail.letters import (
    OVER,
    REMINDER,
    TURN,
    News,
    Sender,
    digest_letter,
    entered_by,
    match_letter,
    together,
    undone,
    what_of_digest,
)
from breakaway.mail.replies import Receiver
from breakaway.mail.season_mail import RoundTeller
from breakaway.mail.transport import LeaveUnread, carrier, check_maildir, fetch, incoming, outgoing, password, sender_of
from breakaway.mail.weekly import WeeklyReports
from breakaway.records.record_file import ChangedUnderUs

# --- Handles email while the server runs: finds out what to tell players, writes it, and sends it.
#
# Several servers that share a club can handle its email at the same time. What players are told depends on the database
# alone, so a restart neither loses nor repeats an email.


LOG = logging.getLogger(__name__)
GLANCE = 5.0  # seconds between two calls of `glance`
PATIENCE = timedelta(seconds=10 * MINUTE)  # without a time limit, the player may still be at the table for this long


class Postman:
    """Reads, writes and sends the email of a `club`.

    `send` sends one email, like the functions that `transport.carrier` returns. `fetch` passes each new email to a
    function, as `transport.fetch` does; if `fetch` is None, nobody reads replies. `pause`: seconds between two fetches.
    `authserv`: the name under which the mail server says who sent an email, or "". `changed` is called with each match
    that an email has changed.
    """

    def __init__(
        self,
        club: Club,
        sender: Sender,
        send: Callable[[PostedMail], str],
        fetch: Callable[[Callable[[bytes], object]], object] | None = None,
        pause: float = 0,
        authserv: str = "",
    ) -> None:
        sender = replace(sender, never_key=club.database.keys.reply)
        self.club, self.sender, self.send, self.fetch = club, sender, send, fetch
        self.pause = timedelta(seconds=pause)
        self._fetched: datetime | None = None
        self.changed: Callable[[str], object] = lambda match_id: None
        self._receiver, self._joiner = Receiver(club, sender, authserv), Joiner(club, sender)
        self._teller = RoundTeller(club, sender)
        self.reports: WeeklyReports | None = None
        self._written: set[tuple[str, datetime]] = set()  # emails that need no second look, each with its choice

    def glance(self) -> None:
        """Reads the emails that have arrived, writes those that are due, and sends all that are waiting. Raises
        Unreachable.
        """
        self._read()
        self._ask_standbys()
        self._ask_players()
        self._tell_of_rounds()
        due = [(reader, kind) for reader in readers(self.club.database) for kind in self._due(reader)]
        self._written &= {_looked_at(reader, kind) for reader, kind in due}
        new = [(reader, kind) for reader, kind in due if _looked_at(reader, kind) not in self._written]
        for reader, kind in new:
            if kind == REMINDER or not reader.box.digest:
                self._write(reader, kind)
        for some in together([each for each in new if each[1] != REMINDER and each[0].box.digest]):
            self._gather(some)
        deliver(self.club.database, self.send)
        self._report()

    def _read(self) -> None:
        now = self.club.database.now()
        if self.fetch is None or (self._fetched is not None and now < self._fetched + self.pause):
            return
        self._fetched = now
        try:
            self.fetch(self._take)
        except Unreachable:
            raise
        except (OSError, UserError, ChangedUnderUs) as error:  # a later round tries again
            LOG.warning("no emails can be fetched: %s", error)

    def _ask_standbys(self) -> None:
        try:
            self._joiner.ask_standbys()
        except Unreachable:
            raise
        except Exception:  # one faulty match must not hold up all mail
            LOG.exception("standby players could not be asked")

    def _ask_players(self) -> None:
        try:
            ask_players(self.club, self.sender)
        except Unreachable:
            raise
        except Exception:  # one faulty match must not hold up all mail
            LOG.exception("players could not be told what a host asks")

    def _tell_of_rounds(self) -> None:
        try:
            self._teller.tell()
        except Unreachable:
            raise
        except Exception:  # seasons must not hold up the email of matches
            LOG.exception("players could not be told of a round")

    def _report(self) -> None:
        try:
            if self.reports:
                self.reports.glance()
        except Unreachable:
            raise
        except Exception:  # a report must not hold up the email of players
            LOG.exception("the weekly report could not be written")

    def _take(self, raw: bytes) -> None:
        try:
            received = self._receiver.take(raw)
        except (Unreachable, ChangedUnderUs):  # the email stays where it is
            raise
        except Exception:  # one faulty email must not hold up all others
            LOG.exception("an email could not be read")
            return
        if received.outcome == OLD:
            raise LeaveUnread
        if received.match:
            self.changed(received.match)

    def _due(self, reader: Reader) -> list[str]:
        """The kinds of email that a player should have received by now."""
        now = self.club.database.now()
        if reader.is_over:
            return [OVER]
        if not reader.is_waited_for or is_live(reader.seconds):
            return []
        if reader.seconds is None or reader.due is None:
            return [TURN] if reader.began + PATIENCE <= now else []
        return [TURN, REMINDER] if reminder(reader.seconds, reader.due) <= now < reader.due else [TURN]

    def _write(self, reader: Reader, kind: str) -> None:
        """Writes one email, unless it was written before or its turn has been played in the meantime."""
        news = self._news(reader, kind)
        if news:
            what = self._purpose(reader, kind, news)
            letter = match_letter(self.sender, kind, news, what, self.club.database.now())
            said = TURN if kind == REMINDER else kind  # a reminder also tells what has happened
            about = what if said == kind else _what(reader, said)
            told = ToldOf(reader.box, news.lines, about, entered_by(news, kind))
            post_told(self.club.database, letter, [told])
        self._written.add(_looked_at(reader, kind))

    def _gather(self, due: Sequence[tuple[Reader, str]]) -> None:
        """Writes one email about all matches of a player, unless there was one today or it is too early."""
        now, box = self.club.database.now(), due[0][0].box
        what = what_of_digest(self.club.database.keys.reply, box, now)
        if what is None or has(self.club.database, what):
            return
        found = [(reader, kind, self._news(reader, kind)) for reader, kind in due]
        said = [
            (news, ToldOf(reader.box, news.lines, self._purpose(reader, kind, news)))
            for reader, kind, news in found
            if news
        ]
        if said:
            letter = digest_letter(self.sender, [news for news, _told in said], what, now)
            post_told(self.club.database, letter, [told for _news, told in said])
        self._written |= {_looked_at(reader, kind) for reader, kind, _news in found}

    def _news(self, reader: Reader, kind: str) -> News | None:
        """The news for the player. None if the player has already been told, or if the email is no longer due."""
        box = reader.box
        try:
            is_told = has(self.club.database, _what(reader, kind))
            if is_told and not (kind == OVER and is_behind(self.club.database, box)):
                return None
            look, listed = self.club.look(box.match, box.seat), self.club.listed(box.match)
            if kind != OVER and (listed.began != reader.began or box.seat not in look.waiting):
                return None
            told = whole_match(self.club, box.match, box.seat).told
            news = News(box, look, told, listed)
            return news if not is_told or undone(news) else None  # a match can end again after its end was taken back
        except Unreachable:
            raise
        except Exception:  # one faulty match must not hold up the email of all others
            LOG.exception("no email could be written about match %s", box.match)
            return None

    def _purpose(self, reader: Reader, kind: str, news: News) -> str:
        """The purpose of an email. The email about a second end of a match has a purpose of its own."""
        what = _what(reader, kind)
        return f"{what} {news.lines}" if kind == OVER and has(self.club.database, what) else what


def _looked_at(reader: Reader, kind: str) -> tuple[str, datetime]:
    return _what(reader, kind), reader.began


def _what(reader: Reader, kind: str) -> str:
    """The text that identifies an email's purpose, so that no email is sent twice. The text is different if a turn was
    taken back and its question is asked again, and for a new address.
    """
    began = max(reader.began, reader.box.since or reader.began)
    since = "" if kind == OVER else f" {began:%Y%m%d%H%M%S%f}"
    return f"{kind} {reader.box.match} {reader.box.seat}{since}"


# --- The command line's options for email, and the postman that they set up.


BETWEEN = 30.0  # seconds between two fetches from an email provider


@dataclass(frozen=True)
class MailOptions:
    """How the server sends and fetches emails, which address they come from, and which file contains the password.

    `authserv`: the name under which the mail server says in `Authentication-Results` who sent an email; if it is empty,
    nobody vouches for senders. `report_to`: who gets a weekly report on the server, in which language (empty: nobody).
    """

    out: str = ""
    come: str = ""
    sender: str | None = None
    password_file: Path | None = None
    authserv: str = ""
    report_to: str = ""
    report_language: str = ENGLISH


def checked_options(options: MailOptions) -> MailOptions | None:
    """The `options`, or None if players get no email. Raises UserError for options that cannot work."""
    if not options.out:
        if options.come or options.sender or options.authserv or options.report_to:
            raise UserError("to send email, add --mail-out smtps://play@mail.example.org")
        return None
    if options.authserv and not (options.come and re.fullmatch(r"[\w.:-]{1,200}", options.authserv, re.ASCII)):
        raise UserError(
            "--mail-authserv-id: name the mail server as it names itself in Authentication-Results, such as "
            "mx.example.org, and add --mail-in"
        )
    out, come = outgoing(options.out), incoming(options.come) if options.come else None
    if out.scheme == "maildir":
        check_maildir("--mail-out", out.path)
    if come and come.scheme == "maildir":
        check_maildir("--mail-in", come.folder)
    password(options.password_file)
    if options.report_to and not ADDRESS.fullmatch(options.report_to):
        raise UserError(f"--report-to: expected an address such as ann@example.org, not {options.report_to[:60]!r}")
    if options.report_language not in languages():
        raise UserError(f"--report-language: expected {' or '.join(languages())}, not {options.report_language[:20]!r}")
    return replace(options, sender=sender_of(options.sender))


def make_postman(options: MailOptions, club: Club, pages: str) -> Postman:
    """The postman of a `club` with checked `options`. `pages` is the server's address. Raises UserError."""
    secret, key = password(options.password_file), club.database.keys.reply if options.come else b""
    sender = Sender(pages.rstrip("/"), sender_of(options.sender), key)
    reader = partial(fetch, incoming(options.come), secret, left=set()) if options.come else None
    bounces = sender.bounce_address if key else None
    pause = 0 if options.come.startswith("maildir") else BETWEEN
    send = carrier(outgoing(options.out), sender.address, secret, bounces)
    made = Postman(club, sender, send, reader, pause, options.authserv)
    if options.report_to:
        made.reports = WeeklyReports(club.database, made.sender, send, options.report_to, options.report_language)
    return made
