"""Seasons in the database: opened and read. Their lines are those of a season's file."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from secrets import choice

from sqlalchemy import Connection, insert, select, update

from breakaway.club.database import Database
from breakaway.club.schema import season_lines, season_matches, season_seats, seasons
from breakaway.club.seasons.removal import check_quota
from breakaway.club.seats import changes, hash_of, new_token
from breakaway.core.language import UserError, language, say
from breakaway.players.seated_match import HUMAN
from breakaway.seasons.season import Season

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two look alike
SHORTEST, LONGEST = 1, 366 * 24 * 3600  # seconds for each choice


class NoSuchSeason(UserError):
    """No season has this id."""


@dataclass(frozen=True)
class OpenedSeason:
    """A new season of the club: its id, the link to the organizer's chair, and the links with which the players sign
    up, by entrant. The club keeps only hashes of the links, so save them now.
    """

    id: str
    chair: str
    links: dict[int, str]


@dataclass(frozen=True)
class SeasonLink:
    """A match of the club (`match`) that is played for a match of the schedule (`fixture`) between these `sides`.

    `record` is the hash of the record whose result was entered; empty: none yet. `fate` says why none was entered.
    """

    match: str
    fixture: str
    sides: tuple[int, ...]
    record: str = ""
    fate: str = ""


@dataclass(frozen=True)
class KeptSeason:
    """A season of the club at one moment. Others may hold the same `season`, so do not change it.

    `seconds`: the time for each choice in its matches (None: no limit). `organizer`: the hash of the organizer's
    browser. `players`: the hash of the browser of each person, by entrant; None: not signed up yet. `links`: the club's
    matches. `by_mail`: the entrants whose players have signed up by email alone. Only the server may see the hashes.
    """

    id: str
    season: Season
    seconds: int | None
    language: str
    updated: datetime
    organizer: str | None
    players: dict[int, str | None]
    links: list[SeasonLink]
    by_mail: frozenset[int] = frozenset()

    @property
    def version(self) -> int:
        """How many lines the season has. Pages that are made from the season alone are the same for the same number."""
        return len(self.season.lines)

    def link_of(self, fixture: str) -> SeasonLink | None:
        """The club's match for a match of the schedule (`fixture`), if one was opened since this match was drawn."""
        match = self.season.matches.get(fixture)
        return None if match is None else self._by_fixture.get((fixture, match.sides))

    @cached_property
    def _by_fixture(self) -> dict[tuple[str, tuple[int, ...]], SeasonLink]:
        return {(each.fixture, each.sides): each for each in self.links}

    def entrants_of(self, secrets: Sequence[str]) -> list[int]:
        """The entrants for whom a browser with these `secrets` plays."""
        hashes = {hash_of(each) for each in secrets}
        return [entrant for entrant, browser in self.players.items() if browser in hashes]

    def is_organized_by(self, secrets: Sequence[str]) -> bool:
        """Whether a browser with these `secrets` is in the organizer's chair."""
        return self.organizer in {hash_of(each) for each in secrets}


# --- Opens a season, from terms or from a file.


def open_season(database: Database, season: Season, seconds: int | None = None, visitor: str = "") -> OpenedSeason:
    """Adds a `season` to the `database`, with a link for the organizer and one for each person.

    `seconds`: the time for each choice in its matches (None: no limit). `visitor`: whose quota it counts for, as in
    `removal.check_quota` (empty: nobody's). Raises UserError or NotNow.
    """
    if seconds is not None and not SHORTEST <= seconds <= LONGEST:
        raise UserError(say("The time for each choice is {least} to {most} seconds.", least=SHORTEST, most=LONGEST))
    season_id, chair, now = "".join(choice(LETTERS) for _ in range(8)), new_token(), database.now()
    row = {
        "id": season_id,
        "title": season.terms.title,
        "game": season.terms.game,
        "link_hash": hash_of(chair),
        "seconds": seconds,
        "lines": len(season.lines),
        "language": language(),
        "created": now,
        "updated": now,
        "visitor": visitor or None,
    }
    with changes(database) as connection:
        if visitor:
            check_quota(connection, visitor, now)
        connection.execute(insert(seasons).values(row))
        _add_lines(connection, season_id, season, 0)
        links = links_for_people(connection, season_id, season)
    return OpenedSeason(season_id, chair, links)


def links_for_people(connection: Connection, season_id: str, season: Season) -> dict[int, str]:
    """Makes the links for people who have none yet, and takes away those of entrants whom the computer plays now.

    A new player for an entrant gets a new link: the old one, and the browser that used it, lose the entrant.
    """
    there = {row.entrant for row in connection.execute(select(season_seats).where(season_seats.c.season == season_id))}
    links = dict[int, str]()
    for entrant, each in enumerate(season.entrants):
        ours = (season_seats.c.season == season_id) & (season_seats.c.entrant == entrant)
        if each.by != HUMAN and entrant in there:
            connection.execute(season_seats.delete().where(ours))
        elif each.by == HUMAN and entrant not in there:
            links[entrant] = new_token()
            row = {"season": season_id, "entrant": entrant, "link_hash": hash_of(links[entrant])}
            connection.execute(insert(season_seats).values(row))
    return links


def _add_lines(connection: Connection, season_id: str, season: Season, known: int) -> None:
    """Writes the lines of a `season` after the first `known` ones."""
    for n, line in enumerate(season.lines[known:], known + 1):
        text = json.dumps(line, ensure_ascii=False)
        connection.execute(insert(season_lines).values(season=season_id, n=n, line=text))


# --- Reads a season. What its lines add up to is kept for each process by the number of its lines.


MOST_KEPT = 64  # seasons in memory
_known: OrderedDict[tuple[str, str, int], Season] = OrderedDict()
_guard = threading.Lock()


def kept_season(database: Database, season_id: str) -> KeptSeason:
    """The season with this `season_id`, as it is in the `database` now. Raises NoSuchSeason or BadSeason."""
    with database.reading() as connection:
        return kept_in(connection, season_id, str(database.engine.url))


def kept_in(connection: Connection, season_id: str, place: str = "") -> KeptSeason:
    """Like `kept_season`, in a transaction. `place` names the database for what is kept in memory (empty: nothing)."""
    row = connection.execute(select(seasons).where(seasons.c.id == season_id)).first()
    if row is None:
        raise NoSuchSeason(say("there is no season called {name}", name=repr(season_id[:40])))
    key = (place, season_id, int(row.lines))
    with _guard:
        season = _known.get(key) if place else None
        if season is not None:
            _known.move_to_end(key)
    if season is None:
        season = Season.read(_text_in(connection, season_id))
        with _guard:
            if place:
                _known[key] = season
                while len(_known) > MOST_KEPT:
                    _known.popitem(last=False)
    people = connection.execute(
        select(season_seats).where(season_seats.c.season == season_id).order_by(season_seats.c.entrant)
    ).all()
    by_mail = frozenset(each.entrant for each in people if each.claimed is not None and each.browser_hash is None)
    players = {each.entrant: each.browser_hash for each in people}
    linked = connection.execute(
        select(season_matches).where(season_matches.c.season == season_id).order_by(season_matches.c.match)
    )
    links = [
        SeasonLink(each.match, each.fixture, tuple(map(int, each.sides.split(","))), each.record, each.fate)
        for each in linked
    ]
    told = (row.seconds, row.language, row.updated, row.browser_hash)
    return KeptSeason(season_id, season, *told, players, links, by_mail)


def _text_in(connection: Connection, season_id: str) -> str:
    found = select(season_lines.c.line).where(season_lines.c.season == season_id).order_by(season_lines.c.n)
    return "".join(f"{each}\n" for each in connection.scalars(found))


def season_text(database: Database, season_id: str) -> str:
    """The lines of the season `season_id` in the `database`, as in a season's file. Raises NoSuchSeason."""
    with database.reading() as connection:
        kept_in(connection, season_id)
        return _text_in(connection, season_id)


def season_of(database: Database, match_id: str) -> str | None:
    """The season in the `database` to which a match belongs, or None."""
    with database.reading() as connection:
        found: str | None = connection.scalar(select(season_matches.c.season).where(season_matches.c.match == match_id))
    return found


@dataclass(frozen=True)
class ListedSeason:
    """A season in a list."""

    id: str
    title: str
    game: str
    updated: datetime
    created: datetime


def listed_seasons(database: Database, secrets: Sequence[str] | None = None) -> list[ListedSeason]:
    """The seasons that a browser with these `secrets` organizes or plays in, those with the latest change first.

    With None, all seasons in the `database`.
    """
    found = select(seasons).order_by(seasons.c.updated.desc(), seasons.c.id)
    if secrets is not None:
        hashes = [hash_of(each) for each in secrets]
        mine = select(season_seats.c.season).where(season_seats.c.browser_hash.in_(hashes))
        found = found.where(seasons.c.browser_hash.in_(hashes) | seasons.c.id.in_(mine))
    with database.reading() as connection:
        return [
            ListedSeason(row.id, row.title, row.game, row.updated, row.created) for row in connection.execute(found)
        ]


# --- Adds lines to a season: `changed.change_season` does more.


@contextmanager
def season_at_work(connection: Connection, season_id: str, now: datetime) -> Iterator[Season]:
    """Runs a block that adds lines to a season, in a transaction. Other writers wait until the transaction ends.

    If the block raises an error, no line is written. Raises NoSuchSeason.
    """
    ours = seasons.c.id == season_id
    if connection.execute(update(seasons).where(ours).values(lines=seasons.c.lines)).rowcount != 1:  # locks the row
        raise NoSuchSeason(say("there is no season called {name}", name=repr(season_id[:40])))
    season = Season.read(_text_in(connection, season_id))
    before = len(season.lines)
    yield season
    if len(season.lines) > before:
        _add_lines(connection, season_id, season, before)
        connection.execute(update(seasons).where(ours).values(lines=len(season.lines), updated=now))
