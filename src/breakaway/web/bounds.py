"""How much the server takes from its visitors: sizes, times and numbers of connections."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 2**20
LARGEST_FORM = 64 * 1024  # bytes
LARGEST_ADDRESS = 4096


@dataclass(frozen=True)
class Bounds:
    """What the owner can set. `record`: the bytes of the largest record that visitors may upload."""

    record: int = 4 * MIB
