"""What an action is worth to the offense before a card is drawn: the offense's mean chance of winning.

Kicks and Hail Marys are judged by the odds of the cards left in the deck, and a kneel by its only result. A run or pass
is worth as much as a sheet's average play, because the dice have not chosen the play yet. All chances are in
millionths.
"""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.core.state import copy, zeros
from breakaway.games.football.rules import (
    ahead,
    calls,
    clock,
    downs,
    game_day,
    kicks,
    scoring,
    special,
    terms,
    turnovers,
)
from breakaway.games.football.rules.ahead import CORNERS, LOST, TO_THE_GOAL, class_of, refilled
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.winning import chance_to_win

# What an offense may call: GO is a run or a pass, the others are the codes from FIELD_GOAL_CALL on.
# WEIGH, the fourth-down die's "kick" from the 40 or 45, becomes a field goal or a punt once a card is drawn.
GO, FIELD_GOAL, PUNT, COFFIN, HAIL_MARY, KNEEL, WEIGH = 0, 1, 2, 3, 4, 5, 6
# Of 1,000 plays by sheets, how many gain each number of lines (in 24,000 matches of the core teams). The rest lose the
# ball.
LEAST = -3
GAINS = bytes(each - LEAST for each in (-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 11, 14, 20))
OFTEN = bytes((30, 75, 124, 240, 210, 90, 69, 34, 18, 12, 28, 20, 8, 8))
OF, LOSES, TWO_POINTS = 1000, 34, 246
RARE = 50  # a fumbled return or a start with a weight below one in this many is left out
PUNTS = terms.GOAL + 3  # a punt of two lines more than the field is a touchback, aimed at a corner or not
STARTS = terms.GOAL + 1  # lines on which a drive may begin


@rule("BF-021", "BF-123")
def action_chance(s: Football, config: FootballConfig, seat: int, action: int) -> int:
    """The chance of winning with this action. Changes `s`."""
    if action == GO:
        return try_chance(s, config, seat) if s.try_down == 1 else play_chance(s, config, seat)
    calls.declare(s, config, terms.FIELD_GOAL_CALL + action - FIELD_GOAL, 0, None)
    if action == FIELD_GOAL:
        return ahead.field_goal_chance(s, config, seat)
    if action == HAIL_MARY:
        return hail_mary_chance(s, config, seat)
    return chance_to_win(s, config, seat) if action == KNEEL else punt_chance(s, config, seat)


@rule("BF-025", "BF-028", "BF-091")
def play_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning with an average run or pass."""
    total = 0
    clock.use_card(s, config, 0, None)
    for i in range(len(GAINS)):
        end = copy(s)
        downs.gain(end, config, LEAST + GAINS[i], None)
        total += OFTEN[i] * chance_to_win(end, config, seat)
    turnovers.turn_over(s, config, s.line, False, None)
    return (total + LOSES * chance_to_win(s, config, seat)) // OF


@rule("BF-125", "BF-128")
def try_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning with a two-point try, lowered slightly so that the kick is preferred if both are equal."""
    end = copy(s)
    downs.gain(end, config, terms.GOAL - s.line, None)
    downs.gain(s, config, 0, None)
    good, failed = chance_to_win(end, config, seat), chance_to_win(s, config, seat)
    return (TWO_POINTS * good + (OF - TWO_POINTS) * failed) // OF - 1


@rule("BF-153", "BF-154", "BF-156", "BF-194")
def punt_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before a punt's card is drawn. The return's card is assumed to come from the same deck.

    A blocked punt is assumed to end where it is blocked.
    """
    refilled(s, config)
    many = zeros(PUNTS)
    corners = zeros(CORNERS)
    left = 0
    for card in range(terms.DECK):
        value = int(config.punt[card])
        counts = game_day.kick_value(s, config, s.offense, value)
        if s.line + kicks.coffin_value(s, value) >= terms.GOAL or s.line + kicks.coffin_value(s, counts) < terms.GOAL:
            value = counts  # otherwise the effect would make it a touchback
        many[min(PUNTS - 1, value)] += s.deck[card]
        corners[class_of(int(config.offense_corner[card]))] += s.deck[card]
        left += s.deck[card]
    return after_landings(s, config, seat, many, corners, left)


@rule("BF-153", "BF-154", "BF-155", "BF-156")
def after_landings(
    s: Football, config: FootballConfig, seat: int, many: list[int], corners: list[int], left: int
) -> int:
    """The mean chance of winning after a punt.

    `many` counts the cards by punt value, `corners` counts them by class of corner, and `left` is the number of cards
    in the deck.
    """
    starts = zeros(STARTS)  # where the next drive begins, by line; 0: a safety, the goal line: a touchdown
    total = known = 0
    whole = left * left
    landed = copy(s)
    for value in range(PUNTS):
        if many[value] == 0:
            continue
        end = copy(s)
        land(end, config, value)
        if end.phase != terms.PUNT_RETURN:
            total += many[value] * left * chance_to_win(end, config, seat)
            known += many[value] * left
            continue
        landed = copy(end)
        count_starts(starts, end.line, corners, many[value])
        weight = many[value] * corners[LOST]
        if weight * RARE >= whole:
            kicks.judge_return(end, config, terms.FOOTBALL, None)
            total += weight * chance_to_win(end, config, seat)
            known += weight
    for line in range(STARTS):
        if starts[line] * RARE >= whole:
            end = copy(landed)
            end.line = line
            kicks.judge_return(end, config, 0, None)
            total += starts[line] * chance_to_win(end, config, seat)
            known += starts[line]
    return total // known


@rule("BF-154")
def count_starts(starts: list[int], line: int, corners: list[int], many: int) -> None:
    """Adds the weights of the lines where the next drive may begin after a return from `line` that is not fumbled.

    `corners` counts the cards by class of corner, and `many` counts the cards whose punt is returned from there.
    """
    for at in range(CORNERS):
        if at == TO_THE_GOAL:
            starts[terms.GOAL] += many * corners[at]
        elif at != LOST:
            starts[max(0, min(terms.GOAL, line + at - 2))] += many * corners[at]


@rule("BF-153", "BF-157")
def land(s: Football, config: FootballConfig, value: int) -> None:
    """Lands a punt of this value. If it is blocked, assumes that the other team's breakaway gains nothing."""
    if value == terms.BLOCKED:
        scoring.begin_return(s, config, terms.GOAL - s.line)
        kicks.judge_chain(s, config, 0, None)
    else:
        kicks.land_punt(s, config, value, None)


@rule("BF-176", "BF-178", "BF-180")
def hail_mary_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before a Hail Mary's cards are drawn. Each card is a catch, an interception or neither."""
    refilled(s, config)
    found, many = zeros(3), zeros(3)  # by result: a card, and how many cards there are
    for card in range(terms.DECK):
        value = config.field_goal[card]
        how = 1
        if value == 9:
            how = 2
        elif value == terms.BLOCKED:
            how = 0
        found[how] = card if s.deck[card] > 0 else found[how]
        many[how] += s.deck[card]
    left = many[0] + many[1] + many[2]
    cards = min(int(s.hail_cards), left)
    total, going = 0, ahead.WHOLE
    for _ in range(cards):
        for how in (0, 2):
            if many[how] > 0:
                total += going * many[how] // left * after_throw(s, config, seat, found[how])
        going = going * many[1] // left
        many[1], left = many[1] - 1, left - 1  # this card decided nothing
    if going > 0:
        downs.gain(s, config, 0, None)
        total += going * chance_to_win(s, config, seat)
    return total // ahead.WHOLE


@rule("BF-178", "BF-179", "BF-180")
def after_throw(s: Football, config: FootballConfig, seat: int, card: int) -> int:
    """The chance of winning after the card that decides a Hail Mary."""
    end = copy(s)
    end.game_day = card
    end.deck[card] -= 1
    special.judge_hail_mary(end, config, None)
    if end.phase == terms.CHAIN:
        return ahead.chain_chance(end, config, seat)
    return chance_to_win(end, config, seat)


@rule("BF-142", "BF-143", "BF-147")
def kickoff_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before a deep kickoff's card is drawn."""
    refilled(s, config)
    found = zeros(CORNERS)
    many = zeros(CORNERS)
    total = left = 0
    for card in range(terms.DECK):
        at = class_of(int(config.offense_corner[card]))
        found[at] = card if s.deck[card] > 0 else found[at]
        many[at] += s.deck[card]
        left += s.deck[card]
    for at in range(CORNERS):
        if many[at] > 0:
            end = copy(s)
            kicks.judge_kickoff(end, config, found[at], None)
            total += many[at] * chance_to_win(end, config, seat)
    return total // left


@rule("BF-151", "BF-152")
def onside_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before an onside kick's card is drawn."""
    refilled(s, config)
    total = left = 0
    worth = zeros(2)  # by whether the kicking side recovers: 1 more than the chance, 0 while it is unknown
    for card in range(terms.DECK):
        count = int(s.deck[card])
        if count > 0:
            end = copy(s)
            kicks.judge_onside(end, config, card, None)
            kept = 1 if end.offense == s.offense else 0
            if worth[kept] == 0:
                worth[kept] = 1 + chance_to_win(end, config, seat)
            total += count * (worth[kept] - 1)
            left += count
    return total // left


@rule("BF-234")
def weighed_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before a card decides whether a sheet kicks a field goal or punts.

    Assumes a punt whenever the field goal would miss. Treats every punt as returned for one line, and a blocked kick
    as not returned.
    """
    refilled(s, config)
    needed = scoring.kick_distance(s.line) + (1 if s.iced == 1 else 0)
    good = left = total = 0
    many = zeros(PUNTS)
    for card in range(terms.DECK):
        count = int(s.deck[card])
        if count > 0:
            left += count
            if game_day.kick_value(s, config, s.offense, config.field_goal[card]) >= needed:
                if good == 0:
                    good = 1 + kicked(s, config, seat, card)
                total += count * (good - 1)
            else:
                many[min(PUNTS - 1, int(config.punt[card]))] += count
    for value in range(PUNTS):
        if many[value] > 0:
            total += many[value] * punted(s, config, seat, value)
    return total // left


@rule("BF-132")
def kicked(s: Football, config: FootballConfig, seat: int, card: int) -> int:
    """The chance of winning after this card is drawn for a field goal."""
    end = copy(s)
    kicks.begin_field_goal(end, config, 0, None)
    return ahead.after_kick(end, config, seat, card)


@rule("BF-153", "BF-157")
def punted(s: Football, config: FootballConfig, seat: int, value: int) -> int:
    """The chance of winning after a punt with this value, returned for one line. A blocked punt is not returned."""
    end = copy(s)
    kicks.begin_punt(end, config, 0, 0, None)
    land(end, config, value)
    if end.phase == terms.PUNT_RETURN:
        kicks.judge_return(end, config, 1, None)
    return chance_to_win(end, config, seat)
