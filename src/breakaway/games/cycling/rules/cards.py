"""Hands of energy cards, and the cards that replace them."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.events import (
    BROKE_AWAY,
    CUT_OFF,
    DEFAULT_TAKEN,
    DREW,
    LAST_ON_TRACK,
    LIMITED,
    STARTED,
    STILL_FIRST,
    STILL_LEADS,
)
from breakaway.games.cycling.rules.movement import by_arrival, by_square
from breakaway.games.cycling.rules.state import BAD_LINE_UP, Race, RaceConfig, audience, hand_audience
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, HAND, NOBODY, ON_TRACK

# --- Chapters 2 and 3: a team's four graded cyclists and the cards they start with.


@rule()
def grade_of_slot(slot: int) -> int:
    """The grade of the rider whose card is in this slot of a line-up: 0 for A to 3 for D."""
    grade = 0
    while slot >= FIRST_SLOT[grade + 1]:
        grade += 1
    return grade


@rule("BA-3.1")
def refuse_start_card(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the broken rule, or 0.

    Each rider has three cards from 1 to 15; rider A may have four. The cards of A, B, C and D add up to at most 30, 25,
    20 and 16; with exact totals, to exactly that.
    """
    card = order[slot]
    if card < smallest_start_card(config, order, slot):
        return BAD_LINE_UP
    if card == 0:
        return BAD_LINE_UP if cards_needed(config, slot) > 0 else 0
    return BAD_LINE_UP if card > largest_start_card(config, order, slot) else 0


@rule("BA-3.1")
def cards_needed(config: RaceConfig, slot: int) -> int:
    """How many cards a rider still needs, from this slot of a line-up on. 0 or less if he needs none."""
    grade = grade_of_slot(slot)
    return int(config.least_cards[grade] - (slot - FIRST_SLOT[grade]))


@rule("BA-3.1")
def largest_start_card(config: RaceConfig, order: list[int], slot: int) -> int:
    """The largest card that a line-up may have in this slot, given the cards before it. 0 if it may have none."""
    grade = grade_of_slot(slot)
    if slot - FIRST_SLOT[grade] >= config.most_cards[grade]:
        return 0
    left = left_of_total(config, order, slot)
    left -= max(0, cards_needed(config, slot) - 1)  # each further card is at least 1
    return max(0, min(int(config.highest_start), left))


@rule("BA-3.1")
def smallest_start_card(config: RaceConfig, order: list[int], slot: int) -> int:
    """The smallest card that a line-up may have in this slot: 0, unless totals are exact and the rider's later cards
    could not make up for less.
    """
    grade = grade_of_slot(slot)
    later = int(config.most_cards[grade]) - (slot - FIRST_SLOT[grade]) - 1
    if config.exact_totals == 0 or later < 0:
        return 0
    return max(0, left_of_total(config, order, slot) - later * int(config.highest_start))


@rule("BA-3.1")
def left_of_total(config: RaceConfig, order: list[int], slot: int) -> int:
    """What is left of a rider's total for the cards from this slot on."""
    grade = grade_of_slot(slot)
    left = int(config.most_sum[grade])
    for before in range(FIRST_SLOT[grade], slot):
        left -= order[before]
    return left


@rule("BA-3.1", "BA-R16")
def take_line_up(s: Race, config: RaceConfig, team: int, order: list[int], log: Log) -> None:
    """Gives each rider the cards that were ordered. A rider without a complete hand gets the published default."""
    for grade in range(GRADES):
        rider = team * GRADES + grade
        first = FIRST_SLOT[grade]
        missing = False
        for i in range(config.least_cards[grade]):
            missing = missing or order[first + i] == 0
        for i in range(HAND):
            card = config.default_hand[grade][i] if missing else 0
            if not missing and first + i < FIRST_SLOT[grade + 1]:
                card = order[first + i]
            s.line_up[rider][i] = card
        if missing:
            tell(log, DEFAULT_TAKEN, rider)
        sort_cards(s.line_up[rider])


@rule()
def sort_cards(hand: list[int]) -> None:
    """Sorts a hand, highest card first."""
    for i in range(1, HAND):
        card = int(hand[i])
        j = i
        while j > 0 and hand[j - 1] < card:
            hand[j] = hand[j - 1]
            j -= 1
        hand[j] = card


@rule("BA-2.1", "BA-2.2", "BA-3.1")
def take_hands(s: Race, config: RaceConfig, log: Log) -> None:
    """Gives the four cyclists of each team, A to D, the cards of their line-up."""
    for rider in range(config.teams * GRADES):
        for i in range(HAND):
            s.hand[rider][i] = s.line_up[rider][i]
        hand = s.hand[rider]
        tell_only(log, hand_audience(s, config, rider), STARTED, rider, hand[0], hand[1], hand[2], hand[3])


@rule()
def fill_line_up(s: Race, config: RaceConfig, rider: int, cards: int, chance: Chance) -> None:
    """Guesses a legal line-up of `cards` cards for a rider whose cards are hidden."""
    left = int(config.most_sum[rider % GRADES])
    for i in range(HAND):
        s.line_up[rider][i] = 0
        if i < cards:
            later, highest = cards - 1 - i, int(config.highest_start)
            top = min(highest, left - later)
            least = max(1, left - later * highest) if config.exact_totals else 1
            s.line_up[rider][i] = least + below(chance, "hidden card", top - least + 1)
            left -= s.line_up[rider][i]
    sort_cards(s.line_up[rider])


# --- Chapters 6.4 to 6.11: new cards, which follow from the positions in the field.


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


@rule("BA-6.9", "BA-6.10", "BA-R5", "BA-R7", "BA-V7")
def leader_card(s: Race, config: RaceConfig, log: Log) -> None:
    """Gives a sole leader his new card.

    On the first turn that he leads alone, it is the size of his lead; later it is 3, as for any rider in front. With
    `bonus_by_order`, it is 3 if he was first in the order already, even if he did not lead alone.
    """
    leader = sole_leader(s)
    if leader == NOBODY or s.status[leader] != ON_TRACK:
        return
    if s.field == 1:
        tell_only(log, audience(config, leader), LAST_ON_TRACK, leader)
    elif leader == s.led_alone:
        if not config.blind:  # a Blind race does not tell the leader whether a rival drew even (R6)
            if config.bonus_by_order:
                tell(log, STILL_FIRST, leader, s.drawn[leader])
            else:
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


@rule("BA-6.10", "BA-R6", "BA-V7")
def remember_leader(s: Race, config: RaceConfig) -> None:
    """Records who led alone at the end of the turn or, with `bonus_by_order`, who is first in the order.

    With `level_keeps_lead`, a leader keeps the lead when others draw even.
    """
    if config.bonus_by_order:
        s.led_alone = s.queue[0] if s.field > 0 else NOBODY
        return
    leader = sole_leader(s)
    if leader == NOBODY and config.level_keeps_lead and is_in_front(s, s.led_alone):
        return
    s.led_alone = leader


def leads_alone(s: Race, rider: int) -> bool:
    """Whether the rider led alone at the end of the last turn."""
    return bool(rider == s.led_alone and sole_leader(s) == rider)


@rule("BA-R6")
def is_in_front(s: Race, rider: int) -> bool:
    """Whether the rider is on the foremost square."""
    return rider != NOBODY and s.field > 0 and s.square[rider] == s.square[s.queue[0]] and s.status[rider] == ON_TRACK
