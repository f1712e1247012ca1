"""`breakaway serve` from outside: it starts, answers, stops, and says what is wrong."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

BREAKAWAY = [sys.executable, "-c", "from breakaway.cli.main import main; main()"]


@pytest.mark.skipif(sys.platform == "win32", reason="there, a test cannot press Ctrl-C in another process")
def test_it_serves_on_a_free_port_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    environment = {**os.environ, "BREAKAWAY_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*BREAKAWAY, "serve"], env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://localhost:\d+/", server.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0]) as answer:
            text = answer.read()
        assert b"Breakaway Football" in text
        assert b"Two players at this computer" not in text
        way_in = re.search(r"http://localhost:\d+/owner/\S+", server.stdout.readline())
        assert way_in
        own = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with own.open(way_in[0]) as answer:
            assert b"Two players at this computer" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(way_in[0])
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)
    assert (tmp_path / "club.sqlite").exists()


@pytest.mark.slow
def test_a_port_that_is_taken_is_said_when_it_was_asked_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        environment = {**os.environ, "BREAKAWAY_HOME": str(tmp_path)}
        done = subprocess.run([*BREAKAWAY, "serve", "--port", port], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"--port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("heavy", ["fastapi", "uvicorn", "jinja2", "sqlalchemy"])
def test_help_imports_nothing_of_it(heavy: str) -> None:
    code = f"import sys, breakaway.cli.main; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
