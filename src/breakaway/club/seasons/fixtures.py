"""Opens the club's matches for the matches of a season's schedule, and repairs what a stopped server left undone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Connection, insert, select

from breakaway.club.club import Club
from breakaway.club.hosting import NO_SEAT
from breakaway.club.schema import COACH, OVER, RUNNING, WAIT, chairs, matches, season_matches
from breakaway.club.seasons.kept import KeptSeason, kept_season, season_at_work
from breakaway.club.seasons.people import seat_players
from breakaway.club.seasons.settled import settle
from breakaway.club.seats import hash_of, new_token
from breakaway.club.store import store_of
from breakaway.club.time_control import NONE, Terms
from breakaway.core.language import UserError, _, say, spoken
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN, Table, favourite
from breakaway.players.settings import make_start
from breakaway.records.entries import BadRecord
from breakaway.seasons.pages import sides_text
from breakaway.seasons.season import Season, SeasonMatch
from breakaway.seasons.simulated import is_simulated, seed_of, start_of


@dataclass(frozen=True)
class OpenedFixture:
    """A match of the club that was opened for a `fixture`, and the invitations to seats that are still free, by seat.

    Those who have signed up sit already.
    """

    fixture: str
    match: str
    tokens: dict[int, str] = field(default_factory=dict)


def open_fixture(club: Club, season_id: str, fixture: str) -> OpenedFixture:
    """Opens the match for a `fixture`, such as `1.3.2`, of the season `season_id` of the `club`. The computer's matches
    are played at once. For those who have left, a coach rides in a race.

    Raises NoSuchSeason, NotNow if it is open or has a result, or UserError if it cannot begin.
    """
    kept = kept_season(club.database, season_id)
    match = _still_to_open(kept.season, fixture)
    if kept.link_of(fixture) is not None:
        raise NotNow(say("Match {id} is open already.", id=fixture))
    if not has_teams(kept.season, match):
        raise NotNow(_("This match is played elsewhere; the organizer enters its result."))
    season, gone = kept.season, kept.season.gone_from(match)
    by = [favourite(find(season.terms.game)) if each in gone else season.entrants[each].by for each in match.sides]
    people = [None if each in gone else kept.players.get(each) for each in match.sides]
    is_computers = is_simulated(season, match)
    names = [season.entrants[each].name for each in match.sides]
    # an organizer who plays has no chair in his own match, because the chair would tell him his opponent's secrets
    plays = kept.organizer is not None and kept.organizer in people
    host = people.index(kept.organizer) if plays else NO_SEAT

    taken = set[int]()

    def within(connection: Connection, match_id: str) -> None:
        now = club.database.now()
        taken.update(seat_players(connection, match_id, season_id, match.sides, names, now, club.database.keys, gone))
        if not plays:
            row = {"match": match_id, "link_hash": hash_of(new_token()), "browser_hash": kept.organizer}
            connection.execute(insert(chairs).values(row))
        with season_at_work(connection, season_id, now) as fresh:
            there, sides = _still_to_open(fresh, fixture), ",".join(map(str, match.sides))
            known = select(season_matches.c.sides).where(
                season_matches.c.season == season_id, season_matches.c.fixture == fixture
            )
            if there.sides != match.sides or sides in connection.scalars(known).all():
                raise NotNow(say("Match {id} is open already.", id=fixture))
        row = {"match": match_id, "season": season_id, "fixture": fixture, "sides": sides}
        connection.execute(insert(season_matches).values(row))

    with spoken(kept.language or "en"), start_of(season, match, seed_of(season, match) if is_computers else None) as it:
        title = say("{season}: {sides}", season=season.terms.title, sides=sides_text(season, match))
        made = club.create(
            season.terms.game, make_start(it, by), title, terms=_terms(kept, by), host=host, within=within
        )
    club.resolve(made.id)
    return OpenedFixture(fixture, made.id, {seat: each for seat, each in made.tokens.items() if seat not in taken})


def _still_to_open(season: Season, fixture: str) -> SeasonMatch:
    match = season.matches.get(fixture)
    if match is None:
        raise NotNow(say("there is no match {id}", id=fixture))
    if match not in season.open_matches():
        raise NotNow(say("Match {id} has a result already, or counts for nothing.", id=fixture))
    return match


def _terms(kept: KeptSeason, by: list[str]) -> Terms:
    """The terms of a match: a clock only if several people play."""
    if kept.seconds is None or by.count(HUMAN) < 2:
        return NONE
    return Terms(kept.seconds, COACH if len(by) == 2 else WAIT)


def open_round(club: Club, season_id: str) -> list[OpenedFixture]:
    """Opens all matches of the round of a season (`season_id`) that is played now, if they are not open yet, and plays
    those of the computer.

    Matches without teams are played elsewhere. Raises NoSuchSeason or UserError; what was opened before stays open.
    """
    kept = kept_season(club.database, season_id)
    opened = list[OpenedFixture]()
    for match in this_round(kept.season):
        if kept.link_of(match.id) is None and has_teams(kept.season, match):
            with suppress(NotNow):  # somebody else was faster
                opened.append(open_fixture(club, season_id, match.id))
    return opened


def carry_on(club: Club, season_id: str) -> list[str]:
    """Lets coaches who have taken over somebody's place in a season (`season_id`) of the `club` play in its open
    matches. Returns these matches.

    Raises NoSuchSeason.
    """
    still = [each.match for each in kept_season(club.database, season_id).links if not each.record and not each.fate]
    for each in still:
        with suppress(UserError, BadRecord):  # it cannot be read or go on; its own page says why
            club.resolve(each)
    return still


def has_teams(season: Season, match: SeasonMatch) -> bool:
    """Whether a match of the `season` can be played here: one between people without a team is played elsewhere."""
    sides = [season.entrants[each] for each in match.sides]
    return all(each.team for each in sides) or any(each.by != HUMAN for each in sides)


def this_round(season: Season) -> list[SeasonMatch]:
    """The open matches of the first round of the `season` that has any."""
    still = season.open_matches()
    return [each for each in still if (each.stage, each.round) == (still[0].stage, still[0].round)]


def repair(club: Club) -> list[str]:
    """Enters the results of all matches of the `club` that ended without that, such as in an older program, and lets
    those of the computer go on that a stopped server left.

    Returns the matches whose results were entered. Raises Unreachable.
    """
    stopped = (matches.c.status == RUNNING) & (matches.c.waiting == "")
    unsettled = (season_matches.c.record == "") & (season_matches.c.fate == "")
    with club.database.reading() as connection:
        found = select(season_matches.c.match).join(matches, matches.c.id == season_matches.c.match)
        found = found.where(unsettled, stopped | (matches.c.status == OVER)).order_by(season_matches.c.match)
        waiting = list(connection.scalars(found))
    return [each for each in waiting if _repaired(club, each)]


def _repaired(club: Club, match_id: str) -> bool:
    def enter(table: Table) -> bool:
        def within(connection: Connection, match_id: str) -> None:
            settle(connection, match_id, table.match, club.database.now())

        store_of(table).also(within)
        return table.match.is_over()

    try:
        club.resolve(match_id)
        return club.do(match_id, enter)
    except (UserError, BadRecord):  # it cannot be read or go on; its own page says why
        return False
