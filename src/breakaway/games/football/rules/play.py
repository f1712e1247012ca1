"""A play from the reveal to its end (rules 22 to 36, 165 to 174)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.events import Log, tell
from breakaway.core.rule import rule
from breakaway.games.football.rules import clock, downs, game_day, penalties, terms, turnovers
from breakaway.games.football.rules.state import Football, FootballBook, other
from breakaway.games.football.rules.told import (
    ABILITY_USED,
    BASE_FOUND,
    BASE_IS_NOTHING,
    BREAKAWAY_RAISED,
    CARD_DRAWN,
    CARD_KEPT_LATE,
    DEFENSE_BROKE_AWAY,
    DEFENSE_SHOWN,
    EVENT_SCORES,
    EVENT_UNFIT,
    LOW_PASS_COMPLETE,
    MINIMUM_GAINED,
    MINIMUM_OVERRIDDEN,
    MODIFIER_COUNTED,
    OFFENSE_BROKE_AWAY,
    PASS_INCOMPLETE,
    PLAY_SHOWN,
    PREVENT_HALVED,
    QUICKLY_RELEASED,
)


@rule("BF-006", "BF-007", "BF-022", "BF-024")
def turn_over_offense(s: Football, book: FootballBook, log: Log) -> None:
    """The offense's play at the board's edge is the call."""
    seat, call = s.offense, s.call[s.offense]
    s.last_play = call
    s.play_type = book.play_type[seat][call]
    s.strength = book.play_strength[seat][call]
    s.low = book.play_low[seat][call]
    s.minimum = book.play_minimum[seat][call]
    tell(log, PLAY_SHOWN, seat, call, s.play_type, s.strength)


@rule("BF-007", "BF-008", "BF-024", "BF-031")
def turn_over_defense(s: Football, book: FootballBook, log: Log) -> None:
    """The defense's call, with its strength against this kind of play. A sheet has called already."""
    seat = other(s.offense)
    call = s.call[seat]
    if call != terms.NONE:
        s.defense_type = book.call_type[seat][call]
        s.defense_value = book.call_run[seat][call]
        if book.type_kind[s.play_type] == terms.PASS:
            s.defense_value = book.call_pass[seat][call]
    tell(log, DEFENSE_SHOWN, seat, s.defense_type, s.defense_value)
    add_special_defense(s, book, log)


@rule("BF-009")
def can_use_special_defense(s: Football, book: FootballBook, seat: int) -> bool:
    """Whether the team has a special defense that is unlocked, and a use of it left."""
    return bool(book.ability[seat] == terms.SPECIAL_DEFENSE and s.unlocked[seat] == 1 and s.uses[seat] > 0)


@rule("BF-009")
def add_special_defense(s: Football, book: FootballBook, log: Log) -> None:
    """A special defense, or a stand at its own goal, is stronger."""
    seat = other(s.offense)
    if book.ability[seat] == terms.SPECIAL_DEFENSE and s.ability[seat] == 1:
        s.uses[seat] -= 1
        s.defense_value += book.ability_amount[seat]
        tell(log, ABILITY_USED, seat)
    elif book.ability[seat] == terms.GOAL_LINE_STAND and s.line >= terms.GOAL - 3:
        s.defense_value += book.ability_amount[seat]
        tell(log, ABILITY_USED, seat)


@rule("BF-012")
def can_be_quick(s: Football, book: FootballBook, seat: int, call: int) -> bool:
    """Whether the team has a use of Quick Release left, and this play is a pass."""
    able = book.ability[seat] == terms.QUICK_RELEASE and s.uses[seat] > 0
    return bool(able and book.type_kind[book.play_type[seat][call]] == terms.PASS)


@rule("BF-012")
def is_quick(s: Football, book: FootballBook, play_type: int) -> bool:
    """Whether this play is a pass with Quick Release."""
    seat = s.offense
    used = s.ability[seat] == 1 and book.ability[seat] == terms.QUICK_RELEASE
    return bool(used and book.type_kind[play_type] == terms.PASS)


@rule("BF-037", "BF-038", "BF-047", "BF-012")
def winner_of(s: Football, book: FootballBook, defense_type: int, play_type: int) -> int:
    """Who wins the matchup of two types. No Defense Breakaway beats a pass with Quick Release."""
    found = book.matchup[defense_type][play_type]
    if found == terms.DEFENSE_WINS and is_quick(s, book, play_type):
        return terms.NEITHER
    return int(found)


@rule("BF-037", "BF-047", "BF-012", "BF-216")
def matchup(s: Football, book: FootballBook, log: Log) -> int:
    """Who wins the matchup of the two calls; a use of Quick Release is spent."""
    if is_quick(s, book, s.play_type):
        s.uses[s.offense] -= 1
        tell(log, QUICKLY_RELEASED, s.offense, s.uses[s.offense])
    return winner_of(s, book, s.defense_type, s.play_type)


@rule("BF-165", "BF-166", "BF-167", "BF-R2", "BF-R3")
def against_prevent(s: Football, book: FootballBook, log: Log) -> bool:
    """Prevent halves a pass (a house rule: any play), rounded up, and then its own strength is not taken off."""
    if s.defense_type != book.prevent_type:
        return False
    if book.type_kind[s.play_type] == terms.RUN and book.prevent_halves_all == 0:
        return False
    tell(log, PREVENT_HALVED, s.strength, (s.strength + 1) // 2)
    return True


@rule("BF-025", "BF-039", "BF-048", "BF-053", "BF-170", "BF-171", "BF-174")
def work_out_base(s: Football, book: FootballBook, log: Log) -> None:
    """Offense strength less defense strength; at least 1 on marked plays and Offense Breakaways; 0 on Defense ones."""
    if s.breakaway == terms.DEFENSE_WINS:
        s.base = 0
        tell(log, BASE_IS_NOTHING, s.offense)
        if s.minimum == 1:
            tell(log, MINIMUM_OVERRIDDEN, s.offense)
        return
    if against_prevent(s, book, log):
        s.base = (s.strength + 1) // 2
    else:
        s.base = s.strength - s.defense_value
    s.base += extra_strength(s, book, log)
    if s.base < 1 and s.breakaway == terms.OFFENSE_WINS:
        s.base = 1
        tell(log, BREAKAWAY_RAISED, s.offense)
    elif s.base < 1 and s.minimum == 1:
        s.base = 1
        tell(log, MINIMUM_GAINED, s.offense)
    tell(log, BASE_FOUND, s.strength, s.defense_value, s.base)


@rule("BF-009")
def extra_strength(s: Football, book: FootballBook, log: Log) -> int:
    """What the offense's ability adds on fourth down, or to a run with one line to go."""
    seat = s.offense
    kind = book.ability[seat]
    fourth = kind == terms.FOURTH_DOWN and s.down == 4 and s.try_down == 0
    short = kind == terms.SHORT_YARDAGE and s.marker - s.line == 1 and book.type_kind[s.play_type] == terms.RUN
    if fourth or short:
        tell(log, ABILITY_USED, seat)
        return int(book.ability_amount[seat])
    return 0


@rule("BF-027", "BF-035", "BF-058", "BF-168", "BF-169", "BF-172", "BF-173", "BF-R21", "BF-R22")
def settle(s: Football, book: FootballBook, log: Log) -> None:
    """The card's event, if it is for this play, and what comes of it; a breakaway's chain is not here."""
    event = game_day.event_on_play(s, book)
    if event == terms.FALSE_START:
        penalties.false_start(s, book, log)
    elif event == terms.HOLDING:
        penalties.holding(s, book, log)
    elif event == terms.TURNOVER:
        use_call_card(s, book, False, log)
        turnovers.turnover_by_event(s, book, log)
    elif event == terms.EVENT_TOUCHDOWN:
        tell(log, EVENT_SCORES, s.offense)
        use_call_card(s, book, False, log)
        downs.gain(s, book, terms.GOAL - s.line, log)
    elif game_day.is_incomplete(s, book, event):
        incomplete(s, book, log)
    else:
        lines = s.base
        if event == terms.MODIFIER:
            value = book.event_value[s.game_day]
            lines += value
            tell(log, MODIFIER_COUNTED, s.offense, value)
            if s.low == 1:
                tell(log, LOW_PASS_COMPLETE, s.offense)
        use_call_card(s, book, False, log)
        downs.gain(s, book, lines, log)


@rule("BF-169", "BF-172", "BF-192", "BF-R33")
def incomplete(s: Football, book: FootballBook, log: Log) -> None:
    """An incomplete pass leaves the ball where it is."""
    tell(log, PASS_INCOMPLETE, s.offense)
    use_call_card(s, book, True, log)
    downs.gain(s, book, 0, log)


@rule("BF-030", "BF-126", "BF-192", "BF-R33", "BF-R36")
def use_call_card(s: Football, book: FootballBook, is_incompletion: bool, log: Log) -> None:
    """The card that was called is discarded. A try's goes back where it was; so does, as a house rule, that of an
    incompletion in a half's last five cards.
    """
    if s.try_down == 1 or s.declared == terms.HAIL_MARY_CALL:
        return  # a Hail Mary gave up its card before
    s.plays += 1
    seat = s.offense
    card = s.call[seat] // 2
    if book.sheet[seat] == 1:
        card = s.drawn_card
    if is_incompletion and clock.keeps_incompletions(s, book):
        if book.sheet[seat] == 1:
            s.card[seat][card] = terms.HAND
            tell(log, CARD_KEPT_LATE, seat, terms.NONE)  # nobody knows which card of its pile a sheet has drawn
        else:
            tell(log, CARD_KEPT_LATE, seat, card)
        return
    clock.use_card(s, book, card, log)


@rule("BF-006")
def card_strength(book: FootballBook, seat: int, card: int) -> int:
    """How strong an offense card is: its better play."""
    return int(max(book.play_strength[seat][2 * card], book.play_strength[seat][2 * card + 1]))


@rule("BF-175", "BF-181", "BF-129", "BF-153")
def weakest_in_hand(s: Football, book: FootballBook, seat: int) -> int:
    """The card in hand whose better play is the weakest: what a sheet, or a short order, gives up."""
    found, least = terms.NONE, 1000
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND:
            best = card_strength(book, seat, card)
            if best < least:
                found, least = card, best
    return found


@rule("BF-024", "BF-026", "BF-037", "BF-047")
def reveal(s: Football, book: FootballBook, chance: Chance, log: Log) -> bool:
    """Both calls are turned over, a legal play is matched and a card drawn. False: an illegal call, no play."""
    turn_over_offense(s, book, log)
    if penalties.illegal_by(book, s.line, s.play_type) != 0:
        penalties.illegal_call(s, book, log)
        return False
    turn_over_defense(s, book, log)
    s.breakaway = matchup(s, book, log)
    if s.breakaway == terms.OFFENSE_WINS:
        tell(log, OFFENSE_BROKE_AWAY, s.offense)
    elif s.breakaway == terms.DEFENSE_WINS:
        tell(log, DEFENSE_BROKE_AWAY, other(s.offense))
    work_out_base(s, book, log)
    s.game_day = game_day.draw_card(s, book, chance, log)
    tell(log, CARD_DRAWN, s.game_day)
    if book.event[s.game_day] != terms.NO_EVENT and game_day.event_on_play(s, book) == terms.NO_EVENT:
        tell(log, EVENT_UNFIT, s.game_day)
    return True
