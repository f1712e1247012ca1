"""What a coach thinks of a position: the worth of each choice against each answer, and the best mixtures of both."""

from __future__ import annotations

from dataclasses import dataclass, field


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
