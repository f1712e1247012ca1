"""A progress bar on stderr with the rate and the time left. Without a terminal, a single line explains the wait."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

COMPILES = "Compiling the rules first. This takes about half a minute, and only the first time."


class Rate(ProgressColumn):
    """A column with matches per second."""

    def render(self, task: Task) -> Text:
        """The speed of this run, or nothing while the speed is unknown."""
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")


class ProgressBar:
    """Shows how many matches are done."""

    def __init__(self, title: str) -> None:
        count = TextColumn("{task.completed:,} of {task.total:,}")
        columns = (TextColumn("{task.description}"), BarColumn(), count, Rate(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.progress.add_task(title, total=None, visible=False)
        self.status = console.status(COMPILES)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """Clears the bar and the message from the screen."""
        self.status.stop()
        self.progress.stop()

    def compiling(self) -> None:
        """Says that the rules are being compiled or loaded."""
        self.status.start()
        if self.progress.disable:
            print(COMPILES, file=sys.stderr, flush=True)

    def begin(self, done: int, total: int) -> None:
        """Starts the bar. `done` matches out of `total` already exist."""
        self.status.stop()
        self.progress.update(self.task, total=total, completed=done, visible=True)
        self.progress.start()

    def advance(self, matches: int) -> None:
        """Advances the bar by a number of finished matches."""
        self.progress.advance(self.task, matches)
