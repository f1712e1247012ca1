"""Two coaches who share a seat: the second place at it, who of the two decides, and what they do together.

They see the same. A record knows them by an option (`players/staff.py`), and no rule does. The seat's own place is the
first coach's; the second has a link of its own. Until the second one sits down, and where both sit at one screen,
whoever plays the seat decides everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, update
from sqlalchemy.sql.dml import Insert

from breakaway.club.schema import devices, of_seat, second_places
from breakaway.club.seats import FIRST, SECOND, NoSuchSeat, hash_of, new_token
from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.rules import SPECTATOR
from breakaway.players.staff import staff_of
from breakaway.records.match import Match

BOTH = frozenset((FIRST, SECOND))


@dataclass(frozen=True)
class Pair:
    """The two coaches of a seat: their `names`, the first one's first.

    `came`: when the second one sat down; None if both sit at one screen, or the second has not come yet. `by_link`:
    whether the second place has a link. `decides`: whose decision the open one is (0 or 1). `resigns`: who of them
    wants to resign, after `resigns_at` turns and rulings. Show this only to the seat itself.
    """

    names: tuple[str, str]
    came: datetime | None
    by_link: bool
    decides: int
    resigns: int | None = None
    resigns_at: int | None = None

    def may_decide(self, places: Iterable[int]) -> bool:
        """Whether somebody with these `places` at the seat may make its open decision."""
        return self.came is None or self.decides in places

    def wants_to_resign(self, turn: int) -> int | None:
        """Who of the two wants to resign after so many turns and rulings. What was wanted earlier has lapsed."""
        return self.resigns if self.came is not None and self.resigns_at == turn else None


def pair_in(row: Row[Any]) -> Pair:
    """The pair in a row of `match_views.ROWS` that has one."""
    names = (row.first_name, row.second_name)
    return Pair(names, row.second_came, row.second_link is not None, row.decides, row.resigns, row.resigns_at)


def both(names: Iterable[str]) -> str:
    """What a seat of two coaches is called, in every language."""
    return " & ".join(names)


def coaches_at(game: Game[Any, Any], options: Mapping[str, Any], people: Iterable[int]) -> dict[int, tuple[str, str]]:
    """The names of the two coaches of each seat that has two, from the `options` of a record. `people`: the seats that
    people play.
    """
    staff = staff_of(game)
    found = {seat: staff.coaches(options, seat) for seat in people} if staff else {}
    return {seat: (names[0], names[1]) for seat, names in found.items() if len(names) == 2}


def rows_for_pairs(
    match_id: str, pairs: Mapping[int, tuple[str, str]], linked: Iterable[int]
) -> tuple[list[Insert], dict[int, str]]:
    """The rows for the second places of a new match, and their links. `linked`: the seats whose players come by link;
    at the others, both coaches sit at one screen.
    """
    tokens = {seat: new_token() for seat in pairs if seat in set(linked)}
    rows = []
    for seat, (first, second) in pairs.items():
        row = {"match": match_id, "seat": seat, "first_name": first, "second_name": second}
        rows.append(insert(second_places).values(**row, token_hash=hash_of(tokens[seat]) if seat in tokens else None))
    return rows, tokens


def whose(match: Match[Any, Any], seat: int) -> int:
    """Which of a seat's two coaches makes the open decision, 0 or 1."""
    staff = staff_of(match.game)
    options = match.record.header["options"]
    return staff.decides(options, match.observation(SPECTATOR), match.log, seat) if staff else FIRST


def because(match: Match[Any, Any], seat: int) -> str:
    """Who of a seat's two coaches decides now, and why, in a sentence."""
    staff = staff_of(match.game)
    options = match.record.header["options"]
    return staff.because(options, match.observation(SPECTATOR), match.log, seat) if staff else ""


def duty(game: Game[Any, Any], options: Mapping[str, Any], seat: int, coach: int) -> str:
    """What one of a seat's two coaches (0 or 1) decides, in a sentence. Empty if the seat has one player.

    `options`: those of the match's record.
    """
    staff = staff_of(game)
    return staff.duty(options, seat, coach) if staff else ""


def note_deciders(
    connection: Connection, match_id: str, match: Match[Any, Any], known: Mapping[int, Pair] | None
) -> None:
    """Notes whose decision the open one is at each seat of two coaches, in the transaction that changes the `match`.

    `known`: what the database says so far; None for a new match.
    """
    header = match.record.header
    seats = coaches_at(match.game, header["options"], range(len(header["seats"]))) if known is None else known
    for seat in seats:
        decides = whose(match, seat)
        if known is None or known[seat].decides != decides:
            ours = of_seat(second_places, match_id, seat)
            connection.execute(update(second_places).where(ours).values(decides=decides))


def free(connection: Connection, match_id: str, seat: int) -> str:
    """Frees the second place of a seat, in the transaction of the `connection`. Returns its new link.

    Until somebody opens it, the first coach decides everything. Raises NoSuchSeat if no second place of the seat has a
    link.
    """
    token = new_token()
    void = dict.fromkeys(("claimed", "phrase_hash", "code_hash", "resigns", "resigns_at"))
    row = update(second_places).where(of_seat(second_places, match_id, seat), second_places.c.token_hash.is_not(None))
    if connection.execute(row.values({**void, "token_hash": hash_of(token)})).rowcount != 1:
        raise NoSuchSeat(_("Nobody shares this seat by a link."))
    connection.execute(delete(devices).where(of_seat(devices, match_id, seat), devices.c.coach == SECOND))
    return token
