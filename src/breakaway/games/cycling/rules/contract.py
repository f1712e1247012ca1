"""Fulfills the contract of all games (`core.game`) for Breaking Away: line-ups first, then turns, stage by stage."""

from __future__ import annotations

from breakaway.core.chance import Chance
from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules import finish, movement, orders, replacement, team, terms
from breakaway.games.cycling.rules.happened import DROPPED, STAGE_OVER
from breakaway.games.cycling.rules.hidden import audience
from breakaway.games.cycling.rules.rulebook import NOT_ON_TRACK
from breakaway.games.cycling.rules.state import Race, RaceConfig


def start(config: RaceConfig) -> Race:
    """The state before the line-ups."""
    s = Race(phase=terms.LINE_UP, turn=1, led_alone=terms.NOBODY)
    for i in range(terms.RIDERS):
        s.queue[i] = terms.NOBODY
    return s


@rule("BA-8.1", "BA-R14")
def choosers(s: Race, config: RaceConfig) -> int:
    """The seats that choose now, as bits: all seats for the line-ups, later every team with a rider on the track."""
    bits = 0
    for seat in range(config.teams):
        if s.phase == terms.LINE_UP or (s.phase == terms.RACING and orders.has_riders(s, seat)):
            bits |= 1 << seat
    return bits


@rule()
def slots(s: Race, config: RaceConfig, seat: int) -> int:
    """The number of choices in an order.

    A line-up has 13 slots for cards. Any other order has a card for each rider and, in Spy, four namings.
    """
    if s.phase == terms.LINE_UP:
        return terms.SLOTS
    return terms.GRADES + terms.NAMINGS if config.spy else terms.GRADES


@rule()
def codes(s: Race, config: RaceConfig) -> int:
    """The upper limit for codes: every code for a card or a named rider is below this number."""
    return int(config.codes)


@rule()
def slot_codes(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """One more than the highest code that can be legal in this slot: a card of a line-up, a card in hand or a rider."""
    if s.phase == terms.LINE_UP:
        return team.largest_start_card(config, order, slot) + 1
    if slot < terms.GRADES:
        rider = seat * terms.GRADES + slot
        return int(s.hand[rider][0]) + 1 if s.status[rider] == terms.ON_TRACK else 1
    return config.teams * terms.GRADES + 1


@rule()
def candidates(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """How many codes may be legal in this slot. A rider on the track has one for each different card in his hand and,
    if he is dropped, one more that stands for no card.
    """
    if s.phase == terms.LINE_UP or slot >= terms.GRADES:
        return slot_codes(s, config, seat, order, slot)
    rider = seat * terms.GRADES + slot
    return orders.different_cards(s, rider) + (s.dropped[rider] != 0) if s.status[rider] == terms.ON_TRACK else 1


@rule()
def candidate(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int, i: int) -> int:
    """The code with number `i`, from 0, among those that may be legal in this slot."""
    if s.phase == terms.LINE_UP or slot >= terms.GRADES:
        return i
    rider = seat * terms.GRADES + slot
    return orders.different_card(s, rider, i) if s.status[rider] == terms.ON_TRACK else 0


@rule()
def refuse(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The rule that forbids this card or naming, or 0."""
    if s.phase == terms.LINE_UP:
        return team.refuse_start_card(s, config, seat, order, slot)
    if slot < terms.GRADES:
        return orders.refuse_card(s, config, seat, order, slot)
    return orders.refuse_naming(s, config, seat, order, slot)


@rule()
def step(s: Race, config: RaceConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays one turn, or takes the line-ups in a step of their own."""
    if s.phase == terms.LINE_UP:
        for seat in range(config.teams):
            team.take_line_up(s, config, seat, given[seat], log)
        line_up_at_start(s, config, log)
        return
    orders.choose_cards(s, config, given, log)
    movement.move_riders(s, config, log)
    finish.mark_finishers(s, config, log)
    if config.finishers_leave:
        finish.take_finishers_off(s)
    replacement.work_out_new_cards(s, config, log)
    replacement.refill_hands(s)
    replacement.remember_leader(s, config)
    finish.mark_dropped(s, config, log)
    finish.take_finishers_off(s)
    if config.spy:
        orders.see_named_cards(s, config, given, log)
    if finish.end_turn(s, config, log):
        end_stage(s, config, log)
    else:
        s.turn += 1


@rule("BA-2.1", "BA-4.1", "BA-R10")
def line_up_at_start(s: Race, config: RaceConfig, log: Log) -> None:
    """Puts all riders on square 0, tied with one another.

    If only arrival breaks ties (boxed rules), A goes first, then B, C and D.
    """
    s.phase = terms.RACING
    s.turn = 1
    s.led_alone = terms.NOBODY
    s.field = 0
    for grade in range(terms.GRADES):
        for seat in range(config.teams):
            rider = seat * terms.GRADES + grade
            s.queue[s.field] = rider
            s.field += 1
            s.square[rider] = 0
            s.status[rider] = terms.ON_TRACK
            s.arrival[rider] = 1 + grade * config.teams if config.by_arrival else 1
            s.played[rider] = 0
            s.drawn[rider] = 0
            s.dropped[rider] = 0
            s.place[rider] = 0
    for line in range(terms.LINES):
        s.crossed[line] = 0
    team.take_hands(s, config, log)


@rule("BA-V5")
def end_stage(s: Race, config: RaceConfig, log: Log) -> None:
    """Starts the next stage of a tour, with new line-ups or those of the first stage.

    After the last stage, the race is over.
    """
    if s.stage + 1 == config.stages:
        s.phase = terms.OVER
        return
    tell(log, STAGE_OVER, s.stage + 1)
    s.stage += 1
    s.ended = 0
    orders.forget_named_cards(s)
    if config.fresh_hands == 0:
        line_up_at_start(s, config, log)
        return
    s.phase = terms.LINE_UP
    s.field = 0
    for rider in range(terms.RIDERS):
        s.queue[rider] = terms.NOBODY
        s.status[rider] = terms.NOT_RACING
        s.square[rider] = 0
        for i in range(terms.HAND):
            s.hand[rider][i] = 0


@rule("BA-10.1")
def ruling(s: Race, config: RaceConfig, code: int, log: Log) -> int:
    """Applies a ruling: marks a rider as dropped (code: his number) or takes the mark off (his number plus 48)."""
    from_mark = code >= terms.RIDERS
    rider = code - terms.RIDERS if from_mark else code
    if code < 0 or rider >= terms.RIDERS or s.phase != terms.RACING or s.status[rider] != terms.ON_TRACK:
        return NOT_ON_TRACK
    if from_mark:
        s.dropped[rider] = 0
    else:
        s.dropped[rider] = terms.BY_REFEREE
    tell_only(log, audience(config, rider), DROPPED, code)
    return 0


@rule()
def preview(view: Race, config: RaceConfig, seat: int, slot: int, code: int) -> tuple[int, int]:
    """The square that a rider would reach with this card, and his new card, if nobody else moved.

    In a Blind race, the new card is always 0. This function changes the view.
    """
    if view.phase != terms.RACING or slot >= terms.GRADES:
        return 0, 0
    rider = seat * terms.GRADES + slot
    if code == 0 or view.status[rider] != terms.ON_TRACK:
        return int(view.square[rider]), 0
    view.square[rider] += code
    view.played[rider] = code
    # a rider who moves onto a square arrives after the riders already there
    view.arrival[rider] = terms.RIDERS + 1
    finish.mark_finishers(view, config, None)
    if config.blind:
        return int(view.square[rider]), 0
    replacement.work_out_new_cards(view, config, None)
    return int(view.square[rider]), int(view.drawn[rider])


def bound(config: RaceConfig) -> int:
    """The largest number of steps in a race. On a road every rider moves at least one square each turn."""
    turns = config.turn_limit if config.loop else max(config.length[: config.stages]) + 2
    return int(config.stages * (turns + 2))


def highest_cards(view: Race, config: RaceConfig, seat: int) -> list[int] | None:
    """The standing instruction `highest`: each rider's highest card, or None for a line-up."""
    if view.phase != terms.RACING:
        return None
    cards = [int(view.hand[seat * terms.GRADES + grade][0]) for grade in range(terms.GRADES)]
    riding = [view.status[seat * terms.GRADES + grade] == terms.ON_TRACK for grade in range(terms.GRADES)]
    order = [card if rides else 0 for card, rides in zip(cards, riding, strict=True)]
    return order + [0] * (slots(view, config, seat) - terms.GRADES)


def lowest_cards(view: Race, config: RaceConfig, seat: int) -> list[int] | None:
    """The standing instruction `lowest`: each rider's lowest card, or None for a line-up."""
    order = highest_cards(view, config, seat)
    if order is None:
        return None
    for grade in range(terms.GRADES):
        if order[grade]:
            order[grade] = min(int(card) for card in view.hand[seat * terms.GRADES + grade] if card)
    return order
