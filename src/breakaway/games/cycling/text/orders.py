"""How people write orders: `A12 B7 C9 D5`, names instead of grades, several lines, any order, comments after #."""

from __future__ import annotations

import re
from collections.abc import Callable

from breakaway.core.game import BadOrder, Names, Order
from breakaway.core.language import _, say
from breakaway.games.cycling.rules.orders import refuse_card, refuse_naming
from breakaway.games.cycling.rules.rulebook import BOOK
from breakaway.games.cycling.rules.state import FIRST_SLOT, GRADES, NAMINGS, ON_TRACK, SLOTS, Race, RaceBook
from breakaway.games.cycling.rules.team import refuse_start_card

LETTERS = "ABCD"
CONDITIONS = frozenset(["if", "unless", "when", "whenever", "otherwise", "else", "then", "or", "depending", "except"])
RESERVED = CONDITIONS | {"partial", "spy", "none", "and"}
LONGEST_TEXT = 4000
Mistake = tuple[int, str, str]


def hand_of(view: Race, rider: int) -> list[int]:
    """A rider's cards, highest first."""
    return [int(card) for card in view.hand[rider] if card]


def must_order(view: Race, rider: int) -> bool:
    """Whether a whole order names a card for him."""
    return bool(view.status[rider] == ON_TRACK and not view.dropped[rider])


def card_fault(rule: str, letter: str, card: int, hand: list[int]) -> str:
    """Why a card is refused, and what would be right."""
    held = " ".join(map(str, sorted(set(hand))))
    if not hand:
        return say("{rider} is not on the track any more and takes no card", rider=letter)
    if rule == "BA-8.1":
        return say("{rider} has no card; legal: {cards}", rider=letter, cards=held)
    return say("{rider} does not hold {card}; legal: {cards}", rider=letter, card=card, cards=held)


def line_up_fault(book: RaceBook, order: Order, slot: int) -> str:
    """What 3.1 asks of the rider whose card stands at `slot`."""
    grade = next(g for g in range(GRADES) if slot < FIRST_SLOT[g + 1])
    least, most = book.least_cards[grade], book.most_cards[grade]
    number = say("{least} or {most}", least=least, most=most) if most > least else str(least)
    cards = " ".join(str(card) for card in order[FIRST_SLOT[grade] : FIRST_SLOT[grade + 1]] if card) or _("no card")
    return say(
        "{rider} ({cards}): {number} cards of 1 to {highest}, adding up to at most {sum}",
        rider=LETTERS[grade],
        cards=cards,
        number=number,
        highest=book.highest_start,
        sum=book.most_sum[grade],
    )


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that say something, without comments, with their numbers from 1."""
    if len(text) > LONGEST_TEXT:
        fault = say("an order has at most {most} characters, this one {found}", most=LONGEST_TEXT, found=len(text))
        raise BadOrder([(0, "BA-8.1", fault)])
    rows = [(i, re.split(r"#|//", row)[0].strip()) for i, row in enumerate(text.splitlines(), 1)]
    return [(i, row) for i, row in rows if row]


def _with_grades(row: str, names: Names, team: str) -> str:
    """The line with riders' own names replaced by their grades, and the team's name taken off its front."""
    four = names.get("riders", {}).get(team, ())
    called = sorted(zip(four, LETTERS, strict=False), key=lambda pair: -len(pair[0]))
    for name, letter in called:
        row = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f" {letter} ", row, flags=re.IGNORECASE)
    return re.sub(rf"(?<!\w){re.escape(team)}(?!\w)\s*[:,]?", " ", row, flags=re.IGNORECASE)


def _take_word(row: str, word: str) -> tuple[str, bool]:
    shorter = re.sub(rf"(?<!\w){word}(?!\w)", " ", row, flags=re.IGNORECASE)
    return shorter, shorter != row


def read_cards(
    text: str, names: Names, book: RaceBook, view: Race, seat: int, team: str, find: Callable[[str], int | None]
) -> tuple[Order, bool]:
    """A turn's order and whether it is partial; raises BadOrder with every mistake."""
    width = GRADES + NAMINGS if book.spy else GRADES
    order, mistakes, partial = [0] * width, list[Mistake](), False
    lines: dict[int, int] = {}
    named: list[tuple[int, str]] = []
    for line, raw in _lines(text):
        spied = re.match(r"spy\b:?(.*)", raw, flags=re.IGNORECASE)
        if spied:
            named += [(line, part.strip()) for part in spied[1].split(",") if part.strip()]
            continue
        row, says_partial = _take_word(_with_grades(raw, names, team), "partial")
        row, _says_none = _take_word(row, "none")
        partial = partial or says_partial
        _read_row(line, row, order, lines, mistakes)
    _check_cards(book, view, seat, order, lines, partial, mistakes)
    _read_namings(book, view, seat, order, named, find, mistakes)
    if mistakes:
        raise BadOrder(sorted(mistakes))
    return order, partial


def _read_row(line: int, row: str, order: Order, lines: dict[int, int], mistakes: list[Mistake]) -> None:
    """Takes `A12`, `A 12`, `A: 12` or `A=12` from a line; whatever is left over is a mistake."""
    words = set(re.findall(r"[^\W\d_]+", row.casefold()))
    if words & CONDITIONS:
        word = sorted(words & CONDITIONS)[0]
        mistakes.append((line, "BA-8.2", say("orders are never conditional: {word!r}", word=word)))
        return
    pattern = r"(?<![^\W_])([A-Da-d])\s*[:=]?\s*([0-9]{1,4})(?!\w)"
    for letter, card in re.findall(pattern, row):
        slot = LETTERS.index(letter.upper())
        if slot in lines:
            fault = say("{rider} has a second card, {card}; one card for each rider", rider=letter.upper(), card=card)
            mistakes.append((line, "BA-8.1", fault))
            continue
        lines[slot] = line
        order[slot] = int(card)
    rest = re.sub(r"(?<!\w)and(?!\w)|[\s,;.]+", " ", re.sub(pattern, " ", row)).strip()
    if rest:
        shown = rest if len(rest) <= 40 else rest[:40] + "..."
        fault = say("cannot read {found!r}; expected riders and cards like A12 B7 C9 D5", found=shown)
        mistakes.append((line, "BA-8.1", fault))


def _check_cards(
    book: RaceBook, view: Race, seat: int, order: Order, lines: dict[int, int], partial: bool, mistakes: list[Mistake]
) -> None:
    unread = bool(mistakes)
    for slot in range(GRADES):
        if slot not in lines and (partial or unread):
            continue  # what is missing may be what could not be read
        number = refuse_card(view, book, seat, order, slot)
        if slot in lines and order[slot] == 0:
            number = BOOK["BA-6.2"]
        if number:
            rule = BOOK.id_of(number)
            fault = card_fault(rule, LETTERS[slot], order[slot], hand_of(view, seat * GRADES + slot))
            mistakes.append((lines.get(slot, 0), rule, fault))


def _read_namings(
    book: RaceBook,
    view: Race,
    seat: int,
    order: Order,
    named: list[tuple[int, str]],
    find: Callable[[str], int | None],
    mistakes: list[Mistake],
) -> None:
    for i, (line, name) in enumerate(named):
        rider = find(name)
        if not book.spy:
            mistakes.append((line, "BA-V4", _("only a Spy race has namings")))
        elif i >= NAMINGS:
            fault = say("{name!r} is one too many: an order names up to {most} riders", name=name, most=NAMINGS)
            mistakes.append((line, "BA-V4", fault))
        elif rider is None:
            fault = say("nobody is called {name!r}; write riders like 'Red A'", name=name[:40])
            mistakes.append((line, "BA-V4", fault))
        else:
            order[GRADES + i] = rider + 1
            if refuse_naming(view, book, seat, order, GRADES + i):
                mistakes.append((line, "BA-V4", say("{name!r} is no rival on the track", name=name)))


def read_line_up(text: str, names: Names, book: RaceBook, view: Race, seat: int) -> tuple[Order, bool]:
    """A line-up like `A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6`, and whether it is partial; raises BadOrder."""
    team = (names.get("teams") or [])[seat : seat + 1]
    hands: dict[int, list[int]] = {}
    lines: dict[int, int] = {}
    mistakes, partial, current = list[Mistake](), False, -1
    for line, raw in _lines(text):
        row, says_partial = _take_word(_with_grades(raw, names, team[0] if team else ""), "partial")
        partial = partial or says_partial
        if words := set(re.findall(r"[^\W\d_]+", row.casefold())) & CONDITIONS:
            mistakes.append((line, "BA-8.2", say("orders are never conditional: {word!r}", word=sorted(words)[0])))
            continue
        for token in re.findall(r"[A-Da-d](?![^\W\d_])|[0-9]{1,4}(?![0-9])|[^\s,;:=]+", row):
            if token.upper() in LETTERS and len(token) == 1:
                current = LETTERS.index(token.upper())
                if current in hands:
                    mistakes.append((line, "BA-3.1", say("{rider} has cards already", rider=token.upper())))
                hands.setdefault(current, [])
                lines[current] = line
            elif token.isascii() and token.isdigit() and current >= 0:
                hands[current].append(int(token))
            else:
                fault = say("cannot read {found!r}; expected A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6", found=token[:40])
                mistakes.append((line, "BA-3.1", fault))
    order = _place_hands(book, view, seat, hands, lines, partial, mistakes)
    if mistakes:
        raise BadOrder(sorted(mistakes))
    return order, partial


def _place_hands(
    book: RaceBook,
    view: Race,
    seat: int,
    hands: dict[int, list[int]],
    lines: dict[int, int],
    partial: bool,
    mistakes: list[Mistake],
) -> Order:
    order = [0] * SLOTS
    unread = bool(mistakes)
    for grade in range(GRADES):
        first, cards = FIRST_SLOT[grade], hands.get(grade, [])
        room = FIRST_SLOT[grade + 1] - first
        order[first : first + room] = (cards + [0] * room)[:room]
        if grade not in hands and (partial or unread):
            continue
        refused = any(refuse_start_card(view, book, seat, order, first + i) for i in range(room))
        if refused or len(cards) > room or 0 in cards:
            shown = [*order[:first], *cards[:room], *order[first + room :]]
            fault = line_up_fault(book, shown, first)
            mistakes.append((lines.get(grade, 0), "BA-3.1", fault))
    return order
