"""Who is told that a round of a season has opened, is over, or that his opponent has left: everybody of it who gets
emails about his match.

What was told already is in the outbox, under the purpose of its email. So a restart neither loses nor repeats one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from breakaway.club.database import Database, Keys
from breakaway.club.email_addresses import Mailbox, boxes_in
from breakaway.club.hosting import LEFT as CLOSED_BY_LEAVING
from breakaway.club.hosting import STOP
from breakaway.club.schema import (
    OVER,
    chairs,
    devices,
    mailboxes,
    matches,
    season_matches,
    season_seats,
    seasons,
    trail,
)
from breakaway.club.seasons.by_mail import mail_player
from breakaway.club.seasons.kept import KeptSeason, SeasonLink, kept_season
from breakaway.seasons.season import Season, SeasonRound

ROUND, ROUND_UP, LEFT = "round", "roundup", "left"  # the kinds of these emails, and the beginnings of their purposes
RECENT = timedelta(days=7)  # what happened longer ago is no news: a server that was away tells nothing of it


@dataclass(frozen=True)
class RoundNews:
    """What a player in `box` should be told about the season `kept`: that the match for the `fixture` is open (kind
    ROUND), that his opponent in it has left (LEFT), or that the rounds with these `purposes` are over, the newest last
    (ROUND_UP), such as `1.3`.

    `purposes`: those of the emails, by round; for ROUND and LEFT there is one.
    """

    kind: str
    kept: KeptSeason
    entrant: int
    box: Mailbox
    fixture: str
    purposes: dict[tuple[int, int], str]


def changed_seasons(database: Database) -> list[tuple[str, int, int]]:
    """The seasons in a `database` that have changed lately and whose players get emails: id, number of lines, and
    number of their matches. Raises Unreachable.
    """
    with database.reading() as connection:
        since = database.now() - RECENT
        linked = select(season_matches.c.season).join(matches, matches.c.id == season_matches.c.match)
        gets = select(season_matches.c.season).join(mailboxes, mailboxes.c.match == season_matches.c.match)
        is_new = (seasons.c.updated > since) | seasons.c.id.in_(linked.where(matches.c.created > since))
        found = (
            select(seasons.c.id, seasons.c.lines, func.count())
            .join(season_matches, season_matches.c.season == seasons.c.id)
            .where(is_new, seasons.c.id.in_(gets))
            .group_by(seasons.c.id, seasons.c.lines)
            .order_by(seasons.c.id)
        )
        return [(str(row[0]), int(row[1]), int(row[2])) for row in connection.execute(found)]


def round_news(database: Database, season_id: str) -> list[RoundNews]:
    """What the players of a season (`season_id`) in a `database` should have been told by now, whether they were or
    not.

    Raises NoSuchSeason or BadSeason.
    """
    kept, since = kept_season(database, season_id), database.now() - RECENT
    with database.reading() as connection:
        latest = _latest(connection, kept)
        boxes = {(each.match, each.seat): each for each in boxes_in(connection, database.keys, *latest.values())}
        earlier = boxes_in(connection, database.keys, *(each.match for each in kept.links))
        found: list[RoundNews] = []
        for entrant, match_id in latest.items():
            link = next(each for each in kept.links if each.match == match_id)
            box = boxes.get((match_id, link.sides.index(entrant)))
            if box is not None and _plays(connection, database.keys, kept, entrant, box):
                found += _opened(connection, kept, entrant, box, link.fixture, since)
                found += _left(connection, kept, entrant, box, link, since)
                if kept.updated > since:
                    found += _over(kept, entrant, box, link.fixture, _first_round(kept, entrant, box, earlier))
    return found


def _latest(connection: Connection, kept: KeptSeason) -> dict[int, str]:
    """The match of each entrant that was opened last, of those that count."""
    mine = select(season_matches.c.match).where(season_matches.c.season == kept.id)
    order = select(matches.c.id).where(matches.c.id.in_(mine)).order_by(matches.c.created, matches.c.id)
    links = {each.match: each for each in kept.links}
    return {
        entrant: match_id
        for match_id in connection.scalars(order)
        if kept.link_of(links[match_id].fixture) == links[match_id]
        for entrant in links[match_id].sides
    }


def _plays(connection: Connection, keys: Keys, kept: KeptSeason, entrant: int, box: Mailbox) -> bool:
    """Whether the owner of a `box` plays for the entrant now: the box may be that of somebody who was replaced."""
    if entrant in kept.by_mail and entrant not in kept.season.left:
        return mail_player(connection, keys, kept.id, entrant).casefold() == box.address.casefold()
    browser = select(season_seats.c.browser_hash).where(
        season_seats.c.season == kept.id, season_seats.c.entrant == entrant
    )
    ours = (devices.c.match == box.match) & (devices.c.seat == box.seat)
    plays = connection.scalar(select(devices.c.n).where(ours, devices.c.secret_hash == browser.scalar_subquery()))
    return plays is not None and entrant not in kept.season.left


def _opened(
    connection: Connection, kept: KeptSeason, entrant: int, box: Mailbox, fixture: str, since: datetime
) -> Iterator[RoundNews]:
    """That the player's match is open. Whoever has entered the address at its table knows that."""
    row = connection.execute(select(matches.c.created, matches.c.status).where(matches.c.id == box.match)).one()
    is_new = row.status != OVER and row.created > since and box.since is not None and box.since <= row.created
    match = kept.season.matches[fixture]
    if is_new and kept.season.result_of(match) is None:
        what = f"{ROUND} {box.match} {box.seat}"
        yield RoundNews(ROUND, kept, entrant, box, fixture, {(match.stage, match.round): what})


def _left(
    connection: Connection, kept: KeptSeason, entrant: int, box: Mailbox, link: SeasonLink, since: datetime
) -> Iterator[RoundNews]:
    """That the opponent has left, so that their match was closed. Each departure is told once."""
    match = kept.season.matches[link.fixture]
    gone = kept.season.gone_from(match)
    if len(match.sides) != 2 or len(gone) != 1 or entrant in gone:
        return
    closed = connection.execute(
        select(trail.c.n, trail.c.at)
        .join(chairs, chairs.c.match == trail.c.match)
        .where(trail.c.match == link.match, trail.c.act == STOP, trail.c.value == CLOSED_BY_LEAVING)
        .where(chairs.c.stopped.is_not(None))
        .order_by(trail.c.n.desc())
    ).first()
    if closed is not None and closed.at > since:
        what = f"{LEFT} {box.match} {box.seat} {closed.n}"
        yield RoundNews(LEFT, kept, entrant, box, link.fixture, {(match.stage, match.round): what})


def _over(
    kept: KeptSeason, entrant: int, box: Mailbox, fixture: str, first: tuple[int, int] | None
) -> Iterator[RoundNews]:
    """That rounds are over, from the `first` in which the player had this address."""
    rounds = [(each.stage, each.number) for each in kept.season.rounds if is_round_over(kept.season, each)]
    told = {
        each: f"{ROUND_UP} {kept.id} {entrant} {each[0] + 1}.{each[1]}" for each in rounds if first and each >= first
    }
    if told:
        yield RoundNews(ROUND_UP, kept, entrant, box, fixture, told)


def _first_round(kept: KeptSeason, entrant: int, box: Mailbox, earlier: Sequence[Mailbox]) -> tuple[int, int] | None:
    """The first round in which emails about the entrant's match went to the address of this `box`."""
    places = {each.match: each for each in kept.links if entrant in each.sides}
    rounds = [
        (kept.season.matches[places[each.match].fixture].stage, kept.season.matches[places[each.match].fixture].round)
        for each in earlier
        if each.match in places
        and each.seat == places[each.match].sides.index(entrant)
        and each.address == box.address
        and places[each.match].fixture in kept.season.matches
    ]
    return min(rounds, default=None)


def is_round_over(season: Season, this: SeasonRound) -> bool:
    """Whether no match of a round (`this`) of the `season` is open, and something was played in it."""
    still = {each.id for each in season.open_matches(this.stage)}
    return not still & set(this.matches) and any(season.matches[each].result is not None for each in this.matches)
