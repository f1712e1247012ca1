"""Takes back a turn or a ruling. Orders for the turn that was open are kept until that turn opens again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from breakaway.games.cycling.post.files import at_work
from breakaway.games.cycling.post.later import later_key, lost, teams_named
from breakaway.games.cycling.post.naming import turn_name
from breakaway.games.cycling.post.trouble import DeskError
from breakaway.records.entries import TurnEntry


@dataclass(frozen=True)
class Undoing:
    """What an undo would take back, in words, and how many entries the record has now."""

    what: str
    entries: int


def undoing(path: Path) -> Undoing:
    """Says what an undo would take back, without doing it. Raises DeskError if there is nothing to take back."""
    with at_work(path) as match:
        if not match.fold.open:
            raise DeskError("no turn has been played yet, so there is nothing to take back")
        what = "the last ruling"
        if isinstance(match.fold.open[-1].entry, TurnEntry):
            what = turn_name(match.history[-1][0], match.config)
            if match.sealed:
                name = turn_name(match.state, match.config)
                what += (
                    f"; the orders of {teams_named(match, match.sealed)} for {name} are kept until {name} is open again"
                )
        return Undoing(f"This takes back {what}.", len(match.record.lines))


def undo(path: Path, seen: Undoing | None = None) -> str:
    """Reopens the last turn with its orders sealed as before, or takes back the last ruling. Raises DeskError.

    Orders for the turn that was open are kept until that turn opens again. If the referee has `seen` an Undoing, it
    must still be up to date.
    """
    with at_work(path) as match:
        if seen is not None and len(match.record.lines) != seen.entries:
            raise DeskError(
                "another command has changed the race in the meantime, so nothing was done. Check the status again"
            )
        was, last = dict(match.sealed), match.fold.open[-1:]
        is_turn = bool(last) and isinstance(last[0].entry, TurnEntry)
        if is_turn and was:
            match.put_off(later_key(match), was)
        name = turn_name(match.state, match.config)
        match.undo()
        if not is_turn:
            return "\n".join(
                ["The last ruling was taken back.", *lost(match, was, turn_name(match.state, match.config))]
            )
        lines = [f"Open again: {turn_name(match.state, match.config)}"]
        lines.append(f"sealed as they were: {teams_named(match, match.sealed) or 'no orders'}")
        return "\n".join([*lines, *([f"kept for {name}: {teams_named(match, was)}"] if was else [])])
