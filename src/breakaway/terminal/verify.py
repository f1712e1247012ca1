"""`breakaway verify`: is a record whole, does it follow from the rules, and was chance fair?"""

from __future__ import annotations

import sys
from pathlib import Path

from breakaway.core.record import BadRecord, Record, read_record
from breakaway.core.replay import verify as first_fault
from breakaway.core.state import BadState
from breakaway.games import find
from breakaway.terminal.trouble import printable


def verify(file: str) -> int:
    """Says what was checked and returns 0, or names the first entry that differs and returns 1."""
    path = Path(file)
    try:
        record = read_record(path)
        game = find(record.header["game"])
        fault = first_fault(game, record)
    except BadRecord as error:
        fault = error
    except BadState as error:
        fault = BadRecord(1, str(error))
    if fault:
        where = f"entry {fault.line}" if fault.line else "the file"
        print(f"breakaway: {printable(file)}: {where}: {printable(fault.text)}", file=sys.stderr)
        return 1
    for line in checked(record):
        print(line)
    return 0


def checked(record: Record) -> list[str]:
    """What a record that holds was checked for."""
    kinds = [line["kind"] for line in record.lines]
    turns = kinds.count("turn")
    drawn = sum(len(line["chance"]) for line in record.lines if line["kind"] == "turn")
    ended = kinds[-1] == "end"
    length = f"{_count(len(kinds), 'entry', 'entries')}, {_count(turns, 'turn', 'turns')}"
    said = [
        f"The record holds: {record.header['game']}, {length}, {'finished' if ended else 'still running'}.",
        "- every entry's seal: none was altered, left out or put in",
        "- the book: it has the hash that was noted at the start",
        "- every choice is legal, and the rules lead to every state hash that was noted",
    ]
    if not ended:
        return [*said, "- the secret behind chance is shown when the match is over; it is not checked yet"]
    said.append("- the result follows from the last state")
    if record.lines[-1].get("secret") is None:
        return [*said, "- the secret behind chance was lost, but nothing was ever drawn from it"]
    if record.header["chance"] != "sampled":
        return [*said, "- chance was typed in by the players; there is no secret to check it against"]
    fair = (
        f"all {drawn} outcomes were drawn from it" if drawn else "no outcome was drawn: this match had no chance in it"
    )
    return [*said, f"- the secret is the one committed to before the match, and {fair}"]


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
