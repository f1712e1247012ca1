"""Calendar files with deadlines (RFC 5545), for any calendar program.

A deadline keeps its UID, no matter whether it comes from a page or in an email. A calendar that gets the deadline again
replaces its old entry. A file with the method CANCEL (RFC 5546, 3.2.5) removes the entry: it has the same UID, and a
greater SEQUENCE, which grows with every entry of the record. The same deadlines always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from breakaway.club.views import Listed, Look
from breakaway.core.language import _, say

LONGEST = 75  # octets in a line, without the line ending
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
PUBLISH, CANCEL = "PUBLISH", "CANCEL"
# RFC 5546 requires an organizer, the same in an entry and in its cancellation. Nobody can answer a deadline.
ORGANIZER = "ORGANIZER;CN=Breakaway:invalid:nomail"
# RFC 5545, 3.6 requires a component in every calendar. A time zone is the only one that shows no entry. Calendar
# programs expect time zones in any file with local times, and ignore those that no entry uses.
NOTHING = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000"),
    *("TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)
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


def deadline_of(listed: Listed, entries: int, turn: str, page: str) -> Deadline | None:
    """The next deadline of the match `listed`. None if no clock is running.

    The deadline depends on nothing secret: it is the same, no matter who has already chosen. `entries` counts the lines
    of the record, `turn` is the open turn in words, and `page` is the address of the table.
    """
    due = listed.terms.due
    if not listed.is_timed or due is None:
        return None
    return deadline_at(listed, entries, page, listed.turn + 1, due, turn)


def deadline_at(listed: Listed, entries: int, page: str, turn: int, due: datetime, said: str = "") -> Deadline:
    """The deadline of the record's turn `turn` (from 1) of the match `listed`, `due` at this moment.

    `entries` and `page` mean the same as in `deadline_of`. `said` is the turn in words; a cancellation needs none.
    """
    return Deadline(
        uid=f"deadline-{listed.id}-{turn}@breakaway",  # the id is random, and the server has no name that all know
        sequence=entries + listed.terms.changes,
        since=listed.terms.since or due,
        due=due,
        title=say("{title}: orders for {turn} are due", title=listed.title, turn=said)
        if said
        else say("{title}: orders are due", title=listed.title),
        says=_("The match page says what happens to late orders."),
        url=page,
    )


def last_deadline(listed: Listed, look: Look, page: str) -> Deadline | None:
    """The last deadline of the match `listed`, for its cancellation. None if the match runs or had no deadline.

    `look` is the match as a seat sees it. `page` means the same as in `deadline_of`.
    """
    # a turn that ends the match starts one more clock, for a question that nobody is asked; a resignation does not
    turn, due = (listed.turn, listed.terms.before) if look.resigned is None else (listed.turn + 1, listed.terms.due)
    return deadline_at(listed, look.entries, page, turn, due) if look.is_over and due else None


def calendar(name: str, deadlines: Iterable[Deadline], method: str = PUBLISH) -> str:
    """A calendar called `name` with these deadlines, and with the line endings that the format requires.

    The `method` is PUBLISH, or CANCEL to remove the deadlines.
    """
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Breakaway//Breakaway//EN", "CALSCALE:GREGORIAN"]
    lines = [*head, f"METHOD:{method}", f"X-WR-CALNAME:{escaped(name)}"]
    found = sorted(deadlines, key=lambda each: (each.due, each.uid))
    for each in found:
        lines += _event(each, method)
    lines += () if found else NOTHING
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(each: Deadline, method: str) -> Sequence[str]:
    return [
        "BEGIN:VEVENT",
        ORGANIZER,
        *(["STATUS:CANCELLED"] if method == CANCEL else []),
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
