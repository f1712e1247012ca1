"""Standing instructions, with which a seat answers in advance.

When the seat has to choose, the first instruction that gives a legal order answers for it.
"""

from __future__ import annotations

from collections.abc import Callable

from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, FateConfig

Instruction = Callable[[Fate, FateConfig, int], "list[int] | None"]
NO_TIME_OUT, TIME_OUT = 0, 1


def always(phases: tuple[int, ...], code: int) -> Instruction:
    """An instruction that answers `code` in each of these phases."""
    return lambda view, config, seat: [code] if view.phase in phases else None


def no_early_time_outs(view: Fate, config: FateConfig, seat: int) -> list[int] | None:
    """Calls no time out before the last two minutes of a half. In overtime this instruction has no effect."""
    late = view.quarter == terms.OVERTIME or (view.quarter in (2, terms.QUARTERS) and view.clock <= terms.TWO_MINUTES)
    return [NO_TIME_OUT] if view.phase in (terms.TIME, terms.TIME_DEFENSE) and not late else None


INSTRUCTIONS: dict[str, Instruction] = {
    "no early time outs": no_early_time_outs,
    "no time outs": always((terms.TIME, terms.TIME_DEFENSE), NO_TIME_OUT),
    "every time out": always((terms.TIME, terms.TIME_DEFENSE), TIME_OUT),
    "always receive": always((terms.CHOICE,), terms.RECEIVE),
    "never onside": always((terms.KICK,), terms.DEEP),
    "always kick the point": always((terms.TRY,), terms.KICK_POINT),
    "always play on": always((terms.WHISTLE,), terms.PLAY_ON),
}
