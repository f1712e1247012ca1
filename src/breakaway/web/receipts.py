"""The page that checks a receipt against the record of a match that is over."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.receipts import CheckedReceipt, check_receipt, read_receipt
from breakaway.club.schema import OVER
from breakaway.records.record_file import parse
from breakaway.web.forms import Form, TheClub
from breakaway.web.pages import page
from breakaway.web.replays import Doing
from breakaway.web.workshop import CHECK

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/receipt")
def receipt(request: Request, match_id: str, club: TheClub) -> Response:
    """Asks for a receipt. While the match runs, says when the receipt can be checked. Raises NoSuchMatch."""
    return _shown(request, club, match_id, None)


@router.post("/match/{match_id}/receipt")
async def checked(request: Request, match_id: str, form: Form, club: TheClub, errand: Doing) -> Response:
    """Says whether the record contains the order of a receipt. Raises Trouble, NoSuchMatch, BadRecord, and NotNow while
    the match runs.
    """
    given = read_receipt(form.text("receipt"))

    def work() -> CheckedReceipt:
        return check_receipt(parse(club.download(match_id)), given)

    found = await errand.about(match_id, CHECK, f"receipt {given.salt} {given.hash}", work)
    return await run_in_threadpool(_shown, request, club, match_id, found)


def _shown(request: Request, club: TheClub, match_id: str, found: CheckedReceipt | None) -> Response:
    match = club.listed(match_id)
    return page(request, "receipt.html", match=match, found=found, is_over=match.status == OVER)
