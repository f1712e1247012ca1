"""The solo opponent: its offense sheet, its defense sheet and the spy."""

from __future__ import annotations

from breakaway.core.chance import Chance, below, pick_of
from breakaway.core.rules import Log, rule, tell
from breakaway.core.state import zeros
from breakaway.games.football.rules import best_answers, cards_and_clock, scoring, terms, win_chances
from breakaway.games.football.rules import play as penalties
from breakaway.games.football.rules.calls import declare
from breakaway.games.football.rules.cards_and_clock import draw_card, kick_value
from breakaway.games.football.rules.events import (
    CARD_BURNT,
    CARD_TURNED,
    CARDS_DEFENDED,
    CODE_ROLLED,
    DIE_OVERRULED,
    DRAWN_STANDS_IN,
    FORMATION_DRAWN,
    FORMATION_ROLLED,
    FOURTH_DOWN_ROLLED,
    ICING_TAKEN_BACK,
    KICK_WEIGHED,
    KICKED_ANYWAY,
    PILE_RECYCLED,
    PLAN_SET,
    PLAY_AS_DRAWN,
    PLAY_BY_CODE,
    SHEET_DEFENDED,
    SPY_IGNORED,
    SPY_WON,
    STRATEGY_ROLLED,
)
from breakaway.games.football.rules.kicks import begin_field_goal, begin_punt, judge_punt
from breakaway.games.football.rules.play import weakest_in_hand, winner_of
from breakaway.games.football.rules.scoring import LONGEST_FIELD_GOAL, judge_field_goal, kick_distance
from breakaway.games.football.rules.state import Football, FootballConfig, is_strict, other
from breakaway.games.football.rules.terms import DEFENSE_WINS, GOAL, NONE, PASS, REVEAL, RUN, STATES

# --- The rule book's solo opponent on defense: strategy, spy, call (rules 200 to 216, 238).


NO_TOKENS, RED_ZONE, LATE_PASS = 1, 2, 3  # why the spy is on


@rule("BF-205", "BF-220")
def game_state(s: Football) -> int:
    """The Game State: down plus lines to go, at most 15."""
    return int(min(STATES - 1, s.down + s.marker - s.line))


@rule("BF-200", "BF-203", "BF-204", "BF-208", "BF-209", "BF-214")
def call_defense(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Calls the sheet's defense, after the offense's call is locked.

    One die sets the strategy. A second die is used for the spy and for the call. A strong play costs the offense a
    token.
    """
    seat, offense = other(s.offense), s.offense
    play = s.call[offense]
    play_type = config.play_type[offense][play]
    kind = config.type_kind[play_type]
    best_answers.use_special_defense(s, config, seat)
    if config.legacy_red_zone == 1:
        penalties.spend_token(s, config, play, kind, log)
        call_by_card(s, config, chance, seat, kind, log)
        s.phase = REVEAL
        return
    state, formation = game_state(s), s.formation[offense]
    first = below(chance, "strategy die", 6)
    strategy = config.front[seat][(formation * STATES + state) * 6 + first]
    tell(log, STRATEGY_ROLLED, seat, formation, state, first + 1, strategy)
    spied = why_spied(s, config, kind)
    penalties.spend_token(s, config, play, kind, log)
    if config.spy_at_once == 1:
        spied = why_spied(s, config, kind)
    second = below(chance, "call die", 6)
    if not (spied > 0 and spy_wins(s, config, strategy, kind, second, play_type, spied, log)):
        call_by_sheet(s, config, seat, formation, strategy, second, kind, log)
    s.phase = REVEAL


@rule("BF-210", "BF-211", "BF-212", "BF-213", "BF-R23", "BF-R25")
def why_spied(s: Football, config: FootballConfig, kind: int) -> int:
    """Why the spy is on, or 0 if it is off.

    The spy is on when no tokens of this kind are left, when the ball is in a red zone, or for a pass late in a half.
    """
    if s.tokens[s.offense][kind] == 0:
        return NO_TOKENS
    if s.line <= 3 or s.line >= GOAL - 3:
        return RED_ZONE
    last_two = (
        cards_and_clock.half_ends_with_quarter(s) and cards_and_clock.cards_left(s, config) <= 2 and s.try_down == 0
    )
    return LATE_PASS if kind == PASS and last_two else 0


@rule("BF-208", "BF-214", "BF-215", "BF-216")
def spy_wins(
    s: Football, config: FootballConfig, strategy: int, kind: int, die: int, play_type: int, why: int, log: Log
) -> bool:
    """Whether the spy's call replaces the sheet's. If it does, makes it the sheet's call."""
    found = spy_call(s, config, strategy, kind, die, play_type)
    if found == NONE:
        tell(log, SPY_IGNORED, strategy, kind, die + 1, spy_cell(config, strategy, kind, die))
        return False
    s.defense_type = found
    s.defense_value = 0  # the base of a Defense Breakaway is 0, whatever the strengths are
    tell(log, SPY_WON, strategy, kind, die + 1, found, why)
    return True


@rule("BF-208")
def spy_cell(config: FootballConfig, strategy: int, kind: int, die: int) -> int:
    """The type of defense in the spy table, or NONE. It has a column for each strategy and kind of play, and a row for
    each roll of the die.
    """
    return int(config.spy[die][strategy * 2 + kind - 1])


@rule("BF-214", "BF-215", "BF-216")
def spy_call(s: Football, config: FootballConfig, strategy: int, kind: int, die: int, play_type: int) -> int:
    """The spy's call against a play, or NONE. The spy's call is used only if it makes a Defense Breakaway."""
    found = spy_cell(config, strategy, kind, die)
    if found == NONE or winner_of(s, config, found, play_type) != DEFENSE_WINS:
        return NONE
    return found


@rule("BF-200", "BF-209")
def call_by_sheet(
    s: Football, config: FootballConfig, seat: int, formation: int, strategy: int, die: int, kind: int, log: Log
) -> None:
    """Looks up the roll on the back of the sheet. The result is the call: its formation, type and strength."""
    at = (formation * 3 + strategy) * 6 + die
    s.defense_type = config.back_type[seat][at]
    s.defense_value = config.back_run[seat][at] if kind == RUN else config.back_pass[seat][at]
    s.formation[seat] = config.back_formation[seat][at]
    tell(log, SHEET_DEFENDED, seat, formation, strategy, die + 1, s.defense_type, s.defense_value)


@rule("BF-238")
def call_by_card(s: Football, config: FootballConfig, chance: Chance, seat: int, kind: int, log: Log) -> None:
    """Calls a defense the older way: a random card of the team, and one of its sides at random."""
    code = 2 * below(chance, "defense card", int(config.defenses[seat]))
    if config.call_type[seat][code + 1] != NONE:
        code += below(chance, "side", 2)
    s.defense_type = config.call_type[seat][code]
    s.defense_value = config.call_run[seat][code] if kind == RUN else config.call_pass[seat][code]
    s.formation[seat] = config.defense_formation[seat][code // 2]
    tell(log, CARDS_DEFENDED, seat, s.defense_type, s.defense_value)


# --- The rule book's solo opponent on offense: fourth downs, formation, strategy, play (rules 217 to 237).


@rule("BF-217", "BF-221", "BF-224", "BF-231", "BF-232", "BF-236")
def declare_play(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Declares the sheet's action on this down: a kick, a kneel, or a formation with the card drawn for it."""
    seat = s.offense
    s.bought = int(best_answers.buys_time(s, config))  # spent after the play
    action = best_answers.best_answer(s, config, seat)
    if action == win_chances.GO and (s.down < 4 or s.try_down == 1 or best_answers.is_final_card(s, config)):
        burn_card(s, chance, log)
    elif action == win_chances.GO:
        action = fourth_down(s, config, chance, log)
        if action == win_chances.FIELD_GOAL and best_answers.is_long_kick(s):
            begin_weighing(s, config, log)
            return
    if action == win_chances.GO:
        draw_formation(s, config, chance, log)
    else:
        declare(s, config, terms.FIELD_GOAL_CALL + action - 1, weakest_card(s, config, seat), log)


@rule("BF-129", "BF-153")
def weakest_card(s: Football, config: FootballConfig, seat: int) -> int:
    """The card that a kick or a kneel costs, or 0 on a try, which costs no card."""
    return 0 if s.try_down == 1 else weakest_in_pile(s, config, seat)


@rule("BF-R38")
def weakest_in_pile(s: Football, config: FootballConfig, seat: int) -> int:
    """The weakest card of the draw pile. An empty pile is refilled first."""
    found = weakest_in_hand(s, config, seat)
    if found == terms.NONE:
        recycle(s, seat, terms.BURNT)
        found = weakest_in_hand(s, config, seat)
    if found == terms.NONE:
        recycle(s, seat, terms.SPENT)
        found = weakest_in_hand(s, config, seat)
    return found


BY_THE_BOOK = 2  # a value of the house rule `solo_decisions`


@rule("BF-232", "BF-233", "BF-R42", "BF-R43", "BF-R51", "BF-R53")
def fourth_down(s: Football, config: FootballConfig, chance: Chance, log: Log) -> int:
    """Decides whether to go for it or kick: rolls a die with modifiers against the team's target for the milestone
    ahead.

    The roll decides, unless the action that it selects would throw the match away.
    """
    seat = s.offense
    die = below(chance, "fourth-down die", 6) + 1
    column = 3
    if s.marker <= 16:
        column = (s.marker - 4) // 6
    total = die + best_answers.fourth_down_modifier(s, config, seat)
    target = config.fourth_target[seat][column]
    action = win_chances.GO if total >= target else kick(s, config)
    says = win_chances.WEIGH if best_answers.is_weighed(s, config, seat, action) else action
    tell(log, FOURTH_DOWN_ROLLED, seat, column, die, total, target, says)
    done = action
    if config.solo_decisions != BY_THE_BOOK and not is_strict(config):
        done = best_answers.unless_thrown_away(s, config, seat, action)
    if done != action:
        tell(log, DIE_OVERRULED, seat, says, done)
    return done


@rule("BF-133", "BF-193", "BF-234", "BF-235")
def kick(s: Football, config: FootballConfig) -> int:
    """The kick on fourth down: the one with the highest chance of winning.

    From the 45 and the 40, returns FIELD_GOAL; the kick may still become a punt once a card is drawn. With the game on
    the line, the kick is a field goal from anywhere in range. A strict sheet kicks a field goal from anywhere in range,
    and otherwise an ordinary punt.
    """
    distance = kick_distance(s.line)
    is_close_call = best_answers.is_long_kick(s) or best_answers.is_on_the_line(s, config, s.offense)
    if distance <= LONGEST_FIELD_GOAL and is_close_call:
        return win_chances.FIELD_GOAL
    if is_strict(config):
        return win_chances.FIELD_GOAL if distance <= LONGEST_FIELD_GOAL else win_chances.PUNT
    return best_answers.best_of(s, config, s.offense, best_answers.kick_actions(s, config))


@rule("BF-195", "BF-234", "BF-235")
def begin_weighing(s: Football, config: FootballConfig, log: Log) -> None:
    """Begins a kick from the 45 or the 40.

    With the game on the line, the kick is a field goal. Otherwise a card decides between a field goal and a punt.
    Before the card is drawn, the defense may ice the kicker.
    """
    seat = s.offense
    if best_answers.is_on_the_line(s, config, seat):
        tell(log, KICKED_ANYWAY, seat)
        declare(s, config, terms.FIELD_GOAL_CALL, weakest_in_pile(s, config, seat), log)
        return
    scoring.clear_down(s)
    s.weighed = 1
    s.phase = terms.ICE if config.ice == 1 and s.time_outs[other(seat)] > 0 else terms.FIELD_GOAL


@rule("BF-198", "BF-234")
def weigh_kick(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws the card of a kick from the 45 or the 40, and then kicks the field goal or the punt.

    A strict sheet kicks the field goal if it is good, and otherwise the punt.
    """
    seat = s.offense
    s.game_day = draw_card(s, config, chance, log)
    value = kick_value(s, config, seat, config.field_goal[s.game_day]) - s.iced
    distance = kick_distance(s.line)
    lost = weakest_in_pile(s, config, seat)
    punts = value < distance
    if not is_strict(config):
        punts = best_answers.best_of(s, config, seat, best_answers.EITHER) == 1
    tell(log, KICK_WEIGHED, seat, s.game_day, 1 if value >= distance else 0, max(0, value), distance, int(punts))
    s.weighed = 0
    if punts:
        take_icing_back(s, config, log)
        begin_punt(s, config, lost, 0, log)
        judge_punt(s, config, log)
    else:
        s.declared = terms.FIELD_GOAL_CALL
        begin_field_goal(s, config, lost, log)
        judge_field_goal(s, config, log)


@rule("BF-R50")
def take_icing_back(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives the defense its time out back if it iced a kick that becomes a punt."""
    if s.iced == 0 or config.icing_taken_back == 0:
        return
    seat = other(s.offense)
    s.iced = 0
    s.time_outs[seat] += 1
    tell(log, ICING_TAKEN_BACK, seat, s.time_outs[seat])


@rule("BF-236")
def burn_card(s: Football, chance: Chance, log: Log) -> None:
    """Burns the top card of the draw pile, so that nobody knows the next formation. The last card is never burned."""
    seat = s.offense
    pile = zeros(terms.CARDS)
    count = 0
    for card in range(terms.CARDS):
        pile[card] = int(s.card[seat][card] == terms.HAND)
        count += pile[card]
    if count > 1:
        card = pick_of(chance, "burnt card", pile, count)
        s.card[seat][card] = terms.BURNT
        tell(log, CARD_BURNT, seat, card)


@rule("BF-218", "BF-219", "BF-R38")
def draw_formation(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Rolls for a formation on the chart of distance and down, and draws a card of that formation."""
    seat = s.offense
    cell = chart_cell(s)
    die = below(chance, "formation die", 6)
    formation = config.formation_chart[seat][cell * 6 + die]
    tell(log, FORMATION_ROLLED, seat, cell // 3, cell % 3, die + 1, formation)
    scoring.clear_down(s)
    s.declared = 0
    s.formation[seat] = formation
    card = draw_of(s, config, chance, formation)
    if card == terms.NONE:
        recycle(s, seat, terms.BURNT)
        tell(log, PILE_RECYCLED, seat, terms.BURNT)
        card = draw_of(s, config, chance, formation)
    if card == terms.NONE:
        recycle(s, seat, terms.SPENT)
        tell(log, PILE_RECYCLED, seat, terms.SPENT)
        card = draw_of(s, config, chance, formation)
    s.drawn_card = card
    tell(log, FORMATION_DRAWN, seat, formation)
    s.phase = terms.SOLO_CALL if config.sheet[other(seat)] == 1 else terms.DEFENSE


@rule("BF-218")
def chart_cell(s: Football) -> int:
    """The cell of the chart of formations: three rows of distances, of three downs each."""
    distance = s.marker - s.line
    row = 2
    if distance >= 5:
        row = 0
    elif distance >= 3:
        row = 1
    return int(row * 3 + min(2, s.down - 1))


@rule("BF-219")
def draw_of(s: Football, config: FootballConfig, chance: Chance, formation: int) -> int:
    """A card of this formation from the draw pile, or NONE."""
    seat = s.offense
    pile = zeros(terms.CARDS)
    count = 0
    for card in range(terms.CARDS):
        pile[card] = int((s.card[seat][card] == terms.HAND) & (config.card_formation[seat][card] == formation))
        count += pile[card]
    return pick_of(chance, "drawn card", pile, count) if count > 0 else terms.NONE


@rule("BF-R38")
def recycle(s: Football, seat: int, pile: int) -> None:
    """Puts a pile back into the draw pile."""
    for card in range(terms.CARDS):
        if s.card[seat][card] == pile:
            s.card[seat][card] = terms.HAND


@rule("BF-220", "BF-224")
def strategy(s: Football, config: FootballConfig) -> int:
    """The sheet's strategy for the current Game State.

    In the last five cards of a half, the strategy depends on whether the sheet is losing, tied or winning.
    """
    seat = s.offense
    if s.try_down == 0 and cards_and_clock.half_ends_with_quarter(s) and cards_and_clock.cards_left(s, config) <= 5:
        ahead, at = best_answers.lead(s, seat), 1
        if ahead < 0:
            at = 0
        elif ahead > 0:
            at = 2
        late = config.strategy_late[seat][at]
        if late != terms.AS_USUAL:
            return int(late)
    return int(config.strategy_by_state[seat][game_state(s)])


@rule("BF-083", "BF-221", "BF-222", "BF-223", "BF-237")
def call_play(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Rolls a die for a code in the strategy's column. The code and the formation determine the play.

    An illegal play is replaced by the other play of its card. If both plays are illegal, the die is rolled again.
    """
    seat = s.offense
    colour = strategy(s, config)
    tell(log, PLAN_SET, seat, game_state(s), colour)
    die = below(chance, "play die", 6)
    code = config.code_chart[seat][colour * 6 + die]
    play = int(config.code_play[seat][s.formation[seat] * 12 + code])
    tell(log, CODE_ROLLED, seat, colour, die + 1, code)
    if play == terms.AS_DRAWN:
        play = 2 * s.drawn_card + below(chance, "side", 2)
        tell(log, PLAY_AS_DRAWN, seat, play)
    elif play // 2 != s.drawn_card and s.card[seat][play // 2] == terms.SPENT:
        tell(log, DRAWN_STANDS_IN, seat)
    if penalties.illegal_by(config, s.line, config.play_type[seat][play]) != 0:
        tell(log, CARD_TURNED, seat, play)
        play ^= 1
        if penalties.illegal_by(config, s.line, config.play_type[seat][play]) != 0:
            return  # the next step rolls again
    s.call[seat] = play
    best_answers.use_quick_release(s, config, seat)
    tell(log, PLAY_BY_CODE, seat, s.formation[seat], play)
    s.phase = terms.SOLO_DEFENSE if config.sheet[other(seat)] == 1 else terms.REVEAL
