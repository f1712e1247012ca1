"""Dice and cards: where outcomes come from, how they are drawn, and how players can add to them."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any, TypeAlias

from breakaway.core.language import say
from breakaway.core.rules import rule
from breakaway.core.state import number, table

# --- The only source of dice rolls, card draws and coin tosses: the functions `below`, `fate` and `pick`.
#
# There are three kinds of Chance:
#
# - *sampled*: it draws outcomes from a seed and notes each one.
# - *scripted*: it takes its outcomes from a recorded or typed list. When the list runs out, `NeedsOutcome` says which
#   die or card comes next.
# - *exhaustive*: the caller runs a step with every possible script in turn.
#
# The buffer contains the outcomes of one step, and `start_step` empties it. A step that asks for more than `LONGEST`
# outcomes is an error.


MASK, GAMMA = 0xFFFFFFFFFFFFFFFF, 0x9E3779B97F4A7C15  # constants of 2**63 and more stay unsigned when compiled
MUL1, MUL2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
FATE_WEIGHTS = bytes(
    (1, 4, 10, 16, 19, 16, 10, 4, 1)
)  # Numba reads a byte with a load, an item of a tuple with a switch
FATE_TOTAL = 81
FATE_TOTALS = bytes(k for k, weight in enumerate(FATE_WEIGHTS) for _ in range(weight))  # by the unit that is drawn
SAMPLED, SCRIPTED, EXHAUSTIVE = 0, 1, 2
EVEN, WEIGHTED, FATE = "even", "weighted", "fate"
LONGEST = 64


class NeedsOutcome(Exception):
    """The outcome of the next die, coin or card is missing. It is a number from 0 to `sides` - 1, and `label` tells
    people what it is. `position` is how many outcomes of the same step came before it.
    """

    def __init__(self, label: str, sides: int, position: int) -> None:
        super().__init__(
            say("the next outcome is {label}: type a number from 0 to {last}", label=repr(label), last=sides - 1)
        )
        self.label, self.sides, self.position = label, sides, position

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.label, self.sides, self.position), vars(self)


class NeedsCell(Exception):
    """A rule reads something that the players have on paper and have not entered yet: a cell of the config's `table`.

    `seat` is the team whose table it is, or -1. `at` is the place in the table, in one number or several.
    """

    def __init__(self, table: str, seat: int, at: tuple[int, ...]) -> None:
        super().__init__(say("{table} {at} has not been entered yet", table=table, at=at))
        self.table, self.seat, self.at = table, seat, at

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.table, self.seat, self.at), vars(self)


class BadOutcome(ValueError):
    """A scripted outcome that is impossible. The message names the outcome and says what would be right."""


@dataclass(slots=True)
class Door:
    """The part of a Chance that consists of numbers alone, so that the lab can compile it."""

    rng: int = number("u8")
    mode: int = number()
    scripted: int = number()
    asked: int = number()
    sides: list[int] = table(LONGEST, kind="i4")
    outcome: list[int] = table(LONGEST, kind="i4")
    weight: list[int] = table(LONGEST, kind="i4")
    total: list[int] = table(LONGEST, kind="i4")


@dataclass(slots=True)
class Chance(Door):
    """A `Door` that also keeps the label of each outcome and how it was drawn, for people and records.

    `places` lists (how, low, inside) for each outcome. `how` is EVEN, WEIGHTED or FATE. `low` is the sum of the weights
    of all smaller outcomes. `inside` is the number of the unit drawn within the outcome's own weight, or -1 if a script
    named the outcome.
    """

    labels: list[str] = field(default_factory=list)
    places: list[tuple[str, int, int]] = field(default_factory=list)


def sampled(seed: int) -> Chance:
    """A Chance that draws its outcomes from a 64-bit seed."""
    return Chance(rng=seed & MASK, mode=SAMPLED)


def scripted(outcomes: Sequence[int]) -> Chance:
    """A Chance that takes its outcomes from a list. Raises BadOutcome if the list is too long for one step.

    During play, an impossible outcome raises BadOutcome, and a request beyond the end of the list raises NeedsOutcome.
    """
    if len(outcomes) > LONGEST:
        raise BadOutcome(
            say("a step uses at most {most} outcomes, but the script has {found}", most=LONGEST, found=len(outcomes))
        )
    c = Chance(mode=SCRIPTED, scripted=len(outcomes))
    c.outcome[: len(outcomes)] = outcomes
    return c


def exhaustive() -> Chance:
    """A Chance with the first of all possible scripts. `next_script` moves on to the next script."""
    return Chance(mode=EXHAUSTIVE)


@rule()
def start_step(c: Chance) -> None:
    """Empties the buffer of chance `c` for the next step."""
    c.asked = 0
    c.scripted = 0


@rule()
def next_u32(c: Chance) -> int:
    """The next 32 random bits (splitmix64). Only this function changes the generator's state."""
    c.rng = (c.rng + GAMMA) & MASK
    z = c.rng
    z = ((z ^ (z >> 30)) * MUL1) & MASK
    z = ((z ^ (z >> 27)) * MUL2) & MASK
    return int((z ^ (z >> 31)) >> 32)


@rule()
def thought(c: Chance, n: int) -> int:
    """A random number from 0 to n-1; all are equally likely. For coaches: it is not noted as an outcome."""
    return (next_u32(c) * n) >> 32


def full(c: Chance) -> None:
    """Raises OverflowError: the step asked chance `c` for too many outcomes."""
    raise OverflowError(f"a step asked for more than {LONGEST} outcomes")


def ran_out(c: Chance, label: str, sides: int) -> None:
    """Raises NeedsOutcome: the script of `c` has no more outcomes.

    The next outcome has this label and number of sides.
    """
    raise NeedsOutcome(label, sides, c.asked)


def impossible(c: Chance, label: str, sides: int, outcome: int) -> None:
    """Raises BadOutcome: chance `c` cannot give this outcome for this label and number of sides."""
    if sides == 0:
        raise BadOutcome(say("outcome {n}: nothing is left to draw for {label}", n=c.asked + 1, label=repr(label)))
    raise BadOutcome(
        say(
            "outcome {n}: {label} cannot be {outcome}; choose one from 0 to {last} that is still possible",
            n=c.asked + 1,
            label=repr(label),
            outcome=outcome,
            last=sides - 1,
        )
    )


def name_even(c: Chance, label: str, k: int) -> None:
    """Stores the label of `k`, the next outcome of chance `c`. All outcomes of this draw are equally likely.

    Does nothing when compiled.
    """
    del c.labels[c.asked :], c.places[c.asked :]
    c.labels.append(label)
    c.places.append((EVEN, k, -1 if c.asked < c.scripted else 0))


def name_weighted(c: Chance, label: str, weights: Sequence[int], k: int, unit: int) -> None:
    """Stores the label of `k`, the next outcome of chance `c`. Does nothing when compiled.

    `weights` lists the weight of every outcome, and `unit` says which unit of their sum was drawn; it is -1 if a script
    named the outcome.
    """
    del c.labels[c.asked :], c.places[c.asked :]
    low = sum(weights[:k])
    c.labels.append(label)
    c.places.append((FATE if weights is FATE_WEIGHTS else WEIGHTED, low, unit - low if unit >= 0 else -1))


@rule()
def note(c: Chance, k: int, sides: int, weight: int, total: int) -> int:
    """Writes outcome `k` into the buffer of chance `c` and returns it.

    `sides` is one more than the largest possible outcome. The probability of `k` is weight / total.
    """
    i = c.asked
    c.outcome[i] = k
    c.sides[i] = sides
    c.weight[i] = weight
    c.total[i] = total
    c.asked = i + 1
    return k


@rule()
def below(c: Chance, label: str, n: int) -> int:
    """Draws a number from 0 to n-1 with chance `c`; all are equally likely. The label tells people what is drawn."""
    i = c.asked
    if i >= LONGEST:
        full(c)
    if n <= 0:
        impossible(c, label, 0, 0)
    if i < c.scripted:
        k = int(c.outcome[i])
        if k < 0 or k >= n:
            impossible(c, label, n, k)
    elif c.mode == SCRIPTED:
        ran_out(c, label, n)
        k = 0
    elif c.mode == EXHAUSTIVE:
        k = 0
    else:
        k = thought(c, n)
    name_even(c, label, k)
    return note(c, k, n, 1, n)


@rule()
def pick(c: Chance, label: str, weights: Sequence[int]) -> int:
    """Draws an index into `weights` with chance `c`; the probability of each index is proportional to its weight.

    The weights are whole numbers with a sum below 2**31. An index with weight 0 is never drawn. The label tells people
    what is drawn.
    """
    total = 0
    for each in weights:
        total += each
    return pick_of(c, label, weights, total)


@rule()
def pick_of(c: Chance, label: str, weights: Sequence[int], total: int) -> int:
    """Does what `pick` does, for a caller that already knows the `total` of the weights. The `label` is for people."""
    i = c.asked
    unit = -1
    if i >= LONGEST:
        full(c)
    if total <= 0:
        impossible(c, label, 0, 0)
    sides = len(weights)
    while sides > 0 and weights[sides - 1] == 0:
        sides -= 1
    if i < c.scripted:
        k = int(c.outcome[i])
        if c.mode == EXHAUSTIVE:
            while k < sides and weights[k] == 0:
                k += 1
        if k < 0 or k >= sides or weights[k] == 0:
            impossible(c, label, sides, k)
    elif c.mode == SCRIPTED:
        ran_out(c, label, len(weights))
        k = 0
    elif c.mode == EXHAUSTIVE:
        k = 0
        while k < sides and weights[k] == 0:
            k += 1
    else:
        unit = thought(c, total)
        left = unit
        k = 0
        while left >= weights[k]:
            left -= weights[k]
            k += 1
    name_weighted(c, label, weights, k, unit)
    return note(c, k, sides, int(weights[k]), total)


@rule()
def fate(c: Chance, label: str) -> int:
    """Rolls four Fate dice with chance `c` and returns their total, from -4 to +4. The label says what the roll is for.

    The buffer stores the total as a number from 0 to 8.
    """
    if c.asked < c.scripted or c.mode != SAMPLED or c.asked >= LONGEST:
        return pick(c, label, FATE_WEIGHTS) - 4
    unit = thought(c, FATE_TOTAL)  # what `pick` does, with a table instead of a search
    k = FATE_TOTALS[unit]
    name_weighted(c, label, FATE_WEIGHTS, k, unit)
    return note(c, k, len(FATE_WEIGHTS), FATE_WEIGHTS[k], FATE_TOTAL) - 4


@rule()
def next_script(c: Chance) -> bool:
    """Moves an exhaustive Chance to its next script, like an odometer. Returns False after the last script."""
    i = c.asked - 1
    while i >= 0:
        if c.outcome[i] + 1 < c.sides[i]:
            c.outcome[i] += 1
            c.scripted = i + 1
            c.asked = 0
            return True
        i -= 1
    return False


def probability(c: Chance) -> Fraction:
    """The exact probability of the outcomes in the buffer."""
    p = Fraction(1)
    for i in range(c.asked):
        p *= Fraction(c.weight[i], c.total[i])
    return p


def outcomes(c: Chance) -> list[int]:
    """The outcomes that chance `c` drew in this step, in order."""
    return c.outcome[: c.asked]


# --- Where the outcomes of a match come from: a committed secret, or a list that was recorded or typed.
#
# Each step of a live match is sampled from HMAC(secret, shares of all seats, step number). The secret's SHA-256 is
# shown before the seats give their shares. The secret itself is shown after the end, so that anyone can check the whole
# match. A seat's share is its latest link (`core.chance`); before the first link, the share is the seat's anchor, or
# the salt from the start of the match.


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


# --- How each outcome of a turn was drawn, as the record notes it.
#
# A draw is the list `[step, how, label, sides, low, weight, total]`. For Fate dice, an eighth item holds the four
# faces. Of `total` units, those from `low` to `low + weight - 1` belong to the outcome. The step's generator picked one
# of these units.


Draw: TypeAlias = list[Any]
Thrown: TypeAlias = tuple[str, tuple[int, ...]]  # what the four Fate dice were rolled for, and their faces (-1, 0 or 1)


def draws_of(chances: Iterable[Chance], first_step: int) -> list[Draw]:
    """The draws of consecutive steps: `chances` has one for each, and the first step has the number `first_step`."""
    found: list[Draw] = []
    for step, c in enumerate(chances, first_step):
        for i, (how, low, inside) in enumerate(c.places[: c.asked]):
            row: Draw = [step, how, c.labels[i], c.sides[i], low, c.weight[i], c.total[i]]
            if how == FATE and inside >= 0:
                row.append(list(faces(c.outcome[i], inside)))
            found.append(row)
    return found


def faces(outcome: int, inside: int) -> tuple[int, ...]:
    """The faces (-1, 0 or 1) of the four Fate dice, from an outcome (0 to 8) and the unit drawn within its weight."""
    return _rolls()[outcome][inside]


@cache
def _rolls() -> list[list[tuple[int, ...]]]:
    """For each outcome from 0 (four faces of -1) to 8 (four faces of 1), all rolls of four dice that give it."""
    found: list[list[tuple[int, ...]]] = [[] for _total in range(9)]
    for roll in product((-1, 0, 1), repeat=4):
        found[sum(roll) + 4].append(roll)
    return found


def thrown(draws: Iterable[Draw]) -> list[Thrown]:
    """The Fate dice among the draws, in order. Leaves out draws without recorded faces."""
    return [(str(row[2]), tuple(row[7])) for row in draws if len(row) > 7]


def without_faces(draws: Iterable[Draw]) -> list[Draw]:
    """The draws without the faces of Fate dice, which only the secret reveals."""
    return [row[:7] for row in draws]


# --- Hash chains, by which the seats add random numbers of their own to those of the server.
#
# The server cannot know these numbers in advance. The player's program (a browser, a terminal, a bot) makes a chain
# from a random seed. Each value is the SHA-256 of the value before it, and the last value is the *anchor*. The seat
# shows the anchor first. With each order the seat then shows a *link*, whose SHA-256 is the value shown before: the
# anchor or the previous link. The seat is thus committed to links that nobody else knows yet.


LONGEST_CHAIN = 2048  # links in a chain; a seat that has used up all of them starts another chain
FURTHEST = 64  # a link may skip up to 63 others that were shown but never used
_VALUE = re.compile(r"[0-9a-f]{64}")


def is_value(text: str) -> bool:
    """Whether `text` has the form of a link or an anchor: 64 hexadecimal digits."""
    return _VALUE.fullmatch(text) is not None


def after(value: str) -> str:
    """The value that follows `value` in the chain: the SHA-256 of its 32 bytes, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def follows(link: str, shown: str) -> bool:
    """Whether a link continues the hash chain whose latest known value (the anchor or an earlier link) is `shown`."""
    if not is_value(link) or link == shown:
        return False
    value = link
    for _each in range(FURTHEST):
        value = after(value)
        if value == shown:
            return True
    return False


@dataclass(frozen=True)
class Chain:
    """A seat's own hash chain, made from a secret random `seed` (32 bytes in hexadecimal)."""

    seed: str
    length: int = LONGEST_CHAIN

    @cached_property
    def values(self) -> list[str]:
        """All values of the chain, from the anchor back to the seed."""
        found = [self.seed]
        for _each in range(self.length):
            found.append(after(found[-1]))
        return found[::-1]

    @property
    def anchor(self) -> str:
        """The value that the seat shows first."""
        return self.values[0]

    def next(self, shown: str) -> str:
        """The link to show after `shown`, the last value shown.

        Empty if `shown` is not in this chain, or if no link is left.
        """
        known = self.values
        at = known.index(shown) + 1 if shown in known else len(known)
        return known[at] if at < len(known) else ""
