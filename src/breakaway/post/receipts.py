"""Receipts for sealed orders. A player who keeps one can check after the match that the server played this order.

A receipt is the SHA-256 of a salt and the order, so that nobody who sees it learns the order:
`printf '%s' 'SALT ORDER' | sha256sum`.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True)
class OrderReceipt:
    """The salt, and the hash of the order as written."""

    salt: str
    hash: str


def receipt_for(key: bytes, match: str, seat: int, turn: int, order: str) -> OrderReceipt:
    """The receipt for an `order` of this `seat` in this `turn` of a `match`.

    The same order always gives the same receipt. The salt follows from the server's `key`, so nobody else can find the
    order by trying out all possible orders.
    """
    said = f"breakaway receipt 1\0{match}\0{seat}\0{turn}\0{order}".encode()
    salt = hmac.new(key, said, sha256).hexdigest()[:32]
    return OrderReceipt(salt, sha256(f"{salt} {order}".encode()).hexdigest())


def fits(receipt: OrderReceipt, order: str) -> bool:
    """Whether the `receipt` is for this `order`."""
    return hmac.compare_digest(receipt.hash, sha256(f"{receipt.salt} {order}".encode()).hexdigest())
