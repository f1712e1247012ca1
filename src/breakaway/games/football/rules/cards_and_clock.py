"""The clock, which counts cards, and the Game Day deck."""

from __future__ import annotations

from breakaway.core.chance import Chance, pick_of
from breakaway.core.rules import EVERYONE, Log, rule, tell, tell_only
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.events import (
    CARD_DISCARDED,
    CARD_GIVEN_UP,
    CARD_RETURNED,
    CARD_SPENT,
    CARDS_EVENED,
    DECK_SHUFFLED,
    DISCARD_RETURNED,
    HALF_TIME_CALLED,
    KICK_HELPED,
    OVERTIME_BEGAN,
    QUARTER_OVER,
    TIME_OUT_CALLED,
    TIME_OUT_PLAYED,
    UNTIMED_DOWN,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import DECK, INCOMPLETE, KICKING, MODIFIER, NO_EVENT

# --- Game Day cards: how they are drawn, and whether their events fit the play (rules 33 to 36).


@rule("BF-002", "BF-016", "BF-R37")
def shuffle(s: Football, config: FootballConfig) -> None:
    """Puts all 54 cards back into the deck."""
    for card in range(DECK):
        s.deck[card] = config.copies[card]


@rule("BF-002")
def cards_in_deck(s: Football) -> int:
    """The number of Game Day cards that are still in the deck."""
    left = 0
    for copies in s.deck:
        left += copies
    return left


@rule("BF-026", "BF-002", "BF-R37")
def draw_card(s: Football, config: FootballConfig, chance: Chance, log: Log) -> int:
    """Draws a Game Day card from the deck. An empty deck is refilled first."""
    left = cards_in_deck(s)
    if left == 0:
        shuffle(s, config)
        tell(log, DECK_SHUFFLED)
        left = cards_in_deck(s)
    card = pick_of(chance, "Game Day card", s.deck, left)
    s.deck[card] -= 1
    return card


@rule("BF-033", "BF-034", "BF-036", "BF-057", "BF-069")
def event_on_play(s: Football, config: FootballConfig) -> int:
    """The event of the drawn card, or no event if it does not fit this kind of play or was challenged."""
    if s.ignored == 1 or config.event_kind[s.game_day] != config.type_kind[s.play_type]:
        return NO_EVENT
    return int(config.event[s.game_day])


@rule("BF-168", "BF-169", "BF-R22")
def is_incomplete(s: Football, config: FootballConfig, event: int) -> bool:
    """Whether this event makes the play an incomplete pass.

    A low-percentage pass is caught only if the card has a green modifier for passes.
    """
    if event == INCOMPLETE:
        return True
    if s.low == 0:
        return False
    if event == MODIFIER:
        return bool(config.event_value[s.game_day] <= 0)
    return bool(event == NO_EVENT and config.low_percentage_ignored_complete == 0)


@rule("BF-042", "BF-R5")
def stops_chain(config: FootballConfig, corner: int) -> bool:
    """Whether this corner ends a chain of cards: a 0 does and, under a house rule, a -1 too."""
    return bool(corner == 0 or (corner < 0 and config.minus_stops == 1))


@rule("BF-010")
def kick_value(s: Football, config: FootballConfig, seat: int, value: int) -> int:
    """A field goal or punt value with the team's kicking ability added. A block stays a block."""
    if value > 0 and config.ability[seat] == KICKING:
        return int(value + config.ability_amount[seat])
    return int(value)


@rule("BF-010")
def kicked(s: Football, config: FootballConfig, seat: int, value: int, log: Log) -> int:
    """The kick's final value. If the kicking ability changed the value, the event log also gets the printed one."""
    counts = kick_value(s, config, seat, value)
    if counts != value:
        tell(log, KICK_HELPED, seat, value, counts)
    return counts


# --- The clock: quarters of 15 offense cards, equal hands at the start of each drive, time outs (rules 101 to 115).


@rule("BF-004", "BF-101")
def cards_in_hand(s: Football, seat: int) -> int:
    """The number of offense cards that a seat holds."""
    count = 0
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND:
            count += 1
    return count


@rule("BF-111")
def is_discarded(s: Football, seat: int, card: int) -> bool:
    """Whether a time out could bring this card back."""
    return bool(s.card[seat][card] == terms.DISCARDED or s.card[seat][card] == terms.GIVEN)


@rule("BF-111", "BF-R27")
def discards(s: Football, seat: int) -> int:
    """The number of cards that a time out could bring back."""
    count = 0
    for card in range(terms.CARDS):
        if is_discarded(s, seat, card):
            count += 1
    return count


@rule("BF-102", "BF-226", "BF-228", "BF-R43")
def cards_left(s: Football, config: FootballConfig) -> int:
    """The cards left to play in this quarter, not counting cards that a side still owes for the last drive.

    The number is the size of the offense's hand. If a sheet has the ball, the number is the size of the player's hand
    minus the number of cards on the sheet's Spent pile. If sheets play both sides, the cards that
    either sheet uses are counted together.
    """
    seat = s.offense
    if config.sheet[seat] == 0:
        return int(cards_in_hand(s, seat) - s.owed[seat])
    if config.sheet[other(seat)] == 0:
        return int(cards_in_hand(s, other(seat)) - s.owed[other(seat)] - s.used)
    return int(terms.CARDS - s.gone - s.used)


@rule("BF-109", "BF-R28")
def half_ends_with_quarter(s: Football) -> bool:
    """Whether a half ends with this quarter, as it does with the second, the fourth and every overtime period."""
    return bool(s.quarter == 2 or s.quarter >= 4)


@rule("BF-192", "BF-R33")
def keeps_incompletions(s: Football, config: FootballConfig) -> bool:
    """Whether an incompletion costs no card now. A house rule allows this in the last five cards of a half."""
    return bool(config.late_incompletions == 1 and half_ends_with_quarter(s) and cards_left(s, config) <= 5)


@rule("BF-030", "BF-102", "BF-103", "BF-104", "BF-225", "BF-230", "BF-231", "BF-R26")
def use_card(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Discards the offense's card, which takes one card off the clock.

    A sheet's card goes to the Spent pile. On an untimed down, it goes to the Burned pile and takes nothing off the
    clock.
    """
    seat = s.offense
    if config.sheet[seat] == 0:
        s.card[seat][card] = terms.DISCARDED
        s.used += 1
        tell(log, CARD_DISCARDED, seat, card)
        return
    if s.untimed > 0 or s.bought == 1:
        payer = seat
        if s.untimed > 0:
            s.untimed -= 1
            payer = other(seat)
        else:
            s.bought = 0
            s.time_outs[seat] -= 1
            tell(log, TIME_OUT_PLAYED, seat, s.time_outs[seat])
        s.card[seat][card] = terms.BURNT
        tell(log, UNTIMED_DOWN, seat, payer)
        return
    s.card[seat][card] = terms.SPENT
    s.used += 1
    tell(log, CARD_SPENT, seat)


@rule("BF-107", "BF-226", "BF-R27")
def close_drive(s: Football, config: FootballConfig) -> None:
    """Ends the drive.

    The other side then owes as many cards as the drive used, not counting those that time outs brought back. A side
    that sheets play owes none.
    """
    if config.sheet[other(s.offense)] == 0:
        s.owed[other(s.offense)] += s.used
    elif config.sheet[s.offense] == 1:
        s.gone += s.used
    s.used = 0
    s.untimed = 0
    s.bought = 0
    s.returns = 0
    note_possession(s, s.offense)


@rule("BF-R46")
def told_of_cards(config: FootballConfig, seat: int) -> int:
    """The seats, as bits, that learn which cards this seat gives up or takes back.

    Usually all seats learn which cards these are; under the house rule `hidden_discards`, only the seat itself does.
    """
    return 1 << seat if config.hidden_discards == 1 else EVERYONE


@rule("BF-188")
def note_possession(s: Football, seat: int) -> None:
    """In overtime, records that this seat has had the ball."""
    if s.quarter > 4:
        s.had_ball[seat] = 1


@rule("BF-107")
def can_go(s: Football, seat: int, card: int) -> bool:
    """Whether the seat may give up this card, or take it back if the seat has cards to take back."""
    if s.owed[seat] > 0:
        return bool(s.card[seat][card] == terms.HAND)
    return is_discarded(s, seat, card)


@rule("BF-107")
def has_discards_to_choose(s: Football, seat: int) -> bool:
    """Whether a seat can choose which cards to give up or take back. A seat that must use every card has no choice."""
    if s.owed[seat] > 0:
        return bool(cards_in_hand(s, seat) > s.owed[seat])
    return bool(discards(s, seat) > -s.owed[seat])


@rule("BF-107", "BF-227", "BF-R27", "BF-R46")
def give_up(s: Football, config: FootballConfig, seat: int, order: list[int], log: Log) -> None:
    """Lets a seat give up or take back the cards that it named, so that both sides begin the drive with equal hands.

    A seat without a choice gives up its whole hand or takes back all its discards.
    """
    if has_discards_to_choose(s, seat):
        for i in range(abs(s.owed[seat])):
            give_or_take(s, config, seat, order[i], log)
    else:
        for card in range(terms.CARDS):
            if can_go(s, seat, card):
                give_or_take(s, config, seat, card, log)
    tell(log, CARDS_EVENED, seat, s.owed[seat])
    s.owed[seat] = 0


@rule("BF-107", "BF-R27", "BF-R46")
def give_or_take(s: Football, config: FootballConfig, seat: int, card: int, log: Log) -> None:
    """Lets a seat that owes cards give up this card; any other seat takes it back."""
    if s.owed[seat] > 0:
        s.card[seat][card] = terms.GIVEN
        s.given[seat] += 1
        tell_only(log, told_of_cards(config, seat), CARD_GIVEN_UP, seat, card)
    else:
        take_back(s, seat, card)
        tell_only(log, told_of_cards(config, seat), DISCARD_RETURNED, seat, card)


@rule("BF-111")
def take_back(s: Football, seat: int, card: int) -> None:
    """Returns a discarded card to the hand."""
    if s.card[seat][card] == terms.GIVEN:
        s.given[seat] -= 1
    s.card[seat][card] = terms.HAND


@rule("BF-110", "BF-113", "BF-115", "BF-230")
def call_time(s: Football, config: FootballConfig, seat: int, log: Log) -> None:
    """Calls a time out for a team. The down stays the same.

    If a player has the ball, a card comes back. If a sheet has the ball, its next play is untimed.
    """
    s.time_outs[seat] -= 1
    tell(log, TIME_OUT_CALLED, seat, s.time_outs[seat])
    if config.sheet[s.offense] == 1:
        s.untimed += 1
    elif seat != s.offense:
        s.returns += 1


@rule("BF-230", "BF-231")
def buys_time(s: Football, config: FootballConfig) -> bool:
    """Whether the sheet that has the ball spends a time out on its next play, which makes the play untimed.

    It does so with one card left in the half. After halftime, a sheet that leads spends no time outs.
    """
    if s.try_down == 1 or s.untimed > 0 or s.time_outs[s.offense] == 0 or not half_ends_with_quarter(s):
        return False
    return bool(cards_left(s, config) == 1 and (s.quarter == 2 or s.score[s.offense] <= s.score[other(s.offense)]))


@rule("BF-111", "BF-R27")
def bring_back(s: Football, config: FootballConfig, card: int, log: Log) -> None:
    """Returns to the offense's hand the card that the offense picked for a time out."""
    take_back(s, s.offense, card)
    s.used -= 1
    tell_only(log, told_of_cards(config, s.offense), CARD_RETURNED, s.offense, card)


@rule("BF-105", "BF-106", "BF-229", "BF-R28")
def end_quarter(s: Football, config: FootballConfig, log: Log) -> None:
    """Ends a quarter: both sides take back their 15 cards, and owed discards lapse.

    Ball, down and marker carry over from the first to the second quarter, and from the third to the fourth.
    """
    tell(log, QUARTER_OVER, s.quarter)
    for seat in range(terms.SEATS):
        s.owed[seat] = 0
        reclaim(s, seat)
    s.used = 0
    s.gone = 0
    s.untimed = 0
    s.bought = 0
    s.returns = 0
    s.time_after = 0
    s.quarter += 1
    if config.reshuffle_each_quarter == 1:
        shuffle(s, config)
    if s.quarter == 3:
        half_time(s, config, log)


@rule("BF-106", "BF-228")
def reclaim(s: Football, seat: int) -> None:
    """Returns a side's offense cards to its hand, or to the sheet's draw pile.

    Burned cards stay on their pile until the drive ends.
    """
    for card in range(terms.CARDS):
        if s.card[seat][card] != terms.BURNT:
            s.card[seat][card] = terms.HAND
    s.given[seat] = 0


@rule("BF-114", "BF-140", "BF-R29")
def half_time(s: Football, config: FootballConfig, log: Log) -> None:
    """Begins the second half: the drive ends, each side has three time outs again, and the side that kicked off first
    receives.
    """
    for seat in range(terms.SEATS):
        s.time_outs[seat] = 3
    s.offense = other(s.opening_kicker)
    s.after_own_score = 0
    s.then = terms.KICK
    s.phase = terms.BETWEEN
    tell(log, HALF_TIME_CALLED, s.opening_kicker)


@rule("BF-184", "BF-185", "BF-186", "BF-R32")
def start_overtime(s: Football, config: FootballConfig, log: Log) -> None:
    """Starts a period of overtime: each side has fifteen cards and two time outs, and a challenge flag is flipped
    again, as before the first kickoff.
    """
    for seat in range(terms.SEATS):
        s.time_outs[seat] = 2
        s.had_ball[seat] = 0
    s.phase = terms.START
    tell(log, OVERTIME_BEGAN, s.quarter)


@rule("BF-188", "BF-189", "BF-191", "BF-R31")
def overtime_is_won(s: Football, config: FootballConfig) -> bool:
    """Whether a side has won overtime: it leads in sudden death, or leads after both sides have had the ball."""
    both = s.had_ball[0] == 1 and s.had_ball[1] == 1
    return bool(s.score[0] != s.score[1] and (config.sudden_death == 1 or both))
