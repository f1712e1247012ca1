"""The boxed game is on people's own table: they roll and draw, and tap in what came, one die or card after the other.

What was tapped stands in the page's address until the whole turn is confirmed, so that each one can be taken back, with
the browser's own way back too, and nothing depends on scripts.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.boards.outcomes import outcome_of
from breakaway.boards.plain import told_line
from breakaway.club.club import Club
from breakaway.club.typed import needed, play_typed
from breakaway.core.chance import LONGEST, BadOutcome, NeedsOutcome
from breakaway.core.events import SPECTATOR
from breakaway.core.language import _
from breakaway.web.forms import Form, TheClub, TheHub, Who
from breakaway.web.pages import Elsewhere, go, page
from breakaway.web.table import allowed, next_page

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)


@router.get("/{place}/dice")
def ask(request: Request, match_id: str, place: str, club: TheClub, who: Who, typed: str = "") -> Response:
    """The next die or card, with all that can come; once none is missing, all of them to confirm."""
    return _asked(request, club, match_id, place, _seat(club, who, match_id, place), outcomes_of(typed))


@router.post("/{place}/dice")
def confirm(request: Request, match_id: str, place: str, form: Form, club: TheClub, hub: TheHub, who: Who) -> Response:
    """All that was tapped in is right: the turn is played. Raises NotNow when somebody else has done so."""
    seat, turn, typed = _seat(club, who, match_id, place), form.number("turn"), outcomes_of(form.text("typed"))
    if turn is None:
        raise Elsewhere(422, _("The form does not say for which turn this was rolled; nothing was changed."))
    try:
        play_typed(club, match_id, typed, turn)
    except (NeedsOutcome, BadOutcome):
        return _asked(request, club, match_id, place, seat, typed, 422)
    finally:
        hub.changed(match_id)
    return next_page(request, club, who, match_id, seat)


def outcomes_of(text: str) -> list[int]:
    """What was tapped so far, as an address writes it: `3.17`. Raises Elsewhere."""
    parts = text.split(".") if text else []
    if len(parts) > 4 * LONGEST or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in parts):
        raise Elsewhere(422, _("These are no dice and cards that were tapped in; nothing was changed."))
    return [int(each) for each in parts]


def _seat(club: Club, who: Who, match_id: str, place: str) -> int:
    seat = allowed(club, who, match_id, place)
    if seat == SPECTATOR:
        raise Elsewhere(403, _("Only who plays taps in dice and cards."))
    return seat


def _asked(
    request: Request, club: Club, match_id: str, place: str, seat: int, typed: list[int], status: int = 200
) -> Response:
    found = needed(club, match_id, seat, typed)
    if found is None:
        return go(request, f"/match/{match_id}/{place}")
    window = found.window
    back = [outcome_of(window, label, k) for label, k in zip(found.names, found.typed, strict=True)]
    return page(
        request,
        "dice.html",
        422 if found.refused else status,
        match=club.listed(match_id),
        place=place,
        found=found,
        written=".".join(map(str, found.typed)),
        before=".".join(map(str, found.typed[:-1])),
        typed=list(zip(found.names, back, strict=True)),
        choices=[outcome_of(window, found.label, k) for k in found.possible],
        told=[told_line(window, each) for each in found.told],
    )
