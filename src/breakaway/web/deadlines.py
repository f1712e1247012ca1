"""Deadlines on the server: the server watches the clock, and players decide what to do about a late player."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date, datetime
from functools import partial

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from breakaway.club.absences import come_back, hold, keep_time, let_coach_answer, overdue, pause, take_vacation
from breakaway.club.actions import Action, withdraw
from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.matches import to_answer
from breakaway.club.snapshot import Snapshot
from breakaway.club.time_control import EVERYBODY
from breakaway.core.language import _
from breakaway.records.record_file import ChangedUnderUs
from breakaway.web.chair import At, Chair
from breakaway.web.forms import Form, Posted
from breakaway.web.live import Hub
from breakaway.web.pages import Elsewhere
from breakaway.web.supervised import Retries, Supervisor
from breakaway.web.table import next_page

router = APIRouter(include_in_schema=False)
LOG = logging.getLogger(__name__)
GLANCE = 1.0  # seconds between two looks at the clock


class Timekeeper:
    """While the server runs, looks for deadlines that have passed.

    Several servers that share a club can each run a timekeeper at the same time.
    """

    def __init__(self, club: Club, hub: Hub, supervisor: Supervisor | None = None) -> None:
        self.club, self.hub, self.supervisor = club, hub, supervisor or Supervisor()
        self._retries = Retries(self.supervisor.clock)
        self._done: set[tuple[str, datetime]] = set()  # deadlines that have been handled

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Handles deadlines while a block runs.

        The first check handles those that passed while no server was running.
        """
        async with self.supervisor.running("deadlines", self._watch):
            yield

    async def _watch(self, well: Callable[[], None]) -> None:
        while True:
            pause = await run_in_threadpool(self.glance)
            well()
            await self.supervisor.sleep(pause)

    def glance(self) -> float:
        """Handles everything that is due in any match, and wakes the open pages of the matches that changed.

        Returns the seconds until the next check: GLANCE, or fewer if a standing instruction may answer before that. If
        instructions answered only at regular intervals, that rhythm would give them away. Raises Unreachable.
        """
        late, answers, now = overdue(self.club), to_answer(self.club.database), self.club.database.now()
        self._done &= {*late, *answers}
        self._retries.only([*late, *answers])
        due = [(each, Club.resolve) for each in answers if each[1] <= now]
        for each, work in [*((each, keep_time) for each in late), *due]:
            if each not in self._done and self._retries.may(each) and self._is_dealt_with(each, work):
                self._done.add(each)
                self.hub.changed(each[0])
        soon = ((moment - now).total_seconds() for _match, moment in answers if moment > now)
        return min((GLANCE, *soon))

    def _is_dealt_with(self, due: tuple[str, datetime], work: Callable[[Club, str], object]) -> bool:
        """Handles what is due in a match. Returns True if the match needs no second check. Raises Unreachable."""
        try:
            work(self.club, due[0])
        except Unreachable:
            raise
        except ChangedUnderUs:
            return False
        except Exception:  # one faulty match must not hold up all others
            LOG.exception("match %s at its deadline", due[0])
            self._retries.failed(due)
            return False
        return True


@router.post("/match/{match_id}/{place}/late")
def late(at: At, form: Form) -> Response:
    """Lets a coach make this one choice for the late players, if a waiting player asks for it. Raises NotNow."""
    turn = form.number("turn")
    if turn is None:
        raise Elsewhere(422, _("This form does not say which turn it is for. Nothing was changed."))

    def decide(found: Snapshot) -> Action:
        return partial(let_coach_answer, seat=found.seat, turn=turn, now=found.now)

    return next_page(at, at.done(decide))


@router.post("/match/{match_id}/{place}/ready")
def ready(at: At, form: Form) -> Response:
    """Notes whether the player lets the turn be played before its deadline. Raises NotNow."""
    turn, seat = form.number("turn"), _player(at)
    if turn is None:
        raise Elsewhere(422, _("This form does not say which turn it is for. Nothing was changed."))
    hold(at.club.database, at.match_id, seat, turn, form.text("ready") == "1")
    return _gone_on(at)


@router.post("/match/{match_id}/{place}/withdraw")
def withdrawn(at: At, form: Form) -> Response:
    """Takes back the player's sealed order before the turn closes. Raises NotNow."""
    at.must_play(_("Only players can withdraw an order."))
    turn = form.number("turn")
    if turn is None:
        raise Elsewhere(422, _("This form does not say which turn it is for. Nothing was changed."))
    return next_page(at, at.done(lambda found: partial(withdraw, seat=found.seat, turn=turn), goes_on=False))


@router.post("/match/{match_id}/{place}/vacation")
def vacation(at: At, form: Form) -> Response:
    """Saves a player's vacation. Raises NotNow or Trouble."""
    seat = _player(at)
    take_vacation(at.club.database, at.match_id, seat, _day(form, "first"), _day(form, "last"))
    return _gone_on(at)


@router.post("/match/{match_id}/{place}/pause")
def pauses(at: At, form: Form) -> Response:
    """Pauses the match at a player's request. Raises NotNow or Trouble."""
    _player(at)
    pause(at.club.database, at.match_id, form.number("days") or 0)
    return _gone_on(at)


@router.post("/match/{match_id}/{place}/back")
def back(at: At, form: Form) -> Response:
    """Ends the player's vacation, or the pause of the match. Raises NotNow."""
    seat = _player(at)
    come_back(at.club.database, at.match_id, EVERYBODY if form.text("what") == "pause" else seat)
    return _gone_on(at)


def _player(at: Chair) -> int:
    """The seat that this browser plays. Raises Elsewhere."""
    at.must_play(_("Only players can change the times at which turns are played."))
    return at.seen().seat


def _day(form: Posted, name: str) -> date:
    """The date in a field of a form. Raises Elsewhere."""
    try:
        return date.fromisoformat(form.text(name))
    except ValueError:
        raise Elsewhere(422, _("Write dates in the form 2026-08-01. Nothing was changed.")) from None


def _gone_on(at: Chair) -> Response:
    """Plays as many turns as possible, and goes back to the table."""
    return next_page(at, at.done(lambda _found: lambda _table: None))
