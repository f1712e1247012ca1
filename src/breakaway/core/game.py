"""The contract that every game fulfills: sides, legal orders, names and resignations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from breakaway.core.chance import Chance
from breakaway.core.language import Names as Names
from breakaway.core.language import _, say
from breakaway.core.rulebook import Rulebook
from breakaway.core.rules import Event, Log
from breakaway.core.state import number, table

if TYPE_CHECKING:
    from breakaway.core.statistics import Statistics


# --- The shape of JSON data: the type of a value and of everything inside it.
#
# For example, the names in a record are checked against a shape.


# `str` or `int`; [shape]: a list of such values; (shape, shape): a list of exactly these; {"key": shape}: a table with
# these keys and perhaps others; {str: shape}: a table with any keys
Shape: TypeAlias = Any


def misfit(value: Any, shape: Shape, where: str, partial: bool = False) -> str:
    """Says where a value does not fit its shape. Empty if it fits. `partial`: a table may lack some of its keys."""
    if isinstance(shape, list):
        if type(value) is not list:
            return say("{where} must be a list", where=where)
        return _first(misfit(each, shape[0], f"{where}[{n}]") for n, each in enumerate(value))
    if isinstance(shape, tuple):
        if type(value) is not list or len(value) != len(shape):
            return say("{where} must be a list of length {n}", where=where, n=len(shape))
        return _first(
            misfit(each, one, f"{where}[{n}]") for n, (each, one) in enumerate(zip(value, shape, strict=True))
        )
    if isinstance(shape, dict):
        if type(value) is not dict:
            return say("{where} must be a table", where=where)
        if str in shape:
            return _first(misfit(each, shape[str], f"{where}.{key[:20]}") for key, each in value.items())
        lacking = [key for key in shape if key not in value]
        if lacking and not partial:
            return say("{name} is missing from {where}", where=where, name=lacking[0])
        return _first(misfit(value[key], shape[key], f"{where}.{key}") for key in shape if key in value)
    if type(value) is shape:
        return ""
    wanted = _("a string") if shape is str else _("a whole number")
    return say("{where} must be {wanted}", where=where, wanted=wanted)


def _first(faults: Iterable[str]) -> str:
    """The first of the `faults` that is not an empty string."""
    return next(filter(None, faults), "")


# --- The contract that every game fulfills, and everything that follows from it for all games.
#
# A game is a few functions on a flat state of whole numbers, so that all of it can be compiled. Everything else is
# derived from these functions in the same way for every game: whose turn it is, what is legal, menus, refusals, and how
# play goes on.


S = TypeVar("S")
B = TypeVar("B")

SEATS = 12  # the most seats in any game
Order: TypeAlias = list[int]


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

    `testing.cases` does everything that is the same for all games. A reader may also have `passes(state, words)`:
    whether a case need not answer the question of this state, which has only one answer. `words` are the case's next
    answers, or what it expects at its end. With `split(observation, text)`, it can part an answer from a standing
    instruction for the questions that follow, and return both.
    """

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """Builds the `given` position. Raises BadCase naming the wrong field."""

    def seat(self, names: Names, text: str) -> int:
        """The seat with this name. Raises BadCase."""

    def compare(self, expect: dict[str, Any], at: SetUp, after: Any) -> list[str]:
        """The differences, in the form `name: expected A, found B`. `at` is the position in which the case began.

        Raises BadCase if `expect` has an unknown name.
        """


@dataclass(frozen=True)
class Refusal:
    """Why an order is refused: the rule, the slot (0 is the first) and a sentence that explains it."""

    rule: str
    slot: int
    text: str


class Ahead(Protocol):
    """How an order of this game may answer, besides its own question, the questions that follow: with its tail.

    The tail is everything after the codes that `Game.slots` counts. The rules never see it: a match keeps it sealed,
    and answers with it.
    """

    def has_form(self, observation: Any, order: Order) -> bool:
        """Whether an order with a tail has the form of one; `observation` is the seat's."""

    def why_not(self, observation: Any, order: Order) -> Refusal | None:
        """Why the tail of an order with a legal beginning is not legal, or None if it is."""

    def legal(self, observation: Any) -> list[str]:
        """The legal orders that a player who writes should know, as text. Empty if none of them needs a tail now."""

    def answer(self, s: Any, config: Any, seat: int, tail: Order) -> tuple[Order, Order]:
        """The order that a seat's `tail` gives in this state, and what is left of the tail.

        Both are empty once the questions that the tail could answer are past. Before that, the order alone is empty.
        """


@dataclass(frozen=True)
class HostRuling:
    """What a host rules at once: the codes of one or several rulings, and the seat that they are about (-1: none)."""

    codes: tuple[int, ...]
    seat: int = -1


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
    given: tuple[str, ...] = ()  # the instructions that each player starts with
    ahead: Ahead | None = None  # None: an order answers only its own question
    late: str = ""  # the instruction that answers what it can for a late player, before a coach or the rules do
    ruling: Callable[[S, B, int, Log], int] | None = None  # makes a referee's ruling; 0, or the rule that refuses it
    rulings: Mapping[str, int] = field(default_factory=dict)  # the codes of rulings, by the words that people type
    rulings_say: Mapping[str, str] = field(default_factory=dict)  # what people read for each of those words
    showing: Callable[[int], int] | None = None  # the ruling with which a seat shows everybody what only it knows
    kept_in: Callable[[S, B], B] | None = None  # the config by which a turn wipes nothing public from the state (laws)
    is_lasting: Callable[[int], bool] | None = None  # whether a ruling stays when the turn before it is taken back
    host_rulings: Callable[[S, B], Sequence[HostRuling]] | None = None  # what a host can rule; None: one of `rulings`
    host_ruling_says: Callable[[Names, Sequence[int]], str] | None = None  # in words: takes (names, codes)
    cases: CaseReader | None = None  # how positions of this game are written in adjudication cases
    statistics: Statistics | None = None  # how statistics of its matches are made
    named: Shape = None  # the shape of the names of teams and people; None: any shape
    dice_are_open: bool = False  # whether everybody may see the faces of Fate dice as soon as they are rolled
    # whether the roll with this label is the total of four Fate dice, so that people can enter their faces
    is_fate_roll: Callable[[str], bool] | None = None
    has_chance: bool = True  # whether dice are rolled or cards drawn in its matches
    most_codes: Callable[[B], int] | None = None  # the largest value of `codes` in a match; None: it never changes
    unit: int = 1  # how much of `Result.score` makes one point
    keeps_secrets: Callable[[B], bool] | None = None  # whether secrets outlast a match (`records.public_records`)
    more_options: tuple[str, ...] | None = None  # options of a record besides house rules; None: it may name any
    misstated: Callable[[Mapping[str, Any], B, Mapping[str, Any]], list[str]] | None = None  # options at odds with the
    # config or the record's names; not house rules with a field, which need no code (`core.rulebook.misstated`)
    learns: frozenset[str] = frozenset()  # fields of the config that players with real cards may enter while they play
    # The config as rules read it in such a match: what nobody has entered yet raises NeedsCell. It gets the state that
    # the rules play on, because some cells matter only for the card that was drawn.
    asking: Callable[[B, Names, S], B] | None = None
    # Among several people with own cards: the config and the names as one seat may know them while cards lie face down.
    # It gets those of now, those of before the first of these cards was called, the state and the seat.
    veil: Callable[[B, Names, B, Names, S, int], tuple[B, Names]] | None = None
    is_face_down: Callable[[S], bool] | None = None  # whether a card that was called in an earlier turn lies face down
    # The answer that the rules would give in place of a person whom they let decide for a seat that they play.
    own_answer: Callable[[S, B, int], Order | None] | None = None
    decides: Callable[[B], tuple[int, ...]] | None = None  # the seats of the rules for which a person decides
    recommends: Callable[[B], bool] | None = None  # whether that person reads what the rules would answer
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


# --- How a match stands and how it ended, with the seats that have resigned.
#
# A `Standings` is the only source of everything that names a winner: pages, emails, reports, lists, terminals, bots and
# the last line of a record.


def sides(game: Game[S, B], config: B) -> list[int]:
    """The side of each seat. Each seat is a side of its own, unless several seats form one side."""
    return [game.side_of(config, seat) if game.side_of else seat for seat in range(game.seat_count(config))]


def can_resign(game: Game[S, B], config: B, seat: int) -> bool:
    """Whether a seat can ever resign: only if there are two sides, or if the rules provide for absent players."""
    of = sides(game, config)
    return 0 <= seat < len(of) and (len(set(of)) == 2 or game.absent is not None)


def left_by(game: Game[S, B], config: B, gone: Sequence[int]) -> list[int]:
    """The seats of sides that have not resigned. `gone` lists the seats that resigned, each for its whole side."""
    of = sides(game, config)
    lost = {of[seat] for seat in gone}
    return [seat for seat, side in enumerate(of) if side not in lost]


def is_given_up(game: Game[S, B], config: B, gone: Sequence[int]) -> bool:
    """Whether only one side is left when the seats in `gone` have resigned."""
    if not gone:
        return False
    of = sides(game, config)
    return len({of[seat] for seat in left_by(game, config, gone)}) == 1


@dataclass(frozen=True)
class Standings:
    """How a match stands or, once `is_over`, how it ended. Each list has an entry for each seat.

    - `rule`: the id of the rule that ended the match. Empty while it goes on, and if resignations ended it.
    - `score`, `rank`: as in `Result`. After resignations, the remaining side ranks first, whatever the score, and the
      others rank by how long they stayed.
    - `sides`: each seat's side. `gone`: the seats that have resigned, in the order of their resignations.
    """

    is_over: bool
    rule: str
    score: tuple[int, ...]
    rank: tuple[int, ...]
    sides: tuple[int, ...]
    gone: tuple[int, ...] = ()

    @property
    def resigned(self) -> int | None:
        """The seat whose resignation ended the match, or None."""
        return self.gone[-1] if self.is_over and not self.rule else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1: several if they form a side, or share the win. None while the match goes on."""
        return tuple(seat for seat, rank in enumerate(self.rank) if rank == 1) if self.is_over else ()

    @property
    def won(self) -> tuple[int, ...]:
        """The sides that won, in ascending order. None while the match goes on."""
        return tuple(sorted({self.sides[seat] for seat in self.winners}))

    @property
    def by_side(self) -> dict[int, int]:
        """The first seat of each side."""
        return {side: self.sides.index(side) for side in sorted(set(self.sides))}


def standing(game: Game[S, B], s: S, config: B, gone: Sequence[int] = ()) -> Standings:
    """How a match stands in the state or view `s`, after the seats in `gone` have resigned."""
    r, of = result_of(game, s, config), sides(game, config)
    seats, given_up = len(of), is_given_up(game, config, gone)
    rank, by_rule = r.rank[:seats], r.why != 0 and game.choosers(s, config) == 0
    if given_up:
        ahead = [left_by(game, config, gone[: n + 1]) for n in range(len(gone))]
        rank = [1 + next((len(each) for each in ahead if seat not in each), 0) for seat in range(seats)]
    rule = game.rules.id_of(r.why) if by_rule else ""
    return Standings(by_rule or given_up, rule, tuple(r.score[:seats]), tuple(rank), tuple(of), tuple(gone))


def final(game: Game[S, B], s: S, config: B, gone: Sequence[int] = ()) -> dict[str, Any]:
    """The result for a record's last line: why the match ended (a rule id or ''), and scores and ranks by seat.

    `gone`: the seats that have resigned.
    """
    found, why = standing(game, s, config, gone), result_of(game, s, config).why
    return {"why": game.rules.id_of(why) if why else "", "score": list(found.score), "rank": list(found.rank)}
