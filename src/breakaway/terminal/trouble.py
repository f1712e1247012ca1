"""Reports errors other than broken rules of a game, in one line on stderr and without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from breakaway.core.language import Trouble as Trouble
from breakaway.core.language import what_to_install
from breakaway.display.document import printable

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

    if isinstance(error, (Trouble, NoSuchCoach, NoSuchGame, BadCase, BadData, BadRecord, BadState, ChangedUnderUs)):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        return what_to_install(error, "this command") or None
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}"
    return None
