"""What a play in progress is worth to a side: the side's mean chance of winning, by the odds of the cards left.

The rules themselves play each ending on a copy of the state; the table of win chances judges the position after it. All
chances are in millionths.
"""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.core.state import copy, zeros
from breakaway.games.football.rules import breakaways, game_day, kicks, scoring, terms
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.winning import chance_to_win

WHOLE = 1 << 24  # the weight of certainty while a chain of cards is followed
LIGHT = WHOLE // 50  # weights below this are left out
LINES = terms.GOAL + 1
ROWS = 4 * LINES
PART = 1 << 16  # a chance of 1 at the draw of a single card
LONGEST_CHAIN = 12
CORNERS = 8  # corners -2 to 3, then a touchdown and a football
TO_THE_GOAL, LOST = 6, 7


@rule("BF-002", "BF-R37")
def refilled(s: Football, config: FootballConfig) -> None:
    """Shuffles the deck if it is empty, as the next draw would."""
    for card in range(terms.DECK):
        if s.deck[card] > 0:
            return
    game_day.shuffle(s, config)


@rule()
def class_of(corner: int) -> int:
    """The class of an offense corner: 0 to 5 for -2 to 3 lines, then 6 for a touchdown and 7 for a football."""
    if corner == terms.TOUCHDOWN_CORNER:
        return TO_THE_GOAL
    return LOST if corner == terms.FOOTBALL else corner + 2


@rule()
def corner_of(at: int) -> int:
    """The offense corner that stands for a class: the inverse of `class_of`."""
    if at == TO_THE_GOAL:
        return terms.TOUCHDOWN_CORNER
    return terms.FOOTBALL if at == LOST else at - 2


@rule("BF-041", "BF-159")
def chain_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning while cards are drawn for a breakaway or a return.

    Leaves out endings with a weight below LIGHT. The chance that a card ends the chain is exact. A card that lets the
    chain go on is treated as an average card of the deck.
    """
    refilled(s, config)
    many = zeros(CORNERS)
    left = going = 0
    for card in range(terms.DECK):
        many[class_of(int(config.offense_corner[card]))] += s.deck[card]
        left += s.deck[card]
    for at in range(TO_THE_GOAL):
        if game_day.stops_chain(config, at - 2):
            many[at] = 0
        else:
            going += many[at]
    return follow_chain(s, config, seat, many, left, going)


@rule("BF-041", "BF-042", "BF-043", "BF-045", "BF-159")
def follow_chain(s: Football, config: FootballConfig, seat: int, many: list[int], left: int, going: int) -> int:
    """The chance of winning during a chain, worked out card by card.

    `many` counts the cards by class, without those that end the chain. `left` counts all cards, and `going` counts
    those that let the chain go on.
    """
    weights = zeros(ROWS)  # by line: stopped, fumbled, and two rows of chains that go on
    now, following = 2 * LINES, 3 * LINES
    start = int(s.line + s.gain) if s.phase == terms.CHAIN else int(s.line)
    weights[now + max(1, min(terms.GOAL - 1, start))] = WHOLE
    scored, weight, all_going = 0, WHOLE, max(1, going)
    drops, flies = many[LOST], many[TO_THE_GOAL]
    ends = left - going - drops - flies
    for _ in range(LONGEST_CHAIN):
        if weight < LIGHT or left <= 0:
            break
        weight = 0
        stop, drop, fly, on = ends * PART // left, drops * PART // left, flies * PART // left, going * PART // left
        for x in range(1, terms.GOAL):
            here = weights[now + x]
            if here == 0:
                continue
            weights[now + x] = 0
            weights[x] += here * stop // PART
            weights[LINES + x] += here * drop // PART
            scored += here * fly // PART
            each = here * on // PART // all_going
            weight += each * going
            for at in range(TO_THE_GOAL):
                to = x + at - 2
                if to >= terms.GOAL:
                    scored += each * many[at]
                else:
                    weights[following + to if to > 0 else 0] += each * many[at]
        now, following = following, now
        left, going = left - 1, max(0, going - 1)
    for x in range(1, terms.GOAL):  # a chain that is not followed to its end counts as stopped there
        weights[x] += weights[now + x]
    return mean_of_chain(s, config, seat, weights, scored)


@rule("BF-042", "BF-043")
def mean_of_chain(s: Football, config: FootballConfig, seat: int, weights: list[int], scored: int) -> int:
    """The chance of winning, as a weighted mean over all ends of a chain (a stop, a fumble or the end zone)."""
    total = known = 0
    if scored >= LIGHT:
        total, known = scored * chain_end(s, config, seat, terms.TOUCHDOWN_CORNER, terms.GOAL - 1), scored
    for x in range(terms.GOAL):
        if weights[x] >= LIGHT:
            total += weights[x] * chain_end(s, config, seat, 0, x)
            known += weights[x]
        if weights[LINES + x] >= LIGHT:
            total += weights[LINES + x] * chain_end(s, config, seat, terms.FOOTBALL, x)
            known += weights[LINES + x]
    return total // known if known > 0 else chance_to_win(s, config, seat)


@rule("BF-041", "BF-159")
def chain_end(s: Football, config: FootballConfig, seat: int, corner: int, line: int) -> int:
    """The chance of winning if a chain ends on this line, with this corner."""
    end = copy(s)
    if s.phase == terms.CHAIN:
        end.gain = line - s.line
        breakaways.chain_card(end, config, corner, None)
    else:
        end.line = line
        kicks.judge_chain(end, config, corner, None)
    return chance_to_win(end, config, seat)


@rule("BF-131", "BF-132", "BF-124")
def field_goal_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before the card of a field goal or an extra point is drawn."""
    refilled(s, config)
    found, many = zeros(3), zeros(3)  # by result: a card, and how many cards there are
    needed = scoring.kick_distance(s.line) + (1 if s.iced == 1 else 0)
    if s.try_down == 1:
        needed = 3
    for card in range(terms.DECK):
        value = game_day.kick_value(s, config, s.offense, config.field_goal[card])
        how = 0
        if value > 0:
            how = 2 if value >= needed else 1
        many[how] += s.deck[card]
        found[how] = card if s.deck[card] > 0 else found[how]
    total = left = 0
    for how in range(3):
        if many[how] > 0:
            total += many[how] * after_kick(s, config, seat, found[how])
            left += many[how]
    return total // left


@rule("BF-124", "BF-131")
def after_kick(s: Football, config: FootballConfig, seat: int, card: int) -> int:
    """The chance of winning after this card is drawn for a field goal or extra point. Treats a blocked kick as not
    returned.
    """
    end = copy(s)
    end.game_day = card
    end.deck[card] -= 1
    if s.try_down == 1:
        scoring.judge_extra_point(end, config, None)
    else:
        scoring.judge_field_goal(end, config, None)
    if end.phase == terms.KICK_CHAIN:
        kicks.judge_chain(end, config, 0, None)
    return chance_to_win(end, config, seat)


@rule("BF-154", "BF-155")
def return_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before the card of a punt's return is drawn. Shuffles the deck of `s` if it is empty."""
    refilled(s, config)
    many = zeros(CORNERS)
    left = total = 0
    for card in range(terms.DECK):
        many[class_of(int(config.offense_corner[card]))] += s.deck[card]
        left += s.deck[card]
    for at in range(CORNERS):
        if many[at] > 0:
            end = copy(s)
            kicks.judge_return(end, config, corner_of(at), None)
            total += many[at] * chance_to_win(end, config, seat)
    return total // left
