"""The organizer of a season in the browser: opens one from a form, opens rounds, enters results, replaces people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.seasons import people
from breakaway.club.seasons.fixtures import open_round
from breakaway.club.seasons.kept import KeptSeason, change_season, kept_season, open_season
from breakaway.club.seasons.settled import draw_next
from breakaway.club.time_control import HOUR
from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, _, many, say
from breakaway.core.observation import NotNow
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.seasons import pages as written
from breakaway.seasons.results import by_score, enter_for, read_score
from breakaway.seasons.rounds import begun
from breakaway.seasons.season import NotPossible, Season
from breakaway.seasons.simulated import check_entrants
from breakaway.seasons.terms import KNOCKOUT, MOST_ENTRANTS, RACES, ROUND_ROBIN, SWISS, SeasonTerms, checked_terms
from breakaway.server.budgets import PageRoute
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.web.pages import NoSuchPage, page
from breakaway.web.request import Form, Posted, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)

# --- A new season from a form. Visitors name no files and no house rules.


FIELDS = ("title", "game", "people", "kind", "rounds", "take", "first", "days", "hours")
KINDS = (ROUND_ROBIN, "double", SWISS, KNOCKOUT, RACES)
MOST_HOURS = 14 * 24


@router.get("/season/new")
def season_form(request: Request) -> Response:
    """The form for a new season."""
    return _form(request, {"people": "Ada, Lightning\nTom, Fire\nVera, Sharks\nGus, Maulers, club"})


def _form(request: Request, given: Mapping[str, str], fault: str = "") -> Response:
    kinds = (
        (ROUND_ROBIN, _("League: everybody meets everybody once")),
        ("double", _("League: everybody meets everybody twice")),
        (SWISS, _("Swiss tournament: one meets somebody with as many points")),
        (KNOCKOUT, _("Cup: the loser is out")),
        (RACES, _("Series of races: everybody rides in each race")),
    )
    told = {"games": [(name, find(name).title) for name in GAMES], "kinds": kinds, "fault": fault}
    return page(request, "season_new.html", 422 if fault else 200, given={**dict.fromkeys(FIELDS, ""), **given}, **told)


@router.post("/season/new")
def new_season(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Opens a season, puts the visitor's browser into the organizer's chair, and shows the links. What is wrong in the
    form is said above it, with everything that was typed.
    """
    given = {name: form.text(name) for name in FIELDS}
    try:
        season = begun(_terms(given))
        check_entrants(season)
        hours = _number(given["hours"], _("Hours for each choice"), MOST_HOURS)
        made = open_season(club.database, season, hours and hours * HOUR)
    except (UserError, BadData) as error:
        return _form(request, given, str(error))
    people.take_organizer(club.database, made.chair, who.secrets)
    kept = kept_season(club.database, made.id)
    return _desk(request, kept, said=_("The season is open."), links=made.links, chair=made.chair)


def _terms(given: Mapping[str, str]) -> SeasonTerms:
    """The terms in a form. Raises UserError."""
    if given["kind"] not in KINDS or given["game"] not in GAMES:
        raise UserError(_("Choose a game and a kind of season."))
    kind = ROUND_ROBIN if given["kind"] == "double" else given["kind"]
    stage: dict[str, Any] = {"kind": kind, "legs": 2} if given["kind"] == "double" else {"kind": kind}
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
    entrants = [_entrant(line) for line in given["people"].splitlines() if line.strip()]
    terms = {"title": given["title"], "game": given["game"], "entrants": entrants, "stages": stages}
    return checked_terms(terms, _("the form"))


def _entrant(line: str) -> dict[str, str]:
    """The entrant in a line: a name, perhaps a team, perhaps a level of the computer."""
    parts = [each.strip() for each in line.split(",")]
    if len(parts) > 3:
        raise UserError(say("{line}: expected a name, a team and a level, parted by commas", line=repr(line[:80])))
    return dict(zip(("name", "team", "by"), [*parts[:2], *(each or HUMAN for each in parts[2:])], strict=False))


def _number(text: str, name: str, most: int) -> int | None:
    """A number from 1 to `most` that may be left out. Raises UserError."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
        raise UserError(say("{name}: a whole number from 1 to {most}", name=name, most=most))
    return int(text)


# --- The organizer's desk.


@router.get("/season/{season_id}/organize")
def desk(request: Request, season_id: str, club: TheClub, who: Who) -> Response:
    """What the organizer can do. Raises NoSuchSeason, BadSeason or NoSuchPage."""
    return _desk(request, _organized(club, season_id, who.secrets))


def _organized(club: Club, season_id: str, secrets: list[str]) -> KeptSeason:
    kept = kept_season(club.database, season_id)
    if not kept.is_organized_by(secrets):
        raise NoSuchPage(403, _("Only the organizer can do this. Nothing was changed."))
    return kept


def _desk(
    request: Request,
    kept: KeptSeason,
    status: int = 200,
    said: str = "",
    fault: str = "",
    links: Mapping[int, str] | None = None,
    chair: str = "",
    typed: Mapping[str, str] | None = None,
) -> Response:
    season, base = kept.season, request.app.state.identity.base
    still = {each.id for each in season.open_matches()}
    shown = [(season.entrants[i].name, f"{base}/season/join/{link}") for i, link in (links or {}).items()]
    if chair:
        shown.append((_("You, the organizer"), f"{base}/season/chair/{chair}"))
    given: dict[str, Any] = {
        "id": kept.id,
        "season": season.terms.title,
        "lines": kept.version,
        "said": said,
        "fault": fault,
        "shown": shown,
        "typed": {"act": "", "score": "", "name": "", "reason": "", **(typed or {})},
        "matches": [
            (each.id, f"{each.id} {written.sides_text(season, each)} {written.score_text(season, each)}")
            for each in season.matches.values()
            if each.id in still or each.result is not None
        ],
        "people": [
            (i, written.named(season, i), i in kept.players, bool(kept.players.get(i)))
            for i in range(len(season.entrants))
        ],
        "levels": [(HUMAN, _("a person, with a new link")), *_levels(season)],
        "newest": _newest(season),
    }
    return page(request, "season_desk.html", status, **given)


def _newest(season: Season) -> str:
    """What would be taken back, in words; empty if nothing is left."""
    try:
        return written.what_was(season)
    except NotPossible:
        return ""


def _levels(season: Season) -> list[tuple[str, str]]:
    game = find(season.terms.game)
    return [(each, coaches.called(game, each)) for each in coaches.names(game)]


ACTS = ("result", "forfeit", "replace", "leave", "undo")


@router.post("/season/{season_id}/organize")
async def organize(request: Request, season_id: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act of the organizer. A round is opened in the line for long work, because the computer's matches
    are played at once. Raises NoSuchSeason, NoSuchPage, and the errors of `JobQueue.do`.
    """
    workshop: JobQueue = request.app.state.workshop
    work = partial(_organize, request, club, season_id, form, who.secrets)
    return await workshop.do(request, work, READ, free=who.is_owner)


def _organize(request: Request, club: Club, season_id: str, form: Posted, secrets: list[str]) -> Response:
    kept = _organized(club, season_id, secrets)
    typed = {name: form.text(name) for name in ("act", "score", "name", "reason")}
    links, said = dict[int, str](), ""
    try:
        if typed["act"] == "round":
            n = len(open_round(club, season_id))
            said = many("{n} match was opened.", "{n} matches were opened.", n)
        elif typed["act"] == "link":
            entrant = _entrant_in(kept.season, form)
            links = {entrant: people.new_links(club.database, season_id, entrant)}
            said = _("The old link no longer works.")
        elif typed["act"] in ACTS:
            links = change_season(club.database, season_id, _act(form, typed, kept.version))
            said = written.said_of(kept.season, kept_season(club.database, season_id).season.lines[kept.version])
        else:
            raise UserError(_("An organizer cannot do this. Nothing was changed."))
    except (UserError, NotNow) as error:
        return _desk(request, kept_season(club.database, season_id), 422, fault=str(error), typed=typed)
    return _desk(request, kept_season(club.database, season_id), said=said, links=links)


def _act(form: Posted, typed: Mapping[str, str], lines: int) -> Callable[[Season], None]:
    """What an act adds to a season that had so many `lines` when its page was made."""

    def act(season: Season) -> None:
        if form.text("lines") != str(len(season.lines)) or len(season.lines) != lines:
            raise NotNow(_("The season has changed since this page was made. Nothing was changed."))
        reason = typed["reason"]
        if typed["act"] == "undo":
            season.undo(reason)
            return
        if typed["act"] in ("result", "forfeit"):
            match = season.matches.get(form.text("match"))
            if match is None:
                raise NotPossible(say("there is no match {id}", id=form.text("match")[:12]))
            if typed["act"] == "forfeit":
                season.forfeit(match.id, _entrant_in(season, form), reason)
            else:
                given = read_score(typed["score"], find(season.terms.game).unit)
                entrants = [each for each in match.sides if each not in season.gone_from(match)]
                if len(given) != len(entrants):
                    raise NotPossible(say("{n} scores are needed, in the order of the names", n=len(entrants)))
                enter_for(season, match, entrants, by_score(given), reason=reason)
        elif typed["act"] == "replace":
            season.replace_entrant(_entrant_in(season, form), typed["name"], form.text("by", HUMAN), reason)
            check_entrants(season)
        else:
            season.leave(_entrant_in(season, form), reason)
        draw_next(season)

    return act


def _entrant_in(season: Season, form: Posted) -> int:
    entrant = form.number("entrant")
    if entrant is None or entrant >= len(season.entrants):
        raise NotPossible(_("there is no such entrant"))
    return entrant
