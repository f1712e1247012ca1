"""Runs a bot's command so that no process of the bot outlives it (Linux).

This file is a program of its own: `python bot_guard.py COMMAND...`. Processes that the command has started, and that
have lost their parents, become children of this program, even if they have left the command's session. So it can find
and kill them all: when it gets SIGTERM, and when the command ends by itself. It then ends as the command has ended.

The program imports nothing of Breakaway, so that it starts within a few milliseconds.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
CANNOT_START = 126  # the exit status if there is no such command, or it is no program
PATIENCE = 5.0  # seconds; a bot that starts processes faster than this program kills them is given up then


def children() -> dict[int, list[int]]:
    """The children of each process on this machine, by the process."""
    found: dict[int, list[int]] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}  # a container without /proc: only the bot's own group can be found
    for name in filter(str.isdigit, names):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue  # it has just ended
        found.setdefault(parent, []).append(int(name))
    return found


def kill_all(bot: int) -> None:
    """Kills the bot's process group and all descendants of this process, and waits until they are gone."""
    until = time.monotonic() + PATIENCE
    with suppress(OSError):  # it has ended
        os.killpg(bot, signal.SIGKILL)
    while time.monotonic() < until:
        known, level = children(), [os.getpid()]
        while level:
            level = [child for parent in level for child in known.get(parent, ())]
            for process in level:
                with suppress(OSError):  # it has just ended, or runs as another user
                    os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def end_like(status: int) -> None:
    """Ends this process with the exit status, or by the signal, with which another one has ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def run(command: list[str]) -> None:
    """Runs a command and ends as it ends."""
    watched = {signal.SIGTERM, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    try:
        bot = os.posix_spawnp(command[0], command, os.environ, setsid=True, setsigmask=before, setsigdef=watched)
    except OSError as error:
        print(f"cannot be started: {error.strerror}", file=sys.stderr)
        os._exit(CANNOT_START)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)  # so that each side notices when the other closes its end
    os.dup2(nowhere, 1)
    while signal.sigwait(watched) != signal.SIGTERM:
        while True:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if ended == bot:
                kill_all(bot)
                end_like(status)
            if not ended:
                break
    kill_all(bot)
    os._exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    run(sys.argv[1:])
