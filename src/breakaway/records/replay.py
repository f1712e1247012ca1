"""Replays a record to restore its match, and finds the first entry that was altered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from breakaway.core.chance import BadOutcome, NeedsOutcome, Sampler, Script, commitment, draws_of, without_faces
from breakaway.core.game import (
    Game,
    Order,
    blank_orders,
    can_resign,
    final,
    first_refusal,
    is_given_up,
    is_over,
    misfit,
    play_on,
    seats_in,
)
from breakaway.core.language import _, marked, say
from breakaway.core.rulebook import misstated, options_of, unallowed
from breakaway.core.rules import Event
from breakaway.core.state import BadState, canonical, changes, copy, digest_json, from_json, to_json
from breakaway.records.entries import (
    ADVICE,
    OFF,
    ON,
    AnchorEntry,
    BadRecord,
    BookEntry,
    EditionEntry,
    EndEntry,
    Entry,
    MatchEntry,
    ResignationEntry,
    RulingEntry,
    TurnEntry,
    UndoEntry,
    read_entry,
    read_header,
)
from breakaway.records.history import Fold
from breakaway.records.record_file import Record, checkpoint, first_broken_link, is_public
from breakaway.records.verify import forged

S = TypeVar("S")
B = TypeVar("B")


@dataclass
class Moment(Generic[S]):
    """The match before and after one entry of its record (`number`, from 1).

    For lines of other editions, the states are None and there are no events, unless the Follower is `strict`.
    `plain` always contains the stored state as JSON values. For a public record, the states are a spectator's views.
    """

    number: int
    entry: Entry
    plain: dict[str, Any]
    before: S | None
    state: S | None
    orders: dict[int, Order]
    events: list[Event]


def load_config(game: Game[S, B], data: Any) -> B:
    """The config in a record's data. Fields that did not exist in the record's edition get their defaults.

    Raises BadRecord.
    """
    try:
        config = from_json(game.config, _with_defaults(to_json(game.config()), data))
    except BadState as error:
        raise BadRecord(1, say("book: {error}", error=error)) from None
    fewest, most = game.seats
    if not fewest <= game.seat_count(config) <= most:
        raise BadRecord(
            1,
            say(
                "book: this config has {seats} seats, but {game} has {fewest} to {most}",
                seats=game.seat_count(config),
                game=game.title,
                fewest=fewest,
                most=most,
            ),
        )
    return config


def upgraded(game: Game[S, B], data: dict[str, Any]) -> S:
    """The state in `data`, which another edition stored. Missing fields get their defaults. Raises BadState."""
    return from_json(game.state, _with_defaults(to_json(game.state()), data))


def _with_defaults(defaults: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    return {**defaults, **{name: value for name, value in data.items() if name in defaults}}


def edition_of(game: Game[S, B], record: Record) -> Game[Any, Any]:
    """The edition of a game by whose rules a record is shown.

    That is an earlier edition if a match began and ended under it. Any other match goes on under this edition.
    """
    edition = record.header.get("edition")
    ended = len(record.lines) > 1 and any(line.get("kind") == EndEntry.kind for line in record.lines[-2:])
    if edition == game.edition or not ended or any(line.get("kind") == EditionEntry.kind for line in record.lines):
        return game
    return next((each for each in game.earlier if each.edition == edition), game)


def moments(game: Game[S, B], record: Record) -> Iterator[Moment[S]]:
    """The match of a `record`, line by line.

    Raises BadRecord at the first line that does not follow from the lines before it. Replays lines of this edition, or
    all lines of a match that ended under an earlier one (`edition_of`). For other lines from another edition, uses the
    stored changes and hashes. If the last line shows the secret, draws all outcomes from that secret again.
    """
    return Replayer(game, record).play()


class Follower(ABC, Generic[S, B]):
    """Follows a record line by line. The record may grow in the meantime.

    If `strict`, plays each part of the record by the rules of its own edition, and raises BadRecord for an unknown
    edition. Otherwise, plays only parts of `game`, which `edition_of` may replace by an earlier edition.
    """

    public = False
    wrong_hash = marked("the state's hash does not match the state that follows from the rules")

    def __init__(self, game: Game[S, B], record: Record, strict: bool = False) -> None:
        self.game: Game[S, B] = edition_of(game, record)
        self.record, self.strict = record, strict
        self.known = {each.edition: each for each in (game, *game.earlier)}
        self.header = read_header(record.header)
        if self.header.game != game.name:
            said = {"found": repr(self.header.game), "wanted": repr(game.name)}
            raise BadRecord(1, say("this is a match of {found}, not {wanted}", **said))
        if digest_json(self.header.book) != self.header.book_hash:
            raise BadRecord(1, _("the hash of the match's config differs from the one in the record"))
        fault = misfit(self.header.names, game.named, "names", partial=True) if game.named else ""
        if fault:
            raise BadRecord(1, fault)
        self.config = load_config(self.game, self.header.book)
        self.fold = Fold()
        self.state: S | None = None

    def check_setup(self) -> None:
        """Raises BadRecord if the seats or the options in the first line do not fit the config of the match.

        Older editions may have had other options, so the options are checked only if `strict`.
        """
        seats, right = len(self.header.seats), self.game.seat_count(self.config)
        if seats != right:
            raise BadRecord(1, say("seats: this match has {right} seats, not {found}", right=right, found=seats))
        options = self.header.options
        if self.strict:
            self._check_options(options)
        if self.strict and not isinstance(options.get("lesson", ""), str):
            raise BadRecord(1, _("options: lesson: expected the name of a lesson"))
        if "lesson" in options and self.header.chance != "typed":
            raise BadRecord(1, _("options: lesson: the chance of a lesson must be 'typed'"))

    def _check_options(self, options: dict[str, Any]) -> None:
        """Raises BadRecord for an option that the game does not know, or with a value that the match does not have.

        Options may be missing, because games get new ones.
        """
        game = self.game
        if game.more_options is not None:
            known = {*(each.name for each in options_of(game.config)), *game.more_options, "lesson", ADVICE}
            unknown = [name for name in options if name not in known]
            if unknown:
                said = {"names": ", ".join(each[:40] for each in unknown[:5]), "game": game.title}
                raise BadRecord(1, say("options: {names}: {game} has no such option", **said))
        if options.get(ADVICE, OFF) not in (ON, OFF):
            said = {"name": ADVICE, "values": f"{ON}, {OFF}"}
            raise BadRecord(1, say("options: {name}: expected one of these values: {values}", **said))
        for option in unallowed(game.config, options):
            said = {"name": option.name, "values": option.values()}
            raise BadRecord(1, say("options: {name}: expected one of these values: {values}", **said))
        wrong = misstated(game.config, options, self.config)
        if not wrong and game.misstated is not None:
            wrong = game.misstated(options, self.config, self.header.names)
        if wrong:
            raise BadRecord(
                1,
                say(
                    "options: {names}: the config of the match (its 'book') says something else", names=", ".join(wrong)
                ),
            )

    def play(self) -> Iterator[Moment[S]]:
        """The match line by line. Raises BadRecord."""
        while len(self.fold.entries) < len(self.record.lines):
            yield self.take()

    def take(self) -> Moment[S]:
        """The match after its next line. The record may have grown since the previous line."""
        checkpoint()
        number = len(self.fold.entries) + 1
        entry = read_entry(number, self.record.lines[number - 1], self.public)
        self._check_place(number, entry)
        before = self.state
        self.fold.add(entry)
        if self.strict and isinstance(entry, (MatchEntry, EditionEntry)):
            self._play_by(number, entry.edition)
        if isinstance(entry, BookEntry):
            self._learn(number, entry)
        orders, events = self._next(number, entry)
        noted = getattr(entry, "hash", None)  # None for anchors and the end, which have no hash
        if noted is not None and noted != digest_json(self.fold.plain):
            raise BadRecord(number, _(self.wrong_hash))
        return Moment(number, entry, self.fold.plain, before, self.state, orders, events)

    def _play_by(self, number: int, edition: str) -> None:
        if edition not in self.known:
            known = ", ".join(sorted(self.known))
            text = say("unknown edition of the rules: {found}; known: {known}", found=repr(edition), known=known)
            raise BadRecord(number, text)
        self.game = self.known[edition]
        self.config = load_config(self.game, self.fold.book)

    def _learn(self, number: int, entry: BookEntry) -> None:
        """Goes on with the config and the names that players have entered."""
        strange = [name for name in entry.changes if name not in self.game.learns]
        if strange or self.header.chance != "typed":
            said = _("cards and tables can be entered only in a match with real dice and cards, and never house rules")
            raise BadRecord(number, said)
        if digest_json(self.fold.book) != entry.book_hash:
            raise BadRecord(number, _("the hash of the match's config differs from the one in the record"))
        fault = misfit(self.fold.names, self.game.named, "names", partial=True) if self.game.named else ""
        if fault:
            raise BadRecord(number, fault)
        try:
            self.config = load_config(self.game, self.fold.book)
        except BadRecord as error:
            raise BadRecord(number, error.text) from None

    def _check_place(self, number: int, entry: Entry) -> None:
        """Raises BadRecord if the game does not allow this kind of entry at this point."""

    @abstractmethod
    def _next(self, number: int, entry: Entry) -> tuple[dict[int, Order], list[Event]]:
        """The orders and events of the entry. Updates `state` to the position after the entry. Raises BadRecord."""

    def _known(self, number: int) -> S | None:
        """The stored state, or None if it belongs to an edition other than this program's."""
        if self.fold.edition != self.game.edition:
            return None
        try:
            return from_json(self.game.state, self.fold.plain)
        except BadState as error:
            raise BadRecord(number, str(error)) from None

    def _check_result(self, number: int, entry: EndEntry, state: S) -> None:
        for name, value in final(self.game, state, self.config, self.fold.gone).items():
            noted = getattr(entry, name)
            if noted != value:
                said = {"name": name, "found": repr(noted), "right": repr(value)}
                raise BadRecord(number, say("{name} is {found}; by the rules it must be {right}", **said))


class Replayer(Follower[S, B]):
    """Replays a complete record; see `moments`."""

    def __init__(self, game: Game[S, B], record: Record, strict: bool = False) -> None:
        if is_public(record):
            raise BadRecord(1, _("this is the public record of a match; use the referee's file, which has the orders"))
        super().__init__(game, record, strict)
        self.secret = self._shown_secret()

    def _shown_secret(self) -> bytes | None:
        """The secret in the last line, or None."""
        try:
            last = read_entry(len(self.record.lines), self.record.lines[-1])
        except BadRecord:
            return None  # reported when its line comes
        if not isinstance(last, EndEntry) or last.secret is None:
            return None
        secret = bytes.fromhex(last.secret)
        if commitment(secret) != self.header.commitment:
            said = _("this secret does not match the hash from before the match")
            raise BadRecord(len(self.record.lines), said)
        return secret

    def _check_place(self, number: int, entry: Entry) -> None:
        if not isinstance(entry, EndEntry) and self._is_given_up():
            raise BadRecord(number, _("only one side is left after a resignation, so the match must end here"))
        if isinstance(entry, ResignationEntry) and not can_resign(self.game, self.config, entry.seat):
            raise BadRecord(number, _("this seat cannot resign"))
        if isinstance(entry, EditionEntry):
            before = self.fold.plain
            if any(entry.state[name] != value for name, value in before.items() if name in entry.state):
                said = _("this edition does not start from the last state of the previous edition")
                raise BadRecord(number, said)

    def _is_given_up(self) -> bool:
        return is_given_up(self.game, self.config, self.fold.gone)

    def _next(self, number: int, entry: Entry) -> tuple[dict[int, Order], list[Event]]:
        orders, events = dict[int, Order](), list[Event]()
        if isinstance(entry, EndEntry) and entry.secret is None and self.fold.drawn and self.header.chance == "sampled":
            # outcomes drawn from a secret can be checked only if the end shows it
            raise BadRecord(number, _("the secret behind the outcomes is missing"))
        if isinstance(entry, (MatchEntry, EditionEntry, UndoEntry)):
            self.state = self._known(number)
        if self.state is None:
            return orders, events
        with _by_the_rules(number):
            if isinstance(entry, MatchEntry) and entry.state != to_json(self.game.start(self.config)):
                raise BadRecord(1, _("the first position does not follow from the rules"))
            if isinstance(entry, AnchorEntry) and entry.seat >= self.game.seat_count(self.config):
                raise BadRecord(number, _("the anchor names a seat that this match does not have"))
            if isinstance(entry, TurnEntry):
                orders = self._orders(number, entry, self.state)
                events = self._turn(number, entry, orders, self.state)
            elif isinstance(entry, RulingEntry):
                events = self._ruling(number, entry, self.state)
            elif isinstance(entry, ResignationEntry) and is_over(self.game, self.state, self.config):
                raise BadRecord(number, _("this resignation comes after the end of the match"))
            elif isinstance(entry, EndEntry):
                if not (self._is_given_up() or is_over(self.game, self.state, self.config)):
                    raise BadRecord(number, _("the match is not over yet"))
                self._check_result(number, entry, self.state)
        return orders, events

    def _turn(self, number: int, entry: TurnEntry, given: dict[int, Order], state: S) -> list[Event]:
        orders = blank_orders(self.game)
        for seat, order in given.items():
            orders[seat][: len(order)] = order
        after, events, chances = copy(state), list[Event](), self._chances(entry)
        try:
            steps = play_on(self.game, after, self.config, orders, chances, events)
            drawn = chances.outcomes()
        except (NeedsOutcome, BadOutcome) as error:
            raise BadRecord(number, say("impossible outcomes: {error}", error=error)) from None
        if drawn != entry.chance:
            raise BadRecord(number, _("these outcomes were not drawn from the secret"))
        self._check_draws(number, entry, chances)
        if entry.steps != steps:
            raise BadRecord(
                number,
                say(
                    "the record says that this turn took {noted} steps, but by the rules it takes {steps}",
                    noted=entry.steps,
                    steps=steps,
                ),
            )
        self._go_on(number, entry, state, after)
        return events

    def _chances(self, entry: TurnEntry) -> Sampler | Script:
        if self.secret is not None and self.header.chance == "sampled":
            return Sampler(self.secret, self.fold.shares, self.fold.steps - entry.steps)
        return Script(entry.chance)

    def _check_draws(self, number: int, entry: TurnEntry, chances: Sampler | Script) -> None:
        """Checks how the outcomes were drawn. Older records have no draws to check."""
        if entry.draws is None:
            return
        made, noted = draws_of(chances.drawn, self.fold.steps - entry.steps), entry.draws
        if isinstance(chances, Script):  # the secret is not shown yet, and only the secret gives the faces of Fate dice
            made, noted = without_faces(made), without_faces(noted)
        if made != noted:
            raise BadRecord(number, _("the outcomes were not drawn as the record describes"))

    def _orders(self, number: int, entry: TurnEntry, state: S) -> dict[int, Order]:
        """Checks and returns the orders of a turn. Slots without an order contain the absent code."""
        game, config = self.game, self.config
        if is_over(game, state, config):
            raise BadRecord(number, _("this turn comes after the end of the match"))
        expected = sorted(map(str, seats_in(game.choosers(state, config))))
        if sorted(entry.orders) != expected:
            said = {"found": sorted(entry.orders), "expected": expected}
            raise BadRecord(number, say("there are orders for seats {found}, but seats {expected} must choose", **said))
        return {int(seat): self._order(number, int(seat), order, state) for seat, order in entry.orders.items()}

    def _order(self, number: int, seat: int, order: list[int | None], state: S) -> Order:
        game, config = self.game, self.config
        if len(order) != game.slots(state, config, seat) or (None in order and game.absent is None):
            raise BadRecord(number, say("seat {seat}: this order is incomplete", seat=seat))
        if seat in self.fold.gone and any(code is not None for code in order):
            raise BadRecord(number, say("seat {seat}: this seat has resigned and can no longer choose", seat=seat))
        codes = [game.absent or 0 if code is None else code for code in order]
        last = game.codes(state, config) - 1
        if any(not 0 <= code <= last for code in codes):
            raise BadRecord(
                number, say("seat {seat}: each code must be a number from 0 to {last}", seat=seat, last=last)
            )
        found = first_refusal(game, state, config, seat, codes, partial=None in order)
        if found:
            rule = game.rules.id_of(found[1])
            raise BadRecord(number, say("seat {seat}: rule {rule} does not allow this order", seat=seat, rule=rule))
        return codes

    def _ruling(self, number: int, entry: RulingEntry, state: S) -> list[Event]:
        after, events = copy(state), list[Event]()
        if self.game.ruling is None:
            raise BadRecord(number, _("this game has no rulings"))
        if entry.by is not None and not 0 <= entry.by < self.game.seat_count(self.config):
            raise BadRecord(number, _("the ruling names a seat that this match does not have"))
        refused = self.game.ruling(after, self.config, entry.code, events)
        if refused:
            raise BadRecord(number, say("rule {rule} does not allow this ruling", rule=self.game.rules.id_of(refused)))
        self._go_on(number, entry, state, after)
        return events

    def _go_on(self, number: int, entry: TurnEntry | RulingEntry, before: S, after: S) -> None:
        # compared as written: 1.0 is not 1
        if canonical(entry.changes) != canonical(changes(before, after)):
            raise BadRecord(number, _("the recorded changes do not follow from these choices and outcomes"))
        self.state = after


@contextmanager
def _by_the_rules(number: int) -> Iterator[None]:
    """Turns any error in the rules into BadRecord, because altered configs or states can make rules fail in any way."""
    try:
        yield
    except BadRecord:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        raise BadRecord(number, say("a match cannot be played with this config: {error}", error=error)) from None


def verify(game: Game[S, B], record: Record, strict: bool = True) -> BadRecord | None:
    """The first entry that was altered or does not follow from the rules, or None if the whole record is valid.

    Checks the seals of all lines, the config's hash, the seats, the options (if `strict`) and the signature, if there
    is one. Replays all turns, each by the
    rules of its edition, to check every choice, outcome and state hash. If the last line shows the secret, also checks
    that the secret fits its commitment and that every outcome was drawn from it. For parts of the record from other
    editions, uses only the stored changes, unless `strict`.
    """
    return fault_of(record, Replayer, game, strict)


def fault_of(record: Record, reader: type[Follower[S, B]], game: Game[S, B], strict: bool = True) -> BadRecord | None:
    """The first fault in a record: a wrong signature or seal, or a fault that `reader` finds when it replays the record
    by the rules of `game`.

    `strict` means the same as in `verify`.
    """
    altered = first_broken_link(record) or len(record.lines) + 1
    found: BadRecord | None = None
    try:
        follower = reader(game, record, strict)
        follower.check_setup()
        for _moment in follower.play():
            pass
    except BadRecord as error:
        found = error
    if found and found.line <= altered:
        return found
    if altered <= len(record.lines):
        return BadRecord(altered, _("this entry was altered: its hash does not match"))
    if record.torn:
        return BadRecord(
            altered, _("the last line is incomplete: the program was stopped while writing, or the file was cut short")
        )
    return forged(record)
