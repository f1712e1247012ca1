"""What the statistics count of a case, as the lab counts it: its plays step by step."""

from __future__ import annotations

from typing import Any

from breakaway.core.chance import Script
from breakaway.core.game import Game, result_of
from breakaway.core.rules import Event, EventLog, note_all
from breakaway.core.state import copy
from breakaway.records.match import Match
from breakaway.testing.cases import Case, run


def counted(game: Game[Any, Any], case: Case) -> tuple[Any, list[Any]]:
    """The totals and rows of a case that holds; an unfinished row of a play that is over is the last one."""
    count = game.statistics
    assert count is not None
    told, totals, rows, at = EventLog(), count.match(), [count.row() for _ in range(20)], 0

    def play(game: Any, s: Any, config: Any, orders: Any, chance: Any) -> tuple[Any, list[Event], list[int]]:
        nonlocal at
        s, script, first, events, i = copy(s), Script(chance), True, list[Event](), 0
        while first or not (game.choosers(s, config) or result_of(game, s, config).why):
            before, log = copy(s), list[Event]()
            game.step(s, config, orders if first else [[0] * game.max_slots] * 12, script(i), log)
            note_all(told, log, game.rules)
            at = count.observe(before, s, config, told, totals, rows, at)
            events, first, i = events + log, False, i + 1
        return s, events, script.used()

    assert run(game, case, play).failures == []
    return totals, rows[: at + bool(count.is_over and count.is_over(rows[at]))]


def counted_through(match: Match[Any, Any]) -> tuple[Any, list[Any]]:
    """The totals and rows of a match without rulings, counted in one go from its first step to its last."""
    game, count = match.game, match.game.statistics
    assert count is not None
    total, told, rows, at = count.match(), EventLog(), [count.row()], 0
    lines = [line for line in match.record.lines if line["kind"] == "turn"]
    for (before, given), line in zip(match.history, lines, strict=True):
        state, chance = copy(before), Script(line["chance"])
        blank = [[0] * game.max_slots for _ in range(12)]
        orders = [list(each) for each in blank]
        for seat, sealed in (given or {}).items():
            orders[seat][: len(sealed.order)] = sealed.order
        for step in range(line["steps"]):
            was, events = copy(state), list[Event]()
            game.step(state, match.config, orders if step == 0 else blank, chance(step), events)
            note_all(told, events, game.rules)
            rows += [count.row() for _ in range(at + count.most + 1 - len(rows))]
            at = count.observe(was, state, match.config, told, total, rows, at)
    return total, rows[:at]
