"""For players who roll their own dice and draw their own cards: asks for each outcome, and confirms turns.

The outcomes of a turn are saved only when all of them are confirmed. Until then, the server can ask for the outcomes
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.chance import BadOutcome, NeedsOutcome, Script
from breakaway.core.game import blank_orders, play_on
from breakaway.core.language import _
from breakaway.core.observation import NotNow, Observation
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.players.seated_match import Table

TYPED = "typed"  # the value of `chance` in such a record's first line


@dataclass(frozen=True)
class Needed:
    """The next die or card after the outcomes in `typed`.

    `label` names the die or card, and `possible` lists its possible outcomes. `possible` is empty when the turn is
    complete. `names` lists the labels of the typed outcomes. `events` lists the events so far that this seat may see.
    """

    observation: Observation[Any, Any]
    turn: int
    typed: list[int]
    names: list[str]
    label: str
    possible: list[int]
    events: list[Event]
    refused: bool  # whether a typed outcome was impossible or not needed; `typed` ends before it


def needed(table: Table, seat: int, typed: Sequence[int]) -> Needed | None:
    """The next die or card after the outcomes in `typed`, as a seat may see it.

    None if there is nothing to roll or draw.
    """
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
        events=observation.told(events),
        refused=len(took) < len(typed),
    )


def confirm(table: Table, typed: Sequence[int], turn: int) -> None:
    """Plays the turn with the outcomes in `typed`. Raises NotNow, NeedsOutcome or BadOutcome.

    `turn` is `Needed.turn` of the page where the outcomes were typed. Raises NotNow if another player has confirmed the
    turn in the meantime.
    """
    if not table.physical:
        raise NotNow(_("the program rolls the dice and draws the cards for this match: there is nothing to type in"))
    if turn != len(table.match.log):
        raise NotNow(_("these dice and cards are too late: their turn has already been played"))
    table.play_turn(typed)


def _tried(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None] | None:
    """Like `_trial`, but returns None if these outcomes are impossible."""
    try:
        return _trial(table, typed)
    except BadOutcome:
        return None


def _trial(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None]:
    """Plays the turn with these outcomes on a copy of the match.

    Returns the events and the next die or card (None if the turn is complete).
    """
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
