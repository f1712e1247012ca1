"""The host's pages: the chair, all matches of a host, one match with its acts, and the trail that everybody reads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club import host_requests, hosting
from breakaway.club.closing import is_unplayed
from breakaway.club.club import Club, store_of
from breakaway.club.email_addresses import HOST_BOX, mailbox
from breakaway.club.hosting import NO_SEAT, OWNER, DryRun, dry_run, has_chair, readable, trail_of, why_no_entry
from breakaway.club.mail_log import mails_by_match
from breakaway.club.match_views import Found, Listed, soonest_first
from breakaway.core.language import _, say
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Line, Section
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find, open_turn
from breakaway.mail.host_acts import (
    ACTS,
    REFUSALS,
    ActDone,
    TrailText,
    answer,
    carry_out,
    request_says,
    rule_says,
    ruling_says,
    teams_of,
    told_lines,
    why,
)
from breakaway.mail.postman import Postman
from breakaway.players import coaches
from breakaway.players.seated_match import Table
from breakaway.players.settings import find_setting
from breakaway.server.budgets import PageRoute
from breakaway.server.live_pages import Hub
from breakaway.server.request_checks import Identity
from breakaway.server.visitors import Visitor, add_invites
from breakaway.web.match_panels import who_plays
from breakaway.web.pages import NoSuchPage, go, in_utc, page
from breakaway.web.request import At, Form, Posted, SeatRequest, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)

MOST_ROWS = 500  # matches on the owner's page
LONGEST_ID = 16  # characters of a match's name, which a form may get wrong

# --- The chair, and the matches of a host.


@router.get("/chair/{link}")
def asked(request: Request, link: str, club: TheClub) -> Response:
    """Asks the visitor to take the host's chair. Opening the link changes nothing. Raises NoSuchChair."""
    match = club.listed(hosting.chair_of(club.database, link))
    return page(request, "chair.html", match=match, link=link)


@router.post("/chair/{link}")
def taken(request: Request, link: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Puts the visitor's browser into the host's chair. Raises NoSuchChair."""
    match_id = hosting.take_chair(club.database, link, who.secrets)
    hub.changed(match_id)
    return go(request, f"/host/{match_id}")


@router.get("/host")
def every(request: Request, club: TheClub, who: Who) -> Response:
    """The matches that the visitor hosts without playing: first those with the soonest deadline."""
    return _hosts_page(request, club, who)


def _hosts_page(request: Request, club: Club, who: Visitor, status: int = 200, **more: Any) -> Response:
    archived = bool(request.query_params.get("archived"))
    return _list(request, club, "hosts.html", hosting.hosted(club.database, who.secrets, archived), status, **more)


@router.get("/matches")
def of_server(request: Request, club: TheClub, who: Who) -> Response:
    """All matches of the server, those with the soonest deadline first. Only for the owner. Raises NoSuchPage."""
    return _owners_page(request, club, who)


def _owners_page(request: Request, club: Club, who: Visitor, status: int = 200, **more: Any) -> Response:
    if not who.is_owner:
        raise NoSuchPage(404, _("This page does not exist."))
    archived = bool(request.query_params.get("archived"))
    rows = soonest_first(club.matches(archived=archived, most_over=MOST_ROWS))[:MOST_ROWS]
    return _list(request, club, "matches.html", rows, status, mails=mails_by_match(club.database), **more)


def _list(
    request: Request, club: Club, template: str, rows: Sequence[Listed], status: int = 200, **more: Any
) -> Response:
    now = club.database.now()
    given: dict[str, Any] = {
        "rows": rows,
        "late": [each.id for each in rows if each.is_late(now)],
        "titles": {each.game: find(each.game).title for each in rows},
        "archived": bool(request.query_params.get("archived")),
        "done": [],
        "refused": [],
        "typed": dict.fromkeys(("act", "text", "hours", "days", "reason"), ""),
        "chosen": [],
        **more,
    }
    return page(request, template, status, **given)


SEVERAL = ("announce", "extend", "pause", "resume", "archive", "restore")  # what can be done to several matches at once


@router.post("/host")
def do_several(request: Request, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act in several of the visitor's matches. Raises NoSuchPage."""
    mine = {each.id for archived in (False, True) for each in hosting.hosted(club.database, who.secrets, archived)}
    status, more = _several(club, hub, form, NO_SEAT, mine)
    return _hosts_page(request, club, who, status, **more)


@router.post("/matches")
def do_several_as_owner(request: Request, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act in several matches of the server. Only for the owner. Raises NoSuchPage."""
    if not who.is_owner:
        raise NoSuchPage(404, _("This page does not exist."))
    status, more = _several(club, hub, form, OWNER, {each.id for each in club.matches(archived=None)})
    return _owners_page(request, club, who, status, **more)


def _several(club: Club, hub: Hub, form: Posted, by: int, may: Collection[str]) -> tuple[int, dict[str, Any]]:
    """Carries out one act in each match that the form names, if it is one of those in which the host `may` act.

    Returns the status, and what was done and refused, for the page.
    """
    ids = form.texts("match")
    act, given = form.text("act"), {key: form.text(key) for key in ("text", "hours", "days", "reason")}
    if act not in SEVERAL:
        raise NoSuchPage(403, _("A host cannot do this. Nothing was changed."))
    done, refused = list[str](), list[tuple[str, str]]()
    for match_id in dict.fromkeys(ids):
        if match_id not in may:
            refused.append((match_id[:LONGEST_ID], _("You host no match of this name. It was left as it is.")))
            continue
        title = club.listed(match_id).title
        try:
            carried = carry_out(club, match_id, act, given, by)
            done.append(say("{title}: everybody is asked", title=title) if carried.is_asked else title)
        except REFUSALS as error:
            refused.append((title, why(error)))
        hub.changed(match_id)
    if not ids:
        refused.append(("", _("Choose at least one match. Nothing was changed.")))
    more: dict[str, Any] = {"done": done, "refused": refused}
    if refused:
        more |= {"typed": {**given, "act": act}, "chosen": list(ids)}
    return 422 if refused else 200, more


# --- One match.


@dataclass(frozen=True)
class SeatRow:
    """A seat on the host's page: its team, its player and what everybody may know about its order.

    `is_in`: whether its order is in. `is_late`: whether its time is up. `fault`: why the host cannot enter an order.
    """

    seat: int
    team: str
    player: str
    class_: str
    is_asked: bool
    is_in: bool
    is_late: bool
    missed: int
    fault: str


@dataclass(frozen=True)
class HostView:
    """What the host of a match sees. It is made only from what every player may know.

    `by`: the host's seat, or NO_SEAT. `back`: the turns before which play can begin anew, each with its number of turns
    and rulings. `rulings`: the rulings that are possible now, as the form sends them and in words.
    `is_unplayed`: whether nobody has chosen yet. `has_chance`: whether the game uses dice or cards. `asked`: what the
    host asks everybody, and `awaited`: the teams that have not answered.
    """

    listed: Listed
    turn: int
    by: int
    is_over: bool
    is_paused: bool
    is_held: bool
    stands: str
    rows: list[SeatRow]
    dry: DryRun
    back: list[tuple[int, str]]
    rulings: list[tuple[str, str]]
    is_unplayed: bool
    has_chance: bool
    asked: str
    awaited: list[str]
    told: list[TrailText]


def _view(club: Club, match_id: str, who: Visitor) -> HostView:
    lines = trail_of(club.database, match_id)

    def look(table: Table) -> HostView:
        found, match, now = store_of(table).found, table.match, club.database.now()
        by, listed = _host(found, who), found.listed
        seen, about = match.observation(SPECTATOR), find_page(match.game)
        classes = [*about.dress(match.names, match.config), *[""] * len(listed.seats)]
        dry = dry_run(table)
        missing, choosers = {seat for seat, _missed in dry.missing}, match.choosers()
        is_late = listed.closes is not None and listed.terms.due is not None and listed.terms.due <= now
        teams = teams_of(table)
        rows = [
            SeatRow(
                each.seat,
                teams[each.seat],
                who_plays(match.game, each),
                classes[each.seat],
                each.seat in choosers,
                each.seat in choosers and each.seat not in missing,
                each.seat in missing and is_late,
                dict(dry.missing).get(each.seat, 0),
                why_no_entry(table, each.seat),
            )
            for each in listed.seats
        ]
        back = [] if match.is_over() else hosting.ways_back(match)
        asked = host_requests.request_of(club, table)
        words = [
            (each.codes, ruling_says(match.game, match.names, each.codes)) for each in hosting.rulings_of_host(table)
        ]
        return HostView(
            listed=listed,
            turn=match.turn,
            by=by,
            is_over=match.is_over(),
            is_paused=hosting.is_paused(listed, now),
            is_held=listed.held == match.fold.turns,
            stands="" if match.is_over() else open_turn(seen, match.turn),
            rows=rows,
            dry=dry,
            back=back,
            rulings=[(",".join(map(str, codes)), text) for codes, text in words],
            is_unplayed=is_unplayed(table),
            has_chance=find_setting(match.game).form().chance,
            asked=request_says(table, asked, by) if asked else "",
            awaited=[teams[seat] for seat in asked.missing] if asked else [],
            told=told_lines(table, readable(match, lines, SPECTATOR if by == NO_SEAT else by)),
        )

    return club.do(match_id, look)


def _host_in(found: Found, who: Visitor) -> int | None:
    """The seat of the host whose browser this is, NO_SEAT for one who does not play, or None for anybody else."""
    mine = who.seats_in(found.listed.seats, found.held(who.secrets))
    if not mine and has_chair(found, who.secrets):
        return NO_SEAT
    return found.listed.host if found.listed.host in mine else None


def _host(found: Found, who: Visitor) -> int:
    """The seat of the host whose browser this is, or NO_SEAT for one who does not play. Raises NoSuchPage."""
    by = _host_in(found, who)
    if by is not None:
        return by
    raise NoSuchPage(403, _("Only the host of this match can open this page. Open the link to the host’s chair."))


@router.get("/host/{match_id}")
def one(request: Request, match_id: str, club: TheClub, who: Who) -> Response:
    """One match with everything that its host can do. Raises NoSuchMatch or NoSuchPage."""
    return _shown(request, club, match_id, who)


def _shown(request: Request, club: Club, match_id: str, who: Visitor, status: int = 200, **more: Any) -> Response:
    view = _view(club, match_id, who)
    game = find(view.listed.game)
    postman: Postman | None = request.app.state.postman
    given: dict[str, Any] = {
        "view": view,
        "match": view.listed,
        "game": game,
        "coaches": [(each, coaches.called(game, each)) for each in coaches.names(game)],
        "rule": rule_says(view.dry.rule),
        "open": "",
        "fault": "",
        "typed": {},
        "link": "",
        "mails": bool(postman and postman.sender.key) and view.by == NO_SEAT,  # with a key, somebody reads answers
        "box": mailbox(club.database, match_id, HOST_BOX) if view.by == NO_SEAT else None,
        **more,
    }
    return page(request, "host.html", status, **given)


# --- The acts. Each is refused with a sentence and the form as it was sent, or done and noted in the trail.


@router.post("/host/{match_id}/{act}")
def do(request: Request, match_id: str, act: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act of the host. Raises NoSuchMatch or NoSuchPage."""
    found = club.found(match_id)
    by = _host(found, who)
    if act not in (*ACTS, "withdraw", "link") or (act == "link" and by != NO_SEAT):
        raise NoSuchPage(403, _("A host cannot do this. Nothing was changed."))
    if act == "link":
        identity: Identity = request.app.state.identity
        link = hosting.new_link(club.database, match_id)
        hub.changed(match_id)
        return _shown(request, club, match_id, who, open="link", link=f"{identity.base}/chair/{link}")
    given = {key: value for key, value in form.form.items() if isinstance(value, str)}
    try:
        if act == "withdraw":
            host_requests.decline(club, match_id, by, by)
            done = ActDone()
        else:
            done = carry_out(club, match_id, act, given, by, who.seats_in(found.listed.seats, found.held(who.secrets)))
    except REFUSALS as error:
        return _shown(request, club, match_id, who, 422, open=act, fault=why(error), typed=given)
    hub.changed(match_id)
    if done.is_gone:
        return go(request, "/host" if by == NO_SEAT else "/")
    response = go(request, f"/host/{match_id}")
    if done.invitation:
        add_invites(request, response, [done.invitation])
    return response


# --- The trail.


@router.get("/match/{match_id}/{place}/trail")
def see_trail(at: At) -> Response:
    """What the host of this match has done and asks, as this seat or a spectator may read it."""
    return _trail(at)


def _trail(at: SeatRequest, status: int = 200, fault: str = "") -> Response:
    lines, found = trail_of(at.club.database, at.match_id), at.club.found(at.match_id)
    seat = at.seat_in(found)

    def read(table: Table) -> dict[str, Any]:
        seen = readable(table.match, lines, seat, found.listed.terms.delay if seat == SPECTATOR else 0)
        asked = host_requests.request_of(at.club, table) if seat != SPECTATOR else None
        return {
            "told": told_lines(table, seen),
            "asked": request_says(table, asked, seat) if asked else "",
            "why": asked.said if asked else "",
            "may_answer": asked is not None and seat in asked.missing,
            "mark": asked.mark if asked else "",
            "awaited": [teams_of(table)[each] for each in asked.missing] if asked else [],
        }

    given: dict[str, Any] = {
        **at.club.do(at.match_id, read),
        "match": found.listed,
        "place": at.place,
        "hosts": _host_in(found, at.who) is not None,
        "fault": fault,
    }
    return page(at.request, "trail.html", status, **given)


@router.post("/match/{match_id}/{place}/trail")
def answer_host(at: At, form: Form) -> Response:
    """Answers what the host asks everybody. Raises NoSuchMatch or NoSuchPage."""
    at.must_play(_("Only players can answer the host."))
    found = at.club.found(at.match_id)
    seat, mine = at.seat_in(found), at.who.seats_in(found.listed.seats, found.held(at.who.secrets))
    try:
        done = answer(at.club, at.match_id, seat, form.text("answer") == "yes", form.text("request"), mine)
    except REFUSALS as error:
        return _trail(at, 422, why(error))
    finally:
        at.hub.changed(at.match_id)
    return go(at.request, "/" if done.is_gone else f"/match/{at.match_id}/{at.place}/trail")


def trail_section(club: Club, match_id: str, behind: int) -> list[Section]:
    """The trail for the report of the whole match, as a spectator may read it, `behind` turns late. Empty if the host
    has done nothing.
    """
    lines = trail_of(club.database, match_id)

    def read(table: Table) -> list[TrailText]:
        seen = readable(table.match, lines, SPECTATOR, behind)
        return told_lines(table, seen)

    told = club.do(match_id, read) if lines else []
    parts = [Line(" ".join(filter(None, _words(each))), f"{in_utc(each.at)}: ") for each in told]
    return [Section(_("What the host did"), parts=parts)] if parts else []


def _words(line: TrailText) -> list[str]:
    return [line.text, in_utc(line.due) if line.due else "", line.said]
