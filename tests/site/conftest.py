"""The folder of static files, built once for all tests in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from breakaway.site.folder import build, downloads


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *_said: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, built, inside another one."""
    root = tmp_path_factory.mktemp("root")
    build(root / "games" / "here", downloads(), report=lambda _step: None)
    return root


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    """The address of the folder, at a path of its own."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/games/here/"
        server.shutdown()
