"""The race and its book as flat data. A rider is a number: team * 4 + grade (A 0 to D 3)."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.state import number, table
from breakaway.games.cycling.rules import terms


@dataclass(slots=True)
class Race:
    """All that the rule book needs to go on. Squares count from the start (0); points are in 360360ths."""

    phase: int = number()
    stage: int = number()  # from 0
    turn: int = number()  # the turn that is played next, from 1
    led_alone: int = number()  # who led alone at the end of the turn before, or NOBODY
    ended: int = number()  # number of the rule that ended the race, 0 while it goes on
    field: int = number()  # riders in the queue
    queue: list[int] = table(terms.RIDERS)  # the riders on the track, front to back
    square: list[int] = table(terms.RIDERS)
    status: list[int] = table(terms.RIDERS)
    hand: list[list[int]] = table(terms.RIDERS, terms.HAND)  # highest card first, 0 for no card
    arrival: list[int] = table(terms.RIDERS)  # rank of movement in the turn before; equal ranks moved together
    played: list[int] = table(terms.RIDERS)  # the card of the turn before
    drawn: list[int] = table(terms.RIDERS)  # the new card of the turn before, 0 for none
    dropped: list[int] = table(terms.RIDERS)
    crossed: list[int] = table(terms.LINES)  # riders over each line so far
    points: list[int] = table(terms.RIDERS, kind="i8")
    place: list[int] = table(terms.RIDERS)  # at the finish of this stage, 0 for none
    places: list[list[int]] = table(
        terms.TEAMS, terms.RIDERS + 1
    )  # of all stages: how often the team had each finishing place
    line_up: list[list[int]] = table(terms.RIDERS, terms.HAND)
    spied: list[list[int]] = table(terms.TEAMS, terms.RIDERS)  # how many cards of a rider the team saw this turn


@dataclass(slots=True)
class RaceBook:
    """The tables and house rules of a race: a profile, its options and its tracks, in numbers."""

    teams: int = number(default=6)
    cap: int = number()  # highest new card, 0 for none (6.7)
    codes: int = number()  # a card is below this
    crowd: int = number()  # riders that overcrowd a square on the first turn, 0 for never (6.11)
    by_arrival: int = number()  # 1: ties on a square by arrival alone (boxed)
    level_keeps_lead: int = number()  # R6
    last_place: int = number()  # the race ends with this rider over the line, 0: with the last (R13)
    finishers_leave: int = number()  # 1: before the new cards are worked out (R14)
    dropped_gap: int = number()  # R15, 0 for never
    loop: int = number()  # squares of a Pursuit's loop, 0 for a road
    turn_limit: int = number()  # 0 for none
    blind: int = number()  # 1: squares and cards are private
    spy: int = number()  # 1: orders may name riders
    checkpoint: int = number()  # squares between the checkpoints of a blind race
    fresh_hands: int = number()  # 1: line-ups are chosen anew at each stage
    highest_start: int = number()  # highest card of a line-up (3.1)
    least_cards: list[int] = table(terms.GRADES)
    most_cards: list[int] = table(terms.GRADES)
    most_sum: list[int] = table(terms.GRADES)
    default_hand: list[list[int]] = table(terms.GRADES, terms.HAND)
    stages: int = number()
    length: list[int] = table(terms.STAGES)
    lines: list[int] = table(terms.STAGES)  # lines of a stage; on a road the last is the finish
    line_at: list[list[int]] = table(terms.STAGES, terms.LINES)
    sprint_points: list[list[int]] = table(terms.STAGES, terms.PLACES)  # whole points by place
    finish_points: list[list[int]] = table(terms.STAGES, terms.PLACES)
