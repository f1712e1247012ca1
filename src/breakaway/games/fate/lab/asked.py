"""Reads the situation for `breakaway odds fate`. Refuses options that FATE does not use, and says why."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.display.document import Line, Part
from breakaway.games.fate.cases import ball_of
from breakaway.games.fate.rules.terms import GOAL, OVERTIME
from breakaway.games.fate.text.names import spot
from breakaway.games.words import ordinal
from breakaway.testing.cases import BadCase

TRY_BALL, TO_GAIN = 98, 10
DEFAULTS: dict[str, object] = {
    "quarter": 1,
    "score": "0-0",
    "cards": 15,
    "flags": "0,0",
    "time_outs": "3,3",
    "deck": "full",
    "drawn": "",
    "ball": "own 25",
    "down": 1,
}
ALL_CALLS = "FATE odds always cover all calls; leave this out, and name house rules with --option"
NO_CHANGE = "this does not change FATE odds; leave it out"
NO_CARDS = "FATE has no cards; leave it out"
NO_NAMES = "names do not change odds; ratings come from rosters: --teams FILE,FILE with --option advanced=true"
REFUSED = {
    **dict.fromkeys(("call", "against", "offense", "defense"), ALL_CALLS),
    **dict.fromkeys(("team", "versus"), NO_NAMES),
    "abilities": "FATE has ratings instead: --option advanced=true, and rosters with --teams FILE,FILE",
    "time_outs": NO_CHANGE,
    **dict.fromkeys(("cards", "deck", "drawn"), NO_CARDS),
    "flags": "FATE has no challenge flags; leave it out",
}


@dataclass(frozen=True)
class At:
    """The situation in which a play begins. If the user typed no situation, yards count as if the field had no end."""

    ball: int = 25  # from the offense's own goal line
    down: int = 1
    to_go: int = TO_GAIN
    two_point: bool = False
    quarter: int = field(default=1, compare=False)  # for the chance of winning; 15:00 are left
    score: tuple[int, int] = field(default=(0, 0), compare=False)  # the offense's points first

    @property
    def is_last(self) -> bool:
        """Whether all that matters is reaching the line to gain, as on fourth down and on a try."""
        return self.down == 4 or self.two_point

    def gained(self, yards: int) -> int:
        """The yards that count as gained: in a typed situation, only those between the goal lines."""
        return yards if self == USUAL else max(-self.ball, min(GOAL - self.ball, yards))

    def heading(self) -> list[Part]:
        """A line about the situation; empty if the user typed no situation."""
        if self == USUAL:
            return []
        where = "A two-point try from the 2" if self.two_point else self.where().capitalize()
        return [Line(f"{where}; yards end at the goal lines."), Line()]

    def where(self) -> str:
        """Down, distance and spot: `3rd and 4 at own 30`."""
        return f"{ordinal(self.down)} and {self.to_go} at {spot(self.ball)}"

    def goal(self) -> str:
        """What the offense is trying to achieve: two points, or a first down or touchdown."""
        return "Two points" if self.two_point else "First down or touchdown"

    def as_json(self) -> dict[str, Any]:
        """The situation as data for other programs."""
        place = {"ball": spot(self.ball), "down": self.down, "to_go": self.to_go, "two_point": self.two_point}
        return {**place, "field_ends": self != USUAL}


USUAL = At()


def situation(typed: dict[str, Any]) -> At:
    """Reads the typed situation; raises BadData for an option that is wrong or that FATE does not use."""
    for name, why in REFUSED.items():
        if typed.get(name) and typed[name] != DEFAULTS.get(name):
            raise BadData(f"--{name.replace('_', '-')}: {why}")
    return replace(place(typed), quarter=quarter(typed.get("quarter") or 1), score=score(typed.get("score") or "0-0"))


def quarter(typed: int) -> int:
    """Checks the typed quarter. Raises BadData."""
    if not 1 <= typed <= OVERTIME:
        raise BadData(f"--quarter: expected 1 to 4, or 5 for overtime, not {typed}")
    return typed


def score(typed: str) -> tuple[int, int]:
    """Reads the typed score. Raises BadData."""
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", typed.strip(), re.ASCII)
    if not found:
        raise BadData(f"--score: expected the offense's points first, as in 7-10, not {typed[:20]!r}")
    return int(found[1]), int(found[2])


def place(typed: dict[str, Any]) -> At:
    """Reads the typed spot, down and distance. Raises BadData."""
    ball, down, to_go = typed.get("ball", "own 25"), typed.get("down", 1), typed.get("to_go")
    if typed.get("two_point"):
        if ball != DEFAULTS["ball"] or down != DEFAULTS["down"] or to_go is not None:
            raise BadData("--two-point: a try is played from the 2; leave out --ball, --down and --to-go")
        return At(TRY_BALL, 1, GOAL - TRY_BALL, True)
    try:
        line = ball_of(" ".join(str(ball).split()).casefold())
    except BadCase as error:
        raise BadData(f"--{error}") from None
    if not 1 <= down <= 4:
        raise BadData(f"--down: expected a whole number from 1 to 4, not {down}")
    if to_go is None:
        return At(line, down, min(TO_GAIN, GOAL - line))
    if not 1 <= to_go <= GOAL - line:
        raise BadData(f"--to-go: expected a number of yards from 1 to {GOAL - line} (the goal line), not {to_go}")
    return At(line, down, to_go)
