"""What a host does: deadlines, orders for players, turns rolled back, seats; and the trail that tells everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from breakaway.club import seats as seating
from breakaway.club.absences import close_turn, missed_in_a_row
from breakaway.club.actions import check_open, check_person, rulings_now
from breakaway.club.club import Club, listed_of, retried
from breakaway.club.database import Database
from breakaway.club.email_addresses import HOST_BOX
from breakaway.club.match_views import Found, Listed, all_found, decides, find_in, soonest_first
from breakaway.club.schema import CLOSE, EMPTY, OVER, WAIT, chairs, host_asks, matches, of_seat, seats, trail
from breakaway.club.seats import changes, hash_of, new_token, tidy, touch
from breakaway.club.store import Within, store_of
from breakaway.club.time_control import EVERYBODY, TimeOff, begin_turn, set_deadline, set_time_off
from breakaway.core.game import Game, HostRuling, Order
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NamedTurn, NotNow, Observation
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import digest
from breakaway.games.manifest import turns_of
from breakaway.players import coaches
from breakaway.players.seated_match import SCRIPTED, SHEET, Table
from breakaway.records.entries import RulingEntry, TurnEntry
from breakaway.records.match import Match

# --- The host's chair, for a host who does not play. A link leads to it; the last browser that used the link has it.
#
# A browser that plays a seat of the match does not get the chair, so nobody hosts from it who knows a seat's secrets.


NO_SEAT = SPECTATOR  # `matches.host` of a match whose host does not play
OWNER = -2  # the owner of the server, who acts on the owner's page or in the terminal


class NoSuchChair(UserError):
    """The link leads to no host's chair, or the browser may not have the chair."""


def add_chair(link: str, also: Within | None = None) -> Within:
    """Gives a new match a host's chair, in the transaction that creates the match. `link` is the secret that leads to
    the chair. `also`: further work in that transaction.
    """

    def add(connection: Connection, match_id: str) -> None:
        connection.execute(insert(chairs).values(match=match_id, link_hash=hash_of(link)))
        if also:
            also(connection, match_id)

    return add


def chair_of(database: Database, link: str) -> str:
    """The match in the `database` to whose host's chair a link leads. Raises NoSuchChair."""
    with database.reading() as connection:
        return _chair_in(connection, link)


def _chair_in(connection: Connection, link: str) -> str:
    found = connection.scalar(select(chairs.c.match).where(chairs.c.link_hash == hash_of(link)))
    if found is None:
        raise NoSuchChair(_("This link leads to no host’s chair: it was mistyped, or the host has made a new one."))
    return str(found)


def take_chair(database: Database, link: str, secrets: Sequence[str]) -> str:
    """Puts the browser with these `secrets` into the host's chair to which a `link` leads, in the `database`.

    Returns the match. Raises NoSuchChair.
    """
    with changes(database) as connection:
        match_id = _chair_in(connection, link)
        touch(connection, match_id)
        if find_in(connection, match_id).held(secrets):
            raise NoSuchChair(_("This browser plays in the match, so it cannot take the host’s chair as well."))
        ours = chairs.c.match == match_id
        if connection.scalar(select(chairs.c.browser_hash).where(ours)) not in [hash_of(each) for each in secrets]:
            seating.forget(connection, match_id, HOST_BOX, database.now(), "another browser has the host's chair")
        connection.execute(update(chairs).where(ours).values(browser_hash=hash_of(secrets[0])))
    return match_id


def new_link(database: Database, match_id: str) -> str:
    """A new link to the host's chair, in the `database`. The old one stops working; the browser in the chair stays."""
    link = new_token()
    with changes(database) as connection:
        connection.execute(update(chairs).where(chairs.c.match == match_id).values(link_hash=hash_of(link)))
    return link


def hosted(database: Database, secrets: Iterable[str], archived: bool = False) -> list[Listed]:
    """The matches in the `database` that a browser with these secrets hosts without playing.

    First come those with the soonest deadline. With `archived`, lists those in the archive instead.
    """
    hashes = [hash_of(each) for each in secrets]
    with database.reading() as connection:
        mine = select(chairs.c.match).where(chairs.c.browser_hash.in_(hashes))
        found = all_found(connection, matches.c.id.in_(mine))
    listed = [each.listed for each in found if has_chair(each, secrets) and bool(each.listed.archived) == archived]
    return soonest_first(listed)


def has_chair(found: Found, secrets: Iterable[str]) -> bool:
    """Whether the browser with these secrets is in the host's chair of the match `found`, and plays no seat."""
    secrets = list(secrets)
    return found.chair in {hash_of(each) for each in secrets} and not found.held(secrets)


# --- The trail: everybody at the table reads what the host has done, and why. Nobody changes it.


ANNOUNCE, DEADLINE, PAUSE, RESUME = "announce", "deadline", "pause", "resume"
ORDER, ROLL_BACK, CLOSED, SUBSTITUTE, REOPEN = "order", "roll back", "close", "substitute", "reopen"
RULE, STOP, GO_ON, ARCHIVE, RESTORE = "rule", "stop", "go on", "archive", "restore"
LEFT = "left"  # the value of STOP and GO_ON if they follow from a departure from a season, not from the host
HEAD, ASK, DECLINE, FAIL, DELETE = "head", "ask", "decline", "fail", "delete"
LONGEST_REASON, LONGEST_NOTICE = 200, 500  # characters
# The acts that a host may have asked everybody to agree to (`host_requests`), by the name of the request.
ASKED = {CLOSED: "close", ORDER: "order", ROLL_BACK: "back", RULE: "rule", SUBSTITUTE: "seat", REOPEN: "seat"} | {
    STOP: "stop",
    GO_ON: "open",
    ARCHIVE: "archive",
    RESTORE: "restore",
}


@dataclass(frozen=True)
class TrailLine:
    """An act of a host. `by`: the host's seat, NO_SEAT or OWNER. `seat`: the seat that it is about, if it is about one.

    `value`: the deadline, the days of a pause, the coach, the turns that were rolled back, the codes of rulings, LEFT,
    or the act that needs everybody. `said`: the announcement or the reason. `after`: how many turns must have been
    played until others read it (None: they read it at once).
    """

    at: datetime
    by: int
    act: str
    seat: int | None = None
    value: str = ""
    said: str = ""
    after: int | None = None


def trail_of(database: Database, match_id: str) -> list[TrailLine]:
    """All acts of hosts in a match of this `database`, the latest first. Show others only what is `readable`."""
    with database.reading() as connection:
        return _lines(connection, match_id)


def _lines(connection: Connection, match_id: str) -> list[TrailLine]:
    rows = connection.execute(select(trail).where(trail.c.match == match_id).order_by(trail.c.n.desc()))
    return [TrailLine(row.at, row.by, row.act, row.seat, row.value, row.said, row.after) for row in rows]


def is_closed_by_leaving(connection: Connection, match_id: str) -> bool:
    """Whether a closed match was closed because somebody had left its season, rather than by a host."""
    last = next((each for each in _lines(connection, match_id) if each.act in (STOP, GO_ON)), None)
    return last is not None and (last.act, last.value) == (STOP, LEFT)


def readable(match: Match[Any, Any], lines: Iterable[TrailLine], seat: int, delay: int = 0) -> list[TrailLine]:
    """The `lines` that the player of a seat (-1: a spectator, `delay` turns late) may read.

    An order that the host entered is read by its player at once, and by everybody else after its turn, or after the
    end of the match.
    """
    if match.is_over():
        return list(lines)
    played = match.fold.turns - delay
    return [each for each in lines if each.after is None or each.after <= played or 0 <= seat == each.seat]


def note(
    connection: Connection, database: Database, match_id: str, act: str, by: int, asked: str = "", **line: Any
) -> None:
    """Adds a line to the trail (`TrailLine`), in a transaction of the `database`.

    What the same host has asked everybody to agree to is done with that, so its request is taken down. `asked`: the
    name of that request, if `ASKED` does not tell. Raises NotNow if this act carries out a request (`carrying_out` in
    `host_requests`) that stands no more, because another process has been faster.
    """
    seating.lapse(connection, match_id, host_asks.c.by == by, host_asks.c.act == (asked or ASKED.get(act, "")))
    carried = seating.carried_out.get()
    if carried is not None and carried.within is not connection:
        raise NotNow(_("This was done already. Nothing was changed."))
    last = connection.scalar(select(func.max(trail.c.n)).where(trail.c.match == match_id)) or 0
    row = {"value": "", "said": "", **line}
    connection.execute(insert(trail).values(match=match_id, n=last + 1, at=database.now(), by=by, act=act, **row))


def _note_at(table: Table, act: str, by: int, **line: Any) -> None:
    """Notes an act of a host with the other writes of this transaction."""
    store = store_of(table)
    store.also(lambda connection, match_id: note(connection, store.database, match_id, act, by, **line))


def set_chair(connection: Connection, match_id: str, **values: Any) -> None:
    """Changes the row of the host's chair, and makes it first if the host plays."""
    if connection.execute(update(chairs).where(chairs.c.match == match_id).values(**values)).rowcount == 0:
        connection.execute(insert(chairs).values(match=match_id, **values))


def reason_of(text: str) -> str:
    """The reason for an act, as everybody reads it. Raises UserError if there is none."""
    found = tidy(text, LONGEST_REASON)
    if not found:
        raise UserError(_("Give a reason. Everybody at the table reads it. Nothing was changed."))
    return found


# --- What every host may do, one who plays, too: announce, give everybody more time, pause.


MOST_HOURS, MOST_PAUSE = 14 * 24, 60  # for one act


def announce(database: Database, match_id: str, text: str, by: int = NO_SEAT) -> None:
    """Shows everybody at the table a text, and keeps it in the trail of the `database`. Raises UserError or NotNow.

    `by`: the seat of a host who plays, or NO_SEAT.
    """
    said = tidy(text, LONGEST_NOTICE)
    if not said:
        raise UserError(_("Write what everybody should read. Nothing was changed."))
    with changes(database) as connection:
        touch(connection, match_id)
        if find_in(connection, match_id).listed.notice == said:
            raise NotNow(_("Everybody reads this already. Nothing was changed."))
        set_chair(connection, match_id, notice=said)
        note(connection, database, match_id, ANNOUNCE, by, said=said)


def extend(
    database: Database, match_id: str, hours: int, reason: str, by: int = NO_SEAT, was: str | None = None
) -> None:
    """Moves the deadline of this turn away by so many `hours`, in the `database`. Raises UserError or NotNow.

    A deadline that has passed is moved to so many hours from now. Everybody reads the `reason`. `by`: the seat of a
    host who plays, or NO_SEAT. `was`: the deadline on the page with the button (as ISO 8601), so that a second press
    changes nothing.
    """
    if not 1 <= hours <= MOST_HOURS:
        raise UserError(say("Extend the deadline by 1 to {most} hours. Nothing was changed.", most=MOST_HOURS))

    def later(listed: Listed) -> datetime:
        assert listed.terms.due is not None
        return max(listed.terms.due, database.now()) + timedelta(hours=hours)

    _move(database, match_id, later, reason, by, was)


def move_deadline(
    database: Database, match_id: str, due: datetime, reason: str, by: int = NO_SEAT, was: str | None = None
) -> None:
    """Sets the deadline of this turn to `due`, in the `database`. Raises UserError or NotNow.

    Everybody reads the `reason`. `by`, `was`: as for `extend`.
    """
    _move(database, match_id, lambda _listed: due, reason, by, was, asked="set")


def _move(
    database: Database,
    match_id: str,
    due: Callable[[Listed], datetime],
    reason: str,
    by: int,
    was: str | None,
    asked: str = "",
) -> None:
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        listed, now = _timed(connection, match_id), database.now()
        if was is not None and listed.terms.due and was != listed.terms.due.isoformat():
            raise NotNow(_("The deadline has changed since this page was made. Nothing was changed."))
        found = due(listed)
        if found > now + timedelta(days=366):
            raise UserError(_("The deadline must be within a year. Nothing was changed."))
        set_deadline(connection, match_id, found, now)
        note(connection, database, match_id, DEADLINE, by, asked, value=found.isoformat(), said=said)


def pause_all(database: Database, match_id: str, days: int, reason: str, by: int = NO_SEAT) -> None:
    """Stops the clock for up to so many `days`, in the `database`. They are not taken from those agreed.

    Everybody reads the `reason`. `by`: the seat of a host who plays, or NO_SEAT. Raises UserError or NotNow.
    """
    said = reason_of(reason)
    if not 1 <= days <= MOST_PAUSE:
        raise UserError(say("Pause the match for 1 to {most} days. Nothing was changed.", most=MOST_PAUSE))
    with changes(database) as connection:
        touch(connection, match_id)
        listed, now = _timed(connection, match_id), database.now()
        if _pause_now(listed, now):
            raise NotNow(_("The match is already paused."))
        if listed.closes is not None and listed.closes <= now:
            raise NotNow(_("This turn is closing. Try again in the next turn."))
        begun = TimeOff(EVERYBODY, now, now + timedelta(days=days), 0)
        set_time_off(connection, match_id, (*listed.terms.off, begun))
        note(connection, database, match_id, PAUSE, by, value=str(days), said=said)


def resume(database: Database, match_id: str, reason: str, by: int = NO_SEAT) -> None:
    """Ends the pause in the `database`: the clock runs on. Raises UserError or NotNow.

    Everybody reads the `reason`. `by`: the seat of a host who plays, or NO_SEAT.
    """
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        listed, now = _timed(connection, match_id), database.now()
        found = _pause_now(listed, now)
        if found is None:
            raise NotNow(_("The match is not paused."))
        unused = min(found.days, (found.ends - now) // timedelta(days=1))
        ended = TimeOff(EVERYBODY, found.begins, now, found.days - unused)
        set_time_off(connection, match_id, tuple(ended if each == found else each for each in listed.terms.off))
        note(connection, database, match_id, RESUME, by, said=said)


def _timed(connection: Connection, match_id: str) -> Listed:
    listed = find_in(connection, match_id).listed
    if listed.status == OVER or not listed.is_timed:
        raise NotNow(_("No clock runs in this match now. Nothing was changed."))
    return listed


def is_paused(listed: Listed, now: datetime) -> bool:
    """Whether a match, `listed` with its time off, is paused `now`."""
    return _pause_now(listed, now) is not None


def _pause_now(listed: Listed, now: datetime) -> TimeOff | None:
    return next((each for each in listed.terms.off if each.seat == EVERYBODY and each.begins <= now < each.ends), None)


# --- What only a host may do who does not play, because such a host knows no secret of any seat. A host who plays needs
# the consent of all others (`host_requests`), and is named with `by`.


def close_now(table: Table, turn: int, reason: str, by: int = NO_SEAT) -> None:
    """Closes the turn before its deadline, as the deadline would. Raises UserError or NotNow.

    `turn` is `SeatView.turn` of the page with the button. Everybody reads the `reason`. `by`: as in `TrailLine`.
    """
    said = reason_of(reason)
    check_open(table)
    check_turn(table, turn)
    if table.physical:
        raise NotNow(_("The players roll their own dice in this match, so only they can play the turn."))
    if not table.match.choosers():
        raise NotNow(_("Nobody has to choose now."))
    asked, agreed = table.to_ask(), _rule_of(table)  # before the answers, which would tell who has instructions
    table.answer_instructions()
    table.match.answer_late(table.to_ask())
    late = table.to_ask()
    if late and agreed == WAIT:
        names = ", ".join(listed_of(table).seats[seat].name for seat in asked)
        raise NotNow(say("In this match, nobody chooses for a late player. Still missing: {names}.", names=names))
    _note_at(table, CLOSED, by, said=said)
    if late:
        close_turn(table, late, agreed)
    else:
        table.play_turn()


def _rule_of(table: Table) -> str:
    """What happens to late players. A game's rules for absent players hold without a clock, too."""
    return CLOSE if table.game.absent is not None else listed_of(table).terms.late


def why_no_entry(table: Table, seat: int) -> str:
    """Why the host cannot enter an order for a seat now. Empty if the host can.

    A host never enters an order for a seat that knows more than everybody: a refusal would tell what is hidden.
    """
    match = table.match
    if seat not in table.people or seat not in match.choosers():
        return _("This seat has nothing to choose now.")
    if digest(match.observation(seat).view) != digest(match.observation(SPECTATOR).view):
        return _("This seat knows what is hidden from you, such as its cards. Only its player can choose.")
    return ""


def enter_order(table: Table, seat: int, order: Order, turn: int, reason: str, by: int = NO_SEAT) -> None:
    """Seals an order for a player, who is told at once and can change it. Raises UserError, NotNow or Refused.

    `turn` is `SeatView.turn` of the page with the form. The order replaces the one that the player has sealed.
    Everybody reads the `reason`, but the others only after the turn. `by`: as in `TrailLine`.
    """
    said = reason_of(reason)
    check_turn(table, turn)
    check_person(table, seat)
    fault = why_no_entry(table, seat)
    if fault:
        raise NotNow(fault)
    store = store_of(table)
    closes = store.found.listed.closes
    if closes is not None and closes <= store.database.now():
        raise NotNow(_("This turn is closing, so its orders can no longer be changed."))
    table.match.choose(seat, order)

    def enter(connection: Connection, match_id: str) -> None:
        connection.execute(update(seats).where(of_seat(seats, match_id, seat)).values(entered=table.match.fold.turns))

    store.also(enter)
    _note_at(table, ORDER, by, seat=seat, said=said, after=table.match.fold.turns + 1)


def roll_back(table: Table, goal: int, turn: int, reason: str, by: int = NO_SEAT, is_agreed: bool = False) -> None:
    """Takes back all turns after the first `goal`. What seats have shown stays shown. Raises UserError or NotNow.

    `goal` counts places of the record (`Match.place_of`).
    The orders of the first of these turns are sealed again as far as they are legal, except those that a coach gave for
    a late player. The host keeps the turn open, at most until its deadline, so that players can change them. Dice and
    cards are drawn anew. Players with their own dice all choose again, because kept orders would leave them only the
    dice to roll.

    A turn can be rolled back only once, unless everybody has agreed (`is_agreed`). `turn` is `SeatView.turn` of the
    page with the button. Everybody reads the `reason`. `by`: as in `TrailLine`.
    """
    said, match, store = reason_of(reason), table.match, store_of(table)
    check_open(table)
    check_turn(table, turn)
    top, goal = len(match.fold.standing), match.place_of(match.turn_at(goal)) if goal >= 0 else goal
    if match.is_over() or not top - len(match.history) <= goal < top:
        raise NotNow(_("Play cannot go back to this turn. Nothing was changed."))
    if not is_agreed and was_rolled_back(table, goal):
        raise NotNow(_("One of these turns was rolled back before. To do it again, everybody has to agree."))
    first, named = match.fold.standing[goal].entry, _named_at(match, goal)
    again = set(map(int, first.answered or {})) if isinstance(first, TurnEntry) else set()
    match.go_back(goal, range(len(table.by)) if table.physical else again)
    held = None if table.physical else match.fold.turns

    def keep_open(connection: Connection, match_id: str) -> None:
        begin_turn(connection, match_id, store.database.now())
        set_chair(connection, match_id, held=held)

    store.also(keep_open)
    _note_at(table, ROLL_BACK, by, value=f"{match.turn_at(goal)} {turn} {named}", said=said)


MOST_BACK = 20  # turns and rulings


def ways_back(match: Match[Any, Any]) -> list[tuple[int, str]]:
    """The latest turns and rulings of a match, each with its place in the record and its name: play can begin anew
    before it. What seats have shown is not among them, because it stays shown.
    """
    first, standing = len(match.log) - len(match.history), match.fold.standing
    places = [place for place in range(first, len(match.log)) if not match.is_lasting(standing[place].entry)]
    return [(place, back_says(match, _named_at(match, place))) for place in reversed(places[-MOST_BACK:])]


def back_at(match: Match[Any, Any], place: int) -> str:
    """The name of the turn or ruling at this place in the record. Empty if there is none, or no position before it."""
    return back_says(match, _named_at(match, place)) if place - len(match.log) + len(match.history) >= 0 else ""


def _named_at(match: Match[Any, Any], place: int) -> str:
    """The turn at this place in the record as the trail keeps it: its stage (0: none), its number, and `r` if it is a
    ruling in that turn. Empty if there is none.
    """
    first = len(match.log) - len(match.history)
    if not first <= place < len(match.log):
        return ""
    seen = Observation(match.game, match.history[place - first][0], match.config, SPECTATOR, match.names)
    turn = turns_of(match.game).now(seen, match.turn_at(place))
    is_ruling = isinstance(match.fold.standing[place].entry, RulingEntry)
    return f"{turn.stage or 0} {turn.turn}{' r' if is_ruling else ''}"


def back_says(match: Match[Any, Any], named: str) -> str:
    """What the trail keeps of a turn (`named`), in words. Empty if it keeps nothing, as in older lines."""
    if not named:
        return ""
    stage, turn, *ruling = named.split()
    found = NamedTurn(int(stage) or None, int(turn))
    text = turns_of(match.game).text(match.observation(SPECTATOR), found)
    return say("the ruling in {turn}", turn=text) if ruling else text


def was_rolled_back(table: Table, goal: int) -> bool:
    """Whether the host has rolled back one of the turns after the first `goal` before."""
    store, top, goal = store_of(table), table.match.turn, table.match.turn_at(goal)
    with store.database.reading() as connection:
        before = [each.value.split()[:2] for each in _lines(connection, store.id) if each.act == ROLL_BACK]
    return any(goal < int(last) and int(first) < top for first, last in before)


def rulings_of_host(table: Table) -> list[HostRuling]:
    """The rulings that a host can make now. None where the host would learn from them what is hidden."""
    match = table.match
    game, seen = match.game, match.observation(SPECTATOR)
    if match.is_over() or table.physical or (game.keeps_secrets and game.keeps_secrets(match.config)):
        return []
    if game.host_rulings is not None:
        return list(game.host_rulings(seen.view, match.config))
    return [HostRuling((game.rulings[words],)) for words in rulings_now(seen)]


def rule_as_host(table: Table, codes: Sequence[int], turn: int, reason: str, by: int = NO_SEAT) -> None:
    """Makes one of `rulings_of_host`, given by its `codes`. Raises UserError, NotNow or Refused.

    The team that the ruling is about chooses again, so that nobody learns from its order whether the order was still
    legal. `turn` is `SeatView.turn` of the page with the button. Everybody reads the `reason`.
    """
    said = reason_of(reason)
    check_open(table)
    check_turn(table, turn)
    found = next((each for each in rulings_of_host(table) if each.codes == tuple(codes)), None)
    if found is None:
        raise NotNow(_("This ruling is not possible now. Nothing was changed."))
    if found.seat in table.match.sealed:
        table.match.withdraw(found.seat)
    for code in codes:
        table.match.ruling(code, by=by if by >= 0 else None)
    _note_at(table, RULE, by, value=",".join(map(str, codes)), said=said)


def substitute(club: Club, match_id: str, seat: int, coach: str, reason: str, by: int = NO_SEAT) -> None:
    """Gives a player's seat to a coach of the club. Devices, address and links of the seat end.

    Everybody reads the `reason`. `by`: as in `TrailLine`. Raises UserError or NotNow.
    """
    said = reason_of(reason)
    coaches.check(_open(club, match_id, seat), coach)
    with club.held(match_id) as table:
        if table.by[seat] == coach:
            raise NotNow(_("This coach plays the seat already. Nothing was changed."))
        if not {*table.people} - {*table.match.gone, seat}:
            raise NotNow(_("This is the last person in the match. Open the seat for another person instead."))

    def replace(connection: Connection, now: datetime) -> dict[str, Any]:
        note(connection, club.database, match_id, SUBSTITUTE, by, seat=seat, value=coach, said=said)
        return {"by": coach, "claimed": now, "token_hash": None}

    _change_seat(club, match_id, seat, replace)


def reopen_seat(club: Club, match_id: str, seat: int, reason: str, by: int = NO_SEAT) -> str:
    """Empties a seat, and returns a new invitation to it.

    What its player had sealed, called ahead or instructed is dropped, so that the invitation shows nothing of it.
    Everybody reads the `reason`. `by`: as in `TrailLine`. Raises UserError or NotNow.
    """
    said, token = reason_of(reason), new_token()

    def empty(connection: Connection, now: datetime) -> dict[str, Any]:
        note(connection, club.database, match_id, REOPEN, by, seat=seat, said=said)
        return {"by": EMPTY, "claimed": None, "seen": now, "token_hash": hash_of(token)}

    _change_seat(club, match_id, seat, empty)
    return token


def _open(club: Club, match_id: str, seat: int) -> Game[Any, Any]:
    """The game of a match in which a host can change this seat. Raises NotNow."""
    with club.held(match_id) as table:
        if table.match.is_over() or SCRIPTED in table.by:
            raise NotNow(_("Nobody can change seats in this match anymore."))
        if not 0 <= seat < len(table.by):
            raise NotNow(_("The match has no such seat. Nothing was changed."))
        if seat in table.match.gone:
            raise NotNow(_("This player has resigned, so nobody can get the seat. Nothing was changed."))
        if table.by[seat] == SHEET or decides(table.match, seat):
            raise NotNow(_("The rules of the game play this seat. Nothing was changed."))
        return table.game


def _change_seat(
    club: Club, match_id: str, seat: int, values: Callable[[Connection, datetime], dict[str, Any]]
) -> None:
    def work() -> None:
        _open(club, match_id, seat)
        with club.at_work(match_id) as table:
            match = table.match
            match.forget(seat)

            def change(connection: Connection, match_id: str) -> None:
                now, team = club.database.now(), str(match.record.header["seats"][seat].get("name", ""))
                ended = {**seating.clear(connection, match_id, seat, now), "name": seating.tidy(team)}
                seating.change(connection, match_id, seat, now, {**ended, **values(connection, now)})

            store_of(table).also(change)

    retried(work)


def check_turn(table: Table, turn: int) -> None:
    """Raises NotNow unless `turn` is the present one."""
    if turn != table.match.turn:
        raise NotNow(_("The match has gone on since this page was made. Nothing was changed."))


# --- A dry run: what would follow if the turn closed now. It tells nothing that is sealed, because it looks at nothing
# sealed: only at whose orders are missing, which everybody sees.


@dataclass(frozen=True)
class DryRun:
    """`ready`: the seats whose orders are in. `missing`: those without, each with the turns missed in a row.

    `rule`: what happens to the missing ones (`close`, `coach` or `wait`).
    """

    ready: list[int]
    missing: list[tuple[int, int]]
    rule: str


def dry_run(table: Table) -> DryRun:
    """What would follow if the turn closed now."""
    match, listed = table.match, listed_of(table)
    late = [seat for seat in match.missing() if listed.seats[seat].is_for_people]
    ready = [seat for seat in match.choosers() if seat not in late]
    return DryRun(ready, [(seat, missed_in_a_row(match, seat)) for seat in late], _rule_of(table))
