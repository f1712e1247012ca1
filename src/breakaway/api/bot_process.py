"""Bots in any language: the process, its messages, and a check of both."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from threading import Thread
from typing import Any

from breakaway.api import bot_guard
from breakaway.api.bots import Limit, Timed, TooSlow, failed, judged, state_in
from breakaway.api.named_bots import COMMAND
from breakaway.api.observation import Legal, Observation
from breakaway.api.state import State
from breakaway.core.chance import after, is_value
from breakaway.core.game import Order
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.core.state import json_of, to_json
from breakaway.core.version import version
from breakaway.games.manifest import find
from breakaway.players.coaches import BotError
from breakaway.players.seated_match import Table
from breakaway.players.settings import find_setting, make_start, requested
from breakaway.records.match import Match

# --- Runs a bot's process: starts a command, and exchanges lines of JSON with it (docs/protocol.md).


LONGEST_LINE = 1 << 20  # the most bytes in a line that a bot writes
LEAVING = 2.0  # seconds that a bot has to end after `bye`
CLOSING = 1.0  # seconds to wait until the pipes of a killed bot are closed
SHOWN = 200  # the most characters of a wrong line that an error shows


class PipeError(Exception):
    """A bot's process did not start, has ended, or has broken the protocol.

    The error's text says what happened.
    """


class Pipe:
    """A running command.

    Every message is one line of JSON, an object with a `type`. What the command writes to standard error is kept for
    error messages.
    """

    def __init__(self, command: list[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, it lives as long as the process
        try:
            self._process = subprocess.Popen(
                guarded(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is meant for this program only
            )
        except OSError as error:
            raise PipeError(f"cannot be started: {error.strerror or error}") from None
        self.kill = weakref.finalize(self, _kill, self._process)

    def send(self, message: dict[str, Any]) -> None:
        """Writes a message. Raises PipeError if the process has ended."""
        self.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def write(self, line: str) -> None:
        """Writes a line unchanged. Raises PipeError if the process has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PipeError(self._ended()) from None

    def receive(self) -> dict[str, Any]:
        """Waits for the next message from the process. Raises PipeError if no message comes."""
        assert self._process.stdout is not None
        try:
            line = self._process.stdout.readline(LONGEST_LINE)
        except ValueError:  # closed, because the process was killed
            line = b""
        if not line:
            raise PipeError(self._ended())
        if not line.endswith(b"\n"):
            raise PipeError(f"wrote a line that does not end in a newline or is longer than {LONGEST_LINE} bytes")
        shown = line.decode("utf-8", "replace").strip()
        shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
        try:
            message = json_of(line)
        except ValueError:
            raise PipeError(f"wrote a line that is not JSON: {shown}") from None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise PipeError(f'wrote a line that is not an object with a "type": {shown}')
        return message

    def close(self, seconds: float = LEAVING) -> int | None:
        """Closes the input of the process, and waits until the process ends.

        Returns the exit status, or None if the process did not end within this many `seconds` and was killed.
        """
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.kill()

    def _ended(self) -> str:
        """The rest of a sentence: how the process ended, and the last line of its error output."""
        try:
            status = f"with exit status {self._process.wait(LEAVING)}"
        except subprocess.TimeoutExpired:
            status = "its output but goes on"
        self._errors.seek(0)
        said = self._errors.read()[-10_000:].decode("utf-8", "replace").strip().splitlines()
        return f"ended {status}{f'; the last line of its error output: {said[-1][:SHOWN]}' if said else ''}"


def words_of(name: str) -> list[str]:
    """The words of COMMAND in a bot's name of the form `cmd:COMMAND`. Raises UserError if there is no such program."""
    text = name.removeprefix(COMMAND).strip()
    try:
        words = shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise UserError(f"{name}: the command cannot be read: {error}") from None
    if not words:
        raise UserError(f"{name}: type a command after {COMMAND}, as in {COMMAND}node bot.js")
    if shutil.which(words[0]) is None:
        raise UserError(f"{name}: there is no program {words[0]}")
    return words


def guarded(command: list[str]) -> list[str]:
    """The command as it is run: on Linux under `bot_guard`, which finds processes that have left the bot's session."""
    if sys.platform != "linux" or not sys.executable:
        return command
    return [sys.executable, "-I", "-S", bot_guard.__file__, *command]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and the processes that it has started.

    On Linux, these are all of them. On other systems, processes that have left the session go on, and on Windows all
    others but the process itself.
    """
    if sys.platform == "win32":
        process.kill()
    elif guarded([]):
        process.terminate()
        process.send_signal(signal.SIGCONT)  # the bot may have halted its guard
        try:
            process.wait(bot_guard.PATIENCE + LEAVING)
        except subprocess.TimeoutExpired:
            process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    # closing waits for a thread that reads or writes, which goes on while a process that was not found has the pipe
    closing = Thread(target=_close, args=(process,), name="closing", daemon=True)
    with suppress(RuntimeError):  # at the end of the program, no thread can start
        closing.start()
        closing.join(CLOSING)
    process.wait()


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


# --- The messages of the bots' protocol (docs/protocol.md). A message contains only what the bot's seat may see.


PROTOCOL = 1
MOST_ORDERS = 200  # the most orders that a message lists; if there are more, the bot asks for codes
HELLO, OBSERVE, CHOOSE, LEGAL, BYE, ERROR = "hello", "observe", "choose", "legal", "bye", "error"
Message = dict[str, Any]


def hello(match: Match[Any, Any], seat: int, seats: tuple[str, ...], seconds: float) -> Message:
    """The first message to a seat's bot. `seconds` is the bot's time for each answer (0: no limit)."""
    header = match.record.header
    return {
        "type": HELLO,
        "protocol": PROTOCOL,
        "program": f"breakaway {version()}",
        "game": match.game.name,
        "edition": match.game.edition,
        "options": header["options"],
        "config": to_json(match.config),
        "seat": seat,
        "seats": list(seats),
        "seconds": seconds,
        "share": shares(match),
    }


def shares(match: Match[Any, Any]) -> bool:
    """Whether bots may add random numbers of their own to a match. Bots may not do so if the match's dice come from a
    seed or from people.
    """
    header = match.record.header
    return header["chance"] == "sampled" and not header.get("seeded")


def observe(observation: Observation, turn: int, is_over: bool) -> Message:
    """The message that says what a seat sees after `turn` turns."""
    result = observation.result
    return {
        "type": OBSERVE,
        "turn": turn,
        "to_move": list(observation.to_move),
        "over": is_over,
        "data": observation.data,
        "events": [{"rule": each.rule, "text": each.text, "numbers": each.numbers} for each in observation.events],
        "result": {
            "rule": result.rule,
            "text": result.text,
            "score": list(result.score),
            "rank": list(result.rank),
            "winners": list(result.winners),
            "resigned": list(result.resigned),
        },
    }


def choose(number: int, observation: Observation, seed: int, seconds: float, shown: str | None) -> Message:
    """The message that asks a bot for an order.

    `number` identifies the question, and the bot's random choices come from `seed`. `shown` is the value that the seat
    last showed from its hash chain, or None if this turn uses no value from the chain.
    """
    listed = listed_orders(observation)
    asked: Message = {
        "type": CHOOSE,
        "id": number,
        "slots": observation.legal.slots,
        "codes": observation.legal.codes(),
        "orders": listed,
        "random": str(seed),
        "seconds": seconds,
    }
    return asked | ({} if shown is None else {"shown": shown})


def listed_orders(observation: Observation) -> list[Message] | None:
    """Every legal order with its text, or None if there are too many."""
    found = list(islice(observation.legal, MOST_ORDERS + 1))
    if len(found) > MOST_ORDERS:
        return None
    return [{"order": order, "text": observation.write(order)} for order in found]


def legal(allowed: Legal, asked: Message) -> Message:
    """The answer to a bot that has asked which codes may come next in its order.

    Raises ValueError if the question makes no sense.
    """
    begun = asked.get("begun")
    if not isinstance(begun, list) or not all(type(code) is int for code in begun):
        raise ValueError('"begun" must be a list of codes')
    for at, code in enumerate(begun):
        if code not in allowed.codes(begun[:at]):
            raise ValueError(f'"begun" has an illegal code, {code}, at position {at}')
    return {"type": LEGAL, "begun": begun, "codes": allowed.codes(begun)}


# --- A bot in any language, in one seat of one match: a command that speaks the bots' protocol (docs/protocol.md).


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
        pipe.send(hello(match, seat, state._setup.seats, Limit.seconds))
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
            pipe.send(observe(state.observe(seat), turn, match.is_over() and turn == now))
        self._seen = now

    def _ask(self, match: Match[Any, Any], seat: int, state: State, seed: int) -> tuple[Order, str]:
        """Asks for an order, and answers the bot's own questions. Raises PipeError or BotError."""
        pipe, observation = self._pipe, state.observe(seat)
        assert pipe is not None
        self._tell(pipe, match, seat)
        self._asked += 1
        shown = self._shown(match, seat)
        pipe.send(choose(self._asked, observation, seed, Limit.seconds, shown))
        while True:
            said = pipe.receive()
            if said["type"] == LEGAL:
                try:
                    pipe.send(legal(observation.legal, said))
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
        if "anchor" not in self.said or not shares(match):
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


# --- Checks, point by point, whether a bot's command speaks the bots' protocol (docs/protocol.md).


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
