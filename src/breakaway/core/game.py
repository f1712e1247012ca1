"""The contract that every game fulfills, and everything that follows from it for all games.

A game is a few functions on a flat state of whole numbers, so that all of it can be compiled. Everything else is
derived from these functions in the same way for every game: whose turn it is, what is legal, menus, refusals, and how
play goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from breakaway.core.chance import Chance
from breakaway.core.events import Event, Log
from breakaway.core.language import say
from breakaway.core.rule import Rulebook
from breakaway.core.shape import Shape
from breakaway.core.state import number, table

if TYPE_CHECKING:
    from breakaway.core.event_log import Statistics

S = TypeVar("S")
B = TypeVar("B")

SEATS = 12  # the most seats in any game
Order: TypeAlias = list[int]
Names: TypeAlias = dict[str, Any]  # the names of teams and people; no rule depends on them


@dataclass(slots=True)
class Result:
    """The standings of a match. `why` is the number of the rule that ended the match, or 0 while play goes on.

    The winner has rank 1. `score` is in the game's own unit (in the race, 360360ths of a point).
    """

    why: int = number()
    score: list[int] = table(SEATS, kind="i8")
    rank: list[int] = table(SEATS)


class BadOrder(ValueError):
    """A text that is not a valid order.

    Each item of `mistakes` has a line number (from 1; 0 for the whole text), a rule id and a remedy.
    """

    def __init__(self, mistakes: Sequence[tuple[int, str, str]]) -> None:
        self.mistakes = list(mistakes)
        super().__init__(
            "\n".join(
                text if line == 0 else say("line {line}: {text}", line=line, text=text)
                for line, _, text in self.mistakes
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.mistakes,), vars(self)

    @property
    def rule(self) -> str:
        """The id of the rule behind the first mistake."""
        return self.mistakes[0][1]


class Words(Protocol):
    """Writes a game's choices and events as text, and reads choices from text.

    Works from a seat's view, never from the whole state.
    """

    def read(self, text: str, names: Names, config: Any, view: Any, seat: int) -> tuple[Order, bool]:
        """The order in `text`, and whether the text marks it as partial. Raises BadOrder."""

    def write(self, order: Order, names: Names, config: Any, view: Any, seat: int) -> str:
        """The order as text. `read` turns the text back into the same order."""

    def event(self, event: Event, names: Names, config: Any) -> str:
        """An event as a sentence."""

    def refusal(self, rule: str, order: Order, slot: int, names: Names, config: Any, view: Any, seat: int) -> str:
        """Why the rule refuses the choice at this slot, and what would be right."""

    def outcome(self, label: str, k: int) -> str:
        """An outcome in the words that players use."""


@dataclass(frozen=True)
class SetUp:
    """The position from which an adjudication case begins."""

    config: Any
    names: Names
    state: Any


class CaseReader(Protocol):
    """Reads and compares a game's positions in adjudication cases.

    `core.cases` does everything that is the same for all games. A reader may also have `passes(state, words)`: whether
    a case need not answer the question of this state, which has only one answer. `words` are the case's next answers,
    or what it expects at its end. With `split(observation, text)`, it can part an answer from a standing instruction
    for the questions that follow, and return both.
    """

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """Builds the `given` position. Raises BadCase naming the wrong field."""

    def seat(self, names: Names, text: str) -> int:
        """The seat with this name. Raises BadCase."""

    def compare(self, expect: dict[str, Any], at: SetUp, after: Any) -> list[str]:
        """The differences, in the form `name: expected A, found B`. Raises BadCase if `expect` has an unknown name."""


@dataclass(frozen=True, eq=False)
class Game(Generic[S, B]):
    """One rule book as code. All functions accept both plain states and compiled records.

    - `choosers(s, config)` returns a bit for each seat that chooses now; if there are several, they choose in secret.
      If it returns 0, call `step` again.
    - `slots(s, config, seat)` returns how many codes the seat's order must have.
    - `codes(s, config)` returns how many codes there are. The first code is 0.
    - `slot_codes(s, config, seat, order, slot)`, which is optional, returns a number above all legal codes of the slot.
    - `candidates(s, config, seat, order, slot)` and `candidate(s, config, seat, order, slot, i)`, which are optional,
      return how many codes to try in the slot, and the `i`-th of them (from 0). All must be below `codes`, and every
      legal code must be among them exactly once.
    - `refuse(s, config, seat, order, slot)` returns 0, or the number of the rule that forbids `order[slot]` after
      `order[:slot]`.
    - `step(s, config, orders, chance, log)` plays one step, up to the next complete state.
    - `redact(s, config, seat)` blanks, in place, everything that the seat (-1: a spectator) may not know.
    - `determinize(s, config, seat, chance)` fills the blanks with values that the seat cannot tell from the truth.
    - `result(s, config, r)` fills the Result `r`.
    - `ended(s)`, which is optional, returns the number of the rule that ended the match, or 0. It gives only
      the result's `why`, which the lab asks for after every step.
    """

    name: str
    title: str
    edition: str
    rules: Rulebook
    state: type[S]
    config: type[B]
    seats: tuple[int, int]
    max_slots: int
    start: Callable[[B], S]
    choosers: Callable[[S, B], int]
    slots: Callable[[S, B, int], int]
    codes: Callable[[S, B], int]
    refuse: Callable[[S, B, int, Order, int], int]
    step: Callable[[S, B, list[Order], Chance, Log], None]
    redact: Callable[[S, B, int], None]
    determinize: Callable[[S, B, int, Chance], None]
    result: Callable[[S, B, Result], None]
    bound: Callable[[B], int]  # the most steps that a match can have
    seat_count: Callable[[B], int]
    words: Words
    invariants: Callable[[S, B], list[str]]  # the invariants that a state breaks, for the laws
    slot_codes: Callable[[S, B, int, Order, int], int] | None = None  # None: `codes` for every slot
    candidates: Callable[[S, B, int, Order, int], int] | None = None  # None: `slot_codes`
    candidate: Callable[[S, B, int, Order, int, int], int] | None = None  # None: the code with this number
    ended: Callable[[S], int] | None = None
    preview: Callable[[S, B, int, int, int], Sequence[int]] | None = None  # takes (view, config, seat, slot, code)
    side_of: Callable[[B, int], int] | None = None  # takes (config, seat); for games with several seats on one side
    absent: int | None = None  # the code of a slot without an order; None: the game needs every order
    sample: Callable[[Chance], B] | None = None  # a random legal config (options, sizes), for the laws
    instructions: Mapping[str, Callable[[S, B, int], Order | None]] = field(default_factory=dict)
    earlier: tuple[
        Game[Any, Any], ...
    ] = ()  # all editions published before this one, so that their records still replay
    instructions_say: Mapping[str, str] = field(default_factory=dict)  # a sentence on what each instruction does
    late: str = ""  # the instruction that answers what it can for a late player, before a coach or the rules do
    ruling: Callable[[S, B, int, Log], int] | None = None  # makes a referee's ruling; 0, or the rule that refuses it
    rulings: Mapping[str, int] = field(default_factory=dict)  # the codes of rulings, by the words that people type
    rulings_say: Mapping[str, str] = field(default_factory=dict)  # what people read for each of those words
    cases: CaseReader | None = None  # how positions of this game are written in adjudication cases
    statistics: Statistics | None = None  # how statistics of its matches are made
    named: Shape = None  # the shape of the names of teams and people (`shape.py`); None: any shape
    dice_are_open: bool = False  # whether everybody may see the faces of Fate dice as soon as they are rolled
    most_codes: Callable[[B], int] | None = None  # the largest value of `codes` in a match; None: it never changes
    unit: int = 1  # how much of `Result.score` makes one point
    points: Callable[[int], str] = str  # writes a score as people write it, if the state counts fractions of a point


def result_of(game: Game[S, B], s: S, config: B) -> Result:
    """The result so far, or the final one."""
    r = Result()
    game.result(s, config, r)
    return r


def most_codes(game: Game[S, B], config: B) -> int:
    """The largest number of codes at any time in a match with this config. All codes are below this number."""
    return game.codes(game.start(config), config) if game.most_codes is None else game.most_codes(config)


def slot_codes(game: Game[S, B]) -> Callable[[S, B, int, Order, int], int]:
    """The game's function `slot_codes`, or a function that returns `codes` for every slot."""
    return game.slot_codes or _as_many_as_the_phase(game.codes)


def candidates(game: Game[S, B]) -> tuple[Callable[..., int], Callable[..., int]]:
    """The game's functions `candidates` and `candidate`, or functions that try every code below `slot_codes`."""
    if game.candidates is None or game.candidate is None:
        return slot_codes(game), _same_code
    return game.candidates, game.candidate


def _same_code(s: Any, config: Any, seat: int, order: Order, slot: int, i: int) -> int:
    return i


@cache
def _as_many_as_the_phase(codes: Callable[[Any, Any], int]) -> Callable[[Any, Any, int, Order, int], int]:
    """A function that returns `codes` for every slot. The same `codes` always give the same function."""

    def codes_of_slot(s: Any, config: Any, seat: int, order: Order, slot: int) -> int:
        return codes(s, config)

    return codes_of_slot


def is_over(game: Game[S, B], s: S, config: B) -> bool:
    """Whether a rule has ended the match and no seat has anything left to choose."""
    return game.choosers(s, config) == 0 and result_of(game, s, config).why != 0


def seats_in(bits: int) -> list[int]:
    """The seats whose bits are set in `bits`, lowest first."""
    return [seat for seat in range(SEATS) if bits >> seat & 1]


def legal(game: Game[S, B], s: S, config: B, seat: int, order: Order) -> list[int]:
    """The codes that may follow the codes already in `order`: those that no rule refuses."""
    slot = len(order)
    trial = [*order, *[0] * (game.max_slots - slot)]
    found = []
    for code in range(slot_codes(game)(s, config, seat, trial, slot)):
        trial[slot] = code
        if game.refuse(s, config, seat, trial, slot) == 0:
            found.append(code)
    return found


def first_refusal(game: Game[S, B], s: S, config: B, seat: int, order: Order, partial: bool) -> tuple[int, int] | None:
    """The first forbidden slot of an order, and the number of the rule that forbids it.

    None if the whole order is legal. In a partial order, slots with the game's `absent` code are skipped.
    """
    trial = [*order, *[0] * (game.max_slots - len(order))]
    for slot in range(len(order)):
        if partial and order[slot] == game.absent:
            continue
        number_ = game.refuse(s, config, seat, trial, slot)
        if number_:
            return slot, number_
    return None


def play_on(game: Game[S, B], s: S, config: B, orders: list[Order], chances: Callable[[int], Chance], log: Log) -> int:
    """Plays one step with these orders, then steps without orders until a seat must choose or the match ends. Changes
    `s`.

    Returns the number of steps. `chances(i)` gives the Chance for the i-th step. Raises RuntimeError if play takes more
    steps than the game allows.
    """
    count = 0
    limit = game.bound(config)
    nobody = [[0] * game.max_slots for _ in range(SEATS)]
    while True:
        game.step(s, config, orders if count == 0 else nobody, chances(count), log)
        count += 1
        if game.choosers(s, config) or result_of(game, s, config).why:
            return count
        if count > limit:
            raise RuntimeError(f"{game.name}: more than {limit} steps without a choice")


def settle(game: Game[S, B], s: S, config: B, chances: Callable[[int], Chance], log: Log) -> int:
    """Plays steps until a seat must choose or the match ends. Returns the number of steps, which may be 0.

    `chances(i)` gives the Chance for the i-th step. Changes `s`.
    """
    if game.choosers(s, config) or result_of(game, s, config).why:
        return 0
    return play_on(game, s, config, blank_orders(game), chances, log)


def blank_orders(game: Game[S, B]) -> list[Order]:
    """An order of zeros for every seat."""
    return [[0] * game.max_slots for _ in range(SEATS)]
