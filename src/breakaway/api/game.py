"""Loads games with their options, begins matches, and reads states and matches from text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from breakaway import coaches
from breakaway.api.arrays import layout
from breakaway.api.match import Match, _Kept
from breakaway.api.setup import Setup
from breakaway.api.state import FORMAT, Seeded, State, Waiting, begin
from breakaway.coaches.table import HUMAN
from breakaway.core.chance import BadOutcome
from breakaway.core.game import SEATS
from breakaway.core.match import Match as Played
from breakaway.core.match import Start
from breakaway.core.record import BadRecord, parse
from breakaway.core.replay import load_config
from breakaway.core.state import BadState, from_json
from breakaway.core.trouble import Trouble
from breakaway.games.registry import GAMES, NoSuchGame, find
from breakaway.setting.request import requested
from breakaway.setting.start import find_setting, make_start

NOT_HERE = {
    "advice": "programs get no help from coaches, so there is nothing to allow",
    "seed": "a seed belongs to a match: load(...).new(seed=7)",
    "record": "a match gives its record as text: load(...).match().text()",
    "physical": "to give the outcomes of dice and cards yourself, use load(...).new(explicit=True)",
}


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

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
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
        die and card yourself. Raises Trouble if you give both a seed and `explicit`.

        >>> import breakaway
        >>> breakaway.load("fate").new(seed=7)
        <State of FATE Accelerated Football, turn 1, to move: Away>
        >>> toss = breakaway.load("fate").new(explicit=True)
        >>> [(outcome.text, str(outcome.probability)) for outcome in toss.outcomes()]
        [('Home wins the toss', '1/2'), ('Away wins the toss', '1/2')]
        """
        if explicit and seed is not None:
            raise Trouble("explicit chance uses no seed: leave out either `seed` or `explicit`")
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
        """The sentence that states the rule with this id. Raises Trouble if the game has no such rule.

        >>> import breakaway
        >>> breakaway.load("cycling").rule("BA-6.5")
        'The new card is 3, plus 1 for each cyclist in the unbroken string ahead.'
        """
        if rule not in self._setup.game.rules.entries:
            raise Trouble(f"{self.title} has no rule {rule!r}; to find one: breakaway rules {self.name} WORDS")
        return self._setup.game.rules.entries[rule].says

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
    game: str, *, house: Mapping[str, Any] | str = "", against: str | None = None, **options: str | int | list[str]
) -> Game:
    """Loads a game by name, with the same options as `breakaway play`: `load("football", team="fire")`.

    `house` sets house rules, as a dictionary or as on the command line: `{"flags": 1}` or `"flags=1,ice=false"`.
    `against` names the opponents that the rules themselves provide: `"sheet"` in football. Raises Trouble for an
    unknown game, option or value.

    >>> import breakaway
    >>> breakaway.load("football", team="maulers", versus="pharaohs", house={"flags": 1}).seats
    ('Maulers', 'Pharaohs')
    >>> breakaway.load("chess")
    Traceback (most recent call last):
    breakaway.core.trouble.Trouble: unknown game 'chess'; known: football, fate, cycling
    """
    for name in options:
        if name in NOT_HERE:
            raise Trouble(f"{name}: {NOT_HERE[name]}")
    typed = (house,) if isinstance(house, str) else {name: str(value) for name, value in house.items()}
    try:
        request = requested(game, typed, **options)
    except NoSuchGame as error:
        raise Trouble(error.args[0]) from None
    found = find(game)
    by = find_setting(found).players(request, against)
    if against is None:
        by = [HUMAN] * len(by)
    elif ours := [player for player in by if player in coaches.names(found)]:
        raise Trouble(f"against: {ours[0]} is a coach; use it in play(): breakaway.play(game, [my_bot, {ours[0]!r}])")
    start = make_start(request, by)
    return Game(Setup(found, replace(start, secret=b"", salts=())))


def read_state(text: str, seed: int | None = None) -> State:
    """Reads a state from the text that `State.text` returned. Later outcomes are drawn from a seed, as in `Game.new`.

    A state that waits for an outcome has explicit chance instead. Raises Trouble if the text does not come from
    `State.text`, or if the state breaks an invariant.

    >>> import breakaway
    >>> state = breakaway.load("football").new(seed=7)
    >>> breakaway.read_state(state.text()).hash == state.hash
    True
    """
    try:
        said = json.loads(text)
        if said.get("kind") != "state" or said.get("format") != FORMAT:
            raise Trouble("this text is not a saved state; State.text() writes one")
        game = find(said["game"])
        if said["edition"] != game.edition:
            raise Trouble(
                f"the state was saved under edition {said['edition']} of the rules; "
                f"this program uses edition {game.edition}"
            )
        config = load_config(game, said["config"])
        setup = _setup(game, config, said)
        s, turn = from_json(game.state, said["state"]), int(said["turn"])
        if faults := game.invariants(s, config):
            raise Trouble(f"this state is impossible in a match: {'; '.join(faults)}")
        if "waiting" not in said:
            return State(setup, s, Seeded(*setup.chance_of(seed)), turn=turn)
        return _awaiting(setup, s, said["waiting"], turn)
    except Trouble:
        raise
    except (NoSuchGame, BadRecord, BadState, BadOutcome) as error:
        raise Trouble(f"the text of the state is corrupted: {error.args[0]}") from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise Trouble(f"the text of the state is corrupted ({type(error).__name__}: {error})") from None


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
    cards. If the record is wrong, raises Trouble, which names the first wrong line.

    >>> import breakaway
    >>> match = breakaway.load("fate").match(seed=7)
    >>> again = breakaway.read_match(match.text(), match.secrets())
    >>> again.play("receive").hash == match.play("receive").hash
    True
    """
    try:
        record = parse(text)
        game = find(record.header["game"])
        store, hidden = _Kept(), json.loads(secrets) if secrets else None
        played: Played[Any, Any] = Played.load(game, record, hidden, store)
        setup = _setup(game, played.config, record.header)
        played.names = setup.names
    except (NoSuchGame, BadRecord, BadState) as error:
        raise Trouble(str(error.args[-1] if isinstance(error, NoSuchGame) else error)) from None
    except ValueError as error:
        raise Trouble(f"secrets: expected a string from Match.secrets ({error})") from None
    store.secrets = store.secrets or hidden
    return Match(setup, played, store)


def _setup(game: Any, config: Any, said: Mapping[str, Any]) -> Setup:
    """The setup of a stored state or match. Raises Trouble if its names do not fit the match."""
    names = find_setting(game).checked_names(said["names"], config)
    called = find_setting(game).seat_names(names)
    by = [str(each.get("by", "")) for each in said["seats"]]
    if len(by) != len(called):
        raise Trouble(f"the saved text names {len(by)} seats, but its match has {len(called)}")
    seats = [{"name": name, "by": player} for name, player in zip(called, by, strict=True)]
    return Setup(game, Start(config=config, options=dict(said["options"]), names=names, seats=seats))
