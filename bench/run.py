"""Measures speed, side by side in one run: `make bench`.

`make bench ARGS=football` measures one game only, `make bench ARGS=simulate` simulations with one worker and with two,
`make bench ARGS=lab` simulations by chunks and the vector environment, `make bench ARGS=peers` random decisions
compared with other programs, `make bench ARGS=web` the table in the browser, `make bench ARGS=streams` the same with
many spectators, `make bench ARGS=strangers` a visitor's waits while others attack the server, `make bench ARGS=workers`
one worker and two, and `make bench ARGS=page` a choice in a real Chromium.
It prints medians, and the lowest and highest of several rounds. Machines differ and are noisy: read the ratios, and
compare figures only within one run.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Paper

from breakaway.core.chance import secret_of_seed
from breakaway.core.game import Game
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.games.cycling import files as race_cards
from breakaway.games.football.files import config as football_cards
from breakaway.lab.compiling import CompiledMatches, play_interpreted
from breakaway.players import coaches
from breakaway.records.match import Match, Start

ROUNDS = 7
SECONDS = 0.5  # how long to measure a rate in each round
Measure = Callable[[], float]


@dataclass(frozen=True)
class Setting:
    """The matches to measure: a config with its options, two coaches, and which of them has each seat."""

    game: Game[Any, Any]
    config: Any
    options: dict[str, Any]
    first: str
    second: str
    seats_of: list[int]


def race() -> dict[str, Setting]:
    """Six teams, postal."""
    config, options = race_cards.resolve("postal", 6)
    return {"highest against random": Setting(games.find("cycling"), config, options, "highest", "random", [0, 1] * 3)}


def football() -> dict[str, Setting]:
    """Lightning against Fire."""
    # a seat that sheets play never asks its coach
    seats = {"sheets against sheets": (0, 1), "random against sheets": (1,), "random against random": ()}
    return {
        name: Setting(games.find("football"), *football_cards.resolve(sheets=sheets), "random", "random", [0, 1])
        for name, sheets in seats.items()
    }


SETTINGS = {"cycling": race, "football": football}  # people play in the last of a game's settings


def rate(play: Callable[[int], object]) -> Measure:
    """How many matches one core plays per second, seed after seed."""

    def measure() -> float:
        start, seed = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            play(seed)
            seed += 1
        return seed / (time.perf_counter() - start)

    return measure


def compiled(at: Setting) -> Measure:
    """Matches per second, compiled."""
    table = CompiledMatches(at.game, at.config, at.first, at.second, at.seats_of)
    table.play(0)
    return rate(table.play)


def interpreted(at: Setting) -> Measure:
    """Matches per second as ordinary Python, from the same seeds."""
    return rate(lambda seed: play_interpreted(at.game, at.config, at.first, at.second, at.seats_of, seed))


def decision(at: Setting, coach: str) -> Measure:
    """How many milliseconds a coach takes for an order, interpreted."""
    thinker = coaches.find(at.game, coach)
    played = play_interpreted(at.game, at.config, at.first, at.second, at.seats_of, 1)
    views = [copy(s) for s in played[1:-1:4] if at.game.choosers(s, at.config) & 1]
    for view in views:
        at.game.redact(view, at.config, 0)

    def measure() -> float:
        start = time.perf_counter()
        for view in views:
            coaches.ask(at.game, thinker, view, at.config, 0, 7)
        return 1000 * (time.perf_counter() - start) / len(views)

    return measure


def answer(at: Setting) -> Measure:
    """How many milliseconds a turn takes, from its orders to the next position, without writing to a disk."""
    thinker = coaches.find(at.game, "random")
    seats = [{"name": str(i), "by": "human"} for i in at.seats_of]

    def measure() -> float:
        match = Match.new(at.game, Start(at.config, at.options, {}, seats, secret=secret_of_seed(1)))
        spent, turns = 0.0, 0
        while not match.is_over():
            asked = match.choosers()
            views = {seat: match.observation(seat).view for seat in asked}
            orders = {seat: coaches.ask(at.game, thinker, views[seat], at.config, seat, turns) for seat in asked}
            start = time.perf_counter()
            for seat, order in orders.items():
                match.choose(seat, order)
            match.resolve()
            spent += time.perf_counter() - start
            turns += 1
        return 1000 * spent / turns

    return measure


def measures_of(settings: dict[str, Setting]) -> list[tuple[str, str, Measure]]:
    """All measures of a game: name, unit and function."""
    *_, people = settings.values()
    rows: list[tuple[str, str, Measure]] = []
    for name, at in settings.items():
        rows += [
            (f"{name}, compiled", "matches/s", compiled(at)),
            ("the same, interpreted", "matches/s", interpreted(at)),
        ]
    rows.append(("a turn chosen, sealed and played", "ms/turn", answer(people)))
    return rows + [
        (f"{name} thinks, interpreted", "ms/order", decision(people, name)) for name in coaches.names(people.game)
    ]


def main() -> int:
    """Prints a table for each game."""
    if sys.argv[1:] == ["simulate"]:
        import simulate

        return simulate.main()
    if sys.argv[1:2] == ["lab"]:
        import lab

        return lab.main(sys.argv[2:])
    if sys.argv[1:] == ["web"]:
        import web

        return web.main()
    if sys.argv[1:] == ["streams"]:
        import streams

        return streams.main()
    if sys.argv[1:2] == ["strangers"]:
        import strangers

        return strangers.main()
    if sys.argv[1:] == ["peers"]:
        import peers

        return peers.main()
    if sys.argv[1:] == ["workers"]:
        import workers

        return workers.main()
    if sys.argv[1:] == ["page"]:
        import page

        return page.main()
    tables = {name: measures_of(SETTINGS[name]()) for name in sys.argv[1:] or SETTINGS}
    figures: dict[str, list[list[float]]] = {name: [] for name in tables}
    for _ in track(range(ROUNDS), "rounds", console=Console(stderr=True)):
        for name, rows in tables.items():
            figures[name].append([measure() for _, _, measure in rows])
    for name, rows in tables.items():
        columns = list(zip(*figures[name], strict=True))
        paper = Paper(
            "what", "median", "lowest", "highest", "unit", title=f"{games.find(name).title}: {SETTINGS[name].__doc__}"
        )
        for (what, unit, _), row in zip(rows, columns, strict=True):
            paper.add_row(what, f"{statistics.median(row):.2f}", f"{min(row):.2f}", f"{max(row):.2f}", unit)
        ratios = [a / b for a, b in zip(columns[0], columns[1], strict=True)]
        Console().print(paper)
        Console().print(
            f"compiled over interpreted: {statistics.median(ratios):.0f} ({min(ratios):.0f} to {max(ratios):.0f})\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
