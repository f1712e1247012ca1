"""Reads a bounce: which of our emails came back, why, and whether its address seems to be dead.

Reads reports in the standard format (RFC 3464), and looks for the same lines in reports in other formats. A bounce is
genuine if it names the signed address that the email was sent from, or the email's Message-ID. Nobody can guess either
of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.post.tokens import SeatNamed

MARK = "b-"  # what a signed address of a bounce has in place of a match, before the email's reference
REFERENCE = 20  # hexadecimal digits of an email's reference
MOST_REFERENCES = 5
LONGEST = 200  # characters of a reason
MESSAGE_ID = re.compile(rf"<([0-9a-f]{{{REFERENCE}}})@")
FIELD = r"(?im)^[> \t]{{0,20}}{}[ \t]{{0,5}}:[ \t]*(\S.*(?:\r?\n[ \t]{{1,20}}\S.*)*)"
ACTION, STATUS, DIAGNOSIS = (re.compile(FIELD.format(name)) for name in ("action", "status", "diagnostic-code"))
CODE = re.compile(r"(?<![\d.])(?:([245])\.\d{1,3}\.\d{1,3}|([45])[0-5]\d(?=[ -]))(?![\d.]*\d)")
LATER = re.compile(r"delay|warning|will be retried|verzögert|warnung", re.IGNORECASE)


@dataclass(frozen=True)
class Bounce:
    """A bounce. `references`: the emails that the bounce may be about. `reason`: what the other mail server said.

    `is_lost`: whether the email will never arrive. `is_dead`: whether no other email to this address will arrive
    either.
    """

    references: tuple[str, ...]
    reason: str
    is_lost: bool
    is_dead: bool


def read_bounce(text: str, subject: str, named: Sequence[SeatNamed]) -> Bounce:
    """Reads a bounce from its whole `text`, its `subject`, and the signed addresses (`named`) that it was sent to."""
    signed = [each.match.removeprefix(MARK) for each in named if each.match.startswith(MARK)]
    references = tuple(dict.fromkeys([*signed, *MESSAGE_ID.findall(text)]))[:MOST_REFERENCES]
    action, status, said = (_first(field, text) for field in (ACTION, STATUS, DIAGNOSIS))
    codes = CODE.search(status) or CODE.search(said) or CODE.search(text)
    digit = (codes[1] or codes[2]) if codes else ""
    is_lost = action.casefold() == "failed" or (not action and not LATER.search(subject) and digit != "2")
    reason = said.partition(";")[2].strip() or said or (_line(text, codes) if codes else "")
    reason = "".join(filter(str.isprintable, reason))[:LONGEST]
    return Bounce(references, reason, is_lost, is_lost and digit in ("5", ""))


def _first(field: re.Pattern[str], text: str) -> str:
    found = field.search(text)
    return " ".join(found[1].split()) if found else ""


def _line(text: str, found: re.Match[str]) -> str:
    """The line of a text in which a pattern was `found`."""
    begins, ends = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    return text[begins : ends if ends >= 0 else None].strip()
