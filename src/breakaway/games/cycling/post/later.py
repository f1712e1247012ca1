"""Orders kept for a turn that is not open now. When their turn opens, these orders are sealed again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from breakaway.core.observation import Refusal
from breakaway.games.cycling.post.naming import turn_name
from breakaway.records.match import Match, Sealed, still_sealed

Race: TypeAlias = "Match[Any, Any]"


def later_key(match: Race) -> str:
    """The key under which orders for the open turn are kept: `1.9`, or `2.0` for the line-ups of stage 2."""
    from breakaway.games.cycling.text.orders import open_turn

    return ".".join(map(str, open_turn(match.state)))


def later_name(match: Race, key: str) -> str:
    """The name of the turn that a `key` stands for."""
    from breakaway.games.cycling.text.orders import turn_text

    stage, _, turn = key.partition(".")
    return turn_text(match.config, int(stage), int(turn))


def take_up(match: Race) -> list[str]:
    """Reseals the orders kept for the open turn if they are still legal, and says what became of them."""
    key = later_key(match)
    kept = match.later.get(key)
    if not kept or match.is_over():
        return []
    for seat, each in kept.items():
        now = still_sealed(match.observation(seat), each) if seat in match.choosers() else None
        if now and seat not in match.sealed:
            match.choose(seat, now.order, now.partial)
    lines = []
    if back := [seat for seat in kept if seat in match.sealed]:
        lines = [f"sealed again for {turn_name(match.state, match.config)}: {teams_named(match, back)}"]
    lines += lost(match, kept, turn_name(match.state, match.config))
    match.put_off(key, {})
    return lines


def teams_named(match: Race, seats: Iterable[int]) -> str:
    """The names of the teams in these seats, in seat order."""
    return ", ".join(match.names["teams"][seat] for seat in sorted(seats))


def lost(match: Race, was: Mapping[int, Sealed], turn: str) -> list[str]:
    """Sentences about orders in `was` that are no longer sealed, or are sealed only in part.

    Each sentence gives the reason, but not the cards.
    """
    lines = []
    for seat in sorted(was):
        team, now = match.names["teams"][seat], match.sealed.get(seat)
        if now and (was[seat].partial or not now.partial):
            continue
        found = match.observation(seat).why_not(was[seat].order) if seat in match.choosers() else None
        why = f"{_why(match, seat, found)}" if found else "no rider of the team is still racing"
        gone = "are partial now" if now else "are no longer valid; ask for new ones"
        lines.append(f"{team}: the orders for {turn} {gone}: {why}")
    return lines


def _why(match: Race, seat: int, found: Refusal) -> str:
    """The rule that an order breaks, and the rider, without naming the card."""
    from breakaway.games.cycling.rules import terms

    first = terms.FIRST_SLOT if match.state.phase == terms.LINE_UP else range(5)
    rider = next(("ABCD"[grade] for grade in range(4) if first[grade] <= found.slot < first[grade + 1]), "")
    return f"{rider and f'rider {rider}: '}{match.game.rules.entries[found.rule].says} ({found.rule})"
