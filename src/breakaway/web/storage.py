"""The owner's page about the disk, and the task that deletes matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.storage import (
    MIB,
    NUMBERS,
    Keeper,
    Storage,
    clean,
    leaving,
    set_storage,
    usage,
)
from breakaway.club.upkeep import FaultCounts
from breakaway.core.language import UserError, _, as_sentence
from breakaway.mail.goodbyes import offer_records
from breakaway.mail.postman import Postman
from breakaway.server.background import Supervisor
from breakaway.server.budgets import PageRoute
from breakaway.server.live_pages import Hub
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import Form, TheClub, Who

# --- The task that deletes matches whose time has come.


GLANCE = 60.0  # seconds between two looks at the owner's settings
BETWEEN = 3600.0  # seconds between two rounds


@asynccontextmanager
async def cleaning(
    club: Club,
    keeper: Keeper,
    hub: Hub,
    supervisor: Supervisor,
    deletes: bool,
    postman: Postman | None,
    faults: FaultCounts,
) -> AsyncIterator[None]:
    """Deletes matches while a block runs, if this process `deletes`, and keeps the owner's settings in the `keeper` up
    to date. The `hub` ends the open pages of deleted matches, and the `supervisor` starts the task again if it fails.
    If there is a `postman`, players with an address are offered the records by email. Also saves the `faults` that this
    process has counted.
    """

    async def rounds(well: Callable[[], None]) -> None:
        last = supervisor.clock() - BETWEEN + GLANCE  # first after a minute, when the server has started
        while True:
            if deletes and supervisor.clock() - last >= BETWEEN:
                for match_id in await run_in_threadpool(clean, club.database):
                    hub.changed(match_id)
                if postman:
                    await run_in_threadpool(offer_records, club.database, postman.sender)
                last = supervisor.clock()
            await run_in_threadpool(keeper.read)
            with suppress(Unreachable):  # the counts are kept for the next time
                await run_in_threadpool(faults.save)
            well()
            await supervisor.sleep(GLANCE)

    async with supervisor.running("storage", rounds):
        yield


# --- The owner's page.


router = APIRouter(include_in_schema=False, route_class=PageRoute)
SHOWN = 100  # matches on the page that will be deleted


@router.get("/storage")
def see(request: Request, club: TheClub, who: Who) -> Response:
    """What is stored, what will be deleted, and the form to set both. Only for the owner. Raises NoSuchPage."""
    _check(who.is_owner)
    keeper: Keeper = request.app.state.keeper
    return _page(request, club, {name: str(getattr(keeper.read(), name)) for name in NUMBERS}, "")


@router.post("/storage")
def change(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Saves what the owner has set. After a mistake, shows the form again as it was sent. Raises NoSuchPage."""
    _check(who.is_owner)
    keeper: Keeper = request.app.state.keeper
    sent = {name: form.number(name) for name in NUMBERS}
    asked: dict[str, Any] = {name: -1 if n is None else n for name, n in sent.items()}  # -1 is out of range
    try:
        set_storage(club.database, Storage(**asked))
    except UserError as error:
        return _page(request, club, {name: form.text(name)[:20] for name in NUMBERS}, as_sentence(str(error)))
    keeper.read()
    return go(request, "/storage")


def _check(is_owner: bool) -> None:
    if not is_owner:
        raise NoSuchPage(404, _("This page does not exist."))


def _page(request: Request, club: Club, numbers: dict[str, str], fault: str) -> Response:
    soon, used = leaving(club.database), usage(club.database)
    given: dict[str, Any] = {
        "numbers": numbers,
        "fault": fault,
        "used": used.used // MIB,
        "free": None if used.free is None else used.free // MIB,
        "counted": used.matches,
        "deleted": used.deleted,
        "soon": soon[:SHOWN],
        "more": max(0, len(soon) - SHOWN),
    }
    return page(request, "storage.html", 422 if fault else 200, **given)
