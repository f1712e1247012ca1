"""Names that players give their teams and riders at the table, and a match's subtitle and day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, update

from breakaway.club.actions import check_person
from breakaway.club.club import listed_of, store_of
from breakaway.club.database import Database
from breakaway.club.hosting import HEAD, NO_SEAT, note
from breakaway.club.match_views import LONGEST_TITLE
from breakaway.club.schema import matches, of_seat, seats
from breakaway.club.seats import changes, tidy, touch
from breakaway.club.store import Within
from breakaway.core.language import UserError, _
from breakaway.core.observation import NotNow
from breakaway.players.seated_match import SCRIPTED, Table
from breakaway.players.settings import find_setting

# --- Players name their teams until the first turn is over. The record keeps the names with which the match began: no
# rule depends on names.


LAST = 1  # the turn before which teams can be named, so that no report changes its names later


def why_no_name(table: Table, seat: int) -> str:
    """Why the player of a `seat` cannot name the team now. Empty if that is possible."""
    if not find_setting(table.game).renames or SCRIPTED in table.by:
        return _("In this game, teams keep their names.")
    if table.match.is_over() or len(table.match.log) > LAST:
        return _("Teams can be named until the first turn is played.")
    return "" if seat in table.people else _("no player has this seat, so nobody can choose for it")


def team_at(table: Table, seat: int) -> tuple[str, list[str]]:
    """What the team of a `seat` and its riders are called. Without names of their own, the list of riders is empty."""
    names = table.match.names
    team = find_setting(table.game).seat_names(names)[seat]
    return team, list(names.get("riders", {}).get(team, []))


def name_team(table: Table, seat: int, team: str, riders: Sequence[str]) -> None:
    """Names the `team` of a `seat` and its `riders`. Raises NotNow or UserError, and then changes nothing."""
    check_person(table, seat)
    fault = why_no_name(table, seat)
    if fault:
        raise NotNow(fault)
    match, old = table.match, team_at(table, seat)[0]
    found = find_setting(table.game).renamed(match.names, match.config, seat, team, riders)
    match.rename(found)
    new, is_plain = team_at(table, seat)[0], listed_of(table).seats[seat].name == old

    def save(connection: Connection, match_id: str) -> None:
        connection.execute(update(matches).where(matches.c.id == match_id).values(names=json.dumps(found)))
        if is_plain:  # the player has given no name of his own
            connection.execute(update(seats).where(of_seat(seats, match_id, seat)).values(name=tidy(new)))

    store_of(table).also(save)


# --- What stands above the reports of a match: title, subtitle and day.


def headed(subtitle: str, day: str) -> Within:
    """Gives a new match its `subtitle` and `day`, in the transaction that creates the match. Raises UserError."""
    values = _below(subtitle, day)

    def put(connection: Connection, match_id: str) -> None:
        connection.execute(update(matches).where(matches.c.id == match_id).values(values))

    return put


def _below(subtitle: str, day: str) -> dict[str, str]:
    try:
        held = date.fromisoformat(day).isoformat() if day else ""
    except ValueError:
        raise UserError(_("Write the day in the form 2026-12-27. Nothing was changed.")) from None
    return {"subtitle": tidy(subtitle, LONGEST_TITLE), "day": held}


def head(database: Database, match_id: str, title: str, subtitle: str, day: str, by: int = NO_SEAT) -> None:
    """Gives a match in the `database` a `title`, a `subtitle` and the `day` on which it is held. Raises UserError.

    `day` is written as 2026-12-27, or empty. `by`: as in `hosting.TrailLine`.
    """
    called = tidy(title, LONGEST_TITLE)
    if not called:
        raise UserError(_("Give the match a title. Nothing was changed."))
    values = {"title": called, **_below(subtitle, day)}
    with changes(database) as connection:
        touch(connection, match_id)
        connection.execute(update(matches).where(matches.c.id == match_id).values(values))
        note(connection, database, match_id, HEAD, by, said=" · ".join(filter(None, values.values())))
