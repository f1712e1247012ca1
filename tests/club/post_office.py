"""A server's post with files for the outer world: mails come in a Maildir, and what was sent is a line in a file.

    python -m tests.club.post_office URL FOLDER

Run as a program, it works until FOLDER/stop exists, by the clock in FOLDER/clock. Several may work at once.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from functools import partial
from mailbox import Maildir
from pathlib import Path

from breakaway.club import email_addresses
from breakaway.club.absences import keep_time, overdue
from breakaway.club.club import Club, open_club
from breakaway.club.mail_log import PostedMail
from breakaway.club.schema import CLOSE
from breakaway.club.time_control import DAY, Terms
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.transport import IncomingMail, fetch
from breakaway.records.record_file import ChangedUnderUs
from tests.club.starts import any_order, race


def opened(club: Club, teams: int) -> str:
    """A slow race whose players all get mail."""
    made = club.create("cycling", race(("human",) * teams), here=range(teams), terms=Terms(2 * DAY, CLOSE))
    club.resolve(made.id)
    for seat in range(teams):
        codes: list[str] = []

        def letter(code: str, seat: int = seat, codes: list[str] = codes) -> PostedMail:
            codes.append(code)
            return PostedMail(f"confirm {seat}", made.id, seat, "confirm", f"p{seat}@example.org", "Subject: x\n\nx")

        email_addresses.ask(club.database, made.id, seat, f"p{seat}@example.org", "en", letter)
        email_addresses.confirm(club.database, codes[0])
    return made.id


def sender(club: Club) -> Sender:
    return Sender("https://play.example.org", "play@example.org", club.database.keys.reply)


def order(club: Club, match_id: str, seat: int, seed: int = 1) -> str:
    return club.look(match_id, seat).observation.write(any_order(club, match_id, seat, seed)).replace("\n", "; ")


def drop(club: Club, match_id: str, seat: int, text: str, name: str, folder: Path) -> None:
    """A player's mail arrives."""
    box = email_addresses.mailbox(club.database, match_id, seat)
    assert box
    made = EmailMessage()
    made["From"], made["To"], made["Message-ID"] = "a@b.example", sender(club).reply_address(box), f"<{name}@b.example>"
    made.set_content(text.replace("; ", "\n"))
    Maildir(folder / "in", create=True).add(made.as_bytes())


def postman(club: Club, folder: Path) -> Postman:
    """Its mails go as lines into FOLDER/sent, whole ones even if several servers write."""
    out = os.open(folder / "sent", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def send(mail: PostedMail) -> str:
        os.write(out, f"{mail.what}\n".encode())
        return "250 taken"

    reader = partial(fetch, IncomingMail("maildir", "", 0, "", str(folder / "in")), "")
    return Postman(club, sender(club), send, reader)


def sent(folder: Path) -> Counter[str]:
    """How many times each mail was handed over."""
    path = folder / "sent"
    return Counter(path.read_text().splitlines() if path.exists() else [])


def work(club: Club, office: Postman) -> None:
    """One round of a server."""
    office.glance()
    for match_id, _closes in overdue(club):
        try:
            keep_time(club, match_id)
        except ChangedUnderUs:
            continue


def main(url: str, folder: Path) -> None:
    """Works until it is told to stop."""
    club = open_club(url)
    clock: Callable[[], datetime] = lambda: datetime.fromisoformat((folder / "clock").read_text())  # noqa: E731
    club.database.now = clock
    office = postman(club, folder)
    while not (folder / "stop").exists():
        work(club, office)
        time.sleep(0.02)
    club.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
