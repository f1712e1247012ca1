"""Where the outcomes of a match come from: a committed secret, or a list that was recorded or typed.

Each step of a live match is sampled from HMAC(secret, shares of all seats, step number). The secret's SHA-256 is shown
before the seats give their shares. The secret itself is shown after the end, so that anyone can check the whole match.
A seat's share is its latest link (`core.links`); before the first link, the share is the seat's anchor, or the salt
from the start of the match.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from breakaway.core.chance import LONGEST, BadOutcome, Chance, outcomes, sampled, scripted
from breakaway.core.language import say


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret in hexadecimal, which is shown before the match."""
    return hashlib.sha256(secret).hexdigest()


def secret_of_seed(seed: int) -> bytes:
    """The secret of a match with a given seed (`--seed 7`). The same seed gives the same match."""
    return hashlib.sha256(f"breakaway seed {seed}".encode()).digest()


def step_seed(secret: bytes, shares: Sequence[str], step: int) -> int:
    """The 64-bit seed of one step, from the match's secret and the shares of its seats.

    Each share is hashed together with its length, so that two different lists of shares never give the same message.
    """
    message = b"".join(len(raw).to_bytes(4, "big") + raw for raw in (s.encode() for s in shares)) + step.to_bytes(
        8, "big"
    )
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")


class Sampler:
    """Samples a Chance for each step from `first_step` on. `drawn` lists the Chance of each step so far."""

    def __init__(self, secret: bytes, shares: Sequence[str], first_step: int) -> None:
        self._secret, self._shares, self._first = secret, shares, first_step
        self.drawn: list[Chance] = []

    def __call__(self, i: int) -> Chance:
        self.drawn.append(sampled(step_seed(self._secret, self._shares, self._first + i)))
        return self.drawn[-1]

    def outcomes(self) -> list[int]:
        """All outcomes drawn so far."""
        return [k for each in self.drawn for k in outcomes(each)]


class Script:
    """A scripted Chance for each step, all from one list. A request beyond the end of the list raises NeedsOutcome."""

    def __init__(self, listed: Sequence[int]) -> None:
        self._listed = list(listed)
        self.drawn: list[Chance] = []

    def __call__(self, i: int) -> Chance:
        position = self.used()
        self.drawn.append(scripted(self._listed[position : position + LONGEST]))
        return self.drawn[-1]

    def used(self) -> int:
        """How many outcomes the rules have asked for so far."""
        return sum(each.asked for each in self.drawn)

    def outcomes(self) -> list[int]:
        """All outcomes drawn so far. Raises BadOutcome if the list has more outcomes than the rules asked for."""
        used = self.used()
        if used != len(self._listed):
            raise BadOutcome(
                say(
                    "{listed} outcomes are listed, but the rules asked for {asked}",
                    listed=len(self._listed),
                    asked=used,
                )
            )
        return list(self._listed)
