"""A user's own bot in one seat of one match.

The bot's answers have a time limit, and errors name the bot that caused them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from breakaway.api import bots
from breakaway.api.bots import Bot, ask, failed
from breakaway.api.setup import Setup
from breakaway.api.state import State
from breakaway.core.game import Order
from breakaway.core.match import Match, Start

T = TypeVar("T")
MOST_HANGING = 3  # the most abandoned threads of one bot


class Limit:
    """The time that each answer of the user's own bots may take, in seconds (0: no limit)."""

    seconds: float = 30.0


class TooSlow(Exception):
    """A bot has not answered in time, or is still busy with an earlier question.

    The error's message says which of the two happened.
    """


class Timed:
    """Calls one bot, in a new thread each time, so that a hanging bot holds up nobody else.

    Python cannot stop a thread, so the bot is not asked again while an old call is still running. If too many calls to
    bots with this `name` are still running, none of these bots is asked.
    """

    _hanging: ClassVar[dict[str, list[threading.Thread]]] = {}  # by name, over all matches

    def __init__(self, name: str) -> None:
        self.name = name
        self._busy: threading.Thread | None = None

    def call(self, work: Callable[[], T], seconds: float) -> T:
        """Calls `work` and returns its result. Waits at most this many `seconds` (0: no limit).

        Raises whatever `work` raises, or TooSlow.
        """
        hanging = [each for each in self._hanging.pop(self.name, ()) if each.is_alive()]
        if hanging:
            self._hanging[self.name] = hanging
        if len(hanging) >= MOST_HANGING or (self._busy is not None and self._busy.is_alive()):
            raise TooSlow("is still busy with an earlier question")
        done: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # SystemExit too: a bot must not end the program
                failed.append(error)

        thread = threading.Thread(target=run, name="bot", daemon=True)
        thread.start()
        thread.join(seconds or None)
        if thread.is_alive():
            self._busy = thread
            self._hanging.setdefault(self.name, []).append(thread)
            raise TooSlow(f"did not answer within {seconds:g} s (--bot-time)")
        if failed:
            raise failed[0]
        return done[0]


class Seated:
    """A Python bot, made for one seat of one match. `name` is the name that the user typed."""

    def __init__(self, name: str, made: Any) -> None:
        self.name, self._timed = name, Timed(name)
        self.bot: Bot = bots.made(made, name)

    def order(self, match: Match[Any, Any], seat: int, seed: int) -> tuple[Order, str]:
        """The bot's checked order for its seat. `seed` drives the bot's random numbers. Raises BotError."""
        state = state_in(match)
        try:
            return self._timed.call(lambda: ask(self.bot, self.name, state, seat, seed), Limit.seconds), ""
        except TooSlow as error:
            raise failed(self.name, state, seat, str(error)) from None

    def end(self, match: Match[Any, Any]) -> None:
        """Does nothing: a Python bot has nothing to close."""


def state_in(match: Match[Any, Any], turn: int | None = None) -> State:
    """The state of a match after `turn` turns (None: the current state), without its source of chance.

    Raises IndexError for a turn that was played under an older edition of the rules.
    """
    header, now = match.record.header, len(match.log)
    turn = now if turn is None else turn
    start = Start(config=match.config, options=header["options"], names=match.names, seats=header["seats"])
    told = tuple(match.log[turn - 1][1]) if turn else ()
    s = match.state if turn == now else match.history[turn - (now - len(match.history))][0]
    gone = tuple(match.gone) if turn == now else ()
    return State(Setup(match.game, start), s, None, told=told, turn=turn, gone=gone)
