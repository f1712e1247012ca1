"""The command line's options for email, and the postman that they set up."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from breakaway.club.club import Club
from breakaway.core.language import Trouble
from breakaway.mailing.carriers import carrier, outgoing, password, sender_of
from breakaway.mailing.incoming import fetch, incoming
from breakaway.mailing.letters import Sender
from breakaway.mailing.postman import Postman

BETWEEN = 30.0  # seconds between two fetches from an email provider


@dataclass(frozen=True)
class MailOptions:
    """How the server sends and fetches emails, which address they come from, and which file contains the password.

    `pages` is the server's address for links in emails. If it is empty, links use the address that the server prints.
    """

    out: str = ""
    come: str = ""
    sender: str | None = None
    password_file: Path | None = None
    pages: str = ""


def checked_options(options: MailOptions) -> MailOptions | None:
    """The `options`, or None if players get no email. Raises Trouble for options that cannot work."""
    if not options.out:
        if options.come or options.sender or options.pages:
            raise Trouble("to send email, add --mail-out smtps://play@mail.example.org")
        return None
    if options.pages and not re.fullmatch(r"https?://[^\s/]+(/[^\s]*)?", options.pages):
        raise Trouble(f"--address: expected an address such as https://play.example.org, not {options.pages[:60]!r}")
    outgoing(options.out)
    if options.come:
        incoming(options.come)
    password(options.password_file)
    return replace(options, sender=sender_of(options.sender))


def make_postman(options: MailOptions, club: Club, pages: str) -> Postman:
    """The postman of a `club` with checked `options`. `pages` is the server's own address. Raises Trouble."""
    secret, key = password(options.password_file), club.database.keys.reply if options.come else b""
    sender = Sender((options.pages or pages).rstrip("/"), sender_of(options.sender), key)
    reader = partial(fetch, incoming(options.come), secret) if options.come else None
    bounces = sender.bounce_address if key else None
    pause = 0 if options.come.startswith("maildir") else BETWEEN
    return Postman(club, sender, carrier(outgoing(options.out), sender.address, secret, bounces), reader, pause)
