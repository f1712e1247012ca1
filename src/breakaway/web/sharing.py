"""What the processes of one club tell each other about visitors, so that limits hold for all processes together.

Each process counts in memory, as it would alone. About once a second, each process writes its changed counts into the
database and reads the counts of the others (`club/notifications.py`). So no request waits for the database, and
most requests write nothing. Until the next round, each process lets an address use only an equal share of what is left
of the limit. Addresses are stored as keyed hashes.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from math import ceil
from secrets import token_hex

from starlette.concurrency import run_in_threadpool

from breakaway.club.database import Database, Unreachable
from breakaway.club.notifications import ALIVE, STANDING_KINDS, Key, SharedCount, forget, sweep, tell, told_by_others
from breakaway.core.language import Trouble
from breakaway.web.supervised import Supervisor

LOG = logging.getLogger(__name__)
ROUND, SOON = 1.0, 0.2  # seconds between two rounds: usually, and after a count has changed
STANDING = 15.0  # seconds for which others believe that a visitor is there, unless they are told again
PULSE = 5.0  # seconds after which they are told again
CROWD, STEP = 16, 8  # how many pages or connections an address has before others are told, and in what steps
Source = Callable[[], Mapping[str, tuple[int, float]]]  # each name's count, and the seconds until it ends


def crowds(open_: Mapping[str, int]) -> dict[str, tuple[int, float]]:
    """The addresses with many open pages or connections, each with its count, rounded so that it seldom changes."""
    return {each: (-(-n // STEP) * STEP, STANDING) for each, n in open_.items() if n >= CROWD}


class Share:
    """Everything of one kind that this process counts, together with the counts of the other processes."""

    def __init__(self, sharing: Sharing, kind: str, source: Source, is_secret: bool) -> None:
        self.kind, self.source = kind, source
        self._sharing, self._is_secret = sharing, is_secret
        self._told: dict[str, int] = {}  # what the others were told in the last round
        self._others: dict[str, tuple[int, float]] = {}  # their sum, and when the first of them ends

    def left(self, name: str, most: int, mine: int) -> int:
        """How much more this process may let `name` use before the next round, if `most` is the limit for all
        processes.

        `mine` is what `name` has used in this process.
        """
        hidden = self.hidden(name)
        told = self._told.get(hidden, 0)
        rest = most - told - self._others.get(hidden, (0, 0.0))[0]
        return told + self._sharing.part_of(rest) - mine

    def touch(self) -> None:
        """Asks for a round soon, because a count has changed."""
        self._sharing.soon.set()

    def others(self, name: str) -> int:
        """What the other processes have counted for this `name`."""
        return self._others.get(self.hidden(name), (0, 0.0))[0]

    def wait(self, name: str) -> int:
        """The seconds (at least 1) until the first of the other processes' counts expires."""
        return max(1, ceil(self._others.get(self.hidden(name), (0, 0.0))[1] - time.monotonic()))

    def hidden(self, name: str) -> str:
        """The `name` as the database stores it."""
        return self._sharing.hidden(self.kind, name) if self._is_secret else name

    def counted(self) -> dict[str, tuple[int, float]]:
        """The current counts of this process."""
        return {self.hidden(name): count for name, count in self.source().items() if count[0]}

    def heard(self, told: dict[str, int], others: Sequence[SharedCount]) -> None:
        """Notes what the other processes were told, and what they count."""
        self._told, now = told, time.monotonic()
        found: dict[str, tuple[int, float]] = {}
        for each in others:
            n, ends = found.get(each.name, (0, now + each.ends))
            found[each.name] = n + each.n, min(ends, now + each.ends)
        self._others = found


@lru_cache(maxsize=1 << 15)
def _hidden(key: bytes, name: str) -> str:
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()[:32]


class Sharing:
    """The counts that this process shares with others on its `database`. The `supervisor` keeps the rounds going.

    All methods except `exchange` must be called in the server's event loop.
    """

    def __init__(self, database: Database, supervisor: Supervisor) -> None:
        self.database, self.supervisor = database, supervisor
        self.process = token_hex(8)  # `name_after` sets one that stays the same after a restart
        self.soon = asyncio.Event()
        self.heard: list[Callable[[Sequence[SharedCount]], None]] = []  # called after each round
        self._shares: list[Share] = []
        self._told: dict[Key, int] = {}
        self._beat = 0.0  # when the others were last told everything
        self._peers: list[str] = [self.process]

    def name_after(self, place: str) -> None:
        """Names this process after its `place`, so that after a crash it finds and removes what it wrote under this
        name before.

        Call this method before `running`.
        """
        self.process = hashlib.sha256(place.encode()).hexdigest()[:16]
        self._peers = [self.process]

    def share(self, kind: str, source: Source, is_secret: bool = True) -> Share:
        """Shares the counts of this `kind` with the other processes. `source` returns what this process counts.
        `is_secret`: whether the database stores only hashes of the names.
        """
        self._shares.append(Share(self, kind, source, is_secret))
        return self._shares[-1]

    def part_of(self, rest: int) -> int:
        """This process's share of the `rest`, rounded up, so that each process may use some of it."""
        return -(-max(0, rest) // len(self._peers))

    def hidden(self, kind: str, name: str) -> str:
        """A name that only servers with the same keys can derive from an address."""
        return _hidden(self.database.keys.reply, f"{kind} {name}")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Exchanges counts once before a block begins, and then while it runs."""
        with suppress(Unreachable):
            await run_in_threadpool(forget, self.database, self.process)  # it may have been killed a moment ago
            await self._round()
        async with self.supervisor.running("sharing", self._rounds):
            yield
        with suppress(Trouble):
            await run_in_threadpool(forget, self.database, self.process)

    async def _rounds(self, well: Callable[[], None]) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.soon.wait(), ROUND)
            self.soon.clear()
            await self._round()
            well()
            await self.supervisor.sleep(SOON)

    async def _round(self) -> None:
        found = {(share.kind, name): count for share in self._shares for name, count in share.counted().items()}
        found[ALIVE, ""] = 1, STANDING
        now = time.monotonic()
        beats = now - self._beat > PULSE or not self._beat
        changed = {
            key: count
            for key, count in found.items()
            if self._told.get(key) != count[0] or (beats and key[0] in STANDING_KINDS)
        }
        changed |= {key: (0, 0.0) for key in self._told if key not in found}
        others = await run_in_threadpool(self.exchange, changed, beats)
        self._told = {key: n for key, (n, _ends) in found.items()}
        self._beat = now if beats else self._beat
        self._hear(others)

    def exchange(self, changed: Mapping[Key, tuple[int, float]], sweeps: bool = False) -> list[SharedCount]:
        """Tells the other processes what has changed, and returns what they count.

        `sweeps`: whether to remove expired counts, too. Raises Unreachable.
        """
        if changed:
            tell(self.database, self.process, changed)
        if sweeps:
            sweep(self.database)
        return told_by_others(self.database, self.process)

    def _hear(self, others: Sequence[SharedCount]) -> None:
        self._peers = sorted({self.process, *(each.process for each in others if each.kind == ALIVE)})
        kinds: dict[str, list[SharedCount]] = defaultdict(list)
        for each in others:
            kinds[each.kind].append(each)
        for share in self._shares:
            told = {name: n for (kind, name), n in self._told.items() if kind == share.kind}
            share.heard(told, kinds[share.kind])
        for tell_it in self.heard:
            tell_it(others)
