"""The terms of a match, in the form that opens a table and on the match page."""

from __future__ import annotations

from typing import Any

from breakaway.club.snapshot import Snapshot
from breakaway.club.tables import COACH, WAIT
from breakaway.club.terms import DELAYS, LIVE, SLOW, Terms
from breakaway.coaches import label
from breakaway.core.language import _, many, say
from breakaway.core.trouble import Trouble
from breakaway.games.registry import find
from breakaway.web.clock import agreed_on, clock, period
from breakaway.web.forms import Posted


def times() -> list[tuple[str, list[tuple[str, str]]]]:
    """The times for a choice that a form offers: groups of values, each with the words people read."""
    groups = [(_("at one sitting"), LIVE), (_("over several days"), SLOW)]
    return [(called, [(str(each), period(each)) for each in some]) for called, some in groups]


def delays() -> list[tuple[str, str]]:
    """The delays for spectators that a form offers: values, each with the words people read."""
    return [(str(n), many("{n} turn late", "{n} turns late", n) if n else _("as it happens")) for n in DELAYS]


def asked_terms(form: Posted) -> Terms:
    """The terms that a form asks for. Raises Trouble for a value that the form does not offer."""
    text, late, delay = form.text("time"), form.text("late", WAIT) or WAIT, form.text("delay") or "0"
    if delay not in map(str, DELAYS):
        raise Trouble(
            say("Delay for spectators: choose one from the list; {asked} is not on it.", asked=repr(delay[:40]))
        )
    if not text:
        return Terms(delay=int(delay))
    if text not in map(str, (*LIVE, *SLOW)):
        raise Trouble(
            say("Time for each choice: choose one from the list; {asked} is not on it.", asked=repr(text[:40]))
        )
    if late not in (WAIT, COACH):
        raise Trouble(
            say(
                "When a player is late: choose what happens from the list; {asked} is not on it.", asked=repr(late[:40])
            )
        )
    return Terms(int(text), late, delay=int(delay))


def time_of(found: Snapshot) -> dict[str, Any]:
    """A match page's panel about time: the clock, the players for whom it runs, and what this seat can do about it."""
    look, delay, seat = found.look, found.terms.delay, found.seat
    behind = many("You see this match {n} turn late.", "You see this match {n} turns late.", delay)
    over = bool(look.late) and found.terms.late == WAIT
    return {
        "clock": clock(look.due, found.now),
        "runs_for": ", ".join(look.seats[each].name for each in look.waiting),
        "may_let": over and seat >= 0 and seat not in look.late,
        "is_late": over and seat in look.late,
        "answered": [
            (look.seats[each].name, label(find(look.header["game"]), coach)) for each, coach in look.answered.items()
        ],
        "behind": behind if seat < 0 and delay and not look.is_over else "",
        "agreed": agreed_on(found.terms),
    }
