"""What a host asks everybody to agree to: acts of a host who plays, and acts that harm somebody for good."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import insert, update

from breakaway.club.club import Club, listed_of, retried, store_of
from breakaway.club.hosting import ASK, DECLINE, DELETE, FAIL, note, reason_of
from breakaway.club.match_views import host_ask_of
from breakaway.club.schema import host_asks
from breakaway.club.seats import changes, lapse, untouched
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.core.state import json_of
from breakaway.players.seated_match import HUMAN, Table

# --- A request stands until everybody has agreed, one player does not, or the match goes on. Everybody reads it.


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
    mark = hashlib.sha256(found.given.encode()).hexdigest()[:20]  # locked anew each time, so never the same twice
    return HostRequest(found.by, found.act, given, found.said, found.turn, found.agreed, waits, mark)


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
            if turn is not None and turn != len(table.match.log):
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

    Once everybody has agreed, the request is taken down and returned, and the caller has to carry it out. Otherwise,
    returns None. Raises NotNow.
    """

    def work() -> HostRequest | None:
        with club.held(match_id) as table:
            found = _standing(club, table, seat, mark)
            agreed = sorted({*found.agreed, seat, *mine})
            is_last = not set(found.missing) - set(agreed)
            with changes(club.database) as connection:
                untouched(connection, match_id, store_of(table).version)
                if is_last:
                    lapse(connection, match_id)
                else:
                    values = {"agreed": ",".join(map(str, agreed))}
                    connection.execute(update(host_asks).where(host_asks.c.match == match_id).values(values))
            return found if is_last else None

    return retried(work)


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
                whose = {"seat": seat} if by is None else {}
                note(connection, club.database, match_id, DECLINE, found.by, value=found.act, **whose)

    retried(work)


def note_failed(club: Club, match_id: str, asked: HostRequest, why: str) -> None:
    """Notes that a request (`asked`) to which everybody agreed could not be carried out, and `why`."""
    with changes(club.database) as connection:
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
