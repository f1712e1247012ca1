"""Solves the end of a half of football backward from its last play, and writes data/endings.toml.

    python tools/fit_endings.py                  counts gains in 40,000 matches, solves, writes (three minutes)
    python tools/fit_endings.py --measure        how well both tables predict matches that neither has seen
    python tools/fit_endings.py --matches 4000   fewer matches, to try something out

The same number of matches gives the same file. `ending_solver.py` says what is solved, and how.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

sys.path.insert(0, str(Path(__file__).parents[1]))

from breakaway.core.odds import ONE, STEP, even, pack
from breakaway.games.football import statistics
from breakaway.games.football.files.cards import DATA
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import terms, win_chances
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.simulate import Engine, same_rules
from tools import machines, winning_football
from tools.ending_solver import (
    BANDS,
    FALSE_START,
    FAR,
    GAINED,
    HOLDING,
    LEADS,
    LEAST,
    LEVELS,
    NEAR_GOAL,
    PLAYS,
    RETURNED,
    TURNOVER,
    Actions,
    Gains,
    OvertimeSolver,
    Solver,
    band,
    plain_config,
    position,
    steps_of,
)
from tools.winning_played import Piece

FILE = DATA / "endings.toml"
LEARN, UNSEEN = 21, 23  # seeds that fit_winning.py does not use
USUAL = 40_000  # matches
BEST = 0.25  # how often the offense has the type of play that suits it best; otherwise the dice of its sheet choose
ROUGH = 20  # values are rounded to as many ten-thousandths, so that the file stays small
SECOND_ROUGH = 10  # in the second quarter, where differences are smaller


def main() -> None:
    """Reads the command line, then solves or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=USUAL, help="matches to count gains in, or to measure with")
    parser.add_argument("--measure", action="store_true")
    machines.add_options(parser)
    asked = parser.parse_args()
    with machines.opened(asked) as engine:
        if asked.measure:
            from tools.ending_measure import measure

            measure(asked.matches, UNSEEN, engine)
        else:
            solve(asked.matches, engine)


def solve(matches: int, engine: Engine) -> None:
    """Counts, solves and writes the file. Prints what rounding and merging lose."""
    tell = Console(stderr=True).print
    gains = gains_of(counted(engine, matches, LEARN))
    tell(f"gains of {matches:,} matches counted")
    steps = steps_of(Actions(plain_config(), gains))
    tell("what each action leads to is worked out")
    fourth = Solver(steps, np.array([[even(int(lead)) / ONE for lead in LEADS]]), BEST)
    fourth.solve()
    second = Solver(steps, np.array([half_time(receives) for receives in (0, 1)]), BEST)
    second.solve()
    more = steps_of(Actions(plain_config(), gains, quarter=5))
    overtime = OvertimeSolver(more, np.repeat(fourth.over, 3, axis=0), BEST)
    overtime.solve()
    tell("solved")
    parts = {**fourth_parts(fourth), **second_parts(second), "overtime": overtime_part(overtime)}
    losses = {"fourth quarter": loss_of_fourth(fourth), "second quarter": loss_of_second(second)}
    for name, loss in losses.items():
        tell(f"{name}: rounding and merging lose {100 * loss.mean():.2f} points, at most {100 * loss.max():.2f}")
    write(parts, f"Gains of runs and passes: the matches between sheets among {matches:,}, seed {LEARN}.")


# --- How plays of each type end, counted in simulated matches between sheets.


COUNTED = (
    *("quarter", "cards_left", "down", "to_go", "line", "is_try", "kind", "play_type", "penalty", "lines", "result"),
    "next_line",
)


def pieces(matches: int, seed: int) -> Iterator[Piece]:
    """Matches between sheets, which decide as in edition 2, so that they do not depend on the file that is written."""
    for piece in winning_football.pieces(matches, seed):
        if piece.config.sheet[0] == 1:
            piece.config.endings = 0
            yield piece


def counted(engine: Engine, matches: int, seed: int) -> dict[str, Any]:
    """The rows of all plays of the matches, by column."""
    found = dict(engine.finished(same_rules(GAME.name, partial(_rows, COUNTED)), pieces(matches, seed)))
    return {name: np.concatenate([found[n][name] for n in sorted(found)]) for name in COUNTED}


def _rows(names: Iterable[str], piece: Piece) -> dict[str, Any]:
    rows = ChunkPlayer(GAME, piece.config, list(piece.by)).play(piece.seed, 0, piece.count, True).rows
    return {name: rows[name].astype(np.int8) for name in names}


def gains_of(rows: dict[str, Any]) -> Gains:
    """How often plays of each type ended in each way, near the goal and elsewhere, and which types sheets chose."""
    is_play = ((rows["kind"] == terms.RUN) | (rows["kind"] == terms.PASS)) & (rows["is_try"] == 0)
    rows = {name: column[is_play].astype(np.int64) for name, column in rows.items()}
    near, result = rows["line"] >= NEAR_GOAL, rows["result"]
    lost = (result == statistics.FUMBLE) | (result == statistics.INTERCEPTION)
    returned, void = result == statistics.OTHER_TOUCHDOWN, result == statistics.NO_PLAY
    others = {
        TURNOVER: lost,
        RETURNED: returned,
        FALSE_START: rows["penalty"] == statistics.FALSE_START,
        HOLDING: rows["penalty"] == statistics.HOLDING,
    }
    kinds, ends = np.zeros(terms.TYPES, np.int64), np.zeros((2, terms.TYPES, GAINED + len(others)))
    for each in range(terms.TYPES):
        kinds[each] = rows["kind"][rows["play_type"] == each][0]
        for zone in (0, 1):
            here = (rows["play_type"] == each) & (near == zone)
            for end, where in others.items():
                ends[zone, each, end] = (here & where).sum() / max(1, here.sum())
            moved = here & ~(lost | returned | void)
            share = shares_of_gains(rows["lines"][moved], terms.GOAL - rows["line"][moved])
            ends[zone, each, :GAINED] = share * (1 - ends[zone, each, GAINED:].sum())
    return Gains(ends, kinds, spots(rows, lost), chosen(rows))


def shares_of_gains(lines: Any, to_goal: Any) -> Any:
    """The share of each gain from LEAST to MOST.

    A gain that reached the goal line might have been longer elsewhere, so it counts only up to the line before it: of
    the plays that gain at least so many lines, the share that stops there (the Kaplan-Meier estimate).
    """
    scored, share, rest = lines >= to_goal, np.zeros(GAINED), 1.0
    for i in range(GAINED - 1):
        gain = LEAST + i
        stopped = (lines == gain) & ~scored
        at_risk = int(stopped.sum() + (lines > gain).sum())
        part = stopped.sum() / at_risk if at_risk else 0.0
        share[i], rest = rest * part, rest * (1 - part)
    share[-1] = rest
    return share


def spots(rows: dict[str, Any], lost: Any) -> Any:
    """By kind of play, the shares of the spots of turnovers, counted from scrimmage: those from around the own 35."""
    found = np.zeros((terms.PASS + 1, GAINED))
    for kind in (terms.RUN, terms.PASS):
        some = lost & (rows["kind"] == kind) & (rows["line"] >= 5) & (rows["line"] <= 9)
        moved = terms.GOAL - rows["next_line"][some] - rows["line"][some]
        found[kind] = np.bincount(np.clip(moved - LEAST, 0, GAINED - 1), minlength=GAINED) / some.sum()
    return found


def chosen(rows: dict[str, Any]) -> Any:
    """By down and lines to go, the shares of the types that sheets chose in the last plays of a half."""
    found = np.zeros((4, BANDS, terms.TYPES))
    late = ((rows["quarter"] == 2) | (rows["quarter"] == 4)) & (rows["cards_left"] <= PLAYS)
    for down in range(4):
        for each in range(BANDS):
            here = late & (rows["down"] == down + 1) & (band(rows["to_go"]) == each)
            found[down, each] = np.bincount(rows["play_type"][here], minlength=terms.TYPES) / here.sum()
    return found


# --- Where the solver starts.


def half_time(receives: int) -> list[float]:
    """The chances by lead at half-time of the side that had the ball, by the table of edition 2."""
    config = plain_config()
    s = position(config, 0)
    s.quarter, s.opening_kicker = 2, s.offense if receives else 1 - s.offense
    return [win_chances.after_the_half(s, config, int(lead)) / ONE for lead in LEADS]


# --- The table that ships: parts as rules/win_chances.py reads them.


def values_of(solver: Solver, receives: int, leads: Any) -> Any:
    """The chances by plays left, lead, cell, my time outs and theirs.

    The last cell is a try after the last play.
    """
    found = np.empty((PLAYS, len(leads), win_chances.ROWS, LEVELS, LEVELS))
    for left in range(1, PLAYS + 1):
        for mine in range(LEVELS):
            for theirs in range(LEVELS):
                cells = solver.value[receives, left, mine, theirs][: win_chances.CELLS]
                last = solver.value[receives, 0, mine, theirs][win_chances.TRY_CELL]
                rows = np.concatenate([cells, last[None]])[:, FAR + leads]
                found[left - 1, :, :, mine, theirs] = rows.T
    return found


def rounded(values: Any, rough: int = ROUGH) -> Any:
    """The values in steps of the table, rounded to multiples of `rough`."""
    return np.rint(values * (ONE / STEP / rough)).astype(np.int64) * rough


ALL_LEADS = np.arange(-win_chances.MOST, win_chances.MOST + 1)
EXTRA_KNOTS = np.arange(-win_chances.MOST_OVERTIME, win_chances.MOST_OVERTIME + 1, win_chances.EXTRA_STEP)
KNOTS = np.arange(-win_chances.MOST, win_chances.MOST + 1, win_chances.LEAD_STEP)


def fourth_parts(solver: Solver) -> dict[str, list[int]]:
    """The parts for the fourth quarter. Compiled code reads parts of less than a megabyte, so there are three."""
    found = rounded(values_of(solver, 0, ALL_LEADS))
    cuts = (0, *win_chances.FOURTH_CUTS, PLAYS)
    return {f"fourth_{n}": found[a:b].ravel().tolist() for n, (a, b) in enumerate(itertools.pairwise(cuts), 1)}


def second_parts(solver: Solver) -> dict[str, list[int]]:
    """The parts for the second quarter, with every fourth lead: there, chances change smoothly with the lead."""
    found = rounded(np.stack([values_of(solver, receives, KNOTS) for receives in (0, 1)], axis=-1), SECOND_ROUGH)
    cuts = (0, win_chances.SECOND_CUT, PLAYS)
    return {f"second_{n}": found[a:b].ravel().tolist() for n, (a, b) in enumerate(itertools.pairwise(cuts), 1)}


def overtime_part(solver: Solver) -> list[int]:
    """The part for overtime, with leads of field goals: touchdowns and safeties end the match at once."""
    found = rounded(np.stack([values_of(solver, turn, EXTRA_KNOTS) for turn in range(3)], axis=-1))
    levels = win_chances.EXTRA_LEVELS
    return list(found[:, :, :, :levels, :levels].ravel().tolist())


def loss_of_fourth(solver: Solver) -> Any:
    """What rounding and the largest lead lose, for leads up to FAR."""
    exact = values_of(solver, 0, LEADS)
    kept = rounded(values_of(solver, 0, np.clip(LEADS, -win_chances.MOST, win_chances.MOST))) * STEP / ONE
    return np.abs(kept - exact)


def loss_of_second(solver: Solver) -> Any:
    """What rounding and the leads between the knots lose, for leads up to MOST."""
    found = []
    for receives in (0, 1):
        kept = rounded(values_of(solver, receives, KNOTS), SECOND_ROUGH) * STEP / ONE
        at = np.minimum((ALL_LEADS + win_chances.MOST) // win_chances.LEAD_STEP, len(KNOTS) - 2)
        part = ((ALL_LEADS - KNOTS[at]) / win_chances.LEAD_STEP)[None, :, None, None, None]
        found.append(np.abs(kept[:, at] * (1 - part) + kept[:, at + 1] * part - values_of(solver, receives, ALL_LEADS)))
    return np.stack(found)


def write(parts: dict[str, list[int]], says: str) -> None:
    """Writes the file."""
    lines = [
        "# The ends of halves, solved backward: written by tools/fit_endings.py; run it, do not edit.",
        f"# {says}",
    ]
    lines += ["[numbers]", "[table]", *(f'{name} = """\n{pack(value)}\n"""' for name, value in parts.items())]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
