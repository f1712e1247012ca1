"""Seasons in the browser: the table with what is still possible, the schedule, each player's results, the round-up.

A page shows only what every reader of the season may know: results that were entered, and which matches are open. It
shows nothing of a match in progress, so it does not change while one is played.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.schema import OVER
from breakaway.club.seasons import people
from breakaway.club.seasons.fixtures import has_teams, open_fixture
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from breakaway.core.language import UserError, _, language
from breakaway.core.observation import NotNow
from breakaway.display.document import Document
from breakaway.display.renderers import as_pdf
from breakaway.games.manifest import find
from breakaway.seasons import pages as written
from breakaway.seasons.leaders import jersey_drawing
from breakaway.seasons.overview import SeasonOverview, day_text, overview, player_overview, players, round_text
from breakaway.seasons.rating_bars import rating_scale
from breakaway.seasons.season import Season
from breakaway.server.budgets import PageRoute, in_turn
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.server.visitors import Visitor
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import Form, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
MOST_KEPT = 64  # documents in memory
T = TypeVar("T")


class DocumentsKept:
    """Documents and overviews of seasons, each made once for a state of its season and a language."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str, str], tuple[Season, Any]] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, season: Season, name: str, make: Callable[[Season], T]) -> T:
        """What is called `name` of a `season`, which nobody changes (`KeptSeason`)."""
        key = (id(season), name, language())  # the season is kept with it, so no other object has its id
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: T = self._kept[key][1]
                return found
        made = make(season)
        with self._guard:
            self._kept[key] = season, made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


_documents = DocumentsKept()


@dataclass(frozen=True)
class NextMatch:
    """The reader's next match on the season's page: its round, day and sides (entrants), and where it is played.

    `mine`: the reader's entrant in it. `says`: what it can decide for him. `match`: the club's match, if it is open
    already. `can_open`: whether the reader can open it here.
    """

    fixture: str
    round: str
    day: str
    sides: tuple[int, ...]
    mine: int
    says: str
    match: str
    can_open: bool


# --- What everybody reads.


@router.get("/seasons")
def my_seasons(request: Request, club: TheClub, who: Who) -> Response:
    """The seasons in which the visitor plays or that he organizes; for the owner, all of them."""
    rows = listed_seasons(club.database, None if who.is_owner else who.secrets)
    return page(request, "seasons.html", rows=rows, titles={each.game: find(each.game).title for each in rows})


@router.get("/season/{season_id}")
def season_table(request: Request, season_id: str, club: TheClub, who: Who) -> Response:
    """A season: the reader's next match, the tables, the schedule, the leaders and what was decided.

    Raises NoSuchSeason or BadSeason.
    """
    kept = kept_season(club.database, season_id)
    shown = _documents.of(kept.season, "all", overview)
    mine = kept.entrants_of(who.secrets)
    places = {line.entrant: line.place for line in shown.tables[0].lines} if shown.tables else {}
    given = {"shown": shown, "next": _next_match(kept, mine, shown), "places": places, "rated": kept.season.terms.rated}
    return _shown(request, "season.html", club, kept, who, **given)


def _shown(request: Request, template: str, club: Club, kept: KeptSeason, who: Visitor, **more: Any) -> Response:
    """A page about a season. Names of players are links to their results in this season."""
    season, mine = kept.season, kept.entrants_of(who.secrets)
    given: dict[str, Any] = {
        "id": kept.id,
        "season": season.terms.title,
        "players": _documents.of(season, "players", players),
        "matches": _tables_of(club, kept, mine),
        "organizes": kept.is_organized_by(who.secrets),
        "mine": mine,
        "jersey": jersey_drawing,
        **more,
    }
    return page(request, template, **given)


def _tables_of(club: Club, kept: KeptSeason, mine: list[int]) -> dict[str, str]:
    """Where the matches of the schedule can be seen, by their ids: those that are over, and the reader's own."""
    linked = {each.id: kept.link_of(each.id) for each in kept.season.matches.values()} if kept.links else {}
    return {
        fixture: f"/match/{link.match}"
        for fixture, link in linked.items()
        if link is not None and (link.record or set(mine) & set(link.sides))
    }


def _next_match(kept: KeptSeason, mine: list[int], shown: SeasonOverview) -> NextMatch | None:
    """The first open match of the schedule in which the reader plays."""
    season = kept.season
    match = next((each for each in season.open_matches() if set(mine) & set(each.sides)), None)
    if match is None:
        return None
    link, me = kept.link_of(match.id), next(each for each in mine if each in match.sides)
    can = next((line.possible for line in shown.tables[0].lines if line.entrant == me), None)
    says = can.next if can is not None and match.stage == season.stage else ""
    told = (round_text(season, match.stage, match.round), day_text(match.due), match.sides, me, says)
    return NextMatch(match.id, *told, link.match if link else "", has_teams(season, match))


@router.get("/season/{season_id}/round/{which}")
def season_round(request: Request, season_id: str, which: str, club: TheClub, who: Who) -> Response:
    """The round-up of a round, such as `1.3`: results, table, leaders, what comes next. Raises NoSuchSeason, BadSeason
    or NoSuchPage.
    """
    kept = kept_season(club.database, season_id)
    document = _round_up(kept.season, which)
    links = {
        written.named(kept.season, i): f"/season/{kept.id}/player/{i + 1}" for i in range(len(kept.season.entrants))
    }
    heads = {"player_head": _("Player"), "match_head": _("Match")}
    spared = [_("Score"), _("+/−"), _("Last five"), _("Team"), _("Behind")]
    more = {"document": document, "links": links, "spared": spared, "which": which, **heads}
    return _shown(request, "season_round.html", club, kept, who, **more)


def _round_up(season: Season, which: str) -> Document:
    """The round-up of the round with this address. Raises NoSuchPage."""
    there = {f"{each.stage + 1}.{each.number}": (each.stage, each.number) for each in season.rounds}
    if which not in there:
        raise NoSuchPage(404, _("This season has no such round."))
    return _documents.of(season, which, lambda season: written.round_up(season, *there[which]))


@router.get("/season/{season_id}/round/{which}/pdf")
async def season_zine(request: Request, season_id: str, which: str, club: TheClub) -> Response:
    """The same round-up as a PDF. Raises NoSuchSeason, BadSeason, NoSuchPage, the errors of `JobQueue.do`, and
    UserError if Typst is not installed.
    """

    def read() -> tuple[int, Document]:
        kept = kept_season(club.database, season_id)
        return kept.version, _round_up(kept.season, which)

    version, document = await in_turn(read)
    workshop: JobQueue = request.app.state.workshop
    key = "season", str(club.database.engine.url), season_id, version, which, language()
    made = await workshop.do(request, lambda: as_pdf(document), READ, key)
    name = f"season-{season_id}-{which}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/season/{season_id}/ratings")
def season_ratings(request: Request, season_id: str, club: TheClub, who: Who) -> Response:
    """How strong the people of a season are by its rated matches alone, on one scale with the computer's levels.

    Raises NoSuchSeason, BadSeason, or UserError if a library is missing.
    """
    kept = kept_season(club.database, season_id)
    scale = _documents.of(kept.season, "ratings", rating_scale) if kept.season.terms.rated else None
    return _shown(request, "season_ratings.html", club, kept, who, scale=scale)


@router.get("/season/{season_id}/player/{n}")
def season_player(request: Request, season_id: str, n: int, club: TheClub, who: Who) -> Response:
    """A player's results in this season, and nowhere else. Raises NoSuchSeason, BadSeason or NoSuchPage."""
    kept = kept_season(club.database, season_id)
    if not 1 <= n <= len(kept.season.entrants):
        raise NoSuchPage(404, _("This season has no such player."))
    shown = _documents.of(kept.season, f"player {n}", lambda season: player_overview(season, n - 1))
    scale = None
    with suppress(UserError):  # without the library, the page has no rating
        scale = _documents.of(kept.season, "ratings", rating_scale) if kept.season.terms.rated else None
    return _shown(request, "season_player.html", club, kept, who, shown=shown, n=n - 1, scale=scale)


# --- Signing up, and sitting down.


@router.get("/season/join/{link}")
def asked_to_play(request: Request, link: str, club: TheClub) -> Response:
    """Asks the visitor to sign up for the entrant to whom a link leads. Opening it changes nothing.

    Raises NoSuchPlace.
    """
    season_id, entrant = people.place_of(club.database, link)
    season = kept_season(club.database, season_id).season
    this = season.entrants[entrant]
    return page(request, "season_join.html", season=season.terms.title, name=this.name, team=this.team, link=link)


@router.post("/season/join/{link}")
def plays(request: Request, link: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Signs the visitor's browser up. Raises NoSuchPlace or UserError."""
    season_id, entrant = people.sign_up(club.database, link, who.sitter())
    for each in kept_season(club.database, season_id).links:
        if entrant in each.sides:
            hub.changed(each.match)
    return go(request, f"/season/{season_id}")


@router.get("/season/chair/{link}")
def asked_to_organize(request: Request, link: str, club: TheClub) -> Response:
    """Asks the visitor to take the organizer's chair. Opening the link changes nothing. Raises NoSuchPlace."""
    season = kept_season(club.database, people.organized_by(club.database, link)).season
    return page(request, "season_join.html", season=season.terms.title, name="", team="", link=link)


@router.post("/season/chair/{link}")
def organizes(request: Request, link: str, form: Form, club: TheClub, who: Who) -> Response:
    """Puts the visitor's browser into the organizer's chair. Raises NoSuchPlace."""
    return go(request, f"/season/{people.take_organizer(club.database, link, who.secrets)}")


@router.post("/season/{season_id}/sit/{fixture}")
def sit_down(
    request: Request, season_id: str, fixture: str, form: Form, club: TheClub, who: Who, hub: TheHub
) -> Response:
    """Opens the visitor's own match, if nobody has opened it, and leads to its table.

    Raises NoSuchSeason, NoSuchPage, NotNow or UserError.
    """
    kept = kept_season(club.database, season_id)
    mine, match = kept.entrants_of(who.secrets), kept.season.matches.get(fixture)
    his = [] if match is None else [each for each in mine if each in match.sides]
    if not his:
        raise NoSuchPage(403, _("You do not play in this match. Nothing was changed."))
    link = kept.link_of(fixture)
    if link is None:
        try:
            opened = open_fixture(club, season_id, fixture).match
        except NotNow:  # the opponent was faster, or it has a result now
            link = kept_season(club.database, season_id).link_of(fixture)
            if link is None:
                raise
            opened = link.match
    else:
        opened = link.match
    if club.listed(opened).status != OVER:
        people.sit_again(club.database, season_id, his[0], who.sitter())
        club.resolve(opened)
    hub.changed(opened)
    return go(request, f"/match/{opened}")
