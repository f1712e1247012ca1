"""Tunes our own football data toward the targets for balance and realism.

    python tools/fit_football.py measure --matches 10000     compares figures with targets
    python tools/fit_football.py search --minutes 10         finds a better fit and writes it into the data files
    python tools/fit_football.py worth                       measures what positions are worth, for equilibria
    python tools/fit_football.py page                        writes docs/balance.md from the figures

A search changes single cards of the deck, strengths of a team and its fourth-down targets, one or a few at a time. It
keeps what brings the figures nearer to the targets (simulated annealing over fresh seeds). It never touches attested
data, and tries no change that breaks a sentence of tools/football_character.py. Ctrl-C keeps the best fit so far.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn, track
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parents[1]))

from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.balance import CORE, NOBODY, Estimate, Value, as_toml, figures, our_configs, play_all
from breakaway.games.football.lab.odds_command import TABLE
from breakaway.games.football.rules.state import FootballConfig
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.simulate import CHUNK, Engine, same_rules
from tools import machines
from tools.fit_titles import titles
from tools.football_character import broken_texts, fourth_limits
from tools.football_data import Fit, fitted_deck, fitted_team, path_of, read_fit, read_texts

MARGIN = 0.03  # how far inside a target a search aims, in widths of the target
OTHERS = ("eclipse", "rhinos", "sharks", "stackers", "vultures")  # they change like the average core team
STEPS = (-2, -1, 1, 2)
HEAT, COOL = 0.01, 0.001  # how much worse a fit may get in one step, at the beginning and at the end
SAME_SEEDS = 40  # how many fits are compared on the same seeds
# The fewest and the most cards that may have a corner, a punt value or an event, to keep the deck recognizable.
CORNERS = {"-1": (3, 7), "0": (6, 17), "1": (8, 16), "2": (8, 16), "3": (4, 10), "TD": (1, 4), "football": (1, 3)}
DEFENSE = {"0": (14, 26), "-1": (12, 22), "-2": (5, 12), "turnover": (2, 8)}
PUNTS = {"4": (2, 8), "5": (2, 8), "6": (3, 9), "7": (4, 11), "8": (5, 12), "9": (5, 12), "10": (3, 9), "11": (2, 7)}
RUN = {"+3": (1, 3), "+2": (3, 6), "+1": (4, 8), "-1": (4, 9), "-2": (2, 6), "-3": (1, 3)}
PASS = {"+3": (1, 4), "+2": (3, 6), "+1": (4, 8), "-1": (2, 6), "-2": (1, 4), "-3": (1, 3), "incomplete": (4, 8)}
COUNTS = {"corners": CORNERS, "defense_corners": DEFENSE, "punts": PUNTS, "run": RUN, "passing": PASS}
SHIFTS = {"run": (-18, 6), "pass": (-18, 6), "run defense": (-6, 12), "pass defense": (-6, 8)}


def main() -> None:
    """Reads the command line and runs what it asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("measure", "search", "worth", "page"))
    parser.add_argument(
        "--matches", type=int, help="matches of each pairing, at home and away; default 10000, in a search 300"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", choices=("standard", "expert"), default="standard", help="the sheets to measure")
    parser.add_argument("--minutes", type=float, default=10)
    machines.add_options(parser)
    asked = parser.parse_args()
    with machines.opened(asked) as engine:
        if asked.what == "search":
            search(asked.minutes, asked.seed, asked.matches or 300, engine)
            return
        matches = asked.matches or 10_000
        if asked.what == "worth":
            measure_worth(matches, asked.seed, engine)
            return
        sets = ("standard", "expert") if asked.what == "page" else (asked.set,)
        found = [figures(play_all(partial(our_configs, sheets=each), matches, asked.seed, engine)) for each in sets]
    if asked.what == "measure":
        Console().print(table(found[0]))
    else:
        from tools.balance_page import write_page

        write_page(found[0], found[1], matches, asked.seed)


def table(found: list[Estimate]) -> Grid:
    """A table with targets and figures side by side."""
    grid = Grid("of", "figure", "value", "95%", "target", "")
    for each in found:
        wanted = "" if each.target is None else f"{each.target.low:g} to {each.target.high:g}"
        met = "" if each.target is None else ("met" if each.is_met else "MISSED")
        grid.add_row(each.of, each.name, f"{each.value:.2f}", f"± {each.error:.2f}", wanted, met)
    return grid


def configs_of(fit: Fit, texts: dict[str, str], folder: Path) -> Callable[[str, str], FootballConfig]:
    """Writes the files of a fit into a folder. Returns a function that makes configs from them."""
    for name, text in written(fit, texts).items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return lambda home, away: resolve(home, away, sheets=(0, 1), teams_dir=folder)[0]


def written(fit: Fit, texts: dict[str, str]) -> dict[str, str]:
    """The text that each file has with this fit, by name."""
    out = {"deck": fitted_deck(texts["deck"], fit, titles())}
    usual = {key: round(sum(fit.shifts[team][key] for team in CORE) / len(CORE)) for key in SHIFTS}
    for name in texts:
        if name in fit.shifts:
            out[name] = fitted_team(name, texts[name], fit.shifts[name], fit.singles[name], fit.fourth[name])
        elif name != "deck":
            kept = read_fit(texts, (name,)).fourth[name]
            out[name] = fitted_team(name, texts[name], usual, {}, kept)
    return out


def loss(found: list[Estimate]) -> float:
    """How far the figures are outside their targets (each narrowed by a margin), in widths of the target."""
    total = 0.0
    for each in found:
        if each.target is None or each.target.high >= 100 or each.target.low <= 0:
            continue
        width = each.target.high - each.target.low
        low, high = each.target.low + MARGIN * width, each.target.high - MARGIN * width
        total += (max(0.0, low - each.value) + max(0.0, each.value - high)) / width
    return total


def mutated(fit: Fit, rng: random.Random) -> Fit:
    """A copy of the fit with one to three changes."""
    new = copy.deepcopy(fit)
    for _ in range(rng.choice((1, 1, 2, 3))):
        what = rng.choice((*COUNTS, "corners", "shift", "shift", "single", "single", "fourth"))
        if what in COUNTS:
            move_card(getattr(new, what), COUNTS[what], rng)
        elif what == "shift":
            key = rng.choice(list(SHIFTS))
            low, high = SHIFTS[key]
            shift = new.shifts[rng.choice(CORE)]
            shift[key] = min(high, max(low, shift[key] + rng.choice(STEPS)))
        elif what == "single":
            singles, place = new.singles[rng.choice(CORE)], f"{rng.randint(1, 15)}{rng.choice('ab')}"
            singles[place] = singles.get(place, 0) + rng.choice((-1, 1))
        else:
            team, at = rng.choice(CORE), rng.randrange(4)
            low, high = fourth_limits(team)[at]
            new.fourth[team][at] = min(high, max(low, new.fourth[team][at] + rng.choice((-1, 1))))
    return new


def kept_to_character(fit: Fit, texts: dict[str, str], rng: random.Random) -> Fit:
    """A mutation that does not break any statement in the documents about the teams."""
    while True:
        trial = mutated(fit, rng)
        if not broken_texts(written(trial, texts)):
            return trial


def move_card(counts: dict[str, int], limits: dict[str, tuple[int, int]], rng: random.Random) -> None:
    """Changes the value of one card, if the `limits` of the old and the new value allow it."""
    one, other = rng.sample(list(limits), 2)
    if counts.get(one, 0) > limits[one][0] and counts.get(other, 0) < limits[other][1]:
        counts[one] -= 1
        counts[other] = counts.get(other, 0) + 1


def search(minutes: float, seed: int, matches: int, engine: Engine) -> None:
    """Searches by simulated annealing, starting with the current data. Writes the best fit that it finds."""
    texts, rng = read_texts((*CORE, *OTHERS)), random.Random(seed)
    with tempfile.TemporaryDirectory() as spare:
        folder = Path(spare)

        def worth(fit: Fit, seeds: int) -> float:
            return loss(figures(play_all(configs_of(fit, texts, folder), matches, seed * 1000 + seeds, engine)))

        if faults := broken_texts(texts):
            raise SystemExit("the data break sentences of the documents:\n" + "\n".join(faults))
        fit = best = read_fit(texts, CORE)
        now = least = worth(fit, 0)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task, begun, turn = bar.add_task("fitting", total=60 * minutes), time.monotonic(), 0
            try:
                while (spent := time.monotonic() - begun) < 60 * minutes:
                    turn += 1
                    if turn % SAME_SEEDS == 0:  # so that no fit stays just because it was lucky
                        fit = best
                        now = least = worth(best, turn // SAME_SEEDS)
                    heat = HEAT * (1 - spent / 60 / minutes) + COOL
                    trial = kept_to_character(fit, texts, rng)
                    found = worth(trial, turn // SAME_SEEDS)
                    if found < now or rng.random() < math.exp((now - found) / heat):
                        fit, now = trial, found
                    if found < least:
                        best, least = trial, found
                    bar.update(task, completed=spent, description=f"{turn} fits, outside the targets by {least:.3f}")
            except KeyboardInterrupt:
                pass
    for name, text in written(best, texts).items():
        path_of(name).write_text(text, encoding="utf-8")
    print(f"The figures miss their targets by {least:.3f} target widths in all ({matches} matches of each pairing).")
    print("The data files are written; measure them now.")


def measure_worth(matches: int, seed: int, engine: Engine) -> None:
    """Measures in matches of the core teams what positions are worth, and writes the table."""
    pairs = list(itertools.permutations(CORE, 2))
    pieces = [(pair, seed * 100 + n, first) for first in range(0, matches, CHUNK) for n, pair in enumerate(pairs)]
    ended = engine.finished(same_rules(GAME.name, worth_of), pieces)
    bar = track(ended, "chunks of 500 matches", len(pieces), console=Console(stderr=True))
    found = dict(bar)
    value = Value()
    for number in range(len(pieces)):  # in this order, because sums of fractions depend on it
        value.merge(found[number])
    says = (
        "What a position is worth, in points: by how much the side with the ball does better until the half ends.",
        "By the first-down line ahead (to_4: own 20, to_10: midfield, to_16: the opponent's 20, to_20: the goal",
        "line), then by down, then by the ball's line from 1. Evidence: ours.",
        f"Measured by tools/fit_football.py worth: {matches} matches of each pairing of the core teams, seed {seed}.",
    )
    TABLE.write_text(as_toml(value.table(), says), encoding="utf-8")


def worth_of(piece: tuple[tuple[str, str], int, int]) -> Value:
    """What one chunk of matches adds. The `piece` says which pairing, seed and first match the chunk has."""
    pair, seed, first = piece
    value = Value()
    value.add(ChunkPlayer(GAME, our_configs(*pair), NOBODY).play(seed, first, CHUNK, True))
    return value


if __name__ == "__main__":
    main()
