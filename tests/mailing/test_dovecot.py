"""Mails are fetched from a real IMAP server: Debian's Dovecot, with a configuration and users of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.core.language import UserError
from breakaway.mail import transport
from breakaway.mail.transport import IncomingMail, LeaveUnread, fetch
from tests.mailing.test_joining import Joining

DOVECOT = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONFIG = """
base_dir = {base}
state_dir = {base}/state
log_path = {base}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:{base}/mail
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(DOVECOT is None, reason="Dovecot is not installed: apt install dovecot-imapd"),
    pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="Dovecot needs root"),
]


@pytest.fixture
def imap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[IncomingMail, Path]]:
    """A Dovecot of our own, and the Maildir behind it."""
    import pwd

    base = Path(f"/tmp/dovecot-{os.getpid()}-{time.monotonic_ns()}")  # a short path: it becomes the name of a socket
    base.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    nobody = pwd.getpwnam("nobody")  # Dovecot opens no mail as root
    (base / "conf").write_text(CONFIG.format(base=base, port=port, uid=nobody.pw_uid, gid=nobody.pw_gid))
    (base / "mail").mkdir()
    os.chown(base / "mail", nobody.pw_uid, nobody.pw_gid)
    assert DOVECOT
    server = subprocess.Popen([DOVECOT, "-F", "-c", str(base / "conf")], stderr=subprocess.PIPE)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            assert server.poll() is None, server.stderr.read() if server.stderr else ""
            time.sleep(0.05)
    yield IncomingMail("imap", "127.0.0.1", port, "play", "INBOX"), base / "mail"
    server.terminate()
    server.wait(20)
    print((base / "log").read_text())
    shutil.rmtree(base, ignore_errors=True)


def letter(number: int) -> bytes:
    return f"From: a@example.org\r\nMessage-ID: <{number}@example.org>\r\nSubject: {number}\r\n\r\nä 8 bit\r\n".encode()


def drop(folder: Path, number: int, raw: bytes = b"") -> None:
    """A mail that a mail server has left for Dovecot."""
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(exist_ok=True)
        os.chown(folder / name, folder.stat().st_uid, folder.stat().st_gid)
    (folder / "new" / f"{number}.x").write_bytes(raw or letter(number))
    os.chown(folder / "new" / f"{number}.x", folder.stat().st_uid, folder.stat().st_gid)


def test_each_mail_is_fetched_once_unchanged_and_again_if_it_was_not_read(imap: tuple[IncomingMail, Path]) -> None:
    place, folder = imap
    read: list[bytes] = []
    assert fetch(place, "secret", read.append) == 0
    for number in (1, 2, 3):
        drop(folder, number)
    assert fetch(place, "secret", read.append) == 3
    assert sorted(read) == [letter(number) for number in (1, 2, 3)]
    assert fetch(place, "secret", read.append) == 0
    drop(folder, 4)

    def dies(raw: bytes) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fetch(place, "secret", dies)
    assert fetch(place, "secret", read.append) == 1, "the server died before it was read"


def test_a_mail_that_is_left_stays_unread_and_holds_up_no_other(
    imap: tuple[IncomingMail, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, folder = imap
    monkeypatch.setattr(transport, "MOST", 1)
    read: list[bytes] = []

    def take(raw: bytes) -> None:
        if raw == letter(1):
            raise LeaveUnread
        read.append(raw)

    for number in (1, 2):
        drop(folder, number)
    left: set[str] = set()
    assert [fetch(place, "secret", take, left) for _ in range(3)] == [1, 1, 0]
    assert read == [letter(2)]
    assert fetch(place, "secret", read.append) == 1, "after a restart, it is fetched again"


def test_a_wrong_password_or_folder_is_told(imap: tuple[IncomingMail, Path]) -> None:
    place, _folder = imap
    with pytest.raises(UserError, match="the IMAP server says"):
        fetch(place, "guess", print)
    with pytest.raises(UserError, match="has no folder 'Elsewhere'"):
        fetch(IncomingMail("imap", place.host, place.port, "play", "Elsewhere"), "secret", print)


def test_the_header_that_vouches_for_a_sender_arrives_above_the_one_that_a_sender_forged(
    imap: tuple[IncomingMail, Path], club: Club, tmp_path: Path
) -> None:
    place, folder = imap
    table = Joining(club, tmp_path)
    table.postman.fetch = partial(fetch, place, "secret")
    passed, failed = (f"dmarc={found} header.from=example.org" for found in ("pass", "fail"))
    for n, (sender, found) in enumerate((("victim@example.org", failed), ("stan@example.org", passed))):
        heads = [f"Authentication-Results: mx.example.org; {each}\r\n" for each in (found, passed)]
        heads += [f"From: {sender}\r\nTo: play@example.org\r\nMessage-ID: <{n}@example.org>\r\n\r\n"]
        drop(folder, n, f"Received: from x by mx.example.org\r\n{''.join(heads)}standby {table.id}\r\n".encode())
    ((kind, _words),) = table.round()
    assert (kind, table.last[kind].address) == ("standby", "stan@example.org")
