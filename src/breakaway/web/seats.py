"""Seats in a browser: sitting down with an invitation, the player's devices, and lost seats."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.absences import ask, reopen, show_up
from breakaway.club.actions import advice_of, waits_to_begin
from breakaway.club.actions import anchor as begin_chain
from breakaway.club.club import Club
from breakaway.club.names import name_team, team_at, why_no_name
from breakaway.club.schema import EMPTY, PUBLIC
from breakaway.club.seats import (
    FIRST,
    ClosedSeat,
    TakenSeat,
    WrongCode,
    devices_of,
    end_device,
    enter,
    make_code,
    make_phrase,
    new_phrase,
)
from breakaway.club.second_places import duty
from breakaway.core.language import UserError, _, as_sentence
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find
from breakaway.players.settings import find_setting
from breakaway.server.budgets import PageRoute
from breakaway.server.request_checks import Identity
from breakaway.server.visitors import Visitor, add_invites, keep_name
from breakaway.web.email_pages import mail_of
from breakaway.web.front_page import unusual
from breakaway.web.match_panels import seat_labels
from breakaway.web.pages import NoSuchPage, go, page, resolve
from breakaway.web.request import At, Form, NthSeat, SeatRequest, TheClub, TheHub, Who
from breakaway.web.time_control import agreed_on

router = APIRouter(include_in_schema=False, route_class=PageRoute)

# --- sitting down


@router.get("/seat/{invitation}")
def invited(request: Request, invitation: str, club: TheClub, who: Who) -> Response:
    """Says who plays whom, and asks the visitor to sit down.

    Opening the invitation does not change anything. Raises NoSuchSeat.
    """
    try:
        match_id, seat, coach = club.invited_to(invitation)
    except TakenSeat as taken:
        return _taken(request, club, who, taken.match_id, taken.seat)
    return _invitation(request, club, who, match_id, seat, coach)


@router.post("/seat/{invitation}")
def sit(request: Request, invitation: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Gives the seat to the visitor's browser, and to no other browser. Raises NoSuchSeat."""
    phrase = new_phrase()
    try:
        _match, _seat, coach = club.invited_to(invitation)
        match_id, seat = club.sit(invitation, who.sitter(form.text("name"), phrase))
    except TakenSeat as taken:
        return _taken(request, club, who, taken.match_id, taken.seat)
    _begin(club, match_id, seat, form.text("anchor") if coach == FIRST else "")
    hub.changed(match_id)
    return _seated(request, club, match_id, seat, phrase, form.text("name"), coach)


def _begin(club: Club, match_id: str, seat: int, anchor: str) -> None:
    """Accepts the anchor of a newly seated browser, if it sent one. Once all seats are taken, the match begins."""
    if anchor:
        with suppress(NotNow):  # the player keeps the seat anyway
            club.do(match_id, lambda table: begin_chain(table, seat, anchor))
    if not club.do(match_id, waits_to_begin):
        resolve(club, match_id)


@router.get("/take/{match_id}/{seat}")
def free(request: Request, match_id: str, seat: NthSeat, club: TheClub, who: Who) -> Response:
    """The page that invites the visitor to an empty seat of a public match. Raises NoSuchMatch or ClosedSeat."""
    listed = club.listed(match_id)
    if listed.visibility != PUBLIC or not 0 <= seat < len(listed.seats):
        raise ClosedSeat(seat)
    if listed.seats[seat].by != EMPTY:
        return _taken(request, club, who, match_id, seat)
    return _invitation(request, club, who, match_id, seat)


@router.post("/take/{match_id}/{seat}")
def take(request: Request, match_id: str, seat: NthSeat, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Seats the visitor in an empty seat of a public match. Raises NoSuchMatch or ClosedSeat."""
    phrase = new_phrase()
    try:
        club.take(match_id, seat, who.sitter(form.text("name"), phrase))
    except TakenSeat as taken:
        return _taken(request, club, who, taken.match_id, taken.seat)
    _begin(club, match_id, seat, form.text("anchor"))
    hub.changed(match_id)
    return _seated(request, club, match_id, seat, phrase, form.text("name"))


def _invitation(request: Request, club: Club, who: Visitor, match_id: str, seat: int, coach: int = FIRST) -> Response:
    found, look = club.found(match_id), club.look(match_id)
    listed, about = found.listed, find_page(look.observation.game)
    plates = seat_labels(look, about.scene(look.observation, []))
    given: dict[str, Any] = {
        "match": listed,
        "game": find(listed.game),
        "says": about.says,
        "plates": plates,
        "seat": seat,
        "others": ", ".join(each.whole for each in plates if each.seat != seat),
        "here": [each for each in plates if each.seat in request.app.state.hub.presence.of(match_id)],
        "agreed": agreed_on(listed.terms, listed.game),
        "advice": advice_of(listed.game, listed.options, listed.seats),
        "unusual": unusual(listed.game, listed.options, most=12),
        "plays": bool(who.seats_in(listed.seats, found.held(who.secrets))),
        "coach": coach,
        "pair": listed.pairs.get(seat),
        "duty": duty(look.observation.game, look.header["options"], seat, coach),
    }
    return page(request, "invitation.html", **given)


def _taken(request: Request, club: Club, who: Visitor, match_id: str, seat: int) -> Response:
    found = club.found(match_id)
    if seat in who.seats_in(found.listed.seats, found.held(who.secrets)):
        return go(request, f"/match/{match_id}/{seat + 1}")
    by_link = request.url.path.startswith("/seat/")
    return page(request, "taken.html", 410, match=found.listed, seat=found.listed.seats[seat], by_link=by_link)


def _seated(
    request: Request, club: Club, match_id: str, seat: int, phrase: str, name: str, coach: int = FIRST
) -> Response:
    listed = club.listed(match_id)
    names = not club.do(match_id, lambda table: why_no_name(table, seat))
    pair = listed.pairs.get(seat)
    given: dict[str, Any] = {
        "phrase": phrase,
        "names": names,
        "called": pair.names[coach] if pair else listed.seats[seat].name,
    }
    response = page(request, "seated.html", match=listed, seat=listed.seats[seat], **given)
    keep_name(request, response, name)
    return response


# --- another device


@router.get("/device/{match_id}/{seat}")
def other_device(request: Request, match_id: str, seat: NthSeat, club: TheClub) -> Response:
    """Asks for a one-time code or a recovery phrase. Raises NoSuchMatch or NoSuchPage."""
    return _entry(request, club, match_id, seat, "")


@router.post("/device/{match_id}/{seat}")
def add(request: Request, match_id: str, seat: NthSeat, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Lets the visitor's browser play a seat if the code or phrase is right."""
    try:
        phrase = enter(club.database, match_id, seat - 1, form.text("code")[:200], who.sitter())
    except WrongCode as error:
        return _entry(request, club, match_id, seat, as_sentence(str(error)), 403)
    hub.changed(match_id)
    if phrase:
        return _seated(request, club, match_id, seat - 1, phrase, "")
    return go(request, f"/match/{match_id}/{seat}")


def _entry(request: Request, club: Club, match_id: str, seat: int, text: str, status: int = 200) -> Response:
    listed = club.listed(match_id)
    if not 1 <= seat <= len(listed.seats):
        raise NoSuchPage(404, _("This web address names a seat that the match does not have."))
    return page(request, "device.html", status, match=listed, seat=listed.seats[seat - 1], text=text)


@router.get("/match/{match_id}/{place}/seat")
def own_seat(at: At) -> Response:
    """The page of the player's seat: devices, a code for another device, a recovery phrase, and email."""
    return _own(at)


@router.post("/match/{match_id}/{place}/seat/code")
def code(at: At, form: Form) -> Response:
    """Shows a new one-time code."""
    seat = _must_hold(at)
    return _own(at, code=make_code(at.club.database, at.match_id, seat, _place(at, seat)))


@router.post("/match/{match_id}/{place}/seat/phrase")
def phrase(at: At, form: Form) -> Response:
    """Shows a new recovery phrase. The old phrase no longer opens the seat."""
    seat = _must_hold(at)
    return _own(at, phrase=make_phrase(at.club.database, at.match_id, seat, _place(at, seat)))


@router.post("/match/{match_id}/{place}/seat/names")
def named(at: At, form: Form) -> Response:
    """Names the seat's team and riders. After a mistake, shows the form again as it was sent."""
    seat, riders = _must_hold(at), [each[:100] for each in form.texts("rider")][:16]
    try:
        at.club.do(at.match_id, lambda table: name_team(table, seat, form.text("team")[:100], riders))
    except (UserError, NotNow) as error:
        return _own(at, 422, fault=as_sentence(str(error)), team=(form.text("team")[:100], riders))
    at.hub.changed(at.match_id)
    return go(at.request, f"{at.address}/seat")


@router.post("/match/{match_id}/{place}/seat/end")
def end(at: At, form: Form) -> Response:
    """Removes a device, so that its open pages get no more updates."""
    seat, n = _must_hold(at), form.number("device")
    if n is None:
        raise NoSuchPage(422, _("This form does not name a device. Nothing was changed."))
    end_device(at.club.database, at.match_id, seat, n, _place(at, seat))
    at.hub.changed(at.match_id)
    still = at.club.found(at.match_id).held(at.who.secrets)
    return go(at.request, f"{at.address}/seat" if seat in still else "/")


def _must_hold(at: SeatRequest) -> int:
    """The seat that this browser plays. Raises NoSuchPage."""
    at.must_play(_("Only players have a seat."))
    return at.seat()


def _place(at: SeatRequest, seat: int) -> int:
    """Which place of a seat this browser has, if two coaches share it: the first one if it has both."""
    return min(at.club.found(at.match_id).places(at.who.secrets, seat), default=FIRST)


def _own(at: SeatRequest, status: int = 200, **fresh: Any) -> Response:
    seat, listed = _must_hold(at), at.club.listed(at.match_id)
    coach = _place(at, seat)
    devices = devices_of(at.club.database, at.match_id, seat, at.who.secrets, coach)
    given: dict[str, Any] = {
        "match": listed,
        "seat": listed.seats[seat],
        "devices": devices,
        "coach": coach,
        "pair": listed.pairs.get(seat),
        "duty": at.club.do(
            at.match_id, lambda table: duty(table.game, table.match.record.header["options"], seat, coach)
        ),
        "code": "",
        "phrase": "",
        "fault": "",
        "team": at.club.do(at.match_id, lambda table: team_at(table, seat)),
        "people": find_setting(find(listed.game)).renames,
        "may_name": not at.club.do(at.match_id, lambda table: why_no_name(table, seat)),
        **mail_of(at, seat),
        **fresh,
    }
    identity: Identity = at.request.app.state.identity
    where = f"{identity.base}/device/{at.match_id}/{at.place}"
    return page(at.request, "seat.html", status, place=at.place, where=where, **given)


# --- lost seats


@router.post("/match/{match_id}/{place}/lost")
def lost(at: At, form: Form) -> Response:
    """Asks to reopen a seat. Everybody at the table is told. Raises NotNow."""
    by, seat = _must_hold(at), _named(form.number("seat"))
    ask(at.club, at.match_id, seat, by)
    at.hub.changed(at.match_id)
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/here")
def here(at: At, form: Form) -> Response:
    """Objects to the reopening on behalf of this seat's player, who has shown up."""
    show_up(at.club, at.match_id, _must_hold(at))
    at.hub.changed(at.match_id)
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/reopen")
def reopened(at: At, form: Form) -> Response:
    """Reopens a seat and gives this browser the seat's new invitation to pass on. Raises NotNow."""
    by, seat = _must_hold(at), _named(form.number("seat"))
    invitation = reopen(at.club, at.match_id, seat, by)
    at.hub.changed(at.match_id)
    response = go(at.request, at.address)
    add_invites(at.request, response, [invitation])
    return response


def _named(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat
