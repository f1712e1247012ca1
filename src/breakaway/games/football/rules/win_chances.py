"""Chances of winning: the table, the plays left, and what an action is worth to a sheet."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.odds import ONE, STEP, between, corrected, even, knot, load, number_at, read
from breakaway.core.rules import rule
from breakaway.core.state import copy, zeros
from breakaway.games.football.rules import calls, cards_and_clock, kicks, play, scoring, terms
from breakaway.games.football.rules.event_words import COFFIN as COFFIN
from breakaway.games.football.rules.event_words import FIELD_GOAL as FIELD_GOAL
from breakaway.games.football.rules.event_words import GO as GO
from breakaway.games.football.rules.event_words import HAIL_MARY as HAIL_MARY
from breakaway.games.football.rules.event_words import KNEEL as KNEEL
from breakaway.games.football.rules.event_words import PUNT as PUNT
from breakaway.games.football.rules.event_words import WEIGH as WEIGH
from breakaway.games.football.rules.state import Football, FootballConfig, other

# --- The layout of the table of win chances, and the cell of the table for each situation.


SPOTS = 46  # pairs of a marker (4, 10, 16, 20) and a line short of it
TRY_CELL, KICK_CELL, FREE_KICK_CELL = 4 * SPOTS, 4 * SPOTS + 1, 4 * SPOTS + 2
CELLS = 4 * SPOTS + 3
LAST_TRY = CELLS  # a try after the last card of a half
ROWS = CELLS + 1
MOST, MOST_OVERTIME = 24, 6  # leads; larger ones count as these
LEADS, LEADS_OVERTIME = 2 * MOST + 1, 2 * MOST_OVERTIME + 1
LEVELS = 4  # numbers of time outs: 0 to 3
PLACES = ROWS * LEVELS * LEVELS
ZONES = 3  # own half, other half, kicks and tries

# The numbers of plays left for which the table has a slot. Between two of them, the chance changes along a straight
# line.
FIRST, SECOND, THIRD = bytes((1, 8, 15)), bytes((1, 2, 3, 4, 6, 8, 11, 15)), bytes((1, 5, 10, 15))
LATE, EXTRA = bytes((3, 4, 5, 6, 8, 10, 12, 15)), bytes((1, 2, 3, 5, 8, 15))
LAST = 2  # with this many plays left, or fewer, the table has a slot for each pair of time-out counts (0, 1, 2+)
SECOND_AT = 2 * len(FIRST)
THIRD_AT = SECOND_AT + 2 * len(SECOND)
LATE_AT = THIRD_AT + len(THIRD)
LAST_AT = LATE_AT + len(LATE)
SLOTS = LAST_AT + 9 * LAST
FIRST_HAD, SECOND_HAS, BOTH_HAD = range(3)  # overtime: how many sides have had the ball

# From edition 3 on, a table of its own judges the last plays of a half (data/endings.toml).
ENDING = 8  # with this many plays left in a half, or fewer
FOURTH_CUTS = 3, 6  # its parts for the fourth quarter end with this many plays left
SECOND_CUT = 4  # and so does the first one for the second quarter
LEAD_STEP = 4  # in the second quarter, it has every fourth lead
EXTRA_STEP = 3  # in overtime, only field goals make a lead
EXTRA_LEVELS = 3  # and there are two time outs


@rule("BF-116", "BF-118")
def spot(line: int, marker: int) -> int:
    """The number, 0 to 45, that stands for a line and the marker ahead of it."""
    at = max(1, min(line, marker - 1)) - 1
    if marker <= 4:
        return at
    if marker <= 10:
        return 3 + at
    return 12 + at if marker <= 16 else 27 + at


@rule("BF-108", "BF-125", "BF-140")
def cell_of(s: Football) -> int:
    """The cell of the next play: a kickoff, a free kick, a try, or a down with its line and marker."""
    if s.try_down == 1:
        return TRY_CELL
    then = s.then if s.phase in (terms.BETWEEN, terms.DISCARD) else s.phase
    if then == terms.KICK or then == terms.START or then == terms.TOSS:
        return KICK_CELL
    if then == terms.FREE_KICK:
        return FREE_KICK_CELL
    return int((max(1, min(4, s.down)) - 1) * SPOTS + spot(s.line, s.marker))


@rule("BF-102", "BF-113")
def plays_left(s: Football, config: FootballConfig) -> int:
    """The plays left in this quarter, 0 to 15: the cards left, plus the untimed plays that time outs have added.

    From edition 3 on, a card that comes back with the next call counts already.
    """
    back = s.returns if config.endings == 1 else 0
    return int(max(0, min(terms.CARDS, cards_and_clock.cards_left(s, config) + s.untimed + back)))


@rule("BF-188", "BF-189")
def overtime_turn(s: Football) -> int:
    """The stage of overtime: the first side's possession, the second side's, or sudden death."""
    if s.had_ball[other(s.offense)] == 0:
        return FIRST_HAD
    return SECOND_HAS if s.had_ball[s.offense] == 0 else BOTH_HAD


@rule()
def zone_of(cell: int) -> int:
    """The zone of a cell: 0 for the offense's own half, 1 for the other half, 2 for kicks and tries."""
    if cell >= TRY_CELL:
        return 2
    spot = cell % SPOTS
    line = spot + 1
    if spot >= 27:
        line = spot - 26
    elif spot >= 12:
        line = spot - 11
    elif spot >= 3:
        line = spot - 2
    return 0 if line < 10 else 1


# --- The chance of winning in a situation between plays, from the table that tools/fit_winning.py made
# (data/winning.toml).
#
# A tie counts as half a win, so the chances of both sides add up to 1. The chance depends on the cell (field, down,
# kick), the lead, the quarter, the plays left, who receives the second-half kickoff, and the stage of overtime. In the
# fourth quarter, the chance also depends on the time outs. Challenge flags change the chance a little. Teams and cards
# make no difference.


TABLE = load(Path(__file__).parents[1] / "data" / "winning.toml")
REGULAR, OVERTIME, TIMES = TABLE.parts["regular"], TABLE.parts["overtime"], TABLE.parts["time_outs"]
SHIFT_FLAGS, SHIFT_BALL, SLOPE = (TABLE.numbers[name] for name in ("flags", "ball", "slope"))


@rule()
def chance_to_win(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's chance of winning in millionths, before a down, a kick or a try, or after the match.

    A tie counts as half a win. During a play, returns the chance before the play.
    """
    mine = offense_chance(s, config)
    return mine if seat == s.offense else ONE - mine


@rule()
def offense_chance(s: Football, config: FootballConfig) -> int:
    """The chance of winning for the side that has the ball or kicks off."""
    seat = s.offense
    lead = int(s.score[seat] - s.score[other(seat)])
    if s.phase == terms.OVER:
        return even(lead)
    if s.phase == terms.START or s.phase == terms.TOSS:
        return ONE // 2
    left = plays_left(s, config)
    if s.quarter > 4:
        return overtime_chance(s, config, lead, left)
    if left == 0 and s.try_down == 0 and cards_and_clock.half_ends_with_quarter(s):
        return after_the_half(s, config, lead)
    if is_ending(s, config):
        return ending_chance(s, cell_of(s), lead, left)
    quarter = int(s.quarter)
    if left == 0 and s.try_down == 0:
        quarter, left = quarter + 1, terms.CARDS
    return regular_chance(s, quarter, cell_of(s), lead, left)


@rule("BF-105", "BF-109", "BF-184")
def after_the_half(s: Football, config: FootballConfig, lead: int) -> int:
    """The chance of winning when no cards are left in a half: before the second half's kickoff, or at the end of the
    match.
    """
    if s.quarter == 4:
        return even(lead)
    if s.offense != s.opening_kicker:
        return regular_chance(s, 3, KICK_CELL, lead, terms.CARDS)
    return ONE - regular_chance(s, 3, KICK_CELL, -lead, terms.CARDS)


@rule()
def regular_chance(s: Football, quarter: int, cell: int, lead: int, left: int) -> int:
    """The chance of winning in one of the four quarters, with `left` plays left in the quarter."""
    row = LAST_TRY if left == 0 and cell == TRY_CELL and (quarter == 2 or quarter == 4) else cell
    left, lead = max(1, left), max(-MOST, min(MOST, lead))
    receives = 1 if s.offense == s.opening_kicker else 0
    mine, theirs = int(s.time_outs[s.offense]), int(s.time_outs[other(s.offense)])
    if quarter == 4 and left <= LAST:
        slot = LAST_AT + (left - 1) * 9 + min(2, mine) * 3 + min(2, theirs)
        found = in_slot(slot, row, lead)
    elif quarter == 4:
        found = late_chance(row, lead, left, mine, theirs, zone_of(cell))
    elif quarter == 3:
        found = on_line(THIRD, THIRD_AT, row, lead, left)
    elif quarter == 2:
        found = on_line(SECOND, SECOND_AT + receives * len(SECOND), row, lead, left)
    else:
        found = on_line(FIRST, receives * len(FIRST), row, lead, left)
    return with_flags(s, max(0, min(ONE, found)), quarter, left)


@rule()
def with_flags(s: Football, chance: int, quarter: int, left: int) -> int:
    """The chance of winning after the fitted corrections for this part of the match and for challenge flags."""
    part = (quarter - 1) * 3 + min(2, (left - 1) // 5)
    flags = max(-3, min(3, int(s.flags[s.offense] - s.flags[other(s.offense)])))
    shift = number_at(SHIFT_BALL, part) + flags * number_at(SHIFT_FLAGS, part)
    return corrected(chance, shift, number_at(SLOPE, part))


@rule()
def in_slot(slot: int, row: int, lead: int) -> int:
    """The chance of winning in one slot of the table."""
    return STEP * read(REGULAR, (slot * ROWS + row) * LEADS + lead + MOST)


@rule()
def on_line(knots: bytes, first: int, row: int, lead: int, left: int) -> int:
    """The chance of winning with `left` plays left, interpolated between the two nearest slots. `first` is the first
    slot.
    """
    at = knot(knots, left)
    low, high = in_slot(first + at, row, lead), in_slot(first + at + 1, row, lead)
    return between(low, high, left - knots[at], knots[at + 1] - knots[at])


@rule()
def late_chance(row: int, lead: int, left: int, mine: int, theirs: int, zone: int) -> int:
    """The chance of winning in the fourth quarter.

    Takes the chance with three time outs on each side, and corrects it by zone for the time outs that are really left.
    """
    at = knot(LATE, left)
    place = ((at * LEVELS + min(3, mine)) * LEVELS + min(3, theirs)) * ZONES + zone
    low = in_slot(LATE_AT + at, row, lead) + STEP * read(TIMES, place * LEADS + lead + MOST) - ONE
    place += LEVELS * LEVELS * ZONES
    high = in_slot(LATE_AT + at + 1, row, lead) + STEP * read(TIMES, place * LEADS + lead + MOST) - ONE
    return between(low, high, left - LATE[at], LATE[at + 1] - LATE[at])


@rule("BF-188", "BF-189", "BF-191")
def overtime_chance(s: Football, config: FootballConfig, lead: int, left: int) -> int:
    """The chance of winning in overtime."""
    if cards_and_clock.overtime_is_won(s, config) or left == 0:
        return even(lead)
    lead = max(-MOST_OVERTIME, min(MOST_OVERTIME, lead))
    cell = min(cell_of(s), FREE_KICK_CELL)
    if config.endings == 1 and left <= ENDING:
        return overtime_ending(s, cell, lead, left)
    at = knot(EXTRA, left)
    slot = overtime_turn(s) * len(EXTRA) + at
    low = STEP * read(OVERTIME, (slot * ROWS + cell) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    high = STEP * read(OVERTIME, ((slot + 1) * ROWS + cell) * LEADS_OVERTIME + lead + MOST_OVERTIME)
    found = between(low, high, left - EXTRA[at], EXTRA[at + 1] - EXTRA[at])
    return with_flags(s, found, 5, left)


# --- The last plays of a half, from edition 3 on: the chances that tools/fit_endings.py solved backward from the last
# play (data/endings.toml). They depend on the time outs of both sides, but not on challenge flags.


ENDINGS = load(Path(__file__).parents[1] / "data" / "endings.toml")
FOURTH_1, FOURTH_2, FOURTH_3 = (ENDINGS.parts[f"fourth_{n}"] for n in (1, 2, 3))
SECOND_1, SECOND_2 = (ENDINGS.parts[f"second_{n}"] for n in (1, 2))
KNOTS = 2 * MOST // LEAD_STEP + 1
EXTRA_TIME = ENDINGS.parts["overtime"]
EXTRA_KNOTS = 2 * MOST_OVERTIME // EXTRA_STEP + 1
EXTRA_PLACES = ROWS * EXTRA_LEVELS * EXTRA_LEVELS * 3


@rule("BF-109")
def is_ending(s: Football, config: FootballConfig) -> bool:
    """Whether the solved table judges this position: the last plays of a half or overtime, from edition 3 on."""
    late = cards_and_clock.half_ends_with_quarter(s) and plays_left(s, config) <= ENDING
    return bool(config.endings == 1 and late)


@rule("BF-102", "BF-111", "BF-113")
def ending_chance(s: Football, cell: int, lead: int, left: int) -> int:
    """The chance of winning of the side with the ball, with `left` plays left in the half, 0 to ENDING.

    Both sides may still call time before the last card. No plays are left only before a try.
    """
    mine, theirs = int(s.time_outs[s.offense]), int(s.time_outs[other(s.offense)])
    row = LAST_TRY if left == 0 and cell == TRY_CELL else cell
    place = (row * LEVELS + min(LEVELS - 1, mine)) * LEVELS + min(LEVELS - 1, theirs)
    lead, left = max(-MOST, min(MOST, lead)) + MOST, max(1, left) - 1
    if s.quarter == 4:
        return STEP * in_fourth(left, lead, place)
    receives = 1 if s.offense == s.opening_kicker else 0
    at = min(KNOTS - 2, lead // LEAD_STEP)
    low, high = in_second(left, at, place, receives), in_second(left, at + 1, place, receives)
    return between(STEP * low, STEP * high, lead - at * LEAD_STEP, LEAD_STEP)


@rule("BF-188", "BF-189", "BF-191")
def overtime_ending(s: Football, cell: int, lead: int, left: int) -> int:
    """The chance of winning of the side with the ball, with `left` plays left in overtime, 1 to ENDING."""
    mine, theirs = int(s.time_outs[s.offense]), int(s.time_outs[other(s.offense)])
    place = (cell * EXTRA_LEVELS + min(EXTRA_LEVELS - 1, mine)) * EXTRA_LEVELS + min(EXTRA_LEVELS - 1, theirs)
    place = place * 3 + overtime_turn(s)
    lead += MOST_OVERTIME
    at = min(EXTRA_KNOTS - 2, lead // EXTRA_STEP)
    first = ((left - 1) * EXTRA_KNOTS + at) * EXTRA_PLACES + place
    low, high = STEP * read(EXTRA_TIME, first), STEP * read(EXTRA_TIME, first + EXTRA_PLACES)
    return between(low, high, lead - at * EXTRA_STEP, EXTRA_STEP)


@rule()
def in_fourth(left: int, lead: int, place: int) -> int:
    """The number in the solved table for the fourth quarter, with one more play left than `left`."""
    if left >= FOURTH_CUTS[1]:
        return read(FOURTH_3, ((left - FOURTH_CUTS[1]) * LEADS + lead) * PLACES + place)
    if left >= FOURTH_CUTS[0]:
        return read(FOURTH_2, ((left - FOURTH_CUTS[0]) * LEADS + lead) * PLACES + place)
    return read(FOURTH_1, (left * LEADS + lead) * PLACES + place)


@rule()
def in_second(left: int, at: int, place: int, receives: int) -> int:
    """The number in the solved table for the second quarter, with one more play left than `left`.

    `at` counts the leads that the table has, from the largest deficit on.
    """
    if left >= SECOND_CUT:
        return read(SECOND_2, (((left - SECOND_CUT) * KNOTS + at) * PLACES + place) * 2 + receives)
    return read(SECOND_1, ((left * KNOTS + at) * PLACES + place) * 2 + receives)


# --- What a play in progress is worth to a side: the side's mean chance of winning, by the odds of the cards left.
#
# The rules themselves play each ending on a copy of the state; the table of win chances judges the position after it.
# All chances are in millionths.


WHOLE = 1 << 24  # the weight of certainty while a chain of cards is followed
LIGHT = WHOLE // 50  # weights below this are left out
LINES = terms.GOAL + 1
CHAIN_ROWS = 4 * LINES
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
    cards_and_clock.shuffle(s, config)


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
        if cards_and_clock.stops_chain(config, at - 2):
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
    weights = zeros(CHAIN_ROWS)  # by line: stopped, fumbled, and two rows of chains that go on
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
        play.chain_card(end, config, corner, None)
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
        value = cards_and_clock.kick_value(s, config, s.offense, config.field_goal[card])
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


# --- What an action is worth to the offense before a card is drawn: the offense's mean chance of winning.
#
# Kicks and Hail Marys are judged by the odds of the cards left in the deck, and a kneel by its only result. A run or
# pass is worth as much as a sheet's average play, because the dice have not chosen the play yet. All chances are in
# millionths.


# What an offense may call: GO is a run or a pass, the others are the codes from FIELD_GOAL_CALL on.
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
        return field_goal_chance(s, config, seat)
    if action == HAIL_MARY:
        return hail_mary_chance(s, config, seat)
    if action == KNEEL:  # if a play is worth as much, a kneel is preferred from edition 3 on
        return chance_to_win(s, config, seat) + int(config.endings)
    return punt_chance(s, config, seat)


@rule("BF-025", "BF-028", "BF-091")
def play_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning with an average run or pass."""
    total = 0
    cards_and_clock.use_card(s, config, 0, None)
    for i in range(len(GAINS)):
        end = copy(s)
        scoring.gain(end, config, LEAST + GAINS[i], None)
        total += OFTEN[i] * chance_to_win(end, config, seat)
    scoring.turn_over(s, config, s.line, False, None)
    return (total + LOSES * chance_to_win(s, config, seat)) // OF


@rule("BF-125", "BF-128")
def try_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning with a two-point try, lowered slightly so that the kick is preferred if both are equal."""
    end = copy(s)
    scoring.gain(end, config, terms.GOAL - s.line, None)
    scoring.gain(s, config, 0, None)
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
        counts = cards_and_clock.kick_value(s, config, s.offense, value)
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
    total, going = 0, WHOLE
    for _ in range(cards):
        for how in (0, 2):
            if many[how] > 0:
                total += going * many[how] // left * after_throw(s, config, seat, found[how])
        going = going * many[1] // left
        many[1], left = many[1] - 1, left - 1  # this card decided nothing
    if going > 0:
        scoring.gain(s, config, 0, None)
        total += going * chance_to_win(s, config, seat)
    return total // WHOLE


@rule("BF-178", "BF-179", "BF-180")
def after_throw(s: Football, config: FootballConfig, seat: int, card: int) -> int:
    """The chance of winning after the card that decides a Hail Mary."""
    end = copy(s)
    end.game_day = card
    end.deck[card] -= 1
    calls.judge_hail_mary(end, config, None)
    if end.phase == terms.CHAIN:
        return chain_chance(end, config, seat)
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
            if cards_and_clock.kick_value(s, config, s.offense, config.field_goal[card]) >= needed:
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
    return after_kick(end, config, seat, card)


@rule("BF-153", "BF-157")
def punted(s: Football, config: FootballConfig, seat: int, value: int) -> int:
    """The chance of winning after a punt with this value, returned for one line. A blocked punt is not returned."""
    end = copy(s)
    kicks.begin_punt(end, config, 0, 0, None)
    land(end, config, value)
    if end.phase == terms.PUNT_RETURN:
        kicks.judge_return(end, config, 1, None)
    return chance_to_win(end, config, seat)
