"""Mails about turns: who gets which and when, what stands in them, and that they tell no secret of another seat."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from breakaway.club import email_addresses
from breakaway.club.absences import keep_time, take_vacation
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail, delivery_statuses
from breakaway.club.schema import CLOSE, DEAD, SENT, WAITING
from breakaway.club.time_control import DAY, POSTAL, PRESETS, Pace, Terms
from breakaway.core.language import UserError
from breakaway.display.endings import scene_of
from breakaway.mail import transport
from breakaway.mail.transport import Outgoing, carrier, outgoing, password, sender_of
from breakaway.records.match import Start
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.mailing.conftest import SENDER, Post, postman_of, subscribe, words

GAMES: list[tuple[str, Callable[..., Start]]] = [
    ("football", football_match),
    ("fate", fate_match),
    ("cycling", lambda **more: race(("human", "human"), **more)),
]

BLIND: tuple[str, Callable[..., Start]] = "cycling", lambda **more: race(("human", "human"), profile="blind", **more)


def said_in(letter: EmailMessage, match_id: str) -> str:
    """All that a mail says: its subject, and every part of it, pictures and files too. The match has another name."""
    parts = [part for part in letter.walk() if not part.is_multipart()]
    made = b"\0".join(b"%s" % part.get_payload(decode=True) for part in parts).decode("latin-1")
    moments = r"\d{8}T\d{6}Z|\d{4}-\d\d-\d\d \d\d:\d\d"  # each match has its own deadline
    return re.sub(moments, "", f"{letter['Subject']}\0{made}".replace(match_id, "MATCH"))


def postal(club: Club, game: str = "cycling", start: Start | None = None) -> str:
    seconds, pace = PRESETS[POSTAL]
    begins = start or race(("human", "human"))
    made = club.create(
        game, begins, "The Cup", here=[0, 1], terms=Terms(seconds, CLOSE if game == "cycling" else "wait", pace=pace)
    )
    club.resolve(made.id)
    return made.id


def test_a_player_is_told_of_each_turn_once_reminded_once_and_told_of_the_end(
    club: Club, server: tuple[Post, str]
) -> None:
    wall, (post, address) = Wall(club), server
    match_id = postal(club)
    postman, to = postman_of(club, address), subscribe(club, match_id, 0)
    postman.glance()
    postman.glance()
    postman_of(club, address).glance()
    (letter,) = post.taken()
    assert (letter["To"], letter["Subject"]) == (to, "The Cup, the line-ups: your choice")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert "Deadline: 2026-07-05 20:00 UTC" in words(letter)
    wall.moment = wall.moment.replace(day=4, hour=20)
    postman.glance()
    postman.glance()
    (letter,) = post.taken()
    assert letter["Subject"] == "The Cup, the line-ups: the deadline is near"
    for seat in (0, 1):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    postman.glance()
    assert post.taken() == [], "nothing to choose"
    club.resolve(match_id)
    postman.glance()
    (letter,) = post.taken()
    assert letter["Subject"] == "The Cup, turn 1: your choice"
    play_out(club, match_id)
    postman.glance()
    (letter,) = post.taken()
    assert letter["Subject"] == "The Cup: the match is over"
    assert [each.status for each in delivery_statuses(club.database)] == [SENT] * 4
    postman_of(club, address).glance()
    assert post.taken() == []


def test_a_match_that_goes_on_after_its_end_tells_of_its_second_end_as_a_correction(
    club: Club, server: tuple[Post, str]
) -> None:
    _wall, (post, address) = Wall(club), server
    match_id = postal(club)
    postman = postman_of(club, address)
    subscribe(club, match_id, 0)
    play_out(club, match_id)
    postman.glance()
    assert [letter["Subject"] for letter in post.taken()] == ["The Cup: the match is over"]
    club.undo(match_id)
    play_out(club, match_id, seed=7)
    for each in (postman, postman_of(club, address)):
        each.glance()
    (letter,) = post.taken()
    assert letter["Subject"] == "The Cup: the match is over"
    assert "This report replaces the one about that turn." in " ".join(words(letter).split())


def test_a_turn_that_a_player_missed_is_told_in_the_next_mail(club: Club, server: tuple[Post, str]) -> None:
    wall, (post, address) = Wall(club), server
    match_id = postal(club)
    postman = postman_of(club, address)
    subscribe(club, match_id, 0)
    play_out(club, match_id, turns=1)
    wall.on(7 * DAY)
    assert keep_time(club, match_id)
    postman.glance()
    (letter,) = post.taken()
    assert "Röd: no moves received, so the highest cards are played" in " ".join(words(letter).split())


def test_nobody_gets_mail_at_the_table_and_a_quick_match_sends_the_end_alone(
    club: Club, server: tuple[Post, str]
) -> None:
    wall, (post, address) = Wall(club), server
    postman = postman_of(club, address)
    quick = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(60, CLOSE)).id
    free = club.create("cycling", race(("human", "human")), "Free", here=[0, 1]).id
    for match_id in (quick, free):
        club.resolve(match_id)
        subscribe(club, match_id, 0)
    postman.glance()
    assert post.taken() == []
    wall.on(600)
    postman.glance()
    assert [letter["Subject"] for letter in post.taken()] == ["Free, the line-ups: your choice"]
    club.resign(quick, 1)
    club.resolve(quick)
    postman.glance()
    assert [letter["Subject"] for letter in post.taken()] == ["Breaking Away: the match is over"]


def test_a_vacation_moves_the_reminder_too(club: Club, server: tuple[Post, str]) -> None:
    wall, (post, address) = Wall(club), server
    made = club.create(
        "cycling", race(("human", "human")), here=[0, 1], terms=Terms(2 * DAY, CLOSE, pace=Pace(vacation=9))
    )
    club.resolve(made.id)
    postman = postman_of(club, address)
    subscribe(club, made.id, 1)
    postman.glance()
    take_vacation(club.database, made.id, 0, wall.moment.date(), wall.moment.date() + timedelta(days=3))
    wall.on(2 * DAY)
    postman.glance()
    assert len(post.taken()) == 1
    wall.on(3.2 * DAY)
    postman.glance()
    assert [letter["Subject"] for letter in post.taken()] == ["Breaking Away, the line-ups: the deadline is near"]


@pytest.mark.sample("cycling")
@pytest.mark.parametrize(("game", "start"), GAMES, ids=[game for game, _start in GAMES])
def test_each_mail_has_text_for_every_client_and_html_that_loads_nothing_in_the_readers_language(
    club: Club, server: tuple[Post, str], game: str, start: Callable[..., Start]
) -> None:
    Wall(club)
    post, address = server
    match_id = postal(club, game, start())
    play_out(club, match_id, turns=2)
    postman = postman_of(club, address)
    for seat, language in ((0, "de"), (1, "en")):
        subscribe(club, match_id, seat, language)
    while not post.letters:
        postman.glance()
        (seat, *_others) = club.look(match_id).waiting
        club.choose(match_id, seat, any_order(club, match_id, seat, 3))
        club.resolve(match_id)
    letters = post.taken()
    for letter in letters:
        text, html = words(letter), words(letter, "html")
        seat = int(str(letter["To"])[6])
        mine = f"https://play.example.org/match/{match_id}/{seat + 1}"
        assert max(map(len, text.splitlines())) <= 100
        assert mine in text
        assert mine in html
        assert ("Du spielst" in text, "You play" in text) == (seat == 0, seat == 1)
        assert letter.as_bytes().isascii()
        assert not any(each in html for each in ("<script", "<svg", "<link", "url(", "@import"))
        enclosed = [str(part["Content-ID"]).strip("<>") for part in letter.walk() if part["Content-ID"]]
        assert re.findall(r'src="([^"]*)"', html) == [f"cid:{each}" for each in enclosed]
        assert f'lang="{"de" if seat == 0 else "en"}"' in html


@pytest.mark.sample("turn-cycling")
@pytest.mark.parametrize(("game", "start"), [*GAMES, BLIND], ids=[*(game for game, _start in GAMES), "blind"])
@pytest.mark.parametrize("digest", [False, True], ids=["turn", "digest"])
def test_what_another_seat_has_sealed_or_hides_changes_no_byte_of_a_mail(
    club: Club, server: tuple[Post, str], game: str, start: Callable[..., Start], digest: bool
) -> None:
    """The other seat seals, or has chosen unseen, one thing or another; the reader's view is the same."""
    wall = Wall(club)
    post, address = server
    postman, found = postman_of(club, address), dict[str, list[str]]()
    for seed in range(6):
        wall.on(DAY)  # there is one digest a day
        match_id = postal(club, game, start())
        play_out(club, match_id, turns=2)
        first, *others = club.look(match_id).waiting
        for _ in range(1 + seed % 2):
            club.choose(match_id, first, any_order(club, match_id, first, seed))
        club.resolve(match_id)
        reader = others[0] if others else club.look(match_id).waiting[0]
        look = club.look(match_id, reader)
        subscribe(club, match_id, reader)
        email_addresses.set_wishes(club.database, match_id, reader, digest=digest)
        postman.glance()
        (letter,) = post.taken()
        email_addresses.stop(club.database, match_id, reader)
        seen = repr((reader, look.log, look.observation.leaves()))
        told = said_in(letter, match_id)
        found.setdefault(seen, []).append(told)
    assert max(map(len, found.values())) > 1, "two that the reader cannot tell apart"
    assert all(len(set(each)) == 1 for each in found.values())


def test_a_mail_server_that_is_away_or_says_no_costs_nothing(club: Club, server: tuple[Post, str]) -> None:
    wall, (post, address) = Wall(club), server
    match_id = postal(club)
    subscribe(club, match_id, 0)
    postman_of(club, "smtp://127.0.0.1:9").glance()
    (fate,) = delivery_statuses(club.database)
    assert (fate.status, fate.tries) == (WAITING, 1)
    assert "refused" in fate.fate
    wall.on(60)
    post.answers = ["451 come back later"]
    postman = postman_of(club, address)
    postman.glance()
    assert delivery_statuses(club.database)[0].fate == "451 come back later"
    wall.on(300)
    postman.glance()
    assert len(post.taken()) == 1
    subscribe(club, match_id, 1)
    post.answers = ["550 unknown mailbox"]
    postman.glance()
    assert [(each.status, each.fate) for each in delivery_statuses(club.database)] == [(DEAD, "550 unknown mailbox")]


def test_a_mail_can_be_left_in_a_maildir(club: Club, tmp_path: object) -> None:
    Wall(club)
    match_id = postal(club)
    subscribe(club, match_id, 0)
    postman_of(club, f"maildir:{tmp_path}/mails").glance()
    (fate,) = delivery_statuses(club.database)
    assert fate.status == SENT
    assert fate.fate.startswith("kept as ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mail.example.org", "expected smtps://"),
        ("https://mail.example.org", "expected smtps://"),
        ("smtp://", "expected smtps://"),
        ("smtps://play:secret@mail.example.org", "others can see a password in this option"),
        ("smtp://host:port", "expected an address such as smtps://"),
        ("maildir:", "expected smtps://"),
    ],
)
def test_a_wrong_address_of_the_mail_server_is_told_with_a_right_one(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        outgoing(text)


def test_addresses_and_passwords_of_mail_servers_are_read(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert outgoing("smtps://play%40me@mail.example.org") == Outgoing("smtps", "mail.example.org", 465, "play@me", "")
    assert outgoing("smtp://localhost:25").port == 25
    assert outgoing("lmtp://localhost").port == 24
    assert sender_of("Breakaway <play@example.org>") == "Breakaway <play@example.org>"
    for wrong in (None, "", "play", "a@b\nBcc: c@d", "<a@b> c"):
        with pytest.raises(UserError, match="--mail-from play@example"):
            sender_of(wrong)
    monkeypatch.setenv("BREAKAWAY_MAIL_PASSWORD", "one")
    assert password(None) == "one"


def test_a_password_is_sent_only_over_an_encrypted_connection(
    server: tuple[Post, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    post, address = server
    monkeypatch.setattr(transport, "LOCAL", ())
    plain = Outgoing("smtp", "127.0.0.1", outgoing(address).port, "play", "")
    with pytest.raises(UserError, match="the password was not sent"):
        carrier(plain, SENDER.address, "secret")(PostedMail("x", "m", 0, "turn", "a@example.org", "Subject: x\n\nx"))
    assert post.taken() == []


def test_a_mail_has_the_question_and_the_note_below_it(club: Club, server: tuple[Post, str]) -> None:
    post, address = server
    match_id = postal(club)
    subscribe(club, match_id, 0)
    look = club.look(match_id, 0)
    ask = scene_of(look.observation, look.log).ask
    assert ask
    assert ask.note
    postman_of(club, address).glance()
    (letter,) = post.taken()
    said = " ".join(words(letter).split())
    assert f"{ask.question} {ask.note}" in said


def test_a_mail_server_that_wants_a_login_gets_the_user_and_the_password() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    heard: list[tuple[bytes, bytes]] = []

    def let_in(server: Any, session: Any, envelope: Any, mechanism: str, given: LoginPassword) -> AuthResult:
        heard.append((given.login, given.password))
        return AuthResult(success=True)

    controller = Controller(Post(), hostname="127.0.0.1", port=port, authenticator=let_in, auth_require_tls=False)
    controller.start()
    try:
        mail = PostedMail("turn m 0 1", "m", 0, "turn", "ann@example.org", "To: ann@example.org\n\nYour turn")
        send = carrier(outgoing(f"smtp://play@127.0.0.1:{port}"), "play@example.org", "the password")
        assert send(mail) == "250 taken"
    finally:
        controller.stop()
    assert heard == [(b"play", b"the password")]
