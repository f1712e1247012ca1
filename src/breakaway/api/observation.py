"""Observations: everything that one seat may see and choose. An observation has no reference to anything secret."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

from breakaway.api.plain_data import Answer, Array, Event, Result, Setup, event_of, mask_of, result_in, tensor_of
from breakaway.core.game import BadOrder, Order
from breakaway.core.observation import NotNow, Refused
from breakaway.core.observation import Observation as Seen
from breakaway.core.rules import Event as Told
from breakaway.core.state import key, to_json

NOTHING = "this seat has nothing to choose now"
MOST = 1_000_000  # legal orders that are counted
SHOWN = 8  # legal orders that the text of a Legal shows


class TooMany(OverflowError):
    """There are too many legal orders to count them."""


def same_view(one: Seen[Any, Any], other: Seen[Any, Any]) -> bool:
    """Whether the same seat sees the same in matches with the same set-up."""
    return (one.game.name, one.seat, one.view, one.config, one.names) == (
        other.game.name,
        other.seat,
        other.view,
        other.config,
        other.names,
    )


class Legal(Sequence[Order]):
    """The legal orders of a seat, sorted by their codes. An order has a code for each of its `slots`; most orders have
    only one slot.

    A Legal is a sequence: it has a length, an index, slices (lists of orders) and an order of iteration. `order in
    legal` checks a single order, given as a code, as codes or as text. A seat that is not asked has no legal order:
    `bool(legal)` is False.

    Orders are worked out one by one, because there can be billions, as with the line-ups of a race. The first and last
    ones come at once; `len`, and an index counted from the other end, have to count. They raise TooMany beyond a
    million orders. To pick one at random, use `random`.

    >>> import breakaway
    >>> legal = breakaway.load("fate").new(seed=7).legal()
    >>> list(legal)
    [[0], [1]]
    >>> legal[0], legal[-1], len(legal)
    ([0], [1], 2)
    >>> "receive" in legal, "punt" in legal
    (True, False)
    """

    def __init__(self, seen: Seen[Any, Any], asked: bool) -> None:
        self._seen = seen
        self.slots = seen.slots() if asked else 0
        self._length = -1  # not counted yet

    def __bool__(self) -> bool:
        return self.slots > 0

    def __eq__(self, other: object) -> bool:
        """Whether both are what the same seat may choose in the same situation."""
        return isinstance(other, Legal) and self.slots == other.slots and same_view(self._seen, other._seen)

    def __hash__(self) -> int:
        return hash((self._seen.game.name, self._seen.seat, key(self._seen.view)))

    def __repr__(self) -> str:
        first = ", ".join(self._seen.write(order) for order in islice(self, SHOWN))
        more = ", ..." if next(islice(self, SHOWN, None), None) else ""
        return f"<Legal: {first or 'nothing'}{more}>"

    def __len__(self) -> int:
        """How many orders there are. Raises TooMany if there are more than a million."""
        if self._length < 0:
            self._length = self._count([], 0) if self else 0
        return self._length

    def _count(self, begun: Order, so_far: int) -> int:
        """How many orders begin so, plus `so_far`. Raises TooMany."""
        codes = self.codes(begun)
        if len(begun) + 1 < self.slots:
            for code in codes:
                so_far = self._count([*begun, code], so_far)
            return so_far
        if so_far + len(codes) > MOST:
            raise TooMany(f"there are more than {MOST:,} legal orders; to pick one, use legal.random(rng)")
        return so_far + len(codes)

    @overload
    def __getitem__(self, at: int) -> Order: ...
    @overload
    def __getitem__(self, at: slice) -> list[Order]: ...
    def __getitem__(self, at: int | slice) -> Order | list[Order]:
        """The order at this place, or a list of the orders in a slice. Raises IndexError or TooMany."""
        if isinstance(at, slice):
            if all(each is None or each >= 0 for each in (at.start, at.stop)) and (at.step is None or at.step > 0):
                return list(islice(self, at.start, at.stop, at.step))
            return [self[i] for i in range(*at.indices(len(self)))] if len(self) <= SHOWN else list(self)[at]
        place = operator.index(at)
        orders = iter(self) if place >= 0 else reversed(self)
        found = next(islice(orders, place if place >= 0 else -place - 1, None), None)
        if found is None:
            raise IndexError(f"there is no legal order at {place}: there are {len(self)}")
        return found

    def __reversed__(self) -> Iterator[Order]:
        return self._from([], backwards=True) if self else iter(())

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

    def _from(self, begun: Order, backwards: bool = False) -> Iterator[Order]:
        if len(begun) == self.slots:
            yield begun
            return
        for code in reversed(self.codes(begun)) if backwards else self.codes(begun):
            yield from self._from([*begun, code], backwards)

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
        self._seen: Seen[Any, Any] = Seen(setup.game, seen.view, setup.config, seen.seat, setup.names, seen.gone)
        self.seat, self.to_move = seen.seat, to_move
        self.legal = Legal(self._seen, self.seat in to_move)

    def __eq__(self, other: object) -> bool:
        """Whether the same seat sees the same position, events and result, and may choose the same."""
        return (
            isinstance(other, Observation)
            and (self.to_move, self._told, self._final) == (other.to_move, other._told, other._final)
            and same_view(self._seen, other._seen)
        )

    def __hash__(self) -> int:
        return hash((self._seen.game.name, self.seat, key(self._seen.view)))

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
        return self._final or result_in(self._setup, self._seen.view, self._seen.gone)

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
        UserError if NumPy is not installed.
        """
        return tensor_of(self.seat, self._seen.view)

    def mask(self, begun: Sequence[int] = ()) -> Array:
        """A NumPy bool for each code: whether it may follow the codes in `begun`.

        Raises UserError if NumPy is not installed.
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
        return _only_one_question(seen, codes)
    codes = [int(code) if _is_whole(code) else -1 for code in (order if isinstance(order, Iterable) else (order,))]
    if not seen.has_form(codes):
        most, slots = seen.game.codes(seen.view, seen.config), seen.slots()
        said = f"this seat's order needs {slots} codes, each a whole number below {most}, not {order!r}"
        raise BadOrder([(0, "", said)])
    return _only_one_question(seen, codes)


def _only_one_question(seen: Seen[Any, Any], codes: Order) -> Order:
    """The same codes. Raises BadOrder if they answer later questions too, as players at a table may."""
    slots = seen.slots()
    if len(codes) > slots:
        first, rest = seen.write(codes[:slots]), f"{slots} code" + "s" * (slots > 1)
        said = f"this order also answers questions that come later; answer only this one, with {rest} ({first!r})"
        raise BadOrder([(0, "", said)])
    return codes


def _is_whole(code: Any) -> bool:
    """Whether `code` is a Python or NumPy integer. A bool does not count as an integer."""
    return hasattr(code, "__index__") and not isinstance(code, bool)
