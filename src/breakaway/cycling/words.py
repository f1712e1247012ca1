"""Orders, line-ups, events and refusals of the race as text, both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from breakaway.core.events import Event
from breakaway.core.game import Names, Order
from breakaway.cycling import order_text
from breakaway.cycling.order_text import hand_of
from breakaway.cycling.state import FIRST_SLOT, GRADES, LINE_UP, UNIT, Race, RaceBook

LETTERS = "ABCD"


def team_name(names: Names, team: int) -> str:
    """A team as people call it."""
    listed = names.get("teams", ())
    return str(listed[team]) if team < len(listed) else f"Team {team + 1}"


def rider_name(names: Names, rider: int) -> str:
    """A rider as `Red A`, with his own name if he has one: `Red A (Percy Vere)`."""
    short = short_name(names, rider)
    riders = names.get("riders", {}).get(team_name(names, rider // GRADES), ())
    own = riders[rider % GRADES] if len(riders) == GRADES else ""
    return f"{short} ({own})" if own else short


def short_name(names: Names, rider: int) -> str:
    """Team and grade: `Red A`."""
    return f"{team_name(names, rider // GRADES)} {LETTERS[rider % GRADES]}"


def find_rider(names: Names, text: str, teams: int) -> int | None:
    """The rider called so: `Red A`, or by his own name; None when nobody is."""
    wanted = " ".join(text.split()).casefold()
    for rider in range(teams * GRADES):
        own = names.get("riders", {}).get(team_name(names, rider // GRADES), ())
        called = {short_name(names, rider).casefold()} | (
            {own[rider % GRADES].casefold()} if len(own) == GRADES else set()
        )
        if wanted in called:
            return rider
    return None


def points_text(units: int) -> str:
    """360360ths as a whole number or an exact fraction: `9`, `19/2`."""
    return str(Fraction(units, UNIT))


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def plural(n: int, word: str) -> str:
    """`1 square`, `2 squares`."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def checked_names(names: Any, teams: int) -> Names:
    """Names that can be told apart in an order; raises ValueError saying which cannot."""
    listed = [" ".join(str(each).split()) for each in names.get("teams", [])]
    if len(listed) != teams:
        raise ValueError(f"{teams} teams need {teams} names, found {len(listed)}")
    riders = {team: [" ".join(r.split()) for r in four] for team, four in names.get("riders", {}).items()}
    called = [*listed, *(rider for four in riders.values() for rider in four)]
    for name in called:
        if not 1 <= len(name) <= 40 or not re.fullmatch(r"[^\W\d_][\w .'’-]*", name):
            raise ValueError(f"the name {name!r} must begin with a letter and have 1 to 40 letters, digits or spaces")
        first = name.casefold().split()[0]
        if first in order_text.RESERVED or re.fullmatch(r"[a-d][0-9]*", name.casefold()):
            raise ValueError(f"the name {name!r} means something else in an order")
    if len({name.casefold() for name in called}) != len(called):
        raise ValueError("two teams or riders have the same name")
    for team, four in riders.items():
        if team not in listed or len(four) != GRADES:
            raise ValueError(f"riders: {team!r} must be a team of this race with four riders' names")
    return {"teams": listed, "riders": riders}


class RaceWords:
    """The race's half of the Words protocol."""

    def read(self, text: str, names: Names, book: RaceBook, view: Race, seat: int) -> tuple[Order, bool]:
        """Reads an order or, before the start, a line-up; raises BadOrder with every mistake and its line."""
        if view.phase == LINE_UP:
            return order_text.read_line_up(text, names, book, view, seat)

        def find(name: str) -> int | None:
            return find_rider(names, name, book.teams)

        return order_text.read_cards(text, names, book, view, seat, team_name(names, seat), find)

    def write(self, order: Order, names: Names, book: RaceBook, view: Race, seat: int) -> str:
        """`A12 B7 C9 D5`, with the riders named by a Spy on a line of their own; or a line-up."""
        if view.phase == LINE_UP:
            cut = [order[FIRST_SLOT[g] : FIRST_SLOT[g + 1]] for g in range(GRADES)]
            whole = [g for g in range(GRADES) if sum(card > 0 for card in cut[g]) >= book.least_cards[g]]
            hands = [f"{LETTERS[g]} {' '.join(str(card) for card in cut[g] if card)}" for g in whole]
            return " ".join([*hands, *(["partial"] if len(whole) < GRADES else [])])
        cards = [f"{LETTERS[i]}{card}" for i, card in enumerate(order[:GRADES]) if card]
        open_ = [i for i in range(GRADES) if order[i] == 0 and order_text.must_order(view, seat * GRADES + i)]
        text = " ".join([*cards, *(["partial"] if open_ else [])]) or "none"
        spied = [short_name(names, code - 1) for code in order[GRADES:] if code]
        return text + ("\nspy " + ", ".join(spied) if spied else "")

    def event(self, event: Event, names: Names, book: RaceBook) -> str:
        """One sentence, without the rule id."""
        return SENTENCES[event.rule](event.args, names)

    def refusal(self, rule: str, order: Order, slot: int, names: Names, book: RaceBook, view: Race, seat: int) -> str:
        """Why a card is refused, and the legal ones."""
        if view.phase == LINE_UP:
            return order_text.line_up_fault(book, order, slot)
        if slot >= GRADES:
            return "a Spy names rival riders on the track"
        rider = seat * GRADES + slot
        return order_text.card_fault(rule, LETTERS[slot], order[slot], hand_of(view, rider))

    def outcome(self, label: str, k: int) -> str:
        """The race itself draws nothing."""
        return f"{label}: {k}"


def _crossing(a: Sequence[int], names: Names, line: str) -> str:
    shared = f", sharing with {plural(a[3] - 1, 'rider')}" if a[3] > 1 else ""
    return f"{rider_name(names, a[0])} is {ordinal(a[1])} {line}{shared}: {points_text(a[2])}"


def _tie(a: Sequence[int], names: Names, why: str) -> str:
    return f"{short_name(names, a[0])} moves before {short_name(names, a[1])}: {why}"


def _arrival(a: Sequence[int], names: Names) -> str:
    if a[2]:
        return _tie(a, names, "arrived first")
    return f"{short_name(names, a[0])} and {short_name(names, a[1])} move together: nothing tells them apart"


def _new_card(a: Sequence[int], names: Names) -> str:
    ahead = f"string of {a[2]} ahead" if a[2] else "nobody in a string ahead"
    return f"{rider_name(names, a[0])} draws {a[1]}: {ahead}"


def _dropped(a: Sequence[int], names: Names) -> str:
    if a[1:]:
        return f"{rider_name(names, a[0])} is no longer marked as dropped"
    return f"{rider_name(names, a[0])} is dropped by the pack"


SENTENCES: dict[str, Callable[[Sequence[int], Names], str]] = {
    "BA-3.1": lambda a, n: f"{rider_name(n, a[0])} starts with {' '.join(str(c) for c in a[1:] if c)}",
    "BA-R16": lambda a, n: f"{rider_name(n, a[0])} starts with the default line-up: none was received",
    "BA-4.4": lambda a, n: f"{rider_name(n, a[0])} has finished",
    "BA-5.1": lambda a, n: _crossing(a, n, f"over the line after {a[4]}"),
    "BA-5.2": lambda a, n: _crossing(a, n, "at the finish"),
    "BA-R11": lambda a, n: (
        f"{rider_name(n, a[0])} shares the places from {ordinal(a[1])} with {plural(a[3] - 1, 'rider')}"
    ),
    "BA-6.1": lambda a, n: f"{rider_name(n, a[0])} plays {a[3]}: from {a[1]} to {a[2]}",
    "BA-6.5": _new_card,
    "BA-6.7": lambda a, n: f"{rider_name(n, a[0])} draws no more than {a[1]}: the string would give {a[2]}",
    "BA-6.9": lambda a, n: f"{rider_name(n, a[0])} breaks away, {plural(a[2], 'square')} clear: draws {a[1]}",
    "BA-6.10": lambda a, n: f"{rider_name(n, a[0])} still leads alone: draws {a[1]}",
    "BA-6.11": lambda a, n: f"{rider_name(n, a[0])} is cut off from the string ahead: {a[2]} riders on square {a[1]}",
    "BA-7.2.1": lambda a, n: _tie(a, n, "grade"),
    "BA-7.2.2": lambda a, n: _tie(a, n, "higher card played"),
    "BA-7.2.3": lambda a, n: _tie(a, n, "highest card in hand"),
    "BA-7.2.4": lambda a, n: _tie(a, n, "next highest card in hand"),
    "BA-7.2.5": _arrival,
    "BA-9.1": lambda a, n: f"{team_name(n, a[0])}: no moves received, the highest cards are played",
    "BA-R17": lambda a, n: f"{rider_name(n, a[0])} had no legal order: plays his highest card",
    "BA-10.1": lambda a, n: (
        f"{rider_name(n, a[0])} " + ("is no longer marked as dropped" if a[1:] else "is dropped by the pack")
    ),
    "BA-R15": lambda a, n: f"{rider_name(n, a[0])}, dropped and without an order, plays his highest card",
    "BA-R13": lambda a, n: f"The stage is over: {plural(a[0], 'rider')} over the finish",
    "BA-R14": lambda a, n: f"{rider_name(n, a[0])} is the last on the track: draws 3",
    "BA-V2": lambda a, n: f"The pursuit is over: {short_name(n, a[0])} leads, {short_name(n, a[1])} is last",
    "BA-V5": lambda a, n: f"Stage {a[0]} is over",
}
