"""What a host asks everybody to agree to: acts of a host who plays, and acts that harm somebody for good."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from breakaway.club.club import Club, listed_of, retried, store_of
from breakaway.club.database import Database, NoSuchMatch
from breakaway.club.email_addresses import HOST_BOX, Mailbox, boxes_in
from breakaway.club.hosting import ASK, DECLINE, DELETE, FAIL, note, reason_of
from breakaway.club.match_views import Listed, all_found, host_ask_of
from breakaway.club.schema import host_asks, matches
from breakaway.club.seats import CarriedOut, carried_out, changes, lapse, mark_of, untouched
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.core.state import json_of
from breakaway.players.seated_match import HUMAN, Table

# --- A request stands until everybody has agreed, one player does not, or the match goes on. Everybody reads it.
#
# Once everybody has agreed, the act takes the request down in the transaction that does it (`hosting.note`). So if the
# server dies before, the request still stands, and another process carries it out (`all_agreed`).


@dataclass(frozen=True)
class HostRequest:
    """A host's request that stands. `by`, `act`, `said`, `turn` and `agreed`: as in `HostAsk`. `missing`: the seats
    whose players have not answered. `given`: what the host has typed. `mark`: what tells this request from any other;
    it says nothing of what was typed.
    """

    by: int
    act: str
    given: Mapping[str, str]
    said: str
    turn: int | None
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    mark: str


def request_of(club: Club, table: Table) -> HostRequest | None:
    """What the host of this match of the `club` asks everybody. None if nothing, or if the match has gone on since."""
    found = host_ask_of(table.match, listed_of(table))
    if found is None:
        return None
    given = {str(key): str(value) for key, value in json_of(club.database.keys.unlock(found.given)).items()}
    waits = tuple(seat for seat in concerned(table, found.act) if seat not in found.agreed)
    return HostRequest(found.by, found.act, given, found.said, found.turn, found.agreed, waits, mark_of(found.given))


def concerned(table: Table, act: str) -> list[int]:
    """The seats whose players have to agree to an `act`. Players who have resigned are asked only before a match is
    deleted.
    """
    gone = () if act == DELETE else table.match.gone
    return [each.seat for each in listed_of(table).seats if each.by == HUMAN and each.seat not in gone]


def ask(
    club: Club,
    match_id: str,
    by: int,
    act: str,
    given: Mapping[str, str],
    reason: str,
    turn: int | None,
    mine: Sequence[int] = (),
) -> None:
    """Asks everybody in a match of the `club` to agree to an `act` of the host, with what the host has `given`.

    `by`: the seat of the host, NO_SEAT or OWNER. `turn`: the turn that the act is about, if it is about one. `mine`:
    the seats of the host's browser, which agree with themselves. Everybody reads the `reason`. Raises UserError or
    NotNow.
    """
    said = reason_of(reason)
    locked = club.database.keys.lock(json.dumps(dict(given)))

    def work() -> None:
        with club.held(match_id) as table:
            if host_ask_of(table.match, listed_of(table)):
                raise NotNow(_("You have already asked everybody something. Wait for the answers, or withdraw it."))
            if turn is not None and turn != table.match.turn:
                raise NotNow(_("The match has gone on since this page was made. Nothing was changed."))
            seats = sorted({*mine, *([by] if by >= 0 else [])})
            row = {"by": by, "act": act, "given": locked, "said": said, "asked_at": turn}
            with changes(club.database) as connection:
                untouched(connection, match_id, store_of(table).version)
                lapse(connection, match_id)
                agreed = ",".join(map(str, seats))
                connection.execute(insert(host_asks).values(match=match_id, agreed=agreed, **row))
                note(connection, club.database, match_id, ASK, by, value=act, said=said)

    retried(work)


def agree(club: Club, match_id: str, seat: int, mark: str, mine: Sequence[int] = ()) -> HostRequest | None:
    """Agrees to the host's request with this `mark`, for the player of a `seat`. `mine`: the seats of the player's
    browser.

    Once everybody has agreed, the request is returned, and the caller has to carry it out. Otherwise, returns None.
    Raises NotNow.
    """

    def work() -> HostRequest | None:
        with club.held(match_id) as table:
            found = _standing(club, table, seat, mark)
            agreed = {*found.agreed, seat, *mine}
            is_last = not set(found.missing) - agreed
            if is_last:  # those who have resigned and are not asked, too
                agreed |= _people(listed_of(table))
            with changes(club.database) as connection:
                untouched(connection, match_id, store_of(table).version)
                values = {"agreed": ",".join(map(str, sorted(agreed)))}
                connection.execute(update(host_asks).where(host_asks.c.match == match_id).values(values))
            return found if is_last else None

    return retried(work)


def all_agreed(club: Club) -> list[str]:
    """The matches of the `club` with a request to which everybody has agreed and that is not carried out yet."""
    with club.database.reading() as connection:
        found = all_found(connection, matches.c.id.in_(select(host_asks.c.match)))
    return [each.listed.id for each in found if _is_agreed(each.listed)]


def _is_agreed(listed: Listed) -> bool:
    asked = listed.host_ask
    return asked is not None and asked.turn in (None, listed.turn) and _people(listed) <= {*asked.agreed}


def is_there(club: Club, match_id: str, asked: HostRequest) -> bool:
    """Whether a request (`asked`) is still in the database of the `club`: neither carried out nor taken down."""
    with suppress(NoSuchMatch):
        found = club.listed(match_id).host_ask
        return found is not None and mark_of(found.given) == asked.mark
    return False


def _people(listed: Listed) -> set[int]:
    return {each.seat for each in listed.seats if each.by == HUMAN}


def to_tell(database: Database) -> list[tuple[Mailbox, str]]:
    """The players in the `database` who get email and have not answered a request, each with the request's mark."""
    with database.reading() as connection:
        asked = [each.listed for each in all_found(connection, matches.c.id.in_(select(host_asks.c.match)))]
        boxes = [(each.host_ask, boxes_in(connection, database.keys, each.id)) for each in asked]
    return [
        (box, mark_of(each.given))
        for each, found in boxes
        if each is not None
        for box in found
        if box.seat != HOST_BOX and box.seat not in each.agreed
    ]


def decline(club: Club, match_id: str, seat: int, by: int | None = None, mark: str = "") -> None:
    """Takes the host's request down, because the player of a `seat` does not agree to the one with this `mark`, or
    because the host (`by`) withdraws it.

    Raises NotNow.
    """

    def work() -> None:
        with club.held(match_id) as table:
            found = _standing(club, table, seat if by is None else None, mark)
            with changes(club.database) as connection:
                untouched(connection, match_id, store_of(table).version)
                lapse(connection, match_id)
                whose = seat if by is None else None
                note(connection, club.database, match_id, DECLINE, found.by, value=found.act, seat=whose)

    retried(work)


@contextmanager
def carrying_out(asked: HostRequest) -> Iterator[None]:
    """Within the block, an act is done only if its transaction takes this request (`asked`) down. So of two processes
    that carry it out, one does it and the other gets NotNow.
    """
    token = carried_out.set(CarriedOut(asked.mark))
    try:
        yield
    finally:
        carried_out.reset(token)


def note_failed(club: Club, match_id: str, asked: HostRequest, why: str) -> None:
    """Takes down a request (`asked`) to which everybody agreed and that could not be carried out, and notes `why`."""
    with changes(club.database) as connection:
        lapse(connection, match_id)
        note(connection, club.database, match_id, FAIL, asked.by, value=asked.act, said=why)


def _standing(club: Club, table: Table, seat: int | None, mark: str) -> HostRequest:
    found = request_of(club, table)
    if found is None:
        raise NotNow(_("The host asks nothing of you now. Nothing was changed."))
    if seat is not None and seat not in found.missing:
        raise NotNow(_("You have already agreed. Nothing was changed."))
    if seat is not None and mark != found.mark:
        raise NotNow(_("The host asks something else now. Nothing was changed. Read it, then answer again."))
    return found
