"""Taking a turn or a ruling back. Orders of the turn that was open are kept until it is open again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from breakaway.core.entries import Sealed, still_sealed
from breakaway.core.window import Refusal
from breakaway.post.files import DeskError, Race, at_work
from breakaway.post.naming import turn_name


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
                what += f"; the orders for {name} of {_teams(match, match.sealed)} are kept until {name} is open again"
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
            return "\n".join(
                ["The last ruling was taken back.", *_lost(match, was, turn_name(match.state, match.book))]
            )
        told = [f"Open again: {turn_name(match.state, match.book)}"]
        told.append(f"sealed as they were: {_teams(match, match.sealed) or 'no orders'}")
        return "\n".join([*told, *([f"kept for {name}: {_teams(match, was)}"] if was else [])])


def _teams(match: Race, seats: Iterable[int]) -> str:
    return ", ".join(match.names["teams"][seat] for seat in sorted(seats))


def later_key(match: Race) -> str:
    """The open turn, as orders that wait for it are kept: `1.9`, `2.0` for the line-ups of stage 2."""
    from breakaway.cycling.order_text import open_turn

    return ".".join(map(str, open_turn(match.state)))


def later_name(match: Race, key: str) -> str:
    from breakaway.cycling.order_text import turn_text

    stage, _, turn = key.partition(".")
    return turn_text(match.book, int(stage), int(turn))


def take_up(match: Race) -> list[str]:
    """Seals again what was kept for the turn that is open now, where it is still legal; says what has become of it."""
    key = later_key(match)
    kept = match.later.get(key)
    if not kept or match.is_over():
        return []
    for seat, each in kept.items():
        now = still_sealed(match.window(seat), each.order) if seat in match.choosers() else None
        if now and seat not in match.sealed:
            match.choose(seat, now.order, now.partial)
    told = []
    if back := [seat for seat in kept if seat in match.sealed]:
        told = [f"sealed again for {turn_name(match.state, match.book)}: {_teams(match, back)}"]
    told += _lost(match, kept, turn_name(match.state, match.book))
    match.put_off(key, {})
    return told


def _lost(match: Race, was: Mapping[int, Sealed], turn: str) -> list[str]:
    """Orders that are not sealed any more, or only in part, with the reason; the cards in them are not told."""
    told = []
    for seat in sorted(was):
        team, now = match.names["teams"][seat], match.sealed.get(seat)
        if now and (was[seat].partial or not now.partial):
            continue
        found = match.window(seat).why_not(was[seat].order) if seat in match.choosers() else None
        why = f"{_why(match, seat, found)}" if found else "nobody of the team rides on"
        gone = "count as partial now" if now else "do not count any more; ask for new ones"
        told.append(f"{team}: the orders for {turn} {gone}: {why}")
    return told


def _why(match: Race, seat: int, found: Refusal) -> str:
    """The rule that an order breaks, without the card."""
    from breakaway.cycling.state import FIRST_SLOT, LINE_UP

    first = FIRST_SLOT if match.state.phase == LINE_UP else range(5)
    rider = next(("ABCD"[grade] for grade in range(4) if first[grade] <= found.slot < first[grade + 1]), "")
    return f"{rider and f'rider {rider}: '}{match.game.rules.entries[found.rule].says} ({found.rule})"


def _last_kind(match: Race) -> str:
    """The kind of the entry that an undo would take back."""
    kinds: list[str] = []
    for line in match.record.lines:
        if line["kind"] in ("turn", "decree"):
            kinds.append(line["kind"])
        elif line["kind"] == "undo":
            kinds.pop()
    return kinds[-1] if kinds else ""
