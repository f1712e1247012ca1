"""Clocks, paces and vacations on forms and pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from breakaway.club.absences import days_left, is_paused
from breakaway.club.actions import advice_of, asked_coach, may_ask_at
from breakaway.club.match_snapshot import Snapshot
from breakaway.club.match_views import SeatView
from breakaway.club.schema import CLOSE, COACH, WAIT
from breakaway.club.time_control import (
    DAILY,
    DELAYS,
    EVERY_DAY,
    EVERYBODY,
    GRACES,
    HOUR,
    LIVE,
    MOST_DAYS,
    MOST_MISSED,
    POSTAL,
    PRESETS,
    SLOW,
    Pace,
    Terms,
    TimeOff,
)
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, many, marked, say
from breakaway.core.rules import SPECTATOR
from breakaway.display.match_page import Scene, seat_names
from breakaway.games.manifest import GAMES, find, turns_of
from breakaway.players import coaches
from breakaway.players.coaches import label
from breakaway.web.pages import Clock, clock, figure, moment, period, with_moments
from breakaway.web.request import Posted

# --- Slow play in the browser: the form's fields for the hour when turns close and for days off, and what the match
# page says about them.


WEEKDAYS = (
    marked("Monday"),
    marked("Tuesday"),
    marked("Wednesday"),
    marked("Thursday"),
    marked("Friday"),
    marked("Saturday"),
    marked("Sunday"),
)


def preset_names() -> list[tuple[str, str]]:
    """The presets that a form offers: each value with its label."""
    return [(DAILY, _("Daily: every evening at 8")), (POSTAL, _("Postal: every Sunday at 8 in the evening"))]


def pace_fields(game: Game[Any, Any]) -> dict[str, Any]:
    """What the form offers in its collapsed details: weekdays, grace periods, limits and coaches."""
    return {
        "weekdays": [(str(n), _(name)) for n, name in enumerate(WEEKDAYS)],
        "graces": [(str(each), period(each) if each else _("none")) for each in GRACES],
        "leasts": [(str(each), period(each)) for each in SLOW],
        "most_days": MOST_DAYS,
        "most_missed": MOST_MISSED,
        "coaches": [(each, coaches.called(game, each)) for each in coaches.names(game)],
    }


def asked_pace(form: Posted, text: str) -> tuple[int, Pace]:
    """The minimum time for a choice and the pace that a form asks for. Raises UserError.

    `text` is a preset or a number of seconds. Details that the player fills in override the preset.
    """
    if text in PRESETS:
        seconds, pace = PRESETS[text]
    elif text in map(str, (*LIVE, *SLOW)):
        seconds, pace = int(text), Pace()
    else:
        raise UserError(
            say("Time for each choice: choose a value from the list; {asked} is not on it.", asked=repr(text[:40]))
        )
    days = tuple(sorted({int(each) for each in form.texts("weekday") if each in map(str, EVERY_DAY)}))
    pace = replace(
        pace,
        at=form.text("at") or pace.at,
        weekdays=days or pace.weekdays,
        zone=form.text("zone") or pace.zone,
        grace=_number(form, "grace", pace.grace),
        vacation=_number(form, "vacation", pace.vacation),
        pause=_number(form, "pause", pace.pause),
        missed=_number(form, "missed", pace.missed),
    )
    return _number(form, "least", seconds), pace


def _number(form: Posted, name: str, usual: int) -> int:
    """The number in a field, or `usual` if the field is empty. Raises UserError."""
    if not form.text(name):
        return usual
    found = form.number(name)
    if found is None:
        raise UserError(
            say("{field}: expected a whole number, not {value}", field=name, value=repr(form.text(name)[:40]))
        )
    return found


def pace_says(terms: Terms) -> list[str]:
    """The pace of a match, in sentences. Empty for the default pace."""
    pace, found = terms.pace, []
    if pace.at:
        days = _("every day") if pace.weekdays == EVERY_DAY else ", ".join(_(WEEKDAYS[day]) for day in pace.weekdays)
        found.append(say("Turns close at {hour} ({zone}): {days}.", hour=pace.at, zone=pace.zone, days=days))
    if pace.grace:
        found.append(say("Orders are accepted for another {time} after the deadline.", time=period(pace.grace)))
    if pace.vacation:
        found.append(
            many("Each player has {n} day of vacation.", "Each player has {n} days of vacation.", pace.vacation)
        )
    if pace.pause:
        found.append(
            many("The match may be paused for {n} day.", "The match may be paused for {n} days in all.", pace.pause)
        )
    if pace.missed:
        after = many(
            "After {n} missed turn, a standby player may take over the team.",
            "After {n} missed turns in a row, a standby player may take over the team.",
            pace.missed,
        )
        found.append(after)
    return found


@dataclass(frozen=True)
class Days:
    """The panel about days off.

    `off`: sentences about the vacations and pauses that have not ended yet. `vacation` and `pause`: how many days of
    each are left. `is_mine`: whether this seat has a vacation that it can end. `is_paused`: whether the match is paused
    now. `today`: the date in the time zone of the match. `may_ask`: whether this seat can change any of this.
    """

    off: list[str]
    vacation: int
    pause: int
    is_mine: bool
    is_paused: bool
    today: str
    zone: str
    may_ask: bool


def days_of(found: Snapshot) -> Days | None:
    """The panel about days off, or None if the match allows no days off or is not running."""
    terms, look, now = found.terms, found.look, found.now
    if look.closes is None or not (terms.pace.vacation or terms.pace.pause):
        return None
    coming = [each for each in sorted(terms.off, key=lambda each: each.begins) if each.ends > now]
    return Days(
        off=[_off(each, look.seats[each.seat].name if each.seat >= 0 else "", now) for each in coming],
        vacation=days_left(terms, found.seat) if found.seat != SPECTATOR else 0,
        pause=days_left(terms, EVERYBODY),
        is_mine=any(each.seat == found.seat for each in coming) and found.seat != SPECTATOR,
        is_paused=is_paused(terms, now),
        today=f"{now.astimezone(terms.pace.tz):%Y-%m-%d}",
        zone=terms.pace.zone,
        may_ask=found.seat != SPECTATOR,
    )


def _off(each: TimeOff, name: str, now: datetime) -> str:
    begins, ends = moment(each.begins), moment(each.ends)
    if each.seat == EVERYBODY:
        return with_moments(_("The match is paused until {ends}."), ends=ends)
    if each.begins <= now:
        return with_moments(_("{name} is on vacation until {ends}."), name=name, ends=ends)
    return with_moments(_("{name} is on vacation from {begins} until {ends}."), name=name, begins=begins, ends=ends)


@dataclass(frozen=True)
class Counting:
    """The note beside the buttons of a slow match: what will be played.

    `says`: the sentences of the note. `held_by`: who is not ready. `may_hold`: whether this seat has to choose, and so
    can hold its order. `holds`: whether this seat holds its order.
    """

    says: list[str]
    held_by: str
    may_hold: bool
    holds: bool


def rule_of(found: Snapshot) -> Counting | None:
    """The note on what will be played, or None if no clock runs or the match is not played over several days."""
    terms, look = found.terms, found.look
    if look.closes is None or look.is_over or not terms.is_slow:
        return None
    is_asked = look.observation.is_asked() and found.seat not in look.gone
    has_order = bool(is_asked and look.sealed and not look.sealed.partial)
    says = []
    if has_order:
        says.append(_("What you have sealed will be played. You may change your mind until then."))
    elif is_asked:
        says.append(_("An order is not played until you seal it."))
    says.append(_("The turn is played as soon as everybody is ready, or when its time is up."))
    held = ", ".join(look.seats[seat].name for seat in look.holding)
    return Counting(says, held, is_asked, found.seat in look.holding)


@dataclass(frozen=True)
class StripClock:
    """A clock in the score strip: its figure, a word below it, and its CSS classes.

    `runs`: the deadline to which it counts down, or None while it rests. `hour` stands beside a day of the week.
    `whose` says whose time this is. `most`: the seconds with which it began.
    """

    figure: str
    word: str
    hour: str
    whose: str
    class_: str
    runs: Clock | None
    most: int


def strip_of(found: Snapshot, scene: Scene) -> dict[int, StripClock]:
    """The clocks of the score strip, by the seats of its sides. Several teams have one deadline, by SPECTATOR.

    Empty while no clock runs. After the deadline, a clock counts down to the end of the grace period.
    """
    look, terms = found.look, found.terms
    if look.closes is None or look.is_over:
        return {}
    names, own, due = seat_names(look.observation), found.seat, look.due
    most = int((due - terms.since).total_seconds()) if due and terms.since else terms.seconds or 0
    now = clock(due, found.now, terms.since, terms.pace.grace)
    late = look.waiting or look.holding

    def made(seats: list[int]) -> StripClock:
        whose = _("left") if own == SPECTATOR else _("yours") if own in seats else _("theirs")
        if now is None or not set(seats) & set(late):
            return StripClock(figure(terms.seconds or 0), whose, "", whose, "", None, most)
        word, class_ = now.word
        far = not word and now.left >= HOUR
        word = word or (now.day if far else whose)
        return StripClock(now.figure, word, now.hour if far else "", whose, f"runs {class_}", now, most)

    if scene.scoreboard is None:
        return {SPECTATOR: made(late)} if now else {}
    sides = scene.scoreboard.sides
    alone = len(names) == len(sides)  # otherwise a side is several seats, as in platoons
    return {
        each.seat: made(
            [s for s, name in enumerate(names) if (s == each.seat if alone else name.startswith(each.name))]
        )
        for each in sides
    }


# --- The terms of a match, in the form that opens a table and on the match page.


def times() -> list[tuple[str, list[tuple[str, str]]]]:
    """The time limits that a form offers for a choice: groups of values, each value with its label."""
    groups = [(_("in one sitting"), LIVE), (_("over several days"), SLOW)]
    found = [(called, [(str(each), period(each)) for each in some]) for called, some in groups]
    return [*found, (_("at a fixed hour"), preset_names())]


def delays() -> list[tuple[str, str]]:
    """The delays that a form offers for spectators: values, each with its label."""
    return [(str(n), many("{n} turn late", "{n} turns late", n) if n else _("as it happens")) for n in DELAYS]


def asked_terms(form: Posted) -> Terms:
    """The terms that a form asks for. Raises UserError for a value that the form does not offer."""
    text, late, delay = form.text("time"), form.text("late", WAIT) or WAIT, form.text("delay") or "0"
    if delay not in map(str, DELAYS):
        raise UserError(
            say("Delay for spectators: choose a value from the list; {asked} is not on it.", asked=repr(delay[:40]))
        )
    if not text:
        return Terms(delay=int(delay))
    seconds, pace = asked_pace(form, text)
    if late not in (WAIT, COACH):
        raise UserError(
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


def time_of(found: Snapshot, scene: Scene) -> dict[str, Any]:
    """What a match page says about time: the clocks, what was agreed, and what this seat can do about it."""
    look, delay, seat = found.look, found.terms.delay, found.seat
    behind = many("You see this match {n} turn late.", "You see this match {n} turns late.", delay)
    over = bool(look.late) and found.terms.late == WAIT
    arriving, news = news_of(found)
    return {
        "strip": strip_of(found, scene),
        "rule": rule_of(found),
        "days": days_of(found),
        "may_let": over and seat >= 0 and seat not in look.late,
        "is_late": over and seat in look.late,
        "answered": [
            (look.seats[each].name, label(find(look.header["game"]), coach)) for each, coach in look.answered.items()
        ],
        "news": news,
        "arriving": arriving,
        "behind": behind if seat < 0 and delay and not look.is_over else "",
        "agreed": agreed_on(found.terms, look.header["game"]),
        "advice": advice_of(look.header["game"], look.header["options"], look.seats, look.header["began"], look.people),
        "may_ask": GAMES[look.header["game"]].advice and may_ask_at(look) and not look.is_scripted,
    }


def _took_over(look: SeatView, name: str, played: int) -> str:
    """A sentence that says after which turn somebody took over a team, if the match still tells."""
    turns = turns_of(look.observation.game)
    after = turns.last(look.observation, look.turn, look.turn - played)
    if after is None:
        return say("{name} took over a team.", name=name)
    return say("{name} took over a team after {turn}.", name=name, turn=turns.text(look.observation, after))


def news_of(found: Snapshot) -> tuple[str, list[str]]:
    """What the lane says first: why nobody can choose, that the host asks something, or for whom the clock waits, as
    they have just sat down. Then the news, with this sentence in it: what the host has done, who has left a team, who
    has taken one over, and how many choices the coach was asked.
    """
    look, said, arriving = found.look, [], ""
    reading = [seat.name for seat in look.seats if seat.reads and seat.reads > found.now]
    if reading and look.due is not None:
        text = _("Not at the table yet: {names}. The clock starts when they arrive, in two minutes at the latest.")
        arriving = text.format(names=", ".join(reading))
    asks = _("The host asks you to agree to something. You find it on the Match tab, “What the host did”.")
    stopped = _("This match is closed. Nobody can choose until it is opened again.")
    if look.is_stopped or look.is_asked_by_host:  # a match is deleted once it is closed, if all agree
        arriving = " ".join([asks] * look.is_asked_by_host + [stopped] * look.is_stopped)
    if look.notice:
        said.append(say("The host says: {text}", text=look.notice))
    if look.is_entered:
        said.append(_("The host entered your order. You can change it until the turn closes."))
    if look.is_held and not look.is_over:
        said.append(_("The host rolled this turn back and keeps it open. You can change your order until it closes."))
    for seat in [] if look.is_over else look.seats:
        if seat.left is not None:
            said.append(say("{name} has left the match. A standby player is being asked to take over.", name=seat.name))
        elif seat.took_over is not None:
            said.append(_took_over(look, seat.name, seat.took_over))
    return arriving, [*said, *filter(None, [arriving]), *asked_coach(look)]
