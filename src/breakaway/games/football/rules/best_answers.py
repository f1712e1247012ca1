"""The answers that a sheet gives where the book leaves them to common sense."""

from __future__ import annotations

from breakaway.core.odds import ONE
from breakaway.core.rules import Log, rule
from breakaway.core.state import copy
from breakaway.games.football.rules import (
    calls,
    cards_and_clock,
    kicks,
    order_of_play,
    play,
    scoring,
    terms,
    win_chances,
)
from breakaway.games.football.rules.play import can_be_quick, can_use_special_defense
from breakaway.games.football.rules.state import Football, FootballConfig, is_strict, other
from breakaway.games.football.rules.win_chances import chance_to_win

# --- What guides sheets besides their charts: the modifiers of the fourth-down die, and when to use abilities.
#
# The numbers are in `data/sense.toml`. best_of.py makes every other decision that the rules leave to common sense.


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
    return bool(s.quarter >= 4 and cards_and_clock.cards_left(s, config) <= config.policy[seat][LATE_CARDS])


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
    return bool(s.quarter >= 4 and cards_and_clock.cards_left(s, config) <= 2 and -3 <= lead(s, seat) <= 0)


@rule("BF-009")
def use_special_defense(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses a special defense on third and fourth down, and on any down at the defense's own 20 or nearer its goal.

    A strict sheet never does: the solo rules do not say when.
    """
    if is_strict(config):
        return
    if can_use_special_defense(s, config, seat) and (s.down >= 3 or s.line >= terms.GOAL - 4):
        s.ability[seat] = 1


@rule("BF-012")
def use_quick_release(s: Football, config: FootballConfig, seat: int) -> None:
    """Uses Quick Release with a pass that is strong enough to be worth a use. A strict sheet never does."""
    if is_strict(config):
        return
    call = s.call[seat]
    is_strong = config.play_strength[seat][call] >= config.policy[seat][QUICK_RELEASE_FROM]
    if is_strong and can_be_quick(s, config, seat, call):
        s.ability[seat] = 1


# --- The best answer to a question: `best_of` chooses the option with the highest chance of winning.
#
# The rest of the play is judged by its odds (ahead.py, actions.py), and the position after it by the table of win
# chances. Sheets use `best_of` wherever the rules leave a decision to common sense. Odds, reviews and standing
# instructions use `best_of` too.


CLEAR = 15_000  # how much a flag or icing must gain, in millionths: a marginal benefit is not enough (66)
A_LITTLE = 2_000  # how much a time out must gain, even if it would be worth nothing after this down
# A chance below this is next to none: edition 2's table gives up to 1.5% even when the other side has the last card.
THROWN_AWAY = 25_000
COSTLY = 200_000  # an answer of the fourth-down die that costs at least this throws the match away (edition 3)
NOTICED = 50_000  # from edition 4 on, a die that costs a losing team this and 40% of its chance does so, too
LONG_KICK = 8  # the lines of a field goal from the 40
LAST_PLAYS = 3  # with this many plays left in a half, or fewer, a sheet weighs its actions
ONSIDE_PLAYS = 8  # with this many plays left in the match, or fewer, a losing team weighs an onside kick
FIRST, EITHER = 0b1, 0b11  # only the first answer, or both answers to a yes-or-no question


@rule("BF-066", "BF-R43")
def best_of(s: Football, config: FootballConfig, seat: int, options: int) -> int:
    """The option that gives the seat its highest chance of winning.

    `options` has a bit for each option. If several options are equally good, the lowest bit is chosen.
    """
    found, most, code = 0, -ONE, 0
    is_only = options & (options - 1) == 0
    while options >> code > 0:
        if options >> code & 1:
            worth = 0 if is_only else worth_of(s, config, seat, code)
            if worth > most:
                found, most = code, worth
        code += 1
    return found


@rule("BF-066", "BF-R43")
def best_answer(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's best answer to the current question. A strict sheet gives the one that the solo rules name."""
    if is_strict(config) and config.sheet[seat] == 1:
        return answer_in_words(s, config, seat)
    return best_of(s, config, seat, answers(s, config, seat))


@rule("BF-231", "BF-R53")
def answer_in_words(s: Football, config: FootballConfig, seat: int) -> int:
    """The answer that the solo rules name for a sheet, or the first one if they name none.

    They name three: of two results the better one, a field goal from within range as the last play of a half, and the
    charts for every other play. A try is kicked, because no chart calls plays for it. Flags, time outs, icing and
    onside kicks are left to a person; if none is asked, the sheet uses none.
    """
    if s.phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK, terms.PENALTY, terms.KICK_EFFECT):
        return best_of(s, config, seat, EITHER)
    if s.phase != terms.CALL:
        return 0
    in_range = scoring.kick_distance(s.line) <= scoring.LONGEST_FIELD_GOAL
    if s.try_down == 1 or (is_final_card(s, config) and in_range and cards_and_clock.half_ends_with_quarter(s)):
        return win_chances.FIELD_GOAL
    return win_chances.GO


@rule("BF-066", "BF-R43")
def worth_of(s: Football, config: FootballConfig, seat: int, option: int) -> int:
    """The seat's chance of winning with this answer, in millionths."""
    after = copy(s)
    phase = s.phase
    if phase == terms.CALL:
        return win_chances.action_chance(after, config, seat, option)
    if phase == terms.ICE:
        return iced(after, config, seat) if option == 1 else field_goal_chance(after, config, seat)
    if phase == terms.FIELD_GOAL:
        return win_chances.kicked(s, config, seat, s.game_day) if option == 0 else known_punt(after, config, seat)
    if phase == terms.KICK:
        if option == 1:
            return win_chances.onside_chance(after, config, seat)
        return win_chances.kickoff_chance(after, config, seat)
    if phase == terms.TIME:
        return with_time_out(after, config, seat) if option == 1 else without_time_outs(after, config, seat)
    if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        if option == 1:
            return thrown(after, config, seat)
        order_of_play.take_challenge(after, config, seat, 0, None)
    else:
        answer(after, config, option, None)
    return answered(after, config, seat)


@rule("BF-019", "BF-040", "BF-049", "BF-073", "BF-R48")
def answer(s: Football, config: FootballConfig, option: int, log: Log) -> None:
    """Carries out the answer about a flip, a Holding penalty, a breakaway or the kicking ability. None of these answers
    costs a flag or a time out.
    """
    if s.phase == terms.TOSS:
        order_of_play.settle_toss(s, option, log)
    elif s.phase == terms.PENALTY:
        order_of_play.take_penalty(s, config, option, log)
    elif s.phase == terms.OFFENSE_PICK:
        play.offense_picks(s, config, option, log)
    elif s.phase == terms.DEFENSE_PICK:
        play.defense_picks(s, config, option, log)
    elif s.phase == terms.KICK_EFFECT:
        kicks.take_effect(s, config, option, log)


@rule("BF-049", "BF-056", "BF-073")
def answered(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning after an answer. The side that must answer next is assumed to give its best answer."""
    if s.phase != terms.CHALLENGE_DEFENSE:
        return after_penalty(s, config, seat)
    flag, none = copy(s), copy(s)
    defense = other(s.offense)
    order_of_play.take_challenge(flag, config, defense, 1, None)
    order_of_play.take_challenge(none, config, defense, 0, None)
    with_flag, without = after_penalty(flag, config, defense), after_penalty(none, config, defense)
    best = max(with_flag, without)
    return best if seat == defense else ONE - best


@rule("BF-055", "BF-066")
def thrown(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's chance of winning if it throws its flag. The flag costs `CLEAR`, whatever the table says. Changes
    `s`.
    """
    order_of_play.take_challenge(s, config, seat, 1, None)
    s.flags[seat] += 1
    return after_penalty(s, config, seat) - CLEAR


@rule("BF-073", "BF-074", "BF-075")
def after_penalty(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning once the offense has accepted or declined the Holding penalty, if there is one."""
    if s.phase != terms.PENALTY:
        return settled(s, config, seat)
    accepted, declined = copy(s), copy(s)
    order_of_play.take_penalty(accepted, config, 1, None)
    order_of_play.take_penalty(declined, config, 0, None)
    best = max(settled(accepted, config, s.offense), settled(declined, config, s.offense))
    return best if seat == s.offense else ONE - best


@rule()
def settled(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning when only cards remain to decide the play."""
    if s.phase in (terms.CHAIN, terms.KICK_CHAIN):
        return win_chances.chain_chance(s, config, seat)
    if s.phase == terms.PUNT_RETURN:
        return win_chances.return_chance(s, config, seat)
    return chance_to_win(s, config, seat)


@rule("BF-195", "BF-196")
def iced(s: Football, config: FootballConfig, seat: int) -> int:
    """The seat's chance of winning if it ices the kicker. Changes `s`.

    The time out costs `CLEAR`, whatever the table says. The solved table, which judges the last plays of a half from
    edition 3 on, knows better what the time out is worth there.
    """
    calls.ice(s, None)
    if win_chances.is_ending(s, config):
        return field_goal_chance(s, config, seat) - A_LITTLE
    s.time_outs[seat] += 1
    return field_goal_chance(s, config, seat) - CLEAR


@rule("BF-131", "BF-234")
def field_goal_chance(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning before a field goal's card is drawn, even if a sheet weighs the kick against a punt."""
    if s.weighed == 1:
        return win_chances.weighed_chance(s, config, seat)
    return win_chances.field_goal_chance(s, config, seat)


@rule("BF-153", "BF-157", "BF-234")
def known_punt(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning after a punt whose card is known. Changes `s`."""
    if config.punt[s.game_day] == terms.BLOCKED:
        return win_chances.punted(s, config, seat, terms.BLOCKED)
    value = int(config.punt[s.game_day])
    counts = cards_and_clock.kick_value(s, config, s.offense, value)
    return max(win_chances.punted(s, config, seat, value), win_chances.punted(s, config, seat, counts))


@rule("BF-230", "BF-231")
def with_time_out(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning if one more play comes before the last card, minus `A_LITTLE`. Changes `s`."""
    s.time_outs[seat] -= 1
    s.untimed += 1
    return chance_to_win(s, config, seat) - A_LITTLE


@rule("BF-230", "BF-231")
def without_time_outs(s: Football, config: FootballConfig, seat: int) -> int:
    """The chance of winning if the seat calls no time out before the last card of a half.

    A time out after that card cannot help. A sheet that has the ball spends no time out then, either.
    """
    s.time_outs[seat] = 0
    if config.endings == 1 and config.sheet[s.offense] == 1:
        s.time_outs[s.offense] = 0
    return chance_to_win(s, config, seat)


@rule("BF-011", "BF-049", "BF-195")
def answers(s: Football, config: FootballConfig, seat: int) -> int:
    """The answers to choose from, as bits: only the first answer if the others are not worth weighing.

    Force Turnover is an answer only in quarters in which sheets use it. Icing is an answer only in the last quarter of
    a half, because time outs keep some value until the half ends.
    """
    phase = s.phase
    if phase in (terms.TOSS, terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.PENALTY, terms.KICK_EFFECT):
        return EITHER
    if phase == terms.OFFENSE_PICK:
        return offense_picks(s, config)
    if phase == terms.DEFENSE_PICK:
        force = play.can_force(s, config) and s.quarter >= config.policy[seat][FORCE_FROM_QUARTER]
        return EITHER | 1 << play.FORCED if force else EITHER
    if phase == terms.ICE:
        return EITHER if cards_and_clock.half_ends_with_quarter(s) else FIRST
    if phase == terms.TIME:  # only before a half's last card; after halftime, a team that leads lets the clock run
        return EITHER if s.quarter == 2 or lead(s, seat) <= 0 else FIRST
    if phase == terms.KICK:
        late = s.quarter >= 4 and win_chances.plays_left(s, config) <= ONSIDE_PLAYS
        return EITHER if late and order_of_play.may_kick_onside(s) and lead(s, seat) < 0 else FIRST
    if phase == terms.CALL and config.sheet[seat] == 1:
        return late_actions(s, config)
    return FIRST


@rule("BF-040", "BF-041", "BF-044")
def offense_picks(s: Football, config: FootballConfig) -> int:
    """The answers to choose from at an Offense Breakaway, as bits.

    If the breakaway goes on with either the event or the corner, the one that adds more lines is better. A touchdown is
    best, unless the offense has a lead to protect.
    """
    corner, event = int(config.offense_corner[s.game_day]), cards_and_clock.event_on_play(s, config)
    if s.quarter >= 4 and lead(s, s.offense) > 0:
        return EITHER
    if corner == terms.TOUCHDOWN_CORNER:
        return 1 << play.CORNER
    if event == terms.EVENT_TOUCHDOWN:
        return 1 << play.EVENT
    goes_on = corner != terms.FOOTBALL and not cards_and_clock.stops_chain(config, corner)
    if goes_on and event in (terms.NO_EVENT, terms.MODIFIER):
        lines = int(config.event_value[s.game_day]) if event == terms.MODIFIER else 0
        return 1 << play.CORNER if corner > lines else 1 << play.EVENT
    return EITHER


@rule("BF-123", "BF-175", "BF-181", "BF-231")
def late_actions(s: Football, config: FootballConfig) -> int:
    """The actions that a sheet weighs before its call on a try, or when few plays are left in a half.

    On fourth down a die decides. The exception is the last card of a half, unless a time out makes its play untimed.
    """
    if s.try_down == 1:
        return 1 << win_chances.GO | 1 << win_chances.FIELD_GOAL
    left = win_chances.plays_left(s, config)
    if not cards_and_clock.half_ends_with_quarter(s):
        return FIRST
    most = LAST_PLAYS
    if s.down == 4:
        most = 1 - s.bought
    if left > most:
        return can_kneel_out(s, config, left)
    found = FIRST
    if scoring.kick_distance(s.line) <= scoring.LONGEST_FIELD_GOAL:
        found |= 1 << win_chances.FIELD_GOAL
    if s.quarter >= 4 and lead(s, s.offense) > 0:
        return found | 1 << win_chances.KNEEL
    needs_points = win_chances.is_ending(s, config) and s.quarter >= 4 and lead(s, s.offense) < 0
    if (left + s.bought == 1 or needs_points) and may_throw_far(s, config) and not is_kick_enough(s, config):
        found |= 1 << win_chances.HAIL_MARY
    return found


@rule("BF-231")
def is_final_card(s: Football, config: FootballConfig) -> bool:
    """Whether a sheet plays the final card of a half, and has no time out for another play.

    The solo rules want a play or a field goal then, so no die chooses a punt. Editions 1 and 2 rolled the die.
    """
    return bool(win_chances.is_ending(s, config) and win_chances.plays_left(s, config) == 1 and s.bought == 0)


@rule("BF-132", "BF-175", "BF-R43")
def is_kick_enough(s: Football, config: FootballConfig) -> bool:
    """Whether a short field goal would tie or win the match, so that a sheet throws no Hail Mary (edition 4)."""
    short = scoring.kick_distance(s.line) < LONG_KICK
    return bool(config.late_sense == 1 and s.quarter >= 4 and lead(s, s.offense) >= -3 and short)


@rule("BF-230", "BF-231", "BF-R43")
def buys_time(s: Football, config: FootballConfig) -> bool:
    """Whether the sheet that has the ball spends a time out before the last card of a half.

    It does, as the solo rules say, unless it is better to end the match with this play, by at least five percentage
    points. Within range of a field goal, which the solo rules name, 1.5 are enough: a kick that ties or wins then
    leaves the other side no play. In the first half it always does, and until edition 3 it always did.
    """
    if not cards_and_clock.buys_time(s, config):
        return False
    if config.late_sense == 0 or s.quarter < 4 or is_strict(config):
        return True
    bought, kept = copy(s), copy(s)
    bought.bought = 1
    kept.bought = 0
    worth = worth_of_best(kept, config)
    defense = other(s.offense)
    if order_of_play.can_take_time(s, config, defense):  # the defense is asked, and has the last word
        kept.time_outs[defense] -= 1
        kept.untimed += 1
        worth = min(worth, worth_of_best(kept, config))
    in_range = scoring.kick_distance(s.line) <= scoring.LONGEST_FIELD_GOAL
    return worth - worth_of_best(bought, config) < (CLEAR if in_range else NOTICED)


@rule("BF-230", "BF-231")
def worth_of_best(s: Football, config: FootballConfig) -> int:
    """The chance of winning with the best action on a sheet's last card.

    A punt is an option only on a fourth down that a time out makes untimed.
    """
    options = FIRST
    if s.down == 4 and s.bought + s.untimed > 0:
        options |= kick_actions(s, config)
    elif scoring.kick_distance(s.line) <= scoring.LONGEST_FIELD_GOAL:
        options |= 1 << win_chances.FIELD_GOAL
    if may_throw_far(s, config) and not is_kick_enough(s, config):
        options |= 1 << win_chances.HAIL_MARY
    most = 0
    for each in range(win_chances.KNEEL):
        if options >> each & 1:
            most = max(most, worth_of(s, config, s.offense, each))
    return most


@rule("BF-110", "BF-231", "BF-R52")
def asks_for_time(s: Football, config: FootballConfig) -> bool:
    """Whether the defense decides about a time out because the sheet that has the ball keeps its own."""
    if s.phase != terms.CALL or config.late_sense == 0 or not cards_and_clock.buys_time(s, config):
        return False
    return order_of_play.is_last_chance_for_time(s, config, other(s.offense)) and not buys_time(s, config)


@rule("BF-181", "BF-183")
def can_kneel_out(s: Football, config: FootballConfig, left: int) -> int:
    """The actions of a sheet that may lead with as many downs left as plays: it may kneel until the match is over.

    Edition 2 thought of kneeling only during the last plays.
    """
    if win_chances.is_ending(s, config) and s.quarter >= 4 and lead(s, s.offense) > 0 and s.down + left <= 5:
        return FIRST | 1 << win_chances.KNEEL
    return FIRST


@rule("BF-133", "BF-153", "BF-193")
def kick_actions(s: Football, config: FootballConfig) -> int:
    """The kicks to choose from on fourth down.

    A coffin-corner punt is an option only from midfield on. From farther back, an ordinary punt rarely reaches the end
    zone, so a coffin-corner punt would merely be shorter.
    """
    found = 1 << win_chances.PUNT
    if scoring.kick_distance(s.line) <= scoring.LONGEST_FIELD_GOAL:
        found |= 1 << win_chances.FIELD_GOAL
    if config.coffin == 1 and s.line >= terms.GOAL // 2:
        found |= 1 << win_chances.COFFIN
    return found


@rule("BF-232", "BF-233", "BF-235", "BF-R43", "BF-R51")
def unless_thrown_away(s: Football, config: FootballConfig, seat: int, action: int) -> int:
    """This `action` on fourth down, unless it throws the match away.

    It does if it leaves a losing team almost no chance of winning and another action is clearly better. From edition 3
    on, it also does if it costs at least 20 percentage points in the last plays of a half. From edition 4 on, five are
    enough for a losing team if they are 40% of its chance. With the game on the line, a field goal never becomes a
    punt.
    """
    ending = win_chances.is_ending(s, config)
    losing = s.quarter >= 4 and lead(s, seat) < 0
    if not ending and not losing:
        return action
    worth = fourth_down_worth(s, config, seat, action)
    hopeless = losing and worth < THROWN_AWAY
    if not ending and not hopeless:
        return action
    kicks_only = action == win_chances.FIELD_GOAL and is_on_the_line(s, config, seat)
    others = 1 << win_chances.GO | (1 << win_chances.FIELD_GOAL if kicks_only else kick_actions(s, config))
    if may_throw_far(s, config) and not is_kick_enough(s, config):
        others |= 1 << win_chances.HAIL_MARY
    best, most = action, worth
    for each in range(win_chances.KNEEL):
        if others >> each & 1:
            found = fourth_down_worth(s, config, seat, each)
            if found > most:
                best, most = each, found
    costs = most - worth
    if hopeless:
        return best if costs >= CLEAR else action
    if losing and config.late_sense == 1 and costs >= NOTICED and costs * 5 >= most * 2:
        return best
    return best if costs >= COSTLY else action


@rule("BF-234")
def fourth_down_worth(s: Football, config: FootballConfig, seat: int, action: int) -> int:
    """The chance of winning with this action after the fourth-down die.

    A card turns some long field goals into punts.
    """
    if not is_weighed(s, config, seat, action):
        return worth_of(s, config, seat, action)
    after = copy(s)
    scoring.clear_down(after)
    after.weighed = 1
    return win_chances.weighed_chance(after, config, seat)


@rule("BF-234", "BF-235")
def is_weighed(s: Football, config: FootballConfig, seat: int, action: int) -> bool:
    """Whether a card decides between this action and a punt: a long field goal, unless the game is on the line."""
    return bool(action == win_chances.FIELD_GOAL and is_long_kick(s) and not is_on_the_line(s, config, seat))


@rule("BF-234")
def is_long_kick(s: Football) -> bool:
    """Whether a field goal would be kicked from the 40 or from farther away."""
    return scoring.kick_distance(s.line) >= LONG_KICK


@rule("BF-175", "BF-R47")
def may_throw_far(s: Football, config: FootballConfig) -> bool:
    """Whether a Hail Mary is allowed from this line."""
    return bool(config.hail_mary_not_near == 0 or s.line < terms.GOAL - 3)
