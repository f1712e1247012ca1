"""A match that follows another: a rematch, or an earlier position played on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from breakaway.club.club import Club, Created, retried
from breakaway.club.database import Database
from breakaway.club.match_views import Found, Listed, Offer, TooEarly, offer_of, turns_behind
from breakaway.club.own_cards import BOX
from breakaway.club.schema import OVER, devices, of_seat, offers, seats, second_places
from breakaway.club.seats import Seat, changes, hash_of, new_token, touch
from breakaway.club.store import Within, store_of
from breakaway.club.time_control import Terms
from breakaway.core.chance import Thrown
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, say
from breakaway.core.observation import NotNow, Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy, json_of
from breakaway.display.endings import Mark, moments
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, SHEET, Table, began_with
from breakaway.players.settings import another
from breakaway.records.entries import EndEntry, ResignationEntry, TurnEntry
from breakaway.records.history import entries_of
from breakaway.records.match import Match
from breakaway.records.play_by_play import dated_in, played_in
from breakaway.records.record_file import ChangedUnderUs, Record, parse
from breakaway.records.replay import load_config

# --- Earlier positions of a match, turn by turn, and two kinds of new matches: rematches, and matches that continue
# from an earlier position.


class OpenObservation(Observation[Any, Any]):
    """The observation of a match that is over: all hands are open, and nobody has anything to choose."""

    def __init__(
        self, game: Game[Any, Any], state: Any, config: Any, names: dict[str, Any], gone: Sequence[int] = ()
    ) -> None:
        super().__init__(game, state, config, SPECTATOR, names, gone)
        self.view = copy(state)

    def told(self, events: Iterable[Event]) -> list[Event]:
        """All events."""
        return list(events)

    def is_asked(self) -> bool:
        """Always False: this position is in the past."""
        return False


@dataclass(frozen=True)
class Past:
    """A match after `turn` turns, with the `log` of events up to that point. Turns `first` to `last` can be shown."""

    observation: Observation[Any, Any]
    log: list[tuple[int, list[Event]]]
    turn: int
    first: int
    last: int
    is_open: bool
    listed: Listed
    plays: list[Any]  # the rows of statistics up to this turn, if the game's page needs them
    thrown: dict[int, list[Thrown]]  # the Fate dice of the latest turns up to this one, if the game rolls them openly
    moments: list[Mark]  # the turns to mark, up to the last one that can be shown


def past(club: Club, match_id: str, turn: int, is_late: Callable[[Found], bool] = lambda _found: False) -> Past:
    """A match after `turn` turns, as everybody may see it.

    All hands are open once the match is over. If the match has no such turn, returns the nearest one. `is_late` says
    whether the viewer sees the match with its delay, which hides the last turns of a match in progress. Raises
    NoSuchMatch, BadRecord, or TooEarly if there is no turn to show.
    """

    def look(table: Table) -> Past:
        match, found = table.match, store_of(table).found
        behind = turns_behind(match, found.listed.terms.delay) if is_late(found) else 0
        now = len(match.log)
        first, last = now - len(match.history), now - behind
        if last < first:
            raise TooEarly(first - last)
        at = min(last, max(first, turn))
        state = match.state if at == now else match.history[at - first][0]
        gone = match.gone if at == now else ()  # resignations follow the last turn shown
        observation: Observation[Any, Any]
        if match.is_over():
            observation = OpenObservation(match.game, state, match.config, match.names, gone)
        else:
            config, names = match.known_to(SPECTATOR)
            observation = Observation(match.game, state, config, SPECTATOR, names, gone)
        told = [(number, observation.told(events)) for number, events in match.log[:last]]
        page = find_page(match.game)
        plays = played_in(match, at) if page.reads_plays else []
        dated = dated_in(match, last) if page.reads_plays else []
        marked = [each for each in moments(page, observation, told, dated) if each.turn >= first]
        return Past(
            observation, told[:at], at, first, last, match.is_over(), found.listed, plays, match.thrown(at), marked
        )

    return club.do(match_id, look)


def rematch(
    club: Club,
    match_id: str,
    here: Iterable[int] = (),
    host: int = 0,
    within: Within | None = None,
    level: str = "",
) -> Created:
    """A rematch: the same match with a new secret and the current players. Seats in `here` are played at this machine.

    `host` is the seat that asks for the rematch. `within` runs in the transaction that creates the match
    (`WritableLobby.create`). `level`: the level that plays instead of the computer's level in this match, if any.

    Raises NoSuchMatch. Raises NotNow for a lesson, because a learner starts a lesson again from the front page, and for
    a level that is not the next one down or up.
    """
    header = json_of(club.download(match_id, running=True).partition("\n")[0])
    game, listed = find(header["game"]), club.listed(match_id)
    if listed.is_scripted:
        raise NotNow(_("a lesson cannot have a rematch; start it again from the front page"))
    if BOX in header["options"]:  # where the set is kept was a secret of the match, which is over
        raise NotNow(_("To play with your own cards again, open a new table with your set."))
    if level and level not in levels_to_offer(game, listed.seats):
        raise NotNow(_("Only the next level up or down can play a rematch. Open a new table for another opponent."))
    config = load_config(game, header["book"])
    decided = (
        game.decides(config) if game.decides else ()
    )  # the rules play these seats, as the record says, not a person
    by = [HUMAN if seat.is_for_people else level or seat.by for seat in listed.seats]
    people = sum(seat.is_for_people for seat in listed.seats)
    is_agreed = people > 1 or began_with(header) < 2  # an agreement among several people does not bind a lone player
    by = [SHEET if seat in decided else player for seat, player in enumerate(by)]
    start = another(game, header, by, listed.names, keeps_advice=is_agreed)
    terms = replace(listed.terms, due=None) if people > 1 else Terms(delay=listed.terms.delay)
    return club.create(header["game"], start, listed.title, here, listed.visibility, terms, host, within, decided)


def branch(club: Club, match_id: str, turn: int, seat: int, against: str) -> Created:
    """Starts a what-if match from the position after `turn` turns of a finished match. The user plays `seat`.

    The coach `against` plays the other seats, except those with solo sheets.

    The new record contains the whole old match, then entries that undo turns until that position is reached. So
    anybody can check the record. The dice and cards that follow are new. Raises NoSuchCoach, NotNow while the old match
    runs, or UserError if play cannot go on from that position.
    """
    record = parse(club.download(match_id))
    entries = list(entries_of(record))
    secret = entries[-1].secret if isinstance(entries[-1], EndEntry) else None
    game = find(record.header["game"])
    coaches.check(game, against)
    if record.header["chance"] != "sampled" or secret is None:
        raise UserError(
            _("the players used their own dice and cards: you can watch this match again, but not play on from here")
        )
    last = max(n for n, entry in enumerate(entries) if isinstance(entry, (TurnEntry, ResignationEntry)))
    hidden = {"kind": "sealed", "lines": 0, "secret": secret, "orders": {}, "instructions": {}}
    match: Match[Any, Any] = Match.load(game, Record(record.lines[:last]), hidden)
    while len(match.log) > turn:
        try:
            match.undo()
        except NotNow:
            raise UserError(
                _("play cannot go on from here: this position belongs to an older edition of the rules")
            ) from None
    match.sealed = {}
    if seat in match.gone:
        raise UserError("this seat had already resigned before this turn; choose an earlier turn or another seat")
    by = [str(each.get("by") or each.get("player") or HUMAN) for each in record.header["seats"]]
    if not 0 <= seat < len(by) or by[seat] == SHEET:
        raise UserError(_("a person cannot play this seat; choose another seat"))
    return club.take_in(
        match, match_id, [HUMAN if i == seat else each if each == SHEET else against for i, each in enumerate(by)]
    )


# --- Rematches: a player offers one, and the new match opens once everybody at the table has accepted.
#
# Each answer to an offer is one transaction that first locks the old match. So a match leads to at most one new match,
# even if two players answer at the same time on two servers. No player needs a new link. A browser that plays a seat in
# the old match plays the same seat in the new one, and a recovery phrase works for both.


def say_yes(club: Club, match_id: str, mine: Sequence[int], level: str = "") -> tuple[Offer, dict[int, str]]:
    """Offers a rematch for the seats in `mine`, or accepts another player's offer.

    Opens the new match once all players have said yes: at once if `mine` includes all of them. Returns the offer as it
    now stands. If the new match has just opened, also returns an invitation for each seat whose player had left.
    `level`: the level that a lone player chooses instead of the computer's.

    Raises NoSuchMatch. Raises NotNow while the match is in progress, after a lesson, if another player has declined, or
    for a level that is not the next one down or up.
    """

    def work() -> tuple[Offer, dict[int, str]]:
        listed = club.listed(match_id)
        _check(listed, mine)
        was = listed.offer
        if was and was.became:
            return was, {}
        if was and was.declined is not None and was.declined not in mine:
            raise NotNow(
                say("{name} has declined a rematch. Open a new table instead.", name=listed.seats[was.declined].name)
            )
        fresh = Offer(mine[0], tuple(sorted(mine)))
        now = replace(was, taken=tuple(sorted({*was.taken, *mine}))) if was and was.is_open else fresh
        if set(present(listed)) <= set(now.taken):
            return _opened(club, listed, was, now, level)
        with changes(club.database) as connection:
            _lock(connection, match_id, was)
            _put(connection, match_id, now)
        return now, {}

    return retried(work)


def say_no(club: Club, match_id: str, mine: Sequence[int]) -> None:
    """Withdraws the offer of a rematch if a seat in `mine` made it; otherwise declines it.

    Raises NoSuchMatch. Raises NotNow if there is no open offer.
    """

    def work() -> None:
        listed = club.listed(match_id)
        _check(listed, mine)
        was = listed.offer
        if was and was.became:
            raise NotNow(_("The rematch is already open. If you do not want to play it, resign from it."))
        if was is None or not was.is_open:
            raise NotNow(_("This offer of a rematch is no longer open."))
        with changes(club.database) as connection:
            _lock(connection, match_id, was)
            _put(connection, match_id, None if was.offerer in mine else replace(was, declined=mine[0]))

    retried(work)


def levels_to_offer(game: Game[Any, Any], seats: Sequence[Seat]) -> tuple[str, ...]:
    """The levels that a lone player among these `seats` can go on against: the next one down and the next one up.

    Empty if several people play, or against other computer players.
    """
    others = [seat.by for seat in seats if not seat.is_for_people]
    return coaches.next_levels(game, others) if len(others) == len(seats) - 1 else ()


def present(listed: Listed) -> list[int]:
    """The seats whose players have to agree to a rematch. Players who left and lost their seats are not asked."""
    return [seat.seat for seat in listed.seats if seat.by == HUMAN]


def _check(listed: Listed, mine: Sequence[int]) -> None:
    if listed.is_scripted:
        raise NotNow(_("a lesson cannot have a rematch; start it again from the front page"))
    if listed.status != OVER:
        raise NotNow(_("This match is still in progress. You can ask for a rematch when it is over."))
    if not mine or not {*mine} <= {*present(listed)}:
        raise NotNow(_("Only the players in this match can ask for a rematch."))


def _lock(connection: Connection, match_id: str, was: Offer | None) -> None:
    """Locks the match until the transaction ends.

    Raises ChangedUnderUs if the offer has changed since it was last read (`was`).
    """
    touch(connection, match_id)
    if offer_of(connection, match_id) != was:
        raise ChangedUnderUs(_("another player has just answered the offer of a rematch"))


def _put(connection: Connection, match_id: str, offer: Offer | None) -> None:
    connection.execute(delete(offers).where(offers.c.match == match_id))
    if offer:
        row = {"offerer": offer.offerer, "declined": offer.declined, "became": offer.became}
        taken = ",".join(map(str, offer.taken))
        connection.execute(insert(offers).values(match=match_id, taken=taken, **row))


def _opened(club: Club, listed: Listed, was: Offer | None, now: Offer, level: str) -> tuple[Offer, dict[int, str]]:
    """Opens the new match with everybody seated.

    Raises ChangedUnderUs if the offer has changed since it was last read (`was`).
    """

    def within(connection: Connection, new_id: str) -> None:
        _lock(connection, listed.id, was)
        _put(connection, listed.id, replace(now, became=new_id))
        _seat(club.database, connection, listed, new_id)

    made = rematch(club, listed.id, present(listed), now.offerer, within, level)
    return replace(now, became=made.id), made.tokens


def _seat(database: Database, connection: Connection, listed: Listed, new_id: str) -> None:
    """Seats the players of a match in the new one, with their names, browsers and recovery phrases."""
    old = {row.seat: row for row in connection.execute(select(seats).where(seats.c.match == listed.id))}
    shared = select(second_places).where(second_places.c.match == listed.id)
    beside = {row.seat: row for row in connection.execute(shared)}
    for seat in present(listed):
        values = {"name": old[seat].name, "phrase_hash": old[seat].phrase_hash}
        if seat in beside and beside[seat].token_hash is not None:  # the same two coaches, in their places
            kept = {"claimed": beside[seat].claimed, "phrase_hash": beside[seat].phrase_hash}
            kept["token_hash"] = hash_of(new_token())
            connection.execute(update(second_places).where(of_seat(second_places, new_id, seat)).values(kept))
        if old[seat].token_hash is not None:  # a link that nobody gets: it only shows that the seat is not the owner's
            values["token_hash"] = hash_of(new_token())
        connection.execute(update(seats).where(of_seat(seats, new_id, seat)).values(values))
        held = select(devices).where(of_seat(devices, listed.id, seat)).order_by(devices.c.n)
        for row in connection.execute(held).all():
            copied = {"n": row.n, "secret_hash": row.secret_hash, "called": row.called, "added": database.now()}
            copied["coach"] = row.coach
            connection.execute(insert(devices).values(match=new_id, seat=seat, **copied))
