"""Orders of a turn, movement, and sprints."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules.events import (
    BY_ARRIVAL,
    BY_CARD,
    BY_GRADE,
    BY_HIGHEST,
    BY_NEXT_HIGHEST,
    DROPPED_NO_ORDER,
    FINISH_PLACE,
    MOVED,
    NO_MOVES,
    NO_ORDER,
    SHARED_PLACE,
    SPRINT_PLACE,
)
from breakaway.games.cycling.rules.state import (
    BAD_NAMING,
    MISSING_CARD,
    NOT_IN_HAND,
    Race,
    RaceConfig,
    audience,
    hand_audience,
)
from breakaway.games.cycling.rules.terms import GRADES, HAND, NAMINGS, ON_TRACK, PLACES, RIDERS, TEAMS, UNIT

# --- Chapters 6.1 to 6.3, 8, 9 and 10: what a team may order, and which cards are played with or without orders.


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
def namings_of(s: Race, config: RaceConfig, team: int) -> int:
    """How many rivals a team may name in a Spy order: one for each of its riders who is not dropped."""
    if config.dropped_spies:
        return NAMINGS
    namings = NAMINGS
    for grade in range(GRADES):
        namings -= s.dropped[team * GRADES + grade] != 0
    return namings


@rule("BA-V4")
def refuse_naming(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the broken rule, or 0.

    In a Spy race, a naming (a rider's number plus 1; 0 for none) must name a rival on the track. A dropped rider names
    nobody.
    """
    if order[slot] == 0:
        return 0
    if slot > GRADES and order[slot - 1] == 0:
        return BAD_NAMING  # namings fill their slots from the front
    if slot - GRADES >= namings_of(s, config, seat):
        return BAD_NAMING
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


@rule("BA-V4", "BA-V6")
def forget_named_cards(s: Race) -> None:
    """Hides all spied cards again. Spied cards are visible for one turn only, and never in the next stage of a tour.

    A team that has shown its cards goes on showing them.
    """
    for team in range(TEAMS):
        for rider in range(RIDERS):
            if rider // GRADES != team:
                s.spied[team][rider] = 0


# --- Chapters 4 and 5: the lines, the order in which riders cross them, and the points for the places.


@rule("BA-4.4")
def is_finish(s: Race, config: RaceConfig, line: int) -> bool:
    """Whether a line is the finish, which is the last line on a road. A loop has no finish."""
    return config.loop == 0 and line == config.lines[s.stage] - 1


@rule("BA-5.1", "BA-5.2")
def points_of_place(s: Race, config: RaceConfig, line: int, place: int) -> int:
    """The points for a place (from 1) at a line, before any are shared; 0 for places without points."""
    if place > PLACES:
        return 0
    if is_finish(s, config, line):
        return int(config.finish_points[s.stage][place - 1])
    return int(config.sprint_points[s.stage][place - 1])


@rule("BA-R11")
def shared_points(s: Race, config: RaceConfig, line: int, first: int, riders: int) -> int:
    """The points, in 360360ths, for each of `riders` riders who share the places from `first` on."""
    pool = 0
    for place in range(first, first + riders):
        pool += points_of_place(s, config, line, place)
    return pool * UNIT // riders


@rule("BA-4.3", "BA-4.4", "BA-5.4", "BA-R12")
def cross_lines(s: Race, config: RaceConfig, start: int, end: int, log: Log) -> None:
    """Awards places at each line crossed by the riders `start` to `end` - 1 of the queue, who moved together."""
    for line in range(config.lines[s.stage]):
        at = config.line_at[s.stage][line]
        riders = 0
        for i in range(start, end):
            riders += has_crossed(s, s.queue[i], at)
        if riders == 0:
            continue
        first = s.crossed[line] + 1
        s.crossed[line] += riders
        each = shared_points(s, config, line, first, riders)
        for i in range(start, end):
            if has_crossed(s, s.queue[i], at):
                award(s, config, line, s.queue[i], first, riders, each, log)


@rule("BA-R12")
def has_crossed(s: Race, rider: int, at: int) -> int:
    """1 if the rider's last card took him over the line after square `at`, otherwise 0."""
    return 1 if s.square[rider] > at and s.square[rider] - s.played[rider] <= at else 0


@rule("BA-5.1", "BA-5.2", "BA-5.4", "BA-R11")
def award(s: Race, config: RaceConfig, line: int, rider: int, place: int, riders: int, each: int, log: Log) -> None:
    """Gives a rider a place at a line and its points.

    Riders who cross together share the best of the places that they fill.
    """
    s.points[rider] += each
    if is_finish(s, config, line):
        note_finish(s, rider, place)
        tell(log, FINISH_PLACE, rider, place, each, riders)
    else:
        tell(log, SPRINT_PLACE, rider, place, each, riders, config.line_at[s.stage][line])
    if riders > 1:
        tell(log, SHARED_PLACE, rider, place, each, riders)


@rule("BA-5.3", "BA-R18")
def note_finish(s: Race, rider: int, place: int) -> None:
    """Records a finishing place, which counts in the team's tie-breaks."""
    s.place[rider] = place
    s.places[rider // GRADES][place] += 1


# --- Chapter 7: riders move front to back, and a series of checks decides between riders on the same square.
#
# This file also moves the riders (6.1).


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
        if config.by_arrival == 0 and (check == 0 or check > 3):  # the hands decided, or were equal
            seen = hand_audience(s, config, a) & hand_audience(s, config, b)
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
    """Moves all riders in order. Riders whom no check separates move together and arrive with the same rank.

    Stops as soon as the race ends at once.
    """
    order_of_movement(s, config, log)
    start = 0
    while start < s.field and not has_stopped(s, config):
        # find the whole group before any of its riders moves; riders ahead have moved already and are not compared
        # again
        end = group_end(s, config, start)
        move_group(s, config, start, end, log)
        start = end
    if start < s.field:
        leave_unmoved(s, start)


@rule("BA-R13")
def has_stopped(s: Race, config: RaceConfig) -> bool:
    """Whether the race has ended in the middle of a turn, because enough riders have crossed the finish."""
    if config.ends_at_once == 0 or config.loop or config.last_place == 0:
        return False
    return bool(s.crossed[config.lines[s.stage] - 1] >= config.last_place)


@rule("BA-R13")
def leave_unmoved(s: Race, start: int) -> None:
    """Riders from `start` of the queue on have not moved when the race ends: they keep their cards and their order.

    They arrived on their squares before all who have moved.
    """
    for i in range(start):
        s.arrival[s.queue[i]] += s.field - start
    for i in range(start, s.field):
        s.arrival[s.queue[i]] = i - start + 1
        s.played[s.queue[i]] = 0


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
