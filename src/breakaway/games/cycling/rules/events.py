"""Every event of a race, in the order of the rules, with all that is said of it: sentence, weight, part and secrecy."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.core.rules import (
    DECLARED,
    DETAIL,
    HEADLINE,
    Event,
    EventGroup,
    Filled,
    Unit,
    counted,
    event,
    filled,
    filled_many,
)
from breakaway.games.cycling.rules.terms import GRADES, NOBODY, RIDERS

# what the numbers mean
TEAM = Unit("a team, from 0")
RIDER = Unit("a rider: 4 times his team's number, plus 0 to 3 for A to D")
PLAIN_RIDER = Unit("a rider, whom sentences call by team and grade alone")
CARD = Unit("a card")
DEALT = Unit("a card, 0 for none")
SQUARE = Unit("a square; 0 is the start")
SQUARES = Unit("squares")
PLACE = Unit("a place, from 1; riders who share places have the first of them")
POINTS = Unit("points, in 360360ths")
COUNT = Unit("riders")
STAGE = Unit("a stage, from 1")
MARK = Unit("a rider, as a referee's ruling names him: 48 is added when the mark is taken off")
ARRIVED = Unit("6: the rider who moves first arrived first; 0: nothing separates them")

# The parts of a turn. News and reports tell an event without a part as news of its rider or team.
START = "start"  # the cards that riders start with
ORDERS = "orders"  # missing orders, and what is played instead
MOVES = "moves"
TIES = "ties"  # which of two riders on a square moves first
LINES = "lines"  # places at sprint lines and at the finish
FINISH = "finish"  # riders who have left the track
CARDS = "cards"  # new cards
DROPS = "drops"  # riders dropped by the pack
ENDINGS = "endings"  # of a stage or a race

# who may know a secret event
OWN_TEAM = "in a Blind race, only the rider's team"
TEAM_OF_BOTH = "in a Blind race, only the team that both riders belong to"

STANDS_IN = EventGroup("something is played for a rider or a team without orders")
SPECIAL_CARD = EventGroup("the new card of a sole leader or of the last rider, instead of the ordinary one")

# --- Sentences that depend on an event's numbers.


def dealt(started: Event) -> str:
    """The cards that a rider starts with, from his STARTED event: `10 10 10`."""
    return " ".join(str(card) for card in (started.first, started.second, started.third, started.fourth) if card)


def is_mark_off(event: Event) -> bool:
    """Whether a DROPPED event says that the referee removed a rider's mark (10.1)."""
    return event.mark >= RIDERS


def _starts(event: Event) -> Filled:
    return filled("{rider} starts with {cards}", cards=dealt(event))


def _sprint_place(event: Event) -> str | Filled:
    if event.sharers == 1:
        return marked("{rider} is {place} across the line after {line}: {points}")
    return filled_many(
        event.sharers - 1,
        "{rider} is {place} across the line after {line}, tied with {n} other rider: {points}",
        "{rider} is {place} across the line after {line}, tied with {n} other riders: {points}",
    )


def _finish_place(event: Event) -> str | Filled:
    if event.sharers == 1:
        return marked("{rider} is {place} at the finish: {points}")
    return filled_many(
        event.sharers - 1,
        "{rider} is {place} at the finish, tied with {n} other rider: {points}",
        "{rider} is {place} at the finish, tied with {n} other riders: {points}",
    )


def _shared_places(event: Event) -> Filled:
    return filled_many(
        event.sharers - 1,
        "{rider} and {n} other rider share the places from {place} on",
        "{rider} and {n} other riders share the places from {place} on",
    )


def _draws(event: Event) -> str:
    if event.ahead:
        return marked("{rider} draws {card}: string of {ahead} ahead")
    return marked("{rider} draws {card}: no string ahead")


def _arrival(event: Event) -> str:
    if event.check:
        return marked("{rider} moves before {other}: arrived first")
    return marked("{rider} and {other} move together: they are tied on every check")


def _dropped(event: Event) -> str:
    if is_mark_off(event):
        return marked("{mark} is no longer marked as dropped")
    return marked("{mark} is dropped by the pack")


# --- 3: building a team.

STARTED = event(
    "BA-3.1",
    rider=RIDER,
    first=CARD,
    second=DEALT,
    third=DEALT,
    fourth=DEALT,
    says=_starts,
    part=START,
    secret=OWN_TEAM,
)
DEFAULT_TAKEN = event(
    "BA-R16",
    rider=RIDER,
    says=marked("no line-up received: {rider} starts with the default one"),
    weight=DETAIL,
    part=CARDS,
    groups=[STANDS_IN],
)

# --- 4 and 5: the track and its points.

HOME = event(
    "BA-4.4",
    rider=RIDER,
    says=marked("{rider} has finished"),
    weight=DETAIL,  # his place says it
    part=FINISH,
)
SPRINT_PLACE = event(
    "BA-5.1",
    rider=RIDER,
    place=PLACE,
    points=POINTS,
    sharers=COUNT,
    line=SQUARE,
    says=_sprint_place,
    part=LINES,
    adds={"sprint_points": "points"},
)
FINISH_PLACE = event(
    "BA-5.2",
    rider=RIDER,
    place=PLACE,
    points=POINTS,
    sharers=COUNT,
    says=_finish_place,
    part=LINES,
    adds={"finish_points": "points", "finishers": 1},
)
SHARED_PLACE = event(
    "BA-R11",
    rider=RIDER,
    place=PLACE,
    points=POINTS,
    sharers=COUNT,
    says=_shared_places,
    weight=DETAIL,  # places and points at the line already show that riders share them
    part=LINES,
)

# --- 6: the movement system.

MOVED = event(
    "BA-6.1",
    rider=RIDER,
    before=SQUARE,
    square=SQUARE,
    card=CARD,
    says=marked("{rider} plays {card}: from {before} to {square}"),
    short="",  # the page has it as the heading
    part=MOVES,
    secret=OWN_TEAM,
)
DREW = event(
    "BA-6.5",
    rider=RIDER,
    card=CARD,
    ahead=COUNT,
    says=_draws,
    short=marked("Draws {card}."),
    weight=DETAIL,
    part=CARDS,
    secret=OWN_TEAM,
)
LIMITED = event(
    "BA-6.7",
    rider=RIDER,
    card=CARD,
    more=CARD,
    says=marked("{rider} draws only {card}, the limit, instead of {more}"),
    weight=DETAIL,
    part=CARDS,
    secret=OWN_TEAM,
)
BROKE_AWAY = event(
    "BA-6.9",
    rider=RIDER,
    card=CARD,
    lead=SQUARES,
    says=counted(
        "lead",
        "{rider} breaks away, {n} square clear: draws {card}",
        "{rider} breaks away, {n} squares clear: draws {card}",
    ),
    short=marked("Draws {card}."),
    weight=HEADLINE,
    part=CARDS,
    secret=OWN_TEAM,
    adds={"breakaways": 1},
    groups=[SPECIAL_CARD],
)
STILL_LEADS = event(
    "BA-6.10",
    rider=RIDER,
    card=CARD,
    says=marked("{rider} still leads alone: draws {card}"),
    short=marked("Draws {card}."),
    weight=DETAIL,
    part=CARDS,
    groups=[SPECIAL_CARD],
)
CUT_OFF = event(
    "BA-6.11",
    rider=RIDER,
    square=SQUARE,
    crowd=COUNT,
    says=marked("{rider} is cut off from the string ahead: {crowd} riders on square {square}"),
    weight=DETAIL,
    part=CARDS,
    secret=OWN_TEAM,
)

# --- 7: the order of movement.

BY_GRADE = event(
    "BA-7.2.1",
    rider=PLAIN_RIDER,
    other=PLAIN_RIDER,
    says=marked("{rider} moves before {other}: grade"),
    weight=DETAIL,
    part=TIES,
    secret=TEAM_OF_BOTH,
)
BY_CARD = event(
    "BA-7.2.2",
    rider=PLAIN_RIDER,
    other=PLAIN_RIDER,
    says=marked("{rider} moves before {other}: higher card played"),
    weight=DETAIL,
    part=TIES,
    secret=TEAM_OF_BOTH,
)
BY_HIGHEST = event(
    "BA-7.2.3",
    rider=PLAIN_RIDER,
    other=PLAIN_RIDER,
    says=marked("{rider} moves before {other}: highest card in hand"),
    weight=DETAIL,
    part=TIES,
    secret=TEAM_OF_BOTH,
)
BY_NEXT_HIGHEST = event(
    "BA-7.2.4",
    rider=PLAIN_RIDER,
    other=PLAIN_RIDER,
    says=marked("{rider} moves before {other}: next highest card in hand"),
    weight=DETAIL,
    part=TIES,
    secret=TEAM_OF_BOTH,
)
BY_ARRIVAL = event(
    "BA-7.2.5",
    rider=PLAIN_RIDER,
    other=PLAIN_RIDER,
    check=ARRIVED,
    says=_arrival,
    weight=DETAIL,
    part=TIES,
    secret=TEAM_OF_BOTH,
)

# --- 8 to 10: missing orders and dropped riders.

NO_MOVES = event(
    "BA-9.1",
    team=TEAM,
    says=marked("{team}: no moves received, so the highest cards are played"),
    weight=HEADLINE,
    part=ORDERS,
    adds={"absences": 1},
    groups=[STANDS_IN],
)
NO_ORDER = event(
    "BA-R17",
    rider=RIDER,
    says=marked("{rider} had no legal order and plays his highest card"),
    part=ORDERS,
    secret=OWN_TEAM,
    groups=[STANDS_IN],
)
DROPPED = event(
    "BA-10.1",
    mark=MARK,
    says=_dropped,
    weight=HEADLINE,
    part=DROPS,
    secret=OWN_TEAM,
)
DROPPED_NO_ORDER = event(
    "BA-R15",
    rider=RIDER,
    says=marked("{rider}, dropped and without an order, plays his highest card"),
    weight=DETAIL,
    part=ORDERS,
    secret=OWN_TEAM,
    groups=[STANDS_IN],
)

# --- The end, and variants.

RACE_OVER = event(
    "BA-R13",
    finishers=COUNT,
    says=counted("finishers", "The race is over: {n} rider has finished", "The race is over: {n} riders have finished"),
    weight=HEADLINE,
    part=ENDINGS,
)
LAST_ON_TRACK = event(
    "BA-R14",
    rider=RIDER,
    says=marked("{rider} is the last rider on the track: draws 3"),
    short="",  # the page says so beside the rider's move
    weight=DETAIL,
    part=CARDS,
    secret=OWN_TEAM,
    groups=[SPECIAL_CARD],
)
PURSUIT_OVER = event(
    "BA-V2",
    first=PLAIN_RIDER,
    last=PLAIN_RIDER,
    says=marked("The pursuit is over: {first} finished first, {last} last"),
    weight=HEADLINE,
    part=ENDINGS,
)
SHOWN = event(
    "BA-V6",
    team=TEAM,
    says=marked("{team} shows its cards to everybody, from now on"),
    weight=HEADLINE,
)
STILL_FIRST = event(
    "BA-V7",
    rider=RIDER,
    card=CARD,
    says=marked("{rider} leads alone but was first in the order before: draws {card}"),
    short=marked("Draws {card}."),
    weight=DETAIL,
    part=CARDS,
    groups=[SPECIAL_CARD],
)
STAGE_OVER = event("BA-V5", stage=STAGE, says=marked("Stage {stage} is over"), weight=HEADLINE, part=ENDINGS)

# --- What part of a turn an event belongs to, and whom it is about.


def part_of(event: Event) -> str:
    """The part of the turn that the event belongs to; empty for news that has no part of its own."""
    return DECLARED[event.rule].part


def rider_of(event: Event) -> int:
    """The rider in an event's `rider` or `mark`, or NOBODY if it has neither."""
    fields = DECLARED[event.rule].fields
    if "mark" in fields:
        return event.mark % RIDERS
    return event.rider if "rider" in fields else NOBODY


def team_of(event: Event) -> int:
    """The team that an event is about, or its rider's team; -1 if it is about neither."""
    if "team" in DECLARED[event.rule].fields:
        return event.team
    rider = rider_of(event)
    return -1 if rider == NOBODY else rider // GRADES
