"""Matches that the terminal keeps, finds and lists: files, and matches of a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from breakaway.core.game import Game
from breakaway.core.language import UserError, as_sentence, left_out
from breakaway.core.observation import Observation
from breakaway.core.state import BadState, json_of
from breakaway.display import document
from breakaway.display.document import Part
from breakaway.display.endings import verdict
from breakaway.games.manifest import NoSuchGame, find
from breakaway.players.coaches import label
from breakaway.players.seated_match import HUMAN, Table
from breakaway.records.entries import BadRecord, EndEntry, Line, ResignationEntry, RulingEntry, TurnEntry
from breakaway.records.history import Fold, entries_of, fold
from breakaway.records.match import Match
from breakaway.records.record_file import (
    Files,
    Record,
    club_file,
    existing_database,
    is_public,
    match_folder,
    parse,
    read_record,
    whole_path,
)
from breakaway.records.replay import load_config, upgraded, verify
from breakaway.terminal.game_desk import find_desk
from breakaway.terminal.screen import Screen, UserQuit

if TYPE_CHECKING:
    from breakaway.club.club import Club
    from breakaway.club.match_views import Listed

# --- Keeps each match in a record file. Every choice is saved at once, so that a killed program loses nothing.


ENDING = ".match"


class Saved(Files):
    """Record files that can leave out coaches' orders, because a coach, unlike a player, can work out its order again.

    A player's choice or a played turn is always on disk before the call returns.
    """

    _only_coaches = False

    @contextmanager
    def only_coaches(self) -> Iterator[None]:
        """A context in which sealed orders are not saved. The match's secret is in the file from the start."""
        self._only_coaches = True
        try:
            yield
        finally:
            self._only_coaches = False

    def keep_secret(self, secrets: Line | None) -> None:
        """Replaces the file of `secrets` in one step, or removes it if `secrets` is None.

        Inside `only_coaches`, removes the file but never replaces it.
        """
        if secrets is None or not self._only_coaches:
            super().keep_secret(secrets)


@dataclass(frozen=True)
class Place:
    """The place where a match is kept. `said` describes the place in words.

    `word` is the match's name in commands such as `replay`. `options`: the text to add to `play --resume`.
    """

    said: str
    word: str
    options: str = ""


def folder() -> Path:
    """The folder for matches, under BREAKAWAY_HOME or the user's data folder."""
    return match_folder()


def place_of(path: Path) -> Place:
    """The place of a match in a record file."""
    word = quote(str(path))
    return Place(str(path), word, "" if path.parent == folder() else f" --record {word}")


def fresh_path(game: Game[Any, Any], now: datetime) -> Path:
    """The path for a new match's file. The file does not exist yet. Its name contains the time `now`."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    stem = f"{game.name}-{now:%Y%m%d-%H%M%S}"
    path, n = place / f"{stem}{ENDING}", 1
    while path.exists():
        n += 1
        path = place / f"{stem}-{n}{ENDING}"
    return path


def asked_path(text: str) -> Path:
    """The file given with `--record`. Raises UserError if this file already exists, or if its folder does not exist."""
    path = Path(text)
    if path.exists():
        raise UserError(f"{text} already exists; name another file for the record")
    if not path.parent.is_dir():
        raise UserError(f"there is no folder {path.parent}")
    return path


def find_path(text: str) -> Path | None:
    """The file of a match, found by its path or by its name in the folder. None if there is no such file."""
    for path in (Path(text), folder() / text, folder() / f"{text}{ENDING}"):
        if path.is_file():
            return path
    return None


def newest_unfinished() -> Path | None:
    """The unfinished match that was played last, if there is one."""
    place = folder()
    found = sorted(place.glob(f"*{ENDING}"), key=last_written, reverse=True) if place.is_dir() else []
    return next((path for path in found if not _is_finished(path)), None)


def sealed_file(path: Path) -> Path:
    """The file with a match's secrets, next to its record."""
    return path.with_name(path.name + ".sealed")


def last_written(path: Path) -> int:
    """When a match was last saved, in nanoseconds since 1970."""
    return max(each.stat().st_mtime_ns for each in (path, sealed_file(path)) if each.exists())


def _is_finished(path: Path) -> bool:
    """Whether the last complete line ends the match. An unreadable file counts as unfinished, so its error is shown."""
    try:
        rows = path.read_bytes().split(b"\n")
        return bool(json_of(rows[-2])["kind"] == "end")
    except (OSError, ValueError, LookupError, TypeError):
        return False


def reopen(path: Path) -> tuple[Game[Any, Any], Match[Any, Any]]:
    """Opens a saved match so that play can go on. Raises NoSuchGame, UserError or OSError."""
    store = Saved(path)
    try:
        record, hidden = store.read()
        game = find(record.header["game"])
        fault = verify(game, record, strict=False)  # a match of an older edition goes on under this one
        if fault:
            raise fault
        match = Match.load(game, record, hidden, store)
    except BadRecord as error:
        raise UserError(f"{path.name} cannot be continued: {error}") from None
    return game, match


# --- Finds matches to continue or replay, in files and in the club.
#
# The club needs large libraries, so they are imported only if this machine has a club's database.


OVER = "over"


def club() -> Club | None:
    """This machine's club, if there is one.

    Raises UserError if the club or its libraries are missing, or if its database is too new.
    """
    if not club_file().exists():
        return None
    if find_spec("breakaway.club") is None:
        raise UserError(left_out("breakaway.club", f"the club in {club_file()}"))
    if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
        raise UserError(f"{club_file()} has matches from the browser. To use them: pip install 'breakaway[club]'")
    from breakaway.club.club import open_club

    return open_club()


def named(name: str) -> tuple[Table, Place]:
    """Finds a match by its file, by its name in the folder of matches, or by its id in the club. Raises UserError."""
    path = find_path(name)
    if path:
        return _from_file(path)
    place = club()
    if place:
        for match in place.matches(archived=None):
            if match.id == name:
                return _from_club(place, match)
    raise UserError(f"there is no match {name!r} in {folder()}{' or in the club' if place else ''}, and no such file")


def newest() -> tuple[Table, Place]:
    """The unfinished match that was played last. Raises UserError if there is none."""
    path, place = newest_unfinished(), club()
    match = _newest_of(place) if place else None
    if place and match and (path is None or match.updated.timestamp() * 1e9 > last_written(path)):
        return _from_club(place, match)
    if path is None:
        raise UserError(f"there is no unfinished match in {folder()}; start one with: breakaway play")
    return _from_file(path)


def _newest_of(place: Club) -> Listed | None:
    """The newest unfinished match whose players are all at this machine. Leaves out lessons, which need a browser."""
    ours = (each for each in place.matches() if each.mine and not each.is_scripted)
    return next((each for each in ours if each.status != OVER and not _away(each)), None)


def _away(match: Listed) -> list[str]:
    """The names of the seats whose players play through a link, in a browser."""
    return [seat.name for seat in match.seats if seat.is_for_people and seat.seat not in match.mine]


def _from_club(place: Club, match: Listed) -> tuple[Table, Place]:
    if _away(match):
        names, verb = ", ".join(_away(match)), "plays" if len(_away(match)) == 1 else "play"
        raise UserError(f"{names} {verb} match {match.id} through a link; continue the match in the browser")
    if match.is_scripted:
        raise UserError(f"match {match.id} is a lesson: continue it in the browser")
    try:
        return place.load(match.id), Place(f"the club, as {match.id}", match.id, f" {match.id}")
    except BadRecord as error:
        raise UserError(f"{match.id} cannot be continued: {error}") from None


def _from_file(path: Path) -> tuple[Table, Place]:
    game, match = reopen(path)
    return Table(game, match), place_of(path)


def record_of(name: str) -> Record:
    """Finds the record of a match by its file, by its name in the folder of matches, or by its id in the club.

    Raises BadRecord, UserError or OSError.
    """
    path = find_path(name)
    if path:
        return read_record(path)
    place = club() if name.isalnum() else None
    if place and any(match.id == name for match in place.matches(archived=None)):
        return parse(place.download(name, running=True))
    if Path(name).exists():
        raise UserError(f"{name} is not a file")
    raise UserError(
        f"there is no match {name!r}, either as a file or in {folder()}; to list your matches: breakaway matches"
    )


def whole_of(name: str, record: Record) -> Record | None:
    """The referee's own file beside a public `record`, if there is one. Raises BadRecord or OSError."""
    path = find_path(name)
    beside = whole_path(path) if path else None
    return read_record(beside) if beside and is_public(record) and beside.exists() else None


# --- `breakaway matches`: lists saved matches (two lines each) or deletes them.
#
# No record is replayed to make the list.


BROKEN = (BadRecord, BadState, NoSuchGame, UserError, LookupError, TypeError, ValueError, AttributeError)


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


def need_club(command: str) -> None:
    """Raises UserError if the club, which a `command` needs, or one of its libraries is not installed."""
    if find_spec("breakaway.club") is None:
        raise UserError(left_out("breakaway.club", command))
    if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
        raise UserError(f"{command} needs more packages: pip install 'breakaway[club]'")


def list_club(screen: Screen, database: str, archived: bool = False) -> None:
    """Lists the matches in a server's `database`, those with the soonest deadline first, with who is missing or late.

    With `archived`, lists those in the archive instead. Tells nothing that a player of a match may not know. Raises
    UserError if there is no such database.
    """
    at = existing_database(database)
    need_club("matches --database")
    from breakaway.club.club import open_club
    from breakaway.club.match_views import soonest_first

    place = open_club(at)
    now, found = place.database.now(), place.matches(archived=archived)
    for match in soonest_first(found):
        parts = [find(match.game).title, {"open": "open", "running": "in progress"}.get(match.status, "over")]
        if match.stopped and match.status != "over":
            parts[1] = "closed"
        if match.due is not None:
            parts.append(f"closes {local_time(match.due)}")
        if match.waiting and match.status != "over":
            parts.append(f"{'late' if match.is_late(now) else 'missing'}: {', '.join(match.waiting_names)}")
        screen.show([document.Line(match.title, f"{match.id}   "), document.Line("; ".join(parts), "    ")])
    if not found:
        screen.say("There are no matches in this database.")
    place.close()


def local_time(moment: datetime) -> str:
    """A moment in this machine's time zone, and in UTC if that is another: `2026-12-27 22:00 CET (21:00 UTC)`."""
    here, utc = moment.astimezone(), moment.astimezone(UTC)
    if here.utcoffset() == timedelta(0):
        return f"{utc:%Y-%m-%d %H:%M} UTC"
    day = "" if here.date() == utc.date() else f"{utc:%Y-%m-%d} "
    return f"{here:%Y-%m-%d %H:%M %Z} ({day}{utc:%H:%M} UTC)"


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
        return ListedMatch(path.stem, "damaged", as_sentence(str(error)), when)


# --- one match in a sentence


def told_of(record: Record, observation: Observation[Any, Any], waiting: Sequence[str]) -> str:
    """One match in a sentence: `Lightning against Fire (Solo sheets), 14-7; it waits for Lightning.`

    Raises the errors in BROKEN.
    """
    seats = record.header["seats"]
    said = verdict(observation)
    state = "over: " + said.short if said else _waiting(waiting, record)
    return f"{opponents_text(find(record.header['game']), seats)}, {score_of(record, observation)}; {state}."


def opponents_text(game: Game[Any, Any], seats: Sequence[dict[str, Any]]) -> str:
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
    config = load_config(game, found.book)
    names = find_desk(game).checked_names(found.names, config)
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
        hidden = json_of(sealed_file(path).read_text(encoding="utf-8"))
        if hidden["lines"] < found.closed:
            return []  # sealed for a turn that has been played since
        return [int(seat) for seat, each in hidden["orders"].items() if partial or not each["partial"]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []


# --- deleting


def delete(screen: Screen, names: Iterable[str], yes: bool) -> int:
    """Deletes the named matches. Asks before deleting each one, unless `yes` is set. Returns the exit status.

    If a name is wrong, raises UserError before anything is deleted.
    """
    paths = [_to_delete(name) for name in names]
    deleted = 0
    for path in paths:
        row = _of_file(path)
        if not yes:
            screen.show(_parts(row))
            try:
                answer = screen.ask(f"Delete {row.name} for good? Type yes: ")
            except UserQuit as leaving:
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
    """The file of a match. Raises UserError if the file is missing or not a record, or if the match is in the club."""
    path = find_path(name)
    if path is None:
        place = club()
        if place and any(match.id == name for match in place.matches(archived=None)):
            raise UserError(f"{name} was played in the browser; matches from the browser cannot be deleted")
        raise UserError(f"there is no match {name[:80]!r} in {folder()}; to list your matches: breakaway matches")
    if path.parent != folder():
        try:
            read_record(path)
        except BadRecord as error:
            raise UserError(f"{name[:80]} was not deleted: it is not a match record ({error})") from None
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
