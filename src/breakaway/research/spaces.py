"""The Gymnasium spaces that the modules for Gymnasium and PettingZoo share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from breakaway.api.plain_data import Array
from breakaway.research.node import Node, Space

SEEN, MASK = "observation", "action_mask"


def observation_space(space: Space) -> spaces.Dict:
    """The space of what a seat sees (int64) and of its mask of legal codes (int8)."""
    seen = spaces.Box(space.low, space.high, dtype=np.int64)
    return spaces.Dict({SEEN: seen, MASK: spaces.Box(0, 1, (space.codes,), np.int8)})


def action_space(space: Space) -> spaces.Discrete[Any]:
    """The space of all codes. The mask says which codes are legal."""
    return spaces.Discrete(space.codes)


def observed(node: Node, seat: int) -> dict[str, Array]:
    """What this seat sees now, in the form of `observation_space`."""
    return {SEEN: node.tensor(seat), MASK: node.mask(seat)}
