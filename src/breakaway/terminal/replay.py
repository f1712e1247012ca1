"""`breakaway replay`: shows a record turn by turn. Until the match is over, shows only what is public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.game import Game
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.games.manifest import find
from breakaway.players.coaches import label
from breakaway.records.entries import (
    AnchorEntry,
    EditionEntry,
    EndEntry,
    MatchEntry,
    ResignationEntry,
    RulingEntry,
    UndoEntry,
)
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from breakaway.records.public_records import follower, verify
from breakaway.records.record_file import Record
from breakaway.records.replay import Moment
from breakaway.terminal.clubhouse import record_of
from breakaway.terminal.desk import Lookup, ended, resignation, upper_first
from breakaway.terminal.desks import find_desk
from breakaway.terminal.screen import Left, Screen


class Public(Observation[Any, Any]):
    """The observation of a finished match, in which nothing is secret anymore."""

    def __init__(
        self, game: Game[Any, Any], state: Any, config: Any, seat: int, names: Any = None, gone: Sequence[int] = ()
    ) -> None:
        super().__init__(game, state, config, seat, names, gone)
        self.view = copy(state)

    def told(self, events: Any) -> list[Event]:
        """All events."""
        return list(events)


def replay(file: str, step: bool, screen: Screen | None = None) -> None:
    """Replays a record on the screen, and waits after each turn if `step` is set.

    Raises BadRecord at the first wrong entry, after replaying all entries before it.
    """
    record = record_of(file)
    game = find(record.header["game"])
    fault = verify(game, record)
    try:
        Replay(game, record, screen or Screen()).tell(step)
    except Left:
        return
    if fault:
        raise fault


def _seated(game: Game[Any, Any], seat: dict[str, Any]) -> str:
    """A seat's name and player: `Red (Random)`. The record of a postal race does not say who plays a team."""
    name = str(seat.get("name", ""))
    return f"{name} ({label(game, str(seat['by']))})" if seat.get("by") else name


class Replay:
    """The replay of one record on one screen."""

    def __init__(self, game: Game[Any, Any], record: Record, screen: Screen) -> None:
        self.game, self.record, self.screen = game, record, screen
        self.desk = find_desk(game)
        self.follower = follower(game, record)
        self.config = self.follower.config
        self.names = self.desk.checked_names(record.header["names"], self.config)
        self.log: list[list[Event]] = []  # the events of each turn
        self.over = record.is_ended

    def observation(self, state: Any) -> Observation[Any, Any]:
        """What everybody may see of a position."""
        kind = Public if self.over else Observation
        return kind(self.game, state, self.config, SPECTATOR, self.names, self.follower.fold.gone)

    def tell(self, step: bool) -> None:
        """Replays the record entry by entry, and waits after each turn if `step` is set."""
        for moment in self.follower.play():
            entry = moment.entry
            if isinstance(entry, AnchorEntry):
                continue
            if isinstance(entry, MatchEntry):
                self._begin(moment)
            elif isinstance(entry, UndoEntry):
                self.log.pop()
                self.screen.head("The last turn is taken back")
            elif isinstance(entry, EditionEntry):
                self.screen.head(f"The match goes on under edition {entry.edition}")
            elif isinstance(entry, ResignationEntry):
                self._resign(moment.state)
            elif isinstance(entry, EndEntry):
                self._end(moment.state)
            else:
                self.log.append(moment.events)
                self._turn(moment, step)
            if step and not isinstance(entry, (MatchEntry, EndEntry)):
                self._pause()
        if not self.over:
            self.screen.say("\nThe match is still in progress.")

    def _begin(self, moment: Moment[Any]) -> None:
        seats = self.record.header["seats"]
        self.screen.head(f"{self.game.title}, edition {self.record.header['edition']}")
        if moment.state is not None:
            self.screen.show(self.desk.welcome(self.observation(moment.state), self.record.header["options"]))
        self.screen.say(", ".join(_seated(self.game, seat) for seat in seats))

    def _pause(self) -> None:
        self.screen.ask("Enter: continue; Ctrl-C: stop ")

    def _turn(self, moment: Moment[Any], step: bool) -> None:
        if moment.state is None:
            self.screen.head(f"Entry {moment.number}")
            self.screen.say(
                "Played under an edition of the rules that this program does not have. The hashes are right."
            )
            return
        title = "A ruling by the referee"
        if not isinstance(moment.entry, RulingEntry):
            title = upper_first(self.desk.where(self.observation(moment.before)))
        self.screen.head(title)
        observation = self.observation(moment.state)
        look = self._look(observation)
        for headline, events in self.desk.pieces(look, moment.events) if step else [("", moment.events)]:
            if headline:
                self._pause()
                self.screen.head(headline)
            self.screen.show(self.desk.full(observation, events))
        self.screen.say()
        self.screen.show(self.desk.field(observation, self.screen.color, self.screen.width))
        self.screen.say()
        self.screen.show(self.desk.standings(observation))

    def _resign(self, state: Any) -> None:
        if state is not None and not self.observation(state).standing.is_over:
            self.screen.head("A resignation")
            self.screen.say(resignation(self.observation(state)))

    def _end(self, last: Any) -> None:
        self.screen.head(self.desk.manner.end)
        if last is not None:
            self.screen.show(ended(self.desk, self._look(self.observation(last))))

    def _look(self, observation: Observation[Any, Any]) -> Lookup:
        log = list(enumerate(self.log, 1))
        return Lookup(observation, log, "", self.screen.color, self.screen.width, self._played)

    def _played(self) -> Sequence[Any]:
        return played_in(Match.load(self.game, self.record, None))
