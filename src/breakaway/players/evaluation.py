"""What a coach thinks of a position: the worth of each choice against each answer, and the best mixtures of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


@dataclass(frozen=True)
class Evaluation:
    """What the choices of a seat are worth before both sides call.

    >>> import breakaway
    >>> state = breakaway.load("football").new(seed=7)
    >>> found = breakaway.evaluate(state.observe(state.to_move[0]))
    >>> found.plays[:3], found.calls[:3]
    (('run 1a', 'pass 1b', 'run 2a'), ('1a', '1b', '2a'))

    - `chance`: the chance of winning (0 to 1) of the seat that asks, if both sides call by the mixtures. A tie counts
      as half a win.
    - `plays`, `calls`: what the offense and the defense may call, as people type it.
    - `worth[i][j]`: the asking seat's chance of winning if `plays[i]` meets `calls[j]`.
    - `play_mix`, `call_mix`: how often to call each, 0 to 1. Each mixture sums to 1.
    - `sheet`: if the rules play the other side by its printed tables, the asking seat's chance with each choice, over
      their dice. Otherwise empty.
    """

    chance: float
    plays: tuple[str, ...]
    calls: tuple[str, ...]
    worth: tuple[tuple[float, ...], ...]
    play_mix: tuple[float, ...]
    call_mix: tuple[float, ...]
    sheet: tuple[float, ...] = field(default=())


class Evaluations(NamedTuple):
    """What the choices of many seats are worth, as NumPy arrays: a row for each match of a vector environment.

    All chances are those of the seat that is asked, 0 to 1. They are NaN for what cannot be called, and in a row whose
    seat makes no call now. Columns are the codes of plays and of calls.

    - `asked`: bool (n), whether the seat makes a call now.
    - `chance`: float64 (n), if both sides call by the mixtures.
    - `worth`: float64 (n, plays, calls).
    - `play_mix`, `call_mix`: float64 (n, plays) and (n, calls). Each mixture sums to 1, or to 0 where nothing is asked.
    - `play_sheet`, `call_sheet`: float64 (n, plays) and (n, calls), over the dice of a sheet on the other side.
    """

    asked: Any
    chance: Any
    worth: Any
    play_mix: Any
    call_mix: Any
    play_sheet: Any
    call_sheet: Any


class ManyEvaluations(Protocol):
    """A game's compiled evaluation, as its kit names it."""

    def of_observations(self, observations: Sequence[Any]) -> list[Evaluation]:
        """An evaluation for each of the `observations`, in order."""

    def of_states(self, states: Any, configs: Any, seats: Any) -> Evaluations:
        """What these `seats` think of the `states` of a vector environment, whose one config is in `configs`."""
