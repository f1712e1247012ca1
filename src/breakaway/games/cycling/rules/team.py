"""Chapters 2 and 3: a team's four graded cyclists and the cards they start with."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.happened import DEFAULT_TAKEN, STARTED
from breakaway.games.cycling.rules.hidden import audience
from breakaway.games.cycling.rules.rulebook import BAD_LINE_UP
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, HAND


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
    20 and 16.
    """
    card = order[slot]
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
    first = FIRST_SLOT[grade]
    if slot - first >= config.most_cards[grade]:
        return 0
    left = int(config.most_sum[grade])
    for before in range(first, slot):
        left -= order[before]
    left -= max(0, cards_needed(config, slot) - 1)  # each further card is at least 1
    return max(0, min(int(config.highest_start), left))


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
        tell_only(log, audience(config, rider), STARTED, rider, hand[0], hand[1], hand[2], hand[3])


@rule()
def fill_line_up(s: Race, config: RaceConfig, rider: int, cards: int, chance: Chance) -> None:
    """Guesses a legal line-up of `cards` cards for a rider whose cards are hidden."""
    left = int(config.most_sum[rider % GRADES])
    for i in range(HAND):
        s.line_up[rider][i] = 0
        if i < cards:
            top = min(int(config.highest_start), left - (cards - 1 - i))
            s.line_up[rider][i] = 1 + below(chance, "hidden card", top)
            left -= s.line_up[rider][i]
    sort_cards(s.line_up[rider])
