"""What each side may call, with kneels and Hail Marys."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import abilities, cards_and_clock, kicks, play, scoring, terms
from breakaway.games.football.rules.events import (
    ABILITY_SPENT,
    AUDIBLE_CALLED,
    CARD_LEFT,
    DEFENSE_LINED_UP,
    DOWN_CHOICE,
    HAIL_MARY_ARRIVED,
    HAIL_MARY_CAUGHT,
    HAIL_MARY_DRAWN,
    HAIL_MARY_DROPPED,
    HAIL_MARY_PICKED_OFF,
    HAIL_MARY_THROWN,
    HAIL_MARY_TOO_NEAR,
    KICKER_ICED,
    KNELT,
    NO_COFFIN,
    NO_SUCH_CARD,
    NO_TIME_OUT_IN_TRY,
    NO_TIME_OUTS_LEFT,
    NOT_FOURTH_DOWN,
    NOT_IN_DISCARDS,
    NOT_IN_HAND,
    NOTHING_TO_BRING_BACK,
    OFFENSE_LINED_UP,
    ONE_CALL,
    QUICK_RELEASE_SPENT,
    TIME_BETWEEN_DOWNS,
    TOO_FAR,
    TRY_CHOICE,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BLOCKED, CHAIN, GOAL, HAIL_MARY, NONE, OFFENSE_WINS, PASS, TYPES

# --- Hail Mary and the kneel (rules 175 to 183).


COMPLETED = 10  # lines of a completed Hail Mary (178)


@rule("BF-175", "BF-177", "BF-R35")
def begin_hail_mary(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Announces a Hail Mary and discards a card. The number of cards to draw depends on where the ball is."""
    s.plays += 1
    abilities.end_script(s, config)
    tell(log, HAIL_MARY_THROWN, s.offense)
    cards_and_clock.use_card(s, config, card, log)
    s.hail_cards = config.hail_mary_cards[s.line]
    s.phase = HAIL_MARY


@rule("BF-176", "BF-178", "BF-179", "BF-180", "BF-R35")
def hail_mary(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws the next card of a Hail Mary.

    A field goal value of 9 completes the pass. A block is an interception returned for a touchdown. If no card shows a
    9 or a block, the pass is incomplete.
    """
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    judge_hail_mary(s, config, log)


@rule("BF-176", "BF-178", "BF-179", "BF-180", "BF-R35")
def judge_hail_mary(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves the drawn card of a Hail Mary."""
    value = config.field_goal[s.game_day]
    s.hail_cards -= 1
    tell(log, HAIL_MARY_DRAWN, s.offense, value)
    if value == BLOCKED:
        tell(log, HAIL_MARY_PICKED_OFF, other(s.offense))
        scoring.unlock(s, config, other(s.offense), log)
        scoring.change_sides(s, config, GOAL)
        s.play_type = NONE
        scoring.touchdown(s, config, log)
    elif value == 9:
        tell(log, HAIL_MARY_CAUGHT, s.offense)
        s.breakaway = OFFENSE_WINS
        s.play_type = first_pass(config)
        play.regain_for_breakaway(s, config, log)
        s.gain = COMPLETED
        if config.abilities_mended == 1:
            s.gain += play.completion(s, config, log)
            play.note_breakaway(s, config, log)
        if s.line + s.gain >= GOAL:
            tell(log, HAIL_MARY_ARRIVED, s.offense)
            scoring.gain(s, config, s.gain, log)
        else:
            s.phase = CHAIN
    elif s.hail_cards == 0:
        tell(log, HAIL_MARY_DROPPED, s.offense)
        scoring.gain(s, config, 0, log)


@rule("BF-178")
def first_pass(config: FootballConfig) -> int:
    """The first type of pass, which a Hail Mary uses because no type is printed for it."""
    for each in range(TYPES):
        if config.type_kind[each] == PASS:
            return each
    return NONE


@rule("BF-181", "BF-182", "BF-183", "BF-R39")
def kneel(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Plays a kneel: it costs a card and a line, draws no Game Day card and uses up the down."""
    s.plays += 1
    abilities.end_script(s, config)
    tell(log, KNELT, s.offense)
    cards_and_clock.use_card(s, config, card, log)
    scoring.gain(s, config, -1, log)


# --- Decides what each side may call (rules 21 to 23, 80 to 82, 85 to 90, 110 to 113).


NO_TIME, UNLESS_FIRST_DOWN, IN_ANY_CASE = 0, 1, 2  # when the defense calls time after the play (edition 1)

# --- what the offense may not call


@rule("BF-111", "BF-R27")
def comes_back(s: Football, order: list[int], card: int) -> bool:
    """Whether the order names this card as one that time outs bring back."""
    for i in range(s.returns):
        if order[i] == card:
            return True
    return False


@rule("BF-111", "BF-R27")
def refuse_return(s: Football, seat: int, order: list[int], slot: int) -> int:
    """The number of the rule that forbids bringing this card back with a time out, or 0.

    The card must be among the discards. Several cards must be named in ascending order.
    """
    card = order[slot]
    if card >= terms.CARDS or not cards_and_clock.is_discarded(s, seat, card):
        return NOT_IN_DISCARDS
    if slot > 0 and card <= order[slot - 1]:
        return NOT_IN_DISCARDS
    higher = 0
    for each in range(card + 1, terms.CARDS):
        if cards_and_clock.is_discarded(s, seat, each):
            higher += 1
    return NOT_IN_DISCARDS if higher < s.returns - slot - 1 else 0


@rule("BF-030", "BF-126")
def can_use(s: Football, seat: int, order: list[int], card: int) -> bool:
    """Whether the offense may use this card: the card is in hand, the order brings it back, or the play is a try."""
    return bool(s.try_down == 1 or s.card[seat][card] == terms.HAND or comes_back(s, order, card))


@rule("BF-022", "BF-030", "BF-080", "BF-081", "BF-123", "BF-129", "BF-133", "BF-153", "BF-193", "BF-R18", "BF-R47")
def refuse_action(s: Football, config: FootballConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the rule that forbids this play, kick, kneel or time out, or 0."""
    code = order[slot]
    if code < terms.PLAYS:
        if not can_use(s, seat, order, code // 2):
            return NOT_IN_HAND
        if config.illegal_call_forbidden == 1:
            return play.illegal_by(config, s.line, config.play_type[seat][code])
        return 0
    if s.try_down == 1:
        if code == terms.TIME_OUT_CALL:
            return NO_TIME_OUT_IN_TRY
        return 0 if code == terms.FIELD_GOAL_CALL else TRY_CHOICE
    if code == terms.FIELD_GOAL_CALL:
        return TOO_FAR if scoring.kick_distance(s.line) > scoring.LONGEST_FIELD_GOAL else 0
    if code in (terms.PUNT_CALL, terms.COFFIN_CALL):
        if s.down < 4:
            return NOT_FOURTH_DOWN
        return NO_COFFIN if code == terms.COFFIN_CALL and config.coffin == 0 else 0
    if code == terms.HAIL_MARY_CALL:
        return HAIL_MARY_TOO_NEAR if config.hail_mary_not_near == 1 and s.line >= terms.GOAL - 3 else 0
    if code == terms.TIME_OUT_CALL:
        return refuse_time_out(s, seat)
    return 0 if code == terms.KNEEL_CALL else DOWN_CHOICE


@rule("BF-110", "BF-112", "BF-113", "BF-R27")
def refuse_time_out(s: Football, seat: int) -> int:
    """The number of the rule that forbids a time out, or 0.

    The offense needs a time out and a discarded card to bring back.
    """
    if s.time_outs[seat] == 0:
        return NO_TIME_OUTS_LEFT
    return NOTHING_TO_BRING_BACK if cards_and_clock.discards(s, seat) <= s.returns else 0


@rule("BF-012", "BF-030", "BF-111", "BF-129", "BF-175", "BF-181")
def refuse_detail(s: Football, config: FootballConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the rule that the detail of an action breaks, or 0.

    For a play, a detail of 1 means Quick Release. For anything else, the detail is the card that the offense gives up
    or takes back.
    """
    action, detail = order[slot - 1], order[slot]
    if action < terms.PLAYS:
        if detail == 0:
            return 0
        return 0 if detail == 1 and play.can_be_quick(s, config, seat, action) else QUICK_RELEASE_SPENT
    if s.try_down == 1:
        return 0 if detail == 0 else TRY_CHOICE
    if detail >= terms.CARDS:
        return NOT_IN_HAND
    if action == terms.TIME_OUT_CALL:
        back = cards_and_clock.is_discarded(s, seat, detail) and not comes_back(s, order, detail)
        return 0 if back else NOT_IN_DISCARDS
    return 0 if can_use(s, seat, order, detail) else NOT_IN_HAND


@rule("BF-021", "BF-022")
def refuse_call(s: Football, config: FootballConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the rule broken by the code in this slot of the offense's order, or 0.

    The order consists of the cards that time outs bring back, then the action, then its detail.
    """
    if slot < s.returns:
        return refuse_return(s, seat, order, slot)
    if slot == s.returns:
        return refuse_action(s, config, seat, order, slot)
    return refuse_detail(s, config, seat, order, slot)


# --- what the offense calls


@rule("BF-021", "BF-022", "BF-110", "BF-111")
def take_call(s: Football, config: FootballConfig, order: list[int], log: Log) -> None:
    """Carries out the offense's order. After a time out, the offense still has to make its call.

    Everyone learns the call, except the card and side of a play.
    """
    seat = s.offense
    back = s.returns
    s.returns = 0
    for i in range(back):
        cards_and_clock.bring_back(s, config, order[i], log)
    action, detail = order[back], order[back + 1]
    if action == terms.TIME_OUT_CALL:
        cards_and_clock.call_time(s, config, seat, log)
        cards_and_clock.bring_back(s, config, detail, log)
        return
    declare(s, config, action, detail, log)


@rule("BF-021", "BF-181", "BF-195", "BF-R41")
def declare(s: Football, config: FootballConfig, action: int, detail: int, log: Log) -> None:
    """Declares what the offense does on this down. Everyone sees the formation of a play, but not which card and side
    it is on.
    """
    seat = s.offense
    scoring.clear_down(s)
    s.declared = 0 if action < terms.PLAYS else action
    if action < terms.PLAYS:
        s.call[seat] = action
        s.formation[seat] = config.card_formation[seat][action // 2]
        s.ability[seat] = detail
        tell(log, OFFENSE_LINED_UP, seat, s.formation[seat])
        s.phase = terms.SOLO_DEFENSE if config.sheet[other(seat)] == 1 else terms.DEFENSE
    elif action == terms.FIELD_GOAL_CALL and s.try_down == 1:
        s.phase = terms.FIELD_GOAL
    elif action == terms.FIELD_GOAL_CALL:
        kicks.begin_field_goal(s, config, detail, log)
        if config.ice == 1 and s.time_outs[other(seat)] > 0:
            s.phase = terms.ICE
    elif action == terms.HAIL_MARY_CALL:
        begin_hail_mary(s, config, detail, log)
    elif action == terms.KNEEL_CALL:
        kneel(s, config, detail, log)
    else:
        kicks.begin_punt(s, config, detail, 1 if action == terms.COFFIN_CALL else 0, log)


@rule("BF-196", "BF-197")
def ice(s: Football, log: Log) -> None:
    """Ices the kicker with one of the defense's time outs. This time out brings no card back."""
    seat = other(s.offense)
    s.iced = 1
    s.time_outs[seat] -= 1
    tell(log, KICKER_ICED, seat, s.time_outs[seat])


# --- the defense


@rule("BF-005", "BF-008", "BF-009", "BF-113", "BF-R44")
def refuse_defense(s: Football, config: FootballConfig, seat: int, order: list[int], slot: int) -> int:
    """The number of the rule broken by the code in this slot of the defense's order, or 0.

    The order consists of a call from one of the defense's cards, a time out after the play (if one is left), and a
    special defense.
    """
    code = order[slot]
    if slot == 0:
        if code >= 2 * config.defenses[seat]:
            return NO_SUCH_CARD
        return ONE_CALL if config.call_type[seat][code] == terms.NONE else 0
    if slot == 1:
        return refuse_time_after(s, config, seat, code)
    if code == 0:
        return 0
    return 0 if code == 1 and play.can_use_special_defense(s, config, seat) else ABILITY_SPENT


@rule("BF-113", "BF-R52")
def refuse_time_after(s: Football, config: FootballConfig, seat: int, code: int) -> int:
    """The number of the rule that forbids this time out after the play, or 0. Only edition 1 has such time outs."""
    if code == NO_TIME:
        return 0
    if config.time_between == 1:
        return TIME_BETWEEN_DOWNS
    if s.try_down == 1 or code > IN_ANY_CASE:
        return NO_TIME_OUT_IN_TRY
    return NO_TIME_OUTS_LEFT if s.time_outs[seat] == 0 else 0


@rule("BF-023", "BF-110")
def take_defense(s: Football, config: FootballConfig, order: list[int], log: Log) -> None:
    """Puts the defense's card face down. Everyone sees the card's formation."""
    seat = other(s.offense)
    s.call[seat] = order[0]
    s.formation[seat] = config.defense_formation[seat][order[0] // 2]
    s.time_after = order[1]
    s.ability[seat] = order[2]
    tell(log, DEFENSE_LINED_UP, seat, s.formation[seat])
    if config.sheet[s.offense] == 1:
        s.phase = terms.SOLO_CALL
    elif config.audibles == 1:
        s.phase = terms.AUDIBLE
    else:
        s.phase = terms.REVEAL


# --- audibles


@rule("BF-086", "BF-087", "BF-090", "BF-R44")
def audible_can_matter(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether any card of the visible formation has two different calls.

    The check looks at all cards of the formation, so that the answer does not give away which card was called.
    """
    if config.sheet[0] == 1 or config.sheet[1] == 1:
        return False
    cards = terms.CARDS if seat == s.offense else int(config.defenses[seat])
    called = s.call[seat] // 2  # in the view of the other side, no card
    if called < cards and can_turn(s, config, seat, called):
        return True  # the usual answer, without a search: the called card is one of the formation
    for card in range(cards):
        if has_shown_formation(s, config, seat, card) and can_turn(s, config, seat, card):
            return True
    return False


@rule("BF-087", "BF-R44")
def has_shown_formation(s: Football, config: FootballConfig, seat: int, card: int) -> bool:
    """Whether the card has the formation that the seat shows."""
    if seat == s.offense:
        return bool(config.card_formation[seat][card] == s.formation[seat])
    return bool(config.defense_formation[seat][card] == s.formation[seat])


@rule("BF-086", "BF-R44")
def can_turn(s: Football, config: FootballConfig, seat: int, card: int) -> bool:
    """Whether turning the card around changes its call. A defense card may have only one call."""
    if seat == s.offense:
        return are_different(config, seat, card)
    return bool(config.call_type[seat][2 * card + 1] != terms.NONE)


@rule("BF-006", "BF-086")
def are_different(config: FootballConfig, seat: int, card: int) -> bool:
    """Whether the two plays of an offense card differ."""
    a, b = 2 * card, 2 * card + 1
    same_play = config.play_type[seat][a] == config.play_type[seat][b]
    same_strength = config.play_strength[seat][a] == config.play_strength[seat][b]
    same_marks = (
        config.play_low[seat][a] == config.play_low[seat][b]
        and config.play_minimum[seat][a] == config.play_minimum[seat][b]
    )
    return not (same_play and same_strength and same_marks)


@rule("BF-085", "BF-088", "BF-089", "BF-R44")
def refuse_audible(s: Football, config: FootballConfig, seat: int, code: int) -> int:
    """The number of the rule that forbids an audible, or 0. A card with a single call cannot be turned around."""
    if code == 0:
        return 0
    if code != 1:
        return DOWN_CHOICE
    turned = s.call[seat] ^ 1
    if seat != s.offense and config.call_type[seat][turned] == terms.NONE:
        return ONE_CALL
    if seat == s.offense and config.illegal_call_forbidden == 1:
        return play.illegal_by(config, s.line, config.play_type[seat][turned])
    return 0


@rule("BF-085", "BF-086", "BF-R45")
def take_audible(s: Football, config: FootballConfig, seat: int, code: int, log: Log) -> None:
    """Carries out the decision about an audible before the reveal: turns the card around, or leaves it as it is.

    Everyone sees whether the card was turned around.
    """
    if code == 1:
        s.call[seat] ^= 1
        s.turned[seat] = 1
        tell(log, AUDIBLE_CALLED, seat)
    else:
        tell(log, CARD_LEFT, seat)
