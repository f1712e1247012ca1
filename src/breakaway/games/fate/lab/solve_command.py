"""The command `breakaway solve fate`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from breakaway.core.language import UserError
from breakaway.games.fate.lab.solution import MOST_TIME_OUTS, Solution, Work

app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)


@app.command(help="Solve FATE football's basic game and write the file from which oracle and the odds play.")
def solve(
    game: Annotated[str, typer.Argument(help="The game: fate.")],
    folder: Annotated[Path, typer.Option(help="The folder for the work, which can go on there.")] = Path("solved-fate"),
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("solved.bin"),
    time_outs: Annotated[int, typer.Option(help="The most time outs of a side; 0 takes a minute.")] = MOST_TIME_OUTS,
    whole: Annotated[bool, typer.Option("--whole", help="Count time outs at every moment of a half.")] = False,
    cap: Annotated[int, typer.Option(help="Longer distances count as this; 0 for no cap.")] = 0,
    most: Annotated[int, typer.Option(help="Larger leads count as this.")] = 40,
    workers: Annotated[int | None, typer.Option(help="Threads; by default, one for each processor.")] = None,
) -> None:
    """Solves the game. After Ctrl-C, the same command goes on."""
    if game != "fate":
        raise UserError(f"only fate can be solved, not {game}")
    if time_outs not in (0, MOST_TIME_OUTS) or cap < 0 or (cap and cap < 10) or not 32 <= most <= 80:
        raise UserError("expected --time-outs 0 or 3, --cap 0 or at least 10, and --most from 32 to 80")
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} slices"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    stopped = False
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("solving", total=None, rate="")

        def tell(name: str, done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, description=name, completed=done, total=total, rate=f"{speed:.1f}/s" if speed else "")

        try:
            solution = Solution(folder, Work(time_outs, whole, cap, most), workers or os.cpu_count() or 1, tell)
            solution.solve()
            raw, errors = solution.packed()
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        print(f"Stopped. To go on, run the same command; the work is in {folder}.")
        raise typer.Exit(130)
    out.write_bytes(raw)
    games = sum(each.games for each in solution.told)
    gap = max((each.gap for each in solution.told), default=0.0)
    print(f"{games:,} matrix games solved now; the largest gap of any is {gap:.1e}.")
    print("Mean error of the packed chances: " + ", ".join(f"{name} {100 * x:.3f}%" for name, x in errors.items()))
    print(f"The file: {out}, {len(raw):,} bytes")
