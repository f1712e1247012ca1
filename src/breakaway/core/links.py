"""Hash chains, by which the seats add random numbers of their own to those of the server.

The server cannot know these numbers in advance. The player's program (a browser, a terminal, a bot) makes a chain from
a random seed. Each value is the SHA-256 of the value before it, and the last value is the *anchor*. The seat shows the
anchor first. With each order the seat then shows a *link*, whose SHA-256 is the value shown before: the anchor or the
previous link. The seat is thus committed to links that nobody else knows yet.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

LONGEST_CHAIN = 2048  # links in a chain; a seat that has used up all of them starts another chain
FURTHEST = 64  # a link may skip up to 63 others that were shown but never used
_VALUE = re.compile(r"[0-9a-f]{64}")


def is_value(text: str) -> bool:
    """Whether `text` has the form of a link or an anchor: 64 hexadecimal digits."""
    return _VALUE.fullmatch(text) is not None


def after(value: str) -> str:
    """The value that follows `value` in the chain: the SHA-256 of its 32 bytes, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def follows(link: str, shown: str) -> bool:
    """Whether a link continues the hash chain whose latest known value (the anchor or an earlier link) is `shown`."""
    if not is_value(link) or link == shown:
        return False
    value = link
    for _each in range(FURTHEST):
        value = after(value)
        if value == shown:
            return True
    return False


@dataclass(frozen=True)
class Chain:
    """A seat's own hash chain, made from a secret random `seed` (32 bytes in hexadecimal)."""

    seed: str
    length: int = LONGEST_CHAIN

    @cached_property
    def values(self) -> list[str]:
        """All values of the chain, from the anchor back to the seed."""
        found = [self.seed]
        for _each in range(self.length):
            found.append(after(found[-1]))
        return found[::-1]

    @property
    def anchor(self) -> str:
        """The value that the seat shows first."""
        return self.values[0]

    def next(self, shown: str) -> str:
        """The link to show after `shown`, the last value shown.

        Empty if `shown` is not in this chain, or if no link is left.
        """
        known = self.values
        at = known.index(shown) + 1 if shown in known else len(known)
        return known[at] if at < len(known) else ""
