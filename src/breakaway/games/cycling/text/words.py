"""Orders, line-ups, events and refusals of the race as text, both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from breakaway.core.events import Event
from breakaway.core.game import Names, Order
from breakaway.core.language import _, many, say
from breakaway.games.cycling.rules.state import FIRST_SLOT, GRADES, LINE_UP, UNIT, Race, RaceBook
from breakaway.games.cycling.text import orders as order_text
from breakaway.games.cycling.text.orders import hand_of

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
    last = 0 if 10 <= n % 100 <= 20 else n % 10
    if last == 1:
        return say("{n}st", n=n)
    if last == 2:
        return say("{n}nd", n=n)
    return say("{n}rd", n=n) if last == 3 else say("{n}th", n=n)


def checked_names(names: Any, teams: int) -> Names:
    """Names that can be told apart in an order; raises ValueError saying which cannot."""
    listed = [" ".join(str(each).split()) for each in names.get("teams", [])]
    if len(listed) != teams:
        raise ValueError(say("{teams} teams need {teams} names, found {found}", teams=teams, found=len(listed)))
    riders = {team: [" ".join(r.split()) for r in four] for team, four in names.get("riders", {}).items()}
    called = [*listed, *(rider for four in riders.values() for rider in four)]
    for name in called:
        if not 1 <= len(name) <= 40 or not re.fullmatch(r"[^\W\d_][\w .'’-]*", name):
            raise ValueError(
                say("the name {name!r} must begin with a letter and have 1 to 40 letters, digits or spaces", name=name)
            )
        first = name.casefold().split()[0]
        if first in order_text.RESERVED or re.fullmatch(r"[a-d][0-9]*", name.casefold()):
            raise ValueError(say("the name {name!r} means something else in an order", name=name))
    if len({name.casefold() for name in called}) != len(called):
        raise ValueError(_("two teams or riders have the same name"))
    for team, four in riders.items():
        if team not in listed or len(four) != GRADES:
            raise ValueError(say("riders: {team!r} must be a team of this race with four riders' names", team=team))
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
            return _("a Spy names rival riders on the track")
        rider = seat * GRADES + slot
        return order_text.card_fault(rule, LETTERS[slot], order[slot], hand_of(view, rider))

    def outcome(self, label: str, k: int) -> str:
        """The race itself draws nothing."""
        return f"{label}: {k}"


def _crossing(a: Sequence[int], n: Names) -> str:
    """Over a sprint line, or the finish, which has no fifth number."""
    rider, place, points, shared = rider_name(n, a[0]), ordinal(a[1]), points_text(a[2]), a[3] - 1
    if not a[4:]:
        if not shared:
            return say("{rider} is {place} at the finish: {points}", rider=rider, place=place, points=points)
        return many(
            "{rider} is {place} at the finish, sharing with {n} rider: {points}",
            "{rider} is {place} at the finish, sharing with {n} riders: {points}",
            shared,
            rider=rider,
            place=place,
            points=points,
        )
    if not shared:
        return say(
            "{rider} is {place} over the line after {line}: {points}",
            rider=rider,
            place=place,
            line=a[4],
            points=points,
        )
    return many(
        "{rider} is {place} over the line after {line}, sharing with {n} rider: {points}",
        "{rider} is {place} over the line after {line}, sharing with {n} riders: {points}",
        shared,
        rider=rider,
        place=place,
        line=a[4],
        points=points,
    )


def _tie(a: Sequence[int], n: Names, why: str) -> str:
    """Who moves before whom, and the check that says so."""
    return say("{rider} moves before {other}: {why}", rider=short_name(n, a[0]), other=short_name(n, a[1]), why=why)


def _arrival(a: Sequence[int], n: Names) -> str:
    if a[2]:
        return _tie(a, n, _("arrived first"))
    rider, other = short_name(n, a[0]), short_name(n, a[1])
    return say("{rider} and {other} move together: nothing tells them apart", rider=rider, other=other)


def _new_card(a: Sequence[int], n: Names) -> str:
    rider = rider_name(n, a[0])
    if not a[2]:
        return say("{rider} draws {card}: nobody in a string ahead", rider=rider, card=a[1])
    return say("{rider} draws {card}: string of {n} ahead", rider=rider, card=a[1], n=a[2])


def _dropped(a: Sequence[int], n: Names) -> str:
    if a[1:]:
        return say("{rider} is no longer marked as dropped", rider=rider_name(n, a[0]))
    return say("{rider} is dropped by the pack", rider=rider_name(n, a[0]))


def _shared_places(a: Sequence[int], n: Names) -> str:
    return many(
        "{rider} shares the places from {place} with {n} rider",
        "{rider} shares the places from {place} with {n} riders",
        a[3] - 1,
        rider=rider_name(n, a[0]),
        place=ordinal(a[1]),
    )


def _breakaway(a: Sequence[int], n: Names) -> str:
    return many(
        "{rider} breaks away, {n} square clear: draws {card}",
        "{rider} breaks away, {n} squares clear: draws {card}",
        a[2],
        rider=rider_name(n, a[0]),
        card=a[1],
    )


def _cut_off(a: Sequence[int], n: Names) -> str:
    return say(
        "{rider} is cut off from the string ahead: {n} riders on square {square}",
        rider=rider_name(n, a[0]),
        n=a[2],
        square=a[1],
    )


def _stage_over(a: Sequence[int], n: Names) -> str:
    return many("The stage is over: {n} rider over the finish", "The stage is over: {n} riders over the finish", a[0])


SENTENCES: dict[str, Callable[[Sequence[int], Names], str]] = {
    "BA-3.1": lambda a, n: say(
        "{rider} starts with {cards}", rider=rider_name(n, a[0]), cards=" ".join(str(c) for c in a[1:] if c)
    ),
    "BA-R16": lambda a, n: say("{rider} starts with the default line-up: none was received", rider=rider_name(n, a[0])),
    "BA-4.4": lambda a, n: say("{rider} has finished", rider=rider_name(n, a[0])),
    "BA-5.1": _crossing,
    "BA-5.2": lambda a, n: _crossing(a[:4], n),
    "BA-R11": _shared_places,
    "BA-6.1": lambda a, n: say(
        "{rider} plays {card}: from {before} to {square}",
        rider=rider_name(n, a[0]),
        card=a[3],
        before=a[1],
        square=a[2],
    ),
    "BA-6.5": _new_card,
    "BA-6.7": lambda a, n: say(
        "{rider} draws no more than {card}: the string would give {more}",
        rider=rider_name(n, a[0]),
        card=a[1],
        more=a[2],
    ),
    "BA-6.9": _breakaway,
    "BA-6.10": lambda a, n: say("{rider} still leads alone: draws {card}", rider=rider_name(n, a[0]), card=a[1]),
    "BA-6.11": _cut_off,
    "BA-7.2.1": lambda a, n: _tie(a, n, _("grade")),
    "BA-7.2.2": lambda a, n: _tie(a, n, _("higher card played")),
    "BA-7.2.3": lambda a, n: _tie(a, n, _("highest card in hand")),
    "BA-7.2.4": lambda a, n: _tie(a, n, _("next highest card in hand")),
    "BA-7.2.5": _arrival,
    "BA-9.1": lambda a, n: say("{team}: no moves received, the highest cards are played", team=team_name(n, a[0])),
    "BA-R17": lambda a, n: say("{rider} had no legal order: plays his highest card", rider=rider_name(n, a[0])),
    "BA-10.1": _dropped,
    "BA-R15": lambda a, n: say(
        "{rider}, dropped and without an order, plays his highest card", rider=rider_name(n, a[0])
    ),
    "BA-R13": _stage_over,
    "BA-R14": lambda a, n: say("{rider} is the last on the track: draws 3", rider=rider_name(n, a[0])),
    "BA-V2": lambda a, n: say(
        "The pursuit is over: {first} leads, {last} is last", first=short_name(n, a[0]), last=short_name(n, a[1])
    ),
    "BA-V5": lambda a, n: say("Stage {stage} is over", stage=a[0]),
}
