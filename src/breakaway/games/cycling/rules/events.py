"""Every event of a race, in the order of the rules, with the rule behind it and the meaning of its numbers."""

from __future__ import annotations

from breakaway.core.rules import Event, event
from breakaway.games.cycling.rules.terms import RIDERS

# what the numbers mean
TEAM = "a team, from 0"
RIDER = "a rider: 4 times his team's number, plus 0 to 3 for A to D"
CARD = "a card"
DEALT = "a card, 0 for none"
SQUARE = "a square; 0 is the start"
SQUARES = "squares"
PLACE = "a place, from 1; riders who share places have the first of them"
POINTS = "points, in 360360ths"
COUNT = "riders"
STAGE = "a stage, from 1"
MARK = "a rider, as a referee's ruling names him: 48 is added when the mark is taken off"
ARRIVED = "6: the rider who moves first arrived first; 0: nothing separates them"

# 3: building a team
STARTED = event("BA-3.1", rider=RIDER, first=CARD, second=DEALT, third=DEALT, fourth=DEALT)
DEFAULT_TAKEN = event("BA-R16", rider=RIDER)

# 4 and 5: the track and its points
HOME = event("BA-4.4", rider=RIDER)
SPRINT_PLACE = event("BA-5.1", rider=RIDER, place=PLACE, points=POINTS, sharers=COUNT, line=SQUARE)
FINISH_PLACE = event("BA-5.2", rider=RIDER, place=PLACE, points=POINTS, sharers=COUNT)
SHARED_PLACE = event("BA-R11", rider=RIDER, place=PLACE, points=POINTS, sharers=COUNT)

# 6: the movement system
MOVED = event("BA-6.1", rider=RIDER, before=SQUARE, square=SQUARE, card=CARD)
DREW = event("BA-6.5", rider=RIDER, card=CARD, ahead=COUNT)
LIMITED = event("BA-6.7", rider=RIDER, card=CARD, more=CARD)
BROKE_AWAY = event("BA-6.9", rider=RIDER, card=CARD, lead=SQUARES)
STILL_LEADS = event("BA-6.10", rider=RIDER, card=CARD)
CUT_OFF = event("BA-6.11", rider=RIDER, square=SQUARE, crowd=COUNT)

# 7: the order of movement
BY_GRADE = event("BA-7.2.1", rider=RIDER, other=RIDER)
BY_CARD = event("BA-7.2.2", rider=RIDER, other=RIDER)
BY_HIGHEST = event("BA-7.2.3", rider=RIDER, other=RIDER)
BY_NEXT_HIGHEST = event("BA-7.2.4", rider=RIDER, other=RIDER)
BY_ARRIVAL = event("BA-7.2.5", rider=RIDER, other=RIDER, check=ARRIVED)

# 8 to 10: missing orders and dropped riders
NO_MOVES = event("BA-9.1", team=TEAM)
NO_ORDER = event("BA-R17", rider=RIDER)
DROPPED = event("BA-10.1", mark=MARK)
DROPPED_NO_ORDER = event("BA-R15", rider=RIDER)

# the end, and variants
RACE_OVER = event("BA-R13", finishers=COUNT)
LAST_ON_TRACK = event("BA-R14", rider=RIDER)
PURSUIT_OVER = event("BA-V2", first=RIDER, last=RIDER)
STAGE_OVER = event("BA-V5", stage=STAGE)


def rider_of(event: Event) -> int:
    """The rider in an event's `rider` or `mark`. Raises AttributeError for an event that has neither."""
    return event.mark % RIDERS if event.rule == DROPPED else event.rider


def is_mark_off(event: Event) -> bool:
    """Whether a DROPPED event says that the referee removed a rider's mark (10.1)."""
    return event.mark >= RIDERS
