"""The weekly report to the owner of the server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from breakaway.club.consent import is_refused, name_of
from breakaway.club.database import Database
from breakaway.club.email_addresses import Mailbox
from breakaway.club.mail_log import MailRefused, PostedMail
from breakaway.club.schema import OPEN, OVER, RUNNING
from breakaway.club.storage import size_text
from breakaway.club.upkeep import AFTER_REFUSAL, Upkeep, claim_report, settle_report, upkeep
from breakaway.core.language import UserError, _, many, say, spoken
from breakaway.display.document import Document, Line, Section
from breakaway.mail.letters import WEEKLY, Sender, labelled, mail_of

LOG = logging.getLogger(__name__)
SHOWN = 20  # lines in a section
BETWEEN = timedelta(minutes=10)  # between two looks whether a report is due


class WeeklyReports:
    """Sends the weekly report about a `database` to an `address` in a `language`.

    `sender` and `send` mean the same as in `Postman`.
    """

    def __init__(
        self, database: Database, sender: Sender, send: Callable[[PostedMail], str], address: str, language: str
    ) -> None:
        self.database, self.sender, self.send = database, sender, send
        self.box = Mailbox("", 0, address, language, True)
        self._next: datetime | None = None

    def glance(self) -> None:
        """Sends the report if it is due. Raises Unreachable."""
        now, pause = self.database.now(), AFTER_REFUSAL
        if self._next is not None and now < self._next:
            return
        self._next = now + BETWEEN
        if not claim_report(self.database):
            return
        try:
            if self._is_unwanted():
                LOG.warning("the weekly report is not sent, because its reader wants no email from this server")
            else:
                self.send(weekly_letter(self.sender, self.box, upkeep(self.database)))
                settle_report(self.database, is_sent=True)
                return
        except MailRefused:
            LOG.warning("the weekly report was refused, and is tried again in a day")
        except (OSError, UserError) as error:
            pause = timedelta(hours=1)
            LOG.warning("the weekly report cannot be sent, and is tried again in an hour: %s", type(error).__name__)
        settle_report(self.database, is_sent=False, pause=pause)

    def _is_unwanted(self) -> bool:
        with self.database.reading() as connection:
            return is_refused(connection, name_of(self.database.keys.reply, self.box.address))


def weekly_letter(sender: Sender, box: Mailbox, found: Upkeep) -> PostedMail:
    """The email from `sender` to the owner of a `box` about what was `found`."""
    with spoken(box.language):
        subject = say("Weekly report: {server}", server=sender.pages.partition("://")[2] or sender.pages)
        document = weekly_report(found, sender.pages)
        what = f"{WEEKLY} {found.until:%Y%m%d%H%M}"
        return replace(mail_of(sender, box, WEEKLY, what, subject, document, found.until), reference="")


def weekly_report(found: Upkeep, pages: str = "") -> Document:
    """What was `found`, in the language in use. `pages` is the address of the server, for links (empty: no links)."""
    until, since = _moment(found.until), _moment(found.since)
    lead = [Line(say("From {since} to {until} (UTC).", since=since, until=until))]
    sections = [
        Section(_("Matches"), "", _matches(found)),
        Section(_("Late players"), "", _late(found, pages)),
        Section(_("Email"), "", _email(found)),
        Section(_("The disk"), "", _disk(found, pages)),
        Section(_("Errors and warnings in the log"), "", _faults(found)),
        Section(_("Versions"), "", [Line(", ".join(f"{name} {number}" for name, number in found.versions.items()))]),
    ]
    return Document(_("Weekly report"), pages, lead, sections)


def _matches(found: Upkeep) -> list[Line]:
    n = found.counted
    return [
        Line(
            say(
                "{running} in progress, {open} waiting for players, {over} over.",
                running=n.get(RUNNING, 0),
                open=n.get(OPEN, 0),
                over=n.get(OVER, 0),
            )
        ),
        Line(say("This week: {new} new, {deleted} deleted.", new=found.new, deleted=found.deleted)),
    ]


def _late(found: Upkeep, pages: str) -> list[Line]:
    lines = [
        Line(
            say(
                "{title}: {names}, since {moment}. {place}",
                title=each.title,
                names=", ".join(each.waiting_names),
                moment=_moment(each.due or found.until),
                place=f"{pages}/match/{each.id}" if pages else each.id,
            )
        )
        for each in found.late
    ]
    return _first(lines) or [Line(_("Nobody is late."))]


def _email(found: Upkeep) -> list[Line]:
    lines = [
        labelled(_("Sent this week"), str(found.sent)),
        labelled(_("Waiting to be sent"), str(found.unsent)),
        labelled(_("Failed or came back this week"), str(len(found.failed))),
    ]
    if found.paused:
        lines.append(labelled(_("Addresses to which no more email goes, because it came back"), str(found.paused)))
    failed = [
        Line(
            say(
                "{kind}, match {match}, seat {seat}: {said}",
                kind=each.kind,
                match=each.match,
                seat=each.seat + 1,
                said=each.said,
            )
        )
        for each in found.failed
    ]
    return [*lines, *_first(failed)]


def _disk(found: Upkeep, pages: str) -> list[Line]:
    lines = [labelled(_("The database"), size_text(found.used))]
    if found.free is not None:
        lines.append(labelled(_("Free on its disk"), size_text(found.free)))
    if found.leaving:
        n = found.leaving
        lines.append(
            Line(
                many("{n} match will be deleted within two weeks.", "{n} matches will be deleted within two weeks.", n)
            )
        )
        if pages:
            lines.append(labelled(_("Which matches"), f"{pages}/storage"))
    return lines


def _faults(found: Upkeep) -> list[Line]:
    lines = [Line(f"{n} × {kind}") for kind, n in found.faults.items()]
    return _first(lines) or [Line(_("None."))]


def _first(lines: Sequence[Line]) -> list[Line]:
    """The first lines, and how many more there are."""
    more = len(lines) - SHOWN
    return [*lines[:SHOWN], *([Line(say("And {n} more.", n=more))] if more > 0 else [])]


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
