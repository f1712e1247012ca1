"""Possession: how drives begin, and how the ball changes sides (rules 13, 107, 116 to 119, 217)."""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock
from breakaway.games.football.rules.happened import DRIVE_BEGAN
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BETWEEN, CALL, CARDS, GOAL, HAND, NONE, SEATS, SPECIAL_DEFENSE


@rule("BF-116", "BF-118", "BF-119", "BF-R14", "BF-R15")
def next_marker(line: int) -> int:
    """The next first-down line ahead of the ball: own 20, midfield, the opponent's 20, then the goal line."""
    if line < 4:
        return 4
    if line < 10:
        return 10
    if line < 16:
        return 16
    return GOAL


@rule("BF-013", "BF-117", "BF-217", "BF-228")
def start_drive(s: Football, config: FootballConfig, line: int, log: Log) -> None:
    """Gives the offense a first down on this line.

    A sheet gets back all 15 cards: its Spent and Burned piles are shuffled into the draw pile.
    """
    s.line = line
    s.down = 1
    s.marker = next_marker(line)
    s.time_after = 0
    s.after_own_score = 0
    seat = s.offense
    if config.sheet[seat] == 1:
        for card in range(CARDS):
            s.card[seat][card] = HAND
    renew_special_defense(s, config, other(seat))
    s.then = CALL
    s.phase = BETWEEN
    tell(log, DRIVE_BEGAN, seat, line)


@rule("BF-009")
def renew_special_defense(s: Football, config: FootballConfig, seat: int) -> None:
    """Restores all uses of an unlocked special defense."""
    if config.ability[seat] == SPECIAL_DEFENSE and s.unlocked[seat] == 1:
        s.uses[seat] = config.ability_uses[seat]


@rule("BF-107", "BF-R13")
def change_sides(s: Football, config: FootballConfig, line: int) -> None:
    """Gives the ball to the other team. `line` is counted from the goal of the team that gets the ball."""
    clock.close_drive(s, config)
    s.offense = other(s.offense)
    s.line = line
    s.after_own_score = 0


@rule("BF-009")
def unlock(s: Football, config: FootballConfig, seat: int) -> None:
    """Unlocks the special defense of a team that gained a turnover.

    The team can use it as soon as the other side begins its next drive.
    """
    if config.ability[seat] == SPECIAL_DEFENSE:
        s.unlocked[seat] = 1


@rule("BF-021", "BF-023")
def clear_down(s: Football) -> None:
    """Clears the calls of the last down. The revealed plays stay readable until the next reveal."""
    s.declared = NONE
    s.game_day = NONE
    for seat in range(SEATS):
        s.call[seat] = NONE
        s.formation[seat] = NONE
        s.ability[seat] = 0
        s.turned[seat] = 0
    s.gain = 0
    s.ignored = 0
    s.iced = 0
    s.coffin = 0
    s.hail_cards = 0
    s.spent_token = 0
    s.drawn_card = NONE
    s.weighed = 0
