"""People without a seat: they join by answering an invitation, stand by, and take teams over, by mail alone."""

from __future__ import annotations

from email import message_from_string, policy
from pathlib import Path
from typing import Any

import pytest

from breakaway.club import email_addresses, invitations, mail_log
from breakaway.club.absences import keep_time, reopen
from breakaway.club.club import Club
from breakaway.club.invitations import Invitation, invite
from breakaway.club.mail_log import MailRefused, PostedMail
from breakaway.club.schema import EMPTY, OPEN, RUNNING
from breakaway.core.observation import NotNow
from breakaway.mail.commands import Consent, read_consent, standby_for
from breakaway.mail.invitations import invite_letter
from breakaway.players.seated_match import HUMAN
from tests.club.starts import any_order, device_of, play_out, sit
from tests.mailing.test_bounces import GONE, STANDARD
from tests.mailing.test_receiving import ByMail, opened

DAY = 24 * 3600


def test_answers_are_read_in_both_languages_and_only_clear_ones_count() -> None:
    for text in ("Yes", "yes, please!", "Ja, gerne", "OK", "> Ja", "I'll join", "Yes, I accept.", "Ich bin gern dabei"):
        assert read_consent(["Hello,", "", text, "Ann"]).yes is True, text
    for text in ("no", "No, thanks.", "Nein danke", "Leider nicht", "Sorry, not this time", "stop", "I can't play"):
        assert read_consent([text, "", "Bob"]).yes is False, text
    for text in ("", "yes, if Bob plays too", "who is this?", "ja nun", "yes\nno", "yesterday", "no, I accept"):
        assert read_consent(text.split("\n")).yes is None, text
    assert read_consent(["ja", "Name: Jörg Beispiel"]) == Consent(True, "Jörg Beispiel")
    assert read_consent(["My name is Ann.", "Yes"]) == Consent(True, "Ann")
    assert standby_for(["Standby abcd2345"]) == ("abcd2345", "en")
    assert standby_for(["Hallo,", "Ersatzspieler für ABCD2345"]) == ("abcd2345", "de")
    assert standby_for(["standby by me please"]) == ("", "")


class Joining(ByMail):
    """A table with people who have no seat yet. `last` has the last mail of each kind."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.last: dict[str, PostedMail] = {}

    def post(
        self, to: str, text: str, sender: str = "somebody@example.com", found: str = "", **heads: str
    ) -> list[tuple[str, str]]:
        """A mail; gives the kind and the words of all that goes out then. `found`: what our mail server says of it."""
        raw = self.letter(text, to, **heads).replace(b"somebody@example.com", sender.encode())
        vouched = f"Authentication-Results: mx.example.org; {found}\n".encode() if found else b""
        self.box.add(vouched + raw)
        return self.round()

    def round(self) -> list[tuple[str, str]]:
        self.postman.glance()
        found, self.sent[:] = [*self.sent], []
        self.last.update({each.kind: each for each in found})
        return [(each.kind, opened(each.text)) for each in found]

    def reply(self, kind: str) -> str:
        """Where an answer to the last mail of this kind goes."""
        return str(message_from_string(self.last[kind].text, policy=policy.default)["Reply-To"])

    def open(self, seat: int = 1) -> str:
        """Empties a seat; gives its new invitation."""
        from breakaway.club.seats import change, changes, clear, hash_of

        token = f"a-new-invitation-to-{self.id}"
        with changes(self.club.database) as connection:
            now = self.club.database.now()
            gone = clear(connection, self.id, seat, now)
            change(connection, self.id, seat, now, {**gone, "by": EMPTY, "token_hash": hash_of(token)})
        return token

    def invite(self, address: str = "newcomer@example.org", language: str = "en", by: str = "Ann") -> tuple[str, str]:
        """Sends an invitation to the second seat; gives its words and where an answer goes."""
        listed = self.club.listed(self.id)

        def letter(given: Invitation) -> PostedMail:
            link = f"https://play.example.org/seat/a-new-invitation-to-{self.id}"
            return invite_letter(self.postman.sender, given, listed, by, link, self.club.database.now())

        invite(self.club.database, self.id, 1, address, language, letter)
        ((kind, words),) = self.round()
        assert kind == "invite"
        assert self.last[kind].address == address
        return words, self.reply(kind)


def test_an_invitation_names_the_game_what_was_agreed_and_both_ways_to_answer(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    words, _to = table.invite()
    assert "You are invited to play Breaking Away. The player who invites you goes by the name “Ann”." in words
    assert "Each player may ask what a coach would do." in words
    assert "To play by email, reply with “yes”." in words
    assert "If you do not want to play, reply with “no” or do nothing." in words


@pytest.mark.slow
def test_a_player_without_the_web_takes_an_empty_seat_by_answering_the_invitation(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    words, to = table.invite()
    assert "You are invited to play Breaking Away." in words
    assert f"https://play.example.org/seat/a-new-invitation-to-{table.id}" in words
    ((kind, said),) = table.post(to, "what is this?")
    assert (kind, club.seats(table.id)[1].by) == ("answer", EMPTY)
    assert "Reply with “yes” or “no” on a line of its own. Nothing was changed." in said
    table.wall.on(60)
    found = table.post(to, "Yes, please\nName: Ann Example\n\nCheers")
    assert [kind for kind, _said in found] == ["welcome", "turn", "turn"], "the clock starts, and both are asked"
    welcome = found[0][1]
    assert "Orders are never conditional. (BA-8.2)" in welcome
    assert "Write a card for each rider, for example: A10 B7 C9 D5" in welcome
    assert "“withdraw”" in welcome
    seat = club.seats(table.id)[1]
    assert (seat.by, seat.name, club.listed(table.id).status) == (HUMAN, "Ann Example", RUNNING)
    box = email_addresses.mailbox(club.database, table.id, 1)
    assert box
    assert (box.address, box.is_confirmed) == ("newcomer@example.org", True)
    order = table.order(1)
    assert [kind for kind, _said in table.post(table.reply("welcome"), order)] == ["receipt"]
    assert table.sealed(1) == order


@pytest.mark.slow
def test_an_invitation_works_once_and_not_too_late_and_a_forged_one_never(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, first = table.invite("first@example.org")
    _words, second = table.invite("second@example.org")
    ((_kind, said),) = table.post(first, "yes")
    assert "This invitation is no longer valid: it is too old, or there is a newer one. Nothing was changed." in said
    assert table.last["answer"].address == "first@example.org"
    for wrong in (second.replace(".1.", ".0."), f"{second[:-15]}aa@example.org", second.replace("-i", "-s")):
        assert table.post(wrong, "yes") == [], "nobody gets an answer to what we have not signed"
    assert club.seats(table.id)[1].by == EMPTY
    table.post(second, "yes")
    assert club.seats(table.id)[1].by == HUMAN
    ((_kind, said),) = table.post(second, "yes")
    assert "This invitation has already been answered. Nothing was changed." in said
    token = table.open()
    _words, third = table.invite("third@example.org")
    table.wall.on(15 * DAY)
    assert "no longer valid" in table.post(third, "yes")[0][1]
    assert club.seats(table.id)[1].by == EMPTY
    sit(club, token, "Bob")
    _kind, said = next(each for each in table.post(third, "yes") if each[0] == "answer")
    assert "Nothing was changed." in said
    assert club.seats(table.id)[1].name == "Bob"


def test_a_seat_that_was_given_away_anew_is_closed_to_earlier_invitations(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, to = table.invite()
    assert reopen(club, table.id, 1, by=0), "the host makes a new link, and the old one is void"
    ((_kind, said),) = table.post(to, "yes")
    assert "This invitation is no longer valid" in said
    assert club.seats(table.id)[1].by == EMPTY


def test_a_seat_that_somebody_took_in_a_browser_is_taken(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    token = table.open()
    _words, to = table.invite(language="de")
    sit(club, token, "Bob")
    answers = [said for kind, said in table.post(to, "Ja, gerne") if kind == "answer"]
    assert "Dieser Platz ist besetzt." in answers[0]
    assert club.found(table.id).held([device_of(token)]) == [1]
    assert email_addresses.mailbox(club.database, table.id, 1) is None


def test_a_mail_that_declines_or_that_nobody_wrote_takes_no_seat(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, to = table.invite()
    assert table.post(to, "yes", Auto_Submitted="auto-replied") == []
    ((_kind, said),) = table.post(to, "No, thanks")
    assert "You have declined." in said
    assert "has already been answered" in table.post(to, "yes")[0][1]
    assert (club.seats(table.id)[1].by, club.listed(table.id).status) == (EMPTY, OPEN)


def test_who_has_declined_is_not_invited_to_the_match_again(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    _words, to = table.invite()
    ((_kind, said),) = table.post(to, "no")
    assert "You have declined. You will get no more invitations to this match." in said
    for days in (0, 14, 61):
        table.wall.on(days * DAY)
        table.invite(f"somebody-after-{days}-days@example.org")
        for written in ("Newcomer@Example.org", "newcomer+again@example.org"):
            with pytest.raises(NotNow, match="has declined"):
                table.invite(written)
        assert table.round() == []


def test_who_has_played_is_invited_again(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    table.open()
    table.post(table.invite()[1], "yes")
    table.wall.on(61 * DAY)
    table.open()
    table.round()
    words, _to = table.invite()
    assert "You are invited to play" in words


def test_nobody_is_invited_to_a_seat_that_the_match_does_not_have(club: Club, tmp_path: Path) -> None:
    table = Joining(club, tmp_path)
    with pytest.raises(NotNow, match="names a seat that the match does not have"):
        invite(club.database, table.id, 7, "newcomer@example.org", "en", lambda _: pytest.fail("no mail is written"))


def test_an_invitation_tells_nothing_about_the_other_seats_orders(club: Club, tmp_path: Path) -> None:
    found = []
    for seed in (1, 2):
        table = Joining(club, tmp_path / str(seed))
        for _ in range(seed):
            club.choose(table.id, 0, any_order(club, table.id, 0, seed))
        table.open()
        words, to = table.invite()
        table.wall.on(60)
        said = [words, *(said for _kind, said in table.post(to, "yes"))]
        found.append([each.replace(table.id, "MATCH") for each in said])
    assert found[0] == found[1]


# --- standby players


class Standing(Joining):
    """A race of three teams with one standby player after another."""

    def enlist(self, address: str = "stan@example.org", name: str = "Stan") -> str:
        """Somebody enlists by mail and confirms it; gives where his answers go."""
        asks = f"standby {self.id}"
        proved = "dmarc=pass header.from=example.org"
        ((kind, said),) = self.post("play@example.org", asks, sender=f"{name} <{address}>", found=proved)
        assert (kind, self.last[kind].address) == ("standby", address)
        assert "If you asked for this, reply with" in said
        to = self.reply(kind)
        ((_kind, said), *_offers) = self.post(to, "yes")
        assert "You are on the list." in said
        return to

    def miss(self, seats: set[int], turns: int = 1) -> None:
        """Closes turns at their deadlines; these seats send nothing."""
        for _ in range(turns):
            for seat in set(self.club.look(self.id).waiting) - seats:
                self.club.choose(self.id, seat, any_order(self.club, self.id, seat, 1))
            self.wall.moment = self.club.listed(self.id).closes or self.wall.moment
            assert keep_time(self.club, self.id)


@pytest.fixture
def three(club: Club, tmp_path: Path) -> Standing:
    return Standing(club, tmp_path, teams=3)


@pytest.mark.slow
def test_a_standby_player_is_asked_after_two_missed_turns_and_takes_the_team_over(three: Standing) -> None:
    three.enlist()
    club, box = three.club, three.club.database
    three.miss({2})
    assert "offer" not in dict(three.round()), "the postal pace allows one missed turn"
    three.miss({2})
    three.round()
    assert three.last["offer"].address == "stan@example.org"
    assert "The person playing Green has missed turns." in opened(three.last["offer"].text)
    assert "The match is at turn" in opened(three.last["offer"].text)
    old, offer = three.address(2), three.reply("offer")
    assert "offer" not in dict(three.round()), "it is sent once"
    three.wall.on(3600)
    found = three.post(offer, "Ja")
    assert sorted(kind for kind, _said in found) == ["news", "news", "turn", "welcome"]
    news = [said for kind, said in found if kind == "news"]
    assert all("Green has a new player: Stan has taken over the team." in said for said in news)
    seat = club.seats(three.id)[2]
    assert (seat.by, seat.name, seat.took_over) == (HUMAN, "Stan", club.look(three.id).turn)
    taken = email_addresses.mailbox(box, three.id, 2)
    assert taken
    assert taken.address == "stan@example.org"
    assert invitations.standing_by(box, three.id) == 0
    assert three.post(old, three.order(2)) == [], "the earlier player's address opens nothing any more"
    assert three.sealed(2) == ""
    three.post(three.reply("welcome") if "welcome" in three.last else three.address(2), three.order(2))
    assert three.sealed(2)
    three.enlist("next@example.org", "Nina")
    three.miss({2})
    assert "offer" not in dict(three.round()), "the new player's own missed turns count"


@pytest.mark.slow
def test_a_player_who_is_back_keeps_the_team(three: Standing) -> None:
    three.enlist()
    three.miss({2}, 2)
    three.round()
    offer = three.reply("offer")
    three.club.choose(three.id, 2, any_order(three.club, three.id, 2, 1))
    answers = dict(three.post(offer, "yes"))
    assert "This team no longer needs a player. Nothing was changed." in answers["answer"]
    assert three.club.seats(three.id)[2].name == "Green"
    assert invitations.standing_by(three.club.database, three.id) == 1


@pytest.mark.slow
def test_who_resigns_by_mail_leaves_the_team_to_the_standby_players_one_after_another(three: Standing) -> None:
    three.enlist("one@example.org", "One")
    three.wall.on(60)
    second = three.enlist("two@example.org", "Two")
    old = three.address(0)
    found = three.post(old, "I resign")
    assert "You have left your team. A standby player will be asked to take it over." in dict(found)["receipt"]
    assert three.last["offer"].address == "one@example.org"
    assert three.club.look(three.id).gone == [], "the team itself goes on"
    assert three.post(old, "status") == []
    assert "You have declined." in three.post(three.reply("offer"), "no")[0][1]
    assert three.last["offer"].address == "two@example.org"
    three.wall.on(4 * DAY)
    offer = three.reply("offer")
    assert "no longer valid" in dict(three.post(offer, "yes"))["answer"]
    assert three.club.seats(three.id)[0].left is not None
    assert "You are off the list." in dict(three.post(second, "no"))["answer"]
    three.enlist("three@example.org", "Three")
    assert three.last["offer"].address == "three@example.org"
    three.post(three.reply("offer"), "yes")
    seat = three.club.seats(three.id)[0]
    assert (seat.name, seat.left) == ("Three", None)


@pytest.mark.slow
def test_an_offer_that_comes_back_goes_to_the_next_standby_player_and_pauses_nobody(three: Standing) -> None:
    names = ("one", "two", "three", "four")
    for name in names:
        three.enlist(f"{name}@example.org", name.title())
        three.wall.on(60)
    three.miss({2}, 2)
    three.round()
    for name in names[:3]:
        mail = three.last["offer"]
        assert mail.address == f"{name}@example.org"
        three.box.add(STANDARD.format(action="failed", status="5.1.1", said=GONE, id=mail.reference).encode())
        three.round()
    assert three.last["offer"].address == "four@example.org"
    assert email_addresses.paused(three.club.database) == [], "no email to the player of Green came back"


@pytest.mark.slow
def test_an_offer_that_the_mail_server_refuses_goes_to_the_next_standby_player(three: Standing) -> None:
    three.enlist("one@example.org", "One")
    three.wall.on(60)
    three.enlist("two@example.org", "Two")
    send = three.postman.send

    def refuse_one(mail: PostedMail) -> str:
        if mail.address == "one@example.org":
            raise MailRefused(GONE)
        return send(mail)

    three.postman.send = refuse_one
    three.miss({2}, 2)
    three.round()
    three.round()
    assert three.last["offer"].address == "two@example.org"


@pytest.mark.slow
def test_a_late_player_who_wants_no_more_mail_does_not_stop_the_offer_of_the_team(three: Standing) -> None:
    three.enlist()
    send = three.postman.send

    def no_answer(mail: PostedMail) -> str:
        raise OSError(f"the mail server does not answer, so this waits: {mail.address}")

    three.postman.send = no_answer
    three.miss({2}, 2)
    three.round()
    email_addresses.stop(three.club.database, three.id, 2)
    three.postman.send = send
    three.wall.on(3600)
    three.round()
    assert three.last["offer"].address == "stan@example.org"


@pytest.mark.slow
def test_the_list_is_forgotten_when_the_match_is_over(three: Standing) -> None:
    to = three.enlist()
    play_out(three.club, three.id)
    three.round()
    assert invitations.standing_by(three.club.database, three.id) == 0
    assert three.post(to, "yes") == []


def test_without_a_standby_player_resigning_is_final(three: Standing) -> None:
    assert "You have resigned." in dict(three.post(three.address(0), "I resign"))["receipt"]
    assert three.club.look(three.id).gone == [0]


@pytest.mark.slow
def test_nobody_is_enlisted_without_saying_so(three: Standing) -> None:
    victim, proved = "victim@example.org", "dmarc=pass header.from=example.org"
    three.post("play@example.org", f"standby {three.id}", sender=victim, found=proved)
    three.miss({2}, 2)
    three.round()
    assert "offer" not in three.last
    assert three.post("play@example.org", "standby abcdefgh", sender=victim, found=proved) == []
    kinds = [each.kind for each in inbox_of(three)]
    assert kinds.count("standby") == 1
    assert three.post("play@example.org", f"standby {three.id}", sender="player0@example.org", found=proved) == []


def inbox_of(table: Standing) -> list[PostedMail]:
    from breakaway.club.mail_log import delivery_statuses

    assert mail_log.arrivals(table.club.database)
    return [
        PostedMail("", each.match, each.seat, each.kind, each.address, "")
        for each in delivery_statuses(table.club.database)
    ]


@pytest.mark.slow
def test_what_a_team_has_sealed_changes_no_byte_of_the_mails_to_standby_players(club: Club, tmp_path: Path) -> None:
    found = []
    for seed in (1, 2):
        table = Standing(club, tmp_path / str(seed), teams=3)
        table.count = 100 * seed  # each mail has a Message-ID of its own
        table.enlist()
        table.wall.on(60)
        table.post(table.address(2), "I resign")
        for _ in range(seed):
            club.choose(table.id, 0, any_order(club, table.id, 0, seed))
        said = [opened(table.last["offer"].text)]
        said += [said for _kind, said in table.post(table.reply("offer"), "yes")]
        found.append([each.replace(table.id, "MATCH") for each in said])
    assert found[0] == found[1]
