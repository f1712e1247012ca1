"""Sentences that say what was checked in a valid record."""

from __future__ import annotations

from breakaway.core.entries import EndEntry, TurnEntry
from breakaway.core.fold import Fold, entries_of, fold
from breakaway.core.language import _, many, say
from breakaway.core.record import Record, is_public
from breakaway.core.signed import signature_of


def checked(record: Record, whole: Record | None = None) -> list[str]:
    """Says what was checked in a valid record. `whole`: the complete record, if a public one was checked against it."""
    if is_public(record) and whole is None:
        return checked_alone(record)
    if whole is not None:
        return [
            *checked(whole),
            _("- the public record shows exactly what follows from the referee's file"),
        ]
    found = fold(entries_of(record))
    said = [
        say("The record is valid: {game}, {length}, {state}.", **_counted(record, found)),
        _hashed(),
        _("- the config of the match (cards, tracks, house rules): its hash matches the one in the record"),
        _("- every choice is legal, and every recorded position follows from the rules"),
    ]
    said.append(_signed(record))
    if not isinstance(found.last, EndEntry):
        return [
            *said,
            _("- not checked yet: the secret behind the dice and cards; it stays hidden until the match is over"),
        ]
    said.append(_("- the result follows from the last state"))
    if found.last.secret is None:
        return [*said, _("- the secret behind the dice and cards was lost, but nothing was ever drawn from it")]
    if "lesson" in record.header["options"]:
        text = _("- the lesson fixed all dice and cards in advance, so there is no secret to check")
        return [*said, text]
    if record.header["chance"] != "sampled":
        return [*said, _("- the players typed in their own dice and cards, so there is no secret to check")]
    if not found.drawn:
        fair = _(
            "- the secret is the one fixed before the match; nothing was drawn from it, because this match "
            "had no dice or cards"
        )
        return [*said, fair]
    said.append(
        say("- the secret is the one fixed before the match, and all {n} outcomes were drawn from it", n=found.drawn)
    )
    return [*said, *_linked(record, found)]


def _hashed() -> str:
    return _(
        "- every entry's hash: nothing was altered, left out or added, unless somebody recomputed all hashes "
        "from there on"
    )


def _signed(record: Record) -> str:
    signature = signature_of(record)
    if signature is None:
        return _(
            "- unsigned: no server vouches for this record. It does not prove who played; anybody could have written it"
        )
    return say(
        "- signed by {server}, key {key}: compare the key with the one on that server's /key page",
        server=signature.server,
        key=signature.key,
    )


def _linked(record: Record, found: Fold) -> list[str]:
    """Says which players of a finished match added random numbers of their own to the server's secret."""
    said = []
    if record.header.get("seeded"):
        said.append(
            _("- the secret came from a seed: the person who chose the seed could know all dice and cards in advance")
        )
    shown = next(i for i, each in enumerate(found.entries) if isinstance(each, EndEntry) and each.secret)
    if any(isinstance(each, TurnEntry) and each.chance for each in found.entries[shown:]):
        said.append(
            _(
                "- not proven: the outcomes drawn after somebody undid the end of the match, "
                "because the secret was public by then"
            )
        )
    seats = [str(seat.get("name", "")) for seat in record.header["seats"]]
    turns = [each for each in found.entries if isinstance(each, TurnEntry)]
    for seat in sorted(found.chains):
        asked = [each.links[str(seat)] for each in turns if each.links and str(seat) in each.links]
        words = {"name": seats[seat] if seat < len(seats) else seat + 1, "asked": len(asked)}
        given = sum(link is not None for link in asked)
        said.append(say("- {name} added random numbers of their own for {n} of {asked} choices", n=given, **words))
    if not found.chains:
        said.append(_("- not proven: that the server chose its secret fairly, because no player added random numbers"))
    return said


def checked_alone(record: Record) -> list[str]:
    """Says what a valid public record proves on its own, and what it does not prove."""
    found = fold(entries_of(record))
    return [
        say("The public record is valid: {game}, {length}, {state}.", **_counted(record, found)),
        _hashed(),
        _("- the config of the match (cards, tracks, house rules): its hash matches the one in the record"),
        _("- the public state after every turn: its hash matches the one in the record"),
        _signed(record),
        *([_("- the result follows from the last state")] if found.is_ended else []),
        _("Not checked: whether every choice was legal, and whether the public state follows from the choices."),
        _(
            "To check the choices too, put the referee's file (its name ends in .referee) in the same folder as this "
            "record. The referee's file stays secret until the end."
        ),
    ]


def _counted(record: Record, found: Fold) -> dict[str, str]:
    entries = many("{n} entry", "{n} entries", len(found.entries))
    turns = many("{n} turn", "{n} turns", found.turns)
    state = _("finished") if found.is_ended else _("still in progress")
    return {"game": record.header["game"], "length": f"{entries}, {turns}", "state": state}
