"""Run as a program: one of two writers of a match.

python -m tests.club.racing URL MATCH append WHO COUNT     adds COUNT entries, each sealed to all before it
python -m tests.club.racing URL MATCH play SEAT SEED       plays a seat, for 40 turns at most
"""

from __future__ import annotations

import sys
import time
from functools import partial

from breakaway.club.club import Club, open_club, retried
from breakaway.club.store import DatabaseStore
from breakaway.core.observation import NotNow
from breakaway.records.record_file import chained_onto
from tests.club.starts import any_order

TURNS = 40
LEAD = 10  # entries that one writer may be ahead of the other: however busy the machine, they race


def append(club: Club, match_id: str, who: str, count: int) -> None:
    """Reads, seals and adds, again and again; too far ahead, reads until the other has come nearer."""

    def work(n: int) -> bool:
        store = DatabaseStore(club.database, match_id)
        record, _ = store.read()
        theirs = sum(line.get("who", who) != who for line in record.lines)
        if n - theirs > LEAD:
            return False
        store.append(chained_onto(record.lines, {"kind": "note", "who": who, "n": n}))
        return True

    for n in range(count):
        while not retried(partial(work, n)):
            time.sleep(0.001)


def play(club: Club, match_id: str, seat: int, seed: int) -> None:
    """Chooses whenever the seat is asked; both try to play each turn."""
    while True:
        look = club.look(match_id, seat)
        if look.is_over or look.turn >= TURNS:
            return
        if seat in look.waiting:
            order = any_order(club, match_id, seat, seed + look.turn)
            try:
                club.choose(match_id, seat, order, turn=look.turn)
            except NotNow:
                continue
        else:
            time.sleep(0.001)
        club.resolve(match_id)


if __name__ == "__main__":
    url, match_id, what, first, second = sys.argv[1:]
    club = open_club(url)
    sys.stdin.readline()  # both begin together
    if what == "append":
        append(club, match_id, first, int(second))
    else:
        play(club, match_id, int(first), int(second))
    club.close()
