"""The terms of a match, in the form that opens a table and on the match page."""

from __future__ import annotations

from typing import Any

from breakaway.club.actions import advice_of, asked_coach, may_ask_at
from breakaway.club.matches import Look
from breakaway.club.schema import CLOSE, COACH, WAIT
from breakaway.club.snapshot import Snapshot
from breakaway.club.time_control import DELAYS, LIVE, SLOW, Terms
from breakaway.core.language import Trouble, _, many, say
from breakaway.games.manifest import GAMES, find, turns_of
from breakaway.players.coaches import label
from breakaway.web.clock import period
from breakaway.web.forms import Posted
from breakaway.web.pace import asked_pace, clock_of, days_of, pace_says, preset_names, rule_of


def times() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time limits that a form offers for a choice: groups of values, each value with its label."""
    groups = [(_("in one sitting"), LIVE), (_("over several days"), SLOW)]
    found = [(called, [(str(each), period(each)) for each in some]) for called, some in groups]
    return [*found, (_("at a fixed hour"), preset_names())]


def delays() -> list[tuple[str, str]]:
    """The delays that a form offers for spectators: values, each with its label."""
    return [(str(n), many("{n} turn late", "{n} turns late", n) if n else _("as it happens")) for n in DELAYS]


def asked_terms(form: Posted) -> Terms:
    """The terms that a form asks for. Raises Trouble for a value that the form does not offer."""
    text, late, delay = form.text("time"), form.text("late", WAIT) or WAIT, form.text("delay") or "0"
    if delay not in map(str, DELAYS):
        raise Trouble(
            say("Delay for spectators: choose a value from the list; {asked} is not on it.", asked=repr(delay[:40]))
        )
    if not text:
        return Terms(delay=int(delay))
    seconds, pace = asked_pace(form, text)
    if late not in (WAIT, COACH):
        raise Trouble(
            say("Choose what happens when a player is late; {asked} is not on the list.", asked=repr(late[:40]))
        )
    return Terms(seconds, late, delay=int(delay), pace=pace, coach=form.text("coach")[:40])


def agreed_on(terms: Terms, game: str) -> list[str]:
    """The terms of a match of this `game`, in sentences."""
    late = many("Spectators see this match {n} turn late.", "Spectators see this match {n} turns late.", terms.delay)
    seen = [late] if terms.delay else []
    if terms.seconds is None:
        return seen
    then = _(
        "The table waits for a late player. After the deadline, another player may let a coach make the overdue choice."
    )
    if terms.late == CLOSE:
        then = _("If a player is late, the rules for absent players apply.")
    elif terms.late == COACH:
        then = _("If a player is late, a coach makes the overdue choice.")
    named = [say("The coach is {coach}.", coach=label(find(game), terms.coach))] if terms.coach else []
    least = _("Minimum time for each choice: {time}.") if terms.pace.at else _("Time for each choice: {time}.")
    return [least.format(time=period(terms.seconds)), *pace_says(terms), then, *named, *seen]


def time_of(found: Snapshot) -> dict[str, Any]:
    """A match page's panel about time: the clock, the players for whom it runs, and what this seat can do about it."""
    look, delay, seat = found.look, found.terms.delay, found.seat
    behind = many("You see this match {n} turn late.", "You see this match {n} turns late.", delay)
    over = bool(look.late) and found.terms.late == WAIT
    return {
        "clock": clock_of(found),
        "runs_for": ", ".join(look.seats[each].name for each in look.waiting or look.holding),
        "rule": rule_of(found),
        "days": days_of(found),
        "may_let": over and seat >= 0 and seat not in look.late,
        "is_late": over and seat in look.late,
        "answered": [
            (look.seats[each].name, label(find(look.header["game"]), coach)) for each, coach in look.answered.items()
        ],
        "news": news_of(found),
        "behind": behind if seat < 0 and delay and not look.is_over else "",
        "agreed": agreed_on(found.terms, look.header["game"]),
        "advice": advice_of(look.header["game"], look.header["options"], look.seats, look.header["began"]),
        "may_ask": GAMES[look.header["game"]].advice and may_ask_at(look) and not look.is_scripted,
    }


def _took_over(look: Look, name: str, played: int) -> str:
    """A sentence that says after which turn somebody took over a team, if the match still tells."""
    turns = turns_of(look.observation.game)
    after = turns.last(look.observation, look.turn, look.turn - played)
    if after is None:
        return say("{name} took over a team.", name=name)
    return say("{name} took over a team after {turn}.", name=name, turn=turns.text(look.observation, after))


def news_of(found: Snapshot) -> list[str]:
    """Sentences that say who has left a team, who has taken one over, and about how many choices players asked the
    coach.
    """
    said = []
    for seat in [] if found.look.is_over else found.look.seats:
        if seat.left is not None:
            said.append(say("{name} has left the match. A standby player is being asked to take over.", name=seat.name))
        elif seat.took_over is not None:
            said.append(_took_over(found.look, seat.name, seat.took_over))
    return [*said, *asked_coach(found.look)]
