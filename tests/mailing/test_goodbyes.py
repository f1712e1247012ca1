"""Players with an address get one email about all their matches that will be deleted, with the links to the records."""

from __future__ import annotations

import pytest

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.mail_log import delivery_statuses
from breakaway.club.storage import Storage, clean, set_storage
from breakaway.club.time_control import DAY
from breakaway.mail.goodbyes import GOODBYE, offer_records
from tests.club.starts import play_out
from tests.mailing.test_digest import SENDER, Many, plain


@pytest.fixture
def player(club: Club) -> Many:
    """A player whose three matches have ended. He has read about that."""
    made = Many(club)
    for each in made.ids:
        email_addresses.set_wishes(club.database, each, 0, digest=False)
        play_out(club, each)
    made.glance()
    clean(club.database)
    return made


def test_a_player_gets_one_email_with_all_records_two_weeks_before_his_matches_are_deleted(
    club: Club, player: Many
) -> None:
    set_storage(club.database, Storage(finished=30))
    player.on(15 * 24)
    assert offer_records(club.database, SENDER) == 0, "too early"
    player.on(24)
    assert offer_records(club.database, SENDER) == 1
    assert offer_records(club.database, SENDER) == 0, "once"
    (letter,) = player.glance()
    assert letter["Subject"] == "3 of your matches will be deleted"
    text = plain(letter)
    for n, each in enumerate(player.ids, 1):
        assert f"CUP {n}\n" in text
        assert f"https://play.example.org/match/{each}/record" in text
    assert text.count("This match will be deleted on 2026-07-31.") == 3
    told = [each for each in delivery_statuses(club.database) if each.kind == GOODBYE]
    assert sorted(each.fate for each in told) == ["250 taken", "told in another email", "told in another email"]
    for _ in range(8):
        player.on(48)
        clean(club.database)
    assert club.matches() == []
    assert offer_records(club.database, SENDER) == 0
    assert player.glance() == []


def test_a_match_that_ends_later_gets_an_email_of_its_own_in_the_language_of_the_player(
    club: Club, player: Many
) -> None:
    set_storage(club.database, Storage(finished=30))
    player.on(17 * 24)
    assert offer_records(club.database, SENDER) == 1
    player.glance()
    late = player.opened("Cup 4")
    play_out(club, late)
    with club.database.writing() as connection:
        connection.exec_driver_sql("UPDATE mailboxes SET language = 'de'")
        connection.exec_driver_sql(f"UPDATE mailboxes SET \"match\" = '{late}' WHERE \"match\" = '{player.ids[0]}'")
    player.glance()
    for _ in range(9):
        player.on(48)
        clean(club.database)
    assert offer_records(club.database, SENDER) == 1
    (letter,) = player.glance()
    assert letter["Subject"] == "Eine deiner Partien wird gelöscht"
    assert f"/match/{late}/record" in plain(letter)


@pytest.mark.parametrize("how", ["unplayed", "no address", "no day"])
def test_nobody_gets_an_email_about_a_match_that_has_no_record_worth_keeping_or_stays(
    club: Club, player: Many, how: str
) -> None:
    set_storage(club.database, Storage(finished=0 if how == "no day" else 30))
    if how == "no address":
        for each in player.ids:
            email_addresses.stop(club.database, each, 0)
    if how == "unplayed":
        set_storage(club.database, Storage(unplayed=30))
        made = player.opened("Never played")
        assert club.look(made).turn == 0
    player.wall.on(20 * DAY)
    assert offer_records(club.database, SENDER) == 0
