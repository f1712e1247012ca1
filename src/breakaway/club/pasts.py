"""Earlier positions of a match, turn by turn, and new matches: a rematch, or one that goes on from such a position."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Any

from breakaway import coaches
from breakaway.club.club import Club, store_of
from breakaway.club.delayed import TooEarly, turns_behind
from breakaway.club.found import Found
from breakaway.club.shelf import Created
from breakaway.club.terms import Terms
from breakaway.club.views import Listed
from breakaway.coaches.table import HUMAN, SHEET, Table
from breakaway.core.counted import played_in
from breakaway.core.entries import EndEntry, ResignationEntry, TurnEntry
from breakaway.core.events import SPECTATOR, Event
from breakaway.core.fold import entries_of
from breakaway.core.game import Game
from breakaway.core.language import _
from breakaway.core.match import Match, NotNow, Start
from breakaway.core.observation import Observation
from breakaway.core.record import Record, parse
from breakaway.core.replay import load_config
from breakaway.core.state import copy
from breakaway.core.taken_back import harms_nobody
from breakaway.core.trouble import Trouble
from breakaway.display.page import find_page
from breakaway.games.registry import find


class OpenObservation(Observation[Any, Any]):
    """A match that is over, with all hands open. Nobody can choose anything in it."""

    def __init__(self, game: Game[Any, Any], state: Any, config: Any, names: dict[str, Any]) -> None:
        super().__init__(game, state, config, SPECTATOR, names)
        self.view = copy(state)

    def told(self, events: Iterable[Event]) -> list[Event]:
        """All events."""
        return list(events)

    def is_asked(self) -> bool:
        """Always False: this position is in the past."""
        return False


@dataclass(frozen=True)
class Past:
    """A match after `turn` turns, with the `log` of events up to there. Turns `first` to `last` can be shown."""

    observation: Observation[Any, Any]
    log: list[tuple[int, list[Event]]]
    turn: int
    first: int
    last: int
    is_open: bool
    listed: Listed
    plays: list[Any]  # the rows of statistics up to this turn, if the game's page reads them


def past(club: Club, match_id: str, turn: int, is_late: Callable[[Found], bool] = lambda _found: False) -> Past:
    """A match as everybody may see it after `turn` turns. All hands are open once the match is over.

    If there is no such turn, gives the nearest one. `is_late` says whether the viewer sees the match with its delay:
    then the last turns of a running match are hidden. Raises NoSuchMatch, BadRecord, and TooEarly if no turn is left
    to show.
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
        observation: Observation[Any, Any]
        if match.is_over():
            observation = OpenObservation(match.game, state, match.config, match.names)
        else:
            observation = Observation(match.game, state, match.config, SPECTATOR, match.names)
        log = [(number, observation.told(events)) for number, events in match.log[:at]]
        plays = played_in(match, at) if find_page(match.game).reads_plays else []
        return Past(observation, log, at, first, last, match.is_over(), found.listed, plays)

    return club.do(match_id, look)


def take_back(table: Table, seat: int) -> None:
    """Undoes the last turn if nothing was drawn and nobody else has chosen. Otherwise raises NotNow."""
    if not harms_nobody(table.match, seat):
        raise NotNow(_("you cannot take this back: others have chosen since, or something was revealed or drawn"))
    table.match.undo()


def rematch(club: Club, match_id: str, here: Iterable[int] = (), host: int = 0) -> Created:
    """A rematch: the same match with a new secret and the current players. Seats in `here` are played at this machine.

    `host` is the seat that asks for it.

    Raises NoSuchMatch. Raises NotNow for a lesson, which the learner starts again from the front page instead.
    """
    header = json.loads(club.download(match_id, running=True).partition("\n")[0])
    game, listed = find(header["game"]), club.listed(match_id)
    if listed.is_scripted:
        raise NotNow(_("start the lesson again from the front page"))
    seats = [
        {"name": str(given.get("name", "")), "by": HUMAN if seat.is_for_people else seat.by}
        for given, seat in zip(header["seats"], listed.seats, strict=True)
    ]
    start = Start(
        config=load_config(game, header["book"]),
        options=header["options"],
        names=header["names"],
        seats=seats,
        chance=header["chance"],
        secret=token_bytes(32),
    )
    people = sum(seat.is_for_people for seat in listed.seats)
    terms = replace(listed.terms, due=None) if people > 1 else Terms(delay=listed.terms.delay)
    return club.create(header["game"], start, listed.title, here, terms=terms, host=host)


def branch(club: Club, match_id: str, turn: int, seat: int, against: str) -> Created:
    """Starts a what-if match from the position after `turn` turns of a finished match. You play `seat`.

    The coach `against` plays the other seats, except those with solo sheets.

    The new record holds the whole old match and then takes turns back, so that anybody can check it. Chance goes on
    from that position. Raises NotNow while the old match runs, NoSuchCoach, and Trouble if play cannot go on from
    there.
    """
    record = parse(club.download(match_id))
    entries = list(entries_of(record))
    secret = entries[-1].secret if isinstance(entries[-1], EndEntry) else None
    game = find(record.header["game"])
    coaches.find(game, against)
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
        raise Trouble("this seat had already resigned; choose an earlier turn or another seat")
    by = [str(each.get("by") or each.get("player") or HUMAN) for each in record.header["seats"]]
    if not 0 <= seat < len(by) or by[seat] == SHEET:
        raise Trouble(_("a person cannot play this seat; choose another seat"))
    return club.take_in(
        match, match_id, [HUMAN if i == seat else each if each == SHEET else against for i, each in enumerate(by)]
    )
