"""Two coaches who share a seat, in a browser: whose decision it is, and what they do together.

Both see the same page. Forms are only on the page of the one who decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from breakaway.club import second_places
from breakaway.club.actions import drop_wish_to_resign
from breakaway.club.match_snapshot import Snapshot
from breakaway.club.seats import FIRST, changes, touch
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow
from breakaway.display.match_page import CardRow, Scene
from breakaway.players.staff import staff_of
from breakaway.server.budgets import PageRoute
from breakaway.server.visitors import add_invites
from breakaway.web.pages import go
from breakaway.web.request import At, Form

router = APIRouter(include_in_schema=False, route_class=PageRoute)


# --- What a match page says.


@dataclass(frozen=True)
class TwoCoaches:
    """What a seat of two coaches reads about the two of them.

    `mine`: the name of this browser's coach, empty if both use it. `because`: who decides, and why. `decider`: the name
    of the one who decides, and `may`: whether it is this browser's decision. `missing`: the name of the one who has not
    sat down yet. `wish`: the name of the one who wants to resign, and `is_asked`: whether this browser has to agree.
    """

    mine: str
    because: str
    decider: str
    may: bool
    missing: str
    wish: str
    is_asked: bool


def two_coaches(found: Snapshot) -> TwoCoaches | None:
    """What the page of a seat says about its two coaches. None if one person plays it, and for spectators."""
    look, pair = found.look, found.look.pair
    staff = staff_of(look.observation.game)
    if pair is None or staff is None:
        return None
    places, wish = found.places, pair.wants_to_resign(look.turn)
    because = staff.because(look.header["options"], look.observation, look.log, look.observation.seat)
    return TwoCoaches(
        mine=pair.names[min(places)] if len(places) == 1 and pair.came is not None else "",
        because="" if look.is_over else because,
        decider=pair.names[pair.decides],
        may=pair.may_decide(places),
        missing=pair.names[1] if pair.by_link and pair.came is None else "",
        wish="" if wish is None or look.is_over else pair.names[wish],
        is_asked=wish is not None and wish not in places,
    )


def watched(scene: Scene, shared: TwoCoaches) -> Scene:
    """The scene of the coach whose decision it is not: nothing can be pressed."""
    ask = scene.ask
    if ask is None or shared.may:
        return scene
    return replace(
        scene,
        ask=None,
        waits=say("Waiting for {names}", names=shared.decider),
        waits_note=ask.note or scene.waits_note,
        hand=tuple(map(_face_up, scene.hand)),
        calls=scene.calls.unpressed() if scene.calls else None,
    )


def _face_up(row: CardRow) -> CardRow:
    """A row of cards to look at only."""
    cards = (
        replace(card, pick=None, buttons=(), halves=tuple(replace(half, order="") for half in card.halves))
        for card in row.cards
    )
    return replace(row, cards=tuple(cards))


# --- What they do together.


@router.post("/match/{match_id}/{place}/resign/no")
def not_resigned(at: At, form: Form) -> Response:
    """Takes back or declines the wish of one of a seat's two coaches to resign."""
    at.must_play(_("Only players can resign."))
    at.act(drop_wish_to_resign, goes_on=False)
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/seat/beside")
def renewed(at: At, form: Form) -> Response:
    """Gives the second place of a seat a new link, which the first coach passes on. Raises NotNow or NoSuchSeat."""
    at.must_play(_("Only players have a seat."))
    seat = at.seat()
    if FIRST not in at.club.found(at.match_id).places(at.who.secrets, seat):
        raise NotNow(_("Only the first coach of a team can give the second one a new link. Nothing was changed."))
    with changes(at.club.database) as connection:
        touch(connection, at.match_id)
        link = second_places.free(connection, at.match_id, seat)
    at.hub.changed(at.match_id)
    response = go(at.request, at.address)
    add_invites(at.request, response, [link])
    return response


# --- The fields of the form for a new table.


def field_of(seat: int, what: int | str) -> str:
    """The name of a field: `coach.0.1` is the first coach of the first seat, `coach.0.by` how the two share it."""
    return f"coach.{seat}.{what}"


@dataclass(frozen=True)
class SharedTeam:
    """What the form asks about a seat that two people may share: the `team`, the two `names` and the way, as typed."""

    seat: int
    team: str
    names: tuple[str, str]
    by: str


def sharing(given: Mapping[str, str], teams: Mapping[int, str]) -> list[SharedTeam]:
    """What the form asks about each seat that people play. `teams`: the names of these seats' teams."""

    def said(seat: int, what: int | str) -> str:
        return given.get(field_of(seat, what), "")

    return [SharedTeam(seat, team, (said(seat, 1), said(seat, 2)), said(seat, "by")) for seat, team in teams.items()]


def asked_staff(game: Game[Any, Any], given: Mapping[str, str], people: Sequence[bool]) -> str:
    """The setting `staff` that a form asks for. `people`: for each seat, whether people play it. Raises UserError."""
    staff = staff_of(game)
    if staff is None:
        return ""
    ways = [way for way, _label in staff.ways]
    sides = []
    for seat, is_human in enumerate(people):
        names = [given.get(field_of(seat, n), "").strip() for n in (1, 2)]
        by = given.get(field_of(seat, "by"), "") or ways[0]
        if by not in ways:
            raise UserError(
                say(
                    "{field}: choose a value from the list; {value} is not on it",
                    field=_("They share the team"),
                    value=repr(by[:40]),
                )
            )
        if any(names) and not is_human:
            raise UserError(
                _("The computer plays this team, so it has no two coaches. Delete their names, or choose a player.")
            )
        sides.append((names[0], names[1], by))
    return staff.typed(sides)
