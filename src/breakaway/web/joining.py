"""The pages that bring in people without a seat: invitations by email, and the list of standby players."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club import invitations
from breakaway.club.invitations import Invitation, invite
from breakaway.club.mail_queue import PostedMail
from breakaway.club.schema import OVER
from breakaway.club.seats import changes
from breakaway.core.language import ENGLISH, _, languages
from breakaway.mail.invitations import Joiner, invite_letter
from breakaway.web.addresses import link_base
from breakaway.web.chair import At, Chair
from breakaway.web.forms import Form, Posted, TheClub
from breakaway.web.mails import postman_of
from breakaway.web.pages import Elsewhere, go, page

router = APIRouter(include_in_schema=False)


# --- invitations by email


@router.get("/match/{match_id}/{place}/invite")
def by_mail(at: At) -> Response:
    """Asks where to email an invitation for an empty seat. Raises Elsewhere."""
    return _inviting(at, "")


@router.post("/match/{match_id}/{place}/invite")
def invited(at: At, form: Form) -> Response:
    """Sends an invitation that this browser may pass on. Raises Elsewhere, Trouble or NotNow."""
    postman, wanted = postman_of(at.request), form.number("seat")
    found = _invitations(at)
    token = next((each for each, seat in found.items() if seat == wanted), None)
    if token is None or wanted is None:
        raise Elsewhere(403, _("This browser has no invitation for this seat. Nothing was changed."))
    link, listed = f"{link_base(at.request)}/seat/{token}", at.club.listed(at.match_id)

    def letter(given: Invitation) -> PostedMail:
        return invite_letter(postman.sender, given, listed, link, at.club.database.now())

    address = form.text("address")[:300]
    invite(at.club.database, at.match_id, wanted, address, _language(form), letter)
    at.hub.changed(at.match_id)
    return _inviting(at, address.strip())


def _invitations(at: Chair) -> dict[str, int]:
    """The invitations that this browser may pass on, each with the empty seat that it is for."""
    at.must_play(_("Only players can invite others."))
    at.seen()
    return at.club.found(at.match_id).invited(at.who.invites)


def _inviting(at: Chair, sent: str) -> Response:
    postman_of(at.request)
    listed, free = at.club.listed(at.match_id), sorted(_invitations(at).values())
    seats = [listed.seats[seat] for seat in free]
    return page(at.request, "invite.html", match=listed, place=at.place, seats=seats, sent=sent)


# --- standby players


@router.get("/match/{match_id}/standby")
def standby(request: Request, match_id: str, club: TheClub) -> Response:
    """Explains what a standby player is, and asks for an email address. Raises NoSuchMatch or Elsewhere."""
    return _standby(request, club, match_id, "")


@router.post("/match/{match_id}/standby")
def enlist(request: Request, match_id: str, form: Form, club: TheClub) -> Response:
    """Asks somebody by email whether they want to be on the list of standby players.

    Raises Trouble, NotNow or NoSuchMatch.
    """
    address = form.text("address")[:300]
    joiner = Joiner(club, postman_of(request).sender)
    joiner.enlist(match_id, form.text("name"), address, _language(form))
    return _standby(request, club, match_id, address.strip())


@router.get("/standby/{code}")
def confirmation(request: Request, code: str, club: TheClub) -> Response:
    """Asks the owner of an address to confirm it. Opening the page changes nothing. Raises NotNow."""
    player = invitations.by_code(club.database, code[:100])
    return page(request, "confirm_standby.html", match=club.listed(player.match), done=False)


@router.post("/standby/{code}")
def confirmed(request: Request, code: str, form: Form, club: TheClub) -> Response:
    """Puts the owner of an address on the list of standby players. Raises NotNow."""
    player = invitations.by_code(club.database, code[:100])
    with changes(club.database) as connection:
        invitations.confirm(connection, player)
    return page(request, "confirm_standby.html", match=club.listed(player.match), done=True)


@router.post("/match/{match_id}/{place}/seat/leave")
def leave(at: At, form: Form) -> Response:
    """Lets a player leave a seat to a standby player. Raises NotNow."""
    at.must_play(_("Only players have a seat."))
    invitations.leave(at.club.database, at.match_id, at.seen().seat)
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
