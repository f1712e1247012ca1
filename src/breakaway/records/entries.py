"""The entries of a match's record. Each kind of line has its own frozen dataclass.

A field's declared type determines its valid values. `read_entry` refuses all other values and names the line. A line
may leave out a field that has a default. A field that has its default value is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeAlias, TypeVar

from breakaway.core.chance import is_value
from breakaway.core.game import SEATS
from breakaway.core.language import _, marked, say

Line: TypeAlias = dict[str, Any]
Table: TypeAlias = dict[str, Any]
Count: TypeAlias = int  # from 0 to MOST - 1
Orders: TypeAlias = dict[str, list[int | None]]  # by seat; null is a slot for which nothing was ordered
Told: TypeAlias = list[list[Any]]  # each event is a rule and its whole numbers
Value: TypeAlias = str  # 64 hexadecimal digits, such as a value of a hash chain (`links`)
ServerName: TypeAlias = str  # from 1 to LONGEST_NAME characters, none of them a control character
Way: TypeAlias = str  # where outcomes come from: sampled or typed
Draws: TypeAlias = list[list[Any]]  # how each outcome was drawn (`draws`)
E = TypeVar("E", bound="Entry")
FORMAT = 1
SEAT_NAMES = frozenset(map(str, range(SEATS)))
LONGEST_NAME = 300  # characters of a server's name
ADVICE, ON, OFF = "advice", "on", "off"  # the option that says whether players may ask a coach, and its values
MOST = 2**31  # every count and every outcome is below this


LONGEST_FAULT = 1000  # characters: a value of the record can be in it, and the record can be a stranger's


class BadRecord(ValueError):
    """A record that cannot be read or is not valid. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, line: int, text: str) -> None:
        text = text if len(text) <= LONGEST_FAULT else f"{text[: LONGEST_FAULT - 3]}..."
        super().__init__(say("line {line}: {text}", line=line, text=text) if line else text)
        self.line, self.text = line, text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.text), vars(self)


@dataclass(frozen=True, slots=True)
class Entry:
    """The content of one line of a record, without its seal."""

    kind: ClassVar[str]

    def line(self) -> Line:
        """The line's JSON value as in the record, without its seal."""
        written: Line = {"kind": self.kind}
        for name, attribute, _is_right, _wrong, default in _PARTS[type(self)]:
            value = getattr(self, attribute)
            if default is MISSING or value != default:
                written[name] = value
        return written


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEntry(Entry):
    """The first entry: everything that defines the match. Commits to the match's secret without revealing it."""

    kind = "match"
    format: Count
    game: str
    edition: str
    options: Table
    names: Table
    seats: list[Table]
    book: Table
    book_hash: str
    chance: Way
    commitment: str
    salts: list[str]
    state: Table
    hash: str
    seeded: bool = False  # the secret comes from a seed that somebody chose
    public: bool = False
    version: str = ""  # the version of the program that began the match; records before 0.8.0 lack it


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorEntry(Entry):
    """A seat starts a hash chain of its own.

    If the chain begins before the first turn, its links are used at once; otherwise, from the next turn on.
    """

    kind = "anchor"
    seat: Count
    anchor: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEntry(Entry):
    """One turn: the choices, the outcomes and what changed. `answered` says who chose in place of a seat.

    Once any seat of the match has an anchor, `links` contains the link of each seat that had to choose (None if it gave
    no link).
    """

    kind = "turn"
    n: Count
    orders: Orders
    chance: list[Count]
    draws: Draws | None = None
    links: dict[str, Value | None] | None = None
    steps: Count
    answered: dict[str, str] | None = None
    changes: Table
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTurnEntry(Entry):
    """One turn of a public record: the public events, and what changed for a spectator."""

    kind = "turn"
    n: Count
    told: Told
    changes: Table
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingEntry(Entry):
    """A ruling by the referee, or by a seat that acts as umpire at the table (`by`)."""

    kind = "decree"
    code: int
    by: int | None = None
    changes: Table
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEntry(Entry):
    """Takes back the last turn or ruling. The entry's hash is that of the restored state."""

    kind = "undo"
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationEntry(Entry):
    """A seat resigns. The state does not change."""

    kind = "resign"
    seat: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionEntry(Entry):
    """The match goes on from this state under another edition of the rules."""

    kind = "edition"
    edition: str
    before: str  # called "from" in the line
    state: Table
    hash: str
    version: str = ""  # the version of the program that goes on with the match


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry(Entry):
    """The players have entered or corrected a card or a cell of a table of theirs: from here on, the match has these
    fields of its config, and these names. What was played before keeps the config of its time.
    """

    kind = "book"
    changes: Table
    names: Table
    book_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEntry(Entry):
    """The result, and the secret that lets anyone check the dice and cards. `secret` is None if it was lost."""

    kind = "end"
    why: str
    score: list[int]
    rank: list[int]
    secret: Value | None
    instructions: dict[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureEntry(Entry):
    """The last line of a published record: the server's name and public key, who played, and the signature.

    `players` gives each seat's name and says who played it.
    """

    kind = "signature"
    server: ServerName
    key: Value
    players: list[Table]
    signature: str


Check: TypeAlias = Callable[[Any], bool]


def _is(kind: type) -> Check:
    return lambda value: type(value) is kind


def _list_of(check: Check) -> Check:
    return lambda value: type(value) is list and all(map(check, value))


def _by_seat(check: Check) -> Check:
    return lambda value: type(value) is dict and value.keys() <= SEAT_NAMES and all(map(check, value.values()))


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST


def _is_value(value: Any) -> bool:
    return type(value) is str and is_value(value)


def _is_server_name(value: Any) -> bool:
    return (
        type(value) is str
        and 1 <= len(value) <= LONGEST_NAME
        and not any(each < " " or each == "\x7f" for each in value)
    )


def _is_draw(value: Any) -> bool:
    if type(value) is not list or list(map(type, value[:7])) != [int, str, str, int, int, int, int]:
        return False
    return len(value) == 7 or (len(value) == 8 and _list_of(_is(int))(value[7]))


def _is_event(value: Any) -> bool:
    return type(value) is list and list(map(type, value)) == [str, *[int] * (len(value) - 1)]


_SAID: dict[str, tuple[Check, str]] = {  # by declared type: the check of a value, and the message if it fails
    "str": (_is(str), marked("{name} must be text")),
    "Value | None": (_or_none(_is_value), marked("{name} must have 64 hexadecimal digits, or be null")),
    "bool": (_is(bool), marked("{name} must be true or false")),
    "int": (_is(int), marked("{name} must be a whole number")),
    "int | None": (_or_none(_is(int)), marked("{name} must be a whole number")),
    "Count": (_is_count, marked("{name} must be a whole number from 0 to {most}")),
    "list[int]": (_list_of(_is(int)), marked("{name} must be a list of whole numbers")),
    "list[Count]": (_list_of(_is_count), marked("{name} must be a list of whole numbers from 0 to {most}")),
    "list[str]": (_list_of(_is(str)), marked("{name} must be a list of strings")),
    "Table": (_is(dict), marked("{name} must be a table")),
    "list[Table]": (_list_of(_is(dict)), marked("{name} must be a list of tables")),
    "Orders": (
        _by_seat(_list_of(_or_none(_is(int)))),
        marked("{name} must list codes for each seat: whole numbers, or null if the seat gave no order"),
    ),
    "dict[str, str] | None": (_or_none(_by_seat(_is(str))), marked("{name} must have a string for each seat")),
    "dict[str, list[str]]": (
        _by_seat(_list_of(_is(str))),
        marked("{name} must have a list of strings for each seat"),
    ),
    "Value": (
        _is_value,
        marked("{name} must have 64 hexadecimal digits"),
    ),
    "dict[str, Value | None] | None": (
        _or_none(_by_seat(_or_none(_is_value))),
        marked("{name} must have 64 hexadecimal digits, or null, for each seat"),
    ),
    "Draws | None": (
        _or_none(_list_of(_is_draw)),
        marked("{name} must be a list of draws, each with step, how, label, sides, low, weight and total"),
    ),
    "ServerName": (
        _is_server_name,
        marked("{name} must be the server's address: 1 to {longest} characters, without line breaks"),
    ),
    "Way": (
        lambda value: value in ("sampled", "typed"),
        marked("{name} must be 'sampled' or 'typed'"),
    ),
    "Told": (
        _list_of(_is_event),
        marked("{name} must be a list of events, each with a rule and whole numbers"),
    ),
}

_ENTRIES: tuple[type[Entry], ...] = (MatchEntry, AnchorEntry, TurnEntry, RulingEntry, UndoEntry, ResignationEntry)
_ENTRIES += (EditionEntry, BookEntry, EndEntry)
_KINDS: dict[str, type[Entry]] = {str(each.kind): each for each in _ENTRIES}
_PUBLIC = {kind: each for kind, each in _KINDS.items() if each not in (AnchorEntry, RulingEntry)} | {
    "turn": PublicTurnEntry
}
_PARTS: dict[type[Entry], list[tuple[str, str, Check, str, Any]]] = {
    each: [
        ("from" if part.name == "before" else part.name, part.name, *_SAID[str(part.type)], part.default)
        for part in fields(each)
    ]
    for each in {*_KINDS.values(), PublicTurnEntry, SignatureEntry}
}


def read_entry(number: int, line: Line, public: bool = False) -> Entry:
    """Reads a line of a complete record, or of a `public` one. Raises BadRecord with the line's number."""
    kind = (_PUBLIC if public else _KINDS).get(line["kind"])
    if kind is None:
        raise BadRecord(number, say("unknown kind of entry {kind}", kind=repr(line["kind"])))
    return _read(kind, number, line)


def _read(kind: type[E], number: int, line: Line) -> E:
    found = {}
    for name, attribute, is_right, wrong, default in _PARTS[kind]:
        value = found[attribute] = line.get(name, None if default is MISSING else default)
        if not is_right(value):
            raise BadRecord(number, say(wrong, name=repr(name), most=MOST - 1, longest=LONGEST_NAME))
    return kind(**found)


def unknown_fields(line: Line, public: bool = False) -> list[str]:
    """The names of a line's fields that the format does not have, sorted. Programs that read a record ignore them.

    `public`: whether the line comes from a public record.
    """
    kind = SignatureEntry if line["kind"] == SignatureEntry.kind else (_PUBLIC if public else _KINDS).get(line["kind"])
    known = {name for name, *_rest in _PARTS[kind]} if kind else set(line)
    return sorted(set(line) - known - {"kind", "seal"})


def read_signature(number: int, line: Line) -> SignatureEntry:
    """Reads a record's signature from its last line, which is line `number`. Raises BadRecord."""
    return _read(SignatureEntry, number, line)


def read_header(line: Line) -> MatchEntry:
    """Reads the first line of a record. Raises BadRecord."""
    if line["kind"] != MatchEntry.kind:
        raise BadRecord(1, _("this is not a match record: its first line must be of kind 'match'"))
    if line.get("format") != FORMAT:
        found = repr(line.get("format"))
        raise BadRecord(
            1, say("this record is in format {found}; this program reads only format {ours}", found=found, ours=FORMAT)
        )
    return _read(MatchEntry, 1, line)
