"""Replays of matches, step by step, and their records: download, check, upload, and play on from a position."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.pasts import branch, past
from breakaway.core.language import _
from breakaway.core.record import BadRecord
from breakaway.core.signed import public_key
from breakaway.core.trouble import Trouble
from breakaway.display.page import find_page
from breakaway.games.registry import find
from breakaway.setting.players import favourite
from breakaway.web.failed import resolve
from breakaway.web.forms import Form, TheClub, Who
from breakaway.web.guard import LARGEST_RECORD
from breakaway.web.pages import Elsewhere, go, page
from breakaway.web.verifier import words

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/at/{turn}")
def replay(request: Request, match_id: str, turn: int, club: TheClub, who: Who) -> Response:
    """The match after `turn` turns, as everybody may see it. All hands are open once the match is over."""
    found = past(club, match_id, turn, lambda row: not who.seats_in(row.listed.seats, row.held(who.secrets)))
    game = found.observation.game
    scene = find_page(game).scene(found.observation, found.log, played=lambda: found.plays, thrown=found.thrown)
    return page(request, "replay.html", match=found.listed, game=game, scene=scene, past=found, may_branch=who.is_owner)


@router.post("/match/{match_id}/branch")
def what_if(request: Request, match_id: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a new match against coaches from a position of a finished one."""
    if not who.is_owner:
        raise Elsewhere(403, _("Only the owner of the server can play what-if matches."))
    turn, seat = form.number("turn"), form.number("seat")
    if turn is None or seat is None:
        raise Trouble(_("This form does not say which position or seat you want to play."))
    made = branch(club, match_id, turn, seat, favourite(find(club.listed(match_id).game)))
    resolve(club, made.id)
    return go(request, f"/match/{made.id}")


@router.get("/match/{match_id}/record")
def record(request: Request, match_id: str, club: TheClub) -> Response:
    """Downloads the exact record of a match that is over, signed by this server if it was played here."""
    text = club.publish(match_id, str(request.base_url))
    headers = {"Content-Disposition": f'attachment; filename="{match_id}.match"'}
    return Response(text, media_type="application/x-ndjson; charset=utf-8", headers=headers)


@router.get("/match/{match_id}/check")
def check(request: Request, match_id: str, club: TheClub) -> Response:
    """Checks a record: hash chain, rules and chance. A running match has to end first."""
    listed = club.listed(match_id)
    try:
        said, holds = club.check(match_id, running=False, server=str(request.base_url)), True
    except BadRecord as error:
        said, holds = [str(error)], False
    return page(request, "check.html", match=listed, said=said, holds=holds, words=words())


@router.get("/key")
def key(request: Request, club: TheClub) -> Response:
    """The public key with which this server signs records, in words that a player understands."""
    return page(request, "key.html", key=public_key(club.database.keys.signing))


@router.get("/upload")
def bring(request: Request) -> Response:
    """The form to upload a record."""
    return page(request, "upload.html", text="")


@router.post("/upload")
def brought(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Checks and keeps an uploaded record of a finished match."""
    chosen = form.file("record")
    if chosen is None:
        return page(request, "upload.html", 422, text=_("Choose a file first. The name of a record ends in .match."))
    data = chosen.file.read(LARGEST_RECORD + 1)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return page(request, "upload.html", 422, text=_("This file is not text, so it is not a match record."))
    try:
        made = club.upload(text, title=form.text("title"))
    except (BadRecord, Trouble) as error:
        return page(request, "upload.html", 422, text=str(error))
    return go(request, f"/match/{made.id}/at/0")
