"""The host's pages: the chair, all matches of a host, one match with its acts, and the trail that everybody reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club import hosting
from breakaway.club.club import Club, listed_of, store_of
from breakaway.club.hosting import NO_SEAT, DryRun, TrailLine, dry_run, has_chair, readable, trail_of, why_no_entry
from breakaway.club.mail_log import mails_by_match
from breakaway.club.match_views import Found, Listed
from breakaway.club.schema import COACH, EMPTY, OVER, WAIT
from breakaway.club.time_control import is_zone
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError, _, as_sentence, many, say
from breakaway.core.observation import NotNow, Refused
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Line, Section
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find, open_turn, turns_of
from breakaway.mail.orders import read_text, scribe_of
from breakaway.players import coaches
from breakaway.players.seated_match import Table
from breakaway.server.budgets import PageRoute
from breakaway.server.request_checks import Identity
from breakaway.server.visitors import Visitor, add_invites
from breakaway.web.match_panels import who_plays
from breakaway.web.pages import NoSuchPage, go, in_utc, page, resolve
from breakaway.web.request import At, Form, Posted, TheClub, TheHub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)

MOST_ROWS = 500  # matches on the owner's page

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
    now, rows = club.database.now(), hosting.hosted(club.database, who.secrets)
    late = [each.id for each in rows if each.due is not None and each.due <= now]
    return page(request, "hosts.html", rows=rows, late=late, titles={each.game: find(each.game).title for each in rows})


@router.get("/matches")
def of_server(request: Request, club: TheClub, who: Who) -> Response:
    """All matches of the server, those with the soonest deadline first. Only for the owner. Raises NoSuchPage."""
    if not who.is_owner:
        raise NoSuchPage(404, _("This page does not exist."))
    now = club.database.now()
    rows = sorted(club.matches(), key=lambda each: (each.due is None, each.due or now))[:MOST_ROWS]
    late = [each.id for each in rows if each.due is not None and each.due <= now]
    mails, titles = mails_by_match(club.database), {each.game: find(each.game).title for each in rows}
    return page(request, "matches.html", rows=rows, late=late, titles=titles, mails=mails)


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
    and rulings.
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
    trail: list[TrailLine]


def _view(club: Club, match_id: str, who: Visitor) -> HostView:
    lines = trail_of(club.database, match_id)

    def look(table: Table) -> HostView:
        found, match, now = store_of(table).found, table.match, club.database.now()
        by, listed = _host(found, who), found.listed
        seen, about = match.observation(SPECTATOR), find_page(match.game)
        classes = [*about.dress(match.names, match.config), *[""] * len(listed.seats)]
        dry, turns = dry_run(table), turns_of(match.game)
        missing, asked = {seat for seat, _missed in dry.missing}, match.choosers()
        is_late = listed.closes is not None and listed.terms.due is not None and listed.terms.due <= now
        teams = teams_of(table)
        rows = [
            SeatRow(
                each.seat,
                teams[each.seat],
                who_plays(match.game, each),
                classes[each.seat],
                each.seat in asked,
                each.seat in asked and each.seat not in missing,
                each.seat in missing and is_late,
                dict(dry.missing).get(each.seat, 0),
                "" if by != NO_SEAT else why_no_entry(table, each.seat),
            )
            for each in listed.seats
        ]
        first, last = len(match.log) - len(match.history), len(match.log)
        goals = [] if match.is_over() else range(last - 1, max(first, last - 20) - 1, -1)
        played = [(goal, turns.last(seen, last, last - goal - 1)) for goal in goals]
        back = [(goal, turns.text(seen, turn) if turn else say("step {n}", n=goal + 1)) for goal, turn in played]
        return HostView(
            listed=listed,
            turn=last,
            by=by,
            is_over=match.is_over(),
            is_paused=hosting.is_paused(listed, now),
            is_held=listed.held == match.fold.turns,
            stands="" if match.is_over() else open_turn(seen, last),
            rows=rows,
            dry=dry,
            back=back,
            trail=readable(match, lines, SPECTATOR if by == NO_SEAT else by),
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
    given: dict[str, Any] = {
        "view": view,
        "match": view.listed,
        "game": game,
        "told": told_lines(view.listed.game, [each.team for each in view.rows], view.trail),
        "coaches": [(each, coaches.called(game, each)) for each in coaches.names(game)],
        "rule": _rule_says(view.dry.rule),
        "open": "",
        "fault": "",
        "typed": {},
        "link": "",
        **more,
    }
    return page(request, "host.html", status, **given)


def _rule_says(rule: str) -> str:
    if rule == WAIT:
        return _("Nobody chooses for a late player: the turn waits.")
    if rule == COACH:
        return _("A coach makes this one choice.")
    return _("The rules for absent players apply.")


# --- The acts. Each is refused with a sentence and the form as it was sent, or done and noted in the trail.


OF_ALL = ("announce", "extend", "pause", "resume")  # what a host may do who plays


@router.post("/host/{match_id}/{act}")
def do(request: Request, match_id: str, act: str, form: Form, club: TheClub, who: Who, hub: TheHub) -> Response:
    """Carries out an act of the host. Raises NoSuchMatch or NoSuchPage."""
    by = _host(club.found(match_id), who)
    if act not in ACTS or (by != NO_SEAT and act not in OF_ALL):
        raise NoSuchPage(403, _("A host who plays can only announce, extend and pause. Nothing was changed."))
    try:
        answer = ACTS[act](club, match_id, form, by)
    except BadOrder as error:
        return _again(request, club, match_id, who, act, form, "; ".join(each[2] for each in error.mistakes))
    except (UserError, NotNow, Refused, coaches.NoSuchCoach) as error:
        return _again(request, club, match_id, who, act, form, str(error))
    if act in ("close", "order", "seat"):
        resolve(club, match_id)
    hub.changed(match_id)
    if act == "link":
        identity: Identity = request.app.state.identity
        return _shown(request, club, match_id, who, open="link", link=f"{identity.base}/chair/{answer}")
    response = go(request, f"/host/{match_id}")
    if answer:
        add_invites(request, response, [answer])
    return response


def _again(request: Request, club: Club, match_id: str, who: Visitor, act: str, form: Posted, fault: str) -> Response:
    typed = {key: value for key, value in form.form.items() if isinstance(value, str)}
    return _shown(request, club, match_id, who, 422, open=act, fault=as_sentence(fault), typed=typed)


def _announce(club: Club, match_id: str, form: Posted, by: int) -> str:
    hosting.announce(club.database, match_id, form.text("text"), by)
    return ""


def _extend(club: Club, match_id: str, form: Posted, by: int) -> str:
    hosting.extend(
        club.database, match_id, form.number("hours") or 0, form.text("reason"), by, form.text("was") or None
    )
    return ""


def _set(club: Club, match_id: str, form: Posted, by: int) -> str:
    pace = club.listed(match_id).terms.pace
    assert is_zone(pace.zone)
    try:
        typed = datetime.fromisoformat(form.text("due"))
    except ValueError:
        raise UserError(_("Write the deadline in the form 2026-12-27 21:00. Nothing was changed.")) from None
    due = typed if typed.tzinfo else typed.replace(tzinfo=pace.tz)
    hosting.move_deadline(club.database, match_id, due, form.text("reason"), form.text("was") or None)
    return ""


def _pause(club: Club, match_id: str, form: Posted, by: int) -> str:
    hosting.pause_all(club.database, match_id, form.number("days") or 0, form.text("reason"), by)
    return ""


def _resume(club: Club, match_id: str, form: Posted, by: int) -> str:
    hosting.resume(club.database, match_id, form.text("reason"), by)
    return ""


def _close(club: Club, match_id: str, form: Posted, by: int) -> str:
    club.do(match_id, partial(hosting.close_now, turn=_turn(form), reason=form.text("reason")))
    return ""


def _order(club: Club, match_id: str, form: Posted, by: int) -> str:
    seat, turn, reason = _seat(form), _turn(form), form.text("reason")

    def enter(table: Table) -> None:
        fault = why_no_entry(table, seat)
        if fault:
            raise NotNow(fault)
        observation = table.match.observation(seat)
        order, is_partial = read_text(observation, scribe_of(observation, len(table.match.log)), form.text("order"))
        if is_partial:
            raise UserError(_("Enter the whole order. Nothing was changed."))
        hosting.enter_order(table, seat, order, turn, reason)

    club.do(match_id, enter)
    return ""


def _roll_back(club: Club, match_id: str, form: Posted, by: int) -> str:
    goal = form.number("goal")
    act = partial(hosting.roll_back, goal=-1 if goal is None else goal, turn=_turn(form), reason=form.text("reason"))
    club.do(match_id, act)
    return ""


def _change_seat(club: Club, match_id: str, form: Posted, by: int) -> str:
    seat, player, reason = _seat(form), form.text("player"), form.text("reason")
    if player == EMPTY:
        return hosting.reopen_seat(club, match_id, seat, reason)
    hosting.substitute(club, match_id, seat, player, reason)
    return ""


def _link(club: Club, match_id: str, form: Posted, by: int) -> str:
    return hosting.new_link(club.database, match_id)


ACTS: dict[str, Callable[[Club, str, Posted, int], str]] = {
    "announce": _announce,
    "extend": _extend,
    "set": _set,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
    "order": _order,
    "back": _roll_back,
    "seat": _change_seat,
    "link": _link,
}


def _turn(form: Posted) -> int:
    turn = form.number("turn")
    if turn is None:
        raise UserError(_("This form does not say which turn it is for. Nothing was changed."))
    return turn


def _seat(form: Posted) -> int:
    seat = form.number("seat")
    if seat is None:
        raise UserError(_("Choose a seat. Nothing was changed."))
    return seat


# --- The trail.


@router.get("/match/{match_id}/{place}/trail")
def see_trail(at: At) -> Response:
    """What the host of this match has done, as this seat or a spectator may read it."""
    lines, found = trail_of(at.club.database, at.match_id), at.club.found(at.match_id)
    seat = at.seat_in(found)
    hosts = _host_in(found, at.who) is not None

    def read(table: Table) -> list[TrailText]:
        seen = readable(table.match, lines, seat, found.listed.terms.delay if seat == SPECTATOR else 0)
        return told_lines(found.listed.game, teams_of(table), seen)

    told = at.club.do(at.match_id, read)
    over = found.listed.status == OVER
    return page(at.request, "trail.html", match=found.listed, place=at.place, told=told, hosts=hosts and not over)


@dataclass(frozen=True)
class TrailText:
    """A line of the trail in words."""

    at: datetime
    text: str
    said: str
    due: datetime | None = None


def teams_of(table: Table) -> list[str]:
    """What each seat is called in the record. Other than a player's name, this never changes."""
    given = table.match.record.header["seats"]
    return [str(each.get("name", "")) or seat.name for each, seat in zip(given, listed_of(table).seats, strict=True)]


def told_lines(game: str, teams: list[str], lines: list[TrailLine]) -> list[TrailText]:
    """The lines of a trail in words, in the same order. `teams`: what the seats are called (`teams_of`)."""
    return [_in_words(game, teams, each) for each in lines]


def _in_words(game: str, teams: list[str], line: TrailLine) -> TrailText:
    name = teams[line.seat] if line.seat is not None and line.seat < len(teams) else ""
    if line.act == hosting.DEADLINE:
        text = _("The host moved the deadline of the turn to:")
        return TrailText(line.at, text, line.said, datetime.fromisoformat(line.value))
    texts: dict[str, Callable[[], str]] = {
        hosting.ANNOUNCE: lambda: _("The host told everybody:"),
        hosting.PAUSE: lambda: many("The host paused for {n} day.", "The host paused for {n} days.", int(line.value)),
        hosting.RESUME: lambda: _("The host ended the pause."),
        hosting.CLOSED: lambda: _("The host closed the turn."),
        hosting.ORDER: lambda: say("The host entered the order of {name}.", name=name),
        hosting.REOPEN: lambda: say("The host opened the seat of {name} for another player.", name=name),
        hosting.ROLL_BACK: lambda: say(
            "The host rolled play back to before step {n}. What was drawn is drawn anew.",
            n=int(line.value.split()[0]) + 1,
        ),
        hosting.SUBSTITUTE: lambda: say(
            "The host gave the seat of {name} to a coach: {coach}.",
            name=name,
            coach=coaches.label(find(game), line.value),
        ),
    }
    return TrailText(line.at, texts[line.act](), line.said)


def trail_section(club: Club, match_id: str, behind: int) -> list[Section]:
    """The trail for the report of the whole match, as a spectator may read it, `behind` turns late. Empty if the host
    has done nothing.
    """
    lines = trail_of(club.database, match_id)

    def read(table: Table) -> list[TrailText]:
        seen = readable(table.match, lines, SPECTATOR, behind)
        return told_lines(table.match.game.name, teams_of(table), seen)

    told = club.do(match_id, read) if lines else []
    parts = [Line(" ".join(filter(None, _words(each))), f"{in_utc(each.at)}: ") for each in told]
    return [Section(_("What the host did"), parts=parts)] if parts else []


def _words(line: TrailText) -> list[str]:
    return [line.text, in_utc(line.due) if line.due else "", line.said]
