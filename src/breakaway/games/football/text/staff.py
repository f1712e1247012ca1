"""Two coaches a side (BF-001): reads who they are, and says which of them decides.

They share a seat and everything that it sees. Who they are stands in the record's option `staff`; no rule knows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakaway.core.language import UserError, _, marked, say
from breakaway.core.lookalikes import alike
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.games.football.rules import events as happened
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
            raise UserError(
                _("no people play your team, so it cannot have two coaches")
                if seat == 0
                else _("no people play the other team, so it cannot have two coaches")
            )
    called = [name for side in found if side is not None for name in side["names"]]
    if alike(called):
        said = _("two of the coaches have the same name, or one that looks the same: {names}")
        raise UserError(said.format(names=", ".join(called)))
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
    return names[_place(options, view, seat, drives)] if names else ""


def _place(options: Mapping[str, Any], view: Football, seat: int, drives: int) -> int:
    """Which of a side's two coaches decides, 0 or 1."""
    if options["staff"][seat]["by"] == BY_DRIVE:
        return max(0, drives - 1) % 2
    return 0 if view.offense == seat or view.phase in (terms.DISCARD, terms.TOSS) else 1


def drives_begun(log: Sequence[tuple[int, Sequence[Event]]], seat: int) -> int:
    """How many drives a side has begun, from the events of each turn."""
    return sum(each.rule == happened.DRIVE_BEGAN and each.seat == seat for _turn, events in log for each in events)


class FootballStaff:
    """What any screen needs to know about two coaches of a side (`players.staff.Staff`)."""

    ways = (
        (BY_BALL, marked("one for offense, one for defense")),
        (BY_DRIVE, marked("in turn, drive by drive")),
    )
    longest = LONGEST

    def typed(self, sides: Sequence[tuple[str, str, str]]) -> str:
        """The setting `staff` for these `sides`: for each seat the names and the way, or empty. Raises UserError."""
        made = []
        for first, second, by in sides:
            names = [" ".join(name.split()) for name in (first, second)]
            if any(names) and not all(names):
                raise UserError(_("Two coaches of a team: write both names, or none."))
            for name in names:
                if len(name) > LONGEST or not name.isprintable() or any(mark in name for mark in ",+/"):
                    said = _("{name} cannot be the name of a coach: at most {n} characters, without a comma, + or /")
                    raise UserError(said.format(name=repr(name[:40]), n=LONGEST))
            made.append(("+" if by == BY_DRIVE else ",").join(names) if all(names) else "")
        return "/".join(made) if any(made) else ""

    def coaches(self, options: Mapping[str, Any], seat: int) -> list[str]:
        """The names of a side's two coaches, or none."""
        return coaches_of(options, seat)

    def decides(
        self,
        options: Mapping[str, Any],
        observation: Observation[Any, Any],
        log: Sequence[tuple[int, Sequence[Event]]],
        seat: int,
    ) -> int:
        """Which of a side's two coaches decides now, 0 or 1. By drives, the `log` says how many there were."""
        return _place(options, observation.view, seat, drives_begun(log, seat)) if coaches_of(options, seat) else 0

    def because(
        self,
        options: Mapping[str, Any],
        observation: Observation[Any, Any],
        log: Sequence[tuple[int, Sequence[Event]]],
        seat: int,
    ) -> str:
        """Who decides now, and why, in a sentence."""
        names, view = coaches_of(options, seat), observation.view
        if not names:
            return ""
        name = names[self.decides(options, observation, log, seat)]
        if options["staff"][seat]["by"] == BY_DRIVE:
            return say("{name} decides: the drive is {name}’s.", name=name)
        if view.phase == terms.TOSS:
            return say("{name} decides: it is about the coin flip.", name=name)
        if view.phase == terms.DISCARD and view.offense != seat:
            return say("{name} decides: it is about offense cards.", name=name)
        if view.offense == seat:
            return say("{name} decides: the team has the ball.", name=name)
        return say("{name} decides: the team is on defense.", name=name)

    def duty(self, options: Mapping[str, Any], seat: int, coach: int) -> str:
        """What one of a side's two coaches decides, in a sentence."""
        names = coaches_of(options, seat)
        if not names:
            return ""
        if options["staff"][seat]["by"] == BY_DRIVE:
            first = say(
                "You decide in the team’s first, third, fifth drive and so on, {other} in the others.", other=names[1]
            )
            return (
                first
                if coach == 0
                else say(
                    "You decide in the team’s second, fourth, sixth drive and so on, {other} in the others.",
                    other=names[0],
                )
            )
        if coach == 0:
            return say("You decide while the team has the ball or kicks, {other} decides on defense.", other=names[1])
        return say("You decide on defense, {other} decides while the team has the ball or kicks.", other=names[0])


STAFF = FootballStaff()
