"""Words, cases and statistics for a game that has none of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.game import BadOrder, Game, Order, SetUp
from breakaway.core.language import Names, _, many, say
from breakaway.core.rulebook import Rulebook
from breakaway.core.rules import LONGEST, Event, EventLog, forget, rule
from breakaway.core.state import from_json, number, to_json
from breakaway.core.statistics import Statistics
from breakaway.testing.cases import BadCase

# --- Default texts and adjudication cases, for games that do not define their own. Orders are written as numbers, and
# events as the sentences of their rules.


LONGEST_CODE = 5  # digits of a code


class PlainWords:
    """Writes an order as codes separated by spaces, and an event as its rule's sentence and its numbers.

    `wrong` is the id of the rule that refuses text that is not an order at all.
    """

    def __init__(self, rules: Rulebook, slots: Callable[[Any, Any, int], int], wrong: str) -> None:
        self.rules, self.slots, self.wrong = rules, slots, wrong

    def read(self, text: str, names: Names, config: Any, view: Any, seat: int) -> tuple[Order, bool]:
        """Reads the codes of an order. Raises BadOrder."""
        parts = text.split()
        count = self.slots(view, config, seat)
        if len(parts) != count or not all(
            part.isascii() and part.isdigit() and len(part) <= LONGEST_CODE for part in parts
        ):
            wanted = many("expected {n} number", "expected {n} numbers separated by spaces", count)
            raise BadOrder([(0, self.wrong, wanted)])
        return [int(part) for part in parts], False

    def write(self, order: Order, names: Names, config: Any, view: Any, seat: int) -> str:
        """The codes of an order, separated by spaces."""
        return " ".join(map(str, order))

    def event(self, event: Event, names: Names, config: Any) -> str:
        """The rule's sentence, then the event's numbers."""
        numbers = ", ".join(map(str, event.args))
        says = _(self.rules.entries[event.rule].says).rstrip(".")
        return f"{says} ({numbers})" if numbers else says

    def refusal(self, rule: str, order: Order, slot: int, names: Names, config: Any, view: Any, seat: int) -> str:
        """The code, and the sentence of the rule that refuses it."""
        return say("{code} is not allowed: {says}", code=order[slot], says=_(self.rules.entries[rule].says))

    def outcome(self, label: str, k: int) -> str:
        """The label of a die or card, and the number of its outcome, from 1."""
        return f"{label} {k + 1}"


class PlainCases:
    """Adjudication cases written with the state's own fields: `given` and `expect` list fields and their values.

    `game` is a function that returns the game when a case runs. Seats are called `Seat 1`, `Seat 2`, ...
    """

    def __init__(self, game: Callable[[], Game[Any, Any]]) -> None:
        self.game = game

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """The start of a match with the `given` fields changed. Raises BadCase or BadState naming a wrong field."""
        game = self.game()
        config = game.config()
        fields = to_json(game.start(config))
        self._known(given, fields)
        seats = [f"Seat {seat + 1}" for seat in range(game.seat_count(config))]
        return SetUp(config, {"seats": seats}, from_json(game.state, {**fields, **given}))

    def seat(self, names: Names, text: str) -> int:
        """The seat with this name. Raises BadCase."""
        if text not in names["seats"]:
            raise BadCase(f"choices: unknown seat {text!r}; known: {', '.join(names['seats'])}")
        return int(names["seats"].index(text))

    def compare(self, expect: dict[str, Any], at: SetUp, after: Any) -> list[str]:
        """The fields that are not as expected. Raises BadCase for an unknown field."""
        fields = to_json(after)
        self._known(expect, fields)
        return [
            f"{name}: expected {value}, found {fields[name]}" for name, value in expect.items() if fields[name] != value
        ]

    def _known(self, given: dict[str, Any], fields: dict[str, Any]) -> None:
        unknown = sorted(set(given) - set(fields))
        if unknown:
            raise BadCase(f"unknown field {unknown[0]!r}; the state has: {', '.join(fields)}")


# --- Default statistics, for games without their own: a row for each event, and the number of events in a match.


@dataclass(slots=True)
class EventRow:
    """One event: its rule and its first three numbers; missing numbers are 0."""

    rule: int = number()
    first: int = number()
    second: int = number()
    third: int = number()


@dataclass(slots=True)
class Events:
    """The totals of a match: its number of events."""

    events: int = number()


@rule()
def observe(before: Any, after: Any, config: Any, log: EventLog, match: Events, rows: Any, at: int) -> int:
    """Writes a row for each event of the step."""
    for i in range(log.n):
        rows[at].rule = log.rule[i]
        rows[at].first = log.value[i][0]
        rows[at].second = log.value[i][1]
        rows[at].third = log.value[i][2]
        match.events += 1
        at += 1
    forget(log)
    return at


def plain_statistics(game: Game[Any, Any]) -> Statistics:
    """The default statistics, for a game that does not define its own."""
    ids = ["", *(entry.id for entry in game.rules.entries.values())]

    def words(config: Any, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        return {"rule": ids}

    def seats(config: Any) -> Sequence[str]:
        return [f"seat{i + 1}" for i in range(game.seat_count(config))]

    return Statistics(row=EventRow, match=Events, observe=observe, most=LONGEST, words=words, seats=seats)
