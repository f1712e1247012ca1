"""Matches of football for the tests: people who answer by chance, half played or whole."""

from __future__ import annotations

import random

from breakaway.core.game import legal
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.game import GAME
from breakaway.records.match import Match, Start

TEAMS = ("maulers", "pharaohs")


def new_match(store=None, sheets=(), house=None, chance="sampled", game=GAME, config=None, teams=TEAMS):
    """A match that has not begun yet; `book` in place of the one that the cards give."""
    made, options = resolve(*teams, sheets, house)
    seats = [{"name": name, "by": "sheet" if seat in sheets else "human"} for seat, name in enumerate(teams)]
    start = Start(
        config or made, options, names(*teams), seats, chance, b"a secret of football in 32 bytes", ("one", "two")
    )
    return Match.new(game, start, store)


def some_order(match, seat, rng):
    """A legal order by chance."""
    order = []
    for _ in range(match.observation(seat).slots()):
        order.append(rng.choice(legal(match.game, match.state, match.config, seat, order)))
    return order


def play(match, turns=10_000, seed=1):
    """Plays so many turns, or to the end; returns all events."""
    rng, events = random.Random(seed), []
    while turns and not match.is_over():
        for seat in match.choosers():
            match.choose(seat, some_order(match, seat, rng))
        events += match.resolve()
        turns -= 1
    return events
