"""A bot in any language, in one seat of one match: a command that speaks the bots' protocol (docs/protocol.md)."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from breakaway.api import messages
from breakaway.api.bots import failed, judged
from breakaway.api.messages import BYE, CHOOSE, ERROR, HELLO, LEGAL, PROTOCOL, Message
from breakaway.api.pipe import LEAVING, SHOWN, Pipe, PipeError
from breakaway.api.seated import Limit, Timed, TooSlow, state_in
from breakaway.api.state import State
from breakaway.coaches import BotError
from breakaway.core.game import Order
from breakaway.core.links import is_value
from breakaway.core.match import Match, NotNow


class Piped:
    """A bot that runs as a process, started when its seat is first asked. It plays one seat of one match.

    Every failure ends the process; the next question starts a new one and tells it about the match so far.
    """

    def __init__(self, name: str, words: list[str]) -> None:
        """`name` is the name that the user typed, and `words` lists the words of the bot's command."""
        self.name, self.words, self._timed = name, words, Timed(name)
        self._pipe: Pipe | None = None
        self._seen = self._asked = 0  # how many turns it was told about, and how many questions it was asked
        self._chained = False
        self.said: Message = {}  # its answer to `hello`

    def order(self, match: Match[Any, Any], seat: int, seed: int) -> tuple[Order, str]:
        """The bot's order, checked, and the link that the bot shows, if any.

        `seed` drives the bot's random numbers. At the first question, a bot may start a hash chain for its seat. Raises
        BotError.
        """
        state = state_in(match)
        try:
            self.begin(match, seat)
            return self._timed.call(partial(self._ask, match, seat, state, seed), Limit.seconds)
        except (TooSlow, PipeError) as error:
            self.drop(str(error))
            raise failed(self.name, state, seat, str(error)) from None
        except BotError as error:
            self.drop(str(error))
            raise

    def begin(self, match: Match[Any, Any], seat: int) -> None:
        """Starts the process for a seat, unless it is already running. Raises BotError."""
        if self._pipe is not None:
            return
        state = state_in(match)
        try:
            self._timed.call(partial(self._greet, match, seat, state), Limit.seconds)
        except (TooSlow, PipeError) as error:
            self.drop(str(error))
            raise failed(self.name, state, seat, str(error)) from None
        self._chained = self._anchored(match, seat)

    def end(self, match: Match[Any, Any]) -> None:
        """Shows the bot the end of the match and says goodbye. Does nothing if the bot is not running."""
        pipe, self._pipe = self._pipe, None
        if pipe is None:
            return
        try:
            self._timed.call(partial(self._part, pipe, match), LEAVING)
            pipe.close()
        except (TooSlow, PipeError):
            pipe.kill()

    def drop(self, why: str) -> None:
        """Ends the process after telling it `why`. The next question starts a new process."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            with suppress(TooSlow, PipeError):
                Timed(self.name).call(lambda: pipe.send({"type": ERROR, "text": why}), 0.2)
            pipe.kill()

    # --- runs in the bot's own thread

    def _greet(self, match: Match[Any, Any], seat: int, state: State) -> None:
        """Starts the process and exchanges the `hello` messages with it. Raises PipeError."""
        self._pipe = pipe = Pipe(self.words)
        self._seen, self._seat = -1, seat
        pipe.send(messages.hello(match, seat, state._setup.seats, Limit.seconds))
        said = pipe.receive()
        if said["type"] != HELLO:
            raise PipeError(f"answered {HELLO!r} with {said['type'][:SHOWN]!r}, not with {HELLO!r}")
        if said.get("protocol") != PROTOCOL:
            raise PipeError(
                f"uses version {str(said.get('protocol'))[:SHOWN]} of the protocol; this program uses {PROTOCOL}"
            )
        if "anchor" in said and not is_value(str(said["anchor"])):
            raise PipeError("gave an anchor that is not 64 hexadecimal digits")
        self.said = said

    def _part(self, pipe: Pipe, match: Match[Any, Any]) -> None:
        """Shows the bot how the match ended, and sends `bye`. Raises PipeError."""
        self._tell(pipe, match, self._seat)
        pipe.send({"type": BYE})

    def _tell(self, pipe: Pipe, match: Match[Any, Any], seat: int) -> None:
        """Tells the bot about each turn that it has not seen, and always about the current one. Raises PipeError."""
        now = len(match.log)
        if self.said.get("observe") is False:  # this bot wants nothing but questions
            return
        first = now - len(match.history)  # an older edition of the rules played the earlier turns
        for turn in range(max(min(self._seen + 1, now), first), now + 1):
            state = state_in(match, turn)
            pipe.send(messages.observe(state.observe(seat), turn, match.is_over() and turn == now))
        self._seen = now

    def _ask(self, match: Match[Any, Any], seat: int, state: State, seed: int) -> tuple[Order, str]:
        """Asks for an order, and answers the bot's own questions. Raises PipeError or BotError."""
        pipe, observation = self._pipe, state.observe(seat)
        assert pipe is not None
        self._tell(pipe, match, seat)
        self._asked += 1
        shown = self._shown(match, seat)
        pipe.send(messages.choose(self._asked, observation, seed, Limit.seconds, shown))
        while True:
            said = pipe.receive()
            if said["type"] == LEGAL:
                try:
                    pipe.send(messages.legal(observation.legal, said))
                except ValueError as error:
                    raise PipeError(f"asked for legal codes, but {error}") from None
            elif said["type"] == ERROR:
                raise PipeError(f"gave up: {str(said.get('text'))[:SHOWN]}")
            elif said["type"] != CHOOSE:
                raise PipeError(f"answered {CHOOSE!r} with {said['type'][:SHOWN]!r}, not with {CHOOSE!r}")
            elif said.get("id") == self._asked:
                order = judged(self.name, state, observation, said.get("order"))
                return order, self._link(match, seat, said) if shown else ""
            else:
                answered = str(said.get("id"))[:SHOWN]
                raise PipeError(f"answered question {answered}, but was asked question {self._asked}")

    # --- the bot's own part of chance

    def _anchored(self, match: Match[Any, Any], seat: int) -> bool:
        """Starts the hash chain that the bot has offered. Returns whether the chain is used."""
        if "anchor" not in self.said or not messages.shares(match):
            return False
        try:
            match.anchor(seat, str(self.said["anchor"]))
        except NotNow:
            return False  # the bot was started twice in one turn: its first chain stays
        return True

    def _shown(self, match: Match[Any, Any], seat: int) -> str | None:
        """The value that the bot last showed from its hash chain, or None if this turn uses no value from the chain."""
        head = match.fold.chains.get(seat) if self._chained else None
        counts = head is not None and (head.since == 0 or match.fold.turns > head.since)
        return head.value if head is not None and counts else None

    def _link(self, match: Match[Any, Any], seat: int, said: Message) -> str:
        """The next value of the bot's hash chain, from its answer ('' for none). Raises PipeError unless it continues
        the chain.
        """
        link = said.get("link")
        if link is None:
            return ""
        if not isinstance(link, str) or not match.fold.may_link(seat, link):
            raise PipeError("showed a link that does not continue its hash chain")
        return link
