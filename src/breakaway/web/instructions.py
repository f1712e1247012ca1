"""Standing instructions in a browser: a player selects those that may answer for the seat. The selection is secret."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from breakaway.club.actions import Action
from breakaway.club.actions import instruct as give
from breakaway.club.snapshot import Snapshot
from breakaway.core.language import _, say
from breakaway.web.chair import At
from breakaway.web.forms import Form
from breakaway.web.pages import Elsewhere, go
from breakaway.web.table import next_page

router = APIRouter(include_in_schema=False)


@router.post("/match/{match_id}/{place}/instruct")
def instruct(at: At, form: Form) -> Response:
    """Replaces the seat's standing instructions with the selected ones. Raises Elsewhere or NotNow.

    Instructions that were already in use keep their order, and new ones follow.
    """
    at.must_play(_("Only players can give standing instructions."))
    ticked, turn = form.texts("standing"), 0

    def decide(found: Snapshot) -> Action:
        nonlocal turn
        look, turn = found.look, found.look.turn
        if look.is_over:
            raise Elsewhere(409, _("The match is over."))
        known = look.observation.game.instructions
        for name in ticked:
            if name not in known:
                text = say("This game has no standing instruction {name}. Nothing was changed.", name=repr(name[:40]))
                raise Elsewhere(422, text)
        kept = [name for name in look.instructions if name in ticked]
        new = [name for name in known if name in ticked and name not in kept]
        return partial(give, seat=look.observation.seat, names=[*kept, *new])

    found = at.done(decide)  # one of them may answer the current question
    if found.look.turn > turn:
        return next_page(at, found)
    return go(at.request, f"{at.address}#standing")
