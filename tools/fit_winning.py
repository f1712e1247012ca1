"""Learns the chances of winning from simulated matches and writes data/winning.toml of a game.

    python tools/fit_winning.py football                  learns from 350,000 matches (29 million situations)
    python tools/fit_winning.py football --measure        how well the table foretells matches that it has not seen
    python tools/fit_winning.py football --matches 20000  a smaller table, to try something out
    python tools/fit_winning.py football --measure --page  also writes the figures and curves of docs/winning.md

The same seed and number give the same file. Ctrl-C while it counts goes on with what has been played so far.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1]))

from breakaway.core.winning import pack
from tools import winning_football
from tools.winning_chain import Chain, Counts, packed, steps

GAMES: dict[str, Any] = {"football": winning_football}
LEARN, CORRECT, UNSEEN = 1, 2, 3  # seeds
USUAL = {"football": 350_000}
SHARE = 10  # one match for the corrections and for measuring, for so many to learn from


def main() -> None:
    """Reads the command line, then learns or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--matches", type=int, help="matches to learn from; a tenth as many to correct or measure")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--page", action="store_true", help="writes the figures and curves for docs/winning.md")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    matches = asked.matches or USUAL[asked.game]
    if asked.measure:
        from tools.winning_measure import measure

        measure(asked.game, game, matches // SHARE, UNSEEN, asked.page)
        return
    counts, plays, done = count(game, matches)
    chain = Chain(game.SHAPE, counts)
    table = game.tabulate(chain.solve(Console(stderr=True).print))
    write(game, table, {}, f"{plays:,} plays of {done:,} matches, seed {LEARN}")
    from tools.winning_measure import corrections

    write(game, table, corrections(asked.game, matches // SHARE, CORRECT), says_of(game))


def says_of(game: Any) -> str:
    """What the first line of the file says it was learnt from."""
    return str(game.FILE.read_text(encoding="utf-8").splitlines()[1].removeprefix("# Learnt from ").removesuffix("."))


def count(game: Any, matches: int) -> tuple[Counts, int, int]:
    """Plays the matches and counts their steps. Returns the counts, the plays and the matches."""
    found, plays, done = Counts(), 0, 0
    columns = (TextColumn("matches"), BarColumn(), TextColumn("{task.completed:,}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=matches)
        try:
            for asked in game.chunks(matches, LEARN):
                each = game.played(*asked)
                found.add(
                    packed(steps(each.rows, game.strategy_of(each.rows), game.gains(each), each.last, game.SHAPE))
                )
                plays, done = plays + len(each.last), done + asked[3]
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            Console(stderr=True).print(f"stopped after {done:,} matches")
    return found, plays, done


def write(game: Any, table: dict[str, list[int]], numbers: dict[str, list[int]], says: str) -> None:
    """Writes the file: what it was learnt from, the corrections, and the packed tables."""
    numbers = numbers or {name: [0] * size for name, size in game.NUMBERS.items()}
    lines = [
        "# The chances of winning: written by tools/fit_winning.py; run it, do not edit.",
        f"# Learnt from {says}.",
    ]
    lines += ["[numbers]", *(f"{name} = {value}" for name, value in numbers.items()), "[table]"]
    lines += [f'{name} = """\n{pack(value)}\n"""' for name, value in table.items()]
    game.FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
