"""A match afterwards: replay, upload, download, check, review, reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.club import Club, Created
from breakaway.club.match_snapshot import whole_match
from breakaway.club.match_views import Found
from breakaway.club.rematches import Past, branch, past
from breakaway.club.schema import OVER
from breakaway.club.storage import NoRoom
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError, _, as_sentence, language, read_by, say
from breakaway.core.observation import Refused, side_of_all
from breakaway.core.rules import SPECTATOR
from breakaway.display import renderers
from breakaway.display.document import Figure
from breakaway.display.endings import BROAD, SLIM, scene_of
from breakaway.display.judged import followed_by
from breakaway.display.match_page import Scene
from breakaway.display.renderers import field_styles
from breakaway.display.reports import latest, zine
from breakaway.display.review import (
    RATED,
    Review,
    course,
    judged_share,
    label,
    largest,
    review_of,
    sources,
    thresholds,
    title,
)
from breakaway.display.review_page import choice_line, choice_shown, costing, first_shown, side_lines
from breakaway.games.manifest import find, kit_of, open_turn, turns_of
from breakaway.mail.letters import CANCEL, PUBLISH, calendar, deadline_of, head_of, last_deadline
from breakaway.players.receipts import CheckedReceipt, check_receipt, read_receipt
from breakaway.players.seated_match import favourite
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import parse
from breakaway.records.verify import Verdict
from breakaway.server.budgets import PageRoute, TooBusy, in_turn
from breakaway.server.long_tasks import CHECK, READ, JobQueue
from breakaway.server.request_checks import Identity, too_much
from breakaway.server.visitors import Visitor
from breakaway.web.front_page import my_matches
from breakaway.web.hosting import trail_section
from breakaway.web.pages import NoSuchPage, go, is_htmx, page, resolve, text_of, words
from breakaway.web.request import At, Form, NthTurn, TheBounds, TheClub, Who, must_be_shown, name_of

# --- Replays of matches, step by step; downloads, uploads and checks of records; and playing on from a position.


router = APIRouter(include_in_schema=False, route_class=PageRoute)
T = TypeVar("T")


class Errand:
    """Long work that one visitor asks for. The server's workshop does this work."""

    def __init__(self, request: Request, club: TheClub, who: Who) -> None:
        self.request, self.club, self.who = request, club, who
        self.workshop: JobQueue = request.app.state.workshop

    async def about(self, match_id: str, lane: str, what: str, work: Callable[[], T]) -> T:
        """The result of `work` about a match.

        `what` names everything that the result depends on besides match and language. Once the match is over, all who
        ask share one result. While the match runs, nothing is shared, so that the response time does not reveal who has
        chosen.
        """
        return await self._about(await in_turn(self.club.found, match_id), match_id, lane, what, work)

    async def about_read(self, match_id: str, lane: str, what: str, work: Callable[[Sequence[int]], T]) -> T:
        """The same for a result in the words of its reader. `work` is told the seats that the visitor's browser plays.

        Visitors of other seats get a result of their own.
        """
        found = await in_turn(self.club.found, match_id)
        mine = self.who.seats_in(found.listed.seats, found.held(self.who.secrets))
        return await self._about(found, match_id, lane, f"{what} for {mine}", partial(work, mine))

    def has(self, found: Found, what: str) -> bool:
        """Whether the result about a match that is over is at hand."""
        key = self._key(found, what)
        return key is not None and self.workshop.is_kept(key)

    def _key(self, found: Found, what: str) -> Hashable:
        return (found.listed.id, found.version, language(), what) if found.listed.status == OVER else None

    async def _about(self, found: Found, match_id: str, lane: str, what: str, work: Callable[[], T]) -> T:
        must_be_shown(found, self.who)
        key = self._key(found, what)
        return await self.workshop.do(self.request, work, lane, key, keep=key is not None, free=self.who.is_owner)

    async def bring(self, chosen: UploadFile, largest: int, title: str) -> Created:
        """Checks an uploaded record, and opens its match. Raises BadRecord or UserError."""

        def work() -> Created:
            return self.club.upload(_text_of(chosen, largest), title=title)

        return await self.workshop.do(self.request, work, CHECK, free=self.who.is_owner)


Doing = Annotated[Errand, Depends(Errand)]


@router.get("/match/{match_id}/at/{turn}")
async def replay(request: Request, match_id: str, turn: NthTurn, club: TheClub, who: Who, errand: Doing) -> Response:
    """The match after `turn` turns, as everybody may see it. All hands are open once the match is over."""

    def work(mine: Sequence[int]) -> tuple[Past, Scene]:
        found = past(club, match_id, turn, lambda row: not who.seats_in(row.listed.seats, row.held(who.secrets)))
        with read_by(side_of_all(found.observation.standing.sides, mine)):
            return found, scene_of(found.observation, found.log, played=lambda: found.plays, thrown=found.thrown)

    found, scene = await errand.about_read(match_id, READ, f"at {turn}", work)
    given: dict[str, Any] = {"match": found.listed, "game": found.observation.game, "scene": scene, "past": found}
    given["moment"] = moment_of(found)
    return await in_turn(lambda: page(request, "replay.html", **given, may_branch=who.is_owner))


def moment_of(past: Past) -> str:
    """The moment that a replay shows: after which turn or, if the position does not tell, before which one."""
    turns, seen = turns_of(past.observation.game), past.observation
    played, whole = turns.last(seen, past.turn), turns.last(seen, past.turn, past.turn - past.last)
    if played is None:
        return say("Next: {turn}", turn=turns.text(seen, turns.now(seen, past.turn)))
    if whole is None or not played.turn:
        return say("After {turn}", turn=turns.text(seen, played))
    return say("After {turn} of {last}", turn=turns.text(seen, played), last=whole.turn)


@router.post("/match/{match_id}/branch")
def what_if(request: Request, match_id: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a new match against coaches from a position of a finished one."""
    if not who.is_owner:
        raise NoSuchPage(403, _("Only the owner of the server can play what-if matches."))
    turn, seat = form.number("turn"), form.number("seat")
    if turn is None or seat is None:
        raise UserError(_("This form does not say where you want to start or which seat you want to play."))
    made = branch(club, match_id, turn, seat, favourite(find(club.listed(match_id).game)))
    resolve(club, made.id)
    return go(request, f"/match/{made.id}")


@router.get("/match/{match_id}/record")
async def record(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """Downloads the exact record of a match that is over, signed by this server if it was played here."""
    server = _address(request)
    text = await errand.about(match_id, READ, "record", lambda: club.publish(match_id, server))
    headers = {"Content-Disposition": f'attachment; filename="{match_id}.match"'}
    return Response(text, media_type="application/x-ndjson; charset=utf-8", headers=headers)


@router.get("/match/{match_id}/check")
async def check(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """Checks a record: hash chain, rules and chance. A match in progress must end before its record can be checked."""
    server = _address(request)

    def work() -> Verdict:
        return club.check(match_id, running=False, server=server)

    verdict = await errand.about(match_id, CHECK, "check", work)
    match = await in_turn(club.listed, match_id)
    given: dict[str, Any] = {"match": match, "verdict": verdict, "words": words()}
    given["key"] = club.public_key
    return await in_turn(lambda: page(request, "check.html", **given))


def _address(request: Request) -> str:
    """The server's address, by which its signatures and its calendar files name it."""
    identity: Identity = request.app.state.identity
    return identity.address


@router.get("/key")
def key(request: Request, club: TheClub) -> Response:
    """The public key that belongs to this server's signatures on records, explained for players."""
    return page(request, "key.html", key=club.public_key)


@router.get("/upload")
def upload_form(request: Request) -> Response:
    """The form to upload a record."""
    return page(request, "upload.html", text="")


@router.post("/upload")
async def upload(request: Request, form: Form, bounds: TheBounds, errand: Doing) -> Response:
    """Checks and keeps an uploaded record of a finished match."""
    chosen = form.file("record")
    text = _("Choose a file first. The name of a record ends in .match.")
    if chosen is not None:
        try:
            made = await errand.bring(chosen, bounds.record, form.text("title"))
            return go(request, f"/match/{made.id}/at/0")
        except (TooBusy, NoRoom):
            raise
        except (BadRecord, UserError) as error:
            text = as_sentence(str(error))
    return await in_turn(page, request, "upload.html", 422, text=text)


def _text_of(chosen: UploadFile, largest: int) -> str:
    """The text of an uploaded file of at most `largest` bytes. Raises UserError."""
    data = chosen.file.read(largest + 1)
    if len(data) > largest:
        raise UserError(too_much(largest))
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UserError(_("This file is not text, so it is not a match record.")) from None


# --- The page that checks a receipt against the record of a match that is over.


@router.get("/match/{match_id}/receipt")
def receipt(request: Request, match_id: str, club: TheClub) -> Response:
    """Asks for a receipt. While the match runs, says when the receipt can be checked. Raises NoSuchMatch."""
    return _shown(request, club, match_id, None)


@router.post("/match/{match_id}/receipt")
async def checked(request: Request, match_id: str, form: Form, club: TheClub, errand: Doing) -> Response:
    """Says whether the record contains the order of a receipt. Raises UserError, NoSuchMatch, BadRecord, and NotNow
    while the match runs.
    """
    given = read_receipt(form.text("receipt"))

    def work() -> CheckedReceipt:
        return check_receipt(parse(club.download(match_id)), given)

    found = await errand.about(match_id, CHECK, f"receipt {given.salt} {given.hash}", work)
    return await in_turn(_shown, request, club, match_id, found)


def _shown(request: Request, club: TheClub, match_id: str, found: CheckedReceipt | None) -> Response:
    match = club.listed(match_id)
    return page(request, "receipt.html", match=match, found=found, is_over=match.status == OVER)


# --- Reports to read and to keep: the zine of a match, a seat's report on paper, and deadlines for calendars.


POLICY = "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
CALENDAR = "text/calendar; charset=utf-8"


@router.get("/match/{match_id}/zine")
async def report_page(request: Request, match_id: str, club: TheClub, who: Who, errand: Doing) -> Response:
    """The zine of a match, as everybody may see it. Raises NoSuchMatch, BadRecord and TooEarly."""
    made = await errand.about(
        match_id, READ, "zine", partial(_zine, club, match_id, who, request.app.state.identity.base_path)
    )
    style = re.search(rb"'sha256-[^']+'", made)
    policy = POLICY.format(style=style[0].decode() if style else "'none'")
    return Response(made, media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": policy})


@router.get("/match/{match_id}/zine.pdf")
async def zine_pdf(request: Request, match_id: str, club: TheClub, who: Who, errand: Doing) -> Response:
    """The same zine as a PDF. Raises NoSuchMatch, BadRecord, TooEarly, and UserError if Typst is not installed."""
    made = await errand.about(match_id, READ, "zine.pdf", partial(_zine, club, match_id, who))
    return _file(made, f"{match_id}.pdf", "application/pdf")


def _zine(club: Club, match_id: str, who: Visitor, root: str | None = None) -> bytes:
    """The zine as a page of a server with the base path `root`, or else as a PDF."""

    def is_late(row: Found) -> bool:
        return not who.seats_in(row.listed.seats, row.held(who.secrets))

    found = whole_match(club, match_id, is_late=is_late)
    head = head_of(found.listed)
    whole = zine(found.listed.title, found.told, found.is_over, found.behind, head)
    document = replace(whole, sections=[*whole.sections, *trail_section(club, match_id, found.behind)])
    if root is None:
        return renderers.as_pdf(document)
    tab = " · ".join((_("All reports"), found.listed.title))
    back = f"{root}/match/{match_id}", _("Back to the table")
    return renderers.as_html(document, style=field_styles(), tab=tab, back=back).encode()


@router.get("/match/{match_id}/{place}/report.pdf")
async def report(at: At, errand: Doing) -> Response:
    """A report on the last turn or drive as a PDF, as the seat may see it.

    Raises the errors of `SeatRequest.seen`, and UserError.
    """
    at.must_play(_("Only players get reports of their own. Spectators can read the reports of the whole match."))
    snapshot = await in_turn(at.seen)
    seat, side = snapshot.seat, at.reader(snapshot)

    def work() -> bytes:
        found = whole_match(at.club, at.match_id, seat)
        with read_by(side):
            return renderers.as_pdf(latest(found.listed.title, found.told, head_of(found.listed)))

    made = await errand.about(at.match_id, READ, f"report {seat} for {side}", work)
    return _file(made, f"{at.match_id}.pdf", "application/pdf")


@router.get("/match/{match_id}/{place}/deadline.ics")
async def deadline(at: At) -> Response:
    """The next deadline of a match, for a calendar. After the match, cancels the last one.

    Raises the errors of `SeatRequest.seen`.
    """
    found = await in_turn(at.seen)
    listed = await in_turn(at.club.listed, at.match_id)
    where, look = _where(at.request, at.match_id, found.seat), found.look
    over = last_deadline(listed, look, where)
    each = over or deadline_of(listed, look.entries, open_turn(look.observation, look.turn), where)
    text = calendar(listed.title, [each] if each and found.seat >= 0 else [], CANCEL if over else PUBLISH)
    return _file(text.encode(), f"{at.match_id}.ics", CALENDAR)


@router.get("/deadlines.ics")
def deadlines(request: Request, club: TheClub, who: Who) -> Response:
    """The deadlines of all matches in which this browser plays."""
    found = []
    for listed, seats, _asked in my_matches(club, who):
        if not listed.is_timed:
            continue
        look = club.look(listed.id)
        where = _where(request, listed.id, min(seats) if seats else SPECTATOR)
        each = deadline_of(listed, look.entries, open_turn(look.observation, look.turn), where)
        found += [each] if each else []
    return _file(calendar(_("Breakaway: deadlines"), found).encode(), "breakaway.ics", CALENDAR)


def _where(request: Request, match_id: str, seat: int) -> str:
    """The address of a table for this seat."""
    return f"{_address(request)}match/{match_id}/{name_of(seat)}"


def _file(made: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(made, media_type=kind, headers=headers)


# --- The review of a finished match: every choice judged, skill and luck, and a graph of the chances of winning.
#
# The page comes at once and shows how many choices are judged so far; the review takes its place when it is there.


REVIEW = "review"
LONGEST_TRY = 200  # characters of an order to try
MOST_FOLLOWED = 64  # reviews that are being made, for their progress
_progress: dict[str, tuple[int, int]] = {}  # by match: how many choices of how many are judged


@router.get("/match/{match_id}/review")
async def review(request: Request, match_id: str, club: TheClub, who: Who, errand: Doing) -> Response:
    """The review of a match that is over. Raises NotNow for a match in progress, whatever its position."""
    asked = request.query_params
    row = await in_turn(club.found, match_id)
    must_be_shown(row, who)
    is_over, has_reviews = row.listed.status == OVER, bool(kit_of(find(row.listed.game)).review)
    if is_over and has_reviews and "wait" not in asked and not errand.has(row, REVIEW):
        return await in_turn(lambda: page(request, "reviewing.html", match=row.listed, done=0, of=0))
    found = await errand.about(
        match_id, CHECK, REVIEW, partial(_reviewed, club, match_id)
    )  # one for all: it takes long
    mine = who.seats_in(row.listed.seats, row.held(who.secrets))
    base = request.app.state.identity.base_path
    shown = ReviewPage(found, f"/match/{match_id}", base, mine, asked.get("choice"), "all" in asked)
    return await in_turn(lambda: page(request, "review.html", match=row.listed, **shown.parts()))


@router.get("/match/{match_id}/review/try")
async def another_order(request: Request, match_id: str, club: TheClub, errand: Doing) -> Response:
    """What another order would have been worth at a choice of a match that is over. Raises NotNow and UserError."""
    asked = request.query_params
    n, order = asked.get("choice", ""), asked.get("order", "")[:LONGEST_TRY]
    found = await errand.about(match_id, CHECK, REVIEW, partial(_reviewed, club, match_id))
    choice = found.choices[int(n)] if re.fullmatch(r"[0-9]{1,4}", n) and int(n) < len(found.choices) else None
    if choice is None or found.tries is None:
        raise NoSuchPage(404, _("There is no other order to try here."))
    try:
        work = partial(found.tries, choice.turn, choice.side, order)
        said = await errand.about(match_id, READ, f"try {n} {order}", work)
    except BadOrder as error:
        said = "\n".join(as_sentence(mistake) for _line, _rule, mistake in error.mistakes)
    except Refused as error:
        said = as_sentence(str(error))
    if is_htmx(request):
        return HTMLResponse(await in_turn(lambda: text_of(request, "tried.html", said=said)))
    row = await in_turn(club.found, match_id)
    back = f"/match/{match_id}/review?choice={n}"
    return await in_turn(lambda: page(request, "tried_page.html", match=row.listed, said=said, back=back))


def _reviewed(club: Club, match_id: str) -> Review:
    """The review of a match, while others may follow how far it is."""

    def told(done: int, of: int) -> None:
        _progress[match_id] = done, of
        while len(_progress) > MOST_FOLLOWED:
            _progress.pop(next(iter(_progress)), None)

    try:
        with followed_by(told):
            return review_of(parse(club.download(match_id)), club.listed(match_id).names)
    finally:
        _progress.pop(match_id, None)


@router.get("/match/{match_id}/review/progress")
async def progress(request: Request, match_id: str, club: TheClub) -> Response:
    """How much of a match that is over is judged so far."""
    row = await in_turn(club.found, match_id)
    done, of = _progress.get(match_id, (0, 0)) if row.listed.status == OVER else (0, 0)
    return HTMLResponse(
        await in_turn(lambda: text_of(request, "progress.html", done=done, of=of, share=judged_share(done, of)))
    )


@dataclass(frozen=True)
class ReviewPage:
    """What the page of a review shows: `chosen` is the number of a choice, as the address has it."""

    found: Review
    address: str
    base_path: str
    mine: Sequence[int]
    chosen: str | None
    all: bool

    def parts(self) -> dict[str, Any]:
        """Everything that the page shows, in the words of its reader."""
        found, numbers = self.found, range(len(self.found.choices))
        own = {found.sides[seat] for seat in self.mine} if found.sides else set(self.mine)
        with read_by(side_of_all(found.sides, self.mine)):
            shown = int(self.chosen) if self.chosen and re.fullmatch(r"[0-9]{1,4}", self.chosen) else None
            if shown not in numbers:
                shown = first_shown(found, lambda side: side in own)
            costs = costing(found)
            listed = list(numbers) if self.all or not costs else costs
            graph = course(found, self._position, self._choice, BROAD).parts[0]
            slim = course(found, None, self._choice, SLIM).parts[0]  # a play would be too narrow for a finger
            return {
                "title": title(found),
                "under": found.under,
                "sides": side_lines(found),
                "rated": _(RATED),
                "graph": graph.svg if isinstance(graph, Figure) else "",
                "slim": slim.svg if isinstance(slim, Figure) else "",
                "plays": [(f"{self.address}/at/{each.turn}", label(found, each)) for each in found.moments],
                "lines": [choice_line(found, n) for n in listed],
                "one": None if shown is None else choice_shown(found, shown),
                "counts": (len(costs), len(found.choices)),
                "all": self.all or not costs,
                "sections": [sources(found), largest(found)],
                "notes": [thresholds(found), found.lead, found.foot],
            }

    def _position(self, turn: int) -> str:
        return f"{self.base_path}{self.address}/at/{turn}"

    def _choice(self, n: int) -> str:
        return f"{self.base_path}{self.address}/review?choice={n}"
