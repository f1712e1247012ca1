"""Help during play: what a coach would do in a player's place, knowing only what the player may see."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.actions import may_ask_at, note_asked, people_in
from breakaway.club.matches import Look
from breakaway.club.snapshot import Snapshot
from breakaway.core.language import _
from breakaway.display.review import Suggestion, advice, percent
from breakaway.players.seated_match import refused_advice
from breakaway.web.chair import At, Chair
from breakaway.web.forms import Form
from breakaway.web.pages import Elsewhere, go, is_htmx, page, text_of
from breakaway.web.table import rolls
from breakaway.web.workshop import CHECK, Workshop

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/{place}/help")
async def back_to_the_table(request: Request, at: At) -> Response:
    """Goes back to the table. Only the button asks a coach, because the other players are told about it."""
    at.must_play(_("Only players can ask the coach."))
    return go(request, at.address)


@router.post("/match/{match_id}/{place}/help")
async def what_a_coach_would_do(request: Request, at: At, form: Form) -> Response:
    """The three best choices for a seat. Other visitors never get them, because they depend on what this seat sees."""
    at.must_play(_("Only players can ask the coach."))
    found = await run_in_threadpool(_seen, at)
    workshop: Workshop = request.app.state.workshop
    best: list[Suggestion] = []
    if _is_open(found.look):
        best = await workshop.do(request, lambda: advice(found.look.observation), CHECK, free=at.who.is_owner)
    if best and people_in(found.look.seats) > 1:  # noted before the player sees it
        await run_in_threadpool(note_asked, at.club.database, at.match_id, found.seat, found.look.turn)
    said = [(each, percent(each.chance)) for each in best]
    given: dict[str, Any] = {"said": said, "match": {"id": at.match_id, "title": found.title}, "back": at.address}
    if is_htmx(request):
        return HTMLResponse(await run_in_threadpool(lambda: text_of(request, "advice.html", **given)))
    return await run_in_threadpool(lambda: page(request, "help.html", **given))


def _seen(at: Chair) -> Snapshot:
    """The match as the seat sees it. Raises Elsewhere if players may not ask a coach."""
    found = at.seen()
    if not may_ask_at(found.look):
        raise Elsewhere(403, refused_advice())
    return found


def _is_open(look: Look) -> bool:
    """Whether the match is at a point where players can ask a coach."""
    return not (look.is_over or look.is_scripted or look.begins or rolls(look))
