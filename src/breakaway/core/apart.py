"""Records of matches in which the past is not for everybody: the public one, and beside it the whole one.

The whole record is like any other. The public one follows it entry by entry with what a spectator sees: his view, its
changes and hash, and what everybody is told, in place of choices, outcomes and states. Rulings are left out, for they
may be private. No byte of it depends on what is hidden, so what it proves by itself is less: see `checked.checked`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from breakaway.core import replay
from breakaway.core.events import EVERYONE, SPECTATOR, Event
from breakaway.core.fair import commitment
from breakaway.core.game import Game
from breakaway.core.language import _, say
from breakaway.core.record import BadRecord, Line, Record, first_broken_seal, sealed_onto
from breakaway.core.replay import Moment, Player, is_public, load_book
from breakaway.core.resigned import final
from breakaway.core.state import changes, digest, digest_json, from_json, to_json
from breakaway.core.window import Window

S = TypeVar("S")
B = TypeVar("B")


# --- writing


class Publisher:
    """Makes the public record of a whole one, which may grow."""

    def __init__(self, game: Game[Any, Any], whole: Record) -> None:
        self.game, self.whole = game, whole
        self.made: list[Line] = []
        self._player = Player(game, whole)
        self._taken = 0
        self._kinds: list[str] = []  # of turns and rulings that stand
        self._views: list[Any] = []  # before each of the turns
        self._view: Any = None

    def lines(self, known: Sequence[Line] = ()) -> list[Line]:
        """All public lines by now. What another edition has written is taken from the lines that are `known`."""
        while self._taken < len(self.whole.lines):
            self._taken += 1
            self._add(self._player.take(self._taken), known)
        return self.made

    def _add(self, moment: Moment[Any], known: Sequence[Line]) -> None:
        kind = moment.line["kind"]
        taken = self._kinds.pop() if kind == "undo" else ""
        if kind in ("turn", "decree"):
            self._kinds.append(kind)
        if "decree" in (kind, taken):
            return
        if moment.state is None:
            self.made += known[len(self.made) : len(self.made) + 1]
            return
        now = Window(self.game, moment.state, self._player.book, SPECTATOR).view
        if kind == "turn":
            self._views.append(self._view)
        elif kind == "undo":
            now = self._views.pop()
        elif kind == "edition":
            self._kinds, self._views = [], []
        told = [event for event in moment.events if event.is_for(SPECTATOR)]
        line = _public(moment.line, told, len(self._views), self._view, now)
        self._view = now
        self.made.append(sealed_onto(self.made, line))


def _public(line: Line, told: Sequence[Event], turns: int, was: Any, now: Any) -> Line:
    """One entry, without its seal."""
    kind = line["kind"]
    if kind == "turn":
        said = [[event.rule, *event.args] for event in told]
        return {"kind": kind, "n": turns, "told": said, "changes": changes(was, now), "hash": digest(now)}
    kept = {name: value for name, value in line.items() if name != "seal"}
    if kind == "match":
        return {**kept, "public": True, "state": to_json(now), "hash": digest(now)}
    if kind == "edition":
        return {**kept, "state": to_json(now), "hash": digest(now)}
    return kept if kind == "end" else {**kept, "hash": digest(now)}


# --- reading


def moments(game: Game[S, B], record: Record) -> Iterator[Moment[S]]:
    """A record of either kind line by line; of a public one the states are a spectator's views. Raises BadRecord."""
    return _Follower(game, record).follow() if is_public(record) else replay.moments(game, record)


def verify(game: Game[S, B], record: Record, whole: Record | None = None) -> BadRecord | None:
    """The first entry of a record of either kind that does not hold; with the whole one, all is checked."""
    if not is_public(record):
        return replay.verify(game, record)
    if whole is not None:
        found = replay.verify(game, whole)
        if found:
            return BadRecord(found.line, say("the referee's file: {fault}", fault=found.text))
        made = Publisher(game, whole).lines(record.lines)
        differs = next((i for i, pair in enumerate(zip(made, record.lines, strict=False), 1) if pair[0] != pair[1]), 0)
        if differs or len(made) != len(record.lines):
            at = differs or min(len(made), len(record.lines)) + 1
            return BadRecord(at, _("this entry is not the one that the referee's file gives"))
        return None
    altered = first_broken_seal(record)
    try:
        for _moment in moments(game, record):
            pass
    except BadRecord as error:
        return error if not altered or error.line <= altered else _altered(altered)
    if altered:
        return _altered(altered)
    return BadRecord(len(record.lines) + 1, _("the last line is incomplete")) if record.torn else None


def _altered(line: int) -> BadRecord:
    return BadRecord(line, _("this entry was altered: its seal does not hold"))


class _Follower:
    """Follows a public record by its own changes and hashes."""

    def __init__(self, game: Game[Any, Any], record: Record) -> None:
        self.game, self.record = game, record
        if digest_json(record.header["book"]) != record.header["book_hash"]:
            raise BadRecord(1, _("the book is not the one whose hash stands beside it"))
        self.book = load_book(game, record.header["book"])
        self.edition = record.header["edition"]
        self.before: list[dict[str, Any]] = []

    def follow(self) -> Iterator[Moment[Any]]:
        plain: dict[str, Any] = {}
        for number, line in enumerate(self.record.lines, 1):
            if number > 1 and self.record.lines[number - 2]["kind"] == "end" and line["kind"] != "undo":
                raise BadRecord(number, _("nothing but an undo can follow the end"))
            try:
                plain = self._next(number, line, plain)
                if line["kind"] != "end" and line.get("hash") != digest_json(plain):
                    raise BadRecord(number, _("the hash is not that of what was to be seen"))
                state = self._state(number, plain)
                if line["kind"] == "end" and state is not None:
                    self._check_end(number, line, state)
                moment = Moment(number, line, plain, state, 0, {}, self._events(line))
            except BadRecord:
                raise
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                raise BadRecord(number, say("this is no entry of a public record: {error}", error=error)) from None
            yield moment

    def _next(self, number: int, line: Line, plain: dict[str, Any]) -> dict[str, Any]:
        """What was to be seen after this line."""
        kind = line["kind"]
        if kind == "undo":
            if not self.before:
                raise BadRecord(number, _("there is nothing to undo"))
            return self.before.pop()
        if kind == "turn":
            self.before.append(plain)
            if line["n"] != len(self.before):
                said = say("turn {noted} is noted, this is turn {turn}", noted=repr(line["n"]), turn=len(self.before))
                raise BadRecord(number, said)
            return {**plain, **line["changes"]}
        if kind == "edition":
            self.edition = line["edition"]
            self.before.clear()
        if kind in ("match", "edition"):
            return dict(line["state"])
        if kind not in ("resign", "end"):
            raise BadRecord(number, say("unknown kind of entry {kind}", kind=repr(kind)))
        return plain

    def _state(self, number: int, plain: dict[str, Any]) -> Any:
        """The view; it must be one that a spectator can have, and at the start the one that the rules give."""
        if self.edition != self.game.edition:
            return None
        state = from_json(self.game.state, plain)
        if digest(Window(self.game, state, self.book, SPECTATOR).view) != digest(state):
            raise BadRecord(number, _("this shows what a spectator cannot see"))
        if number == 1 and plain != to_json(Window(self.game, self.game.start(self.book), self.book, SPECTATOR).view):
            raise BadRecord(1, _("the first state is not the one that the rules give for this book"))
        return state

    def _events(self, line: Line) -> list[Event]:
        events = [Event(rule, EVERYONE, tuple(args)) for rule, *args in line.get("told", ())]
        for event in events:
            if event.rule not in self.game.rules.entries or any(type(arg) is not int for arg in event.args):
                raise TypeError(f"{event.rule!r}")
            self.game.words.event(event, self.record.header["names"], self.book)  # it can be said
        return events

    def _check_end(self, number: int, line: Line, state: Any) -> None:
        gone = [each["seat"] for each in self.record.lines if each["kind"] == "resign"]
        for name, value in final(self.game, state, self.book, gone).items():
            if line.get(name) != value:
                said = say(
                    "{name} is {found}, the rules say {right}",
                    name=name,
                    found=repr(line.get(name)),
                    right=repr(value),
                )
                raise BadRecord(number, said)
        secret = line.get("secret")
        if secret is not None and commitment(bytes.fromhex(secret)) != self.record.header["commitment"]:
            raise BadRecord(number, _("the secret is not the one that was committed to before the match"))
