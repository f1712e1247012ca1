"""A play from scrimmage: the reveal, breakaways, challenge flags and penalties."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import abilities, cards_and_clock, scoring, terms
from breakaway.games.football.rules.events import (
    ABILITY_USED,
    ALL_THE_WAY,
    AUDIBLE_FREE,
    AUTOMATIC_FIRST_DOWN,
    BASE_FOUND,
    BASE_IS_NOTHING,
    BLUE_SPENT,
    BREAKAWAY_RAISED,
    CARD_DRAWN,
    CARD_KEPT_LATE,
    CORNER_ADDED,
    CORNER_COUNTED,
    DEFENSE_BROKE_AWAY,
    DEFENSE_PICKED,
    DEFENSE_SHOWN,
    EVENT_IGNORED,
    EVENT_SCORES,
    EVENT_UNFIT,
    FALSE_STARTED,
    FLAG_REGAINED,
    FLAG_THROWN,
    FLAGS_RESTORED,
    HOLDING_ACCEPTED,
    HOLDING_DECLINED,
    ILLEGAL_LONG,
    ILLEGAL_MEDIUM,
    ILLEGALLY_CALLED,
    LOW_PASS_COMPLETE,
    MINIMUM_GAINED,
    MINIMUM_OVERRIDDEN,
    MODIFIER_COUNTED,
    OFFENSE_BROKE_AWAY,
    OFFENSE_PICKED,
    ORANGE_SPENT,
    PASS_INCOMPLETE,
    PENALTY_STOPPED,
    PLAY_SHOWN,
    PREVENT_HALVED,
    QUICKLY_RELEASED,
    TACKLE_AVOIDED,
    TACKLED,
    TOKEN_RETURNED,
    TURNOVER_FORCED,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import BETWEEN, CALL, GOAL

# --- Challenge flags (rules 55 to 68).


LOST_BALL = -100  # lines: worse than any loss


@rule("BF-003", "BF-R19")
def most_flags(config: FootballConfig, seat: int) -> int:
    """The number of challenge flags that a team starts with. The extra-flag ability adds to this number."""
    if config.ability[seat] == terms.EXTRA_FLAG:
        return int(config.flags + config.ability_amount[seat])
    return int(config.flags)


@rule("BF-003", "BF-018", "BF-R19")
def take_flags(s: Football, config: FootballConfig) -> None:
    """Gives each team its challenge flags at the start."""
    for seat in range(terms.SEATS):
        s.flags[seat] = most_flags(config, seat)


@rule("BF-058", "BF-R22")
def lines_without(s: Football, config: FootballConfig) -> int:
    """The lines that the play gains if the event is ignored."""
    if cards_and_clock.is_incomplete(s, config, terms.NO_EVENT):
        return 0
    return int(min(s.base, terms.GOAL - s.line))


@rule("BF-027", "BF-168", "BF-169")
def lines_with(s: Football, config: FootballConfig, event: int) -> int:
    """The lines that the play gains with this event."""
    if cards_and_clock.is_incomplete(s, config, event):
        return 0
    if event == terms.MODIFIER:
        return int(min(s.base + config.event_value[s.game_day], terms.GOAL - s.line))
    if event == terms.EVENT_TOUCHDOWN:
        return int(terms.GOAL - s.line)
    return LOST_BALL


@rule("BF-056", "BF-059", "BF-060", "BF-R20", "BF-R21")
def may_challenge(s: Football, config: FootballConfig, seat: int) -> bool:
    """Whether a challenge by this seat can matter.

    The seat must have a flag. The play must not be a breakaway, and the card's event must fit the play and hurt the
    seat.
    """
    if s.breakaway != 0 or s.flags[seat] == 0:
        return False
    event = cards_and_clock.event_on_play(s, config)
    if event == terms.NO_EVENT:
        return False
    on_offense = seat == s.offense
    if event == terms.FALSE_START:
        return True
    if event == terms.HOLDING:
        return not on_offense  # the offense may decline it
    if event == terms.TURNOVER and not on_offense:
        return bool(s.down == 4)  # an interception far downfield can be worse than taking over on downs
    change = lines_with(s, config, event) - lines_without(s, config)
    if change == 0 and event == terms.INCOMPLETE and cards_and_clock.keeps_incompletions(s, config):
        return not on_offense  # the incompletion saves the offense a card
    return change < 0 if on_offense else change > 0


@rule("BF-055", "BF-057", "BF-058")
def challenge(s: Football, seat: int, log: Log) -> None:
    """Spends a flag. The event is ignored, and the play is resolved without a modifier."""
    s.flags[seat] -= 1
    s.ignored = 1
    tell(log, FLAG_THROWN, seat, s.flags[seat])
    tell(log, EVENT_IGNORED, s.game_day)


@rule("BF-061", "BF-062", "BF-063", "BF-064", "BF-067", "BF-068")
def regain(s: Football, config: FootballConfig, seat: int, most: int, log: Log) -> None:
    """Gives a flag back to a side that creates a breakaway while it is tied or losing and has no flag left.

    For a player's team, the house rule `regain` may give no flag back, or restore all of them (`most`).
    """
    how = config.regain
    if config.sheet[seat] == 1 or how == 1:
        if s.flags[seat] > 0 or s.score[seat] > s.score[other(seat)] or most == 0:
            return
        s.flags[seat] = 1
        tell(log, FLAG_REGAINED, seat, 1)
    elif how == 2 and s.flags[seat] < most:
        s.flags[seat] = most
        tell(log, FLAGS_RESTORED, seat, most)


@rule("BF-061")
def regain_for_breakaway(s: Football, config: FootballConfig, log: Log) -> None:
    """Gives a flag back to the side that created the breakaway: the offense or the defense.

    The flag helps from the next play on, because flags are never used on breakaways.
    """
    seat = s.offense if s.breakaway == terms.OFFENSE_WINS else other(s.offense)
    regain(s, config, seat, most_flags(config, seat), log)


# --- Penalties: False Start, Holding, and illegal calls near the goal (rules 69 to 84).


@rule("BF-078", "BF-079", "BF-R17")
def mark_off(s: Football, lines: int, log: Log) -> None:
    """Marks off a penalty. A penalty never scores: the ball stops at the 5 at either end."""
    target = s.line + lines
    stopped = min(GOAL - 1, max(1, target))
    if stopped != target:
        tell(log, PENALTY_STOPPED, s.offense, stopped)
    s.line = stopped


@rule("BF-072", "BF-076", "BF-084")
def replay_down(s: Football, config: FootballConfig, log: Log) -> None:
    """Voids the play and replays the down. The card stays in hand, and a spy token spent on the play comes back."""
    if s.spent_token > 0:
        s.tokens[s.offense][s.spent_token] += 1
        tell(log, TOKEN_RETURNED, s.offense, s.spent_token)
    s.then = CALL
    s.phase = BETWEEN


@rule("BF-070", "BF-071")
def false_start(s: Football, config: FootballConfig, log: Log) -> None:
    """Moves the ball one line back and replays the down. A False Start cannot be declined."""
    tell(log, FALSE_STARTED, s.offense)
    mark_off(s, -1, log)
    replay_down(s, config, log)


@rule("BF-073", "BF-075", "BF-077", "BF-R16")
def holding(s: Football, config: FootballConfig, log: Log) -> None:
    """Moves the ball one line forward and gives a first down.

    The marker stays unless the ball has reached it. Under a house rule, the marker moves anyway.
    """
    tell(log, HOLDING_ACCEPTED, s.offense)
    mark_off(s, 1, log)
    replay_down(s, config, log)
    if s.try_down == 1:
        return
    s.down = 1
    tell(log, AUTOMATIC_FIRST_DOWN, s.offense)
    if s.line >= s.marker:
        s.marker = scoring.next_marker(s.line)
    elif config.automatic_first_moves_marker == 1:
        s.marker = scoring.next_marker(s.marker)


@rule("BF-080", "BF-081")
def illegal_by(config: FootballConfig, line: int, play_type: int) -> int:
    """The number of the rule that forbids this type of play on this line, or 0.

    Long plays are illegal on the opponent's 15, 10 and 5, and Medium plays on the 5.
    """
    if play_type == config.long_type and line >= GOAL - 3:
        return ILLEGAL_LONG
    if play_type == config.medium_type and line >= GOAL - 1:
        return ILLEGAL_MEDIUM
    return 0


@rule("BF-082", "BF-R18")
def illegal_call(s: Football, config: FootballConfig, log: Log) -> None:
    """Voids an illegal play: the ball moves one line back, and the card stays in hand."""
    tell(log, ILLEGALLY_CALLED, s.offense, s.play_type)
    mark_off(s, -1, log)
    replay_down(s, config, log)


@rule("BF-074")
def declined(s: Football, log: Log) -> None:
    """Ignores a Holding penalty that the offense declined."""
    s.ignored = 1
    tell(log, HOLDING_DECLINED, s.offense, other(s.offense))


# --- Spy tokens (rules 201, 206 and 207).


HIGH_RUN, HIGH_PASS = 4, 7  # plays of this printed strength or more cost a token (206, 207)


@rule("BF-206", "BF-207", "BF-R24")
def costs_token(config: FootballConfig, seat: int, play: int, kind: int) -> bool:
    """Whether a play of this kind is strong: a run of printed strength 4 or more, or a pass of 7 or more."""
    return bool(config.play_strength[seat][play] >= (HIGH_RUN if kind == terms.RUN else HIGH_PASS))


@rule("BF-084", "BF-201", "BF-206", "BF-207", "BF-R24")
def spend_token(s: Football, config: FootballConfig, play: int, kind: int, log: Log) -> None:
    """Spends a spy token for a strong play, if one is left: an orange one for a run, a blue one for a pass.

    If the play replaces one of the same kind that has cost a token, a weak play gets it back.
    """
    is_strong = costs_token(config, int(s.offense), play, kind)
    if s.spent_token > 0 and not is_strong:
        s.tokens[s.offense][kind] += 1
        s.spent_token = 0
        tell(log, TOKEN_RETURNED, s.offense, kind)
    elif s.spent_token == 0 and is_strong and s.tokens[s.offense][kind] > 0:
        s.tokens[s.offense][kind] -= 1
        s.spent_token = kind
        if kind == terms.RUN:
            tell(log, ORANGE_SPENT, s.offense, s.tokens[s.offense][kind])
        else:
            tell(log, BLUE_SPENT, s.offense, s.tokens[s.offense][kind])


# --- A play, from the reveal to its end (rules 22 to 36, 165 to 174).


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
    elif abilities.has_parts(config, seat):
        s.defense_value += abilities.added(s, config, seat, abilities.STRENGTH, log)
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
    if kind == terms.DECLARED:
        return abilities.added(s, config, seat, abilities.GAIN, log)
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
    event = cards_and_clock.event_on_play(s, config)
    if event == terms.FALSE_START:
        false_start(s, config, log)
    elif event == terms.HOLDING:
        holding(s, config, log)
    elif event == terms.TURNOVER:
        use_call_card(s, config, False, log)
        scoring.turnover_by_event(s, config, log)
    elif event == terms.EVENT_TOUCHDOWN:
        tell(log, EVENT_SCORES, s.offense)
        use_call_card(s, config, False, log)
        scoring.gain(s, config, terms.GOAL - s.line, log)
    elif cards_and_clock.is_incomplete(s, config, event):
        incomplete(s, config, event != terms.INCOMPLETE, log)
    else:
        lines = s.base
        if event == terms.MODIFIER:
            value = config.event_value[s.game_day]
            lines += value
            tell(log, MODIFIER_COUNTED, s.offense, value)
            if s.low == 1:
                tell(log, LOW_PASS_COMPLETE, s.offense)
        lines += completion(s, config, log)
        use_call_card(s, config, False, log)
        scoring.gain(s, config, lines, log)


@rule("BF-R54")
def completion(s: Football, config: FootballConfig, log: Log) -> int:
    """What the offense's declared ability adds to a completed pass."""
    if config.type_kind[s.play_type] != terms.PASS:
        return 0
    return abilities.added(s, config, s.offense, abilities.COMPLETED, log)


@rule("BF-R55")
def turn_freely(s: Football, config: FootballConfig, log: Log) -> None:
    """Turns the offense's card around if a free audible saves it from a Defense Breakaway.

    An illegal call stays illegal. Until edition 4, a free audible could save it from the penalty.
    """
    seat, call = s.offense, s.call[s.offense]
    if not abilities.has_parts(config, seat):
        return
    play_type, turned = config.play_type[seat][call], config.play_type[seat][call ^ 1]
    laid = s.call[other(seat)]
    defense_type = s.defense_type if laid == terms.NONE else config.call_type[other(seat)][laid]
    is_beaten = winner_of(s, config, defense_type, play_type) == terms.DEFENSE_WINS
    if not is_beaten or winner_of(s, config, defense_type, turned) == terms.DEFENSE_WINS:
        return
    if illegal_by(config, s.line, turned) != 0:
        return
    if config.abilities_mended == 1 and illegal_by(config, s.line, play_type) != 0:
        return  # an illegal call is no play, so no defense beats it
    if laid == terms.NONE and config.type_kind[play_type] != config.type_kind[turned]:
        return  # a sheet's strength has been read for this kind of play
    for part in range(abilities.PARTS):
        is_on = abilities.is_on(s, config, seat, part, abilities.AUDIBLE)
        if is_on and abilities.fits(s, config, seat, part, play_type):
            abilities.spend(s, config, seat, part)
            s.call[seat] = call ^ 1
            tell(log, AUDIBLE_FREE, seat)
            if config.abilities_mended == 1 and config.sheet[other(seat)] == 1:
                spend_token(s, config, call ^ 1, int(config.type_kind[turned]), log)
            return


@rule("BF-169", "BF-172", "BF-192", "BF-R33")
def incomplete(s: Football, config: FootballConfig, is_low: bool, log: Log) -> None:
    """Resolves an incomplete pass: the ball stays where it is.

    `is_low` says that only the lack of a green modifier makes it incomplete.
    """
    tell(log, PASS_INCOMPLETE, s.offense, int(is_low))
    use_call_card(s, config, True, log)
    scoring.gain(s, config, 0, log)


@rule("BF-030", "BF-126", "BF-192", "BF-R33", "BF-R36")
def use_call_card(s: Football, config: FootballConfig, is_incompletion: bool, log: Log) -> None:
    """Discards the card that was called.

    After a try, the card goes back to where it was. Under a house rule, the card of an incompletion in the last five
    cards of a half also goes back to where it was.
    """
    if s.try_down == 1 or s.declared == terms.HAIL_MARY_CALL:
        return  # a Hail Mary has already cost its card
    s.plays += 1
    abilities.follow_script(s, config, log)
    seat = s.offense
    card = s.call[seat] // 2
    if config.sheet[seat] == 1:
        card = s.drawn_card
    if is_incompletion and cards_and_clock.keeps_incompletions(s, config):
        if config.sheet[seat] == 1:
            s.card[seat][card] = terms.HAND
            tell(log, CARD_KEPT_LATE, seat, terms.NONE)  # nobody knows which card the sheet has drawn from its pile
        else:
            tell(log, CARD_KEPT_LATE, seat, card)
        return
    cards_and_clock.use_card(s, config, card, log)


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
    turn_freely(s, config, log)
    turn_over_offense(s, config, log)
    if illegal_by(config, s.line, s.play_type) != 0:
        illegal_call(s, config, log)
        return False
    turn_over_defense(s, config, log)
    s.breakaway = matchup(s, config, log)
    if s.breakaway == terms.OFFENSE_WINS:
        tell(log, OFFENSE_BROKE_AWAY, s.offense)
    elif s.breakaway == terms.DEFENSE_WINS:
        tell(log, DEFENSE_BROKE_AWAY, other(s.offense))
    work_out_base(s, config, log)
    if s.breakaway == terms.OFFENSE_WINS and config.abilities_mended == 0:
        abilities.note(s, config, s.offense, abilities.BREAKAWAY, log)
    elif s.breakaway == terms.DEFENSE_WINS:
        abilities.note(s, config, other(s.offense), abilities.STOP, log)
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    tell(log, CARD_DRAWN, s.game_day)
    if config.event[s.game_day] != terms.NO_EVENT and cards_and_clock.event_on_play(s, config) == terms.NO_EVENT:
        tell(log, EVENT_UNFIT, s.game_day)
    return True


# --- Offense and Defense Breakaways (rules 37 to 54).


EVENT, CORNER, FORCED = 0, 1, 2  # answers at a breakaway


@rule("BF-040", "BF-044")
def offense_may_pick(s: Football, config: FootballConfig) -> bool:
    """Whether the first card's event and its corner lead to different results for the offense."""
    event, corner = cards_and_clock.event_on_play(s, config), config.offense_corner[s.game_day]
    to_go = terms.GOAL - s.line - s.base
    if corner == terms.FOOTBALL or cards_and_clock.stops_chain(config, corner):
        return True
    by_corner = to_go if corner == terms.TOUCHDOWN_CORNER else min(to_go, corner)
    if event == terms.NO_EVENT:
        return True
    if event == terms.MODIFIER:
        return bool(min(to_go, config.event_value[s.game_day]) != by_corner)
    if event == terms.EVENT_TOUCHDOWN:
        return bool(by_corner != to_go)
    return True


@rule("BF-R54")
def note_breakaway(s: Football, config: FootballConfig, log: Log) -> None:
    """Notes an Offense Breakaway for declared abilities, once its own pass is caught: it helps later plays only.

    Until edition 4, it was noted at the reveal.
    """
    if config.abilities_mended == 1:
        abilities.note(s, config, s.offense, abilities.BREAKAWAY, log)


@rule("BF-040", "BF-041", "BF-044", "BF-046", "BF-R6")
def offense_picks(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Resolves the first card by its event or its corner, as the offense chose.

    An event that does not fit the play adds 0. A penalty voids the play.
    """
    s.gain = s.base
    tell(log, OFFENSE_PICKED, s.offense, answer, s.game_day)
    if answer == CORNER:
        s.gain += completion(s, config, log)
        note_breakaway(s, config, log)
        chain_card(s, config, config.offense_corner[s.game_day], log)
        return
    event = cards_and_clock.event_on_play(s, config)
    is_caught = event in (terms.NO_EVENT, terms.MODIFIER)
    if not is_caught:
        note_breakaway(s, config, log)
    if event == terms.HOLDING:
        holding(s, config, log)
    elif event == terms.FALSE_START:
        false_start(s, config, log)
    elif event == terms.TURNOVER:
        use_call_card(s, config, False, log)
        scoring.turnover_by_event(s, config, log)
    elif event == terms.INCOMPLETE:
        incomplete(s, config, False, log)
    else:
        if event == terms.MODIFIER:
            s.gain += config.event_value[s.game_day]
            tell(log, MODIFIER_COUNTED, s.offense, config.event_value[s.game_day])
        elif event == terms.EVENT_TOUCHDOWN:
            s.gain = terms.GOAL - s.line
        elif config.offense_corner[s.game_day] == 0:
            tell(log, TACKLE_AVOIDED, s.offense)
        if is_caught:
            s.gain += completion(s, config, log)
            note_breakaway(s, config, log)
        go_on(s, config, log)


@rule("BF-041", "BF-042", "BF-043", "BF-045", "BF-R5", "BF-R6")
def chain_card(s: Football, config: FootballConfig, corner: int, log: Log) -> None:
    """Adds a card's offense corner to the gain. A 0 means a tackle; a football in the corner means a fumble."""
    if corner == terms.FOOTBALL:
        use_call_card(s, config, False, log)
        scoring.fumble_at_spot(s, config, log)
    elif cards_and_clock.stops_chain(config, corner):
        tell(log, TACKLED, s.offense, s.gain)
        end_chain(s, config, log)
    else:
        if corner == terms.TOUCHDOWN_CORNER:
            s.gain = terms.GOAL - s.line
            tell(log, ALL_THE_WAY, s.offense)
        else:
            s.gain += corner
            to_go = terms.GOAL - s.line
            tell(log, CORNER_ADDED, s.offense, corner, min(s.gain, to_go), int(s.gain >= to_go))
        go_on(s, config, log)


@rule("BF-041")
def go_on(s: Football, config: FootballConfig, log: Log) -> None:
    """Lets the breakaway go on with another card, unless the ball has reached the goal line."""
    if s.line + s.gain >= terms.GOAL:
        end_chain(s, config, log)
    else:
        s.phase = terms.CHAIN


@rule("BF-028", "BF-041")
def end_chain(s: Football, config: FootballConfig, log: Log) -> None:
    """Ends the breakaway: discards the offense's card and moves the ball."""
    use_call_card(s, config, False, log)
    scoring.gain(s, config, s.gain, log)


@rule("BF-041", "BF-045")
def draw_chain(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Draws one more card for the chain."""
    s.game_day = cards_and_clock.draw_card(s, config, chance, log)
    chain_card(s, config, config.offense_corner[s.game_day], log)


@rule("BF-011", "BF-049")
def can_force(s: Football, config: FootballConfig) -> bool:
    """Whether the defense has Force Turnover left."""
    seat = other(s.offense)
    return bool(config.ability[seat] == terms.FORCE_TURNOVER and s.uses[seat] > 0)


@rule("BF-048", "BF-049", "BF-168")
def lines_by_event(s: Football, config: FootballConfig) -> int:
    """The lines that the card's event gains on a Defense Breakaway, where the base is 0."""
    event = cards_and_clock.event_on_play(s, config)
    if event == terms.MODIFIER and not cards_and_clock.is_incomplete(s, config, event):
        return int(config.event_value[s.game_day])
    return 0


@rule("BF-049")
def defense_may_pick(s: Football, config: FootballConfig) -> bool:
    """Whether the event and the corner give the defense different results, or the defense can force a turnover."""
    event, corner = cards_and_clock.event_on_play(s, config), config.defense_corner[s.game_day]
    if can_force(s, config) or event in (terms.TURNOVER, terms.FALSE_START, terms.HOLDING, terms.EVENT_TOUCHDOWN):
        return True
    if cards_and_clock.keeps_incompletions(s, config) and (event == terms.INCOMPLETE or s.low == 1):
        return True
    return bool(corner != lines_by_event(s, config))


@rule("BF-011", "BF-049", "BF-050", "BF-051", "BF-052", "BF-053")
def defense_picks(s: Football, config: FootballConfig, answer: int, log: Log) -> None:
    """Resolves the defense's choice: the card's event with a base of 0, the corner alone, or a forced turnover."""
    corner = config.defense_corner[s.game_day]
    tell(log, DEFENSE_PICKED, other(s.offense), answer, s.game_day)
    if answer == FORCED:
        s.uses[other(s.offense)] -= 1
        tell(log, TURNOVER_FORCED, other(s.offense))
        use_call_card(s, config, False, log)
        scoring.turnover_by_corner(s, config, log)
    elif answer == CORNER:
        tell(log, CORNER_COUNTED, s.offense, corner)
        use_call_card(s, config, False, log)
        if corner == terms.FOOTBALL:
            scoring.turnover_by_corner(s, config, log)
        else:
            scoring.gain(s, config, corner, log)
    elif cards_and_clock.event_on_play(s, config) == terms.HOLDING:
        s.phase = terms.PENALTY
    else:
        settle(s, config, log)
