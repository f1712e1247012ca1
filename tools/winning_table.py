"""What the tables of win chances of both football games share: slots by cell and lead, as `core.odds` keeps them."""

from __future__ import annotations

from typing import Any

import numpy as np

from breakaway.core.odds import ONE, STEP
from tools.winning_chain import LEADS, rising


def whole(chances: Any, rough: int = 1) -> list[int]:
    """Chances as whole numbers, in the table's steps, rounded to multiples of `rough` so that the file stays small."""
    return [rough * int(each) for each in np.rint(chances.ravel() * (ONE // STEP // rough))]


def cut(value: Any, most: int, tries: int, last_try: Any = None) -> Any:
    """The rows of a slot, with leads up to `most`. The last row is a try (cell `tries`) after a half's last play."""
    rows = np.concatenate([value, (value if last_try is None else last_try)[tries][None]])
    return rows[:, LEADS - most : LEADS + most + 1]


def slot(value: Any, most: int, tries: int, last_try: Any = None) -> Any:
    """A slot in which a larger lead is never worth less."""
    return rising(cut(value, most, tries, last_try))
