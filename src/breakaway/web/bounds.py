"""How much the server takes from its visitors: sizes, times and numbers of connections."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 2**20
LARGEST_FORM = 64 * 1024  # bytes
LARGEST_ADDRESS = 4096


@dataclass(frozen=True)
class Bounds:
    """What visitors can ask of the server.

    `record`: the bytes of the largest record that they may upload. `connections`: how many may be open at once, and
    `for_each`: how many from one address. `header`: the seconds within which a connection must send its next request.
    `idle`: the seconds for which it may send nothing of a form, or take in nothing of a page. `body`: the seconds that
    a whole form may take.
    """

    record: int = 4 * MIB
    connections: int = 4096
    for_each: int = 256
    header: float = 20.0
    idle: float = 30.0
    body: float = 300.0
