"""Two records for a match whose history stays secret: a public record, and a complete one that is kept separately.

The complete record has the same form as any other record. The public record mirrors the complete one entry by entry,
but leaves out anchors and rulings. Rulings may be private. Instead of choices, outcomes and states, the public record
shows what a spectator sees: the changes to the view, the view's hash, and the public events. No byte of the public
record depends on hidden information. On its own, it therefore proves less than the complete record: see
`records.verify`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from breakaway.core.chance import commitment
from breakaway.core.game import Game, Order
from breakaway.core.language import _, marked, say
from breakaway.core.observation import Observation
from breakaway.core.rules import EVERYONE, SPECTATOR, Event
from breakaway.core.state import digest, digest_json, to_json
from breakaway.records import replay
from breakaway.records.entries import (
    AnchorEntry,
    BadRecord,
    EditionEntry,
    EndEntry,
    Entry,
    Line,
    MatchEntry,
    PublicTurnEntry,
    ResignationEntry,
    RulingEntry,
    TurnEntry,
    UndoEntry,
    read_entry,
)
from breakaway.records.history import Fold
from breakaway.records.record_file import Record, chained_onto, is_public
from breakaway.records.replay import Follower, Moment, Replayer

S = TypeVar("S")
B = TypeVar("B")


# --- writing


class Publisher:
    """Makes the public record of a match from its complete record, which may still grow."""

    def __init__(self, game: Game[Any, Any], whole: Record) -> None:
        self.game, self.whole = game, whole
        self.made: list[Line] = []
        self.fold = Fold()  # of the lines in `made`
        self._player = Replayer(game, whole)

    def lines(self, known: Sequence[Line] = ()) -> list[Line]:
        """All public lines so far.

        Lines from another edition cannot be computed again, so they are copied from `known`. Raises BadRecord if a line
        cannot follow the lines before it.
        """
        for moment in self._player.play():
            self._add(moment, known)
        return self.made

    def _add(self, moment: Moment[Any], known: Sequence[Line]) -> None:
        entry = moment.entry
        about = self._player.fold.taken_back[-1].entry if isinstance(entry, UndoEntry) else entry
        if isinstance(about, (AnchorEntry, RulingEntry)):
            return
        if moment.state is None:
            for line in known[len(self.made) : len(self.made) + 1]:
                self.fold.add(read_entry(len(self.made) + 1, line, public=True))
                self.made.append(line)
            return
        public = self._public(entry, moment)
        self.fold.add(public)
        self.made.append(chained_onto(self.made, public.line()))

    def _public(self, entry: Entry, moment: Moment[Any]) -> Entry:
        was = self.fold.plain
        now = to_json(Observation(self.game, moment.state, self._player.config, SPECTATOR).view)
        if isinstance(entry, TurnEntry):
            return PublicTurnEntry(
                n=len(self.fold.open) + 1,
                told=[[event.rule, *event.args] for event in moment.events if event.is_for(SPECTATOR)],
                changes={name: value for name, value in now.items() if value != was.get(name)},
                hash=digest_json(now),
            )
        if isinstance(entry, MatchEntry):
            return replace(entry, public=True, state=now, hash=digest_json(now))
        if isinstance(entry, EditionEntry):
            return replace(entry, state=now, hash=digest_json(now))
        if isinstance(entry, UndoEntry):
            return replace(entry, hash=digest_json(self.fold.before()))
        return replace(entry, hash=digest_json(now)) if isinstance(entry, ResignationEntry) else entry


# --- reading


def follower(game: Game[S, B], record: Record) -> Follower[S, B]:
    """A Follower for a public or complete record. For a public record, the states are a spectator's views."""
    return PublicFollower(game, record) if is_public(record) else Replayer(game, record)


def moments_of_any(game: Game[S, B], record: Record) -> Iterator[Moment[S]]:
    """The moments of a public or complete record, one for each line. Raises BadRecord."""
    return follower(game, record).play()


def verify(game: Game[S, B], record: Record, whole: Record | None = None) -> BadRecord | None:
    """The first fault in a public or complete record, or None if the record is valid.

    Checks a public record in full if its complete record (`whole`) is given.
    """
    if not is_public(record):
        return replay.verify(game, record)
    if whole is not None:
        found = replay.verify(game, whole)
        if found:
            return BadRecord(found.line, say("the referee's file: {fault}", fault=found.text))
        try:
            made = Publisher(game, whole).lines(record.lines)
        except BadRecord as error:
            return error
        differs = next((i for i, pair in enumerate(zip(made, record.lines, strict=False), 1) if pair[0] != pair[1]), 0)
        if differs or len(made) != len(record.lines):
            at = differs or min(len(made), len(record.lines)) + 1
            return BadRecord(at, _("this entry does not match the referee's file"))
        return None
    return replay.fault_of(record, PublicFollower, game)


class PublicFollower(Follower[S, B]):
    """Follows a public record, using the changes and hashes stored in it."""

    public = True
    wrong_hash = marked("the hash does not match the public part of the state")

    def __init__(self, game: Game[S, B], record: Record, strict: bool = False) -> None:
        super().__init__(game, record, strict)
        if game.keeps_secrets is None or not game.keeps_secrets(self.config):
            text = _("this match has no secrets that outlast it, so it has no public record; check the complete record")
            raise BadRecord(1, text)

    def _next(self, number: int, entry: Entry) -> tuple[dict[int, Order], list[Event]]:
        events = list[Event]()
        try:
            self.state = self._view(number)
            if isinstance(entry, EndEntry) and self.state is not None:
                self._check_end(number, entry, self.state)
            if isinstance(entry, PublicTurnEntry):
                events = [self._event(rule, args) for rule, *args in entry.told]
        except BadRecord:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadRecord(number, say("this is not an entry from a public record: {error}", error=error)) from None
        return {}, events

    def _view(self, number: int) -> S | None:
        """The view after this line, or None if the line belongs to another edition.

        Raises BadRecord if the line shows something that a spectator cannot see, or if the rules lead to a different
        first view.
        """
        state = self._known(number)
        if state is None:
            return None
        if digest(Observation(self.game, state, self.config, SPECTATOR).view) != digest(state):
            raise BadRecord(number, _("this entry shows something that spectators must not see"))
        start = (
            Observation(self.game, self.game.start(self.config), self.config, SPECTATOR).view if number == 1 else state
        )
        if digest(start) != digest(state):
            raise BadRecord(1, _("the first position does not follow from the rules"))
        return state

    def _event(self, rule: str, args: list[int]) -> Event:
        event = Event(rule, EVERYONE, tuple(args))
        if rule not in self.game.rules.entries:
            raise TypeError(f"{rule!r}")
        self.game.words.event(event, self.header.names, self.config)  # raises if the event has no sentence
        return event

    def _check_end(self, number: int, end: EndEntry, state: S) -> None:
        self._check_result(number, end, state)
        if end.secret is not None and commitment(bytes.fromhex(end.secret)) != self.header.commitment:
            raise BadRecord(number, _("this secret does not match the hash from before the match"))
