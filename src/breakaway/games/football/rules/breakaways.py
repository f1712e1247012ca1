"""Offense and Defense Breakaways (rules 37 to 54)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, downs, game_day, penalties, play, terms, turnovers
from breakaway.games.football.rules.happened import (
    ALL_THE_WAY,
    CORNER_ADDED,
    CORNER_COUNTED,
    DEFENSE_PICKED,
    MODIFIER_COUNTED,
    OFFENSE_PICKED,
    TACKLE_AVOIDED,
    TACKLED,
    TURNOVER_FORCED,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other

EVENT, CORNER, FORCED = 0, 1, 2  # answers at a breakaway


@rule("BF-040", "BF-044")
def offense_may_pick(s: Football, config: FootballConfig) -> bool:
    """Whether the first card's event and its corner lead to different results for the offense."""
    event, corner = game_day.event_on_play(s, config), config.offense_corner[s.game_day]
    to_go = terms.GOAL - s.line - s.base
    if corner == terms.FOOTBALL or game_day.stops_chain(config, corner):
        return True
    by_corner = to_go if corner == terms.TOUCHDOWN_CORNER else min(to_go, corner)
    if event == terms.NO_EVENT:
        return True
    if event == terms.MODIFIER:
        return bool(min(to_go, config.event_value[s.game_day]) != by_corner)
    if event == terms.EVENT_TOUCHDOWN:
        return bool(by_corner != to_go)
    return True


@rule("BF-040", "BF-041", "BF-044", "BF-046", "BF-R6")
def offense_picks(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Resolves the first card by its event or its corner, as the offense chose.

    An event that does not fit the play adds 0. A penalty voids the play.
    """
    s.gain = s.base
    tell(log, OFFENSE_PICKED, s.offense, answer, s.game_day)
    if answer == CORNER:
        chain_card(s, config, config.offense_corner[s.game_day], log)
        return
    event = game_day.event_on_play(s, config)
    if event == terms.HOLDING:
        penalties.holding(s, config, log)
    elif event == terms.FALSE_START:
        penalties.false_start(s, config, log)
    elif event == terms.TURNOVER:
        play.use_call_card(s, config, False, log)
        turnovers.turnover_by_event(s, config, log)
    elif event == terms.INCOMPLETE:
        play.incomplete(s, config, False, log)
    else:
        if event == terms.MODIFIER:
            s.gain += config.event_value[s.game_day]
            tell(log, MODIFIER_COUNTED, s.offense, config.event_value[s.game_day])
        elif event == terms.EVENT_TOUCHDOWN:
            s.gain = terms.GOAL - s.line
        elif config.offense_corner[s.game_day] == 0:
            tell(log, TACKLE_AVOIDED, s.offense)
        go_on(s, config, log)


@rule("BF-041", "BF-042", "BF-043", "BF-045", "BF-R5", "BF-R6")
def chain_card(s: Football, config: FootballConfig, corner: int, log: Log) -> None:
    """Adds a card's offense corner to the gain. A 0 means a tackle; a football in the corner means a fumble."""
    if corner == terms.FOOTBALL:
        play.use_call_card(s, config, False, log)
        turnovers.fumble_at_spot(s, config, log)
    elif game_day.stops_chain(config, corner):
        tell(log, TACKLED, s.offense, s.gain)
        end_chain(s, config, log)
    else:
        if corner == terms.TOUCHDOWN_CORNER:
            s.gain = terms.GOAL - s.line
            tell(log, ALL_THE_WAY, s.offense)
        else:
            s.gain += corner
            to_go = terms.GOAL - s.line
            tell(log, CORNER_ADDED, s.offense, corner, min(s.gain, to_go), int(s.gain >= to_go))
        go_on(s, config, log)


@rule("BF-041")
def go_on(s: Football, config: FootballConfig, log: Log) -> None:
    """Lets the breakaway go on with another card, unless the ball has reached the goal line."""
    if s.line + s.gain >= terms.GOAL:
        end_chain(s, config, log)
    else:
        s.phase = terms.CHAIN


@rule("BF-028", "BF-041")
def end_chain(s: Football, config: FootballConfig, log: Log) -> None:
    """Ends the breakaway: discards the offense's card and moves the ball."""
    play.use_call_card(s, config, False, log)
    downs.gain(s, config, s.gain, log)


@rule("BF-041", "BF-045")
def draw_chain(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws one more card for the chain."""
    s.game_day = game_day.draw_card(s, config, chance, log)
    chain_card(s, config, config.offense_corner[s.game_day], log)


@rule("BF-011", "BF-049")
def can_force(s: Football, config: FootballConfig) -> bool:
    """Whether the defense has Force Turnover left."""
    seat = other(s.offense)
    return bool(config.ability[seat] == terms.FORCE_TURNOVER and s.uses[seat] > 0)


@rule("BF-048", "BF-049", "BF-168")
def lines_by_event(s: Football, config: FootballConfig) -> int:
    """The lines that the card's event gains on a Defense Breakaway, where the base is 0."""
    event = game_day.event_on_play(s, config)
    if event == terms.MODIFIER and not game_day.is_incomplete(s, config, event):
        return int(config.event_value[s.game_day])
    return 0


@rule("BF-049")
def defense_may_pick(s: Football, config: FootballConfig) -> bool:
    """Whether the event and the corner give the defense different results, or the defense can force a turnover."""
    event, corner = game_day.event_on_play(s, config), config.defense_corner[s.game_day]
    if can_force(s, config) or event in (terms.TURNOVER, terms.FALSE_START, terms.HOLDING, terms.EVENT_TOUCHDOWN):
        return True
    if clock.keeps_incompletions(s, config) and (event == terms.INCOMPLETE or s.low == 1):
        return True
    return bool(corner != lines_by_event(s, config))


@rule("BF-011", "BF-049", "BF-050", "BF-051", "BF-052", "BF-053")
def defense_picks(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Resolves the defense's choice: the card's event with a base of 0, the corner alone, or a forced turnover."""
    corner = config.defense_corner[s.game_day]
    tell(log, DEFENSE_PICKED, other(s.offense), answer, s.game_day)
    if answer == FORCED:
        s.uses[other(s.offense)] -= 1
        tell(log, TURNOVER_FORCED, other(s.offense))
        play.use_call_card(s, config, False, log)
        turnovers.turnover_by_corner(s, config, log)
    elif answer == CORNER:
        tell(log, CORNER_COUNTED, s.offense, corner)
        play.use_call_card(s, config, False, log)
        if corner == terms.FOOTBALL:
            turnovers.turnover_by_corner(s, config, log)
        else:
            downs.gain(s, config, corner, log)
    elif game_day.event_on_play(s, config) == terms.HOLDING:
        s.phase = terms.PENALTY
    else:
        play.settle(s, config, log)
