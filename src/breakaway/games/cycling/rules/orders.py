"""Chapters 6.1 to 6.3, 8, 9 and 10: what a team may order, and which cards are played with or without orders."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.happened import DROPPED_NO_ORDER, NO_MOVES, NO_ORDER
from breakaway.games.cycling.rules.hidden import audience
from breakaway.games.cycling.rules.rulebook import BAD_NAMING, MISSING_CARD, NOT_IN_HAND
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, HAND, NAMINGS, ON_TRACK, RIDERS, TEAMS


@rule()
def has_riders(s: Race, team: int) -> bool:
    """Whether a team still has a rider on the track.

    A team without a rider on the track is not asked for orders (R14).
    """
    for grade in range(GRADES):
        if s.status[team * GRADES + grade] == ON_TRACK:
            return True
    return False


@rule("BA-6.2")
def holds(s: Race, rider: int, card: int) -> bool:
    """Whether the card is in the rider's hand."""
    for i in range(HAND):
        if s.hand[rider][i] == card:
            return True
    return False


@rule()
def different_cards(s: Race, rider: int) -> int:
    """How many different cards a rider has in his hand."""
    hand = s.hand[rider]
    found = int(hand[0] != 0)
    for i in range(1, HAND):
        found += (hand[i] != 0) & (hand[i] != hand[i - 1])
    return found


@rule()
def different_card(s: Race, rider: int, number: int) -> int:
    """The card with this number, from 0, among the different cards in a rider's hand, highest first. 0 after the last.

    Looks at the whole hand, because the processor would often guess wrong about where to stop.
    """
    hand = s.hand[rider]
    card = 0
    at = -1
    for i in range(HAND):
        at += i == 0 or hand[i] != hand[i - 1]
        card = int(hand[i]) if at == number else card
    return card


@rule("BA-8.1", "BA-6.2", "BA-10.1")
def refuse_card(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the broken rule, or 0.

    Every cyclist on the track needs a card from his hand, unless he is dropped.
    """
    rider = seat * GRADES + slot
    card = order[slot]
    if card == 0:
        return MISSING_CARD if s.status[rider] == ON_TRACK and s.dropped[rider] == 0 else 0
    if s.status[rider] != ON_TRACK:
        return MISSING_CARD
    return 0 if holds(s, rider, card) else NOT_IN_HAND


@rule("BA-V4")
def refuse_naming(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the broken rule, or 0.

    In a Spy race, a naming (a rider's number plus 1; 0 for none) must name a rival on the track.
    """
    if order[slot] == 0:
        return 0
    if slot > GRADES and order[slot - 1] == 0:
        return BAD_NAMING  # namings fill their slots from the front
    rider = order[slot] - 1
    if rider >= RIDERS or rider // GRADES == seat or s.status[rider] != ON_TRACK:
        return BAD_NAMING
    return 0


@rule("BA-6.1", "BA-9.1", "BA-R15", "BA-R17")
def choose_cards(s: Race, config: RaceConfig, orders: list[list[int]], log: Log) -> None:
    """Plays one card for each cyclist: the card that his team ordered or, if it ordered none, his highest."""
    for team in range(config.teams):
        absent = is_absent(s, config, team, orders[team])
        if absent:
            tell(log, NO_MOVES, team)
        for grade in range(GRADES):
            rider = team * GRADES + grade
            if s.status[rider] != ON_TRACK:
                s.played[rider] = 0
                continue
            card = int(orders[team][grade])
            if card == 0:
                card = int(s.hand[rider][0])
                if s.dropped[rider]:
                    tell_only(log, audience(config, rider), DROPPED_NO_ORDER, rider)
                elif not absent:
                    tell_only(log, audience(config, rider), NO_ORDER, rider)
            s.played[rider] = card


@rule("BA-9.1")
def is_absent(s: Race, config: RaceConfig, team: int, order: list[int]) -> bool:
    """Whether a team owed a move but sent none: it has a rider on the track who is not dropped, and ordered no card.

    In a Blind race, only the team may know who is dropped, so dropped riders owe a move too.
    """
    owed = False
    for grade in range(GRADES):
        rider = team * GRADES + grade
        if order[grade] != 0:
            return False
        owed = owed or (s.status[rider] == ON_TRACK and (config.blind > 0 or s.dropped[rider] == 0))
    return owed


@rule("BA-6.3")
def discard(s: Race, rider: int, log: Log) -> None:
    """Removes the played card from a rider's hand."""
    hand = s.hand[rider]
    for i in range(HAND):
        if hand[i] == s.played[rider]:
            for j in range(i + 1, HAND):
                hand[j - 1] = hand[j]
            hand[HAND - 1] = 0
            return


@rule("BA-V4")
def see_named_cards(s: Race, config: RaceConfig, orders: list[list[int]], log: Log) -> None:
    """In a Spy race, each naming shows the team one more card of the named rider, highest first.

    The cards are shown until the next turn.
    """
    forget_named_cards(s)
    for team in range(config.teams):
        for i in range(NAMINGS):
            code = orders[team][GRADES + i]
            if code > 0:
                s.spied[team][code - 1] += 1


@rule("BA-V4")
def forget_named_cards(s: Race) -> None:
    """Hides all spied cards again. Spied cards are visible for one turn only, and never in the next stage of a tour."""
    for team in range(TEAMS):
        for rider in range(RIDERS):
            s.spied[team][rider] = 0
