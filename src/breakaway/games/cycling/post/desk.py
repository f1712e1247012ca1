"""What a referee does with a race: begins it, takes orders, sees who is missing, closes the turn, takes it back.

Every function works on the race's file and raises DeskError, having changed nothing, when it cannot do what was asked.
Orders stay sealed beside the file until their turn closes: nothing here tells what is in them, but for the confirmation
to the team that gave them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakaway.core.events import Event
from breakaway.core.game import BadOrder, Order
from breakaway.core.match import Match, Start
from breakaway.core.record import Files
from breakaway.core.window import Window
from breakaway.games.cycling.post.files import DeskError, Race, at_work
from breakaway.games.registry import find

LONGEST_TEXT = 100_000  # characters of an order; the race's own limit is lower and says so
GRADES, RIDERS = 4, 48  # as in cycling.state, which is imported only when needed
STAND_INS = ("BA-9.1", "BA-R15", "BA-R16", "BA-R17")  # played for somebody who gave no orders


def new(
    path: Path,
    teams: Sequence[str],
    riders: Mapping[str, Any] | None = None,
    profile: str = "postal",
    house: Mapping[str, Any] | None = None,
    tracks: str | None = None,
    seed: int | None = None,
) -> str:
    """Begins a race in a new file; returns what to tell the teams. Raises DeskError."""
    from breakaway.core.data import BadData
    from breakaway.core.fair import secret_of_seed
    from breakaway.games.cycling.files.book import resolve
    from breakaway.games.cycling.text.words import checked_names

    _check_riders(riders or {})
    try:
        book, options = resolve(profile, len(teams), dict(house or {}), tracks)
        names = checked_names({"teams": list(teams), "riders": dict(riders or {})}, len(teams))
    except (BadData, ValueError) as error:
        raise DeskError(str(error)) from None
    seats = [{"name": name, "player": "human"} for name in names["teams"]]
    secret = b"" if seed is None else secret_of_seed(seed)
    _begin(path, Start(book, options, names, seats, secret=secret))
    return (
        f"{path}: a race of {len(teams)} teams ({', '.join(names['teams'])}), profile {options['profile']}, "
        f"on {options['tour']['name']}.\nNow each team sends its line-up, like: {options['default_line_up']}"
    )


def _check_riders(riders: Mapping[str, Any]) -> None:
    for team, four in riders.items():
        if not isinstance(four, list | tuple) or len(four) != 4 or not all(isinstance(name, str) for name in four):
            raise DeskError(f"riders: {team}: expected four names, of A, B, C and D")


def _begin(path: Path, start: Start) -> None:
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        raise DeskError(f"{path} exists already; a race is never written over") from None
    except (OSError, ValueError) as error:
        raise DeskError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        Match.new(find("cycling"), start, Files(path))
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise DeskError(f"{error.filename or path}: {error.strerror or error}") from None
        raise


def find_team(teams: Sequence[str], text: str) -> int:
    """The team of this name, beginning of a name, or number (from 1); raises DeskError listing the teams."""
    wanted = " ".join(text.split()).casefold()
    exact = [team for team, name in enumerate(teams) if name.casefold() == wanted]
    begins = [team for team, name in enumerate(teams) if wanted and name.casefold().startswith(wanted)]
    counted = [team for team in range(len(teams)) if wanted == str(team + 1)]
    for found in (exact, counted, begins):
        if len(found) == 1:
            return found[0]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(teams, 1))
    what = "could be " + " or ".join(teams[team] for team in begins) if begins else "is no team"
    raise DeskError(f"{shortened(text)} {what}; the teams are: {listed}")


def shortened(text: str) -> str:
    """A text in quotation marks, cut when it is long."""
    return repr(text if len(text) <= 40 else text[:40] + "...")


def turn_name(view: Any, book: Any) -> str:
    """What is played now: `the line-ups`, `turn 9`, or with its stage `stage 2, turn 3`."""
    from breakaway.games.cycling.rules.state import LINE_UP

    stage = f"stage {view.stage + 1}, " if book.stages > 1 else ""
    return f"{stage}{'the line-ups' if view.phase == LINE_UP else f'turn {view.turn}'}"


def take_orders(path: Path, team: str, text: str) -> str:
    """Seals the orders (before the start: the line-up) of a team; returns the confirmation for it. Raises DeskError."""
    with at_work(path) as match:
        seat = find_team(match.names["teams"], team)
        name = match.names["teams"][seat]
        window = match.window(seat)
        if not window.is_asked():
            raise DeskError(
                f"{name} has nothing to order: {'the race is over' if match.is_over() else 'nobody rides on'}"
            )
        order, partial = _read(window, name, text)
        again = seat in match.sealed
        match.choose(seat, order, partial)
        lines = [f"{name}, {turn_name(window.view, match.book)}: sealed.", window.write(order)]
        if match.sealed[seat].partial:
            lines.append("Partial: who has no card plays the highest unless you send the rest before the turn closes.")
        return "\n".join([*lines, *(["This replaces what was sent before."] if again else [])])


def _read(window: Window[Any, Any], name: str, text: str) -> tuple[Order, bool]:
    if len(text) > LONGEST_TEXT:
        raise DeskError(f"{name}: nothing was taken.\na text of {len(text)} characters is no order")
    try:
        return window.read(text)
    except BadOrder as error:
        faults = [
            f"line {line}: {fault} ({rule})" if line else f"{fault} ({rule})" for line, rule, fault in error.mistakes
        ]
        raise DeskError("\n".join([f"{name}: nothing was taken.", *faults])) from None


@dataclass(frozen=True)
class Status:
    """How a turn stands; never what was ordered. `dropped` riders need no orders."""

    turn: str
    over: bool
    ready: list[str]
    partial: list[str]
    missing: list[str]
    resting: list[str]  # may order but need not: everybody of theirs is dropped
    out: list[str]  # nobody of theirs is on the track
    dropped: list[str]

    def text(self) -> str:
        """The same for people."""
        if self.over:
            return "The race is over."
        rows = (
            ("in", self.ready),
            ("in, partial", self.partial),
            ("missing", self.missing),
            ("need not order", self.resting),
            ("not riding", self.out),
            ("dropped", self.dropped),
        )
        told = [f"{name + ':':16}{', '.join(listed)}" for name, listed in rows if listed]
        return "\n".join([f"Open: {self.turn}", *told])


def status(path: Path) -> Status:
    """Who is in and who is missing; raises DeskError."""
    from breakaway.games.cycling.text.words import short_name

    with at_work(path) as match:
        teams, view = match.names["teams"], match.window().view
        dropped = [rider for rider in view.queue[: view.field] if view.dropped[rider]]
        owing = {rider // GRADES for rider in view.queue[: view.field] if not view.dropped[rider]}
        asked, missing = match.choosers(), match.missing()
        partial = [team for team in missing if team in match.sealed]
        silent = [team for team in missing if team not in partial]
        owes = {team: team in owing or view.field == 0 for team in silent}

        def called(listed: Iterable[int]) -> list[str]:
            return [teams[team] for team in listed]

        return Status(
            turn=turn_name(view, match.book),
            over=match.is_over(),
            ready=called(team for team in asked if team not in missing),
            partial=called(partial),
            missing=called(team for team in silent if owes[team]),
            resting=called(team for team in silent if not owes[team]),
            out=called(team for team in range(len(teams)) if team not in asked),
            dropped=[short_name(match.names, rider) for rider in sorted(dropped)],
        )


@dataclass(frozen=True)
class Closed:
    """A turn that was closed: which, what was played for those who sent nothing, and whether the race is over."""

    turn: str
    stand_ins: list[str]
    over: bool

    def text(self) -> str:
        """The same for people."""
        told = [f"Closed: {self.turn}", *self.stand_ins]
        return "\n".join([*told, *(["The race is over."] if self.over else [])])


def run(path: Path) -> Closed:
    """Closes the turn; who sent nothing is played as the rules say of absent players. Raises DeskError."""
    with at_work(path) as match:
        turn = turn_name(match.state, match.book)
        events = match.close()
        return Closed(turn, with_rules(match, [each for each in events if each.rule in STAND_INS]), match.is_over())


def with_rules(match: Race, events: Sequence[Event]) -> list[str]:
    """Public events as sentences with their rules."""
    window = match.window()
    told = window.told(events)
    return [f"{sentence} ({event.rule})" for event, sentence in zip(told, window.sentences(told), strict=True)]


def undo(path: Path) -> str:
    """Opens the last turn again, its orders sealed as they were, or takes back a ruling. Raises DeskError."""
    with at_work(path) as match:
        ruling = _last_kind(match) == "decree"
        match.undo()
        if ruling:
            return "The last ruling was taken back."
        teams = match.names["teams"]
        listed = ", ".join(teams[seat] for seat in sorted(match.sealed))
        return f"Open again: {turn_name(match.state, match.book)}\nsealed as they were: {listed or 'no orders'}"


def _last_kind(match: Race) -> str:
    """The kind of the entry that an undo would take back."""
    kinds: list[str] = []
    for line in match.record.lines:
        if line["kind"] in ("turn", "decree"):
            kinds.append(line["kind"])
        elif line["kind"] == "undo":
            kinds.pop()
    return kinds[-1] if kinds else ""


def drop(path: Path, rider: str, back: bool = False) -> str:
    """Marks a rider as dropped by the pack (`back`: takes the mark off); returns what happened. Raises DeskError."""
    from breakaway.games.cycling.text.words import find_rider, short_name

    with at_work(path) as match:
        teams = len(match.names["teams"])
        found = find_rider(match.names, rider, teams)
        if found is None:
            known = ", ".join(short_name(match.names, each) for each in range(0, teams * GRADES, GRADES))
            raise DeskError(f"nobody is called {shortened(rider)}; write {known} and so on, or a rider's own name")
        return "\n".join(with_rules(match, match.decree(found + RIDERS if back else found)))
