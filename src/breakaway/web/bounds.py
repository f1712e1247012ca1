"""The limits of what the server accepts from its visitors: sizes, times and numbers of connections."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 2**20
LARGEST_FORM = 64 * 1024  # bytes
LARGEST_ADDRESS = 4096


@dataclass(frozen=True)
class Bounds:
    """Limits on what visitors can ask of the server.

    `record`: the size in bytes of the largest record that a visitor may upload. `connections`: how many connections may
    be open at once. `for_each`: how many connections one address may have open. `header`: the seconds within which a
    connection must send its next request. `idle`: how many seconds a connection may pause while it sends a form or
    reads a page. `body`: how many seconds a connection may take to send a complete form.
    """

    record: int = 4 * MIB
    connections: int = 4096
    for_each: int = 256
    header: float = 20.0
    idle: float = 30.0
    body: float = 300.0
