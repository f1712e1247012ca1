"""How the server is doing: `/healthz` for the program that restarts it, and `/metrics` for the one that monitors it
(Prometheus).
"""

from __future__ import annotations

import asyncio
import hmac
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.core.language import _
from breakaway.server.background import OK, Supervisor
from breakaway.server.budgets import PageRoute
from breakaway.server.request_checks import pattern_of
from breakaway.web.pages import NoSuchPage
from breakaway.web.request import TheClub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
TOKEN = "BREAKAWAY_METRICS"  # the environment variable with the secret word for programs that read the metrics
PATIENCE = 2.0  # seconds within which the database must answer
FRESH = 1.0  # seconds before the database is asked again
WRITTEN = 10.0  # seconds before another write is tried, if the last one worked
MEASURED = 30.0  # seconds before the disk is measured again
SILENT, READ_ONLY = "silent", "read-only"
LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
METHODS = ("GET", "HEAD", "POST")
PREFIX = "breakaway"
UP = "Whether a background task is running as it should"
REFUSALS = ("address", "work", "queue", "storage")  # see `Metrics.refuse`
MOST: dict[str, str] = {  # what all workers see alike
    "database_bytes": "Bytes that the database takes",
    "disk_free_bytes": "Free bytes on the disk of the database",
}
SUMS: dict[str, tuple[list[str], str]] = {
    "task_restarts_total": (["task"], "Restarts of a background task"),
    "work": (["kind"], "Checks, replays and uploads that wait or run"),
    "streams": ([], "Pages that keep themselves up to date"),
    "budget_refusals_total": ([], "Requests refused because their visitors had used up their budgets"),
    "connections": ([], "Open connections"),
    "connections_most": ([], "Connections that can be open"),
    "connections_refused_total": ([], "Refused connections"),
}


class DatabaseCheck:
    """Whether the database answers and accepts writes.

    Asks the database at most once a second, however many visitors ask. Tries a write at most once in ten seconds, or
    once a second after a failure.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._asked: asyncio.Task[str] | None = None
        self._at = -FRESH
        self._written = -WRITTEN

    async def state(self) -> str:
        """`ok`, `silent` if the database does not answer in time, or `read-only` if it accepts no writes, for example
        because the disk is full.
        """
        if self._asked is None or (self._asked.done() and time.monotonic() - self._at > FRESH):
            self._asked, self._at = asyncio.create_task(self._ask()), time.monotonic()
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), PATIENCE)
        except TimeoutError:
            return SILENT

    async def _ask(self) -> str:
        try:
            await run_in_threadpool(self.club.database.ping)
        except Unreachable:
            return SILENT
        if time.monotonic() - self._written <= WRITTEN:
            return OK
        try:
            await run_in_threadpool(self.club.database.try_writing)
        except Unreachable:
            return READ_ONLY
        self._written = time.monotonic()
        return OK


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """The state of the database and of each background task, in one word each. The status is 503 unless all is well.

    Of several workers, the one that gets the request answers only for itself, and gives its number.
    """
    supervisor: Supervisor = request.app.state.supervisor
    found = {task.name: supervisor.state_of(task) for task in supervisor.tasks.values()}
    found["database"] = await request.app.state.pulse.state()
    is_well = all(each == OK for each in found.values())
    part = request.app.state.part
    which = {"worker": f"{part.number} of {part.of}"} if part else {}
    return JSONResponse({"status": OK if is_well else "failing", **which, **found}, 200 if is_well else 503)


@router.get("/metrics")
def metrics(request: Request, club: TheClub, who: Who) -> Response:
    """Numbers for Prometheus.

    Only the owner, programs with the secret word, and users of a local server may see these numbers. Even the numbers
    can give something away: when only a few people play, one more request shows that somebody has just chosen.
    """
    if not (who.is_owner or _has_token(request) or _is_at_home(request)):
        raise NoSuchPage(403, _("Only the owner of the server can see its metrics."))
    return Response(request.app.state.numbers.text(), media_type=CONTENT_TYPE_LATEST)


def _has_token(request: Request) -> bool:
    wanted, sent = os.environ.get(TOKEN, ""), request.headers.get("authorization", "")
    return len(wanted) >= 16 and hmac.compare_digest(sent.encode(), f"Bearer {wanted}".encode())


def _is_at_home(request: Request) -> bool:
    """Whether the server serves only this machine, and the request comes from this machine."""
    if any(name in request.headers for name in FORWARDED) or not request.app.state.is_local:
        return False
    return request.client is not None and request.client.host in LOOPBACK


class Metrics:
    """The metrics of one server. Requests are counted as they are answered; everything else is read on demand.

    Several workers add up their numbers in files: requests immediately, everything else once a second. A task counts as
    up only if it is up in every worker.
    """

    def __init__(self, app: Starlette) -> None:
        self.app, self.registry = app, CollectorRegistry()
        labels = ["method", "page", "status"]
        self.requests = Counter("requests", "Requests", labels, namespace=PREFIX, registry=self.registry)
        self.seconds = Histogram(
            "request_seconds", "Time until the answer began", ["method"], namespace=PREFIX, registry=self.registry
        )
        self._refusals = Counter("refusals", "Refused requests", ["budget"], namespace=PREFIX, registry=self.registry)
        for each in REFUSALS:
            self._refusals.labels(each)
        self._disk: dict[str, int] = {}
        self._measured = -MEASURED
        if app.state.part:
            self._sums = {name: self._sum(name) for name in SUMS} | {
                name: Gauge(name, text, namespace=PREFIX, registry=self.registry, multiprocess_mode="livemax")
                for name, text in MOST.items()
            }
            self._up = Gauge(
                "task_up", UP, ["task"], namespace=PREFIX, registry=self.registry, multiprocess_mode="livemin"
            )
        else:
            self.registry.register(self)

    def _sum(self, name: str) -> Gauge:
        """A metric that adds up the numbers of all workers."""
        labels, text = SUMS[name]
        return Gauge(name, text, labels, namespace=PREFIX, registry=self.registry, multiprocess_mode="livesum")

    def refuse(self, budget: str) -> None:
        """Counts a request that was refused because a `budget` was used up: the visitor's limits (`address`), its work
        for visitors (`work`), the room in the queue for such work (`queue`) or on the disk (`storage`).
        """
        self._refusals.labels(budget).inc()

    def disk(self) -> dict[str, int]:
        """The bytes that the database takes and those that are free, by the names in MOST, as last measured."""
        if time.monotonic() - self._measured > MEASURED:
            self._measured, database = time.monotonic(), self.app.state.club.database
            with suppress(Unreachable, OSError):
                found = {"database_bytes": database.size(), "disk_free_bytes": database.free()}
                self._disk = {name: n for name, n in found.items() if n is not None}
        return self._disk

    def note(self) -> None:
        """Writes down the numbers that other workers cannot read from this process."""
        for metric in self.collect():
            for sample in metric.samples:
                name = sample.name.removeprefix(f"{PREFIX}_")
                gauge = self._up if name == "task_up" else self._sums[name]
                (gauge.labels(**sample.labels) if sample.labels else gauge).set(sample.value)

    async def keep_noting(self, well: Callable[[], None]) -> None:
        """Notes once a second, until it is canceled."""
        while True:
            await run_in_threadpool(self.note)
            well()
            await self.app.state.supervisor.sleep(1.0)

    def text(self) -> bytes:
        """The metrics as Prometheus reads them."""
        if not self.app.state.part:
            return generate_latest(self.registry)
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)

    def collect(self) -> Iterator[Metric]:
        """The metrics that are read on demand."""
        state: Any = self.app.state
        tasks = GaugeMetricFamily(f"{PREFIX}_task_up", UP, labels=["task"])
        starts = CounterMetricFamily(f"{PREFIX}_task_restarts", SUMS["task_restarts_total"][1], labels=["task"])
        for task in state.supervisor.tasks.values():
            tasks.add_metric([task.name], float(state.supervisor.state_of(task) == OK))
            starts.add_metric([task.name], task.restarts)
        yield tasks
        yield starts
        queue = GaugeMetricFamily(f"{PREFIX}_work", SUMS["work"][1], labels=["kind"])
        for lane, count in state.workshop.queued.items():
            queue.add_metric([lane], count)
        yield queue
        yield GaugeMetricFamily(f"{PREFIX}_streams", SUMS["streams"][1], state.hub.streams)
        for name, n in self.disk().items():
            yield GaugeMetricFamily(f"{PREFIX}_{name}", MOST[name], n)
        yield CounterMetricFamily(f"{PREFIX}_budget_refusals", SUMS["budget_refusals_total"][1], state.budgets.refused)
        if state.door:
            yield GaugeMetricFamily(f"{PREFIX}_connections", SUMS["connections"][1], state.door.open.total())
            yield GaugeMetricFamily(f"{PREFIX}_connections_most", SUMS["connections_most"][1], state.door.most)
            yield CounterMetricFamily(
                f"{PREFIX}_connections_refused", SUMS["connections_refused_total"][1], state.door.refused
            )


class Counted:
    """ASGI middleware that counts requests. Pages are counted by their patterns, never by their addresses."""

    def __init__(self, app: ASGIApp, numbers: Metrics) -> None:
        self.app, self.numbers = app, numbers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes one request on and counts it when its answer begins."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, method = time.perf_counter(), scope["method"] if scope["method"] in METHODS else "other"

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.numbers.requests.labels(method, pattern_of(scope), str(message["status"])).inc()
                self.numbers.seconds.labels(method).observe(time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, noting)
