"""How calls and cards changed the chances of winning in a finished football match, play by play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from breakaway.core.event_log import EventLog, note_all
from breakaway.core.match import Match
from breakaway.core.stepped import PlayedStep, steps_of
from breakaway.games.football.counts.statistics import STATISTICS
from breakaway.games.football.lab import judged
from breakaway.games.football.lab.judged import Judged
from breakaway.games.football.lab.outlook import IN_PLAY, KICKOFFS, Outlook
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.contract import asked
from breakaway.games.football.rules.state import Football


@dataclass(frozen=True)
class Swing:
    """A play with the home side's chance before and after it, in millionths, and what the calls and the cards changed.

    `calls` and `cards` add up to `after` minus `before`.
    """

    turn: int
    row: Any
    before: int
    after: int
    calls: int
    cards: int


@dataclass(frozen=True)
class Reviewed:
    """All plays of a match, and the choices that could be judged, in order."""

    plays: list[Swing]
    judged: list[Judged]


def reviewed(match: Match[Any, Any]) -> Reviewed:
    """Reviews a match. This takes several seconds, because the exact odds of every play are worked out."""
    return Reviewer(match).review()


class Reviewer:
    """Goes through a match step by step."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.match, self.config = match, match.config
        self.worth = Outlook(match.config)
        self.plays: list[Swing] = []
        self.judged: list[Judged] = []
        self.calls = self.cards = 0

    def review(self) -> Reviewed:
        """The review of the whole match."""
        log, total, row = EventLog(), STATISTICS.match(), STATISTICS.row()
        now: int | None = None
        for step in steps_of(self.match):
            if now is None:
                now = self.worth.of(step.before)
            now = self._take(step, now)
            note_all(log, step.events, self.match.game.rules)
            rows = [row, *(STATISTICS.row() for _ in range(STATISTICS.most))]
            done = STATISTICS.observe(step.before, step.after, self.config, log, total, rows, 0)
            for finished in rows[:done]:
                self._add(step.turn, finished, now)
            row = rows[done]
        if self.plays and now is not None:  # what happened after the last finished row
            last = self.plays[-1]
            more = {"calls": last.calls + self.calls, "cards": last.cards + self.cards}
            self.plays[-1] = replace(last, after=now, **more)
        return Reviewed(self.plays, self.judged)

    def _add(self, turn: int, row: Any, now: int) -> None:
        """Ends a play, which gets everything that has changed since the previous play."""
        before = now - self.calls - self.cards
        self.plays.append(Swing(turn, row, before, now, self.calls, self.cards))
        self.calls = self.cards = 0

    def _take(self, step: PlayedStep, now: int) -> int:
        """Adds what a step changed to the calls (for a call or a decision) or to the cards. Returns the worth after the
        step.
        """
        before: Football = step.before
        after = self.worth.of(step.after)
        if is_decision(before):
            self.judged += judged.answer(self.worth, step, len(self.plays))
            self.calls += after - now
        elif before.phase in IN_PLAY:
            self.cards += after - now
        elif before.phase in KICKOFFS or draws_at_once(step):
            mean = self.worth.after(before, step.orders)
            self.calls += mean - now
            self.cards += after - mean
        else:
            if before.phase == terms.CALL:
                self.judged += judged.fourth_down(self.worth, step, len(self.plays))
            self.calls += after - now
        return after


def is_decision(s: Football) -> bool:
    """Whether a seat, or its sheet, answers a question in the middle of a play."""
    return s.phase in IN_PLAY and s.phase != terms.REVEAL and asked(s) < terms.SEATS


def draws_at_once(step: PlayedStep) -> bool:
    """Whether a sheet kicked by drawing a card with its declaration (BF-234)."""
    return bool(
        step.before.phase == terms.CALL
        and step.after.phase in (terms.BETWEEN, terms.OVER, terms.PUNT_RETURN, terms.KICK_CHAIN, terms.KICK_EFFECT)
        and step.after.declared != terms.KNEEL_CALL
        and step.after.game_day != terms.NONE
    )
