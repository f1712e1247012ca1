"""Tries orders: plays a turn on the view with the real rules, rates the result, and restores the view from a copy."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Order
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.forecast import (
    AGAIN,
    EFFORT,
    ONE,
    SAMPLES,
    Notes,
    foresee,
    goals_of,
    new_notes,
    prospects,
    time_team,
    value_places,
)
from breakaway.games.cycling.rules.finish import mark_finishers, take_finishers_off
from breakaway.games.cycling.rules.movement import move_riders
from breakaway.games.cycling.rules.orders import discard
from breakaway.games.cycling.rules.replacement import refill_hands, work_out_new_cards
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, HAND, ON_TRACK, RIDERS, UNIT

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
    if view.turn == 1 or config.blind:
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
def prepare(view: Race, config: RaceConfig, seat: int, chance: Chance, before: Race, notes: Notes, out: Order) -> None:
    """Prepares what every rating needs: the rivals' cards, and when these cards take the rivals over the lines."""
    imagine_rivals(view, config, seat, chance, notes)
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
    """Starts with every rider's highest card, then changes one card at a time while this helps and trials are left."""
    for grade in range(GRADES):
        rider = seat * GRADES + grade
        out[grade] = view.hand[rider][0] if view.status[rider] == ON_TRACK else 0
    notes = new_notes(weights)
    prepare(view, config, seat, chance, before, notes, out)
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
