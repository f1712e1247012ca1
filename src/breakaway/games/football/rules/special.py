"""Hail Mary and the kneel (rules 175 to 183)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, downs, flags, game_day, possession, scoring
from breakaway.games.football.rules.happened import (
    HAIL_MARY_ARRIVED,
    HAIL_MARY_CAUGHT,
    HAIL_MARY_DRAWN,
    HAIL_MARY_DROPPED,
    HAIL_MARY_PICKED_OFF,
    HAIL_MARY_THROWN,
    KNELT,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BLOCKED, CHAIN, GOAL, HAIL_MARY, NONE, OFFENSE_WINS, PASS, TYPES

COMPLETED = 10  # lines of a completed Hail Mary (178)


@rule("BF-175", "BF-177", "BF-R35")
def begin_hail_mary(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Announces a Hail Mary and discards a card. The number of cards to draw depends on where the ball is."""
    s.plays += 1
    tell(log, HAIL_MARY_THROWN, s.offense)
    clock.use_card(s, config, card, log)
    s.hail_cards = config.hail_mary_cards[s.line]
    s.phase = HAIL_MARY


@rule("BF-176", "BF-178", "BF-179", "BF-180", "BF-R35")
def hail_mary(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws the next card of a Hail Mary.

    A field goal value of 9 completes the pass. A block is an interception returned for a touchdown. If no card shows a
    9 or a block, the pass is incomplete.
    """
    s.game_day = game_day.draw_card(s, config, chance, log)
    judge_hail_mary(s, config, log)


@rule("BF-176", "BF-178", "BF-179", "BF-180", "BF-R35")
def judge_hail_mary(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves the drawn card of a Hail Mary."""
    value = config.field_goal[s.game_day]
    s.hail_cards -= 1
    tell(log, HAIL_MARY_DRAWN, s.offense, value)
    if value == BLOCKED:
        tell(log, HAIL_MARY_PICKED_OFF, other(s.offense))
        possession.unlock(s, config, other(s.offense))
        possession.change_sides(s, config, GOAL)
        s.play_type = NONE
        scoring.touchdown(s, config, log)
    elif value == 9:
        tell(log, HAIL_MARY_CAUGHT, s.offense)
        s.breakaway = OFFENSE_WINS
        s.play_type = first_pass(config)
        flags.regain_for_breakaway(s, config, log)
        s.gain = COMPLETED
        if s.line + s.gain >= GOAL:
            tell(log, HAIL_MARY_ARRIVED, s.offense)
            downs.gain(s, config, s.gain, log)
        else:
            s.phase = CHAIN
    elif s.hail_cards == 0:
        tell(log, HAIL_MARY_DROPPED, s.offense)
        downs.gain(s, config, 0, log)


@rule("BF-178")
def first_pass(config: FootballConfig) -> int:
    """The first type of pass, which a Hail Mary uses because no type is printed for it."""
    for each in range(TYPES):
        if config.type_kind[each] == PASS:
            return each
    return NONE


@rule("BF-181", "BF-182", "BF-183", "BF-R39")
def kneel(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Plays a kneel: it costs a card and a line, draws no Game Day card and uses up the down."""
    s.plays += 1
    tell(log, KNELT, s.offense)
    clock.use_card(s, config, card, log)
    downs.gain(s, config, -1, log)
