"""Observations: everything that one seat may see and choose. An observation has no reference to anything secret."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from breakaway.api.arrays import Array, mask_of, tensor_of
from breakaway.api.setup import Answer, Event, Result, Setup, event_of, result_in
from breakaway.core.events import Event as Told
from breakaway.core.game import BadOrder, Order
from breakaway.core.observation import Observation as Seen
from breakaway.core.refused import NotNow, Refused
from breakaway.core.state import to_json

NOTHING = "this seat has nothing to choose now"


class Legal:
    """The legal orders of a seat. An order has a code for each of its `slots`; most orders have only one slot.

    Iterating over a Legal yields every legal order, sorted by codes. Orders are worked out one by one, because there
    can be millions, as with the line-ups of a race. `order in legal` checks a single order, given as a code, as codes
    or as text. A seat that is not asked has no legal order: `bool(legal)` is False.

    >>> import breakaway
    >>> legal = breakaway.load("fate").new(seed=7).legal()
    >>> list(legal)
    [[0], [1]]
    >>> "receive" in legal, "punt" in legal
    (True, False)
    """

    def __init__(self, seen: Seen[Any, Any], asked: bool) -> None:
        self._seen = seen
        self.slots = seen.slots() if asked else 0

    def __bool__(self) -> bool:
        return self.slots > 0

    def codes(self, begun: Sequence[int] = ()) -> list[int]:
        """The codes that may follow the codes in `begun`, in ascending order. Empty if the order is complete.

        >>> import breakaway
        >>> legal = breakaway.load("football").new(seed=7).legal()
        >>> legal.codes()[:3]
        [0, 1, 2]
        """
        return self._seen.menu(list(begun)) if len(begun) < self.slots else []

    def random(self, rng: random.Random) -> Order:
        """A random legal order.

        Its codes are drawn with `rng`, slot by slot; in each slot, all legal codes are equally likely. Raises NotNow.
        """
        if not self:
            raise NotNow(NOTHING)
        order: Order = []
        while len(order) < self.slots:
            order.append(rng.choice(self.codes(order)))
        return order

    def texts(self) -> Iterator[str]:
        """Every legal order as text."""
        return (self._seen.write(order) for order in self)

    def __iter__(self) -> Iterator[Order]:
        return self._from([]) if self else iter(())

    def _from(self, begun: Order) -> Iterator[Order]:
        if len(begun) == self.slots:
            yield begun
            return
        for code in self.codes(begun):
            yield from self._from([*begun, code])

    def __contains__(self, order: object) -> bool:
        if not self or not (isinstance(order, str | Sequence) or _is_whole(order)):
            return False
        try:
            checked(self._seen, order)  # type: ignore[arg-type]  # a sequence of anything: `checked` looks at each
        except (BadOrder, Refused):
            return False
        return True


class Observation:
    """What one seat (-1: a spectator) may see of a state. An observation contains a copy of the state without its
    secrets, and no reference to the state itself.

    - `seat`: the number of the seat.
    - `to_move`: the seats that choose now. If there are several, they choose secretly.
    - `legal`: the legal orders of this seat; none if the seat is not asked.

    >>> import breakaway
    >>> seen = breakaway.load("cycling", teams=2).new().observe(0)
    >>> seen
    <Observation of Breaking Away by Red>
    >>> seen.why_not("A 15 15 15 B 8 8 9 C 3 8 9 D 5 5 6")
    'line 1: A (15 15 15) needs 3 or 4 cards from 1 to 15 that add up to at most 30'
    """

    def __init__(
        self,
        setup: Setup,
        seen: Seen[Any, Any],
        to_move: tuple[int, ...],
        told: tuple[Told, ...],
        final: Result | None = None,
    ) -> None:
        self._setup, self._told, self._final = setup, told, final
        self._seen: Seen[Any, Any] = Seen(setup.game, seen.view, setup.config, seen.seat, setup.names)
        self.seat, self.to_move = seen.seat, to_move
        self.legal = Legal(self._seen, self.seat in to_move)

    def __repr__(self) -> str:
        whose = self.seats[self.seat] if self.seat >= 0 else "a spectator"
        return f"<Observation of {self._setup.game.title} by {whose}>"

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats."""
        return self._setup.seats

    @property
    def result(self) -> Result:
        """The result, or the current standings as far as this seat can know them."""
        return self._final or result_in(self._setup, self._seen.view)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last turn that this seat may see."""
        return tuple(event_of(self._setup, each) for each in self._told)

    @property
    def data(self) -> dict[str, Any]:
        """The state as plain numbers and lists by field name, with blanks for what this seat may not know."""
        return to_json(self._seen.view)

    @property
    def config(self) -> dict[str, Any]:
        """The config of the match (its cards, house rules and so on), as numbers and lists by name.

        The config is public.
        """
        return to_json(self._setup.config)

    def read(self, text: str) -> Order:
        """The codes of an order written as text. Raises BadOrder, which says what would be right."""
        return codes_of(self._seen, text)

    def checked(self, order: Answer) -> Order:
        """The codes of an order given as a code, as codes or as text. Raises BadOrder, Refused or NotNow."""
        if not self.legal:
            raise NotNow(NOTHING)
        return checked(self._seen, order)

    def write(self, order: Answer) -> str:
        """An order of this seat as text. Raises BadOrder, Refused or NotNow if the order is not legal."""
        return self._seen.write(self.checked(order))

    def why_not(self, order: Answer) -> str:
        """Why this order is not possible now: a sentence with a rule id. Empty if the order is legal."""
        try:
            self.checked(order)
        except (BadOrder, Refused, NotNow) as error:
            return str(error)
        return ""

    def tensor(self) -> Array:
        """All numbers that this seat may see, as a row of NumPy int64: the seat, then the fields of `data` in order.

        The row has the same length for all states of a game; `Game.layout` gives the position of each field. Raises
        Trouble if NumPy is not installed.
        """
        return tensor_of(self.seat, self._seen.view)

    def mask(self, begun: Sequence[int] = ()) -> Array:
        """A NumPy bool for each code: whether it may follow the codes in `begun`.

        Raises Trouble if NumPy is not installed.
        """
        return mask_of(self._setup.game.codes(self._seen.view, self._setup.config), self.legal.codes(begun))


def checked(seen: Seen[Any, Any], order: Answer) -> Order:
    """The codes of an order given as a code, as codes or as text; `seen` is the observation of the seat that gives it.

    Raises BadOrder if this is not an order at all, or Refused if a rule forbids it.
    """
    codes = codes_of(seen, order)
    refusal = seen.why_not(codes)
    if refusal:
        raise Refused(refusal)
    return codes


def codes_of(seen: Seen[Any, Any], order: Answer) -> Order:
    """The codes of an order of the right length, legal or not. For `seen`, see `checked`. Raises BadOrder."""
    if isinstance(order, str):
        codes, partial = seen.read(order)
        if partial:
            raise BadOrder([(0, "", "this order is incomplete")])
        return codes
    codes = [int(code) if _is_whole(code) else -1 for code in (order if isinstance(order, Iterable) else (order,))]
    if not seen.has_form(codes):
        most, slots = seen.game.codes(seen.view, seen.config), seen.slots()
        said = f"this seat's order needs {slots} codes, each a whole number below {most}, not {order!r}"
        raise BadOrder([(0, "", said)])
    return codes


def _is_whole(code: Any) -> bool:
    """Whether `code` is a Python or NumPy integer. A bool does not count as an integer."""
    return hasattr(code, "__index__") and not isinstance(code, bool)
