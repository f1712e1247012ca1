"""A new season from a form: who takes part, the kind and the days, and folded away, whatever a file of terms can say.

What the form holds becomes the same terms as a file (`season_terms.py`). After a mistake, the form comes back with
everything that was typed, and says each mistake at its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.seasons import people
from breakaway.club.seasons.kept import kept_season, open_season
from breakaway.club.storage import opener, visitor_hash
from breakaway.core.game import Game
from breakaway.core.language import UserError, _
from breakaway.core.observation import NotNow
from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import Field, find_setting, house_fields
from breakaway.seasons.following import following
from breakaway.seasons.simulated import shipped_rosters
from breakaway.seasons.terms import has_decks
from breakaway.server.budgets import PageRoute
from breakaway.web.open_table import changed_house, house_says
from breakaway.web.pages import page
from breakaway.web.request import Form, Posted, TheClub, Who
from breakaway.web.season_desk import organized, show_desk
from breakaway.web.season_fields import MOST_STAGES, Faults, decks_field, groups, labels_of, main_fields
from breakaway.web.season_terms import HOUSE, asked_season, given_from, house_given, stages_in

router = APIRouter(include_in_schema=False, route_class=PageRoute)
ADD = "add"  # the button for another stage


@dataclass(frozen=True)
class HouseForm:
    """The house rules of one game in the form: its fields, what they hold, and in words how many are changed.

    `teams` and `rosters`: the names that the game knows, for the line of an entrant (empty: any name will do). `wrong`:
    the fields with a mistake. `has_decks`: whether entrants can have teams and cards of their own.
    """

    game: Game[Any, Any]
    fields: tuple[Field, ...]
    given: Mapping[str, str]
    says: str
    teams: str
    rosters: str
    wrong: tuple[str, ...]
    has_decks: bool


@router.get("/season/new")
def season_form(request: Request, club: TheClub, who: Who) -> Response:
    """The form for a new season. With `?from=ID`, filled in for the season that follows one of the organizer's.

    Raises NoSuchSeason, BadSeason or NoSuchPage.
    """
    before = request.query_params.get("from", "")
    if before:
        kept = organized(club, before[:40], who.secrets)
        return _form(request, given_from(following(kept.season), kept.seconds, who.is_owner), who.is_owner)
    return _form(request, {"people": "Ada, Lightning\nTom, Fire\nVera, Sharks\nGus, Maulers, club"}, who.is_owner)


@router.post("/season/new")
def new_season(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Opens a season, puts the visitor's browser into the organizer's chair, and shows the links. What is wrong in the
    form is said at its field, with everything that was typed. The button for another stage only shows the form again.
    """
    given = _given_in(form)
    if ADD in given:
        n = min(MOST_STAGES, stages_in(given) + 1)
        return _form(request, {**given, "stages": str(n)}, who.is_owner, opened=n)
    asked = asked_season(given, who.is_owner)
    if asked.season is None or asked.faults:
        return _form(request, given, who.is_owner, asked.faults)
    visitor = visitor_hash(club.database, opener.get()) if opener.get() else ""
    try:
        made = open_season(club.database, asked.season, asked.seconds, visitor)
    except NotNow as error:
        request.app.state.numbers.refuse("storage")
        return _form(request, given, who.is_owner, {"": [str(error)]}, status=429)
    people.take_organizer(club.database, made.chair, who.secrets)
    kept = kept_season(club.database, made.id)
    return show_desk(request, kept, said=_("The season is open."), links=made.links, chair=made.chair)


def _given_in(form: Posted) -> dict[str, str]:
    """What the form holds, by the names of its fields."""
    return {key: form.text(key) for key, value in form.form.items() if isinstance(value, str)}


def _form(
    request: Request,
    given: Mapping[str, str],
    is_owner: bool,
    faults: Faults | None = None,
    status: int = 422,
    opened: int = 0,
) -> Response:
    faults, stages = faults or {}, stages_in(given)
    return page(
        request,
        "season_new.html",
        status if faults else 200,
        given=given,
        faults=faults,
        labels=labels_of(faults, stages),
        fields=main_fields(),
        groups=groups(given, faults, stages, opened),
        stages=stages,
        can_add=stages < MOST_STAGES,
        decks=decks_field() if is_owner else None,
        houses=[_house_form(name, given, faults) for name in GAMES],
    )


def _house_form(name: str, given: Mapping[str, str], faults: Faults) -> HouseForm:
    fields, held = house_fields(find(name)), house_given(name, given)
    try:
        changed = len(changed_house(fields, held))
    except UserError:  # opening the season tells what is wrong
        changed = 0
    asked = find_setting(find(name)).form().first
    teams = [label for each in asked if each.name == "team" for _value, label in each.choices]
    says, start = house_says(changed, len(fields)), f"{HOUSE}.{name}"
    held = {f"{start}.{key.removeprefix('house.')}": value for key, value in held.items()}
    wrong = tuple(each for each in faults if each == start or each.startswith(f"{start}."))
    names = ", ".join(map(_, teams)), ", ".join(shipped_rosters(name))
    return HouseForm(find(name), fields, held, says, *names, wrong, has_decks(name))
