"""Kickoffs, onside kicks, punts, free kicks and their returns (rules 100, 137 to 164)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import cards_and_clock, scoring, terms
from breakaway.games.football.rules.events import (
    ALL_THE_WAY,
    BLOCK_REDRAWN,
    COFFIN_AIMED,
    COFFIN_SHORTENED,
    DRIVEN_BACK,
    FIELD_GOAL_TRIED,
    FREELY_KICKED,
    KICK_NOT_HELPED,
    KICK_STOPPED,
    KICKED_ONSIDE,
    KICKOFF_ALL_THE_WAY,
    KICKOFF_DOWNED,
    KICKOFF_DROPPED,
    KICKOFF_RETURNED,
    KICKOFF_TO_15,
    KICKOFF_TO_30,
    KICKOFF_TO_45,
    LINE_LOST,
    ONSIDE_HELD,
    ONSIDE_LOST,
    PUNT_CALLED,
    PUNT_DOWNED,
    PUNT_DROPPED,
    PUNT_LANDED,
    PUNT_RETURNED,
    RETURN_DROPPED,
    RETURN_ENDED,
    RETURN_SCORED,
    RETURN_WENT_ON,
    SCORER_KICKS_OFF,
    TOUCHBACK_TAKEN,
    TRY_RETURNED,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other

OWN_20 = 4
TOUCHBACK = 5  # the 25, where the ball goes after a kickoff


@rule("BF-020", "BF-065", "BF-140", "BF-142", "BF-143", "BF-147", "BF-148")
def kickoff(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Plays a kickoff and its return with one card.

    The return ends 15 yards farther from the receivers' goal line for each point of the card's offense corner.
    """
    judge_kickoff(s, config, cards_and_clock.draw_card(s, config, chance, log), log)


@rule("BF-020", "BF-142", "BF-143", "BF-147", "BF-148")
def judge_kickoff(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Resolves a kickoff by its card."""
    kicker = s.offense
    corner = config.offense_corner[card]
    s.offense = other(kicker)
    s.play_type = terms.NONE
    tell(log, KICKOFF_RETURNED, s.offense, card, corner)
    if corner == terms.FOOTBALL:
        tell(log, KICKOFF_DROPPED, kicker)
        scoring.unlock(s, config, kicker, log)
        cards_and_clock.note_possession(s, s.offense)
        s.offense = kicker
        scoring.start_drive(s, config, terms.GOAL - OWN_20, log)
    elif corner == terms.TOUCHDOWN_CORNER:
        tell(log, KICKOFF_ALL_THE_WAY, s.offense)
        scoring.touchdown(s, config, log)
    elif corner <= 0:
        tell(log, KICKOFF_DOWNED, s.offense)
        scoring.start_drive(s, config, TOUCHBACK, log)
    else:
        returned(s, config, corner, log)


@rule("BF-144", "BF-145", "BF-146", "BF-149", "BF-R4")
def returned(s: Football, config: FootballConfig, corner: int, log: Log) -> None:
    """Starts the drive after a returned kickoff: a corner of 1 means the 15, 2 the 30 and 3 the 45.

    Under a house rule, a return to the 15 becomes a touchback.
    """
    line = 3 * corner
    if corner == 1:
        if config.kickoff_one_touchback == 1:
            line = TOUCHBACK
            tell(log, TOUCHBACK_TAKEN, s.offense)
        else:
            tell(log, KICKOFF_TO_15, s.offense)
    elif corner == 2:
        tell(log, KICKOFF_TO_30, s.offense)
    else:
        tell(log, KICKOFF_TO_45, s.offense)
    scoring.start_drive(s, config, line, log)


@rule("BF-150", "BF-151", "BF-152", "BF-R34")
def onside_kick(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Plays an onside kick from the 50.

    If the card's field goal value is 8 or 9, the kickers recover the ball. Otherwise the receivers get it at the 50.
    In an onside kick, the field goal value is not the length of a kick, so a kicking ability adds to it only under a
    house rule.
    """
    tell(log, KICKED_ONSIDE, s.offense)
    judge_onside(s, config, cards_and_clock.draw_card(s, config, chance, log), log)


@rule("BF-151", "BF-152", "BF-R34")
def judge_onside(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Resolves an onside kick by its card."""
    kicker = s.offense
    value = config.field_goal[card]
    if config.onside_with_ability == 1:
        value = cards_and_clock.kicked(s, config, kicker, value, log)
    if value >= terms.ONSIDE_KEPT:
        tell(log, ONSIDE_HELD, kicker, value)
    else:
        tell(log, ONSIDE_LOST, other(kicker), value)
        s.offense = other(kicker)
    scoring.start_drive(s, config, 10, log)


@rule("BF-153", "BF-156", "BF-157", "BF-194")
def punt(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Plays a punt with one card, whose punt value is the length of the punt in lines.

    A blocked punt is returned from the line of scrimmage.
    """
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    judge_punt(s, config, log)


@rule("BF-153", "BF-157", "BF-R48")
def judge_punt(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves the drawn card's punt value.

    If a kicking ability would turn the punt into a touchback, the kicker first decides whether to use the ability.
    """
    seat = s.offense
    if config.punt[s.game_day] == terms.BLOCKED:
        tell(log, KICK_STOPPED, seat, s.line)
        scoring.take_block(s, config, seat, log)
        scoring.begin_return(s, config, terms.GOAL - s.line)
    elif effect_goes_too_far(s, config):
        s.phase = terms.KICK_EFFECT
    else:
        land_punt(s, config, cards_and_clock.kicked(s, config, seat, config.punt[s.game_day], log), log)


@rule("BF-194")
def coffin_value(s: Football, value: int) -> int:
    """The punt value, minus two for a coffin-corner punt."""
    return max(0, value - 2) if s.coffin == 1 else value


@rule("BF-010", "BF-R48")
def effect_goes_too_far(s: Football, config: FootballConfig) -> bool:
    """Whether the drawn punt or free kick is a touchback only because of the kicking ability."""
    value = config.punt[s.game_day]
    counts = cards_and_clock.kick_value(s, config, s.offense, value)
    return bool(s.line + coffin_value(s, value) < terms.GOAL <= s.line + coffin_value(s, counts))


@rule("BF-010", "BF-R48")
def take_effect(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Carries out the kicker's decision about using the kicking ability. After a safety, the kick is a free kick."""
    seat = s.offense
    value = config.punt[s.game_day]
    if answer == 1:
        value = cards_and_clock.kicked(s, config, seat, value, log)
    else:
        tell(log, KICK_NOT_HELPED, seat, value, cards_and_clock.kick_value(s, config, seat, value))
    if s.then == terms.FREE_KICK:
        land_free_kick(s, config, value, log)
    else:
        land_punt(s, config, value, log)


@rule("BF-153", "BF-156", "BF-194")
def land_punt(s: Football, config: FootballConfig, value: int, log: Log) -> None:
    """Lands a punt `value` lines downfield, or two lines fewer for a coffin-corner punt.

    A punt that reaches the goal line is a touchback.
    """
    seat = s.offense
    if s.coffin == 1:
        value = coffin_value(s, value)
        tell(log, COFFIN_SHORTENED, seat, value)
    landing = s.line + value
    tell(log, PUNT_LANDED, seat, value, landing)
    scoring.change_sides(s, config, terms.GOAL - landing)
    if landing >= terms.GOAL:
        tell(log, PUNT_DOWNED, s.offense)
        scoring.start_drive(s, config, OWN_20, log)
    else:
        s.phase = terms.PUNT_RETURN


@rule("BF-100", "BF-135", "BF-154", "BF-155", "BF-R6", "BF-R9")
def return_punt(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Returns a punt as far as the offense corner of one more card says. If the corner shows a football, the kicking
    team gets the ball where the return was fumbled.
    """
    card = cards_and_clock.draw_card(s, config, chance, log)
    judge_return(s, config, config.offense_corner[card], log)


@rule("BF-135", "BF-154", "BF-155", "BF-R6", "BF-R9")
def judge_return(s: Football, config: FootballConfig, corner: int, log: Log) -> None:
    """Resolves a punt's return by the card's offense corner."""
    s.play_type = terms.NONE
    if corner == terms.FOOTBALL:
        tell(log, PUNT_DROPPED, s.offense, s.line)
        scoring.unlock(s, config, other(s.offense), log)
        scoring.change_sides(s, config, terms.GOAL - s.line)
        scoring.start_drive(s, config, s.line, log)
        return
    if corner == terms.TOUCHDOWN_CORNER:
        s.line = terms.GOAL
        tell(log, ALL_THE_WAY, s.offense)
    else:
        s.line += corner
    tell(log, PUNT_RETURNED, s.offense, corner, min(s.line, terms.GOAL))
    end_return(s, config, log)


@rule("BF-122", "BF-135", "BF-160", "BF-161")
def end_return(s: Football, config: FootballConfig, log: Log) -> None:
    """Ends a return: the next drive starts where the return ended.

    A return into the far end zone is a touchdown, and one back to the returner's own goal line is a safety.
    """
    if s.line >= terms.GOAL:
        s.line = terms.GOAL
        tell(log, RETURN_SCORED, s.offense)
        scoring.touchdown(s, config, log)
    elif s.line <= 0:
        tell(log, DRIVEN_BACK, s.offense)
        scoring.safety(s, config, log)
    else:
        scoring.start_drive(s, config, s.line, log)


@rule("BF-137", "BF-138", "BF-R10", "BF-R40", "BF-R48")
def free_kick(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Plays the free kick after a safety: the side that conceded it punts from its own 20.

    If a card shows a block, another card is drawn.
    """
    seat = s.offense
    s.line = OWN_20
    s.coffin = 0
    s.then = terms.FREE_KICK
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    s.play_type = terms.NONE
    if config.punt[s.game_day] == terms.BLOCKED and config.free_kick_block_stands == 0:
        tell(log, BLOCK_REDRAWN, seat)
        return  # the next step draws another card
    if effect_goes_too_far(s, config):
        s.phase = terms.KICK_EFFECT
    else:
        land_free_kick(s, config, cards_and_clock.kicked(s, config, seat, config.punt[s.game_day], log), log)


@rule("BF-138", "BF-139", "BF-156", "BF-157")
def land_free_kick(s: Football, config: FootballConfig, value: int, log: Log) -> None:
    """Lands a free kick `value` lines from the 20. The return is a chain of cards."""
    seat = s.offense
    tell(log, FREELY_KICKED, seat, value)
    s.offense = other(seat)
    s.line = terms.GOAL - OWN_20 - value
    s.phase = terms.KICK_CHAIN
    if value == terms.BLOCKED:
        tell(log, KICK_STOPPED, seat, OWN_20)
        scoring.take_block(s, config, seat, log)
    elif s.line <= 0:
        tell(log, PUNT_DOWNED, s.offense)
        scoring.start_drive(s, config, OWN_20, log)


@rule("BF-139", "BF-157", "BF-159", "BF-164", "BF-R5", "BF-R6", "BF-R8", "BF-R9")
def chain_return(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws the next card of a return. A 0 or a football in the corner ends the return, and so does either goal line.
    A -1 costs a line, and the return goes on.
    """
    card = cards_and_clock.draw_card(s, config, chance, log)
    judge_chain(s, config, config.offense_corner[card], log)


@rule("BF-159", "BF-164", "BF-R5", "BF-R6", "BF-R8")
def judge_chain(s: Football, config: FootballConfig, corner: int, log: Log) -> None:
    """Resolves one card of a return by its offense corner."""
    if corner == terms.FOOTBALL:
        tell(log, RETURN_DROPPED, s.offense, s.line)
        fumbled_return(s, config, log)
        return
    stopped = cards_and_clock.stops_chain(config, corner)
    if corner == terms.TOUCHDOWN_CORNER:
        s.line = terms.GOAL
        tell(log, ALL_THE_WAY, s.offense)
    elif not stopped:
        s.line += corner
        tell(log, RETURN_WENT_ON, s.offense, corner, min(s.line, terms.GOAL))
        if corner < 0:
            tell(log, LINE_LOST, s.offense)
    if stopped or s.line <= 0 or s.line >= terms.GOAL:
        s.play_type = terms.NONE
        if s.try_down == 1:
            end_try_return(s, log)
        else:
            if s.line < terms.GOAL and s.line > 0:
                tell(log, RETURN_ENDED, s.offense, s.line)
            end_return(s, config, log)


@rule("BF-162", "BF-163", "BF-R11", "BF-R36")
def end_try_return(s: Football, log: Log) -> None:
    """Ends a return during a try: two points if the return reached the end zone, otherwise none."""
    if s.line >= terms.GOAL:
        s.score[s.offense] += 2
        tell(log, TRY_RETURNED, s.offense)
    scoring.end_try(s, other(s.offense))
    tell(log, SCORER_KICKS_OFF, s.offense)


@rule("BF-162", "BF-164")
def fumbled_return(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives the kicking team a first down where the return was fumbled. During a try, the fumble ends the try.

    The return of a blocked extra point has no effect unless it scores, so fumbling it is no turnover.
    """
    s.play_type = terms.NONE
    if config.blocks_taken == 0 or s.try_down == 0 or s.declared != terms.FIELD_GOAL_CALL:
        scoring.unlock(s, config, other(s.offense), log)
    if s.try_down == 1:
        scoring.end_try(s, other(s.offense))
        tell(log, SCORER_KICKS_OFF, s.offense)
        return
    scoring.change_sides(s, config, terms.GOAL - s.line)
    scoring.start_drive(s, config, s.line, log)


@rule("BF-129", "BF-103", "BF-R1")
def begin_field_goal(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Announces a field goal. The attempt costs a card, whether it is good or not."""
    s.plays += 1
    tell(log, FIELD_GOAL_TRIED, s.offense, scoring.kick_distance(s.line))
    cards_and_clock.use_card(s, config, card, log)
    s.phase = terms.FIELD_GOAL


@rule("BF-104", "BF-153", "BF-193")
def begin_punt(s: Football, config: FootballConfig, card: int, coffin: int, log: Log) -> None:
    """Begins a punt, which costs a card. A coffin-corner punt is announced before the card is drawn."""
    s.plays += 1
    s.coffin = coffin
    if coffin == 1:
        tell(log, COFFIN_AIMED, s.offense)
    tell(log, PUNT_CALLED, s.offense)
    cards_and_clock.use_card(s, config, card, log)
    s.phase = terms.PUNT
