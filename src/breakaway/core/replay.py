"""Replaying a record gives the match; checking it says where it was altered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.events import Event
from breakaway.core.fair import Sampler, Script, commitment
from breakaway.core.game import SEATS, Game, Order, blank_orders, first_refusal, is_over, play_on, seats_in
from breakaway.core.language import _, say
from breakaway.core.record import BadRecord, Line, Record, first_broken_seal
from breakaway.core.resigned import can_resign, final, is_given_up
from breakaway.core.state import BadState, changes, copy, digest_json, from_json, to_json

S = TypeVar("S")
B = TypeVar("B")


@dataclass
class Moment(Generic[S]):
    """The match after one line of its record (`number`, from 1).

    `state` is None, and there are no events, where the line was played under an edition that is not this program's;
    `plain` is the stored state as JSON values in any case. `steps` counts all steps so far, undone ones too.
    """

    number: int
    line: Line
    plain: dict[str, Any]
    state: S | None
    steps: int
    orders: dict[int, Order] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


def load_book(game: Game[S, B], data: Any) -> B:
    """A record's book; fields that its edition did not have yet take their declared defaults; raises BadRecord."""
    try:
        book = from_json(game.book, _with_defaults(to_json(game.book()), data))
    except BadState as error:
        raise BadRecord(1, say("book: {error}", error=error)) from None
    fewest, most = game.seats
    if not fewest <= game.seat_count(book) <= most:
        raise BadRecord(
            1,
            say(
                "book: {seats} seats; {game} has {fewest} to {most}",
                seats=game.seat_count(book),
                game=game.title,
                fewest=fewest,
                most=most,
            ),
        )
    return book


def upgraded(game: Game[S, B], data: dict[str, Any]) -> S:
    """A state stored by another edition, with fields that it did not have at their defaults; raises BadState."""
    return from_json(game.state, _with_defaults(to_json(game.state()), data))


def _with_defaults(defaults: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    return {**defaults, **{name: value for name, value in data.items() if name in defaults}}


def moments(game: Game[S, B], record: Record) -> Iterator[Moment[S]]:
    """The match line by line; raises BadRecord at the first line that does not follow from those before it.

    Lines that were played under another edition are followed by their stored changes and hashes; those of this
    edition are played again. Where the end shows the secret, every outcome is drawn from it anew.
    """
    return Player(game, record).play()


def is_public(record: Record) -> bool:
    """Whether this is the public half of a record of which the whole stands apart (`core.apart`)."""
    return record.header.get("public") is True


class Player(Generic[S, B]):
    """Follows a record line by line, which may grow meanwhile; see `moments`."""

    def __init__(self, game: Game[S, B], record: Record) -> None:
        self.game, self.record = game, record
        header = record.header
        if is_public(record):
            raise BadRecord(1, _("this is the public record of a match; what was chosen stands in the referee's file"))
        if header["game"] != game.name:
            raise BadRecord(
                1,
                say("this is a match of {found}, not of {wanted}", found=repr(header["game"]), wanted=repr(game.name)),
            )
        if digest_json(header["book"]) != header["book_hash"]:
            raise BadRecord(1, _("the book is not the one whose hash stands beside it"))
        self.edition: Any = header["edition"]
        self.book = load_book(game, header["book"])
        self.absent = 0 if game.absent is None else game.absent
        self.secret = _secret(record)
        self.plain: dict[str, Any] = {}  # the state after the last line that was taken
        self.steps = 0
        self.log_length = 0
        self.has_drawn = False
        self.gone: list[int] = []  # seats that have given up, in that order
        self.before: list[tuple[dict[str, Any], int]] = []  # each turn: the state, and how many had given up

    def play(self) -> Iterator[Moment[S]]:
        for number in range(1, len(self.record.lines) + 1):
            yield self.take(number)

    def take(self, number: int) -> Moment[S]:
        """The match after its next line, which has this number. The record may have grown since the line before."""
        line = self.record.lines[number - 1]
        if number == 1:
            self.plain = self._first_state()
            return Moment(1, line, self.plain, self._known(self.plain), 0)
        if self.record.lines[number - 2]["kind"] == "end" and line["kind"] != "undo":
            raise BadRecord(number, _("nothing but an undo can follow the end"))
        if self._is_given_up() and line["kind"] != "end":
            raise BadRecord(number, _("nothing but the end can follow a resignation that leaves one seat"))
        moment = self._next(number, line, self.plain)
        self.plain = moment.plain
        if line["kind"] != "end" and line.get("hash") != digest_json(self.plain):
            raise BadRecord(number, _("the state hash is not that of the state which the rules give"))
        return moment

    def _known(self, plain: dict[str, Any]) -> S | None:
        """The state, when it is one of this program's edition."""
        return from_json(self.game.state, plain) if self.edition == self.game.edition else None

    def _first_state(self) -> dict[str, Any]:
        header = self.record.header
        stored = _table(1, header, "state")
        if digest_json(stored) != header["hash"]:
            raise BadRecord(1, _("the first state is not the one whose hash stands beside it"))
        with _by_the_rules(1):
            if self.edition == self.game.edition and stored != to_json(self.game.start(self.book)):
                raise BadRecord(1, _("the first state is not the one that the rules give for this book"))
        return stored

    def _next(self, number: int, line: Line, plain: dict[str, Any]) -> Moment[S]:
        kind = line["kind"]
        if kind == "undo":
            if not self.before:
                raise BadRecord(number, _("there is nothing to undo"))
            back, gone = self.before.pop()
            del self.gone[gone:]
            self.log_length -= 1
            return Moment(number, line, back, self._known(back), self.steps)
        if kind == "edition":
            return self._change_edition(number, line, plain)
        if kind == "resign":
            return self._resign(number, line, plain)
        if kind not in ("turn", "decree", "end"):
            raise BadRecord(number, say("unknown kind of entry {kind}", kind=repr(kind)))
        state = self._known(plain)
        if kind == "end":
            self._check_shown(number, line)
        else:
            self.before.append((plain, len(self.gone)))
            self.log_length += 1
        if kind == "turn":
            self.has_drawn = self.has_drawn or bool(line.get("chance"))
            if line.get("n") != self.log_length:
                raise BadRecord(
                    number,
                    say("turn {noted} is noted, this is turn {turn}", noted=repr(line.get("n")), turn=self.log_length),
                )
        if state is None:
            return self._follow(number, line, plain)
        play = {"turn": self._turn, "decree": self._decree, "end": self._end}[kind]
        with _by_the_rules(number):
            return play(number, line, plain, state)

    def _is_given_up(self) -> bool:
        return is_given_up(self.game, self.book, self.gone)

    def _resign(self, number: int, line: Line, plain: dict[str, Any]) -> Moment[S]:
        """A seat gives the match up; nothing on the table changes."""
        state, seat = self._known(plain), line.get("seat")
        if type(seat) is not int or seat in self.gone or not can_resign(self.game, self.book, seat):
            raise BadRecord(number, _("this seat cannot resign"))
        with _by_the_rules(number):
            if state is not None and is_over(self.game, state, self.book):
                raise BadRecord(number, _("a resignation after the match was over"))
        self.gone.append(seat)
        return Moment(number, line, plain, state, self.steps)

    def _check_shown(self, number: int, line: Line) -> None:
        """Outcomes that were drawn from a secret can only be checked once the end shows it."""
        if line.get("secret") is None and self.has_drawn and self.record.header["chance"] == "sampled":
            raise BadRecord(number, _("the secret from which the outcomes were drawn is not shown"))

    def _change_edition(self, number: int, line: Line, before: dict[str, Any]) -> Moment[S]:
        self.edition = line.get("edition")
        self.before.clear()
        plain = _table(number, line, "state")
        if any(plain[name] != value for name, value in before.items() if name in plain):
            raise BadRecord(number, _("the match does not go on from the state in which the edition before left it"))
        try:
            return Moment(number, line, plain, self._known(plain), self.steps)
        except BadState as error:
            raise BadRecord(number, str(error)) from None

    def _follow(self, number: int, line: Line, plain: dict[str, Any]) -> Moment[S]:
        """Takes the stored changes of a line: the rules that made them are not this program's."""
        steps = line.get("steps", 0)
        self.steps += steps if type(steps) is int else 0
        after = plain if line["kind"] == "end" else {**plain, **_table(number, line, "changes")}
        return Moment(number, line, after, None, self.steps)

    def _turn(self, number: int, line: Line, plain: dict[str, Any], state: S) -> Moment[S]:
        if is_over(self.game, state, self.book):
            raise BadRecord(number, _("a turn after the match was over"))
        listed = _outcomes(number, line)
        given = self._orders(number, line, state)
        orders = blank_orders(self.game)
        for seat, order in given.items():
            orders[seat][: len(order)] = order
        after, events = copy(state), list[Event]()
        chances = self._chances(listed)
        try:
            steps = play_on(self.game, after, self.book, orders, chances, events)
            drawn = chances.outcomes()
        except (NeedsOutcome, BadOutcome) as error:
            raise BadRecord(number, say("impossible outcomes: {error}", error=error)) from None
        if drawn != listed:
            raise BadRecord(number, _("the outcomes are not those that the secret gives"))
        if line.get("steps") != steps:
            raise BadRecord(
                number,
                say("{noted} steps are noted, the rules took {steps}", noted=repr(line.get("steps")), steps=steps),
            )
        self._same_changes(number, line, changes(state, after))
        self.steps += steps
        return Moment(number, line, to_json(after), after, self.steps, given, events)

    def _chances(self, listed: list[int]) -> Sampler | Script:
        header = self.record.header
        if self.secret is not None and header["chance"] == "sampled":
            return Sampler(self.secret, header["salts"], self.steps)
        return Script(listed)

    def _orders(self, number: int, line: Line, state: S) -> dict[int, Order]:
        """The orders of a turn, checked; slots for which nothing was ordered hold the absent code."""
        game, book = self.game, self.book
        listed = _listed_orders(number, line)
        expected = seats_in(game.choosers(state, book))
        if sorted(listed) != expected:
            raise BadRecord(
                number,
                say("orders of seats {found}, but seats {expected} choose", found=sorted(listed), expected=expected),
            )
        given: dict[int, Order] = {}
        for seat, order in listed.items():
            if len(order) != game.slots(state, book, seat) or (None in order and game.absent is None):
                raise BadRecord(number, say("seat {seat}: this is no whole order", seat=seat))
            if seat in self.gone and any(code is not None for code in order):
                raise BadRecord(number, say("seat {seat}: an order after it has resigned", seat=seat))
            codes = [self.absent if code is None else code for code in order]
            if any(not 0 <= code < game.codes(state, book) for code in codes):
                raise BadRecord(
                    number, say("seat {seat}: codes are 0 to {last}", seat=seat, last=game.codes(state, book) - 1)
                )
            found = first_refusal(game, state, book, seat, codes, partial=None in order)
            if found:
                raise BadRecord(
                    number,
                    say("seat {seat}: this order is refused by {rule}", seat=seat, rule=game.rules.id_of(found[1])),
                )
            given[seat] = codes
        return given

    def _decree(self, number: int, line: Line, plain: dict[str, Any], state: S) -> Moment[S]:
        after, events = copy(state), list[Event]()
        code = line.get("code")
        if self.game.decree is None or type(code) is not int:
            raise BadRecord(number, _("this is no ruling of this game"))
        if type(line.get("by", 0)) is not int or not 0 <= line.get("by", 0) < self.game.seat_count(self.book):
            raise BadRecord(number, _("the ruling is of a seat that the match has not"))
        refused = self.game.decree(after, self.book, code, events)
        if refused:
            raise BadRecord(number, say("this ruling is refused by {rule}", rule=self.game.rules.id_of(refused)))
        self._same_changes(number, line, changes(state, after))
        return Moment(number, line, to_json(after), after, self.steps, {}, events)

    def _same_changes(self, number: int, line: Line, expected: dict[str, Any]) -> None:
        if _table(number, line, "changes") != expected:
            raise BadRecord(number, _("the stored changes are not what the rules make of these choices and outcomes"))

    def _end(self, number: int, line: Line, plain: dict[str, Any], state: S) -> Moment[S]:
        if not self._is_given_up() and not is_over(self.game, state, self.book):
            raise BadRecord(number, _("the match is not over yet"))
        for name, value in final(self.game, state, self.book, self.gone).items():
            if line.get(name) != value:
                raise BadRecord(
                    number,
                    say(
                        "{name} is {found}, the rules say {right}",
                        name=name,
                        found=repr(line.get(name)),
                        right=repr(value),
                    ),
                )
        return Moment(number, line, plain, state, self.steps)


@contextmanager
def _by_the_rules(number: int) -> Iterator[None]:
    """A book or state that was altered can make the rules fail in any way: then the line does not hold."""
    try:
        yield
    except (BadRecord, BadState):
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
        raise BadRecord(number, say("the rules cannot be played with this book: {error}", error=error)) from None


def _secret(record: Record) -> bytes | None:
    last = record.lines[-1]
    text = last.get("secret") if last["kind"] == "end" else None
    if text is None:
        return None
    try:
        secret = bytes.fromhex(text)
    except (ValueError, TypeError):
        raise BadRecord(len(record.lines), _("the secret is not hexadecimal")) from None
    if commitment(secret) != record.header["commitment"]:
        raise BadRecord(len(record.lines), _("the secret is not the one that was committed to before the match"))
    return secret


def _table(number: int, line: Line, name: str) -> dict[str, Any]:
    value = line.get(name)
    if not isinstance(value, dict):
        raise BadRecord(number, say("{name} is missing or no table", name=repr(name)))
    return value


def _outcomes(number: int, line: Line) -> list[int]:
    listed = line.get("chance")
    if not isinstance(listed, list) or any(type(k) is not int or not 0 <= k < 2**31 for k in listed):
        raise BadRecord(number, _("'chance' must be a list of whole numbers"))
    return listed


def _listed_orders(number: int, line: Line) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for name, order in _table(number, line, "orders").items():
        if name not in SEAT_NAMES or not isinstance(order, list):
            raise BadRecord(number, say("{name}: orders are a seat and its list of codes", name=repr(name)))
        if any(code is not None and type(code) is not int for code in order):
            raise BadRecord(
                number, say("seat {seat}: a code is a whole number, or null where nothing was ordered", seat=name)
            )
        found[int(name)] = order
    return found


SEAT_NAMES = frozenset(str(seat) for seat in range(SEATS))


def verify(game: Game[S, B], record: Record) -> BadRecord | None:
    """The first entry that was altered or does not follow from the rules, or None when the whole record holds.

    Checks the seals of all lines, the book's hash, every choice, outcome and state hash by replaying, and, once the
    secret stands in the last line, its commitment and that every outcome was drawn from it.
    """
    altered = first_broken_seal(record) or len(record.lines) + 1
    found: BadRecord | None = None
    try:
        for _moment in moments(game, record):
            pass
    except BadRecord as error:
        found = error
    except BadState as error:
        found = BadRecord(1, str(error))
    if found and found.line <= altered:
        return found
    if altered <= len(record.lines):
        return BadRecord(altered, _("this entry was altered: its seal does not hold"))
    if record.torn:
        return BadRecord(altered, _("the last line is incomplete: its writer was stopped, or the file was cut short"))
    return None
