"""A league of eight from its form to the cup final, on a clock that is turned by hand: four play in browsers only, four
also by email. A turn is missed, a match forfeited, a player replaced in the middle of a match, and a tie-break sends
one of two who are level to the final. Between all of it, nobody may read what is not his.
"""

from __future__ import annotations

import mailbox as folders
import random
import re
from email import message_from_string, policy
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club import email_addresses
from breakaway.club.absences import keep_time, overdue
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from breakaway.club.time_control import DAY, HOUR
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.transport import IncomingMail, fetch
from breakaway.seasons.season import FORFEIT, PLAYED, SeasonMatch
from breakaway.seasons.standing import standing
from tests.club.clocks import Wall
from tests.club.starts import any_order, play_out
from tests.mailing.conftest import words
from tests.seasons.leagues import TEAMS
from tests.web.session import browser, orders, post
from tests.web.test_without_scripts import choose

STRONG_FIRST = ["Ada", "Tom", "Vera", "Gus", "Marek", "Ann", "Jonas", "Bluebelle"]
UPSETS = {("Gus", "Tom"), ("Marek", "Gus")}  # otherwise the stronger one wins
# By hand: Ada wins 7 matches; Tom loses to Ada and Gus, Vera to Ada and Tom, so both have 10 points, and Tom won their
# match. Marek has beaten Gus, Ann, Jonas and Bluebelle, Gus Tom, Ann, Jonas and Bluebelle, so both have 8.
TABLE = [("Ada", 14), ("Tom", 10), ("Vera", 10), ("Marek", 8), ("Gus", 8), ("Ann", 4), ("Otto", 2), ("Bluebelle", 0)]
BY_MAIL = ["Ada", "Tom", "Vera", "Jonas"]
HOURS = 48
SITE = "http://table.example"


class League:
    """The league, everybody's browser, and the server's post."""

    def __init__(self, club: Club, folder: Path) -> None:
        self.club, self.wall, self.sent, self.rng = club, Wall(club), list[PostedMail](), random.Random(8)
        key = club.database.keys.reply
        self.box = folders.Maildir(folder / "in", create=True)
        reader = partial(fetch, IncomingMail("maildir", "", 0, "", str(folder / "in")), "")
        self.sender = Sender(SITE, "play@table.example", key)
        self.postman = Postman(club, self.sender, self._keep, reader, authserv="mx.example.org")
        self.organizer, self.nobody = self.new("organizer"), self.new("nobody")
        people = "\n".join(f"{name}, {team}" for name, team in zip(STRONG_FIRST, TEAMS, strict=True))
        league = {"stage.1.kind": "round_robin", "stage.1.first": "2026-07-09", "stage.1.days": "7"}
        cup = {"stage.2.kind": "knockout", "stage.2.take": "2"}
        given = {"title": "Thursday League", "game": "football", "people": people, **league, **cup}
        opened = post(self.organizer, "/season/new", **given, hours=HOURS)  # type: ignore[arg-type]
        assert opened.status_code == 200, opened.text
        (self.id,) = [each.id for each in listed_seasons(club.database)]

        self.links = dict(zip(STRONG_FIRST, re.findall(r"/season/join/([\w-]+)", opened.text), strict=True))
        self.chair = re.findall(r"/season/chair/([\w-]+)", opened.text)[0]
        self.browsers = {name: self.new(name.lower()) for name in STRONG_FIRST}

    def _keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def new(self, name: str) -> TestClient:
        made = browser(self.club, f"the-league-browser-of-{name}", here=False)
        made.app.state.postman = self.postman  # type: ignore[attr-defined]
        return made

    @property
    def kept(self) -> KeptSeason:
        return kept_season(self.club.database, self.id)

    def act(self, act: str, **fields: Any) -> str:
        """An act of the organizer, who says why. Returns the page."""
        fields = {"lines": len(self.kept.season.lines), "reason": "as all agreed", **fields}
        answer = post(self.organizer, f"/season/{self.id}/organize", act=act, **fields)
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def name(self, entrant: int) -> str:
        return self.kept.season.entrants[entrant].name

    def names(self, match: SeasonMatch) -> list[str]:
        return [self.name(each) for each in match.sides]

    def loser(self, match: SeasonMatch) -> int:
        """The side that loses a match of the league."""
        one, two = (STRONG_FIRST[each] for each in match.sides)
        is_upset = (one, two) in UPSETS or (two, one) in UPSETS
        one_is_stronger = STRONG_FIRST.index(one) < STRONG_FIRST.index(two)
        return 1 if one_is_stronger != is_upset else 0

    # --- what players do

    def open_round(self) -> list[tuple[SeasonMatch, str]]:
        """The matches of the next round, opened by the organizer, with their places in the club."""
        season = self.kept.season
        first = season.open_matches()[0]
        assert re.search("(4 matches were|1 match was) opened", self.act("round"))
        found = [each for each in season.open_matches() if (each.stage, each.round) == (first.stage, first.round)]
        links = self.kept
        opened = []
        for each in found:
            link = links.link_of(each.id)
            assert link is not None
            for name in self.names(each):
                where = post(self.browsers[name], f"/season/{self.id}/sit/{each.id}").url.path
                assert where == f"/match/{link.match}/{self.names(each).index(name) + 1}"
            opened.append((each, link.match))
        self.postman.glance()
        self.wall.on(60)
        return opened

    def one_call(self, match_id: str, names: list[str]) -> None:
        """Whoever is asked chooses, by email or by a button of the page."""
        look = self.club.look(match_id)
        for seat in look.waiting:
            box = email_addresses.mailbox(self.club.database, match_id, seat)
            if box is not None and box.is_confirmed:
                seen = self.club.look(match_id, seat).observation
                self.mail(seat, match_id, seen.write(any_order(self.club, match_id, seat, self.rng.getrandbits(30))))
            else:
                page, where = self.browsers[names[seat]], f"/match/{match_id}/{seat + 1}"
                text = page.get(where).text
                assert orders(text), f"{names[seat]} is asked"
                assert choose(page, text, where, self.rng).status_code == 200
        self.club.resolve(match_id)
        assert (self.club.look(match_id).turn, self.club.look(match_id).waiting) != (look.turn, look.waiting)

    def mail(self, seat: int, match_id: str, text: str) -> None:
        """A player's reply, which is answered with a receipt."""
        box = email_addresses.mailbox(self.club.database, match_id, seat)
        assert box is not None
        made = EmailMessage()
        made["From"], made["To"] = box.address, self.sender.reply_address(box)
        made["Message-ID"] = f"<{self.rng.getrandbits(60)}@example.org>"
        made.set_content(text)
        self.box.add(made.as_bytes())
        before = len(self.sent)
        self.postman.glance()
        assert [each.address for each in self.sent[before:] if each.kind == "receipt"] == [box.address]

    def subscribe(self, name: str, match_id: str, seat: int) -> None:
        """A player gives an address on the page of his seat, and opens the link in the email."""
        address = f"{name.lower()}@example.org"
        there = self.browsers[name]
        language = "de" if name == "Vera" else "en"
        post(there, f"/match/{match_id}/{seat + 1}/seat/mail", address=address, language=language)
        self.postman.glance()
        (letter,) = [each for each in self.sent if each.kind == "confirm" and each.address == address]
        (code,) = set(re.findall(r"/mail/([\w-]+)", read(letter)))
        assert post(there, f"/mail/{code}").status_code == 200

    def resign(self, match: SeasonMatch, match_id: str, side: int) -> None:
        there = self.browsers[self.names(match)[side]]
        assert post(there, f"/match/{match_id}/{side + 1}/resign", sure="1").status_code == 200
        self.club.resolve(match_id)
        assert self.club.listed(match_id).status == "over"

    # --- what nobody may read

    def pages(self) -> list[str]:
        """What a stranger reads of the season."""
        base = f"/season/{self.id}"
        where = [base, *(f"{base}/player/{n}" for n in range(1, 9)), f"{base}/round/1.1", "/seasons"]
        return [self.nobody.get(each).text for each in where]

    def check_pages(self) -> None:
        """No page of the season holds a link, a hash or an address of anybody."""
        kept = self.kept
        secrets = [*self.links.values(), self.chair, kept.organizer, *kept.players.values(), "@example.org"]
        running = [each.match for each in kept.links if not each.record and not each.fate]
        text = "".join(self.pages())
        assert not [each for each in (*secrets, *running) if each and each in text]

    def check_mails(self) -> None:
        """A player's emails lead to his own seats, and hold no link of the season's places."""
        links = {each.match: each for each in self.kept.links}
        for mail in self.sent:
            name, text = mail.address.partition("@")[0].capitalize(), read(mail)
            assert name in [*BY_MAIL, "Otto"]
            assert not [each for each in (*self.links.values(), self.chair) if each in text]
            assert set(re.findall(r"\w+@example\.org", text)) <= {mail.address}
            for match_id, place in re.findall(r"/match/(\w+)/(\d)", text):
                entrant = links[match_id].sides[int(place) - 1]
                called = [self.name(entrant), *self.kept.season.before.get(entrant, ())]
                assert name in called, f"{mail.what} leads {name} to the seat of {called}"


def read(mail: PostedMail) -> str:
    """The text and the HTML of an email."""
    letter = message_from_string(mail.text, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    return f"{letter['Subject']}\n{words(letter)}\n{words(letter, 'html')}"


@pytest.fixture
def league(club: Club, tmp_path: Path) -> League:
    return League(club, tmp_path)


@pytest.mark.slow
def test_a_league_of_eight_goes_from_its_form_to_the_cup_final(league: League) -> None:
    """docs/seasons.md. Its table was worked out by hand (TABLE)."""
    club = league.club
    for name, there in league.browsers.items():
        assert post(there, f"/season/join/{league.links[name]}").url.path == f"/season/{league.id}"
    assert all(league.kept.players.values())

    for number in range(1, 8):
        matches = league.open_round()
        assert len(matches) == 4
        if number == 1:
            for match, match_id in matches:
                for side, name in enumerate(league.names(match)):
                    if name in BY_MAIL:
                        league.subscribe(name, match_id, side)
        before = league.pages()
        for match, match_id in matches:
            league.one_call(match_id, league.names(match))
        assert league.pages() == before, "nothing of a running match"
        league.check_pages()
        if number == 2:
            _miss_a_turn(league, matches[0][1])
        if number == 3:
            matches = _forfeit(league, matches)
        if number == 4:
            _replace(league, matches)
        for match, match_id in matches:
            league.resign(match, match_id, league.loser(match))
        league.postman.glance()
        league.check_mails()
        _told_of_round(league, number)
        league.wall.on(7 * DAY)

    season = league.kept.season
    assert [(season.entrants[row.entrant].name, row.points) for row in standing(season, 0).rows] == TABLE
    said = league.nobody.get(f"/season/{league.id}").text
    assert "Tom stands before Vera: " in said, "the tie-break is explained by the pair that it decided"

    ((final, match_id),) = league.open_round()
    assert sorted(league.names(final)) == ["Ada", "Tom"]
    league.one_call(match_id, league.names(final))
    before = league.pages()
    play_out(club, match_id, seed=5)
    assert league.pages() != before
    season = league.kept.season
    result = season.result_of(season.matches[final.id])
    assert result is not None
    assert result.how == PLAYED
    assert result.record
    while result.winner is None:  # drawn: they play once more
        ((again, match_id),) = league.open_round()
        league.resign(again, match_id, 0)
        result = league.kept.season.result_of(league.kept.season.matches[again.id])
        assert result is not None
    assert re.search(r"The season is over\. First: (Ada|Tom)\.", league.nobody.get(f"/season/{league.id}").text)
    league.postman.glance()
    league.check_pages()
    league.check_mails()


def _told_of_round(league: League, number: int) -> None:
    """Whoever has given an address got one email when the round opened, and one round-up, in his language."""
    told = [(mail.kind, mail.address) for mail in league.sent if _round_of(mail) == number]
    people = [f"{name.lower()}@example.org" for name in BY_MAIL if name != "Jonas" or number < 4]
    # in the first round they gave their addresses at their tables; Jonas left while the fourth round was played
    opened = [] if number == 1 else [*people, "jonas@example.org"] if number == 4 else people
    assert sorted(told) == sorted([("round", each) for each in opened] + [("roundup", each) for each in people])
    (vera,) = [
        mail for mail in league.sent if (mail.kind, _round_of(mail)) == ("roundup", number) and "vera" in mail.address
    ]
    assert f"Thursday League: Liga, Runde {number} ist vorbei" in read(vera)
    before = len(league.sent)
    Postman(league.club, league.sender, league._keep).glance()
    assert len(league.sent) == before, "nothing twice after a restart"


def _round_of(mail: PostedMail) -> int:
    """The round of the league that an email tells of; 0 if it tells of none."""
    if mail.kind not in ("round", "roundup"):
        return 0
    letter = message_from_string(mail.text, policy=policy.default)
    found = re.search(r"(?:League, round|Liga, Runde) (\d)", str(letter["Subject"]))
    return int(found[1]) if found else 0


def _miss_a_turn(league: League, match_id: str) -> None:
    """Nobody chooses in time: a coach chooses for those who are late, and nobody loses the match by that."""
    turn = league.club.look(match_id).turn
    league.wall.on(HOURS * HOUR + 60)
    late = [each for each, _closes in overdue(league.club)]
    assert match_id in late
    for each in late:
        assert keep_time(league.club, each)
    assert league.club.look(match_id).turn > turn
    assert league.club.listed(match_id).status == "running"
    assert sum(each.result is not None for each in league.kept.season.matches.values()) == 4


def _forfeit(league: League, matches: list[tuple[SeasonMatch, str]]) -> list[tuple[SeasonMatch, str]]:
    """The organizer gives the match of Bluebelle to the opponent. Returns the other matches."""
    ((match, match_id),) = [each for each in matches if "Bluebelle" in league.names(each[0])]
    loser = match.sides[league.names(match).index("Bluebelle")]
    league.act("forfeit", match=match.id, entrant=loser, reason="did not come")
    result = league.kept.season.result_of(league.kept.season.matches[match.id])
    assert result is not None
    assert result.how == FORFEIT
    assert "did not come" in league.nobody.get(f"/season/{league.id}").text
    league.resign(match, match_id, 1 - league.names(match).index("Bluebelle"))
    assert league.kept.season.matches[match.id].result == result, "the organizer's result stands"
    return [each for each in matches if each[0] is not match]


def _replace(league: League, matches: list[tuple[SeasonMatch, str]]) -> None:
    """Otto takes over from Jonas in the middle of a match. Jonas can no longer play it or read its emails."""
    ((match, match_id),) = [each for each in matches if "Jonas" in league.names(each[0])]
    side = league.names(match).index("Jonas")
    jonas, mails = league.browsers["Jonas"], len(league.sent)
    page = league.act("replace", entrant=match.sides[side], name="Otto", by="human", reason="Jonas has moved away")
    (link,) = set(re.findall(r"/season/join/([\w-]+)", page))
    assert not league.club.found(match_id).held(("the-device-of-the-league-browser-of-jonas",))
    assert post(jonas, f"/season/{league.id}/sit/{match.id}").status_code == 403
    otto = league.browsers["Otto"] = league.new("otto")
    assert post(otto, f"/season/join/{link}").status_code == 200
    league.links["Otto"] = link
    where = f"/match/{match_id}/{side + 1}"
    assert post(otto, f"/season/{league.id}/sit/{match.id}").url.path == where
    assert league.club.listed(match_id).status == "running"
    assert league.club.listed(match_id).seats[side].name == "Otto"
    for _turn in range(2):
        league.one_call(match_id, league.names(league.kept.season.matches[match.id]))
    assert not [each for each in league.sent[mails:] if each.address == "jonas@example.org"]
    assert "Otto takes over from Jonas: Jonas has moved away" in league.nobody.get(f"/season/{league.id}").text
