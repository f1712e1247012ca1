"""Measures how well the two tables of football's win chances predict the ends of halves, for fit_endings.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import Console

from breakaway.core.odds import ONE
from breakaway.games.football.rules import terms, win_chances
from breakaway.games.football.rules.state import FootballConfig
from breakaway.lab.simulate import Engine
from tools import winning_football
from tools.ending_solver import DOWNS, PLAYS, plain_config, position
from tools.winning_measure import deciles, log_loss, sample
from tools.winning_played import Foretold, Piece


class Sheets:
    """Football for `sample`, with sheets on both sides of all matches."""

    foretelling = staticmethod(winning_football.foretelling)

    @staticmethod
    def pieces(matches: int, seed: int) -> Iterator[Piece]:
        """The pieces of a run, without those in which choices are random."""
        for piece in winning_football.pieces(matches, seed):
            if piece.config.sheet[0] == 1:
                yield piece


def measure(matches: int, seed: int, engine: Engine) -> None:
    """Prints how often sides won in the last plays of the second and the fourth quarter, and what both tables say.

    Sheets play both sides, by the rules of this edition.
    """
    seen = sample(Sheets, matches, seed, engine)
    rows, console = seen.rows, Console()
    for quarter, name in ((2, "second quarter"), (4, "fourth quarter"), (5, "overtime")):
        late = (rows["quarter"] == quarter) & (rows["plays_left"] <= PLAYS)
        late &= (rows["plays_left"] > 0) | (rows["cell"] == win_chances.TRY_CELL)
        found = some(seen, late)
        before = replace(found, chance=by_edition_2(found.rows))
        console.print(f"{name}: {len(found.won):,} situations")
        for each, says in ((found, "the solved table"), (before, "edition 2's table")):
            brier = float(((each.chance - each.won) ** 2).mean())
            console.print(f"  {says}: log loss {log_loss(each.chance, each.won):.4f}, squared error {brier:.4f}")
            for p, won, n, error in deciles(each):
                miss = f"{100 * (won - p):+.2f} ± {196 * error:.2f}"
                console.print(f"  {100 * p:6.2f}%  won {100 * won:6.2f}%  {miss}  {n:,}")


def some(seen: Foretold, where: Any) -> Foretold:
    """The situations for which `where` holds."""
    rows = {name: column[where] for name, column in seen.rows.items()}
    return Foretold(seen.chance[where], seen.won[where], seen.match[where], rows)


def by_edition_2(rows: dict[str, Any]) -> Any:
    """The chances of the same situations by the table that judges the whole match in edition 2."""
    config, found = plain_config(), np.empty(len(rows["cell"]))
    config.endings = 0
    names = ("quarter", "plays_left", "cell", "lead", "mine", "theirs", "flags", "receives_next", "turn")
    kept: dict[tuple[int, ...], float] = {}
    for i, row in enumerate(zip(*(rows[name].tolist() for name in names), strict=True)):
        if row not in kept:
            kept[row] = chance(config, *row)
        found[i] = kept[row]
    return found


def chance(
    config: FootballConfig,
    quarter: int,
    left: int,
    cell: int,
    lead: int,
    mine: int,
    theirs: int,
    flags: int,
    receives: int,
    turn: int,
) -> float:
    """The chance of the side with the ball in a situation. `receives`: whether it receives the second half's kickoff,
    `turn`: how many sides have had the ball in overtime.
    """
    s = position(config, cell)
    seat, s.quarter = s.offense, quarter
    s.score[seat], s.score[1 - seat] = max(0, lead), max(0, -lead)
    s.time_outs[seat], s.time_outs[1 - seat] = mine, theirs
    s.flags[seat], s.flags[1 - seat] = max(0, flags), max(0, -flags)
    s.opening_kicker = seat if receives else 1 - seat
    s.had_ball[seat], s.had_ball[1 - seat] = int(turn == win_chances.BOTH_HAD), int(turn != win_chances.FIRST_HAD)
    for each in range(terms.SEATS):
        s.card[each] = [terms.HAND] * left + [terms.DISCARDED] * (terms.CARDS - left)
    if cell >= DOWNS and cell != win_chances.TRY_CELL:
        s.phase = terms.KICK if cell == win_chances.KICK_CELL else terms.FREE_KICK
    return win_chances.offense_chance(s, config) / ONE
