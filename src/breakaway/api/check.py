"""Checks, point by point, whether a bot's command speaks the bots' protocol (docs/protocol.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.api.messages import BYE, Message
from breakaway.api.pipe import LEAVING, Pipe, PipeError
from breakaway.api.piped import Piped
from breakaway.api.seated import Limit, Timed, TooSlow
from breakaway.coaches import BotError
from breakaway.coaches.table import Table
from breakaway.core.game import Order
from breakaway.core.links import after
from breakaway.core.match import Match
from breakaway.games.registry import find
from breakaway.setting.request import requested
from breakaway.setting.start import find_setting, make_start

SEED = 1
BEFORE = 6  # turns that are played before a bot joins


@dataclass(frozen=True)
class Point:
    """One point of the check: a sentence about the bot, whether it is true, and what the check found."""

    says: str
    is_met: bool
    found: str = ""


class _Odd(Piped):
    """Sends the bot a message of a type that only a later version of the protocol could have."""

    def _greet(self, *args: Any) -> None:
        super()._greet(*args)
        assert self._pipe is not None
        self._pipe.send({"type": "weather", "text": "rain", "later": {"than": "now"}})


class _Asked(Piped):
    """Notes the bot's answers, how many seconds the slowest answer took, and whether each link was the next one."""

    def __init__(self, name: str, words: list[str]) -> None:
        super().__init__(name, words)
        self.orders: list[Order] = []
        self.slowest = 0.0
        self.linked: list[bool] = []  # for each question that had a `shown`

    def order(self, match: Match[Any, Any], seat: int, seed: int) -> tuple[Order, str]:
        began = time.monotonic()
        found = super().order(match, seat, seed)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.orders.append(found[0])
        return found

    def _link(self, match: Match[Any, Any], seat: int, said: Message) -> str:
        link = super()._link(match, seat, said)
        self.linked.append(link != "" and after(link) == self._shown(match, seat))
        return link


def check(name: str, words: list[str], games: Sequence[str]) -> Iterator[Point]:
    """Checks the bot called `name` in these `games`, and yields the points one by one.

    `words` lists the words of the bot's command. Stops after the first point if the bot does not even say hello.
    Raises NoSuchGame.
    """
    first = games[0]
    table = _table(first, SEED)
    bot = _Asked(name, words)
    try:
        bot.begin(table.match, 0)
    except BotError as error:
        yield Point("It starts and answers hello with version 1.", False, str(error))
        return
    yield Point("It starts and answers hello with version 1.", True, f"It calls itself {_called(bot)}.")
    bot.drop("the check goes on")
    for each in games:
        yield from _whole_match(name, words, each)
    yield _tried("It ignores messages and fields that it does not know.", _Odd(name, words), _table(first, SEED))
    later = _table(first, SEED + 1)
    for _ in range(BEFORE):
        later.play_turn()
    yield _tried("It can join a match that is under way.", _Asked(name, words), later)
    yield from _chance(name, words, first)
    yield from _endings(words)


def _called(bot: Piped) -> str:
    return repr(str(bot.said.get("name", "nothing"))[:60])


def _table(game: str, seed: int | None) -> Table:
    """A table at which the random coach plays every seat."""
    found, request = find(game), requested(game, (), seed=seed)
    by = find_setting(found).watched(request, "random")
    return Table(found, Match.new(found, make_start(request, by)))


def _played(bot: Piped, table: Table, turns: int) -> None:
    """Plays at most this many `turns` (-1: the whole match), with the bot in the first seat. Raises BotError."""
    table.bots[0] = bot
    while turns and not table.match.is_over():
        table.play_turn()
        turns -= 1


def _whole_match(name: str, words: list[str], game: str) -> Iterator[Point]:
    """Checks that the bot can play a whole match, and that it gives the same answers when the match is played again."""
    title, one, two = find(game).title, _Asked(name, words), _Asked(name, words)
    says = f"It plays a whole match of {title} with legal orders, each within {Limit.seconds:g} s."
    try:
        _played(one, _table(game, SEED), -1)
        yield Point(says, True, f"{len(one.orders)} choices, the slowest took {one.slowest:.2f} s.")
        _played(two, _table(game, SEED), -1)
    except BotError as error:
        one.drop("the check goes on")
        two.drop("the check goes on")
        yield Point(says, False, str(error))
        return
    same, choice = one.orders == two.orders, _first_difference(one.orders, two.orders)
    wrong = "" if same else f"Choice {choice} differs. Draw random numbers from `random` alone."
    yield Point(f"It gives the same answers to the same questions ({title}).", same, wrong)


def _first_difference(one: list[Order], two: list[Order]) -> int:
    pairs = enumerate(zip(one, two, strict=False), 1)
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)) + 1)


def _tried(says: str, bot: Piped, table: Table) -> Point:
    """Checks one point, stated in `says`: whether the bot can play a few turns at this table."""
    try:
        _played(bot, table, BEFORE)
    except BotError as error:
        return Point(says, False, str(error))
    finally:
        bot.drop("the check goes on")
    return Point(says, True)


def _chance(name: str, words: list[str], game: str) -> Iterator[Point]:
    """If a bot adds random numbers of its own, checks that they come from the hash chain that it has started."""
    bot, table = _Asked(name, words), _table(game, None)
    try:
        _played(bot, table, 4 * BEFORE)
    except BotError as error:
        yield Point("It plays a match in which bots may add to chance.", False, str(error))
        return
    finally:
        bot.drop("the check goes on")
    if "anchor" in bot.said:
        says = "It adds to chance: an anchor, then the next link whenever it is asked for one."
        wrong = f"{bot.linked.count(False)} of {len(bot.linked)} answers lack the value that comes just before `shown`."
        if not bot.linked:
            wrong = "In this match, it was never asked for a link."
        is_right = bool(bot.linked) and all(bot.linked)
        yield Point(says, is_right, "" if is_right else wrong)


def _endings(words: list[str]) -> Iterator[Point]:
    """Checks that the bot's process ends on its own."""
    for says, message in (
        ("It ends by itself after bye, with status 0.", {"type": BYE}),
        ("It ends by itself when its input ends.", None),
    ):
        try:
            pipe = Pipe(words)
            if message:
                Timed("check").call(lambda pipe=pipe, message=message: pipe.send(message), LEAVING)  # type: ignore[misc]
            status = pipe.close()
        except (PipeError, TooSlow) as error:
            yield Point(says, False, f"It {error}.")
            continue
        if status is None:
            yield Point(says, False, f"It was still running after {LEAVING:g} s.")
        else:
            is_met = status == 0 or message is None
            yield Point(says, is_met, "" if is_met else f"Its exit status was {status}.")
