"""All matches of a club in one file, to take them elsewhere, and back.

The file is a zip of records with the names that a folder of matches has: NAME.match, and NAME.match.sealed with what a
match in progress keeps secret. So whoever unpacks it can check them with `breakaway verify` and go on in a terminal.
The comment of a record in the zip is the match's title.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from breakaway.club.club import Club
from breakaway.club.match_views import LONGEST_TITLE
from breakaway.club.schema import OVER
from breakaway.club.storage import NoRoom
from breakaway.club.store import DatabaseStore, written
from breakaway.core.data_files import DAMAGED_ARCHIVE, files_in_zip
from breakaway.core.language import UserError, _, as_sentence, say
from breakaway.core.state import json_of
from breakaway.records.entries import BadRecord, Line
from breakaway.records.record_file import LARGEST

RECORD, SECRETS = ".match", ".match.sealed"  # how the files end
MOST = 2000  # matches in one file
LARGEST_WHOLE = 4 * LARGEST  # bytes of all records together, unpacked


@dataclass(frozen=True)
class Carried:
    """What became of one record: the file's `name` and the match's `id` here, or the `fault` for which it stays out."""

    name: str
    id: str = ""
    fault: str = ""


def pack(club: Club, server: str) -> bytes:
    """The file with all matches of the `club`, secrets included: whoever has it can see all hands and sealed orders.

    `server`: the address by which signatures name it, where records are signed.

    Raises BadRecord or Unreachable.
    """
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as out:
        for match in club.matches(archived=None):
            if match.status == OVER:
                text, secrets = club.publish(match.id, server), None
            else:
                record, secrets = DatabaseStore(club.database, match.id).read()
                text = "".join(f"{written(line)}\n" for line in record.lines)
            entry = zipfile.ZipInfo(match.id + RECORD)
            entry.comment, entry.compress_type = match.title.encode(), zipfile.ZIP_DEFLATED
            out.writestr(entry, text)
            if secrets is not None:
                out.writestr(match.id + SECRETS, json.dumps(secrets))
    return whole.getvalue()


def bring(club: Club, data: bytes, taken: Callable[[str], None] = lambda _id: None) -> list[Carried]:
    """Takes the matches of a file (`data`) into the `club`, each one wholly or not at all. All play at this machine.

    A match that the club has already stays as it is, unless the record goes on from where it stands here. `taken` is
    called with the id of each match that came in.

    Raises UserError if the file is no zip file with records, and NoRoom.
    """
    found = _files_in(data)
    if not found:
        raise UserError(_("This file has no records in it. Their names end in .match."))
    return [_carried(club, name, *each, taken) for name, each in found.items()]


def _carried(
    club: Club, name: str, title: str, text: bytes, secrets: bytes | None, taken: Callable[[str], None]
) -> Carried:
    try:
        record, sealed = text.decode(), None if secrets is None else _line_of(secrets)
        here = club.same_as(record.partition("\n")[0])
        if here is not None and not club.go_on(here, record, sealed):
            return Carried(name, fault=say("It is here already, as {id}.", id=here))
        came = here or club.upload(record, sealed, title=title).id
    except UnicodeDecodeError:
        return Carried(name, fault=_("This file is not text, so it is not a match record."))
    except BadRecord as error:
        return Carried(name, fault=as_sentence(str(error)))
    except NoRoom:  # neither is there for the next one
        raise
    except UserError as error:
        return Carried(name, fault=as_sentence(str(error)))
    taken(came)
    return Carried(name, came)


def _line_of(secrets: bytes) -> Line:
    try:
        line = json_of(secrets)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise BadRecord(0, _("its sealed orders (.sealed) are damaged"))
    return line


def _files_in(data: bytes) -> dict[str, tuple[str, bytes, bytes | None]]:
    """The records of a zip file by name, each with its title, its text and its secrets. Raises UserError."""
    texts: dict[str, tuple[str, bytes]] = {}
    size = 0
    try:
        for name, comment, found in files_in_zip(data, LARGEST_WHOLE, lambda name: name.endswith((RECORD, SECRETS))):
            if name in texts:
                raise UserError(say("{name} is twice in this file.", name=name[:60]))
            texts[name], size = (comment[:LONGEST_TITLE], found), size + len(found)
            if size > LARGEST_WHOLE or len(texts) > 2 * MOST:
                raise UserError(
                    say(
                        "This file is too large: at most {n} matches can come at once, of {size} MiB together.",
                        n=MOST,
                        size=LARGEST_WHOLE // 2**20,
                    )
                )
    except DAMAGED_ARCHIVE:
        raise UserError(_("This is no zip file that can be read.")) from None
    records = {name: each for name, each in texts.items() if name.endswith(RECORD)}
    return {name: (title, text, texts.get(f"{name}.sealed", ("", None))[1]) for name, (title, text) in records.items()}
