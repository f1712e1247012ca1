"""Closing, archiving and deleting a match, as its host does."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, update

from breakaway.club.club import Club, listed_of, retried, store_of
from breakaway.club.database import Database
from breakaway.club.hosting import ARCHIVE, GO_ON, NO_SEAT, RESTORE, STOP, note, reason_of, set_chair
from breakaway.club.match_views import Listed, find_in
from breakaway.club.schema import OVER, RUNNING, matches
from breakaway.club.seats import changes, lapse, touch, untouched
from breakaway.club.storage import BY_HOST, is_kept, remove
from breakaway.club.time_control import begin_turn
from breakaway.core.language import _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import HUMAN, Table
from breakaway.records.entries import TurnEntry

# --- A closed match stands still: nobody can choose, and no clock runs. The host can open it again.


def stop(database: Database, match_id: str, reason: str, by: int = NO_SEAT) -> None:
    """Closes a match that is not over, in the `database`. Everybody reads the `reason`. Raises UserError or NotNow.

    Sealed orders stay sealed. `by`: as in `hosting.TrailLine`.
    """
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        listed = find_in(connection, match_id).listed
        if listed.status == OVER:
            raise NotNow(_("The match is over. You can put it into the archive."))
        if listed.stopped:
            raise NotNow(_("The match is already closed."))
        stop_in(connection, database, match_id, by, said=said)


def stop_in(connection: Connection, database: Database, match_id: str, by: int, **line: Any) -> None:
    """Closes a match in a transaction of the `database`, and notes it in the trail. `by`, `line`: as in
    `hosting.TrailLine`.
    """
    set_chair(connection, match_id, stopped=database.now())
    note(connection, database, match_id, STOP, by, **line)


def go_on(database: Database, match_id: str, reason: str, by: int = NO_SEAT) -> None:
    """Opens a closed match again, in the `database`. The turn begins anew, with the whole time for it.

    The match also comes back from the archive. Everybody reads the `reason`. Raises UserError or NotNow. `by`: as in
    `hosting.TrailLine`.
    """
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        if not find_in(connection, match_id).listed.stopped:
            raise NotNow(_("The match is not closed."))
        go_on_in(connection, database, match_id, by, said=said)


def go_on_in(connection: Connection, database: Database, match_id: str, by: int, **line: Any) -> None:
    """Opens a closed match again in a transaction of the `database`, and notes it in the trail. `by`, `line`: as in
    `hosting.TrailLine`.
    """
    now = database.now()
    set_chair(connection, match_id, stopped=None, archived=None)
    lapse(connection, match_id)  # what was asked of a closed match, such as to delete it
    if find_in(connection, match_id).listed.status == RUNNING:
        begin_turn(connection, match_id, now)
        connection.execute(update(matches).where(matches.c.id == match_id).values(began=now))
    note(connection, database, match_id, GO_ON, by, **line)


# --- A match in the archive is in no list. Its page, its reports and its record stay where they are.


def archive(database: Database, match_id: str, reason: str, by: int = NO_SEAT) -> None:
    """Puts a match that is over or closed into the archive, in the `database`. Raises UserError or NotNow.

    Everybody reads the `reason`. The owner's rules for old matches go on as before. `by`: as in `hosting.TrailLine`.
    """
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        listed = find_in(connection, match_id).listed
        if listed.archived:
            raise NotNow(_("The match is already in the archive."))
        if not _is_done(listed):
            raise NotNow(_("Only a match that is over or closed can go into the archive. Close it first."))
        set_chair(connection, match_id, archived=database.now())
        note(connection, database, match_id, ARCHIVE, by, said=said)


def restore(database: Database, match_id: str, reason: str, by: int = NO_SEAT) -> None:
    """Takes a match out of the archive, in the `database`. Everybody reads the `reason`. Raises UserError or NotNow.

    `by`: as in `hosting.TrailLine`.
    """
    said = reason_of(reason)
    with changes(database) as connection:
        touch(connection, match_id)
        if not find_in(connection, match_id).listed.archived:
            raise NotNow(_("The match is not in the archive."))
        set_chair(connection, match_id, archived=None)
        note(connection, database, match_id, RESTORE, by, said=said)


def _is_done(listed: Listed) -> bool:
    return listed.status == OVER or listed.stopped is not None


# --- Deleting a match removes everything about it, for everybody. If a player has chosen in it, all players must agree.


def is_unplayed(table: Table) -> bool:
    """Whether no player has chosen, as far as everybody knows: neither in a turn that was played, nor in this one."""
    match, given = table.match, table.match.record.header["seats"]
    people = {*table.people, *(seat for seat, each in enumerate(given) if each.get("by", HUMAN) == HUMAN)}
    turns = (each for each in match.fold.entries if isinstance(each, TurnEntry))
    chosen = {int(seat) for turn in turns for seat in turn.orders if seat not in (turn.answered or {})}
    return not match.fold.is_ended and not (chosen | {*match.choosers()} - {*match.missing()}) & people


def check_delete(connection: Connection, listed: Listed, is_unplayed: bool) -> None:
    """Raises NotNow unless the match (`listed`) can be deleted now, if everybody whom that concerns agrees.

    `is_unplayed`: as the function with this name says. `connection` reads the database.
    """
    if not is_unplayed and not _is_done(listed):
        raise NotNow(_("A match in progress cannot be deleted. Close it first."))
    if is_kept(connection, listed.id):
        raise NotNow(_("This match counts elsewhere on this server, so it cannot be deleted."))


def delete_match(club: Club, match_id: str, is_agreed: bool = False) -> None:
    """Deletes a match with everything about it. Raises NotNow if that needs everybody and nobody `is_agreed`."""

    def work() -> None:
        with club.held(match_id) as table, changes(club.database) as connection:
            untouched(connection, match_id, store_of(table).version)
            unplayed, listed = is_unplayed(table), listed_of(table)
            check_delete(connection, listed, unplayed)
            if not (unplayed or is_agreed) and any(each.by == HUMAN for each in listed.seats):
                raise NotNow(_("Players have chosen in this match, so all of them have to agree before it is deleted."))
            remove(connection, match_id, BY_HOST, club.database.now())

    retried(work)
