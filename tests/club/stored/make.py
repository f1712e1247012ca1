"""Run as a program: stores matches of every game as the present code stores them, for tests/club/test_stored.py.

python -m tests.club.stored.make     writes club.sql.gz, keys and seen.json beside this file

The files there were made on 28 November 2026 and are never made again: they show that the databases of that day open.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from breakaway.club.club import Club, open_club
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import digest
from breakaway.games.manifest import find
from tests.club.starts import any_order, fate_match, football_match, play_out, race

HERE = Path(__file__).parent
DUMP, KEYS, SEEN = HERE / "club.sql.gz", HERE / "keys", HERE / "seen.json"
STARTS: dict[str, tuple[str, Any, int]] = {  # title: game, start and how many turns of people are played
    "a race that is over": ("cycling", race(("human", "random", "highest")), 1000),
    "a blind race": ("cycling", race(("human", "human", "random"), profile="blind"), 3),
    "two people play football": ("football", football_match(), 25),
    "a person against the sheets": ("football", football_match(("human", "sheet")), 1000),
    "FATE": ("fate", fate_match(), 30),
    "FATE with everything": ("fate", fate_match(("human",) * 4, advanced=True, sack="total", overtime="college"), 60),
    "FATE with everything, over": ("fate", fate_match(advanced=True), 1000),
}


def make(club: Club) -> None:
    """Makes the matches. In each running match, one seat gives instructions and one order is sealed."""
    for title, (game, start, turns) in STARTS.items():
        made = club.create(game, start, title, here=list(range(len(start.seats))))
        play_out(club, made.id, seed=7, turns=turns)
        look = club.look(made.id)
        if look.is_over:
            continue
        seat = look.waiting[0]
        order = any_order(club, made.id, seat, 5)
        names = sorted(find(game).instructions)[:1]
        if len(look.waiting) > 1:
            club.choose(made.id, seat, order, turn=look.turn)
        elif names:
            club.instruct(made.id, 1 - seat if game == "football" else (seat + 1) % len(start.seats), names)


def seen(club: Club) -> dict[str, Any]:
    """What the club says of each match: how far it is, what each seat sees, and what is sealed.

    Instructions are those that a player has set, without the game's own.
    """
    found: dict[str, Any] = {}
    for listed in club.matches():
        looks = {seat: club.look(listed.id, seat) for seat in (SPECTATOR, *range(len(listed.seats)))}
        found[listed.title] = {
            "over": looks[SPECTATOR].is_over,
            "turn": looks[SPECTATOR].turn,
            "waiting": looks[SPECTATOR].waiting,
            "views": {str(seat): digest(look.observation.view) for seat, look in looks.items()},
            "sealed": {str(seat): look.sealed.order for seat, look in looks.items() if look.sealed},
            "instructions": {
                str(seat): list(look.instructions)
                for seat, look in looks.items()
                if look.instructions and tuple(look.instructions) != find(listed.game).given
            },
        }
    return found


def main() -> None:
    """Makes the database, and writes all three files."""
    KEYS.mkdir(exist_ok=True)
    os.environ["BREAKAWAY_KEYS"] = str(KEYS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.sqlite"
        club = open_club(path)
        make(club)
        SEEN.write_text(json.dumps(seen(club), indent=1, sort_keys=True) + "\n", encoding="utf-8")
        club.close()
        connection = sqlite3.connect(path)
        DUMP.write_bytes(gzip.compress("\n".join(connection.iterdump()).encode(), mtime=0))
        connection.close()


if __name__ == "__main__":
    main()
