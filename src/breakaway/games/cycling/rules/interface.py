"""What the game contract asks of the rules: who must choose, what is legal, each step, and what a rival may hold."""

from __future__ import annotations

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.rules import Log, rule, tell, tell_only
from breakaway.games.cycling.rules import cards as replacement
from breakaway.games.cycling.rules import cards as team
from breakaway.games.cycling.rules import finish, movement, terms
from breakaway.games.cycling.rules.cards import fill_line_up, sort_cards
from breakaway.games.cycling.rules.events import DROPPED, SHOWN, STAGE_OVER
from breakaway.games.cycling.rules.state import NOT_ON_TRACK, NOTHING_TO_SHOW, Race, RaceConfig, audience, shows_cards
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, HAND, LINE_UP, NOBODY, NOT_RACING

# --- Fulfills the contract of all games (`core.game`) for Breaking Away: line-ups first, then turns, stage by stage.


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
        if s.phase == terms.LINE_UP or (s.phase == terms.RACING and movement.has_riders(s, seat)):
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
    return movement.different_cards(s, rider) + (s.dropped[rider] != 0) if s.status[rider] == terms.ON_TRACK else 1


@rule()
def candidate(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int, i: int) -> int:
    """The code with number `i`, from 0, among those that may be legal in this slot."""
    if s.phase == terms.LINE_UP or slot >= terms.GRADES:
        return i
    rider = seat * terms.GRADES + slot
    return movement.different_card(s, rider, i) if s.status[rider] == terms.ON_TRACK else 0


@rule()
def refuse(s: Race, config: RaceConfig, seat: int, order: list[int], slot: int) -> int:
    """The rule that forbids this card or naming, or 0."""
    if s.phase == terms.LINE_UP:
        return team.refuse_start_card(s, config, seat, order, slot)
    if slot < terms.GRADES:
        return movement.refuse_card(s, config, seat, order, slot)
    return movement.refuse_naming(s, config, seat, order, slot)


@rule()
def step(s: Race, config: RaceConfig, given: list[list[int]], chance: Chance, log: Log) -> None:
    """Plays one turn, or takes the line-ups in a step of their own."""
    if s.phase == terms.LINE_UP:
        for seat in range(config.teams):
            team.take_line_up(s, config, seat, given[seat], log)
        line_up_at_start(s, config, log)
        return
    movement.choose_cards(s, config, given, log)
    movement.move_riders(s, config, log)
    finish.mark_finishers(s, config, log)
    if movement.has_stopped(s, config):
        for rider in range(config.teams * GRADES):
            s.drawn[rider] = 0
        replacement.put_in_race_order(s)
        finish.take_finishers_off(s)
        if finish.end_turn(s, config, log):
            end_stage(s, config, log)
        return
    if config.finishers_leave:
        finish.take_finishers_off(s)
    replacement.work_out_new_cards(s, config, log)
    replacement.refill_hands(s)
    replacement.remember_leader(s, config)
    finish.mark_dropped(s, config, log)
    finish.take_finishers_off(s)
    if config.spy:
        movement.see_named_cards(s, config, given, log)
    if finish.end_turn(s, config, log):
        end_stage(s, config, log)
    else:
        s.turn += 1


@rule("BA-2.1", "BA-4.1", "BA-R10")
def line_up_at_start(s: Race, config: RaceConfig, log: Log) -> None:
    """Puts all riders on square 0, tied with one another.

    If only arrival breaks ties, A goes first, then B, C and D. With a seated start (boxed rules), riders of one grade
    are in the order of their teams' seats, and the first of all is the first in the order.
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
            if config.seated:
                s.arrival[rider] = s.field
            s.played[rider] = 0
            s.drawn[rider] = 0
            s.dropped[rider] = 0
            s.place[rider] = 0
    if config.bonus_by_order and config.seated:
        s.led_alone = s.queue[0]
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
    movement.forget_named_cards(s)
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
    """Applies a ruling: marks a rider as dropped (code: his number) or takes the mark off (his number plus 48).

    With SHOWING plus the number of a team, the team shows its cards.
    """
    if terms.SHOWING <= code < terms.SHOWING + terms.TEAMS:
        return show_cards(s, config, code - terms.SHOWING, log)
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


@rule("BA-V6")
def show_cards(s: Race, config: RaceConfig, team: int, log: Log) -> int:
    """A team shows its cards to everybody, from now on. Returns 0, or the rule that refuses it.

    In a Blind race, which keeps more secret than hands, nothing is shown.
    """
    if (
        config.secret_hands == 0
        or config.blind
        or s.phase != terms.RACING
        or team >= config.teams
        or shows_cards(s, team)
    ):
        return NOTHING_TO_SHOW
    for rider in range(team * GRADES, team * GRADES + GRADES):
        s.spied[team][rider] = HAND
    tell(log, SHOWN, team)
    return 0


def showing(seat: int) -> int:
    """The ruling with which this team shows its cards."""
    return int(terms.SHOWING + seat)


def is_lasting(code: int) -> bool:
    """Whether a ruling stays when the turn before it is taken back: nobody can unsee cards."""
    return code >= terms.SHOWING


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


# --- Fills a view's blanks with values that its seat cannot tell from the truth (Blind and Spy, BA-V3 and BA-V4).


HIGHEST_FILLED = 15  # the boxed rules allow higher cards, but these are not guessed


@rule()
def determinize(s: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Gives rivals legal cards, and squares that fit the checkpoints and the published order."""
    if not config.blind and not config.secret_hands:
        return
    if config.blind:
        fill_squares(s, config, seat, chance)
        for i in range(s.field):
            s.arrival[s.queue[i]] = i + 1
    for rider in range(config.teams * GRADES):
        is_known = rider // GRADES == seat or (not config.blind and shows_cards(s, rider // GRADES))
        if not is_known and s.phase != LINE_UP:
            start_step(chance)  # all guesses together draw more often than one step may
            fill_cards(s, config, seat, rider, chance)
    if not config.blind:
        return
    leader = s.queue[0]
    alone = s.field > 1 and s.square[leader] > s.square[s.queue[1]]
    if s.led_alone == NOBODY and alone and leader // GRADES != seat:
        s.led_alone = leader


@rule()
def fill_squares(s: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Guesses the squares of rivals, front to back, so that the guesses fit the race order and the squares shown."""
    above = 32000
    for i in range(s.field):
        rider = s.queue[i]
        if rider // GRADES == seat:
            above = int(s.square[rider])
            continue
        least = 0
        for j in range(i, s.field):
            least = max(least, int(s.square[s.queue[j]]))
        most = min(above, highest_square(s, config, rider))
        start_step(chance)
        s.square[rider] = least + below(chance, "hidden square", most - least + 1)
        above = int(s.square[rider])
    for rider in range(config.teams * GRADES):
        if s.status[rider] == FINISHED and rider // GRADES != seat:
            s.square[rider] = config.length[s.stage] + 1


@rule()
def highest_square(s: Race, config: RaceConfig, rider: int) -> int:
    """The highest square that a rival can be on, up to his next checkpoint or the finish.

    The view shows the lowest possible square.
    """
    shown = int(s.square[rider])
    top = shown + config.checkpoint - 1 if shown > 0 else int(config.checkpoint)
    return top if config.loop else min(top, int(config.length[s.stage]))


@rule()
def fill_cards(s: Race, config: RaceConfig, seat: int, rider: int, chance: Chance) -> None:
    """Guesses a rival's line-up and hand. Spied cards stay, and a finished rider has one card fewer."""
    seen = int(s.spied[seat][rider]) if seat >= 0 else 0
    less = 1 if s.status[rider] == FINISHED else 0
    fewest = int(config.least_cards[rider % GRADES]) - less
    most = int(config.most_cards[rider % GRADES]) - less
    for i in range(seen):
        if s.hand[rider][i] > 0:
            fewest = max(fewest, i + 1)
        else:
            most = min(most, i)
    cards = fewest + below(chance, "cards of a hidden hand", most - fewest + 1)
    fill_line_up(s, config, rider, cards + less, chance)
    if s.status[rider] != NOT_RACING:
        fill_hand(s, config, rider, seen, cards, chance)


@rule()
def fill_hand(s: Race, config: RaceConfig, rider: int, seen: int, cards: int, chance: Chance) -> None:
    """Guesses the unseen cards of a hand, none higher than the spied ones.

    On the first turn, uses the guessed line-up.
    """
    top = min(int(s.hand[rider][seen - 1]) if seen > 0 else int(config.codes) - 1, HIGHEST_FILLED)
    for i in range(seen, HAND):
        if i >= cards:
            s.hand[rider][i] = 0
        elif i == seen and s.drawn[rider] > 0:
            s.hand[rider][i] = s.drawn[rider]  # with secret hands, everybody knows the card that he has just drawn
        elif s.turn == 1:
            s.hand[rider][i] = s.line_up[rider][i]
        else:
            s.hand[rider][i] = 1 + below(chance, "hidden card", max(top, 1))
    sort_cards(s.hand[rider])
