"""Makes docs/record-example.match: a signed record of a toy game, with all that a verifier must follow."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from breakaway.club.store import written
from breakaway.core.chance import Chain
from breakaway.records.verify import sign
from tests.core.dice import BOTH, PASS, ROLL, new_dice

VERSION = "0.8.0"  # what the example says, whatever the present version
PLACE = Path(__file__).parents[2] / "docs" / "record-example.match"
KEY = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
ADA, BOB, LATER = (Chain(f"{n:02x}" * 32, length=64) for n in (1, 2, 3))


def example() -> str:
    """The text of the record: chains, a lost link, an undo, a ruling, another chain, Fate dice and a card."""
    with patch("breakaway.records.match.version", lambda: VERSION):
        match = new_dice(game=BOTH, turns=30, secret=bytes(range(32)), salts=())
    match.anchor(0, ADA.anchor)
    match.anchor(1, BOB.anchor)
    seen = {0: ADA.anchor, 1: BOB.anchor}
    chains = {0: ADA, 1: BOB}
    while not match.is_over():
        turn = match.fold.turns
        if turn == 4:
            match.undo()
            match.ruling(1)
        if turn == 6:
            match.anchor(0, LATER.anchor)
        for seat in (0, 1):
            is_lost = (turn, seat) in ((2, 1), (6, 0))
            link = "" if is_lost else chains[seat].next(seen[seat])
            match.choose(seat, [PASS if turn % 7 == 5 else ROLL], link=link)
            seen[seat] = link or seen[seat]
        if turn == 6:
            chains[0], seen[0] = LATER, LATER.anchor
        match.resolve()
    players = [{"name": "Ada", "by": "human"}, {"name": "Bob", "by": "human"}]
    last = sign(match.record.lines, KEY, "https://table.example/", players)
    return "".join(written(line) + "\n" for line in [*match.record.lines, last])


if __name__ == "__main__":
    PLACE.write_text(example(), encoding="utf-8")
