"""Ways to play each game through the doors, from plain matches to those with the most secrets."""

from __future__ import annotations

from typing import Any

from breakaway.games import manifest as games

DEFAULT: dict[str, dict[str, Any]] = {name: {} for name in games.GAMES}
SMALL = {"football": {}, "fate": {}, "cycling": {"teams": 2}}
SECRET = {
    "football": {"house": {"hidden_discards": 1}},
    "fate": {"house": {"sideline": 1}},
    "cycling": {"teams": 3, "profile": "blind"},
}
OTHERS = {
    "football": {"against": "sheet"},
    "fate": {"house": {"platoons": 1}},
    "cycling": {"teams": 2, "profile": "spy"},
}
WAYS = (SMALL, SECRET, OTHERS)
