"""Works out what the coach `book` of FATE football plays, and writes src/breakaway/games/fate/coaches/book.toml.

    python -m tools.fate_book                  takes some minutes; gives the same numbers each time
    python -m tools.fate_book --engine dask    in processes, or with --cluster ADDRESS on many machines

It solves three games of calls for every down, distance and yard (tools/fate_values.py): for points in a half of random
length, for a touchdown before the clock runs out, and for any score before it does. For each stretch of the field, the
file has the equilibrium of the average of its situations.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from breakaway.games.fate.coaches.book import CLOCKS, DOWNS, FIELDS, LATE, TO_GO, field_of
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import GOAL
from breakaway.games.fate.rules.win_chances import BANDS, band_of, to_go_of
from breakaway.lab.odds import solve
from breakaway.lab.simulate import Engine, same_rules
from tools import machines
from tools.fate_values import (
    CALLS,
    DEFENSES,
    FREE,
    HORIZON,
    KICK_OFF,
    LONG_CALLS,
    TOUCHDOWN,
    Before,
    Look,
    Points,
    Rules,
    number,
    states,
)

OUT = Path(__file__).parents[1] / "src" / "breakaway" / "games" / "fate" / "coaches" / "book.toml"
GO, PUNT_NOW, KICK_NOW = "G", "P", "F"


def bucketed() -> dict[tuple[int, int, int], list[int]]:
    """The states of each down, distance and stretch of the field."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for i, ball, down, to_go in states():
        found.setdefault((down, to_go_of(to_go), field_of(ball)), []).append(i)
    return found


def shares(mix: list[float]) -> list[int]:
    """The mix as whole percentages that add up to 100."""
    cut = [100 * p for p in mix]
    whole = [int(each) for each in cut]
    order = sorted(range(len(cut)), key=lambda i: whole[i] - cut[i])
    for i in order[: 100 - sum(whole)]:
        whole[i] += 1
    return whole


def calls_lines(payoff_of: dict[str, Any], engine: Engine) -> list[str]:
    """The lines with the calls, one for each situation."""
    stretches = sorted(bucketed().items())
    tables = [[(stretch, payoff_of[clock][members].mean(axis=0)) for stretch, members in stretches] for clock in CLOCKS]
    pieces = [(clock, each) for clock, some in zip(CLOCKS, tables, strict=True) for each in batched(some, 20)]
    found = dict(engine.finished(same_rules(GAME.name, calls_of), pieces))
    return [line for i in range(len(pieces)) for line in found[i]]


def calls_of(piece: tuple[str, Sequence[tuple[tuple[int, int, int], Any]]]) -> list[str]:
    """The lines of some situations at one clock, from their average tables of payoffs."""
    clock, some = piece
    lines = []
    for (down, to_go, field), table in some:
        open_ = [c for c in range(len(CALLS)) if table[c].min() > -500]
        found = solve([table[c].tolist() for c in open_])
        offense = [0.0] * len(CALLS)
        for c, p in zip(open_, found.rows, strict=True):
            offense[c] = p
        lines.append(
            f'  {{ clock = "{clock}", down = {down}, to_go = "{TO_GO[to_go]}", field = "{FIELDS[field]}", '
            f"worth = {found.value:.3f}, offense = {shares(offense)}, defense = {shares(found.columns)} }},"
        )
    return lines


def batched(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """The items in pieces of this size; the last may be shorter."""
    return (items[at : at + size] for at in range(0, len(items), size))


def fourth_row(go: Any, punt: dict[int, float], goal: dict[int, float], to_go: int) -> str:
    """The choice on fourth down, one letter for every five yards: go, punt or kick."""
    letters = ""
    for band in range(BANDS):
        balls = [ball for ball in range(1, GOAL) if band_of(ball) == band]
        members = [i for i, ball, down, n in states() if down == DOWNS and ball in balls and to_go_of(n) == to_go]
        if not members:  # this distance would reach beyond the goal line
            letters += GO
            continue
        worths = {PUNT_NOW: float(np.mean([punt[ball] for ball in balls])), GO: float(np.mean(go[members]))}
        if all(ball in goal for ball in balls):
            worths[KICK_NOW] = float(np.mean([goal[ball] for ball in balls]))
        letters += max(worths, key=lambda each: worths[each])
    return letters


def fourth_lines(points: Points, ends: dict[str, tuple[Before, range]]) -> Iterator[str]:
    """The lines for fourth down: for each clock and distance, what to do in each stretch of five yards."""
    for clock in CLOCKS:
        if clock == CLOCKS[0]:
            go, punts = points.go, {ball: each[0] for ball, each in points.fourth.items()}
            goals = {ball: each[1] for ball, each in points.fourth.items() if each[1] > -9}
        else:
            before, left = ends[clock]
            go = np.mean([before.go[n] for n in left], axis=0)
            punts = dict.fromkeys(range(1, GOAL), 0.0)
            goals = {ball: float(before.goal[number(ball, 4, 1)]) for ball in points.rules.goals}
        rows = [fourth_row(go, punts, goals, i) for i in range(len(TO_GO))]
        yield f'"{clock}" = ['
        yield from (f'  "{row}",  # {name} to go' for row, name in zip(rows, TO_GO, strict=True))
        yield "]"


def worth_lines(points: Points) -> Iterator[str]:
    """The lines with expected points, in hundredths, by down and distance and by stretches of five yards."""
    for down in range(1, DOWNS + 1):
        for to_go in range(len(TO_GO)):
            row = []
            for band in range(BANDS):
                near = [
                    float(points.value[i])
                    for i, ball, at, n in states()
                    if at == down and band_of(ball) == band and to_go_of(n) == to_go
                ]
                row.append(round(100 * float(np.mean(near))) if near else (row[-1] if row else 0))
            yield f"  {row},  # down {down}, {TO_GO[to_go]} to go"


def last_kick(ends: Before) -> int:
    """The first yard from which a field goal is better than a play if there is time for only one of them."""
    for ball in range(1, GOAL):
        i = number(ball, 1, min(10, GOAL - ball))
        if ends.goal[i] > ends.go[1][i]:
            return ball
    return GOAL


def lines(rules: Rules, engine: Engine, look: Look) -> Iterator[str]:
    """The whole file."""
    points = Points(rules, engine, look)
    touchdown, score = Before(rules, False, engine, look), Before(rules, True, engine, look)
    late, soon = range(1, LATE + 1), range(LATE + 1, HORIZON + 1)
    ends = dict(zip(CLOCKS[1:], ((touchdown, late), (touchdown, soon), (score, late), (score, soon)), strict=True))
    payoff_of = {clock: np.mean([before.payoffs[n] for n in left], axis=0) for clock, (before, left) in ends.items()}
    payoff_of[CLOCKS[0]] = points.payoffs
    usual = points.value
    yield "# What the coach `book` plays: written by tools/fate_book.py from the rules themselves; run it, do not edit."
    yield f"calls_offense = {CALLS}".replace("'", '"')
    yield f"calls_defense = {DEFENSES}".replace("'", '"')
    yield f"extra_point = {points.extra:.4f}  # what each try is worth"
    yield f"two_points = {points.two:.4f}"
    yield f"after_touchdown = {round(100 * float(usual[TOUCHDOWN]))}  # what follows, for the scorer, in hundredths"
    yield f"after_kickoff = {round(100 * float(usual[KICK_OFF]))}  # for the kickers"
    yield f"after_safety = {round(100 * float(usual[FREE]))}  # for the kickers of the free kick"
    yield f"last_kick = {last_kick(score)}  # with one play left, a field goal from this yard on"
    two = solve([points.two_table[c].tolist() for c in range(len(CALLS)) if CALLS[c] not in LONG_CALLS])
    rows = iter(two.rows)
    yield f"try_offense = {shares([0.0 if name in LONG_CALLS else next(rows) for name in CALLS])}"
    yield f"try_defense = {shares(two.columns)}"
    yield "# expected points, in hundredths, by stretches of five yards from the own goal line"
    yield from ("worth = [", *worth_lines(points), "]")
    yield "situation = ["
    yield from calls_lines(payoff_of, engine)
    yield "]"
    yield "\n[fourth]  # G go for it, P punt, F field goal"
    yield from fourth_lines(points, ends)


def main() -> None:
    """Reads the command line, and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT, help="another file")
    machines.add_options(parser)
    asked = parser.parse_args()
    console = Console(stderr=True)
    with machines.opened(asked) as engine:
        found = list(lines(Rules(), engine, lambda steps, what: track(steps, what, console=console)))
    asked.out.write_text("\n".join(found) + "\n", encoding="utf-8")
    print(f"written: {asked.out.name}")


if __name__ == "__main__":
    main()
