"""The order of play, from the flip to the end."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import abilities, calls, cards_and_clock, play, scoring, terms
from breakaway.games.football.rules.events import (
    DRAW,
    DRAWN_GAME,
    FLIP_WON,
    FULL_TIME,
    FULL_TIME_CALLED,
    HOLDING_ANSWERED,
    ONE_FLAG_ENOUGH,
    OPENING_RECEIVED,
    OVERTIME_DECIDED,
    OVERTIME_FLIP_CHOSEN,
    OVERTIME_LEADER,
    PERIOD_LEVEL,
    SUDDEN_DEATH,
    SUDDEN_DEATH_DECIDED,
    SUDDEN_DEATH_DRAW,
    TIE_STANDS,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BETWEEN, KICK, NONE, PASS, RUN, SEATS, SPECIAL_DEFENSE, START, TOSS

# --- The order of play: which question comes next, and what follows each answer.


MOST_QUARTERS = 20  # sudden death ends in a tie after this many quarters, because a match has to end

# --- between downs


@rule("BF-105", "BF-107", "BF-108")
def between(s: Football, config: FootballConfig, log: Log) -> None:
    """Decides what comes next once the action on the field is over.

    The end of the match or of a quarter comes first, then discards, then the phase in `s.then`.
    """
    if s.try_down == 1:
        s.phase = terms.CALL
    elif s.quarter > 4 and cards_and_clock.overtime_is_won(s, config):
        s.phase = terms.OVER
        if config.sudden_death == 1:
            s.ended = SUDDEN_DEATH
            tell(log, SUDDEN_DEATH_DECIDED, s.score[0], s.score[1])
        else:
            s.ended = OVERTIME_LEADER
            tell(log, OVERTIME_DECIDED, s.score[0], s.score[1], 0)
    elif cards_and_clock.cards_left(s, config) <= 0:
        out_of_cards(s, config, log)
    elif s.owed[0] != 0 or s.owed[1] != 0:
        s.phase = terms.DISCARD
    elif s.then == terms.CALL:
        before_the_call(s, config, log)
    else:
        s.phase = s.then


@rule("BF-101", "BF-105", "BF-109", "BF-184", "BF-190", "BF-R31", "BF-R32")
def out_of_cards(s: Football, config: FootballConfig, log: Log) -> None:
    """Ends the quarter. After the fourth quarter, the match ends too, unless it is tied and overtime is played."""
    level = s.score[0] == s.score[1]
    if s.quarter < 4:
        cards_and_clock.end_quarter(s, config, log)
    elif s.quarter == 4 and level and config.overtime == 1:
        cards_and_clock.end_quarter(s, config, log)
        cards_and_clock.start_overtime(s, config, log)
    elif s.quarter == 4:
        s.phase = terms.OVER
        s.ended = TIE_STANDS if level else FULL_TIME
        tell(log, FULL_TIME_CALLED, s.score[0], s.score[1])
    elif level and config.sudden_death == 1 and config.sudden_death_draw == 0 and s.quarter < MOST_QUARTERS:
        tell(log, PERIOD_LEVEL, s.quarter)
        cards_and_clock.end_quarter(s, config, log)
        cards_and_clock.start_overtime(s, config, log)
    else:
        s.phase = terms.OVER
        if not level:
            s.ended = OVERTIME_LEADER
            tell(log, OVERTIME_DECIDED, s.score[0], s.score[1], 0)
        elif config.sudden_death == 1:
            s.ended = SUDDEN_DEATH_DRAW
            tell(log, PERIOD_LEVEL, s.quarter)
        else:
            s.ended = DRAW
            tell(log, DRAWN_GAME, s.score[0], s.score[1])


@rule("BF-110", "BF-112", "BF-230", "BF-R52")
def before_the_call(s: Football, config: FootballConfig, log: Log) -> None:
    """Asks about time outs before the offense declares anything. Then the offense makes its call.

    In edition 1, the defense called time with its call, for after the play. That is settled here.
    """
    defense = other(s.offense)
    if s.time_after != 0 and (s.time_after == calls.IN_ANY_CASE or s.down > 1):
        time_for_defense(s, config, log)
    s.time_after = 0
    s.phase = terms.CALL
    if not is_last_chance_for_time(s, config, defense):
        return
    if config.time_between == 0:
        s.phase = terms.TIME
    elif config.sheet[s.offense] == 0 and s.time_outs[s.offense] > 0:
        s.phase = terms.OFFENSE_TIME
    elif not cards_and_clock.buys_time(s, config):
        s.phase = terms.TIME


@rule("BF-111", "BF-113")
def can_take_time(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the defense has a time out that would have an effect.

    A time out has an effect against a sheet's drive, or if there is a card to bring back.
    """
    if s.time_outs[seat] == 0 or s.untimed > 0:
        return False
    return bool(config.sheet[s.offense] == 1 or cards_and_clock.discards(s, s.offense) > s.returns)


@rule("BF-110", "BF-112", "BF-181", "BF-R52")
def is_last_chance_for_time(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the defense has to decide about a time out now: the offense holds its last card of the half.

    Earlier in the half the question is not needed, because a later time out has the same effect. In edition 1, a
    defense that could add a time out to its call was not asked; after a kneel or a Hail Mary and at the beginning of a
    drive there was no such call, and sheets never added one.
    """
    if not can_take_time(s, config, seat) or not cards_and_clock.half_ends_with_quarter(s):
        return False
    if cards_and_clock.cards_left(s, config) + (s.returns if config.time_between == 1 else 0) != 1:
        return False
    had_no_call = s.declared in (terms.KNEEL_CALL, terms.HAIL_MARY_CALL) or (s.down == 1 and s.used == 0)
    return bool(config.time_between == 1 or had_no_call or config.sheet[seat] == 1)


@rule("BF-110", "BF-111", "BF-R27", "BF-R52")
def time_for_offense(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Carries out the offense's answer before its last card: it calls time, or the defense is asked.

    The offense names the card that comes back with its next call.
    """
    if answer == 0:
        s.phase = terms.TIME
        return
    cards_and_clock.call_time(s, config, s.offense, log)
    s.returns += 1
    s.phase = terms.CALL


@rule("BF-110", "BF-R27")
def time_for_defense(s: Football, config: FootballConfig, log: Log) -> None:
    """Calls a time out for the defense, if it has one that would have an effect."""
    defense = other(s.offense)
    if can_take_time(s, config, defense):
        cards_and_clock.call_time(s, config, defense, log)


# --- from the calls to the end of a play


@rule("BF-024", "BF-061")
def reveal(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Resolves the calls, the matchup and the card, then asks a side that has something to decide."""
    if not play.reveal(s, config, chance, log):
        return
    if s.breakaway == terms.NEITHER:
        after_card(s, config, log)
        return
    play.regain_for_breakaway(s, config, log)
    if s.breakaway == terms.OFFENSE_WINS:
        if play.offense_may_pick(s, config):
            s.phase = terms.OFFENSE_PICK
        else:
            play.offense_picks(s, config, play.EVENT, log)
    elif play.defense_may_pick(s, config):
        s.phase = terms.DEFENSE_PICK
    else:
        play.defense_picks(s, config, play.CORNER, log)


@rule("BF-056", "BF-R20")
def after_card(s: Football, config: FootballConfig, log: Log) -> None:
    """Lets the offense challenge first, then the defense. After one challenge, a second is not needed."""
    if play.may_challenge(s, config, s.offense):
        s.phase = terms.CHALLENGE
    else:
        after_first_challenge(s, config, log)


@rule("BF-056", "BF-R20")
def after_first_challenge(s: Football, config: FootballConfig, log: Log) -> None:
    """Lets the defense challenge."""
    if play.may_challenge(s, config, other(s.offense)):
        s.phase = terms.CHALLENGE_DEFENSE
    else:
        after_challenges(s, config, log)


@rule("BF-073", "BF-075")
def after_challenges(s: Football, config: FootballConfig, log: Log) -> None:
    """Lets the offense accept or decline a Holding penalty that was not challenged.

    If there is no such penalty to decide about, settles the play.
    """
    if cards_and_clock.event_on_play(s, config) == terms.HOLDING:
        s.phase = terms.PENALTY
    else:
        play.settle(s, config, log)


@rule("BF-056", "BF-R20")
def take_challenge(s: Football, config: FootballConfig, seat: int, answer: int, log: Log) -> None:
    """Carries out a seat's answer: the seat throws its flag or keeps it."""
    if answer == 1:
        play.challenge(s, seat, log)
        tell(log, ONE_FLAG_ENOUGH, seat)
        after_challenges(s, config, log)
    elif seat == s.offense:
        after_first_challenge(s, config, log)
    else:
        after_challenges(s, config, log)


@rule("BF-073", "BF-074", "BF-075")
def take_penalty(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Carries out the offense's answer: the offense accepts or declines the Holding penalty."""
    tell(log, HOLDING_ANSWERED, s.offense, answer)
    if answer == 1:
        play.holding(s, config, log)
    else:
        play.declined(s, log)
        play.settle(s, config, log)


@rule("BF-087", "BF-R45")
def after_audible(s: Football, config: FootballConfig, seat: int) -> None:
    """Lets the defense call an audible once the offense has decided about its own. Then both cards are revealed."""
    if seat == s.offense and calls.audible_can_matter(s, config, other(seat)):
        s.phase = terms.AUDIBLE_DEFENSE
    else:
        s.phase = terms.REVEAL


@rule("BF-107")
def owing(s: Football) -> int:
    """The first seat that must give up or take back cards."""
    for seat in range(terms.SEATS):
        if s.owed[seat] != 0:
            return seat
    return 0


@rule("BF-150", "BF-R34")
def may_kick_onside(s: Football) -> bool:
    """Whether an onside kick is allowed. An onside kick is allowed only after the kickers' own score."""
    return bool(s.phase == terms.KICK and s.after_own_score == 1)


# --- The setup before the first kickoff, and the flips (rules 13 to 20, 187).


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
        abilities.begin(s, config, seat)
    play.take_flags(s, config)
    cards_and_clock.shuffle(s, config)
    scoring.clear_down(s)
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
