"""Thousands of matches in step, and plays sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from breakaway.api.bots import Compilable, loaded, name_of
from breakaway.api.named_bots import is_bot
from breakaway.core import chance as door
from breakaway.core.chance import Door
from breakaway.core.game import SEATS, Game, Result, blank_orders, candidates, most_codes, seats_in
from breakaway.core.language import UserError
from breakaway.core.rules import EventLog, forget
from breakaway.core.state import columns, copy, number, overwrite
from breakaway.lab.batches import seeds_of
from breakaway.lab.compile_cache import functions_of, guarded, hash_of, not_compiled
from breakaway.lab.compiling import (
    THINKING,
    Records,
    asking,
    called_apart,
    chance_records,
    driver,
    ending,
    legal_check,
    make_compilable,
    make_rules_compilable,
    of_one_type,
    records,
    take,
    to_record,
)
from breakaway.lab.intrinsics import lowest, spread
from breakaway.players import coaches
from breakaway.players.coaches import BotError

# --- Steps thousands of matches in one compiled call: each match gets one code of an order, and is played on to its
# next question.
#
# The driver that `compile_vector` builds does the playing; `Vector` keeps its arrays. The interfaces to other libraries
# are in `research`.


UNASKED = 100  # after so many matches in a row without a question, there will never be one
UNASKED_SAID = "the learning seats never have anything to choose"
RANDOM = "random"  # who plays if there is nobody to ask


class Matches(NamedTuple):
    """The arrays of `n` matches that the driver changes; index i belongs to match i.

    All matches share `starts`, `configs`, `doors`, `found` and `scratch`. `scratch` contains what a seat sees, and a
    spare state. `asking` has the question of each match.
    """

    states: Records
    starts: Records
    configs: Records
    doors: Records  # for dice and cards, and for what coaches draw
    scratch: Records
    found: Records  # a blank result, and the one that is worked out
    results: Records
    asking: Records
    players: Any  # int64 (seats): which of the driver's coaches plays each seat that is not asked
    current: Any  # int64 (1): the match that is being played on
    orders: Any  # int64 (n, seats, max_slots)
    mask: Any  # bool (n, codes)
    tensor: Any  # int64 (n, width)
    final: Any  # int64 (n, width)


@dataclass(slots=True)
class Asking:
    """Which seat a match asks, and for which slot of its order. `todo` (bits) has all seats still to be asked,
    including this one.
    """

    seat: int = number()
    slot: int = number()
    bits: int = number()  # all seats that choose in this step, whoever plays them
    todo: int = number()
    done: int = number()  # 1: a match has ended since the last action
    steps: int = number()  # in this match so far
    rng: int = number("u8")  # where the match is in its random numbers for dice and cards
    thoughts: int = number("u8")  # and in those for its coaches


def ask_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that asks for a slot: in the row `mask`, it marks the codes that may follow `order`."""
    (many, candidate), refuse = candidates(game), game.refuse

    def ask(s: Any, config: Any, seat: int, slot: int, order: Any, mask: Any) -> None:
        mask[:] = False
        for i in range(many(s, config, seat, order, slot)):
            code = candidate(s, config, seat, order, slot, i)
            order[slot] = code
            mask[code] = refuse(s, config, seat, order, slot) == 0
        order[slot] = 0

    return make_compilable(ask, game)


def see_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that writes what a seat sees of a state into `row`. The rest of the row becomes 0."""
    redact = game.redact

    def see(s: Any, config: Any, view: Any, seat: int, row: Any) -> None:
        overwrite(view, s)
        redact(view, config, seat)
        row[0] = seat
        row[spread(view, row, 1) :] = 0

    return make_compilable(see, game)


def resolve_driver(game: Game[Any, Any]) -> Any:
    """A compilable function that plays one step of a match with its orders."""
    rules_step, start_step = game.step, door.start_step

    def resolve(s: Any, config: Any, orders: Any, chance: Any, now: Any, limit: int) -> None:
        chance.rng = now.rng
        start_step(chance)
        rules_step(s, config, orders, chance, None)
        bits = int(now.bits)
        while bits != 0:  # the other orders are blank already
            orders[lowest(bits), :] = 0
            bits &= bits - 1
        now.rng = chance.rng
        now.steps += 1
        if now.steps > limit:
            raise OverflowError("a match took more steps than the game allows")

    return make_compilable(resolve, game)


Player: TypeAlias = str | Compilable  # a coach's name, or a bot of the user's own


def player_of(game: Game[Any, Any], named: Any) -> Player:
    """Who plays a seat in compiled code. `named` is the name of a coach or of the user's own bot, or the bot itself.

    Raises NoSuchCoach, or UserError for a bot that cannot be compiled, cannot be loaded or does not play the game.
    """
    if isinstance(named, str) and named in coaches.names(game):
        return named
    name = named if isinstance(named, str) else name_of(named)
    if isinstance(named, str) and not is_bot(named):
        raise coaches.NoSuchCoach(coaches.unknown(game, named))
    bot = loaded(named) if isinstance(named, str) else named
    if not isinstance(bot, Compilable):
        raise UserError(
            f"the bot {name} cannot be compiled: its function must be marked with @breakaway.compilable; see "
            "docs/python.md, or play against it with breakaway.play or with one match at a time"
        )
    if game.name not in (plays := bot.games or (game.name,)):
        raise UserError(f"the bot {name} cannot play {game.name}; its `games` lists only: {', '.join(plays)}")
    return bot


def answer_driver(game: Game[Any, Any], players: Sequence[Player], own: str) -> Any:
    """A compilable function that lets coaches give the orders of all seats in `bits`.

    The argument `by` of this function says which of the `players` plays each seat.
    """
    ask: Any = None
    for i, player in reversed(list(enumerate(players))):
        if isinstance(player, Compilable):
            name = f"{name_of(player)}.{i}"
            mine = asking(game, make_compilable(player.coach(game), game, own), name, True)
            checked = called_apart(
                _checked(make_compilable(mine, game, own), make_compilable(legal_check(game), game)), name
            )
            one = make_compilable(checked, game, own)
        else:
            name = player
            coach = make_compilable(coaches.find(game, player), game)
            one = make_compilable(asking(game, coach, name, coaches.needs_view(game, player)), game, own)
        ask = make_compilable(called_apart(_choice(one, ask), name), game, own)

    def answer(
        s: Any, config: Any, bits: int, thinking: Any, now: Any, by: Any, view: Any, spare: Any, orders: Any
    ) -> None:
        thinking.rng = now.thoughts
        while bits != 0:
            seat = lowest(bits)
            ask(by[seat], s, config, seat, thinking, view, spare, orders[seat])
            bits &= bits - 1
        now.thoughts = thinking.rng

    return make_compilable(answer, game, own)


def _checked(ask: Any, must_be_legal: Any) -> Any:
    """A function that lets a user's bot fill an order, and checks it."""

    def checked(s: Any, config: Any, seat: int, thinking: Any, view: Any, spare: Any, order: Any) -> None:
        ask(s, config, seat, thinking, view, spare, order)
        must_be_legal(s, config, seat, order)

    return checked


def _choice(ask: Any, others: Any) -> Any:
    """A function that lets coach `which` fill an order: 0 calls `ask`, and any higher number calls `others` (None if
    there are none).
    """

    def only(which: int, s: Any, config: Any, seat: int, thinking: Any, view: Any, spare: Any, order: Any) -> None:
        ask(s, config, seat, thinking, view, spare, order)

    def first(which: int, s: Any, config: Any, seat: int, thinking: Any, view: Any, spare: Any, order: Any) -> None:
        if which == 0:
            ask(s, config, seat, thinking, view, spare, order)
        else:
            others(which - 1, s, config, seat, thinking, view, spare, order)

    return only if others is None else first


def settle_driver(game: Game[Any, Any], players: Sequence[Player], own: str) -> Any:
    """A compilable function that plays match `i` on to the next choice of a seat in `asked`, or, if no seat is asked,
    to its end.

    `is_ready`: whether the orders of this step are complete. When a match ends, its result and what `watcher` saw are
    kept, and a new match begins.
    """
    choosers, is_over = game.choosers, ending(game)
    see, resolve, answer = see_driver(game), resolve_driver(game), answer_driver(game, players, own)

    def settle(m: Matches, i: int, now: Any, is_ready: bool, asked: int, watcher: int, limit: int) -> None:
        states, config, unasked = m.states, m.configs[0], 0
        while True:
            if is_ready:
                resolve(states[i], config, m.orders[i], m.doors[0], now, limit)
            is_ready = False
            bits = choosers(states[i], config)
            if bits == 0 and is_over(states[i], config, m.found[1]):
                see(states[i], config, m.scratch[0], watcher, m.final[i])
                m.results[i] = m.found[1]
                m.found[1] = m.found[0]
                now.done = 1
                now.steps = 0
                states[i] = m.starts[0]
                if asked == 0:
                    return
                unasked += 1
                if unasked == UNASKED:
                    raise ValueError(UNASKED_SAID)
                continue
            now.bits = bits
            if bits & ~asked != 0:
                view, spare = m.scratch[0], m.scratch[1]
                answer(states[i], config, bits & ~asked, m.doors[1], now, m.players, view, spare, m.orders[i])
            now.todo = bits & asked
            if now.todo != 0:
                return
            is_ready = True

    return make_compilable(settle, game, own)


def own_players(
    game: Game[Any, Any], players: Sequence[Player], typed: Mapping[Player, str] | None = None
) -> dict[str, coaches.Coach]:
    """The user's own bots among the `players`, each with its coach in this game, by a name that no other one has.

    `typed` has the names of those that the user has named.
    """
    mine = [each for each in players if isinstance(each, Compilable)]
    called = [(typed or {}).get(each, name_of(each)) for each in mine]
    return {
        name if called.count(name) == 1 else f"{name} ({i})": each.coach(game)
        for i, (name, each) in enumerate(zip(called, mine, strict=True), 1)
    }


@cache
def compile_vector(game: Game[Any, Any], players: tuple[Player, ...]) -> Any:
    """A driver that stops at the choices of the seats in `asked`. These `players` play all other seats.

    step(m, actions, asked, watcher, limit): answers the question of each match with its action, and plays on to the
    next question. Without actions, it plays each match from the start to its first question. If no seat is asked, it
    plays each match to its end.
    """
    for player in players:  # imports the rules of coaches, before all rules are made compilable
        if isinstance(player, str):
            coaches.find(game, player)
    make_rules_compilable(game)
    mine = own_players(game, players)
    own = hash_of(mine)
    for each in mine.values():
        for function in functions_of(each):
            make_compilable(function, game, own)
    slots, see, ask = game.slots, see_driver(game), ask_driver(game)
    settle = settle_driver(game, players, own)

    def step(m: Matches, actions: Any, asked: int, watcher: int, limit: int) -> None:
        states, config, orders, tensor = m.states, m.configs[0], m.orders, m.tensor
        fields = tensor.shape[1] - orders.shape[2]
        for i in range(len(states)):
            now = m.asking[i]
            m.current[0] = i
            now.done = 0
            next_seat = True
            if len(actions) != 0:
                orders[i, now.seat, now.slot] = actions[i]
                tensor[i, fields + now.slot] = actions[i] + 1
                now.slot += 1
                next_seat = now.slot == slots(states[i], config, now.seat)
                if next_seat:
                    now.todo &= ~(1 << now.seat)
            if next_seat:
                if now.todo == 0:
                    settle(m, i, now, len(actions) != 0, asked, watcher, limit)
                if asked == 0:
                    continue
                now.seat = lowest(now.todo)
                now.slot = 0
                see(states[i], config, m.scratch[0], now.seat, tensor[i])
            ask(states[i], config, now.seat, now.slot, orders[i, now.seat], m.mask[i])

    return of_one_type(driver(game, step, own))


class Vector:
    """`n` matches of one game and config, stepped together. When a match ends, the next one begins in the same step.

    `asked` are the seats whose orders you give, code by code; `others` says who plays each other seat, unless the rules
    do. The arrays are in `m`. After `reset` and each `step`, `tensor` has what the asked seat of each match sees,
    `mask` has its legal codes, and `asking["done"]` says whether a match has just ended. For a match that has ended,
    `results` has the result, and `final` has what seat `watcher` saw at the end. If no seat is asked, `reset` plays
    each match to its end.
    """

    def __init__(
        self, game: Game[Any, Any], config: Any, n: int, asked: list[int], others: Mapping[int, Player], watcher: int
    ) -> None:
        """Raises NoSuchCoach, or UserError for a bot of the user's own that cannot play here."""
        self.game, self.config, self.n, self.watcher = game, config, n, watcher
        self.codes, self.limit = most_codes(game, config), game.bound(config)
        self.bits = sum(1 << seat for seat in asked)
        self.others = dict(others)
        self._begin()
        width = 1 + sum(int(np.prod(c.shape, dtype=int)) for c in columns(game.state))
        self.width = width + game.max_slots
        int64 = np.int64
        self.m = Matches(
            states=records(game.state, n),
            starts=to_record(game.start(config)),
            configs=to_record(config),
            doors=records(Door, 2),
            scratch=records(game.state, 2),
            found=records(Result, 2),
            results=records(Result, n),
            asking=records(Asking, n),
            players=np.array([self.order.get(seat, 0) for seat in range(game.seat_count(config))], int64),
            current=np.zeros(1, int64),
            orders=np.zeros((n, game.seat_count(config), game.max_slots), int64),
            mask=np.zeros((n, self.codes), bool),
            tensor=np.zeros((n, self.width), int64),
            final=np.zeros((n, self.width), int64),
        )

    def _begin(self) -> None:
        """Finds the players, and which of them plays each seat, and the driver that lets them play."""
        found = {seat: player_of(self.game, each) for seat, each in self.others.items()}
        self.players = tuple(dict.fromkeys(found.values())) or (RANDOM,)
        self.typed = {found[seat]: each for seat, each in self.others.items() if isinstance(each, str)}
        self.order = {seat: self.players.index(each) for seat, each in found.items()}
        self.driver = compile_vector(self.game, self.players)

    def __getstate__(self) -> dict[str, Any]:
        here = ("driver", "players", "typed", "order")  # compiled code, and bots that are found again by their names
        return {name: held for name, held in vars(self).items() if name not in here}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self._begin()

    def reset(self, seed: int, first: int = 0) -> None:
        """Begins `n` new matches, from match number `first` of a seed on. A match of a seed is the same, however large
        `n` is. Raises UserError if no learning seat is ever asked, or BotError if a bot of the user's own fails.
        """
        m, seeds = self.m, seeds_of(seed, first, self.n)
        m.states[:] = m.starts[0]
        m.asking[:], m.orders[:] = records(Asking, 1), 0
        m.doors[:] = records(Door, 1)
        m.asking["rng"], m.asking["thoughts"] = seeds, seeds ^ np.uint64(THINKING)
        self._play(np.zeros(0, np.int64))

    def step(self, actions: Any) -> None:
        """Answers the question of each match with a code from `actions`. If a code is illegal, or if there are not `n`
        codes, raises UserError before anything is played.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise UserError(f"step needs {self.n} whole numbers, one for each match, not {given.dtype} {given.shape}")
        inside = (given >= 0) & (given < self.codes)
        legal = inside & self.m.mask[np.arange(self.n), np.where(inside, given, 0)]
        if not legal.all():
            i = int(np.argmin(legal))
            codes = ", ".join(map(str, np.flatnonzero(self.m.mask[i])))
            raise UserError(f"match {i}: the code {given[i]} is illegal here; legal codes: {codes}")
        self._play(given.astype(np.int64))

    def _play(self, actions: Any) -> None:
        """Steps all matches. Raises UserError if no learning seat is ever asked, or BotError."""
        try:
            self.driver(self.m, actions, self.bits, self.watcher, self.limit)
        except Exception as error:
            if blamed := self._blamed(error):
                raise blamed from error
            if str(error) != UNASKED_SAID:
                raise
            seats = [seat for seat in range(SEATS) if self.bits >> seat & 1]
            raise UserError(
                f"{error}: the rules or the sheets make every choice for seats {seats}; name another learning seat"
            ) from None

    def _blamed(self, error: Exception) -> BotError | None:
        """The error of the user's bot that has failed, if one has. To find it, asks the players of the match that was
        being played on once more, in plain Python. The vector must then be reset.
        """
        mine = own_players(self.game, self.players, self.typed)
        if not mine:
            return None
        if known := not_compiled(mine, error):
            return known
        game, config, i = self.game, self.config, int(self.m.current[0])
        s, thinking = take(game.state, self.m.states, i), door.sampled(int(self.m.asking["thoughts"][i]))
        guards = {coach: guarded(game, name, coach) for name, coach in mine.items()}
        asked = [
            each.coach(game) if isinstance(each, Compilable) else coaches.find(game, each) for each in self.players
        ]
        orders = blank_orders(game)
        try:
            for seat in seats_in(game.choosers(s, config) & ~self.bits):
                coach, view = asked[self.order[seat]], copy(s)
                game.redact(view, config, seat)
                guards.get(coach, coach)(view, config, seat, thinking, copy(view), orders[seat])
        except BotError as found:
            return BotError(f"{found} (in match {i})")
        if str(error) == UNASKED_SAID:
            return None
        return BotError(f"the bot {' or '.join(mine)} failed in match {i}, but only when compiled: {error}")


# --- Samples many plays from one position with compiled rules, to check the exact odds.


def compile_play(game: Game[Any, Any], answer: Any, is_over: Any) -> Any:
    """A compilable function that plays from the state `s` until `is_over(s)`; `answer` is as in `compile_sampler`."""
    make_rules_compilable(game)
    make_compilable(answer, game)
    make_compilable(is_over, game)
    choosers, rules_step, start_step = game.choosers, game.step, door.start_step

    def play_once(s: Any, config: Any, chance: Any, orders: Any, log: Any, limit: int) -> None:
        steps = 0
        while True:
            forget(log)
            start_step(chance)
            rules_step(s, config, orders, chance, log)
            steps += 1
            if is_over(s):
                return
            if steps > limit:
                raise OverflowError("a play took more steps than allowed")
            orders[:] = 0
            bits = choosers(s, config)
            for seat in range(len(orders)):
                if bits >> seat & 1:
                    orders[seat][0] = answer(s, config, seat)

    make_compilable(play_once, game)
    return play_once


@cache
def compile_sampler(game: Game[Any, Any], answer: Any, is_over: Any) -> Any:
    """A driver that plays many times from one position. `answer(s, config, seat)` makes the choices along the way.

    sample(starts, configs, first, chances, scratch, orders, log, ends, limit): fills `ends` with end states. Each play
    begins at starts[0] with a step that plays the orders `first`, and goes on until `is_over(s)`.
    """
    play_once = compile_play(game, answer, is_over)

    def sample(
        starts: Records,
        configs: Records,
        first: Any,
        chances: Records,
        scratch: Records,
        orders: Any,
        log: Records,
        ends: Records,
        limit: int,
    ) -> None:
        for i in range(len(ends)):
            scratch[0] = starts[0]
            for seat in range(len(orders)):
                for slot in range(orders.shape[1]):
                    orders[seat, slot] = first[seat, slot]
            play_once(scratch[0], configs[0], chances[0], orders, log[0], limit)
            ends[i] = scratch[0]

    return driver(game, sample)


class PositionSampler:
    """Samples plays from a position with compiled rules, to check the exact odds."""

    def __init__(self, game: Game[Any, Any], config: Any, answer: Any, is_over: Any) -> None:
        self.game, self.configs = game, to_record(config)
        self.sample = compile_sampler(game, answer, is_over)
        self.scratch, self.orders = records(game.state, 1), np.zeros((SEATS, game.max_slots), np.int64)
        self.log = records(EventLog, 1)

    def ends(self, s: Any, first: list[list[int]], seed: int, count: int, limit: int = 10_000) -> Records:
        """The end states of `count` plays from `s`. `first` lists the orders of the first step.

        A play may take at most `limit` steps.
        """
        ends = records(self.game.state, count)
        args = (np.asarray(first, np.int64), chance_records(seed), self.scratch, self.orders, self.log, ends, limit)
        self.sample(to_record(s), self.configs, *args)
        return ends
