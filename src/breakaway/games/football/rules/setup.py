"""The setup before the first kickoff, and the flips (rules 13 to 20, 187)."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import flags, game_day, possession
from breakaway.games.football.rules.happened import FLIP_WON, OPENING_RECEIVED, OVERTIME_FLIP_CHOSEN
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BETWEEN, KICK, NONE, PASS, RUN, SEATS, SPECIAL_DEFENSE, START, TOSS

RECEIVE, KICK_OFF = 0, 1  # answers after a flip
FIRST_OVERTIME = 5


@rule("BF-013", "BF-014", "BF-015", "BF-016", "BF-017", "BF-018", "BF-201")
def start(config: FootballConfig) -> Football:
    """The state before the first kickoff: quarter 1, three time outs, all flags, tokens and cards, and a full deck."""
    s = Football(phase=START, quarter=1)
    for seat in range(SEATS):
        s.time_outs[seat] = 3
        s.tokens[seat][RUN] = config.spy_tokens
        s.tokens[seat][PASS] = config.spy_tokens
        if config.ability[seat] != SPECIAL_DEFENSE:
            s.uses[seat] = config.ability_uses[seat]
    flags.take_flags(s, config)
    game_day.shuffle(s, config)
    possession.clear_down(s)
    s.last_play = NONE
    s.play_type = NONE
    s.defense_type = NONE
    return s


@rule("BF-019", "BF-187", "BF-202", "BF-R30")
def flip(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Flips a challenge flag. The winner receives. In overtime, or under a house rule, the winner chooses."""
    s.toss_winner = below(chance, "flip", 2)
    tell(log, FLIP_WON, s.toss_winner)
    if s.quarter >= FIRST_OVERTIME or config.winner_chooses == 1:
        s.phase = TOSS
    else:
        settle_toss(s, RECEIVE, log)


@rule("BF-019", "BF-020", "BF-140", "BF-187", "BF-R30")
def settle_toss(s: Football, answer: int, log: Log) -> None:
    """Settles which side receives and which one kicks off."""
    receiver = s.toss_winner if answer == RECEIVE else other(s.toss_winner)
    s.offense = other(receiver)
    s.opening_kicker = other(receiver)
    s.after_own_score = 0
    s.then = KICK
    s.phase = BETWEEN
    if s.quarter >= FIRST_OVERTIME:
        tell(log, OVERTIME_FLIP_CHOSEN, s.toss_winner, receiver)
    else:
        tell(log, OPENING_RECEIVED, s.toss_winner, receiver)
