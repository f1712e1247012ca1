"""Seasons in the browser: the table with what is still possible, the schedule, each player's results, the round-up.

A page shows only what every reader of the season may know: results that were entered, and which matches are open. It
shows nothing of a match in progress, so it does not change while one is played.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.schema import OVER
from breakaway.club.seasons import people
from breakaway.club.seasons.fixtures import has_teams, open_fixture
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from breakaway.core.language import _, language, many, say
from breakaway.core.observation import NotNow
from breakaway.display.document import Document, Grid, Line, Section
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN
from breakaway.seasons import pages as written
from breakaway.seasons.season import Season, SeasonMatch
from breakaway.seasons.terms import stage_name
from breakaway.server.budgets import PageRoute
from breakaway.server.visitors import Visitor
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import Form, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
MOST_KEPT = 64  # documents in memory


class DocumentsKept:
    """Documents about seasons, each made once for a state of its season and a language."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str, str], tuple[Season, Document]] = OrderedDict()
        self._guard = threading.Lock()

    def of(self, season: Season, name: str, make: Callable[[], Document]) -> Document:
        """The document with this `name` about a `season`, which nobody changes (`KeptSeason`)."""
        key = (id(season), name, language())  # the season is kept with it, so no other object has its id
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][1]
        made = make()
        with self._guard:
            self._kept[key] = season, made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


_documents = DocumentsKept()


@dataclass(frozen=True)
class NextMatch:
    """The reader's next match on the season's page: its round, day and sides, and where it is played.

    `match`: the club's match, if it is open already. `can_open`: whether the reader can open it here.
    """

    fixture: str
    round: str
    due: str
    sides: str
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
    document = _documents.of(kept.season, "all", lambda: written.season_page(kept.season))
    mine = kept.entrants_of(who.secrets)
    return _shown(request, club, kept, who, document, next=_next_match(kept, mine), rounds=_rounds(kept.season))


def _shown(
    request: Request, club: Club, kept: KeptSeason, who: Visitor, document: Document, status: int = 200, **more: Any
) -> Response:
    """A page about a season, made from a document. Names of players are links to their results in this season."""
    season, base = kept.season, f"/season/{kept.id}"
    given: dict[str, Any] = {
        "id": kept.id,
        "season": season.terms.title,
        "document": document,
        "players": {written.named(season, i): f"{base}/player/{i + 1}" for i in range(len(season.entrants))},
        "matches": _tables_of(club, kept, kept.entrants_of(who.secrets)),
        "organizes": kept.is_organized_by(who.secrets),
        "plays": [season.entrants[each].name for each in kept.entrants_of(who.secrets)],
        "player_head": _("Player"),
        "match_head": _("Match"),
        "spared": [_("Score"), _("+/−"), _("Last five"), _("Team"), _("Behind")],
        "next": None,
        "rounds": [],
        **more,
    }
    return page(request, "season.html", status, **given)


def _tables_of(club: Club, kept: KeptSeason, mine: list[int]) -> dict[str, str]:
    """Where the matches of the schedule can be seen, by their ids: those that are over, and the reader's own."""
    linked = {each.id: kept.link_of(each.id) for each in kept.season.matches.values()} if kept.links else {}
    return {
        fixture: f"/match/{link.match}"
        for fixture, link in linked.items()
        if link is not None and (link.record or set(mine) & set(link.sides))
    }


def _rounds(season: Season) -> list[tuple[str, str]]:
    """The rounds of which something was played, the newest first: name for an address, and in words."""
    found = [each for each in season.rounds if any(season.matches[match].result for match in each.matches)]
    return [
        (f"{each.stage + 1}.{each.number}", _round_text(season, season.matches[each.matches[0]]))
        for each in found[::-1]
    ]


def _round_text(season: Season, match: SeasonMatch) -> str:
    return say("{stage}, round {n}", stage=stage_name(season.terms.stages, match.stage), n=match.round)


def _next_match(kept: KeptSeason, mine: list[int]) -> NextMatch | None:
    """The first open match of the schedule in which the reader plays."""
    season = kept.season
    match = next((each for each in season.open_matches() if set(mine) & set(each.sides)), None)
    if match is None:
        return None
    link = kept.link_of(match.id)
    due = "" if match.due is None else match.due.isoformat()
    told = (_round_text(season, match), due, written.sides_text(season, match))
    return NextMatch(match.id, *told, link.match if link else "", has_teams(season, match))


@router.get("/season/{season_id}/round/{which}")
def season_round(request: Request, season_id: str, which: str, club: TheClub, who: Who) -> Response:
    """The round-up of a round, such as `1.3`: results, table, leaders, what comes next. Raises NoSuchSeason, BadSeason
    or NoSuchPage.
    """
    kept = kept_season(club.database, season_id)
    there = {f"{each.stage + 1}.{each.number}": (each.stage, each.number) for each in kept.season.rounds}
    if which not in there:
        raise NoSuchPage(404, _("This season has no such round."))
    document = _documents.of(kept.season, which, lambda: written.round_up(kept.season, *there[which]))
    return _shown(request, club, kept, who, document)


@router.get("/season/{season_id}/player/{n}")
def season_player(request: Request, season_id: str, n: int, club: TheClub, who: Who) -> Response:
    """A player's results in this season, and nowhere else. Raises NoSuchSeason, BadSeason or NoSuchPage."""
    kept = kept_season(club.database, season_id)
    if not 1 <= n <= len(kept.season.entrants):
        raise NoSuchPage(404, _("This season has no such player."))
    document = _documents.of(kept.season, f"player {n}", lambda: player_page(kept.season, n - 1))
    return _shown(request, club, kept, who, document)


def player_page(season: Season, entrant: int) -> Document:
    """The results of an `entrant` in the `season`: every match that was drawn, the newest first, his score in front."""
    his = [each for each in season.matches.values() if entrant in each.sides]
    rows = [
        [
            each.id,
            _round_text(season, each),
            ", ".join(written.named(season, other) for other in each.sides if other != entrant),
            written.score_text(season, each, entrant),
        ]
        for each in reversed(his)
    ]
    heads = (_("Match"), _("Round"), _("Against"), _("Result"))
    grid = Grid("", heads, rows, folded=False, right=())
    this = season.entrants[entrant]
    lead = [Line(this.team)] if this.team else []
    if this.by != HUMAN:
        lead.append(Line(_("The computer plays for this entrant.")))
    if earlier := season.before.get(entrant):
        lead.append(Line(say("Before: {names}.", names=", ".join(earlier))))
    played = sum(season.result_of(each) is not None for each in his)
    section = Section(_("Results"), many("{n} match was played.", "{n} matches were played.", played), [grid])
    return Document(written.named(season, entrant), season.terms.title, lead, [section])


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
