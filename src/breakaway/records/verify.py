"""Signatures of records, and what was checked, in words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from breakaway.core.language import _
from breakaway.core.state import canonical
from breakaway.records.entries import BadRecord, Line, SignatureEntry, Table, read_signature
from breakaway.records.record_file import Record, chained_onto

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from breakaway.core.language import many, say
from breakaway.records.entries import EndEntry, TurnEntry
from breakaway.records.history import Fold, entries_of, fold
from breakaway.records.record_file import is_public

# --- The signature with which a server vouches for every byte of a published record.
#
# The last line of a published record names the server and its key, and says who played each seat. The signature uses
# Ed25519. A record that was never published is unsigned.


FIRST = b"Breakaway record\n"  # so that nobody can pass this signature off as one for something else


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half of a server's key, as 64 hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex()


def sign(lines: list[Line], key: Ed25519PrivateKey, server: str, players: list[Table]) -> Line:
    """The line with which a server signs these lines of a record.

    `key` is the server's private key, `server` is its name, and `players` says who played each seat.
    """
    entry = SignatureEntry(server=server, key=public_key(key), players=players, signature="")
    signature = key.sign(message(lines, entry.line())).hex()
    return chained_onto(lines, {**entry.line(), "signature": signature})


def message(lines: Sequence[Line], signature: Line) -> bytes:
    """The bytes to sign: `FIRST`, the SHA-256 of all lines with their line endings, then the line of the signature.

    That line is included without the signature itself and without its seal.
    """
    lines_hash = hashlib.sha256(b"".join(canonical(line) + b"\n" for line in lines))
    said = {name: value for name, value in signature.items() if name not in ("signature", "seal")}
    return FIRST + lines_hash.digest() + canonical(said)


def signature_of(record: Record) -> SignatureEntry | None:
    """The signature of a published record, or None. Raises BadRecord if its line is malformed."""
    if record.signature is None:
        return None
    return read_signature(len(record.lines) + 1, record.signature)


def forged(record: Record) -> BadRecord | None:
    """What is wrong with the signature of a record. None if it is valid or missing."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        found = signature_of(record)
        if found is None or record.signature is None:
            return None
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key))
        signature = bytes.fromhex(found.signature)
        key.verify(signature, message(record.lines, record.signature))
        if found.signature != signature.hex():  # written in another way, such as in capital letters
            raise InvalidSignature
    except BadRecord as error:
        return error
    except (InvalidSignature, ValueError):
        return BadRecord(
            len(record.lines) + 1, _("the signature is forged, or the record was altered after it was signed")
        )
    return None


# --- Sentences that say what was checked in a valid record.


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
