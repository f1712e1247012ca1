"""The digest: one mail a day for a player of many matches; nothing said twice, nothing lost, reminders at once."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_string, policy
from email.message import EmailMessage

import pytest

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail, delivery_statuses
from breakaway.club.schema import CLOSE
from breakaway.club.time_control import DAY, HOUR, Terms
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from tests.club.clocks import Wall
from tests.club.starts import any_order, play_out, race
from tests.mailing.conftest import subscribe, words

SENDER = Sender("https://play.example.org", "play@example.org", b"a key of the tests, 32 bytes long")


def plain(letter: EmailMessage) -> str:
    return words(letter).replace("\r\n", "\n")


class Many:
    """A player who sits at three slow races, and his mail."""

    def __init__(self, club: Club, hour: int = 5) -> None:
        self.club, self.wall, self.sent = club, Wall(club), list[PostedMail]()
        self.wall.moment = datetime(2026, 7, 1, hour, tzinfo=UTC)
        self.postman = Postman(club, SENDER, self.keep)
        self.ids = [self.opened(f"Cup {n}") for n in (1, 2, 3)]
        for each in self.ids:
            subscribe(club, each, 0)
        email_addresses.set_wishes(club.database, self.ids[0], 0, digest=True)

    def opened(self, title: str) -> str:
        made = self.club.create("cycling", race(("human", "human")), title, here=[0, 1], terms=Terms(7 * DAY, CLOSE))
        self.club.resolve(made.id)
        return made.id

    def keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def glance(self) -> list[EmailMessage]:
        """What is sent now."""
        self.sent.clear()
        self.postman.glance()
        Postman(self.club, SENDER, self.keep).glance()  # as another server would, or this one after a restart
        found = [message_from_string(each.text, policy=policy.default) for each in self.sent]
        assert all(isinstance(each, EmailMessage) for each in found)
        return [each for each in found if isinstance(each, EmailMessage)]

    def on(self, hours: float) -> None:
        self.wall.on(hours * HOUR)

    def play(self, match: int, turns: int = 1) -> None:
        play_out(self.club, self.ids[match], turns=turns)


def test_a_player_of_three_matches_gets_one_mail_in_the_morning_with_all_that_is_asked(club: Club) -> None:
    player = Many(club)
    assert player.glance() == [], "5 o'clock in the morning is too early"
    player.on(2)
    (letter,) = player.glance()
    assert letter["Subject"] == "3 matches are waiting for you"
    text = plain(letter)
    for n, each in enumerate(player.ids, 1):
        assert f"CUP {n}\n" in text
        assert f"https://play.example.org/match/{each}/1" in text
        box = email_addresses.mailbox(club.database, each, 0)
        assert box
        assert f"\n{SENDER.reply_address(box)}\n" in text, "each match has its own address for orders, in one piece"
        assert f'href="mailto:{SENDER.reply_address(box)}"' in words(letter, "html")
    assert letter["Reply-To"] is None, "an answer to all of them belongs to none"
    assert max(map(len, text.splitlines())) <= 100
    player.on(1)
    assert player.glance() == []


def test_what_the_digest_has_told_is_listed_as_never_sent_on_its_own(club: Club) -> None:
    player = Many(club, hour=7)
    player.glance()
    found = {each.fate: each.tries for each in delivery_statuses(club.database)}
    assert found == {"250 taken": 1, "told in another email": 0}


def test_what_happens_during_the_day_comes_the_next_morning_once(club: Club) -> None:
    player = Many(club, hour=7)
    assert len(player.glance()) == 1
    player.on(2)
    player.play(0, turns=2)
    assert player.glance() == []
    player.on(22)
    (letter,) = player.glance()
    text = plain(letter)
    assert letter["Subject"] == "1 match is waiting for you"
    assert ("CUP 1\n" in text, "CUP 2\n" in text) == (True, False)
    assert text.count("\nThe line-ups\n") == text.count("\nTurn 1\n") == 1, "both turns, each once"
    player.on(24)
    assert player.glance() == [], "nothing new"
    player.play(0)
    player.on(24)
    (letter,) = player.glance()
    assert ("\nTurn 1\n" in plain(letter), "\nTurn 2\n" in plain(letter)) == (False, True)


def test_a_reminder_comes_at_once_and_is_not_repeated_by_the_digest(club: Club) -> None:
    player = Many(club, hour=7)
    player.glance()
    player.on(2)
    player.play(0)
    player.on(143.5)  # half past eight: today's digest is out, and less than a day is left
    found = player.glance()
    assert sorted(str(each["Subject"]) for each in found) == [
        "1 match is waiting for you",
        "Cup 2, the line-ups: the deadline is near",
        "Cup 3, the line-ups: the deadline is near",
    ]
    player.on(24)
    club.choose(player.ids[0], 0, any_order(club, player.ids[0], 0, 1))
    assert [each["Subject"] for each in player.glance()] == []


def test_what_a_reminder_has_told_before_the_first_digest_is_not_told_by_it(club: Club) -> None:
    player = Many(club, hour=5)
    player.on(6 * 24 + 0.5)  # half past five, too early for a digest, and less than a day is left
    assert {str(each["Subject"]).partition(", ")[2] for each in player.glance()} == {
        "the line-ups: the deadline is near"
    }
    player.on(2)
    assert [each["Subject"] for each in player.glance()] == []


def test_one_player_s_digest_is_nobody_else_s_and_holds_for_later_matches(club: Club) -> None:
    player = Many(club)
    subscribe(club, player.ids[0], 1)
    later = player.opened("Cup 4")
    subscribe(club, later, 0)
    boxes = [email_addresses.mailbox(club.database, *each) for each in ((player.ids[0], 1), (later, 0))]
    assert [each.digest for each in boxes if each] == [False, True]


@pytest.mark.slow
def test_the_end_of_a_match_is_told_in_the_digest(club: Club) -> None:
    player = Many(club, hour=7)
    player.glance()
    player.on(3)
    play_out(club, player.ids[1])
    player.on(24)
    (letter,) = player.glance()
    assert letter["Subject"] == "Finished matches"
    assert "Send orders to" not in plain(letter)
    player.on(24)
    assert player.glance() == []


def test_who_leaves_the_digest_gets_a_mail_with_each_turn_and_nothing_again(club: Club) -> None:
    player = Many(club, hour=7)
    player.glance()
    email_addresses.set_wishes(club.database, player.ids[1], 0, digest=False)
    assert player.glance() == [], "the digest has told it all"
    player.on(1)
    player.play(2)
    assert [each["Subject"] for each in player.glance()] == ["Cup 3, turn 1: your choice"]


def test_the_morning_is_that_of_the_reader(club: Club) -> None:
    player = Many(club, hour=4)
    email_addresses.set_wishes(club.database, player.ids[0], 0, zone="Europe/Helsinki")
    (letter,) = player.glance()
    assert "Deadline: 2026-07-08 07:00 Europe/Helsinki" in plain(letter)


def test_a_digest_that_waits_survives_a_player_who_wants_no_more_mail_about_one_of_its_matches(club: Club) -> None:
    player = Many(club, hour=7)

    def away(mail: PostedMail) -> str:
        raise OSError("away")

    Postman(club, SENDER, away).glance()
    for each in player.ids[:2]:
        email_addresses.stop(club.database, each, 0)
    player.on(1)
    (letter,) = player.glance()
    assert "CUP 3\n" in plain(letter)
    assert {each.status for each in delivery_statuses(club.database)} == {"sent"}


def test_nobody_changes_the_wishes_of_an_address_that_he_has_not_confirmed(club: Club) -> None:
    player = Many(club)
    email_addresses.set_wishes(club.database, player.ids[0], 0, digest=False)
    letter = PostedMail("confirm x", player.ids[0], 1, "confirm", "player0@example.org", "Subject: x\n\nx")
    email_addresses.ask(club.database, player.ids[0], 1, "player0@example.org", "en", lambda _code: letter)
    email_addresses.set_wishes(club.database, player.ids[0], 1, digest=True, zone="Asia/Tokyo")
    for each in player.ids:
        box = email_addresses.mailbox(club.database, each, 0)
        assert box
        assert (box.digest, box.zone) == (False, "")


def test_digests_of_two_players_stay_apart(club: Club) -> None:
    player = Many(club, hour=7)
    subscribe(club, player.ids[1], 1)
    email_addresses.set_wishes(club.database, player.ids[1], 1, digest=True)
    found = {str(each["To"]): plain(each) for each in player.glance()}
    assert set(found) == {"player0@example.org", "player1@example.org"}
    assert f"/match/{player.ids[1]}/2\n" in found["player1@example.org"]
    assert not any(each in found["player1@example.org"] for each in (player.ids[0], player.ids[2], "You play: Röd"))
    assert "You play: Blue" not in found["player0@example.org"]


def test_a_match_that_comes_later_joins_the_digest_once_its_address_is_confirmed(club: Club) -> None:
    player = Many(club, hour=7)
    player.glance()
    email_addresses.set_wishes(club.database, player.ids[0], 0, zone="Europe/Berlin")
    match_id, codes = player.opened("Cup 4"), list[str]()

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail("confirm y", match_id, 0, "confirm", "player0@example.org", "Subject: x\n\nx")

    email_addresses.ask(club.database, match_id, 0, "player0@example.org", "en", letter)
    email_addresses.confirm(club.database, codes[0])
    box = email_addresses.mailbox(club.database, match_id, 0)
    assert box
    assert (box.digest, box.zone) == (True, "Europe/Berlin")
