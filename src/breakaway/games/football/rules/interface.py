"""What the game contract asks of the rules: who must choose, what is legal, each step, hidden cards, instructions."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.chance import Chance, pick, start_step
from breakaway.core.game import Result
from breakaway.core.rules import Log, rule
from breakaway.core.state import zeros
from breakaway.games.football.rules import (
    best_answers,
    calls,
    cards_and_clock,
    kicks,
    order_of_play,
    play,
    scoring,
    solo,
    terms,
)
from breakaway.games.football.rules import play as penalties
from breakaway.games.football.rules.best_answers import EITHER, best_of
from breakaway.games.football.rules.events import (
    DOWN_CHOICE,
    FORCE_TURNOVER_SPENT,
    GIVE_UP_AS_MANY,
    NOT_IN_DISCARDS,
    NOT_IN_HAND,
)
from breakaway.games.football.rules.play import card_strength
from breakaway.games.football.rules.scoring import LONGEST_FIELD_GOAL, kick_distance
from breakaway.games.football.rules.state import Football, FootballConfig, other

# --- Fulfills the contract of all games (`core.game`) for Breakaway Football: says which seat must choose, and plays
# each step.


LONGEST_MATCH = 12_000  # steps; a typical match has about 500


@rule("BF-001", "BF-199")
def asked(s: Football) -> int:
    """The seat that decides in this phase, or 2 if neither seat does."""
    phase = s.phase
    if phase == terms.TOSS:
        return int(s.toss_winner)
    if phase == terms.DISCARD:
        return order_of_play.owing(s)
    if phase in (
        terms.OFFENSE_TIME,
        terms.CALL,
        terms.AUDIBLE,
        terms.CHALLENGE,
        terms.PENALTY,
        terms.OFFENSE_PICK,
        terms.KICK_EFFECT,
    ):
        return int(s.offense)
    if phase in (
        terms.TIME,
        terms.DEFENSE,
        terms.AUDIBLE_DEFENSE,
        terms.CHALLENGE_DEFENSE,
        terms.DEFENSE_PICK,
        terms.ICE,
    ):
        return other(s.offense)
    if order_of_play.may_kick_onside(s):
        return int(s.offense)
    return terms.SEATS


@rule("BF-001", "BF-199", "BF-R43")
def choosers(s: Football, config: FootballConfig) -> int:
    """The seat that must choose, as a bit, or 0 if no seat must.

    A seat never has to choose if its sheets play it, or if it has nothing to choose.
    """
    seat = asked(s)
    if seat == terms.SEATS or (config.sheet[seat] == 1 and decides_itself(s, config, seat)):
        return 0
    if s.phase == terms.DISCARD and not cards_and_clock.has_discards_to_choose(s, seat):
        return 0
    if s.phase == terms.AUDIBLE and not calls.audible_can_matter(s, config, seat):
        return 0
    return 1 << seat


@rule("BF-R43", "BF-R53")
def decides_itself(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the sheets that play this seat answer the question.

    With a house rule, a person decides what the solo rules leave to the human player. Calls always come from charts.
    """
    return bool(config.solo_decisions == 0 or config.sheet[other(seat)] == 1 or s.phase in (terms.CALL, terms.DISCARD))


@rule()
def slots(s: Football, config: FootballConfig, seat: int) -> int:
    """The number of codes in an order in this phase.

    The offense's order has the cards that time outs bring back, the action and its detail. The defense's
    order has its call, a time out and an ability.
    """
    if s.phase == terms.DISCARD:
        return int(abs(s.owed[seat]))
    if s.phase == terms.CALL:
        return int(s.returns + 2)
    return 3 if s.phase == terms.DEFENSE else 1


@rule()
def codes(s: Football, config: FootballConfig) -> int:
    """One more than the highest code that is possible in this phase."""
    if s.phase == terms.CALL:
        return terms.OFFENSE_CODES
    if s.phase == terms.DEFENSE:
        return terms.CALLS
    return terms.CARDS if s.phase == terms.DISCARD else 3


@rule()
def slot_codes(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """One more than the highest code that can be legal in this slot.

    Cards are named in ascending order, so the limit for each card leaves room for those still to be named.
    """
    if s.phase == terms.CALL:
        if slot < s.returns:
            return int(terms.CARDS - (s.returns - slot - 1))
        return call_codes(s, config, seat, given, slot)
    if s.phase == terms.DEFENSE:
        if slot == 0:
            return int(2 * config.defenses[seat])
        if slot == 1:
            return calls.IN_ANY_CASE + 1 if calls.refuse_time_after(s, config, seat, calls.IN_ANY_CASE) == 0 else 1
        return 2 if play.can_use_special_defense(s, config, seat) else 1
    if s.phase == terms.DISCARD:
        return int(terms.CARDS - (abs(s.owed[seat]) - slot - 1))
    return 3 if s.phase == terms.DEFENSE_PICK and play.can_force(s, config) else 2


@rule()
def call_codes(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """One more than the highest code that can be legal for the offense's action, or for the detail of the action."""
    if slot == s.returns:
        return terms.OFFENSE_CODES
    if given[slot - 1] < terms.PLAYS:
        return 2 if play.can_be_quick(s, config, seat, given[slot - 1]) else 1
    return 1 if s.try_down == 1 else terms.CARDS


@rule()
def refuse(s: Football, config: FootballConfig, seat: int, given: list[int], slot: int) -> int:
    """The number of the rule that forbids the code in this slot, or 0."""
    code = given[slot]
    if s.phase == terms.CALL:
        return calls.refuse_call(s, config, seat, given, slot)
    if s.phase == terms.DEFENSE:
        return calls.refuse_defense(s, config, seat, given, slot)
    if s.phase == terms.DISCARD:
        return refuse_discard(s, seat, given, slot)
    if s.phase == terms.AUDIBLE or s.phase == terms.AUDIBLE_DEFENSE:
        return calls.refuse_audible(s, config, seat, code)
    if s.phase == terms.DEFENSE_PICK and code == play.FORCED:
        return 0 if play.can_force(s, config) else FORCE_TURNOVER_SPENT
    return 0 if code <= 1 else DOWN_CHOICE


@rule("BF-107", "BF-227", "BF-R27")
def refuse_discard(s: Football, seat: int, given: list[int], slot: int) -> int:
    """The number of the rule that forbids this card, or 0.

    The seat must name as many cards as it owes, in ascending order. A card to give up must be in hand, and a card to
    take back must be discarded.
    """
    card = given[slot]
    if card >= terms.CARDS or (slot > 0 and card <= given[slot - 1]):
        return GIVE_UP_AS_MANY
    if not cards_and_clock.can_go(s, seat, card):
        return NOT_IN_HAND if s.owed[seat] > 0 else NOT_IN_DISCARDS
    higher = 0
    for each in range(card + 1, terms.CARDS):
        if cards_and_clock.can_go(s, seat, each):
            higher += 1
    return GIVE_UP_AS_MANY if higher < abs(s.owed[seat]) - slot - 1 else 0


@rule()
def step(s: Football, config: FootballConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays one step: a seat's answer, one card of a kick or a chain, or one roll of a sheet's die."""
    phase = s.phase
    if phase == terms.START:
        order_of_play.flip(s, config, chance, log)
    elif phase == terms.BETWEEN:
        order_of_play.between(s, config, log)
        if best_answers.asks_for_time(s, config):
            s.phase = terms.TIME
    elif phase == terms.REVEAL:
        order_of_play.reveal(s, config, chance, log)
    elif phase == terms.CHAIN:
        play.draw_chain(s, config, chance, log)
    elif phase == terms.SOLO_CALL:
        solo.call_play(s, config, chance, log)
    elif phase == terms.SOLO_DEFENSE:
        solo.call_defense(s, config, chance, log)
    elif phase in (terms.FIELD_GOAL, terms.PUNT, terms.PUNT_RETURN, terms.FREE_KICK, terms.KICK_CHAIN, terms.HAIL_MARY):
        step_kick(s, config, chance, log)
    elif phase == terms.KICK:
        step_kickoff(s, config, given, chance, log)
    elif phase == terms.CALL and config.sheet[s.offense] == 1:
        solo.declare_play(s, config, chance, log)
    else:
        step_answer(s, config, given[asked(s)], log)


@rule("BF-127", "BF-131", "BF-154")
def step_kick(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws one card of a kick, a return or a Hail Mary."""
    if s.phase == terms.FIELD_GOAL and s.try_down == 1:
        scoring.extra_point(s, config, chance, log)
    elif s.weighed == 1:
        solo.weigh_kick(s, config, chance, log)
    elif s.phase == terms.FIELD_GOAL:
        scoring.kick_field_goal(s, config, chance, log)
    elif s.phase == terms.PUNT:
        kicks.punt(s, config, chance, log)
    elif s.phase == terms.PUNT_RETURN:
        kicks.return_punt(s, config, chance, log)
    elif s.phase == terms.FREE_KICK:
        kicks.free_kick(s, config, chance, log)
    elif s.phase == terms.KICK_CHAIN:
        kicks.chain_return(s, config, chance, log)
    else:
        calls.hail_mary(s, config, chance, log)


@rule("BF-140", "BF-150", "BF-R34")
def step_kickoff(s: Football, config: FootballConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays a kickoff or, after the kickers' own score, the onside kick that they announced."""
    onside = False
    if order_of_play.may_kick_onside(s):
        seat = s.offense
        is_own = config.sheet[seat] == 1 and decides_itself(s, config, seat)
        answer = best_answers.best_answer(s, config, seat) if is_own else given[seat][0]
        onside = answer == 1
    if onside:
        kicks.onside_kick(s, config, chance, log)
    else:
        kicks.kickoff(s, config, chance, log)


@rule("BF-R43", "BF-203")
def step_answer(s: Football, config: FootballConfig, given: list[int], log: Log) -> None:
    """Plays a seat's answer: a player's, or the best one if sheets play the seat."""
    seat = asked(s)
    phase = s.phase
    if phase == terms.DISCARD:
        cards_and_clock.give_up(s, config, seat, given, log)
        s.phase = terms.BETWEEN
    elif phase == terms.CALL:
        calls.take_call(s, config, given, log)
    elif phase == terms.DEFENSE:
        calls.take_defense(s, config, given, log)
    elif phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        if phase == terms.AUDIBLE_DEFENSE or calls.audible_can_matter(s, config, seat):
            calls.take_audible(s, config, seat, given[0], log)
        order_of_play.after_audible(s, config, seat)
    else:
        answer = given[0]
        if config.sheet[seat] == 1 and decides_itself(s, config, seat):
            answer = best_answers.best_answer(s, config, seat)
        step_decision(s, config, seat, answer, log)


@rule()
def step_decision(s: Football, config: FootballConfig, seat: int, answer: int, log: Log) -> None:
    """Carries out an answer about a flip, a time out, icing, a flag, a penalty, a breakaway or the kicking ability."""
    phase = s.phase
    if phase == terms.OFFENSE_TIME:
        order_of_play.time_for_offense(s, config, answer, log)
    elif phase == terms.TIME:
        if answer == 1:
            order_of_play.time_for_defense(s, config, log)
        s.phase = terms.CALL
    elif phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        order_of_play.take_challenge(s, config, seat, answer, log)
    elif phase == terms.ICE:
        if answer == 1:
            calls.ice(s, log)
        s.phase = terms.FIELD_GOAL
    else:
        best_answers.answer(s, config, answer, log)


@rule()
def ended(s: Football) -> int:
    """The number of the rule that ended the match, or 0."""
    return int(s.ended) if s.phase == terms.OVER else 0


@rule("BF-101", "BF-184", "BF-190")
def result(s: Football, config: FootballConfig, r: Result) -> None:
    """Fills in the scores, the ranks and the rule that ended the match. If the score is tied, the match is a tie."""
    r.why = ended(s)
    for seat in range(terms.SEATS):
        r.score[seat] = s.score[seat]
        r.rank[seat] = 1 if s.score[seat] >= s.score[other(seat)] else 2


# --- Standing instructions, which answer in place of a seat.
#
# When the seat's turn comes, the first instruction that gives a legal order decides.


Instruction = Callable[[Football, FootballConfig, int], "list[int] | None"]


def always(phases: tuple[int, ...], code: int) -> Instruction:
    """An instruction that gives the same answer in all of the `phases`."""
    return lambda view, config, seat: [code] if view.phase in phases else None


def challenge_a_turnover(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Spends a flag only to challenge a turnover against this seat."""
    if view.phase not in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return None
    mine = view.offense == seat and config.event[view.game_day] == terms.TURNOVER
    return [1 if mine else 0]


def better_corner(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Picks the card's event or its corner, whichever wins more often."""
    if view.phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return [best_of(view, config, seat, EITHER)]
    return None


def last_time_out_unless_first_down(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Calls time for the defense before the offense's last card, unless the offense has just made a first down."""
    return [1 if view.down > 1 else 0] if view.phase == terms.TIME else None


def last_time_out_outside_range(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Calls time for the defense before the offense's last card, unless the offense can try a field goal."""
    if view.phase != terms.TIME:
        return None
    return [1 if kick_distance(view.line) > LONGEST_FIELD_GOAL else 0]


def discard_weakest(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Gives up the weakest cards."""
    if view.phase != terms.DISCARD or view.owed[seat] <= 0:
        return None
    held = [card for card in range(terms.CARDS) if view.card[seat][card] == terms.HAND]
    held.sort(key=lambda card: (card_strength(config, seat, card), card))
    return sorted(held[: view.owed[seat]])


def better_penalty(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Accepts or declines a Holding penalty, whichever wins more often."""
    return [best_of(view, config, seat, EITHER)] if view.phase == terms.PENALTY else None


INSTRUCTIONS: dict[str, Instruction] = {
    "never audible": always((terms.AUDIBLE, terms.AUDIBLE_DEFENSE), 0),
    "never challenge": always((terms.CHALLENGE, terms.CHALLENGE_DEFENSE), 0),
    "challenge a turnover": challenge_a_turnover,
    "take the better corner": better_corner,
    "take the better penalty": better_penalty,
    "never onside": always((terms.KICK,), 0),
    "never ice": always((terms.ICE,), 0),
    "no last time out": always((terms.TIME, terms.OFFENSE_TIME), 0),
    "every last time out": always((terms.TIME, terms.OFFENSE_TIME), 1),
    "last time out unless first down": last_time_out_unless_first_down,
    "last time out only outside field-goal range": last_time_out_outside_range,
    "always receive": always((terms.TOSS,), order_of_play.RECEIVE),
    "discard the weakest": discard_weakest,
    "no kick into a touchback": always((terms.KICK_EFFECT,), 0),
}
LATE = "last time out unless first down"  # answers for a late player in slow play


# --- What a seat may see.
#
# Before the reveal, a seat does not see the other seat's call. Under the house rule `hidden_discards`, it also does not
# see which cards the other seat gave up.


@rule("BF-021", "BF-023")
def is_face_down(s: Football) -> bool:
    """Whether there is a face-down call now."""
    return bool(s.phase in (terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE, terms.REVEAL))


@rule("BF-021", "BF-023", "BF-R46")
def redact(s: Football, config: FootballConfig, seat: int) -> None:
    """Blanks out what this seat must not know.

    Of the other side's face-down card, or of a card that a sheet has drawn, a seat sees only the formation. Hidden
    discards look like cards in hand.
    """
    if s.phase == terms.DEFENSE and s.drawn_card != terms.NONE:
        s.drawn_card = terms.UNSEEN_CALL
    for each in range(terms.SEATS):
        if each == seat:
            continue
        if is_face_down(s) and s.call[each] != terms.NONE:
            s.call[each] = terms.UNSEEN_CALL
            s.ability[each] = 0
        if s.offense != each:
            s.time_after = 0
        if config.hidden_discards == 1 and config.sheet[each] == 0:
            for card in range(terms.CARDS):
                if s.card[each][card] == terms.HAND or s.card[each][card] == terms.GIVEN:
                    s.card[each][card] = terms.UNSEEN


@rule("BF-021", "BF-023", "BF-R46")
def determinize(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Fills the blanks with a possible call of the visible formation and the right number of hidden discards."""
    if s.drawn_card == terms.UNSEEN_CALL:
        fill_drawn_card(s, config, chance)
    for each in range(terms.SEATS):
        called = terms.NONE
        if s.call[each] == terms.UNSEEN_CALL:
            if each == s.offense:
                fill_offense(s, config, each, chance)
                called = s.call[each] // 2
            else:
                fill_defense(s, config, each, chance)
        fill_discards(s, each, called, chance)


@rule("BF-219")
def fill_drawn_card(s: Football, config: FootballConfig, chance: Chance) -> None:
    """Guesses the sheet's drawn card: a card of the visible formation from the draw pile, where it stays until it is
    played.
    """
    seat = s.offense
    weights = zeros(terms.CARDS)
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND and config.card_formation[seat][card] == s.formation[seat]:
            weights[card] = 1
    start_step(chance)
    s.drawn_card = pick(chance, "guessed card", weights)


@rule("BF-021", "BF-022")
def fill_offense(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Guesses the offense's play: one of the visible formation, from a card that may be in hand."""
    weights = zeros(terms.PLAYS)
    for card in range(terms.CARDS):
        held = s.card[seat][card] == terms.HAND or s.card[seat][card] == terms.UNSEEN or s.try_down == 1
        if held and config.card_formation[seat][card] == s.formation[seat]:
            for play in range(2 * card, 2 * card + 2):
                forbidden = config.illegal_call_forbidden == 1 and penalties.illegal_by(
                    config, s.line, config.play_type[seat][play]
                )
                if not forbidden:
                    weights[play] = 1
    start_step(chance)
    s.call[seat] = pick(chance, "guessed play", weights)


@rule("BF-023", "BF-R44")
def fill_defense(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Guesses the defense's call: one of the visible formation.

    If the card was turned around, it must have two calls.
    """
    weights = zeros(terms.CALLS)
    for card in range(config.defenses[seat]):
        if config.defense_formation[seat][card] == s.formation[seat]:
            two = config.call_type[seat][2 * card + 1] != terms.NONE
            if two or s.turned[seat] == 0:
                weights[2 * card] = 1
            if two:
                weights[2 * card + 1] = 1
    start_step(chance)
    s.call[seat] = pick(chance, "guessed call", weights)


@rule("BF-R46")
def fill_discards(s: Football, seat: int, called: int, chance: Chance) -> None:
    """Guesses which hidden cards were given up.

    The number of hidden discards is known, and the called card is never one of them. All other hidden cards are in
    hand.
    """
    left = s.given[seat]
    unseen = zeros(terms.CARDS)
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.UNSEEN:
            unseen[card] = 0 if card == called and s.try_down == 0 else 1
        else:
            left = left - 1 if s.card[seat][card] == terms.GIVEN else left
    for _ in range(terms.CARDS):
        total = 0
        for card in range(terms.CARDS):
            total += unseen[card]
        if left > 0 and total > 0:
            start_step(chance)
            card = pick(chance, "guessed discard", unseen)
            s.card[seat][card] = terms.GIVEN
            unseen[card] = 0
            left -= 1
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.UNSEEN:
            s.card[seat][card] = terms.HAND
