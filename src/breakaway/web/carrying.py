"""Taking matches along: all of a browser's matches as one file, and a file of matches brought to a server or a browser.

Only where one browser is all there is, all matches can be downloaded: the file has the secrets of those in progress. A
server's owner, who could see them in the database, brings such files in, and takes matches out with commands.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.carrying import Carried, bring, pack
from breakaway.club.storage import NoRoom
from breakaway.core.language import UserError, _, as_sentence
from breakaway.server.budgets import PageRoute, TooBusy, in_turn
from breakaway.server.long_tasks import CHECK
from breakaway.server.request_checks import too_much
from breakaway.server.visitors import Visitor
from breakaway.web.pages import NoSuchPage, page
from breakaway.web.replays_and_reports import Doing
from breakaway.web.request import Form, TheBounds, TheClub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/carry")
def see(request: Request, club: TheClub, who: Who) -> Response:
    """The page with both: a link to the file of all matches, and a form for such a file. Only for the owner. Raises
    NoSuchPage.
    """
    _check(who)
    return _page(request, club)


@router.get("/carry/matches.zip")
def all_matches(request: Request, club: TheClub, who: Who) -> Response:
    """The file with all matches and their secrets. Only where one browser is all there is. Raises NoSuchPage."""
    _check(who, request.app.state.alone)
    headers = {"Content-Disposition": 'attachment; filename="breakaway-matches.zip"', "Cache-Control": "no-store"}
    return Response(pack(club, request.app.state.identity.address), media_type="application/zip", headers=headers)


@router.post("/carry")
async def take_in(request: Request, form: Form, club: TheClub, who: Who, bounds: TheBounds, errand: Doing) -> Response:
    """Takes the matches of a file in, and says what became of each. Only for the owner. Raises NoSuchPage."""
    _check(who)
    chosen = form.file("brought")
    hub = request.app.state.hub

    def work() -> list[Carried]:
        if chosen is None:
            raise UserError(_("Choose a file first: the one with all matches that you have downloaded."))
        data = chosen.file.read(bounds.record + 1)
        if len(data) > bounds.record:
            raise UserError(too_much(bounds.record))
        return bring(club, data, hub.changed)

    try:
        found = await errand.workshop.do(request, work, CHECK, free=True)
    except (TooBusy, NoRoom):
        raise
    except UserError as error:
        return await in_turn(_page, request, club, 422, fault=as_sentence(str(error)))
    return await in_turn(_page, request, club, carried=found)


def _check(who: Visitor, may: bool = True) -> None:
    if not (who.is_owner and may):
        raise NoSuchPage(404, _("This page does not exist."))


def _page(
    request: Request, club: TheClub, status: int = 200, fault: str = "", carried: list[Carried] | None = None
) -> Response:
    titles = {each.id: club.listed(each.id).title for each in carried or () if each.id}
    given: dict[str, Any] = {
        "fault": fault,
        "carried": carried,
        "titles": titles,
        "is_empty": not club.matches(archived=None),
    }
    return page(request, "carry.html", status, **given)
