"""Earlier positions of a match, turn by turn, and two kinds of new matches: rematches, and matches that continue from
an earlier position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Any

from breakaway.club.club import Club, store_of
from breakaway.club.delayed import TooEarly, turns_behind
from breakaway.club.found import Found
from breakaway.club.shelf import Created
from breakaway.club.store import Within
from breakaway.club.terms import Terms
from breakaway.club.views import Listed
from breakaway.core.chance import Thrown
from breakaway.core.game import Game
from breakaway.core.language import Trouble, _
from breakaway.core.observation import NotNow, Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.display.endings import Mark, moments
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.seated_match import ADVICE, HUMAN, SHEET, Table, began_with
from breakaway.records.entries import EndEntry, ResignationEntry, TurnEntry
from breakaway.records.history import entries_of
from breakaway.records.match import Match, Start, harms_nobody
from breakaway.records.play_by_play import dated_in, played_in
from breakaway.records.record_file import Record, parse
from breakaway.records.replay import load_config


class OpenObservation(Observation[Any, Any]):
    """The observation of a match that is over: all hands are open, and nobody has anything to choose."""

    def __init__(
        self, game: Game[Any, Any], state: Any, config: Any, names: dict[str, Any], gone: Sequence[int] = ()
    ) -> None:
        super().__init__(game, state, config, SPECTATOR, names, gone)
        self.view = copy(state)

    def told(self, events: Iterable[Event]) -> list[Event]:
        """All events."""
        return list(events)

    def is_asked(self) -> bool:
        """Always False: this position is in the past."""
        return False


@dataclass(frozen=True)
class Past:
    """A match after `turn` turns, with the `log` of events up to that point. Turns `first` to `last` can be shown."""

    observation: Observation[Any, Any]
    log: list[tuple[int, list[Event]]]
    turn: int
    first: int
    last: int
    is_open: bool
    listed: Listed
    plays: list[Any]  # the rows of statistics up to this turn, if the game's page needs them
    thrown: dict[int, list[Thrown]]  # the Fate dice of the latest turns up to this one, if the game rolls them openly
    moments: list[Mark]  # the turns to mark, up to the last one that can be shown


def past(club: Club, match_id: str, turn: int, is_late: Callable[[Found], bool] = lambda _found: False) -> Past:
    """A match after `turn` turns, as everybody may see it.

    All hands are open once the match is over. If the match has no such turn, returns the nearest one. `is_late` says
    whether the viewer sees the match with its delay, which hides the last turns of a match in progress. Raises
    NoSuchMatch, BadRecord, or TooEarly if there is no turn to show.
    """

    def look(table: Table) -> Past:
        match, found = table.match, store_of(table).found
        behind = turns_behind(match, found.listed.terms.delay) if is_late(found) else 0
        now = len(match.log)
        first, last = now - len(match.history), now - behind
        if last < first:
            raise TooEarly(first - last)
        at = min(last, max(first, turn))
        state = match.state if at == now else match.history[at - first][0]
        gone = match.gone if at == now else ()  # resignations follow the last turn shown
        observation: Observation[Any, Any]
        if match.is_over():
            observation = OpenObservation(match.game, state, match.config, match.names, gone)
        else:
            observation = Observation(match.game, state, match.config, SPECTATOR, match.names, gone)
        told = [(number, observation.told(events)) for number, events in match.log[:last]]
        page = find_page(match.game)
        plays = played_in(match, at) if page.reads_plays else []
        dated = dated_in(match, last) if page.reads_plays else []
        marked = [each for each in moments(page, observation, told, dated) if each.turn >= first]
        return Past(
            observation, told[:at], at, first, last, match.is_over(), found.listed, plays, match.thrown(at), marked
        )

    return club.do(match_id, look)


def take_back(table: Table, seat: int) -> None:
    """Undoes the last turn if chance played no part in it and nobody else has chosen since. Otherwise raises NotNow."""
    if not harms_nobody(table.match, seat):
        raise NotNow(
            _("you cannot take this back: others have chosen since then, or something has been revealed or drawn")
        )
    table.match.undo()


def rematch(
    club: Club, match_id: str, here: Iterable[int] = (), host: int = 0, within: Within | None = None
) -> Created:
    """A rematch: the same match with a new secret and the current players. Seats in `here` are played at this machine.

    `host` is the seat that asks for the rematch. `within` runs in the transaction that creates the match
    (`Shelf.create`).

    Raises NoSuchMatch. Raises NotNow for a lesson, because a learner starts a lesson again from the front page.
    """
    header = json.loads(club.download(match_id, running=True).partition("\n")[0])
    game, listed = find(header["game"]), club.listed(match_id)
    if listed.is_scripted:
        raise NotNow(_("a lesson cannot have a rematch; start it again from the front page"))
    seats = [
        {"name": str(given.get("name", "")), "by": HUMAN if seat.is_for_people else seat.by}
        for given, seat in zip(header["seats"], listed.seats, strict=True)
    ]
    people = sum(seat.is_for_people for seat in listed.seats)
    is_agreed = people > 1 or began_with(header) < 2  # an agreement among several people does not bind a lone player
    options = {name: each for name, each in header["options"].items() if is_agreed or name != ADVICE}
    start = Start(
        config=load_config(game, header["book"]),
        options=options,
        names=header["names"],
        seats=seats,
        chance=header["chance"],
        secret=token_bytes(32),
    )
    terms = replace(listed.terms, due=None) if people > 1 else Terms(delay=listed.terms.delay)
    return club.create(header["game"], start, listed.title, here, listed.visibility, terms, host, within)


def branch(club: Club, match_id: str, turn: int, seat: int, against: str) -> Created:
    """Starts a what-if match from the position after `turn` turns of a finished match. The user plays `seat`.

    The coach `against` plays the other seats, except those with solo sheets.

    The new record contains the whole old match, then entries that undo turns until that position is reached. So
    anybody can check the record. The dice and cards that follow are new. Raises NoSuchCoach, NotNow while the old match
    runs, or Trouble if play cannot go on from that position.
    """
    record = parse(club.download(match_id))
    entries = list(entries_of(record))
    secret = entries[-1].secret if isinstance(entries[-1], EndEntry) else None
    game = find(record.header["game"])
    coaches.check(game, against)
    if record.header["chance"] != "sampled" or secret is None:
        raise Trouble(
            _("the players used their own dice and cards: you can watch this match again, but not play on from here")
        )
    last = max(n for n, entry in enumerate(entries) if isinstance(entry, (TurnEntry, ResignationEntry)))
    hidden = {"kind": "sealed", "lines": 0, "secret": secret, "orders": {}, "instructions": {}}
    match: Match[Any, Any] = Match.load(game, Record(record.lines[:last]), hidden)
    while len(match.log) > turn:
        try:
            match.undo()
        except NotNow:
            raise Trouble(
                _("play cannot go on from here: this position belongs to an older edition of the rules")
            ) from None
    match.sealed = {}
    if seat in match.gone:
        raise Trouble("this seat had already resigned before this turn; choose an earlier turn or another seat")
    by = [str(each.get("by") or each.get("player") or HUMAN) for each in record.header["seats"]]
    if not 0 <= seat < len(by) or by[seat] == SHEET:
        raise Trouble(_("a person cannot play this seat; choose another seat"))
    return club.take_in(
        match, match_id, [HUMAN if i == seat else each if each == SHEET else against for i, each in enumerate(by)]
    )
