"""Challenge flags (rules 55 to 68)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, game_day, terms
from breakaway.games.football.rules.happened import EVENT_IGNORED, FLAG_REGAINED, FLAG_THROWN, FLAGS_RESTORED
from breakaway.games.football.rules.state import Football, FootballConfig, other

LOST_BALL = -100  # lines: worse than any loss


@rule("BF-003", "BF-R19")
def most_flags(config: FootballConfig, seat: int) -> int:
    """The number of challenge flags that a team starts with. The extra-flag ability adds to this number."""
    if config.ability[seat] == terms.EXTRA_FLAG:
        return int(config.flags + config.ability_amount[seat])
    return int(config.flags)


@rule("BF-003", "BF-018", "BF-R19")
def take_flags(s: Football, config: FootballConfig) -> None:
    """Gives each team its challenge flags at the start."""
    for seat in range(terms.SEATS):
        s.flags[seat] = most_flags(config, seat)


@rule("BF-058", "BF-R22")
def lines_without(s: Football, config: FootballConfig) -> int:
    """The lines that the play gains if the event is ignored."""
    if game_day.is_incomplete(s, config, terms.NO_EVENT):
        return 0
    return int(min(s.base, terms.GOAL - s.line))


@rule("BF-027", "BF-168", "BF-169")
def lines_with(s: Football, config: FootballConfig, event: int) -> int:
    """The lines that the play gains with this event."""
    if game_day.is_incomplete(s, config, event):
        return 0
    if event == terms.MODIFIER:
        return int(min(s.base + config.event_value[s.game_day], terms.GOAL - s.line))
    if event == terms.EVENT_TOUCHDOWN:
        return int(terms.GOAL - s.line)
    return LOST_BALL


@rule("BF-056", "BF-059", "BF-060", "BF-R20", "BF-R21")
def may_challenge(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether a challenge by this seat can matter.

    The seat must have a flag. The play must not be a breakaway, and the card's event must fit the play and hurt the
    seat.
    """
    if s.breakaway != 0 or s.flags[seat] == 0:
        return False
    event = game_day.event_on_play(s, config)
    if event == terms.NO_EVENT:
        return False
    on_offense = seat == s.offense
    if event == terms.FALSE_START:
        return True
    if event == terms.HOLDING:
        return not on_offense  # the offense may decline it
    if event == terms.TURNOVER and not on_offense:
        return bool(s.down == 4)  # an interception far downfield can be worse than taking over on downs
    change = lines_with(s, config, event) - lines_without(s, config)
    if change == 0 and event == terms.INCOMPLETE and clock.keeps_incompletions(s, config):
        return not on_offense  # the incompletion saves the offense a card
    return change < 0 if on_offense else change > 0


@rule("BF-055", "BF-057", "BF-058")
def challenge(s: Football, seat: int, log: Log) -> None:
    """Spends a flag. The event is ignored, and the play is resolved without a modifier."""
    s.flags[seat] -= 1
    s.ignored = 1
    tell(log, FLAG_THROWN, seat, s.flags[seat])
    tell(log, EVENT_IGNORED, s.game_day)


@rule("BF-061", "BF-062", "BF-063", "BF-064", "BF-067", "BF-068")
def regain(s: Football, config: FootballConfig, seat: int, most: int, log: Log) -> None:
    """Gives a flag back to a side that creates a breakaway while it is tied or losing and has no flag left.

    For a player's team, the house rule `regain` may give no flag back, or restore all of them (`most`).
    """
    how = config.regain
    if config.sheet[seat] == 1 or how == 1:
        if s.flags[seat] > 0 or s.score[seat] > s.score[other(seat)] or most == 0:
            return
        s.flags[seat] = 1
        tell(log, FLAG_REGAINED, seat, 1)
    elif how == 2 and s.flags[seat] < most:
        s.flags[seat] = most
        tell(log, FLAGS_RESTORED, seat, most)


@rule("BF-061")
def regain_for_breakaway(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives a flag back to the side that created the breakaway: the offense or the defense.

    The flag helps from the next play on, because flags are never used on breakaways.
    """
    seat = s.offense if s.breakaway == terms.OFFENSE_WINS else other(s.offense)
    regain(s, config, seat, most_flags(config, seat), log)
