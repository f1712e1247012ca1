"""A new season from a form: who takes part, the kind, the days, and what is rarely changed: house rules, ratings.

Visitors name no files: rosters are those that ship with the game. What the form holds becomes terms that are checked
like those in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from secrets import randbelow
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.seasons import people
from breakaway.club.seasons.kept import kept_season, open_season
from breakaway.club.storage import opener, visitor_hash
from breakaway.club.time_control import HOUR
from breakaway.core.data_files import BadData
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow
from breakaway.games.manifest import GAMES, find
from breakaway.players.seated_match import HUMAN
from breakaway.players.settings import SWITCH, ZONES, Field, find_setting, house_fields
from breakaway.seasons.following import following
from breakaway.seasons.rounds import begun
from breakaway.seasons.simulated import check_entrants, shipped_rosters
from breakaway.seasons.terms import KNOCKOUT, MOST_ENTRANTS, RACES, ROUND_ROBIN, SWISS, SeasonTerms, checked_terms
from breakaway.server.budgets import PageRoute
from breakaway.web.open_table import changed_house, house_says, usual_house
from breakaway.web.pages import page
from breakaway.web.request import Form, Posted, TheClub, Who
from breakaway.web.season_desk import organized, show_desk

router = APIRouter(include_in_schema=False, route_class=PageRoute)

FIELDS = ("title", "game", "people", "kind", "rounds", "take", "first", "days", "hours", "rated")
DOUBLE = "double"
KINDS = (ROUND_ROBIN, DOUBLE, SWISS, KNOCKOUT, RACES)
MOST_HOURS = 14 * 24
HOUSE = "house"  # the beginning of the names of fields with house rules, such as `house.football.flags`


@dataclass(frozen=True)
class HouseForm:
    """The house rules of one game in the form: its fields, what they hold, and in words how many are changed.

    `teams` and `rosters`: the names that the game knows, for the line of an entrant (empty: any name will do).
    """

    game: Game[Any, Any]
    fields: tuple[Field, ...]
    given: Mapping[str, str]
    says: str
    teams: str
    rosters: str


@router.get("/season/new")
def season_form(request: Request, club: TheClub, who: Who) -> Response:
    """The form for a new season. With `?from=ID`, filled in for the season that follows one of the organizer's.

    Raises NoSuchSeason, BadSeason or NoSuchPage.
    """
    before = request.query_params.get("from", "")
    if before:
        kept = organized(club, before[:40], who.secrets)
        return _form(request, _given_from(following(kept.season), kept.seconds))
    return _form(request, {"people": "Ada, Lightning\nTom, Fire\nVera, Sharks\nGus, Maulers, club"})


def _form(request: Request, given: Mapping[str, str], fault: str = "", status: int = 422) -> Response:
    kinds = (
        (ROUND_ROBIN, _("League: everybody meets everybody once")),
        (DOUBLE, _("League: everybody meets everybody twice")),
        (SWISS, _("Swiss tournament: one meets somebody with as many points")),
        (KNOCKOUT, _("Cup: the loser is out")),
        (RACES, _("Series of races: everybody rides in each race")),
    )
    told = {"games": [(name, find(name).title) for name in GAMES], "kinds": kinds, "fault": fault}
    houses = [_house_form(name, given) for name in GAMES]
    given = {**dict.fromkeys(FIELDS, ""), **given}
    return page(request, "season_new.html", status if fault else 200, given=given, houses=houses, **told)


def _house_form(name: str, given: Mapping[str, str]) -> HouseForm:
    fields, held = house_fields(find(name)), _house_given(name, given)
    try:
        changed = len(changed_house(fields, held))
    except UserError:  # opening the season tells what is wrong
        changed = 0
    asked = find_setting(find(name)).form().first
    teams = [label for each in asked if each.name == "team" for _value, label in each.choices]
    rosters = shipped_rosters(name)
    says = house_says(changed, len(fields))
    held = {f"{HOUSE}.{name}.{key.removeprefix('house.')}": value for key, value in held.items()}
    return HouseForm(find(name), fields, held, says, ", ".join(map(_, teams)), ", ".join(rosters))


def _house_given(name: str, given: Mapping[str, str]) -> dict[str, str]:
    """What the fields of a game's house rules hold, under the names that `open_table` knows, such as `house.flags`.

    A form without them, such as one that a program sends, means the rules as in the book.
    """
    start = f"{HOUSE}.{name}."
    if f"{HOUSE}.{name}" not in given:
        return usual_house(house_fields(find(name)))
    return {f"{HOUSE}.{key.removeprefix(start)}": value for key, value in given.items() if key.startswith(start)}


@router.post("/season/new")
def new_season(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Opens a season, puts the visitor's browser into the organizer's chair, and shows the links. What is wrong in the
    form is said above it, with everything that was typed.
    """
    given = {name: form.text(name) for name in FIELDS} | _house_in(form)
    visitor = visitor_hash(club.database, opener.get()) if opener.get() else ""
    try:
        season = begun(_terms(given))
        check_entrants(season)
        hours = _number(given["hours"], _("Hours for each choice"), MOST_HOURS)
        made = open_season(club.database, season, hours and hours * HOUR, visitor)
    except (UserError, BadData) as error:
        return _form(request, given, str(error))
    except NotNow as error:
        request.app.state.numbers.refuse("storage")
        return _form(request, given, str(error), 429)
    people.take_organizer(club.database, made.chair, who.secrets)
    kept = kept_season(club.database, made.id)
    return show_desk(request, kept, said=_("The season is open."), links=made.links, chair=made.chair)


def _house_in(form: Posted) -> dict[str, str]:
    """The fields with house rules of the game that is chosen."""
    start = f"{HOUSE}.{form.text('game')}"
    return {
        key: value
        for key, value in form.form.items()
        if isinstance(value, str) and (key == start or key.startswith(f"{start}."))
    }


def _terms(given: Mapping[str, str]) -> SeasonTerms:
    """The terms in a form. Raises UserError."""
    if given["kind"] not in KINDS or given["game"] not in GAMES:
        raise UserError(_("Choose a game and a kind of season."))
    kind = ROUND_ROBIN if given["kind"] == DOUBLE else given["kind"]
    stage: dict[str, Any] = {"kind": kind, "legs": 2} if given["kind"] == DOUBLE else {"kind": kind}
    if kind in (SWISS, RACES):
        stage["rounds"] = _number(given["rounds"], _("Rounds"), 60) or 3
    if given["first"]:
        try:
            stage["first"] = date.fromisoformat(given["first"])
        except ValueError:
            raise UserError(_("The first day is a date such as 2026-10-22.")) from None
        stage["days"] = _number(given["days"], _("Days from round to round"), 366) or 7
    stages = [stage]
    if take := _number(given["take"], _("How many go on to the cup"), MOST_ENTRANTS):
        stages.append({"kind": KNOCKOUT, "take": take})
    entrants = [_entrant(line, given["game"]) for line in given["people"].splitlines() if line.strip()]
    terms = {
        "title": given["title"],
        "game": given["game"],
        "entrants": entrants,
        "stages": stages,
        "house": changed_house(house_fields(find(given["game"])), _house_given(given["game"], given)),
        "rated": bool(given["rated"]),
        "seed": randbelow(2**53),  # nobody knows it: it decides the lots and what the computer's matches bring
    }
    return checked_terms(terms, _("the form"))


def _entrant(line: str, game: str) -> dict[str, str]:
    """The entrant in a line: a name, perhaps a team, a level of the computer, and a roster that ships with the game.

    Raises UserError.
    """
    parts = [each.strip() for each in line.split(",")]
    rosters = shipped_rosters(game)
    if len(parts) > (4 if rosters else 3):
        raise UserError(
            say("{line}: expected a name, a team, a level and a roster, parted by commas", line=repr(line[:80]))
            if rosters
            else say("{line}: expected a name, a team and a level, parted by commas", line=repr(line[:80]))
        )
    if len(parts) > 3 and parts[3] not in ("", *rosters):
        there = ", ".join(rosters)
        raise UserError(say("{line}: there is no such roster; there are: {there}", line=repr(line[:80]), there=there))
    parts = [*parts[:2], *(each or HUMAN for each in parts[2:3]), *parts[3:]]
    return dict(zip(("name", "team", "by", "roster"), parts, strict=False))


def _number(text: str, name: str, most: int) -> int | None:
    """A number from 1 to `most` that may be left out. Raises UserError."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise UserError(say("{name}: a whole number from 1 to {most}", name=name, most=most))
    return int(text)


def _given_from(terms: SeasonTerms, seconds: int | None) -> dict[str, str]:
    """What the form holds for a season with these `terms`, as far as the form can say it, and this time (`seconds`) for
    each choice.
    """
    first, rosters = terms.stages[0], shipped_rosters(terms.game)
    lines = []
    for each in terms.entrants:
        roster = each.roster if each.roster in rosters else ""
        parts = [each.name, each.team, "" if each.by == HUMAN else each.by, roster]
        while not parts[-1]:
            parts.pop()
        lines.append(", ".join(parts))
    cups = [each.take for each in terms.stages[1:] if each.kind == KNOCKOUT]
    given = {
        "title": terms.title,
        "game": terms.game,
        "people": "\n".join(lines),
        "kind": DOUBLE if first.legs == 2 else first.kind,
        "rounds": str(first.rounds or ""),
        "take": str((cups[0] or "") if cups else ""),
        "hours": str(max(1, seconds // HOUR)) if seconds else "",
        "rated": "1" if terms.rated else "",
    }
    house = usual_house(house_fields(find(terms.game)))
    for field in house_fields(find(terms.game)):
        if field.name in terms.house:
            house |= _held(field, terms.house[field.name])
    shown = {f"{HOUSE}.{terms.game}.{key.removeprefix('house.')}": value for key, value in house.items()}
    return {**given, f"{HOUSE}.{terms.game}": "1", **shown}


def _held(field: Field, typed: str) -> dict[str, str]:
    """What a field of the form holds for a house rule as people type it."""
    name = f"house.{field.name}"
    if field.kind == ZONES:
        parts = typed.split("/")
        return {f"{name}.{i}": part for i, part in enumerate(parts, 1)}
    if field.kind == SWITCH:
        return {name: "1" if typed.casefold() in ("on", "true", "yes", "1") else ""}
    return {name: typed}
