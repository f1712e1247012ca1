"""What a play is worth against a call: the offense's mean chance of winning over the Game Day cards that are left.

The rules themselves play each ending on a copy of the state, and the table of win chances judges the position after
it. Each different ending is played only once for a decision: most plays end in one of a few dozen ways. All chances are
in millionths, and whole, so that compiled code makes exactly the same decisions as plain Python.
"""

from __future__ import annotations

from typing import NamedTuple

from breakaway.core.rules import rule
from breakaway.core.state import copy
from breakaway.games.football.rules import best_answers, cards_and_clock, play, scoring, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.win_chances import chain_chance, chance_to_win, class_of, refilled

UNKNOWN = -1
FLAG = 6_000  # what a thrown flag costs, besides what the table says, in millionths
FORCE = 60_000  # what a use of Force Turnover costs: there is one in a match
# What an illegal call costs, besides what the table says. The table thinks of an average hand, but the hand that has
# nothing better now is the same when the down is replayed.
ILLEGAL = 40_000

# What has happened before the ball moves: nothing, a flag of either side, or a breakaway, which may give a flag back.
PLAIN, OFFENSE_FLAG, DEFENSE_FLAG, OFFENSE_BROKE, DEFENSE_BROKE = 0, 1, 2, 3, 4
WAYS = 5
SPAN = 2 * terms.GOAL + 1  # gains from -20 to 20 lines
CORNERS = 8  # classes of offense corners
LOWEST, BASES = -16, 48  # base gains in the memory; others count as the nearest
CLASSES = 2 * 2 * 3 * BASES
ALL = 3  # all classes of formations

# Where each of the working tables begins in the one table that holds them; the gains come first.
RUNS_ON = WAYS * SPAN
LOST = RUNS_ON + terms.GOAL + 1
PENALTIES = LOST + 2 * (terms.GOAL + 1)
OFFENSE_CORNERS = PENALTIES + 2
CLASSED = OFFENSE_CORNERS + 2 * (terms.GOAL + 1) * CORNERS
MATRIX = CLASSED + CLASSES
COUNTS = MATRIX + terms.PLAYS * terms.CALLS
CARDS = COUNTS + 2 * terms.DECK
NOTES = CARDS + 2 * terms.DECK


class PlayWorths(NamedTuple):
    """What a decision has worked out so far. UNKNOWN: not yet."""

    gains: list[int]  # by way and gain: the worth of a gain
    runs_on: list[int]  # by gain so far: the worth of a breakaway that goes on
    lost: list[int]  # by line, and then by line with a return: the worth of a lost ball
    penalties: list[int]  # False Start, Holding
    corners: list[int]  # by kind, gain so far and class of corner: the worth of an offense corner
    classes: list[int]  # by kind, low, winner and base gain: the worth of a play
    plays: list[int]  # by play and call: the worth, to the offense
    events: list[int]  # by kind of play and card: how many cards with this card's event are left
    cards: list[int]  # by kind of play and card: how many cards with this card's event and corners are left


@rule()
def new_notes(table: list[int]) -> PlayWorths:
    """Empty working tables in a table of NOTES zeros. Compiled code keeps the table on the caller's stack."""
    for at in range(COUNTS):
        table[at] = UNKNOWN
    return PlayWorths(
        table[:RUNS_ON],
        table[RUNS_ON:LOST],
        table[LOST:PENALTIES],
        table[PENALTIES:OFFENSE_CORNERS],
        table[OFFENSE_CORNERS:CLASSED],
        table[CLASSED:MATRIX],
        table[MATRIX:COUNTS],
        table[COUNTS:CARDS],
        table[CARDS:],
    )


# --- The position before a play, and the cards that are left.


@rule("BF-021", "BF-030", "BF-219")
def prepare(s: Football, config: FootballConfig) -> None:
    """Makes a copy of a view at a call ready for any play: each play costs some card, and no call is made yet.

    Which card is spent makes no difference to the table of win chances.
    """
    seat = s.offense
    refilled(s, config)
    held = 0
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND:
            held = card
    s.declared = 0
    s.call[seat] = 2 * held
    s.drawn_card = held
    s.ignored = 0
    s.spent_token = 0
    s.ability[seat] = 0
    s.ability[other(seat)] = 0
    s.gain = 0
    s.iced = 0
    s.phase = terms.REVEAL


@rule("BF-026", "BF-033", "BF-034")
def sort_cards(s: Football, config: FootballConfig, notes: PlayWorths) -> None:
    """Groups the cards that are left by what they do to a run and to a pass."""
    for kind in (terms.RUN, terms.PASS):
        s.play_type = type_of(config, kind)
        start = (kind - 1) * terms.DECK
        for card in range(terms.DECK):
            if s.deck[card] == 0:
                continue
            alike = twin = card
            for each in range(card):
                if s.deck[each] > 0 and twin == card and have_same_event(s, config, each, card):
                    alike = min(alike, each)
                    if (
                        config.offense_corner[each] == config.offense_corner[card]
                        and config.defense_corner[each] == config.defense_corner[card]
                    ):
                        twin = each
            notes.events[start + alike] += s.deck[card]
            notes.cards[start + twin] += s.deck[card]


@rule("BF-033", "BF-034")
def have_same_event(s: Football, config: FootballConfig, one: int, another: int) -> bool:
    """Whether two cards do the same to a play of this kind, apart from their corners."""
    s.game_day = one
    event = cards_and_clock.event_on_play(s, config)
    s.game_day = another
    if event != cards_and_clock.event_on_play(s, config):
        return False
    if event == terms.MODIFIER:
        return bool(config.event_value[one] == config.event_value[another])
    if event == terms.TURNOVER:
        return bool(
            config.event_spot[one] == config.event_spot[another]
            and config.event_return[one] == config.event_return[another]
        )
    return True


@rule()
def type_of(config: FootballConfig, kind: int) -> int:
    """A type of play of this kind."""
    for each in range(terms.TYPES):
        if config.type_kind[each] == kind:
            return each
    return terms.NONE


# --- Endings: each is played once by the rules, and then remembered.


@rule("BF-028", "BF-030")
def worth_of_gain(s: Football, config: FootballConfig, notes: PlayWorths, way: int, lines: int) -> int:
    """The worth of a play that gains this many lines."""
    lines = max(-terms.GOAL, min(terms.GOAL, lines))
    at = way * SPAN + lines + terms.GOAL
    if notes.gains[at] == UNKNOWN:
        end = copy(s)
        begin(end, config, way)
        play.use_call_card(end, config, False, None)
        scoring.gain(end, config, lines, None)
        notes.gains[at] = chance_to_win(end, config, s.offense)
    return notes.gains[at]


@rule("BF-055", "BF-061")
def begin(end: Football, config: FootballConfig, way: int) -> None:
    """Changes a position to one before the ball moves: after a challenge flag, or after a breakaway."""
    if way == OFFENSE_FLAG:
        end.flags[end.offense] -= 1
    elif way == DEFENSE_FLAG:
        end.flags[other(end.offense)] -= 1
    elif way in (OFFENSE_BROKE, DEFENSE_BROKE):
        end.breakaway = terms.OFFENSE_WINS if way == OFFENSE_BROKE else terms.DEFENSE_WINS
        play.regain_for_breakaway(end, config, None)


@rule("BF-169", "BF-192")
def worth_of_incompletion(s: Football, config: FootballConfig, notes: PlayWorths, way: int) -> int:
    """The worth of an incomplete pass, which may keep its card under a house rule."""
    if not cards_and_clock.keeps_incompletions(s, config):
        return worth_of_gain(s, config, notes, way, 0)
    end = copy(s)
    begin(end, config, way)
    play.incomplete(end, config, True, None)
    return chance_to_win(end, config, s.offense)


@rule("BF-070", "BF-073")
def worth_of_penalty(s: Football, config: FootballConfig, notes: PlayWorths, holding: int) -> int:
    """The worth of a False Start or, with 1, of a Holding penalty that the offense accepts."""
    if notes.penalties[holding] == UNKNOWN:
        end = copy(s)
        if holding == 1:
            play.holding(end, config, None)
        else:
            play.false_start(end, config, None)
        notes.penalties[holding] = chance_to_win(end, config, s.offense)
    return notes.penalties[holding]


@rule("BF-091", "BF-097", "BF-098")
def worth_of_lost_ball(end: Football, config: FootballConfig, notes: PlayWorths, seat: int) -> int:
    """The worth to `seat` of a position after its play lost the ball, or after a breakaway's card ended the play.

    All positions in which the other side begins a drive or a return on the same line have the same worth, because the
    play began in one position.
    """
    if end.offense == seat or end.try_down == 1 or end.phase == terms.OVER:
        return best_answers.settled(end, config, seat)
    at = int(end.line) + (terms.GOAL + 1 if end.phase == terms.KICK_CHAIN else 0)
    if end.line < 0 or end.line > terms.GOAL:
        return best_answers.settled(end, config, seat)
    if notes.lost[at] == UNKNOWN:
        notes.lost[at] = best_answers.settled(end, config, seat)
    return notes.lost[at]


@rule("BF-041", "BF-042", "BF-043", "BF-045")
def worth_of_corner(e: Football, config: FootballConfig, notes: PlayWorths, corner: int) -> int:
    """The worth of an offense corner on an Offense Breakaway that has gained its base so far."""
    kind = int(config.type_kind[e.play_type])
    base = max(0, min(terms.GOAL, int(e.base)))
    at = ((kind - 1) * (terms.GOAL + 1) + base) * CORNERS + class_of(corner)
    if notes.corners[at] == UNKNOWN:
        end = copy(e)
        begin(end, config, OFFENSE_BROKE)
        end.gain = base
        play.chain_card(end, config, corner, None)
        notes.corners[at] = worth_after(end, config, notes, e.offense)
    return notes.corners[at]


@rule()
def worth_after(end: Football, config: FootballConfig, notes: PlayWorths, seat: int) -> int:
    """The worth of a position after a card of a breakaway, which may go on."""
    if end.phase != terms.CHAIN:
        return worth_of_lost_ball(end, config, notes, seat)
    gained = max(0, min(terms.GOAL, int(end.gain)))
    if notes.runs_on[gained] == UNKNOWN:
        notes.runs_on[gained] = chain_chance(end, config, seat)
    return notes.runs_on[gained]


# --- One card: what its event does, and what the sides answer.


@rule("BF-027", "BF-058", "BF-091", "BF-168", "BF-169", "BF-R22")
def worth_of_event(e: Football, config: FootballConfig, notes: PlayWorths, way: int) -> int:
    """The worth of a play with the drawn card's event, after the offense has answered a Holding penalty."""
    event = cards_and_clock.event_on_play(e, config)
    if event == terms.FALSE_START:
        return worth_of_penalty(e, config, notes, 0)
    if event == terms.HOLDING:
        return max(worth_of_penalty(e, config, notes, 1), worth_without_event(e, config, notes, way))
    if event == terms.TURNOVER:
        end = copy(e)
        begin(end, config, way)
        play.settle(end, config, None)
        return worth_of_lost_ball(end, config, notes, e.offense)
    if event == terms.NO_EVENT:
        return worth_without_event(e, config, notes, way)
    if cards_and_clock.is_incomplete(e, config, event):
        return worth_of_incompletion(e, config, notes, way)
    return worth_of_gain(e, config, notes, way, play.lines_with(e, config, event))


@rule("BF-058", "BF-R22")
def worth_without_event(e: Football, config: FootballConfig, notes: PlayWorths, way: int) -> int:
    """The worth of a play whose event is ignored, or that has none."""
    if cards_and_clock.is_incomplete(e, config, terms.NO_EVENT):
        return worth_of_incompletion(e, config, notes, way)
    return worth_of_gain(e, config, notes, way, play.lines_without(e, config))


@rule("BF-055", "BF-056", "BF-058")
def worth_of_card(e: Football, config: FootballConfig, notes: PlayWorths) -> int:
    """The worth of a play without a breakaway once its card is drawn. A side that the event hurts may throw a flag."""
    worth = worth_of_event(e, config, notes, PLAIN)
    if play.may_challenge(e, config, e.offense):
        return max(worth, worth_without_event(e, config, notes, OFFENSE_FLAG) - FLAG)
    if play.may_challenge(e, config, other(e.offense)):
        return min(worth, worth_without_event(e, config, notes, DEFENSE_FLAG) + FLAG)
    return worth


@rule("BF-040", "BF-041", "BF-044", "BF-046", "BF-R6")
def worth_of_pick(e: Football, config: FootballConfig, notes: PlayWorths) -> int:
    """The worth of an Offense Breakaway once its first card is drawn. The offense picks the better of event and
    corner.
    """
    corner = worth_of_corner(e, config, notes, int(config.offense_corner[e.game_day]))
    end = copy(e)
    begin(end, config, OFFENSE_BROKE)
    play.offense_picks(end, config, play.EVENT, None)
    return max(corner, worth_after(end, config, notes, e.offense))


@rule("BF-011", "BF-048", "BF-049", "BF-050", "BF-051", "BF-052", "BF-053")
def worth_of_defense_pick(e: Football, config: FootballConfig, notes: PlayWorths) -> int:
    """The worth of a Defense Breakaway once its card is drawn. The defense picks the better of event and corner."""
    corner = int(config.defense_corner[e.game_day])
    if corner == terms.FOOTBALL:
        end = copy(e)
        begin(end, config, DEFENSE_BROKE)
        play.defense_picks(end, config, play.CORNER, None)
        worth = worth_of_lost_ball(end, config, notes, e.offense)
    else:
        worth = worth_of_gain(e, config, notes, DEFENSE_BROKE, corner)
    worth = min(worth, worth_of_event(e, config, notes, DEFENSE_BROKE))
    if play.can_force(e, config):
        end = copy(e)
        begin(end, config, DEFENSE_BROKE)
        play.defense_picks(end, config, play.FORCED, None)
        worth = min(worth, worth_of_lost_ball(end, config, notes, e.offense) + FORCE)
    return worth


# --- A play against a call.


@rule("BF-025", "BF-026", "BF-037", "BF-047", "BF-082")
def worth_of_play(
    e: Football, config: FootballConfig, notes: PlayWorths, code: int, defense_type: int, run: int, passing: int
) -> int:
    """The worth of a play against a call of this type with these strengths. Changes only the down's fields of `e`.

    `e` is a position after `prepare` whose cards have been sorted into `notes`.
    """
    seat = e.offense
    e.play_type = config.play_type[seat][code]
    kind = int(config.type_kind[e.play_type])
    if play.illegal_by(config, e.line, e.play_type) != 0:
        if config.illegal_call_forbidden == 1:
            return 0
        return max(0, worth_of_penalty(e, config, notes, 0) - ILLEGAL)  # moved back and replayed, as a False Start
    e.strength = config.play_strength[seat][code]
    e.low = config.play_low[seat][code]
    e.minimum = config.play_minimum[seat][code]
    e.defense_type = defense_type
    e.defense_value = run if kind == terms.RUN else passing
    play.add_special_defense(e, config, None)
    e.breakaway = play.winner_of(e, config, defense_type, e.play_type)
    play.work_out_base(e, config, None)
    base = max(0, min(BASES - 1, int(e.base) - LOWEST))
    at = (((kind - 1) * 2 + int(e.low)) * 3 + int(e.breakaway)) * BASES + base
    if notes.classes[at] == UNKNOWN:
        notes.classes[at] = mean_over_cards(e, config, notes, kind)
    return notes.classes[at]


@rule("BF-026")
def mean_over_cards(e: Football, config: FootballConfig, notes: PlayWorths, kind: int) -> int:
    """The mean worth of a revealed play over all cards that are left."""
    total = left = 0
    start = (kind - 1) * terms.DECK
    for card in range(terms.DECK):
        count = notes.events[start + card] if e.breakaway == terms.NEITHER else notes.cards[start + card]
        if count == 0:
            continue
        e.game_day = card
        if e.breakaway == terms.OFFENSE_WINS:
            worth = worth_of_pick(e, config, notes)
        elif e.breakaway == terms.DEFENSE_WINS:
            worth = worth_of_defense_pick(e, config, notes)
        else:
            worth = worth_of_card(e, config, notes)
        total += count * worth
        left += count
    return total // left


@rule("BF-021", "BF-023")
def weigh_plays(view: Football, config: FootballConfig, notes: PlayWorths, formation: int) -> None:
    """Works out the worth of every play of the offense's hand against every call, or of one formation's plays.

    `formation` is a class of formations, or ALL. After this, `notes.plays` is filled for these plays.
    """
    e = copy(view)
    prepare(e, config)
    sort_cards(e, config, notes)
    seat, defense = e.offense, other(e.offense)
    for code in range(terms.PLAYS):
        card = code // 2
        of_formation = formation == ALL or formation == config.card_formation[seat][card]
        if not (of_formation and can_be_called(view, config, card)):
            continue
        for call in range(2 * config.defenses[defense]):
            if config.call_type[defense][call] != terms.NONE:
                run, passing = int(config.call_run[defense][call]), int(config.call_pass[defense][call])
                found = worth_of_play(e, config, notes, code, int(config.call_type[defense][call]), run, passing)
                notes.plays[code * terms.CALLS + call] = found


@rule("BF-030", "BF-126")
def can_be_called(view: Football, config: FootballConfig, card: int) -> bool:
    """Whether the offense may have this card to call: it is in hand or unseen, or the play is a try."""
    where = view.card[view.offense][card]
    return bool(view.try_down == 1 or where == terms.HAND or where == terms.UNSEEN)
