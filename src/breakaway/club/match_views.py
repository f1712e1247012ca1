"""A match in a list, and a match as one seat may see it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, or_, select, update

from breakaway.club import seats as seating
from breakaway.club.database import Database, DeletedMatch, NoSuchMatch
from breakaway.club.schema import (
    EMPTY,
    OPEN,
    OVER,
    PUBLIC,
    RUNNING,
    chairs,
    devices,
    host_asks,
    matches,
    offers,
    removed,
    seats,
    second_places,
    take_backs,
    terms,
)
from breakaway.club.seats import FIRST, SECOND, Seat, Sitter, hash_of, holding, seat_in, tidy
from breakaway.club.second_places import Pair, pair_in
from breakaway.club.time_control import HOUR, MINUTE, Terms, terms_in
from breakaway.core.chance import Thrown
from breakaway.core.game import Order, is_given_up, left_by
from breakaway.core.language import Names, UserError, many, marked, say
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy, json_of
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.coaches import thinking_seed
from breakaway.players.seated_match import HUMAN, SCRIPTED, began_with
from breakaway.records.entries import EndEntry, Entry, Line, TurnEntry
from breakaway.records.match import Match, Sealed

# --- The offer of a rematch, which the database stores with the finished match.


@dataclass(frozen=True)
class Offer:
    """An offer of a rematch.

    `offerer`: the seat that made it. `taken`: the seats that want to play again, in ascending order. `declined`: the
    seat that declined, if any. `became`: the id of the new match, once it is open.
    """

    offerer: int
    taken: tuple[int, ...]
    declined: int | None = None
    became: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether the offer can still be accepted, declined or withdrawn."""
        return self.declined is None and self.became is None


def offer_in(row: Row[Any]) -> Offer | None:
    """The offer in a database row, or None."""
    if row.offerer is None:
        return None
    return Offer(row.offerer, tuple(map(int, filter(None, row.taken.split(",")))), row.declined, row.became)


def offer_of(connection: Connection, match_id: str) -> Offer | None:
    """The offer of a rematch after this match, if there is one."""
    row = connection.execute(select(offers).where(offers.c.match == match_id)).first()
    return None if row is None else offer_in(row)


def seen_by(offer: Offer | None, seat: int, visibility: str) -> Offer | None:
    """What a seat may know about an offer. A spectator (-1) learns only that a public match has led to a new one."""
    if offer is None or seat != SPECTATOR:
        return offer
    return Offer(SPECTATOR, (), None, offer.became) if offer.became and visibility == PUBLIC else None


@dataclass(frozen=True)
class BackRequest:
    """A request to take a choice back.

    `asker`: the seat that asks. `turn`: how many turns and rulings had been played then; when there are more, or fewer,
    the request has lapsed. `goal`: how many there were before the choice. `agreed`: the seats that agree, in ascending
    order. `refused_by`: the seat that did not.
    """

    asker: int
    turn: int
    goal: int
    agreed: tuple[int, ...]
    refused_by: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the request still waits for an answer."""
        return self.refused_by is None


def back_request_in(row: Row[Any]) -> BackRequest:
    """The request in a database row."""
    agreed = tuple(map(int, filter(None, row.agreed.split(","))))
    return BackRequest(row.asker, row.asked_at, row.goal, agreed, row.refused_by)


def back_request_of(match: Match[Any, Any], listed: Listed) -> BackRequest | None:
    """The request to take a choice back, unless the match has gone on since then."""
    asked = listed.back_request
    return asked if asked is not None and asked.turn == match.turn and not match.is_over() else None


@dataclass(frozen=True)
class HostAsk:
    """What a host asks everybody at the table to agree to (`host_requests`).

    `by`: the seat of the host, or below 0 if the host does not play. `act`: what the host wants to do. `given`: what
    the host has typed, locked. `said`: the reason. `turn`: how many turns and rulings had been played then; if there
    are more, or fewer, the request has lapsed (None: it does not depend on the turn). `agreed`: the seats that agree,
    in ascending order.
    """

    by: int
    act: str
    given: str
    said: str
    turn: int | None
    agreed: tuple[int, ...]


def host_ask_in(row: Row[Any]) -> HostAsk:
    """The request of a host in a database row."""
    agreed = tuple(map(int, filter(None, row.ask_agreed.split(","))))
    return HostAsk(row.ask_by, row.ask_act, row.ask_given, row.ask_said, row.ask_turn, agreed)


def host_ask_of(match: Match[Any, Any], listed: Listed) -> HostAsk | None:
    """What the host asks everybody to agree to, unless the match has gone on since then."""
    asked = listed.host_ask
    return asked if asked is not None and asked.turn in (None, match.turn) else None


# --- Views of the club's matches: matches in lists, and one match as one seat may see it.


@dataclass(frozen=True)
class Listed:
    """A match in a list. `turn`: how many turns have been played. `mine`: the reader's own seats.

    `waiting`: the seats of the players whose orders are missing. If a match is neither over nor waiting for anybody,
    call `resolve`.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: str  # open, running or over
    visibility: str  # link or public
    turn: int
    waiting: list[int]
    created: datetime
    updated: datetime
    seats: list[Seat]
    mine: list[int]
    terms: Terms
    began: datetime  # when the current choice became known
    host: int  # the seat of the player who opened the table; -1: the host does not play
    offer: Offer | None = None  # the offer of a rematch
    language: str = ""  # in which the table was opened
    back_request: BackRequest | None = None  # the latest request to take a choice back
    held: int | None = None  # the host keeps open the turn after so many (`Fold.turns`)
    notice: str = ""  # the host's latest announcement
    host_ask: HostAsk | None = None  # what the host asks everybody to agree to
    stopped: datetime | None = None  # when the host closed the match; nobody can choose until it is opened again
    archived: datetime | None = None  # when the host put the match into the archive, out of all lists
    names: Names | None = None  # the names of teams and people, if players have given any since the match was opened
    subtitle: str = ""  # stands below the title
    day: str = ""  # when the match is held, such as 2026-12-27
    is_uploaded: bool = False  # whether it was played elsewhere
    pairs: dict[int, Pair] = field(default_factory=dict)  # the seats that two coaches share
    partners: frozenset[int] = frozenset()  # the reader's seats whose open decision is the other coach's

    @property
    def is_scripted(self) -> bool:
        """Whether a script plays the other seats, as in a lesson (`actions.play_scripted`)."""
        return _is_scripted(self.seats)

    @property
    def my_turn(self) -> bool:
        """Whether the reader has to give an order."""
        return any(seat in self.mine and seat not in self.partners for seat in self.waiting)

    @property
    def waiting_names(self) -> list[str]:
        """The names of the seats that the match is waiting for."""
        return [self.seats[seat].name for seat in self.waiting]

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs: the match is in progress, not closed, and has a deadline and more than one player."""
        people = sum(seat.is_for_people for seat in self.seats)
        return self.terms.due is not None and self.status == RUNNING and people > 1 and self.stopped is None

    @property
    def closes(self) -> datetime | None:
        """When the current turn closes: at the deadline, or after the grace period. None if no clock runs."""
        return self.terms.closes if self.is_timed else None

    @property
    def due(self) -> datetime | None:
        """The deadline for the players whose orders are missing.

        None if there is no deadline or no order is missing.
        """
        return self.terms.due if self.is_timed and self.waiting else None

    def is_late(self, now: datetime) -> bool:
        """Whether orders are missing after the deadline, at the moment `now`."""
        return self.due is not None and self.due <= now


def soonest_first(listed: Iterable[Listed]) -> list[Listed]:
    """The matches in `listed`, in the order of their deadlines, then those without one."""
    return sorted(listed, key=lambda each: (each.due is None, each.due or each.updated))


@dataclass(frozen=True)
class SeatView:
    """A match as one seat (-1: a spectator) may see it. `stamp` changes if and only if something changes for this seat.

    `turn` and `waiting` mean the same as in `Listed`. `log` contains each turn's events as this seat may see them.
    `sealed` and `instructions` belong to this seat. `commitment` is the SHA-256 of the secret. `secret` (hexadecimal)
    is shown after the end of the match.
    """

    id: str
    stamp: str
    observation: Observation[Any, Any]
    header: Line
    turn: int
    is_over: bool
    waiting: list[int]
    log: list[tuple[int, list[Event]]]
    thrown: dict[int, list[Thrown]]  # the Fate dice of the latest turns, in a game that rolls them openly
    sealed: Sealed | None
    instructions: list[str]
    commitment: str
    chains: dict[int, str]  # the latest value that each seat has shown of its hash chain (`core.chance`)
    secret: str | None
    seats: list[Seat]
    people: int  # how many people play; seats of the rules for which a player decides are for nobody else (BF-R53)
    gone: list[int]  # seats that have resigned, first to last
    resigned: int | None  # the seat whose resignation ended the match
    left: list[int]  # seats whose side has not resigned
    may_resign: bool
    may_show: bool
    decides: bool  # whether the rules play this seat and let its player only decide what they leave open
    recommended: Order | None  # then, what the rules would answer now, if the player may read it
    would_end: bool  # whether the match ends when this seat resigns
    entries: int  # number of entries in the record: grows with every turn played or taken back, never with a secret
    due: datetime | None  # the deadline for the seats in `waiting` and `holding`
    closes: datetime | None  # when the turn closes, even if nobody is missing anymore
    late: list[int]  # the seats in `waiting` whose time is up
    holding: list[int]  # the seats that want to wait for the deadline before the turn is played
    answered: dict[int, str]  # each late seat of the last turn, with the coach that chose for it
    offer: Offer | None  # the offer of a rematch, as this seat may see it
    back_request: BackRequest | None  # a player's request to take a choice back; spectators are not told
    notice: str  # the host's latest announcement
    is_held: bool  # whether the host keeps this turn open
    is_entered: bool  # whether the host entered this seat's order
    is_stopped: bool  # whether the match is closed
    is_asked_by_host: bool  # whether this seat has still to answer what the host asks everybody
    begins: bool  # whether the first die or card comes as soon as all seats are taken
    pair: Pair | None  # the two coaches of this seat, if two share it

    @property
    def is_scripted(self) -> bool:
        """Whether a script plays the other seats, as in a lesson."""
        return _is_scripted(self.seats)


def _is_scripted(seats: Sequence[Seat]) -> bool:
    return any(seat.by == SCRIPTED for seat in seats)


def people_at(match: Match[Any, Any], seated: Sequence[Seat]) -> int:
    """How many people play a match. `seated` lists all its seats; where the rules play, and a player decides what they
    leave open, the seat is for nobody else (BF-R53).
    """
    return sum(each.is_for_people and not decides(match, each.seat) for each in seated)


def seat_view(match: Match[Any, Any], seat: int, listed: Listed, now: datetime) -> SeatView:
    """A seat's view of a match `now`, with its details `listed` in the database. It stays as it is."""
    header, last = match.record.header, match.fold.last
    waiting = [each for each in match.missing() if listed.seats[each].is_for_people]
    sealed = match.sealed.get(seat)
    instructions = match.instructions_of(seat) if seat >= 0 else []
    closes, offer = listed.closes, seen_by(listed.offer, seat, listed.visibility)
    late = waiting if closes and closes <= now else []
    holds = [] if match.is_over() else holding(match, listed.seats, closes, now)
    asked = back_request_of(match, listed) if seat != SPECTATOR and listed.back_request else None
    clock = (closes, holds, listed.terms.off)
    by_host = host_ask_of(match, listed) if seat != SPECTATOR and listed.host_ask else None
    told = (listed.held, listed.notice, listed.stopped, by_host, listed.names)
    pair = listed.pairs.get(seat)
    shared = () if pair is None else (pair.came, pair.decides, pair.wants_to_resign(match.turn))
    seen = (waiting, sealed, instructions, list(listed.seats), late, offer, asked, clock, told, *shared)
    entries, observation = len(match.record.lines), match.observation(seat)
    return SeatView(
        id=listed.id,
        stamp=sha256(repr((entries, *seen)).encode()).hexdigest()[:16],
        observation=observation,
        header=_public(header),
        turn=match.turn,
        is_over=match.is_over(),
        waiting=waiting,
        log=[(number, observation.told(events)) for number, events in match.log],
        thrown=match.thrown(len(match.log)),
        sealed=sealed,
        instructions=instructions,
        commitment=header["commitment"],
        chains={seat: shown.value for seat, shown in match.fold.chains.items()},
        secret=last.secret if isinstance(last, EndEntry) else None,
        seats=list(listed.seats),
        people=people_at(match, listed.seats),
        gone=list(match.gone),
        resigned=match.resigned,
        left=left_by(match.game, match.config, match.gone),
        may_resign=match.may_resign(seat) and not decides(match, seat),
        may_show=match.game.showing is not None and match.may_show(seat),
        decides=decides(match, seat),
        recommended=_recommended(match, seat) if decides(match, seat) else None,
        would_end=is_given_up(match.game, match.config, [*match.gone, seat]),
        entries=entries,
        due=listed.terms.due if closes and (waiting or holds) else None,
        closes=closes,
        late=late,
        holding=holds,
        answered=_answered(last, len(listed.seats)),
        offer=offer,
        back_request=replace(asked, goal=match.turn_at(asked.goal)) if asked else None,
        notice=listed.notice,
        is_held=listed.held == match.fold.turns,
        is_entered=seat != SPECTATOR and sealed is not None and listed.seats[seat].entered == match.fold.turns,
        is_stopped=listed.stopped is not None and not match.is_over(),
        is_asked_by_host=by_host is not None and seat not in by_host.agreed,
        begins=waits_to_begin(match, listed.seats),
        pair=pair,
    )


def decides(match: Match[Any, Any], seat: int) -> bool:
    """Whether the rules play this seat and let its player only decide what they leave open."""
    return match.game.decides is not None and seat in match.game.decides(match.config)


def _recommended(match: Match[Any, Any], seat: int) -> Order | None:
    """What the rules would answer for a seat that they play, if its player may read it."""
    game = match.game
    if seat not in match.missing() or game.own_answer is None:
        return None
    if game.recommends is not None and not game.recommends(match.config):
        return None
    return game.own_answer(copy(match.state), match.config, seat)


def waits_to_begin(match: Match[Any, Any], seats: Sequence[Seat]) -> bool:
    """Whether a match that begins with a die roll or card draw has to wait until an empty seat is taken, because the
    random numbers from that seat are still missing.
    """
    has_begun = match.fold.turns > 0 or match.is_over() or bool(match.choosers())
    return not has_begun and any(seat.by == EMPTY for seat in seats)


def _public(header: Line) -> Line:
    """The parts of a record's first line that everybody may know.

    In older editions, the first line does not say whether the match has a seed.
    """
    names = ("game", "edition", "options", "names", "book_hash", "chance")
    return {
        **{name: header[name] for name in names},
        "seeded": header.get("seeded", False),
        "began": began_with(header),
    }


def _answered(last: Entry, seats: int) -> dict[int, str]:
    """The coach that chose for each late seat, as noted in a turn's entry.

    Does not trust the entry, which may come from a stranger.
    """
    found = (last.answered if isinstance(last, TurnEntry) else None) or {}
    return {seat: found[str(seat)][:40] for seat in range(seats) if str(seat) in found}


# --- Everything in the database about a match besides its record: its row, seats and terms, read in one statement.


ROWS = (  # one row for each seat; a seat with several devices has one row for each device
    select(
        matches,
        *(seats.c[name] for name in ("seat", "name", "by", "token_hash", "claimed", "seen", "reopens", "holds")),
        *(seats.c[name] for name in ("left", "took_over", "reads", "helped", "helped_turn", "presses", "entered")),
        *(terms.c[name] for name in ("seconds", "late", "due", "delay", "pace", "coach", "time_off", "since")),
        terms.c.changes,
        terms.c.before,
        *(chairs.c[name] for name in ("link_hash", "browser_hash", "held", "notice", "stopped", "archived")),
        *(host_asks.c[name].label(f"ask_{name}") for name in ("by", "act", "given", "said", "agreed")),
        host_asks.c.asked_at.label("ask_turn"),
        *(offers.c[name] for name in ("offerer", "taken", "declined", "became")),
        *(take_backs.c[name] for name in ("asker", "asked_at", "goal", "agreed", "refused_by")),
        *(second_places.c[name] for name in ("first_name", "second_name", "decides", "resigns", "resigns_at")),
        second_places.c.claimed.label("second_came"),
        second_places.c.token_hash.label("second_link"),
        devices.c.secret_hash,
        devices.c.coach.label("device_coach"),
    )
    .join(seats, seats.c.match == matches.c.id)
    .outerjoin(devices, (devices.c.match == seats.c.match) & (devices.c.seat == seats.c.seat))
    .outerjoin(second_places, (second_places.c.match == seats.c.match) & (second_places.c.seat == seats.c.seat))
    .outerjoin(terms, terms.c.match == matches.c.id)
    .outerjoin(chairs, chairs.c.match == matches.c.id)
    .outerjoin(host_asks, host_asks.c.match == matches.c.id)
    .outerjoin(offers, offers.c.match == matches.c.id)
    .outerjoin(take_backs, take_backs.c.match == matches.c.id)
    .order_by(matches.c.updated.desc(), matches.c.id, seats.c.seat)
)
DELETED = marked("This match was deleted on {day}, as the owner of this server has set for finished matches.")
NEVER_PLAYED = marked("This match was deleted on {day}, because no player had chosen for a long time.")
BY_HOST = marked("The host deleted this match on {day}. If anybody had chosen in it, all players agreed to that.")
ONE = ROWS.where(matches.c.id == bindparam("match_id"))  # built once: building and hashing it takes longer than reading


@dataclass(frozen=True)
class Found:
    """A match at one moment, with details that only the server may see.

    `version` grows with every change, even a secret one. `devices` lists the hash of each browser's secret, with the
    seat that the browser plays. `invitations` maps each seat to the hash of its invitation, used or not. `presses`
    lists the latest choices that each seat's browsers have sent, each by its id. `beside` lists those in `devices` that
    play the second place of a seat (`second_places`), and `second_links` maps each seat to the hash of its link.
    """

    listed: Listed
    version: int
    devices: list[tuple[str, int]]
    invitations: dict[int, str]
    presses: dict[int, tuple[str, ...]] = field(default_factory=dict)
    chair: str = ""  # the hash of the secret of the browser in the host's chair
    beside: frozenset[tuple[str, int]] = frozenset()
    second_links: dict[int, str] = field(default_factory=dict)

    def places(self, secrets: Iterable[str], seat: int) -> frozenset[int]:
        """Which places of a seat a browser with these secrets has: 0, 1 or both. Without a second place, at most 0."""
        hashes = {hash_of(secret) for secret in secrets}
        mine = [(each, at) for each, at in self.devices if at == seat and each in hashes]
        beside = sum(each in self.beside for each in {*mine})
        return frozenset([*([FIRST] if len(mine) > beside else []), *([SECOND] if beside else [])])

    def invited_beside(self, invitations: Iterable[str]) -> dict[str, int]:
        """The `invitations` to second places of this match that are still free, each with its seat."""
        pairs = self.listed.pairs
        open_ones = {each: seat for seat, each in self.second_links.items() if pairs[seat].came is None}
        led = ((invitation, open_ones.get(hash_of(invitation))) for invitation in invitations)
        return {invitation: seat for invitation, seat in led if seat is not None}

    def read_by(self, secrets: Sequence[str]) -> Listed:
        """The match as a list shows it to a browser with these secrets."""
        mine, pairs = self.held(secrets), self.listed.pairs
        partners = (seat for seat in mine if seat in pairs and not pairs[seat].may_decide(self.places(secrets, seat)))
        return replace(self.listed, mine=mine, partners=frozenset(partners))

    def held(self, secrets: Iterable[str]) -> list[int]:
        """The seats that a browser with these secrets plays."""
        hashes = {hash_of(secret) for secret in secrets}
        return sorted({seat for each, seat in self.devices if each in hashes})

    def invited(self, invitations: Iterable[str]) -> dict[str, int]:
        """The `invitations` to seats of this match that are still empty, each with its seat."""
        free = {each: seat for seat, each in self.invitations.items() if self.listed.seats[seat].by == EMPTY}
        led = ((invitation, free.get(hash_of(invitation))) for invitation in invitations)
        return {invitation: seat for invitation, seat in led if seat is not None}

    def by_old_link(self, secrets: Iterable[str], seat: int) -> str | None:
        """The secret in `secrets` that doubles as this seat's invitation (only in older matches), or None."""
        old = self.invitations.get(seat)
        return next((each for each in secrets if hash_of(each) == old and (old, seat) in self.devices), None)


def _latest(archived: bool | None, most_over: int | None, *where: ColumnElement[bool]) -> list[ColumnElement[bool]]:
    """The condition that leaves out old finished matches, as `Lobby.matches` has it.

    Of a server with many matches, most are over. Reading all of them for one page took seconds.
    """
    if most_over is None:
        return []
    is_archived = matches.c.id.in_(select(chairs.c.match).where(chairs.c.archived.is_not(None)))
    began = func.coalesce(matches.c.began, matches.c.updated)
    over = select(matches.c.id).where(matches.c.status == OVER, is_archived if archived else ~is_archived, *where)
    latest = over.order_by(began.desc(), matches.c.id).limit(most_over)
    return [or_(matches.c.status != OVER, matches.c.id.in_(select(host_asks.c.match)), matches.c.id.in_(latest))]


def all_found(connection: Connection, *where: ColumnElement[bool]) -> list[Found]:
    """The matches that meet all conditions in `where`, latest first, as players at this machine see them."""
    rows = connection.execute(ROWS.where(*where))
    return [_found(list(each)) for _id, each in groupby(rows, key=lambda row: row.id)]


def find_in(connection: Connection, match_id: str) -> Found:
    """One match. Raises NoSuchMatch, or DeletedMatch if it is gone."""
    rows = connection.execute(ONE, {"match_id": match_id}).all()
    if not rows:
        gone = connection.execute(select(removed).where(removed.c.match == match_id)).first()
        if gone:
            said = {"finished": DELETED, "host": BY_HOST}.get(gone.why, NEVER_PLAYED)
            raise DeletedMatch(say(said, day=f"{gone.at:%Y-%m-%d}"))
        raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))
    return _found(rows)


def _found(rows: Sequence[Row[Any]]) -> Found:
    row, by_seat = rows[0], {each.seat: each for each in rows}
    seated = [seat_in(each) for each in by_seat.values()]
    people = [seat.seat for seat in seated if seat.is_for_people]
    listed = Listed(
        id=row.id,
        game=row.game,
        title=row.title,
        options=json_of(row.options),
        status=row.status,
        visibility=row.visibility,
        turn=row.turn,
        waiting=[seat for seat in map(int, filter(None, row.waiting.split(","))) if seat in people],
        created=row.created,
        updated=row.updated,
        seats=seated,
        mine=[seat.seat for seat in seated if seat.by == HUMAN and not seat.by_link],
        terms=terms_in(row),
        began=row.began or row.updated,
        host=row.host,
        language=row.language,
        offer=offer_in(row),
        back_request=None if row.asker is None else back_request_in(row),
        held=row.held,
        notice=row.notice or "",
        host_ask=None if row.ask_by is None else host_ask_in(row),
        stopped=row.stopped,
        archived=row.archived,
        names=json_of(row.names) if row.names else None,
        subtitle=row.subtitle,
        day=row.day,
        is_uploaded=row.signature is not None,
        pairs={seat: pair_in(each) for seat, each in by_seat.items() if each.first_name is not None},
    )
    beside = frozenset((each.secret_hash, each.seat) for each in rows if each.device_coach == SECOND)
    links = {seat: each.second_link for seat, each in by_seat.items() if each.second_link}
    held = [(each.secret_hash, each.seat) for each in rows if each.secret_hash]
    invitations = {seat: each.token_hash for seat, each in by_seat.items() if each.token_hash}
    presses = {seat: tuple(each.presses.split()) for seat, each in by_seat.items() if each.presses}
    return Found(listed, row.version, held, invitations, presses, row.browser_hash or "", beside, links)


# --- Lists of matches, and the players in their seats.


LONGEST_TITLE = 120  # characters


class Lobby:
    """Lists the matches in one database, and seats players. Never loads a match. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def rename(self, match_id: str, title: str) -> None:
        """Gives a match another title. Raises NoSuchMatch."""
        with seating.changes(self.database) as connection:
            found = connection.execute(
                update(matches).where(matches.c.id == match_id).values(title=tidy(title, LONGEST_TITLE))
            )
            if found.rowcount != 1:
                raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))

    def matches(
        self, tokens: Iterable[str] | None = None, archived: bool | None = False, most_over: int | None = None
    ) -> list[Listed]:
        """The matches in which a browser with one of these secrets plays, latest first.

        With None, lists all matches as players at this machine see them. `archived`: whether to list those that a host
        has put into the archive instead of all others; None lists both. `most_over`: how many finished matches to list
        at most, those that began last (None: all). Then one in which a host asks the players something is listed
        anyhow, and None lists no other finished matches of the archive.
        """

        def fits(found: Found) -> bool:
            return archived is None or bool(found.listed.archived) == archived

        if tokens is None:
            return [each.listed for each in self._found(*_latest(archived, most_over)) if fits(each)]
        secrets = list(tokens)
        held = select(devices.c.match).where(devices.c.secret_hash.in_([seating.hash_of(each) for each in secrets]))
        ours = matches.c.id.in_(held)
        found = self._found(ours, *_latest(archived, most_over, ours))
        return [each.read_by(secrets) for each in found if fits(each)]

    def at_this_machine(self, most_over: int) -> list[Listed]:
        """The matches in which somebody plays at this machine, without a link, latest first; in the archive or not.

        `most_over`: as for `matches`.
        """
        here = select(seats.c.match).where(seats.c.by == HUMAN, seats.c.token_hash.is_(None))
        ours = matches.c.id.in_(here)
        return [each.listed for each in self._found(ours, *_latest(None, most_over, ours))]

    def lobby(self) -> list[Listed]:
        """Public matches with an empty seat, latest first."""
        found = self._found(matches.c.visibility == PUBLIC, matches.c.status == OPEN)
        found = [each for each in found if each.listed.stopped is None and each.listed.archived is None]
        return sorted((replace(each.listed, mine=[]) for each in found), key=lambda listed: listed.began, reverse=True)

    def _found(self, *where: ColumnElement[bool]) -> list[Found]:
        with self.database.reading() as connection:
            return all_found(connection, *where)

    def found(self, match_id: str) -> Found:
        """One match, with details that only the server may see. Raises NoSuchMatch."""
        with self.database.reading() as connection:
            return find_in(connection, match_id)

    def listed(self, match_id: str) -> Listed:
        """One match, as the list on this machine shows it. Raises NoSuchMatch."""
        return self.found(match_id).listed

    def version(self, match_id: str) -> int:
        """A number that grows with every change to the match, even a secret one. Raises NoSuchMatch.

        Only the server may see this number.
        """
        return self.found(match_id).version

    def versions(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The `version` of each match in `match_ids`, leaving out matches that do not exist."""
        wanted = select(matches.c.id, matches.c.version).where(matches.c.id.in_(list(match_ids)))
        with self.database.reading() as connection:
            return {row.id: int(row.version) for row in connection.execute(wanted)}

    # --- seats

    def invited(self, invitation: str) -> tuple[str, int]:
        """The match and the seat that an invitation is for. Raises TakenSeat or NoSuchSeat."""
        return self.invited_to(invitation)[:2]

    def invited_to(self, invitation: str) -> tuple[str, int, int]:
        """The match, the seat and the place at it that an invitation is for (`seats.invited`). Raises TakenSeat or
        NoSuchSeat.
        """
        with self.database.reading() as connection:
            return seating.invited(connection, invitation)

    def seats(self, match_id: str) -> list[Seat]:
        """All seats of a match, with their players. Raises NoSuchMatch."""
        return self.listed(match_id).seats

    def sit(self, invitation: str, sitter: Sitter) -> tuple[str, int]:
        """Seats the visitor who followed an invitation (`seats.sit`). Returns the match and the seat."""
        return seating.sit(self.database, invitation, sitter)

    def take(self, match_id: str, seat: int, sitter: Sitter) -> None:
        """Seats a visitor in an empty seat of a public match (`seats.take`)."""
        seating.take(self.database, match_id, seat, sitter)

    def give_seat(self, match_id: str, seat: int, by: str) -> None:
        """Gives the seat to a coach (`by`: its name) or to the owner of the server (`human`).

        Raises NoSuchCoach or NoSuchSeat.
        """
        if by != HUMAN:
            coaches.check(find(self.listed(match_id).game), by)
        seating.give_seat(self.database, match_id, seat, by)

    def rename_seat(self, match_id: str, seat: int, name: str) -> None:
        """Renames the player of a seat. Raises NoSuchSeat or NoSuchMatch."""
        seating.rename(self.database, match_id, seat, name)


# --- Delays the answers of standing instructions so that nobody can tell an instruction from a person who has to think.
#
# The delay is drawn anew for each question, from the match's secret. So all servers of a club agree on the delay, and a
# restart does not change it. A player without opponents has nobody to hide from, so that player's instructions answer
# at once.


AT_ONE_SITTING = (3.0, 15.0)  # seconds
OVER_DAYS = (2.0 * MINUTE, 20.0 * MINUTE)


def wait(match: Match[Any, Any], listed: Listed, seat: int) -> int:
    """How long an instruction of this seat waits before it answers, in milliseconds after the question became known."""
    if people_at(match, listed.seats) < 2:
        return 0
    least, most = OVER_DAYS if (listed.terms.seconds or 0) > HOUR else AT_ONE_SITTING
    drawn = random.Random(f"answer {thinking_seed(match.secret, seat, len(match.log) + 1)}").random()
    seconds: float = least * (most / least) ** drawn
    return round(1000 * seconds)


def soonest(match: Match[Any, Any], listed: Listed) -> int | None:
    """The shortest `wait` among the instructions that can answer the current question, or None if there are none."""
    waiting = [seat for seat in match.missing() if seat in match.instructions and match.instructed(seat)]
    return min((wait(match, listed, seat) for seat in waiting), default=None)


def may_answer(match: Match[Any, Any], listed: Listed, passed: timedelta) -> list[int]:
    """The seats whose instructions may answer. `passed` is the time since the question became known.

    An answer that a player has given with an earlier order, or that the game gives every player, need not wait.
    """
    waited = [seat for seat in match.instructions if timedelta(milliseconds=wait(match, listed, seat)) <= passed]
    at_once = match.answers_at_once() if match.game.ahead or match.game.given else []
    return [*waited, *at_once]


def to_answer(database: Database) -> list[tuple[str, datetime]]:
    """The matches in a database in which standing instructions will answer, each with the time of the first answer."""
    asked = select(matches.c.id, matches.c.began, matches.c.answers).outerjoin(chairs, chairs.c.match == matches.c.id)
    going = (matches.c.status != OVER) & chairs.c.stopped.is_(None)
    with database.reading() as connection:
        rows = connection.execute(asked.where(matches.c.answers.is_not(None), going))
        return [(row.id, row.began + timedelta(milliseconds=row.answers)) for row in rows]


# --- Delayed matches: spectators are a few turns behind, so they cannot help a player with what they see.
#
# The delay is agreed when a match is opened. With a delay of 3, spectators see the match as it was three turns ago.
# Once the match is over, spectators see all of it.


class TooEarly(UserError):
    """There is nothing to show yet: the rules have a new edition, and earlier positions are unknown."""

    def __init__(self, turns: int) -> None:
        text = many(
            "The rules have just changed. Spectators see this match with a delay and can watch again in {n} turn.",
            "The rules have just changed. Spectators see this match with a delay and can watch again in {n} turns.",
            turns,
        )
        super().__init__(text)


def turns_behind(match: Match[Any, Any], delay: int) -> int:
    """How many turns and rulings spectators are behind: none once the match is over, and at most all so far.

    What seats have shown is behind, too, but does not count: it must not let spectators see a turn sooner.
    """
    return 0 if not delay or match.is_over() else len(match.log) - match.place_of(max(0, match.turn - delay))


def earlier(match: Match[Any, Any], behind: int) -> Match[Any, Any]:
    """The match as it was `behind` turns ago, for viewing only. Raises TooEarly if that position is no longer known."""
    turn, first = len(match.log) - behind, len(match.log) - len(match.history)
    if turn < first:
        raise TooEarly(first - turn)
    return match.as_before(turn)
