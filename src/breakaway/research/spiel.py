"""The games in OpenSpiel: `import breakaway.research.spiel` registers `breakaway_football`, `_fate` and `_cycling`.

An action is a code. Seats that choose at the same time do so at simultaneous nodes, code by code. A seat with a
complete order has no legal actions until the orders of all others are complete. Dice and cards are chance nodes with
exact probabilities.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyspiel

from breakaway.api.games import Game, game_names, load
from breakaway.api.plain_data import Array, Outcome
from breakaway.api.state import State
from breakaway.core.chance import LONGEST
from breakaway.core.game import SEATS
from breakaway.core.language import UserError
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import canonical
from breakaway.research.nodes import Begun, Node, Space, needs_agents

PREFIX = "breakaway_"
OUTCOMES = 64  # no die or deck has more
DIGEST = 8  # numbers that stand for everything a seat has ever seen
HISTORY = 4
PARAMETERS: dict[str, Any] = {"options": "", "house": "", "against": "", "history": HISTORY}


def read_options(text: str, what: str) -> dict[str, str]:
    """The options in a parameter such as `teams:2;profile:blind`.

    `what` names the parameter in errors. Raises UserError.
    """
    found = {}
    for each in filter(None, text.split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise UserError(f"{what}: {each!r} has no value; write options as name:value;name:value")
        found[name.strip()] = value.strip()
    return found


def game_of(name: str, params: dict[str, Any]) -> Game:
    """The game with these OpenSpiel parameters. Raises UserError."""
    options: dict[str, Any] = read_options(params["options"], "options")
    house = read_options(params["house"], "house")
    game = load(name, house=house, against=read_against(params["against"]), **options)
    return needs_agents(game, range(len(game.seats)))


def read_against(text: str) -> str | dict[int, str] | None:
    """The players that the rules provide, in a parameter such as `sheet` or, by seat, `0:sheet;1:sheet`."""
    by_seat = [each.partition(":") for each in text.split(";") if each]
    if by_seat and all(colon and seat.strip().isdecimal() for seat, colon, _ in by_seat):
        return {int(seat): name for seat, _, name in by_seat}
    return text or None


class Recalled(Node):
    """A node that remembers the node before it, so that it can list everything that a seat has seen."""

    def __init__(
        self, space: Space, state: State, begun: Begun | None = None, before: Recalled | None = None, move: Any = ""
    ) -> None:
        """`move` led from `before` to this node: a code for each seat that gave one, or an outcome. At the start of a
        match, `move` is the string by which OpenSpiel identifies the game.
        """
        super().__init__(space, state, begun, before)
        self._before, self._move = before, move
        self._given: dict[int, int] = dict(move) if isinstance(move, Mapping) else {}
        self._news: dict[int, str] = {}
        self._digest: dict[int, bytes] = {}
        self._outcomes: list[Outcome] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, tuple(reversed([each._move for each in self.back()]))

    def after(self, given: Mapping[int, int]) -> Recalled:
        """Like `Node.after`."""
        return Recalled(self.space, *self.played(given), self, given)

    def after_outcome(self, code: int) -> Recalled:
        """The node after this outcome of a die or card. Raises NotNow or BadOutcome."""
        return Recalled(self.space, self.state.apply_outcome(code), None, self, code)

    def outcomes(self) -> list[Outcome]:
        """The possible outcomes of the next die or card."""
        self._outcomes = self._outcomes or self.state.outcomes()
        return self._outcomes

    def news(self, seat: int) -> str:
        """What the seat has learned since the previous node, on one line; empty if it has learned nothing.

        The seat knows its own codes. It also learns the events that it may see, the changes in its view, and who is
        asked.
        """
        if seat not in self._news:
            said: dict[str, Any] = {"gave": self._given[seat]} if seat in self._given else {}
            if self._before is None or self._before.state is not self.state:
                seen, was = self.seen(seat), {} if self._before is None else self._before.seen(seat).data
                said["sees"] = {name: value for name, value in seen.data.items() if was.get(name) != value}
                said["events"] = [[told.rule, *told.args] for told in seen._told]
                said["asked"] = list(seen.to_move)
            said = {name: value for name, value in said.items() if value not in ({}, [])}
            self._news[seat] = canonical(said).decode() if said else ""
        return self._news[seat]

    def digest(self, seat: int) -> bytes:
        """A hash of everything that the seat has learned up to now."""
        todo: list[Recalled] = []
        for each in self.back():
            if seat in each._digest:
                break
            todo.append(each)
        found = todo[-1]._before._digest[seat] if todo and todo[-1]._before else b""
        for each in reversed(todo):
            news = each.news(seat)
            found = hashlib.sha256(found + news.encode()).digest() if news else found
            each._digest[seat] = found
        return self._digest[seat]

    def back(self) -> Iterator[Recalled]:
        """This node, and then the nodes before it, newest first."""
        here: Recalled | None = self
        while here is not None:
            yield here
            here = here._before

    def tensors(self, seat: int, most: int) -> list[Array]:
        """What this seat sees now, and what it saw when making its latest choices, newest first: at most `most`
        tensors.
        """
        found = [self.tensor(seat)]
        for each in self.back():
            if len(found) == most:
                break
            if seat in each._given and each._before is not None:
                found.append(each._before.tensor(seat))
        return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A Breakaway game as an OpenSpiel game. `load_game` makes it from options."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = PARAMETERS | (params or {})
        self.game, self.history = game_of(self.name, params), int(params["history"])
        self.space = Space(self.game)
        longest = self.game._setup.game.bound(self.game._setup.config)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.codes,
            max_chance_outcomes=OUTCOMES,
            num_players=self.space.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest * self.space.slots * self.space.seats,
        )
        super().__init__(TYPES[self.name], info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def __copy__(self) -> SpielGame:
        return self

    def __deepcopy__(self, memo: Any) -> SpielGame:
        return self  # a game never changes

    def new_initial_state(self) -> SpielState:
        """The start of a match."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The largest number of dice and cards that a match can have."""
        return LONGEST * int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """An observer that writes what players see, as tensors and strings. Raises ValueError if no seat has this kind
        of view.
        """
        if params:
            raise ValueError(f"observations have no parameters, but these were given: {params}")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a match. `node.state` is the same state in the public Python API."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = Recalled(game.space, game.game.new(explicit=True), move=str(game))

    def current_player(self) -> int:
        """The seat that chooses, or OpenSpiel's code if chance or several seats choose or the match is over."""
        node = self.node
        if node.state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if not node.asked:
            return int(pyspiel.PlayerId.TERMINAL)
        return node.asked[0] if len(node.asked) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of the next die or card, with their probabilities."""
        return [(each.code, float(each.probability)) for each in self.node.outcomes()]

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = node.after_outcome(action) if node.state.is_chance else node.after({node.asked[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.node = self.node.after({seat: actions[seat] for seat in self.node.asked})

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player == pyspiel.PlayerId.CHANCE:
            said = {each.code: f"{each.label}: {each.text}" for each in node.outcomes()} if node.state.is_chance else {}
            return f"{said.get(action, 'outcome')} ({action})"
        if node.state.to_move and player in node.asked and node.seen(player).legal.slots == 1:
            return f"{node.seen(player).write(action)} ({action})"
        return f"slot {len(node.begun(player)) + 1}: {action}"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.node.state.is_chance and not self.node.asked

    def returns(self) -> list[float]:
        """What each seat has won: the winners share what the others pay. The numbers sum to 0, within 1e-12.

        In a two-player match, a win is 1 and a loss is -1.
        """
        space = self.node.space
        return space.rewards_of(self.node.state.result, "win") if self.is_terminal() else [0.0] * space.seats

    def __str__(self) -> str:
        return f"{self.node.state!r} {self.node.all_begun or ''}".strip()


class SpielObserver:
    """Writes what a player sees, in three forms: `tensor` (a row of float32), `dict` (its fields by name), and strings.

    With perfect recall, the string contains everything that the player has ever learned. The tensor then begins with a
    hash of this history (`recall`), so that different histories have different tensors. After this hash come `history`
    rows: first what the player sees now, then what the player saw when making the latest choices. An observer without
    private information writes what a spectator sees.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(
                "an observer needs public_info=True, and PrivateInfoType.SINGLE_PLAYER for a player or NONE for a "
                "spectator"
            )
        self.game, self.kind = game, kind
        self.is_open = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recall, self.rows, space = kind.perfect_recall, game.history if kind.perfect_recall else 1, game.space
        first = DIGEST if self.recall else 0
        self.tensor = np.zeros(first + self.rows * space.width, np.float32)
        self.dict: dict[str, Array] = {"recall": self.tensor[:first]} if self.recall else {}
        self._rows = self.tensor[first:].reshape(self.rows, space.width)
        self.dict |= {name: self._rows[0, place] for name, place in space.layout.items()}
        if self.rows > 1:
            self.dict["before"] = self._rows[1:]

    def __reduce__(self) -> tuple[Any, ...]:
        return _observing, (self.game, self.kind.perfect_recall, self.is_open, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes into `tensor` and `dict` what this player sees of the state."""
        seat = SPECTATOR if self.is_open else player
        self.tensor.fill(0)
        for row, found in zip(self._rows, state.node.tensors(seat, self.rows), strict=False):
            row[:] = found
        if self.recall:
            self.dict["recall"][:] = np.frombuffer(state.node.digest(seat)[: 2 * DIGEST], ">u2") / 2**16

    def string_from(self, state: SpielState, player: int) -> str:
        """What this player sees of the state, as lines of JSON; with perfect recall, everything that the player has
        learned.
        """
        seat, node = SPECTATOR if self.is_open else player, state.node
        if self.recall:
            told = [each.news(seat) for each in node.back()]
            return "\n".join([f"seat {seat}", *filter(None, reversed(told))])
        said = {"seat": seat, "order": node.begun(seat), "asked": list(node.seen(seat).to_move)}
        return canonical({**said, "sees": node.seen(seat).data}).decode()


def _observing(game: SpielGame, recall: bool, is_open: bool, tensor: Array) -> SpielObserver:
    """An observer with this tensor. Its dictionary and rows are parts of the tensor, which a pickle would copy."""
    private = pyspiel.PrivateInfoType.NONE if is_open else pyspiel.PrivateInfoType.SINGLE_PLAYER
    kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=recall, private_info=private)
    observer = SpielObserver(game, kind)
    observer.tensor[:] = tensor
    return observer


def _replayed(game: str, *moves: Any) -> Recalled:
    """The node that these moves lead to from the start of a match.

    `game` is the string by which OpenSpiel identifies the game.
    """
    node: Recalled = pyspiel.load_game(game).new_initial_state().node
    for each in moves:
        node = node.after(each) if isinstance(each, Mapping) else node.after_outcome(each)
    return node


def load_game(game: str, history: int = HISTORY, **options: Any) -> SpielGame:
    """An OpenSpiel game with the options of `breakaway.load`: `load_game("cycling", teams=2, house={"cap": 12})`.

    `history` is the number of views in the tensor of an information state. Raises UserError.
    """
    house, against = options.pop("house", {}), options.pop("against", None) or ""
    if isinstance(against, Mapping):
        against = ";".join(f"{seat}:{name}" for seat, name in against.items())
    written = [";".join(f"{name}:{value}" for name, value in each.items()) for each in (options, house)]
    if wrong := [each for each in (*written, against) if set(each) & set(",()=")]:
        raise UserError(
            f"OpenSpiel options cannot contain a comma, a parenthesis or an equals sign, but these do: {wrong[0]}"
        )
    params = {"options": written[0], "house": written[1], "against": against, "history": history}
    if history < 1:
        raise UserError(f"history: expected at least 1 view, not {history}")
    game_of(game, params)  # its errors are clearer than those of OpenSpiel
    return pyspiel.load_game(PREFIX + game, params)  # type: ignore[no-any-return]


def _type_of(name: str) -> Any:
    """The description of a game in OpenSpiel's list of games."""
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=load(name).title,
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


TYPES = {name: _type_of(name) for name in game_names()}
for _name in TYPES:
    pyspiel.register_game(TYPES[_name], type(f"Spiel_{_name}", (SpielGame,), {"name": _name}))
