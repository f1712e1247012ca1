"""The exact odds of one play of Breakaway Football, in a readable form: its outcomes, and how likely each one is.

This module plays each step by the rules of real matches, once with every possible card. The module contains no rules of
its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from breakaway.core.chance import sampled
from breakaway.core.odds import ONE, End, Odds, Spread
from breakaway.core.state import copy
from breakaway.games.football.lab import one_play
from breakaway.games.football.lab.alike import is_play_over
from breakaway.games.football.lab.one_play import OFFENSE, Situation
from breakaway.games.football.rules import play
from breakaway.games.football.rules.penalties import illegal_by
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, FREE_KICK, GOAL, HAIL_MARY_CALL, KNEEL_CALL, PLAYS
from breakaway.games.football.rules.winning import chance_to_win
from breakaway.games.football.text import names as called_as

WINNERS = ("neither", "offense", "defense")
LONGEST = 250  # the most cards in a play; if a custom deck lets draws go on, the odds say how much is left open


@dataclass(frozen=True)
class PlayOutcome:
    """One outcome of a play. `lines` is how far the ball moved, or None if the outcome is not measured in lines."""

    text: str
    lines: int | None
    p: Fraction
    end: End[Football]


@dataclass(frozen=True)
class PlayOdds:
    """All outcomes of a play or a kick."""

    config: FootballConfig
    before: Football
    spread: Spread[Football]
    is_play: bool = True  # two calls against each other; otherwise the offense announces a kick, kneel or Hail Mary
    is_kick: bool = False  # the outcomes of a kick have no lines

    @cached_property
    def outcomes(self) -> list[PlayOutcome]:
        """The outcomes, from the fewest lines to the most, then those not measured in lines."""
        found: dict[tuple[str, int | None], PlayOutcome] = {}
        for end in self.spread.ends:
            text, lines = in_words(self.before, end), None if self.is_kick else lines_gained(self.before, end)
            same = found.get((text, lines))
            found[text, lines] = PlayOutcome(text, lines, end.p + (same.p if same else 0), end)
        return sorted(found.values(), key=lambda each: (each.lines is None, each.lines or 0, -each.p, each.text))

    @cached_property
    def revealed(self) -> Football:
        """The state right after the reveal.

        This state shows the matchup's winner and the base gain. No Game Day card can change the winner or the base
        gain.
        """
        s = copy(self.before)
        play.reveal(s, self.config, sampled(0), None)
        return s

    @property
    def is_illegal(self) -> bool:
        """Whether the rules forbid the play in this situation. An illegal call leads to a penalty instead of a play."""
        return self.is_play and illegal_by(self.config, self.before.line, self.revealed.play_type) != 0

    @property
    def penalty(self) -> Fraction:
        """The probability that a penalty is marked off."""
        return self.chance(one_play.PENALTY)

    @property
    def winner(self) -> str:
        """The side that has the breakaway: neither, offense or defense."""
        return WINNERS[self.revealed.breakaway]

    @property
    def base(self) -> int:
        """The base gain, before the card is added."""
        return self.revealed.base

    def chance(self, *bits: int) -> Fraction:
        """The probability of at least one of the events that these `bits` stand for."""
        return total(end.p for end in self.spread.ends if any(end.noted & bit for bit in bits))

    @property
    def touchdown(self) -> Fraction:
        """The probability that the offense scores a touchdown, or the two points of a try."""
        most = 2 if self.before.try_down else 6
        return total(end.p for end in self.spread.ends if points(self.before, end)[0] >= most)

    @property
    def turnover(self) -> Fraction:
        """The probability of a fumble or an interception, no matter who has the ball afterwards.

        Losing the ball on downs or by a kick does not count.
        """
        return self.chance(one_play.TURNED_OVER)

    @property
    def first_down(self) -> Fraction:
        """The probability of a first down for the offense. Touchdowns do not count."""
        return self.chance(one_play.FIRST_DOWN)

    @property
    def lost(self) -> Fraction:
        """The probability that the other side has the ball afterwards, or has scored."""
        ends = self.spread.ends
        return total(e.p for e in ends if e.state.offense != OFFENSE or points(self.before, e)[1] > 0)

    @property
    def mean_lines(self) -> Fraction:
        """The mean number of lines gained. Outcomes without lines (turnovers, kicks) count as 0."""
        return sum((each.p * each.lines for each in self.outcomes if each.lines is not None), Fraction(0))

    @property
    def mean_points(self) -> Fraction:
        """The mean of the points that the offense scores in the play, minus the other side's."""
        ends = ((end.p, points(self.before, end)) for end in self.spread.ends)
        return sum((p * (ours - theirs) for p, (ours, theirs) in ends), Fraction(0))

    @property
    def winning_before(self) -> float:
        """The offense's chance of winning before the play (rules/winning.py). A tie counts as half a win."""
        return chance_to_win(self.before, self.config, OFFENSE) / ONE

    @property
    def winning(self) -> float:
        """The offense's chance of winning, averaged over all outcomes of the play."""
        ends, known = self.spread.ends, 1 - self.spread.left
        return float(sum(e.p * chance_to_win(e.state, self.config, OFFENSE) for e in ends) / known) / ONE


def total(chances: Iterable[Fraction]) -> Fraction:
    """The sum of the probabilities."""
    return sum(chances, Fraction(0))


class SituationOdds:
    """The odds of plays with one config in one situation. The odds of each play are worked out only once.

    Plays that the rules cannot tell apart share their odds.
    """

    def __init__(self, config: FootballConfig, at: Situation) -> None:
        self.config, self.at = config, at
        self.odds: Odds[Football, FootballConfig] = one_play.odds_in(config)
        self._kept: dict[tuple[int, ...], PlayOdds] = {}

    def play(self, code: int, call: int) -> PlayOdds:
        """The odds of a play against a call."""
        kind = (*play_numbers(self.config, code), *call_numbers(self.config, call))
        if kind not in self._kept:
            s = one_play.called(self.config, self.at, code, call)
            self._kept[kind] = PlayOdds(self.config, s, self.odds.spread(s, max_steps=LONGEST))
        return self._kept[kind]

    def action(self, code: int) -> PlayOdds:
        """The odds of a kick, a kneel or a Hail Mary."""
        before, s, orders, bits = one_play.announced(self.config, self.at, code)
        is_kick = code not in (HAIL_MARY_CALL, KNEEL_CALL)
        if is_play_over(s):  # chance plays no part
            return PlayOdds(self.config, before, Spread([End(s, bits, Fraction(1))], Fraction(0)), False, is_kick)
        return PlayOdds(self.config, before, self.odds.spread(s, orders, max_steps=LONGEST), False, is_kick)

    def odds_of(self, code: int, call: int) -> PlayOdds:
        """The odds of a play against a call, or of a kick, kneel or Hail Mary, which needs no call by the defense."""
        return self.play(code, call) if code < PLAYS else self.action(code)


def play_numbers(config: FootballConfig, code: int) -> tuple[int, ...]:
    """The numbers of a play that the rules use: its type, strength and marks."""
    tables = (config.play_type, config.play_strength, config.play_low, config.play_minimum)
    return tuple(each[OFFENSE][code] for each in tables)


def call_numbers(config: FootballConfig, call: int) -> tuple[int, ...]:
    """The numbers of a call that the rules use: its type, and its strength against runs and against passes."""
    return tuple(each[1 - OFFENSE][call] for each in (config.call_type, config.call_run, config.call_pass))


def points(before: Football, end: End[Football]) -> tuple[int, int]:
    """The points that the offense and the other side score in the play."""
    return (end.state.score[0] - before.score[0], end.state.score[1] - before.score[1])


def lines_gained(before: Football, end: End[Football]) -> int | None:
    """How far the ball moved from the line of scrimmage, in lines. None after a turnover, a kick or a return."""
    ours, theirs = points(before, end)
    after = end.state
    if end.noted & one_play.TURNED_OVER:
        return None
    if ours >= 6 or (before.try_down and ours == 2):
        return GOAL - before.line
    if theirs == 2 and after.then == FREE_KICK and after.offense == OFFENSE:
        return -before.line
    if theirs or before.try_down or after.then != CALL:
        return None
    if after.offense == OFFENSE:
        return int(after.line - before.line)
    return int(GOAL - after.line - before.line) if end.noted & one_play.ON_DOWNS else None


def in_words(before: Football, end: End[Football]) -> str:
    """An outcome in a few words."""
    ours, theirs = points(before, end)
    after, noted = end.state, end.noted
    if ours or theirs:
        return scored(before, end, ours, theirs)
    if before.try_down and after.try_down == 0:
        return "no good"
    if after.try_down:
        return f"penalty: the try is repeated at {called_as.spot(after.line)}"
    if after.offense != OFFENSE:
        how = "turnover" if noted & one_play.TURNED_OVER else "on downs" if noted & one_play.ON_DOWNS else ""
        how = how or ("blocked" if noted & one_play.BLOCK else "")
        return f"{how}{': ' * bool(how)}their ball at {called_as.spot(after.line)}"
    again = "penalty: " if noted & one_play.PENALTY else ""
    again = again or ("fumbled back: " if noted & one_play.TURNED_OVER else "")
    down = called_as.ordinal(after.down)
    return f"{again}{down} and {after.marker - after.line} at {called_as.spot(after.line)}"


def scored(before: Football, end: End[Football], ours: int, theirs: int) -> str:
    """The points of an outcome in words: `ours` for the offense, `theirs` for the other side."""
    if ours >= 6:
        return "touchdown"
    if before.try_down:
        return {1: "extra point good", 2: "two points"}[ours] if ours else "returned: two points for the defense"
    if ours == 3:
        return "field goal good"
    if ours == 2:
        return "safety: two points for the offense"
    return "touchdown for the other side" if theirs >= 6 else "safety"
