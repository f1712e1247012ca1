"""What a host asks everybody to agree to, told and answered by email, once and without doubt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import message_from_string, policy
from email.message import EmailMessage

import pytest

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.database import DeletedMatch
from breakaway.club.host_requests import decline, request_of
from breakaway.club.hosting import ASK, DECLINE, FAIL, NO_SEAT, STOP, add_chair, trail_of
from breakaway.club.mail_log import RECEIPT, PostedMail
from breakaway.club.seats import new_token
from breakaway.club.time_control import DAY, Terms
from breakaway.core.observation import NotNow
from breakaway.mail.host_acts import carry_out
from breakaway.mail.host_answers import ASKED, agreement, mark_in
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.received import Letter
from tests.club.clocks import Wall
from tests.club.starts import any_order, play_out, race, sit

WHY = {"reason": "The hall has burned down"}


def body_of(letter: EmailMessage, kind: str = "plain") -> str:
    found = letter.get_body((kind,))
    assert found is not None
    return " ".join(str(found.get_content()).split())


class Asking:
    """A race of three players, whose host plays the first seat. The others get email."""

    def __init__(
        self, club: Club, host: int = 0, turns: int = 2, languages: Sequence[str] = ("en", "en", "en")
    ) -> None:
        self.club, self.wall, self.n = club, Wall(club), 0
        within = add_chair(new_token()) if host == NO_SEAT else None
        made = club.create("cycling", race(("human",) * 3), "The Cup", terms=Terms(DAY), host=host, within=within)
        for token in made.tokens.values():
            sit(club, token)
        self.id = made.id
        play_out(club, self.id, turns=turns)
        for seat in (1, 2) if host == 0 else (0, 1, 2):
            self.enlist(seat, languages[seat])
        sender = Sender("https://play.example.org", "play@example.org", club.database.keys.reply)
        self.went: list[PostedMail] = []

        def send(mail: PostedMail) -> str:
            self.went.append(mail)
            return "250 taken"

        self.come: list[bytes] = []

        def fetch(take: object) -> None:
            while self.come:
                take(self.come.pop(0))  # type: ignore[operator]

        self.postman = Postman(club, sender, send, fetch)
        self.sent()

    def enlist(self, seat: int, language: str) -> None:
        codes: list[str] = []

        def letter(code: str) -> PostedMail:
            codes.append(code)
            return PostedMail(f"confirm {seat}", self.id, seat, "confirm", f"p{seat}@example.org", "Subject: x\n\nx")

        email_addresses.ask(self.club.database, self.id, seat, f"p{seat}@example.org", language, letter)
        email_addresses.confirm(self.club.database, codes[0])

    def ask(self, act: str, **given: str) -> None:
        carry_out(self.club, self.id, act, {**WHY, **given}, 0)

    def sent(self) -> dict[str, list[EmailMessage]]:
        """The emails about requests that have been sent since the last time, by address."""
        self.postman.glance()
        found: dict[str, list[EmailMessage]] = {}
        for each in [each for each in self.went if each.kind in (ASKED, RECEIPT)]:
            letter = message_from_string(each.text, policy=policy.default)
            assert isinstance(letter, EmailMessage)
            assert letter["To"] == each.address
            found.setdefault(each.address, []).append(letter)
        self.went.clear()
        return found

    def asked(self, seat: int) -> EmailMessage:
        """The request that the player of a seat has just got."""
        (letter,) = self.sent()[f"p{seat}@example.org"]
        return letter

    def reply(self, to: EmailMessage, text: str, subject: str | None = None) -> str:
        """A player's answer arrives. Gives the text of what the player then gets, on one line."""
        self.n += 1
        made = EmailMessage()
        made["From"], made["To"], made["Message-ID"] = to["To"], to["Reply-To"], f"<{self.n}@example.org>"
        made["Subject"] = f"Re: {to['Subject']}" if subject is None else subject
        quoted = "\n".join(f"> {line}" for line in body_of(to).split(". "))
        made.set_content(f"{text}\n\nOn Monday, play@example.org wrote:\n{quoted}\n")
        self.come.append(made.as_bytes())
        return " ".join(body_of(each) for each in self.sent().get(str(to["To"]), []))

    def acts(self) -> list[str]:
        return [each.act for each in trail_of(self.club.database, self.id)]


def test_each_other_player_reads_who_asks_what_and_why_once_and_the_last_yes_does_it(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    mails = table.sent()
    assert set(mails) == {"p1@example.org", "p2@example.org"}
    for (letter,) in mails.values():
        said = body_of(letter)
        for part in (
            "The host asks you to agree to this: close the match",
            "Reason: The hall has burned down",
            "Reply with “yes” or “no” on a line of its own",
        ):
            assert part in said
        assert re.fullmatch(r"The Cup: the host asks you to agree \[[0-9a-f]{12}\]", letter["Subject"])
    assert table.sent() == {}, "nobody is asked twice"
    (first,), (last,) = mails["p1@example.org"], mails["p2@example.org"]
    assert "You agree: close the match. Not answered yet: Green." in table.reply(first, "Yes\n\nBlue")
    assert not club.look(table.id).is_stopped
    assert "All players have agreed, so it is done." in table.reply(last, "yes, of course")
    assert club.look(table.id).is_stopped
    assert table.acts() == [STOP, ASK]


def test_one_no_ends_it_and_a_later_yes_is_told_so(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    mails = table.sent()
    said = table.reply(mails["p1@example.org"][0], "No.")
    assert "You do not agree: close the match. Nothing changes, and everybody is told." in said
    assert "The host asks nothing of you now." in table.reply(mails["p2@example.org"][0], "yes")
    assert table.acts() == [DECLINE, ASK]


def test_a_yes_counts_only_for_the_request_that_was_read(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    old = table.asked(1)
    decline(club, table.id, 0, 0)
    table.ask("archive")
    new = table.asked(1)
    assert "The host asks something else now." in table.reply(old, "yes")
    request = club.do(table.id, lambda each: request_of(club, each))
    assert request is not None
    assert request.agreed == (0,)
    assert "You agree: put the match into the archive." in table.reply(new, "yes")


@pytest.mark.parametrize(
    "text",
    [
        "perhaps",
        "Yes, if Green agrees, too",
        "yes\nbut only with one more day",
        "yes\nno",
        "Ja\naber erst nächste Woche",
        "Yes please do whatever Bob says",
        "",
        "status",
    ],
)
def test_an_answer_in_doubt_changes_nothing_and_is_told_how_to_answer(club: Club, text: str) -> None:
    table = Asking(club)
    table.ask("stop")
    said = table.reply(table.asked(1), text)
    assert "Your answer is not clear, so nothing was changed. Reply with “yes” or “no”" in said
    request = club.do(table.id, lambda each: request_of(club, each))
    assert request is not None
    assert request.agreed == (0,)
    assert table.acts() == [ASK]


@pytest.mark.parametrize(
    ("lines", "agrees"),
    [
        (("Yes",), True),
        (("Hello Bob,", "", "I agree.", "Ann"), True),
        (("Ja, gern",), True),
        (("Einverstanden!",), True),
        (("no",), False),
        (("I do not agree",), False),
        (("Nein, ich stimme nicht zu.",), False),
        (("bin nicht einverstanden",), False),
        (("> yes",), True),
        (("Yes unless it rains",), None),
    ],
)
def test_only_a_clear_word_on_a_line_of_its_own_is_an_answer(lines: tuple[str, ...], agrees: bool | None) -> None:
    assert agreement(Letter(lines)) is agrees


def test_text_and_html_that_differ_and_addresses_of_other_seats_are_in_doubt() -> None:
    assert agreement(Letter(("yes",), shown=("no",))) is None
    assert agreement(Letter(("yes",), shown=("yes", ""))) is True
    assert agreement(Letter(("yes",), ambiguous=True)) is None


def test_a_yes_without_the_mark_is_no_answer_and_says_where_to_send_it(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    assert "To answer what the host asks, reply to the email about it." in table.reply(table.asked(1), "yes", "Hello")
    assert table.acts() == [ASK]


def test_only_the_signed_address_answers_and_a_program_never(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    letter = table.asked(1)
    made = EmailMessage()
    made["From"], made["To"], made["Message-ID"] = letter["To"], "play@example.org", "<a@example.org>"
    made["Subject"] = f"Re: {letter['Subject']}"
    made.set_content("yes")
    table.come.append(made.as_bytes())
    away = EmailMessage()
    away["From"], away["To"], away["Message-ID"] = letter["To"], letter["Reply-To"], "<b@example.org>"
    away["Subject"], away["Auto-Submitted"] = f"Re: {letter['Subject']}", "auto-replied"
    away.set_content("yes")
    table.come.append(away.as_bytes())
    assert table.sent() == {}
    assert table.acts() == [ASK]


def test_an_answer_that_comes_twice_is_confirmed_once(club: Club) -> None:
    table = Asking(club)
    table.ask("stop")
    letter = table.asked(1)
    assert "You agree" in table.reply(letter, "yes")
    table.n -= 1
    assert table.reply(letter, "yes") == ""


def test_an_order_in_a_request_is_told_to_its_player_and_to_nobody_else(club: Club) -> None:
    table = Asking(club)
    order = club.look(table.id, 1).observation.write(any_order(club, table.id, 1, 3))
    table.ask("order", seat="1", turn="2", order=order)
    mails = table.sent()
    for kind in ("plain", "html"):
        assert order in body_of(mails["p1@example.org"][0], kind)
        assert order not in body_of(mails["p2@example.org"][0], kind)
    assert order not in table.reply(mails["p2@example.org"][0], "yes")


def test_what_the_others_read_is_equal_for_any_two_orders_sealed_or_in_the_request(club: Club) -> None:
    table, said = Asking(club), set[str]()
    for seed in range(4):
        club.choose(table.id, 1, any_order(club, table.id, 1, seed))
        order = club.look(table.id, 1).observation.write(any_order(club, table.id, 1, seed + 10))
        table.ask("order", seat="1", turn="2", order=order)
        mail = table.sent()["p2@example.org"][-1]
        text = mail.as_string() + table.reply(mail, "perhaps")
        random = r"\[[0-9a-f]{12}\]|=-[0-9a-f]{32}|<[0-9a-f]{20}@|play\+\S+|reply above this line.*"
        said.add(re.sub(random, "", text))
        decline(club, table.id, 0, 0)
    assert len(said) == 1


def test_all_of_it_is_german_for_a_german_player(club: Club) -> None:
    table = Asking(club, languages=("en", "de", "de"))
    table.ask("back", turn="2", goal="1")
    mails = table.sent()
    said = body_of(mails["p1@example.org"][0])
    assert "Der Spielleiter bittet dich um Zustimmung" in said
    assert "Antworte mit „ja“ oder „nein“" in said
    assert "The host" not in said
    assert "nicht eindeutig" in table.reply(mails["p1@example.org"][0], "vielleicht")
    assert "Du stimmst zu" in table.reply(mails["p1@example.org"][0], "ja")
    assert "Alle" in table.reply(mails["p2@example.org"][0], "einverstanden")
    assert club.look(table.id).turn == 1


def test_the_last_yes_to_a_deletion_deletes_the_match_and_nobody_gets_an_email_after_it(club: Club) -> None:
    table = Asking(club, host=NO_SEAT, turns=10**9)
    carry_out(club, table.id, "delete", WHY, NO_SEAT)
    mails = table.sent()
    assert len(mails) == 3
    for each in mails.values():
        assert "no email will tell you" in body_of(each[-1])
        assert table.reply(each[-1], "yes") == "" or each is not [*mails.values()][-1]
    with pytest.raises(DeletedMatch):
        club.look(table.id)
    assert table.sent() == {}


def test_what_everybody_agreed_to_and_is_not_possible_is_told(club: Club) -> None:
    table = Asking(club)
    table.ask("open")
    mails = table.sent()
    table.reply(mails["p1@example.org"][0], "yes")
    said = table.reply(mails["p2@example.org"][0], "yes")
    assert "Everybody agreed, but it could not be done: The match is not closed." in said
    assert table.acts() == [FAIL, ASK]


def test_a_player_who_has_resigned_is_asked_nothing(club: Club) -> None:
    table = Asking(club)
    club.resign(table.id, 2)
    table.sent()
    table.ask("stop")
    assert set(table.sent()) == {"p1@example.org"}
    with pytest.raises(NotNow):
        decline(club, table.id, 2, mark="x")


def test_a_title_that_looks_like_a_mark_is_none() -> None:
    assert mark_in("Re: The Cup [deadbeefcafe], turn 2") == ""
    assert mark_in("Re: The Cup [deadbeefcafe]: the host asks you to agree [0123456789ab]") == "0123456789ab"
