"""Helps during a race: compares the orders of several coaches by rollouts from what the seat sees."""

from __future__ import annotations

from breakaway.core.game import Order
from breakaway.core.language import say
from breakaway.display.review import SEED, Suggestion, imagined
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.rollouts import ahead, runs_for
from breakaway.games.cycling.rules.contract import highest_cards, lowest_cards
from breakaway.games.cycling.rules.state import Race, RaceObservation
from breakaway.games.cycling.rules.terms import UNIT
from breakaway.players import coaches

COACHES = ("directeur", "highest", "random")
GUESSES = 3  # orders of the coach that plays at random


def advise(observation: RaceObservation) -> list[Suggestion]:
    """Suggestions for a turn or a line-up."""
    s, config, seat = imagined(observation), observation.config, observation.seat
    orders = candidates(observation, s)
    runs, found = runs_for(config, len(orders)), []
    for order in orders:
        worth = ahead(s, config, runs, {seat: order})
        says = say(
            "In {n} quick races from here, this choice scored {points} points on average.",
            n=runs,
            points=f"{worth.points[seat] / UNIT:.1f}",
        )
        text = observation.write(order)
        found.append(Suggestion(text, text.replace("\n", "; "), worth.chances[seat], says))
    return found


def candidates(observation: RaceObservation, s: Race) -> list[Order]:
    """Legal orders to compare, without repeats."""
    config, seat, found = observation.config, observation.seat, list[Order]()
    for name in COACHES:
        for n in range(GUESSES if name == "random" else 1):
            found.append(coaches.ask(GAME, coaches.find(GAME, name), observation.view, config, seat, SEED + n))
    found += [each for each in (highest_cards(s, config, seat), lowest_cards(s, config, seat)) if each]
    legal = [each for each in found if observation.why_not(each) is None]
    return [list(each) for each in dict.fromkeys(map(tuple, legal))]
