"""`breakaway season --database`: seasons that a server keeps, at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from breakaway.club.club import Club
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import carry_on, open_round, this_round
from breakaway.club.seasons.kept import (
    OpenedSeason,
    kept_season,
    listed_seasons,
    open_season,
    season_text,
)
from breakaway.club.seasons.people import new_links
from breakaway.club.seasons.removal import remove_season
from breakaway.core.data_files import write_whole
from breakaway.core.language import UserError, many
from breakaway.seasons import pages
from breakaway.seasons.season import Season, SeasonMatch
from breakaway.terminal import seasons as terminal
from breakaway.terminal.hosting import open_server
from breakaway.terminal.saved_matches import local_time
from breakaway.terminal.screen import Screen

SIGN_UP, CHAIR, SEAT = "/season/join/", "/season/chair/", "/seat/"  # the beginnings of links, after a server's address


class ClubSeason:
    """A season in the database of a `club`, by its id (`name`). The commands for files work on it, too."""

    def __init__(self, club: Club, name: str) -> None:
        self.club, self.name = club, name

    def __str__(self) -> str:
        return self.name

    def read(self) -> Season:
        """The season as it is now. Raises UserError."""
        return Season.read(season_text(self.club.database, self.name))

    @contextmanager
    def changing(self) -> Iterator[Season]:
        """The season, to which the block may add lines. They are written when the block ends, all or none.

        Prints the links for people who are new. Raises UserError, also if somebody else has changed it meanwhile.
        """
        season = self.read()
        known = len(season.lines)
        yield season

        def add(there: Season) -> None:
            if there.lines != season.lines[:known]:
                raise UserError(f"{self.name} was changed by somebody else meanwhile; nothing was written. Try again")
            for line in season.lines[known:]:
                there.add(line)

        if len(season.lines) > known:
            _tell_links(season, change_season(self.club.database, self.name, add))
            if any(line["kind"] in ("replaced", "left", "undo") for line in season.lines[known:]):
                carry_on(self.club, self.name)

    def record_of(self, match: SeasonMatch) -> str | None:
        """The record of the match that was played for a `match` of the schedule; None if none was played here. Raises
        UserError.
        """
        link = kept_season(self.club.database, self.name).link_of(match.id)
        return None if link is None else self.club.download(link.match)


@contextmanager
def season_in(database: str, keys: str | None, name: str) -> Iterator[ClubSeason]:
    """The season with the id `name` in a server's `database`, with the keys in the folder `keys`. Raises UserError."""
    club = open_server(database, keys)
    try:
        yield ClubSeason(club, name)
    finally:
        club.close()


def new(terms: str, database: str, keys: str | None, seconds: int | None) -> None:
    """Makes a season in the `database` of a server from the file `terms`. Raises UserError.

    `keys`, `seconds`: see `put`.
    """
    _put(terminal.drawn_from(terms), database, keys, seconds)


def new_after(before: str, database: str, keys: str | None, seconds: int | None) -> None:
    """Makes the season that follows the one with the id `before` in the `database` of a server. Raises UserError.

    `keys`, `seconds`: see `put`; without `seconds`, the time for each choice stays the same.
    """
    with season_in(database, keys, before) as at:
        kept = kept_season(at.club.database, before)
        season = terminal.drawn_after(at.read())
        _tell_new(season, open_season(at.club.database, season, kept.seconds if seconds is None else seconds))


def put(file: str, database: str, keys: str | None, seconds: int | None) -> None:
    """Adds the season in a `file` to a server's `database`, and prints its links.

    `keys`: the folder of the server's keys. `seconds`: the time for each choice in its matches. Raises UserError.
    """
    _put(terminal.read(file), database, keys, seconds)


def _put(season: Season, database: str, keys: str | None, seconds: int | None) -> None:
    club = open_server(database, keys)
    try:
        made = open_season(club.database, season, seconds)
    finally:
        club.close()
    _tell_new(season, made)


def _tell_new(season: Season, made: OpenedSeason) -> None:
    Screen().say_whole(f"The season: {made.id}")
    Screen().say_whole("The links follow the address of your server. They are shown only now; whoever has one can act.")
    Screen().say_whole(f"the organizer: {CHAIR}{made.chair}")
    _tell_links(season, made.links)


def _tell_links(season: Season, links: Mapping[int, str]) -> None:
    for entrant, link in links.items():
        Screen().say_whole(f"{season.entrants[entrant].name}: {SIGN_UP}{link}")


def save(at: ClubSeason, out: str) -> None:
    """Writes a season (`at`) into a new file `out`, with which all commands go on. Raises UserError."""
    path = Path(out)
    if path.exists():
        raise UserError(f"{out} already exists; name another file")
    write_whole(path, season_text(at.club.database, at.name))
    Screen().say_whole(f"Written: {path}")


def all_ids(database: str, keys: str | None) -> list[str]:
    """The ids of all seasons in a server's `database`, the oldest first. `keys`: see `put`. Raises UserError."""
    club = open_server(database, keys)
    try:
        return [each.id for each in sorted(listed_seasons(club.database), key=lambda each: (each.created, each.id))]
    finally:
        club.close()


def list_all(database: str, keys: str | None) -> None:
    """Lists the seasons in a server's `database`, those with the latest change first. `keys`: see `put`."""
    club = open_server(database, keys)
    try:
        found = listed_seasons(club.database)
    finally:
        club.close()
    for each in found:
        Screen().say_whole(f"{each.id}   {each.title} ({each.game}), changed {local_time(each.updated)}")
    if not found:
        Screen().say_whole("There are no seasons in this database.")


def link(at: ClubSeason, name: str) -> None:
    """Prints a new link to a season (`at`) for the player with this `name`, or for the organizer if it is empty.

    The old one stops working. Raises UserError.
    """
    entrant = at.read().number_of(name) if name else None
    made = new_links(at.club.database, at.name, entrant)
    Screen().say_whole(f"{name or 'the organizer'}: {CHAIR if entrant is None else SIGN_UP}{made}")


def remove(at: ClubSeason, is_sure: bool) -> None:
    """Removes a season (`at`) from its database; its matches stay. Raises UserError, also without `is_sure`."""
    season = at.read()
    if not is_sure:
        raise UserError(
            f"season remove: {season.terms.title} would be gone for good. Save it first with: breakaway season save; "
            "then add --yes"
        )
    n = len(remove_season(at.club.database, at.name, len(season.lines)))
    Screen().say_whole(f"Removed: {season.terms.title}")
    if n:
        Screen().say_whole(
            many("{n} match stays, as a match of no season.", "{n} matches stay, as matches of no season.", n)
        )


def round_(at: ClubSeason, whole: bool) -> None:
    """Opens the matches of this round of a season (`at`) for their players, and plays the computer's.

    With `whole`, goes on through all rounds until a person has to play. Raises UserError.
    """
    opened = 0
    while True:
        made = open_round(at.club, at.name)
        opened += len(made)
        season = at.read()
        for each in made:
            sides = pages.sides_text(season, season.matches[each.fixture])
            Screen().say_whole(f"{each.fixture}, {sides}: /match/{each.match}")
            for seat, token in each.tokens.items():
                name = season.entrants[season.matches[each.fixture].sides[seat]].name
                Screen().say_whole(f"  {name}, who has not signed up: {SEAT}{token}")
        kept = kept_season(at.club.database, at.name)
        if not whole or not made or any(kept.link_of(each.id) for each in this_round(season)):
            break
    terminal.status(at)
    Screen().say_whole(many("{n} match was opened.", "{n} matches were opened.", opened))
