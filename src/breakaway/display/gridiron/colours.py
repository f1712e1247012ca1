"""The colors of a team's home or away jersey, as a class name in the style sheet (`board.css`).

A team that is not in the style sheet always gets the same spare jersey. If the teams would look alike, the away side
changes its jersey.
"""

from __future__ import annotations

import re
from zlib import crc32

from breakaway.core.game import Names
from breakaway.games.words import team

TEAMS = ("fire", "lightning", "maulers", "pharaohs", "vultures", "sharks", "stackers", "rhinos", "eclipse")
SPARES = ("spare-1", "spare-2", "spare-3")
ALIKE = (
    *({"fire", "maulers"}, {"maulers", "stackers"}, {"pharaohs", "eclipse"}, {"sharks", "pharaohs"}),
    *({"vultures", "rhinos"}, {"rhinos", "eclipse"}),
)


def jersey(name: str) -> str:
    """A team's usual jersey: its own, or a spare one."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    return slug if slug in TEAMS else SPARES[crc32(name.encode()) % len(SPARES)]


def team_classes(names: Names) -> tuple[str, str]:
    """The CSS classes of both sides, such as `team-fire`.

    If the teams would look alike, the away side also gets the `away` class.
    """
    home, away = (jersey(team(names, seat)) for seat in (0, 1))
    alike = home == away or {home, away} in ALIKE
    return f"team-{home}", f"team-{away}{' away' if alike else ''}"
