"""The files of a race: their names, their contents, the public half, orders for later turns, and errors."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from breakaway.core.game import Game, Refusal
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import BadState
from breakaway.games.manifest import NoSuchGame, find
from breakaway.records.entries import BadRecord, Line
from breakaway.records.history import Fold
from breakaway.records.match import Match, Sealed, Secrets, still_sealed
from breakaway.records.public_records import Publisher, follower
from breakaway.records.record_file import (
    ChangedUnderUs,
    Files,
    Record,
    first_broken_link,
    is_public,
    read_record,
    whole_path,
)
from breakaway.records.replay import Moment

# --- The files of a Blind or Spy race: the public record, and beside it the complete one, which only the referee may
# read.
#
# Every entry is written to the complete record first, and the public record is made from it. If the program stops
# before it has written both records, the next command that opens the race adds the missing entries.


class SplitRaceFiles(Files):
    """The complete record in `NAME.referee`, the sealed orders in `NAME.sealed`, and the public record in `NAME`."""

    def __init__(self, public: Path, game: Game[Any, Any]) -> None:
        super().__init__(whole_path(public))
        self.secret_path = public.with_name(public.name + ".sealed")
        self.public, self.game = public, game
        self._whole = Record()
        self._publisher: Publisher | None = None

    def begin(self) -> None:
        """Creates the file of the complete record, which only its owner can read. Raises FileExistsError."""
        os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def append(self, line: Line) -> None:
        """Adds one line to the complete record, and the public part of it to the public record."""
        super().append(line)
        self._whole.lines.append(line)
        self._publish(read_record(self.public).lines if self.public.stat().st_size else [])

    def read(self) -> tuple[Record, Line | None]:
        """Reads the complete record and the sealed orders. Adds entries that are missing from the public record.

        Raises BadRecord if a file is damaged or the public record does not match.
        """
        if not self.path.exists():
            lacks = f"{self.public.name} does not have the secret orders and cards"
            raise BadRecord(0, f"{self.path.name} is missing; restore it from a copy, because {lacks}")
        record, hidden = super().read()
        self._whole, self._publisher = Record(list(record.lines)), None
        public = read_record(self.public)
        if public.torn:
            with self.public.open("r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)
                os.fsync(file.fileno())
        self._publish(public.lines)
        return record, hidden

    def _publish(self, there: list[Line]) -> None:
        """Adds missing entries to the public record, which already contains the entries in `there`.

        Raises BadRecord if the two records do not match.
        """
        self._publisher = self._publisher or Publisher(self.game, self._whole)
        made = self._publisher.lines(there)
        whole = self.path.name
        for number, (right, found) in enumerate(zip(made, there, strict=False), 1):
            if right != found:
                raise BadRecord(number, f"this entry does not match {whole}; restore {self.public.name} from a copy")
        if len(there) > len(made):
            raise BadRecord(
                0,
                f"{whole} is too short, or an old copy: it has fewer entries than {self.public.name}. Restore it "
                "from a newer copy",
            )
        rows = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in made[len(there) :]]
        if rows:
            with self.public.open("ab") as file:
                file.write("".join(rows).encode())
                file.flush()
                os.fsync(file.fileno())


def mail_path(public: Path) -> Path:
    """The file that remembers which emails were read."""
    return public.with_name(public.name + ".mail")


# --- The error that the referee's desk raises.


class DeskError(UserError):
    """The desk cannot do what was asked and has changed nothing.

    The message says what is wrong, where, and what would be right.
    """


# --- Names turns for the desk, and finds the team that a text refers to.


def find_team(teams: Sequence[str], text: str) -> int:
    """The team that the text refers to by its name, by the beginning of a word in its name, or by its number (from 1).

    Raises a DeskError that lists the teams unless the text refers to exactly one team.
    """
    from breakaway.games.cycling.text.orders import folded, teams_called

    called = teams_called(teams, text)
    counted = [team for team in range(len(teams)) if folded(text) == str(team + 1)]
    for found in (called, counted):
        if len(found) == 1:
            return found[0]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(teams, 1))
    what = "could be " + " or ".join(teams[team] for team in called) if called else "is not a team"
    raise DeskError(f"{shortened(text)} {what}; choose one of: {listed}")


def shortened(text: str) -> str:
    """The text in quotation marks, shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:40] + "...")


def turn_name(view: Any, config: Any) -> str:
    """The open turn in words: `the line-ups`, `turn 9`, or in a tour `stage 2, turn 3`."""
    from breakaway.games.cycling.text.orders import open_turn, turn_text

    return turn_text(config, *open_turn(view))


# --- Orders kept for a turn that is not open now. When their turn opens, these orders are sealed again.


Race: TypeAlias = "Match[Any, Any]"


def later_key(match: Race) -> str:
    """The key under which orders for the open turn are kept: `1.9`, or `2.0` for the line-ups of stage 2."""
    from breakaway.games.cycling.text.orders import open_turn

    return ".".join(map(str, open_turn(match.state)))


def later_name(match: Race, key: str) -> str:
    """The name of the turn that a `key` stands for."""
    from breakaway.games.cycling.text.orders import turn_text

    stage, _, turn = key.partition(".")
    return turn_text(match.config, int(stage), int(turn))


def take_up(match: Race) -> list[str]:
    """Reseals the orders kept for the open turn if they are still legal, and says what became of them."""
    key = later_key(match)
    kept = match.later.get(key)
    if not kept or match.is_over():
        return []
    for seat, each in kept.items():
        now = still_sealed(match.observation(seat), each) if seat in match.choosers() else None
        if now and seat not in match.sealed:
            match.choose(seat, now.order, now.partial)
    lines = []
    if back := [seat for seat in kept if seat in match.sealed]:
        lines = [f"sealed again for {turn_name(match.state, match.config)}: {teams_named(match, back)}"]
    lines += lost(match, kept, turn_name(match.state, match.config))
    match.put_off(key, {})
    return lines


def teams_named(match: Race, seats: Iterable[int]) -> str:
    """The names of the teams in these seats, in seat order."""
    return ", ".join(match.names["teams"][seat] for seat in sorted(seats))


def lost(match: Race, was: Mapping[int, Sealed], turn: str) -> list[str]:
    """Sentences about orders in `was` that are no longer sealed, or are sealed only in part.

    Each sentence gives the reason, but not the cards.
    """
    lines = []
    for seat in sorted(was):
        team, now = match.names["teams"][seat], match.sealed.get(seat)
        if now and (was[seat].partial or not now.partial):
            continue
        found = match.observation(seat).why_not(was[seat].order) if seat in match.choosers() else None
        why = f"{_why(match, seat, found)}" if found else "no rider of the team is still racing"
        gone = "are partial now" if now else "are no longer valid; ask for new ones"
        lines.append(f"{team}: the orders for {turn} {gone}: {why}")
    return lines


def _why(match: Race, seat: int, found: Refusal) -> str:
    """The rule that an order breaks, and the rider, without naming the card."""
    from breakaway.games.cycling.rules import terms

    first = terms.FIRST_SLOT if match.state.phase == terms.LINE_UP else range(5)
    rider = next(("ABCD"[grade] for grade in range(4) if first[grade] <= found.slot < first[grade + 1]), "")
    return f"{rider and f'rider {rider}: '}{match.game.rules.entries[found.rule].says} ({found.rule})"


# --- Opens a race's files for the desk: locks them while a command works, and reports any fault in one clear error.


if sys.platform != "win32":
    import fcntl

PATIENCE = 30.0  # seconds that a command waits for another one
# what the readers below can raise if somebody has altered a record or sealed file by hand
DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


@contextmanager
def at_work(path: Path) -> Iterator[Race]:
    """Opens a race for a `with` block that changes it, and keeps other commands out meanwhile. Raises DeskError."""
    find("cycling")  # import before taking the lock, so that it is held only for a moment
    with _plain_errors(path), _locked(path):
        match = _load(path)
        take_up(match)  # the last writer may have been stopped before this
        yield match


@contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except Refused as error:
        raise DeskError(str(error)) from None
    except (NotNow, ChangedUnderUs) as error:
        raise DeskError(f"{path.name}: {error}") from None
    except OSError as error:
        raise DeskError(f"{error.filename or path}: {error.strerror or error}") from None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Locks the record against other commands until the block or the process ends. On Windows nothing is locked."""
    _check_is_file(path)
    with path.open("rb") as file:
        if sys.platform != "win32":
            _wait_for_lock(path, file.fileno())
        yield


def _wait_for_lock(path: Path, descriptor: int) -> None:
    until = time.monotonic() + PATIENCE
    while sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise DeskError(
                    f"{path}: another command has been working on this race for {PATIENCE:g} s; try again later"
                ) from None
            time.sleep(0.05)


def _check_is_file(path: Path) -> None:
    if path.is_dir():
        raise DeskError(f"{path} is a folder; name the race's file")
    if not path.exists():
        raise DeskError(f"{path}: there is no such file; start a race with: breakaway referee new {path}")


def game_of(path: Path, record: Record) -> Game[Any, Any]:
    """The game to which this record belongs. Raises DeskError unless the game is Breaking Away."""
    try:
        game = find(record.header["game"])
    except NoSuchGame as error:
        raise DeskError(f"{path}: {error}") from None
    if game.name != "cycling":
        raise DeskError(f"{path} is a match of {game.title}; the referee's desk is for the postal race")
    return game


@dataclass(frozen=True)
class RaceHistory:
    """A race as its record describes it: the match before and after each entry, and which entries were taken back."""

    game: Game[Any, Any]
    config: Any
    header: Line
    moments: list[Moment[Any]]
    fold: Fold


def read_past(path: Path, whole: bool = False) -> RaceHistory:
    """Reads a race's history from its record or, if `whole`, from the referee's complete record. Raises DeskError.

    Changes nothing and opens no sealed orders.
    """
    with _plain_errors(path), damage_told(path):
        _check_is_file(path)
        record = read_record(path)
        if whole and is_public(record):
            path = whole_path(path)
            if not path.exists():
                raise DeskError(f"{path} is missing; restore it from a copy. Only this file has the teams' secrets")
            record = read_record(path)
        check_record(record)
        game = game_of(path, record)
        found = follower(game, record)
        return RaceHistory(game, found.config, record.header, list(found.play()), found.fold)


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (BadRecord, BadState) as error:
        raise DeskError(f"{path}: {error}") from None
    except DAMAGE:
        raise DeskError(f"{path}: this record is damaged; restore it from a copy") from None


def check_record(record: Record) -> None:
    """Checks the hash chain of a record and the names in it.

    If either is wrong, raises BadRecord or another error, such as ValueError.
    """
    from breakaway.games.cycling.text.words import checked_names

    altered = first_broken_link(record)
    if altered:
        raise BadRecord(altered, "this entry was altered after it was written: its hash does not match")
    names = record.header["names"]
    checked = checked_names(names, record.header["book"]["teams"])
    if checked != {"riders": {}, **names}:
        raise BadRecord(1, "the names of teams and riders are corrupted")


def _files(path: Path) -> Files:
    """The race's files. Raises DeskError if the path is the referee's file, not the race's own."""
    public = path.with_suffix("")
    if path == whole_path(public) and public.exists():
        raise DeskError(f"{path} is the referee's file; name the race's public file, {public}")
    with damage_told(path):
        record = read_record(path)
        return SplitRaceFiles(path, game_of(path, record)) if is_public(record) else Files(path)


def _load(path: Path) -> Race:
    files = _files(path)
    with damage_told(path):
        record, hidden = files.read()
        check_record(record)
        if hidden is None and not record.is_ended:
            raise BadRecord(
                0,
                f"{files.secret_path.name}, with the sealed orders, is missing; restore it from a copy, or go on "
                f"without the orders sent for the open turn: breakaway referee reopen {path}",
            )
        return Match.load(game_of(path, record), record, hidden, files)


def reopen(path: Path) -> None:
    """Replaces a lost file of sealed orders with a new one. Orders already sent for the open turn remain lost.

    Raises DeskError.
    """
    with _plain_errors(path), _locked(path), damage_told(path):
        files = _files(path)
        record, hidden = files.read()
        check_record(record)
        if record.is_ended:
            raise DeskError(f"{path}: the race is over, so there are no sealed orders")
        if hidden is not None:
            raise DeskError(f"{files.secret_path.name} is not missing, so nothing was changed")
        match = Match.load(game_of(path, record), record, None, files)
        files.keep_secret(Secrets(len(record.lines), b"", match.sealed, {}).entry())
