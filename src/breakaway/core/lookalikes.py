"""Finds names that a reader would take for each other: other alphabets, widths, accents, capitals, blanks, invisible
characters.

Names of teams and seats must differ in what people see, because orders, emails and reports name them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from breakaway.core.language import say

IGNORED = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
QUOTES = str.maketrans("‘’‚‛ʼ`´′", "''''''''")


@cache
def _letters() -> dict[int, str]:
    """The letters that look like others (`lookalikes.txt`), for `str.translate`."""
    found: dict[int, str] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            like, letters = line.split()
            found |= dict.fromkeys(map(ord, letters), like)
    return found


def skeleton(name: str) -> str:
    """What is left of a name if nothing counts but what a reader sees. Names with equal skeletons look alike."""
    text = unicodedata.normalize("NFKC", name)
    seen = "".join(each for each in text if not _is_invisible(each)).translate(QUOTES)
    letters = _letters()
    return unicodedata.normalize("NFC", seen.translate(letters).casefold().translate(letters))


def _is_invisible(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) in ("Cf", "Cc") or ord(letter) in IGNORED


def alike(names: Sequence[str]) -> str:
    """Says which two of the names look alike, and why. Empty if all can be told apart."""
    known: dict[str, str] = {}
    for name in names:
        seen = skeleton(name)
        if seen in known:
            return told(known[seen], name)
        known[seen] = name
    return ""


def told(one: str, other: str) -> str:
    """A sentence about two names that look alike: `one`, and the `other` one, which needs to change."""
    odd = [each for each in dict.fromkeys(other) if each not in one and not each.isascii()]
    odd = odd or [each for each in dict.fromkeys(one) if each not in other and not each.isascii()]
    if not odd:
        return say("the names {one!r} and {other!r} look alike; choose another name", one=one, other=other)
    return say(
        "the names {one!r} and {other!r} look alike, but one has {letters}; choose another name",
        one=one,
        other=other,
        letters=", ".join(f"U+{ord(each):04X} {unicodedata.name(each, '')}".strip() for each in odd[:3]),
    )
