"""What it means that a record holds, in sentences."""

from __future__ import annotations

from breakaway.core.language import _, many, say
from breakaway.core.record import Record
from breakaway.core.replay import is_public


def checked(record: Record, whole: Record | None = None) -> list[str]:
    """What a record that holds was checked for; of a public one, with the whole one or without."""
    if is_public(record) and whole is None:
        return checked_alone(record)
    if whole is not None:
        return [*checked(whole), _("- the public record: it shows what the referee's file gives, and nothing else")]
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


def checked_alone(record: Record) -> list[str]:
    """What a public record that holds proves by itself, and what it does not."""
    kinds = [line["kind"] for line in record.lines]
    ended = kinds[-1] == "end"
    entries, played = many("{n} entry", "{n} entries", len(kinds)), many("{n} turn", "{n} turns", kinds.count("turn"))
    state = _("finished") if ended else _("still running")
    return [
        say(
            "The public record holds: {game}, {length}, {state}.",
            game=record.header["game"],
            length=f"{entries}, {played}",
            state=state,
        ),
        _("- every entry's seal: none was altered, left out or put in"),
        _("- the book: it has the hash that was noted at the start"),
        _("- every turn: its changes lead to the hash of what everybody saw"),
        *([_("- the result follows from the last state")] if ended else []),
        _("Not checked: that every choice was legal, and that the rules lead from the choices to what everybody saw."),
        _("For that, put the referee's file (its name ends in .referee) beside this one; it is secret until the end."),
    ]
