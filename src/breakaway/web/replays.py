"""Replays of matches, step by step; downloads, uploads and checks of records; and playing on from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club, Created
from breakaway.club.rematches import Past, branch, past
from breakaway.club.schema import OVER
from breakaway.core.language import Trouble, _, language, say
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene
from breakaway.games.manifest import find, turns_of
from breakaway.players.seated_match import favourite
from breakaway.records.entries import BadRecord
from breakaway.records.verify import public_key
from breakaway.web.failed import resolve
from breakaway.web.forms import Form, NthTurn, TheBounds, TheClub, Who
from breakaway.web.guard import too_much
from breakaway.web.pages import Elsewhere, go, page
from breakaway.web.verifier import words
from breakaway.web.workshop import CHECK, READ, TooBusy, Workshop

router = APIRouter(include_in_schema=False)
T = TypeVar("T")


class Errand:
    """Long work that one visitor asks for. The server's workshop does this work."""

    def __init__(self, request: Request, club: TheClub, who: Who) -> None:
        self.request, self.club, self.who = request, club, who
        self.workshop: Workshop = request.app.state.workshop

    async def about(self, match_id: str, lane: str, what: str, work: Callable[[], T]) -> T:
        """The result of `work` about a match.

        `what` names everything that the result depends on besides match and language. Once the match is over, all who
        ask share one result. While the match runs, nothing is shared, so that the response time does not reveal who has
        chosen.
        """
        found = await run_in_threadpool(self.club.found, match_id)
        key = (match_id, found.version, language(), what) if found.listed.status == OVER else None
        return await self.workshop.do(self.request, work, lane, key, keep=key is not None, free=self.who.is_owner)

    async def bring(self, chosen: UploadFile, largest: int, title: str) -> Created:
        """Checks an uploaded record, and opens its match. Raises BadRecord or Trouble."""

        def work() -> Created:
            return self.club.upload(_text_of(chosen, largest), title=title)

        return await self.workshop.do(self.request, work, CHECK, free=self.who.is_owner)


Doing = Annotated[Errand, Depends(Errand)]


@router.get("/match/{match_id}/at/{turn}")
async def replay(request: Request, match_id: str, turn: NthTurn, club: TheClub, who: Who, errand: Doing) -> Response:
    """The match after `turn` turns, as everybody may see it. All hands are open once the match is over."""

    def work() -> tuple[Past, Scene]:
        found = past(club, match_id, turn, lambda row: not who.seats_in(row.listed.seats, row.held(who.secrets)))
        return found, scene_of(found.observation, found.log, played=lambda: found.plays, thrown=found.thrown)

    found, scene = await errand.about(match_id, READ, f"at {turn}", work)
    given: dict[str, Any] = {"match": found.listed, "game": found.observation.game, "scene": scene, "past": found}
    given["moment"] = moment_of(found)
    return await run_in_threadpool(lambda: page(request, "replay.html", **given, may_branch=who.is_owner))


def moment_of(past: Past) -> str:
    """The moment that a replay shows: after which turn or, if the position does not tell, before which one."""
    turns, seen = turns_of(past.observation.game), past.observation
    played, whole = turns.last(seen, past.turn), turns.last(seen, past.turn, past.turn - past.last)
    if played is None:
        return say("Next: {turn}", turn=turns.text(seen, turns.now(seen, past.turn)))
    if whole is None or not played.turn:
        return say("After {turn}", turn=turns.text(seen, played))
    return say("After {turn} of {last}", turn=turns.text(seen, played), last=whole.turn)


@router.post("/match/{match_id}/branch")
def what_if(request: Request, match_id: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a new match against coaches from a position of a finished one."""
    if not who.is_owner:
        raise Elsewhere(403, _("Only the owner of the server can play what-if matches."))
    turn, seat = form.number("turn"), form.number("seat")
    if turn is None or seat is None:
        raise Trouble(_("This form does not say where you want to start or which seat you want to play."))
    made = branch(club, match_id, turn, seat, favourite(find(club.listed(match_id).game)))
    resolve(club, made.id)
    return go(request, f"/match/{made.id}")


@router.get("/match/{match_id}/record")
async def record(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """Downloads the exact record of a match that is over, signed by this server if it was played here."""
    server = str(request.base_url)
    text = await errand.about(match_id, READ, f"record {server}", lambda: club.publish(match_id, server))
    headers = {"Content-Disposition": f'attachment; filename="{match_id}.match"'}
    return Response(text, media_type="application/x-ndjson; charset=utf-8", headers=headers)


@router.get("/match/{match_id}/check")
async def check(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """Checks a record: hash chain, rules and chance. A match in progress must end before its record can be checked."""
    server = str(request.base_url)
    said, holds = await errand.about(match_id, CHECK, f"check {server}", lambda: _checked(club, match_id, server))
    match = await run_in_threadpool(club.listed, match_id)
    given: dict[str, Any] = {"match": match, "said": said, "holds": holds, "words": words()}
    return await run_in_threadpool(lambda: page(request, "check.html", **given))


def _checked(club: Club, match_id: str, server: str) -> tuple[list[str], bool]:
    """What the check of a record found, and whether the record is valid."""
    try:
        return club.check(match_id, running=False, server=server), True
    except BadRecord as error:
        return [str(error)], False


@router.get("/key")
def key(request: Request, club: TheClub) -> Response:
    """The public key that belongs to this server's signatures on records, explained for players."""
    return page(request, "key.html", key=public_key(club.database.keys.signing))


@router.get("/upload")
def bring(request: Request) -> Response:
    """The form to upload a record."""
    return page(request, "upload.html", text="")


@router.post("/upload")
async def brought(request: Request, form: Form, bounds: TheBounds, errand: Doing) -> Response:
    """Checks and keeps an uploaded record of a finished match."""
    chosen = form.file("record")
    text = _("Choose a file first. The name of a record ends in .match.")
    if chosen is not None:
        try:
            made = await errand.bring(chosen, bounds.record, form.text("title"))
            return go(request, f"/match/{made.id}/at/0")
        except TooBusy:
            raise
        except (BadRecord, Trouble) as error:
            text = str(error)
    return await run_in_threadpool(page, request, "upload.html", 422, text=text)


def _text_of(chosen: UploadFile, largest: int) -> str:
    """The text of an uploaded file of at most `largest` bytes. Raises Trouble."""
    data = chosen.file.read(largest + 1)
    if len(data) > largest:
        raise Trouble(too_much(largest))
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Trouble(_("This file is not text, so it is not a match record.")) from None
