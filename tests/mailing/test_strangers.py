"""Mails that a stranger forges, and mails that stop all others: nothing goes to a victim, and nobody is kept out."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.club import email_addresses, invitations
from breakaway.club.club import Club
from breakaway.club.consent import is_refused, name_of
from breakaway.club.invitations import Invitation, invite
from breakaway.club.mail_log import PostedMail, arrivals
from breakaway.mail.invitations import invite_letter
from breakaway.mail.postman import MailOptions, checked_options, make_postman
from tests.club.starts import race
from tests.mailing.conftest import Post, subscribe, words
from tests.mailing.test_joining import Joining, Standing

VICTIM = "victim@example.org"
PROVED = "dmarc=pass header.from=example.org"
FORGED = {"Authentication_Results": f"mx.example.org; {PROVED}"}  # a header that the sender has written


def is_unwanted(club: Club, address: str) -> bool:
    with club.database.reading() as connection:
        return is_refused(connection, name_of(club.database.keys.reply, address))


def test_a_forged_request_to_stand_by_sends_nothing_to_its_victim(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    asks = f"standby {table.id}"
    for n in range(3):
        assert table.post("play@example.org", asks, sender=f"v{n}@example.org") == []
    for found in ("dmarc=fail header.from=example.org", "dkim=pass header.d=evil.example", "none"):
        assert table.post("play@example.org", asks, sender=VICTIM, found=found, **FORGED) == []
    assert table.post("play@example.org", asks, sender=f"{VICTIM}, a@evil.example", found=PROVED) == []
    assert {each.outcome for each in arrivals(club.database)} == {"stranger"}
    ((kind, words),) = table.post("play@example.org", asks, sender=VICTIM, found=PROVED)
    assert kind == "standby"
    assert "Somebody entered this address to become a standby player in a match of Breaking Away." in words


@pytest.mark.slow
def test_twenty_one_forged_requests_leave_the_list_open(club: Club, tmp_path: Path) -> None:
    table = Standing(club, tmp_path, teams=3)
    for n in range(21):
        table.post("play@example.org", f"standby {table.id}", sender=f"forged{n}@example.org")
        proved = "dkim=pass header.d=evil.example"
        table.post("play@example.org", f"standby {table.id}", sender=f"x{n}@evil.example", found=proved)
    table.enlist()
    assert invitations.standing_by(club.database, table.id) == 1


def test_a_player_whose_address_is_confirmed_needs_no_proof_and_gets_two_such_mails_a_day(
    club: Club, tmp_path: Path
) -> None:
    table, other = Joining(club, tmp_path), club.create("cycling", race(("human", "human")), here=[0, 1]).id
    sent = [table.post("play@example.org", f"standby {other}", sender="player0@example.org") for _ in range(4)]
    assert [[kind for kind, _words in each] for each in sent] == [["standby"], ["standby"], [], []]
    assert len(table.post("play@example.org", f"standby {other}", sender="player0@example.org", found=PROVED)) == 1


@pytest.mark.parametrize("word", ["stop", "Unsubscribe", "Bitte abmelden"])
def test_an_answer_that_says_stop_ends_all_mail_to_who_was_invited(club: Club, tmp_path: Path, word: str) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, to = table.invite(VICTIM)
    assert table.post(to, f"{word}\n\nVic") == [], "not even an answer"
    assert is_unwanted(club, VICTIM)
    assert table.post(to, "what?") == [], "nor later"
    table.post(to, "yes")
    assert not is_unwanted(club, VICTIM)
    box = email_addresses.mailbox(club.database, table.id, 1)
    assert box
    assert box.address == VICTIM


def test_an_answer_of_a_player_that_says_stop_ends_the_mail_of_all_matches(club: Club, tmp_path: Path) -> None:
    table, other = Joining(club, tmp_path), club.create("cycling", race(("human", "human")), here=[0, 1]).id
    subscribe(club, other, 0)
    sealed, order = table.sealed(0), table.order(0)
    assert table.post(table.address(0), f"unsubscribe\n{order}") == []
    assert table.sealed(0) == sealed
    for match_id in (table.id, other):
        assert email_addresses.mailbox(club.database, match_id, 0) is None
    assert email_addresses.mailbox(club.database, table.id, 1) is not None


def test_nobody_stops_the_mail_of_another(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, to = table.invite(VICTIM)
    for sender, found in ((VICTIM, "none"), (VICTIM, "spf=pass smtp.mailfrom=example.org"), ("x@evil.example", PROVED)):
        table.post("play@example.org", "stop", sender=sender, found=found, **FORGED)
    table.post(to.replace("-i", "-s"), "stop", sender=VICTIM)
    table.post(to, "stop", Auto_Submitted="auto-replied")
    for address in (VICTIM, "x@evil.example"):
        assert not is_unwanted(club, address)
    table.post("play@example.org", "stop", sender=VICTIM, found=PROVED)
    assert is_unwanted(club, VICTIM)
    table.post("play@example.org", "start", sender=VICTIM)
    assert is_unwanted(club, VICTIM)
    table.post("play@example.org", "start", sender=VICTIM, found=PROVED)
    assert not is_unwanted(club, VICTIM)


def test_the_address_in_the_header_list_unsubscribe_takes_the_mail_of_a_program(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    table.invite(VICTIM)
    raw = table.last["invite"].text.partition("\r\n\r\n")[0].replace("\r\n ", " ")
    mailto = raw.partition("<mailto:")[2].partition(">")[0]
    to, _mark, subject = mailto.partition("?subject=")
    assert subject == "unsubscribe"
    assert table.post(to.replace("+n-", "+n-0"), "", subject=subject, Auto_Submitted="auto-generated") == []
    assert not is_unwanted(club, VICTIM)
    assert table.post(to, "", subject=subject, Auto_Submitted="auto-generated") == []
    assert is_unwanted(club, VICTIM)


def test_who_has_not_agreed_reads_no_title_in_an_answer_either(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    words, to = table.invite()
    found = [words, *(said for text in ("what is this?", "no") for _kind, said in table.post(to, text))]
    assert len(found) == 3
    for said in found:
        assert "The Cup" not in said
        assert "Breaking Away" in said
        assert all(seat.name not in said for seat in club.seats(table.id))


def test_the_mail_server_gets_the_headers_by_which_programs_stop_all_mail(club: Club, server: tuple[Post, str]) -> None:
    post, address = server
    made = club.create("cycling", race(("human", "human")))
    options = checked_options(MailOptions(address, sender="play@example.org"))
    assert options
    postman = make_postman(options, club, "https://play.example.org/")

    def letter(given: Invitation) -> PostedMail:
        return invite_letter(postman.sender, given, club.listed(made.id), "Ann", "", club.database.now())

    invite(club.database, made.id, 1, VICTIM, "de", letter)
    postman.glance()
    (got,) = post.taken()
    link = str(got["List-Unsubscribe"])
    assert link.startswith("<https://play.example.org/never/")
    assert "mailto" not in link, "nobody reads replies"
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link.strip("<>") in words(got)
    assert "Wer dich einlädt, nennt sich „Ann“." in words(got)
