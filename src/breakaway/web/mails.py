"""The pages about email: a player's address, the link that confirms it, and the owner's page about what became of each
email.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club import mailboxes
from breakaway.club.invitations import standing_by
from breakaway.club.mail_queue import arrivals, fates
from breakaway.core.language import ENGLISH, _, languages
from breakaway.mail.letters import confirm_letter
from breakaway.mail.postman import GLANCE, Postman
from breakaway.web.chair import At, Chair
from breakaway.web.forms import Form, TheClub, Who
from breakaway.web.live import Hub
from breakaway.web.pages import Elsewhere, go, page
from breakaway.web.supervised import Supervisor

router = APIRouter(include_in_schema=False)


@asynccontextmanager
async def delivering(postman: Postman | None, hub: Hub, supervisor: Supervisor) -> AsyncIterator[None]:
    """Lets the `postman`, if there is one, work while a block runs. The `hub` wakes the pages of changed matches.

    The `supervisor` starts the work again if it fails.
    """
    if postman is None:
        yield
        return
    postman.changed = hub.changed

    async def rounds(well: Callable[[], None]) -> None:
        while True:
            await run_in_threadpool(postman.glance)
            well()
            await supervisor.sleep(GLANCE)

    async with supervisor.running("mail", rounds):
        yield


@router.post("/match/{match_id}/{place}/seat/mail")
def ask(at: At, form: Form) -> Response:
    """Saves the address of a player, and emails a link that confirms it. Raises NotNow or Trouble."""
    postman, seat = postman_of(at.request), _player(at)
    language = form.text("language")
    language = language if language in languages() else ENGLISH
    database, address = at.club.database, form.text("address")[:300]
    title = at.club.listed(at.match_id).title
    box = mailboxes.Mailbox(at.match_id, seat, address.strip(), language, False)
    letter = partial(confirm_letter, postman.sender, box, title, now=database.now())
    mailboxes.ask(database, at.match_id, seat, address, language, letter, form.text("zone")[:40])
    return go(at.request, f"{at.address}/seat")


@router.post("/match/{match_id}/{place}/seat/mail/stop")
def stop(at: At, form: Form) -> Response:
    """Deletes the address of a player."""
    seat = _player(at)
    mailboxes.stop(at.club.database, at.match_id, seat)
    return go(at.request, f"{at.address}/seat")


@router.post("/match/{match_id}/{place}/seat/mail/wishes")
def wish(at: At, form: Form) -> Response:
    """Saves whether a player gets a digest, and the time zone for the emails. Raises Trouble."""
    seat = _player(at)
    mailboxes.set_wishes(at.club.database, at.match_id, seat, bool(form.text("digest")), form.text("zone")[:40])
    return go(at.request, f"{at.address}/seat")


@router.get("/mail/{code}")
def confirmation(request: Request, code: str, club: TheClub) -> Response:
    """Asks the owner of an address to confirm it. Opening the page changes nothing. Raises NotNow."""
    match_id, seat = mailboxes.whose(club.database, code[:100])
    listed = club.listed(match_id)
    return page(request, "mail.html", match=listed, seat=listed.seats[seat], done=False)


@router.post("/mail/{code}")
def confirmed(request: Request, code: str, form: Form, club: TheClub) -> Response:
    """Confirms an address. Raises NotNow."""
    match_id, seat = mailboxes.confirm(club.database, code[:100])
    listed = club.listed(match_id)
    return page(request, "mail.html", match=listed, seat=listed.seats[seat], done=True)


@router.get("/mails")
def all_mails(request: Request, club: TheClub, who: Who) -> Response:
    """What happened to each email. Only the owner of the server may see this page. Raises Elsewhere."""
    if not who.is_owner or request.app.state.postman is None:
        raise Elsewhere(404, _("This page does not exist."))
    database = club.database
    given: dict[str, Any] = {"mails": fates(database), "arrivals": arrivals(database)}
    return page(request, "mails.html", **given, paused=mailboxes.paused(database))


def mail_of(at: Chair, seat: int) -> dict[str, Any]:
    """What the page of a player's seat says about email. `mail` is None if the server sends no email."""
    if at.request.app.state.postman is None:
        return {"mail": None}
    database = at.club.database
    waiting = standing_by(database, at.match_id)
    return {"mail": {"box": mailboxes.mailbox(database, at.match_id, seat), "standbys": waiting}}


def postman_of(request: Request) -> Postman:
    """The postman of this server. Raises Elsewhere if the server sends no email."""
    found: Postman | None = request.app.state.postman
    if found is None:
        raise Elsewhere(404, _("This server sends no email."))
    return found


def _player(at: Chair) -> int:
    """The seat that this browser plays. Raises Elsewhere."""
    at.must_play(_("Only players have a seat."))
    return at.seen().seat
