"""Races for the tests of matches and records."""

from __future__ import annotations

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import legal
from breakaway.games.cycling.files import Tour, resolve
from breakaway.games.cycling.game import GAME
from breakaway.records.match import Match, Start

SECRET = b"the secret of these races, of 32"
# a road so short that a whole race is a handful of turns
SHORT = Tour.model_validate(
    {
        "name": "A short road",
        "stages": [
            {
                "name": "Short",
                "length": 24,
                "sprints": [12],
                "sprint_points": [3, 2, 1],
                "finish_points": [6, 4, 2],
            }
        ],
    }
)


def new_race(store=None, teams=2, profile="postal", tracks=SHORT, house=None, game=GAME):
    config, options = resolve(profile, teams, house, tracks)
    names = {"teams": ["Röd", "Blue", "Green", "Gold", "Black", "Violet"][:teams]}
    seats = [{"name": name, "player": "human"} for name in names["teams"]]
    return Match.new(game, Start(config, options, names, seats, secret=SECRET), store)


def random_order(match, seat, seed):
    """Some legal order of a seat."""
    chance, order = sampled(seed), []
    for _ in range(match.observation(seat).slots()):
        start_step(chance)
        menu = legal(match.game, match.state, match.config, seat, order)
        order.append(menu[below(chance, "code", len(menu))])
    return order


def play_out(match, seed=1, absent=()):
    """Plays to the end; seats in `absent` never send anything. Returns how many turns were played."""
    turns = 0
    while not match.is_over():
        for seat in match.choosers():
            if seat not in absent:
                match.choose(seat, random_order(match, seat, seed * 1000 + turns * 12 + seat))
        match.close()
        turns += 1
    return turns
