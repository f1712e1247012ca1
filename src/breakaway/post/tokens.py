"""Signed reply addresses, which prove which match and which seat an email is for. A From line proves nothing, because
anybody can forge it.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha256

MAC_BYTES = 15  # 24 letters; with a match name of 24, the address stays within the 64 letters that a mailbox may have
MATCH = re.compile(r"[a-z0-9-]{1,24}")
TOKEN = re.compile(r"(?<![\w.-])([a-z0-9-]{1,24})\.([0-9]{1,2})\.([a-z2-7]{24})(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True)
class SeatNamed:
    """A seat of a match, as a signed token names it. Seats are counted from 0."""

    match: str
    seat: int


def sign(key: bytes, match: str, seat: int) -> str:
    """The token of this seat: `match.seat.signature`, for `play+TOKEN@example.org` or `[TOKEN]` in a subject.

    `match` has at most 24 lower-case letters, digits and hyphens, because mail servers may change capitals. `seat` is
    counted from 0. Raises ValueError for an empty key, or for a match or seat that a token cannot name.
    """
    if not key or not MATCH.fullmatch(match) or not 0 <= seat <= 99:
        raise ValueError(
            f"cannot sign match {match[:40]!r}, seat {seat}: a token needs a key, a match name made of a-z, 0-9 and "
            "hyphens, and a seat from 0 to 99"
        )
    return f"{match}.{seat}.{_mac(key, match, seat)}"


def verify(key: bytes, token: str) -> SeatNamed | None:
    """The seat that this token names, or None if it was not signed with this `key`. Ignores case."""
    found = TOKEN.fullmatch(token)
    if not key or not found:
        return None
    match, seat, mac = found[1].lower(), int(found[2]), found[3].lower()
    return SeatNamed(match, seat) if hmac.compare_digest(mac, _mac(key, match, seat)) else None


def tokens_in(text: str) -> list[str]:
    """Everything in a text that looks like a token, for example after a `+` or in brackets, without duplicates."""
    return list(dict.fromkeys(found[0].lower() for found in TOKEN.finditer(text[:4000].replace("+", " "))))


def _mac(key: bytes, match: str, seat: int) -> str:
    signed = hmac.new(key, f"breakaway reply 1\0{match}\0{seat}".encode(), sha256).digest()
    return b32encode(signed[:MAC_BYTES]).decode("ascii").lower()
