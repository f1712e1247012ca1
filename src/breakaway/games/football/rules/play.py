"""A play, from the reveal to its end (rules 22 to 36, 165 to 174)."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, downs, game_day, penalties, terms, turnovers
from breakaway.games.football.rules.happened import (
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
from breakaway.games.football.rules.state import Football, FootballConfig, other


@rule("BF-006", "BF-007", "BF-022", "BF-024")
def turn_over_offense(s: Football, config: FootballConfig, log: Log) -> None:
    """Reveals the offense's call: the play on the called side of its card."""
    seat, call = s.offense, s.call[s.offense]
    s.last_play = call
    s.play_type = config.play_type[seat][call]
    s.strength = config.play_strength[seat][call]
    s.low = config.play_low[seat][call]
    s.minimum = config.play_minimum[seat][call]
    tell(log, PLAY_SHOWN, seat, call, s.play_type, s.strength)


@rule("BF-007", "BF-008", "BF-024", "BF-031")
def turn_over_defense(s: Football, config: FootballConfig, log: Log) -> None:
    """Reveals the defense's call, with its strength against this kind of play. If a sheet plays the defense, its call
    has already been made.
    """
    seat = other(s.offense)
    call = s.call[seat]
    if call != terms.NONE:
        s.defense_type = config.call_type[seat][call]
        s.defense_value = config.call_run[seat][call]
        if config.type_kind[s.play_type] == terms.PASS:
            s.defense_value = config.call_pass[seat][call]
    spied = call == terms.NONE and s.formation[seat] == terms.NONE  # the spy needs no card, so it shows no formation
    tell(log, DEFENSE_SHOWN, seat, s.defense_type, s.defense_value, int(spied))
    add_special_defense(s, config, log)


@rule("BF-009")
def can_use_special_defense(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether the team has unlocked its special defense and may still use it."""
    return bool(config.ability[seat] == terms.SPECIAL_DEFENSE and s.unlocked[seat] == 1 and s.uses[seat] > 0)


@rule("BF-009")
def add_special_defense(s: Football, config: FootballConfig, log: Log) -> None:
    """Adds the strength of a special defense, or of a goal-line stand."""
    seat = other(s.offense)
    if config.ability[seat] == terms.SPECIAL_DEFENSE and s.ability[seat] == 1:
        s.uses[seat] -= 1
        s.defense_value += config.ability_amount[seat]
        tell(log, ABILITY_USED, seat, config.ability[seat], config.ability_amount[seat])
    elif config.ability[seat] == terms.GOAL_LINE_STAND and s.line >= terms.GOAL - 3:
        s.defense_value += config.ability_amount[seat]
        tell(log, ABILITY_USED, seat, config.ability[seat], config.ability_amount[seat])


@rule("BF-012")
def can_be_quick(s: Football, config: FootballConfig, seat: int, call: int) -> bool:
    """Whether the team may use Quick Release on this call: it has a use left, and the play is a pass."""
    able = config.ability[seat] == terms.QUICK_RELEASE and s.uses[seat] > 0
    return bool(able and config.type_kind[config.play_type[seat][call]] == terms.PASS)


@rule("BF-012")
def is_quick(s: Football, config: FootballConfig, play_type: int) -> bool:
    """Whether this play is a pass thrown with Quick Release."""
    seat = s.offense
    used = s.ability[seat] == 1 and config.ability[seat] == terms.QUICK_RELEASE
    return bool(used and config.type_kind[play_type] == terms.PASS)


@rule("BF-037", "BF-038", "BF-047", "BF-012")
def winner_of(s: Football, config: FootballConfig, defense_type: int, play_type: int) -> int:
    """The side that wins the matchup of two types. A pass with Quick Release never loses to a Defense Breakaway."""
    found = config.matchup[defense_type][play_type]
    if found == terms.DEFENSE_WINS and is_quick(s, config, play_type):
        return terms.NEITHER
    return int(found)


@rule("BF-037", "BF-047", "BF-012", "BF-216")
def matchup(s: Football, config: FootballConfig, log: Log) -> int:
    """The side that wins the matchup of the two calls. If the pass uses Quick Release, spends one of its uses."""
    if is_quick(s, config, s.play_type):
        s.uses[s.offense] -= 1
        tell(log, QUICKLY_RELEASED, s.offense, s.uses[s.offense])
    return winner_of(s, config, s.defense_type, s.play_type)


@rule("BF-165", "BF-166", "BF-167", "BF-R2", "BF-R3")
def against_prevent(s: Football, config: FootballConfig, log: Log) -> bool:
    """Whether a Prevent defense halves the offense's strength. The half is rounded up.

    A Prevent defense that halves the offense's strength does not subtract its own strength. Prevent halves the
    strength of passes and, under a house rule, of runs too.
    """
    if s.defense_type != config.prevent_type:
        return False
    if config.type_kind[s.play_type] == terms.RUN and config.prevent_halves_all == 0:
        return False
    tell(log, PREVENT_HALVED, s.strength, (s.strength + 1) // 2, s.defense_value)
    return True


@rule("BF-025", "BF-039", "BF-048", "BF-053", "BF-170", "BF-171", "BF-174")
def work_out_base(s: Football, config: FootballConfig, log: Log) -> None:
    """Works out the base gain: offense strength minus defense strength.

    The base gain is at least 1 on an Offense Breakaway, and on a play marked for a minimum gain. The base gain is 0 on
    a Defense Breakaway.
    """
    if s.breakaway == terms.DEFENSE_WINS:
        s.base = 0
        tell(log, BASE_IS_NOTHING, s.offense)
        if s.minimum == 1:
            tell(log, MINIMUM_OVERRIDDEN, s.offense)
        return
    strength, against = s.strength, s.defense_value
    if against_prevent(s, config, log):
        strength, against = (s.strength + 1) // 2, 0
    extra = extra_strength(s, config, log)
    s.base = strength - against + extra
    if s.base < 1 and s.breakaway == terms.OFFENSE_WINS:
        s.base = 1
        tell(log, BREAKAWAY_RAISED, s.offense)
    elif s.base < 1 and s.minimum == 1:
        s.base = 1
        tell(log, MINIMUM_GAINED, s.offense)
    tell(log, BASE_FOUND, strength, against, s.base, extra)


@rule("BF-009")
def extra_strength(s: Football, config: FootballConfig, log: Log) -> int:
    """The strength that the offense's ability adds on fourth down, or to a run with one line to go."""
    seat = s.offense
    kind = config.ability[seat]
    fourth = kind == terms.FOURTH_DOWN and s.down == 4 and s.try_down == 0
    short = kind == terms.SHORT_YARDAGE and s.marker - s.line == 1 and config.type_kind[s.play_type] == terms.RUN
    if fourth or short:
        tell(log, ABILITY_USED, seat, kind, config.ability_amount[seat])
        return int(config.ability_amount[seat])
    return 0


@rule("BF-027", "BF-035", "BF-058", "BF-168", "BF-169", "BF-172", "BF-173", "BF-R21", "BF-R22")
def settle(s: Football, config: FootballConfig, log: Log) -> None:
    """Resolves the play, together with the card's event if the event fits. Breakaway chains are resolved in
    breakaways.py.
    """
    event = game_day.event_on_play(s, config)
    if event == terms.FALSE_START:
        penalties.false_start(s, config, log)
    elif event == terms.HOLDING:
        penalties.holding(s, config, log)
    elif event == terms.TURNOVER:
        use_call_card(s, config, False, log)
        turnovers.turnover_by_event(s, config, log)
    elif event == terms.EVENT_TOUCHDOWN:
        tell(log, EVENT_SCORES, s.offense)
        use_call_card(s, config, False, log)
        downs.gain(s, config, terms.GOAL - s.line, log)
    elif game_day.is_incomplete(s, config, event):
        incomplete(s, config, event != terms.INCOMPLETE, log)
    else:
        lines = s.base
        if event == terms.MODIFIER:
            value = config.event_value[s.game_day]
            lines += value
            tell(log, MODIFIER_COUNTED, s.offense, value)
            if s.low == 1:
                tell(log, LOW_PASS_COMPLETE, s.offense)
        use_call_card(s, config, False, log)
        downs.gain(s, config, lines, log)


@rule("BF-169", "BF-172", "BF-192", "BF-R33")
def incomplete(s: Football, config: FootballConfig, is_low: bool, log: Log) -> None:
    """Resolves an incomplete pass: the ball stays where it is.

    `is_low` says that only the lack of a green modifier makes it incomplete.
    """
    tell(log, PASS_INCOMPLETE, s.offense, int(is_low))
    use_call_card(s, config, True, log)
    downs.gain(s, config, 0, log)


@rule("BF-030", "BF-126", "BF-192", "BF-R33", "BF-R36")
def use_call_card(s: Football, config: FootballConfig, is_incompletion: bool, log: Log) -> None:
    """Discards the card that was called.

    After a try, the card goes back to where it was. Under a house rule, the card of an incompletion in the last five
    cards of a half also goes back to where it was.
    """
    if s.try_down == 1 or s.declared == terms.HAIL_MARY_CALL:
        return  # a Hail Mary has already cost its card
    s.plays += 1
    seat = s.offense
    card = s.call[seat] // 2
    if config.sheet[seat] == 1:
        card = s.drawn_card
    if is_incompletion and clock.keeps_incompletions(s, config):
        if config.sheet[seat] == 1:
            s.card[seat][card] = terms.HAND
            tell(log, CARD_KEPT_LATE, seat, terms.NONE)  # nobody knows which card the sheet has drawn from its pile
        else:
            tell(log, CARD_KEPT_LATE, seat, card)
        return
    clock.use_card(s, config, card, log)


@rule("BF-006")
def card_strength(config: FootballConfig, seat: int, card: int) -> int:
    """The strength of an offense card, which is that of its better play."""
    return int(max(config.play_strength[seat][2 * card], config.play_strength[seat][2 * card + 1]))


@rule("BF-175", "BF-181", "BF-129", "BF-153")
def weakest_in_hand(s: Football, config: FootballConfig, seat: int) -> int:
    """The card in hand whose better play is weakest, or NONE.

    Sheets give up this card, as do players whose orders name no card.
    """
    found, least = terms.NONE, 1000
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND:
            best = card_strength(config, seat, card)
            if best < least:
                found, least = card, best
    return found


@rule("BF-024", "BF-026", "BF-037", "BF-047")
def reveal(s: Football, config: FootballConfig, chance: Chance, log: Log) -> bool:
    """Reveals both calls, finds the matchup and draws a card.

    Returns False if the call was illegal and there is no play.
    """
    turn_over_offense(s, config, log)
    if penalties.illegal_by(config, s.line, s.play_type) != 0:
        penalties.illegal_call(s, config, log)
        return False
    turn_over_defense(s, config, log)
    s.breakaway = matchup(s, config, log)
    if s.breakaway == terms.OFFENSE_WINS:
        tell(log, OFFENSE_BROKE_AWAY, s.offense)
    elif s.breakaway == terms.DEFENSE_WINS:
        tell(log, DEFENSE_BROKE_AWAY, other(s.offense))
    work_out_base(s, config, log)
    s.game_day = game_day.draw_card(s, config, chance, log)
    tell(log, CARD_DRAWN, s.game_day)
    if config.event[s.game_day] != terms.NO_EVENT and game_day.event_on_play(s, config) == terms.NO_EVENT:
        tell(log, EVENT_UNFIT, s.game_day)
    return True
