"""The only source of dice rolls, card draws and coin tosses: the functions `below`, `fate` and `pick`.

There are three kinds of Chance:

- *sampled*: it draws outcomes from a seed and notes each one.
- *scripted*: it takes its outcomes from a recorded or typed list. When the list runs out, `NeedsOutcome` says which die
  or card comes next.
- *exhaustive*: the caller runs a step with every possible script in turn.

The buffer contains the outcomes of one step, and `start_step` empties it. A step that asks for more than `LONGEST`
outcomes is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from breakaway.core.language import say
from breakaway.core.rule import rule
from breakaway.core.state import number, table

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
