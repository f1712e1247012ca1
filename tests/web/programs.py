"""The real program in processes of its own, for tests that kill it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from tests.web.test_serve import BREAKAWAY


class Program:
    """`breakaway serve` on a port of its own. `greeting`: what it printed first, with the link for the `owner`."""

    def __init__(self, database: str, *more: str, log: IO[str] | None = None, port: int = 0) -> None:
        self.port = port or free_port()
        self.address = f"http://localhost:{self.port}"
        command = [*BREAKAWAY, "serve", "--port", str(self.port), "--database", database, *more]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.greeting = lines = [self.process.stdout.readline() for _ in range(2)]
        found = re.search(r"http://\S+/owner/\S+", lines[1])
        self.owner = found[0] if found else ""

    def ends(self) -> int:
        """Stops it, unless it is gone. What it ended with."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=60)
        return self.process.returncode

    def workers(self) -> list[int]:
        """The processes that it has started (Linux)."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == self.process.pid:
                found.append(int(place.name))
        return sorted(found)


@contextmanager
def program(database: str, *more: str, log: Path | None = None) -> Iterator[Program]:
    """The program, which ends with the block."""
    with (log or Path(os.devnull)).open("a") as errors:
        made = Program(database, *more, log=errors)
        try:
            yield made
        finally:
            made.ends()


def free_port() -> int:
    """A port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def status(address: str) -> int:
    """The status of a page. 0: nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def until(met: Callable[[], bool], seconds: float = 30) -> None:
    """Waits until it is so."""
    ends = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < ends
        time.sleep(0.02)


def form_token(browser: str) -> str:
    """What has to be in every form of a browser with this name."""
    return sha256(f"form of {browser}".encode()).hexdigest()[:40]
