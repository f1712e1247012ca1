"""What a request says: its form, its visitor, and the seat that its address names."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

from fastapi import Depends, Path
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from breakaway.club.actions import Action, check_decides
from breakaway.club.club import Club
from breakaway.club.database import NoSuchMatch, Unreachable
from breakaway.club.match_snapshot import Acted, Dice, Requester, Snapshot, act, no_dice, snapshot
from breakaway.club.match_views import Found
from breakaway.club.own_cards import BOX, is_boxed
from breakaway.club.schema import OVER
from breakaway.club.storage import opener
from breakaway.club.store import store_of
from breakaway.core.game import SEATS
from breakaway.core.language import _, language
from breakaway.core.observation import side_of_all
from breakaway.core.rules import SPECTATOR
from breakaway.players.seated_match import HUMAN, Table
from breakaway.server.budgets import in_turn
from breakaway.server.live_pages import Hub, Visit
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.server.request_checks import LARGEST_FORM, Bounds
from breakaway.server.visitors import STREAM, Visitor, address_of, visitor_of
from breakaway.web.pages import NoSuchPage, is_htmx

# --- Reads the forms that browsers send. Each form's token is checked before anything else happens.


MOST_FIELDS = 200


class Posted:
    """A form that a browser sent from one of our pages."""

    def __init__(self, form: FormData) -> None:
        self.form = form

    def text(self, name: str, usual: str = "") -> str:
        """The text of a field, without spaces around it, or `usual` if the field is missing."""
        value = self.form.get(name, usual)
        return value.strip() if isinstance(value, str) else usual

    def texts(self, name: str) -> list[str]:
        """The values of all fields with this name."""
        return [value for value in self.form.getlist(name) if isinstance(value, str)]

    def parts(self) -> list[tuple[str, str]]:
        """The names and values of the fields that make up an order, as they follow one another on the page."""
        found = [(key, value) for key, value in self.form.multi_items() if key.startswith("part.")]
        return [(key, value.replace("\r\n", "\n").strip(" ")) for key, value in found if isinstance(value, str)]

    def number(self, name: str) -> int | None:
        """The number in a field, if it is a whole number that is at least 0. None for anything else."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    def file(self, name: str) -> UploadFile | None:
        """The file that the user chose in a field. None if the user chose no file."""
        value = self.form.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None


async def posted(request: Request) -> Posted:
    """The form of a request. Raises NoSuchPage if it does not come from one of our pages."""
    form = await request.form(max_files=4, max_fields=MOST_FIELDS, max_part_size=LARGEST_FORM)
    csrf = form.get("csrf", "")
    if not isinstance(csrf, str) or not visitor_of(request).sent(csrf):
        text = _("This form is too old or came from another page. Nothing was changed. Open the page again.")
        raise NoSuchPage(403, text)
    if not visitor_of(request).is_owner:  # what this request opens counts for the visitor
        opener.set(address_of(request.scope))
    return Posted(form)


async def the_club(request: Request) -> Club:
    """The club that this server serves."""
    club: Club = request.app.state.club
    return club


async def the_hub(request: Request) -> Hub:
    """The hub that wakes open pages."""
    hub: Hub = request.app.state.hub
    return hub


async def the_bounds(request: Request) -> Bounds:
    """The limits of what this server accepts from its visitors."""
    bounds: Bounds = request.app.state.bounds
    return bounds


async def the_visitor(request: Request) -> Visitor:
    """The browser that sent this request. The database was asked about an owner's cookie already."""
    return visitor_of(request)


NthSeat = Annotated[int, Path(ge=0, le=99)]  # a seat in an address; whether the table has such a seat is checked later
NthTurn = Annotated[int, Path(ge=-(10**9), le=10**9)]
Form = Annotated[Posted, Depends(posted)]
TheClub = Annotated[Club, Depends(the_club)]
TheHub = Annotated[Hub, Depends(the_hub)]
TheBounds = Annotated[Bounds, Depends(the_bounds)]
Who = Annotated[Visitor, Depends(the_visitor)]


# --- A place at a table, named in a page's address, and what a browser at that place can see and do.


WATCH = "watch"


@dataclass(frozen=True)
class SeatRequest:
    """The seat, or `watch`, that the address of a request names.

    Raises NoSuchPage for anything that the browser may not see or do.

    Each request reads the match only once: all parts of its page come from one `Snapshot`.
    """

    request: Request
    match_id: str
    place: str
    club: Club
    hub: Hub
    who: Visitor
    passes_on: bool = True  # whether it may have an invitation to this match to pass on

    @property
    def address(self) -> str:
        """The address of the match page for this place."""
        return f"/match/{self.match_id}/{self.place}"

    def seen(self, dice: Dice = no_dice) -> Snapshot:
        """The match as it is now. For each sequence of outcomes that `dice` returns, the snapshot says which outcome is
        needed next. Raises NoSuchMatch, BadRecord or TooEarly.
        """
        return snapshot(self.club, self.match_id, Requester(self.who.secrets, self.seat_in, dice, self.who.invites))

    def act(self, action: Action, goes_on: bool = True) -> Acted:
        """Carries out an action of this seat, wakes the open pages of the match, and says how the match is afterwards.

        If `goes_on` is set, plays as many turns as possible. Only htmx gets the match itself, because any other browser
        loads the next page anyway. Raises the same errors as `snapshot.act`.
        """
        asker, version = Requester(self.who.secrets, self.seat_in, invitations=self.who.invites), 0
        try:
            acted = act(self.club, self.match_id, asker, action, goes_on, is_shown=is_htmx(self.request))
            version = acted.version
            return acted
        finally:  # version 0 is unknown: the action may have been saved even if its turn could not be played
            self.hub.changed(self.match_id, version)

    def check_decides(self, table: Table, seat: int) -> None:
        """Raises NotNow if two coaches share a seat, and its open decision is not this browser's."""
        check_decides(table, seat, self.places(table, seat))

    def places(self, table: Table, seat: int) -> frozenset[int]:
        """Which places of a seat this browser has, if two coaches share the seat (`Found.places`)."""
        return store_of(table).found.places(self.who.secrets, seat)

    def seat(self) -> int:
        """The seat that the address names, if this browser plays it. Raises NoSuchMatch or NoSuchPage."""
        return self.seat_in(self.club.found(self.match_id))

    def reader(self, found: Snapshot) -> int:
        """The side for whose player this page is (`language.read_by`); ALL_SIDES if the browser plays several sides."""
        seats = self.who.seats_in(found.look.seats, found.held) if found.seat != SPECTATOR else ()
        return side_of_all(found.look.observation.standing.sides, seats)

    def must_play(self, text: str) -> None:
        """Raises NoSuchPage with this `text` if the place is for spectators."""
        if self.place == WATCH:
            raise NoSuchPage(403, text)

    @property
    def visit(self) -> Visit:
        """Whose page this is. The server uses the open pages to tell who is at the table."""
        return Visit(self._only_seat, self.place != WATCH, self.shared, self.who.csrf)

    @property
    def shared(self) -> tuple[str, str] | None:
        """What a spectator's page depends on besides the match: language and theme.

        None if the page cannot be shared: for players, the owner, and anybody with invitations to pass on.
        """
        if self.place != WATCH or self.who.is_owner or (self.who.invites and self.passes_on):
            return None
        return language(), self.who.theme

    def _only_seat(self) -> int:
        found = self.club.found(self.match_id)
        mine = self.who.seats_in(found.listed.seats, found.held(self.who.secrets))
        return mine[0] if len(mine) == 1 else SPECTATOR

    def seat_in(self, found: Found) -> int:
        """The seat that the address names, if this browser plays it. Raises NoSuchPage."""
        if self.place == WATCH:
            if BOX in found.listed.options:
                must_be_shown(found, self.who)
            return SPECTATOR
        seat = int(self.place[:3]) - 1 if self.place.isascii() and self.place.isdigit() else SEATS
        seats = found.listed.seats
        if not 0 <= seat < len(seats):
            raise NoSuchPage(404, _("This web address names a seat that the match does not have."))
        if seat not in self.who.seats_in(seats, found.held(self.who.secrets)):
            text = _("This seat belongs to another player. Watch the match, or open the link you were sent.")
            is_kept = seats[seat].by == HUMAN and seats[seat].by_link
            raise NoSuchPage(403, text, f"/device/{self.match_id}/{seat + 1}" if is_kept else "")
        return seat


def must_be_shown(found: Found, who: Visitor) -> None:
    """Raises NoSuchPage if a match is played with somebody's own cards, unless this browser has a seat in it.

    The record of such a match holds the printed cards that people have entered, which are not ours to show.
    """
    if is_boxed(found) and not who.seats_in(found.listed.seats, found.held(who.secrets)):
        text = _("This match is played with somebody’s own cards. Only its players can see it.")
        raise NoSuchPage(403, text)


def name_of(seat: int) -> str:
    """How an address names a seat: by a number, counted from 1, or as `watch` for a spectator."""
    return WATCH if seat == SPECTATOR else str(seat + 1)


async def bring_to_hand(request: Request, match_id: str) -> None:
    """Has the record of a match that is not in memory replayed in the queue for long work, if the match is over.

    Anybody can upload a record that takes long to replay. Players at a table in progress never wait in the queue.
    Raises TooBusy or BadRecord.
    """
    club: Club = request.app.state.club
    with suppress(NoSuchMatch, Unreachable):  # the page itself says so
        is_stream = bool(STREAM.fullmatch(request.url.path))  # an address may open many at once
        if (await in_turn(club.found, match_id, is_patient=is_stream)).listed.status == OVER:
            workshop: JobQueue = request.app.state.workshop
            work, free = partial(club.bring_to_hand, match_id), visitor_of(request).is_owner
            await workshop.do(request, work, READ, key=("at hand", match_id), free=free)


async def seat_request(request: Request, match_id: str, place: str) -> SeatRequest:
    """The seat that a request names. Raises the errors of `bring_to_hand`."""
    state = request.app.state
    if match_id not in state.club.at_hand:
        await bring_to_hand(request, match_id)
    return SeatRequest(request, match_id, place, state.club, state.hub, visitor_of(request))


async def known_seat_request(request: Request, match_id: str, place: str) -> SeatRequest:
    """Like `seat_request`, for streams, whose status is sent before the match is read. Raises NoSuchMatch."""
    at = await seat_request(request, match_id, place)
    with suppress(Unreachable):  # the stream waits until the database answers again
        found = await in_turn(at.club.found, match_id, is_patient=True)
        at = replace(at, passes_on=bool(found.invited(at.who.invites) or found.invited_beside(at.who.invites)))
    return at


At = Annotated[SeatRequest, Depends(seat_request)]
AtKnown = Annotated[SeatRequest, Depends(known_seat_request)]
