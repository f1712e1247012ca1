"""A record at the terminal: replayed, verified, reviewed, printed, as a zine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import ALL_SIDES, UserError, read_by, say
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import BadState, copy
from breakaway.display import renderers
from breakaway.display.document import Document, printable
from breakaway.display.renderers import field_styles
from breakaway.display.reports import retold, zine
from breakaway.display.review import document, review_of
from breakaway.games.manifest import find
from breakaway.players.coaches import label
from breakaway.players.receipts import check_receipt, read_receipt
from breakaway.records.entries import (
    AnchorEntry,
    BadRecord,
    BookEntry,
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
from breakaway.records.public_records import verify as first_fault
from breakaway.records.record_file import Record
from breakaway.records.replay import Moment
from breakaway.records.verify import Grade, not_consistent, trusted_keys, verdict
from breakaway.terminal.game_desk import Lookup, ended, find_desk, resignation, upper_first
from breakaway.terminal.printing import drawn
from breakaway.terminal.saved_matches import record_of, whole_of
from breakaway.terminal.screen import Screen, UserQuit

# --- `breakaway replay`: shows a record turn by turn. Until the match is over, shows only what is public.


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
    except UserQuit:
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
        with read_by(ALL_SIDES):
            self._tell(step)

    def _tell(self, step: bool) -> None:
        for moment in self.follower.play():
            entry = moment.entry
            if isinstance(entry, BookEntry):
                self.config = self.follower.config
                self.names = self.desk.checked_names(self.follower.fold.names, self.config)
            if isinstance(entry, (AnchorEntry, BookEntry)):
                continue
            if isinstance(entry, MatchEntry):
                self._begin(moment)
            elif isinstance(entry, UndoEntry):
                self.log.pop()
                self.screen.head("The last turn is taken back")
            elif isinstance(entry, EditionEntry):
                self.screen.head(f"The match goes on under edition {entry.edition}")
            elif isinstance(entry, ResignationEntry):
                if moment.state is not None and not self.observation(moment.state).standing.is_over:
                    self.screen.head("A resignation")
                    self.screen.say(resignation(self.observation(moment.state)))
            elif isinstance(entry, EndEntry):
                self.screen.head(self.desk.manner.end)
                if moment.state is not None:
                    self.screen.show(ended(self.desk, self._look(self.observation(moment.state))))
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

    def _look(self, observation: Observation[Any, Any]) -> Lookup:
        log = list(enumerate(self.log, 1))
        screen, played = self.screen, lambda: played_in(Match.load(self.game, self.record, None))
        return Lookup(observation, log, "", screen.color, screen.width, played)


# --- `breakaway verify`: checks that a record is complete and its hashes are right, that it follows the rules, and that
# its outcomes were drawn fairly.


def verify_file(file: str, receipt: str = "", keys: Sequence[str] = ()) -> int:
    """Says what is proven and returns 0, or names the first entry that differs and returns 1.

    With `keys` (keys, or files of keys), also returns 1 unless one of them signed the record. With a `receipt`, also
    returns 1 if the record does not contain the receipt's order. Raises UserError if `receipt` is not a valid receipt,
    or if a key cannot be read.
    """
    given = read_receipt(receipt) if receipt else None
    trusted = trusted_keys(keys)
    whole = None
    try:
        record = record_of(file)
        game = find(record.header["game"])
        whole = whole_of(file, record)
        fault = first_fault(game, record, whole)
    except BadRecord as error:
        fault = error
    except BadState as error:
        fault = BadRecord(1, str(error))
    if fault:
        where = f"entry {fault.line}" if fault.line else "the file"
        said = not_consistent(BadRecord(0, f"{where}: {fault.text}"))
        print(f"breakaway: {printable(file)}: {said.title}: {printable(said.details[0])}", file=sys.stderr)
        print(f"{said.proven}\n{said.not_proven}", file=sys.stderr)
        return 1
    found = verdict(record, None, whole, trusted)
    for line in (f"{found.title}.", *found.sentences):
        print(printable(line).replace("\n", " "))  # a record's server can have any name
    holds = not keys or found.grade == Grade.TRUSTED
    if not holds:
        print(f"breakaway: {printable(file)}: no key that you named has signed this record", file=sys.stderr)
    if given is None:
        return 0 if holds else 1
    receipt_found = check_receipt(whole or record, given)
    print(printable(receipt_found.says))
    return 0 if holds and receipt_found.holds else 1


# --- `breakaway review`: shows what the calls and cards of a finished match were worth, at the terminal or as a page.


STYLE = """
svg.lead { display: block; width: 100%; height: auto }
svg.lead .ground, svg.lead .part { stroke: var(--line); fill: none }
svg.lead .track { fill: none; stroke: var(--team-line); stroke-width: 3; stroke-linejoin: round }
svg.lead .chip { fill: var(--team-line) } svg.lead .key { fill: var(--gold); stroke: var(--ink); stroke-width: 2 }
svg.lead .name { fill: var(--ink); font-size: 15px; font-weight: 650 }
svg.lead .tick { fill: var(--soft); font-size: 13px }
"""


def review(file: str, html: str | None, screen: Screen | None = None) -> None:
    """Shows the review of a match on the `screen`, or writes it as a page to the file `html`.

    Raises UserError or BadRecord.
    """
    page = Path(html) if html is not None else None
    if page is not None and (page.is_dir() or not page.parent.is_dir()):
        what = "is a folder" if page.is_dir() else f"there is no folder {page.parent}"
        raise UserError(f"--html: {page}: {what}; name a file")
    found = document(review_of(record_of(file)))
    if page is None:
        (screen or Screen()).tell(found)
        return
    page.write_text(as_html(found), encoding="utf-8", newline="\n")
    (screen or Screen()).say_whole(f"The review: {page}")


def as_html(found: Document) -> str:
    """The review as a page that loads no other files."""
    board = (Path(renderers.__file__).parent / "board.css").read_text(encoding="utf-8")
    teams = "\n".join(line for line in board.splitlines() if "--team-line:" in line)
    return renderers.as_html(found, style=f"{STYLE}{teams}\n:root {{ color-scheme: light dark }}\n")


# --- `breakaway zine`: shows all reports of a match as one document, or writes them to a file.


def zine_of(name: str, record: Record) -> Document:
    """The zine of a recorded match, as a spectator may see it. `name` is the file or the name of the match."""
    game = find(record.header["game"])
    match = Match.load(game, whole_of(name, record) or record, None)
    teams = match.names.get("teams") or [seat["name"] for seat in record.header["seats"]]
    title = say("{game}: {teams}", game=game.title, teams=", ".join(map(str, teams)))
    return zine(title, retold(match, SPECTATOR), match.is_over())


def show_zine(file: str, out: str | None, screen: Screen | None = None) -> None:
    """Shows the zine of a match on the `screen`, or writes it to the file `out`, whose extension sets the format.

    Raises UserError or BadRecord.
    """
    path = Path(out) if out is not None else None
    if path is not None and path.exists():
        raise UserError(f"--out: {path} already exists; name another file")
    if path is not None and not path.parent.is_dir():
        raise UserError(f"--out: there is no folder {path.parent}")
    found = zine_of(file, record_of(file))
    if path is None:
        (screen or Screen()).tell(found)
        return
    path.write_bytes(drawn(found, path, field_styles()))
    (screen or Screen()).say_whole(f"Written: {path}")
