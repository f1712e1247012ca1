"""The ten calls of the offense and the five of the defense as codes, for coaches that choose calls from a table."""

from __future__ import annotations

from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.games.fate.rules.terms import NO_DIE
from breakaway.games.fate.text.names import BASE_WORDS
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE, OVERLAYS

# in the order of the odds: run inside, run outside, screen, quick, short, long, draws, play actions
CALLS = (
    *((name, NO_DIE) for name in BASE_WORDS),
    ("run inside", OVERLAYS["draw"]),
    ("run outside", OVERLAYS["draw"]),
    ("short", OVERLAYS["play action"]),
    ("long", OVERLAYS["play action"]),
)
DICE = bytes(code for name, third in CALLS for code in (*OFFENSE[name], third))
DEFENSE_DICE = bytes(code for dice in DEFENSE.values() for code in dice)


@rule()
def put_offense(call: int, out: Order) -> None:
    """Writes the three dice of an offensive call."""
    for slot in range(3):
        out[slot] = DICE[3 * call + slot]


@rule()
def put_defense(call: int, out: Order) -> None:
    """Writes the two dice of a defensive call."""
    for slot in range(2):
        out[slot] = DEFENSE_DICE[2 * call + slot]
