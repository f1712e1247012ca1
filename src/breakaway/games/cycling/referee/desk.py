"""The referee's desk: orders come in, turns are closed and undone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakaway.core.game import BadOrder, Game, Order
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.games.cycling.referee.race_files import (
    DeskError,
    Race,
    SplitRaceFiles,
    at_work,
    find_team,
    later_key,
    later_name,
    lost,
    shortened,
    take_up,
    teams_named,
    turn_name,
)
from breakaway.games.cycling.rules.events import STANDS_IN
from breakaway.games.cycling.rules.terms import GRADES, RIDERS
from breakaway.games.manifest import find
from breakaway.records.entries import TurnEntry
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Files

# --- The referee's work on a race: starting it, taking orders, seeing who is late, closing turns, marking dropped
# riders.
#
# Every function works on the race's file. A function that cannot do what was asked raises DeskError and changes
# nothing. Orders stay sealed in a second file until their turn closes; only the confirmation to the team shows their
# content.


LONGEST_TEXT = 100_000  # characters in an order; the race's own limit is lower and has its own error


def new(
    path: Path,
    teams: Sequence[str],
    riders: Mapping[str, Any] | None = None,
    profile: str = "postal",
    house: Mapping[str, Any] | None = None,
    tracks: str | None = None,
    seed: int | None = None,
) -> str:
    """Starts a race in a new file and returns the message for the teams. Raises DeskError."""
    from breakaway.core.chance import secret_of_seed
    from breakaway.core.data_files import BadData
    from breakaway.games.cycling.files import resolve
    from breakaway.games.cycling.text.words import new_names

    _check_riders(riders or {})
    try:
        config, options = resolve(profile, len(teams), dict(house or {}), tracks)
        names = new_names({"teams": list(teams), "riders": dict(riders or {})}, len(teams))
    except (BadData, ValueError) as error:
        raise DeskError(str(error)) from None
    seats = [{"name": name, "player": "human"} for name in names["teams"]]
    secret = b"" if seed is None else secret_of_seed(seed)
    _begin(path, Start(config, options, names, seats, secret=secret))
    return (
        f"{path}: a race of {len(teams)} teams ({', '.join(names['teams'])}), profile {options['profile']}, "
        f"on {options['tour']['name']}.\nNow each team sends its line-up, like: {options['default_line_up']}"
    )


def _check_riders(riders: Mapping[str, Any]) -> None:
    for team, four in riders.items():
        if not isinstance(four, list | tuple) or len(four) != 4 or not all(isinstance(name, str) for name in four):
            raise DeskError(f"riders: {team}: expected four names, for riders A, B, C and D")


def _files_of(path: Path, game: Game[Any, Any], config: Any) -> Files:
    """The files of a new race. A race with secrets keeps everything that is not public in a separate file."""
    keeps_secrets = game.keeps_secrets is not None and game.keeps_secrets(config)
    return SplitRaceFiles(path, game) if keeps_secrets else Files(path)


def _begin(path: Path, start: Start) -> None:
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        raise DeskError(f"{path} already exists; name another file") from None
    except (OSError, ValueError) as error:
        raise DeskError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    game = find("cycling")
    files = _files_of(path, game, start.config)
    try:
        if isinstance(files, SplitRaceFiles):
            files.begin()
    except FileExistsError:
        path.unlink()
        raise DeskError(f"{files.path} already exists; name another file") from None
    try:
        Match.new(game, start, files)
    except BaseException as error:
        path.unlink(missing_ok=True)
        files.path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise DeskError(f"{error.filename or path}: {error.strerror or error}") from None
        raise


def take_orders(path: Path, team: str, text: str, turn: str | None = None) -> str:
    """Seals a team's orders, or its line-up before the start, and returns the confirmation. Raises DeskError.

    If `turn` is given (`9`, in a tour `2.9`, `0` for the line-ups), it must be the open turn.
    """
    with at_work(path) as match:
        seat = find_team(match.names["teams"], team)
        name = match.names["teams"][seat]
        observation = match.observation(seat)
        if not observation.is_asked():
            why = "the race is over" if match.is_over() else "none of its riders is still racing"
            raise DeskError(f"{name} cannot give orders now: {why}")
        if turn is not None:
            check_turn(match, name, turn)
        order, partial = _read(observation, name, text)
        return "\n".join(sealed_now(match, seat, order, partial))


def sealed_now(match: Race, seat: int, order: Order, partial: bool) -> list[str]:
    """Seals an `order`, which may be `partial`, for the team at `seat` in the `match`, and returns the confirmation."""
    again = seat in match.sealed
    match.choose(seat, order, partial)
    lines = [f"{match.names['teams'][seat]}, {turn_name(match.state, match.config)}: sealed."]
    lines.append(match.observation(seat).write(order))
    if match.sealed[seat].partial:
        lines.append(
            "Partial: send the rest before the turn closes. Otherwise, the other riders play their highest cards or, "
            "before the start, get the default line-up."
        )
    return [*lines, *(["This replaces what was sent before."] if again else [])]


def check_turn(match: Race, name: str, turn: str) -> None:
    """Checks that the `match` now accepts orders for this `turn` from the team called `name`. Raises DeskError."""
    from breakaway.games.cycling.text.orders import turn_fault

    fault = turn_fault(match.state, match.config, *_turn_meant(turn))
    if fault:
        raise DeskError(f"{name}: the orders were refused.\n{fault}")


def _turn_meant(turn: str) -> tuple[int | None, int]:
    """The stage (or None) and the turn in a string like `9` or `2.9`. Raises DeskError for any other form."""
    said = re.fullmatch(r"(?:([0-9]{1,4})\.)?([0-9]{1,4})", turn)
    if not said:
        raise DeskError(f"--turn: {shortened(turn)}: expected a number like 9, or 2.9 in a tour, or 0 for the line-ups")
    return int(said[1]) if said[1] else None, int(said[2])


def check_open(path: Path, turn: str) -> None:
    """Raises DeskError if `turn` is not the open turn."""
    from breakaway.games.cycling.text.orders import open_turn

    stage, number = _turn_meant(turn)
    with at_work(path) as match:
        now = open_turn(match.state)
        if match.is_over() or (stage or now[0], number) != now:
            is_open = turn_name(match.state, match.config)
            state = "the race is over" if match.is_over() else f"the open turn is {is_open}"
            raise DeskError(f"--turn {turn}: {state}; nothing was changed")


def _read(observation: Observation[Any, Any], name: str, text: str) -> tuple[Order, bool]:
    from breakaway.mail.orders import read_text, scribe_of

    if len(text) > LONGEST_TEXT:
        fault = f"expected at most {LONGEST_TEXT} characters, not {len(text)}"
        raise DeskError(f"{name}: the orders were refused.\n{fault}")
    try:
        return read_text(observation, scribe_of(observation), text)
    except BadOrder as error:
        faults = [
            f"line {line}: {fault} ({rule})" if line else f"{fault} ({rule})" for line, rule, fault in error.mistakes
        ]
        raise DeskError("\n".join([f"{name}: the orders were refused.", *faults])) from None


@dataclass(frozen=True)
class Status:
    """Which teams have sent orders for the open turn, without the orders' content.

    The riders in `dropped` need no orders.
    """

    turn: str
    over: bool
    ready: list[str]
    partial: list[str]
    missing: list[str]
    resting: list[str]  # teams that may send orders but need not, because all their riders are dropped
    out: list[str]  # teams with no rider on the track
    dropped: list[str]
    kept: list[str]  # teams with orders that an undo has set aside for a later turn

    def text(self) -> str:
        """The status as text for the referee."""
        if self.over:
            return "The race is over."
        rows = (
            ("in", self.ready),
            ("in, partial", self.partial),
            ("missing", self.missing),
            ("need no orders", self.resting),
            ("not riding", self.out),
            ("dropped", self.dropped),
        )
        lines = [f"{name + ':':16}{', '.join(listed)}" for name, listed in rows if listed]
        return "\n".join([f"Open: {self.turn}", *lines, *self.kept])

    def doubt(self) -> str:
        """Why the referee may want to wait before closing the turn. Empty if all orders are in."""
        if self.over or (not self.missing and not self.partial):
            return ""
        said = []
        if not self.ready and not self.partial:
            said.append(f"Nobody has sent anything for {self.turn}.")
        if self.missing:
            said.append(f"Missing for {self.turn}: {', '.join(self.missing)}. {self._instead()}")
        if self.partial:
            said.append(f"Partial: {', '.join(self.partial)}. {self._instead(in_part=True)}")
        return "\n".join(said)

    def _instead(self, in_part: bool = False) -> str:
        """Says what is played for teams without orders or, if `in_part` is true, for riders without cards."""
        who = "Riders without cards" if in_part else "They"
        if self.turn.endswith("the line-ups"):
            return f"{who} start with the default line-up (BA-R16)."
        return f"{who} play their highest {'(BA-R17)' if in_part else 'cards (BA-9.1)'}."


def status(path: Path) -> Status:
    """Which teams have sent orders and which have not. Raises DeskError."""
    with at_work(path) as match:
        return _status(match)


def _status(match: Race) -> Status:
    """The status of a race that is already loaded."""
    from breakaway.games.cycling.text.words import short_name

    teams, view = match.names["teams"], match.observation().view
    dropped = [rider for rider in view.queue[: view.field] if view.dropped[rider]]
    owing = {rider // GRADES for rider in view.queue[: view.field] if not view.dropped[rider]}
    asked, missing = match.choosers(), match.missing()
    partial = [team for team in missing if team in match.sealed]
    silent = [team for team in missing if team not in partial]
    owes = {team: team in owing or view.field == 0 for team in silent}

    def called(listed: Iterable[int]) -> list[str]:
        return [teams[team] for team in listed]

    return Status(
        turn=turn_name(view, match.config),
        over=match.is_over(),
        ready=called(team for team in asked if team not in missing),
        partial=called(partial),
        missing=called(team for team in silent if owes[team]),
        resting=called(team for team in silent if not owes[team]),
        out=called(team for team in range(len(teams)) if team not in asked),
        dropped=[short_name(match.names, rider) for rider in sorted(dropped)],
        kept=[f"kept for {later_name(match, key)}: {', '.join(called(match.later[key]))}" for key in match.later],
    )


@dataclass(frozen=True)
class Closed:
    """A closed turn: its name, the cards played for teams and riders without orders, and whether the race is over.

    If an undo had set aside orders for the next turn, `again` says what became of them.
    """

    turn: str
    stand_ins: list[str]
    over: bool
    again: list[str]

    def text(self) -> str:
        """What happened, as text for the referee."""
        lines = [f"Closed: {self.turn}", *self.stand_ins, *self.again]
        return "\n".join([*lines, *(["The race is over."] if self.over else [])])


def run(path: Path, seen: Status | None = None) -> Closed:
    """Closes the turn. The riders of teams without orders move by the rules for absent players. Raises DeskError.

    If the referee has `seen` a status, the turn closes only if that status is still current.
    """
    with at_work(path) as match:
        if seen is not None and _status(match) != seen:
            raise DeskError(
                "another command has changed the race in the meantime, so nothing was done. Check the status again"
            )
        turn = turn_name(match.state, match.config)
        events = match.close()
        notes = with_rules(match, [each for each in events if each.rule in STANDS_IN])
        return Closed(turn, notes, match.is_over(), take_up(match))


def with_rules(match: Race, events: Sequence[Event], seat: int = SPECTATOR) -> list[str]:
    """The events that a seat may know, as sentences with their rules."""
    observation = match.observation(seat)
    seen = observation.told(events)
    return [f"{sentence} ({event.rule})" for event, sentence in zip(seen, observation.sentences(seen), strict=True)]


def drop(path: Path, rider: str, back: bool = False) -> str:
    """Marks a rider as dropped by the pack or, if `back`, removes the mark.

    Returns a message that says what happened. Raises DeskError.
    """
    from breakaway.games.cycling.text.words import riders_called, short_name

    with at_work(path) as match:
        teams = len(match.names["teams"])
        found = riders_called(match.names, rider, teams)
        if len(found) > 1:
            could = " or ".join(short_name(match.names, each) for each in found)
            raise DeskError(f"{shortened(rider)} could be {could}")
        if not found:
            known = ", ".join(short_name(match.names, each) for each in range(0, teams * GRADES, GRADES))
            raise DeskError(f"unknown rider {shortened(rider)}; write {known} and so on, or a rider's own name")
        events = match.ruling(found[0] + RIDERS if back else found[0])
        return "\n".join(with_rules(match, events, found[0] // GRADES))  # the referee may know what players may not


# --- Takes back a turn or a ruling. Orders for the turn that was open are kept until that turn opens again.


@dataclass(frozen=True)
class Undoing:
    """What an undo would take back, in words, and how many entries the record has now."""

    what: str
    entries: int


def undoing(path: Path) -> Undoing:
    """Says what an undo would take back, without doing it. Raises DeskError if there is nothing to take back."""
    with at_work(path) as match:
        if not match.fold.open:
            raise DeskError("no turn has been played yet, so there is nothing to take back")
        what = "the last ruling"
        if isinstance(match.fold.open[-1].entry, TurnEntry):
            what = turn_name(match.history[-1][0], match.config)
            if match.sealed:
                name = turn_name(match.state, match.config)
                what += (
                    f"; the orders of {teams_named(match, match.sealed)} for {name} are kept until {name} is open again"
                )
        return Undoing(f"This takes back {what}.", len(match.record.lines))


def undo(path: Path, seen: Undoing | None = None) -> str:
    """Reopens the last turn with its orders sealed as before, or takes back the last ruling. Raises DeskError.

    Orders for the turn that was open are kept until that turn opens again. If the referee has `seen` an Undoing, it
    must still be up to date.
    """
    with at_work(path) as match:
        if seen is not None and len(match.record.lines) != seen.entries:
            raise DeskError(
                "another command has changed the race in the meantime, so nothing was done. Check the status again"
            )
        was, last = dict(match.sealed), match.fold.open[-1:]
        is_turn = bool(last) and isinstance(last[0].entry, TurnEntry)
        if is_turn and was:
            match.put_off(later_key(match), was)
        name = turn_name(match.state, match.config)
        match.undo()
        if not is_turn:
            return "\n".join(
                ["The last ruling was taken back.", *lost(match, was, turn_name(match.state, match.config))]
            )
        lines = [f"Open again: {turn_name(match.state, match.config)}"]
        lines.append(f"sealed as they were: {teams_named(match, match.sealed) or 'no orders'}")
        return "\n".join([*lines, *([f"kept for {name}: {teams_named(match, was)}"] if was else [])])
