"""How many connections the server holds, for all and for each address, and when slow ones are closed."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import threading
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from breakaway.server.request_checks import Bounds
from breakaway.server.visitors import CROWD, Share, Sharing, Turnstile, crowds, network_of

# --- A connection to a browser. The server closes connections to browsers that send or read too slowly.


MOST_HEADERS = 100  # of one request; browsers send 20
BLANK = re.compile(rb"\n\r?\n")
CHUNKS = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)


def _refusal(status: str, text: str) -> bytes:
    """A whole answer that refuses a request before it is read, for a connection that then closes."""
    about = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    return f"{about}Content-Length: {len(text)}\r\n\r\n{text}".encode()


MANY_HEADERS = _refusal("431 Request Header Fields Too Large", "A request can have at most 100 headers.\n")
CHUNKED = _refusal("411 Length Required", "Send the size of the body in Content-Length, not its parts in chunks.\n")
GLANCES = 4  # how many times the clock is checked within the shortest time allowed


class WatchedConnection(H11Protocol):
    """A connection with timeouts for idle visitors. uvicorn itself has a timeout only between two requests.

    All connections of one address take turns at being read, apart from those of the trusted `proxy`.
    """

    bounds = Bounds()
    turns = Turnstile()
    proxy: str | None = None
    _glance: asyncio.TimerHandle | None = None
    _held = b""  # read already, and waits for its turn

    def connection_made(self, transport: Any) -> None:
        """Starts the clock of a new connection."""
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "")
        self._free = self._heard = self.loop.time()  # when the wait for a request began, and when something last came
        self._stuck: float | None = None  # since when the browser has read nothing
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        if self._glance:
            self._glance.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Notes that the browser has sent something, and reads it when it is the turn of its address."""
        self._heard = self.loop.time()
        is_free = self._network == self.proxy
        if is_free or (not self._held and self.turns.may_go(self._network, self._go_on)):
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        self.transport.pause_reading()
        self._held += data

    def _go_on(self) -> None:
        data, self._held = self._held, b""
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        super().data_received(data)

    def handle_events(self) -> None:
        """Reads the next request, unless reading alone would keep everybody waiting: thousands of headers or chunks."""
        if self.conn.their_state is h11.IDLE:
            head = BLANK.split(self.conn.trailing_data[0], 1)[0]
            refusal = MANY_HEADERS if head.count(b"\n") > MOST_HEADERS else CHUNKED if CHUNKS.search(head) else b""
            if refusal:
                self.transport.write(refusal)
                self.transport.close()
                return
        super().handle_events()

    def on_response_complete(self) -> None:
        """Starts waiting for the next request, which must arrive in time."""
        self._free = self.loop.time()
        super().on_response_complete()

    def _look_later(self) -> None:
        pause = min(self.bounds.header, self.bounds.idle) / GLANCES
        self._glance = self.loop.call_later(pause, self._look)

    def _look(self) -> None:
        if self._is_too_slow(self.loop.time()):
            self.transport.abort()
        else:
            self._look_later()

    def _is_too_slow(self, now: float) -> bool:
        """Whether this connection has kept the server waiting for too long."""
        self._stuck = (self._stuck or now) if self.flow.write_paused else None
        if self._stuck is not None and now - self._stuck > self.bounds.idle:
            return True
        if self.cycle is None or self.cycle.response_complete:
            return now - self._free > self.bounds.header
        if self.cycle.more_body and not self.flow.read_paused:
            return now - self._heard > self.bounds.idle or now - self._free > self.bounds.body
        return False


def connection_for(bounds: Bounds, proxy: str | None = None) -> type[WatchedConnection]:
    """The class for connections with these `bounds`, behind the `proxy` at this address, if any."""
    own = {"bounds": bounds, "turns": Turnstile(), "proxy": network_of(proxy) if proxy else None}
    return type("WatchedConnection", (WatchedConnection,), own)


# --- The door of the server: how many connections it accepts, in all and from each address.
#
# The system limits how many files this process can open, and each connection counts as a file. The door accepts fewer
# connections than that limit, so that the database and the pages never run out of files. A visitor for whom there is no
# room gets a short answer that says so. So does an address that opens connections too fast: whoever leaves without
# waiting for an answer would otherwise keep the server busy with requests that nobody reads.


LOG = logging.getLogger(__name__)
KEPT_FREE = 100  # files for the database, uploads and pages; fewer if the system allows only a few files
COMING, AGAIN = 256, 20.0  # connections that an address may open at once, and in each second after that
REMEMBERED = 10_000  # addresses
FEWEST = 16  # the fewest connections, even on such a system
USUAL = 1024  # files, if the system does not say how many it allows
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\nContent-Length: 60\r\n\r\nThe server has no room for another connection. Try later.   "
)


def most_connections(bounds: Bounds) -> int:
    """The number of connections that this process can accept: as many as `bounds` says, but fewer than the number of
    files that it may open.
    """
    return max(FEWEST, min(bounds.connections, files() - max(KEPT_FREE, files() // 8)))


def files() -> int:
    """The number of files that the system lets this process open."""
    try:
        import resource
    except ImportError:  # Windows
        return USUAL
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2**20 if soft == resource.RLIM_INFINITY else soft


class AcceptedConnection(socket.socket):
    """A connection that a door has accepted. When the connection is closed, the door has room for another."""

    door: LimitedListener | None = None
    network = ""

    def close(self) -> None:
        """Closes the connection."""
        door, self.door = self.door, None
        super().close()
        if door is not None:
            door.leave(self.network)


class LimitedListener(socket.socket):
    """A listening socket that accepts a limited number of connections.

    It refuses further connections with a short answer. `proxy`: the address of a trusted proxy that all connections
    come from. Call `watch_over` before you use the socket. `takes_turns`: whether to do other work between two
    connections. If other processes accept connections on the same socket, the next visitor goes to any that is free.
    `clock` returns seconds.
    """

    takes_turns = False
    clock = staticmethod(time.monotonic)
    _has_taken = False
    _shared: Share | None = None

    def watch_over(self, bounds: Bounds, proxy: str | None = None) -> None:
        """Sets how many connections the door accepts (`bounds`). The address of a `proxy` may have any number."""
        self.most = most_connections(bounds)
        self.share_of_each = min(bounds.for_each, max(FEWEST // 2, self.most // 2))
        self.proxy = network_of(proxy) if proxy else None
        self.open: Counter[str] = Counter()
        self._came: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how many came lately, as of which moment
        self.refused = 0
        self._guard = threading.Lock()
        self._spare = os.open(os.devnull, os.O_RDONLY)  # closed for a moment to refuse a connection if no file is left

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection, if there is room for it. Raises BlockingIOError if nobody is waiting, or if a connection
        was refused.
        """
        if self.takes_turns and self._has_taken:  # otherwise the event loop would take all who are waiting
            self._has_taken = False
            raise BlockingIOError
        guest = self._accepted()
        self._has_taken = True
        return guest

    def _accepted(self) -> tuple[socket.socket, Any]:
        try:
            line, address = super().accept()
        except OSError as error:
            if isinstance(error, (BlockingIOError, InterruptedError, ConnectionAbortedError)):
                raise
            LOG.error("no connection can be taken: %s", error.strerror)
            self._turn_away()
            raise BlockingIOError from None
        network = network_of(address[0] if address else "")
        if not self._has_room(network):
            LOG.warning("too many connections: one was refused")
            _refuse(line)
            raise BlockingIOError
        # asyncio sends the end of an answer at once only if the socket says that it is TCP
        guest = AcceptedConnection(self.family, self.type, socket.IPPROTO_TCP, line.detach())
        guest.door, guest.network = self, network
        return guest, address

    def share(self, sharing: Sharing) -> None:
        """Counts the connections from each address in this process and, through `sharing`, in all others together."""
        self._shared = sharing.share("line", self._crowds)

    def _crowds(self) -> dict[str, tuple[int, float]]:
        """The counts to report to other processes."""
        with self._guard:
            return crowds({each: n for each, n in self.open.items() if each != self.proxy})

    def leave(self, network: str) -> None:
        """Notes that a connection from this `network` has been closed."""
        with self._guard:
            self.open[network] -= 1
            if self.open[network] <= 0:
                del self.open[network]

    def close(self) -> None:
        """Stops listening."""
        if self.fileno() >= 0 and hasattr(self, "_spare"):
            os.close(self._spare)
            del self._spare
        super().close()

    def _has_room(self, network: str) -> bool:
        with self._guard:
            is_full = self.open.total() >= self.most
            is_greedy = network != self.proxy and (self._is_hasty(network) or self._room_for(network) <= 0)
            if is_full or is_greedy:
                self.refused += 1
                return False
            self.open[network] += 1
            return True

    def _is_hasty(self, network: str) -> bool:
        """Whether this address opens connections too fast. Otherwise, counts one more."""
        now = self.clock()
        came, at = self._came.pop(network, (0.0, now))
        came = max(0.0, came - (now - at) * AGAIN)
        is_hasty = came > COMING - 1
        self._came[network] = came if is_hasty else came + 1, now
        if len(self._came) > REMEMBERED:
            self._came.popitem(last=False)
        return is_hasty

    def _room_for(self, network: str) -> int:
        """How many more connections this address may open."""
        open_ = self.open[network]
        if self._shared is None or open_ < CROWD:
            return self.share_of_each - open_
        self._shared.touch()
        return self._shared.left(network, self.share_of_each, open_)

    def _turn_away(self) -> None:
        """Refuses one connection even if this process can open no more files."""
        os.close(self._spare)
        try:
            _refuse(super().accept()[0])
        except OSError:
            pass
        finally:
            self._spare = os.open(os.devnull, os.O_RDONLY)


def _refuse(line: socket.socket) -> None:
    """Says that there is no room, and hangs up."""
    try:
        line.setblocking(False)
        with suppress(BlockingIOError):
            line.recv(65536)  # reads the rest first: with unread data, the system would discard the answer
        line.send(FULL)
        line.shutdown(socket.SHUT_WR)
    except OSError:
        pass
    finally:
        line.close()
