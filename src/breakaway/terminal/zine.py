"""`breakaway zine`: shows all reports of a match as one document, or writes them to a file."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import Trouble, say
from breakaway.core.rules import SPECTATOR
from breakaway.display.chapters import retold
from breakaway.display.coloured import field_styles
from breakaway.display.document import Document
from breakaway.display.zine import zine
from breakaway.games.manifest import find
from breakaway.records.match import Match
from breakaway.records.record_file import Record
from breakaway.terminal.clubhouse import record_of, whole_of
from breakaway.terminal.printing import drawn
from breakaway.terminal.screen import Screen


def zine_of(name: str, record: Record) -> Document:
    """The zine of a recorded match, as a spectator may see it. `name` is the file or the name of the match."""
    game = find(record.header["game"])
    match = Match.load(game, whole_of(name, record) or record, None)
    teams = match.names.get("teams") or [seat["name"] for seat in record.header["seats"]]
    title = say("{game}: {teams}", game=game.title, teams=", ".join(map(str, teams)))
    return zine(title, retold(match, SPECTATOR), match.is_over())


def show(file: str, out: str | None, screen: Screen | None = None) -> None:
    """Shows the zine of a match, or writes it to the file `out`, whose extension sets the format.

    Raises Trouble or BadRecord.
    """
    path = Path(out) if out is not None else None
    if path is not None and path.exists():
        raise Trouble(f"--out: {path} already exists; name another file")
    if path is not None and not path.parent.is_dir():
        raise Trouble(f"--out: there is no folder {path.parent}")
    found = zine_of(file, record_of(file))
    if path is None:
        (screen or Screen()).tell(found)
        return
    path.write_bytes(drawn(found, path, field_styles()))
    (screen or Screen()).say_whole(f"Written: {path}")
