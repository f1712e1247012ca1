"""The question that a page asks a team: a card for each rider, or the starting line-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from breakaway.core.language import _, many, marked, say
from breakaway.display.match_page import Alternative, Ask, Button, Number, OrderPart, Pick
from breakaway.games.cycling.display import cards_and_standings as drawn
from breakaway.games.cycling.display.cards_and_standings import (
    cards_of,
    crossed_by,
    line_up_rules,
    next_lines,
    own_name,
    ready_made,
    strong_line_up,
)
from breakaway.games.cycling.display.panorama import Ghost
from breakaway.games.cycling.rules.cards import leads_alone
from breakaway.games.cycling.rules.movement import is_finish, namings_of, points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, NAMINGS, ON_TRACK
from breakaway.games.cycling.text.orders import spies_text
from breakaway.games.cycling.text.words import LETTERS, ordinal, short_name

KEYS = "abcd"
TURN_NOTE = marked("The forecasts assume that nobody else moves.")
BLIND_NOTE = marked("All other squares and cards are hidden.")
HIGHEST, LOWEST = marked("The highest"), marked("The lowest")


def ask(observation: RaceObservation, draft: Sequence[int]) -> Ask:
    """The question that a page asks in this phase. `draft` begins an order, or is the one already sealed."""
    return _line_up(observation, draft) if observation.view.phase == LINE_UP else _turn(observation, draft)


# --- a turn


def _turn(observation: RaceObservation, draft: Sequence[int]) -> Ask:
    view, seat = observation.view, observation.seat
    riders = [seat * GRADES + grade for grade in range(GRADES) if view.status[seat * GRADES + grade] == ON_TRACK]
    rows = [_rider(observation, rider, draft) for rider in riders]
    if observation.config.spy:
        rows.append(_spy(observation, draft))
    buttons = []
    for name, label, key in (("highest", HIGHEST, "h"), ("lowest", LOWEST, "l")):
        order = observation.game.instructions[name](observation.view, observation.config, seat)
        if order is not None:
            buttons.append(Button(observation.write(order), _(label), key))
    example = observation.write(
        observation.game.instructions["highest"](observation.view, observation.config, seat) or []
    )
    is_sealed = any(draft) and len(draft) == observation.slots()
    question = many(
        "Your turn. Choose a card for your rider.",
        "Your turn. Choose a card for each of your {n} riders.",
        len(riders),
    )
    note = f"{next_lines(observation, 1)} {_(BLIND_NOTE if observation.config.blind else TURN_NOTE)}"
    send = Button("", _("Seal orders"), "s", kind="main")
    return Ask(
        question,
        tuple(buttons),
        rows=tuple(rows),
        send=send,
        act=_("Choose cards"),
        free=example,
        note=note,
        made=say("Your orders are sealed: {order}.", order=observation.write(list(draft))) if is_sealed else "",
        missing=_("Still without a card: {names}."),
        complete=many(
            "Your rider has a card. Seal your order?", "All {n} riders have a card. Seal your orders?", len(riders)
        ),
    )


def _rider(observation: RaceObservation, rider: int, draft: Sequence[int]) -> OrderPart:
    view, grade = observation.view, rider % GRADES
    copies = Counter(cards_of(view, rider))
    sealed = draft[grade] if grade < len(draft) else 0
    options = tuple(
        Alternative(
            f"{LETTERS[grade]}{card}",
            say("{rider} plays {card}", rider=LETTERS[grade], card=card),
            drawn.face(card, copies[card]),
            outlook(observation, rider, card),
            card == sealed,
            is_new=card == view.drawn[rider],
        )
        for card in sorted(copies, reverse=True)
    )
    square = view.square[rider]
    notes = [
        say("on square {square}", square=square) if square else _("at the start"),
        *([_("leads alone")] if leads_alone(view, rider) else []),
        *([_("dropped")] if view.dropped[rider] else []),
    ]
    class_ = drawn.team_class(observation.names, observation.config.teams, observation.seat)
    return OrderPart(own_name(observation, rider), " · ".join(notes), KEYS[grade], class_, options)


def ghosts(observation: RaceObservation) -> list[Ghost]:
    """Where each card would take its rider, in the order of the question's rows and cards."""
    view, found = observation.view, list[Ghost]()
    if view.phase == LINE_UP or not observation.is_asked():
        return found
    own = range(observation.seat * GRADES, observation.seat * GRADES + GRADES)
    for row, rider in enumerate((each for each in own if view.status[each] == ON_TRACK), 1):
        for nth, card in enumerate(sorted(set(cards_of(view, rider)), reverse=True), 1):
            grade = rider % GRADES
            found.append((row, nth, LETTERS[grade], int(observation.preview(grade, card)[0])))
    return found


def outlook(observation: RaceObservation, rider: int, card: int) -> str:
    """Says in a few words what a card would do if nobody else moved, based on the game's own preview."""
    view, config = observation.view, observation.config
    square, new = observation.preview(rider % GRADES, card)
    said = [say("to {square}", square=square)]
    for line in crossed_by(view, config, int(view.square[rider]), square):
        said.append(_crossing(view, config, line))
    left = cards_of(view, rider)
    left.remove(card)
    if new and not config.blind:
        # the new card depends on other riders, except for the last rider on the track
        alone = view.field == 1
        said.append(say("draws {card}", card=new) if alone else say("draws {card} if nobody else moves", card=new))
        left.append(new)
    if left and (new or config.blind):
        said.append(say("then {cards}", cards=" ".join(map(str, sorted(left, reverse=True)))))
    return " · ".join(said)


def _crossing(view: Race, config: RaceConfig, line: int) -> str:
    """Describes a move over a line, with the points for the next place at that line."""
    place = int(view.crossed[line]) + 1
    points, at = int(points_of_place(view, config, line, place)), config.line_at[view.stage][line]
    if is_finish(view, config, line):
        if not points:
            return _("crosses the finish")
        return many(
            "crosses the finish, {place} for {n} point",
            "crosses the finish, {place} for {n} points",
            points,
            place=ordinal(place),
        )
    if not points:
        return say("crosses sprint line {square}", square=at)
    return many(
        "crosses sprint line {square}, {place} for {n} point",
        "crosses sprint line {square}, {place} for {n} points",
        points,
        square=at,
        place=ordinal(place),
    )


def _spy(observation: RaceObservation, draft: Sequence[int]) -> OrderPart:
    view = observation.view
    rivals = sorted(rider for rider in view.queue[: view.field] if rider // GRADES != observation.seat)
    chosen = {code - 1 for code in draft[GRADES:]}
    picks = tuple(
        Pick(f"\nspy {short_name(observation.names, rider)}", short_name(observation.names, rider), rider in chosen)
        for rider in rivals
    )
    most = namings_of(view, observation.config, observation.seat)
    note = _("up to four rivals; you see the highest card of each") if most == NAMINGS else spies_text(most)
    return OrderPart(_("Spy"), note, picks=picks)


# --- the line-up


def _line_up(observation: RaceObservation, draft: Sequence[int]) -> Ask:
    ready = []
    line_ups = [strong_line_up(observation.config), *ready_made(observation.config)]
    for i, (text, title, says) in enumerate(line_ups, 1):
        order = observation.read(text)[0]
        hands = [[card for card in order[FIRST_SLOT[g] : FIRST_SLOT[g + 1]] if card] for g in range(GRADES)]
        ready.append(Button(text, _(title), str(i), _(says), svg=drawn.fan(hands)))
    shown = list(draft) if any(draft) else observation.read(line_ups[0].order)[0]
    rows = tuple(_start_cards(observation, grade, shown) for grade in range(GRADES))
    question = _("Which cards do your riders start with?")
    if observation.config.stages > 1:
        question = say("Which cards do your riders start stage {stage} with?", stage=observation.view.stage + 1)
    gone = _("Once played, a card is gone. Its replacement depends on who rides ahead.")
    send = Button("", _("Start with these cards"), "s", kind="main")
    title, rules = _("Or choose the cards yourself"), line_up_rules(observation.config)
    return Ask(
        question,
        tuple(ready),
        rows=rows,
        rows_title=title,
        rows_note=rules,
        send=send,
        act=_("Choose cards"),
        note=gone,
    )


def _start_cards(observation: RaceObservation, grade: int, shown: Sequence[int]) -> OrderPart:
    config, first = observation.config, FIRST_SLOT[grade]
    numbers = []
    for i in range(config.most_cards[grade]):
        card = shown[first + i] if first + i < len(shown) else 0
        label = say("{rider}, card {n}", rider=LETTERS[grade], n=i + 1)
        if i >= config.least_cards[grade]:
            label = say("{rider}, card {n}, if he has one", rider=LETTERS[grade], n=i + 1)
        numbers.append(Number(label, 1, int(config.highest_start), str(card) if card else ""))
    rider = observation.seat * GRADES + grade
    class_ = drawn.team_class(observation.names, config.teams, observation.seat)
    total = marked("exactly {sum} in total") if config.exact_totals else marked("at most {sum} in total")
    note = say(total, sum=config.most_sum[grade])
    return OrderPart(own_name(observation, rider), note, "", class_, lead=LETTERS[grade], numbers=tuple(numbers))
