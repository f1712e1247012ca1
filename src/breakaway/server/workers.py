"""`serve --workers N`: several processes that share one port, and the process that looks after them.

Each worker runs the same program with the same command line. The worker inherits the listening socket and one end of a
pipe, called its lifeline. Through this lifeline, the worker gets the codes for the owner. When the lifeline breaks, the
worker stops. So no worker stays behind if the process that started it is killed.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from breakaway.core.language import UserError
from breakaway.core.state import json_of
from breakaway.server.background import pause_after

if TYPE_CHECKING:
    import uvicorn

    from breakaway.server.connections import LimitedListener

LOG = logging.getLogger(__name__)
PART = "BREAKAWAY_PART"  # the environment variable that makes a process a worker; only `Workers` sets it
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # the folder in which the workers of one server add up their metrics
COMMAND = (sys.executable, "-P", "-c", "from breakaway.cli.main import main; main()")
GLANCE = 0.1  # seconds between two looks at the workers
STEADY = 30.0  # seconds after which a worker counts as healthy
PATIENCE = 10.0  # seconds within which a worker has to stop


def can_share(workers: int) -> None:
    """Raises UserError if this system cannot share a port among that many `workers`."""
    if workers > 1 and sys.platform == "win32":
        raise UserError("--workers: several processes can share a port only on Linux and macOS; leave --workers out")


@dataclass(frozen=True)
class Part:
    """Which of several workers a process is: its `number`, counted from 1, and how many there are (`of`).

    `listening` and `lifeline` are file descriptors. Each of the `codes` gives one browser the owner's rights.
    """

    number: int
    of: int
    listening: int
    lifeline: int
    codes: frozenset[str]

    def door(self) -> LimitedListener:
        """The door that all workers share."""
        from breakaway.server.connections import LimitedListener

        made = LimitedListener(fileno=self.listening)
        made.set_inheritable(False)
        made.takes_turns = True
        return made

    def watch_parent(self, server: uvicorn.Server) -> None:
        """Stops the `server` when the process that started this one is gone."""

        def watch() -> None:
            with open(self.lifeline, "rb") as lifeline:
                lifeline.read()
            server.should_exit = True

        threading.Thread(target=watch, name="lifeline", daemon=True).start()


def part_of_this() -> Part | None:
    """Which worker this process is. None if this process is a server by itself.

    Raises UserError if the server that started it has stopped.
    """
    said = os.environ.pop(PART, "")  # bots and other programs that it starts are not workers
    if not said:
        return None
    number, of, listening, lifeline = (int(each) for each in said.split())
    codes = bytearray()
    while not codes.endswith(b"\n"):
        some = os.read(lifeline, 4096)
        if not some:
            raise UserError("the server that started this worker has stopped")
        codes += some
    os.set_inheritable(lifeline, False)
    return Part(number, of, listening, lifeline, frozenset(json_of(codes)))


class Workers:
    """The workers of one server. A worker that dies is started again, after longer and longer pauses.

    `listening` is the socket that all workers share, and `codes` are the owner's one-time codes. `command` is the
    command line that starts a worker. `clock` returns seconds.
    """

    def __init__(
        self,
        listening: socket.socket,
        count: int,
        codes: Iterable[str],
        command: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.listening, self.count, self.clock = listening, count, clock
        self._codes = json.dumps(sorted(codes)).encode() + b"\n"
        self._command = list(command) or [*COMMAND, *sys.argv[1:]]
        self._running: dict[int, tuple[subprocess.Popen[bytes], int, float]] = {}  # process, lifeline, when it began
        self._faults = dict.fromkeys(range(1, count + 1), 0)
        self._due = dict.fromkeys(range(1, count + 1), clock())  # when to start each worker that does not run
        self._stopped_by = 0

    def run(self) -> None:
        """Keeps the workers running until SIGINT or SIGTERM arrives. Then stops the workers, and lets the signal end
        this process, too.
        """
        before = {each: signal.signal(each, self._stop) for each in (signal.SIGINT, signal.SIGTERM)}
        with tempfile.TemporaryDirectory(prefix="breakaway-figures-") as folder:
            try:
                while not self._stopped_by:
                    self.glance(folder)
                    time.sleep(GLANCE)
            finally:
                self.end()
        for each, handler in before.items():
            signal.signal(each, handler)
        signal.raise_signal(self._stopped_by)

    def glance(self, folder: str) -> None:
        """Starts all workers that are due. Notes which workers have died. `folder` is for the workers' metrics."""
        for number, (process, lifeline, began) in list(self._running.items()):
            status = process.poll()
            if status is not None:
                del self._running[number]
                os.close(lifeline)
                self._note_death(number, process.pid, status, self.clock() - began, folder)
        for number, due in list(self._due.items()):
            if due <= self.clock() and not self._stopped_by:
                del self._due[number]
                try:
                    self._running[number] = self._start(number, folder)
                except OSError as error:  # there is no memory for another process, for example
                    self._note_fault(number, 0.0, f"could not be started: {error}.")

    def end(self) -> None:
        """Stops all workers. Kills workers that take too long to stop."""
        for process, lifeline, _began in self._running.values():
            with suppress(ProcessLookupError):
                process.terminate()
            os.close(lifeline)
        until = time.monotonic() + PATIENCE
        for process, _lifeline, _began in self._running.values():
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()

    def _start(self, number: int, folder: str) -> tuple[subprocess.Popen[bytes], int, float]:
        theirs, ours = os.pipe()
        try:
            process = self._open(number, theirs, folder)
            os.write(ours, self._codes)
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return process, ours, self.clock()

    def _open(self, number: int, theirs: int, folder: str) -> subprocess.Popen[bytes]:
        listening = self.listening.fileno()
        environment = {**os.environ, PART: f"{number} {self.count} {listening} {theirs}", FIGURES: folder}
        return subprocess.Popen(
            self._command,
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=(listening, theirs),
            process_group=0,  # Ctrl-C reaches this process alone, which then stops the workers
        )

    def _note_death(self, number: int, process: int, status: int, lived: float, folder: str) -> None:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
        self._note_fault(number, lived, f"ended with status {status}.")

    def _note_fault(self, number: int, lived: float, what: str) -> None:
        self._faults[number] = 1 if lived > STEADY else self._faults[number] + 1
        pause = pause_after(self._faults[number])
        self._due[number] = self.clock() + pause
        LOG.error("worker %d %s It starts again in %.1f s.", number, what, pause)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        if self._stopped_by:  # a second signal
            for process, _lifeline, _began in self._running.values():
                with suppress(ProcessLookupError):
                    process.kill()
        self._stopped_by = number
