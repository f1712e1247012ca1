"""Run as a program: plays a match in a child for each time that a failpoint is reached, until none is killed.

    python -m tests.club.killed URL POINT FOLDER

What a child was told (a call has returned) stands as JSON lines in FOLDER/1, FOLDER/2, ...; the last one ends unharmed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from breakaway.club import database
from breakaway.club.club import open_club
from tests.club.starts import any_order, race, sit

TURNS = 2


def play(url: str, path: Path) -> None:
    """A match of two people and a coach: a seat by link, choices, one of them changed, instructions, turns, an end."""
    out = os.open(path, os.O_WRONLY | os.O_CREAT)

    def say(what: str, *values: Any) -> None:
        os.write(out, json.dumps([what, *values]).encode() + b"\n")

    club = open_club(url)
    say("opened")
    made = club.create("cycling", race(("human", "human", "random")), path.name, here=[0])
    say("created", made.id)
    sit(club, made.tokens[1], "Ann")
    say("claimed", made.id, 1, "Ann")
    club.rename(made.id, "A cup")
    say("renamed", made.id, "A cup")
    for turn in range(1, TURNS + 1):
        for seat, seed in ((0, turn), (0, 50), (1, turn)) if turn == 1 else ((0, turn), (1, turn)):
            order = any_order(club, made.id, seat, seed)
            club.choose(made.id, seat, order, turn=turn - 1)
            say("chosen", made.id, turn, seat, order)
        club.resolve(made.id)
        say("resolved", made.id, turn)
    club.close()


def main(url: str, point: str, folder: Path) -> None:
    """Forks until a child reaches its end."""
    for count in range(1, 1000):
        child = os.fork()
        if child == 0:
            database.arm(f"{point}:{count}")
            try:
                play(url, folder / str(count))
            except BaseException as error:
                print(repr(error), file=sys.stderr)
                os._exit(3)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != -signal.SIGKILL:
            sys.exit(status)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
