"""What guides sheets besides their charts: the modifiers of the fourth-down die, and when to use abilities.

The numbers are in `data/sense.toml`. best_of.py makes every other decision that the rules leave to common sense.
"""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.games.football.rules import clock, terms
from breakaway.games.football.rules.play import can_be_quick, can_use_special_defense
from breakaway.games.football.rules.state import Football, FootballConfig, other

# Indices into the config's policy table. Matches of older editions have other numbers between them.
FAR_BEHIND, FAR_BEHIND_BONUS, LATE_CARDS, LATE_BONUS, LEADING_LATE_MALUS = 0, 1, 2, 3, 4
FORCE_FROM_QUARTER, QUICK_RELEASE_FROM = 12, 16


@rule("BF-R43")
def lead(s: Football, seat: int) -> int:
    """The points by which the seat leads, below 0 if it trails."""
    return int(s.score[seat] - s.score[other(seat)])


@rule("BF-232")
def is_late(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the fourth quarter or a period of overtime is close to its end."""
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

    The game is on the line during the last two cards of the fourth quarter or overtime. The seat must be tied or at
    most a field goal behind.
    """
    return bool(s.quarter >= 4 and clock.cards_left(s, config) <= 2 and -3 <= lead(s, seat) <= 0)


@rule("BF-009")
def use_special_defense(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses a special defense on third and fourth down, and on any down at the defense's own 20 or nearer its goal."""
    if can_use_special_defense(s, config, seat) and (s.down >= 3 or s.line >= terms.GOAL - 4):
        s.ability[seat] = 1


@rule("BF-012")
def use_quick_release(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses Quick Release with a pass that is strong enough to be worth a use."""
    call = s.call[seat]
    is_strong = config.play_strength[seat][call] >= config.policy[seat][QUICK_RELEASE_FROM]
    if is_strong and can_be_quick(s, config, seat, call):
        s.ability[seat] = 1
