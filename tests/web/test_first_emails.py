"""What strangers can make the server send, by its pages: how much, what it says, and how one stops it for good."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_string, policy
from email.message import EmailMessage

import pytest
from starlette.testclient import TestClient

from breakaway.club import email_addresses, invitations
from breakaway.club.club import Club
from breakaway.club.consent import is_refused, name_of
from breakaway.club.mail_log import PostedMail
from breakaway.club.time_control import DAY, Terms
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from tests.club.starts import device_of, race, sit
from tests.mailing.conftest import words
from tests.web.foreign import bracketed, untranslated
from tests.web.session import browser, post

__all__ = ["bracketed"]
VICTIM = "victim@example.org"
EVIL = "Cheap pills at evil.example"


class Attack:
    """Tables of a stranger with a title and names of his choice, each with empty seats that he may offer to anybody."""

    def __init__(self, club: Club, tables: int = 1, seats: int = 4, name: str = EVIL, title: str = EVIL) -> None:
        self.club, self.sent, self.ids = club, list[PostedMail](), list[str]()
        key = club.database.keys.reply
        self.postman = Postman(club, Sender("https://play.example.org", "play@example.org", key), self.keep)
        tokens, invites = list[str](), list[str]()
        for _ in range(tables):
            made = club.create("cycling", race(("human",) * seats), title, terms=Terms(2 * DAY))
            sit(club, made.tokens[0], name)
            tokens.append(made.tokens[0])
            invites += [made.tokens[seat] for seat in range(1, seats)]
            self.ids.append(made.id)
        self.browser = self.new("a-stranger-of-these-tests", *tokens)
        self.browser.cookies.set("invites", ".".join(invites))

    def keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def new(self, name: str, *tokens: str) -> TestClient:
        found = browser(self.club, name, here=False)
        found.app.state.postman = self.postman  # type: ignore[attr-defined]
        if tokens:
            found.cookies.set("seats", ".".join(map(device_of, tokens)))
        return found

    def invite(self, table: int = 0, seat: int = 1, address: str = VICTIM) -> int:
        where = f"/match/{self.ids[table]}/1/invite"
        return int(post(self.browser, where, seat=seat, address=address, language="en").status_code)

    def mails(self) -> list[PostedMail]:
        self.postman.glance()
        found, self.sent = self.sent, []
        return found


def opened(mail: PostedMail) -> EmailMessage:
    found = message_from_string(mail.text, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def everything(mail: PostedMail) -> str:
    """All that a reader of an email can see: its headers, its text and its HTML."""
    letter = opened(mail)
    return "\n".join([*(f"{name}: {value}" for name, value in letter.items()), words(letter), words(letter, "html")])


@pytest.mark.parametrize(("tables", "seats"), [(2, 3), pytest.param(11, 5, marks=pytest.mark.slow)])
def test_a_victim_gets_two_emails_a_day_from_one_source_whatever_it_does(club: Club, tables: int, seats: int) -> None:
    attack = Attack(club, tables, seats)
    codes = list[int]()
    for table, match_id in enumerate(attack.ids):
        for seat in range(1, seats):
            for written in (VICTIM, "Victim@example.org", f"victim+{table}@example.org"):
                codes.append(attack.invite(table, seat, written))
        codes.append(post(attack.browser, f"/match/{match_id}/1/seat/mail", address=VICTIM).status_code)
        codes.append(post(attack.browser, f"/match/{match_id}/standby", address=VICTIM).status_code)
    assert codes.count(200) == 2
    assert set(codes) == {200, 409}
    assert [each.kind for each in attack.mails()] == ["invite", "invite"]
    text = post(attack.browser, f"/match/{attack.ids[0]}/1/invite", seat=1, address=VICTIM).text
    assert "it got enough emails today, or its owner wants none from this server" in text


def test_first_emails_hold_nothing_that_a_stranger_wrote(club: Club) -> None:
    attack = Attack(club)
    attack.invite()
    post(attack.browser, f"/match/{attack.ids[0]}/1/seat/mail", address="other@example.org", language="en")
    where = f"/match/{attack.ids[0]}/standby"
    post(attack.browser, where, name=EVIL, address="third@example.org", language="de")
    mails = attack.mails()
    assert sorted(each.kind for each in mails) == ["confirm", "invite", "standby"]
    for each in mails:
        text = everything(each)
        assert "Breaking Away" in text
        for word in ("Cheap", "pills", "evil"):
            assert word not in text, each.kind


@pytest.mark.parametrize("name", ["Ann", "Jörg B. Beispiel", "Anne-Marie O’Hara", "李 娜", "अनीता", "ann_2"])
def test_the_name_of_the_player_who_invites_is_quoted(club: Club, name: str) -> None:
    attack = Attack(club, name=name)
    attack.invite()
    (mail,) = attack.mails()
    assert f"The player who invites you goes by the name “{name}”." in " ".join(words(opened(mail)).split())
    assert f"“{name}”" in words(opened(mail), "html")


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "www.evil.example/x",
        "http://evil",
        "me@evil",
        "Call 0900 123456",
        "x" * 31,
        "<b>you</b>",
        "“you”",
        "0900 1234",
        "evil。example",
    ],
)
def test_a_name_that_can_be_more_than_a_name_is_left_out(club: Club, name: str) -> None:
    attack = Attack(club, name=name)
    attack.invite()
    (mail,) = attack.mails()
    assert "goes by the name" not in " ".join(words(opened(mail)).split())
    assert name not in words(opened(mail))


def unsubscribe(mail: PostedMail) -> str:
    """The page in the header of an email, by which mail programs stop all email. RFC 8058 wants this form."""
    raw = mail.text.partition("\r\n\r\n")[0].replace("\r\n ", " ")
    found = re.search(r"^List-Unsubscribe: <https://play\.example\.org(/never/[\w-]+)>, <mailto:\S+>\r$", raw, re.M)
    assert found, "as it is, not encoded"
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in mail.text
    return found[1]


def test_one_click_in_a_mail_program_stops_all_email_from_the_whole_server(club: Club) -> None:
    attack = Attack(club, tables=2)
    attack.invite()
    post(attack.browser, f"/match/{attack.ids[0]}/1/seat/mail", address="other@example.org", language="en")
    post(attack.browser, f"/match/{attack.ids[0]}/standby", address="third@example.org", language="en")
    for mail in attack.mails():
        where = unsubscribe(mail)
        assert f"https://play.example.org{where}" in words(opened(mail)), "whole, on one line"
        name = name_of(club.database.keys.reply, mail.address)
        provider = attack.new(f"a-program-of-{mail.kind}")
        provider.cookies.clear()
        assert "Stop all email from this server to your address?" in provider.get(where).text
        with club.database.reading() as connection:
            assert not is_refused(connection, name), "opening the page changes nothing"
        answer = provider.post(where, data={"List-Unsubscribe": "One-Click"}, follow_redirects=False)
        assert answer.status_code == 200
        assert "This server sends no email to your address." in answer.text
        for _ in range(2):
            assert attack.invite(1, 2, mail.address) == 409
        where = f"/match/{attack.ids[1]}/1/seat/mail"
        assert post(attack.browser, where, address=mail.address, language="en").status_code == 409
    assert attack.mails() == []


def test_the_link_is_whole_in_the_text_also_where_the_server_has_a_long_name(club: Club) -> None:
    attack, pages = Attack(club), f"https://{'games.' * 9}example.org/of/our/club"
    attack.postman.sender = replace(attack.postman.sender, pages=pages)
    attack.invite()
    (mail,) = attack.mails()
    assert attack.postman.sender.never_link(VICTIM) in words(opened(mail)).split()


def test_only_the_link_and_its_form_stop_email_and_the_owner_of_the_address_can_allow_it_again(club: Club) -> None:
    attack = Attack(club)
    attack.invite()
    (mail,) = attack.mails()
    where, name = unsubscribe(mail), name_of(club.database.keys.reply, VICTIM)
    victim = attack.new("the-victim-of-these-tests")

    def refused() -> bool:
        with club.database.reading() as connection:
            return is_refused(connection, name)

    for body in ({}, {"List-Unsubscribe": "Two-Clicks"}, {"again": "yes"}, {"csrf": "x" * 40}):
        assert victim.post(where, data=body).status_code == 403
    for wrong in (f"{where[:-4]}AAAA", "/never/x", "/never/Ω", f"{where}A"):
        assert victim.post(wrong, data={"List-Unsubscribe": "One-Click"}).status_code == 404
        assert victim.get(wrong).status_code == 404
    assert not refused()
    assert "Allow email again" in post(victim, where).text
    assert refused()
    assert "Stop all email" in post(victim, where, again="yes").text
    assert not refused()
    assert attack.invite(0, 2) == 200


def test_the_form_that_stops_email_stays_below_the_servers_base_path(club: Club) -> None:
    attack = Attack(club)
    attack.invite()
    (mail,) = attack.mails()
    where = unsubscribe(mail)
    victim = browser(club, "a-victim-below-a-base-path", here=False, address="http://table.example/games/")
    for said in (victim.get(where).text, post(victim, where).text):
        assert f'<form method="post" action="/games{where}">' in said


def test_forged_entries_fill_no_list_of_standby_players_and_void_no_request(club: Club) -> None:
    attack = Attack(club)
    where, honest = f"/match/{attack.ids[0]}/standby", "stan@example.org"
    assert post(attack.browser, where, name="Stan", address=honest, language="en").status_code == 200
    link = re.search(r"https://play\.example\.org(/standby/[\w-]+)", words(opened(attack.mails()[-1])))
    assert link
    for n in range(invitations.MOST_STANDBYS):  # in fact from many sources: one may cause 20 emails a day
        invitations.enlist(club.database, attack.ids[0], EVIL, f"forged{n}@example.org", "en", _nothing)
    invitations.enlist(club.database, attack.ids[0], EVIL, honest, "en", _nothing)
    assert "You are on the list." in post(attack.new("stan-of-these-tests"), link[1]).text
    assert invitations.standing_by(club.database, attack.ids[0]) == 1


def _nothing(player: invitations.Standby, code: str) -> PostedMail:
    return PostedMail(f"standby {code}", player.match, -1, "standby", player.address, "x")


def test_a_full_list_takes_nobody_else_and_says_so(club: Club) -> None:
    attack, codes = Attack(club), list[str]()

    def letter(player: invitations.Standby, code: str) -> PostedMail:
        codes.append(code)
        return _nothing(player, code)

    for n in range(invitations.MOST_STANDBYS + 1):
        invitations.enlist(club.database, attack.ids[0], "", f"p{n}@example.org", "en", letter)
    found = [post(attack.browser, f"/standby/{code}").status_code for code in codes]
    assert found == [200] * invitations.MOST_STANDBYS + [409]
    assert invitations.standing_by(club.database, attack.ids[0]) == invitations.MOST_STANDBYS


def test_no_limit_tells_who_is_on_the_list_of_standby_players(club: Club) -> None:
    attack, codes = Attack(club), list[str]()

    def letter(player: invitations.Standby, code: str) -> PostedMail:
        codes.append(code)
        return _nothing(player, code)

    invitations.enlist(club.database, attack.ids[0], "", "listed@example.org", "en", letter)
    post(attack.new("somebody-of-these-tests"), f"/standby/{codes[0]}")
    found = []
    for address in ("listed@example.org", "other@example.org"):
        where = f"/match/{attack.ids[0]}/standby"
        found.append([post(attack.browser, where, address=address).status_code for _ in range(4)])
    assert found == [[200, 200, 409, 409]] * 2


def test_the_owner_of_an_address_confirms_it_while_strangers_write_to_it(club: Club) -> None:
    attack = Attack(club)
    post(attack.browser, f"/match/{attack.ids[0]}/1/seat/mail", address=VICTIM, language="en")
    (mail,) = attack.mails()
    for seat in (1, 2, 3):
        attack.invite(0, seat)
    link = re.search(r"https://play\.example\.org(/mail/[\w-]+)", words(opened(mail)))
    assert link
    assert "Your address is confirmed." in post(attack.new("victim-of-these-tests"), link[1]).text
    box = email_addresses.mailbox(club.database, attack.ids[0], 0)
    assert box
    assert box.is_confirmed


@pytest.mark.usefixtures("bracketed")
def test_the_page_that_stops_email_is_translated(club: Club) -> None:
    attack = Attack(club)
    attack.invite()
    (mail,) = attack.mails()
    where, victim = unsubscribe(mail), attack.new("the-victim-of-these-tests")
    for text in (victim.get(where).text, post(victim, where).text):
        main = text.partition('<main id="main" tabindex="-1">')[2].partition("</main>")[0]
        assert untranslated(main, ["Breakaway", "English", "Deutsch"]) == []
