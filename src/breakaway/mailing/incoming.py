"""How emails reach the server: from a folder on an IMAP server, or from a Maildir on this machine."""

from __future__ import annotations

import imaplib
import mailbox
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from breakaway.core.language import Trouble
from breakaway.mailing.carriers import LOCAL, SECONDS, parts_of
from breakaway.post.letter import MOST_BYTES

PORTS = {"imap": 143, "imaps": 993}
MOST = 50  # emails in one round
EXAMPLE = "imaps://play@mail.example.org"
Taker = Callable[[bytes], object]  # handles an email; once it returns, the email need not be read again


@dataclass(frozen=True)
class IncomingMail:
    """Where to fetch incoming emails from. `scheme`: imap, imaps or maildir. `folder`: the IMAP folder or the Maildir's
    path.
    """

    scheme: str
    host: str
    port: int
    user: str
    folder: str


def incoming(text: str) -> IncomingMail:
    """The source that `--mail-in` names for incoming emails. Raises Trouble."""
    parts, port = parts_of("--mail-in", text, EXAMPLE)
    if parts.scheme == "maildir" and parts.path and not parts.netloc:
        return IncomingMail("maildir", "", 0, "", unquote(parts.path))
    if parts.scheme not in PORTS or not parts.hostname or not parts.username:
        raise Trouble(f"--mail-in: expected {EXAMPLE}, {EXAMPLE}/Folder or maildir:/folder, not {text[:60]!r}")
    if parts.scheme == "imap" and parts.hostname not in LOCAL:
        raise Trouble(f"--mail-in: a connection to another machine must be encrypted; use an address such as {EXAMPLE}")
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return IncomingMail(parts.scheme, parts.hostname, port or PORTS[parts.scheme], unquote(parts.username), folder)


def fetch(place: IncomingMail, secret: str, take: Taker) -> int:
    """Fetches the emails that have not been read yet, and passes each to `take`. Returns the number of emails.

    An email is marked as read only after `take` has returned. If the server dies before that, the email is fetched
    again. `secret` is the password of the user that `place` names. Raises Trouble or OSError.
    """
    if place.scheme == "maildir":
        return _from_maildir(place.folder, take)
    try:
        return _from_imap(place, secret, take)
    except (imaplib.IMAP4.error, imaplib.IMAP4.abort) as error:
        raise Trouble(f"the IMAP server says: {error}") from None


def _from_maildir(folder: str, take: Taker) -> int:
    try:
        box = mailbox.Maildir(folder, create=True)
        names = [name for name, each in box.iteritems() if each.get_subdir() == "new"][:MOST]
        for name in sorted(names):
            with box.get_file(name) as file:
                raw = file.read(MOST_BYTES + 1)
            take(raw)
            read = box[name]
            read.set_subdir("cur")
            read.add_flag("S")
            box[name] = read
    except (mailbox.Error, KeyError) as error:
        raise Trouble(f"{folder}: {error}") from None
    return len(names)


def _from_imap(place: IncomingMail, secret: str, take: Taker) -> int:
    with _connected(place) as server:
        server.login(place.user, secret)
        said, words = server.select('"' + place.folder.replace("\\", "\\\\").replace('"', '\\"') + '"')
        if said != "OK":
            raise Trouble(f"the IMAP server has no folder {place.folder!r}: {words!r}")
        _said, found = server.uid("SEARCH", "UNSEEN")
        numbers = found[0].split()[:MOST] if found and found[0] else []
        for number in numbers:
            _said, parts = server.uid("FETCH", number, f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)")
            raw = next((part[1] for part in parts if isinstance(part, tuple)), None)
            if raw is not None:
                take(raw)
            server.uid("STORE", number, "+FLAGS.SILENT", "(\\Seen)")
    return len(numbers)


def _connected(place: IncomingMail) -> imaplib.IMAP4:
    if place.scheme == "imap":
        return imaplib.IMAP4(place.host, place.port, timeout=SECONDS)
    return imaplib.IMAP4_SSL(place.host, place.port, timeout=SECONDS, ssl_context=ssl.create_default_context())
