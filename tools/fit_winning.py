"""Learns a game's chances of winning from simulated matches and writes the game's data/winning.toml.

    python tools/fit_winning.py football                  learns from 350,000 matches (29 million situations)
    python tools/fit_winning.py football --measure        how well the table predicts matches that it has not seen
    python tools/fit_winning.py football --matches 20000  a smaller table, to try something out
    python tools/fit_winning.py football --measure --page  also writes the figures that winning_page.py draws

The same number of matches gives the same file. Ctrl-C ends the counting; what has been played so far is then used.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1]))

from breakaway.core.odds import pack
from breakaway.lab.simulate import Engine
from tools import machines, winning_fate, winning_football
from tools.winning_chain import Chain, Counts
from tools.winning_played import counted

GAMES: dict[str, Any] = {"football": winning_football, "fate": winning_fate}
LEARN, CORRECT, UNSEEN = 1, 2, 3  # seeds
USUAL = {"football": 350_000, "fate": 250_000}
SHARE = 10  # one match for the corrections and for measuring, for so many to learn from


def main() -> None:
    """Reads the command line, then learns or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--matches", type=int, help="matches to learn from; a tenth as many to correct or measure")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--page", action="store_true", help="with --measure: writes the figures for winning_page.py")
    parser.add_argument("--correct", action="store_true", help="only fits the corrections of the table that is there")
    machines.add_options(parser)
    asked = parser.parse_args()
    with machines.opened(asked) as engine:
        run(asked, engine)


def run(asked: argparse.Namespace, engine: Engine) -> None:
    """Learns, corrects or measures, whichever was asked for."""
    game = GAMES[asked.game]
    matches = asked.matches or USUAL[asked.game]
    if asked.measure:
        from tools.winning_measure import measure

        measure(asked.game, game, matches // SHARE, UNSEEN, asked.page, engine)
        return
    if asked.correct:
        if put_numbers(game.FILE, zeros(game)):  # read again without them, in a process of its own
            subprocess.run([sys.executable, *sys.argv], check=True)
            return
        from tools.winning_measure import corrections

        put_numbers(game.FILE, corrections(game, matches // SHARE, CORRECT, engine))
        return
    counts, plays, done = count(game, matches, engine)
    chain = Chain(game.SHAPE, counts)
    table = game.tabulate(chain.solve(Console(stderr=True).print))
    write(game, table, f"{plays:,} situations of {done:,} matches, seed {LEARN}")
    # A process of its own, because compiled code is kept by the hash of the table that was there at its start. It plays
    # in threads, because the workers of a cluster elsewhere still have the old table.
    again = [sys.executable, __file__, asked.game, "--correct", "--matches", str(matches)]
    subprocess.run(again, check=True)


def zeros(game: Any) -> dict[str, list[int]]:
    """Corrections that change nothing."""
    return {name: [0] * size for name, size in game.NUMBERS.items()}


def put_numbers(file: Path, numbers: dict[str, list[int]]) -> bool:
    """Replaces the corrections in a table's file. Returns whether that changed the file."""
    before = text = file.read_text(encoding="utf-8")
    for name, value in numbers.items():
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, count=1, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")
    return text != before


def count(game: Any, matches: int, engine: Engine) -> tuple[Counts, int, int]:
    """Plays the matches and counts their steps. Returns the counts, the plays and the matches."""
    found, plays, done = Counts(), 0, 0
    columns = (TextColumn("matches"), BarColumn(), TextColumn("{task.completed:,}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=matches)
        try:
            for each in counted(game, engine, game.pieces(matches, LEARN)):
                found.add(each.keys, each.times)
                plays, done = plays + each.plays, done + each.matches
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            Console(stderr=True).print(f"stopped after {done:,} matches")
    return found, plays, done


def write(game: Any, table: dict[str, list[int]], says: str) -> None:
    """Writes the file: what it was learned from, corrections that change nothing yet, and the packed tables."""
    numbers = zeros(game)
    lines = [
        "# The chances of winning: written by tools/fit_winning.py; run it, do not edit.",
        f"# Learned from {says}.",
    ]
    lines += ["[numbers]", *(f"{name} = {value}" for name, value in numbers.items()), "[table]"]
    lines += [f'{name} = """\n{pack(value)}\n"""' for name, value in table.items()]
    game.FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
