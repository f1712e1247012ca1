"""A host by email: who is late, deadlines, pauses, announcements, roll backs; each email answered once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from email import message_from_string, policy
from email.message import EmailMessage
from typing import Any

import pytest

from breakaway.club import actions, email_addresses
from breakaway.club.club import Club
from breakaway.club.email_addresses import HOST_BOX
from breakaway.club.hosting import (
    ANNOUNCE,
    ASK,
    DEADLINE,
    NO_SEAT,
    PAUSE,
    RESUME,
    ROLL_BACK,
    add_chair,
    new_link,
    take_chair,
    trail_of,
)
from breakaway.club.mail_log import PostedMail, deliver
from breakaway.club.time_control import DAY, Terms
from breakaway.core.language import spoken
from breakaway.mail.host_mail import commands_in, host_letter, is_for_host
from breakaway.mail.letters import Sender
from breakaway.mail.replies import Receiver
from tests.club.clocks import Wall
from tests.club.starts import any_order, play_out, race, sit

HERE = ("the-browser-of-the-host",)


@pytest.mark.parametrize(
    ("line", "act", "given"),
    [
        ("late?", "", {}),
        ("Who is late?", "", {}),
        ("status", "", {}),
        ("extend 24 hours: A storm", "extend", {"hours": "24", "reason": "A storm"}),
        ("Extend by 2 days, the server was away", "extend", {"hours": "48", "reason": "the server was away"}),
        ("verlängern um 12 Stunden: Sturm", "extend", {"hours": "12", "reason": "Sturm"}),
        ("pause 7 days: Christmas", "pause", {"days": "7", "reason": "Christmas"}),
        ("Pause 3 Tage - Feiertage", "pause", {"days": "3", "reason": "Feiertage"}),
        ("resume: All are back", "resume", {"reason": "All are back"}),
        ("announce: No turn on Friday: we rest.", "announce", {"text": "No turn on Friday: we rest."}),
        ("An alle: Frohes Fest", "announce", {"text": "Frohes Fest"}),
        ("roll back: My mistake", "back", {"reason": "My mistake"}),
    ],
)
def test_a_command_is_a_line_with_its_reason(line: str, act: str, given: dict[str, str]) -> None:
    found, unread = commands_in(["Hello,", "", line, "", "Bob"])
    assert [(each.text, each.act, dict(each.given)) for each in found] == [(line, act, given)]
    assert unread == []


@pytest.mark.parametrize("line", ["extend 24 hours", "extend: a storm", "pause please", "roll back", "announce hello"])
def test_a_line_that_begins_like_a_command_and_says_too_little_is_told(line: str) -> None:
    assert commands_in([line]) == ([], [line])


@pytest.mark.parametrize("line", ["close: x", "seat Red: he is ill", "Delete: nobody needs it", "lösche: weg damit"])
def test_an_act_that_no_email_can_do_is_told_so(club: Club, line: str) -> None:
    table = HostsMail(club)
    said = table.mail(f"Hello,\n{line}\n-- \nBob")
    assert f"“{line}” cannot be done by email. Do it on the host’s page in the browser." in said
    assert table.acts() == []
    plays = HostsMail(club, host=0)
    assert "cannot be done by email" in plays.mail(line)


def test_an_email_without_any_command_is_told_so(club: Club) -> None:
    said = HostsMail(club).mail("Hello,\nplease let the race go on.\nBob")
    assert "Your email has no line that begins with one of the words below, so nothing was done." in said


@pytest.mark.parametrize(
    "lines",
    [
        ["status"],
        ["A9 B8 C4 D11"],
        ["extend 24 hours: A storm", "A9 B8 C4 D11"],
        ["Can you extend 24 hours: please"],
        ["I resume: A9"],
    ],
)
def test_an_email_of_a_host_who_plays_is_an_order_unless_all_of_it_is_for_the_host(lines: list[str]) -> None:
    assert not is_for_host(lines)


class HostsMail:
    """A race whose host gets email."""

    def __init__(self, club: Club, host: int = NO_SEAT, **more: Any) -> None:
        self.club, self.wall, self.n = club, Wall(club), 0
        within = add_chair("a-link") if host == NO_SEAT else None
        start = race(("human", "human", "human"), **more)
        made = club.create("cycling", start, "The Cup", terms=Terms(DAY), host=host, within=within)
        if host == NO_SEAT:
            take_chair(club.database, "a-link", HERE)
        for token in made.tokens.values():
            sit(club, token)
        self.id, self.seat = made.id, HOST_BOX if host == NO_SEAT else host
        play_out(club, self.id, turns=2)
        self.sender = Sender("https://play.example.org", "play@example.org", club.database.keys.reply)
        self.receiver = Receiver(club, self.sender)
        codes: list[str] = []

        def letter(code: str) -> PostedMail:
            codes.append(code)
            return PostedMail("confirm", self.id, self.seat, "confirm", "bob@example.org", "Subject: x\n\nx")

        email_addresses.ask(club.database, self.id, self.seat, "bob@example.org", "en", letter)
        email_addresses.confirm(club.database, codes[0])
        box = email_addresses.mailbox(club.database, self.id, self.seat)
        assert box is not None
        self.box = box
        self.sent()

    def sent(self) -> list[PostedMail]:
        """The emails that have been written since the last time."""
        found: list[PostedMail] = []

        def send(mail: PostedMail) -> str:
            found.append(mail)
            return "250 taken"

        deliver(self.club.database, send)
        return found

    def mail(self, text: str, message_id: str = "") -> str:
        """Takes an email in, and gives the text of the answer, on one line."""
        self.n += 1
        made = EmailMessage()
        made["From"], made["To"] = "bob@example.org", self.sender.reply_address(self.box)
        made["Subject"], made["Message-ID"] = "hosting", message_id or f"<{self.n}@example.org>"
        made.set_content(text)
        self.receiver.take(made.as_bytes())
        fresh = self.sent()
        assert all(each.address == "bob@example.org" for each in fresh)
        return " ".join(plain(each.text) for each in fresh)

    def acts(self) -> list[str]:
        return [each.act for each in trail_of(self.club.database, self.id)]


def plain(text: str) -> str:
    letter = message_from_string(text, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    body = letter.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def test_every_command_is_done_answered_and_in_the_trail(club: Club) -> None:
    table = HostsMail(club)
    due = club.look(table.id).due
    assert due is not None
    said = table.mail("extend 24 hours: A storm")
    assert "Done: extend 24 hours: A storm" in said
    assert "Missing: Röd, Blue, Green" in said
    assert club.look(table.id).due == due + timedelta(days=1)
    table.mail("announce: Happy New Year\npause 3 days: Christmas")
    table.mail("resume: All are back\n\n-- \nBob")
    assert club.listed(table.id).notice == "Happy New Year"
    table.wall.on(9 * DAY)
    assert "Late: Röd, Blue, Green" in table.mail("late?")
    held = "You keep this turn open until you close it or its deadline comes."
    assert held not in table.mail("status")
    assert held in table.mail("roll back: My mistake")
    assert club.look(table.id).turn == 1
    assert table.acts() == [ROLL_BACK, RESUME, PAUSE, ANNOUNCE, DEADLINE]


def test_ba_v6_a_roll_back_after_shown_cards_takes_the_turn_back_and_the_cards_stay_shown(club: Club) -> None:
    table = HostsMail(club, profile="boxed")
    turn = club.look(table.id).turn
    club.do(table.id, lambda place: actions.show(place, 1))
    assert "Done: roll back: My mistake" in table.mail("roll back: My mistake")
    assert club.look(table.id).turn == turn - 1
    assert table.acts() == [ROLL_BACK]


def test_what_cannot_be_done_is_told_with_how_to_write_it(club: Club) -> None:
    table = HostsMail(club)
    said = table.mail("extend 24 hours\nextend 9999 hours: x\nresume: x")
    for part in (
        "“extend 24 hours” was not understood.",
        "extend 9999 hours: x: Extend the deadline by 1 to 336 hours.",
        "resume: x: The match is not paused.",
        "extend 24 hours: the reason",
    ):
        assert part in said
    assert table.acts() == []


def test_an_email_that_comes_twice_moves_the_deadline_once(club: Club) -> None:
    table = HostsMail(club)
    for n in range(2):
        assert bool(table.mail("extend 24 hours: A storm", "<same@example.org>")) == (n == 0)
    assert table.acts() == [DEADLINE]


def test_the_answer_is_equal_for_any_two_sealed_orders_and_standing_instructions(club: Club) -> None:
    table = HostsMail(club)
    said = set()
    for seed in range(4):
        club.choose(table.id, 1, any_order(club, table.id, 1, seed))
        club.instruct(table.id, 2, [["lowest"], ["highest"], [], ["lowest"]][seed])
        said.add(table.mail("late?"))
    assert len(said) == 1
    assert "Missing: Röd, Green" in said.pop()


def test_who_no_longer_has_the_chair_hosts_by_email_no_longer(club: Club) -> None:
    table = HostsMail(club)
    take_chair(club.database, new_link(club.database, table.id), ("another-browser",))
    assert table.mail("extend 24 hours: A storm") == ""
    assert table.acts() == []


def test_a_host_who_has_sat_down_hosts_by_email_no_longer(club: Club) -> None:
    from breakaway.club.hosting import reopen_seat
    from breakaway.club.seats import Sitter

    table = HostsMail(club)
    club.sit(reopen_seat(club, table.id, 1, "x"), Sitter(HERE))
    assert table.mail("extend 24 hours: A storm") == ""


def test_a_host_who_plays_uses_the_address_of_his_seat_and_asks_for_the_rest(club: Club) -> None:
    table = HostsMail(club, host=0)
    assert "Done: extend 24 hours: A storm" in table.mail("extend 24 hours: A storm")
    assert "everybody is asked to agree" in table.mail("roll back: My mistake")
    assert table.acts() == [ASK, DEADLINE]
    assert club.look(table.id).turn == 2
    order = club.look(table.id, 0).observation.write(any_order(club, table.id, 0, 3))
    table.mail(order)
    sealed = club.look(table.id, 0).sealed
    assert sealed is not None, "orders are still orders"


def test_a_player_who_does_not_host_moves_no_deadline_by_email(club: Club) -> None:
    table = HostsMail(club, host=1)
    table.seat = 0
    due = club.look(table.id).due
    codes: list[str] = []

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail("confirm 0", table.id, 0, "confirm", "ann@example.org", "Subject: x\n\nx")

    email_addresses.ask(club.database, table.id, 0, "ann@example.org", "en", letter)
    email_addresses.confirm(club.database, codes[0])
    box = email_addresses.mailbox(club.database, table.id, 0)
    assert box is not None
    made = EmailMessage()
    made["From"], made["To"], made["Message-ID"] = "a@b.example", table.sender.reply_address(box), "<x@b.example>"
    made.set_content("extend 24 hours: A storm")
    table.receiver.take(made.as_bytes())
    assert club.look(table.id).due == due
    assert table.acts() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_answer_says_can_be_written_is_understood(club: Club, language: str) -> None:
    table = HostsMail(club)
    with spoken(language):
        box = replace(table.box, language=language)
        text = host_letter(club, table.sender, box, "x", club.database.now()).text
    letter = message_from_string(text, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    body = letter.get_body(("plain",))
    assert body is not None
    lines = str(body.get_content()).splitlines()
    assert commands_in(lines) == ([], []), "a sample that comes back unchanged is no command"
    assert commands_in([f"> {each.partition(':')[0]}: A storm" for each in lines if ":" in each])[0] == []
    found, unread = commands_in([f"{each.partition(':')[0]}: A storm" if ":" in each else each for each in lines])
    assert [each.act for each in found if each.act] == ["extend", "pause", "resume", "announce", "back"]
    assert unread == []
