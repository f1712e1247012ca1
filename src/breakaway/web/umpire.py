"""The umpire's rulings in a browser.

Any player may make a ruling, as at a real table, and everybody sees whose ruling it is.
"""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from breakaway.club.actions import Action, take_ruling_back
from breakaway.club.actions import rule as rule_so
from breakaway.club.snapshot import Snapshot
from breakaway.core.language import _, say
from breakaway.core.observation import Refused
from breakaway.web.chair import At, Chair
from breakaway.web.forms import Form, Posted
from breakaway.web.pages import Elsewhere, go

router = APIRouter(include_in_schema=False)


@router.post("/match/{match_id}/{place}/umpire")
def rule(at: At, form: Form) -> Response:
    """Makes a ruling on the last play. Raises Elsewhere or NotNow."""
    turn, words = _turn(at, form), " ".join(form.text("ruling").casefold().split())

    def decide(found: Snapshot) -> Action:
        if words not in found.look.observation.game.rulings:
            text = say(
                "In this game the umpire cannot make the ruling {words}. Nothing was changed.", words=repr(words[:40])
            )
            raise Elsewhere(422, text)
        return partial(rule_so, seat=found.seat, words=words, turn=turn)

    try:
        at.done(decide)
    except Refused as error:
        raise Elsewhere(422, say("The umpire cannot make that ruling now: {why}", why=str(error))) from None
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/umpire/back")
def take_back(at: At, form: Form) -> Response:
    """Takes back the last ruling if nothing has happened since. Raises Elsewhere or NotNow."""
    _turn(at, form)
    at.done(lambda _found: take_ruling_back)
    return go(at.request, at.address)


def _turn(at: Chair, form: Posted) -> int:
    """The turn that the page showed when the player sent the form. Raises Elsewhere."""
    at.must_play(_("Only players can make rulings as the umpire."))
    turn = form.number("turn")
    if turn is None:
        raise Elsewhere(422, _("This form does not say which play you want to rule on. Nothing was changed."))
    return turn
