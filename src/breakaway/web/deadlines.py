"""Deadlines of the matches that are served: the server keeps time, and people decide about who is late."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from breakaway.club.actions import Action
from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.deadlines import keep_time, let_coach_answer, overdue
from breakaway.club.snapshot import Snapshot
from breakaway.core.language import _
from breakaway.core.record import ChangedUnderUs
from breakaway.core.trouble import Trouble
from breakaway.web.chair import At
from breakaway.web.forms import Form
from breakaway.web.live import Hub, beside
from breakaway.web.pages import Elsewhere
from breakaway.web.table import next_page

router = APIRouter(prefix="/match/{match_id}", include_in_schema=False)
LOG = logging.getLogger(__name__)
GLANCE = 1.0  # seconds between two looks at the clock


class Timekeeper:
    """Looks at the clock while the server runs; several servers of one club do so side by side."""

    def __init__(self, club: Club, hub: Hub) -> None:
        self.club, self.hub = club, hub
        self._done: set[tuple[str, datetime]] = set()  # deadlines that need no second look: people decide, or a fault

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keeps time within; what was due while no server ran is done at the first look."""
        async with beside(self._watch()):
            yield

    async def _watch(self) -> None:
        while True:
            with suppress(Trouble):
                await run_in_threadpool(self.glance)
            await asyncio.sleep(GLANCE)

    def glance(self) -> None:
        """Does what is due, and wakes the pages that wait for it; raises Unreachable."""
        found = overdue(self.club)
        self._done &= set(found)
        for match_id, due in found:
            if (match_id, due) not in self._done and self._closed(match_id):
                self._done.add((match_id, due))
                self.hub.changed(match_id)

    def _closed(self, match_id: str) -> bool:
        """Whether nothing more is to be done about this deadline."""
        try:
            keep_time(self.club, match_id)
        except (Unreachable, ChangedUnderUs):
            return False
        except Exception:  # one match that cannot be played must not keep all others waiting
            LOG.exception("match %s at its deadline", match_id)
        return True


@router.post("/{place}/late")
def late(at: At, form: Form) -> Response:
    """One who has waited lets a coach answer for who is late, this once. Raises NotNow."""
    turn = form.number("turn")
    if turn is None:
        raise Elsewhere(422, _("This form names no turn. Nothing was changed."))

    def decide(found: Snapshot) -> Action:
        return partial(let_coach_answer, seat=found.seat, turn=turn, now=found.now)

    return next_page(at, at.done(decide))
