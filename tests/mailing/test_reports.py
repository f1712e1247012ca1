"""Reports by mail: what happened since the last mail, drawings, corrections, PDF on request, the reader's zone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from pypdf import PdfReader

from breakaway.club import email_addresses
from breakaway.club.actions import note_asked, rule, rulings_now
from breakaway.club.club import Club
from breakaway.club.mail_log import PostedMail
from breakaway.club.match_snapshot import whole_match
from breakaway.club.schema import CLOSE
from breakaway.club.time_control import DAY, POSTAL, PRESETS, Terms
from breakaway.core.language import UserError
from breakaway.display import renderers
from breakaway.display.renderers import as_text
from breakaway.display.reports import zine
from breakaway.mail.postman import Postman
from breakaway.records.match import Start
from tests.boards.test_viewpoint import PLAIN, YOURS
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.mailing.conftest import SENDER, Post, postman_of, subscribe, words
from tests.mailing.test_receiving import ByMail


def opened(text: str) -> EmailMessage:
    found = message_from_bytes(text.encode(), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def next_mail(match: ByMail, seat: int = 0) -> EmailMessage:
    """The next mail about a turn to this seat."""
    match.wall.on(60)
    play_out(match.club, match.id, turns=1)
    match.sent.clear()
    match.postman.glance()
    return opened(next(each.text for each in match.sent if each.seat == seat))


def answer(match: ByMail, text: str) -> EmailMessage:
    """The receipt for a mail of seat 0."""
    match.box.add(match.letter(text, match.address(0)))
    match.postman.glance()
    return opened(match.sent[-1].text)


def plain(letter: EmailMessage) -> str:
    return words(letter).replace("\r\n", "\n")


@pytest.mark.slow
def test_a_mail_tells_what_happened_since_the_last_one_and_nothing_twice(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path)
    first = plain(next_mail(match))
    assert "TURN 1\n" in first
    assert "LINE-UPS" not in first, "the mail before told of them"
    match.wall.on(60)
    play_out(club, match.id, turns=1)
    second = plain(next_mail(match))
    assert ("TURN 1\n" in second, "TURN 2\n" in second, "TURN 3\n" in second) == (False, True, True)


def test_the_road_is_drawn_as_a_picture_that_comes_with_the_mail_and_described_in_words(
    club: Club, tmp_path: Path
) -> None:
    letter = next_mail(ByMail(club, tmp_path))
    kinds = [part.get_content_type() for part in letter.walk()]
    assert kinds == [
        *("multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"),
        *("text/calendar", "text/calendar"),
    ]
    picture = next(part for part in letter.walk() if part.get_content_type() == "image/png")
    assert picture.get_payload(decode=True)[:8] == b"\x89PNG\r\n\x1a\n"  # type: ignore[index]
    html = words(letter, "html")
    assert f'src="cid:{str(picture["Content-ID"]).strip("<>")}"' in html
    assert 'alt="Front to back: ' in html


def test_without_typst_the_words_take_the_place_of_the_drawing(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise UserError("PDF needs the 'pdf' extra")

    match = ByMail(club, tmp_path)
    renderers.as_png.cache_clear()
    monkeypatch.setattr(renderers, "find_typst", missing)
    letter = next_mail(match)
    assert "image/png" not in [part.get_content_type() for part in letter.walk()]
    assert "<img" not in words(letter, "html")
    assert "Front to back: " in words(letter, "html")
    assert "PDF needs the" in match.mail(0, "report pdf")


@pytest.mark.slow
def test_a_correction_is_marked_as_such(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path, turns=2)
    match.wall.on(60)
    club.undo(match.id)
    for seat in (0, 1):
        club.choose(match.id, seat, any_order(club, match.id, seat, 77))
    club.resolve(match.id)
    match.sent.clear()
    match.postman.glance()
    text = " ".join(words(opened(match.sent[0].text)).split())
    assert "The last turn that we reported was taken back. This report replaces the one about that turn." in text
    assert "TURN 1, CORRECTED" in text
    assert "Correction: " in text


@pytest.mark.slow
@pytest.mark.parametrize(("text", "language"), [("report pdf", "en"), ("Bericht PDF, bitte", "de")])
def test_a_report_comes_as_a_pdf_on_request_and_holds_the_players_own_cards(
    club: Club, tmp_path: Path, text: str, language: str
) -> None:
    match = ByMail(club, tmp_path, turns=2, language=language)
    letter = answer(match, text)
    (file,) = letter.iter_attachments()
    assert (file.get_content_type(), file.get_filename()) == ("application/pdf", f"report-{match.id}.pdf")
    said = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.get_payload(decode=True))).pages)  # type: ignore[arg-type]
    assert ("TURN 1" in said, "ZUG 1" in said) == (language == "en", language == "de")
    hand = club.look(match.id, 0).observation.view.hand[0]
    assert " ".join(str(card) for card in hand if card) in said


@pytest.mark.slow
def test_the_whole_match_comes_as_a_pdf_too(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path, turns=3)
    letter = answer(match, "zine pdf")
    (file,) = letter.iter_attachments()
    said = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.get_payload(decode=True))).pages)  # type: ignore[arg-type]
    assert "TURN 1" in said
    assert "TURN 2" in said


@pytest.mark.slow
def test_a_player_sets_the_time_zone_and_the_digest_by_mail(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path)
    said = " ".join(match.mail(0, "time zone Asia/Tokyo\ndigest on").split())
    assert "deadlines in the time zone Asia/Tokyo" in said
    assert "one email a day" in said
    box = email_addresses.mailbox(club.database, match.id, 0)
    assert box
    assert (box.zone, box.digest) == ("Asia/Tokyo", True)
    assert "Unknown time zone 'Nowhere/Never'" in " ".join(match.mail(0, "time zone Nowhere/Never").split())
    assert "an email for each turn" in " ".join(match.mail(0, "Sammelmail aus").split())
    box = email_addresses.mailbox(club.database, match.id, 0)
    assert box
    assert not box.digest
    assert "Deadline: 2026-07-06 05:00 Asia/Tokyo" in plain(next_mail(match))


def test_the_deadline_comes_as_a_calendar_file(club: Club, tmp_path: Path) -> None:
    letter = next_mail(ByMail(club, tmp_path))
    file, canceled = letter.iter_attachments()
    assert (file.get_filename(), canceled.get_filename()) == ("deadline.ics", "canceled.ics")
    assert "STATUS:CANCELLED" in canceled.get_content().splitlines(), "the turn before was played early"
    assert "DTEND:20260705T200000Z" in file.get_content().splitlines()


def test_an_umpires_ruling_after_the_last_mail_is_told_in_the_next_one(club: Club) -> None:
    wall, sent = Wall(club), list[PostedMail]()
    seconds, pace = PRESETS[POSTAL]
    match_id = club.create(
        "fate", fate_match(advanced=True), "The Cup", here=[0, 1], terms=Terms(seconds, "wait", pace=pace)
    ).id
    for seat in (0, 1):
        subscribe(club, match_id, seat)
    postman = Postman(club, SENDER, lambda mail: str(sent.append(mail)))
    for seed in range(300):
        words_now = rulings_now(club.look(match_id, 0).observation)
        if words_now:
            break
        play_out(club, match_id, seed=seed, turns=1)
    postman.glance()
    assert not any("umpire rules" in plain(opened(each.text)) for each in sent)
    sent.clear()
    wall.on(60)
    turn = club.look(match_id).turn
    club.do(match_id, lambda table: rule(table, 0, words_now[0], turn))
    club.resolve(match_id)
    postman.glance()
    assert sent
    assert all("umpire rules" in " ".join(plain(opened(each.text)).split()) for each in sent if each.kind == "turn")


def test_riders_are_called_by_their_own_names_in_the_text_the_html_and_the_zine(club: Club) -> None:
    wall, sent = Wall(club), list[PostedMail]()
    own = {"Röd": ["Ada Ahorn", "Bo Birke", "Cy Ceder", "Di Douglas"]}
    start = race(("human", "human"))
    start = replace(start, names={**start.names, "riders": own})
    match_id = club.create("cycling", start, "The Cup", here=[0, 1], terms=Terms(4 * DAY, CLOSE)).id
    play_out(club, match_id, turns=2)
    wall.on(60)
    subscribe(club, match_id, 1)
    Postman(club, SENDER, lambda mail: str(sent.append(mail))).glance()
    letter = opened(sent[0].text)
    html, paper = words(letter, "html"), as_text(zine("The Cup", whole_match(club, match_id).told, False), 72)
    for rider in own["Röd"]:
        assert rider in plain(letter)
        assert rider in html
        assert rider in paper


@pytest.mark.slow
def test_a_mail_says_how_often_a_rival_has_asked_the_coach_in_earlier_turns(club: Club, tmp_path: Path) -> None:
    match = ByMail(club, tmp_path)
    turn = club.look(match.id).turn
    note_asked(club.database, match.id, 1, turn)
    assert "Blue has asked the coach about 1 choice." in plain(next_mail(match))
    note_asked(club.database, match.id, 1, turn + 1)
    match.sent.clear()
    assert "Blue has asked the coach about 2 choices." in plain(next_mail(match))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), [("football", football_match), ("fate", fate_match)])
def test_an_email_names_every_spot_as_its_player_sees_it(
    club: Club, server: tuple[Post, str], game: str, start: Callable[[], Start]
) -> None:
    post, address = server
    seconds, pace = PRESETS[POSTAL]
    made = club.create(game, start(), "The Cup", here=[0, 1], terms=Terms(seconds, "wait", pace=pace))
    postman, readers = postman_of(club, address), [subscribe(club, made.id, seat) for seat in (0, 1)]
    said: dict[str, list[str]] = {each: [] for each in readers}
    for seed in range(30):
        play_out(club, made.id, seed, 2)
        postman.glance()
        for letter in post.taken():
            said[letter["To"]].append(words(letter) + words(letter, "html"))
    for reader in readers:
        assert len(said[reader]) > 3
        for text in said[reader]:
            text = re.sub(r"\([^()]*\)", "", text)  # the rules that it quotes
            assert not PLAIN.search(text), PLAIN.search(text)
        assert any(YOURS.search(text) for text in said[reader])
