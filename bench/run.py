"""Speed, measured side by side in one run: `make bench`. Medians with the lowest and highest of several rounds.

Machines differ and are noisy: read the ratios, and compare figures only within one run.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from breakaway import coaches, games
from breakaway.core.fair import secret_of_seed
from breakaway.core.match import Match, Start
from breakaway.core.state import copy
from breakaway.cycling.cards import resolve
from breakaway.lab.compiled import Table, play_interpreted

ROUNDS = 7
RACE = games.find("cycling")
BOOK, OPTIONS = resolve("postal", 6)
SEATS = [0, 1, 0, 1, 0, 1]


def compiled_races(first: str, second: str, n: int) -> Callable[[], float]:
    """Races a second on one core, compiled."""
    table = Table(RACE, BOOK, first, second, SEATS)
    table.play(0)

    def measure() -> float:
        start = time.perf_counter()
        for seed in range(n):
            table.play(seed)
        return n / (time.perf_counter() - start)

    return measure


def interpreted_races(first: str, second: str, n: int) -> Callable[[], float]:
    """The same races as ordinary Python."""

    def measure() -> float:
        start = time.perf_counter()
        for seed in range(n):
            play_interpreted(RACE, BOOK, first, second, SEATS, seed)
        return n / (time.perf_counter() - start)

    return measure


def decision(coach: str) -> Callable[[], float]:
    """Milliseconds that a coach thinks about an order, interpreted."""
    thinker = coaches.find(RACE, coach)
    states = play_interpreted(RACE, BOOK, "random", "highest", SEATS, 1)[1:-1:4]

    def measure() -> float:
        start = time.perf_counter()
        asked = 0
        for s in states:
            if RACE.choosers(s, BOOK) & 1:
                view = copy(s)
                RACE.hide(view, BOOK, 0)
                coaches.ask(RACE, thinker, view, BOOK, 0, 7)
                asked += 1
        return 1000 * (time.perf_counter() - start) / asked

    return measure


def answer() -> float:
    """Milliseconds from six sealed orders to the next position, with the record's line but no disk."""
    seats = [{"name": str(i), "by": "human"} for i in range(6)]
    match = Match.new(RACE, Start(BOOK, OPTIONS, {}, seats, secret=secret_of_seed(1)))
    match.close()
    start, turns = time.perf_counter(), 0
    while not match.is_over():
        for seat in match.choosers():
            order = RACE.instructions["highest"](match.window(seat).view, BOOK, seat)
            if order is not None:
                match.choose(seat, order)
        match.resolve()
        turns += 1
    return 1000 * (time.perf_counter() - start) / turns


def main() -> int:
    """Prints the table."""
    n = 2000
    measures: list[tuple[str, str, Callable[[], float]]] = [
        ("highest against random, compiled", "races/s", compiled_races("highest", "random", n)),
        ("the same, interpreted", "races/s", interpreted_races("highest", "random", 10)),
        ("six orders chosen, sealed and played", "ms/turn", answer),
    ]
    measures += [(f"{coach} thinks, interpreted", "ms/order", decision(coach)) for coach in coaches.names(RACE)]
    figures: dict[str, list[float]] = {name: [] for name, _, _ in measures}
    for _ in track(range(ROUNDS), "rounds", console=Console(stderr=True)):
        for name, _, measure in measures:
            figures[name].append(measure())
    paper = Paper("what", "median", "lowest", "highest", "unit", title="Breaking Away, six teams, postal")
    for name, unit, _ in measures:
        row = figures[name]
        paper.add_row(name, f"{statistics.median(row):.2f}", f"{min(row):.2f}", f"{max(row):.2f}", unit)
    Console().print(paper)
    pairs = zip(figures[measures[0][0]], figures[measures[1][0]], strict=True)
    ratios = [a / b for a, b in pairs]
    Console().print(
        f"compiled over interpreted: {statistics.median(ratios):.0f} ({min(ratios):.0f} to {max(ratios):.0f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
