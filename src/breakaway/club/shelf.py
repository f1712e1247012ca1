"""Creates matches, either new or from records, and hands out their records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from secrets import choice
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.sql.dml import Insert

from breakaway.club.database import NoSuchMatch
from breakaway.club.lobby import LONGEST_TITLE, Lobby
from breakaway.club.seats import rows_for, tidy
from breakaway.club.store import Kept, Within, lines_of, written
from breakaway.club.tables import BY_LINK, EMPTY, OPEN, PUBLIC, RUNNING, entries, matches
from breakaway.club.terms import NONE, Terms, agreed
from breakaway.club.terms import rows_for as rows_for_terms
from breakaway.core.game import Game
from breakaway.core.language import Trouble, _, say
from breakaway.core.observation import NotNow
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, SCRIPTED, SHEET
from breakaway.records.entries import BadRecord, Line
from breakaway.records.match import Match, Secrets, Start
from breakaway.records.record_file import LARGEST, parse
from breakaway.records.replay import verify
from breakaway.records.verify import checked, sign

LONGEST_PLAYER = 40  # characters
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two look alike


@dataclass(frozen=True)
class Created:
    """A new match and its invitations, by seat. The club keeps only a hash of each invitation, so save the invitations
    now.
    """

    id: str
    tokens: dict[int, str]


class Shelf(Lobby):
    """A lobby that also creates matches and hands out their records."""

    def create(
        self,
        game: str,
        start: Start,
        title: str = "",
        here: Iterable[int] = (),
        visibility: str = BY_LINK,
        terms: Terms = NONE,
        host: int = 0,
        within: Within | None = None,
    ) -> Created:
        """Creates a match. Players of seats not in `here` come by invitation. `host`: the seat of the player who opens
        the match. `within` runs in the same transaction: if it raises an error, no match is created.

        Raises NoSuchGame, NoSuchCoach or Trouble.
        """
        rules = find(game)
        terms = agreed(rules, start, terms)
        match_id, given = new_id(), _given(start.seats)
        before, tokens = self._rows(match_id, rules, start.options, given, here, title, visibility, host=host)
        before += rows_for_terms(match_id, terms)
        store = Kept(self.database, match_id, before, within)
        _check_players(rules, given)
        with store.together():
            store.match = Match.new(rules, start, store)
        return Created(match_id, tokens)

    def _rows(
        self,
        match_id: str,
        game: Game[Any, Any],
        options: dict[str, Any],
        given: Sequence[tuple[str, str]],
        here: Iterable[int],
        title: str,
        visibility: str,
        signature: str | None = None,
        host: int = 0,
    ) -> tuple[list[Insert], dict[int, str]]:
        now = self.database.now()
        rows, tokens = rows_for(match_id, given, here, now)
        plain = {name: value for name, value in options.items() if isinstance(value, (str, int, float))}
        row = {
            "id": match_id,
            "game": game.name,
            "title": tidy(title, LONGEST_TITLE) or game.title,
            "options": json.dumps(plain),
            "status": OPEN if tokens else RUNNING,
            "visibility": PUBLIC if visibility == PUBLIC else BY_LINK,
            "turn": 0,
            "waiting": "",
            "version": 0,
            "signature": signature,
            "created": now,
            "updated": now,
            "began": now,
            "host": host,
        }
        return [insert(matches).values(row), *rows], tokens

    def download(self, match_id: str, running: bool = False) -> str:
        """The record's exact lines, as in a record file. Raises NoSuchMatch, or NotNow while the match runs.

        A record shows the players' hands. So only the owner of the database may download the record of a match that is
        still `running`.
        """
        with self.database.reading() as connection:
            rows = lines_of(connection, match_id)
        if not rows:
            raise NoSuchMatch(say("there is no match called {name}", name=repr(match_id)))
        if not running and json.loads(rows[-1])["kind"] != "end":
            raise NotNow(_("you can see the record only when the match is over"))
        return "".join(f"{row}\n" for row in rows)

    def publish(self, match_id: str, server: str) -> str:
        """The record of a match that is over, signed by this `server` if it was played here.

        An uploaded record keeps the signature that it came with, if any. Raises the same errors as `download`.
        """
        text = self.download(match_id)
        with self.database.reading() as connection:
            came = connection.scalar(select(matches.c.signature).where(matches.c.id == match_id))
        if came is None:
            players = [{"name": seat.name, "by": seat.by} for seat in self.seats(match_id)]
            came = written(sign(parse(text).lines, self.database.keys.signing, server, players))
        return text + (f"{came}\n" if came else "")

    def check(self, match_id: str, running: bool = True, server: str = "") -> list[str]:
        """Checks a record. Returns sentences that say what was checked. Raises BadRecord for the first wrong entry.

        If the address of this `server` is given, checks the record as the server publishes it. Raises NotNow for a
        match in progress if `server` is given or `running` is False.
        """
        record = parse(self.publish(match_id, server) if server else self.download(match_id, running))
        fault = verify(find(record.header["game"]), record)
        if fault:
            raise fault
        return checked(record)

    def upload(
        self, text: str, secrets: Line | None = None, title: str = "", here: Iterable[int] | None = None
    ) -> Created:
        """Makes a match from a record. A match in progress also needs its `secrets` (from NAME.sealed).

        Players of the seats in `here` play at this machine, all others by link (None: everyone plays at this machine).
        Raises BadRecord, NoSuchGame or Trouble.
        """
        if len(text) > LARGEST:
            raise BadRecord(
                0, say("the file is larger than {most} MiB, so it is not a match record", most=LARGEST // 2**20)
            )
        record = parse(text)
        game = find(record.header["game"])
        fault = verify(game, record, strict=record.is_ended)
        if fault:
            raise fault
        ended = record.is_ended
        if not ended and secrets is None:
            raise Trouble(
                _("this match is still in progress: to go on with it, add its file of sealed orders (.sealed)")
            )
        came = written(record.signature) if record.signature else ""
        given = _given(record.header["seats"])
        local = range(len(given)) if here is None or ended else here
        if not ended:
            self._check_new(record.lines[0])
            _check_players(game, given)
        match_id = new_id()
        before, tokens = self._rows(match_id, game, record.header["options"], given, local, title, BY_LINK, came)
        store = Kept(self.database, match_id, before)
        with store.together():
            for line in record.lines:
                store.append(line)
            store.keep_secret(None if ended else secrets)
            store.match = Match.load(game, record, secrets, store)
        return Created(match_id, tokens)

    def take_in(self, match: Match[Any, Any], origin: str, by: Sequence[str]) -> Created:
        """Adds a match made from the record of another match (`origin`). All players play at this machine.

        `by` says who plays each seat.
        """
        header = match.record.header
        given = [(name, player) for (name, _by), player in zip(_given(header["seats"]), by, strict=True)]
        _check_players(match.game, given)
        match_id, title = new_id(), say("{title}: what if?", title=self.listed(origin).title)
        before, tokens = self._rows(match_id, match.game, header["options"], given, range(len(by)), title, BY_LINK, "")
        store = Kept(self.database, match_id, before)
        with store.together():
            for line in match.record.lines:
                store.append(line)
            store.keep_secret(Secrets(len(match.record.lines), match.secret, {}, {}).entry())
            store.match = match
        return Created(match_id, tokens)

    def _check_new(self, header: Line) -> None:
        """Raises Trouble if the club already has the match with this header, because a match must not run twice."""
        with self.database.reading() as connection:
            same = (entries.c.n == 1) & (entries.c.line == written(header))
            found = connection.scalar(select(entries.c.match).where(same))
        if found is not None:
            raise Trouble(say("this server already has this match, as {id}", id=found))


def new_id() -> str:
    """A random match id of about 40 bits that people can type."""
    return "".join(choice(LETTERS) for _ in range(8))


def _given(listed: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """The name and player of each seat in a record. Records from the referee's desk say `player` instead of `by`."""
    return [(str(seat.get("name", "")), _player(seat)) for seat in listed]


def _player(seat: dict[str, Any]) -> str:
    return str(seat.get("by") or seat.get("player") or HUMAN)[:LONGEST_PLAYER]  # own bots can have any name


def _check_players(game: Game[Any, Any], given: Sequence[tuple[str, str]]) -> None:
    for _name, by in given:
        if by not in (HUMAN, SHEET, SCRIPTED, EMPTY):
            coaches.check(game, by)
