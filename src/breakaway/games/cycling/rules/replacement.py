"""Chapters 6.4 to 6.11: new cards, which follow from the positions in the field."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.happened import BROKE_AWAY, CUT_OFF, DREW, LAST_ON_TRACK, LIMITED, STILL_LEADS
from breakaway.games.cycling.rules.hidden import audience
from breakaway.games.cycling.rules.movement import by_arrival, by_square
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.team import sort_cards
from breakaway.games.cycling.rules.terms import HAND, NOBODY, ON_TRACK

BASE = 3  # 6.5: the new card of a rider with nobody in the string ahead


@rule()
def put_in_race_order(s: Race) -> None:
    """Sorts the queue by the riders' squares, front to back. On one square, the first to arrive goes first."""
    for i in range(1, s.field):
        rider = int(s.queue[i])
        j = i
        while j > 0 and stands_ahead(s, rider, s.queue[j - 1]) > 0:
            s.queue[j] = s.queue[j - 1]
            j -= 1
        s.queue[j] = rider


@rule()
def stands_ahead(s: Race, a: int, b: int) -> int:
    """1 if rider a is ahead of rider b in the race, -1 if behind, 0 if they share a place in the order."""
    return by_square(s, a, b) if by_square(s, a, b) != 0 else by_arrival(s, a, b)


@rule("BA-6.6", "BA-R1")
def square_end(s: Race, start: int) -> int:
    """The queue index after the last rider on the same square as the rider at `start`."""
    end = start + 1
    while end < s.field and s.square[s.queue[end]] == s.square[s.queue[start]]:
        end += 1
    return end


@rule("BA-6.5", "BA-6.6", "BA-R1", "BA-R2", "BA-R3")
def work_out_new_cards(s: Race, config: RaceConfig, log: Log) -> None:
    """Works out new cards after all moves, from the front: 3 plus the number of riders in the unbroken string ahead."""
    put_in_race_order(s)
    ahead = 0
    start = 0
    while start < s.field:
        end = square_end(s, start)
        if start > 0 and s.square[s.queue[start]] + 1 < s.square[s.queue[start - 1]]:
            ahead = 0  # an empty square breaks the string
        if is_cut_off(s, config, start, end):
            for i in range(start, end):
                if ahead > 0:
                    tell_only(log, audience(config, s.queue[i]), CUT_OFF, s.queue[i], s.square[s.queue[i]], end - start)
            ahead = 0
        for i in range(start, end):
            ordinary_card(s, config, s.queue[i], ahead, log)
        ahead += end - start
        start = end
    leader_card(s, config, log)


@rule("BA-6.11", "BA-R8")
def is_cut_off(s: Race, config: RaceConfig, start: int, end: int) -> bool:
    """Whether a crowd cuts its square off from the string ahead.

    By default, four or more riders on the square are a crowd. Only the first turn has crowds.
    """
    return s.turn == 1 and config.crowd > 0 and end - start >= config.crowd


@rule("BA-6.5", "BA-6.7")
def ordinary_card(s: Race, config: RaceConfig, rider: int, ahead: int, log: Log) -> None:
    """Gives a rider a new card: 3 plus the number of riders in the string ahead, at most 15. A finished rider gets no
    card (R14).
    """
    if s.status[rider] != ON_TRACK:
        s.drawn[rider] = 0
        return
    s.drawn[rider] = capped(config, BASE + ahead)
    tell_only(log, audience(config, rider), DREW, rider, s.drawn[rider], ahead)
    if s.drawn[rider] < BASE + ahead:
        tell_only(log, audience(config, rider), LIMITED, rider, s.drawn[rider], BASE + ahead)


@rule("BA-6.7")
def capped(config: RaceConfig, card: int) -> int:
    """The new card, at most 15 by default; the boxed rules have no limit."""
    return int(config.cap) if config.cap > 0 and card > config.cap else card


@rule("BA-6.9", "BA-6.10", "BA-R5", "BA-R7")
def leader_card(s: Race, config: RaceConfig, log: Log) -> None:
    """Gives a sole leader his new card.

    On the first turn that he leads alone, it is the size of his lead; later it is 3, as for any rider in front.
    """
    leader = sole_leader(s)
    if leader == NOBODY or s.status[leader] != ON_TRACK:
        return
    if s.field == 1:
        tell_only(log, audience(config, leader), LAST_ON_TRACK, leader)
    elif leader == s.led_alone:
        if not config.blind:  # a Blind race does not tell the leader whether a rival drew even (R6)
            tell(log, STILL_LEADS, leader, s.drawn[leader])
    else:
        lead = int(s.square[leader] - s.square[s.queue[1]])
        s.drawn[leader] = capped(config, lead)
        tell_only(log, audience(config, leader), BROKE_AWAY, leader, s.drawn[leader], lead)


@rule("BA-R5")
def sole_leader(s: Race) -> int:
    """The rider alone on the foremost square, or NOBODY. The queue must be in race order."""
    if s.field == 0 or square_end(s, 0) > 1:
        return NOBODY
    return int(s.queue[0])


@rule("BA-6.4", "BA-R3")
def refill_hands(s: Race) -> None:
    """Adds each rider's new card to his hand."""
    for i in range(s.field):
        rider = s.queue[i]
        if s.drawn[rider] > 0:
            s.hand[rider][HAND - 1] = s.drawn[rider]
            sort_cards(s.hand[rider])


@rule("BA-6.10", "BA-R6")
def remember_leader(s: Race, config: RaceConfig) -> None:
    """Records who led alone at the end of the turn.

    With `level_keeps_lead`, a leader keeps the lead when others draw even.
    """
    leader = sole_leader(s)
    if leader == NOBODY and config.level_keeps_lead and is_in_front(s, s.led_alone):
        return
    s.led_alone = leader


@rule("BA-R6")
def is_in_front(s: Race, rider: int) -> bool:
    """Whether the rider is on the foremost square."""
    return rider != NOBODY and s.field > 0 and s.square[rider] == s.square[s.queue[0]] and s.status[rider] == ON_TRACK
