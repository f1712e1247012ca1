"""Plays pairs of FATE matches between two coaches: `python -m tools.fate_strength oracle book --pairs 200`.

In a pair, both matches have one seed, and each coach plays each side once. A tie counts as half a win. The matches are
those of the basic game, in ordinary Python. The default seeds have not been used for tuning.

`python -m tools.fate_strength book --exploit` works out how much the best possible opponent wins against `book` or
`solitaire`, in a match without time outs, or against `oracle`, in one with time outs late in each half. It takes some
minutes. Nobody can work that out for `hunter`, whose mixes depend on the whole match; `hunter --exploit` plays it
against a *reader*, which knows each of its mixes and answers with the call that is best against it.
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders, is_over, seats_in
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.fate.coaches.book import put_defense, put_legal_play
from breakaway.games.fate.coaches.hunter import Hunter
from breakaway.games.fate.coaches.oracle import oracle_order
from breakaway.games.fate.coaches.solved import shipped
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.best_response import loss_of_file
from breakaway.games.fate.lab.table_response import loss_of_tables
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate
from breakaway.lab.compiling import THINKING, play_interpreted
from breakaway.players.coaches import SeatHistory

FIRST_SEED = 77_000_000


def won(first: str, second: str, seed: int) -> float:
    """The share of a pair of matches that the first coach won."""
    config, total = resolve()[0], 0.0
    for seats in ([0, 1], [1, 0]):
        end = play_interpreted(GAME, config, first, second, seats, seed)[-1]
        own = seats.index(0)
        lead = end.score[own] - end.score[1 - own]
        total += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return total / 2


def read(seat: int, seed: int) -> tuple[float, float]:
    """A match of `hunter`, in this seat, against the reader: what the reader's calls gain, and what `hunter` wins.

    A call gains the value of the solved game less what hunter's mix wins against this call. Their sum has the same mean
    as the wins that the reader gains, and far less luck in it.
    """
    config, coach, rival = resolve()[0], Hunter(), 1 - seat
    s, chance, thinking = GAME.start(config), sampled(seed), sampled(seed ^ THINKING)
    turns: list[tuple[Fate, list[Event]]] = []
    gained = 0.0
    while not is_over(GAME, s, config):
        orders = blank_orders(GAME)
        choosers = seats_in(GAME.choosers(s, config))
        if seat in choosers:
            coach.recall(seat, SeatHistory(GAME, config, seat, tuple(turns)))
            coach(copy(s), config, seat, thinking, copy(s), orders[seat])
        if rival in choosers and s.phase == terms.CALL and s.try_down == 0:
            _turn, game, _tables, mix = coach.last[seat]
            call = min(game.rival, key=lambda call: game.against(mix, call))
            gained += game.value - game.against(mix, call)
            if s.offense == rival:
                put_legal_play(s, config, rival, call, orders[rival])
            else:
                put_defense(call, orders[rival])
        elif rival in choosers:
            oracle_order(copy(s), config, rival, thinking, copy(s), orders[rival])
        if choosers or not turns:
            turns.append((copy(s), []))
        start_step(chance)
        GAME.step(s, config, orders, chance, turns[-1][1])
    lead = s.score[seat] - s.score[rival]
    return gained, 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def read_hunter(pairs: int, seed: int) -> None:
    """Plays pairs of matches of `hunter` against the reader, and prints what the reader gains."""
    both = [[read(seat, seed + n) for seat in (0, 1)] for n in range(pairs)]
    gains, wins = ([100 * (a[i] + b[i]) / 2 for a, b in both] for i in (0, 1))
    half = [1.96 * stdev(each) / pairs**0.5 for each in (gains, wins)]
    print(f"hunter loses {mean(gains):.2f} ± {half[0]:.2f} points a match to the calls of a reader, of a budget of 3.")
    print(f"It won {mean(wins):.1f}% ± {half[1]:.1f} of {2 * pairs} matches against it.")


def main() -> None:
    """Plays the pairs, and prints the share with half of its 95% interval."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("first")
    reader.add_argument("second", nargs="?")
    reader.add_argument("--exploit", action="store_true")
    reader.add_argument("--pairs", type=int, default=200)
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    given = reader.parse_args()
    if given.exploit:
        if given.first not in ("book", "solitaire", "oracle", "hunter") or given.second:
            reader.error("--exploit needs one coach: book, solitaire, oracle or hunter")
        if given.first == "hunter":
            read_hunter(given.pairs, given.seed)
            return
        solves = given.first == "oracle"
        lost, kicks, receives = loss_of_file(shipped()) if solves else loss_of_tables(given.first)
        kind = "with time outs late in each half" if solves else "without time outs"
        print(f"{given.first} can be held {100 * lost:.1f} points below one half over a match {kind}.")
        print(f"Level at half time, it wins {100 * kicks:.1f}% if it kicks off, {100 * receives:.1f}% if it receives.")
        return
    if given.second is None:
        reader.error("name two coaches, or add --exploit")
    shares = [won(given.first, given.second, given.seed + n) for n in range(given.pairs)]
    half = 1.96 * stdev(shares) / len(shares) ** 0.5
    share = f"{100 * mean(shares):.1f}% ± {100 * half:.1f}"
    print(f"{given.first} won {share} of {2 * len(shares)} matches against {given.second}")


if __name__ == "__main__":
    main()
