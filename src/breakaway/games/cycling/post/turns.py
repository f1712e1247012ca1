"""The closed turns of a race, as its record tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.events import Event
from breakaway.core.state import copy
from breakaway.games.cycling.post.desk import shortened
from breakaway.games.cycling.post.files import DeskError, Past
from breakaway.games.cycling.rules.state import FINISHED, LINE_UP, ON_TRACK, Race


@dataclass(frozen=True)
class Turn:
    """A closed turn: the states before and after it, and what happened, rulings since the turn before included."""

    before: Race
    after: Race
    events: list[Event]

    @property
    def called(self) -> tuple[int, int]:
        """Its stage, from 1, and its number; 0 for the line-ups."""
        return self.before.stage + 1, 0 if self.before.phase == LINE_UP else self.before.turn


def turns(past: Past) -> list[Turn]:
    """All closed turns that were not taken back. Turns of another edition are left out: its rules are not here."""
    stack: list[tuple[str, Any, Any, list[Event]]] = []
    state = past.moments[0].state
    for moment in past.moments[1:]:
        kind = moment.line["kind"]
        if kind in ("turn", "decree"):
            stack.append((kind, state, moment.state, moment.events))
        elif kind == "undo":
            stack.pop()
        state = moment.state
    found: list[Turn] = []
    rulings: list[Event] = []
    for kind, before, after, events in stack:
        if before is None or after is None:
            continue
        if kind == "turn":
            found.append(Turn(before, after, rulings + events))
            rulings = []
        else:
            rulings = rulings + events
    if rulings and found and state is not None:
        found[-1] = Turn(found[-1].before, state, found[-1].events + rulings)
    return found


def turn_called(past: Past, wanted: str | None) -> Turn:
    """Turn `9` (of the last stage with one), `2.9` (of stage 2), `0` (the line-ups), or the last; raises DeskError."""
    played = turns(past)
    if not played:
        raise DeskError("no turn was closed yet, so there is nothing to report")
    if wanted is None:
        return played[-1]
    stage, _, number = wanted.rpartition(".")
    for turn in reversed(played):
        if str(turn.called[1]) == number and stage in ("", str(turn.called[0])):
            return turn
    stages = played[-1].called[0]
    last = f"{stages}.{played[-1].called[1]}" if stages > 1 else str(played[-1].called[1])
    raise DeskError(f"no turn {shortened(wanted)} was closed; the last one is {last}, and 0 are the line-ups")


def picture(was: Race, now: Race, events: Sequence[Event]) -> Race:
    """The view to draw. After a stage's last turn riders stand on the next start, so it is made from their moves."""
    if was.stage == now.stage:
        return now
    view = copy(was)
    moved = [event.args for event in events if event.rule == "BA-6.1"]
    for rider, _, square, card in moved:
        view.square[rider], view.played[rider] = square, card
    for event in events:
        if event.rule == "BA-4.4":
            view.status[event.args[0]] = FINISHED
        if event.rule == "BA-5.2":
            view.place[event.args[0]] = event.args[1]
    rank = {args[0]: i for i, args in enumerate(moved)}
    left = [rider for rider in view.queue[: view.field] if view.status[rider] == ON_TRACK and rider in rank]
    left.sort(key=lambda rider: (-view.square[rider], rank[rider]))
    view.field = len(left)
    view.queue[: view.field] = left
    view.turn += 1
    return view
