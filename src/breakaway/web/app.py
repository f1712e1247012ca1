"""The server: its routes, its middleware, and its error pages."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from breakaway.club.club import Club
from breakaway.club.database import DeletedMatch, NoSuchMatch, Unreachable
from breakaway.club.hosting import NoSuchChair
from breakaway.club.match_views import TooEarly
from breakaway.club.seasons.fixtures import repair
from breakaway.club.seasons.kept import NoSuchSeason
from breakaway.club.seasons.people import NoSuchPlace
from breakaway.club.seats import NoSuchSeat, Owners, TakenSeat, UsedCode, WrongCode
from breakaway.club.storage import Keeper, NoRoom
from breakaway.club.time_control import DAY
from breakaway.club.upkeep import FaultCounts
from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, _, as_sentence
from breakaway.core.observation import NotNow
from breakaway.games.manifest import NoSuchGame
from breakaway.mail.postman import Postman
from breakaway.players.coaches import BotError, NoSuchCoach
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import ChangedUnderUs
from breakaway.server.background import Supervisor
from breakaway.server.budgets import Budgets, Metered, TooBusy, TooMuch, takes_turns, toll
from breakaway.server.live_pages import Hub
from breakaway.server.long_tasks import JobQueue, RecentResults
from breakaway.server.request_checks import LOCAL_NAMES, Bounds, Guard, Identity
from breakaway.server.visitors import WRONG_NAME, Limits, Sharing
from breakaway.server.workers import Part
from breakaway.web import (
    carrying,
    email_pages,
    front_page,
    health,
    hosting,
    lessons,
    match_actions,
    open_table,
    own_cards,
    own_dice,
    own_sets,
    pages,
    print_pages,
    replays_and_reports,
    season_desk,
    season_form,
    seasons,
    seats,
    storage,
    two_coaches,
)
from breakaway.web.front_page import Scores
from breakaway.web.health import Counted, DatabaseCheck, Metrics
from breakaway.web.pages import NoSuchPage, go, page, told

STATUS: dict[type[Exception], int] = {
    Unreachable: 503,
    NoSuchMatch: 404,
    DeletedMatch: 410,
    NoSuchSeat: 404,
    NoSuchChair: 404,
    NoSuchSeason: 404,
    NoSuchPlace: 404,
    TakenSeat: 410,
    WrongCode: 403,
    UsedCode: 403,
    NoSuchGame: 404,
    NoSuchCoach: 422,
    BotError: 503,
    NotNow: 409,
    TooEarly: 409,
    ChangedUnderUs: 409,
    BadRecord: 422,
    BadData: 422,
    TooMuch: 429,
    TooBusy: 503,
    UserError: 422,
}


# The order matters: the match page's routes match any place after the match id.
PLACES = (
    *(
        health,
        front_page,
        open_table,
        seats,
        email_pages,
        lessons,
        print_pages,
        storage,
        hosting,
        season_form,
        season_desk,
        seasons,
    ),
    *(own_sets, own_cards, carrying, replays_and_reports, own_dice, two_coaches, match_actions),
)


def make_app(
    club: Club,
    hosts: Iterable[str] | None = None,
    clock: Callable[[], float] = time.monotonic,
    bounds: Bounds = Bounds(),  # noqa: B008
    supervisor: Supervisor | None = None,
    postman: Postman | None = None,
    shares: bool = False,
    part: Part | None = None,
    address: str = "http://localhost/",
    alone: bool = False,
) -> FastAPI:
    """The server of a `club`.

    `address` and `hosts`: the full URL of its front page, and the host names that it answers to, or None for any name
    (see `Identity`). `clock` returns the time in seconds, for the limits on visitors from other machines. `bounds` says
    how much the server accepts from its visitors. `supervisor` keeps the background tasks running. `postman` sends
    email to players; without a postman, they get none. `shares`: whether other processes serve the same club, so that
    limits must hold for all of them together. `part`: which of several workers this process is. Only the first worker
    handles email. `alone`: whether one browser is all there is, as in a folder without a server (`breakaway.site`).
    """
    supervisor = supervisor or Supervisor()
    hub, sharing = Hub(club, supervisor), Sharing(club.database, supervisor) if shares else None
    budgets = Budgets(clock)
    identity = Identity(address, None if hosts is None else frozenset(host.casefold() for host in hosts))
    off: dict[str, Any] = {"openapi_url": None, "docs_url": None, "redoc_url": None, "redirect_slashes": False}
    app = FastAPI(title="Breakaway", lifespan=_tasks, **off)
    app.state.club, app.state.hub, app.state.scenes, app.state.scores = club, hub, RecentResults(), Scores(club)
    app.state.bounds, app.state.budgets, app.state.workshop = bounds, budgets, JobQueue(budgets)
    app.state.supervisor, app.state.pulse, app.state.door = supervisor, DatabaseCheck(club), None
    app.state.part, app.state.sharing, app.state.alone = part, sharing, alone
    app.state.numbers = Metrics(app)
    app.state.owners, app.state.identity = Owners(club.database), identity
    app.state.postman, app.state.keeper = postman, Keeper(club.database)
    app.state.is_local = identity.hosts is not None and identity.hosts <= {*LOCAL_NAMES}
    if sharing:
        hub.presence.share(sharing)
        budgets.share(sharing)
    for each in PLACES:
        app.router.routes += each.router.routes  # faster than `include_router`, which makes all routes anew
    app.add_api_route("/static/{name:path}", pages.send, include_in_schema=False)
    app.add_middleware(Limits, clock=clock, sharing=sharing, error_page=_over_limit)
    # behind the guard, so that it sees paths and cookies as the guard leaves them
    app.add_middleware(Metered, budgets=budgets, error_page=_over_limit)
    app.add_middleware(Guard, identity=identity, sorry=_ours, bounds=bounds, toll=partial(toll, budgets))
    app.add_middleware(Counted, numbers=app.state.numbers)
    _add_errors(app)
    return app


@asynccontextmanager
async def _tasks(app: FastAPI) -> AsyncIterator[None]:
    """Runs all background tasks of an app while a block runs."""
    state = app.state
    keeper = match_actions.Timekeeper(state.club, state.hub, state.supervisor)
    is_first = state.part is None or state.part.number == 1
    delivers = state.postman if is_first else None
    with suppress(Unreachable):
        await run_in_threadpool(repair, state.club)
    async with AsyncExitStack() as tasks:
        for task in (state.sharing, state.hub, keeper):
            if task:
                await tasks.enter_async_context(task.running())
        await tasks.enter_async_context(email_pages.delivering(delivers, state.hub, state.supervisor))
        faults = await tasks.enter_async_context(_counting(state.club))
        cleaning = storage.cleaning(state.club, state.keeper, state.hub, state.supervisor, is_first, delivers, faults)
        await tasks.enter_async_context(cleaning)
        if state.part:
            await tasks.enter_async_context(state.supervisor.running("figures", state.numbers.keep_noting))
        yield


@asynccontextmanager
async def _counting(club: Club) -> AsyncIterator[FaultCounts]:
    """Counts the warnings and errors of this process in the database of the `club` while a block runs."""
    faults, root = FaultCounts(club.database), logging.getLogger()
    root.addHandler(faults)
    try:
        yield faults
    finally:
        root.removeHandler(faults)
        with suppress(Unreachable):
            await run_in_threadpool(faults.save)


def _add_errors(app: FastAPI) -> None:
    """Adds the error pages."""
    for kind in (*STATUS, NoSuchPage):
        app.add_exception_handler(kind, takes_turns(_told))
    app.add_exception_handler(HTTPException, takes_turns(_http))
    app.add_exception_handler(RequestValidationError, takes_turns(_unread))


def _told(request: Request, error: Exception) -> Response:
    """The error page for Elsewhere and for the errors in STATUS."""
    if isinstance(error, (NoSuchMatch, NoSuchSeat, NoSuchSeason, NoSuchPlace)) and not isinstance(error, DeletedMatch):
        setattr(request.state, WRONG_NAME, True)
    status = error.status if isinstance(error, (NoSuchPage, NoRoom)) else 500
    for kind in type(error).__mro__:
        if not isinstance(error, (NoSuchPage, NoRoom)) and kind in STATUS:
            status = STATUS[kind]
            break
    seat = error.seat if isinstance(error, NoSuchPage) else ""
    text = as_sentence(told(error) if isinstance(error, BotError) else str(error))
    answer = page(request, "error.html", status, shown=str(status), text=text, seat=seat)
    if isinstance(error, NoRoom):
        request.app.state.numbers.refuse("storage")
        answer.headers["Retry-After"] = str(DAY)
    if isinstance(error, TooBusy):
        request.app.state.numbers.refuse("work" if isinstance(error, TooMuch) else "queue")
        answer.headers["Retry-After"] = str(error.wait)
    return answer


def _over_limit(request: Request, text: str) -> Response:
    """The error page for a visitor who has used up a limit."""
    request.app.state.numbers.refuse("address")
    return page(request, "error.html", 429, shown="429", text=text, seat="")


def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    shorter, query = request.url.path.rstrip("/"), request.url.query
    if status == 404 and shorter != request.url.path and _is_page(request, shorter):
        return go(request, f"{shorter}?{query}" if query else shorter)
    text = {
        404: _("This page does not exist."),
        405: _("You cannot open this page directly. Start from the front page."),
    }.get(status, _("The server did not understand this request."))
    return page(request, "error.html", status, shown=str(status), text=text, seat="")


def _is_page(request: Request, path: str) -> bool:
    """Whether the request would have found a page at this `path`. Only asking for a page may lead to another one."""
    scope = {**request.scope, "path": path}
    return request.method == "GET" and any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)


def _unread(request: Request, error: Exception) -> Response:
    """The error page for an incomplete form, or for an address with an impossible number."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    if any(each["loc"][:1] == ("path",) and each["type"] != "int_parsing" for each in faults):
        return _http(request, HTTPException(404))
    text = _("Something in this address or form is missing or wrong. Nothing was changed.")
    return page(request, "error.html", 422, shown="422", text=text, seat="")


def _ours(request: Request) -> Response:
    """The error page for a bug. The traceback goes to the log, never to the page."""
    text = _("Something went wrong on the server. Your choices so far are safe. Go back and try again.")
    return page(request, "error.html", 500, shown="500", text=text, seat="")
