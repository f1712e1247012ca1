"""`breakaway matches`: lists saved matches (two lines each) or deletes them.

No record is replayed to make the list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import Trouble
from breakaway.core.observation import Observation
from breakaway.core.state import BadState
from breakaway.display import document
from breakaway.display.document import Part
from breakaway.display.ending import verdict
from breakaway.games.manifest import NoSuchGame, find
from breakaway.players.coaches import label
from breakaway.players.seated_match import HUMAN
from breakaway.records.entries import BadRecord, EndEntry, ResignationEntry, RulingEntry, TurnEntry
from breakaway.records.history import Fold, entries_of, fold
from breakaway.records.record_file import Record, parse, read_record
from breakaway.records.replay import load_config, upgraded
from breakaway.terminal.clubhouse import club
from breakaway.terminal.desks import find_desk
from breakaway.terminal.keep import ENDING, find_path, folder, last_written, sealed_file
from breakaway.terminal.screen import Left, Screen

BROKEN = (BadRecord, BadState, NoSuchGame, Trouble, LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True)
class ListedMatch:
    """A match in the list: its name for commands, its game, a sentence about it, and when it was played last."""

    name: str
    game: str
    says: str
    when: float  # seconds since 1970
    where: str = ""  # empty: a file in the folder


def list_matches(screen: Screen) -> None:
    """Lists all saved matches, the latest first."""
    found = rows()
    if not found:
        screen.say("You have no matches yet. Start one with: breakaway play")
        return
    for row in found:
        screen.show(_parts(row))
    screen.say("To continue one: breakaway play --resume NAME")
    screen.say("To replay one: breakaway replay NAME")


def rows() -> list[ListedMatch]:
    """All matches, from files and from the club, the latest first."""
    found = [_of_file(path) for path in files()]
    place = club()
    for match in place.matches() if place else ():
        waiting = [] if match.status == "over" else match.waiting_names
        record = parse(place.download(match.id, running=True)) if place else Record()
        title = "" if " – " in match.title or match.title == find(match.game).title else f"{match.title!r}: "
        says = title + told_of(record, observation_of(record, fold(entries_of(record))), waiting)
        found.append(ListedMatch(match.id, match.game, says, match.updated.timestamp(), "from the browser"))
    return sorted(found, key=lambda row: row.when, reverse=True)


def files() -> list[Path]:
    """The record files in the folder."""
    return sorted(folder().glob(f"*{ENDING}")) if folder().is_dir() else []


def _parts(row: ListedMatch) -> list[Part]:
    when = f"{datetime.fromtimestamp(row.when):%Y-%m-%d %H:%M}"
    more = [each for each in (row.game, when, row.where) if each]
    return [document.Line(", ".join(more), f"{row.name}   "), document.Line(row.says, "    ")]


def _of_file(path: Path) -> ListedMatch:
    when = last_written(path) / 1e9
    try:
        record = read_record(path)
        found = fold(entries_of(record))
        observation = observation_of(record, found)
        says = told_of(record, observation, () if found.is_ended else still_missing(path, record, found, observation))
        return ListedMatch(path.stem, str(record.header["game"]), says, when)
    except (*BROKEN, OSError) as error:
        return ListedMatch(path.stem, "damaged", str(error), when)


# --- one match in a sentence


def told_of(record: Record, observation: Observation[Any, Any], waiting: Sequence[str]) -> str:
    """One match in a sentence: `Lightning against Fire (Solo sheets), 14-7; it waits for Lightning.`

    Raises the errors in BROKEN.
    """
    seats = record.header["seats"]
    said = verdict(observation)
    state = "over: " + said.short if said else _waiting(waiting, record)
    return f"{company(find(record.header['game']), seats)}, {score_of(record, observation)}; {state}."


def company(game: Game[Any, Any], seats: Sequence[dict[str, Any]]) -> str:
    """Who plays whom: the players' teams first, then the coaches' teams, which play against them."""
    by_player: dict[str, list[str]] = {}
    for seat in seats:
        player = str(seat.get("by") or seat.get("player") or HUMAN)
        called = "" if player == HUMAN else label(game, player)
        by_player.setdefault(called, []).append(str(seat["name"]))
    people = by_player.pop("", [])
    coached = [f"{listed(names)} ({player})" for player, names in by_player.items()]
    if len(seats) == 2:
        return " against ".join([*people, *coached])
    return " against ".join(each for each in (listed(people), ", ".join(coached)) if each)


def listed(names: Sequence[str]) -> str:
    """The names as a list in a sentence: `Red, Blue and Green`."""
    return " and ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)


def observation_of(record: Record, found: Fold) -> Observation[Any, Any]:
    """What everybody may see of the last position in a record."""
    game = find(record.header["game"])
    config = load_config(game, record.header["book"])
    names = find_desk(game).checked_names(record.header["names"], config)
    return Observation(game, upgraded(game, found.plain), config, -1, names, found.gone)


def score_of(record: Record, observation: Observation[Any, Any]) -> str:
    """The score: `14-7`. With more than two sides, the first player's score and the best score."""
    points = find_desk(observation.game).points(observation)
    if len(points) == 2:
        return "-".join(text for _, text, _ in points)
    own = [i for i, seat in enumerate(record.header["seats"]) if seat.get("by") == HUMAN and i < len(points)]
    best = max(range(len(points)), key=lambda i: points[i][2])
    shown = dict.fromkeys([*own[:1], best])
    return ", ".join(f"{points[i][0]} {points[i][1]}" for i in shown)


def _waiting(names: Sequence[str], record: Record) -> str:
    if names:
        return f"it waits for {listed(names)}"
    return "it has just begun" if len(record.lines) == 1 else "nobody has to choose"


def still_missing(path: Path, record: Record, found: Fold, observation: Observation[Any, Any]) -> list[str]:
    """The players who have not given their orders yet. Everybody may see this."""
    seats, open_ = record.header["seats"], set(observation.choosers()) - set(sealed_seats(path, found))
    return [str(seats[seat]["name"]) for seat in sorted(open_) if seats[seat].get("by") == HUMAN]


def sealed_seats(path: Path, found: Fold, partial: bool = False) -> list[int]:
    """The seats with sealed orders for the open turn. With `partial`, also the seats with incomplete orders."""
    try:
        hidden = json.loads(sealed_file(path).read_text(encoding="utf-8"))
        if hidden["lines"] < found.closed:
            return []  # sealed for a turn that has been played since
        return [int(seat) for seat, each in hidden["orders"].items() if partial or not each["partial"]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []


# --- deleting


def delete(screen: Screen, names: Iterable[str], yes: bool) -> int:
    """Deletes the named matches. Asks before deleting each one, unless `yes` is set. Returns the exit status.

    If a name is wrong, raises Trouble before anything is deleted.
    """
    paths = [_to_delete(name) for name in names]
    deleted = 0
    for path in paths:
        row = _of_file(path)
        if not yes:
            screen.show(_parts(row))
            try:
                answer = screen.ask(f"Delete {row.name} for good? Type yes: ")
            except Left as leaving:
                so_far = "No other match was deleted." if deleted else "Nothing was deleted."
                screen.say(f"{so_far} Add --yes to delete without asking.")
                return leaving.status or 1
            if answer.strip().casefold() != "yes":
                screen.say(f"{row.name} was kept.")
                continue
        _remove(path)
        deleted += 1
        screen.say(f"Deleted: {row.name}")
    return 0


def _to_delete(name: str) -> Path:
    """The file of a match. Raises Trouble if the file is missing or not a record, or if the match is in the club."""
    path = find_path(name)
    if path is None:
        place = club()
        if place and any(match.id == name for match in place.matches()):
            raise Trouble(f"{name} was played in the browser; matches from the browser cannot be deleted")
        raise Trouble(f"there is no match {name[:80]!r} in {folder()}; to list your matches: breakaway matches")
    if path.parent != folder():
        try:
            read_record(path)
        except BadRecord as error:
            raise Trouble(f"{name[:80]} was not deleted: it is not a match record ({error})") from None
    return path


def _remove(path: Path) -> None:
    path.unlink()
    sealed_file(path).unlink(missing_ok=True)


def prune(screen: Screen) -> None:
    """Deletes the match files in which nobody has made a choice, and lists what it deleted."""
    found = [path for path in files() if is_untouched(path)]
    for path in found:
        row = _of_file(path)
        _remove(path)
        screen.say(f"Deleted: {row.name}, {row.game}: {row.says}")
    if not found:
        screen.say(f"Nothing was deleted: every match in {folder()} has at least one choice.")


def is_untouched(path: Path) -> bool:
    """Whether no player has made a choice yet (or no coach, in a match without players). False for a damaged file."""
    try:
        record = read_record(path)
        found = fold(entries_of(record))
    except (BadRecord, OSError):
        return False
    seats = record.header["seats"]
    people = {i for i, seat in enumerate(seats) if seat.get("by") == HUMAN} or set(range(len(seats)))
    if people & set(sealed_seats(path, found, partial=True)):
        return False
    return not any(
        isinstance(entry, (RulingEntry, ResignationEntry, EndEntry))
        or (isinstance(entry, TurnEntry) and not people.isdisjoint(map(int, entry.orders)))
        for entry in found.entries
    )
