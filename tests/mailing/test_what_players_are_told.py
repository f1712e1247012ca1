"""What emails say: where a match stands, whom one plays, an order to begin with, and "done" only over what was done."""

from __future__ import annotations

import logging
import mailbox as folders
from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.club.hosting import announce
from breakaway.club.mail_log import MailRefused, PostedMail, deliver
from breakaway.club.time_control import is_zone
from breakaway.core.language import UserError
from breakaway.mail.postman import MailOptions, checked_options
from breakaway.mail.transport import carrier, outgoing
from tests.club.clocks import NOON
from tests.club.starts import play_out
from tests.mailing.test_receiving import ByMail, opened


def test_status_says_where_the_match_stands_and_nothing_of_another_seat(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    said = table.mail(0, "status")
    assert said.startswith("The Cup, turn 1: where the match stands")
    assert "You play: Röd" in said
    assert "Waiting for: Röd, Blue" in said
    assert "You have no sealed order yet." in said
    assert "WHERE THE MATCH STANDS" in said
    order, theirs = table.order(0), table.order(1)
    table.mail(0, order)
    said = table.mail(0, "", subject="status")
    assert f"Your sealed order: {order}" in said
    assert "Waiting for: Blue" in said
    told = table.mail(1, "How is the Stand?\n\nStand")
    assert order not in told
    assert "You have no sealed order yet." in told
    assert theirs not in said


def test_done_stands_only_over_what_was_done(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    assert table.mail(0, "vacation 2026-07-03 to 2026-07-06").startswith("The Cup, turn 1: done")
    for asked in ("vacation 2026-07-05 to 2026-07-07", "vacation 31.2. to 32.2.", "time zone Mars/Olympus"):
        said = table.mail(0, asked)
        assert said.startswith("The Cup, turn 1: this could not be done"), said
        assert "WHAT WAS NOT DONE, AND WHY" in said
    said = table.mail(0, "time zone Mars/Olympus\ndigest on")
    assert said.startswith("The Cup, turn 1: done")
    assert "Unknown time zone" in said.partition("WHAT WAS NOT DONE, AND WHY")[2]


def test_a_changed_time_zone_shows_at_once(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    said = table.mail(0, "time zone Europe/Berlin")
    assert "Deadline: 2026-07-05 22:00 Europe/Berlin" in said, "20:00 UTC in summer"


@pytest.mark.parametrize("name", ["localtime", "posixrules", "Factory", "posix/Europe/Berlin", "right/UTC", ""])
def test_what_is_no_place_is_no_time_zone(name: str) -> None:
    assert not is_zone(name)
    assert is_zone("Europe/Berlin")
    assert is_zone("UTC")


def test_the_first_email_names_the_side_and_shows_an_order_that_is_sealed_as_it_stands(
    club: Club, tmp_path: Path
) -> None:
    table = ByMail(club, tmp_path, start=NOON)
    said = opened(table.first[0].text)
    assert "You play: Röd" in said
    example = said.partition("For example, reply: ")[2].partition(" To stop")[0].strip()
    assert example
    assert table.mail(0, example).startswith("The Cup, turn 1: your order is sealed")
    table.mail(1, table.order(1))
    second = [opened(each.text) for each in table.sent] or [""]
    assert all("For example, reply" not in each for each in second)


def test_what_the_host_announced_stands_in_the_email_about_the_next_turn(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    announce(club.database, table.id, "No turn on <Christmas> Eve.")
    table.wall.on(60)
    play_out(club, table.id, turns=1)
    table.postman.glance()
    asked = [text for text in (opened(each.text) for each in table.sent) if "your choice" in text]
    assert asked
    assert all("The host says: No turn on <Christmas> Eve." in each for each in asked)


def test_an_empty_folder_becomes_a_maildir_and_another_one_fails_at_the_start(tmp_path: Path) -> None:
    empty, full, file = tmp_path / "empty", tmp_path / "full", tmp_path / "file"
    empty.mkdir()
    full.mkdir()
    (full / "letter.txt").write_text("x", encoding="utf-8")
    file.write_text("x", encoding="utf-8")
    options = MailOptions(out=f"maildir:{empty}", sender="play@example.org")
    assert checked_options(options) is not None
    carrier(outgoing(f"maildir:{empty}"), "play@example.org", "")(
        PostedMail("x", "m", 0, "turn", "a@example.org", "Subject: x\n\nx")
    )
    assert len(folders.Maildir(empty)) == 1
    for other, says in ((full, "is not a Maildir, and it is not empty"), (file, "cannot write to")):
        with pytest.raises(UserError, match=says):
            checked_options(MailOptions(out=f"maildir:{other}", sender="play@example.org"))


def test_an_email_that_cannot_be_sent_is_in_the_log_without_its_address(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = ByMail(club, tmp_path)
    answers: list[Exception] = [OSError("player0@example.org: try later"), MailRefused("550 no player1@example.org")]

    def send(mail: PostedMail) -> str:
        raise answers[mail.seat]

    for seat in (0, 1):
        table.box.add(table.letter("status", table.address(seat)))
    table.postman.send = send
    with caplog.at_level(logging.WARNING):
        table.postman.glance()
        deliver(club.database, send)
    assert (
        f"an email (receipt) to seat 1 of match {table.id} cannot be sent, and it is tried again later" in caplog.text
    )
    assert f"an email (receipt) to seat 2 of match {table.id} was refused for good: 550 no (the address)" in caplog.text
    assert "@example.org" not in caplog.text


def test_an_email_about_another_match_of_the_player_is_in_doubt(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    order = table.order(0)
    said = table.mail(0, order, subject="Re: The Other Cup, turn 1: your choice")
    assert "Its subject is about another match" in said
    assert table.sealed(0) == ""
    said = table.mail(0, f"{order}\n\nCopy to {table.address(1)}")
    assert table.sealed(0) == ""
    assert table.mail(0, order, subject="Re: The Cup, turn 1: your choice").startswith(
        "The Cup, turn 1: your order is sealed"
    )
