"""A boardgame.io server under the same load as bench/streams.py, with a game of the same size and clients of its own.

npm installs it on demand, into the user's cache folder. It needs Node. Its server keeps matches in memory; ours
writes each choice to a disk.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

HERE = Path(__file__).parent / "boardgame"


def is_possible() -> bool:
    """Whether Node and npm are there."""
    return bool(shutil.which("node") and shutil.which("npm"))


def installed() -> Path:
    """The folder with our server and clients beside the packages that they need."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "breakaway" / "bench-boardgame"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.js", "clients.js"):
        shutil.copy(HERE / name, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


@contextlib.contextmanager
def served(folder: Path, delta: bool, core: int) -> Iterator[tuple[int, int]]:
    """Runs the server on one `core`. `delta`: whether it sends only what is new. Gives its port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})  # all of Node's threads begin there
    command = ["node", "server.js", str(port), "delta" if delta else "whole"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        os.sched_setaffinity(0, here)
        assert server.stdout is not None
        try:
            while "ready" not in server.stdout.readline():
                pass
            yield port, server.pid
        finally:
            server.terminate()


def watched(
    folder: Path, port: int, pairs: int, watching: int, every: float, seconds: float, begin: Callable[[], None]
) -> dict[str, list[float]]:
    """The seconds until choices reached the opponent (`opponents`) and each spectator (`spectators`).

    Calls `begin` when everybody is there.
    """
    command = ["node", "clients.js", *map(str, (port, pairs, watching, every, seconds))]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        if "begins" not in clients.stdout.readline():
            raise RuntimeError("the clients of boardgame.io could not connect")
        begin()
        found: dict[str, list[float]] = json.loads(clients.stdout.read())
    return {name: [each / 1000 for each in times] for name, times in found.items()}
