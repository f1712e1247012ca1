"""Helpers: the program as a process, in a pseudo-terminal, and a person at a screen within this process."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from breakaway.cli.main import app
from breakaway.players.settings import Request
from breakaway.terminal import play
from breakaway.terminal.screen import Screen, guarded

PROGRAM = [sys.executable, "-c", "from breakaway.cli.main import main; main()"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Ours, with matches under `home` and nothing that the caller's terminal says."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES", "TERM")}
    return {**kept, "BREAKAWAY_HOME": str(home), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **more}


def run(home: Path, *words: str, typed: str | bytes = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The program with piped input, to its end."""
    data = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *words], input=data, capture_output=True, env=environment(home, **more), timeout=120, check=False
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def call(capsys: pytest.CaptureFixture[str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The program's commands within this process."""
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        status = guarded(lambda: app(list(words), prog_name="breakaway"))
    said = capsys.readouterr()
    return subprocess.CompletedProcess(words, status, said.out, said.err)


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    """The program with a pipe to type into."""
    return subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=environment(home),
    )


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """What the program prints, up to and with a text (a prompt has no line end)."""
    assert process.stdout is not None
    seen = ""
    while not seen.endswith(text):
        ch = process.stdout.read(1)
        assert ch, f"ended without {text!r}:\n{seen}"
        seen += ch
    return seen


def type_line(process: subprocess.Popen[str], line: str) -> None:
    """A typed line."""
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


class Person(Screen):
    """A screen at which `answer(prompt)` types; None is the end of the input."""

    def __init__(self, answer: Callable[[str], str | None], width: int = 80, height: int | None = None) -> None:
        self.paper = io.StringIO()
        super().__init__(out=self.paper, source=io.StringIO(), width=width, height=height)
        self.answer = answer

    def ask(self, prompt: str) -> str:
        line = self.answer(prompt)
        self.source = io.StringIO("" if line is None else line + "\n")
        return super().ask(prompt)

    @property
    def text(self) -> str:
        """All that was printed."""
        return self.paper.getvalue()


def typist(lines: Sequence[str]) -> Callable[[str], str | None]:
    """Types these lines, then ends the input."""
    left = iter(lines)
    return lambda prompt: next(left, None)


def sit(path: Path, lines: Sequence[str], wishes: Request, against: str = "highest") -> tuple[int, str]:
    """A new match kept at `path`; the exit status and all that was printed, with the path as PATH."""
    person = Person(typist(lines))
    chosen = wishes.model_copy(update={"record": str(path)})
    status = play.start(chosen, against, person)
    return status, person.text.replace(str(path), "PATH")


def go_on(path: Path, lines: Sequence[str]) -> tuple[int, str]:
    """The match kept at `path`, resumed."""
    person = Person(typist(lines))
    status = play.resume(str(path), person)
    return status, person.text.replace(str(path), "PATH")


def in_terminal(
    home: Path,
    words: Sequence[str],
    script: Sequence[tuple[str, str]],
    size: tuple[int, int] | None = None,
    **more: str,
) -> tuple[int, str]:
    """The program in a pseudo-terminal: after each prompt of the script its keys; the exit status and the screen.

    `size`: its rows and columns; without it the terminal does not say.
    """
    pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
    import fcntl
    import select
    import struct
    import termios

    pid, terminal = pty.fork()
    if pid == 0:
        if size:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        for each in (signal.SIGINT, signal.SIGHUP):  # tests that run in the background ignore them, and so would this
            signal.signal(each, signal.SIG_DFL)
        os.execvpe(PROGRAM[0], [*PROGRAM, *words], environment(home, **more))
    seen, script_left = "", list(script)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if script_left and script_left[0][0] in seen:
            prompt, keys = script_left.pop(0)
            seen = seen.replace(prompt, "\0" * len(prompt), 1)
            time.sleep(0.1)  # as a person: Python does not notice a Ctrl-C between readline's prompt and its wait
            os.write(terminal, keys.encode())
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                data = os.read(terminal, 65536)
            except OSError:  # the other side is gone
                break
            if not data:
                break
            seen += data.decode(errors="replace")
    done, status = os.waitpid(pid, os.WNOHANG)
    while not done and time.monotonic() < deadline:  # to close the terminal before the end would hang up on it
        time.sleep(0.05)
        done, status = os.waitpid(pid, os.WNOHANG)
    os.close(terminal)
    if not done:
        _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), seen.replace("\r\n", "\n")


def without_times(text: str) -> str:
    """Matches are called after the second in which they began."""
    return re.sub(r"\d{8}-\d{6}(-\d+)?", "TIME", text)
