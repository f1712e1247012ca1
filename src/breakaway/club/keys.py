"""The server's own keys, in files outside the database.

One key encrypts stored secrets, and one signs published records. A third signs reply addresses for email and makes the
salts of receipts. So a copy of the database reveals neither sealed orders nor the secrets behind the dice. Servers that
share a database need the same key files.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from breakaway.core.language import Trouble, say
from breakaway.records.record_file import key_folder

if TYPE_CHECKING:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LOCKED = "locked:"  # the start of a locked text; older versions kept plain JSON
_creating = threading.Lock()


class Keys:
    """The keys in a folder (None: the user's own, see `home.key_folder`). Each key is made when it is first needed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = key_folder() if folder is None else folder

    def lock(self, text: str) -> str:
        """The text, encrypted with the key for secrets."""
        return LOCKED + self._secrets_key.encrypt(text.encode()).decode()

    def unlock(self, text: str) -> str:
        """The decrypted text. Returns an unencrypted text unchanged. Raises Trouble."""
        from cryptography.fernet import InvalidToken

        if not text.startswith(LOCKED):
            return text
        try:
            return self._secrets_key.decrypt(text.removeprefix(LOCKED)).decode()
        except InvalidToken:
            path = self.folder / "secrets.key"
            raise Trouble(
                say(
                    "the sealed orders in this database were encrypted with another key: "
                    "restore the right key file, {path}",
                    path=path,
                )
            ) from None

    @cached_property
    def _secrets_key(self) -> Fernet:
        from cryptography.fernet import Fernet

        try:
            return Fernet(self._read("secrets.key", lambda: Fernet.generate_key().decode()))
        except ValueError:
            raise self._damaged("secrets.key") from None

    @cached_property
    def signing(self) -> Ed25519PrivateKey:
        """The key with which this server signs records. Raises Trouble if its file is damaged."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._read("signing.key", _random)))
        except ValueError:
            raise self._damaged("signing.key") from None

    @cached_property
    def reply(self) -> bytes:
        """The key with which this server signs reply addresses. Raises Trouble if its file is damaged."""
        try:
            return bytes.fromhex(self._read("reply.key", _random))
        except ValueError:
            raise self._damaged("reply.key") from None

    def _damaged(self, name: str) -> Trouble:
        return Trouble(say("{path} is damaged: restore it from a backup", path=self.folder / name))

    def _read(self, name: str, make: Callable[[], str]) -> str:
        """The text of a key file. Creates the file if it is missing.

        Two programs that create the file at the same time get the same key.
        """
        path = self.folder / name
        with _creating:
            if not path.exists():
                _write_once(path, make())
            return path.read_text("ascii", errors="replace").strip()


def _random() -> str:
    return secrets.token_hex(32)


def _write_once(path: Path, text: str) -> None:
    """Writes a file that only its owner can read, unless another program has already written it.

    No program ever sees a half-written file.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
