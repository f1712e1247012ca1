"""Reads the tables of winning chances that come with games, and looks up chances in them.

A table is fitted to simulated matches (tools/fit_winning.py). The table has a chance in ten-thousandths for each slot
(how much of the match is left), cell (such as a down with its field position) and lead. Compiled code reads the same
bytes as ordinary Python.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import tomllib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from breakaway.core.rule import rule

ONE = 1_000_000  # certainty; chances are in millionths
STEP = 100  # the millionths in one step of a chance in a table
MIDDLE = 1000  # what stands for 0 among the numbers that come with a table
MOST_BYTES = 1_000_000  # compiled code reads a part as a constant; larger ones come out wrong there, without an error


@dataclass(frozen=True)
class WinningTable:
    """A game's table: its parts, the numbers that come with them (see `number_at`), and the hash of its file.

    The parts and the numbers are bytes because Numba reads a byte with a single load. To read an item of a tuple, it
    needs a switch over all items.
    """

    parts: dict[str, bytes]
    numbers: dict[str, bytes]
    hash: str


@cache
def load(path: Path) -> WinningTable:
    """Reads a table; the file is read only once. Raises ValueError for a part that compiled code could not read."""
    text = path.read_bytes()
    data = tomllib.loads(text.decode())
    parts = {name: unpack(packed) for name, packed in data["table"].items()}
    for name, part in parts.items():
        if len(part) >= MOST_BYTES:
            raise ValueError(
                f"{path.name}: part {name} has {len(part):,} bytes; it must have fewer than {MOST_BYTES:,}"
            )
    return WinningTable(
        parts, {name: as_bytes(each) for name, each in data["numbers"].items()}, hashlib.sha256(text).hexdigest()[:16]
    )


def unpack(text: str) -> bytes:
    """The numbers of a packed table, two bytes each, low byte first."""
    changes = zlib.decompress(base64.b64decode(text))
    half = len(changes) // 2
    both = bytearray(2 * half)
    both[0::2], both[1::2] = changes[:half], changes[half:]
    sums = struct.pack(f"<{half}Q", *accumulate(struct.unpack(f"<{half}H", both)))
    both[0::2], both[1::2] = sums[0::8], sums[1::8]
    return bytes(both)


def as_bytes(numbers: Iterable[int]) -> bytes:
    """Packs numbers that are at least -MIDDLE into the form that `number_at` reads."""
    return b"".join((each + MIDDLE).to_bytes(2, "little") for each in numbers)


def pack(numbers: list[int]) -> str:
    """The reverse of `unpack`: packs numbers from 0 to 65535 into lines of text."""
    changes = [(after - before) % 65536 for before, after in zip([0, *numbers], numbers, strict=False)]
    both = bytes(each & 255 for each in changes) + bytes(each >> 8 for each in changes)
    text = base64.b64encode(zlib.compress(both, 9)).decode()
    return "\n".join(text[i : i + 120] for i in range(0, len(text), 120))


@rule()
def read(table: bytes, at: int) -> int:
    """The number at a position in a table."""
    return int(table[2 * at]) + 256 * int(table[2 * at + 1])


@rule()
def number_at(numbers: bytes, at: int) -> int:
    """The number at a position among the numbers that come with a table."""
    return read(numbers, at) - MIDDLE


@rule()
def even(lead: int) -> int:
    """The chance of winning with this final `lead`: certainty if ahead, 0 if behind, one half if tied."""
    return ONE if lead > 0 else 0 if lead < 0 else ONE // 2


@rule()
def knot(knots: bytes, left: int) -> int:
    """The position in `knots` of the last knot that is not beyond `left`.

    Never the very last position, so that another knot always follows.
    """
    at = 0
    for i in range(1, len(knots) - 1):
        at += knots[i] <= left
    return at


@rule()
def between(low: int, high: int, part: int, whole: int) -> int:
    """The chance between `low` and `high`, interpolated linearly at the fraction `part` / `whole` of the way."""
    return low + (high - low) * part // whole if whole > 0 else low


@rule()
def corrected(chance: int, shift: int, slope: int) -> int:
    """A chance after two small corrections, both in thousandths and between -900 and 900.

    `shift` moves the chance, most of all near one half. `slope` moves it toward one half or away from it. If one chance
    is higher than another, it stays higher when both are corrected.
    """
    spread = chance * (ONE - chance) // ONE
    moved = chance + spread * shift // 1000 + spread * slope // 1000 * (2 * chance - ONE) // ONE
    return max(0, min(ONE, moved))
