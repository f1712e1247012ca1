"""A match as it is played: orders chosen and sealed, turns resolved, undone and recorded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_bytes
from typing import Any, Generic, Self, TypeVar

from breakaway.core.chance import Chance, Sampler, Script, Thrown, commitment, draws_of, is_value, thrown
from breakaway.core.game import (
    Game,
    Order,
    Refusal,
    blank_orders,
    can_resign,
    final,
    is_given_up,
    is_over,
    play_on,
    seats_in,
)
from breakaway.core.language import Names, _, many, say
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import BadState, apply_changes, changes, copy, digest, digest_json, to_json
from breakaway.core.version import version
from breakaway.records.entries import (
    FORMAT,
    AnchorEntry,
    BadRecord,
    BookEntry,
    EditionEntry,
    EndEntry,
    Entry,
    Line,
    MatchEntry,
    ResignationEntry,
    RulingEntry,
    TurnEntry,
    UndoEntry,
)
from breakaway.records.history import Fold, fold
from breakaway.records.record_file import Memory, Record, Store, chained_onto, first_broken_link
from breakaway.records.replay import Replayer, upgraded

# --- The start of a match, and what stays secret during play: orders, instructions and the secret for dice and cards.


@dataclass(frozen=True)
class Sealed:
    """An order that waits for the turn to close.

    `partial`: whether slots with the absent code were left out on purpose. Until the turn closes, the player can
    replace or withdraw the order. The record never mentions an order that was not played.

    `link`: the link of the seat's hash chain that came with the order, if any (`core.chance`).
    """

    order: Order
    partial: bool = False
    link: str = ""


@dataclass(frozen=True)
class Start:
    """Everything needed to start a new match.

    `chance` is 'sampled' (from the secret) or 'typed' (people roll dice and draw cards themselves). `seats` gives
    each seat's name and says who plays it ('human' or a coach).
    """

    config: Any
    options: dict[str, Any]
    names: Names
    seats: list[dict[str, Any]]
    chance: str = "sampled"
    secret: bytes = b""
    salts: tuple[str, ...] = ()
    seeded: bool = False  # the secret comes from a seed that somebody chose


@dataclass(frozen=True)
class Secrets:
    """Everything that stays secret while a match runs.

    `lines`: how many entries the record had when these secrets were stored. `secret` is empty if it was lost. `later`
    contains orders for turns that were taken back, by the turn's name. `ahead` contains the tails of orders that were
    played, by seat: what these seats have already answered to questions that may follow (`core.game.Ahead`).
    `reconsidering` lists the seats that have taken back their choice in this turn and have not chosen again. `typed`
    lists the outcomes of this turn that people have typed so far, and `place` says where their own cards are kept.
    `entered` lists what they have entered of these cards lately, so that it can be taken back and corrected.
    """

    lines: int
    secret: bytes
    orders: dict[int, Sealed]
    instructions: dict[int, list[str]]
    later: dict[str, dict[int, Sealed]] = field(default_factory=dict)
    ahead: dict[int, Order] = field(default_factory=dict)
    reconsidering: frozenset[int] = frozenset()
    typed: tuple[int, ...] = ()
    place: str = ""
    entered: tuple[Line, ...] = ()

    def entry(self) -> Line:
        """The secrets as the single line of their file."""
        line = {"lines": self.lines, "secret": self.secret.hex() or None, "orders": _written(self.orders)}
        waiting = {"later": {name: _written(each) for name, each in self.later.items()}} if self.later else {}
        ahead = {"ahead": {str(seat): tail for seat, tail in self.ahead.items()}} if self.ahead else {}
        again = {"reconsidering": sorted(self.reconsidering)} if self.reconsidering else {}
        given = {str(seat): names for seat, names in self.instructions.items()}
        typed = {"typed": list(self.typed)} if self.typed else {}
        place = {"place": self.place} if self.place else {}
        entered = {"entered": list(self.entered)} if self.entered else {}
        return {**line, "instructions": given, **waiting, **ahead, **again, **typed, **place, **entered}


def _written(orders: Mapping[int, Sealed]) -> Line:
    return {
        str(seat): {"order": each.order, "partial": each.partial, **({"link": each.link} if each.link else {})}
        for seat, each in orders.items()
    }


def _sealed(given: Mapping[str, Any]) -> dict[int, Sealed]:
    orders = {
        int(seat): Sealed(list(each["order"]), bool(each["partial"]), str(each.get("link", "")))
        for seat, each in given.items()
    }
    if any(type(code) is not int for each in orders.values() for code in each.order):
        raise ValueError("an order's code must be a whole number")
    return orders


def read_secrets(hidden: Line) -> Secrets:
    """Reads the secrets from the JSON value of their file.

    Raises KeyError, TypeError, ValueError or AttributeError if the value is corrupted.
    """
    secret = b"" if hidden["secret"] is None else bytes.fromhex(hidden["secret"])
    if not secret and hidden["secret"] is not None:
        raise ValueError("the secret is empty; a secret that was lost must be null")
    instructions = {int(seat): [str(text) for text in texts] for seat, texts in hidden["instructions"].items()}
    later = {str(name): _sealed(each) for name, each in hidden.get("later", {}).items()}
    ahead = {int(seat): [int(code) for code in tail] for seat, tail in hidden.get("ahead", {}).items()}
    again = frozenset(int(seat) for seat in hidden.get("reconsidering", ()))
    typed, place = tuple(int(each) for each in hidden.get("typed", ())), str(hidden.get("place", ""))
    entered = tuple(dict(each) for each in hidden.get("entered", ()))
    orders = _sealed(hidden["orders"])
    return Secrets(hidden["lines"], secret, orders, instructions, later, ahead, again, typed, place, entered)


def instructions_of(given: Mapping[int, list[str]]) -> dict[str, list[str]]:
    """Standing instructions by seat, leaving out seats that gave none."""
    return {str(seat): names for seat, names in given.items() if names}


def match_entry(game: Game[Any, Any], start: Start, secret: bytes, state: Any) -> MatchEntry:
    """The first entry of a new match."""
    config = to_json(start.config)
    return MatchEntry(
        format=FORMAT,
        game=game.name,
        edition=game.edition,
        options=start.options,
        names=start.names,
        seats=start.seats,
        book=config,
        book_hash=digest_json(config),
        chance=start.chance,
        commitment=commitment(secret),
        salts=list(start.salts),
        seeded=start.seeded,
        state=to_json(state),
        hash=digest(state),
        version=version(),
    )


def orders_of(given: Mapping[int, Sealed], absent: int | None) -> dict[str, list[int | None]]:
    """The orders of a turn, as the record notes them. A slot that was left out on purpose is null."""
    return {
        str(seat): [None if o.partial and code == absent else code for code in o.order] for seat, o in given.items()
    }


def reopened(orders: Mapping[int, Sealed], absent: int | None) -> dict[int, Sealed]:
    """The orders of a turn that is taken back, leaving out seats that sent no order."""
    return {seat: each for seat, each in orders.items() if any(code != absent for code in each.order)}


def still_sealed(observation: Observation[Any, Any], sealed: Sealed) -> Sealed | None:
    """The part of a `sealed` order that is still legal after the legal codes have changed; None if no part is."""
    order = sealed.order
    if not observation.has_form(order):
        return None
    if observation.why_not(order) is None:
        return Sealed(order, link=sealed.link)
    if observation.game.absent is not None and observation.why_not(order, partial=True) is None:
        return Sealed(order, partial=True, link=sealed.link)
    return None


# --- A match as its record and secrets describe it: how to load it, look at it and store it. `match.Match` plays it.


S = TypeVar("S")
B = TypeVar("B")


class RecordedMatch(Generic[S, B]):
    """A match with its record and everything that is still secret.

    The match changes only after its store has saved the new entry.
    """

    def __init__(self, game: Game[S, B], config: B, record: Record, store: Store) -> None:
        self.game, self.config, self.record, self.store = game, config, record, store
        self.names: Names = record.header["names"] if record.lines else {}
        self._books: list[tuple[int, B]] = [(0, config)]  # each config of the match, with the line that brought it
        self._read = 0  # the lines that `_books` has read
        self.state: S = game.start(config)
        self.sealed: dict[int, Sealed] = {}
        self.reconsidering: frozenset[int] = frozenset()  # seats that took their choice back in this turn
        self.instructions: dict[int, list[str]] = {}
        self.later: dict[str, dict[int, Sealed]] = {}  # orders of turns that were taken back, by name
        self.ahead: dict[int, Order] = {}  # the tails of orders that were played, by seat
        self.typed: list[int] = []  # the outcomes of this turn that people have typed so far
        self.place = ""  # where the people at this table keep their own cards
        self.entered: list[Line] = []  # what they have entered of these cards lately
        self.people: Container[int] = ()  # seats of players: they start with the game's own instructions
        self.secret = b""
        self.fold = Fold()
        # for each turn or ruling: the state before it, and its orders (None for a ruling)
        self.history: list[tuple[S, dict[int, Sealed] | None]] = []
        self.log: list[tuple[int, list[Event]]] = []
        # How many turns and rulings have been played, not counting those taken back. What a seat has shown does not
        # count: showing cards asks nobody anything new.
        self.turn = 0
        self._places: list[int] = []  # how long the log was before each of these
        self._observed: dict[int, Observation[S, B]] = {}
        # the state and the resignations that these show, and whether cards were kept from them
        self._observed_at: tuple[S, list[int], bool] = self.state, [], False

    @property
    def gone(self) -> list[int]:
        """The seats that have resigned, in the order of their resignations."""
        return self.fold.gone

    def turn_at(self, place: int) -> int:
        """The `turn` of this match when the record had this many turns and rulings, with those that only show."""
        return bisect_left(self._places, place)

    def place_of(self, turn: int) -> int:
        """After how many turns and rulings, with those that only show, the turn or ruling after `turn` others came.

        The number of all of them if there is none.
        """
        return self._places[turn] if 0 <= turn < len(self._places) else len(self.log)

    def as_before(self, place: int) -> Self:
        """This match as it was before the turn or ruling at `place` of its log, for viewing only.

        Raises ValueError if that position is not known, because it was played under another edition.
        """
        first = len(self.log) - len(self.history)
        if not first <= place < len(self.log):
            raise ValueError(f"the position before {place} is not known")
        lines = self.fold.length_at(place)
        was = type(self)(self.game, self.config, Record(self.record.lines[:lines]), Memory())
        was.fold = fold(self.fold.entries[:lines])
        was.state, was.log = self.history[place - first][0], self.log[:place]
        was.history = self.history[: place - first]
        was.turn = self.turn_at(place)
        was._places = self._places[: was.turn]
        return was

    def is_lasting(self, entry: Entry) -> bool:
        """Whether an entry only shows everybody something, for good (`Game.is_lasting`)."""
        return isinstance(entry, RulingEntry) and self.shows(entry.code)

    def shows(self, code: int) -> bool:
        """Whether the ruling with this `code` only shows everybody something (`is_lasting`)."""
        return self.game.is_lasting is not None and self.game.is_lasting(code)

    @property
    def steps(self) -> int:
        """How many steps were played, including those taken back. The next outcome is for the step after these."""
        return self.fold.steps

    def thrown(self, turns: int, last: int = 6) -> dict[int, list[Thrown]]:
        """The Fate dice of turn `turns` and the turns before it, at most `last` turns, by turn number (from 1).

        Empty unless this game rolls its dice openly. Turns without recorded faces have no dice, as in older records
        and in matches with real dice.
        """
        if not self.game.dice_are_open:
            return {}
        shown = list(enumerate(self.fold.standing[:turns], 1))[-last:]
        return {n: thrown(each.entry.draws or ()) for n, each in shown if isinstance(each.entry, TurnEntry)}

    @classmethod
    def load(cls, game: Game[S, B], record: Record, hidden: Line | None, store: Store | None = None) -> Self:
        """Continues a recorded match; `hidden` contains its secrets. Raises BadRecord if the record is not valid.

        A match from another edition continues from its stored state under this edition, and its record notes the
        change. A match that ended under an earlier edition keeps that edition's rules.
        """
        player = Replayer(game, record)
        game = player.game
        match = cls(game, player.config, record, store or Memory())
        for moment in player.play():
            match._take(moment.entry, moment.state, moment.events, moment.orders)
        match.fold = player.fold
        other = match.fold.edition != game.edition
        if other:
            match.state = match._upgraded(match.fold.plain)
        match._unseal(hidden)
        if other and not match.fold.is_ended:
            match._append(match._new_edition(), match.state)
            match._keep_secrets()
        if match.is_over() and not match.fold.is_ended:
            match._after_turn()  # the writer was stopped between the last turn and the end
        return match

    def catch_up(self, lines: Sequence[Line], hidden: Line) -> None:
        """Plays the turns that another program has written in the meantime.

        `lines` are the record's new lines, and `hidden` contains the match's current secrets. This takes much less time
        than loading a long match again. The lines must be turns and anchors of this edition. Raises BadRecord, after
        which this match can no longer be used.
        """
        known = len(self.record.lines)
        self.record.lines.extend(lines)
        altered = first_broken_link(self.record, known)
        if altered:
            raise BadRecord(altered, _("this entry was altered: its hash does not match"))
        player = Replayer(self.game, self.record)
        player.fold, player.state, player.config = self.fold, self.state, self.config
        for moment in player.play():
            self._take(moment.entry, moment.state, moment.events, moment.orders)
        self._unseal(hidden)

    def can_catch_up(self, lines: Sequence[Line]) -> bool:
        """Whether `catch_up` can play these lines."""
        kinds = {TurnEntry.kind, AnchorEntry.kind}
        return self.fold.edition == self.game.edition and all(line["kind"] in kinds for line in lines)

    def _take(self, entry: Entry, state: S | None, events: list[Event], orders: dict[int, Order]) -> None:
        """Updates the match from an entry of the record."""
        was: dict[int, Sealed] | None = None
        if isinstance(entry, UndoEntry):
            was = self.history.pop()[1]
            self.ahead = {}
            self.sealed = self.sealed if was is None else reopened(was, self.game.absent)
            self.log.pop()
            if self._places and self._places[-1] == len(self.log):
                self._places.pop()
        elif isinstance(entry, EditionEntry):
            self.history.clear()
        elif isinstance(entry, TurnEntry):
            was = {seat: Sealed(order, None in entry.orders[str(seat)]) for seat, order in orders.items()}
            self.sealed = {}
        if isinstance(entry, (TurnEntry, UndoEntry)):
            self.reconsidering, self.typed = frozenset(), []
        if isinstance(entry, (TurnEntry, RulingEntry)):
            self.history.append((self.state, was))
            if isinstance(entry, TurnEntry) or not self.shows(entry.code):
                self._places.append(len(self.log))
            self.log.append((len(self.log) + 1, events))
        self.turn = len(self._places)
        if isinstance(entry, BookEntry):
            self.config = apply_changes(self.config, entry.changes)
            self.names = {**self.names, **entry.names}
            self._observed_at = self.state, [-1], False  # what a seat sees has changed
        if state is not None:
            self.state = state

    def _upgraded(self, plain: dict[str, Any]) -> S:
        try:
            return upgraded(self.game, plain)
        except BadState as error:
            said = say(
                "this match cannot go on under edition {edition}: {error}", edition=self.game.edition, error=error
            )
            raise BadRecord(len(self.record.lines), said) from None

    def _new_edition(self) -> EditionEntry:
        before, plain = self.fold.edition, to_json(self.state)
        return EditionEntry(
            edition=self.game.edition, before=before, state=plain, hash=digest(self.state), version=version()
        )

    def _unseal(self, hidden: Line | None) -> None:
        """Restores the secrets. Drops orders for a turn that has closed since they were sealed."""
        ends = [entry for entry in self.fold.entries if isinstance(entry, EndEntry)]
        if hidden is None and ends and ends[-1].secret is not None:
            hidden = {**ends[-1].line(), "orders": {}, "lines": 0}
        if hidden is not None:
            try:
                self._take_secrets(hidden)
            except (KeyError, TypeError, ValueError, AttributeError):
                raise BadRecord(0, _("the file of sealed orders is damaged")) from None
            if self.secret and not self._has_secret():  # the secret is empty if it was lost
                raise BadRecord(0, _("the sealed secret is not the one from the start of this match"))
            if hidden["lines"] > len(self.record.lines):
                said = say("the record is too short: it had {n} lines when the orders were sealed", n=hidden["lines"])
                raise BadRecord(0, said)
        kept = self._still_sealed(self.sealed)
        as_left = hidden and hidden["lines"] == len(self.record.lines) and self.fold.edition == self.game.edition
        if as_left and kept.keys() != self.sealed.keys():
            raise BadRecord(0, _("the file of sealed orders is damaged: one of its orders breaks the rules"))
        self.sealed = kept

    def _has_secret(self) -> bool:
        return bool(commitment(self.secret) == self.record.header["commitment"])

    def _take_secrets(self, hidden: Line) -> None:
        found = read_secrets(hidden)
        self.secret, self.instructions, self.later = found.secret, found.instructions, found.later
        self.ahead, self.place, self.entered = {}, found.place, list(found.entered)
        if found.lines >= self.fold.closed:
            self.typed = list(found.typed)
            self.sealed, self.ahead, self.reconsidering = found.orders, found.ahead, found.reconsidering

    def _still_sealed(self, sealed: dict[int, Sealed]) -> dict[int, Sealed]:
        """The orders that stay sealed after the legal codes have changed."""
        asked = (seat for seat in self.choosers() if seat in sealed)
        found = {seat: still_sealed(self.observation(seat), sealed[seat]) for seat in asked}
        return {seat: each for seat, each in found.items() if each}

    # --- looking

    def rename(self, names: Names) -> None:
        """From now on, shows these `names` of teams and people. The record keeps those with which the match began."""
        self.names, self._observed = names, {}

    def observation(self, seat: int = SPECTATOR) -> Observation[S, B]:
        """What a seat may see. Made once for each state, so copy its view before changing it."""
        hides = bool(self.entered) and self.hides_cards
        state, gone, hid = self._observed_at
        if state is not self.state or gone != self.gone or hides != hid:
            self._observed_at, self._observed = (self.state, list(self.gone), hides), {}
        if seat not in self._observed:
            config, names = self.known_to(seat) if hides else (self.config, self.names)
            self._observed[seat] = Observation(self.game, self.state, config, seat, names, self.gone)
        return self._observed[seat]

    @property
    def hides_cards(self) -> bool:
        """Whether what people enter of their own cards is kept from each other now.

        They call cards face down, and once nobody has to choose any more, the cards are turned over.
        """
        if not self.entered or self.game.veil is None:
            return False
        is_shared = sum(seat in self.people for seat in range(len(self.record.header["seats"]))) > 1
        return is_shared and any(seat not in self.sealed for seat in self.choosers())

    def known_to(self, seat: int) -> tuple[B, Names]:
        """The config and the names as a seat knows them: without what another player has entered of a card that lies
        face down.
        """
        if not self.hides_cards or self.game.veil is None:
            return self.config, self.names
        line = self.fold.length_at(self.turns_face_up())
        names = dict(self.names)
        for entry in self.fold.entries[:line]:
            if isinstance(entry, (MatchEntry, BookEntry)):
                names |= entry.names
        return self.game.veil(self.config, self.names, self.config_at(line + 1), names, self.state, seat)

    @property
    def has_face_down(self) -> bool:
        """Whether a card that one of several people has called lies face down now."""
        return self.hides_cards and self.turns_face_up() < len(self.log)

    def turns_face_up(self) -> int:
        """How many turns were played before the first of the cards that lie face down now was called."""
        turns, first = len(self.log), len(self.log) - len(self.history)
        is_face_down, state = self.game.is_face_down, self.state
        while is_face_down is not None and turns > first and is_face_down(state):
            turns -= 1
            state = self.history[turns - first][0]
        return turns

    def config_at(self, line: int) -> B:
        """The config by which the turn in this line of the record was played: people may have entered cards since."""
        for number, entry in enumerate(self.fold.entries[self._read :], self._read + 1):
            if isinstance(entry, BookEntry):
                self._books.append((number, apply_changes(self._books[-1][1], entry.changes)))
        self._read = len(self.fold.entries)
        return next(config for number, config in reversed(self._books) if number < line)

    def turns(self) -> list[tuple[S, list[Event]]] | None:
        """The turns that were not taken back: the state before each, and its events.

        None if turns were played under another edition, whose states these rules may not know.
        """
        if len(self.log) != len(self.history):
            return None
        return [(before, events) for (before, _orders), (_turn, events) in zip(self.history, self.log, strict=True)]

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.resigned is not None or is_over(self.game, self.state, self.config)

    @property
    def resigned(self) -> int | None:
        """The seat whose resignation ended the match because only one side was left, or None."""
        return self.gone[-1] if is_given_up(self.game, self.config, self.gone) else None

    def choosers(self) -> list[int]:
        """The seats that choose now, except those that have resigned."""
        return [] if self.resigned is not None else [seat for seat in self._asked() if seat not in self.gone]

    def _asked(self) -> list[int]:
        return seats_in(self.game.choosers(self.state, self.config))

    def missing(self) -> list[int]:
        """The seats that must choose now but have not sent a complete order."""
        return [seat for seat in self.choosers() if seat not in self.sealed or self.sealed[seat].partial]

    def instructions_of(self, seat: int) -> list[str]:
        """The standing instructions of a seat: those that it gave last, or else those that the game gives a player."""
        return list(self.instructions.get(seat, self.game.given if seat in self.people else ()))

    def _after_turn(self) -> None:
        """If the match is over, ends the record with the result and the secret. Otherwise, stores the secrets."""
        if not self.is_over():
            self._keep_secrets()
            return
        secret = self.secret.hex() if self._has_secret() else None
        result = final(self.game, self.state, self.config, self.gone)
        self._append(EndEntry(**result, secret=secret, instructions=instructions_of(self.instructions)), self.state)
        self.store.keep_secret(None)

    # --- keeping

    def _append(
        self, entry: Entry, state: S, events: list[Event] | None = None, orders: dict[int, Order] | None = None
    ) -> None:
        """Writes the entry, then updates the match from it."""
        ready = chained_onto(self.record.lines, entry.line())
        self.store.append(ready)
        self.record.lines.append(ready)
        self.fold.add(entry)
        self._take(entry, state, events or [], orders or {})

    def _keep_secrets(self) -> None:
        given = self.instructions, self.later, self.ahead, self.reconsidering
        own = tuple(self.typed), self.place, tuple(self.entered)
        secrets = Secrets(len(self.record.lines), self.secret, self.sealed, *given, *own)
        self.store.keep_secret(secrets.entry())


# --- A match: a game, its config, and everything that was chosen and drawn, entry by entry.


__all__ = ["Match", "NotNow", "Refused", "Sealed", "Start"]


class Match(RecordedMatch[S, B]):
    """One match. Seats seal their choices.

    `resolve` plays the turn when all choices are in, and `close` plays it at the deadline. The rules change a copy of
    the state. The match itself changes only after its store has saved the new entry.
    """

    @classmethod
    def new(cls, game: Game[S, B], start: Start, store: Store | None = None) -> Match[S, B]:
        """Begins a match and keeps it in `store`, if there is one.

        If the match starts with dice or cards, no seat chooses yet: call `resolve`.
        """
        secret = start.secret or token_bytes(32)
        state = game.start(start.config)
        header = match_entry(game, start, secret, state)
        match = cls(game, start.config, Record(), store or Memory())
        match.names = start.names
        match.secret = secret
        match._keep_secrets()  # first, so that a kill between the two writes never loses the secret of a match
        match._append(header, state)
        match._keep_secrets()
        return match

    # --- choosing

    def choose(self, seat: int, order: Order, partial: bool = False, link: str = "") -> None:
        """Seals an order, which may be partial. The seat can replace the order until the turn closes.

        Raises NotNow or Refused. `link` is the next link of the seat's hash chain, if it has a chain. If an order
        without a link replaces one with a link, the link is kept.
        """
        if link and not self.fold.may_link(seat, link):
            raise NotNow(_("this link does not continue the seat's hash chain"))
        if seat not in self.choosers():
            raise NotNow(_("this seat has nothing to choose now"))
        observation = self.observation(seat)
        if not observation.has_form(order):
            codes = self.game.codes(self.state, self.config)
            said = say(
                "this seat's order needs {slots} codes, each below {codes}", slots=observation.slots(), codes=codes
            )
            raise NotNow(said)
        refusal = observation.why_not(order, partial)
        if refusal:
            raise Refused(refusal)
        link = link or (self.sealed[seat].link if seat in self.sealed else "")
        sealed = Sealed(list(order), partial and observation.why_not(order) is not None, link)
        self._seal({**self.sealed, seat: sealed}, self.instructions, self.reconsidering - {seat})

    def withdraw(self, seat: int) -> None:
        """Takes back a seat's sealed order. The seat must then choose again: its standing instructions do not answer.

        Raises NotNow if the seat has no sealed order. Leaves no trace in the record, which contains only orders that
        were played.
        """
        if seat not in self.sealed:
            raise NotNow(_("this seat has no sealed order"))
        self.ahead.pop(seat, None)
        rest = {other: order for other, order in self.sealed.items() if other != seat}
        self._seal(rest, self.instructions, self.reconsidering | {seat})

    def forget(self, seat: int) -> None:
        """Drops all that a seat has sealed, called ahead or instructed, because somebody else gets the seat."""
        self.ahead.pop(seat, None)
        sealed = {other: order for other, order in self.sealed.items() if other != seat}
        instructions = {other: names for other, names in self.instructions.items() if other != seat}
        self._seal(sealed, instructions, self.reconsidering - {seat})

    def anchor(self, seat: int, value: str) -> None:
        """Starts a hash chain for a seat: `value` is its anchor. A seat can start only one chain per turn.

        Raises NotNow. After an error, nothing has changed.
        """
        shown = self.fold.chains.get(seat)
        if not is_value(value) or not 0 <= seat < self.game.seat_count(self.config):
            raise NotNow(_("an anchor must have 64 hexadecimal digits and belong to a seat of this match"))
        if self.is_over() or seat in self.gone or self.record.header["chance"] == "typed":
            raise NotNow(_("this seat cannot add random numbers of its own"))
        if shown is not None and shown.since == self.fold.turns:
            raise NotNow(_("this seat has already given an anchor in this turn"))
        self._append(AnchorEntry(seat=seat, anchor=value), self.state)
        if seat in self.sealed:
            self.sealed[seat] = replace(self.sealed[seat], link="")
        self._keep_secrets()

    def put_off(self, name: str, orders: dict[int, Sealed]) -> None:
        """Stores `orders` for a turn that is not open now, under that turn's name.

        If `orders` is empty, deletes what was stored for that turn.
        """
        self.later = {key: each for key, each in {**self.later, name: orders}.items() if each}
        self._keep_secrets()

    def instruct(self, seat: int, names: Sequence[str]) -> None:
        """Replaces a seat's standing instructions. The first instruction that gives a legal order applies.

        Raises NotNow.
        """
        for name in names:
            if name not in self.game.instructions:
                known = ", ".join(sorted(self.game.instructions)) or _("none")
                raise NotNow(say("unknown instruction {name}; known: {known}", name=repr(name), known=known))
        self._seal(self.sealed, {**self.instructions, seat: list(names)}, self.reconsidering - {seat})

    def _seal(
        self, sealed: dict[int, Sealed], instructions: dict[int, list[str]], reconsidering: frozenset[int]
    ) -> None:
        """Stores these orders, instructions and seats that reconsider. If storing fails, the match keeps the old
        ones.
        """
        before = self.sealed, self.instructions, self.reconsidering
        self.sealed, self.instructions, self.reconsidering = sealed, instructions, reconsidering
        try:
            self._keep_secrets()
        except BaseException:
            self.sealed, self.instructions, self.reconsidering = before
            raise

    def answer_instructions(self, seats: Container[int] | None = None) -> list[int]:
        """Seals the orders that earlier orders and standing instructions give, for all seats or only for those in
        `seats`.

        Returns the seats for which it sealed orders. A seat that has taken back its choice is not among them: its
        player decides.
        """
        ahead = [] if self.game.ahead is None else self.answer_ahead(seats)
        return ahead + self._answer(seats, self.instructed)

    def instructed(self, seat: int) -> Sequence[str]:
        """The standing instructions that may answer for a seat now."""
        return () if seat in self.reconsidering else self.instructions_of(seat)

    def answer_ahead(self, seats: Container[int] | None = None) -> list[int]:
        """Seals only the orders that earlier orders give. `seats` and the result: as for `answer_instructions`."""
        return [seat for seat in self.missing() if (seats is None or seat in seats) and self._answer_ahead(seat)]

    def answers_at_once(self) -> list[int]:
        """The seats whose answer to the current question is no secret of theirs: they have given it with an earlier
        order, or it is the one that the game gives every player.
        """
        found = []
        for seat in self.missing():
            given = [] if seat in self.instructions else self.instructed(seat)
            if self._left_ahead(seat)[0] or self._instructed(seat, given) is not None:
                found.append(seat)
        return found

    def _left_ahead(self, seat: int) -> tuple[Order, Order]:
        """What the tail of a seat's earlier order answers now, and what is left of it (`core.game.Ahead`)."""
        if self.game.ahead is None or seat not in self.ahead or seat in self.reconsidering:
            return [], []
        return self.game.ahead.answer(self.observation(seat).view, self.config, seat, self.ahead[seat])

    def _answer_ahead(self, seat: int) -> bool:
        """Seals the answer that a seat has given with an earlier order, if there is one and it is legal."""
        order, left = self._left_ahead(seat)
        if not order or not self.observation(seat).has_form(order) or self.observation(seat).why_not(order):
            return False
        self.ahead = {other: tail for other, tail in self.ahead.items() if other != seat or left}
        if left:
            self.ahead[seat] = left
        self.choose(seat, order)
        return True

    def _keep_ahead(self, tails: Mapping[int, Order]) -> None:
        """Keeps the `tails` of the orders just played, and drops those whose questions are past."""
        self.ahead = {**self.ahead, **{seat: tail for seat, tail in tails.items() if tail}}
        self.ahead = {seat: tail for seat, tail in self.ahead.items() if any(self._left_ahead(seat))}

    def answer_late(self, seats: Container[int]) -> list[int]:
        """Seals the orders that `Game.late` gives for these late players. Returns the seats that have one now."""
        return self._answer(seats, lambda seat: [self.game.late] if self.game.late else [])

    def _answer(self, seats: Container[int] | None, named: Callable[[int], Sequence[str]]) -> list[int]:
        answered = []
        for seat in self.missing():
            if seats is not None and seat not in seats:
                continue
            order = self._instructed(seat, named(seat))
            if order is not None:
                self.choose(seat, order)
                answered.append(seat)
        return answered

    def _instructed(self, seat: int, names: Sequence[str]) -> Order | None:
        for name in names:
            observation = self.observation(seat)
            order = self.game.instructions[name](copy(observation.view), self.config, seat)
            if order is not None and observation.why_not(order) is None:
                return order
        return None

    # --- the turn

    def resolve(self, typed: Sequence[int] | None = None, answered: Mapping[int, str] | None = None) -> list[Event]:
        """Plays the turn and returns what happened. Raises NotNow while an order is missing.

        If people type the outcomes, `typed` lists the outcomes typed so far. Raises NeedsOutcome if another outcome is
        needed. Nothing changes until all outcomes have been typed. `answered` says who chose in place of a seat; the
        record notes it.
        """
        missing = self.missing()
        if missing:
            said = many(
                "{n} seat has not given its orders yet", "{n} seats have not given their orders yet", len(missing)
            )
            raise NotNow(said)
        return self._play(self._all_orders(), typed, answered)

    def close(self, typed: Sequence[int] | None = None) -> list[Event]:
        """Closes the turn; rules for absent players fill in missing orders. `typed`: as in `resolve`. Raises NotNow."""
        if self.game.absent is None and self.missing():
            raise NotNow(say("{game} cannot go on without the missing orders", game=self.game.title))
        return self._play(self._all_orders(), typed)

    def _all_orders(self) -> dict[int, Sealed]:
        """The orders of all seats that must choose. Seats that gave no order or have resigned get absent codes."""
        absent = [self.game.absent or 0]
        slots = {seat: self.game.slots(self.state, self.config, seat) for seat in self._asked()}
        given = {seat: self.sealed.get(seat, Sealed(absent * n, partial=True)) for seat, n in slots.items()}
        return {seat: replace(each, order=each.order[: slots[seat]]) for seat, each in given.items()}

    def _play(
        self, given: dict[int, Sealed], typed: Sequence[int] | None, answered: Mapping[int, str] | None = None
    ) -> list[Event]:
        if self.is_over():
            raise NotNow(_("the match is over"))
        orders = blank_orders(self.game)
        for seat, sealed in given.items():
            orders[seat][: len(sealed.order)] = sealed.order
        chances: Sampler | Script
        links = {seat: each.link for seat, each in given.items() if each.link}
        if self.record.header["chance"] == "typed":
            chances = Script(typed or ())
        else:
            chances = Sampler(self.secret, self.fold.shares_with(links), self.steps)
        after, events = copy(self.state), list[Event]()
        steps = self._steps(after, orders, chances, events)
        drawn = chances.outcomes()
        if drawn and isinstance(chances, Sampler) and not self._has_secret():
            raise NotNow(_("the file of sealed orders is lost, and with it the secret behind the dice and cards"))
        entry = TurnEntry(
            n=len(self.log) + 1,
            orders=orders_of(given, self.game.absent),
            chance=drawn,
            draws=draws_of(chances.drawn, self.steps) or None,
            links={str(seat): links.get(seat) for seat in given} if self.fold.chains else None,
            steps=steps,
            answered={str(seat): who for seat, who in answered.items()} if answered else None,
            changes=changes(self.state, after),
            hash=digest(after),
        )
        tails = {seat: self.sealed[seat].order[len(given[seat].order) :] for seat in given if seat in self.sealed}
        self._append(entry, after, events, {seat: sealed.order for seat, sealed in given.items()})
        if self.game.ahead is not None:
            self._keep_ahead(tails)
        self._after_turn()
        return events

    def _steps(self, after: S, orders: list[Order], chances: Callable[[int], Chance], events: list[Event]) -> int:
        config = self.asking(after) if self.record.header["chance"] == "typed" else self.config
        return play_on(self.game, after, config, orders, chances, events)

    def asking(self, state: S) -> B:
        """The config as rules read it: in a match with people's own cards, what nobody has entered raises NeedsCell.

        `state` is the state that the rules are about to play on.
        """
        return self.game.asking(self.config, self.names, state) if self.game.asking else self.config

    def may_resign(self, seat: int) -> bool:
        """Whether this seat can resign now."""
        return not self.is_over() and seat not in self.gone and can_resign(self.game, self.config, seat)

    def note_typed(self, outcomes: Sequence[int]) -> None:
        """Keeps the outcomes of this turn that people have typed so far, so that nobody has to type them again."""
        self.typed = list(outcomes)
        self._keep_secrets()

    def note_entered(self, entered: Sequence[Line]) -> None:
        """Keeps what people have entered lately of their own cards. The game says what an entry looks like."""
        self.entered = list(entered)
        self._keep_secrets()

    def learn(self, config: B, names: Names) -> None:
        """Goes on with a config and names in which the players have entered or corrected something of their own cards.

        Raises NotNow. Turns that were played keep the config of their time.
        """
        changed = changes(self.config, config)
        renamed = {name: value for name, value in names.items() if self.names.get(name) != value}
        if self.record.header["chance"] != "typed" or self.is_over() or not self.game.learns.issuperset(changed):
            raise NotNow(_("cards can be entered only while a match with real dice and cards goes on"))
        if changed or renamed:
            book_hash = digest_json({**self.fold.book, **changed})
            self._append(BookEntry(changes=changed, names=renamed, book_hash=book_hash), self.state)
            self._keep_secrets()

    def resign(self, seat: int) -> None:
        """Resigns on behalf of a seat. If only one side is left, that side wins.

        Otherwise play goes on, and the seat is treated as absent. Raises NotNow. After an error, nothing has changed.
        """
        if self.is_over():
            raise NotNow(_("the match is over"))
        if seat in self.gone:
            raise NotNow(_("this seat has already resigned"))
        if not can_resign(self.game, self.config, seat):
            raise NotNow(_("in this game a seat can resign only in a match between two sides"))
        self._append(ResignationEntry(seat=seat, hash=digest(self.state)), self.state)
        self.sealed = {other: order for other, order in self.sealed.items() if other in self.choosers()}
        self._after_turn()

    def ruling(self, code: int, by: int | None = None) -> list[Event]:
        """Makes the ruling with this code. `by` is the seat that makes the ruling, if any.

        Keeps sealed orders that are still legal. Raises NotNow or Refused.
        """
        if self.game.ruling is None or self.is_over():
            raise NotNow(_("there is nothing to rule on now"))
        after, events = copy(self.state), list[Event]()
        refused = self.game.ruling(after, self.config, code, events)
        if refused:
            rule = self.game.rules.by_number[refused]
            raise Refused(Refusal(rule.id, 0, _(rule.says)))
        entry = RulingEntry(code=code, by=by, changes=changes(self.state, after), hash=digest(after))
        self._append(entry, after, events)
        self.sealed = self._still_sealed(self.sealed)
        self._keep_secrets()
        return events

    def may_show(self, seat: int) -> bool:
        """Whether this seat can show everybody something that only it knows."""
        showing, ruling, seats = self.game.showing, self.game.ruling, self.game.seat_count(self.config)
        if showing is None or ruling is None or self.is_over() or seat in self.gone or not 0 <= seat < seats:
            return False
        return ruling(copy(self.state), self.config, showing(seat), None) == 0

    def show(self, seat: int) -> list[Event]:
        """A seat shows everybody what only it knows. This is never taken back. Raises NotNow."""
        if self.game.showing is None or not self.may_show(seat):
            raise NotNow(_("this seat has nothing to show now"))
        return self.ruling(self.game.showing(seat), by=seat)

    def undo(self, again: Container[int] = ()) -> None:
        """Takes back the last turn or ruling and seals its orders again, so that seats can change them. Raises NotNow.

        The seats in `again` have to choose again: nothing of theirs is sealed, and their standing instructions do not
        answer. Seats that resigned after that turn return to the match. The record keeps both the turn and the undo.
        Later turns draw new outcomes, so that nobody gains from dice that they have already seen.
        """
        at = len(self.fold.standing) - 1
        while at >= self.fold.first and self.is_lasting(self.fold.standing[at].entry):
            at -= 1
        if at < self.fold.first and self.fold.open:
            raise NotNow(_("no turn has been played yet"))
        self.go_back(max(at, 0), again)

    def go_back(self, goal: int, again: Container[int] = ()) -> None:
        """Takes back all turns and rulings after the first `goal`, as `undo` does. Raises NotNow.

        What a seat has shown stays shown: those rulings are made again.
        """
        shown = [each.entry for each in self.fold.standing[goal:] if self.is_lasting(each.entry)]
        self._undo(again)
        while len(self.fold.standing) > goal:
            self._undo(again)
        for entry in shown:
            if isinstance(entry, RulingEntry):
                self._show_again(entry)

    def _show_again(self, entry: RulingEntry) -> None:
        """Makes a lasting ruling again, if it is still possible: before the first turn there is nothing to show."""
        try:
            self.ruling(entry.code, entry.by)
        except (NotNow, Refused):
            return

    def _undo(self, again: Container[int] = ()) -> None:
        if self.resigned is not None:
            raise NotNow(_("the match ended when a side resigned"))
        if not self.history:
            raise NotNow(_("no turn has been played yet"))
        if self.fold.is_ended and self.fold.drawn and self.record.header["chance"] == "sampled":
            raise NotNow(
                _("nothing can be undone now: the match is over, and the secret behind its dice and cards is public")
            )
        state, _orders = self.history[-1]
        self._append(UndoEntry(hash=digest(state)), state)
        sealed = self._still_sealed(self.sealed)
        self.sealed = {seat: each for seat, each in sealed.items() if seat not in again}
        self.reconsidering = frozenset(seat for seat in self.choosers() if seat in again)
        self._keep_secrets()


# --- Finds choices that a player can take back without harm, because nobody has responded and nothing was drawn.


def harms_nobody(match: Match[Any, Any], seat: int) -> bool:
    """Whether the last turn was this seat's choice alone, with nothing drawn, and nobody has chosen since.

    The answer depends only on public facts: whose choices are missing, and the last entry of the record that is not an
    anchor.
    """
    last = next((each for each in reversed(match.fold.entries) if not isinstance(each, AnchorEntry)), None)
    if not isinstance(last, TurnEntry) or match.is_over() or not match.history:
        return False
    if set(match.sealed) - {seat}:  # public, because everybody sees whose choices are missing
        return False
    return not last.chance and list(last.orders) == [str(seat)]
