"""The state of a race, its config and house rules, the numbers of its rules, and what stays hidden."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from breakaway.core.observation import Observation
from breakaway.core.rulebook import load_rulebook, number_of, one_of, switch, text_of
from breakaway.core.rules import EVERYONE, rule
from breakaway.core.state import number, table
from breakaway.games.cycling.rules import terms
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, HAND, NOBODY, NOT_RACING, RIDERS, TEAMS

# --- The house rules, each declared once with its default, its range, its text and its number in the config.


@dataclass(slots=True)
class HouseRules:
    """The house rules of a race as numbers, in the order that records use, with the config's other fields in between.

    The defaults are the postal rules; the files in `data/profiles` say what other profiles change.
    """

    teams: int = number(default=6)
    cap: int = number_of(15, 0, 60, "BA-6.7", "Cap", "The highest new card; 0 means no limit.")
    codes: int = number()  # every card or named rider is below this
    crowd: int = number_of(
        4,
        0,
        RIDERS,
        "BA-6.11",
        "Crowd",
        "The number of riders that overcrowds a square on the first turn; 0 means that no square is ever overcrowded.",
        sample=(4, 0, 3),
    )
    by_arrival: int = one_of(
        "checks",
        {"checks": 0, "arrival": 1},
        "BA-7.2",
        "Ties",
        "What decides which rider on a square moves first: all the checks, or only the order of arrival.",
        name="ties",
        sample=(),
    )
    level_keeps_lead: int = switch(
        False,
        "BA-R6",
        "Keep the lead when tied",
        "A leader keeps the lead when a rival catches up, so there is no second bonus.",
    )
    last_place: int = number_of(
        8,
        0,
        RIDERS,
        "BA-R13",
        "Last place",
        "How many riders must finish before the race ends; 0 means all of them.",
        sample=(8, 1, 0),
    )
    finishers_leave: int = one_of(
        "stay",
        {"stay": 0, "leave": 1},
        "BA-R14",
        "Finishers",
        "Whether riders who finish stay on their square until new cards are drawn, or leave it before that.",
        name="finishers",
    )
    dropped_gap: int = number_of(
        31,
        0,
        400,
        "BA-R15",
        "Dropped gap",
        "How large a gap, in squares, marks the riders behind it as dropped; 0 means never.",
        sample=(31, 8, 0),
    )
    default_line_up: ClassVar[str] = text_of(  # the config holds it as a table
        "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6",
        "BA-R16",
        "Default line-up",
        "The line-up for a team that does not send one.",
    )
    loop: int = number()  # squares of a Pursuit's loop, 0 for a road
    turn_limit: int = number_of(
        60, 1, 200, "BA-V2", "Turn limit", "The last turn of a Pursuit, unless the race ends earlier.", sample=(30,)
    )
    blind: int = switch(False, "BA-V3", "Blind", "Squares and cards are private.", sample=())
    spy: int = switch(
        False,
        "BA-V4",
        "Spy",
        "In a Blind race, you may name rivals in your order to see their cards.",
        needs="blind",
        sample=(),
    )
    dropped_spies: int = number(default=1)  # 1: a dropped rider still names a rival, as in all races before this field
    checkpoint: int = number_of(
        20, 1, 400, "BA-V3", "Checkpoint", "The number of squares between the checkpoints of a Blind race."
    )
    fresh_hands: int = one_of(
        "same",
        {"same": 0, "fresh": 1},
        "BA-V5",
        "Line-ups of a tour",
        "At each stage of a tour, teams use the first line-up again or choose a fresh one.",
        name="hands",
        sample=(),
    )
    exact_totals: int = switch(
        False,
        "BA-3.1",
        "Exact totals",
        "The starting cards of each rider add up to exactly his total, not just to at most that.",
    )
    seated: int = switch(
        False,
        "BA-R10",
        "Seated start",
        "At the start, riders are in order by grade, then by team in the order of the seats, so that none are tied.",
    )
    bonus_by_order: int = switch(
        False,
        "BA-V7",
        "Bonus for a new first rider",
        "A sole leader gets the breakaway bonus only if he was not first in the order at the end of the turn before.",
    )
    ends_at_once: int = switch(
        False,
        "BA-R13",
        "End at once",
        "The race ends as soon as the last rider who counts has crossed the finish; the riders behind him do not move.",
    )
    secret_hands: int = switch(
        False,
        "BA-V6",
        "Secret hands",
        "Cards in hand are private, but squares, played cards and new cards are public. A team may show its cards.",
    )


# --- The race and its config as flat data. A rider is a number: team * 4 + grade, where grades A to D are 0 to 3.


@dataclass(slots=True)
class Race:
    """The state of a race. Squares are numbered from the start (0); points are in 360360ths."""

    phase: int = number()
    stage: int = number()  # from 0
    turn: int = number()  # the next turn to play, from 1
    # the rider who led alone at the end of the last turn, or NOBODY; with `bonus_by_order`, the first in the order
    led_alone: int = number()
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
    # how many cards of a rider the team saw this turn; HAND for its own riders, once it has shown their cards
    spied: list[list[int]] = table(terms.TEAMS, terms.RIDERS)


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


# --- The rule ids of the race, with their numbers.


BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

MISSING_CARD = BOOK["BA-8.1"]
NOT_IN_HAND = BOOK["BA-6.2"]
BAD_LINE_UP = BOOK["BA-3.1"]
BAD_NAMING = BOOK["BA-V4"]
NOT_ON_TRACK = BOOK["BA-10.1"]
RACE_END = BOOK["BA-R13"]
PURSUIT_END = BOOK["BA-V2"]
NOTHING_TO_SHOW = BOOK["BA-V6"]


# --- What each team may see.
#
# In an open race, a team sees everything except orders. With secret hands, it does not see its rivals' cards in hand.
# In a Blind race, a team sees only the race order and checkpoints of its rivals.


@rule()
def audience(config: RaceConfig, rider: int) -> int:
    """The seats that may know a rider's square, and the cards that he plays and draws."""
    return 1 << (rider // GRADES) if config.blind else EVERYONE


@rule("BA-V6")
def shows_cards(s: Race, team: int) -> bool:
    """Whether a team has shown its cards to everybody."""
    return bool(s.spied[team][team * GRADES] > 0)


@rule("BA-V3", "BA-V6")
def hand_audience(s: Race, config: RaceConfig, rider: int) -> int:
    """The seats that may know the cards in a rider's hand."""
    if config.secret_hands and not shows_cards(s, rider // GRADES):
        return 1 << (rider // GRADES)
    return audience(config, rider)


@rule("BA-V3")
def checkpoint_passed(config: RaceConfig, square: int) -> int:
    """The last checkpoint that a rider on this square has passed, or 0.

    Like a line, a checkpoint comes after its square.
    """
    return (square - 1) // config.checkpoint * config.checkpoint if square > 0 else 0


@rule("BA-V3", "BA-V4", "BA-V6")
def redact(s: Race, config: RaceConfig, seat: int) -> None:
    """In a Blind race, puts rivals at their last checkpoint and blanks their cards, except those just spied.

    With secret hands, blanks only the cards in the hands of rivals who have not shown them.
    """
    if not config.blind:
        if config.secret_hands:
            redact_hands(s, config, seat)
        return
    for rider in range(config.teams * GRADES):
        # ranks of movement would reveal who shared a square
        s.arrival[rider] = 0
        if rider // GRADES != seat:
            redact_rider(s, config, seat, rider)
    if s.led_alone != NOBODY and s.led_alone // GRADES != seat:
        s.led_alone = NOBODY
    for team in range(TEAMS):
        if team != seat:
            for rider in range(RIDERS):
                s.spied[team][rider] = 0


@rule("BA-V6")
def redact_hands(s: Race, config: RaceConfig, seat: int) -> None:
    """Blanks the hands and line-ups of rivals who have not shown their cards."""
    for rider in range(config.teams * GRADES):
        if rider // GRADES != seat and not shows_cards(s, rider // GRADES):
            for i in range(HAND):
                s.hand[rider][i] = 0
                s.line_up[rider][i] = 0


@rule("BA-V3", "BA-V4")
def redact_rider(s: Race, config: RaceConfig, seat: int, rider: int) -> None:
    """Blanks what a seat must not know of one rival."""
    if s.status[rider] == FINISHED:
        s.square[rider] = config.length[s.stage]
    elif s.status[rider] != NOT_RACING:
        passed = checkpoint_passed(config, s.square[rider])
        s.square[rider] = passed + 1 if passed > 0 else 0  # the first square he can be on
    seen = s.spied[seat][rider] if seat >= 0 else 0
    for i in range(HAND):
        if i >= seen:
            s.hand[rider][i] = 0
        s.line_up[rider][i] = 0
    s.played[rider] = 0
    s.drawn[rider] = 0
    s.dropped[rider] = 0
