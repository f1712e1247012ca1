"""The organizer of a season in the browser: opens rounds, enters results, replaces people, removes the season."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.invitations import Invitation, invite
from breakaway.club.mail_log import PostedMail
from breakaway.club.seasons import people
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import carry_on, open_round
from breakaway.club.seasons.kept import KeptSeason, kept_season, season_text
from breakaway.club.seasons.removal import remove_season
from breakaway.club.seasons.settled import draw_next
from breakaway.core.language import UserError, _, language, languages, many, say
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.mail.invitations import season_invite_letter
from breakaway.mail.postman import Postman
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.seasons import pages as written
from breakaway.seasons.results import by_score, enter_for, read_score
from breakaway.seasons.season import NotPossible, Season
from breakaway.seasons.simulated import check_entrants
from breakaway.server.budgets import PageRoute
from breakaway.server.live_pages import Hub
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.web.email_pages import source_of
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import Form, Posted, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)

# --- The organizer's desk.


@router.get("/season/{season_id}/organize")
def desk(request: Request, season_id: str, club: TheClub, who: Who) -> Response:
    """What the organizer can do. Raises NoSuchSeason, BadSeason or NoSuchPage."""
    return show_desk(request, organized(club, season_id, who.secrets))


def organized(club: Club, season_id: str, secrets: list[str]) -> KeptSeason:
    """The season `season_id` of the `club`, for a browser with these `secrets`. Raises NoSuchPage for all but its
    organizer.
    """
    kept = kept_season(club.database, season_id)
    if not kept.is_organized_by(secrets):
        raise NoSuchPage(403, _("Only the organizer can do this. Nothing was changed."))
    return kept


def show_desk(
    request: Request,
    kept: KeptSeason,
    status: int = 200,
    said: str = "",
    fault: str = "",
    links: Mapping[int, str] | None = None,
    chair: str = "",
    typed: Mapping[str, str] | None = None,
) -> Response:
    """The organizer's page of the season `kept`, with what was `said` about an act, or its `fault`.

    `links`: new links by entrant, and `chair`: one for the organizer, shown only now. `typed`: what was in the form.
    """
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
        "typed": {"act": "", "score": "", "name": "", "reason": "", "address": "", **(typed or {})},
        "matches": [
            (each.id, f"{each.id} {written.sides_text(season, each)} {written.score_text(season, each)}")
            for each in season.matches.values()
            if each.id in still or each.result is not None
        ],
        "people": [
            (i, written.named(season, i), i in kept.players, bool(kept.players.get(i)) or i in kept.by_mail)
            for i in range(len(season.entrants))
        ],
        "levels": [(HUMAN, _("a person, with a new link")), *_levels(season)],
        "newest": _newest(season),
        "has_mail": _gets_answers(request),
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


@router.get("/season/{season_id}/file")
def season_file(season_id: str, club: TheClub, who: Who) -> Response:
    """The season as a file for `breakaway season`. For the organizer alone, because the seed in it decides the lots and
    the computer's matches. Raises NoSuchSeason, BadSeason or NoSuchPage.
    """
    organized(club, season_id, who.secrets)
    headers = {"Content-Disposition": f'attachment; filename="{season_id}.season"', "Cache-Control": "no-store"}
    text = season_text(club.database, season_id)
    return Response(text, media_type="application/x-ndjson; charset=utf-8", headers=headers)


REMOVE = "remove"
ACTS = ("result", "forfeit", "replace", "leave", "undo")
MOVES_SEATS = ("replace", "leave", "undo")  # after which matches that are being played may go on or stand still


@router.post("/season/{season_id}/organize")
async def organize(request: Request, season_id: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act of the organizer. A round is opened in the line for long work, because the computer's matches
    are played at once. Raises NoSuchSeason, NoSuchPage, and the errors of `JobQueue.do`.
    """
    workshop: JobQueue = request.app.state.workshop
    work = partial(_organize, request, club, hub, season_id, form, who.secrets)
    return await workshop.do(request, work, READ, free=who.is_owner)


def _organize(request: Request, club: Club, hub: Hub, season_id: str, form: Posted, secrets: list[str]) -> Response:
    kept = organized(club, season_id, secrets)
    typed = {name: form.text(name) for name in ("act", "score", "name", "reason", "address")}
    links, said = dict[int, str](), ""
    try:
        if typed["act"] == "round":
            n = len(open_round(club, season_id))
            said = many("{n} match was opened.", "{n} matches were opened.", n)
        elif typed["act"] == "link":
            entrant = _entrant_in(kept.season, form)
            links = {entrant: people.new_links(club.database, season_id, entrant)}
            said = _("The old link no longer works.")
        elif typed["act"] == "invite":
            said = _invited(request, club, kept, form)
        elif typed["act"] == REMOVE:
            return _removed(request, club, hub, kept, form)
        elif typed["act"] in ACTS:
            links = change_season(club.database, season_id, _act(form, typed, kept.version))
            if typed["act"] in MOVES_SEATS:
                for match in carry_on(club, season_id):
                    hub.changed(match)
            said = written.said_of(kept.season, kept_season(club.database, season_id).season.lines[kept.version])
        else:
            raise UserError(_("An organizer cannot do this. Nothing was changed."))
    except (UserError, NotNow) as error:
        return show_desk(request, kept_season(club.database, season_id), 422, fault=str(error), typed=typed)
    return show_desk(request, kept_season(club.database, season_id), said=said, links=links)


def _gets_answers(request: Request) -> bool:
    """Whether this server sends emails and reads the answers to them."""
    postman: Postman | None = request.app.state.postman
    return postman is not None and bool(postman.sender.key)


def _invited(request: Request, club: Club, kept: KeptSeason, form: Posted) -> str:
    """Invites somebody by email to sign up for an entrant. The answer seats him in the entrant's open match. Raises
    UserError or NotNow.
    """
    entrant, address = _entrant_in(kept.season, form), form.text("address")[:300].strip()
    if not _gets_answers(request):
        raise UserError(_("This server reads no emails, so nobody can sign up by email. Send him his link."))
    if entrant not in kept.players:
        raise UserError(_("No person plays for this entrant."))
    if kept.players[entrant] or entrant in kept.by_mail:
        raise NotNow(_("Somebody has signed up for this entrant already. Nothing was changed."))
    mine = [each for each in kept.season.open_matches() if entrant in each.sides]
    link = next((found for each in mine if (found := kept.link_of(each.id)) is not None), None)
    if link is None:
        raise NotNow(_("His first match is not open yet. Open its round first, then invite him."))
    sender, now = request.app.state.postman.sender, club.database.now()

    def letter(given: Invitation) -> PostedMail:
        return season_invite_letter(sender, given, kept.season.terms.game, now)

    wanted = form.text("language")
    spoken_there = wanted if wanted in languages() else language()
    invite(club.database, link.match, link.sides.index(entrant), address, spoken_there, letter, source_of(request))
    return say("An invitation goes to {address}.", address=address)


def _removed(request: Request, club: Club, hub: Hub, kept: KeptSeason, form: Posted) -> Response:
    """Removes the season, if the organizer has ticked the box. Its matches stay. Raises UserError or NotNow."""
    if not form.text("sure"):
        raise UserError(_("Tick the box to remove the season. Nothing was changed."))
    for match in remove_season(club.database, kept.id, form.number("lines") or 0):
        hub.changed(match)
    return go(request, "/seasons")


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
