"""Calendar files with deadlines (RFC 5545), for any calendar program.

A deadline keeps its UID. A calendar that gets the deadline again replaces its old entry. The same deadlines always give
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from breakaway.club.views import Listed
from breakaway.core.language import _, say

LONGEST = 75  # octets in a line, without the line ending
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
LASTS = timedelta(minutes=15)  # how long an entry looks in a calendar; it ends with the deadline


@dataclass(frozen=True)
class Deadline:
    """A deadline in a calendar.

    `uid` never changes, `sequence` grows with each change, and `since` is when the deadline was set.
    """

    uid: str
    sequence: int
    since: datetime
    due: datetime
    title: str
    says: str
    url: str = ""


def deadline_of(listed: Listed, entries: int, turn: str, page: str, domain: str) -> Deadline | None:
    """The next deadline of the match `listed`. None if no clock is running.

    The deadline depends on nothing secret: it is the same, no matter who has already chosen. `entries` counts the lines
    of the record, `turn` is the open turn in words, `page` is the address of the table, and `domain` is the server's
    domain.
    """
    due = listed.terms.due
    if not listed.is_timed or due is None:
        return None
    return Deadline(
        uid=f"deadline-{listed.id}-{listed.turn + 1}@{domain}",
        sequence=entries + listed.terms.changes,
        since=listed.terms.since or due,
        due=due,
        title=say("{title}: orders for {turn} are due", title=listed.title, turn=turn),
        says=_("The match page says what happens to late orders."),
        url=page,
    )


def calendar(name: str, deadlines: Iterable[Deadline]) -> str:
    """A calendar called `name` with these deadlines, and with the line endings that the format requires."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Breakaway//Breakaway//EN", "CALSCALE:GREGORIAN"]
    lines = [*head, "METHOD:PUBLISH", f"X-WR-CALNAME:{escaped(name)}"]
    for each in sorted(deadlines, key=lambda each: (each.due, each.uid)):
        lines += _event(each)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(each: Deadline) -> Sequence[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{escaped(each.uid)}",
        f"DTSTAMP:{_moment(each.since)}",
        f"DTSTART:{_moment(each.due - LASTS)}",
        f"DTEND:{_moment(each.due)}",
        f"SEQUENCE:{each.sequence}",
        f"SUMMARY:{escaped(each.title)}",
        f"DESCRIPTION:{escaped(each.says)}",
        *([f"URL:{each.url}"] if each.url else []),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text, escaped as calendar files require. Leaves out control characters other than line endings."""
    return "".join(ch for ch in text if ch >= " " or ch == "\n").translate(ESCAPED)


def folded(line: str) -> str:
    """A line in pieces of at most 75 octets. No piece ends within a character."""
    pieces, piece, size = list[str](), "", 0
    for ch in line:
        octets = len(ch.encode())
        if size + octets > LONGEST:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + ch, size + octets
    return "\r\n".join([*pieces, piece])
