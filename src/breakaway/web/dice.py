"""The boxed game is on people's own table: they roll and draw, and tap in what came, one die or card after the other.

What was tapped stands in the page's address until the whole turn is confirmed, so that each one can be taken back, with
the browser's own way back too, and nothing depends on scripts. Other pages at the table follow by a stream.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256

from fastapi import APIRouter
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.typed import needed, play_typed
from breakaway.core.chance import LONGEST, BadOutcome, NeedsOutcome
from breakaway.core.events import SPECTATOR
from breakaway.core.language import _
from breakaway.display.outcomes import outcome_of
from breakaway.display.plain import told_line
from breakaway.web.forms import Form, TheClub, TheHub, Who
from breakaway.web.live import Hub
from breakaway.web.pages import Elsewhere, go, page, text_of
from breakaway.web.table import allowed, next_page, rolls
from breakaway.web.taps import Tapped

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)


@router.get("/{place}/dice")
def ask(
    request: Request, match_id: str, place: str, club: TheClub, hub: TheHub, who: Who, typed: str | None = None
) -> Response:
    """The next die or card, with all that can come; once none is missing, all of them to confirm."""
    seat = _seat(club, who, match_id, place)
    return _asked(request, club, hub, match_id, place, seat, outcomes_of(typed or ""), typed is not None)


@router.get("/{place}/dice/stream", response_class=EventSourceResponse)
async def follow(
    request: Request,
    match_id: str,
    place: str,
    club: TheClub,
    hub: TheHub,
    who: Who,
    turn: int = 0,
    typed: str = "",
    seen_stamp: str = "",
) -> AsyncIterator[ServerSentEvent]:
    """What others tap in meanwhile, each time that something about it can be seen from this seat."""
    last = request.headers.get("last-event-id", seen_stamp)[:64]

    def say() -> tuple[str, str]:
        seat = _seat(club, who, match_id, place)
        at = at_table(club, hub, match_id, seat, turn, outcomes_of(typed))
        return at.stamp, text_of(request, "taps.html", match={"id": match_id}, place=place, at=at)

    async for event in hub.stream(match_id, last, say):
        yield event


@router.post("/{place}/dice")
def confirm(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """All that was tapped in is right: the turn is played. Raises NotNow when somebody else has done so."""
    seat, turn, typed = _seat(club, who, match_id, place), form.number("turn"), outcomes_of(form.text("typed"))
    if turn is None:
        raise Elsewhere(422, _("The form does not say for which turn this was rolled; nothing was changed."))
    try:
        play_typed(club, match_id, typed, turn)
    except (NeedsOutcome, BadOutcome):
        return _asked(request, club, hub, match_id, place, seat, typed, status=422)
    finally:
        hub.changed(match_id)
    return next_page(request, club, who, match_id, seat)


def outcomes_of(text: str) -> list[int]:
    """What was tapped so far, as an address writes it: `3.17`. Raises Elsewhere."""
    parts = text.split(".") if text else []
    if len(parts) > 4 * LONGEST or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in parts):
        raise Elsewhere(422, _("These are no dice and cards that were tapped in; nothing was changed."))
    return [int(each) for each in parts]


def _seat(club: Club, who: Who, match_id: str, place: str) -> int:
    seat = allowed(club, who, match_id, place)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays taps in dice and cards."))
    return seat


@dataclass(frozen=True)
class AtTable:
    """What somebody else taps in just now, as a seat may see it; an empty name: nobody does.

    The outcomes themselves, `written`, are for other browsers of the seat that tapped them: a card can be face down.
    """

    is_played: bool = False
    name: str = ""
    count: int = 0
    label: str = ""
    told: tuple[str, ...] = ()
    written: str = ""

    @property
    def stamp(self) -> str:
        """Changes when, and only when, something of it does."""
        return sha256(repr(self).encode()).hexdigest()[:16]


def at_table(club: Club, hub: Hub, match_id: str, seat: int, turn: int, own: list[int]) -> AtTable:
    """What others tap in, for a page on which `own` are tapped in for this turn. Raises NoSuchMatch."""
    look = club.look(match_id, seat)
    if look.turn != turn or not rolls(look):
        return AtTable(is_played=True)
    tapped = hub.taps.of(match_id, turn)
    if tapped is None or (tapped.seat == seat and list(tapped.typed) == own):
        return AtTable()
    found = needed(club, match_id, seat, tapped.typed)
    if found is None or found.turn != turn:
        return AtTable(is_played=True)
    return AtTable(
        name=look.seats[tapped.seat].name,
        count=len(found.typed),
        label=found.label,
        told=tuple(told_line(found.window, each).text for each in found.told),
        written=".".join(map(str, found.typed)) if tapped.seat == seat else "",
    )


def _asked(
    request: Request,
    club: Club,
    hub: Hub,
    match_id: str,
    place: str,
    seat: int,
    typed: list[int],
    is_tapped: bool = False,
    status: int = 200,
) -> Response:
    found = needed(club, match_id, seat, typed)
    if found is None:
        return go(request, f"/match/{match_id}/{place}")
    if is_tapped and hub.taps.note(match_id, Tapped(seat, found.turn, tuple(found.typed))):
        hub.changed(match_id)
    window = found.window
    back = [outcome_of(window, label, k) for label, k in zip(found.names, found.typed, strict=True)]
    return page(
        request,
        "dice.html",
        422 if found.refused else status,
        match=club.listed(match_id),
        place=place,
        found=found,
        written=".".join(map(str, found.typed)),
        before=".".join(map(str, found.typed[:-1])),
        typed=list(zip(found.names, back, strict=True)),
        choices=[outcome_of(window, found.label, k) for k in found.possible],
        told=[told_line(window, each) for each in found.told],
        at=at_table(club, hub, match_id, seat, found.turn, found.typed),
    )
