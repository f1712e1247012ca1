"""Taking a turn or a ruling back. Orders of the turn that was open are kept until it is open again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from breakaway.games.cycling.post.files import at_work
from breakaway.games.cycling.post.later import Race, later_key, lost, teams_named
from breakaway.games.cycling.post.naming import turn_name
from breakaway.games.cycling.post.trouble import DeskError


@dataclass(frozen=True)
class Undoing:
    """What an undo would take back, in words, and how many entries the record has now."""

    what: str
    entries: int


def undoing(path: Path) -> Undoing:
    """What an undo would do; changes nothing. Raises DeskError when there is nothing to take back."""
    with at_work(path) as match:
        kind = _last_kind(match)
        if not kind:
            raise DeskError("no turn was closed yet")
        what = "the last ruling"
        if kind == "turn":
            what = turn_name(match.history[-1][0], match.book)
            if match.sealed:
                name = turn_name(match.state, match.book)
                what += (
                    f"; the orders for {name} of {teams_named(match, match.sealed)} are kept until {name} is open again"
                )
        return Undoing(f"This takes back {what}.", len(match.record.lines))


def undo(path: Path, seen: Undoing | None = None) -> str:
    """Opens the last turn again, its orders sealed as they were, or takes back a ruling. Raises DeskError.

    Orders of the turn that was open are kept for it. With what somebody has `seen` only if that still holds.
    """
    with at_work(path) as match:
        if seen is not None and len(match.record.lines) != seen.entries:
            raise DeskError("somebody has worked on the race meanwhile; nothing was changed: look at its status again")
        was, kind = dict(match.sealed), _last_kind(match)
        if kind == "turn" and was:
            match.put_off(later_key(match), was)
        name = turn_name(match.state, match.book)
        match.undo()
        if kind == "decree":
            return "\n".join(["The last ruling was taken back.", *lost(match, was, turn_name(match.state, match.book))])
        told = [f"Open again: {turn_name(match.state, match.book)}"]
        told.append(f"sealed as they were: {teams_named(match, match.sealed) or 'no orders'}")
        return "\n".join([*told, *([f"kept for {name}: {teams_named(match, was)}"] if was else [])])


def _last_kind(match: Race) -> str:
    """The kind of the entry that an undo would take back."""
    kinds: list[str] = []
    for line in match.record.lines:
        if line["kind"] in ("turn", "decree"):
            kinds.append(line["kind"])
        elif line["kind"] == "undo":
            kinds.pop()
    return kinds[-1] if kinds else ""
