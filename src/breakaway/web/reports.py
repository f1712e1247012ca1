"""Reports to read and to keep: the zine of a match, a seat's report on paper, and deadlines for calendars."""

from __future__ import annotations

import re
from functools import partial

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.matches import Found
from breakaway.club.snapshot import told_match
from breakaway.core.language import _
from breakaway.core.rules import SPECTATOR
from breakaway.display import renderers
from breakaway.display.renderers import field_styles
from breakaway.display.reports import latest, zine
from breakaway.games.manifest import open_turn
from breakaway.mail.letters import CANCEL, PUBLISH, calendar, deadline_of, last_deadline
from breakaway.web.chair import At, name_of
from breakaway.web.forms import TheClub, Who
from breakaway.web.front import my_matches
from breakaway.web.replays import Doing
from breakaway.web.visitor import Visitor
from breakaway.web.workshop import READ

router = APIRouter(include_in_schema=False)
POLICY = "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
CALENDAR = "text/calendar; charset=utf-8"


@router.get("/match/{match_id}/zine")
async def page(request: Request, match_id: str, club: TheClub, who: Who, errand: Doing) -> Response:
    """The zine of a match, as everybody may see it. Raises NoSuchMatch, BadRecord and TooEarly."""
    made = await errand.about(match_id, READ, "zine", partial(_zine, club, match_id, who))
    style = re.search(rb"'sha256-[^']+'", made)
    policy = POLICY.format(style=style[0].decode() if style else "'none'")
    return Response(made, media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": policy})


@router.get("/match/{match_id}/zine.pdf")
async def paper(request: Request, match_id: str, club: TheClub, who: Who, errand: Doing) -> Response:
    """The same zine as a PDF. Raises NoSuchMatch, BadRecord, TooEarly, and Trouble if Typst is not installed."""
    made = await errand.about(match_id, READ, "zine.pdf", partial(_zine, club, match_id, who, True))
    return _file(made, f"{match_id}.pdf", "application/pdf")


def _zine(club: Club, match_id: str, who: Visitor, on_paper: bool = False) -> bytes:
    def is_late(row: Found) -> bool:
        return not who.seats_in(row.listed.seats, row.held(who.secrets))

    found = told_match(club, match_id, is_late=is_late)
    document = zine(found.listed.title, found.told, found.is_over, found.behind)
    if on_paper:
        return renderers.as_pdf(document)
    return renderers.as_html(document, style=field_styles()).encode()


@router.get("/match/{match_id}/{place}/report.pdf")
async def report(at: At, errand: Doing) -> Response:
    """A report on the last turn or drive as a PDF, as the seat may see it.

    Raises the errors of `Chair.seen`, and Trouble.
    """
    at.must_play(_("Only players get reports of their own. Spectators can read the reports of the whole match."))
    seat = (await run_in_threadpool(at.seen)).seat

    def work() -> bytes:
        found = told_match(at.club, at.match_id, seat)
        return renderers.as_pdf(latest(found.listed.title, found.told))

    return _file(await errand.about(at.match_id, READ, f"report {seat}", work), f"{at.match_id}.pdf", "application/pdf")


@router.get("/match/{match_id}/{place}/deadline.ics")
async def deadline(at: At) -> Response:
    """The next deadline of a match, for a calendar. After the match, cancels the last one.

    Raises the errors of `Chair.seen`.
    """
    found = await run_in_threadpool(at.seen)
    listed = await run_in_threadpool(at.club.listed, at.match_id)
    where, look = _where(at.request, at.match_id, found.seat), found.look
    over = last_deadline(listed, look, where)
    each = over or deadline_of(listed, look.entries, open_turn(look.observation, look.turn), where)
    text = calendar(listed.title, [each] if each and found.seat >= 0 else [], CANCEL if over else PUBLISH)
    return _file(text.encode(), f"{at.match_id}.ics", CALENDAR)


@router.get("/deadlines.ics")
def deadlines(request: Request, club: TheClub, who: Who) -> Response:
    """The deadlines of all matches in which this browser plays."""
    found = []
    for listed, seats, _asked in my_matches(club, who):
        if not listed.is_timed:
            continue
        look = club.look(listed.id)
        where = _where(request, listed.id, min(seats) if seats else SPECTATOR)
        each = deadline_of(listed, look.entries, open_turn(look.observation, look.turn), where)
        found += [each] if each else []
    return _file(calendar(_("Breakaway: deadlines"), found).encode(), "breakaway.ics", CALENDAR)


def _where(request: Request, match_id: str, seat: int) -> str:
    """The address of a table for this seat."""
    pages = str(request.base_url).rstrip("/")
    return f"{pages}/match/{match_id}/{name_of(seat)}"


def _file(made: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type=kind, headers=headers)
