"""What it means that a record holds, in sentences."""

from __future__ import annotations

from breakaway.core.entries import EndEntry
from breakaway.core.fold import Fold, entries_of, fold
from breakaway.core.language import _, many, say
from breakaway.core.record import Record, is_public


def checked(record: Record, whole: Record | None = None) -> list[str]:
    """What a record that holds was checked for; of a public one, with the whole one or without."""
    if is_public(record) and whole is None:
        return checked_alone(record)
    if whole is not None:
        return [*checked(whole), _("- the public record: it shows what the referee's file gives, and nothing else")]
    found = fold(entries_of(record))
    said = [
        say("The record holds: {game}, {length}, {state}.", **_counted(record, found)),
        _("- every entry's seal: none was altered, left out or put in"),
        _("- the book: it has the hash that was noted at the start"),
        _("- every choice is legal, and the rules lead to every state hash that was noted"),
    ]
    if not isinstance(found.last, EndEntry):
        return [*said, _("- the secret behind chance is shown when the match is over; it is not checked yet")]
    said.append(_("- the result follows from the last state"))
    if found.last.secret is None:
        return [*said, _("- the secret behind chance was lost, but nothing was ever drawn from it")]
    if "lesson" in record.header["options"]:
        text = _("- chance was written down beforehand, in a lesson; there is no secret to check it against")
        return [*said, text]
    if record.header["chance"] != "sampled":
        return [*said, _("- chance was typed in by the players; there is no secret to check it against")]
    if not found.drawn:
        fair = _(
            "- the secret is the one committed to before the match, "
            "and no outcome was drawn: this match had no chance in it"
        )
        return [*said, fair]
    return [
        *said,
        say(
            "- the secret is the one committed to before the match, and all {n} outcomes were drawn from it",
            n=found.drawn,
        ),
    ]


def checked_alone(record: Record) -> list[str]:
    """What a public record that holds proves by itself, and what it does not."""
    found = fold(entries_of(record))
    return [
        say("The public record holds: {game}, {length}, {state}.", **_counted(record, found)),
        _("- every entry's seal: none was altered, left out or put in"),
        _("- the book: it has the hash that was noted at the start"),
        _("- every turn: its changes lead to the hash of what everybody saw"),
        *([_("- the result follows from the last state")] if found.is_ended else []),
        _("Not checked: that every choice was legal, and that the rules lead from the choices to what everybody saw."),
        _("For that, put the referee's file (its name ends in .referee) beside this one; it is secret until the end."),
    ]


def _counted(record: Record, found: Fold) -> dict[str, str]:
    entries = many("{n} entry", "{n} entries", len(found.entries))
    length = f"{entries}, {many('{n} turn', '{n} turns', found.turns)}"
    state = _("finished") if found.is_ended else _("still running")
    return {"game": record.header["game"], "length": length, "state": state}
