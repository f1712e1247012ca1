"""What the entries of a record add up to: turns and rulings that were not taken back, resignations, the current state
and the end.

Code that writes, checks, replays or searches a record adds its entries to a `Fold`, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from breakaway.core.chance import follows
from breakaway.core.language import _, say
from breakaway.records.entries import (
    AnchorEntry,
    BadRecord,
    BookEntry,
    EditionEntry,
    EndEntry,
    Entry,
    MatchEntry,
    PublicTurnEntry,
    ResignationEntry,
    RulingEntry,
    Table,
    TurnEntry,
    UndoEntry,
    read_entry,
)
from breakaway.records.record_file import Record, is_public


@dataclass(frozen=True, slots=True)
class Standing:
    """A turn or ruling that was not taken back: its line number (from 1), and the values that an undo restores.

    `was` contains the earlier values of the fields that the turn or ruling changed. `gone` lists the seats that had
    already resigned.
    """

    number: int
    entry: TurnEntry | PublicTurnEntry | RulingEntry
    was: Table
    gone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The last value shown from a seat's hash chain, and how many turns had been played when the chain began."""

    value: str
    since: int


class Fold:
    """The entries of a record so far, and what they add up to. Does not check the entries against the game's rules."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.standing: list[Standing] = []
        self.taken_back: list[Standing] = []  # in the order of their undos
        self.first = 0  # how many of `standing` belong to earlier editions and can no longer be taken back
        self.begun = 1  # the line that began this edition
        self.closed = 1  # the line that opened the current turn; only orders sealed after it are valid
        self.edition = ""
        self.plain: Table = {}  # the state as JSON values, from the stored changes
        self.book: Table = {}  # the config as JSON values, with what players have entered during the match
        self.names: Table = {}  # the names, likewise
        self.gone: list[int] = []  # seats that have resigned, in the order of their resignations
        self.turns = self.steps = self.drawn = 0  # in all turns, even those taken back
        self.shares: list[str] = []  # what each seat has added to chance: its salt, anchor or latest link
        self.chains: dict[int, ChainHead] = {}

    @property
    def last(self) -> Entry:
        """The last entry."""
        return self.entries[-1]

    @property
    def is_ended(self) -> bool:
        """Whether the record ends with the result."""
        return bool(self.entries) and isinstance(self.last, EndEntry)

    @property
    def open(self) -> list[Standing]:
        """The turns and rulings that can be taken back: those played under this edition."""
        return self.standing[self.first :]

    def before(self) -> Table:
        """The state that an undo would restore, as JSON values."""
        return {**self.plain, **self.standing[-1].was}

    def length_at(self, turn: int) -> int:
        """How many lines the record had after the first `turn` turns and rulings, not counting those taken back.

        For a turn of an earlier edition, returns how many lines the record had when the current edition began.
        """
        return self.standing[turn - 1].number if turn > self.first else self.begun

    def may_link(self, seat: int, link: str) -> bool:
        """Whether this seat's `link` is valid in the next turn."""
        shown = self.chains.get(seat)
        return shown is not None and (shown.since == 0 or self.turns > shown.since) and follows(link, shown.value)

    def shares_with(self, links: Mapping[int, str]) -> list[str]:
        """The share of each seat after these links have been shown."""
        found = self.shares + [""] * (max(links, default=-1) + 1 - len(self.shares))
        return [links.get(seat, share) for seat, share in enumerate(found)]

    def add(self, entry: Entry) -> None:
        """Adds the next entry. Raises BadRecord if the entry cannot follow those before it.

        Do not use the Fold after an error.
        """
        number = len(self.entries) + 1
        if isinstance(entry, MatchEntry) != (number == 1):
            raise BadRecord(number, _("the first line must be of kind 'match', and no other line may be of this kind"))
        if self.is_ended and not isinstance(entry, UndoEntry):
            raise BadRecord(number, _("only an undo can follow the end of a match"))
        self.entries.append(entry)
        if isinstance(entry, EditionEntry) and entry.before != self.edition:
            said = say("the previous edition was {right}, not {found}", right=self.edition, found=entry.before)
            raise BadRecord(number, said)
        if isinstance(entry, (MatchEntry, EditionEntry)):
            self.edition, self.plain = entry.edition, entry.state
            self.first, self.begun = len(self.standing), number
            if isinstance(entry, MatchEntry):
                self.shares, self.book, self.names = list(entry.salts), entry.book, entry.names
        elif isinstance(entry, AnchorEntry):
            self._anchor(number, entry)
        elif isinstance(entry, (TurnEntry, PublicTurnEntry, RulingEntry)):
            self._stand(number, entry)
        elif isinstance(entry, UndoEntry):
            self._take_back(number)
        elif isinstance(entry, BookEntry):
            self.book, self.names = {**self.book, **entry.changes}, {**self.names, **entry.names}
        elif isinstance(entry, EndEntry):
            self.closed = number
        elif isinstance(entry, ResignationEntry):
            if entry.seat in self.gone:
                raise BadRecord(number, _("this seat has already resigned"))
            self.gone.append(entry.seat)

    def _anchor(self, number: int, entry: AnchorEntry) -> None:
        shown = self.chains.get(entry.seat)
        if shown is not None and shown.since == self.turns:
            raise BadRecord(number, say("seat {seat} has already given an anchor in this turn", seat=entry.seat))
        self.chains[entry.seat] = ChainHead(entry.anchor, self.turns)
        if self.turns == 0:  # a later anchor is no share: a player who knows the secret could pick a lucky one
            self.shares = self.shares_with({entry.seat: entry.anchor})

    def _link(self, number: int, entry: TurnEntry) -> None:
        links = entry.links or {}
        if (self.chains or links) and (entry.links is None or links.keys() != entry.orders.keys()):
            raise BadRecord(number, _("links must have one entry for each seat that had to choose, and no others"))
        given = {int(seat): link for seat, link in links.items() if link is not None}
        for seat, link in given.items():
            if not self.may_link(seat, link):
                raise BadRecord(
                    number, say("seat {seat}: this link does not continue the seat's hash chain", seat=seat)
                )
            self.chains[seat] = ChainHead(link, self.chains[seat].since)
        self.shares = self.shares_with(given)

    def _stand(self, number: int, entry: TurnEntry | PublicTurnEntry | RulingEntry) -> None:
        try:
            was = {name: self.plain[name] for name in entry.changes}
        except KeyError as error:
            raise BadRecord(number, say("{where}: unknown field {name}", where="changes", name=error)) from None
        self.standing.append(Standing(number, entry, was, tuple(self.gone)))
        self.plain = {**self.plain, **entry.changes}
        if isinstance(entry, RulingEntry):
            return
        # a public record leaves rulings out, and starts counting its turns again under each edition
        turn = len(self.standing) - (self.first if isinstance(entry, PublicTurnEntry) else 0)
        if entry.n != turn:
            raise BadRecord(
                number, say("the record says turn {noted}, but this is turn {turn}", noted=entry.n, turn=turn)
            )
        if isinstance(entry, TurnEntry):
            self._link(number, entry)
        self.turns += 1
        self.closed = number
        if isinstance(entry, TurnEntry):
            self.steps += entry.steps
            self.drawn += len(entry.chance)

    def _take_back(self, number: int) -> None:
        if len(self.standing) == self.first:
            raise BadRecord(number, _("there is nothing to undo"))
        self.plain = self.before()
        self.taken_back.append(self.standing.pop())
        self.gone = list(self.taken_back[-1].gone)
        if not isinstance(self.taken_back[-1].entry, RulingEntry):
            self.closed = number


def fold(entries: Iterable[Entry]) -> Fold:
    """The Fold of these entries. Raises BadRecord at the first entry that cannot follow the ones before it."""
    found = Fold()
    for entry in entries:
        found.add(entry)
    return found


def entries_of(record: Record) -> Iterator[Entry]:
    """The entries of a public or complete record. Raises BadRecord at the first line that is not an entry."""
    for number, line in enumerate(record.lines, 1):
        yield read_entry(number, line, is_public(record))
