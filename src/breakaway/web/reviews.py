"""The review of a finished match: the costliest choices, skill and luck, and a graph of the chances of winning."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.display.document import Document
from breakaway.display.review import Review, document, label, review_of
from breakaway.records.record_file import parse
from breakaway.web.forms import TheClub
from breakaway.web.pages import page
from breakaway.web.replays import Doing
from breakaway.web.workshop import CHECK

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/review")
async def review(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """The review of a match that is over. Raises NotNow for a match in progress, whatever its position."""

    def address(turn: int) -> str:
        return f"/match/{match_id}/at/{turn}"

    def work() -> tuple[Review, Document]:
        found = review_of(parse(club.download(match_id)))
        return found, document(found, address)

    found, said = await errand.about(match_id, CHECK, "review", work)
    match = await run_in_threadpool(club.listed, match_id)
    plays = [(address(each.turn), label(found, each)) for each in found.moments]
    return await run_in_threadpool(lambda: page(request, "review.html", match=match, said=said, plays=plays))
