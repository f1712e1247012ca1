"""The race and its config as flat data. A rider is a number: team * 4 + grade, where grades A to D are 0 to 3."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.observation import Observation
from breakaway.core.state import number, table
from breakaway.games.cycling.rules import terms
from breakaway.games.cycling.rules.options import HouseRules


@dataclass(slots=True)
class Race:
    """The state of a race. Squares are numbered from the start (0); points are in 360360ths."""

    phase: int = number()
    stage: int = number()  # from 0
    turn: int = number()  # the next turn to play, from 1
    led_alone: int = number()  # the rider who led alone at the end of the last turn, or NOBODY
    ended: int = number()  # number of the rule that ended the race, 0 while it goes on
    field: int = number()  # riders in the queue
    queue: list[int] = table(terms.RIDERS)  # the riders on the track, front to back
    square: list[int] = table(terms.RIDERS)
    status: list[int] = table(terms.RIDERS)
    hand: list[list[int]] = table(terms.RIDERS, terms.HAND)  # highest card first, 0 for no card
    arrival: list[int] = table(terms.RIDERS)  # rank of movement in the last turn; equal ranks moved together
    played: list[int] = table(terms.RIDERS)  # the card played in the last turn
    drawn: list[int] = table(terms.RIDERS)  # the new card of the last turn, 0 for none
    dropped: list[int] = table(terms.RIDERS)
    crossed: list[int] = table(terms.LINES)  # how many riders have crossed each line so far
    points: list[int] = table(terms.RIDERS, kind="i8")
    place: list[int] = table(terms.RIDERS)  # at the finish of this stage, 0 for none
    places: list[list[int]] = table(
        terms.TEAMS, terms.RIDERS + 1
    )  # how many times the team took each finishing place, over all stages
    line_up: list[list[int]] = table(terms.RIDERS, terms.HAND)
    spied: list[list[int]] = table(terms.TEAMS, terms.RIDERS)  # how many cards of a rider the team saw this turn


@dataclass(slots=True)
class RaceConfig(HouseRules):
    """The tables and house rules of a race: a profile, its options and its tracks, in numbers."""

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


RaceObservation = Observation[Race, RaceConfig]
