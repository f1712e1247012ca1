"""`breakaway backup`, `restore`, `move` and `weekly`: saves a server's matches and keys, and reports on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from breakaway.core.language import UserError
from breakaway.records.record_file import database_named, existing_database
from breakaway.terminal.screen import Screen

if TYPE_CHECKING:
    from breakaway.club.backups import Manifest, Tell

LARGE = 5000  # rows, from which a bar shows how far it is


def back_up(file: str, database: str | None, keys: str | None, verifies: bool, lost: bool) -> int:
    """Saves the database and the keys in a new `file`. Returns the exit status: 1 if the check finds a fault.

    `verifies`: whether to check the file afterwards. `lost`: even if the database needs keys that are not there. Raises
    UserError.
    """
    from breakaway.club import backups
    from breakaway.club.database import Keys
    from breakaway.club.storage import size_text

    with backups.opened(existing_database(database)) as opened:
        opened.keys = Keys(Path(keys) if keys is not None else None)
        missing = [] if lost else backups.missing_keys(opened)
        if missing:
            raise UserError(
                "\n".join(
                    [
                        f"The database was used with keys that are not in {opened.keys.folder}. Nothing was saved.",
                        *(f"- {each}" for each in missing),
                        "Name the folder of the keys with --keys FOLDER. To save the database without these keys all "
                        "the same, add --lost-keys.",
                    ]
                )
            )
        with bar("Saving") as tell:
            made = backups.back_up(opened, Path(file), tell=tell)
    print(f"Saved in {file} ({size_text(Path(file).stat().st_size)}): {_told(made)}.")
    if made.keys:
        print(
            f"{file} holds secrets: whoever reads it can open every sealed order and sign records in your server's "
            "name. Only you can read it now; keep it so."
        )
    return _verified(Path(file)) if verifies else 0


def restore(file: str, database: str | None, keys: str | None, replaces: bool, verifies: bool) -> int:
    """Restores a backup from a `file` into the database, and its keys into their folder. Returns the exit status.

    `replaces`: even if the database has matches, or the folder has other keys. `verifies`: whether to check the file
    first; after a fault, nothing is restored. Raises UserError.
    """
    from breakaway.club import backups
    from breakaway.club.database import Keys

    if not Path(file).is_file():
        raise UserError(f"there is no file {file}")
    if verifies and _verified(Path(file)):
        print("Nothing was restored.")
        return 1
    folder = Keys(Path(keys) if keys is not None else None)
    with bar("Restoring") as tell:
        made = backups.restore(Path(file), database_named(database), folder, replaces, tell)
    print(f"Restored: {_told(made)}, saved on {made.made[:10]} at {made.made[11:16]} UTC by version {made.program}.")
    if made.keys:
        print(f"The keys are in {folder.folder}.")
    named = f" --database {database}" if database is not None else ""
    print(f"To start the server: breakaway serve{named}{f' --keys {keys}' if keys is not None else ''}")
    return 0


def move(database: str | None, to: str, replaces: bool) -> None:
    """Copies the database `to` another one. The keys stay where they are.

    `replaces`: even if the other database has matches. Raises UserError.
    """
    from breakaway.club import backups

    source = existing_database(database)
    with bar("Copying") as tell:
        made = backups.move(source, database_named(to), replaces, tell)
    print(f"Copied to {to}: {_told(made)}. The old database is as it was.")
    print(f"To start the server with the same keys as before: breakaway serve --database {to}")


def print_weekly(database: str | None, language: str) -> None:
    """Prints the report on the last week of a server with this `database` in a `language`. Changes nothing. Raises
    UserError.
    """
    from breakaway.club import backups
    from breakaway.club.database import HEAD, version_in
    from breakaway.club.upkeep import upkeep
    from breakaway.core.language import languages, spoken
    from breakaway.display.renderers import as_text
    from breakaway.mail.weekly import weekly_report

    if language not in languages():
        raise UserError(f"--report-language: expected {' or '.join(languages())}, not {language[:20]!r}")
    with backups.opened(existing_database(database)) as opened, spoken(language):
        with opened.reading() as connection:
            found = version_in(connection)
        if found != HEAD:
            raise UserError("this database was written by another version of Breakaway; start the server first")
        print(as_text(weekly_report(upkeep(opened)), Screen().width))


def _verified(file: Path) -> int:
    from breakaway.club.backups import verify_archive

    with bar("Verifying") as tell:
        found = verify_archive(file, tell)
    for each in found:
        print(f"- {each}")
    print(
        "Verified: every record is whole, and the keys open all that is sealed." if not found else f"{file} has faults."
    )
    return 1 if found else 0


def _told(made: Manifest) -> str:
    matches, keys = made.rows_of("matches"), ", ".join(made.keys)
    return f"{matches} {'match' if matches == 1 else 'matches'}{f', and the keys {keys}' if keys else ''}"


@contextmanager
def bar(title: str, least: int = LARGE) -> Iterator[Tell]:
    """A bar on a terminal, called `title`, if there is much to do: at least so many rows, matches or the like."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=None, visible=False)
        yield lambda done, of: progress.update(task, total=of, completed=done, visible=of >= least)
