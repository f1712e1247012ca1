"""A place at a table, named in a page's address, and what a browser at that place can see and do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from breakaway.club.actions import Action
from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.matches import Found
from breakaway.club.snapshot import Asker, Dice, Snapshot, done, no_dice, snapshot
from breakaway.core.game import SEATS
from breakaway.core.language import _, language
from breakaway.core.rules import SPECTATOR
from breakaway.players.seated_match import HUMAN
from breakaway.web.live import Hub, Visit
from breakaway.web.pages import Elsewhere
from breakaway.web.visitor import Visitor, visitor_of

WATCH = "watch"


@dataclass(frozen=True)
class Chair:
    """The seat, or `watch`, that the address of a request names. Raises Elsewhere for anything that the browser may not
    see or do.

    Each request reads the match only once: all parts of its page come from one `Snapshot`.
    """

    request: Request
    match_id: str
    place: str
    club: Club
    hub: Hub
    who: Visitor

    @property
    def address(self) -> str:
        """The address of the match page for this place."""
        return f"/match/{self.match_id}/{self.place}"

    def seen(self, dice: Dice = no_dice) -> Snapshot:
        """The match as it is now. For each sequence of outcomes that `dice` returns, the snapshot says which outcome is
        needed next. Raises NoSuchMatch, BadRecord or TooEarly.
        """
        return snapshot(self.club, self.match_id, self._asker(dice))

    def done(self, decide: Callable[[Snapshot], Action], goes_on: bool = True) -> Snapshot:
        """Carries out the action that `decide` returns, wakes the open pages of the match, and returns the match as it
        is afterwards.

        If `goes_on` is set, plays as many turns as possible. Raises the same errors as `snapshot.done`.
        """
        version = 0  # unknown: the decision may have been saved nevertheless
        try:
            found = done(self.club, self.match_id, self._asker(), decide, goes_on)
            version = found.version
            return found
        finally:
            self.hub.changed(self.match_id, version)

    def must_play(self, text: str) -> None:
        """Raises Elsewhere with this `text` if the place is for spectators."""
        if self.place == WATCH:
            raise Elsewhere(403, text)

    def mine(self, found: Snapshot) -> list[int]:
        """All seats that this browser plays."""
        return self.who.seats_in(found.look.seats, found.held)

    @property
    def visit(self) -> Visit:
        """Whose page this is. The server uses the open pages to tell who is at the table."""
        return Visit(self._only_seat, self.place != WATCH, self.shared, self.who.csrf)

    @property
    def shared(self) -> tuple[str, str, str] | None:
        """What a spectator's page depends on besides the match: language, theme, and the server's address in its links.

        None if the page cannot be shared: for players, the owner, anybody with invitations to pass on, and drafts.
        """
        if self.place != WATCH or self.who.is_owner or self.who.invites or self.request.query_params.get("draft"):
            return None
        return language(), self.who.theme, str(self.request.base_url)

    def _only_seat(self) -> int:
        found = self.club.found(self.match_id)
        mine = self.who.seats_in(found.listed.seats, found.held(self.who.secrets))
        return mine[0] if len(mine) == 1 else SPECTATOR

    def _asker(self, dice: Dice = no_dice) -> Asker:
        return Asker(self.who.secrets, self._seat, dice, self.who.invites)

    def _seat(self, found: Found) -> int:
        """The seat that the address names, if this browser plays it."""
        if self.place == WATCH:
            return SPECTATOR
        seat = int(self.place[:3]) - 1 if self.place.isascii() and self.place.isdigit() else SEATS
        seats = found.listed.seats
        if not 0 <= seat < len(seats):
            raise Elsewhere(404, _("This web address names a seat that the match does not have."))
        if seat not in self.who.seats_in(seats, found.held(self.who.secrets)):
            text = _("This seat belongs to another player. Watch the match, or open the link you were sent.")
            is_kept = seats[seat].by == HUMAN and seats[seat].by_link
            raise Elsewhere(403, text, f"/device/{self.match_id}/{seat + 1}" if is_kept else "")
        return seat


def name_of(seat: int) -> str:
    """How an address names a seat: by a number, counted from 1, or as `watch` for a spectator."""
    return WATCH if seat == SPECTATOR else str(seat + 1)


async def the_chair(request: Request, match_id: str, place: str) -> Chair:
    """The chair that a request names."""
    state = request.app.state
    return Chair(request, match_id, place, state.club, state.hub, visitor_of(request))


async def known_chair(request: Request, match_id: str, place: str) -> Chair:
    """Like `the_chair`, for streams, whose status is sent before the match is read. Raises NoSuchMatch."""
    at = await the_chair(request, match_id, place)
    with suppress(Unreachable):  # the stream waits until the database answers again
        await run_in_threadpool(at.club.found, match_id)
    return at


At = Annotated[Chair, Depends(the_chair)]
AtKnown = Annotated[Chair, Depends(known_chair)]
