"""Runs a bot's process: starts a command, and exchanges lines of JSON with it (docs/protocol.md)."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from contextlib import suppress
from typing import Any

from breakaway.core.trouble import Trouble

COMMAND = "cmd:"  # what a bot's name begins with if the rest is a command
LONGEST_LINE = 1 << 20  # the most bytes in a line that a bot writes
LEAVING = 2.0  # seconds that a bot has to end after `bye`
SHOWN = 200  # the most characters of a wrong line that an error shows


class PipeError(Exception):
    """A bot's process did not start, has ended, or has broken the protocol.

    The error's text says what happened.
    """


class Pipe:
    """A running command.

    Every message is one line of JSON, an object with a `type`. What the command writes to standard error is kept for
    error messages.
    """

    def __init__(self, command: list[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, it lives as long as the process
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is meant for this program only
            )
        except OSError as error:
            raise PipeError(f"cannot be started: {error.strerror or error}") from None
        self.kill = weakref.finalize(self, _kill, self._process)

    def send(self, message: dict[str, Any]) -> None:
        """Writes a message. Raises PipeError if the process has ended."""
        self.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def write(self, line: str) -> None:
        """Writes a line unchanged. Raises PipeError if the process has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PipeError(self._ended()) from None

    def receive(self) -> dict[str, Any]:
        """Waits for the next message from the process. Raises PipeError if no message comes."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline(LONGEST_LINE)
        if not line:
            raise PipeError(self._ended())
        if not line.endswith(b"\n"):
            raise PipeError(f"wrote a line that does not end in a newline or is longer than {LONGEST_LINE} bytes")
        shown = line.decode("utf-8", "replace").strip()
        shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise PipeError(f"wrote a line that is not JSON: {shown}") from None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise PipeError(f'wrote a line that is not an object with a "type": {shown}')
        return message

    def close(self, seconds: float = LEAVING) -> int | None:
        """Closes the input of the process, and waits until the process ends.

        Returns the exit status, or None if the process did not end within this many `seconds` and was killed.
        """
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.kill()

    def _ended(self) -> str:
        """The rest of a sentence: how the process ended, and the last line of its error output."""
        try:
            status = f"with exit status {self._process.wait(LEAVING)}"
        except subprocess.TimeoutExpired:
            status = "its output but goes on"
        self._errors.seek(0)
        said = self._errors.read()[-10_000:].decode("utf-8", "replace").strip().splitlines()
        return f"ended {status}{f'; the last line of its error output: {said[-1][:SHOWN]}' if said else ''}"


def words_of(name: str) -> list[str]:
    """The words of COMMAND in a bot's name of the form `cmd:COMMAND`. Raises Trouble if there is no such program."""
    text = name.removeprefix(COMMAND).strip()
    try:
        words = shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise Trouble(f"{name}: the command cannot be read: {error}") from None
    if not words:
        raise Trouble(f"{name}: type a command after {COMMAND}, as in {COMMAND}node bot.js")
    if shutil.which(words[0]) is None:
        raise Trouble(f"{name}: there is no program {words[0]}")
    return words


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and all processes that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()
