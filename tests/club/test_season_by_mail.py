"""A season by email alone: invited, signed up, played and told of the next match, without a browser."""

from __future__ import annotations

import mailbox as folders
import re
from email import message_from_string, policy
from email.message import EmailMessage
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from breakaway.club import email_addresses
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import EMPTY
from breakaway.club.seasons.by_mail import mail_player
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from breakaway.club.seasons.people import sign_up
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.transport import IncomingMail, fetch
from tests.club.clocks import Wall
from tests.club.starts import any_order
from tests.club.test_seasons import browser as sitter
from tests.mailing.conftest import words
from tests.web.session import browser, post

GIVEN = {
    "title": "Thursday League",
    "game": "football",
    "people": "Ada, Lightning\nTom, Fire\nVera, Sharks\nGus, Maulers",
    "stage.1.kind": "round_robin",
    "hours": "48",
}
ADDRESSES = {"Ada": "ada@example.org", "Tom": "tom@example.com", "Vera": "vera@example.net", "Gus": "gus@example.org"}


class Posted:
    """A league of four whose organizer has a browser, and whose players have a mail program."""

    def __init__(self, club: Club, folder: Path) -> None:
        self.club, self.wall, self.sent = club, Wall(club), list[PostedMail]()
        self.box, self.count = folders.Maildir(folder / "in", create=True), 0
        reader = partial(fetch, IncomingMail("maildir", "", 0, "", str(folder / "in")), "")
        self.sender = Sender("http://table.example", "play@table.example", club.database.keys.reply)
        self.postman = Postman(club, self.sender, self._keep, reader)
        self.organizer = browser(club, "the-browser-of-the-organizer", here=False)
        self.organizer.app.state.postman = self.postman  # type: ignore[attr-defined]
        self.nobody = browser(club, "the-browser-of-nobody-at-all", here=False)
        self.opened = post(self.organizer, "/season/new", **GIVEN)
        (self.id,) = [each.id for each in listed_seasons(club.database)]

    def _keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    @property
    def kept(self) -> KeptSeason:
        return kept_season(self.club.database, self.id)

    def number(self, name: str) -> int:
        return self.kept.season.number_of(name)

    def act(self, act: str, **fields: Any) -> tuple[int, str]:
        fields = {"lines": len(self.kept.season.lines), "reason": "as agreed", **fields}
        answer = post(self.organizer, f"/season/{self.id}/organize", act=act, **fields)
        return answer.status_code, unescape(answer.text)

    def invite(self, name: str, address: str = "") -> tuple[int, str]:
        return self.act("invite", entrant=self.number(name), address=address or ADDRESSES[name])

    def letter(self, kind: str, address: str) -> EmailMessage:
        """The last letter of a kind to an address."""
        text = next(each.text for each in reversed(self.sent) if (each.kind, each.address) == (kind, address))
        found = message_from_string(text, policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found

    def reply(self, to: EmailMessage, text: str, sender: str = "somebody@example.org") -> list[str]:
        """Answers a letter; gives the kinds of all that goes out then to its reader."""
        self.count += 1
        made = EmailMessage()
        made["From"], made["To"] = sender, str(to["Reply-To"])
        made["Message-ID"] = f"<{self.count}@example.org>"
        made.set_content(text)
        self.box.add(made.as_bytes())
        self.wall.on(60)
        return [each.kind for each in self.round() if each.address == str(to["To"])]

    def round(self) -> list[PostedMail]:
        before = len(self.sent)
        self.postman.glance()
        return self.sent[before:]

    def sign_up(self, name: str) -> list[str]:
        """Invites somebody, who answers with yes."""
        status, said = self.invite(name)
        assert (status, f"An invitation goes to {ADDRESSES[name]}." in said) == (200, True), said
        self.round()
        return self.reply(self.letter("invite", ADDRESSES[name]), "Yes, please!\nName: Somebody Else")

    def place(self, name: str) -> tuple[str, int]:
        """The match that somebody plays now, and his seat in it."""
        mine = next(each for each in self.kept.season.open_matches() if self.number(name) in each.sides)
        link = self.kept.link_of(mine.id)
        assert link is not None
        return link.match, mine.sides.index(self.number(name))


@pytest.fixture
def league(club: Club, tmp_path: Path) -> Posted:
    return Posted(club, tmp_path)


def text_of(letter: EmailMessage) -> str:
    return " ".join(f"{letter['Subject']}\n{words(letter)}\n{words(letter, 'html')}".split())


def test_a_league_is_signed_up_for_and_played_by_email_alone(league: Posted) -> None:
    """docs/seasons.md, "By email alone": the invitation names the word, and later matches come to the same address."""
    club = league.club
    status, said = league.invite("Ada")
    assert (status, "His first match is not open yet." in said) == (422, True)
    assert league.act("round")[0] == 200
    for name in ADDRESSES:
        kinds = league.sign_up(name)
        assert kinds[0] == "welcome"
        invitation, welcome = (text_of(league.letter(kind, ADDRESSES[name])) for kind in ("invite", "welcome"))
        assert "To sign up by email, reply with “yes”." in invitation
        assert "Thursday" not in invitation, "whoever has not agreed reads nothing that a stranger wrote"
        assert "You have signed up for the season" in welcome
        assert f"http://table.example/season/{league.id}" in welcome
        match, seat = league.place(name)
        assert club.listed(match).seats[seat].name == name, "in a season, everybody is called as in its table"
    assert league.kept.by_mail == {0, 1, 2, 3}
    assert "has not signed up" not in league.organizer.get(f"/season/{league.id}/organize").text
    for _half in range(2):  # both matches of the round: whoever is asked first answers, and somebody resigns
        match, _seat = league.place(league.kept.season.entrants[league.kept.season.open_matches()[0].sides[0]].name)
        (asked, *_more) = club.look(match).waiting
        box = email_addresses.mailbox(club.database, match, asked)
        assert box is not None
        order = club.look(match, asked).observation.write(any_order(club, match, asked, 7))
        league.wall.on(3600)
        league.round()
        turn = league.letter("turn", box.address)
        assert league.reply(turn, order)[0] == "receipt"
        assert "receipt" in league.reply(turn, "I resign")
    assert sum(each.result is not None for each in league.kept.season.matches.values()) == 2
    assert league.act("round")[0] == 200
    league.wall.on(60)
    told = {each.address for each in league.round() if each.kind == "round"}
    assert told == {*ADDRESSES.values()}
    for name, address in ADDRESSES.items():
        match, seat = league.place(name)
        box = email_addresses.mailbox(club.database, match, seat)
        assert box is not None
        assert (box.address, box.is_confirmed, club.listed(match).status) == (address, True, "running")


def test_no_page_and_no_email_shows_an_address_or_a_place_of_somebody_else(league: Posted) -> None:
    league.act("round")
    for name in ADDRESSES:
        league.sign_up(name)
    base = f"/season/{league.id}"
    pages = [base, "/seasons", *(f"{base}/player/{n}" for n in range(1, 5)), *("/", f"{base}/round/1.1")]
    match, _seat = league.place("Ada")
    said = "".join(league.nobody.get(each).text for each in [*pages, f"/match/{match}/watch"])
    said += league.organizer.get(f"{base}/organize").text + league.organizer.get(base).text
    assert not [each for each in ADDRESSES.values() if each in said]
    links = re.findall(r"/season/(?:join|chair)/([\w-]+)", league.opened.text)
    for mail in league.sent:
        found = message_from_string(mail.text, policy=policy.default)
        assert isinstance(found, EmailMessage)
        text = text_of(found) + str(found.items())
        assert not [each for each in links if each in text]
        assert {each for each in ADDRESSES.values() if each in text} <= {mail.address}
        name = next(name for name, address in ADDRESSES.items() if address == mail.address)
        match, seat = league.place(name)
        assert set(re.findall(r"/match/(\w+)/(\d)", text)) <= {(match, str(seat + 1))}


def test_an_answer_that_is_unclear_late_or_second_signs_nobody_up_and_says_why(league: Posted) -> None:
    league.act("round")
    league.invite("Ada")
    league.round()
    first = league.letter("invite", ADDRESSES["Ada"])
    assert league.reply(first, "who is this?") == ["answer"]
    assert "Reply with “yes” or “no” on a line of its own." in text_of(league.letter("answer", ADDRESSES["Ada"]))
    assert league.kept.by_mail == frozenset()
    league.wall.on(3600)
    league.invite("Ada", "other@example.org")  # the organizer had mistyped it: the first one is void
    league.round()
    assert league.reply(first, "yes") == ["answer"]
    assert "no longer valid" in text_of(league.letter("answer", ADDRESSES["Ada"]))
    assert league.kept.by_mail == frozenset()
    second = league.letter("invite", "other@example.org")
    forged = str(second["Reply-To"]).replace("+", "+x", 1)
    second.replace_header("Reply-To", forged)
    assert league.reply(second, "yes") == []
    assert league.kept.by_mail == frozenset(), "only a signed reply address proves who answers"
    second.replace_header("Reply-To", forged.replace("+x", "+", 1))
    assert league.reply(second, "yes")[0] == "welcome"
    assert league.kept.by_mail == {0}
    assert league.reply(second, "yes") == ["answer"]
    assert "already been answered" in text_of(league.letter("answer", "other@example.org"))


def test_who_declines_is_not_signed_up_and_not_invited_again(league: Posted) -> None:
    league.act("round")
    league.invite("Ada")
    league.round()
    assert league.reply(league.letter("invite", ADDRESSES["Ada"]), "no, thanks") == ["answer"]
    assert league.kept.by_mail == frozenset()
    status, said = league.invite("Ada")
    assert (status, "has declined" in said) == (422, True)


def test_one_address_plays_for_one_entrant_only(league: Posted) -> None:
    league.act("round")
    league.sign_up("Ada")
    for name in ("Tom", "Vera", "Gus"):  # one of them is her opponent
        league.invite(name, ADDRESSES["Ada"])
        league.round()
        assert league.reply(league.letter("invite", ADDRESSES["Ada"]), "yes") == ["answer"]
        said = text_of(league.letter("answer", ADDRESSES["Ada"]))
        assert "another entrant of this season" in said
        match, seat = league.place(name)
        assert league.club.listed(match).seats[seat].by == EMPTY
    assert league.kept.by_mail == {0}


def test_an_organizer_invites_only_where_nobody_has_signed_up_and_only_if_answers_are_read(league: Posted) -> None:
    league.act("round")
    league.sign_up("Ada")
    status, said = league.invite("Ada")
    assert (status, "has signed up for this entrant already" in said) == (422, True)
    status, said = league.invite("Tom", "nonsense")
    assert (status, "This is not an email address." in said, 'value="nonsense"' in said) == (422, True, True)
    other = post(league.nobody, f"/season/{league.id}/organize", act="invite", entrant=1, address="tom@example.com")
    assert other.status_code == 403
    league.organizer.app.state.postman = None  # type: ignore[attr-defined]
    assert "Invite by email" not in league.organizer.get(f"/season/{league.id}/organize").text
    status, said = league.invite("Tom")
    assert (status, "reads no emails" in said) == (422, True)
    assert league.round() == []


def test_who_is_replaced_loses_his_seat_and_gets_nothing_more(league: Posted) -> None:
    league.act("round")
    league.sign_up("Ada")
    match, seat = league.place("Ada")
    change_season(league.club.database, league.id, lambda it: it.replace_entrant(0, "Hal", "human", "no time"))
    assert league.kept.by_mail == frozenset()
    assert league.club.listed(match).seats[seat].by == EMPTY
    assert email_addresses.mailbox(league.club.database, match, seat) is None
    league.wall.on(3600)
    assert [each for each in league.round() if each.address == ADDRESSES["Ada"]] == []
    hal = "hal@example.org"
    assert league.invite("Hal", hal)[0] == 200
    league.round()
    assert league.reply(league.letter("invite", hal), "yes")[0] == "welcome"
    assert league.kept.by_mail == {0}
    with league.club.database.reading() as connection:
        plays = mail_player(connection, league.club.database.keys, league.id, 0)
    assert plays == hal, "and no longer who had accepted the first invitation"


def test_who_has_signed_up_by_email_goes_on_in_a_browser_with_his_link_and_keeps_the_emails(league: Posted) -> None:
    league.act("round")
    league.sign_up("Ada")
    match, seat = league.place("Ada")
    links = re.findall(r"/season/join/([\w-]+)", league.opened.text)
    sign_up(league.club.database, links[0], sitter("Ada"))
    assert league.kept.by_mail == frozenset()
    assert league.club.found(match).held(sitter("Ada").secrets) == [seat]
    league.club.resign(match, seat)
    league.club.resolve(match)
    for each in league.kept.season.open_matches()[:1]:
        change_season(league.club.database, league.id, lambda it, each=each: it.enter(each.id, (7, 0), reason="paper"))  # type: ignore[misc]
    league.act("round")
    match, seat = league.place("Ada")
    box = email_addresses.mailbox(league.club.database, match, seat)
    assert box is not None
    assert box.address == ADDRESSES["Ada"]


def test_who_stops_the_emails_is_not_seated_in_the_next_match(league: Posted) -> None:
    """Nobody would tell him of it: his seat waits for him, as for everybody who has not signed up."""
    league.act("round")
    league.sign_up("Ada")
    match, seat = league.place("Ada")
    email_addresses.stop(league.club.database, match, seat)
    league.club.resign(match, seat)
    league.club.resolve(match)
    for each in league.kept.season.open_matches()[:1]:
        change_season(league.club.database, league.id, lambda it, each=each: it.enter(each.id, (7, 0), reason="paper"))  # type: ignore[misc]
    league.act("round")
    match, seat = league.place("Ada")
    assert league.club.listed(match).seats[seat].by == EMPTY
    assert email_addresses.mailbox(league.club.database, match, seat) is None
