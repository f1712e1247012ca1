"""Penalties: False Start, Holding, and illegal calls near the goal (rules 69 to 84)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import possession
from breakaway.games.football.rules.happened import (
    AUTOMATIC_FIRST_DOWN,
    FALSE_STARTED,
    HOLDING_ACCEPTED,
    HOLDING_DECLINED,
    ILLEGALLY_CALLED,
    PENALTY_STOPPED,
    TOKEN_RETURNED,
)
from breakaway.games.football.rules.rulebook import ILLEGAL_LONG, ILLEGAL_MEDIUM
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BETWEEN, CALL, GOAL


@rule("BF-078", "BF-079", "BF-R17")
def mark_off(s: Football, lines: int, log: Log) -> None:
    """Marks off a penalty. A penalty never scores: the ball stops at the 5 at either end."""
    target = s.line + lines
    stopped = min(GOAL - 1, max(1, target))
    if stopped != target:
        tell(log, PENALTY_STOPPED, s.offense, stopped)
    s.line = stopped


@rule("BF-072", "BF-076", "BF-084")
def replay_down(s: Football, config: FootballConfig, log: Log) -> None:
    """Voids the play and replays the down. The card stays in hand, and a spy token spent on the play comes back."""
    if s.spent_token > 0:
        s.tokens[s.offense][s.spent_token] += 1
        tell(log, TOKEN_RETURNED, s.offense, s.spent_token)
    s.then = CALL
    s.phase = BETWEEN


@rule("BF-070", "BF-071")
def false_start(s: Football, config: FootballConfig, log: Log) -> None:
    """Moves the ball one line back and replays the down. A False Start cannot be declined."""
    tell(log, FALSE_STARTED, s.offense)
    mark_off(s, -1, log)
    replay_down(s, config, log)


@rule("BF-073", "BF-075", "BF-077", "BF-R16")
def holding(s: Football, config: FootballConfig, log: Log) -> None:
    """Moves the ball one line forward and gives a first down.

    The marker stays unless the ball has reached it. Under a house rule, the marker moves anyway.
    """
    tell(log, HOLDING_ACCEPTED, s.offense)
    mark_off(s, 1, log)
    replay_down(s, config, log)
    if s.try_down == 1:
        return
    s.down = 1
    tell(log, AUTOMATIC_FIRST_DOWN, s.offense)
    if s.line >= s.marker:
        s.marker = possession.next_marker(s.line)
    elif config.automatic_first_moves_marker == 1:
        s.marker = possession.next_marker(s.marker)


@rule("BF-080", "BF-081")
def illegal_by(config: FootballConfig, line: int, play_type: int) -> int:
    """The number of the rule that forbids this type of play on this line, or 0.

    Long plays are illegal on the opponent's 15, 10 and 5, and Medium plays on the 5.
    """
    if play_type == config.long_type and line >= GOAL - 3:
        return ILLEGAL_LONG
    if play_type == config.medium_type and line >= GOAL - 1:
        return ILLEGAL_MEDIUM
    return 0


@rule("BF-082", "BF-R18")
def illegal_call(s: Football, config: FootballConfig, log: Log) -> None:
    """Voids an illegal play: the ball moves one line back, and the card stays in hand."""
    tell(log, ILLEGALLY_CALLED, s.offense, s.play_type)
    mark_off(s, -1, log)
    replay_down(s, config, log)


@rule("BF-074")
def declined(s: Football, log: Log) -> None:
    """Ignores a Holding penalty that the offense declined."""
    s.ignored = 1
    tell(log, HOLDING_DECLINED, s.offense, other(s.offense))
