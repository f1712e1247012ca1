"""Setups, events, outcomes, results and arrays as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from breakaway.core import rules as core
from breakaway.core.chance import Chance
from breakaway.core.game import Game, standing
from breakaway.core.language import Names, UserError
from breakaway.core.state import columns
from breakaway.players.settings import secret_and_salts
from breakaway.records.match import Start

if TYPE_CHECKING:
    import numpy as np


# --- What all parts of the API share: the setup of matches, and events, outcomes and results as plain data.


Answer: TypeAlias = "int | str | Sequence[int]"  # an order as people give it: a code, codes for all slots, or text


@dataclass(frozen=True)
class Setup:
    """A game with everything that is settled before its matches begin.

    A setup has no secrets: `start.secret` is empty.
    """

    game: Game[Any, Any]
    start: Start

    @property
    def config(self) -> Any:
        """The numbers that stay the same for the whole match."""
        return self.start.config

    @property
    def names(self) -> Names:
        """The names of teams and people."""
        return self.start.names

    @property
    def seats(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(each["name"] for each in self.start.seats)

    def chance_of(self, seed: int | None) -> tuple[bytes, tuple[str, ...]]:
        """The secret and the salts that belong to a seed, as on the command line.

        Without a seed, makes a new secret and new salts.
        """
        return secret_and_salts(seed, len(self.seats))


@dataclass(frozen=True)
class Event:
    """Something that happened: the id of its rule, a sentence, and its numbers by name.

    `seats` are the seats that may know about the event, or None if everybody may.
    """

    rule: str
    text: str
    numbers: dict[str, int]
    seats: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """One possible result of a die, card or coin.

    `code` is the number of this result, counted from 0. `label` says what is rolled or drawn, and `text` is the result
    in words.
    """

    code: int
    probability: Fraction
    label: str
    text: str


@dataclass(frozen=True)
class Result:
    """The current standings of a match, or its result.

    `rule` is the id of the rule that ended the match ('' while it goes on), and `text` is that rule's sentence. If
    resignations ended the match, `rule` is '', and `text` says who resigned last. `score` and `rank` list a number for
    each seat; the winner has rank 1. The score is in points; in Breaking Away it is in 360360ths of a point. `resigned`
    lists the seats that have resigned, in the order of their resignations. `is_over` says whether this result is final.
    """

    rule: str
    text: str
    score: tuple[int, ...]
    rank: tuple[int, ...]
    resigned: tuple[int, ...] = ()
    is_over: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1; none while the match goes on."""
        return tuple(seat for seat, rank in enumerate(self.rank) if rank == 1) if self.is_over or self.rule else ()


def event_of(setup: Setup, told: core.Event) -> Event:
    """An event that the rules reported, as plain data. `setup` is the setup of the event's match."""
    declared = core.DECLARED.get(told.rule)
    named = dict(zip(declared.fields, told.args, strict=False)) if declared else {}
    everyone = told.audience == core.EVERYONE
    seats = None if everyone else tuple(seat for seat in range(len(setup.seats)) if told.is_for(seat))
    return Event(told.rule, setup.game.words.event(told, setup.names, setup.config), named, seats)


def outcome_of(setup: Setup, chance: Chance, i: int) -> Outcome:
    """The `i`-th outcome that a Chance has given, as plain data. `setup` is the setup of the match."""
    code, label = chance.outcome[i], chance.labels[i]
    text = setup.game.words.outcome(label, code)
    return Outcome(code, Fraction(chance.weight[i], chance.total[i]), label, text)


def result_in(setup: Setup, s: Any, gone: Sequence[int] = ()) -> Result:
    """The result in a state or view, as plain data. `setup` is the setup of the match.

    `gone` lists the seats that have resigned, in the order of their resignations.
    """
    found = standing(setup.game, s, setup.config, gone)
    if found.resigned is not None:
        says = f"{setup.seats[found.resigned]} has resigned."
    else:
        says = setup.game.rules.entries[found.rule].says if found.rule else ""
    return Result(found.rule, says, found.score, found.rank, found.gone, found.is_over)


# --- Observations as NumPy arrays. NumPy is imported only when an array is needed.


Array: TypeAlias = "np.ndarray[Any, Any]"


def numpy(asked: str) -> ModuleType:
    """The NumPy module. Raises UserError if NumPy is not installed; `asked` names the feature that needs it."""
    try:
        import numpy
    except ImportError:
        raise UserError(f"{asked} needs NumPy; install it with: pip install 'breakaway[lab]'") from None
    return numpy


def tensor_of(seat: int, view: Any) -> Array:
    """The seat and all numbers of a view in one row. Raises UserError if NumPy is not installed."""
    np, row = numpy("tensor"), [seat]
    for each in columns(type(view)):
        value = getattr(view, each.name)
        if not each.shape:
            row.append(value)
        elif len(each.shape) == 1:
            row += value
        else:
            for part in value:
                row += part
    return np.array(row, dtype=np.int64)  # type: ignore[no-any-return]


def mask_of(codes: int, legal: Sequence[int]) -> Array:
    """A bool for each code below `codes`: whether `legal` contains it. Raises UserError if NumPy is not installed."""
    np = numpy("mask")
    found = np.zeros(codes, dtype=bool)
    found[list(legal)] = True
    return found  # type: ignore[no-any-return]


def layout(cls: Any) -> dict[str, slice]:
    """The position of each field in the tensor of the state class `cls`."""
    found, at = {"seat": slice(0, 1)}, 1
    for each in columns(cls):
        size = 1
        for n in each.shape:
            size *= n
        found[each.name] = slice(at, at + size)
        at += size
    return found
