"""Reads and writes the race's orders and line-ups, and puts its events and refusals into words."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

from breakaway.core.game import Order, misfit
from breakaway.core.language import Names, _, many, say
from breakaway.core.lookalikes import alike
from breakaway.core.rules import Event, sentence, speak
from breakaway.core.statistics import with_fractions
from breakaway.games.cycling.rules import events
from breakaway.games.cycling.rules.events import RACE_OVER
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, RIDERS, UNIT
from breakaway.games.cycling.text import orders as order_text
from breakaway.games.cycling.text.orders import RESERVED, folded, hand_of, teams_called, words_among

LETTERS = "ABCD"
SHAPE = {"teams": [str], "riders": {str: [str]}}  # the shape of the names in a match's record


def team_name(names: Names, team: int) -> str:
    """The name of a team, or `Team 1` and so on for a team without a name."""
    listed = names.get("teams", ())
    return str(listed[team]) if team < len(listed) else f"Team {team + 1}"


def rider_name(names: Names, rider: int) -> str:
    """A rider as `Red A`, with his own name if he has one: `Red A (Percy Vere)`."""
    short = short_name(names, rider)
    riders = names.get("riders", {}).get(team_name(names, rider // GRADES), ())
    own = riders[rider % GRADES] if len(riders) == GRADES else ""
    return f"{short} ({own})" if own else short


def short_name(names: Names, rider: int) -> str:
    """A rider by team and grade: `Red A`."""
    return f"{team_name(names, rider // GRADES)} {LETTERS[rider % GRADES]}"


def find_rider(names: Names, text: str, teams: int) -> int | None:
    """The rider whom `text` names, as `Red A` or by his own name.

    None unless exactly one rider of the `teams` teams matches.
    """
    found = riders_called(names, text, teams)
    return found[0] if len(found) == 1 else None


def riders_called(names: Names, text: str, teams: int) -> list[int]:
    """The riders that `text` can mean: the one with this name; those with this grade in each matching team; or those
    with this word in their own names, in all teams or in each matching team.
    """
    wanted = folded(text)
    for rider in range(teams * GRADES):
        own = names.get("riders", {}).get(team_name(names, rider // GRADES), ())
        if len(own) == GRADES and folded(own[rider % GRADES]) == wanted:
            return [rider]
    team, _blank, last = wanted.rpartition(" ")
    listed = [team_name(names, each) for each in range(teams)]
    called = teams_called(listed, team) if team else list(range(teams))
    if len(last) == 1 and last in LETTERS.lower():
        return [each * GRADES + LETTERS.lower().index(last) for each in called] if team else []
    fours = {each: words_among(names.get("riders", {}).get(listed[each], ())) for each in called}
    return [each * GRADES + place for each, words in fours.items() for place in words.get(last, ())]


def points_text(units: int) -> str:
    """Points, which are in 360360ths, as exact text for people: `9`, `9½`, `8⅓`, `2³⁄₁₁`."""
    return with_fractions(units, UNIT)


def number_of_points(units: int) -> int:
    """Which of two texts `many` takes for so many points: 1 for exactly one point, else 2."""
    return 1 if units == UNIT else 2


def in_points(units: int) -> str:
    """So many points in words: `1 point`, `9½ points`."""
    return many("{points} point", "{points} points", number_of_points(units), points=points_text(units))


def win_text(teams: str, alone: bool, units: int) -> str:
    """A sentence about the winner of a race, or about the winners that share the first place (`alone` is False)."""
    n, values = number_of_points(units), {"teams": teams, "points": points_text(units)}
    if alone:
        return many("{teams} wins with {points} point.", "{teams} wins with {points} points.", n, **values)
    return many(
        "{teams} share the win with {points} point.",
        "{teams} share the win with {points} points.",
        n,
        **values,
    )


def exact_points(units: int) -> str:
    """Points, which are in 360360ths, as exact text for programs and case files: `9`, `19/2`."""
    return str(Fraction(units, UNIT))


def ordinal(n: int) -> str:
    """An ordinal number: 1st, 2nd, 3rd, 4th."""
    last = 0 if 10 <= n % 100 <= 20 else n % 10
    if last == 1:
        return say("{n}st", n=n)
    if last == 2:
        return say("{n}nd", n=n)
    return say("{n}rd", n=n) if last == 3 else say("{n}th", n=n)


def checked_names(names: Any, teams: int) -> Names:
    """Checks and tidies the names of `teams` teams.

    Raises ValueError for a wrong name, or for two names that could be confused in orders.
    """
    if fault := misfit(names, SHAPE, "names", partial=True):
        raise ValueError(fault)
    listed = [_tidied(each) for each in names.get("teams", [])]
    if len(listed) != teams:
        raise ValueError(say("{teams} teams need {teams} names, not {found}", teams=teams, found=len(listed)))
    riders = {_tidied(team): [_tidied(r) for r in four] for team, four in names.get("riders", {}).items()}
    called = [*listed, *(rider for four in riders.values() for rider in four)]
    for name in called:
        if not 1 <= len(name) <= 40 or not re.fullmatch(r"[^\W\d_][\w .'’&-]*", name):
            raise ValueError(
                say(
                    "the name {name!r} must begin with a letter and have at most 40 letters, digits, spaces, dots, "
                    "apostrophes, hyphens or &",
                    name=name,
                )
            )
        first = name.casefold().split()[0]
        if first in RESERVED or re.fullmatch(r"[a-d][0-9]*", name.casefold()):
            raise ValueError(say("the name {name!r} means something else in an order; choose another", name=name))
    if len({folded(name) for name in called}) != len(called) or len({*map(folded, riders)}) != len(riders):
        raise ValueError(_("two teams or riders have the same name; each needs its own"))
    same = {folded(team): team for team in listed}
    for team, four in riders.items():
        if folded(team) not in same or len(four) != GRADES:
            raise ValueError(
                say(
                    "riders: each entry must name a team in this race and its four riders; the entry {team!r} does not",
                    team=team,
                )
            )
    return {"teams": listed, "riders": {same[folded(team)]: four for team, four in riders.items()}}


def new_names(names: Any, teams: int) -> Names:
    """The names of a new race, checked. Raises ValueError, also for names that a reader would take for each other.

    Records that are older than this check may have such names (`checked_names`).
    """
    found = checked_names(names, teams)
    if fault := alike([*found["teams"], *(rider for four in found["riders"].values() for rider in four)]):
        raise ValueError(fault)
    return found


def _tidied(name: str) -> str:
    """The name with single spaces and composed letters."""
    return " ".join(unicodedata.normalize("NFC", name).split())


class RaceWords:
    """The race's implementation of the Words protocol."""

    def read(self, text: str, names: Names, config: RaceConfig, view: Race, seat: int) -> tuple[Order, bool]:
        """Reads an order or, before the start, a line-up. Raises BadOrder with every mistake and its line."""
        if view.phase == LINE_UP:
            return order_text.read_line_up(text, names, config, view, seat)

        def find(name: str) -> list[int]:
            return riders_called(names, name, config.teams)

        return order_text.read_cards(text, names, config, view, seat, find)

    def write(self, order: Order, names: Names, config: RaceConfig, view: Race, seat: int) -> str:
        """Writes a line-up, or an order as `A12 B7 C9 D5`, with the namings of a Spy race on a separate line."""
        if view.phase == LINE_UP:
            cut = [order[FIRST_SLOT[g] : FIRST_SLOT[g + 1]] for g in range(GRADES)]
            whole = [g for g in range(GRADES) if sum(card > 0 for card in cut[g]) >= config.least_cards[g]]
            hands = [f"{LETTERS[g]} {' '.join(str(card) for card in cut[g] if card)}" for g in whole]
            return " ".join([*hands, *(["partial"] if len(whole) < GRADES else [])])
        cards = [f"{LETTERS[i]}{card}" for i, card in enumerate(order[:GRADES]) if card]
        open_ = [i for i in range(GRADES) if order[i] == 0 and order_text.must_order(view, seat * GRADES + i)]
        text = " ".join([*cards, *(["partial"] if open_ else [])]) or "none"
        spied = [short_name(names, code - 1) for code in order[GRADES:] if code]
        return text + ("\nspy " + ", ".join(spied) if spied else "")

    def event(self, event: Event, names: Names, config: RaceConfig) -> str:
        """An event in one sentence, without the rule id."""
        if event.rule == RACE_OVER and config.stages > 1:
            n = event.finishers
            return many("The stage is over: {n} rider has finished", "The stage is over: {n} riders have finished", n)
        return sentence(event, names)

    def refusal(
        self, rule: str, order: Order, slot: int, names: Names, config: RaceConfig, view: Race, seat: int
    ) -> str:
        """Why a card is refused, and which cards are legal."""
        if view.phase == LINE_UP:
            return order_text.line_up_fault(config, order, slot)
        if slot >= GRADES:
            return _("you can name only rival riders on the track")
        rider = seat * GRADES + slot
        return order_text.card_fault(rule, LETTERS[slot], order[slot], hand_of(view, rider))

    def outcome(self, label: str, k: int) -> str:
        """An outcome in words. Only the protocol needs this method, because nothing in a race happens by chance."""
        return f"{label}: {k}"


# --- How sentences put the numbers of events into words. All other numbers are shown as they are.


speak(events.TEAM, lambda team, _owner, names: team_name(names, team))
speak(events.RIDER, lambda rider, _owner, names: rider_name(names, rider))
speak(events.PLAIN_RIDER, lambda rider, _owner, names: short_name(names, rider))
speak(events.MARK, lambda mark, _owner, names: rider_name(names, mark % RIDERS))
speak(events.PLACE, lambda place, _owner, _names: ordinal(place))
speak(events.POINTS, lambda units, _owner, _names: in_points(units))
