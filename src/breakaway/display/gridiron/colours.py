"""Which colours a team wears: a class name that the style sheet knows (`board.css`), home jersey or away jersey.

A team that the sheet does not know gets one of the spare jerseys, always the same for the same name. The away side
changes its jersey when both would look alike.
"""

from __future__ import annotations

import re
from zlib import crc32

from breakaway.core.game import Names
from breakaway.core.gridiron import team

TEAMS = ("fire", "lightning", "maulers", "pharaohs", "vultures", "sharks", "stackers", "rhinos", "eclipse")
SPARES = ("spare-1", "spare-2", "spare-3")
ALIKE = (
    *({"fire", "maulers"}, {"maulers", "stackers"}, {"pharaohs", "eclipse"}, {"sharks", "pharaohs"}),
    *({"vultures", "rhinos"}, {"rhinos", "eclipse"}),
)


def jersey(name: str) -> str:
    """The colours that a team is known by."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    return slug if slug in TEAMS else SPARES[crc32(name.encode()) % len(SPARES)]


def team_classes(names: Names) -> tuple[str, str]:
    """The classes of both sides: `team-fire`, and `team-fire away` where the home team is in the same colours."""
    home, away = (jersey(team(names, seat)) for seat in (0, 1))
    alike = home == away or {home, away} in ALIKE
    return f"team-{home}", f"team-{away}{' away' if alike else ''}"
