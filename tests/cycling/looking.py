"""What a team sees when it writes its orders: three teams on the track, or before their line-ups."""

from __future__ import annotations

import pytest

from breakaway.core.game import BadOrder
from breakaway.core.observation import Observation
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME

NAMES = {
    "teams": ["Red", "Sky Blue", "Green"],
    "riders": {"Red": ["Percy Vere", "Ann", "Bo", "Émile"], "Sky Blue": ["Dip", "Al", "Al Fine", "Cy"]},
}
HANDS = {"A": [12, 10, 4, 1], "B": [9, 7, 7], "C": [9, 3, 3], "D": [5, 5, 6]}


def position(profile="postal", gone="", dropped="", names=NAMES):
    """Three teams on the track, all with the same hands; red riders may be gone or dropped."""
    riders = [
        {"team": team, "grade": grade, "square": 20, "hand": hand}
        for team in names["teams"]
        for grade, hand in HANDS.items()
        if not (team == "Red" and grade in gone)
    ]
    return GAME.cases.set_up(
        {
            "profile": profile,
            "turn": 4,
            "teams": names["teams"],
            "riders": riders,
            "dropped": [f"Red {grade}" for grade in dropped],
        }
    )


def observation(seat=0, **where):
    at = position(**where)
    return Observation(GAME, at.state, at.config, seat, NAMES)


def line_up_observation(seat=0, **house):
    config, _ = resolve("postal", 3, house)
    return Observation(GAME, GAME.start(config), config, seat, NAMES)


def mistakes(looking, text):
    with pytest.raises(BadOrder) as bad:
        looking.read(text)
    return bad.value.mistakes


DEFAULT = [10, 10, 10, 0, 8, 8, 9, 3, 8, 9, 5, 5, 6]
