"""The outbox: each mail is written once, sent once, tried again, given up, and never lost; addresses are confirmed."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text

from breakaway.club import database, email_addresses, invitations, mail_log, schema
from breakaway.club import seats as seating
from breakaway.club.club import Club, open_club
from breakaway.club.invitations import Invitation, Standby
from breakaway.club.mail_log import BACK_OFF, LEASE, MailRefused, PostedMail, deliver, delivery_statuses
from breakaway.club.schema import DEAD, SENT, WAITING
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from tests.club.clocks import Wall
from tests.club.starts import race, sit

ADDRESS = "ann@example.org"


def opened(club: Club) -> str:
    made = club.create("cycling", race(("human", "human")), here=[0])
    sit(club, made.tokens[1], "Ann")
    club.resolve(made.id)
    return made.id


def mail(match_id: str, number: int = 1, kind: str = "turn", words: str = "a secret word") -> PostedMail:
    return PostedMail(f"{kind} {match_id} 1 {number}", match_id, 1, kind, ADDRESS, f"Subject: {number}\n\n{words}")


def rows(club: Club, table: str) -> str:
    with club.database.reading() as connection:
        return repr(connection.execute(text(f"SELECT * FROM {table}")).all())


def test_each_mail_is_written_once_and_sent_once(club: Club) -> None:
    Wall(club)
    match_id, sent = opened(club), list[PostedMail]()
    assert mail_log.post(club.database, mail(match_id))
    assert not mail_log.post(club.database, mail(match_id, words="other words"))
    assert mail_log.has(club.database, mail(match_id).what)

    def send(each: PostedMail) -> str:
        sent.append(each)
        return "250 taken"

    assert deliver(club.database, send) == 1
    assert deliver(club.database, send) == 0
    assert sent == [mail(match_id)]
    (found,) = delivery_statuses(club.database)
    assert (found.status, found.fate, found.tries, found.address) == (SENT, "250 taken", 1, ADDRESS)
    assert not mail_log.post(club.database, mail(match_id)), "not even after it was sent"


def test_a_mail_that_fails_is_tried_again_ever_later_and_given_up_in_the_end(club: Club) -> None:
    wall, match_id = Wall(club), opened(club)
    mail_log.post(club.database, mail(match_id))

    def fail(each: PostedMail) -> str:
        raise OSError("no route to host")

    waits = []
    for _ in range(len(BACK_OFF) + 1):
        assert deliver(club.database, fail) == 1
        (found,) = delivery_statuses(club.database)
        assert found.fate == "no route to host"
        if found.next is None:
            break
        waits.append((found.next - wall.moment) // timedelta(minutes=1))
        wall.moment = found.next - timedelta(seconds=1)
        assert deliver(club.database, fail) == 0
        wall.on(1)
    assert waits == list(BACK_OFF)
    assert (found.status, found.tries) == (DEAD, len(BACK_OFF) + 1)
    assert match_id not in rows(club, "outbox").partition("'dead'")[2].replace(f"'{match_id}'", "")


def test_a_mail_that_the_server_refuses_for_good_is_not_tried_again(club: Club) -> None:
    match_id = opened(club)
    mail_log.post(club.database, mail(match_id))

    def refuse(each: PostedMail) -> str:
        raise MailRefused("550 no such mailbox")

    assert deliver(club.database, refuse) == 1
    (found,) = delivery_statuses(club.database)
    assert (found.status, found.fate, found.next) == (DEAD, "550 no such mailbox", None)


def test_addresses_and_mails_are_locked_in_the_database_and_a_sent_mail_is_forgotten(club: Club) -> None:
    match_id = opened(club)
    mail_log.post(club.database, mail(match_id))
    email_addresses.ask(club.database, match_id, 1, ADDRESS, "de", lambda code: mail(match_id, 2, "confirm", code))
    kept = rows(club, "outbox") + rows(club, "mailboxes")
    assert "secret word" not in kept
    assert "example.org" not in kept
    codes: list[str] = []
    deliver(club.database, lambda each: codes.append(each.text) or "")  # type: ignore[func-returns-value]
    assert codes
    with club.database.reading() as connection:
        assert set(connection.scalars(select(schema.outbox.c.text))) == {""}


def test_an_address_gets_mail_once_its_owner_has_followed_the_link(club: Club) -> None:
    wall, match_id = Wall(club), opened(club)
    codes: list[str] = []

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return mail(match_id, len(codes), "confirm")

    for wrong in (
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@example.org\nBcc: all@example.org",
        "a b@example.org",
        "ä@b.de",
    ):
        with pytest.raises(UserError, match=r"like ann@example\.org"):
            email_addresses.ask(club.database, match_id, 1, wrong, "en", letter)
    email_addresses.ask(club.database, match_id, 1, f" {ADDRESS} ", "de", letter)
    assert email_addresses.readers(club.database) == []
    with pytest.raises(NotNow, match="no longer works"):
        email_addresses.confirm(club.database, "a guess")
    assert email_addresses.whose(club.database, codes[0]) == (match_id, 1)
    assert email_addresses.confirm(club.database, codes[0]) == (match_id, 1)
    with pytest.raises(NotNow, match="no longer works"):
        email_addresses.confirm(club.database, codes[0])
    (reader,) = email_addresses.readers(club.database)
    assert (reader.box.address, reader.box.language, reader.is_waited_for) == (ADDRESS, "de", True)
    email_addresses.ask(club.database, match_id, 1, "other@example.org", "en", letter)
    assert email_addresses.readers(club.database) == [], "the new one has to be confirmed too"
    wall.on(8 * 24 * 3600)
    with pytest.raises(NotNow, match="more than a week old"):
        email_addresses.confirm(club.database, codes[1])


def test_nobody_can_be_flooded_with_mails_that_ask_to_confirm(club: Club) -> None:
    wall, match_id = Wall(club), opened(club)
    for number in range(3):
        email_addresses.ask(
            club.database, match_id, 1, ADDRESS, "en", lambda _c, n=number: mail(match_id, n, "confirm")
        )  # type: ignore[misc]
    with pytest.raises(NotNow, match="Try again tomorrow"):
        email_addresses.ask(club.database, match_id, 1, ADDRESS, "en", lambda _c: mail(match_id, 9, "confirm"))
    wall.on(24 * 3600)
    email_addresses.ask(club.database, match_id, 1, ADDRESS, "en", lambda _c: mail(match_id, 9, "confirm"))
    assert [each.status for each in delivery_statuses(club.database)] == [WAITING, DEAD, DEAD, DEAD], (
        "only the last link works"
    )


def test_a_seat_that_changes_its_player_forgets_the_address_and_its_mails(club: Club) -> None:
    match_id = opened(club)
    email_addresses.ask(club.database, match_id, 1, ADDRESS, "en", lambda code: mail(match_id, 1, "confirm", code))
    mail_log.post(club.database, mail(match_id))
    seating.give_seat(club.database, match_id, 1, "random")
    assert email_addresses.mailbox(club.database, match_id, 1) is None
    assert [each.status for each in delivery_statuses(club.database)] == [DEAD, DEAD]
    assert deliver(club.database, lambda each: "") == 0


def test_an_offer_of_a_team_goes_to_the_next_standby_player_only_when_the_mail_is_lost(club: Club) -> None:
    match_id, box = opened(club), club.database
    codes: list[str] = []

    def ask(given: Standby, code: str) -> PostedMail:
        assert not given.is_confirmed, "the owner of the address has not said yes yet"
        codes.append(code)
        return PostedMail(f"standby {match_id} {given.n}", match_id, -1, "standby", given.address, "")

    for name in ("one", "two", "three"):
        invitations.enlist(box, match_id, name, f"{name}@example.org", "en", ask)
        given = invitations.by_code(box, codes[-1])
        with seating.changes(box) as connection:
            invitations.confirm(connection, box.keys, given)
        assert invitations.standby(box, given.box.named) == replace(given, is_confirmed=True)
    deliver(box, lambda each: "250 taken")
    invitations.leave(box, match_id, 1)

    def asked() -> list[str]:
        found: list[str] = []

        def offer(given: Invitation, player: Standby) -> PostedMail:
            found.append(player.name)
            return PostedMail(f"offer {given.n}", match_id, 1, "offer", player.address, "", f"reference-{player.name}")

        invitations.offer(club, match_id, 1, offer)
        return found

    def comes_back(reference: str, is_lost: bool) -> None:
        with seating.changes(box) as connection:
            mail_log.note_returned(connection, [reference], "452 mailbox full", is_lost, False, box.now())

    def refuse(each: PostedMail) -> str:
        raise MailRefused("550 no such mailbox")

    assert asked() == ["one"]
    deliver(box, lambda each: "250 taken")
    assert asked() == [], "the mail has gone out"
    comes_back("reference-one", is_lost=False)
    assert asked() == [], "the mail is late, and may still arrive"
    comes_back("reference-one", is_lost=True)
    assert asked() == ["two"]
    deliver(box, refuse)
    assert asked() == ["three"], "the mail server has refused the mail to the second"


def test_who_takes_a_seat_ends_the_mails_that_offer_it_and_who_leaves_it_does_not(club: Club) -> None:
    match_id = opened(club)
    mail_log.post(club.database, mail(match_id, kind="invite"))
    for is_taken, status in ((False, WAITING), (True, DEAD)):
        with seating.changes(club.database) as connection:
            seating.forget(connection, match_id, 1, club.database.now(), "another player", is_taken)
        assert [each.status for each in delivery_statuses(club.database)] == [status]


def test_mail_changes_nothing_that_others_can_see_of_a_match(club: Club) -> None:
    Wall(club)
    match_id = opened(club)
    before = club.version(match_id), club.listed(match_id), [club.look(match_id, seat).stamp for seat in (-1, 0, 1)]
    email_addresses.ask(club.database, match_id, 1, ADDRESS, "en", lambda code: mail(match_id, 1, "confirm", code))
    deliver(club.database, lambda each: "250")
    email_addresses.stop(club.database, match_id, 1)
    assert before == (
        club.version(match_id),
        club.listed(match_id),
        [club.look(match_id, seat).stamp for seat in (-1, 0, 1)],
    )


def test_several_servers_send_each_mail_once(club: Club) -> None:
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    match_id, sent = opened(club), list[str]()
    for number in range(12):
        mail_log.post(club.database, mail(match_id, number))

    def send(each: PostedMail) -> str:
        sent.append(each.what)
        return "250"

    both = [threading.Thread(target=deliver, args=(each.database, send)) for each in (club, other)]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
    assert sorted(sent) == sorted(mail(match_id, number).what for number in range(12))
    other.close()


@pytest.mark.sample("sqlite-after send")
@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill -9 there")
@pytest.mark.parametrize(("point", "visits"), [("before change", 5), ("after change", 5), ("after send", 2)])
def test_kill_9_loses_no_mail_and_sends_none_twice_that_was_noted(
    url: str, point: str, visits: int, tmp_path: Path
) -> None:
    club = open_club(url)
    match_id = opened(club)
    club.close()
    for count in range(1, visits + 1):  # claim, note, claim, note, and a look that finds nothing
        killed(lambda count=count: work(url, match_id, count, f"{point}:{count}", tmp_path))  # type: ignore[misc]
    club = open_club(url)
    later = club.database.now() + LEASE
    club.database.now = lambda: later

    def send(each: PostedMail) -> str:
        return note(tmp_path, each)

    deliver(club.database, send)
    posted = {mail(match_id, 10 * count + each).what for count in range(1, visits + 1) for each in (0, 1)}
    sent = (tmp_path / "sent").read_text().splitlines()
    assert set(sent) == posted, "none is lost"
    twice = len(sent) - len(posted)
    assert twice <= (visits if point != "after change" else visits - 1), "at most one for each kill"
    assert {each.status for each in delivery_statuses(club.database)} == {SENT}
    club.close()


def note(folder: Path, each: PostedMail) -> str:
    """What a mail server does: it takes the mail."""
    with (folder / "sent").open("a") as file:
        file.write(f"{each.what}\n")
    return "250"


def work(url: str, match_id: str, count: int, point: str, folder: Path) -> None:
    """Sends two mails; the point kills it on the way."""
    club = open_club(url)
    for each in (0, 1):
        mail_log.post(club.database, mail(match_id, 10 * count + each))
    database.arm(point)
    deliver(club.database, lambda each: note(folder, each))


def killed(work: Callable[[], None]) -> None:
    """Does the work in a process of its own, which is killed."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
