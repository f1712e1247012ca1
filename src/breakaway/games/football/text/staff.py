"""Two coaches a side (BF-001): reads who they are, and says which of them decides.

They share a seat and everything that it sees. Who they are stands in the record's option `staff`; no rule knows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakaway.core.language import UserError
from breakaway.core.lookalikes import alike
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football

BY_BALL, BY_DRIVE = "ball", "drive"  # one for offense and one for defense; or in turn, drive by drive
LONGEST = 30  # characters of a name
RIGHT = "expected two names, such as Anna,Ben for offense and defense, or Anna+Ben to change by drive"


def read_staff(text: str, people: Sequence[bool]) -> list[dict[str, Any] | None]:
    """The option `staff` of a record, for each seat, from what was typed: `Anna,Ben`, `Anna+Ben/Cleo,Dan`, `/Cleo,Dan`.

    `people` says for each seat whether a person plays it. Raises UserError.
    """
    sides = text.split("/")
    if len(sides) > terms.SEATS or not text.strip(" /"):
        raise UserError(f"--staff: {RIGHT}, and after a / those of the other team, not {text[:60]!r}")
    found: list[dict[str, Any] | None] = [_side(side) for side in sides]
    found += [None] * (terms.SEATS - len(found))
    for seat, side in enumerate(found):
        if side is not None and not people[seat]:
            which = "your team" if seat == 0 else "the other team"
            raise UserError(f"--staff: no people play {which}; two people share a team if you add --against human")
    called = [name for side in found if side is not None for name in side["names"]]
    if alike(called):
        raise UserError(f"--staff: two of the coaches have the same name, or one that looks the same: {text[:60]!r}")
    return found


def _side(text: str) -> dict[str, Any] | None:
    """One side's coaches, or None if nothing was typed for it. Raises UserError."""
    if not text.strip():
        return None
    by = BY_DRIVE if "+" in text else BY_BALL
    names = [name.strip() for name in text.replace("+", ",").split(",")]
    side = {"names": names, "by": by}
    if not _is_side(side) or ("+" in text and "," in text):
        raise UserError(f"--staff: {RIGHT} (each with at most {LONGEST} characters), not {text[:60]!r}")
    return side


def is_staff(value: Any) -> bool:
    """Whether a record's option `staff` has the right shape: for each seat, two names and how they share, or None."""
    sides = value if isinstance(value, list) and len(value) == terms.SEATS else []
    return bool(sides) and all(side is None or _is_side(side) for side in sides)


def _is_side(side: Any) -> bool:
    if not isinstance(side, dict) or side.keys() != {"names", "by"} or side["by"] not in (BY_BALL, BY_DRIVE):
        return False
    names = side["names"]
    return (
        isinstance(names, list)
        and len(names) == 2
        and all(isinstance(each, str) and 0 < len(each) <= LONGEST and each.isprintable() for each in names)
    )


def coaches_of(options: Mapping[str, Any], seat: int) -> list[str]:
    """The names of a side's two coaches, or none. `options` are those of a record."""
    side = options["staff"][seat] if is_staff(options.get("staff")) else None
    return list(side["names"]) if side else []


def who_decides(options: Mapping[str, Any], view: Football, seat: int, drives: int) -> str:
    """Which of a side's coaches decides now, or an empty string if it does not have two.

    By the ball, the first decides while the team has the ball or kicks, at the flip, and about offense cards that are
    discarded; the second decides on defense. By drives, the first has the team's first drive, and everything until its
    second one, and so on. `drives` is how many drives the team has begun.
    """
    names = coaches_of(options, seat)
    if not names:
        return ""
    if options["staff"][seat]["by"] == BY_DRIVE:
        return names[max(0, drives - 1) % 2]
    has_ball = view.offense == seat or view.phase in (terms.DISCARD, terms.TOSS)
    return names[0] if has_ball else names[1]
