"""Games loaded, and matches begun, played and written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from breakaway.api.named_bots import is_bot
from breakaway.api.plain_data import Answer, Setup, layout
from breakaway.api.state import FORMAT, Seeded, State, Waiting, begin
from breakaway.core.chance import BadOutcome
from breakaway.core.game import SEATS
from breakaway.core.game import Game as CoreGame
from breakaway.core.language import UserError
from breakaway.core.state import BadState, from_json, json_of
from breakaway.games.manifest import GAMES, NoSuchGame, find, kit_of
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.players.settings import Request, find_setting, make_start, requested
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match as Played
from breakaway.records.match import Start
from breakaway.records.record_file import Memory, parse
from breakaway.records.replay import load_config

# --- A match with its record: plays turns, takes them back, and writes the record as text.


class _Kept(Memory):
    """Keeps the current secrets of a match in memory, for `Match.secrets`."""

    secrets: dict[str, Any] | None = None

    def keep_secret(self, secrets: dict[str, Any] | None) -> None:
        self.secrets = secrets


class Match:
    """A match that keeps its record: every order, every outcome, and hashes of these. The record has the same form as
    that of `breakaway play`, so `replay` and `verify` can read it. A State is faster, so use a Match only if you need
    the record.

    >>> import breakaway
    >>> match = breakaway.load("fate").match(seed=7)
    >>> match.play("receive")
    <State of FATE Accelerated Football, turn 2, to move: Away>
    >>> match.undo()
    >>> [line[:14] for line in match.text().splitlines()]
    ['{"kind":"match', '{"kind":"turn"', '{"kind":"turn"', '{"kind":"undo"']
    """

    def __init__(self, setup: Setup, played: Played[Any, Any], store: _Kept) -> None:
        self._setup, self._played, self._store = setup, played, store

    def __eq__(self, other: object) -> bool:
        """Whether both have the same record and the same secrets, so that they go on alike."""
        return (
            isinstance(other, Match)
            and self._played.record.lines == other._played.record.lines
            and self._store.secrets == other._store.secrets
        )

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __copy__(self) -> Match:
        return deepcopy(self)  # a match that is played on must not play its copy on

    @property
    def state(self) -> State:
        """The current state. To see how the match would go on after certain orders, use `state.apply`."""
        return self._state(self._played.state, len(self._played.log))

    def _state(self, s: Any, turn: int) -> State:
        played = self._played
        seeded = Seeded(played.secret, tuple(played.fold.shares_with({})), played.steps)
        events = tuple(played.log[turn - 1][1]) if turn and turn <= len(played.log) else ()
        return State(self._setup, s, seeded, told=events, turn=turn)

    @property
    def states(self) -> list[State]:
        """The states of the match from its first choice to now, without turns that were taken back.

        If the match began under another edition of the rules, the states before the change are missing.
        """
        listed = [*(s for s, _ in self._played.history), self._played.state]
        first = len(self._played.log) + 1 - len(listed)  # turns before a change of edition cannot be taken back
        found = [self._state(s, turn) for turn, s in enumerate(listed, first)]
        return [each for each in found if each.to_move or each.is_over]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by a rule or by resignations."""
        return self._played.is_over()

    def play(self, orders: Mapping[int, Answer] | Answer, absent: bool = False, typed: Sequence[int] = ()) -> State:
        """Plays a turn with these `orders`, as `State.apply` does, and returns the new state.

        With `absent`, the rules for absent players choose for seats without an order. `typed` lists the outcomes if the
        players roll dice and draw cards themselves; raises NeedsOutcome if the turn needs another one, or BadOutcome.
        Raises the same errors as `apply`, too. After an error, nothing has changed.
        """
        checked = self.state._orders(orders, absent)
        given = orders if isinstance(orders, Mapping) else {self.state.to_move[0]: orders}
        played, before = self._played, self._played.sealed
        try:
            for seat in given:
                width = played.game.slots(played.state, played.config, seat)
                played.choose(seat, checked[seat][:width])
            physical = played.record.header["chance"] == "typed"
            (played.close if absent else played.resolve)(typed if physical else None)
        except BaseException:
            played.sealed = before
            raise
        return self.state

    def undo(self) -> None:
        """Takes back the last turn. The record keeps both the turn and the undo. Later turns get new dice and cards.

        Raises NotNow.
        """
        self._played.undo()
        self._played.sealed = {}

    def text(self) -> str:
        """The record: a line of JSON for each entry. An order is recorded only when its turn is played."""
        lines = self._played.record.lines
        return "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in lines)

    def secrets(self) -> str:
        """Everything that is still secret, such as the source of the dice, as one line of JSON.

        Empty once the match is over.
        """
        return json.dumps(self._store.secrets, ensure_ascii=False) if self._store.secrets else ""


# --- Loads games with their options, begins matches, and reads states and matches from text.


NOT_HERE = {
    "advice": "programs get no help from coaches, so there is nothing to allow",
    "seed": "a seed belongs to a match: load(...).new(seed=7)",
    "record": "a match gives its record as text: load(...).match().text()",
    "physical": "to give the outcomes of dice and cards yourself, use load(...).new(explicit=True)",
}


@dataclass(frozen=True)
class Wanted:
    """What `load` was asked for: the house rules as typed, and all other options by name."""

    house: tuple[str, ...] | dict[str, str]
    options: dict[str, Any]


class Game:
    """A game with options that apply to all its matches.

    - `name`, `title` and `edition`: what the game is called, and the edition of its rules.
    - `seats`: the name of each seat. Everywhere else, seats are numbers, counted from 0.
    - `options`: the house rules, by name.

    >>> import breakaway
    >>> race = breakaway.load("cycling", teams=3)
    >>> race
    <Game cycling: Red, Blue, Green>
    >>> race.options["teams"]
    3
    """

    def __init__(self, setup: Setup, asked: Wanted) -> None:
        self._setup, self._asked = setup, asked
        self.name, self.title, self.edition = setup.game.name, setup.game.title, setup.game.edition
        self.seats, self.options = setup.seats, dict(setup.start.options)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game with the same options, names and seats."""
        return isinstance(other, Game) and self._setup == other._setup

    def __hash__(self) -> int:
        return hash((self.name, self.edition, self.seats))

    def __repr__(self) -> str:
        return f"<Game {self.name}: {', '.join(self.seats)}>"

    def new(self, seed: int | None = None, explicit: bool = False) -> State:
        """The first state of a match. The same seed gives the same dice and cards, as on the command line.

        Without a seed, nobody can predict the dice and cards. With `explicit` chance, you apply the outcome of every
        die and card yourself. Raises UserError if you give both a seed and `explicit`.

        >>> import breakaway
        >>> breakaway.load("fate").new(seed=7)
        <State of FATE Accelerated Football, turn 1, to move: Away>
        >>> toss = breakaway.load("fate").new(explicit=True)
        >>> [(outcome.text, str(outcome.probability)) for outcome in toss.outcomes()]
        [('Home wins the toss', '1/2'), ('Away wins the toss', '1/2')]
        """
        if explicit and seed is not None:
            raise UserError("explicit chance uses no seed: leave out either `seed` or `explicit`")
        return begin(self._setup, None if explicit else Seeded(*self._setup.chance_of(seed)))

    def match(self, seed: int | None = None) -> Match:
        """A match that keeps its record. The seed works as in `new`.

        >>> import breakaway
        >>> breakaway.load("cycling", teams=2).match(seed=1).state
        <State of Breaking Away, turn 0, to move: Red, Blue>
        """
        secret, salts = self._setup.chance_of(seed)
        store, start = _Kept(), replace(self._setup.start, secret=secret, salts=salts, seeded=seed is not None)
        played: Played[Any, Any] = Played.new(self._setup.game, start, store)
        if not played.choosers() and not played.is_over():
            played.resolve()
        return Match(self._setup, played, store)

    def rule(self, rule: str) -> str:
        """The sentence that states the rule with this id. Raises UserError if the game has no such rule.

        >>> import breakaway
        >>> breakaway.load("cycling").rule("BA-6.5")
        'The new card is 3, plus 1 for each cyclist in the unbroken string ahead.'
        """
        if rule not in self._setup.game.rules.entries:
            raise UserError(f"{self.title} has no rule {rule!r}; to find one: breakaway rules {self.name} WORDS")
        return self._setup.game.rules.entries[rule].says

    def _ruled(self, seats: Iterable[int]) -> list[int]:
        """Those of the `seats` that the rules play. They are never asked anything."""
        named = kit_of(self._setup.game).rules_play
        return [seat for seat in seats if self._setup.start.seats[seat]["by"] in named]

    def _with(self, by: Mapping[int, str]) -> Game:
        """The same game, set up so that the rules also play the seats in `by`: the name of the player for each seat.

        Raises UserError if the rules cannot play one of the teams.
        """
        now = [each["by"] for each in self._setup.start.seats]
        then = [by.get(seat, name) for seat, name in enumerate(now)]
        return self if then == now else Game(_set_up(self._setup.game, self._asked, then), self._asked)

    @property
    def layout(self) -> dict[str, slice]:
        """The position of each field of `Observation.data` in `Observation.tensor`.

        >>> import breakaway
        >>> breakaway.load("cycling").layout["phase"]
        slice(1, 2, None)
        """
        return layout(self._setup.game.state)


def game_names() -> list[str]:
    """The names of all games.

    >>> import breakaway
    >>> breakaway.game_names()[:3]
    ['football', 'fate', 'cycling']
    """
    return list(GAMES)


def load(
    game: str,
    *,
    house: Mapping[str, Any] | str = "",
    against: str | Mapping[int, str] | None = None,
    **options: str | int | list[str],
) -> Game:
    """Loads a game by name, with the same options as `breakaway play`: `load("football", team="fire")`.

    `house` sets house rules, as a dictionary or as on the command line: `{"flags": 1}` or `"flags=1,ice=false"`.
    `against` names the opponents that the rules themselves provide: `"sheet"` in football. To have the rules play any
    other seat, name the player by seat: `{0: "sheet"}`. Raises UserError for an unknown game, option or value.

    >>> import breakaway
    >>> breakaway.load("football", team="maulers", versus="pharaohs", house={"flags": 1}).seats
    ('Maulers', 'Pharaohs')
    >>> breakaway.load("chess")
    Traceback (most recent call last):
    breakaway.core.language.UserError: unknown game 'chess'; known: football, fate, cycling
    """
    for name in options:
        if name in NOT_HERE:
            raise UserError(f"{name}: {NOT_HERE[name]}")
    asked = Wanted((house,) if isinstance(house, str) else {name: str(value) for name, value in house.items()}, options)
    try:
        found = find(game)
    except NoSuchGame as error:
        raise UserError(error.args[0]) from None
    request = requested(game, asked.house, **options)
    return Game(_set_up(found, asked, _players(found, request, against)), asked)


def _set_up(game: CoreGame[Any, Any], asked: Wanted, by: list[str]) -> Setup:
    """The setup of matches in which `by[seat]` plays each seat. Raises UserError."""
    start = make_start(requested(game.name, asked.house, **asked.options), by)
    return Setup(game, replace(start, secret=b"", salts=()))


def _players(game: CoreGame[Any, Any], request: Request, against: str | Mapping[int, str] | None) -> list[str]:
    """Who plays each seat: a player that the rules provide, or a person. Raises UserError for any other player."""
    setting = find_setting(game)
    by = [HUMAN] * len(setting.players(request, None))
    if against is None:
        return by
    typed = [each.strip() for each in (against.split(",") if isinstance(against, str) else against.values())]
    for name in typed:
        known = name in kit_of(game).rules_play or name == HUMAN
        if not known and (name in coaches.names(game) or is_bot(name)):
            kind = "coach" if name in coaches.names(game) else "bot"
            raise UserError(f"against: {name} is a {kind}; use it in play(): breakaway.play(game, [my_bot, {name!r}])")
    if isinstance(against, str):
        return setting.players(request, against)
    for seat, name in zip(against, typed, strict=True):
        if seat not in range(len(by)):
            raise UserError(f"against: there is no seat {seat}; this match has seats 0 to {len(by) - 1}")
        if name not in kit_of(game).rules_play:
            raise UserError(f"against: {coaches.unknown(game, name)}")
        by[seat] = name
    return by


def read_state(text: str, seed: int | None = None) -> State:
    """Reads a state from the text that `State.text` returned. Later outcomes are drawn from a seed, as in `Game.new`.

    A state that waits for an outcome has explicit chance instead. Raises UserError if the text does not come from
    `State.text`, or if the state breaks an invariant.

    >>> import breakaway
    >>> state = breakaway.load("football").new(seed=7)
    >>> breakaway.read_state(state.text()).hash == state.hash
    True
    """
    try:
        said = json_of(text)
        if said.get("kind") != "state" or said.get("format") != FORMAT:
            raise UserError("this text is not a saved state; State.text() writes one")
        game = find(said["game"])
        if said["edition"] != game.edition:
            raise UserError(
                f"the state was saved under edition {said['edition']} of the rules; "
                f"this program uses edition {game.edition}"
            )
        config = load_config(game, said["config"])
        setup = _setup(game, config, said)
        s, turn = from_json(game.state, said["state"]), int(said["turn"])
        if faults := game.invariants(s, config):
            raise UserError(f"this state is impossible in a match: {'; '.join(faults)}")
        if "waiting" not in said:
            return State(setup, s, Seeded(*setup.chance_of(seed)), turn=turn)
        return _awaiting(setup, s, said["waiting"], turn)
    except UserError:
        raise
    except (NoSuchGame, BadRecord, BadState, BadOutcome) as error:
        raise UserError(f"the text of the state is corrupted: {error.args[0]}") from None
    except (ValueError, OverflowError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise UserError(f"the text of the state is corrupted ({type(error).__name__}: {error})") from None


def _awaiting(setup: Setup, s: Any, said: Mapping[str, Any], turn: int) -> State:
    """Restores a state that waits for an outcome, by replaying its orders and outcomes.

    Raises ValueError if the game does not allow these orders or outcomes.
    """
    orders = [[int(code) for code in order] for order in said["orders"]]
    if len(orders) != SEATS or any(len(order) != setup.game.max_slots for order in orders):
        raise ValueError(f"expected {SEATS} orders with {setup.game.max_slots} codes each")
    state = State(setup, s, None, Waiting(orders), turn=turn)
    for code in said["outcomes"]:
        state = state.apply_outcome(code)
    if not state.is_chance:
        raise ValueError("the state claims to be waiting for an outcome, but no outcome is missing")
    return state


def read_match(text: str, secrets: str = "") -> Match:
    """The match with this record: the text from `Match.text` or from a record file.

    `secrets` is the text that `Match.secrets` returned. Without this text, an unfinished match can draw no more dice or
    cards. If the record is wrong, raises UserError, which names the first wrong line.

    >>> import breakaway
    >>> match = breakaway.load("fate").match(seed=7)
    >>> again = breakaway.read_match(match.text(), match.secrets())
    >>> again.play("receive").hash == match.play("receive").hash
    True
    """
    try:
        record = parse(text)
        game = find(record.header["game"])
        store, hidden = _Kept(), json_of(secrets) if secrets else None
        played: Played[Any, Any] = Played.load(game, record, hidden, store)
        setup = _setup(game, played.config, record.header)
        played.names = setup.names
    except (NoSuchGame, BadRecord, BadState) as error:
        raise UserError(str(error.args[-1] if isinstance(error, NoSuchGame) else error)) from None
    except ValueError as error:
        raise UserError(f"secrets: expected a string from Match.secrets ({error})") from None
    store.secrets = store.secrets or hidden
    return Match(setup, played, store)


def _setup(game: Any, config: Any, said: Mapping[str, Any]) -> Setup:
    """The setup of a stored state or match. Raises UserError if its names do not fit the match."""
    names = find_setting(game).checked_names(said["names"], config)
    called = find_setting(game).seat_names(names)
    by = [str(each.get("by", "")) for each in said["seats"]]
    if len(by) != len(called):
        raise UserError(f"the saved text names {len(by)} seats, but its match has {len(called)}")
    seats = [{"name": name, "by": player} for name, player in zip(called, by, strict=True)]
    return Setup(game, Start(config=config, options=dict(said["options"]), names=names, seats=seats))
