"""Signatures of records, and what a check of a record proves, in words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from breakaway.core.chance import is_value
from breakaway.core.language import UserError, _, as_sentence, many, marked, say
from breakaway.core.state import canonical
from breakaway.records.entries import BadRecord, EndEntry, Line, SignatureEntry, Table, TurnEntry, read_signature
from breakaway.records.history import Fold, entries_of, fold
from breakaway.records.record_file import Record, chained_onto, data_folder, is_public

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# --- The signature with which a server vouches for every byte of a published record.
#
# The last line of a published record names the server and its key, and says who played each seat. The signature uses
# Ed25519. A record that was never published is unsigned.


FIRST = b"Breakaway record\n"  # so that nobody can pass this signature off as one for something else
PRIME = 2**255 - 19
_EIGHTH = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
WEAK = frozenset((0, 1, PRIME - 1, _EIGHTH, PRIME - _EIGHTH))  # the points of order 1, 2, 4 and 8, by their numbers


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half of a server's key, as 64 hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex()


def is_weak(key: str) -> bool:
    """Whether anybody can sign with this public key (64 hexadecimal digits), or it is written in an unusual way.

    Such a key is a point of small order. OpenSSL accepts its signatures, although nobody needs a secret to make them.
    """
    point = int.from_bytes(bytes.fromhex(key), "little") & (2**255 - 1)
    return point >= PRIME or point in WEAK


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
    """What is wrong with the signature of a record. None if it is valid or missing.

    Raises UserError if there is a signature, but nothing that can check it.
    """
    if record.signature is None:
        return None
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise UserError(
            _("This record is signed, and signatures cannot be checked here: check it with “breakaway verify”.")
        ) from None

    number = len(record.lines) + 1
    try:
        found = read_signature(number, record.signature)
        if is_weak(found.key):
            return BadRecord(number, _("this key proves nothing, because anybody can sign with it"))
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.key))
        signature = bytes.fromhex(found.signature)
        key.verify(signature, message(record.lines, record.signature))
        if found.signature != signature.hex():  # written in another way, such as in capital letters
            raise InvalidSignature
    except BadRecord as error:
        return error
    except (InvalidSignature, ValueError):
        return BadRecord(number, _("the signature is forged, or the record was altered after it was signed"))
    return None


# --- The servers that a person trusts: their keys, named on the command line or kept in a file.


Keys = Mapping[str, str]  # by key: the name of its server, which may be empty


def keys_file() -> Path:
    """The file with the keys of the servers that this user trusts. It may not exist."""
    return data_folder() / "trusted-keys"


def read_keys(text: str, where: str) -> dict[str, str]:
    """The keys in the text of a file: a key on each line, then its server's name. `#` begins a comment.

    Raises UserError for any other line; `where` names the file.
    """
    found = {}
    for number, row in enumerate(text.splitlines(), 1):
        key, _space, name = row.partition("#")[0].strip().partition(" ")
        if key:
            found[_key(key, say("{where}, line {number}", where=where, number=number))] = name.strip()
    return found


def trusted_keys(named: Sequence[str] = ()) -> dict[str, str]:
    """The keys to trust: those `named`, each a key or a file of keys. If none is named, those in `keys_file`.

    Raises UserError for what is neither a key nor a readable file of keys.
    """
    found: dict[str, str] = {}
    files = [Path(each) for each in named if not is_value(each)] if named else [keys_file()]
    for path in files:
        try:
            found |= read_keys(path.read_text(encoding="utf-8"), str(path)) if named or path.exists() else {}
        except (OSError, UnicodeDecodeError):
            raise UserError(
                say("{path}: expected a key (64 hexadecimal digits) or a file with a key on each line", path=path)
            ) from None
    return found | {_key(each, "--key"): found.get(each, "") for each in named if is_value(each)}


def _key(key: str, where: str) -> str:
    if not is_value(key):
        raise UserError(
            say("{where}: expected a key of 64 hexadecimal digits, not {found}", where=where, found=key[:80])
        )
    if is_weak(key):
        raise UserError(say("{where}: nobody can trust this key, because anybody can sign with it", where=where))
    return key


# --- What a check proves: one of four grades, a sentence on what is proven and on what is not, and the details.


class Grade(Enum):
    """How much a record proves. The values are those of `verify.mjs`."""

    TRUSTED = "trusted"
    UNKNOWN = "unknown"
    UNSIGNED = "unsigned"
    INCONSISTENT = "inconsistent"


TITLES = {
    Grade.TRUSTED: marked("Signed by a server you trust"),
    Grade.UNKNOWN: marked("Signed by a server you do not know"),
    Grade.UNSIGNED: marked("Consistent, unsigned"),
    Grade.INCONSISTENT: marked("Not consistent"),
}


@dataclass(frozen=True)
class Verdict:
    """The outcome of a check: the grade, what is proven, what is not, and what was checked in detail."""

    grade: Grade
    proven: str
    not_proven: str
    details: tuple[str, ...]

    @property
    def title(self) -> str:
        """The grade in words, as a heading."""
        return _(TITLES[self.grade])

    @property
    def sentences(self) -> list[str]:
        """Everything that the check says, without the heading."""
        is_fault = self.grade == Grade.INCONSISTENT
        return [self.proven, self.not_proven, *(as_sentence(each) if is_fault else each for each in self.details)]


def verdict(
    record: Record, fault: BadRecord | None = None, whole: Record | None = None, trusted: Keys | None = None
) -> Verdict:
    """The verdict on a record that was checked, with the `fault` that was found, if any.

    `whole` is the complete record, if a public one was checked against it. `trusted` has the keys that the reader
    trusts.
    """
    if fault is not None:
        return not_consistent(fault)
    grade, names = _grade(record, trusted or {})
    is_alone = is_public(record) and whole is None
    proven, not_proven = (say(text, **names) for text in (_PUBLIC if is_alone else _WHOLE)[grade])
    details = _of_public(record) if is_alone else _of_whole(whole or record)
    if whole is not None:
        details.append(_("- the public record shows exactly what follows from the referee's file"))
    return Verdict(grade, proven, not_proven, tuple(details))


def not_consistent(fault: BadRecord) -> Verdict:
    """The verdict on a record with a fault, or on a file that is no record."""
    proven = _(
        "Proven: the file was changed or damaged, or it never was the record of a match. No true record looks so."
    )
    return Verdict(Grade.INCONSISTENT, proven, _("Not proven: anything that the file says."), (str(fault),))


def _grade(record: Record, trusted: Keys) -> tuple[Grade, dict[str, str]]:
    """The grade of a record without a fault, and the names for its sentences."""
    signature = signature_of(record)
    if signature is None:
        return Grade.UNSIGNED, {}
    names = {"server": trusted.get(signature.key) or signature.server, "key": signature.key}
    return (Grade.TRUSTED if signature.key in trusted else Grade.UNKNOWN), names


_UNKNOWN = marked(
    "Not proven: whose key this is. Anybody can make a key and write {server} beside it. Compare the key with the one "
    "on that server's /key page."
)
_WHOLE = {
    Grade.TRUSTED: (
        marked(
            "Proven: {server} signed exactly this record with the key {key}, and its choices and outcomes follow the "
            "rules of the game."
        ),
        marked("Not proven: that {server} tells the truth about who played."),
    ),
    Grade.UNKNOWN: (
        marked(
            "Proven: the owner of the key {key} signed exactly this record, and its choices and outcomes follow the "
            "rules of the game."
        ),
        _UNKNOWN,
    ),
    Grade.UNSIGNED: (
        marked("Proven: the choices and outcomes in this record follow the rules of the game."),
        marked(
            "Not proven: that anybody ever played this match. The record is unsigned, so anybody could have made it, "
            "with names and dice of their choice."
        ),
    ),
}
_PUBLIC = {
    Grade.TRUSTED: (
        marked("Proven: {server} signed exactly this public record with the key {key}, and its lines fit together."),
        marked("Not proven: that {server} tells the truth about who played, what they chose and what was drawn."),
    ),
    Grade.UNKNOWN: (
        marked("Proven: the owner of the key {key} signed exactly this public record, and its lines fit together."),
        _UNKNOWN,
    ),
    Grade.UNSIGNED: (
        marked("Proven: the lines of this public record fit together."),
        marked(
            "Not proven: that anybody ever played this match. The record is unsigned, so anybody could have made it, "
            "with any events and any result."
        ),
    ),
}


def _of_whole(record: Record) -> list[str]:
    """What was checked in a complete record."""
    found = fold(entries_of(record))
    said = [
        say("{game}, {length}, {state}:", **_counted(record, found)),
        _hashed(),
        _("- the config of the match (cards, tracks, house rules): its hash matches, and the options say the same"),
        _("- every choice is legal, and every recorded position follows from the rules"),
    ]
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


def _of_public(record: Record) -> list[str]:
    """What was checked in a public record on its own, and what was not."""
    found = fold(entries_of(record))
    return [
        say("{game}, {length}, {state}:", **_counted(record, found)),
        _hashed(),
        _("- the config of the match (cards, tracks, house rules): its hash matches, and the options say the same"),
        _("- the public state after every turn: its hash matches the one in the record"),
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
