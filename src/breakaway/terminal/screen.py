"""The screen: what is drawn, what is typed, and errors in one line."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from typing import TextIO

from breakaway.core.language import UserError as UserError
from breakaway.core.language import what_to_install
from breakaway.display.document import Document, Line, Part, printable
from breakaway.display.renderers import cells, drawn, parts_of, rows_of, styled, wrap

# --- Draws on the terminal and reads what is typed there. Writes plain text if the output is a pipe or NO_COLOR is set.


NARROWEST, WIDEST = 24, 120  # columns; longer lines are hard to read
PIPE_WIDTH = 100
ENDLESS = 10**9
ROOMY = 40  # rows of a screen with room for a whole turn and the next question
ENOUGH = {"q", "quit", "n", "no"}
LONGEST_LINE = 5000  # characters in a typed line: more than any game's order needs


class UserQuit(Exception):
    """The user has left with `quit`, with Ctrl-C or at the end of the input. `status` is the program's exit status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class PagerClosed(Exception):
    """The reader does not want to see the remaining pages."""


class Screen:
    """The screen and keyboard of one program."""

    def __init__(
        self,
        out: TextIO | None = None,
        source: TextIO | None = None,
        width: int | None = None,
        height: int | None = None,
    ) -> None:
        self.source: TextIO = source or sys.stdin or StringIO()  # stdin is None if it was closed
        self.out: TextIO = out or sys.stdout
        for stream in (self.source, self.out):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.live = self.out.isatty() and self.source.isatty()  # a person is there, not a pipe
        self.color = self.out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._width, self._height = width, height
        self.printed = 0  # rows printed since the last typed line
        self._paged = False
        if self.live:
            _edit_lines()

    @property
    def width(self) -> int:
        """The number of columns to draw in. A window can be resized at any time."""
        return self._width or max(NARROWEST, min(WIDEST, shutil.get_terminal_size((PIPE_WIDTH, 24)).columns))

    @property
    def height(self) -> int:
        """The number of rows that fit on the screen.

        ENDLESS if there is no terminal, or if the terminal does not report its height.
        """
        return self._height or (shutil.get_terminal_size((PIPE_WIDTH, ENDLESS)).lines if self.live else ENDLESS)

    def _write(self, lines: Iterable[str]) -> None:
        """Writes whole lines. Inside `paging`, stops after each screenful. Raises PagerClosed."""
        for line in lines:
            rows = rows_of(line, self.width)
            full = self._paged and self.printed + rows >= self.height
            if full and self.ask("Enter: more; q: stop ").strip().casefold() in ENOUGH:
                raise PagerClosed
            self.printed += rows
            self.out.write(f"{line}\n")

    @contextmanager
    def paging(self) -> Iterator[None]:
        """A context in which nothing scrolls away unread. After each screenful the reader can go on or stop."""
        self._paged, self.printed = True, 1  # the typed line is still on the screen
        try:
            yield
        except PagerClosed:
            pass
        finally:
            self._paged = False

    def show(self, parts: Iterable[Part]) -> None:
        """Draws `parts` one below the other."""
        self._write(drawn(parts, self.width, self.color))

    def say(self, text: str = "", style: str = "") -> None:
        """Writes a line or a paragraph in a `style`, wrapped. Control characters in the text have no effect."""
        self.show([Line(text, style=style)])

    def say_whole(self, text: str, style: str = "") -> None:
        """Writes a line in a `style`, not wrapped, so that people can copy paths and commands."""
        self._write([styled(printable(text), style, self.color)])

    def hang(self, label: str, text: str) -> None:
        """Writes a `label` and a text beside it. All lines of the text begin in the same column."""
        self.show([Line(text, label)])

    def head(self, title: str) -> None:
        """Draws a line across the screen with a `title`."""
        *above, text = wrap(printable(title), self.width - 1)
        rest = "─" * max(0, self.width - cells(text) - 1)
        said = [styled(line, "bold", self.color) for line in above]
        self._write(
            [
                *([] if self.height < ROOMY else [""]),
                *said,
                f"{styled(text, 'bold', self.color)} {styled(rest, 'dim', self.color)}",
            ]
        )

    def tell(self, document: Document) -> None:
        """Shows a whole `document`."""
        self.show([Line(document.title, style="bold"), Line(document.under, style="dim"), *document.lead])
        for section in document.sections:
            self.head(section.title)
            self.show(parts_of(section))
        self.show([Line(), Line(document.foot, style="dim")])

    def ask(self, prompt: str) -> str:
        """Returns the line typed at a `prompt`. Raises UserQuit at the end of the input or on Ctrl-C."""
        *above, last = wrap(printable(prompt), self.width)
        self.out.write("".join(f"{line}\n" for line in above))
        last += prompt[len(prompt.rstrip()) :]
        self.printed = 0
        try:
            if self.live:
                self.out.flush()
                return input(last)[:LONGEST_LINE]
            self.out.write(last)
            self.out.flush()
            line = self._read_line()
            self.out.write("\n")
        except KeyboardInterrupt:
            self.out.write("\n")
            raise UserQuit(130) from None
        except EOFError:
            self.out.write("\n")
            raise UserQuit(0) from None
        if not line:
            raise UserQuit(0)
        return line.rstrip("\r\n")

    def _read_line(self) -> str:
        """A line from a pipe. Drops everything beyond LONGEST_LINE, so that the rest is not read as the next line."""
        line = more = self.source.readline(LONGEST_LINE)
        while len(more) == LONGEST_LINE and not more.endswith("\n"):
            more = self.source.readline(LONGEST_LINE)
        return line

    def wipe(self) -> None:
        """Clears the screen, its scrollback and the history of typed lines, because they contain a player's secret."""
        forget_lines()
        if self.live and self.color:
            self.out.write("\x1b[H\x1b[2J\x1b[3J")
            self.out.flush()
        elif self.live:
            self.out.write("\n" * (shutil.get_terminal_size().lines + 5))
        else:
            self.out.write("\n")


def _edit_lines() -> None:
    """Turns on arrow keys at the prompt if the system has readline."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)
    readline.parse_and_bind("set enable-bracketed-paste off")  # pasted lines count as typed lines


def forget_lines() -> None:
    """Empties the history of typed lines."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


# --- Reports errors other than broken rules of a game, in one line on stderr and without a traceback.


STOPPED = 130  # the exit status of a program stopped with Ctrl-C


def guarded(work: Callable[[], object]) -> int:
    """Runs the `work` of a command and returns its exit status. Turns an error that the user can fix into a message."""
    try:
        work()
    except SystemExit as leaving:
        return _quiet_pipe(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        return _quiet_pipe(1)
    except Exception as error:
        text = explain(error)
        if text is None:
            raise
        print(f"breakaway: {printable(text)}", file=sys.stderr)
        return 1
    return _quiet_pipe(0)


def _quiet_pipe(status: int) -> int:
    """Flushes the output and returns the exit `status`. Stops all output if nothing reads it anymore (`| head`)."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def explain(error: Exception) -> str | None:
    """The message for an error that the user can fix. None for a bug."""
    from breakaway.core.data_files import BadData
    from breakaway.core.state import BadState
    from breakaway.games.manifest import NoSuchGame
    from breakaway.players.coaches import NoSuchCoach
    from breakaway.records.entries import BadRecord
    from breakaway.records.record_file import ChangedUnderUs
    from breakaway.testing.cases import BadCase

    if isinstance(error, (UserError, NoSuchCoach, NoSuchGame, BadCase, BadData, BadRecord, BadState, ChangedUnderUs)):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        return what_to_install(error, "this command") or None
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}"
    return None
