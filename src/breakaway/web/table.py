"""The match page: what a seat sees, what it chooses, and the stream that keeps it up to date."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from fastapi import APIRouter
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.club import Club, retried
from breakaway.club.delayed import look_for
from breakaway.club.pasts import can_take_back, rematch, take_back
from breakaway.club.tables import EMPTY
from breakaway.club.typed import TYPED
from breakaway.club.typed import go_on as play_on
from breakaway.club.views import Look
from breakaway.core.events import SPECTATOR
from breakaway.core.game import SEATS, BadOrder
from breakaway.core.language import _, language
from breakaway.core.match import NotNow, Refused
from breakaway.display.document import Why
from breakaway.display.page import find_page, why
from breakaway.games.registry import find
from breakaway.web import lessons
from breakaway.web.forms import Form, Posted, TheClub, TheHub, Who
from breakaway.web.live import Hub
from breakaway.web.once import Once
from breakaway.web.pages import Elsewhere, go, is_htmx, page, text_of
from breakaway.web.panels import boxes, standing_of, umpire_of
from breakaway.web.terms import time_of
from breakaway.web.visitor import Visitor, add_invites, add_seats, visitor_of

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)
WATCH = "watch"
LONGEST_ORDER = 2000  # characters
Said = list[tuple[str, Why | None]]  # sentences, each with the rule behind it


@router.get("")
def open_match(request: Request, match_id: str, club: TheClub, who: Who) -> Response:
    """To one's own seat; of several the one whose turn it is, after a screen that is for everybody."""
    listed = club.listed(match_id)
    mine = who.seats_in(club, match_id, listed.seats)
    if len(mine) <= 1:
        return go(request, f"/match/{match_id}/{name_of(mine[0] if mine else SPECTATOR)}")
    seat = next((seat for seat in listed.waiting if seat in mine), None)
    if seat is None:
        return go(request, f"/match/{match_id}/{WATCH}")
    look = club.look(match_id, seat)
    if not find_page(look.window.game).is_secret(look.window):
        return go(request, f"/match/{match_id}/{name_of(seat)}")
    return page(request, "hand_over.html", match=listed, seat=look.seats[seat], place=name_of(seat))


@router.get("/{place}")
def see(request: Request, match_id: str, place: str, club: TheClub, who: Who, draft: str = "") -> Response:
    """The table as this seat, or a spectator, sees it."""
    seat = allowed(club, who, match_id, place)
    return page(request, "match.html", **seen(request, club, match_id, seat, draft))


@router.get("/{place}/stream", response_class=EventSourceResponse)
async def stream(
    request: Request,
    match_id: str,
    place: str,
    club: TheClub,
    hub: TheHub,
    who: Who,
    seen_stamp: str = "",
    draft: str = "",
) -> AsyncIterator[ServerSentEvent]:
    """The same page each time that it changes, from the one that the browser has (Last-Event-ID) on."""
    last = request.headers.get("last-event-id", seen_stamp)[:64]

    def say() -> tuple[str, str]:
        return scene_of(request, club, match_id, allowed(club, who, match_id, place), draft)

    async for event in hub.stream(match_id, last, say):
        yield event


@router.post("/{place}/choose")
def choose(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """A seat has chosen: its order is sealed, and the turn is played when nobody else is missing."""
    seat = allowed(club, who, match_id, place)
    text = order_of(form)
    refused: Said = []
    status, hint = 422, ""
    try:
        _seal(club, match_id, seat, text, form.number("turn"))
    except BadOrder as error:
        game = find(club.listed(match_id).game)
        refused = [(mistake, why(game, rule) if rule else None) for _line, rule, mistake in error.mistakes]
    except Refused as error:
        game = find(club.listed(match_id).game)
        refused = [(error.refusal.text, why(game, error.refusal.rule) if error.refusal.rule else None)]
    except lessons.AnotherChoice as error:
        hint, status = str(error), 409
    except NotNow as error:
        refused, status = [(str(error), None)], 409
    if refused or hint:
        typed = form.text("free") or form.text("order")
        found = seen(request, club, match_id, seat, form.text("draft"), refused, typed, form.parts(), hint)
        return page(request, "scene.html" if is_htmx(request) else "match.html", status, **found)
    play_and_tell(club, hub, match_id)
    return next_page(request, club, who, match_id, seat)


@router.post("/{place}/undo")
def undo(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """Takes the seat's last choice back, where that harms nobody."""
    seat = allowed(club, who, match_id, place)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays can take a choice back."))
    retried(lambda: take_back(club, match_id, seat))
    hub.changed(match_id)
    return next_page(request, club, who, match_id, seat)


@router.post("/{place}/resign")
def resign(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """The seat gives the match up; raises NotNow."""
    seat = allowed(club, who, match_id, place)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays can resign."))
    club.resign(match_id, seat)
    play_and_tell(club, hub, match_id)  # of several the others go on
    return go(request, f"/match/{match_id}/{place}")


@router.post("/{place}/go")
def go_on(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """A match that waits for nobody goes on: a server was stopped in it, or a choice was taken back."""
    seat = allowed(club, who, match_id, place)
    play_and_tell(club, hub, match_id)
    return next_page(request, club, who, match_id, seat)


@router.post("/{place}/again")
def play_again(request: Request, match_id: str, place: str, form: Form, club: TheClub, who: Who) -> Response:
    """The same match anew: people by link get new links."""
    seat = allowed(club, who, match_id, place)
    listed = club.listed(match_id)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who has played can ask for another match."))
    if listed.status != "over":
        raise Elsewhere(409, _("This match still runs."))
    here = [each.seat for each in listed.seats if each.is_for_people and not each.by_link]
    made = rematch(club, match_id, here)
    own = [made.tokens.pop(seat)] if seat in made.tokens else []
    play_on(club, made.id)
    response = go(request, f"/match/{made.id}")
    add_seats(request, response, own)
    add_invites(request, response, list(made.tokens.values()))
    return response


@router.post("/{place}/sit")
def sit(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """Somebody who has come by his link sits down under a name."""
    seat = allowed(club, who, match_id, place)
    for token in who.tokens:
        if who.leads_to(club, token) == (match_id, seat):
            club.claim(token, form.text("name"))
            hub.changed(match_id)
            return go(request, f"/match/{match_id}/{place}")
    raise Elsewhere(403, _("This seat is taken with its link only."))


# --- what all of these share


def name_of(seat: int) -> str:
    """A seat in an address: from 1, or `watch`."""
    return WATCH if seat == SPECTATOR else str(seat + 1)


def allowed(club: Club, who: Visitor, match_id: str, place: str) -> int:
    """The seat that an address names, if this browser plays it; raises Elsewhere and NoSuchMatch."""
    if place == WATCH:
        return SPECTATOR
    if not (place.isascii() and place.isdigit() and 1 <= int(place[:3]) <= SEATS):
        raise Elsewhere(404, _("This match has no such seat."))
    seats = club.seats(match_id)
    seat = int(place[:3]) - 1
    if seat >= len(seats):
        raise Elsewhere(404, _("This match has no such seat."))
    if seat not in who.seats_in(club, match_id, seats):
        raise Elsewhere(
            403, _("This seat is somebody else's. You can watch the match, or open the link you were sent.")
        )
    return seat


def seen(
    request: Request,
    club: Club,
    match_id: str,
    seat: int,
    draft: str = "",
    refused: Said | None = None,
    typed: str = "",
    parts: Sequence[tuple[str, str]] = (),
    hint: str = "",
) -> dict[str, Any]:
    """Everything that the templates of a match need: from what this seat may see, and nothing else."""
    look = look_for(club, match_id, seat)
    game = look.window.game
    lesson = lessons.panel(look, hint)
    scene = lessons.led(find_page(game).scene(look.window, look.told, codes_of(draft, look)), lesson)
    listed = club.listed(match_id)
    return {
        "look": look,
        "match": {"id": look.id, "title": listed.title, "game": listed.game},
        "game": game,
        "scene": scene,
        "lesson": lesson,
        "seat": seat,
        "place": name_of(seat),
        "sealed": sealed_text(look),
        **sent_back(draft, refused, typed, parts),
        "may_undo": seat != SPECTATOR and not lesson and can_take_back(club, match_id, seat),
        "waiting_names": ", ".join(look.seats[each].name for each in look.waiting),
        "rolls": rolls(look),
        "left": [look.seats[each].name for each in look.left],
        "stuck": not look.is_over and not look.waiting and not look.is_scripted,
        "invites": invites(request, club, look),
        "time": time_of(club, look, listed, seat),
        "is_empty": seat != SPECTATOR and look.seats[seat].by == EMPTY,
        "standing": standing_of(look, seat),
        "boxes": boxes(club, look),
        "umpire": umpire_of(club, look, seat, rolls(look)),
    }


def sent_back(draft: str, refused: Said | None, typed: str, parts: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What was chosen or typed so far, and what was said against it."""
    given = {"parts_sent": set(parts), "given": dict(parts)}
    return {"draft": draft, "refused": refused or [], "typed": typed, **given}


def codes_of(draft: str, look: Look) -> list[int]:
    """What was chosen so far; who chooses anew goes on from what he has sealed."""
    codes = [int(part) for part in draft.split(".")[:SEATS] if part.isascii() and part.isdigit() and len(part) < 7]
    return codes or (list(look.sealed.order) if look.sealed else [])


def scene_of(request: Request, club: Club, match_id: str, seat: int, draft: str = "") -> tuple[str, str]:
    """The stamp of what a seat sees now, and its part of the page, made once for an answer and a stream together."""
    stamp, who = look_for(club, match_id, seat).stamp, visitor_of(request)
    made: Once[tuple[str, str]] = request.app.state.scenes
    key = match_id, seat, stamp, draft, language(), who.browser, *who.tokens, *who.invites, str(request.base_url)

    def make() -> tuple[str, str]:
        found = seen(request, club, match_id, seat, draft)
        return found["look"].stamp, text_of(request, "scene.html", **found)

    return made.get(key, make)


def rolls(look: Look) -> bool:
    """Whether all choices are in, and people roll and draw now."""
    return look.header["chance"] == TYPED and not look.is_over and not look.waiting and not look.is_scripted


def sealed_text(look: Look) -> str:
    """The seat's own order, while others are still missing."""
    if look.sealed is None or look.sealed.partial or not look.window.is_asked():
        return ""
    return look.window.write(look.sealed.order)


def invites(request: Request, club: Club, look: Look) -> list[tuple[str, str]]:
    """The links that this browser may hand on, to seats that are still empty: name and address."""
    found, base = [], str(request.base_url).rstrip("/")
    visitor = visitor_of(request)
    for token in visitor.invites:
        place = visitor.leads_to(club, token)
        if place and place[0] == look.id and look.seats[place[1]].by == EMPTY:
            found.append((look.seats[place[1]].name, f"{base}/seat/{token}"))
    return found


def order_of(form: Posted) -> str:
    """The order that a form writes: a button, then what is ticked."""
    text = form.text("order") or form.text("free")
    text = text or " ".join(value for _name, value in form.parts() if value)[:LONGEST_ORDER]
    picks, extras = form.texts("pick"), form.texts("extra")
    return ", ".join([" ".join([text, *picks]).strip(), *extras])[:LONGEST_ORDER]


def _seal(club: Club, match_id: str, seat: int, text: str, turn: int | None) -> None:
    if seat == SPECTATOR:
        raise NotNow(_("Who watches does not choose."))
    look = club.look(match_id, seat)
    window = look.window
    if rolls(look):  # whoever saw the first die could choose better
        raise NotNow(_("All choices of this turn are in: its dice and cards come first."))
    if not window.is_asked():
        raise NotNow(_("It is not your turn now."))
    if turn is None:
        raise NotNow(_("The form does not say for which turn this was chosen."))
    order, partial = window.read(text)
    if look.is_scripted:
        lessons.choose(club, look, order, partial, turn)
    else:
        club.choose(match_id, seat, order, partial, turn)


def play_and_tell(club: Club, hub: Hub, match_id: str) -> None:
    """Plays on until somebody is missing, and wakes the streams of the match. Raises as `go_on` does."""
    try:
        play_on(club, match_id)
    finally:
        hub.changed(match_id)


def next_page(request: Request, club: Club, who: Visitor, match_id: str, seat: int) -> Response:
    """Back to the table, or to its dice; where several people share the screen, to whoever is next."""
    mine = who.seats_in(club, match_id, club.seats(match_id))
    look = club.look(match_id) if mine else look_for(club, match_id, SPECTATOR)
    waiting = look.waiting
    if rolls(look):
        return go(request, f"/match/{match_id}/{name_of(seat)}/dice")
    if len(mine) > 1 and waiting and seat not in waiting:
        return go(request, f"/match/{match_id}")
    if is_htmx(request):
        return HTMLResponse(scene_of(request, club, match_id, seat)[1])
    return go(request, f"/match/{match_id}/{name_of(seat)}")
