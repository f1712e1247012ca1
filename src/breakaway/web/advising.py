"""Help while playing: what a coach would do in a player's place, from what that seat may see."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.core.language import _
from breakaway.display.advice import Suggestion, advice
from breakaway.display.review import percent
from breakaway.web.chair import At
from breakaway.web.pages import is_htmx, page, text_of
from breakaway.web.table import rolls
from breakaway.web.workshop import CHECK, Workshop

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/{place}/help")
async def what_a_coach_would_do(request: Request, at: At) -> Response:
    """The three best choices of a seat. Nothing is shared with others, because they come from what this seat sees."""
    at.must_play(_("Only players can ask the coach."))
    found = await run_in_threadpool(at.seen)
    look = found.look
    workshop: Workshop = request.app.state.workshop
    is_open = not (look.is_over or look.is_scripted or look.begins or rolls(look))
    best: list[Suggestion] = []
    if is_open:
        best = await workshop.do(request, lambda: advice(look.observation), CHECK, free=at.who.is_owner)
    said = [(each, percent(each.chance)) for each in best]
    given: dict[str, Any] = {"said": said, "match": {"id": at.match_id, "title": found.title}, "back": at.address}
    if is_htmx(request):
        return HTMLResponse(await run_in_threadpool(lambda: text_of(request, "advice.html", **given)))
    return await run_in_threadpool(lambda: page(request, "help.html", **given))
