"""Estimates what a position is worth to a team, from the times and places that its riders can expect at each line.

In a Pursuit, the end of the race counts as another line. Times are in 64ths of a turn, squares in 16ths, places and
points in 4096ths. All numbers are whole, so compiled code makes exactly the same decisions as plain Python. The weights
were tuned in the lab; see docs/coaches.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from breakaway.core.rules import rule
from breakaway.games.cycling.rules.replacement import BASE, sole_leader
from breakaway.games.cycling.rules.sprints import points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, HAND, LINES, ON_TRACK, PLACES, RIDERS

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
