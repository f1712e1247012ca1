"""The pages for people without a seat: an invitation sent by mail, the list of standby players, and leaving a team."""

from __future__ import annotations

import re
from email import message_from_string, policy
from email.message import EmailMessage

import pytest
from starlette.testclient import TestClient

from breakaway.club import email_addresses, invitations
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import EMPTY
from breakaway.club.time_control import DAY, Terms
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.replies import Receiver
from tests.club.starts import any_order, race, sit
from tests.mailing.conftest import subscribe, words
from tests.web.foreign import bracketed, untranslated
from tests.web.session import browser, post

__all__ = ["bracketed"]


class Lobby:
    """A slow race of two: the host has sat down, and may pass on the invitation to the other seat."""

    def __init__(self, club: Club, name: str = "the-host-of-these-tests-1") -> None:
        self.club, self.sent = club, list[PostedMail]()
        made = club.create("cycling", race(("human", "human")), terms=Terms(2 * DAY))
        self.id, self.token = made.id, made.tokens[1]
        self.postman = Postman(club, Sender("http://table.example", "play@example.org", b"key"), self.keep)
        self.host = self.browser(name, made.tokens[0])
        self.host.cookies.set("invites", self.token)
        club.resolve(made.id)

    def keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def browser(self, name: str, *tokens: str) -> TestClient:
        found = browser(self.club, name, here=False, tokens=tokens)
        found.app.state.postman = self.postman  # type: ignore[attr-defined]
        return found

    def mails(self) -> list[PostedMail]:
        self.postman.glance()
        found, self.sent = self.sent, []
        return found


def test_a_host_sends_an_invitation_by_mail_with_the_link_that_the_browser_may_pass_on(club: Club) -> None:
    table = Lobby(club)
    assert f'href="/match/{table.id}/1/invite"' in table.host.get(f"/match/{table.id}/1").text
    where = f"/match/{table.id}/1/invite"
    assert "Send the invitation" in table.host.get(where).text
    said = post(table.host, where, seat=1, address="ann@example.org", language="de")
    assert "The invitation was sent to ann@example.org." in said.text
    (mail,) = table.mails()
    assert (mail.kind, mail.address) == ("invite", "ann@example.org")
    assert f"http://table.example/seat/{table.token}" in mail.text.replace("=\r\n", "")
    assert post(table.host, where, seat=1, address="ann", language="de").status_code == 422
    assert [post(table.host, where, seat=1, address="b@example.org").status_code for _ in range(3)] == [200, 200, 409]
    assert post(table.host, where, seat=0, address="b@example.org").status_code == 403
    sit(club, table.token)
    assert post(table.host, where, seat=1, address="b@example.org").status_code == 403


def test_nobody_invites_to_a_seat_without_its_invitation(club: Club) -> None:
    table = Lobby(club)
    stranger = table.browser("somebody-elsewhere-of-the-tests")
    for place in ("1", "2", "watch"):
        assert post(stranger, f"/match/{table.id}/{place}/invite", seat=1, address="b@example.org").status_code == 403
        assert table.token not in stranger.get(f"/match/{table.id}/{place}/invite").text
    table.host.cookies.delete("invites")
    assert post(table.host, f"/match/{table.id}/1/invite", seat=1, address="b@example.org").status_code == 403
    assert [each for each in table.mails() if each.kind == "invite"] == []
    assert club.seats(table.id)[1].by == EMPTY


def test_a_standby_player_enlists_on_the_page_and_confirms_by_the_link(club: Club) -> None:
    table = Lobby(club)
    anybody, where = table.browser("somebody-elsewhere-of-the-tests"), f"/match/{table.id}/standby"
    assert f'href="{where}"' in anybody.get(f"/match/{table.id}/watch").text
    assert "takes over a team" in anybody.get(where).text
    answer = post(anybody, where, name="Stan", address="stan@example.org", language="en")
    assert "If this address can join the list, an email is on its way." in answer.text
    again = post(anybody, where, name="Stan", address="stan@example.org", language="en")
    assert again.text == answer.text, "the page does not tell who is on the list"
    mail = table.mails()[0]
    found = re.search(r"http://table\.example(/standby/[\w-]+)", mail.text.replace("=\r\n", ""))
    assert found
    assert "Yes, put me on the list" in anybody.get(found[1]).text
    assert invitations.standing_by(club.database, table.id) == 0, "opening the link changes nothing"
    assert "You are on the list." in post(anybody, found[1]).text
    assert invitations.standing_by(club.database, table.id) == 1
    assert anybody.get(found[1]).status_code == 409, "it works once"
    for page in (f"/match/{table.id}/watch", where, f"/match/{table.id}/1/seat"):
        assert "stan@example.org" not in table.host.get(page).text


def test_a_player_leaves_the_team_to_a_standby_player_and_everybody_sees_it(club: Club) -> None:
    table = Lobby(club)
    sit(club, table.token)
    seat = f"/match/{table.id}/1/seat"
    assert "Leave my team" not in table.host.get(seat).text
    assert post(table.host, f"{seat}/leave").status_code == 409, "there is no standby player"
    table.postman._joiner.enlist(table.id, "Stan", "stan@example.org", "en")
    code = re.search(r"/standby/([\w-]+)", table.mails()[0].text.replace("=\r\n", ""))
    assert code
    post(table.browser("somebody-elsewhere-of-the-tests"), f"/standby/{code[1]}")
    stranger = table.browser("somebody-elsewhere-of-the-tests")
    assert post(stranger, f"{seat}/leave").status_code == 403
    assert "Leave my team" in table.host.get(seat).text
    post(table.host, f"{seat}/leave")
    assert club.found(table.id).held(["the-device-of-the-host-of-these-tests-1"]) == []
    assert table.host.get(f"/match/{table.id}/1").status_code == 403
    text = stranger.get(f"/match/{table.id}/watch").text
    assert "Röd has left the match. A standby player is being asked to take over." in text
    assert [each.kind for each in table.mails()] == ["offer"]


def test_a_player_by_mail_asks_for_a_code_and_plays_in_a_browser_too(club: Club) -> None:
    table = Lobby(club)
    sit(club, table.token)
    subscribe(club, table.id, 1)
    box = email_addresses.mailbox(club.database, table.id, 1)
    assert box
    sender = Sender("http://table.example", "play@example.org", club.database.keys.reply)
    raw = f"From: a@b.example\nTo: {sender.reply_address(box)}\nMessage-ID: <1@b.example>\n\nbrowser\n"
    assert Receiver(club, sender).take(raw.encode()).outcome == "done"
    (mail,) = [each for each in table.mails() if each.kind == "receipt"]
    found = re.search(r"type this code there:\s+(\S+)", " ".join(words(opened(mail.text)).split()))
    assert found
    other = table.browser("the-browser-of-the-second-player")
    assert other.get(f"/match/{table.id}/2").status_code == 403
    post(other, f"/device/{table.id}/2", code=found[1])
    assert other.get(f"/match/{table.id}/2").status_code == 200


def opened(text: str) -> EmailMessage:
    found = message_from_string(text, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_server_without_mail_has_none_of_these_pages(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), terms=Terms(2 * DAY))
    silent = browser(club, "the-host-of-these-tests-2", here=False, tokens=(made.tokens[0],))
    assert silent.get(f"/match/{made.id}/standby").status_code == 404
    assert silent.get(f"/match/{made.id}/1/invite").status_code == 404
    assert post(silent, f"/match/{made.id}/1/seat/leave").status_code == 409


@pytest.mark.usefixtures("bracketed")
def test_all_these_pages_are_translated(club: Club) -> None:
    table = Lobby(club)
    found = [table.host.get(f"/match/{table.id}/{each}").text for each in ("1/invite", "standby", "receipt")]
    where = f"/match/{table.id}/standby"
    found.append(post(table.host, where, name="Stan", address="stan@example.org", language="en").text)
    code = re.search(r"/standby/([\w-]+)", table.mails()[0].text.replace("=\r\n", ""))
    assert code
    found += [table.host.get(f"/standby/{code[1]}").text, post(table.host, f"/standby/{code[1]}").text]
    sit(club, table.token)
    found.append(table.host.get(f"/match/{table.id}/1/seat").text)
    names = ["Breaking", "Away", "Röd", "Blue", "Breakaway", "English", "Deutsch", "UTC", "Firefox", "SHA", table.id]
    for text in found:
        main = text.partition('<main id="main" tabindex="-1">')[2].partition("</main>")[0]
        assert untranslated(main, names) == []


@pytest.mark.parametrize("place", ["standby", "1/invite", "receipt"])
def test_what_another_seat_has_sealed_changes_no_byte_of_these_pages(club: Club, place: str) -> None:
    found = []
    for seed in (1, 2):
        table = Lobby(club)
        sit(club, table.token)
        club.resolve(table.id)
        for _ in range(seed):
            club.choose(table.id, 1, any_order(club, table.id, 1, seed))
        found.append(table.host.get(f"/match/{table.id}/{place}").text.replace(table.id, "MATCH"))
    assert found[0] == found[1]
