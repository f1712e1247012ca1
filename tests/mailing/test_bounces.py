"""Mails that come back: read in the forms that mail servers write, matched to one mail of ours, and counted."""

from __future__ import annotations

import asyncio
from email import message_from_string, policy
from pathlib import Path

import pytest

from breakaway.club import email_addresses, mail_log
from breakaway.club.club import Club
from breakaway.club.mail_log import MailRefused, PostedMail, delivery_statuses
from breakaway.club.schema import DEAD, SENT
from breakaway.mail.received import open_mail
from breakaway.mail.transport import carrier, outgoing
from tests.club.starts import any_order
from tests.mailing.test_receiving import ByMail, opened

ID = "0123456789abcdef0123"
STANDARD = """\
From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: play@example.org
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; player0@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--B
Content-Type: text/rfc822-headers

From: play@example.org
Message-ID: <{id}@example.org>

--B--
"""
GONE = "550 5.1.1 <player0@example.org>: Recipient address rejected: User unknown"
QMAIL = """\
From: MAILER-DAEMON@host.example.com
To: play@example.org
Subject: failure notice

Hi. This is the qmail-send program at host.example.com.
I'm afraid I wasn't able to deliver your message to the following addresses.

<player0@example.org>:
192.0.2.9 does not like recipient.
Remote host said: 550 5.1.1 No such user here.

--- Below this line is a copy of the message.

Message-ID: <{id}@example.org>
"""
EXIM = """\
From: Mail Delivery System <Mailer-Daemon@mail.example.com>
X-Failed-Recipients: player0@example.org
To: play@example.org
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered to one or more of its recipients.

  player0@example.org
    all relevant MX records point to non-existent hosts

------ This is a copy of the message, including all the headers. ------

Message-ID: <{id}@example.org>
"""
GERMAN = """\
From: Postmaster@post.example.de
Subject: =?utf-8?Q?Unzustellbar:_Du_bist_dran?=
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Die folgende Nachricht konnte nicht zugestellt werden:
player0@example.org: 552 5.2.2 Das Postfach ist voll

> Message-ID: <{id}@example.org>
"""
# without a report; the program's number in the copied headers is not a status
COPIED = """\
From: MAILER-DAEMON@mx.example.net
To: play@example.org
Subject: Mail could not be delivered
X-Loop: MAILER-DAEMON@mx.example.net

Nobody here has the name player0.

--- The headers of your message:
Received: from mail.example.org (Postal 5.1.1) by mx.example.net; Mon, 6 Jul 2026 10:00:00 +0000
Message-ID: <{id}@example.org>
X-Mailer: Paperboy 2.1.7
"""
FULL = "452 4.2.2 The mailbox is full"
UNSAID = STANDARD.replace("Diagnostic-Code: smtp; {said}\n", "")
CASES = [  # each with what it says, whether the mail is lost, and whether its address is dead
    ("standard", STANDARD.format(action="failed", status="5.1.1", said=GONE, id=ID), GONE, True, True),
    ("expired", STANDARD.format(action="failed", status="4.4.7", said="delivery time expired", id=ID), "", True, False),
    ("delayed", STANDARD.format(action="delayed", status="4.2.2", said=FULL, id=ID), FULL, False, False),
    ("delivered", STANDARD.format(action="delivered", status="2.1.5", said="250 ok", id=ID), "250 ok", False, False),
    ("qmail", QMAIL.format(id=ID), "Remote host said: 550 5.1.1 No such user here.", True, True),
    ("exim", EXIM.format(id=ID), "", True, True),
    (
        "a remark after the action",
        UNSAID.format(action="failed (no such user)", status="5.1.1", id=ID),
        "Status: 5.1.1",
        True,
        True,
    ),
    (
        "error as the action",
        UNSAID.format(action="error", status="5.0.0 Too large", id=ID),
        "5.0.0 Too large",
        True,
        True,
    ),
    ("copied headers", COPIED.format(id=ID), "", True, True),
    ("german", GERMAN.format(id=ID), "player0@example.org: 552 5.2.2 Das Postfach ist voll", True, True),
]


@pytest.mark.parametrize(("raw", "said", "is_lost", "is_dead"), [each[1:] for each in CASES], ids=[x[0] for x in CASES])
def test_a_bounce_says_which_mail_came_back_and_why(raw: str, said: str, is_lost: bool, is_dead: bool) -> None:
    letter = open_mail(raw.encode())
    assert letter.automatic == "bounce"
    assert letter.bounce
    assert letter.bounce.references == (ID,)
    assert (letter.bounce.is_lost, letter.bounce.is_dead) == (is_lost, is_dead)
    assert said in letter.bounce.reason
    assert said or letter.bounce.reason in ("", "delivery time expired"), "nothing else is taken for a reason"
    assert len(letter.bounce.reason) <= 200


def reference(mail: PostedMail) -> str:
    found = str(message_from_string(mail.text, policy=policy.default)["Message-ID"])
    assert found == f"<{mail.reference}@example.org>"
    return mail.reference


class Returning(ByMail):
    """A table whose mails to the first player come back."""

    def receipt(self) -> PostedMail:
        """What the first player would get for a mail; it is sent."""
        self.box.add(self.letter("status", self.address(0)))
        self.postman.glance()
        (found,) = [each for each in self.sent if each.kind == "receipt"]
        self.sent.clear()
        return found

    def comes_back(self, mail: PostedMail, action: str = "failed", status: str = "5.1.1", said: str = GONE) -> None:
        raw = STANDARD.format(action=action, status=status, said=said, id=reference(mail))
        self.box.add(raw.encode())
        self.postman.glance()

    def fate(self, mail: PostedMail) -> tuple[str, str]:
        (found,) = [each for each in delivery_statuses(self.club.database) if each.kind == mail.kind][:1]
        return found.status, found.fate


def test_a_bounce_is_noted_at_its_mail_and_gets_no_answer(club: Club, tmp_path: Path) -> None:
    table = Returning(club, tmp_path)
    mail = table.receipt()
    table.comes_back(mail, "delayed", "4.2.2", FULL)
    assert table.fate(mail) == (SENT, FULL)
    table.comes_back(mail, said=GONE)
    assert table.fate(mail) == (DEAD, GONE)
    assert table.sent == [], "nobody answers a bounce"
    assert [each.outcome for each in mail_log.arrivals(club.database)].count(mail_log.RETURNED) == 2
    assert all((each.match, each.seat) == (table.id, 0) for each in mail_log.arrivals(club.database) if each.match)


def test_a_bounce_without_a_reference_of_ours_changes_nothing(club: Club, tmp_path: Path) -> None:
    table = Returning(club, tmp_path)
    mail = table.receipt()
    before = delivery_statuses(club.database)
    for guess in (ID, mail.reference[::-1]):
        table.box.add(STANDARD.format(action="failed", status="5.1.1", said=GONE, id=guess).encode())
    table.postman.glance()
    assert delivery_statuses(club.database) == before
    assert mail_log.RETURNED not in {each.outcome for each in mail_log.arrivals(club.database)}


def test_a_bounce_to_the_signed_return_address_needs_no_copy_of_the_mail(club: Club, tmp_path: Path) -> None:
    table = Returning(club, tmp_path)
    mail = table.receipt()
    to = table.sender.bounce_address(mail.reference)
    for address, status in ((f"{to[:-15]}aa@example.org", SENT), (to, DEAD)):
        raw = f"Return-Path: <>\nFrom: a@b.example\nTo: {address}\nSubject: your mail\n\n550 5.1.1 nobody\n"
        table.box.add(raw.encode())
        table.postman.glance()
        assert table.fate(mail)[0] == status


@pytest.mark.slow
def test_after_three_in_a_row_the_address_is_paused_until_its_player_writes(club: Club, tmp_path: Path) -> None:
    table = Returning(club, tmp_path)
    for _ in range(2):
        table.comes_back(table.receipt())
    table.comes_back(table.receipt(), "failed", "4.4.7", "expired")
    assert email_addresses.paused(club.database) == [], "one of the three did not say that the address is dead"
    for _ in range(3):
        assert email_addresses.paused(club.database) == []
        table.comes_back(table.receipt())
    (box,) = email_addresses.paused(club.database)
    assert (box.match, box.seat, box.address) == (table.id, 0, "player0@example.org")
    table.wall.on(1)
    club.choose(table.id, 1, any_order(club, table.id, 1, 1))
    club.choose(table.id, 0, any_order(club, table.id, 0, 1))
    club.resolve(table.id)
    table.postman.glance()
    assert {(each.kind, each.seat) for each in table.sent} == {("turn", 1)}
    table.sent.clear()
    assert table.mail(0, "status").startswith("The Cup, turn 2: where the match stands"), (
        "this address can write, so it is tried again"
    )
    assert email_addresses.paused(club.database) == []


def test_a_mail_server_that_refuses_three_mails_pauses_the_address_too(club: Club, tmp_path: Path) -> None:
    table = Returning(club, tmp_path)

    def refuse(mail: PostedMail) -> str:
        raise MailRefused(GONE)

    table.postman.send = refuse
    for _ in range(3):
        assert email_addresses.paused(club.database) == []
        table.box.add(table.letter("status", table.address(0)))
        table.postman.glance()
    assert [each.seat for each in email_addresses.paused(club.database)] == [0]
    boxes = [email_addresses.mailbox(club.database, table.id, seat) for seat in (0, 1)]
    assert [each.is_paused for each in boxes if each] == [True, False], "and the player's page says so"


def test_a_real_server_gets_the_signed_return_address_in_the_envelope(club: Club, tmp_path: Path) -> None:
    from aiosmtpd.controller import UnthreadedController
    from aiosmtpd.smtp import Envelope

    seen: list[str | None] = []

    class Post:
        async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:
            seen.append(envelope.mail_from)
            return "250 taken"

    table = Returning(club, tmp_path)
    mail = table.receipt()
    loop = asyncio.new_event_loop()
    controller = UnthreadedController(Post(), hostname="127.0.0.1", port=0, loop=loop)
    controller.begin()
    assert controller.server
    port = controller.server.sockets[0].getsockname()[1]
    send = carrier(outgoing(f"smtp://127.0.0.1:{port}"), "play@example.org", "", table.sender.bounce_address)
    assert loop.run_until_complete(loop.run_in_executor(None, send, mail)).startswith("250")
    controller.end()
    loop.close()
    assert seen == [table.sender.bounce_address(mail.reference)]
    assert opened(mail.text).startswith("The Cup")
