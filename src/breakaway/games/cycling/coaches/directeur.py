"""The `directeur` coach: its forecast, and its search for the best order of a team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.games.cycling.rules.cards import BASE, refill_hands, refuse_start_card, sole_leader, work_out_new_cards
from breakaway.games.cycling.rules.finish import mark_finishers, take_finishers_off
from breakaway.games.cycling.rules.interface import determinize
from breakaway.games.cycling.rules.movement import discard, move_riders, namings_of, points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import (
    FIRST_SLOT,
    GRADES,
    HAND,
    LINE_UP,
    LINES,
    ON_TRACK,
    PLACES,
    RIDERS,
    SLOTS,
    UNIT,
)
from breakaway.players.coaches import Coach

# --- Estimates what a position is worth to a team, from the times and places that its riders can expect at each line.
#
# In a Pursuit, the end of the race counts as another line. Times are in 64ths of a turn, squares in 16ths, places and
# points in 4096ths. All numbers are whole, so compiled code makes exactly the same decisions as plain Python. The
# weights were tuned in the lab; see docs/coaches.md.


TURN, SQUARE, ONE = 64, 16, 4096
GOALS = LINES + 1  # the lines of a stage, and the end of a Pursuit
BUCKET, BUCKETS = 16, 128  # a forecast has four moments a turn, for 32 turns

# The positions of the weights in WEIGHTS.
PACE, KEEPS, NEAR, SPAN, DOUBT, DRIFT, TAIL, SAMPLES, EFFORT, AGAIN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
WEIGHTS = (
    93,  # a rider's pace in the long run, in 16ths of a square a turn
    40,  # of 64: the weight of his newest card in his pace; the rest is for the long run
    8,  # what each rider ahead of him within SPAN squares adds to his pace, in the same unit
    13,
    25,  # how far off the forecast time for a line may be, in 64ths of a turn
    14,  # how much that grows with each turn until then, in 64ths of a turn
    400,  # the loss for each place behind the last one with points, in 4096ths of a point
    3,  # how many samples of the rivals' orders each of our orders is tried against
    2400,  # roughly how many moves (of one rider each) a decision may try
    0,  # of 100: how often a rival plays his highest card, not a random one, if none of his team did last turn
    23,  # the same if one of them did
    7,
    36,
    74,  # the same if all four did
)


class Notes(NamedTuple):
    """The working tables of the `directeur` coach.

    `ahead` and `cards` have a block for each sample of the rivals' orders.
    """

    weights: Sequence[int]
    cards: list[int]  # by rider: a card that he may play
    ahead: list[int]  # by goal and moment: how many rivals will be past the goal
    worth: list[int]  # by goal and place: what the place is worth
    times: list[int]  # by goal and rider of the team: when he will pass the goal


@rule()
def new_notes(weights: Sequence[int]) -> Notes:
    """Empty working tables with room for all samples of the rivals' orders."""
    samples = weights[SAMPLES]
    cards, ahead = [0] * (samples * RIDERS), [0] * (samples * GOALS * BUCKETS)
    return Notes(weights, cards, ahead, [0] * (GOALS * PLACES), [0] * (GOALS * GRADES))


@rule()
def goal_at(view: Race, config: RaceConfig, goal: int) -> int:
    """The square of a line. The end of a Pursuit is assumed to be at least 30 squares beyond the leader."""
    if goal < config.lines[view.stage]:
        return int(config.line_at[view.stage][goal])
    ahead = int(view.square[view.queue[0]]) + 30
    return max(ahead, int(config.line_at[view.stage][0]) + 20)


@rule()
def goals_of(view: Race, config: RaceConfig) -> int:
    """The number of lines in a stage; the end of a Pursuit counts as one more."""
    return int(config.lines[view.stage]) + (1 if config.loop else 0)


@rule()
def value_places(view: Race, config: RaceConfig, notes: Notes) -> None:
    """Works out and stores the worth of each place at each line.

    After the last place with points, each further place is worth a little less.
    """
    for goal in range(goals_of(view, config)):
        last = 0
        for place in range(1, PLACES + 1):
            if goal < config.lines[view.stage]:
                points = points_of_place(view, config, goal, place)
            else:
                points = int(config.finish_points[view.stage][place - 1])
            last = place if points > 0 else last
            notes.worth[goal * PLACES + place - 1] = points * ONE - (place - last) * notes.weights[TAIL]


@rule()
def pace_of(view: Race, rider: int, leader: int, weights: Sequence[int]) -> int:
    """The number of squares that a rider will move each turn, in 16ths of a square.

    Assumes that the rider roughly keeps his place in the string.
    """
    card = BASE if rider == leader else int(view.drawn[rider])
    pace = (weights[PACE] * (TURN - weights[KEEPS]) + card * SQUARE * weights[KEEPS]) // TURN
    if weights[NEAR] > 0:
        square = int(view.square[rider])
        for i in range(view.field):
            ahead = view.square[view.queue[i]] - square
            if ahead <= 0:
                break
            if ahead <= weights[SPAN]:
                pace += weights[NEAR]
    return max(pace, SQUARE)


@rule()
def time_over(hand: list[int], squares: int, pace: int) -> int:
    """The time that a rider needs to cover `squares` squares if he plays his highest cards first.

    A rider who needs only part of his last move arrives earlier.
    """
    left = squares * SQUARE
    time = 0
    for i in range(HAND):
        card = max(int(hand[i]) * SQUARE, pace)
        if left <= card:
            return time + min(TURN - 1, left * 4 // SQUARE)
        left -= card
        time += TURN
    return time + left * TURN // pace


@rule()
def foresee(view: Race, config: RaceConfig, seat: int, before: Race, notes: Notes, sample: int) -> None:
    """Works out how many rivals will be past each line at each moment, excluding those already past it in `before`."""
    leader = sole_leader(view)
    for goal in range(goals_of(view, config)):
        start = (sample * GOALS + goal) * BUCKETS
        at = goal_at(before, config, goal)
        for b in range(start, start + BUCKETS):
            notes.ahead[b] = 0
        for rider in range(config.teams * GRADES):
            if rider // GRADES != seat and before.status[rider] == ON_TRACK and before.square[rider] <= at:
                low, high = 0, 1
                if view.square[rider] <= at:
                    pace = pace_of(view, rider, leader, notes.weights)
                    time = time_over(view.hand[rider], at + 1 - int(view.square[rider]), pace)
                    doubt = notes.weights[DOUBT] + time * notes.weights[DRIFT] // TURN
                    low = min(max(0, (time - doubt) // BUCKET), BUCKETS - 2)
                    high = min(max(low + 1, (time + doubt) // BUCKET), BUCKETS - 1)
                notes.ahead[start + low] += ONE // (high - low)
                notes.ahead[start + high] -= ONE // (high - low)
        sum_up_twice(notes.ahead, start)


@rule()
def sum_up_twice(ahead: list[int], start: int) -> None:
    """Works out the number of rivals past the line at each moment.

    At first, `ahead` records when each rival's chance of being past the line starts and stops rising. At the end,
    `ahead` contains the number of rivals at each moment.
    """
    rise, level = 0, 0
    for b in range(start, start + BUCKETS):
        level += rise
        rise += ahead[b]
        ahead[b] = level


@rule()
def rivals_ahead(ahead: list[int], start: int, time: int) -> int:
    """The expected number of rivals past a line at `time`, in 4096ths.

    The number is interpolated between two moments of the forecast.
    """
    b = min(time // BUCKET, BUCKETS - 2)
    part = min(time - b * BUCKET, BUCKET)
    return (ahead[start + b] * (BUCKET - part) + ahead[start + b + 1] * part) // BUCKET


@rule()
def worth_of_place(worth: list[int], goal: int, place: int) -> int:
    """The worth of a `place`. Places are in 4096ths, and 0 is the first. Beyond the table, the worth keeps falling by
    the table's last step.
    """
    p = min(place // ONE, PLACES - 2)
    part = place - p * ONE
    low, high = worth[goal * PLACES + p], worth[goal * PLACES + p + 1]
    return low + (high - low) * part // ONE


@rule()
def time_team(view: Race, config: RaceConfig, seat: int, before: Race, notes: Notes) -> None:
    """Works out when each of the team's riders will cross each line.

    0 means now; -1 means that the rider is past the line or not racing.
    """
    leader = sole_leader(view)
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        rides = before.status[rider] == ON_TRACK
        pace = pace_of(view, rider, leader, notes.weights) if rides else SQUARE
        for goal in range(goals_of(view, config)):
            at = goal_at(before, config, goal)
            time = -1
            if rides and before.square[rider] <= at:
                left = at + 1 - int(view.square[rider])
                time = 1 + time_over(view.hand[rider], left, pace) if left > 0 else 0
            notes.times[goal * GRADES + grade] = time


@rule()
def prospects(before: Race, goals: int, notes: Notes, sample: int) -> int:
    """The points, in 4096ths, that a team can expect at all lines that its riders will cross after this turn."""
    value = 0
    for goal in range(goals):
        crossed = int(before.crossed[goal]) if goal < LINES else 0
        start = (sample * GOALS + goal) * BUCKETS
        for rider in range(goal * GRADES, (goal + 1) * GRADES):
            time = notes.times[rider]
            if time > 0:
                mates = 0
                for other in range(goal * GRADES, (goal + 1) * GRADES):
                    sooner = notes.times[other] < time or (notes.times[other] == time and other < rider)
                    if notes.times[other] >= 0 and sooner:
                        mates += 1
                place = (crossed + mates) * ONE + rivals_ahead(notes.ahead, start, time)
                value += worth_of_place(notes.worth, goal, place)
    return value


# --- Tries orders: plays a turn on the view with the real rules, rates the result, and restores the view from a copy.


LEAST_TRIALS = 16  # orders that are always tried


@rule()
def pour(source: Race, target: Race, config: RaceConfig) -> None:
    """Copies every field that a turn changes and that the `directeur` coach reads."""
    target.field = source.field
    target.led_alone = source.led_alone
    target.queue[:] = source.queue
    target.square[:] = source.square
    target.status[:] = source.status
    target.arrival[:] = source.arrival
    target.crossed[:] = source.crossed
    target.points[:] = source.points
    for rider in range(config.teams * GRADES):
        target.hand[rider][:] = source.hand[rider]


@rule()
def cards_held(view: Race, rider: int) -> int:
    """The number of cards that a rider on the track has, which is at least one."""
    held = 1
    while held < HAND and view.hand[rider][held] > 0:
        held += 1
    return held


@rule()
def tops_played(view: Race, config: RaceConfig, seat: int) -> int:
    """How many of a team's riders played their highest card last turn, or 2 if that is unknown."""
    if view.turn == 1 or config.blind or config.secret_hands:
        return 2
    tops = 0
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        highest = int(view.hand[rider][0])
        if highest == view.drawn[rider]:
            highest = int(view.hand[rider][1])
        tops += 1 if view.played[rider] >= highest else 0
    return tops


@rule()
def imagine_rivals(view: Race, config: RaceConfig, seat: int, chance: Chance, notes: Notes) -> None:
    """Draws random cards for the rivals to play in each sample.

    A team that played its highest cards is likely to do so again.
    """
    for team in range(config.teams):
        if team == seat:
            continue
        again = notes.weights[AGAIN + tops_played(view, config, team)]
        for sample in range(notes.weights[SAMPLES]):
            start_step(chance)
            for rider in range(team * GRADES, (team + 1) * GRADES):
                if view.status[rider] == ON_TRACK:
                    held = cards_held(view, rider)
                    i = 0 if below(chance, "rival", 100) < again else below(chance, "rival's card", held)
                    notes.cards[sample * RIDERS + rider] = view.hand[rider][i]


@rule()
def may_cross(view: Race, config: RaceConfig, seat: int) -> bool:
    """Whether a rider of the team can cross a line this turn.

    If a rider can cross a line, the order of movement matters.
    """
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        for line in range(config.lines[view.stage]):
            at = config.line_at[view.stage][line]
            if view.square[rider] <= at and view.square[rider] + view.hand[rider][0] > at:
                return True
    return False


@rule()
def ride(view: Race, config: RaceConfig, seat: int, notes: Notes, sample: int, out: Order, whole: bool) -> None:
    """Plays one turn against the cards that the rivals play in one sample.

    If `whole` is true, works out line crossings and all hands too; otherwise only squares and the team's own hands.
    """
    for rider in range(config.teams * GRADES):
        view.played[rider] = notes.cards[sample * RIDERS + rider]
        if rider // GRADES == seat:
            view.played[rider] = out[rider % GRADES]
    if whole:
        move_riders(view, config, None)
    else:
        for rider in range(config.teams * GRADES):
            view.square[rider] += view.played[rider]
        for grade in range(GRADES):
            discard(view, seat * GRADES + grade, None)
    mark_finishers(view, config, None)
    if config.finishers_leave:
        take_finishers_off(view)
    work_out_new_cards(view, config, None)


@rule()
def rate(view: Race, config: RaceConfig, seat: int, before: Race, notes: Notes, out: Order, whole: bool) -> int:
    """The worth of an order: its points this turn and those expected later, summed over all samples."""
    value = 0
    for sample in range(notes.weights[SAMPLES]):
        ride(view, config, seat, notes, sample, out, whole)
        for rider in range(config.teams * GRADES):
            if rider // GRADES != seat:
                view.drawn[rider] = 0  # nothing reads his hand after this turn
        refill_hands(view)
        for rider in range(seat * GRADES, (seat + 1) * GRADES):
            value += int(view.points[rider] - before.points[rider]) * ONE // UNIT
        time_team(view, config, seat, before, notes)
        value += prospects(before, goals_of(view, config), notes, sample)
        pour(before, view, config)
    return value


@rule()
def prepare(view: Race, config: RaceConfig, seat: int, before: Race, notes: Notes, out: Order) -> None:
    """Prepares what every rating needs: when the rivals' cards take the rivals over the lines."""
    value_places(view, config, notes)
    pour(view, before, config)
    for sample in range(notes.weights[SAMPLES]):
        ride(view, config, seat, notes, sample, out, True)
        refill_hands(view)
        foresee(view, config, seat, before, notes, sample)
        pour(before, view, config)


@rule()
def search(
    view: Race, config: RaceConfig, seat: int, chance: Chance, before: Race, weights: Sequence[int], out: Order
) -> None:
    """Draws cards for the rivals, and looks for the best order against them."""
    notes = new_notes(weights)
    imagine_rivals(view, config, seat, chance, notes)
    improve(view, config, seat, chance, before, notes, out)


@rule()
def improve(view: Race, config: RaceConfig, seat: int, chance: Chance, before: Race, notes: Notes, out: Order) -> None:
    """Starts with every rider's highest card, then changes one card at a time while this helps and trials are left.

    `notes.cards` holds the rivals' cards in each sample.
    """
    weights = notes.weights
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        out[grade] = view.hand[rider][0] if view.status[rider] == ON_TRACK else 0
    prepare(view, config, seat, before, notes, out)
    whole = may_cross(view, config, seat)
    best = rate(view, config, seat, before, notes, out, whole)
    trials = max(LEAST_TRIALS, weights[EFFORT] // (weights[SAMPLES] * int(view.field) * (2 if whole else 1)))
    start_step(chance)
    grade = below(chance, "rider thought of first", GRADES)
    settled = 0
    while settled < GRADES and trials > 0:
        for i in range(HAND):
            card, kept = before.hand[seat * GRADES + grade][i], out[grade]
            if kept != 0 and card != 0 and card != kept and trials > 0:
                trials -= 1
                out[grade] = card
                value = rate(view, config, seat, before, notes, out, whole)
                if value > best:
                    best = value
                    settled = 0
                else:
                    out[grade] = kept
        settled += 1
        grade = (grade + 1) % GRADES


# --- `directeur`: rides as a team and thinks one turn ahead, considering what the rivals may play.


# Each of these line-ups won far more than its share in the lab. A team draws one at random, so that nobody can prepare
# for it.
LINE_UPS = (
    (15, 7, 7, 1, 15, 7, 3, 10, 8, 2, 7, 5, 4),
    (15, 10, 3, 2, 15, 7, 3, 10, 8, 2, 7, 5, 4),
    (15, 10, 3, 2, 13, 11, 1, 10, 8, 2, 7, 5, 4),
    (11, 10, 7, 2, 13, 8, 4, 10, 9, 1, 6, 5, 5),
    (14, 9, 4, 3, 13, 8, 4, 10, 9, 1, 6, 5, 5),
    (13, 7, 5, 5, 14, 8, 3, 11, 5, 4, 8, 4, 4),
    (13, 7, 5, 5, 15, 9, 1, 8, 8, 4, 8, 4, 4),
    (13, 10, 4, 3, 12, 12, 1, 12, 4, 4, 10, 4, 2),
)
# How the team of each seat varies a line-up: a point or two move between the cards of a rider. Whatever two teams draw,
# they never start with the same cards.
VARIATIONS = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1),
    (0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 1, -1),
    (0, 0, 0, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0),
    (0, -1, 1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0),
    (0, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1),
    (0, 0, 0, 0, -1, 0, 1, -1, 1, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, -1),
    (0, 1, -1, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0),
    (-1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, -1, 1, -1, 0, 1),
    (0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0, 0),
)


def tempered(weight: int, value: int) -> tuple[int, ...]:
    """The weights of `directeur` with another `value` for one of them."""
    return *WEIGHTS[:weight], value, *WEIGHTS[weight + 1 :]


# By seat, in turn: several teams of directeurs ride in styles of their own, none of which wins more than its share.
TEMPERS = (
    WEIGHTS,
    tempered(DRIFT, 8),  # trusts its forecasts of the far lines
    tempered(TAIL, 700),  # fights for every place
    tempered(DOUBT, 45),  # expects surprises
    tempered(KEEPS, 28),  # minds a new card less
    tempered(PACE, 86),  # thinks that riders tire
)


def directeur(game: Game[Any, Any]) -> Coach:
    """The `directeur` coach."""
    return directeur_order


@rule()
def directeur_order(view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, out: Order) -> None:
    """Writes to `out` a line-up or the best order it can find. In a Spy race, also spies on the rivals in front."""
    think(view, config, seat, chance, spare, TEMPERS[seat % len(TEMPERS)], out)


@rule()
def think(
    view: Race, config: RaceConfig, seat: int, chance: Chance, spare: Race, weights: Sequence[int], out: Order
) -> None:
    """Does the same as `directeur_order`, but with any `weights`, so that tools can tune them."""
    for slot in range(len(out)):
        out[slot] = 0
    if view.phase == LINE_UP:
        start_step(chance)
        line_up(view, config, seat, LINE_UPS[below(chance, "line-up", len(LINE_UPS))], out)
        return
    if config.spy:
        name_leaders(view, config, seat, out)
    determinize(view, config, seat, chance)
    search(view, config, seat, chance, spare, weights, out)


@rule()
def line_up(view: Race, config: RaceConfig, seat: int, chosen: Sequence[int], out: Order) -> None:
    """Writes the `chosen` line-up (3.1) as the team of this seat varies it, or the default line-up if the limits of the
    config forbid that.
    """
    refused = False
    for slot in range(SLOTS):
        out[slot] = chosen[slot] + VARIATIONS[seat][slot]
        refused = refused or refuse_start_card(view, config, seat, out, slot) != 0
    if refused:
        for grade in range(GRADES):
            for slot in range(FIRST_SLOT[grade], FIRST_SLOT[grade + 1]):
                out[slot] = config.default_hand[grade][slot - FIRST_SLOT[grade]]


@rule()
def name_leaders(view: Race, config: RaceConfig, seat: int, out: Order) -> None:
    """In a Spy race, names the rivals nearest the front, to see their highest cards (V4)."""
    named, most = 0, namings_of(view, config, seat)
    for i in range(view.field):
        rider = view.queue[i]
        if rider // GRADES != seat and named < most:
            out[GRADES + named] = rider + 1
            named += 1
