"""Changes a season, and what follows at once for its matches that are being played.

The written rule, also in docs/seasons.md:

- Who is replaced loses his seats to whoever takes over.
- When one of two opponents leaves, their match is closed: nobody can choose, no clock runs, and no email asks. Once
  somebody takes over, or the departure is taken back, it is opened again, with the whole time for the turn.
- When somebody leaves a race, a coach rides on for him, so that the others need not wait. Whoever takes over gets the
  seat from the coach.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, select

from breakaway.club.closing import go_on_in, stop_in
from breakaway.club.database import Database, Keys
from breakaway.club.hosting import LEFT, NO_SEAT, SUBSTITUTE, is_closed_by_leaving, note
from breakaway.club.match_views import find_in
from breakaway.club.schema import EMPTY, OVER, matches, season_matches, season_seats
from breakaway.club.seasons.by_mail import box_of, mail_player
from breakaway.club.seasons.kept import links_for_people, season_at_work
from breakaway.club.seasons.people import hand_over, unseat
from breakaway.club.seats import changes, drop_waiting, tidy, touch
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN, favourite
from breakaway.seasons.season import Season, SeasonMatch

LONGEST_SAID = 200  # characters of a reason in a match's trail


def change_season(database: Database, season_id: str, act: Callable[[Season], None]) -> dict[int, str]:
    """Changes the season `season_id` in one transaction of the `database`: `act` adds lines to it.

    Its matches that are being played follow, as the rule above says. A coach who takes over plays once
    `fixtures.carry_on` is called. Returns the links for people who are new, by entrant. Raises NoSuchSeason and the
    errors of `act`; then nothing has changed.
    """
    now = database.now()
    with changes(database) as connection, season_at_work(connection, season_id, now) as season:
        before, had_left = list(season.entrants), set(season.left)
        had_gone = {each.id: season.gone_from(each) for each in season.matches.values()}
        act(season)
        for entrant, each in enumerate(season.entrants):
            if each != before[entrant]:
                ours = (season_seats.c.season == season_id) & (season_seats.c.entrant == entrant)
                browser = connection.scalar(select(season_seats.c.browser_hash).where(ours))
                his = mail_player(connection, database.keys, season_id, entrant)
                by_mail = partial(_has_by_mail, connection, database.keys, his)
                unseat(connection, season_id, entrant, browser, each, now, entrant in had_left, by_mail)
                connection.execute(season_seats.delete().where(ours))
        for match_id, match in _still_played(connection, season_id, season):
            before_it, gone = had_gone.get(match.id, []), season.gone_from(match)
            left = [each for each in gone if each not in before_it]
            back = [each for each in before_it if each not in gone]
            if len(match.sides) == 2:
                _close_or_open(connection, database, match_id, season, match, left, back)
            else:
                for entrant in left:
                    _let_coach_ride(connection, database, match_id, season, match.side_of(entrant), entrant)
                for entrant in back:
                    if season.entrants[entrant] == before[entrant]:  # nobody has taken over: the departure is undone
                        _give_back(connection, match_id, season, match.side_of(entrant), entrant, now)
        return links_for_people(connection, season_id, season)


def _has_by_mail(connection: Connection, keys: Keys, address: str, match_id: str, seat: int) -> bool:
    """Whether a seat of a match is played by email alone, from this `address` (empty: no)."""
    return bool(address) and box_of(connection, keys, match_id, seat, address) is not None


def _still_played(connection: Connection, season_id: str, season: Season) -> list[tuple[str, SeasonMatch]]:
    """The club's matches of a season that are not over, each with the match of the schedule that it is played for."""
    linked = select(season_matches.c.match, season_matches.c.fixture, season_matches.c.sides).where(
        season_matches.c.season == season_id,
        season_matches.c.match.in_(select(matches.c.id).where(matches.c.status != OVER)),
    )
    found = []
    for row in connection.execute(linked.order_by(season_matches.c.match)).all():
        match = season.matches.get(row.fixture)
        if match is not None and match.sides == tuple(map(int, row.sides.split(","))):
            found.append((row.match, match))
    return found


def _close_or_open(
    connection: Connection,
    database: Database,
    match_id: str,
    season: Season,
    match: SeasonMatch,
    left: list[int],
    back: list[int],
) -> None:
    """Closes a match between two when one of them has `left`. Opens it again when the last who was gone is `back`."""
    if not left and not back:
        return
    touch(connection, match_id)  # locks the row
    now, is_closed = database.now(), find_in(connection, match_id).listed.stopped is not None
    if left and not is_closed:
        entrant = left[0]
        said = tidy(season.left[entrant], LONGEST_SAID)
        stop_in(connection, database, match_id, NO_SEAT, seat=match.side_of(entrant), value=LEFT, said=said)
        for seat in range(2):
            drop_waiting(connection, match_id, seat, now, "somebody has left the season")
    elif back and not season.gone_from(match) and is_closed and is_closed_by_leaving(connection, match_id):
        go_on_in(connection, database, match_id, NO_SEAT, seat=match.side_of(back[0]), value=LEFT)


def _let_coach_ride(
    connection: Connection, database: Database, match_id: str, season: Season, seat: int, entrant: int
) -> None:
    """Gives the seat of an `entrant` who has left to a coach, if a person or nobody has it."""
    if find_in(connection, match_id).listed.seats[seat].by not in (HUMAN, EMPTY):
        return
    coach, now = favourite(find(season.terms.game)), database.now()
    hand_over(connection, match_id, seat, season.entrants[entrant].name, coach, now)
    said = tidy(season.left[entrant], LONGEST_SAID)
    note(connection, database, match_id, SUBSTITUTE, NO_SEAT, seat=seat, value=coach, said=said)


def _give_back(connection: Connection, match_id: str, season: Season, seat: int, entrant: int, now: datetime) -> None:
    """Frees the seat of an `entrant` who is back, if a coach has it: with *Sit down* he has it again."""
    by = find_in(connection, match_id).listed.seats[seat].by
    if by not in (HUMAN, EMPTY) and season.entrants[entrant].by == HUMAN:
        hand_over(connection, match_id, seat, season.entrants[entrant].name, HUMAN, now)
