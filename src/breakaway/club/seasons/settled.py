"""Enters the result of a match that was played for a season, in the transaction that ends the match.

The written rule, also in docs/seasons.md:

- What the record says counts. Somebody who resigns loses, and the score is that of the record.
- A missed deadline loses no match by itself. The terms of the match say what happens then: a coach or the rules
  choose. Only the organizer can give a match to the opponent, with a reason.
- Who has left the season wins and loses no more: the terms say what his matches count (`leaving`). The result of a
  race names only those who still ride, with the places among themselves.
- If the match has a result already, such as a forfeit that the organizer has entered, the record is not entered, and
  the season says so. If play went on after a result was entered, the newer record replaces it, as long as nothing was
  drawn from the earlier one.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from breakaway.club.schema import season_matches, seasons
from breakaway.club.seasons.kept import season_at_work
from breakaway.core.language import UserError, _, spoken
from breakaway.records.match import Match
from breakaway.seasons.results import among, enter_recorded, result_in
from breakaway.seasons.rounds import draw
from breakaway.seasons.season import Season


def settle(connection: Connection, match_id: str, match: Match[Any, Any], now: datetime) -> None:
    """Enters the result of a `match` that is over into its season, if it has one, and draws what comes next.

    Does nothing if this result was entered before. A result that does not fit the season is not entered, and the link
    keeps the reason; the match ends all the same.
    """
    link = connection.execute(select(season_matches).where(season_matches.c.match == match_id)).first()
    if link is None or match.record.lines[-1]["kind"] != "end":
        return
    spoken_there = connection.scalar(select(seasons.c.language).where(seasons.c.id == link.season)) or "en"
    values = {"record": link.record, "fate": ""}
    with spoken(spoken_there), season_at_work(connection, link.season, now) as season:
        seal = str(match.record.lines[-1]["seal"])
        if seal == link.record:
            return
        try:
            _enter(season, link.fixture, tuple(map(int, link.sides.split(","))), match, link.record)
            values["record"] = seal
        except UserError as error:
            values["fate"] = str(error)
    connection.execute(update(season_matches).where(season_matches.c.match == match_id).values(values))


def _enter(season: Season, fixture: str, sides: tuple[int, ...], match: Match[Any, Any], earlier: str) -> None:
    """Enters the result of a `match` for a `fixture`. `earlier`: the hash of its record that was entered before."""
    there = season.matches.get(fixture)
    if there is None or there.sides != sides:
        raise UserError(_("the match was drawn anew after it had been opened"))
    gone = season.gone_from(there)
    if gone and len(sides) - len(gone) < 2:
        raise UserError(_("somebody who plays in it had left the season before it was over"))
    still = [seat for seat, each in enumerate(sides) if each not in gone]
    is_ours = there.result is not None and bool(earlier) and there.result.record == earlier
    reason = _("play went on after this result") if is_ours else ""
    found = result_in(match) if not gone else among(result_in(match), still)
    enter_recorded(season, found, [sides[seat] for seat in still], reason, fixture)
    draw_next(season)


def draw_next(season: Season) -> None:
    """Draws what comes next in a `season`, if its time has come. If a library is missing, the organizer draws later."""
    try:
        draw(season)
    except UserError:
        return
