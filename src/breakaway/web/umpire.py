"""The umpire's rulings in a browser: whoever plays says them, as at a table, and everybody sees who has."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.rulings import rule_so, take_ruling_back
from breakaway.core.events import SPECTATOR
from breakaway.core.language import _, say
from breakaway.core.match import Refused
from breakaway.games.registry import find
from breakaway.web.forms import Form, Posted, TheClub, TheHub, Who
from breakaway.web.pages import Elsewhere, go
from breakaway.web.table import allowed, play_and_tell
from breakaway.web.visitor import Visitor

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)


@router.post("/{place}/umpire")
def rule(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """A ruling on the last play. Raises Elsewhere and NotNow."""
    seat, turn = _who_and_when(club, who, match_id, place, form)
    words, known = " ".join(form.text("ruling").casefold().split()), find(club.listed(match_id).game).rulings
    if words not in known:
        text = say("The umpire of this game has no ruling {words}; nothing was changed.", words=repr(words[:40]))
        raise Elsewhere(422, text)
    try:
        rule_so(club, match_id, seat, words, turn)
    except Refused as error:
        raise Elsewhere(422, say("The umpire cannot rule so now: {why}", why=str(error))) from None
    play_and_tell(club, hub, match_id)
    return go(request, f"/match/{match_id}/{place}")


@router.post("/{place}/umpire/back")
def take_back(
    request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who
) -> Response:
    """The last ruling is taken back, while nothing has followed it. Raises Elsewhere and NotNow."""
    _who_and_when(club, who, match_id, place, form)
    take_ruling_back(club, match_id)
    play_and_tell(club, hub, match_id)
    return go(request, f"/match/{match_id}/{place}")


def _who_and_when(club: Club, who: Visitor, match_id: str, place: str, form: Posted) -> tuple[int, int]:
    """The seat that rules, and the turn that its page showed."""
    seat, turn = allowed(club, who, match_id, place), form.number("turn")
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays can be umpire."))
    if turn is None:
        raise Elsewhere(422, _("The form does not say on which play this was ruled; nothing was changed."))
    return seat, turn
