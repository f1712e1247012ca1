"""The closed turns of a race, from its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.cycling.counts.lines import AT_FINISH, places_at_lines
from breakaway.games.cycling.counts.moves import moves_of, rider_of_row
from breakaway.games.cycling.post.files import RaceHistory
from breakaway.games.cycling.post.naming import shortened
from breakaway.games.cycling.post.trouble import DeskError
from breakaway.games.cycling.rules.happened import HOME
from breakaway.games.cycling.rules.state import Race
from breakaway.games.cycling.rules.terms import FINISHED, LINE_UP, ON_TRACK
from breakaway.records.entries import RulingEntry


@dataclass(frozen=True)
class Turn:
    """A closed turn: the states before and after it, and its events, with the rulings since the previous turn.

    `earlier` is the turn with the same number that was closed before and then taken back, or None.
    """

    before: Race
    after: Race
    events: list[Event]
    earlier: Turn | None = None

    @property
    def called(self) -> tuple[int, int]:
        """The turn's stage, counted from 1, and its number, which is 0 for the line-ups."""
        return self.before.stage + 1, 0 if self.before.phase == LINE_UP else self.before.turn


def turns(past: RaceHistory) -> list[Turn]:
    """All closed turns that were not taken back.

    Leaves out turns played under editions of the rules that this program does not have.
    """
    taken_back: dict[tuple[int, int], Turn] = {}
    for each in past.fold.taken_back:
        moment = past.moments[each.number - 1]
        if moment.before and moment.state and not isinstance(each.entry, RulingEntry):
            turn = Turn(moment.before, moment.state, moment.events)
            taken_back[turn.called] = turn
    found: list[Turn] = []
    rulings: list[Event] = []
    for each in past.fold.standing:
        moment = past.moments[each.number - 1]
        if not moment.before or not moment.state:
            continue
        if isinstance(each.entry, RulingEntry):
            rulings = rulings + moment.events
        else:
            turn = Turn(moment.before, moment.state, rulings + moment.events)
            found.append(replace(turn, earlier=taken_back.get(turn.called)))
            rulings = []
    last = past.moments[-1].state
    if rulings and found and last:
        found[-1] = replace(found[-1], after=last, events=found[-1].events + rulings)
    return found


def turn_called(past: RaceHistory, wanted: str | None) -> Turn:
    """The turn `wanted`: `9` (in the last stage that has a turn 9), `2.9`, `0` (line-ups), None for the last turn.

    Raises DeskError.
    """
    played = turns(past)
    if not played:
        raise DeskError("no turn has been played yet, so there is nothing to report")
    if wanted is None:
        return played[-1]
    stage, _, number = wanted.rpartition(".")
    for turn in reversed(played):
        if str(turn.called[1]) == number and stage in ("", str(turn.called[0])):
            return turn
    stages = played[-1].called[0]
    last = f"{stages}.{played[-1].called[1]}" if stages > 1 else str(played[-1].called[1])
    raise DeskError(
        f"turn {shortened(wanted)} has not been played; the last turn played is {last}, and 0 means the line-ups"
    )


def picture(was: Race, now: Race, events: Sequence[Event]) -> Race:
    """The state that the report of a turn draws.

    After a stage, riders are already at the start of the next one, so the view is rebuilt from their moves.
    """
    if was.stage == now.stage:
        return now
    view = copy(was)
    rank = dict[int, int]()
    for move in moves_of(events):
        rider = rider_of_row(move)
        view.square[rider], view.played[rider], rank[rider] = move.square, move.card, len(rank)
    for event in events:
        if event.rule == HOME:
            view.status[event.rider] = FINISHED
    for each in places_at_lines(events):
        if each.line == AT_FINISH:
            view.place[each.rider] = each.place
    left = [rider for rider in view.queue[: view.field] if view.status[rider] == ON_TRACK and rider in rank]
    left.sort(key=lambda rider: (-view.square[rider], rank[rider]))
    view.field = len(left)
    view.queue[: view.field] = left
    view.turn += 1
    return view
