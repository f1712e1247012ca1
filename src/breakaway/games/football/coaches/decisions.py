"""Every answer of the coaches besides the calls: flags, time outs, kicks, picks, discards."""

from __future__ import annotations

from breakaway.core.rules import rule
from breakaway.core.state import copy, zeros
from breakaway.games.football.coaches.play_worth import (
    ALL,
    FLAG,
    FORCE,
    NOTES,
    UNKNOWN,
    PlayWorths,
    new_notes,
    weigh_plays,
)
from breakaway.games.football.rules import (
    best_answers,
    calls,
    cards_and_clock,
    order_of_play,
    play,
    terms,
    win_chances,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other

NO, YES = 0, 1
LONGEST_ORDER = terms.CARDS + 2  # slots of a call: cards taken back for time outs, the action, its detail
EVERYDAY_LINE = 5  # a first down at the own 25: here cards are compared that are to be kept or given up


@rule("BF-019", "BF-049", "BF-055", "BF-073", "BF-110", "BF-150", "BF-195")
def answer_question(view: Football, config: FootballConfig, seat: int, out: list[int]) -> None:
    """Writes the answer to a question that is neither a call, an audible nor a discard."""
    found, most = NO, worth_of_answer(view, config, seat, NO)
    for code in range(YES, answers_to_weigh(view, config)):
        worth = worth_of_answer(view, config, seat, code)
        if worth > most:
            found, most = code, worth
    out[0] = found


@rule("BF-011", "BF-049", "BF-195")
def answers_to_weigh(view: Football, config: FootballConfig) -> int:
    """How many answers there are to choose from: they are the codes below this number.

    Before the last quarter of a half, icing is none of them, because a time out keeps some value until the half ends.
    """
    if view.phase == terms.ICE and not cards_and_clock.half_ends_with_quarter(view):
        return 1
    return 3 if view.phase == terms.DEFENSE_PICK and play.can_force(view, config) else 2


@rule("BF-011", "BF-049", "BF-055", "BF-056", "BF-066", "BF-110", "BF-112", "BF-230")
def worth_of_answer(view: Football, config: FootballConfig, seat: int, code: int) -> int:
    """The seat's chance of winning with this answer, in millionths. A flag and Force Turnover have their price."""
    phase, after = view.phase, copy(view)
    if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        order_of_play.take_challenge(after, config, seat, code, None)
        if code == NO:
            return best_answers.answered(after, config, seat)
        return best_answers.after_penalty(after, config, seat) - FLAG
    if phase in (terms.TIME, terms.OFFENSE_TIME):
        if code == YES:
            return best_answers.with_time_out(after, config, seat)
        return best_answers.without_time_outs(after, config, seat)
    worth = best_answers.worth_of(view, config, seat, code)
    return worth - FORCE if phase == terms.DEFENSE_PICK and code == play.FORCED else worth


# --- Which cards to keep.


@rule("BF-107", "BF-111")
def rate_cards(view: Football, config: FootballConfig, seat: int, quality: list[int]) -> None:
    """How good each card of a seat is on an everyday down: the mean worth, over all calls, of its better play."""
    s = copy(view)
    s.offense = seat
    s.line = EVERYDAY_LINE
    s.down = 1
    s.marker = 10
    s.try_down = 0
    s.quarter = min(3, int(s.quarter))
    s.owed[seat] = 0
    for card in range(terms.CARDS):
        s.card[seat][card] = terms.HAND
    notes = new_notes(zeros(NOTES))
    weigh_plays(s, config, notes, ALL)
    for card in range(terms.CARDS):
        quality[card] = mean_worth(s, config, notes, card)


@rule("BF-107", "BF-227")
def choose_weakest(view: Football, config: FootballConfig, seat: int, out: list[int]) -> None:
    """Gives up the cards with the weakest better plays, or takes back those with the strongest."""
    quality = [0] * terms.CARDS
    for card in range(terms.CARDS):
        quality[card] = play.card_strength(config, seat, card)
    pick_cards(view, seat, quality, abs(int(view.owed[seat])), view.owed[seat] < 0, out)


@rule()
def mean_over_calls(s: Football, config: FootballConfig, notes: PlayWorths, code: int, shown: int) -> int:
    """The mean worth of a play over all calls, or over those of one formation (`shown`, or NONE for all).

    UNKNOWN if the play cannot be called.
    """
    total = count = 0
    defense = other(s.offense)
    for call in range(2 * config.defenses[defense]):
        seen = shown == terms.NONE or shown == config.defense_formation[defense][call // 2]
        if seen and notes.plays[code * terms.CALLS + call] >= 0:
            total += notes.plays[code * terms.CALLS + call]
            count += 1
    return total // count if count > 0 else UNKNOWN


@rule()
def mean_worth(s: Football, config: FootballConfig, notes: PlayWorths, card: int) -> int:
    """The mean worth, over all calls, of the card's better play."""
    one = mean_over_calls(s, config, notes, 2 * card, terms.NONE)
    return max(one, mean_over_calls(s, config, notes, 2 * card + 1, terms.NONE))


@rule("BF-107", "BF-227", "BF-R27")
def choose_discards(view: Football, config: FootballConfig, seat: int, out: list[int]) -> None:
    """Gives up the worst cards of the hand, or takes back the best of the discards, in ascending order."""
    quality = [0] * terms.CARDS
    rate_cards(view, config, seat, quality)
    many = abs(int(view.owed[seat]))
    pick_cards(view, seat, quality, many, view.owed[seat] < 0, out)


@rule()
def pick_cards(view: Football, seat: int, quality: list[int], many: int, best: bool, out: list[int]) -> None:
    """Writes the cards with the highest quality (or the lowest, if not `best`) that may go, in ascending order."""
    chosen = [0] * terms.CARDS
    for _ in range(many):
        found, most = terms.NONE, 0
        for card in range(terms.CARDS):
            may = cards_and_clock.is_discarded(view, seat, card) if best else view.card[seat][card] == terms.HAND
            if may and chosen[card] == 0:
                value = quality[card] if best else -quality[card]
                if found == terms.NONE or value > most:
                    found, most = card, value
        if found != terms.NONE:
            chosen[found] = 1
    slot = 0
    for card in range(terms.CARDS):
        if chosen[card] == 1 and slot < many:
            out[slot] = card
            slot += 1


# --- Kicks, kneels and Hail Marys.


@rule("BF-123", "BF-133", "BF-153", "BF-175", "BF-181", "BF-193")
def best_action(view: Football, config: FootballConfig, seat: int) -> int:
    """The best of kick, punt, kneel and Hail Mary, as an action; GO if the down leaves none of them to choose."""
    found, most = win_chances.GO, -1
    for action in range(win_chances.FIELD_GOAL, win_chances.KNEEL + 1):
        if may_choose(view, config, seat, action):
            worth = worth_of_action(view, config, seat, action)
            if worth > most:
                found, most = action, worth
    return found


@rule("BF-123", "BF-133", "BF-153", "BF-175", "BF-181", "BF-193")
def may_choose(view: Football, config: FootballConfig, seat: int, action: int) -> bool:
    """Whether the rules allow this action, and it is worth a thought."""
    order = zeros(LONGEST_ORDER)
    order[view.returns] = terms.FIELD_GOAL_CALL + action - win_chances.FIELD_GOAL
    if calls.refuse_action(view, config, seat, order, int(view.returns)) != 0:
        return False
    if action == win_chances.HAIL_MARY:
        return bool(cards_and_clock.half_ends_with_quarter(view) and win_chances.plays_left(view, config) <= 2)
    if action == win_chances.KNEEL:
        late = view.quarter >= 4 or view.quarter == 2
        return bool(late and view.try_down == 0 and win_chances.plays_left(view, config) <= 4)
    if action == win_chances.FIELD_GOAL and view.down < 4 and view.try_down == 0:
        return bool(cards_and_clock.half_ends_with_quarter(view) and win_chances.plays_left(view, config) <= 3)
    return True


@rule()
def worth_of_action(view: Football, config: FootballConfig, seat: int, action: int) -> int:
    """The worth of a kick, punt, kneel or Hail Mary to the seat."""
    after = copy(view)
    return win_chances.action_chance(after, config, seat, action)
