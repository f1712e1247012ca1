"""Standing instructions in a browser: a seat ticks what is to be answered for it, and nobody else learns of it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.core.events import SPECTATOR
from breakaway.core.language import _, say
from breakaway.games.registry import find
from breakaway.web.forms import Form, TheClub, TheHub, Who
from breakaway.web.pages import Elsewhere, go
from breakaway.web.table import allowed, next_page, play_and_tell

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)


@router.post("/{place}/instruct")
def instruct(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """All that is ticked stands from now on, in the order in which it was given. Raises Elsewhere and NotNow."""
    seat = allowed(club, who, match_id, place)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays gives standing instructions."))
    look, ticked = club.look(match_id, seat), form.texts("standing")
    if look.is_over:
        raise Elsewhere(409, _("The match is over."))
    known = find(look.header["game"]).instructions
    for name in ticked:
        if name not in known:
            text = say("No instruction of this game is called {name}; nothing was changed.", name=repr(name[:40]))
            raise Elsewhere(422, text)
    kept = [name for name in look.instructions if name in ticked]
    new = [name for name in known if name in ticked and name not in kept]
    club.instruct(match_id, seat, [*kept, *new])
    play_and_tell(club, hub, match_id)  # one of them may answer what is asked just now
    if club.look(match_id).turn > look.turn:
        return next_page(request, club, who, match_id, seat)
    return go(request, f"/match/{match_id}/{place}#standing")
