"""Checks that riders, race order, hands and points are consistent; the laws in `core` use these checks."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.data_files import sampled_house
from breakaway.games.cycling.files.config import Tour, resolve
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, LINE_UP, NOBODY, ON_TRACK, OVER, PLACES, RACING, UNIT


def invariants(s: Race, config: RaceConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    if s.phase not in (LINE_UP, RACING, OVER):
        return [f"phase {s.phase}"]
    faults = []
    riders = range(config.teams * GRADES)
    racing = [rider for rider in riders if s.status[rider] == ON_TRACK]
    if sorted(s.queue[: s.field]) != racing:
        faults.append("the queue does not match the riders on the track")
    if any(rider != NOBODY for rider in s.queue[s.field :]):
        faults.append("a rider is listed beyond the end of the queue")
    squares = [s.square[rider] for rider in s.queue[: s.field]]
    if squares != sorted(squares, reverse=True):
        faults.append("the queue is not in race order")
    if s.phase != LINE_UP:
        faults += [f"rider {rider} has vanished" for rider in riders if s.status[rider] not in (ON_TRACK, FINISHED)]
        for rider in riders:
            faults += _hand_kept(s, rider)
        faults += _points_kept(s, config)
    return faults


def _hand_kept(s: Race, rider: int) -> list[str]:
    """A rider must have as many cards as he started with, or one fewer once he has finished."""
    hand, start = s.hand[rider], s.line_up[rider]
    cards = sum(card > 0 for card in hand)
    expected = sum(card > 0 for card in start) - (s.status[rider] == FINISHED)
    if cards != expected or hand != sorted(hand, reverse=True):
        return [f"rider {rider} holds {hand}, expected {expected} cards, highest first"]
    return []


def _points_kept(s: Race, config: RaceConfig) -> list[str]:
    """The points awarded must add up to the points for all places taken.

    Tours and finished Pursuits are not checked.
    """
    if config.stages > 1 or (config.loop and s.phase == OVER):
        return []
    expected = 0
    for line in range(config.lines[0]):
        finish = not config.loop and line == config.lines[0] - 1
        table = config.finish_points[0] if finish else config.sprint_points[0]
        expected += sum(table[: min(s.crossed[line], PLACES)])
    found = sum(s.points)
    return (
        [] if found == expected * UNIT else [f"{found} units of points, the places taken are worth {expected * UNIT}"]
    )


def sample(chance: Chance) -> RaceConfig:
    """The config of a random legal race: profile, teams, house rules, and sometimes a tour."""
    profile = ("postal", "postal", "boxed", "pursuit", "blind", "spy")[below(chance, "profile", 6)]
    house = sampled_house(RaceConfig, chance)
    tour = None
    if profile != "pursuit" and below(chance, "tour", 6) == 0:
        hands = ("same", "fresh")[below(chance, "hands", 2)]
        short = {
            "name": "A short stage",
            "length": 50,
            "sprints": [25],
            "sprint_points": [3, 2, 1],
            "finish_points": [6, 4, 2],
        }
        tour = Tour.model_validate({"name": "A tour", "hands": hands, "stages": [short, short]})
    return resolve(profile, 2 + below(chance, "teams", 11), house, tour)[0]
