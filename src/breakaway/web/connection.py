"""A connection to a browser. The server closes connections to browsers that send or read too slowly."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from breakaway.web.bounds import Bounds

GLANCES = 4  # how many times the clock is checked within the shortest time allowed


class WatchedConnection(H11Protocol):
    """A connection with timeouts for idle visitors. uvicorn itself has a timeout only between two requests."""

    bounds = Bounds()
    _glance: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Starts the clock of a new connection."""
        super().connection_made(transport)
        self._free = self._heard = self.loop.time()  # when the wait for a request began, and when something last came
        self._stuck: float | None = None  # since when the browser has read nothing
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        if self._glance:
            self._glance.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Notes that the browser has sent something."""
        self._heard = self.loop.time()
        super().data_received(data)

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


def connection_for(bounds: Bounds) -> type[WatchedConnection]:
    """The class for connections with these `bounds`."""
    return type("WatchedConnection", (WatchedConnection,), {"bounds": bounds})
