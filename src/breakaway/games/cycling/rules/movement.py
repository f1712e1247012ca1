"""Chapter 7: riders move front to back, and a series of checks decides between riders on the same square.

This file also moves the riders (6.1).
"""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell_only
from breakaway.games.cycling.rules.happened import BY_ARRIVAL, BY_CARD, BY_GRADE, BY_HIGHEST, BY_NEXT_HIGHEST, MOVED
from breakaway.games.cycling.rules.hidden import audience
from breakaway.games.cycling.rules.orders import discard
from breakaway.games.cycling.rules.sprints import cross_lines
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, HAND

# Each check gives 1 if a goes before b, -1 if b goes before a, 0 if it does not separate them.


@rule("BA-7.1")
def by_square(s: Race, a: int, b: int) -> int:
    """The rider farther ahead goes first."""
    return 1 if s.square[a] > s.square[b] else -1 if s.square[a] < s.square[b] else 0


@rule("BA-7.2.1")
def by_grade(s: Race, a: int, b: int) -> int:
    """Grade A goes first, then B, C and D."""
    return 1 if a % GRADES < b % GRADES else -1 if a % GRADES > b % GRADES else 0


@rule("BA-7.2.2")
def by_card(s: Race, a: int, b: int) -> int:
    """The rider who played the higher card goes first."""
    return 1 if s.played[a] > s.played[b] else -1 if s.played[a] < s.played[b] else 0


@rule("BA-7.2.3")
def by_highest(s: Race, a: int, b: int) -> int:
    """The rider whose highest card in hand is higher goes first."""
    return 1 if s.hand[a][0] > s.hand[b][0] else -1 if s.hand[a][0] < s.hand[b][0] else 0


@rule("BA-7.2.4", "BA-R9")
def by_next_cards(s: Race, a: int, b: int) -> int:
    """Compares the second-highest cards, then the third, then the fourth.

    If all of these cards are equal, the longer hand wins.
    """
    for i in range(1, HAND):
        if s.hand[a][i] != s.hand[b][i]:
            return 1 if s.hand[a][i] > s.hand[b][i] else -1
    return 0


@rule("BA-7.2.5", "BA-R10")
def by_arrival(s: Race, a: int, b: int) -> int:
    """The rider who moved earlier in the last turn goes first. Riders of equal rank move together."""
    return 1 if s.arrival[a] < s.arrival[b] else -1 if s.arrival[a] > s.arrival[b] else 0


@rule("BA-7.2")
def deciding_check(s: Race, config: RaceConfig, a: int, b: int) -> int:
    """The check that decides who goes first: 1 (square), 2 (grade), 3 (card), 4 (highest card), 5 (next cards),
    6 (arrival) or 0 (none).

    Positive if rider a goes first, negative if b does.
    """
    if by_square(s, a, b) != 0:
        return by_square(s, a, b)
    if config.by_arrival == 0:
        if by_grade(s, a, b) != 0:
            return 2 * by_grade(s, a, b)
        if by_card(s, a, b) != 0:
            return 3 * by_card(s, a, b)
        if by_highest(s, a, b) != 0:
            return 4 * by_highest(s, a, b)
        if by_next_cards(s, a, b) != 0:
            return 5 * by_next_cards(s, a, b)
    return 6 * by_arrival(s, a, b)


@rule("BA-7.1", "BA-7.2")
def order_of_movement(s: Race, config: RaceConfig, log: Log) -> None:
    """Sorts the queue into the order of movement. The queue is nearly sorted already, so an insertion sort is quick."""
    for i in range(1, s.field):
        rider = int(s.queue[i])
        j = i
        while j > 0 and deciding_check(s, config, rider, s.queue[j - 1]) > 0:
            s.queue[j] = s.queue[j - 1]
            j -= 1
        s.queue[j] = rider
    if log is not None:
        tell_ties(s, config, log)


@rule("BA-7.2")
def tell_ties(s: Race, config: RaceConfig, log: Log) -> None:
    """Reports which check decided the order of neighbors in the queue who are on the same square."""
    for i in range(1, s.field):
        a, b = s.queue[i - 1], s.queue[i]
        check = deciding_check(s, config, a, b)
        seen = audience(config, a) & audience(config, b)
        if check == 2:
            tell_only(log, seen, BY_GRADE, a, b)
        elif check == 3:
            tell_only(log, seen, BY_CARD, a, b)
        elif check == 4:
            tell_only(log, seen, BY_HIGHEST, a, b)
        elif check == 5:
            tell_only(log, seen, BY_NEXT_HIGHEST, a, b)
        elif check == 6 or check == 0:
            tell_only(log, seen, BY_ARRIVAL, a, b, check)


@rule("BA-7.2.5", "BA-R10")
def group_end(s: Race, config: RaceConfig, start: int) -> int:
    """The queue index after the last rider who moves together with the rider at `start`."""
    end = start + 1
    while end < s.field and deciding_check(s, config, s.queue[start], s.queue[end]) == 0:
        end += 1
    return end


@rule("BA-6.1", "BA-7.1")
def move_riders(s: Race, config: RaceConfig, log: Log) -> None:
    """Moves all riders in order. Riders whom no check separates move together and arrive with the same rank."""
    order_of_movement(s, config, log)
    start = 0
    while start < s.field:
        # find the whole group before any of its riders moves; riders ahead have moved already and are not compared
        # again
        end = group_end(s, config, start)
        move_group(s, config, start, end, log)
        start = end


@rule("BA-6.1", "BA-R10")
def move_group(s: Race, config: RaceConfig, start: int, end: int, log: Log) -> None:
    """Moves the riders of one rank by their cards and lets them cross lines together."""
    for i in range(start, end):
        rider = s.queue[i]
        before = int(s.square[rider])
        discard(s, rider, log)
        s.square[rider] += s.played[rider]
        s.arrival[rider] = start + 1
        tell_only(log, audience(config, rider), MOVED, rider, before, s.square[rider], s.played[rider])
    cross_lines(s, config, start, end, log)
