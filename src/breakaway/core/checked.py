"""What it means that a record holds, in sentences."""

from __future__ import annotations

from breakaway.core.language import _, many, say
from breakaway.core.record import Record


def checked(record: Record) -> list[str]:
    """What a record that holds was checked for."""
    kinds = [line["kind"] for line in record.lines]
    turns = kinds.count("turn")
    drawn = sum(len(line["chance"]) for line in record.lines if line["kind"] == "turn")
    ended = kinds[-1] == "end"
    entries, played = many("{n} entry", "{n} entries", len(kinds)), many("{n} turn", "{n} turns", turns)
    length = f"{entries}, {played}"
    state = _("finished") if ended else _("still running")
    said = [
        say("The record holds: {game}, {length}, {state}.", game=record.header["game"], length=length, state=state),
        _("- every entry's seal: none was altered, left out or put in"),
        _("- the book: it has the hash that was noted at the start"),
        _("- every choice is legal, and the rules lead to every state hash that was noted"),
    ]
    if not ended:
        return [*said, _("- the secret behind chance is shown when the match is over; it is not checked yet")]
    said.append(_("- the result follows from the last state"))
    if record.lines[-1].get("secret") is None:
        return [*said, _("- the secret behind chance was lost, but nothing was ever drawn from it")]
    if "lesson" in record.header["options"]:
        text = _("- chance was written down beforehand, in a lesson; there is no secret to check it against")
        return [*said, text]
    if record.header["chance"] != "sampled":
        return [*said, _("- chance was typed in by the players; there is no secret to check it against")]
    if not drawn:
        fair = _(
            "- the secret is the one committed to before the match, "
            "and no outcome was drawn: this match had no chance in it"
        )
        return [*said, fair]
    return [
        *said,
        say("- the secret is the one committed to before the match, and all {n} outcomes were drawn from it", n=drawn),
    ]
