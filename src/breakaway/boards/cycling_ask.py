"""What the race asks a team on a page: a card for each rider, or the line-up with which they start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from breakaway.boards import cycling_cards as drawn
from breakaway.boards.cycling_course import Ghost
from breakaway.boards.cycling_hands import (
    RaceWindow,
    cards_of,
    crossed_by,
    line_name,
    line_up_rules,
    own_name,
    published,
)
from breakaway.boards.page import Ask, Button, Number, Option, Pick, Row
from breakaway.cycling.sprints import points_of_place
from breakaway.cycling.state import FIRST_SLOT, GRADES, LINE_UP, ON_TRACK
from breakaway.cycling.words import LETTERS, ordinal, plural, short_name

KEYS = "abcd"
SEND = Button("", "Seal these orders", "s", kind="main")
START = Button("", "Start with these cards", "s", kind="main")
TURN_NOTE = "Under each card: where he would stand and what he would draw if nobody else moved."
BLIND_NOTE = "Under each card: where he would stand. Everybody else's squares and cards are hidden."
LINE_UP_TITLES = ("The even line-up", "The line-up with fast cards")
LINE_UP_SAYS = ("Rides on in the bunch, turn after turn", "One rider can go early, the others have to wait")


def ask(window: RaceWindow, draft: Sequence[int]) -> Ask:
    """The question of this phase; `draft` is what the team has sealed already."""
    return _line_up(window, draft) if window.view.phase == LINE_UP else _turn(window, draft)


# --- a turn


def _turn(window: RaceWindow, draft: Sequence[int]) -> Ask:
    view, seat = window.view, window.seat
    riders = [seat * GRADES + grade for grade in range(GRADES) if view.status[seat * GRADES + grade] == ON_TRACK]
    rows = [_rider(window, rider, draft) for rider in riders]
    if window.book.spy:
        rows.append(_spy(window, draft))
    buttons = []
    for name, label, key in (("highest", "The highest cards", "h"), ("lowest", "The lowest cards", "l")):
        order = window.game.instructions[name](window.view, window.book, seat)
        if order is not None:
            buttons.append(Button(window.write(order), label, key))
    example = window.write(window.game.instructions["highest"](window.view, window.book, seat) or [])
    question = f"A card for {'your rider' if len(riders) == 1 else f'each of your {len(riders)} riders'}"
    note = BLIND_NOTE if window.book.blind else TURN_NOTE
    return Ask(question, tuple(buttons), rows=tuple(rows), send=SEND, free=example, note=note)


def _rider(window: RaceWindow, rider: int, draft: Sequence[int]) -> Row:
    view, grade = window.view, rider % GRADES
    copies = Counter(cards_of(view, rider))
    sealed = draft[grade] if grade < len(draft) else 0
    options = tuple(
        Option(
            f"{LETTERS[grade]}{card}",
            f"{LETTERS[grade]} plays {card}",
            drawn.face(card, copies[card]),
            outlook(window, rider, card),
            card == sealed,
        )
        for card in sorted(copies, reverse=True)
    )
    where = f"on square {view.square[rider]}" if view.square[rider] else "at the start"
    notes = [
        where,
        *(["leads alone"] if view.led_alone == rider else []),
        *(["dropped"] if view.dropped[rider] else []),
    ]
    class_ = drawn.team_class(window.names, window.book.teams, window.seat)
    return Row(own_name(window, rider), " · ".join(notes), KEYS[grade], class_, options)


def ghosts(window: RaceWindow) -> list[Ghost]:
    """Where each card would take its rider, in the order of the rows and cards of the question."""
    view, found = window.view, list[Ghost]()
    if view.phase == LINE_UP or not window.is_asked():
        return found
    own = range(window.seat * GRADES, window.seat * GRADES + GRADES)
    for row, rider in enumerate((each for each in own if view.status[each] == ON_TRACK), 1):
        for nth, card in enumerate(sorted(set(cards_of(view, rider)), reverse=True), 1):
            grade = rider % GRADES
            found.append((row, nth, LETTERS[grade], int(window.preview(grade, card)[0])))
    return found


def outlook(window: RaceWindow, rider: int, card: int) -> str:
    """What a card would do if nobody else moved, in a sentence or two; from the game's own preview."""
    view, book = window.view, window.book
    square, new = window.preview(rider % GRADES, card)
    said = [f"to {square}"]
    for line in crossed_by(view, book, int(view.square[rider]), square):
        place = int(view.crossed[line]) + 1
        points = points_of_place(view, book, line, place)
        worth = f", {ordinal(place)} for {plural(points, 'point')}" if points else ""
        said.append(f"over the {line_name(view, book, line)}{worth}")
    if new and not book.blind:
        said.append(f"draws {new}")
    return " · ".join(said)


def _spy(window: RaceWindow, draft: Sequence[int]) -> Row:
    view = window.view
    rivals = sorted(rider for rider in view.queue[: view.field] if rider // GRADES != window.seat)
    chosen = {code - 1 for code in draft[GRADES:]}
    picks = tuple(
        Pick(f"\nspy {short_name(window.names, rider)}", short_name(window.names, rider), rider in chosen)
        for rider in rivals
    )
    return Row("Spy", "up to four rivals; of each you see his highest card", picks=picks)


# --- the line-up


def _line_up(window: RaceWindow, draft: Sequence[int]) -> Ask:
    ready = []
    for i, text in enumerate(published()):
        order = window.read(text)[0]
        title = LINE_UP_TITLES[i] if i < len(LINE_UP_TITLES) else f"Line-up {i + 1}"
        says = LINE_UP_SAYS[i] if i < len(LINE_UP_SAYS) else ""
        hands = [[card for card in order[FIRST_SLOT[g] : FIRST_SLOT[g + 1]] if card] for g in range(GRADES)]
        ready.append(Button(text, title, str(i + 1), says, svg=drawn.fan(hands)))
    shown = list(draft) if any(draft) else window.read(published()[0])[0]
    rows = tuple(_start_cards(window, grade, shown) for grade in range(GRADES))
    stage = f" for stage {window.view.stage + 1}" if window.book.stages > 1 else ""
    question = f"With which cards do your riders start{stage}?"
    note = "A played card is gone, and the next one depends on who rides ahead. " + line_up_rules(window.book)
    return Ask(question, tuple(ready), rows=rows, rows_title="Or deal them yourself", send=START, note=note)


def _start_cards(window: RaceWindow, grade: int, shown: Sequence[int]) -> Row:
    book, first = window.book, FIRST_SLOT[grade]
    numbers = []
    for i in range(book.most_cards[grade]):
        card = shown[first + i] if first + i < len(shown) else 0
        must = i < book.least_cards[grade]
        label = f"{LETTERS[grade]}, card {i + 1}{'' if must else ', if he has one'}"
        numbers.append(Number(label, 1, int(book.highest_start), str(card) if card else ""))
    rider = window.seat * GRADES + grade
    class_ = drawn.team_class(window.names, book.teams, window.seat)
    note = f"at most {book.most_sum[grade]} together"
    return Row(own_name(window, rider), note, "", class_, lead=LETTERS[grade], numbers=tuple(numbers))
