"""Exact odds of one play, and the outlook after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from breakaway.core.chance import sampled
from breakaway.core.game import Order, blank_orders
from breakaway.core.odds import ONE, End, Odds, Spread
from breakaway.core.rules import Event
from breakaway.core.state import copy, key
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import calls, order_of_play, play, scoring, terms
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.best_answers import best_answer
from breakaway.games.football.rules.interface import asked
from breakaway.games.football.rules.play import illegal_by
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, FREE_KICK, GOAL, HAIL_MARY_CALL, KNEEL_CALL, PLAYS
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.text import names as called_as

# --- Positions that are alike for one play, because the play has the same outcomes in all of them.
#
# For exact odds, each state is replaced with one representative of all states like it. Drawing a chain of cards then
# takes about a thousand states, instead of one for each order of the cards. This module makes no decisions: it only
# blanks fields that no rule reads before the play is over, and merges cards that no rule can tell apart.


ONLY_CORNERS = (
    terms.CHAIN,
    terms.KICK_CHAIN,
    terms.PUNT_RETURN,
)  # from this phase on, only the offense corners of cards matter
AFTER_THE_DRAW = (
    *ONLY_CORNERS,
    terms.HAIL_MARY,
    terms.FREE_KICK,
    terms.BETWEEN,
    terms.OVER,
)  # the calls no longer matter, apart from the kind of play


def is_play_over(s: Football) -> bool:
    """Whether the play, kick or return is over: the next down or a kick follows, or the match has ended."""
    return bool(s.phase == terms.BETWEEN or s.phase == terms.OVER)


def alike_in(config: FootballConfig) -> Callable[[Football], None]:
    """A function that replaces a state by the one that represents it for the current play, with this config."""
    corners = _firsts([(config.offense_corner[card],) for card in range(terms.DECK)])
    hails = _firsts([(_hail_mary(config.field_goal[card]), config.offense_corner[card]) for card in range(terms.DECK)])
    punts = _firsts([(config.punt[card], config.offense_corner[card]) for card in range(terms.DECK)])
    first_of_kind = {config.type_kind[i]: i for i in reversed(range(terms.TYPES))}

    def alike(s: Football) -> None:
        if s.phase not in AFTER_THE_DRAW:
            return
        if is_play_over(s):
            s.deck = [0] * terms.DECK
            s.gain = s.hail_cards = s.spent_token = 0
            s.play_type = terms.NONE
        elif s.phase in ONLY_CORNERS:
            _gather(s, corners)
        else:
            _gather(s, hails if s.phase == terms.HAIL_MARY else punts)
        if s.play_type != terms.NONE:
            s.play_type = first_of_kind[config.type_kind[s.play_type]]
        s.game_day = terms.NONE
        if s.last_play != terms.NONE or is_play_over(s):  # otherwise this has already happened after an earlier card
            _forget_calls(s)
            _forget_which_cards(s, config)

    return alike


def _hail_mary(value: int) -> int:
    """A card's class for a Hail Mary: a 9, a block, or anything else."""
    return value if value in (terms.BLOCKED, 9) else -1


def _firsts(classes: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """A pair for each card that is not the first of its class: the card, and the first card of its class."""
    first: dict[tuple[int, ...], int] = {}
    return [(card, first[each]) for card, each in enumerate(classes) if first.setdefault(each, card) != card]


def _gather(s: Football, firsts: list[tuple[int, int]]) -> None:
    """Counts every card of a class as the first card of that class."""
    deck = s.deck
    for card, first in firsts:
        if deck[card]:
            deck[first] += deck[card]
            deck[card] = 0


def _forget_calls(s: Football) -> None:
    """Blanks the strengths of the calls.

    The gain already includes the strengths, and no rule reads them before the next calls.
    """
    s.strength = s.low = s.minimum = s.base = 0
    s.defense_type = s.last_play = terms.NONE
    s.defense_value = s.ignored = s.iced = s.coffin = s.weighed = 0
    s.breakaway = terms.NEITHER
    for seat in range(terms.SEATS):
        s.formation[seat], s.ability[seat], s.turned[seat] = terms.NONE, 0, 0


def _forget_which_cards(s: Football, config: FootballConfig) -> None:
    """Sorts each seat's cards: the clock needs only the number of cards in each pile, whichever they are.

    A called card is still marked as called.
    """
    seat = s.offense
    card = s.drawn_card if config.sheet[seat] == 1 else s.call[seat] // 2
    is_called = s.call[seat] != terms.NONE and card < len(s.card[seat]) and s.card[seat][card] == terms.HAND
    over = is_play_over(s)
    for each in range(terms.SEATS):
        s.card[each].sort()  # the cards in hand come first
        s.call[each] = terms.NONE
    s.drawn_card = terms.NONE
    if is_called and not over:
        s.call[seat] = 0
        s.drawn_card = 0 if config.sheet[seat] == 1 else terms.NONE


# --- One play by itself: a situation and two calls. During the play, both sides make the decisions that win most often.
#
# The rules are the same as in matches. This module only sets up a position, as adjudication cases do.


OFFENSE, DEFENSE_SEAT = 0, 1  # the team with the ball, or the kicker, is always at home
TRY_LINE = 18  # the opponent's 10 (125)

# Codes beyond those of the offense's call
EXTRA_POINT, KICKOFF, ONSIDE, FREE_KICK_CALL = range(100, 104)
WITHOUT_DOWN = (EXTRA_POINT, KICKOFF, ONSIDE, FREE_KICK_CALL)

# What is noted about a play, as bits
TURNED_OVER, ON_DOWNS, PENALTY, FIRST_DOWN, INCOMPLETE, BLOCK, CHALLENGED = (1 << i for i in range(7))
NOTED_OF: tuple[tuple[int, Iterable[str]], ...] = (
    (TURNED_OVER, happened.TURNOVERS),
    (ON_DOWNS, (happened.LOST_ON_DOWNS,)),
    (PENALTY, happened.PENALTIES),
    (FIRST_DOWN, happened.FIRST_DOWNS),
    (INCOMPLETE, (happened.PASS_INCOMPLETE,)),
    (BLOCK, happened.BLOCKS),
    (CHALLENGED, (happened.FLAG_THROWN,)),
)
NOTED = {rule: bit for bit, rules in NOTED_OF for rule in rules}


@dataclass(frozen=True)
class Situation:
    """The situation before the calls. In each pair, the offense's number comes first."""

    line: int = 5
    down: int = 1
    marker: int = 0  # 0: the next first-down line ahead
    quarter: int = 1
    score: tuple[int, int] = (0, 0)
    flags: tuple[int, int] = (0, 0)
    time_outs: tuple[int, int] = (3, 3)
    cards: int = terms.CARDS  # left in the quarter, including the card of this play
    drawn: tuple[int, ...] = ()  # numbers of the Game Day cards no longer in the deck
    two_point: bool = False
    abilities: bool = False  # whether the play uses Quick Release and a special defense, if the teams have them


def position(config: FootballConfig, at: Situation) -> Football:
    """The state before the calls."""
    s = order_of_play.start(config)
    s.phase = s.then = terms.CALL
    s.offense, s.opening_kicker = OFFENSE, DEFENSE_SEAT
    s.quarter, s.line, s.down = at.quarter, at.line, at.down
    s.marker = at.marker or scoring.next_marker(at.line)
    s.score, s.flags, s.time_outs = list(at.score), list(at.flags), list(at.time_outs)
    if at.two_point:
        s.try_down, s.line, s.marker, s.down = 1, TRY_LINE, terms.GOAL, 1
    for seat in (OFFENSE, DEFENSE_SEAT):
        s.card[seat] = [terms.HAND] * at.cards + [terms.DISCARDED] * (terms.CARDS - at.cards)
    for card in at.drawn:
        s.deck[card] -= 1
    return s


def called(config: FootballConfig, at: Situation, play: int, call: int) -> Football:
    """The state with both calls face down. The offense has the card of its play in hand."""
    s = position(config, at)
    _hold(s, play // 2)
    calls.declare(s, config, play, 0, None)
    calls.take_defense(s, config, [call, 0, 0], None)
    if at.abilities:
        s.ability[OFFENSE] = int(config.ability[OFFENSE] == terms.QUICK_RELEASE)
        if config.ability[DEFENSE_SEAT] == terms.SPECIAL_DEFENSE:
            s.unlocked[DEFENSE_SEAT], s.uses[DEFENSE_SEAT] = 1, config.ability_uses[DEFENSE_SEAT]
            s.ability[DEFENSE_SEAT] = 1
    s.phase = terms.REVEAL
    return s


def _hold(s: Football, card: int) -> None:
    """Puts this card in the offense's hand, unless it is there already, by swapping it with another card."""
    hand = s.card[OFFENSE]
    if hand[card] != terms.HAND:
        hand[0], hand[card] = hand[card], hand[0]


def announced(config: FootballConfig, at: Situation, action: int) -> tuple[Football, Football, list[Order], int]:
    """Announces a kick, a kneel or a Hail Mary.

    Returns the state before the announcement, the state after it, the orders for the next step, and the bits for the
    events so far.
    """
    before, orders = position(config, at), blank_orders(GAME)
    log: list[Event] = []
    if action == EXTRA_POINT:
        before.try_down, before.line, before.marker, before.down = 1, TRY_LINE, terms.GOAL, 1
    elif action in (KICKOFF, ONSIDE):
        before.phase, before.after_own_score = terms.KICK, int(action == ONSIDE)
        orders[OFFENSE][0] = int(action == ONSIDE)
    elif action == FREE_KICK_CALL:
        before.phase = terms.FREE_KICK
    s = copy(before)
    if action == EXTRA_POINT:
        calls.declare(s, config, terms.FIELD_GOAL_CALL, 0, log)
    elif action not in WITHOUT_DOWN:
        calls.declare(s, config, action, 0, log)
        orders = sheet_orders(config, s)
    return before, s, orders, noted(log)


def refuse(config: FootballConfig, at: Situation, action: int) -> int:
    """The number of the rule that forbids this call in the situation, or 0."""
    if action in WITHOUT_DOWN:
        return 0
    s = position(config, at)
    if action < terms.PLAYS:
        _hold(s, action // 2)
    order = [action, 0]
    return calls.refuse_action(s, config, OFFENSE, order, 0)


def sheet_orders(config: FootballConfig, s: Football) -> list[Order]:
    """The orders that answer the current question in the way that wins most often, even if a person plays the seat."""
    orders, seat = blank_orders(GAME), asked(s)
    if seat < len(config.sheet):
        orders[seat][0] = best_answer(s, config, seat)
    return orders


def noted(events: list[Event]) -> int:
    """The bits that stand for the events of a step."""
    bits = 0
    for event in events:
        bits |= NOTED.get(event.rule, 0)
    return bits


def odds_in(config: FootballConfig, merge: bool = True) -> Odds[Football, FootballConfig]:
    """The odds of individual plays with this config. All plays share the odds of chains of cards, so that each chain is
    worked out only once.
    """
    alike: Callable[[Football], None] | None = alike_in(config) if merge else None
    return Odds(GAME, config, is_play_over, lambda s: sheet_orders(config, s), alike, noted)


# --- The exact odds of one play of Breakaway Football, in a readable form: its outcomes, and how likely each one is.
#
# This module plays each step by the rules of real matches, once with every possible card. The module contains no rules
# of its own.


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
        return self.chance(PENALTY)

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
        return self.chance(TURNED_OVER)

    @property
    def first_down(self) -> Fraction:
        """The probability of a first down for the offense. Touchdowns do not count."""
        return self.chance(FIRST_DOWN)

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
        """The offense's chance of winning before the play (rules/win_chances.py). A tie counts as half a win."""
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
        self.odds: Odds[Football, FootballConfig] = odds_in(config)
        self._kept: dict[tuple[int, ...], PlayOdds] = {}

    def play(self, code: int, call: int) -> PlayOdds:
        """The odds of a play against a call."""
        kind = (*play_numbers(self.config, code), *call_numbers(self.config, call))
        if kind not in self._kept:
            s = called(self.config, self.at, code, call)
            self._kept[kind] = PlayOdds(self.config, s, self.odds.spread(s, max_steps=LONGEST))
        return self._kept[kind]

    def action(self, code: int) -> PlayOdds:
        """The odds of a kick, a kneel or a Hail Mary."""
        before, s, orders, bits = announced(self.config, self.at, code)
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
    if end.noted & TURNED_OVER:
        return None
    if ours >= 6 or (before.try_down and ours == 2):
        return GOAL - before.line
    if theirs == 2 and after.then == FREE_KICK and after.offense == OFFENSE:
        return -before.line
    if theirs or before.try_down or after.then != CALL:
        return None
    if after.offense == OFFENSE:
        return int(after.line - before.line)
    return int(GOAL - after.line - before.line) if end.noted & ON_DOWNS else None


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
        how = "turnover" if noted & TURNED_OVER else "on downs" if noted & ON_DOWNS else ""
        how = how or ("blocked" if noted & BLOCK else "")
        return f"{how}{': ' * bool(how)}their ball at {called_as.spot(after.line)}"
    again = "penalty: " if noted & PENALTY else ""
    again = again or ("fumbled back: " if noted & TURNED_OVER else "")
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


# --- The worth of a football state as a chance of winning, even in the middle of a play.
#
# Between plays, the chance comes from the table (rules/win_chances.py). During a play, the chance is the mean of the
# table's values over all outcomes, weighted by their exact odds. Both sides are assumed to make the decisions that win
# most often.


HOME = 0
IN_PLAY = (
    *(terms.REVEAL, terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.PENALTY, terms.OFFENSE_PICK, terms.DEFENSE_PICK),
    *(terms.CHAIN, terms.ICE, terms.FIELD_GOAL, terms.PUNT, terms.PUNT_RETURN, terms.KICK_CHAIN, terms.HAIL_MARY),
    terms.KICK_EFFECT,
)
KICKOFFS = (terms.KICK, terms.FREE_KICK)
LONGEST_PLAY = 250  # the most steps in a play


class Outlook:
    """The worth of states to the home side, in millionths. Works out the odds of each play only once."""

    def __init__(self, config: FootballConfig) -> None:
        self.config = config
        self.odds: Odds[Football, FootballConfig] = odds_in(config)
        self._worth: dict[tuple[Any, ...], int] = {}

    def of(self, s: Football) -> int:
        """The worth of a state."""
        if s.phase not in IN_PLAY:
            return chance_to_win(s, self.config, HOME)
        at = key(s)  # often a state comes up twice: as an option, and because that option was chosen
        if at not in self._worth:
            self._worth[at] = self.after(s)
        return self._worth[at]

    def after(self, s: Football, orders: list[Order] | None = None) -> int:
        """The mean worth at the end of the play, if the play goes on from this state with these orders."""
        if is_play_over(s):
            return chance_to_win(s, self.config, HOME)
        if orders is None:
            orders = sheet_orders(self.config, s)
        spread = self.odds.spread(copy(s), orders, max_steps=LONGEST_PLAY)
        total = sum(end.p * self.at_end(end.state) for end in spread.ends)
        known = 1 - spread.left
        return round(total / known) if known else ONE // 2

    def at_end(self, s: Football) -> int:
        """The worth of a state at which the odds stop."""
        return chance_to_win(s, self.config, HOME)
