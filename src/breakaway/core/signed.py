"""The signature with which a server vouches for every byte of a published record.

The last line of a published record names the server and its key, and says who played each seat. The signature uses
Ed25519. A record that was never published is unsigned.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from breakaway.core.entries import BadRecord, Line, SignatureEntry, Table, read_signature
from breakaway.core.language import _
from breakaway.core.record import Record, chained_onto
from breakaway.core.state import canonical

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

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
