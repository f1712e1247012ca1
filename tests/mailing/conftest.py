"""A club, a clock, and a real SMTP server that keeps what it gets."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from breakaway.club import email_addresses
from breakaway.club.club import Club, open_club
from breakaway.club.mail_log import PostedMail
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.transport import carrier, outgoing

SENDER = Sender("https://play.example.org", "Breakaway <play@example.org>")


class Post:
    """What a mail server has got. `answers` are what it says to the next mails; then it takes all."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answers: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.original_content, bytes)
        letter = message_from_bytes(envelope.original_content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        assert [letter["To"]] == envelope.rcpt_tos
        assert envelope.mail_from == "play@example.org"
        self.letters.append(letter)
        return "250 taken"

    def taken(self) -> list[EmailMessage]:
        """All that came since the last time."""
        found, self.letters = self.letters, []
        return found


@pytest.fixture
def server() -> Iterator[tuple[Post, str]]:
    """A real SMTP server and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    post = Post()
    controller = Controller(post, hostname="127.0.0.1", port=port)
    controller.start()
    yield post, f"smtp://127.0.0.1:{port}"
    controller.stop()


@pytest.fixture(scope="session")
def new_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new club's file."""
    path = tmp_path_factory.mktemp("club") / "new.sqlite"
    open_club(path).close()
    return path


@pytest.fixture
def club(new_club: Path, tmp_path: Path) -> Iterator[Club]:
    """A new club."""
    shutil.copy(new_club, tmp_path / "club.sqlite")
    club = open_club(tmp_path / "club.sqlite")
    yield club
    club.close()


def postman_of(club: Club, address: str) -> Postman:
    """A postman who hands over mails at this address."""
    return Postman(club, SENDER, carrier(outgoing(address), SENDER.address, ""))


def subscribe(club: Club, match_id: str, seat: int, language: str = "en") -> str:
    """Lets the player of a seat get mail; gives the address."""
    address, codes = f"player{seat}@example.org", list[str]()

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail(f"confirm {code}", match_id, seat, "confirm", address, "Subject: x\n\nx")

    email_addresses.ask(club.database, match_id, seat, address, language, letter)
    email_addresses.confirm(club.database, codes[0])
    with club.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM outbox")
    return address


def words(letter: EmailMessage, kind: str = "plain") -> str:
    """The text of a mail, or its HTML."""
    part = letter.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return str(part.get_content())
