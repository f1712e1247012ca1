"""Calendar files, read by a parser of the tests' own that follows RFC 5545 and nothing of the program's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.club.away import come_back, take_vacation
from breakaway.club.club import Club
from breakaway.club.pace import DAY, Pace
from breakaway.club.tables import CLOSE
from breakaway.club.terms import Terms
from breakaway.games.registry import open_turn
from breakaway.post.calendar import Deadline, calendar, deadline_of
from tests.club.clocks import Wall
from tests.club.starts import any_order, race

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
    }


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from(",;\\\n🚴"), max_size=200))
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
        found = deadline_of(listed, look.entries, turn, "https://play.example.org/1", "play.example.org")
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
