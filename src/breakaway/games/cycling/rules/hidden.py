"""What each team may see.

In an open race, a team sees everything except orders. In a Blind race, a team sees only the race order and checkpoints
of its rivals.
"""

from __future__ import annotations

from breakaway.core.rules import EVERYONE, rule
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, HAND, NOBODY, NOT_RACING, RIDERS, TEAMS


@rule()
def audience(config: RaceConfig, rider: int) -> int:
    """The seats that may know a rider's square and cards."""
    return 1 << (rider // GRADES) if config.blind else EVERYONE


@rule("BA-V3")
def checkpoint_passed(config: RaceConfig, square: int) -> int:
    """The last checkpoint that a rider on this square has passed, or 0.

    Like a line, a checkpoint comes after its square.
    """
    return (square - 1) // config.checkpoint * config.checkpoint if square > 0 else 0


@rule("BA-V3", "BA-V4")
def redact(s: Race, config: RaceConfig, seat: int) -> None:
    """In a Blind race, puts rivals at their last checkpoint and blanks their cards, except those just spied."""
    if not config.blind:
        return
    for rider in range(config.teams * GRADES):
        # ranks of movement would reveal who shared a square
        s.arrival[rider] = 0
        if rider // GRADES != seat:
            redact_rider(s, config, seat, rider)
    if s.led_alone != NOBODY and s.led_alone // GRADES != seat:
        s.led_alone = NOBODY
    for team in range(TEAMS):
        if team != seat:
            for rider in range(RIDERS):
                s.spied[team][rider] = 0


@rule("BA-V3", "BA-V4")
def redact_rider(s: Race, config: RaceConfig, seat: int, rider: int) -> None:
    """Blanks what a seat must not know of one rival."""
    if s.status[rider] == FINISHED:
        s.square[rider] = config.length[s.stage]
    elif s.status[rider] != NOT_RACING:
        passed = checkpoint_passed(config, s.square[rider])
        s.square[rider] = passed + 1 if passed > 0 else 0  # the first square he can be on
    seen = s.spied[seat][rider] if seat >= 0 else 0
    for i in range(HAND):
        if i >= seen:
            s.hand[rider][i] = 0
        s.line_up[rider][i] = 0
    s.played[rider] = 0
    s.drawn[rider] = 0
    s.dropped[rider] = 0
