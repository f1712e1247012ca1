"""kill -9 while a mail is read, and two servers that read and write the same mail: each counts once."""

from __future__ import annotations

import sys
import threading
from email.message import EmailMessage

import pytest

from breakaway.club import database, email_addresses, mail_log
from breakaway.club.club import Club, open_club
from breakaway.club.mail_log import PostedMail, delivery_statuses
from breakaway.club.schema import CLOSE, SENT
from breakaway.club.time_control import DAY, Terms
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.replies import Receiver
from tests.club.starts import any_order, race
from tests.club.test_outbox import killed

POINTS = ("after seal", "before commit", "after commit", "before change", "after change")


def opened(club: Club) -> str:
    """A slow race of two, the first of whom gets mail."""
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(2 * DAY, CLOSE))
    club.resolve(made.id)
    codes: list[str] = []

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail("confirm", made.id, 0, "confirm", "ann@example.org", "Subject: x\n\nx")

    email_addresses.ask(club.database, made.id, 0, "ann@example.org", "en", letter)
    email_addresses.confirm(club.database, codes[0])
    return made.id


def sender(club: Club) -> Sender:
    return Sender("https://play.example.org", "play@example.org", club.database.keys.reply)


def order_of(club: Club, match_id: str) -> str:
    return club.look(match_id, 0).observation.write(any_order(club, match_id, 0, 1))


def mail(club: Club, match_id: str) -> bytes:
    box = email_addresses.mailbox(club.database, match_id, 0)
    assert box
    made = EmailMessage()
    made["From"], made["To"], made["Message-ID"] = "a@b.example", sender(club).reply_address(box), "<1@b.example>"
    made.set_content(order_of(club, match_id))
    return made.as_bytes()


@pytest.mark.sample("sqlite-before commit")
@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill -9 there")
@pytest.mark.parametrize("point", POINTS)
def test_kill_9_while_a_mail_is_read_loses_no_order_and_answers_once(url: str, point: str) -> None:
    club = open_club(url)
    match_id = opened(club)
    raw, order = mail(club, match_id), any_order(club, match_id, 0, 1)
    club.choose(match_id, 1, any_order(club, match_id, 1, 1))
    club.close()

    def read() -> None:
        child = open_club(url)
        database.arm(point)
        Receiver(child, sender(child)).take(raw)
        database.arm("")

    try:
        killed(read)
    except AssertionError:
        assert point in ("before change", "after change"), "a sealed order needs no such transaction"
    club = open_club(url)
    Receiver(club, sender(club)).take(raw)
    look = club.look(match_id)
    assert look.turn == 1, "the turn was played, once"
    played = club.load(match_id).match.record.lines[1]["orders"]["0"]
    assert played == order
    assert [each.outcome for each in mail_log.arrivals(club.database)] == [mail_log.SEALED]
    assert [each.kind for each in delivery_statuses(club.database)].count("receipt") == 1
    club.close()


def test_two_servers_read_and_write_each_mail_once(club: Club) -> None:
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    match_id = opened(club)
    raw, outcomes, sent = mail(club, match_id), list[str](), list[PostedMail]()

    def keep(each: PostedMail) -> str:
        sent.append(each)
        return "250"

    def work(each: Club) -> None:
        Postman(each, sender(each), keep).glance()
        outcomes.append(Receiver(each, sender(each)).take(raw).outcome)
        Postman(each, sender(each), keep).glance()

    both = [threading.Thread(target=work, args=(each,)) for each in (club, other)]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
    assert sorted(outcomes) == ["known", mail_log.SEALED]
    assert sorted(each.kind for each in sent) == ["confirm", "receipt", "turn"]
    assert {each.status for each in delivery_statuses(club.database)} == {SENT}
    other.close()
