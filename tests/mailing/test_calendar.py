"""Calendar files, read by a parser of the tests' own that follows RFC 5545 and nothing of the program's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from breakaway.club import email_addresses
from breakaway.club.absences import come_back, keep_time, take_vacation
from breakaway.club.club import Club
from breakaway.club.schema import CLOSE
from breakaway.club.time_control import DAY, Pace, Terms
from breakaway.games.manifest import open_turn
from breakaway.mail.letters import CANCEL, Deadline, calendar, deadline_of
from tests.club.clocks import Wall
from tests.club.starts import any_order, play_out, race
from tests.mailing.conftest import Post, postman_of, subscribe
from tests.mailing.test_postman import postal
from tests.web.session import browser

DUE = datetime(2026, 7, 5, 18, tzinfo=UTC)


def parsed(text: str) -> list[dict[str, str]]:
    """The events of a calendar: unfolds lines (3.1), takes names and values apart, and undoes escapes (3.3.11)."""
    assert text.endswith("\r\n")
    raw = text.encode().split(b"\r\n")[:-1]
    assert all(len(line) <= 75 for line in raw), "75 octets in a line, without its end"
    assert all(b"\n" not in line and b"\r" not in line for line in raw)
    lines: list[bytes] = []
    for line in raw:
        if line[:1] in (b" ", b"\t"):
            lines[-1] += line[1:]
        else:
            lines.append(line)
    pairs = [line.decode().partition(":")[::2] for line in lines]
    assert pairs[0] == ("BEGIN", "VCALENDAR")
    assert pairs[-1] == ("END", "VCALENDAR")
    found: list[dict[str, str]] = []
    for name, value in pairs[1:-1]:
        if (name, value) == ("BEGIN", "VEVENT"):
            found.append({})
        elif found and name != "END":
            assert name not in found[-1]
            found[-1][name] = unescaped(value)
    return found


def unescaped(value: str) -> str:
    found, rest = "", iter(value)
    for ch in rest:
        if ch == "\\":
            ch = {"n": "\n", "N": "\n", ",": ",", ";": ";", "\\": "\\"}[next(rest)]
        else:
            assert ch not in ",;", "these must be escaped"
        found += ch
    return found


def test_an_event_has_what_the_standard_asks_for_in_utc() -> None:
    (event,) = parsed(
        calendar("The Cup", [Deadline("x@example.org", 7, DUE - timedelta(days=4), DUE, "Orders", "Now")])
    )
    assert event == {
        "UID": "x@example.org",
        "DTSTAMP": "20260701T180000Z",
        "DTSTART": "20260705T174500Z",
        "DTEND": "20260705T180000Z",
        "SEQUENCE": "7",
        "SUMMARY": "Orders",
        "DESCRIPTION": "Now",
        "TRANSP": "TRANSPARENT",
        "ORGANIZER;CN=Breakaway": "invalid:nomail",
    }


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from(",;\\\n🚴"), max_size=200))
@example("C:\\New Cup")  # some programs take \N for a line ending before they escape it
def test_any_title_comes_out_as_it_went_in_and_no_line_is_too_long(title: str) -> None:
    (event,) = parsed(calendar(title, [Deadline("x@example.org", 0, DUE, DUE, title, title)]))
    assert event["SUMMARY"] == event["DESCRIPTION"] == title


def test_a_title_cannot_smuggle_lines_into_the_file() -> None:
    (event,) = parsed(calendar("x", [Deadline("x", 0, DUE, DUE, "Cup\r\nEND:VEVENT\x00\x0b", "")]))
    assert event["SUMMARY"] == "Cup\nEND:VEVENT"


def test_a_moved_deadline_keeps_its_uid_and_counts_up_and_a_sealed_order_moves_nothing(club: Club) -> None:
    wall = Wall(club)
    terms = Terms(4 * DAY, CLOSE, pace=Pace(vacation=9))
    match_id = club.create("cycling", race(("human", "human")), "A, B; C", here=[0, 1], terms=terms).id
    club.resolve(match_id)

    def event() -> dict[str, str]:
        listed = club.listed(match_id)
        look = club.look(match_id)
        turn = open_turn(look.observation, look.turn)
        found = deadline_of(listed, look.entries, turn, "https://play.example.org/1")
        assert found
        (event,) = parsed(calendar("x", [found]))
        return event

    first = event()
    assert first["DTEND"] == "20260705T120000Z"
    assert first["SUMMARY"] == "A, B; C: orders for the line-ups are due"
    club.choose(match_id, 1, any_order(club, match_id, 1, 1))
    wall.on(60)
    assert event() == first, "who has sealed is secret, and the same facts give the same bytes"
    take_vacation(club.database, match_id, 0, date(2026, 7, 3), date(2026, 7, 4))
    second = event()
    come_back(club.database, match_id, 0)
    third = event()
    assert second["DTEND"] == "20260707T120000Z"
    assert third["DTEND"] == first["DTEND"]
    assert first["UID"] == second["UID"] == third["UID"]
    assert int(first["SEQUENCE"]) < int(second["SEQUENCE"]) < int(third["SEQUENCE"])
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    club.resolve(match_id)
    assert event()["UID"] != first["UID"]


def components(text: str) -> list[str]:
    """The kinds of components right inside the calendar."""
    found, depth = list[str](), 0
    for line in text.split("\r\n"):
        found += [line.removeprefix("BEGIN:")] if line.startswith("BEGIN:") and depth == 1 else []
        depth += line.startswith("BEGIN:") - line.startswith("END:")
    return found


def test_an_empty_calendar_has_the_one_component_that_the_standard_asks_for_and_no_entry() -> None:
    text = calendar("x", [])
    assert components(text) == ["VTIMEZONE"], "RFC 5545, 3.6: at least one component"
    assert parsed(text) == []
    for line in ("TZID:UTC", "BEGIN:STANDARD", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "DTSTART:19700101T000000"):
        assert f"{line}\r\n" in text, "RFC 5545, 3.6.5"
    assert components(calendar("x", [Deadline("x", 0, DUE, DUE, "Orders", "")])) == ["VEVENT"]


def test_a_cancellation_has_what_rfc_5546_asks_for_in_3_2_5() -> None:
    text = calendar("x", [Deadline("x@y", 8, DUE - timedelta(days=4), DUE, "Orders", "")], CANCEL)
    assert "METHOD:CANCEL\r\n" in text
    (event,) = parsed(text)
    assert (event["UID"], event["SEQUENCE"], event["STATUS"]) == ("x@y", "8", "CANCELLED")
    assert (event["DTSTART"], event["DTEND"]) == ("20260705T174500Z", "20260705T180000Z")
    assert event["ORGANIZER;CN=Breakaway"] == "invalid:nomail", "the same as in the entry"


def attached(letter: EmailMessage) -> list[tuple[str, dict[str, str]]]:
    """The calendars that come with an email: each with its method, and its entry."""
    found = []
    for part in letter.walk():
        if part.get_content_type() == "text/calendar":
            text = part.get_payload(decode=True).decode()  # type: ignore[union-attr]
            method = text.partition("METHOD:")[2].partition("\r\n")[0]
            assert part.get_param("method") == method, "RFC 6047, 2.4"
            (event,) = parsed(text)
            found.append((method, event))
    return found


def in_calendar(letters: list[EmailMessage]) -> dict[str, str]:
    """What a calendar program has after these emails: the end of each entry that it shows, by UID (RFC 5546, 2.1.5)."""
    kept: dict[str, tuple[int, str]] = {}
    for letter in letters:
        for method, event in attached(letter):
            if int(event["SEQUENCE"]) >= kept.get(event["UID"], (0, ""))[0]:
                kept[event["UID"]] = int(event["SEQUENCE"]), event["DTEND"] if method == "PUBLISH" else ""
    return {uid: due for uid, (_sequence, due) in kept.items() if due}


def test_the_page_and_the_email_give_one_deadline_the_same_uid_and_sequence(
    club: Club, server: tuple[Post, str]
) -> None:
    _wall, (post, address) = Wall(club), server
    match_id = postal(club)
    subscribe(club, match_id, 0)
    postman_of(club, address).glance()
    ((_method, by_mail),) = attached(post.taken()[0])
    for host in ("localhost", "127.0.0.1:8000"):
        page = browser(club).get(f"/match/{match_id}/1/deadline.ics", headers={"host": host})
        (on_page,) = parsed(page.text)
        assert (on_page["UID"], on_page["SEQUENCE"]) == (by_mail["UID"], by_mail["SEQUENCE"])


@pytest.mark.parametrize("is_digest", [False, True])
def test_a_turn_that_was_played_early_and_the_end_of_a_match_leave_no_entry_behind(
    club: Club, server: tuple[Post, str], is_digest: bool
) -> None:
    wall, (post, address) = Wall(club), server
    match_id, letters = postal(club), list[EmailMessage]()
    subscribe(club, match_id, 0)
    postman = postman_of(club, address)

    def glance() -> list[EmailMessage]:
        wall.on(DAY if is_digest else 60)
        postman.glance()
        letters.extend(found := post.taken())
        return found

    glance()
    (first,) = in_calendar(letters)
    if is_digest:  # the entry came with an email about the turn; from now on there is only the digest
        email_addresses.set_wishes(club.database, match_id, 0, digest=True)
    play_out(club, match_id, turns=1)
    (letter,) = glance()
    assert ("CANCEL", first) in [(method, event["UID"]) for method, event in attached(letter)]
    assert first not in in_calendar(letters)
    assert len(in_calendar(letters)) == (0 if is_digest else 1)
    play_out(club, match_id)
    glance()
    assert in_calendar(letters) == {}
    assert club.look(match_id).is_over


def test_a_resignation_cancels_the_entry_of_the_question_that_was_open(club: Club, server: tuple[Post, str]) -> None:
    wall, (post, address) = Wall(club), server
    match_id = postal(club)
    subscribe(club, match_id, 0)
    postman = postman_of(club, address)
    postman.glance()
    letters = post.taken()
    (uid,) = in_calendar(letters)
    club.resign(match_id, 1)
    wall.on(60)
    postman.glance()
    ((method, event),) = attached(post.taken()[0])
    assert (method, event["UID"]) == ("CANCEL", uid)
    (on_page,) = parsed(browser(club).get(f"/match/{match_id}/1/deadline.ics").text)
    assert (on_page["UID"], on_page["STATUS"]) == (uid, "CANCELLED")


def test_a_deadline_that_has_passed_is_not_canceled_and_one_that_was_moved_comes_with_the_reminder(
    club: Club, server: tuple[Post, str]
) -> None:
    wall, (post, address) = Wall(club), server
    terms = Terms(4 * DAY, CLOSE, pace=Pace(vacation=9))
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1], terms=terms).id
    club.resolve(match_id)
    subscribe(club, match_id, 0)
    postman = postman_of(club, address)
    postman.glance()
    letters = post.taken()
    (uid,) = in_calendar(letters)
    take_vacation(club.database, match_id, 1, date(2026, 7, 3), date(2026, 7, 4))
    wall.on(5.5 * DAY)
    postman.glance()
    letters += post.taken()
    assert in_calendar(letters) == {uid: "20260707T120000Z"}, "the reminder moved it"
    wall.on(DAY)
    assert keep_time(club, match_id)
    postman.glance()
    (letter,) = post.taken()
    assert [method for method, _event in attached(letter)] == ["PUBLISH"]
    assert uid in in_calendar([*letters, letter]), "it is in the past, and shows when it was due"


def test_a_question_that_is_asked_again_after_an_undo_has_one_entry(club: Club, server: tuple[Post, str]) -> None:
    wall, (post, address) = Wall(club), server
    match_id = postal(club)
    subscribe(club, match_id, 0)
    postman, letters = postman_of(club, address), list[EmailMessage]()

    def ask_again() -> None:
        club.undo(match_id)
        for seat in (0, 1):
            club.choose(match_id, seat, any_order(club, match_id, seat, 77))
        club.resolve(match_id)

    for step in (lambda: None, lambda: play_out(club, match_id, turns=1), ask_again):
        step()
        wall.on(60)
        postman.glance()
        letters += post.taken()
    asked = [event for letter in letters for method, event in attached(letter) if method == "PUBLISH"]
    assert [event["UID"].partition("@")[0][-2:] for event in asked] == ["-1", "-2", "-2"]
    assert list(in_calendar(letters)) == [asked[2]["UID"]]
    assert int(asked[2]["SEQUENCE"]) > int(asked[1]["SEQUENCE"])
