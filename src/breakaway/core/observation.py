"""What a seat may see, why an order is refused, and how turns are numbered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from breakaway.core.game import (
    Game,
    Order,
    Refusal,
    Standings,
    first_refusal,
    is_given_up,
    legal,
    seats_in,
    sides,
    standing,
)
from breakaway.core.language import ALL_SIDES, Names, read_by, reader, say
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import canonical, copy, to_json

# --- Everything that a match reveals to one seat, in one place, so that the laws can compare all of it.


S = TypeVar("S")
B = TypeVar("B")


class Observation(Generic[S, B]):
    """What a seat (-1: a spectator) may see of a state. Pages, terminals, emails and coaches see nothing else."""

    def __init__(
        self, game: Game[S, B], state: S, config: B, seat: int, names: Names | None = None, gone: Sequence[int] = ()
    ) -> None:
        self.game, self.config, self.seat, self.names = game, config, seat, names or {}
        self._state, self.gone = state, tuple(gone)  # the seats that have resigned, in the order of their resignations
        self.view: S = copy(state)
        game.redact(self.view, config, seat)

    @property
    def side(self) -> int:
        """The side that this seat plays for, or ALL_SIDES for a spectator."""
        return ALL_SIDES if self.seat == SPECTATOR else sides(self.game, self.config)[self.seat]

    @contextmanager
    def for_reader(self) -> Iterator[None]:
        """Within a `with` block, texts are for this seat's player or for a spectator.

        They stay for the reader whom `read_by` has named, if it has: two players at one screen, for example.
        """
        with read_by(self.side if reader() is None else reader()):
            yield

    def choosers(self) -> list[int]:
        """The seats that choose now."""
        asked = seats_in(self.game.choosers(self._state, self.config))
        if not self.gone:
            return asked
        ended = is_given_up(self.game, self.config, self.gone)
        return [] if ended else [seat for seat in asked if seat not in self.gone]

    @cached_property
    def standing(self) -> Standings:
        """How the match stands or how it ended, as far as this seat can know."""
        return standing(self.game, self.view, self.config, self.gone)

    def is_asked(self) -> bool:
        """Whether this seat chooses now."""
        return self.seat != SPECTATOR and self.seat in self.choosers()

    def menu(self, order: Order) -> list[int]:
        """The codes that may follow `order`, in ascending order."""
        return legal(self.game, self._state, self.config, self.seat, order)

    def slots(self) -> int:
        """How many codes this seat's order must have."""
        return self.game.slots(self._state, self.config, self.seat)

    def has_form(self, order: Order) -> bool:
        """Whether the order has the right number of codes for this seat, and each is a code of the game.

        In a game with `Game.ahead`, codes for the questions that follow may come after these.
        """
        codes, slots = self.game.codes(self._state, self.config), self.slots()
        if len(order) < slots or not all(0 <= code < codes for code in order[:slots]):
            return False
        return len(order) == slots or (self.game.ahead is not None and self.game.ahead.has_form(self, order))

    def why_not(self, order: Order, partial: bool = False) -> Refusal | None:
        """The first reason why an order is illegal, or None if it is legal. A partial order may leave slots open."""
        own = order[: self.slots()]
        found = first_refusal(self.game, self._state, self.config, self.seat, own, partial)
        if found is None:
            has_tail = self.game.ahead is not None and len(order) > len(own)
            return self.game.ahead.why_not(self, order) if self.game.ahead and has_tail else None
        slot, number = found
        rule = self.game.rules.id_of(number)
        with read_by(self.side):  # a refusal speaks to this player, even if others share the screen
            text = self.game.words.refusal(rule, order, slot, self.names, self.config, self.view, self.seat)
        return Refusal(rule, slot, text)

    def preview(self, slot: int, code: int) -> list[int]:
        """What a code at a slot would do if nobody else moved, judged from the view alone.

        Empty if there is no preview.
        """
        if self.game.preview is None:
            return []
        return list(self.game.preview(copy(self.view), self.config, self.seat, slot, code))

    def read(self, text: str) -> tuple[Order, bool]:
        """The order in `text`, and whether the text says that it is partial. Raises BadOrder."""
        return self.game.words.read(text, self.names, self.config, self.view, self.seat)

    def write(self, order: Order) -> str:
        """An order of this seat as text."""
        return self.game.words.write(order, self.names, self.config, self.view, self.seat)

    def told(self, events: Iterable[Event]) -> list[Event]:
        """The events that this seat may see, in the order in which they happened."""
        return [each for each in events if each.is_for(self.seat)]

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """The events that this seat may see, as sentences."""
        return [self.game.words.event(each, self.names, self.config) for each in self.told(events)]

    def leaves(self) -> dict[str, bytes]:
        """Every byte that this seat can get from the state alone, by kind. The law of secrecy compares these bytes."""
        parts: dict[str, bytes] = {
            "view": canonical(to_json(self.view)),
            "whose turn": canonical(self.choosers()),
        }
        if self.is_asked():
            menus, refusals, previews = self._walk()
            parts |= {
                "menus": canonical(sorted(map(sorted, menus))),
                "ordering": canonical(menus),
                "refusals": canonical(refusals),
                "previews": canonical(previews),
            }
        return parts

    def _walk(self) -> tuple[list[list[int]], list[str], list[list[int]]]:
        """Menus, refusals and previews, slot by slot, for two orders: one takes the first choice at every slot, the
        other the last.
        """
        menus: list[list[int]] = []
        refusals: list[str] = []
        previews: list[list[int]] = []
        game, s, config = self.game, self._state, self.config
        for choice in (0, -1):
            order: Order = []
            for slot in range(self.slots()):
                menu = self.menu(order)
                menus.append(menu)
                trial = [*order, *[0] * (game.max_slots - slot)]
                for code in range(game.codes(s, config)):
                    trial[slot] = code
                    refusals.append(self._refusal(trial, slot))
                    previews.append(self.preview(slot, code) if code in menu else [])
                order.append(menu[choice])
        return menus, refusals, previews

    def _refusal(self, order: Order, slot: int) -> str:
        """The rule that refuses the code at this slot, with its sentence. Empty if the code is legal."""
        number = self.game.refuse(self._state, self.config, self.seat, order, slot)
        if number == 0:
            return ""
        rule = self.game.rules.id_of(number)
        text = self.game.words.refusal(rule, order, slot, self.names, self.config, self.view, self.seat)
        return f"{rule} {text}"


def side_of_all(of: Sequence[int], seats: Iterable[int]) -> int:
    """The side of all these `seats`. ALL_SIDES if there are none, or if they play for several sides.

    `of` is the side of each seat (`core.game.sides`). Two players at one screen read the same page, so it speaks to
    neither of them.
    """
    found = {of[seat] for seat in seats} if of else set()
    return found.pop() if len(found) == 1 else ALL_SIDES


# --- Why a match refused a choice.


class Refused(Exception):
    """A choice that the rules forbid. Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.rule})" if refusal.rule else refusal.text)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,), vars(self)


class NotNow(Exception):
    """A request at the wrong time: a seat chose out of turn, or a turn was closed too early. Nothing was changed."""


# --- How a game counts its turns: one numbering for emails, orders, calendars, reports and lists.
#
# A game's kit names its `Turns`. Other games count every turn of the record, from 1.


NAMED = re.compile(r"(?<!\w)(?:turn|zug)\s*([0-9]{1,6})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True)
class NamedTurn:
    """A turn by its number. Without a `stage`, the current stage is meant. In the race, turn 0 is the line-ups."""

    stage: int | None
    turn: int


class Turns(Protocol):
    """How a game counts."""

    def now(self, observation: Observation[Any, Any], played: int) -> NamedTurn:
        """The open turn after `played` turns of the record or, after the end, the last one."""

    def last(self, observation: Observation[Any, Any], played: int, ago: int = 0) -> NamedTurn | None:
        """The last of the `played` turns, or the one `ago` turns before it. Below 0, `ago` looks ahead.

        None if there is no such turn, or if the position does not tell.
        """

    def text(self, observation: Observation[Any, Any], turn: NamedTurn) -> str:
        """A turn in words: `turn 9`. It can stand in any sentence, before a colon or after a comma."""

    def named(self, text: str) -> NamedTurn | None:
        """The turn that a text, such as an email's subject, names in any language of ours; the last if several."""


class PlainTurns:
    """Counts the turns of the record."""

    def now(self, observation: Observation[Any, Any], played: int) -> NamedTurn:
        """The next turn of the record."""
        return NamedTurn(None, played + 1)

    def last(self, observation: Observation[Any, Any], played: int, ago: int = 0) -> NamedTurn | None:
        """The last turn of the record, or an earlier or later one."""
        return NamedTurn(None, played - ago) if played > ago else None

    def text(self, observation: Observation[Any, Any], turn: NamedTurn) -> str:
        """The turn's number: `turn 9`."""
        return say("turn {turn}", turn=turn.turn)

    def named(self, text: str) -> NamedTurn | None:
        """The last turn that the text names."""
        found = NAMED.findall(text)
        return NamedTurn(None, int(found[-1])) if found else None


TURNS = PlainTurns()
