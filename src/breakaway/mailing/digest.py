"""The digest: one email a day for a player who has many matches, instead of one for each turn."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from zoneinfo import ZoneInfo

from breakaway.club.forgetting import DIGEST
from breakaway.club.mailboxes import Mailbox, Reader
from breakaway.club.outbox import PostedMail
from breakaway.core.language import _, many, spoken
from breakaway.display.document import Document, Line, Part, Section
from breakaway.mailing.letters import News, Sender, calendars, lead_and_sections, mail_of

MORNING = 7  # the hour, in the reader's time zone, from which a digest is sent


def together(due: Sequence[tuple[Reader, str]]) -> list[list[tuple[Reader, str]]]:
    """The emails that are due, grouped by the reader's address and language. The earliest deadline comes first."""
    groups: dict[tuple[str, str], list[tuple[Reader, str]]] = {}
    for each in due:
        box = each[0].box
        groups.setdefault((box.address, box.language), []).append(each)
    return [sorted(some, key=lambda each: _urgency(each[0])) for some in groups.values()]


def _urgency(reader: Reader) -> tuple[bool, float, str, int]:
    at = 0.0 if reader.due is None else reader.due.timestamp()
    return reader.due is None or reader.is_over, at, reader.box.match, reader.box.seat


def what_of_digest(key: bytes, box: Mailbox, now: datetime) -> str | None:
    """The purpose of today's digest for the player in `box`. None if it is still too early where the player is.

    The purpose contains the player's address only as a hash made with `key`.
    """
    here = now.astimezone(ZoneInfo(box.zone or "UTC"))
    if here.hour < MORNING:
        return None
    whose = hmac.new(key, f"digest {box.language} {box.address}".encode(), sha256).hexdigest()[:24]
    return f"{DIGEST} {whose} {here:%Y%m%d}"


def digest_letter(sender: Sender, found: Sequence[News], what: str, now: datetime) -> PostedMail:
    """The email from a `sender` about several matches. `what` is the email's purpose, and `now` is its date."""
    box = found[0].box
    with spoken(box.language):
        waiting = sum(not news.look.is_over for news in found)
        subject = (
            many("{n} match is waiting for you", "{n} matches are waiting for you", waiting)
            if waiting
            else _("Finished matches")
        )
        lead = [Line(_("Each match has its own address for your orders. A reply to this email reaches nobody."))]
        sections = [_section(sender, news) for news in found]
        foot = _(
            'You get this email once a day. To get an email for each turn, send "digest off" to the address of a match.'
        )
        document = Document(subject, _("Your matches"), lead if sender.key else [], sections, foot)
        files = [file for news in found for file in calendars(sender, news, DIGEST, now)]
        return mail_of(sender, box, DIGEST, what, subject, document, now, files)


def _section(sender: Sender, news: News) -> Section:
    """The section on one match: the question for the player, where to send orders, and what has happened."""
    lead, sections = lead_and_sections(sender, news)
    parts: list[Part] = [*lead]
    if sender.key and not news.look.is_over:
        orders_to = _("Send orders to")
        parts += [Line(f"{orders_to}:"), Line(sender.reply_address(news.box))]  # on a separate line, in one piece
    for each in sections:
        parts += [Line(each.title, style="bold"), *([Line(each.says)] if each.says else []), *each.parts]
    return Section(news.title, "", parts)
