"""Ways to play each game through the doors, from plain matches to those with the most secrets."""

from __future__ import annotations

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
