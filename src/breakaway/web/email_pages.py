"""Addresses, standby players, and the owner's page about email."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club import email_addresses, invitations
from breakaway.club.club import Club
from breakaway.club.consent import Source, allow, is_refused, name_in, refuse
from breakaway.club.hosting import has_chair
from breakaway.club.invitations import Invitation, invite, standing_by
from breakaway.club.mail_log import PostedMail, arrivals, delivery_statuses, post
from breakaway.club.schema import OVER
from breakaway.club.seats import SECOND, changes
from breakaway.core.language import ENGLISH, _, languages, say
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.mail.host_mail import host_letter
from breakaway.mail.invitations import Joiner, invite_letter
from breakaway.mail.letters import confirm_letter
from breakaway.mail.postman import GLANCE, Postman
from breakaway.server.background import Supervisor
from breakaway.server.budgets import PageRoute, in_turn
from breakaway.server.live_pages import Hub
from breakaway.server.visitors import address_of, visitor_of
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import At, Form, Posted, SeatRequest, TheClub, Who, posted

# --- The pages about email: a player's address, the link that confirms it, and the owner's page about what became of
# each email.


router = APIRouter(include_in_schema=False, route_class=PageRoute)


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
    """Saves the address of a player, and emails a link that confirms it. Raises NotNow or UserError."""
    postman, seat = postman_of(at.request), _player(at)
    language = form.text("language")
    language = language if language in languages() else ENGLISH
    database, address = at.club.database, form.text("address")[:300]
    game = find(at.club.listed(at.match_id).game).title
    box = email_addresses.Mailbox(at.match_id, seat, address.strip(), language, False)
    letter = partial(confirm_letter, postman.sender, box, game, now=database.now())
    zone, source = form.text("zone")[:40], source_of(at.request)
    email_addresses.ask(database, at.match_id, seat, address, language, letter, zone, source)
    return go(at.request, f"{at.address}/seat")


@router.post("/match/{match_id}/{place}/seat/mail/stop")
def stop(at: At, form: Form) -> Response:
    """Deletes the address of a player."""
    seat = _player(at)
    email_addresses.stop(at.club.database, at.match_id, seat)
    return go(at.request, f"{at.address}/seat")


@router.post("/match/{match_id}/{place}/seat/mail/wishes")
def wish(at: At, form: Form) -> Response:
    """Saves whether a player gets a digest, and the time zone for the emails. Raises UserError."""
    seat = _player(at)
    email_addresses.set_wishes(at.club.database, at.match_id, seat, bool(form.text("digest")), form.text("zone")[:40])
    return go(at.request, f"{at.address}/seat")


@router.get("/mail/{code}")
def confirmation(request: Request, code: str, club: TheClub) -> Response:
    """Asks the owner of an address to confirm it. Opening the page changes nothing. Raises NotNow."""
    match_id, seat = email_addresses.whose(club.database, code[:100])
    return _about(request, club, match_id, seat, done=False)


def _about(request: Request, club: Club, match_id: str, seat: int, done: bool) -> Response:
    listed, hosts = club.listed(match_id), seat == email_addresses.HOST_BOX
    name = "" if hosts else listed.seats[seat].name
    return page(request, "mail.html", match=listed, name=name, hosts=hosts, done=done)


@router.post("/mail/{code}")
def confirmed(request: Request, code: str, form: Form, club: TheClub) -> Response:
    """Confirms an address. Raises NotNow."""
    match_id, seat = email_addresses.confirm(club.database, code[:100])
    if seat == email_addresses.HOST_BOX:
        box, postman = email_addresses.mailbox(club.database, match_id, seat), request.app.state.postman
        if box is not None and postman is not None:
            post(club.database, host_letter(club, postman.sender, box, f"{match_id} {code[:20]}", club.database.now()))
    return _about(request, club, match_id, seat, done=True)


@router.post("/hosts/{match_id}/mail")
def ask_host(request: Request, match_id: str, form: Form, club: TheClub, who: Who) -> Response:
    """Saves the address of a host who does not play, and emails a link that confirms it. Raises NoSuchPage."""
    postman, found = postman_of(request), club.found(match_id)
    if not has_chair(found, who.secrets):
        raise NoSuchPage(403, _("Only the host of this match can open this page. Open the link to the host’s chair."))
    language = form.text("language")
    language = language if language in languages() else ENGLISH
    address, now, seat = form.text("address")[:300], club.database.now(), email_addresses.HOST_BOX
    box = email_addresses.Mailbox(match_id, seat, address.strip(), language, False)
    letter = partial(confirm_letter, postman.sender, box, find(found.listed.game).title, now=now)
    email_addresses.ask(club.database, match_id, seat, address, language, letter, "", source_of(request))
    return go(request, f"/host/{match_id}")


@router.get("/mails")
def all_mails(request: Request, club: TheClub, who: Who) -> Response:
    """What happened to each email. Only the owner of the server may see this page. Raises NoSuchPage."""
    if not who.is_owner or request.app.state.postman is None:
        raise NoSuchPage(404, _("This page does not exist."))
    database = club.database
    given: dict[str, Any] = {"mails": delivery_statuses(database), "arrivals": arrivals(database)}
    return page(request, "mails.html", **given, paused=email_addresses.paused(database))


@router.get("/never/{code}")
def never(request: Request, code: str, club: TheClub) -> Response:
    """Asks the owner of an address whether this server may never send email there. Opening the page changes nothing.
    Raises NoSuchPage.
    """
    return _never(request, _named_in(club, code))


@router.post("/never/{code}")
async def never_again(request: Request, code: str, club: TheClub) -> Response:
    """Notes that the owner of an address wants no more email from this server, or that he wants email again.

    A mail program may ask for the first without a page, and so without a form's token (RFC 8058). Raises NoSuchPage.
    """
    name = _named_in(club, code)
    is_one_click = (await request.form(max_files=0, max_fields=4)).get(ONE_CLICK[0]) == ONE_CLICK[1]
    form = None if is_one_click else await posted(request)
    await in_turn(_note_never, club, name, form is not None and form.text("again") == "yes")
    return await in_turn(_never, request, name)


ONE_CLICK = ("List-Unsubscribe", "One-Click")


def _note_never(club: Club, name: str, wants_again: bool) -> None:
    database = club.database
    with changes(database) as connection:
        if wants_again:
            allow(connection, name)
        else:
            refuse(connection, database.keys, name, database.now())


def _never(request: Request, name: str) -> Response:
    with request.app.state.club.database.reading() as connection:
        return page(request, "never.html", done=is_refused(connection, name))


def _named_in(club: Club, code: str) -> str:
    """The name of the address that the link in an email names. Raises NoSuchPage."""
    name = name_in(club.database.keys.reply, code[:100])
    if not name:
        raise NoSuchPage(404, _("This page does not exist."))
    return name


def source_of(request: Request) -> Source | None:
    """Who asks this server to send an email: a network address, or None for the owner of the server."""
    return None if visitor_of(request).is_owner else Source(address_of(request.scope))


def mail_of(at: SeatRequest, seat: int) -> dict[str, Any]:
    """What the page of a player's seat says about email. `mail` is None if the server sends no email."""
    if at.request.app.state.postman is None:
        return {"mail": None}
    database = at.club.database
    waiting = standing_by(database, at.match_id)
    return {"mail": {"box": email_addresses.mailbox(database, at.match_id, seat), "standbys": waiting}}


def postman_of(request: Request) -> Postman:
    """The postman of this server. Raises NoSuchPage if the server sends no email."""
    found: Postman | None = request.app.state.postman
    if found is None:
        raise NoSuchPage(404, _("This server sends no email."))
    return found


def _player(at: SeatRequest) -> int:
    """The seat that this browser plays. Raises NoSuchPage, or NotNow for the second of two coaches who share it."""
    at.must_play(_("Only players have a seat."))
    found = at.club.found(at.match_id)
    seat = at.seat_in(found)
    if found.places(at.who.secrets, seat) == {SECOND}:
        names = found.listed.pairs[seat].names
        raise NotNow(say("Emails about this team go to {name}. Nothing was changed.", name=names[0]))
    return seat


# --- The pages that bring in people without a seat: invitations by email, and the list of standby players.


# --- invitations by email


@router.get("/match/{match_id}/{place}/invite")
def by_mail(at: At) -> Response:
    """Asks where to email an invitation for an empty seat. Raises NoSuchPage."""
    return _inviting(at, "")


@router.post("/match/{match_id}/{place}/invite")
def invited(at: At, form: Form) -> Response:
    """Sends an invitation that this browser may pass on. Raises NoSuchPage, UserError or NotNow."""
    postman, wanted = postman_of(at.request), form.number("seat")
    found = _invitations(at)
    token = next((each for each, seat in found.items() if seat == wanted), None)
    if token is None or wanted is None:
        raise NoSuchPage(403, _("This browser has no invitation for this seat. Nothing was changed."))
    link, listed = f"{postman.sender.pages}/seat/{token}", at.club.listed(at.match_id)

    def letter(given: Invitation) -> PostedMail:
        by = listed.seats[at.seat()].name
        return invite_letter(postman.sender, given, listed, by, link, at.club.database.now())

    address = form.text("address")[:300]
    invite(at.club.database, at.match_id, wanted, address, _language(form), letter, source_of(at.request))
    at.hub.changed(at.match_id)
    return _inviting(at, address.strip())


def _invitations(at: SeatRequest) -> dict[str, int]:
    """The invitations that this browser may pass on, each with the empty seat that it is for."""
    at.must_play(_("Only players can invite others."))
    found = at.club.found(at.match_id)
    at.seat_in(found)
    return found.invited(at.who.invites)


def _inviting(at: SeatRequest, sent: str) -> Response:
    postman_of(at.request)
    listed, free = at.club.listed(at.match_id), sorted(_invitations(at).values())
    seats = [listed.seats[seat] for seat in free]
    return page(at.request, "invite.html", match=listed, place=at.place, seats=seats, sent=sent)


# --- standby players


@router.get("/match/{match_id}/standby")
def standby(request: Request, match_id: str, club: TheClub) -> Response:
    """Explains what a standby player is, and asks for an email address. Raises NoSuchMatch or NoSuchPage."""
    return _standby(request, club, match_id, "")


@router.post("/match/{match_id}/standby")
def enlist(request: Request, match_id: str, form: Form, club: TheClub) -> Response:
    """Asks somebody by email whether they want to be on the list of standby players.

    Raises UserError, NotNow or NoSuchMatch.
    """
    address = form.text("address")[:300]
    joiner = Joiner(club, postman_of(request).sender)
    joiner.enlist(match_id, form.text("name"), address, _language(form), source_of(request))
    return _standby(request, club, match_id, address.strip())


@router.get("/standby/{code}")
def standby_confirmation(request: Request, code: str, club: TheClub) -> Response:
    """Asks the owner of an address to confirm it. Opening the page changes nothing. Raises NotNow."""
    player = invitations.by_code(club.database, code[:100])
    return page(request, "confirm_standby.html", match=club.listed(player.match), done=False)


@router.post("/standby/{code}")
def standby_confirmed(request: Request, code: str, form: Form, club: TheClub) -> Response:
    """Puts the owner of an address on the list of standby players. Raises NotNow or NoSuchMatch."""
    player = invitations.by_code(club.database, code[:100])
    with changes(club.database) as connection:
        invitations.confirm(connection, club.database.keys, player)
    return page(request, "confirm_standby.html", match=club.listed(player.match), done=True)


@router.post("/match/{match_id}/{place}/seat/leave")
def leave(at: At, form: Form) -> Response:
    """Lets a player leave a seat to a standby player. Raises NotNow."""
    at.must_play(_("Only players have a seat."))
    found = at.club.found(at.match_id)
    seat = at.seat_in(found)
    pair = found.listed.pairs.get(seat)
    if pair is not None and pair.came is not None:
        raise NotNow(_("Two coaches share this team, so neither of them can leave it to somebody else."))
    invitations.leave(at.club.database, at.match_id, seat)
    at.hub.changed(at.match_id)
    return go(at.request, f"/match/{at.match_id}/watch")


def _standby(request: Request, club: TheClub, match_id: str, sent: str) -> Response:
    postman_of(request)
    match = club.listed(match_id)
    show = partial(page, request, "standby.html", match=match, sent=sent)
    return show(is_over=match.status == OVER)


def _language(form: Posted) -> str:
    language = form.text("language")
    return language if language in languages() else ENGLISH
