"""Matches with the players' own dice and cards: the players tap the outcomes one by one.

Players can also type an outcome: a number, or part of a card's name. A long list of outcomes comes with a number pad
and headings. The tapped outcomes stay in the page's address until the players confirm the whole turn. So players can
take back each outcome, even with the browser's back button, and no script is needed. A stream keeps the other pages at
the table up to date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from breakaway.club.actions import Needed
from breakaway.club.actions import confirm as play
from breakaway.club.match_snapshot import Snapshot
from breakaway.club.match_views import SeatView
from breakaway.club.own_cards import is_boxed
from breakaway.core.chance import LONGEST, BadOutcome, NeedsCell, NeedsOutcome
from breakaway.core.language import _, marked, read_by
from breakaway.display.document import Line
from breakaway.display.match_page import LONGEST_SEARCH, Outcome, faces_in, fitting, narrowed, outcome_of, told_line
from breakaway.server.budgets import PageRoute
from breakaway.server.live_pages import LatestTap, Streamed, Visit
from breakaway.web.match_actions import next_page, rolls
from breakaway.web.pages import NoSuchPage, go, page, text_of
from breakaway.web.request import At, AtKnown, Form, SeatRequest

router = APIRouter(include_in_schema=False, route_class=PageRoute)
SHORT = 12  # the most outcomes that the page shows as big buttons
BACK = "back"  # the number pad's key that deletes a digit
FACE_KEYS = {"p": 1, "b": 0, "m": -1}  # the faces of a Fate die, as the page's address names them
FACE_SIGNS = {1: "+", 0: "0", -1: "−"}
NOT_YOURS = marked("Only players can enter rolls and draws.")


@router.get("/match/{match_id}/{place}/dice")
def ask(at: At, typed: str | None = None, said: str | None = None, digit: str = "", faces: str = "") -> Response:
    """The page that asks for the next die or card, with all possible outcomes.

    Once the page has every outcome, it asks for confirmation. `said` is the text typed to find the next outcome.
    `digit` is the key pressed on the number pad. Only a browser without scripts sends it. `faces` are the faces of Fate
    dice tapped so far, such as `pbm` for plus, blank and minus.
    """
    at.must_play(_(NOT_YOURS))
    if is_boxed(at.club.found(at.match_id)):  # people enter their own cards as well
        return go(at.request, f"{at.address}/box")
    before = outcomes_of(typed or "")
    if said is None:
        return _asked(at, before, typed is not None, faces=[FACE_KEYS[each] for each in faces[:4] if each in FACE_KEYS])
    if digit:
        return _asked(at, before, search=Search(_pressed(said, digit)))
    return _asked(at, before, search=Search(said[:LONGEST_SEARCH].strip(), is_sent=True))


@router.get("/match/{match_id}/{place}/dice/stream")
async def follow(at: AtKnown, turn: int = 0, typed: str = "", seen_stamp: str = "") -> Response:
    """Streams what others tap: sends that part of the page whenever this seat may see a change in it."""
    last = at.request.headers.get("last-event-id", seen_stamp)[:64]

    def say(seen: str) -> tuple[str, str] | None:
        at.must_play(_(NOT_YOURS))
        found = at_table(at, turn, outcomes_of(typed))
        if found.stamp == seen:
            return None
        return found.stamp, text_of(at.request, "taps.html", match={"id": at.match_id}, place=at.place, at=found)

    return Streamed(at.hub.stream(at.match_id, last, say, Visit(at.visit.plays)))


@router.post("/match/{match_id}/{place}/dice")
def confirm(at: At, form: Form) -> Response:
    """Confirms all outcomes and plays the turn. Raises NotNow if another player has already confirmed the turn."""
    at.must_play(_(NOT_YOURS))
    turn, typed = form.number("turn"), outcomes_of(form.text("typed"))
    if turn is None:
        raise NoSuchPage(422, _("This form does not say which turn these dice are for. Nothing was changed."))
    try:
        return next_page(at, at.act(lambda table, _seat: play(table, typed, turn)))
    except NeedsCell:
        return go(at.request, f"{at.address}/box")
    except (NeedsOutcome, BadOutcome):
        return _asked(at, typed, status=422)


def outcomes_of(text: str) -> list[int]:
    """Reads the outcomes tapped so far. In an address, outcomes look like `3.17`. Raises NoSuchPage."""
    parts = text.split(".") if text else []
    if len(parts) > 4 * LONGEST or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in parts):
        raise NoSuchPage(422, _("These are not the dice and cards that this turn needs. Nothing was changed."))
    return [int(each) for each in parts]


@dataclass(frozen=True)
class Search:
    """The text typed to find the next outcome.

    `is_sent`: whether the player has sent the text. If so, and if exactly one outcome fits, the page accepts it.
    """

    text: str = ""
    is_sent: bool = False


NO_SEARCH = Search()


@dataclass(frozen=True)
class AtTable:
    """What another player is tapping, as a seat may see it. If `name` is empty, nobody is tapping.

    Only other browsers of the same seat get the outcomes themselves (`written`), because a card can be face down.
    """

    is_played: bool = False
    name: str = ""
    count: int = 0
    label: str = ""
    told: tuple[str, ...] = ()
    written: str = ""

    @property
    def stamp(self) -> str:
        """A hash that changes if and only if a field changes."""
        return sha256(repr(self).encode()).hexdigest()[:16]


def at_table(at: SeatRequest, turn: int, own: list[int]) -> AtTable:
    """The outcomes that others have tapped for this turn.

    `own` lists the outcomes on this page. Raises NoSuchMatch.
    """
    tapped = at.hub.taps.of(at.match_id, turn)
    found = at.seen(lambda _look: [tapped.typed] if tapped else [])
    return _others(at, found, tapped, turn, own)


def _told(at: SeatRequest, found: Snapshot, needed: Needed) -> list[Line]:
    """What has happened in the turn so far."""
    with read_by(at.reader(found)):
        return [told_line(needed.observation, each) for each in needed.events]


def _others(at: SeatRequest, found: Snapshot, tapped: LatestTap | None, turn: int, own: list[int]) -> AtTable:
    """Does the work of `at_table` for a snapshot.

    If outcomes were `tapped`, the last item of the snapshot's `needed` says which outcome is needed after them.
    """
    look = found.look
    if look.turn != turn or not rolls(look):
        return AtTable(is_played=True)
    if tapped is None or (tapped.seat == look.observation.seat and list(tapped.typed) == own):
        return AtTable()
    needed = found.needed[-1]
    if needed is None:
        return AtTable(is_played=True)
    return AtTable(
        name=look.seats[tapped.seat].name,
        count=len(needed.typed),
        label=needed.label,
        told=tuple(each.text for each in _told(at, found, needed)),
        written=_written(needed.typed) if tapped.seat == look.observation.seat else "",
    )


def _asked(
    at: SeatRequest,
    typed: list[int],
    is_tapped: bool = False,
    status: int = 200,
    search: Search = NO_SEARCH,
    faces: Sequence[int] = (),
) -> Response:
    tapped: LatestTap | None = None

    def tried(look: SeatView) -> list[Sequence[int]]:
        nonlocal tapped
        tapped = None if is_tapped else at.hub.taps.of(at.match_id, look.turn)
        return [typed, tapped.typed] if tapped else [typed]

    seen = at.seen(tried)
    found = seen.needed[0]
    if found is None:
        return go(at.request, at.address)
    observation = found.observation
    choices = [outcome_of(observation, found.label, k) for k in found.possible]
    is_roll = (
        bool(found.label) and observation.game.is_fate_roll is not None and observation.game.is_fate_roll(found.label)
    )
    faces = (faces_in(search.text) or () if search.is_sent else faces) if is_roll else ()
    if len(faces) == 4 and not found.refused:
        return go(at.request, f"{at.address}/dice?typed={_written([*found.typed, sum(faces) + 4])}")
    fits = fitting(choices, search.text) if search.is_sent else []
    if len(fits) == 1 and not found.refused:
        return go(at.request, f"{at.address}/dice?typed={_written([*found.typed, fits[0].k])}")
    if is_tapped and at.hub.taps.note(at.match_id, LatestTap(observation.seat, found.turn, tuple(found.typed))):
        at.hub.changed(at.match_id)
    is_wrong = found.refused or (search.is_sent and bool(choices) and not fits)
    back = [outcome_of(observation, label, k) for label, k in zip(found.names, found.typed, strict=True)]
    return page(
        at.request,
        "dice.html",
        422 if is_wrong else status,
        match={"id": at.match_id, "title": seen.title, "game": observation.game.name},
        place=at.place,
        found=found,
        written=_written(found.typed),
        before=_written(found.typed[:-1]),
        typed=list(zip(found.names, back, strict=True)),
        is_roll=is_roll,
        faces=[FACE_SIGNS[each] for each in faces],
        tapped="".join(key for each in faces for key, face in FACE_KEYS.items() if face == each),
        **_offered(choices, fits, search),
        told=_told(at, seen, found),
        at=_others(at, seen, tapped, found.turn, found.typed),
    )


def _offered(choices: Sequence[Outcome], fits: Sequence[Outcome], search: Search) -> dict[str, Any]:
    """The outcomes to tap, under their headings, and what the page says about the search.

    If the search matches nothing, all outcomes stay on the page.
    """
    left = fits or narrowed(choices, search.text) or choices
    groups: dict[str, list[Outcome]] = {}
    for each in left:
        groups.setdefault(each.group, []).append(each)
    return {
        "choices": choices,
        "groups": list(groups.items()),
        "left": len(left) if len(left) < len(choices) else 0,
        "is_long": len(choices) > SHORT,
        "search": search,
        "fits": len(fits),
    }


def _pressed(said: str, digit: str) -> str:
    """The text in the search field after a key of the number pad was pressed: a digit, or `back`.

    Other keys change nothing.
    """
    if digit == BACK:
        return said[:-1]
    return (said + digit)[:LONGEST_SEARCH] if digit in tuple("0123456789") else said[:LONGEST_SEARCH]


def _written(typed: Sequence[int]) -> str:
    """Outcomes as they appear in an address, such as `3.17`."""
    return ".".join(map(str, typed))
