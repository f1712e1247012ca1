"""Mail on the pages: a player gives an address and confirms it by the link, and the owner sees what became of each."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.hosting import NO_SEAT, add_chair, take_chair
from breakaway.club.mail_log import REFUSED, PostedMail, ReadMail, note
from breakaway.club.time_control import DAY, HOUR, Terms
from breakaway.core.language import UserError
from breakaway.mail.letters import Sender
from breakaway.mail.postman import MailOptions, Postman, checked_options
from tests.club.starts import play_out, race
from tests.web.foreign import bracketed, untranslated
from tests.web.session import browser, post

__all__ = ["bracketed"]
ADDRESS = "ann@example.org"


class Table:
    """A race by two players with links, slow unless it is said otherwise; the server sends mail."""

    def __init__(self, club: Club, seconds: int = 2 * DAY) -> None:
        self.sent: list[PostedMail] = []
        made = club.create("cycling", race(("human", "human")), terms=Terms(seconds))
        self.club, self.id, self.tokens = club, made.id, made.tokens
        self.postman = Postman(club, Sender("http://table.example", "play@example.org"), self.keep)
        self.players = [self.browser(f"player-number-{seat}-of-the-tests", seat) for seat in (0, 1)]
        club.resolve(made.id)

    def keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def browser(self, name: str, seat: int | None = None, here: bool = False) -> TestClient:
        found = browser(self.club, name, here, () if seat is None else (self.tokens[seat],))
        found.app.state.postman = self.postman  # type: ignore[attr-defined]
        return found

    def page(self, seat: int) -> str:
        return str(self.players[seat].get(f"/match/{self.id}/{seat + 1}/seat").text)

    def ask(self, seat: int = 0, address: str = ADDRESS, language: str = "en") -> int:
        where = f"/match/{self.id}/{seat + 1}/seat/mail"
        return int(post(self.players[seat], where, address=address, language=language).status_code)

    def link(self) -> str:
        self.postman.glance()
        found = re.search(r"http://table\.example(/mail/[\w-]+)", self.sent[-1].text.replace("=\r\n", ""))
        assert found
        return found[1]


def test_a_player_gives_an_address_confirms_it_and_gets_turns(club: Club) -> None:
    table = Table(club)
    assert "Emails about this match" in table.page(0)
    assert "Enter your address to get an email when it is your turn, and one at the end." in table.page(0)
    assert table.ask(language="de") == 200
    assert f"We have sent a link to {ADDRESS}." in table.page(0)
    link, anybody = table.link(), table.browser("somebody-elsewhere-of-the-tests")
    assert "Yes, send me emails" in anybody.get(link).text
    assert email_addresses.readers(club.database) == [], "opening the link changes nothing"
    assert "Your address is confirmed." in post(anybody, link).text
    assert f"You get an email at {ADDRESS}" in table.page(0)
    assert anybody.get(link).status_code == 409, "it works once"
    table.postman.glance()
    assert [(each.kind, each.seat) for each in table.sent] == [("confirm", 0), ("turn", 0)]
    post(table.players[0], f"/match/{table.id}/1/seat/mail/stop")
    assert ADDRESS not in table.page(0)
    assert email_addresses.readers(club.database) == []


def test_where_choices_take_less_than_an_hour_only_the_result_is_promised_and_sent(club: Club) -> None:
    table = Table(club, seconds=HOUR - 1)
    assert "Enter your address to get an email with the result when the match is over." in table.page(0)
    table.ask()
    link, anybody = table.link(), table.browser("somebody-elsewhere-of-the-tests")
    assert "This address will get an email with the result of " in anybody.get(link).text
    assert "You will get an email with the result of " in post(anybody, link).text
    assert f"You get an email at {ADDRESS} with the result when the match is over." in table.page(0)
    for _ in range(2):
        table.postman.glance()
    play_out(club, table.id)
    table.postman.glance()
    assert [each.kind for each in table.sent] == ["confirm", "over"]


def test_what_cannot_be_is_refused_and_nobody_else_can_ask(club: Club) -> None:
    table = Table(club)
    assert table.ask(address="ann") == 422
    assert [table.ask(address=f"{each}@example.org") for each in "abcd"] == [200, 200, 200, 409]
    for where in ("/1/seat/mail", "/1/seat/mail/stop", "/watch/seat/mail", "/watch/seat/mail/stop"):
        answer = post(table.players[1], f"/match/{table.id}{where}", address=ADDRESS)
        assert answer.status_code == 403
    assert email_addresses.mailbox(club.database, table.id, 0) is not None
    silent = browser(club, "player-number-0-of-the-tests", False, (table.tokens[0],))
    assert "Emails about this match" not in silent.get(f"/match/{table.id}/1/seat").text
    assert post(silent, f"/match/{table.id}/1/seat/mail", address=ADDRESS).status_code == 404


def test_an_address_is_seen_by_its_player_and_the_owner_alone(club: Club) -> None:
    table = Table(club)
    table.ask()
    post(table.browser("somebody-elsewhere-of-the-tests"), table.link())
    other, watching = table.players[1], table.browser("somebody-elsewhere-of-the-tests")
    for each, places in ((other, ("/2", "/2/seat", "/watch", "")), (watching, ("/watch", "", "/1", "/1/seat"))):
        for place in places:
            assert ADDRESS not in each.get(f"/match/{table.id}{place}").text
        assert ADDRESS not in each.get("/").text
        assert each.get("/mails").status_code == 404
    owner = table.browser("the-owner-of-this-server-1", here=True)
    text = owner.get("/mails").text
    assert ADDRESS in text
    assert "250 taken" in text
    assert 'href="/mails"' in owner.get("/").text
    assert 'href="/mails"' not in watching.get("/").text


def test_the_owner_reads_of_an_illegal_or_late_order_that_it_was_refused(club: Club) -> None:
    table = Table(club)
    note(club.database, ReadMail("the mark of an email", table.id, 0, REFUSED, club.database.now()))
    text = table.browser("the-owner-of-this-server-1", here=True).get("/mails").text
    assert f"{table.id}</a> 1 · refused; our reply says why</li>" in text


@pytest.mark.usefixtures("bracketed")
def test_all_pages_about_mail_are_translated(club: Club) -> None:
    table = Table(club)
    table.ask()
    link = table.link()
    anybody, owner = table.browser("somebody-elsewhere"), table.browser("the-owner-of-this-server-1", here=True)
    names = [
        "Breaking",
        "Away",
        "Röd",
        "Blue",
        "Breakaway",
        "English",
        "Deutsch",
        "UTC",
        "taken",
        table.id,
        *ADDRESS.split("@"),
    ]
    for text in (anybody.get(link).text, owner.get("/mails").text, table.page(0)):
        main = text.partition('<main id="main" tabindex="-1">')[2].partition("</main>")[0]
        assert [each for each in untranslated(main, names) if each not in ("example", "org", ADDRESS)] == []


def test_the_command_line_says_what_is_wrong_with_its_mail() -> None:
    for options, said in (
        (MailOptions("smtp://localhost"), "--mail-from"),
        (MailOptions("mailto:x", sender="play@example.org"), "--mail-out"),
        (MailOptions("smtp://localhost", "imap://play@example.org", "play@example.org"), "--mail-in"),
        (MailOptions(come="imaps://play@example.org"), "--mail-out"),
        (MailOptions(authserv="mx.example.org"), "--mail-out"),
        (MailOptions("smtp://localhost", sender="play@example.org", authserv="mx.example.org"), "--mail-authserv-id"),
        (MailOptions("smtp://localhost", "maildir:/x", "play@example.org", authserv="mx; x"), "--mail-authserv-id"),
    ):
        with pytest.raises(UserError, match=said):
            checked_options(options)
    assert checked_options(MailOptions()) is None


def test_a_host_who_does_not_play_gives_an_address_and_is_told_what_to_write(club: Club) -> None:
    table = Table(club)
    sender = Sender("http://table.example", "play@example.org", club.database.keys.reply)
    table.postman = Postman(club, sender, table.keep)
    made = club.create("cycling", race(("human", "human")), "Cup", host=NO_SEAT, within=add_chair("a-link"))
    take_chair(club.database, "a-link", ["the-device-of-a-browser-of-the-host"])
    host = table.browser("a-browser-of-the-host")
    assert "Send me the link" in host.get(f"/host/{made.id}").text
    for other in (table.players[0], table.browser("somebody-elsewhere-of-the-tests")):
        assert post(other, f"/hosts/{made.id}/mail", address=ADDRESS, language="en").status_code == 403
    assert post(host, f"/hosts/{made.id}/mail", address="ann", language="en").status_code == 422
    assert post(host, f"/hosts/{made.id}/mail", address=ADDRESS, language="en").status_code == 200
    assert f"We have sent a link to {ADDRESS}." in host.get(f"/host/{made.id}").text
    link = table.link()
    assert "the host of Cup can act by email" in host.get(link).text
    assert "You can now host Cup by email." in post(host, link).text
    table.postman.glance()
    assert "extend 24 hours: the reason" in table.sent[-1].text
    assert f"You host by email with {ADDRESS}." in host.get(f"/host/{made.id}").text
    assert ADDRESS not in table.browser("somebody-elsewhere-of-the-tests").get(f"/match/{made.id}/watch/trail").text
    assert table.browser("the-owner-of-the-tests", here=True).get("/mails").status_code == 200
