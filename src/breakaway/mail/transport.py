"""Email carried by SMTP and LMTP, and fetched from IMAP or a Maildir."""

from __future__ import annotations

import imaplib
import mailbox
import os
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formataddr, parseaddr
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from breakaway.club.mail_log import MailRefused, PostedMail
from breakaway.core.language import UserError
from breakaway.mail.received import MOST_BYTES

# --- How emails leave the server: by SMTP, by LMTP, or into a Maildir on this machine.


PASSWORD = "BREAKAWAY_MAIL_PASSWORD"
OUT_PORTS = {"smtp": 587, "smtps": 465, "lmtp": 24}
SECONDS = 30  # how long a mail server may stay silent
LOCAL = ("localhost", "127.0.0.1", "::1")
SENDER = re.compile(r"([\w .'-]{0,60}(?=<))?<?([A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9.-]{1,190})>?", re.ASCII)
PARTS = ("tmp", "new", "cur")  # the folders of a Maildir
OUT_EXAMPLE = "smtps://play@mail.example.org"


@dataclass(frozen=True)
class Outgoing:
    """Where to hand over outgoing emails. `scheme`: smtp, smtps, lmtp or maildir. For a Maildir, `path` is its
    folder.
    """

    scheme: str
    host: str
    port: int
    user: str
    path: str


def parts_of(option: str, text: str, example: str) -> tuple[SplitResult, int | None]:
    """The parts of the address in `text`, and its port. `option` names the option that gave the address.

    Raises UserError if the text is not an address (the error shows the `example`), or if it contains a password.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise UserError(f"{option}: expected an address such as {example}, not {text[:60]!r}") from None
    if parts.password is not None:
        raise UserError(f"{option}: others can see a password in this option; use {PASSWORD} or --mail-password-file")
    return parts, port


def outgoing(text: str) -> Outgoing:
    """The destination that `--mail-out` names for outgoing emails. Raises UserError."""
    parts, port = parts_of("--mail-out", text, OUT_EXAMPLE)
    if parts.scheme == "maildir" and parts.path and not parts.netloc:
        return Outgoing("maildir", "", 0, "", unquote(parts.path))
    if parts.scheme not in OUT_PORTS or not parts.hostname:
        raise UserError(
            f"--mail-out: expected {OUT_EXAMPLE}, smtp://host:25, lmtp://localhost or maildir:/folder, "
            f"not {text[:60]!r}"
        )
    return Outgoing(parts.scheme, parts.hostname, port or OUT_PORTS[parts.scheme], unquote(parts.username or ""), "")


def sender_of(text: str | None) -> str:
    """The address that emails come from, given with `--mail-from`. Raises UserError."""
    found = SENDER.fullmatch(text or "")
    if not found:
        raise UserError("--mail-from: name the address that emails come from, as in --mail-from play@example.org")
    return formataddr(((found[1] or "").strip(), found[2]))


def password(file: Path | None) -> str:
    """The password for the mail server, from a file or from the environment. Raises UserError."""
    if file is None:
        return os.environ.get(PASSWORD, "")
    try:
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"--mail-password-file: cannot read {file}: {error}") from None


def carrier(
    to: Outgoing, sender: str, secret: str, bounces: Callable[[str], str] | None = None
) -> Callable[[PostedMail], str]:
    """A function that hands over one email from `sender` and returns the mail server's reply.

    `bounces` returns the bounce address for an email's reference; if it is None, bounces go to `sender`. `secret` is
    the password of the user that `to` names. The function raises MailRefused for an email that can never be sent, and
    OSError or UserError for one that can be sent again later.
    """
    if to.scheme == "maildir":
        return lambda mail: _drop(to.path, mail)

    def hand_over(mail: PostedMail) -> str:
        back = bounces(mail.reference) if bounces and mail.reference else parseaddr(sender)[1]
        return _hand_over(to, back, secret, mail)

    return hand_over


def check_maildir(option: str, folder: str) -> None:
    """Makes the Maildir that an `option` names, if need be. Raises UserError if that is impossible."""
    path = Path(folder)
    try:
        is_other = path.is_dir() and any(path.iterdir()) and not any((path / each).is_dir() for each in PARTS)
        if is_other:
            raise UserError(f"{option}: {folder} is not a Maildir, and it is not empty; name another folder")
        _maildir(folder)
    except OSError as error:
        raise UserError(f"{option}: cannot write to {folder}: {error.strerror or error}") from None
    if not all(os.access(path / each, os.W_OK | os.X_OK) for each in PARTS):
        raise UserError(f"{option}: cannot write to {folder}; check who owns it")


def _maildir(folder: str) -> mailbox.Maildir:
    """The Maildir in this folder. Python makes its three folders only together with the folder itself."""
    for each in PARTS:
        (Path(folder) / each).mkdir(mode=0o700, parents=True, exist_ok=True)
    return mailbox.Maildir(folder, create=True)


def _drop(folder: str, mail: PostedMail) -> str:
    """Puts the email into a Maildir, where a mail server on this machine finds it."""
    try:
        return f"kept as {_maildir(folder).add(mail.text.encode('ascii'))}"
    except mailbox.Error as error:
        raise UserError(str(error)) from None


def _hand_over(to: Outgoing, back: str, secret: str, mail: PostedMail) -> str:
    try:
        with _sending(to) as server:
            if to.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            elif to.scheme == "smtp" and to.user and to.host not in LOCAL:
                raise UserError("the mail server offers no encryption, so the password was not sent")
            if to.user:
                server.login(to.user, secret)
            server.mail(back)
            _check(*server.rcpt(mail.address))
            return _check(*server.data(mail.text.encode("ascii")))
    except smtplib.SMTPAuthenticationError as error:
        raise UserError(f"{error.smtp_code} {_words(error.smtp_error)}") from None
    except smtplib.SMTPResponseException as error:
        _check(error.smtp_code, error.smtp_error)
        raise UserError(f"{error.smtp_code} {_words(error.smtp_error)}") from None
    except smtplib.SMTPException as error:
        raise UserError(str(error)) from None


def _sending(to: Outgoing) -> smtplib.SMTP:
    if to.scheme == "lmtp":
        server: smtplib.SMTP = smtplib.LMTP(to.host, to.port, timeout=SECONDS)
    elif to.scheme == "smtps":
        server = smtplib.SMTP_SSL(to.host, to.port, timeout=SECONDS, context=ssl.create_default_context())
    else:
        server = smtplib.SMTP(to.host, to.port, timeout=SECONDS)
    server.ehlo_or_helo_if_needed()
    return server


def _check(code: int, words: bytes | str) -> str:
    """The server's reply, if the server has accepted the email. Otherwise raises MailRefused or UserError."""
    said = f"{code} {_words(words)}"
    if 500 <= code < 600:
        raise MailRefused(said)
    if code >= 400:
        raise UserError(said)
    return said


def _words(said: bytes | str) -> str:
    return said.decode("utf-8", errors="replace") if isinstance(said, bytes) else said


# --- How emails reach the server: from a folder on an IMAP server, or from a Maildir on this machine.


IN_PORTS = {"imap": 143, "imaps": 993}
MOST = 50  # emails in one round
IN_EXAMPLE = "imaps://play@mail.example.org"
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
    """The source that `--mail-in` names for incoming emails. Raises UserError."""
    parts, port = parts_of("--mail-in", text, IN_EXAMPLE)
    if parts.scheme == "maildir" and parts.path and not parts.netloc:
        return IncomingMail("maildir", "", 0, "", unquote(parts.path))
    if parts.scheme not in IN_PORTS or not parts.hostname or not parts.username:
        raise UserError(f"--mail-in: expected {IN_EXAMPLE}, {IN_EXAMPLE}/Folder or maildir:/folder, not {text[:60]!r}")
    if parts.scheme == "imap" and parts.hostname not in LOCAL:
        raise UserError(
            f"--mail-in: a connection to another machine must be encrypted; use an address such as {IN_EXAMPLE}"
        )
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return IncomingMail(parts.scheme, parts.hostname, port or IN_PORTS[parts.scheme], unquote(parts.username), folder)


class LeaveUnread(Exception):
    """Raised by what takes an email: nothing was done about it, and it must not be marked as read."""


def fetch(place: IncomingMail, secret: str, take: Taker, left: set[str] | None = None) -> int:
    """Fetches the emails that have not been read yet, and passes each to `take`. Returns the number of emails.

    An email is marked as read only after `take` has returned. If the server dies before that, the email is fetched
    again. `secret` is the password of the user that `place` names. `left` names the emails for which `take` has raised
    LeaveUnread; they stay as they are, and the next call with the same set passes over them, so that they hold up no
    others. Raises UserError or OSError.
    """
    left = set() if left is None else left
    if place.scheme == "maildir":
        return _from_maildir(place.folder, take, left)
    try:
        return _from_imap(place, secret, take, left)
    except (imaplib.IMAP4.error, imaplib.IMAP4.abort) as error:
        raise UserError(f"the IMAP server says: {error}") from None


def _from_maildir(folder: str, take: Taker, left: set[str]) -> int:
    try:
        box = _maildir(folder)
        names = [name for name, each in box.iteritems() if each.get_subdir() == "new" and name not in left][:MOST]
        for name in sorted(names):
            with box.get_file(name) as file:
                raw = file.read(MOST_BYTES + 1)
            try:
                take(raw)
            except LeaveUnread:
                left.add(name)
                continue
            read = box[name]
            read.set_subdir("cur")
            read.add_flag("S")
            box[name] = read
    except (mailbox.Error, KeyError) as error:
        raise UserError(f"{folder}: {error}") from None
    return len(names)


def _from_imap(place: IncomingMail, secret: str, take: Taker, left: set[str]) -> int:
    with _fetching(place) as server:
        server.login(place.user, secret)
        said, words = server.select('"' + place.folder.replace("\\", "\\\\").replace('"', '\\"') + '"')
        if said != "OK":
            raise UserError(f"the IMAP server has no folder {place.folder!r}: {words!r}")
        _said, found = server.uid("SEARCH", "UNSEEN")
        unread = found[0].decode("ascii").split() if found and found[0] else []
        numbers = [each for each in unread if each not in left][:MOST]
        for number in numbers:
            _said, parts = server.uid("FETCH", number, f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)")
            raw = next((part[1] for part in parts if isinstance(part, tuple)), None)
            try:
                if raw is not None:
                    take(raw)
            except LeaveUnread:
                left.add(number)
                continue
            server.uid("STORE", number, "+FLAGS.SILENT", "(\\Seen)")
    return len(numbers)


def _fetching(place: IncomingMail) -> imaplib.IMAP4:
    if place.scheme == "imap":
        return imaplib.IMAP4(place.host, place.port, timeout=SECONDS)
    return imaplib.IMAP4_SSL(place.host, place.port, timeout=SECONDS, ssl_context=ssl.create_default_context())
