"""Makes the decisions that the rules leave to common sense when sheets play a seat.

The numbers are in `data/sense.toml`.
"""

from __future__ import annotations

from breakaway.core.rule import rule
from breakaway.games.football.rules import clock, flags, game_day, terms
from breakaway.games.football.rules.breakaways import CORNER, EVENT, FORCED, can_force, lines_by_event
from breakaway.games.football.rules.play import can_be_quick, can_use_special_defense
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.state import Football, FootballConfig, other

GO = 90  # on fourth down: go for it; every other decision is a code of the offense's call

# Indices into the config's policy table
(
    FAR_BEHIND,
    FAR_BEHIND_BONUS,
    LATE_CARDS,
    LATE_BONUS,
    LEADING_LATE_MALUS,
    CHALLENGE_LINES,
    TWO_FROM_QUARTER,
    ONSIDE_CARDS,
    KNEEL_CARDS,
    HAIL_MARY,
    COFFIN_FROM,
    ICES,
    FORCE_FROM_QUARTER,
    LAST_CARD_KICK,
    TIME_OUT_DOWN,
    OVERTIME_RECEIVES,
    QUICK_RELEASE_FROM,
) = range(17)


@rule("BF-R43")
def lead(s: Football, seat: int) -> int:
    """The points by which the seat leads, below 0 if it trails."""
    return int(s.score[seat] - s.score[other(seat)])


@rule("BF-232")
def is_late(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether it is late in the fourth quarter or in overtime."""
    return bool(s.quarter >= 4 and clock.cards_left(s, config) <= config.policy[seat][LATE_CARDS])


@rule("BF-232", "BF-R42")
def fourth_down_modifier(s: Football, config: FootballConfig, seat: int) -> int:
    """The modifier of the fourth-down die. A team that is losing by a lot, or is losing late in the match, is bolder. A
    team that is winning late is more careful.

    The modifier is the same for every team.
    """
    policy, total = config.policy[seat], 0
    ahead = lead(s, seat)
    if ahead <= -policy[FAR_BEHIND]:
        total += policy[FAR_BEHIND_BONUS]
    if ahead < 0 and is_late(s, config, seat):
        total += policy[LATE_BONUS]
    if ahead > 0 and is_late(s, config, seat):
        total -= policy[LEADING_LATE_MALUS]
    return int(total)


@rule("BF-235")
def is_on_the_line(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the game is on the line.

    The game is on the line during the last two cards of the fourth quarter or overtime, if the seat is tied or at most
    a field goal behind.
    """
    return bool(s.quarter >= 4 and clock.cards_left(s, config) <= 2 and -3 <= lead(s, seat) <= 0)


@rule("BF-133", "BF-193")
def kick(s: Football, config: FootballConfig, seat: int) -> int:
    """The kick to call: a field goal in range, otherwise a punt, aimed at the coffin corner from far up the field."""
    if kick_distance(s.line) <= 9:
        return terms.FIELD_GOAL_CALL
    if config.coffin == 1 and s.line >= config.policy[seat][COFFIN_FROM]:
        return terms.COFFIN_CALL
    return terms.PUNT_CALL


@rule("BF-230", "BF-231")
def wants_time_out(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether a sheet's offense spends a time out, which it does only before the last card of a half.

    After half-time, the offense spends one only if it is not leading.
    """
    if s.time_outs[seat] == 0 or not clock.half_ends_with_quarter(s) or clock.cards_left(s, config) != 1:
        return False
    return bool(s.quarter == 2 or lead(s, seat) <= 0)


@rule("BF-230")
def defense_wants_time_out(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the defense calls time before the offense's last card of a half.

    A defense that needs the ball calls time on fourth down, to force a punt. A defense that is losing in the fourth
    quarter calls time on any down, because otherwise the game would be over.
    """
    if s.time_outs[seat] == 0 or not clock.half_ends_with_quarter(s) or clock.cards_left(s, config) != 1:
        return False
    if s.quarter >= 4 and lead(s, seat) < 0:
        return True
    needs = s.quarter == 2 or lead(s, seat) == 0
    return bool(needs and s.down >= config.policy[seat][TIME_OUT_DOWN])


@rule("BF-123", "BF-175", "BF-181", "BF-231")
def special_action(s: Football, config: FootballConfig, seat: int) -> int:
    """The code to call on any down, or NONE for a normal play. The code may be an extra point or a kneel.

    On the last card of a half, it is a kick that helps, a Hail Mary, or GO if no kick helps.
    """
    if s.try_down == 1:
        return terms.NONE if goes_for_two(s, config, seat) else terms.FIELD_GOAL_CALL
    left, ahead = clock.cards_left(s, config), lead(s, seat)
    policy = config.policy[seat]
    kneels = ahead > 0 and left <= policy[KNEEL_CARDS] and s.line > 4
    if s.quarter == 4 and kneels and (s.down < 4 or left == 1):
        return terms.KNEEL_CALL
    if left != 1 or s.untimed > 0 or s.bought == 1 or not clock.half_ends_with_quarter(s):
        return terms.NONE
    kick_helps = s.quarter == 2 or -3 <= ahead <= 0
    if kick_helps and kick_distance(s.line) <= policy[LAST_CARD_KICK]:
        return terms.FIELD_GOAL_CALL
    if policy[HAIL_MARY] == 1 and s.line < terms.GOAL - 3 and (ahead < 0 or (s.quarter == 2 and s.line >= 8)):
        return terms.HAIL_MARY_CALL
    return GO if s.quarter >= 4 and ahead < -3 else terms.NONE


@rule("BF-123")
def goes_for_two(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether to try for two points.

    A sheet goes for two late in the match if it is behind by 2, 5 or 10 after the touchdown. Then two points can help
    to tie or win where one cannot.
    """
    behind = -lead(s, seat)
    return bool(s.quarter >= config.policy[seat][TWO_FROM_QUARTER] and (behind == 2 or behind == 5 or behind == 10))


@rule("BF-150")
def kicks_onside(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether to kick onside: only if the seat is losing and few cards are left in the fourth quarter."""
    late = s.quarter >= 4 and clock.cards_left(s, config) <= config.policy[seat][ONSIDE_CARDS]
    return bool(late and lead(s, seat) < 0)


@rule("BF-187")
def receives(config: FootballConfig, seat: int) -> bool:
    """Whether the seat receives after winning a flip."""
    return bool(config.policy[seat][OVERTIME_RECEIVES] == 1)


@rule("BF-195")
def ices(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether to ice the kicker: only late, against a kick that ties or wins."""
    return bool(config.policy[seat][ICES] == 1 and is_late(s, config, seat) and 0 <= lead(s, seat) <= 3)


@rule("BF-066", "BF-060")
def challenges(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether to spend a flag.

    A sheet spends a flag only for a clear benefit: to undo a turnover, a touchdown or a penalty against it, or for
    enough lines.
    """
    event = game_day.event_on_play(s, config)
    if event == terms.TURNOVER:
        return seat == s.offense and keeps_the_ball(s, config)
    if event == terms.HOLDING:
        return bool(seat != s.offense and s.down >= 3)
    if event == terms.FALSE_START:
        return bool(seat == s.offense and s.base >= 2)
    if event == terms.EVENT_TOUCHDOWN:
        return True
    change = abs(flags.lines_with(s, config, event) - flags.lines_without(s, config))
    return bool(change >= config.policy[seat][CHALLENGE_LINES])


@rule("BF-066")
def keeps_the_ball(s: Football, config: FootballConfig) -> bool:
    """Whether the offense keeps the ball or scores if the event is ignored."""
    reached = s.line + flags.lines_without(s, config)
    if s.try_down == 1:
        return bool(reached >= terms.GOAL)
    return bool(s.down < 4 or reached >= s.marker)


@rule("BF-075")
def accepts(s: Football, config: FootballConfig) -> bool:
    """Whether to accept a Holding.

    A sheet accepts unless the play itself did better: a touchdown, or a first down farther ahead.
    """
    lines = flags.lines_without(s, config)
    return not (s.line + lines >= terms.GOAL or (s.line + lines >= s.marker and lines > 1))


@rule("BF-040")
def offense_pick(s: Football, config: FootballConfig) -> int:
    """The better of event and corner for the offense. It avoids a 0 or a football first, and then prefers more
    lines.
    """
    event, corner = game_day.event_on_play(s, config), config.offense_corner[s.game_day]
    by_event = 0
    if event == terms.MODIFIER:
        by_event = config.event_value[s.game_day]
    elif event == terms.EVENT_TOUCHDOWN:
        by_event = terms.GOAL
    elif event == terms.HOLDING:
        by_event = 1  # and a first down, with the card kept
    elif event in (terms.TURNOVER, terms.INCOMPLETE, terms.FALSE_START):
        by_event = -terms.GOAL
    by_corner = corner
    if corner == terms.TOUCHDOWN_CORNER:
        by_corner = terms.GOAL
    elif corner == terms.FOOTBALL:
        by_corner = -2 * terms.GOAL
    elif corner == 0:
        by_corner = -3  # the chain would end
    return CORNER if by_corner > by_event else EVENT


@rule("BF-054")
def event_or_corner(s: Football, config: FootballConfig) -> int:
    """The better of the card's event and its corner for the defense."""
    event, corner = game_day.event_on_play(s, config), config.defense_corner[s.game_day]
    if corner == terms.FOOTBALL or event in (terms.EVENT_TOUCHDOWN, terms.HOLDING, terms.FALSE_START):
        return CORNER
    if event == terms.TURNOVER:
        return EVENT
    return EVENT if lines_by_event(s, config) < corner else CORNER


@rule("BF-054", "BF-011")
def defense_pick(s: Football, config: FootballConfig, seat: int) -> int:
    """The better of event and corner for the defense.

    If neither takes the ball away, directly or on downs, the defense chooses Force Turnover.
    """
    event, corner = game_day.event_on_play(s, config), config.defense_corner[s.game_day]
    stays = s.down < 4 and s.try_down == 0 and corner != terms.FOOTBALL and event != terms.TURNOVER
    if stays and can_force(s, config) and s.quarter >= config.policy[seat][FORCE_FROM_QUARTER]:
        return FORCED
    return event_or_corner(s, config)


@rule("BF-009")
def use_special_defense(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses a special defense on third and fourth down, and with the ball on its own 20 or closer to its goal."""
    if can_use_special_defense(s, config, seat) and (s.down >= 3 or s.line >= terms.GOAL - 4):
        s.ability[seat] = 1


@rule("BF-012")
def use_quick_release(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses Quick Release with a pass that is strong enough to be worth it."""
    call = s.call[seat]
    is_strong = config.play_strength[seat][call] >= config.policy[seat][QUICK_RELEASE_FROM]
    if is_strong and can_be_quick(s, config, seat, call):
        s.ability[seat] = 1
