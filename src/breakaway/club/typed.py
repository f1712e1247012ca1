"""Matches whose dice and cards people roll and draw themselves: what comes next, and a turn with all that was typed.

Nothing of a turn is kept before all its outcomes are confirmed: its choices are sealed, its dice can be asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.coaches.table import Table
from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.events import Event
from breakaway.core.fair import Script
from breakaway.core.game import blank_orders, play_on
from breakaway.core.language import _
from breakaway.core.match import NotNow
from breakaway.core.observation import Observation
from breakaway.core.state import copy

TYPED = "typed"  # what a record's first line says of such a match


@dataclass(frozen=True)
class Needed:
    """The die or card that comes next after `typed`, with those of its outcomes that can come; none: the turn is whole.

    `names` are the labels of what was typed; `told` is what happened so far, as far as this seat may see it.
    """

    observation: Observation[Any, Any]
    turn: int
    typed: list[int]
    names: list[str]
    label: str
    possible: list[int]
    told: list[Event]
    refused: bool  # what was typed last cannot come: `typed` ends before it


def needed(table: Table, seat: int, typed: Sequence[int]) -> Needed | None:
    """What is to be rolled or drawn next; None when nothing is."""
    if not table.physical or table.match.is_over() or table.match.missing():
        return None
    took, names = list[int](), list[str]()
    events, wants = _trial(table, took)
    for outcome in typed:
        found = _tried(table, [*took, outcome]) if wants else None
        if wants is None or found is None:
            break
        took.append(outcome)
        names.append(wants.label)
        events, wants = found
    label = wants.label if wants else ""
    sides = range(wants.sides) if wants else range(0)
    observation = table.match.observation(seat)
    return Needed(
        observation=observation,
        turn=len(table.match.log),
        typed=took,
        names=names,
        label=label,
        possible=[k for k in sides if _tried(table, [*took, k])],
        told=observation.told(events),
        refused=len(took) < len(typed),
    )


def confirm(table: Table, typed: Sequence[int], turn: int) -> None:
    """Plays the turn with these outcomes. Raises NotNow, NeedsOutcome and BadOutcome.

    `turn` is `Needed.turn` of the page where they were typed: NotNow when somebody else has confirmed it meanwhile.
    """
    if not table.physical:
        raise NotNow(_("this match draws its own dice and cards: there is nothing to type in"))
    if turn != len(table.match.log):
        raise NotNow(_("these dice and cards are too late: their turn has been played"))
    table.play_turn(typed)


def _tried(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None] | None:
    """The same; None when these outcomes cannot be."""
    try:
        return _trial(table, typed)
    except BadOutcome:
        return None


def _trial(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None]:
    """What happens with these outcomes, on a copy, and what comes next; None when the turn is whole."""
    match, events, orders = table.match, list[Event](), blank_orders(table.game)
    for seat, sealed in match.sealed.items():
        orders[seat][: len(sealed.order)] = sealed.order
    script = Script(typed)
    try:
        play_on(match.game, copy(match.state), match.config, orders, script, events)
    except NeedsOutcome as wants:
        return events, wants
    script.outcomes()
    return events, None
