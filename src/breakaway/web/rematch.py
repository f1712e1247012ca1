"""Rematches on the match page: making, accepting, declining and withdrawing an offer, and going to the new match."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from breakaway.club.actions import waits_to_begin
from breakaway.club.matches import Look
from breakaway.club.rematches import say_no, say_yes
from breakaway.core.language import _, say
from breakaway.core.rules import SPECTATOR
from breakaway.players.seated_match import HUMAN
from breakaway.web.chair import At, Chair, name_of
from breakaway.web.failed import resolve
from breakaway.web.forms import Form
from breakaway.web.pages import Elsewhere, go
from breakaway.web.visitor import add_invites

router = APIRouter(include_in_schema=False)
NONE, OFFERED, WAITS, DECLINED, OPEN = "none", "offered", "waits", "declined", "open"


@dataclass(frozen=True)
class Again:
    """What the end card says about a rematch. `stands` is `none`, `offered`, `waits`, `declined` or `open`.

    With `offered`, this seat has to answer. With `waits`, this seat has said yes. `yes` and `no` label the buttons, if
    there are any. `to` is the address of the new match. `by` is the seat that made the offer, whose color is shown.
    """

    stands: str
    text: str = ""
    note: str = ""
    yes: str = ""
    no: str = ""
    to: str = ""
    by: int = SPECTATOR


def again_of(look: Look) -> Again | None:
    """What the end card tells this seat about a rematch. None while the match runs, and after a lesson."""
    seat, offer = look.observation.seat, look.offer
    if not look.is_over or look.is_scripted:
        return None
    if offer and offer.became:
        return Again(OPEN, _("The rematch is open."), to=f"/match/{offer.became}/{name_of(seat)}")
    if seat == SPECTATOR:
        return None
    if offer is None:
        return Again(NONE, yes=_("Rematch"))
    names = [each.name for each in look.seats]
    if offer.declined == seat:
        return Again(DECLINED, _("You have declined a rematch."), yes=_("Offer a rematch after all"))
    if offer.declined is not None:
        text = say("{name} has declined a rematch.", name=names[offer.declined])
        return Again(DECLINED, text, _("You will find this match on the front page."))
    if seat not in offer.taken:
        text = say("{name} offers a rematch.", name=names[offer.offerer])
        note = _("The same teams and house rules. Everybody keeps their seat.")
        return Again(OFFERED, text, note, _("Play again"), _("Not now"), by=offer.offerer)
    missing = [each.name for each in look.seats if each.by == HUMAN and each.seat not in offer.taken]
    note = say(
        "The new match opens here as soon as everybody has said yes. No answer yet from: {names}",
        names=", ".join(missing),
    )
    mine = offer.offerer == seat
    text = _("You have offered a rematch.") if mine else _("You have said yes to a rematch.")
    return Again(WAITS, text, note, no=_("Take it back") if mine else _("Not now"))


@router.post("/match/{match_id}/{place}/again")
def again(at: At, form: Form) -> Response:
    """Offers a rematch or accepts another player's offer. Opens the new match once all players have said yes."""
    offer, invitations = say_yes(at.club, at.match_id, _mine(at))
    if offer.became and not at.club.do(offer.became, waits_to_begin):
        resolve(at.club, offer.became)
    at.hub.changed(at.match_id)
    if not offer.became:
        return go(at.request, at.address)
    response = go(at.request, f"/match/{offer.became}")
    add_invites(at.request, response, list(invitations.values()))
    return response


@router.post("/match/{match_id}/{place}/again/no")
def not_again(at: At, form: Form) -> Response:
    """Withdraws this player's offer of a rematch, or declines another player's offer."""
    say_no(at.club, at.match_id, _mine(at))
    at.hub.changed(at.match_id)
    return go(at.request, at.address)


@router.get("/match/{match_id}/{place}/again")
def follow(at: At) -> Response:
    """Goes to the same place at the table of the rematch. An open page requests this address automatically."""
    offer = at.seen().look.offer
    if offer is None or offer.became is None:
        raise Elsewhere(404, _("There is no rematch yet."))
    return go(at.request, f"/match/{offer.became}/{at.place}")


def _mine(at: Chair) -> list[int]:
    """The seats for which this browser answers, the one in the address first. Raises Elsewhere."""
    at.must_play(_("Only the players in this match can ask for a rematch."))
    found = at.seen()
    others = [seat for seat in at.mine(found) if seat != found.seat and found.look.seats[seat].by == HUMAN]
    return [found.seat, *others]
