"""Seasons by email: how the season stands, on request; and a player who gets emails is told of the next match."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import season_matches
from breakaway.club.seasons.fixtures import open_fixture
from breakaway.club.seasons.kept import change_season, kept_season
from breakaway.club.seasons.people import sign_up
from breakaway.mail.commands import SEASON, wish_in
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from tests.club.clocks import Wall
from tests.club.starts import any_order
from tests.club.test_seasons import all_in, browser, opened, resign
from tests.mailing.conftest import subscribe, words
from tests.mailing.test_receiving import ByMail
from tests.mailing.test_reports import answer
from tests.mailing.test_reports import opened as read


@pytest.mark.parametrize("text", ["season", "Send me the standings, please!", "Saison", "schicke mir die Tabelle"])
def test_a_line_asks_for_the_season_in_both_languages(text: str) -> None:
    found = wish_in(text, 1, None)
    assert found is not None
    assert found.kind == SEASON


def test_season_is_answered_with_the_table_and_the_page_of_the_season(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path)
    assert "This match belongs to no season." in " ".join(words(answer(match, "season")).split())
    made, _kept = opened(club)
    change_season(club.database, made.id, lambda it: it.enter("1.1.1", (21, 14), reason="on paper"))
    with club.database.writing() as connection:
        row = {"match": match.id, "season": made.id, "fixture": "1.2.1", "sides": "0,1"}
        connection.execute(insert(season_matches).values(row))
    letter = answer(match, "season")
    season = kept_season(club.database, made.id).season
    winner = season.entrants[season.matches["1.1.1"].sides[0]].name
    assert f"The table: 1 {winner}, 2 " in " ".join(words(letter).split())
    (file,) = letter.iter_attachments()
    assert file.get_filename() == f"season-{made.id}.html"
    page = file.get_payload(decode=True)
    assert isinstance(page, bytes)
    assert "21–14 (on paper)" in page.decode()


def test_a_player_who_gets_emails_about_a_match_is_told_of_the_next_one_of_the_season(club: Club) -> None:
    """Only who has confirmed an address, only as long as the same browser plays, and not after emails were stopped."""
    wall, sent = Wall(club), list[PostedMail]()

    def keep(mail: PostedMail) -> str:
        sent.append(mail)
        return "250 taken"

    sender = Sender("https://play.example.org", "play@example.org", club.database.keys.reply)
    postman = Postman(club, sender, keep)
    made, kept = opened(club, seconds=4 * 24 * 3600)
    all_in(club, made)
    order = [each for each in kept.season.matches.values() if 0 in each.sides]
    first = open_fixture(club, made.id, order[0].id)
    subscribe(club, first.match, order[0].sides.index(0))
    wall.on(60)
    resign(club, first.match, order[0].sides.index(0))
    second = open_fixture(club, made.id, order[1].id)
    seat = order[1].sides.index(0)
    box = email_addresses.mailbox(club.database, second.match, seat)
    assert box is not None
    assert box.is_confirmed
    assert email_addresses.mailbox(club.database, second.match, 1 - seat) is None
    while club.look(second.match).waiting != [seat]:  # the opponent calls first
        other = club.look(second.match).waiting[0]
        club.choose(second.match, other, any_order(club, second.match, other, 1))
        club.resolve(second.match)
    wall.on(3600)
    postman.glance()
    told = [each for each in sent if each.match == second.match]
    assert {each.address for each in told} == {box.address}
    assert any("Thursday League" in read(each.text)["Subject"] for each in told)


def test_a_new_browser_and_a_stopped_address_take_no_emails_over(club: Club) -> None:
    made, kept = opened(club)
    all_in(club, made)
    order = [each for each in kept.season.matches.values() if 0 in each.sides]
    first = open_fixture(club, made.id, order[0].id)
    seat = order[0].sides.index(0)
    subscribe(club, first.match, seat)
    resign(club, first.match, seat)
    sign_up(club.database, made.links[0], browser("a new telephone"))
    second = open_fixture(club, made.id, order[1].id)
    assert email_addresses.mailbox(club.database, second.match, order[1].sides.index(0)) is None
