"""What it means that a record holds, in sentences."""

from __future__ import annotations

from breakaway.core.record import Record


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
