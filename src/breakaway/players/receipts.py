"""Receipts for sealed orders. With a receipt, a player can check after the match that the server played the order.

A receipt, which does not reveal the order, is the SHA-256 of a salt and the order: `printf '%s' 'SALT ORDER' |
sha256sum`.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from hashlib import sha256

from breakaway.core.language import UserError, _, say
from breakaway.core.observation import Observation
from breakaway.games.manifest import find, open_turn
from breakaway.records.entries import TurnEntry
from breakaway.records.record_file import Record
from breakaway.records.replay import edition_of, load_config, moments

SALT = re.compile(r"(?<![\w<])[0-9a-f]{32}(?![\w@])")  # not a Message-ID
HASH = re.compile(r"(?<!\w)[0-9a-f]{64}(?!\w)")
MOST_TEXT = 20_000  # characters; a receipt has a few lines


@dataclass(frozen=True)
class OrderReceipt:
    """A receipt: the salt, and the hash of the salt and the order."""

    salt: str
    hash: str


def receipt_for(key: bytes, match: str, seat: int, turn: int, order: str) -> OrderReceipt:
    """The receipt for an `order` of this `seat` in this `turn` of a `match`.

    The same order always gives the same receipt. The salt is derived from the server's `key`, so nobody else can find
    the order by trying out all possible orders.
    """
    said = f"breakaway receipt 1\0{match}\0{seat}\0{turn}\0{order}".encode()
    salt = hmac.new(key, said, sha256).hexdigest()[:32]
    return OrderReceipt(salt, sha256(f"{salt} {order}".encode()).hexdigest())


def fits(receipt: OrderReceipt, order: str) -> bool:
    """Whether the `receipt` is for this `order`."""
    return hmac.compare_digest(receipt.hash, sha256(f"{receipt.salt} {order}".encode()).hexdigest())


@dataclass(frozen=True)
class CheckedReceipt:
    """Whether the record contains the order of a receipt (`holds`), and the same answer as a sentence (`says`)."""

    holds: bool
    says: str


def read_receipt(text: str) -> OrderReceipt:
    """The receipt in a `text` that somebody pasted, such as a whole email. Raises UserError if the text has none."""
    said = text[:MOST_TEXT].lower()
    salt, digest = SALT.search(said), HASH.search(said)
    if not salt or not digest:
        raise UserError(
            _(
                "There is no receipt in this text. Paste the salt (32 letters and digits) and the SHA-256 hash "
                "(64 letters and digits)."
            )
        )
    return OrderReceipt(salt[0], digest[0])


def check_receipt(record: Record, receipt: OrderReceipt) -> CheckedReceipt:
    """Looks in a `record` for an order that fits this `receipt`. Raises BadRecord."""
    game = edition_of(find(record.header["game"]), record)
    config, names = load_config(game, record.header["book"]), record.header["names"]
    for moment in moments(game, record):
        if not isinstance(moment.entry, TurnEntry) or moment.before is None:
            continue
        for seat, order in moment.orders.items():
            seen = Observation(game, moment.before, config, seat, names)
            written = seen.write(order).replace("\n", "; ")
            if fits(receipt, written):
                team = str(record.header["seats"][seat].get("name", "")) or str(seat + 1)
                turn = open_turn(seen, moment.entry.n - 1)
                said = say(
                    "The record contains this order. {team} played it ({turn}): {order}",
                    team=team,
                    turn=turn,
                    order=written,
                )
                return CheckedReceipt(True, said)
    said = _(
        "No order in the record matches this receipt. If you replaced or withdrew that order, this is normal: check "
        "your latest receipt for the same turn instead."
    )
    return CheckedReceipt(False, said)
