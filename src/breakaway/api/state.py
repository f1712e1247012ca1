"""A state of a match: whose turn it is, what is legal, and the states that follow. A state never changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from breakaway.api.observation import Legal, Observation, checked
from breakaway.api.plain_data import Answer, Event, Outcome, Result, Setup, event_of, outcome_of, result_in
from breakaway.core import odds as core
from breakaway.core.chance import BadOutcome, Chance, NeedsOutcome, Sampler, exhaustive, sampled, scripted
from breakaway.core.game import BadOrder, Game, Order, blank_orders, is_given_up, is_over, play_on, seats_in
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow, Refused
from breakaway.core.observation import Observation as Seen
from breakaway.core.rules import SPECTATOR
from breakaway.core.rules import Event as Told
from breakaway.core.state import copy, digest, key, to_json
from breakaway.games.manifest import kit_of, load
from breakaway.players.evaluation import Evaluation, ManyEvaluations

FORMAT = 1


@dataclass(frozen=True)
class Seeded:
    """The source of sampled chance: a secret, the salts of the seats, and the number of the next step."""

    secret: bytes
    salts: tuple[str, ...]
    step: int = 0


@dataclass(frozen=True)
class Waiting:
    """A step that waits for an outcome: the orders that it plays, and its outcomes so far."""

    orders: list[Order]
    outcomes: tuple[int, ...] = ()


class _Explicit:
    """The Chance for each step of a turn with explicit outcomes.

    The outcomes in `given` belong to the first step. Keeps a copy of the state before the current step, because the
    rules change the state in place.
    """

    def __init__(self, s: Any, events: list[Told], given: Sequence[int]) -> None:
        self._s, self._events, self._given = s, events, given
        self.whole, self.told, self.step = s, 0, 0

    def __call__(self, i: int) -> Chance:
        self.whole, self.told, self.step = copy(self._s), len(self._events), i
        return scripted(self._given if i == 0 else ())


class State:
    """A state of a match. A state never changes: `apply` returns the next state, so keep the earlier state if you want
    to undo a turn. A state contains everything, even secrets. To show a player or a bot only what its seat may see,
    give it `observe(seat)`.

    - `to_move`: the seats that choose now; if there are several, they choose secretly at the same time.
    - `turn`: how many turns have been played.

    >>> import breakaway
    >>> before = breakaway.load("fate").new(seed=7)
    >>> after = before.apply("receive")
    >>> [event.text for event in after.events][:2]
    ['Away chooses: Away receives', 'Home kicks off (+2)']
    >>> before.turn, after.turn
    (1, 2)
    """

    def __init__(
        self,
        setup: Setup,
        s: Any,
        seeded: Seeded | None,
        waiting: Waiting | None = None,
        told: tuple[Told, ...] = (),
        drawn: tuple[tuple[Chance, int], ...] = (),
        turn: int = 0,
        gone: tuple[int, ...] = (),
    ) -> None:
        self._setup, self._s, self._seeded, self._waiting = setup, s, seeded, waiting
        self._told, self._drawn, self.turn, self._gone = told, drawn, turn, gone
        self._next: list[Chance] = []  # the branches, once they are worked out
        asked = [] if waiting or self._is_given_up else seats_in(setup.game.choosers(s, setup.config))
        self.to_move: tuple[int, ...] = tuple(asked)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position in the same turn of matches with the same set-up, and go on alike: with
        the same dice and cards, or both with explicit chance. How they got there does not matter.
        """
        return (
            isinstance(other, State)
            and (self.turn, self._s, self._waiting, self._seeded, self._gone)
            == (other.turn, other._s, other._waiting, other._seeded, other._gone)
            and self._setup == other._setup
        )

    def __hash__(self) -> int:
        return hash((self._setup.game.name, self.turn, key(self._s)))

    def __repr__(self) -> str:
        if self.is_over:
            now = "over"
        elif self.is_chance:
            now = "an outcome comes next"
        else:
            now = f"to move: {', '.join(self._setup.seats[seat] for seat in self.to_move) or 'nobody'}"
        return f"<State of {self._setup.game.title}, turn {self.turn}, {now}>"

    # --- looking

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        if self._is_given_up:
            return True
        return not self._waiting and is_over(self._setup.game, self._s, self._setup.config)

    @property
    def _is_given_up(self) -> bool:
        return is_given_up(self._setup.game, self._setup.config, self._gone)

    @property
    def is_chance(self) -> bool:
        """Whether the state waits for one of the `outcomes()`."""
        return self._waiting is not None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last turn. With explicit chance, what happened since the last outcome."""
        return tuple(event_of(self._setup, each) for each in self._told)

    @property
    def drawn(self) -> tuple[Outcome, ...]:
        """The outcomes of the dice and cards of the last turn. With explicit chance, contains only the last outcome.

        Empty for the states of a `Match`, because its record has the outcomes.
        """
        return tuple(outcome_of(self._setup, chance, i) for chance, i in self._drawn)

    @property
    def result(self) -> Result:
        """The result, or the current standings."""
        return result_in(self._setup, self._s, self._gone)

    @property
    def hash(self) -> str:
        """The hash of the state, as in the record of a match. Equal states have equal hashes."""
        return digest(self._s)

    @property
    def data(self) -> dict[str, Any]:
        """The whole state, with its secrets, as plain numbers and lists by field name."""
        return to_json(self._s)

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """The observation of a seat, or a spectator's if no seat is given. Raises NotNow if there is no such seat."""
        if not SPECTATOR <= seat < len(self._setup.seats):
            raise NotNow(f"there is no seat {seat}: seats are numbered from 0 to {len(self._setup.seats) - 1}")
        seen = self._seen_by(seat)
        final = self.result if self.is_over else None  # before the end, ranks could give away what is hidden
        return Observation(self._setup, seen, self.to_move, tuple(seen.told(self._told)), final)

    def _seen_by(self, seat: int) -> Seen[Any, Any]:
        return Seen(self._setup.game, self._s, self._setup.config, seat, self._setup.names, self._gone)

    def legal(self, seat: int | None = None) -> Legal:
        """The legal orders of a seat. Without a seat, the legal orders of the only seat that chooses. Raises NotNow.

        >>> import breakaway
        >>> list(breakaway.load("fate").new(seed=7).legal().texts())
        ['receive', 'kick']
        """
        return self.observe(self._only() if seat is None else seat).legal

    def _only(self) -> int:
        """The only seat that chooses. Raises NotNow if no seat or several seats choose."""
        if len(self.to_move) == 1:
            return self.to_move[0]
        if not self.to_move:
            why = "the match is over" if self.is_over else "an outcome comes next; see outcomes()"
            raise NotNow(f"no seat chooses now: {why}")
        raise NotNow(
            f"several seats choose now ({', '.join(map(str, self.to_move))}); give each seat's order: {{0: ...}}"
        )

    # --- going on

    def apply(self, orders: Mapping[int, Answer] | Answer, absent: bool = False) -> State:
        """The state after these orders, at the next choice or the match's end (with explicit chance, the next outcome).

        `orders` contains an order for each seat in `to_move`. If only one seat chooses, you can give its order
        directly. An order is a code, a list of codes, or text. With `absent`, the rules for absent players answer for
        seats without an order. Raises BadOrder, Refused or NotNow, which say what is wrong. The state itself does not
        change.

        >>> import breakaway
        >>> line_ups = breakaway.load("cycling", teams=2).new()
        >>> line_up = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
        >>> line_ups.apply({0: line_up, 1: line_up})
        <State of Breaking Away, turn 1, to move: Red, Blue>
        """
        return self._play(self._orders(orders, absent))

    def _orders(self, given: Mapping[int, Answer] | Answer, absent: bool = False) -> list[Order]:
        """The checked orders of all seats. Raises BadOrder, Refused or NotNow."""
        if not isinstance(given, Mapping):
            given = {self._only(): given}
        game = self._setup.game
        if self.is_over or self.is_chance:
            raise NotNow("the match is over" if self.is_over else "an outcome comes next: see outcomes()")
        if wrong := [seat for seat in given if seat not in self.to_move]:
            asked = ", ".join(map(str, self.to_move)) or "none"
            raise NotNow(f"seat {wrong[0]} has nothing to choose now; seats that choose: {asked}")
        missing = [seat for seat in self.to_move if seat not in given]
        if missing and (not absent or game.absent is None):
            rules = "" if game.absent is None else ", or set absent=True"
            raise NotNow(f"seat {missing[0]} has no order; give one for each of {list(self.to_move)}{rules}")
        found = blank_orders(game)
        for seat in self.to_move:
            width = game.slots(self._s, self._setup.config, seat)
            found[seat][:width] = [game.absent or 0] * width if seat in missing else self._order(seat, given[seat])
        return found

    def _order(self, seat: int, order: Answer) -> Order:
        """One seat's checked order. Raises BadOrder, Refused or NotNow with a note that names the seat."""
        try:
            return checked(self._seen_by(seat), order)
        except (BadOrder, Refused, NotNow) as error:
            error.add_note(f"This is about the order of seat {seat}, {self._setup.seats[seat]}.")
            raise

    def _play(self, orders: list[Order]) -> State:
        """Plays a turn with checked orders."""
        if self._seeded is None:
            return self._go_on(Waiting(orders), ())
        setup, after, told = self._setup, copy(self._s), list[Told]()
        sampler = Sampler(self._seeded.secret, self._seeded.salts, self._seeded.step)
        steps = play_on(setup.game, after, setup.config, orders, sampler, told)
        drawn = tuple((chance, i) for chance in sampler.drawn for i in range(chance.asked))
        seeded = replace(self._seeded, step=self._seeded.step + steps)
        return State(setup, after, seeded, None, tuple(told), drawn, self.turn + 1)

    def _go_on(self, waiting: Waiting, drawn: tuple[tuple[Chance, int], ...]) -> State:
        """Plays on with explicit chance, to the next outcome or choice, or to the match's end. Raises BadOutcome."""
        setup, after, told = self._setup, copy(self._s), list[Told]()
        chances = _Explicit(after, told, waiting.outcomes)
        try:
            play_on(setup.game, after, setup.config, waiting.orders, chances, told)
        except NeedsOutcome:
            left = waiting if chances.step == 0 else Waiting(blank_orders(setup.game))
            return State(setup, chances.whole, None, left, tuple(told[: chances.told]), drawn, self.turn)
        return State(setup, after, None, None, tuple(told), drawn, self.turn + 1)

    # --- chance

    def outcomes(self) -> list[Outcome]:
        """All possible next outcomes, with exact probabilities that sum to 1. Raises NotNow.

        >>> import breakaway
        >>> toss = breakaway.load("fate").new(explicit=True)
        >>> sum(outcome.probability for outcome in toss.outcomes())
        Fraction(1, 1)
        """
        at = len(self._awaited().outcomes)
        return [outcome_of(self._setup, chance, at) for chance in self._branches()]

    def _branches(self) -> list[Chance]:
        """Copies of the current step's Chance, one for each possible next outcome."""
        waiting, setup = self._awaited(), self._setup
        found, at, code, sides = self._next, len(waiting.outcomes), 0, 0 if self._next else 1
        while code < sides:
            chance, script = exhaustive(), [*waiting.outcomes, code]
            chance.outcome[: len(script)], chance.scripted = script, len(script)
            setup.game.step(copy(self._s), setup.config, waiting.orders, chance, None)
            found.append(chance)
            code, sides = chance.outcome[at] + 1, chance.sides[at]
        return found

    def apply_outcome(self, code: int) -> State:
        """The state after the outcome `code`: at the next outcome or choice, or at the match's end.

        Raises NotNow or BadOutcome. The events of a step appear only when its last outcome is known.

        >>> import breakaway
        >>> breakaway.load("fate").new(explicit=True).apply_outcome(0)
        <State of FATE Accelerated Football, turn 1, to move: Home>
        """
        waiting = self._awaited()
        at = len(waiting.outcomes)
        here = {chance.outcome[at]: chance for chance in self._branches()}
        if code not in here:
            label, known = next(iter(here.values())).labels[at], ", ".join(map(str, here))
            raise BadOutcome(f"{label}: {code!r} is impossible now; choose one of: {known}")
        return self._go_on(Waiting(waiting.orders, (*waiting.outcomes, code)), ((here[code], at),))

    def _awaited(self) -> Waiting:
        if self._waiting is None:
            raise NotNow(
                "this state is not waiting for an outcome; to get a state that is, call explicit() and then apply()"
            )
        return self._waiting

    def explicit(self) -> State:
        """The same state with explicit chance: at every die and card, `outcomes` lists what is possible."""
        return State(self._setup, self._s, None, self._waiting, self._told, self._drawn, self.turn)

    def sampled(self, seed: int) -> State:
        """The same state with its chance outcomes drawn from a seed (any whole number).

        Raises NotNow while the state waits for an outcome.
        """
        if self._waiting:
            raise NotNow("apply an outcome first: this state is waiting for one")
        secret, salts = self._setup.chance_of(seed)
        return State(self._setup, self._s, Seeded(secret, salts), None, self._told, self._drawn, self.turn)

    def odds(self, orders: Mapping[int, Answer] | Answer, max_steps: int = 1000) -> list[tuple[State, Fraction]]:
        """Every state that these orders can lead to, at the next choice or the end of the match, with its probability.

        The probabilities are exact and sum to 1. The states have explicit chance. Raises TooLong after more than
        `max_steps` steps, or any error that `apply` can raise.

        >>> import breakaway
        >>> odds = breakaway.load("fate").new(seed=7).odds("receive")
        >>> sum(probability for _, probability in odds)
        Fraction(1, 1)
        """
        setup = self._setup
        found = core.odds(setup.game, self._s, setup.config, self._orders(orders), None, max_steps)
        return [(State(setup, s, None, turn=self.turn + 1), p) for s, p in found]

    # --- text

    def text(self) -> str:
        """The state as one line of JSON, with its game and options, but without its seed.

        `breakaway.read_state` reads the line. The line contains the secrets of all seats.
        """
        setup, waiting = self._setup, self._waiting
        start, game = setup.start, setup.game
        said = {"kind": "state", "format": FORMAT, "game": game.name, "edition": game.edition, "turn": self.turn}
        said |= {"options": start.options, "names": start.names, "seats": start.seats}
        if waiting:
            said["waiting"] = {"orders": waiting.orders, "outcomes": waiting.outcomes}
        return json.dumps(said | {"config": to_json(setup.config), "state": self.data}, ensure_ascii=False)


def begin(setup: Setup, seeded: Seeded | None) -> State:
    """The state at the first choice of a match or, with explicit chance, at its first outcome."""
    state = State(setup, setup.game.start(setup.config), seeded)
    return state if state.to_move or state.is_over else state._play(blank_orders(setup.game))


def evaluate(observation: Observation) -> Evaluation:
    """What each call is worth to the seat of this observation, against each call of the other side, and how often to
    make it.

    Football has an evaluation, for a seat that calls a play or a defense now. Raises UserError for other games and at
    other times. Nothing hidden from the seat is used.

    >>> import breakaway
    >>> state = breakaway.load("football").new(seed=7)
    >>> found = breakaway.evaluate(state.observe(state.to_move[0]))
    >>> len(found.plays), len(found.worth), round(sum(found.play_mix), 6)
    (30, 30, 1.0)
    """
    seen = observation._seen
    place = kit_of(seen.game).evaluation
    if not place:
        raise UserError(f"{seen.game.title} has no evaluation; football has one")
    found: Evaluation = load(place)(seen)
    return found


def evaluate_many(observations: Sequence[Observation]) -> list[Evaluation]:
    """An evaluation for each of the observations, in order, each equal to what `evaluate` gives.

    With the lab extra, compiled code works them out, many times as fast; its first call on a machine takes a
    minute or more to compile. Without the extra, each is worked out by `evaluate`. Raises UserError as `evaluate` does.

    >>> import breakaway
    >>> breakaway.evaluate_many([])
    []
    """
    seen = [each._seen for each in observations]
    places = {kit_of(each.game).evaluations for each in seen}
    if len(places) != 1 or places == {""} or find_spec("numba") is None or find_spec("breakaway.lab") is None:
        return [evaluate(each) for each in observations]
    many: ManyEvaluations = load(places.pop())
    return many.of_observations(seen)


def determinize(observation: Observation, seed: int) -> State:
    """A complete state that the seat of this observation could not tell from the real one.

    Everything that the seat cannot know is filled in at random. The seed (any whole number) decides these values, and
    the dice and cards that follow. By searching such states, a bot can think ahead without seeing anybody's secrets.

    >>> import breakaway
    >>> state = breakaway.load("football").new(seed=7)
    >>> imagined = breakaway.determinize(state.observe(1), seed=1)
    >>> imagined.observe(1).data == state.observe(1).data
    True
    """
    setup, seen = observation._setup, observation._seen
    game: Game[Any, Any] = setup.game
    s = copy(seen.view)
    game.determinize(s, setup.config, seen.seat, sampled(seed))
    secret, salts = setup.chance_of(seed)
    return State(setup, s, Seeded(secret, salts), told=observation._told)
