"""Emails that offer players the records of matches that will be deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from breakaway.club.database import Database
from breakaway.club.email_addresses import Mailbox, readers
from breakaway.club.mail_log import PostedMail, has, put, put_told
from breakaway.club.seats import changes
from breakaway.club.storage import FINISHED, Leaving, leaving
from breakaway.core.language import _, many, say, spoken
from breakaway.display.document import Document, Line, Section
from breakaway.mail.letters import Sender, labelled, mail_of, together

GOODBYE = "goodbye"


def offer_records(database: Database, sender: Sender) -> int:
    """Writes an email from `sender` to each player of matches in this `database` that will be deleted soon after their
    end. One email covers all matches with the same address, and no match is offered twice.

    Returns how many emails were written. Raises Unreachable.
    """
    soon = {each.match.id: each for each in leaving(database) if each.why == FINISHED}
    asked = [(each, GOODBYE) for each in readers(database) if each.box.match in soon] if soon else []
    written = 0
    for some in together(asked):
        boxes = [each.box for each, _kind in some if not has(database, _what(each.box, soon))]
        if boxes:
            written += _post(database, goodbye_letter(sender, boxes, soon, database.now()), boxes, soon)
    return written


def _post(database: Database, mail: PostedMail, boxes: Sequence[Mailbox], soon: dict[str, Leaving]) -> bool:
    """Puts the email into the outbox, and notes its other matches as told. Returns whether the email is new."""
    with changes(database) as connection:
        now = database.now()
        if not put(connection, database.keys, mail, now):
            return False
        for box in boxes[1:]:
            told = replace(mail, what=_what(box, soon), match=box.match, seat=box.seat)
            put_told(connection, database.keys, told, now)
    return True


def _what(box: Mailbox, soon: dict[str, Leaving]) -> str:
    """The purpose of the email about one match: another day of deletion is another purpose."""
    return f"{GOODBYE} {box.match} {box.seat} {soon[box.match].at:%Y%m%d}"


def goodbye_letter(sender: Sender, boxes: Sequence[Mailbox], soon: dict[str, Leaving], now: datetime) -> PostedMail:
    """The email from `sender` about the matches of these `boxes`, which belong to one player. `soon` says when each of
    its matches will be deleted. `now` is the email's date.
    """
    with spoken(boxes[0].language):
        n = len(boxes)
        subject = many("One of your matches will be deleted", "{n} of your matches will be deleted", n)
        lead = [
            Line(_("This server keeps finished matches only for a time. To keep a record, save it before that day."))
        ]
        sections = [
            Section(
                soon[box.match].match.title,
                "",
                [
                    Line(say("This match will be deleted on {day}.", day=f"{soon[box.match].at:%Y-%m-%d}")),
                    labelled(_("Record"), f"{sender.pages}/match/{box.match}/record"),
                ],
            )
            for box in boxes
        ]
        document = Document(subject, _("Your matches"), lead, sections)
        return mail_of(sender, boxes[0], GOODBYE, _what(boxes[0], soon), subject, document, now)
