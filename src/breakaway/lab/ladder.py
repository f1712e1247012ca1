"""The ladder of a game: its levels and coaches against each other on paired seeds, as Elo numbers with intervals.

A pair is two matches with one seed. In the second one, the players have changed seats and teams. In a race with several
teams, each player has every second team. A tie counts as half a win, and a shared first place as a part of one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from breakaway.core.game import Result
from breakaway.core.language import UserError, say
from breakaway.core.state import json_of
from breakaway.display.document import Bars, Document, Grid, Line, Section, Series
from breakaway.games.manifest import find, kit_of
from breakaway.lab.batches import ChunkPlayer, seeds_of
from breakaway.lab.compile_cache import hash_of, own_coaches
from breakaway.lab.compiling import play_interpreted
from breakaway.players import coaches
from breakaway.players.seated_match import SHEET
from breakaway.players.settings import Request, find_setting, make_start

SLICE = 25  # pairs between two reports of progress
STEPS = 200  # of Newton's method, at most
RESAMPLES = 200  # ladders of random pairs, for the intervals
SCALE = 400 / np.log(10)  # Elo points: with 400 more, a player wins ten times as often as he loses
START = 1500  # the mean of a ladder


@dataclass(frozen=True)
class Pairing:
    """What two players came to: the share of each pair that the first one won, from 0 to 1."""

    first: str
    second: str
    shares: tuple[float, ...]

    @property
    def share(self) -> float:
        """The mean share of the first player."""
        return float(np.mean(self.shares))

    @property
    def error(self) -> float:
        """Half of the 95% interval of the share."""
        return float(1.96 * np.std(self.shares, ddof=1) / len(self.shares) ** 0.5) if len(self.shares) > 1 else 1.0


@dataclass(frozen=True)
class Ranked:
    """A player's place on the ladder: Elo points with their 95% interval."""

    player: str
    elo: float
    low: float
    high: float


def players_of(game: str, named: str | None) -> list[str]:
    """The players of a ladder: the levels of a game unless `named` lists others, strongest last. Raises UserError."""
    found = find(game)
    listed = [each.strip() for each in named.split(",")] if named else list(kit_of(found).levels)
    if len(set(listed)) != len(listed) or len(listed) < 2:
        raise UserError(say("a ladder needs at least two different players, such as {names}", names="club,strong"))
    for each in listed:
        if each not in coaches.described(found):
            raise UserError(coaches.unknown(found, each))
    return listed


class KeptPairings:
    """Finished cells in a file, one JSON object a line, so that a ladder can go on after Ctrl-C."""

    def __init__(self, file: Path | None) -> None:
        """Reads the file, and makes it if there is none. Lines that were cut off are left out. Raises UserError."""
        self.file, self.found = file, dict[str, list[float]]()
        if file is None:
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.open("a").close()
            lines = file.read_text("utf-8", "replace").splitlines()
        except OSError as error:
            raise UserError(f"--keep: {file} cannot be written: {error.strerror or error}") from None
        for line in lines:
            try:
                each = json_of(line)
                self.found[str(each["cell"])] = [float(share) for share in each["shares"]]
            except (ValueError, TypeError, KeyError):
                continue

    def put(self, cell: str, shares: list[float]) -> None:
        """Keeps the shares of a cell."""
        self.found[cell] = shares
        if self.file is not None:
            whole = self.file.read_bytes()[-1:] in (b"", b"\n")
            with self.file.open("a", encoding="utf-8") as file:
                file.write(("" if whole else "\n") + json.dumps({"cell": cell, "shares": shares}) + "\n")


def climbed(
    request: Request,
    players: Sequence[str],
    pairs: int,
    seed: int,
    kept: KeptPairings,
    advance: Callable[[int], None] = lambda matches: None,
) -> list[Pairing]:
    """Plays `pairs` pairs for each pairing of the `players` that is not kept yet, with the seeds of `seed`.

    Calls `advance` with the number of matches that are done.
    """
    cells = []
    for first, second in combinations(players, 2):
        cell = f"{request.model_dump_json()} {_program(request.game, first, second)} {first} {second} {pairs} {seed}"
        if cell in kept.found:
            advance(2 * pairs)
        else:
            kept.put(cell, _played(request, first, second, pairs, seed, advance))
        cells.append(Pairing(first, second, tuple(kept.found[cell])))
    return cells


def _program(game: str, first: str, second: str) -> str:
    """A hash of what tells two versions of a player apart: a bot's code, or a level's weights."""
    found, players = find(game), (first, second)
    ours = {each: coaches.find(found, each) for each in players if each in coaches.names(found)}
    return hash_of({**ours, **own_coaches(found, players)})


def _played(
    request: Request, first: str, second: str, pairs: int, seed: int, advance: Callable[[int], None]
) -> list[float]:
    game, total = find(request.game), np.zeros(pairs)
    seats = game.seat_count(make_start(request, find_setting(game).watched(request, None)).config)
    for turned in (False, True):
        by = [(second, first)[(seat % 2 == 0) != turned] for seat in range(seats)]
        config = make_start(request, by).config
        mine = [each == first for each in by]
        nobody = next((each for each in by if each != SHEET), "random")
        seated = [nobody if each == SHEET else each for each in by]
        plain = any(coaches.is_plain(game, each) for each in seated)
        player = None if plain else ChunkPlayer(game, config, seated)
        for begin in range(0, pairs, SLICE):
            many = min(SLICE, pairs - begin)
            if player is not None:
                ranks = player.play(seed, begin, many, False).results["rank"][:, :seats]
            else:
                ranks = np.array([_ranks(request.game, config, seated, int(s)) for s in seeds_of(seed, begin, many)])
            won = ranks[:, :seats] == 1
            total[begin : begin + many] += won[:, mine].sum(axis=1) / won.sum(axis=1) / 2
            advance(many)
    return [float(each) for each in total]


def _ranks(name: str, config: Any, seated: Sequence[str], seed: int) -> list[int]:
    """The places of all seats after a match in ordinary Python."""
    game, named = find(name), sorted(set(seated))
    end = play_interpreted(game, config, named[0], named[-1], [named.index(each) for each in seated], seed)[-1]
    result = Result()
    game.result(end, config, result)
    return [int(result.rank[seat]) for seat in range(len(seated))]


def ladder_of(players: Sequence[str], cells: Sequence[Pairing], seed: int = 0) -> list[Ranked]:
    """The players' Elo numbers, weakest first. Their mean is 1500. Intervals come from resampled pairs."""
    shares = [np.array(each.shares) for each in cells]
    best = _fitted(players, cells, [float(each.mean()) for each in shares])
    rng = np.random.default_rng(seed)
    again = [
        _fitted(players, cells, [float(rng.choice(each, len(each)).mean()) for each in shares])
        for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    rungs = [Ranked(player, float(best[i]), float(low[i]), float(high[i])) for i, player in enumerate(players)]
    return sorted(rungs, key=lambda each: each.elo)


def _fitted(players: Sequence[str], cells: Sequence[Pairing], shares: Sequence[float]) -> Any:
    """The numbers under which the shares are likeliest (Bradley and Terry), by Newton's method.

    Half a win for each side is added to every cell, so that a player who never wins has a number, too.
    """
    at = {player: i for i, player in enumerate(players)}
    strength = np.zeros(len(players))
    for _step in range(STEPS):
        slope, bend = np.zeros(len(players)), np.eye(len(players)) * 1e-9
        for cell, share in zip(cells, shares, strict=True):
            n, i, j = len(cell.shares) + 1, at[cell.first], at[cell.second]
            wins = share * (n - 1) + 0.5
            chance = 1 / (1 + np.exp(strength[j] - strength[i]))
            slope[[i, j]] += np.array([1, -1]) * (wins - n * chance)
            weight = n * chance * (1 - chance)
            bend[[i, j], [i, j]] += weight
            bend[i, j] -= weight
            bend[j, i] -= weight
        step = np.clip(np.linalg.solve(bend + 1e-6, slope), -1, 1)
        strength += step - step.mean()
        if np.abs(step).max() < 1e-6:
            break
    return START + SCALE * (strength - strength.mean())


def told(game: str, players: Sequence[str], cells: Sequence[Pairing], pairs: int, seed: int) -> Document:
    """The ladder as a report: Elo numbers with a chart, each player against the next, and all pairings.

    `cells` has the results of all `players`, from `pairs` pairs for each pairing with the seeds of `seed`.
    """
    found, rungs = find(game), ladder_of(players, cells)
    order = [each.player for each in rungs]
    by = {(each.first, each.second): each for each in cells}
    names = {each: coaches.label(found, each) for each in players}
    rows = [
        [names[each.player], each.player, f"{each.elo:.0f}", f"{each.low:.0f} to {each.high:.0f}"]
        for each in reversed(rungs)
    ]
    steps = []
    for weaker, stronger in pairwise(order):
        share, error = _share(by, stronger, weaker)
        steps.append([f"{names[stronger]} against {names[weaker]}", f"{100 * share:.1f}% ± {100 * error:.1f}"])
    matrix = []
    for one in reversed(order):
        shares = ["" if one == other else f"{100 * _share(by, one, other)[0]:.1f}" for other in reversed(order)]
        matrix.append([names[one], *shares])
    drawn = Series("Elo", "run", *([getattr(each, part) for each in rungs] for part in ("elo", "low", "high")))
    return Document(
        f"{found.title}: the ladder",
        f"{pairs} pairs for each pairing",
        [Line(f"Seeds of {seed}. Each pair is two matches with one seed, with seats and teams changed.")],
        [
            Section(
                "Elo",
                "With 400 points more, a player wins ten times as often as he loses.",
                [
                    Grid("Elo", ["player", "name to type", "Elo", "95% interval"], rows, right=(2, 3)),
                    Bars("Elo", "A bar for each player.", [names[each] for each in order], [drawn]),
                ],
            ),
            Section("Each against the next", "", [Grid("Steps", ["", "wins"], steps)]),
            Section(
                "All pairings",
                "Wins of the row against the column, in percent.",
                [
                    Grid("Wins", ["", *(names[each] for each in reversed(order))], matrix),
                ],
            ),
        ],
    )


def _share(by: Mapping[tuple[str, str], Pairing], one: str, other: str) -> tuple[float, float]:
    """The share that one player won against another, with half of its interval."""
    cell = by.get((one, other)) or by[other, one]
    return (cell.share if cell.first == one else 1 - cell.share), cell.error
