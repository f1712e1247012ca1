"""A bot's processes end with it: also those that left its session, and those that hold its pipes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from breakaway.api import bot_process
from breakaway.api.bot_process import Pipe, PipeError

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds processes that have left the session")
BOT = """
import os, signal, subprocess, sys, time
children, log, ending = int(sys.argv[1]), sys.argv[2], sys.argv[3]
sleeper = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\\\n'); time.sleep(60)"
for child in range(children):
    subprocess.Popen([sys.executable, "-S", "-E", "-c", sleeper, log], start_new_session=True)
if ending == "orphans":  # a child of a child, whose parent is gone
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            subprocess.Popen([sys.executable, "-S", "-E", "-c", sleeper, log], start_new_session=True)
        os._exit(0)
    children += 1
    os.wait()
while not os.path.exists(log) or len(open(log).readlines()) < children:
    time.sleep(0.01)
if ending == "halts":
    os.kill(os.getppid(), signal.SIGSTOP)
print('{"type": "hello"}', flush=True)
if ending == "ends":
    sys.exit(3)
time.sleep(60)
"""


def lives(process: int) -> bool:
    """Whether a process is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def begun(folder: Path, children: int, ending: str) -> tuple[Pipe, list[int]]:
    """A bot with children in sessions of their own, and their numbers."""
    (folder / "bot.py").write_text(BOT)
    log = folder / "children"
    pipe = Pipe([sys.executable, "-S", "-E", str(folder / "bot.py"), str(children), str(log), ending])
    assert pipe.receive() == {"type": "hello"}
    return pipe, [int(row) for row in log.read_text().splitlines()]


@LINUX
@pytest.mark.slow
@pytest.mark.parametrize(("children", "ending"), [(1, "hangs"), (2, "hangs"), (1, "orphans"), (1, "halts")])
def test_a_killed_bot_takes_all_its_processes_along(tmp_path: Path, children: int, ending: str) -> None:
    pipe, processes = begun(tmp_path, children, ending)
    assert len(processes) == children + (ending == "orphans")
    assert all(map(lives, processes))
    start = time.monotonic()
    pipe.kill()
    assert time.monotonic() - start < 3
    assert not any(map(lives, processes))
    with pytest.raises(PipeError):
        pipe.receive()


@LINUX
@pytest.mark.slow
def test_a_bot_that_ends_leaves_no_process_behind_and_its_status_is_told(tmp_path: Path) -> None:
    pipe, processes = begun(tmp_path, 2, "ends")
    with pytest.raises(PipeError, match="ended with exit status 3"):
        pipe.receive()
    assert not any(map(lives, processes))
    pipe.kill()


@LINUX
@pytest.mark.slow
def test_a_command_that_cannot_run_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("no program")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(PipeError, match="cannot be started: Exec format error"):
        Pipe([str(tmp_path / "bot")]).receive()


@LINUX
@pytest.mark.slow
def test_a_process_that_is_not_found_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "guarded", lambda command: command)  # as on other systems
    pipe, processes = begun(tmp_path, 2, "hangs")

    def read() -> None:
        with suppress(PipeError):
            pipe.receive()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    start = time.monotonic()
    pipe.kill()
    assert time.monotonic() - start < 5
    for process in processes:
        os.kill(process, signal.SIGKILL)
    reader.join(5)
    assert not reader.is_alive()
