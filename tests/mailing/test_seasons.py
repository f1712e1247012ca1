"""Seasons by email: how the season stands, on request; and a player who gets emails is told of the next match."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import insert

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import season_matches
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import open_fixture
from breakaway.club.seasons.kept import kept_season
from breakaway.club.seasons.people import sign_up
from breakaway.mail.commands import SEASON, wish_in
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from tests.club.clocks import Wall
from tests.club.starts import any_order
from tests.club.test_seasons import all_in, browser, league, opened, resign
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


# --- letters by themselves: a round has opened, a round is over


class Told:
    """A league of three; Ada (0) gets emails since her first match. The postman keeps what is sent."""

    def __init__(self, club: Club, **said: object) -> None:
        self.club, self.wall, self.sent = club, Wall(club), list[PostedMail]()
        self.made, kept = opened(club, league(**said), seconds=2 * 24 * 3600)
        all_in(club, self.made)
        self.order = [each for each in kept.season.matches.values() if 0 in each.sides]
        self.first = open_fixture(club, self.made.id, self.order[0].id).match
        self.wall.on(60)
        self.address = subscribe(club, self.first, self.order[0].sides.index(0))
        self.wall.on(60)

    def seat(self, n: int = 0) -> int:
        return self.order[n].sides.index(0)

    def letters(self) -> list[str]:
        """The kinds of the letters about rounds and opponents that a postman who has just been started sends."""

        def keep(mail: PostedMail) -> str:
            self.sent.append(mail)
            return "250 taken"

        before = len(self.sent)
        Postman(self.club, Sender("https://play.example.org", "play@example.org"), keep).glance()
        return [each.kind for each in self.sent[before:] if each.kind in ("round", "roundup", "left")]

    def last(self, kind: str) -> EmailMessage:
        """The last letter of this kind."""
        return read(next(each.text for each in reversed(self.sent) if each.kind == kind))

    def finish(self, match: str = "") -> None:
        """Ada resigns her match, which is the only one of its round."""
        resign(self.club, match or self.first, self.seat())


def test_a_round_that_is_over_is_told_once_with_its_table_and_the_next_match_when_it_is_opened(club: Club) -> None:
    told = Told(club)
    assert told.letters() == [], "she sits at this table and knows that it is open"
    told.finish()
    assert told.letters() == ["roundup"]
    letter = told.last("roundup")
    assert letter["Subject"] == "Thursday League: League, round 1 is over"
    assert letter["To"] == told.address
    said = words(letter)
    assert f"https://play.example.org/season/{told.made.id}/round/1.1" in said
    assert "LEAGUE: THE TABLE" in said
    second = open_fixture(club, told.made.id, told.order[1].id).match
    assert told.letters() == ["round"]
    said = " ".join(words(told.last("round")).split())
    assert f"https://play.example.org/match/{second}/{told.seat(1) + 1}" in said
    assert told.letters() == [], "nothing twice"
    change_season(club.database, told.made.id, lambda it: it.enter("1.1.1", (9, 3), reason="counted wrongly"))
    assert told.letters() == [], "a correction is on the season's page"


def test_a_letter_about_a_round_holds_no_secret_and_no_link_of_anybody_else(club: Club) -> None:
    told = Told(club)
    told.finish()
    second = open_fixture(club, told.made.id, told.order[1].id).match
    assert sorted(told.letters()) == ["round", "roundup"]
    kept = kept_season(club.database, told.made.id)
    secrets = [
        *told.made.links.values(),
        told.made.chair,
        *kept.players.values(),
        f"/match/{second}/{2 - told.seat(1)}",
    ]
    for mail in told.sent:
        letter = read(mail.text)
        text = words(letter) + words(letter, "html") + str(letter.items())
        assert not [each for each in secrets if each and each in text]
        assert mail.address == told.address


def test_who_was_replaced_has_stopped_or_never_confirmed_gets_no_letter_about_a_round(club: Club) -> None:
    told = Told(club)
    told.finish()
    change_season(club.database, told.made.id, lambda it: it.replace_entrant(0, "Gus", "human", "Ada has moved away"))
    assert told.letters() == []
    stopped = Told(club)
    stopped.finish()
    email_addresses.stop(club.database, stopped.first, stopped.seat())
    assert stopped.letters() == []


def test_a_server_that_was_away_tells_nothing_old_and_of_several_rounds_only_the_last(club: Club) -> None:
    told = Told(club)
    told.finish()
    change_season(club.database, told.made.id, lambda it: it.enter("1.2.1", (9, 3), reason="on paper"))
    assert told.letters() == ["roundup"]
    assert "round 2 is over" in told.last("roundup")["Subject"]
    late = Told(club)
    late.finish()
    open_fixture(club, late.made.id, late.order[1].id)
    late.wall.on(8 * 24 * 3600)
    assert late.letters() == []


def test_who_wants_one_email_a_day_is_told_of_a_round_in_the_morning(club: Club) -> None:
    told = Told(club)
    email_addresses.set_wishes(club.database, told.first, told.seat(), digest=True, zone="Europe/Berlin")
    told.finish()
    told.wall.moment = datetime(2026, 7, 2, 4, 59, tzinfo=UTC)  # 6:59 in Berlin
    assert told.letters() == []
    told.wall.on(60)
    assert told.letters() == ["roundup"]


def test_whoever_plays_somebody_who_leaves_is_told_once_and_who_has_left_gets_nothing(club: Club) -> None:
    """docs/seasons.md, "Somebody who leaves": the match is closed, and what it counts is in the email."""
    told = Told(club)
    (other,) = set(told.order[0].sides) - {0}
    name = kept_season(club.database, told.made.id).season.entrants[other].name
    his = subscribe(club, told.first, 1 - told.seat())
    change_season(club.database, told.made.id, lambda it: it.leave(other, "no time"))
    assert told.letters() == ["left"]
    letter = told.last("left")
    assert (letter["To"], letter["Subject"]) == (told.address, f"Thursday League: {name} has left the season")
    said = " ".join(words(letter).split())
    assert f"{name} has left the season: no time" in said
    assert "Your match counts for nothing." in said, "leaving = half, and he has played none"
    text = words(letter) + words(letter, "html") + str(letter.items())
    kept = kept_season(club.database, told.made.id)
    secrets = [*told.made.links.values(), told.made.chair, *kept.players.values(), his]
    assert not [each for each in (*secrets, f"/match/{told.first}/{2 - told.seat()}") if each and each in text]
    assert told.letters() == [], "nothing twice"
    told.wall.on(5 * 24 * 3600)
    before = len(told.sent)
    assert told.letters() == []
    assert told.sent[before:] == [], "nobody is asked or reminded"
    change_season(club.database, told.made.id, lambda it: it.replace_entrant(other, "Gus", "human", "he helps"))
    change_season(club.database, told.made.id, lambda it: it.leave(other, "no time either"))
    assert told.letters() == ["left"], "another departure"
    assert told.last("left")["Subject"] == "Thursday League: Gus has left the season"
    change_season(club.database, told.made.id, lambda it: it.leave(0, "alone"))
    assert told.letters() == []


def test_who_wins_by_forfeit_because_somebody_left_reads_it_in_the_email(club: Club) -> None:
    told = Told(club, leaving="forfeit")
    (other,) = set(told.order[0].sides) - {0}
    change_season(club.database, told.made.id, lambda it: it.leave(other, "no time"))
    assert told.letters() == ["left"]
    assert "You win your match by forfeit." in words(told.last("left"))
