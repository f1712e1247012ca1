"""The organizer's chair of a season and the places of its players, each reached by a link.

A link stays valid: the last browser that used it has the chair, or plays for the entrant. So a player who loses a
browser opens the link again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from breakaway.club.database import Database, Keys
from breakaway.club.schema import (
    EMPTY,
    OPEN,
    OVER,
    RUNNING,
    chairs,
    devices,
    mailboxes,
    matches,
    of_seat,
    season_matches,
    season_seats,
)
from breakaway.club.schema import seasons as kept
from breakaway.club.schema import seats as seat_rows
from breakaway.club.seasons.by_mail import box_of, mail_player
from breakaway.club.seats import Sitter, add_device, change, changes, clear, hash_of, new_token
from breakaway.core.language import UserError, _, say
from breakaway.players.seated_match import HUMAN
from breakaway.seasons.terms import Entrant


class NoSuchPlace(UserError):
    """The link leads to no organizer's chair and to no place in a season."""


def _wrong_link() -> NoSuchPlace:
    return NoSuchPlace(_("This link leads to no season: it was mistyped, or there is a newer one."))


def organized_by(database: Database, link: str) -> str:
    """The season in the `database` to whose organizer's chair a `link` leads. Raises NoSuchPlace."""
    with database.reading() as connection:
        return str(_chair_in(connection, link).id)


def _chair_in(connection: Connection, link: str) -> Row[Any]:
    row = connection.execute(select(kept).where(kept.c.link_hash == hash_of(link))).first()
    if row is None:
        raise _wrong_link()
    return row


def take_organizer(database: Database, link: str, secrets: Sequence[str]) -> str:
    """Puts the browser with these `secrets` into the organizer's chair to which a `link` leads, in the `database`, and
    into the host's chairs of the season's matches.

    Returns the season. Raises NoSuchPlace.
    """
    with changes(database) as connection:
        row = _chair_in(connection, link)
        browser = hash_of(secrets[0])
        connection.execute(update(kept).where(kept.c.id == row.id).values(browser_hash=browser))
        ours = chairs.c.match.in_(
            select(season_matches.c.match)
            .join(matches, matches.c.id == season_matches.c.match)
            .where(season_matches.c.season == row.id, matches.c.host < 0)
        )
        same = chairs.c.browser_hash.is_(None) | (chairs.c.browser_hash == row.browser_hash)
        connection.execute(update(chairs).where(ours, same).values(browser_hash=browser))
    return str(row.id)


def new_links(database: Database, season_id: str, entrant: int | None = None) -> str:
    """A new link to the organizer's chair of a season (`season_id`) in the `database`, or to the place of an `entrant`.

    The old link stops working; the browser that has the place keeps it. Raises NoSuchPlace.
    """
    link = new_token()
    with changes(database) as connection:
        if entrant is None:
            done = update(kept).where(kept.c.id == season_id)
        else:
            done = update(season_seats).where(season_seats.c.season == season_id, season_seats.c.entrant == entrant)
        if connection.execute(done.values(link_hash=hash_of(link))).rowcount != 1:
            raise NoSuchPlace(_("No person plays for this entrant."))
    return link


def place_of(database: Database, link: str) -> tuple[str, int]:
    """The season and the entrant to whom a `link` leads, in the `database`. Raises NoSuchPlace."""
    with database.reading() as connection:
        row = _place_in(connection, link)
    return row.season, row.entrant


def _place_in(connection: Connection, link: str) -> Row[Any]:
    row = connection.execute(select(season_seats).where(season_seats.c.link_hash == hash_of(link))).first()
    if row is None:
        raise _wrong_link()
    return row


def sign_up(database: Database, link: str, sitter: Sitter) -> tuple[str, int]:
    """Lets a browser (`sitter`) play for the entrant to whom a `link` leads, in the `database`, and in all matches of
    the season that are open already.

    Returns the season and the entrant. Raises NoSuchPlace, or UserError if the browser plays for another entrant.
    """
    with changes(database) as connection:
        row, now = _place_in(connection, link), database.now()
        browser = hash_of(sitter.secrets[0])
        others = (season_seats.c.season == row.season) & (season_seats.c.entrant != row.entrant)
        taken = select(season_seats.c.entrant).where(
            others, season_seats.c.browser_hash.in_([hash_of(each) for each in sitter.secrets])
        )
        if connection.scalar(taken) is not None:
            raise UserError(_("This browser plays for another entrant of this season. Use another browser."))
        ours = (season_seats.c.season == row.season) & (season_seats.c.entrant == row.entrant)
        address = mail_player(connection, database.keys, row.season, row.entrant)
        connection.execute(update(season_seats).where(ours).values(browser_hash=browser, claimed=row.claimed or now))
        _sit_in_matches(connection, row.season, row.entrant, row.browser_hash, sitter, now)
        if address:  # who has signed up by email alone goes on with this browser, too
            for match_id, seat in _open_seats(connection, row.season, row.entrant):
                if box_of(connection, database.keys, match_id, seat, address) is not None:
                    add_device(connection, match_id, seat, now, sitter)
    return row.season, row.entrant


def sit_again(database: Database, season_id: str, entrant: int, sitter: Sitter) -> None:
    """Seats the player of an `entrant`, who has signed up with the browser `sitter`, in all open matches of the season
    `season_id` in the `database`.
    """
    with changes(database) as connection:
        browser = hash_of(sitter.secrets[0])
        _sit_in_matches(connection, season_id, entrant, browser, sitter, database.now())


def _sit_in_matches(
    connection: Connection, season_id: str, entrant: int, before: str | None, sitter: Sitter, now: datetime
) -> None:
    """Seats a player in the season's matches. A seat that somebody else was given stays his.

    `before`: the hash of the browser that played for the entrant until now.
    """
    browser = hash_of(sitter.secrets[0])
    for match_id, seat in _open_seats(connection, season_id, entrant):
        row = connection.execute(select(seat_rows).where(of_seat(seat_rows, match_id, seat))).one()
        plays = set(connection.scalars(select(devices.c.secret_hash).where(of_seat(devices, match_id, seat))))
        if row.by == EMPTY and row.seen is None:
            change(connection, match_id, seat, now, {"by": "human", "claimed": now, "seen": now})
        elif row.by == EMPTY or browser in plays or before not in plays:
            continue
        add_device(connection, match_id, seat, now, sitter)


def unseat(
    connection: Connection,
    season_id: str,
    entrant: int,
    before: str | None,
    after: Entrant,
    now: datetime,
    had_left: bool = False,
    by_mail: Callable[[str, int], bool] = lambda match_id, seat: False,
) -> None:
    """Takes the seats of the season's open matches from the player of an `entrant` whose place somebody else has taken.

    A new person sits down with the new link, a coach plays at once. Seats that somebody else was given stay as they
    are.

    `before`: the hash of the earlier player's browser (None: nobody had signed up). `after`: who plays now.
    `had_left`: whether the earlier player had left before, so that a coach may have his seats. `by_mail`: whether the
    earlier player has a seat of a match by email alone.
    """
    for match_id, seat in _open_seats(connection, season_id, entrant):
        row = connection.execute(select(seat_rows).where(of_seat(seat_rows, match_id, seat))).one()
        plays = set(connection.scalars(select(devices.c.secret_hash).where(of_seat(devices, match_id, seat))))
        is_coachs = had_left and row.by not in (HUMAN, EMPTY)
        if before in plays or is_coachs or by_mail(match_id, seat) or (row.by == EMPTY and row.seen is None):
            hand_over(connection, match_id, seat, after.name, after.by, now)


def hand_over(connection: Connection, match_id: str, seat: int, name: str, by: str, now: datetime) -> None:
    """Takes a seat from whoever plays it. It waits for a person called `name`, or a coach plays it (`by`)."""
    values: dict[str, Any] = {"name": name, **clear(connection, match_id, seat, now)}
    if by == HUMAN:
        values |= {"by": EMPTY, "claimed": None, "seen": None, "token_hash": hash_of(new_token())}
    else:
        values |= {"by": by, "claimed": now, "token_hash": None}
    change(connection, match_id, seat, now, values)


def _open_seats(connection: Connection, season_id: str, entrant: int) -> list[tuple[str, int]]:
    """The seats of an `entrant` in the season's matches that are not over: match and seat."""
    linked = select(season_matches.c.match, season_matches.c.sides).where(
        season_matches.c.season == season_id,
        season_matches.c.match.in_(select(matches.c.id).where(matches.c.status != OVER)),
    )
    found = []
    for match_id, sides in connection.execute(linked.order_by(season_matches.c.match)).all():
        entrants = [int(each) for each in sides.split(",")]
        if entrant in entrants:
            found.append((match_id, entrants.index(entrant)))
    return found


def seat_players(
    connection: Connection,
    match_id: str,
    season_id: str,
    sides: Sequence[int],
    names: Sequence[str],
    now: datetime,
    keys: Keys,
    gone: Sequence[int] = (),
) -> set[int]:
    """Seats those who have signed up in a match that is being created, in the same transaction.

    Whoever gets emails about an earlier match of the season gets them about this one, too, so an email tells of it.

    `sides` are the entrants by seat, `names` what their seats are called. `keys` read addresses. `gone`: entrants who
    have left the season. Returns the seats of those who have signed up.
    """
    taken = set[int]()
    browsers = {
        row.entrant: row.browser_hash
        for row in connection.execute(select(season_seats).where(season_seats.c.season == season_id))
    }
    for seat, (entrant, name) in enumerate(zip(sides, names, strict=True)):
        values: dict[str, Any] = {"name": name}
        if browsers.get(entrant) and entrant not in gone:
            values |= {"by": "human", "claimed": now, "seen": now}
            row = {"match": match_id, "seat": seat, "n": 1, "called": say("from the season"), "added": now}
            connection.execute(insert(devices).values(**row, secret_hash=browsers[entrant]))
            _carry_mailbox(connection, season_id, entrant, browsers[entrant], match_id, seat, now)
            taken.add(seat)
        elif entrant not in gone and (address := mail_player(connection, keys, season_id, entrant)):
            box = _latest_box(connection, keys, season_id, entrant, address)
            if box is not None:
                values |= {"by": "human", "claimed": now, "seen": now}
                _copy_mailbox(connection, box, match_id, seat, now)
                taken.add(seat)
        connection.execute(update(seat_rows).where(of_seat(seat_rows, match_id, seat)).values(values))
    free = select(seat_rows.c.seat).where(seat_rows.c.match == match_id, seat_rows.c.by == EMPTY)
    status = OPEN if connection.scalar(free) is not None else RUNNING
    connection.execute(update(matches).where(matches.c.id == match_id).values(status=status))
    return taken


def _carry_mailbox(
    connection: Connection, season_id: str, entrant: int, browser: str, match_id: str, seat: int, now: datetime
) -> None:
    """Takes the confirmed address of a player over from the latest match of the season, if the same browser plays."""
    for other, before in _earlier_seats(connection, season_id, entrant):
        plays = select(devices.c.n).where(of_seat(devices, other, before), devices.c.secret_hash == browser)
        if connection.scalar(plays) is None:
            continue
        box = connection.execute(
            select(mailboxes).where(
                of_seat(mailboxes, other, before), mailboxes.c.code_hash.is_(None), mailboxes.c.paused.is_(None)
            )
        ).first()
        if box is not None:
            _copy_mailbox(connection, box, match_id, seat, now)
        return


def _earlier_seats(connection: Connection, season_id: str, entrant: int) -> list[tuple[str, int]]:
    """The matches of an `entrant` in a season that were opened, the latest first, each with his seat in it."""
    earlier = (
        select(season_matches.c.match, season_matches.c.sides)
        .join(matches, matches.c.id == season_matches.c.match)
        .where(season_matches.c.season == season_id)
        .order_by(matches.c.created.desc(), matches.c.id)
    )
    found = []
    for other, sides in connection.execute(earlier).all():
        entrants = [int(each) for each in sides.split(",")]
        if entrant in entrants:
            found.append((other, entrants.index(entrant)))
    return found


def _latest_box(connection: Connection, keys: Keys, season_id: str, entrant: int, address: str) -> Row[Any] | None:
    """The mailbox of an `entrant` in the latest match of a season, if it still has the `address` that plays for him."""
    latest = _earlier_seats(connection, season_id, entrant)[:1]
    return next((box_of(connection, keys, other, seat, address) for other, seat in latest), None)


def _copy_mailbox(connection: Connection, box: Row[Any], match_id: str, seat: int, now: datetime) -> None:
    row = {name: getattr(box, name) for name in ("address", "language", "digest", "zone")}
    connection.execute(insert(mailboxes).values(**row, match=match_id, seat=seat, asked=now))
