"""Sets of people's own files in folders of their own, one for each kind of file, which they can read and edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from breakaway.core.data_files import BadData, write_whole
from breakaway.core.language import UserError, say
from breakaway.players.own_cards import Shelf
from breakaway.records.record_file import data_folder


def is_set_name(text: str) -> bool:
    """Whether a set can have this name."""
    return bool(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}", text))


def read_texts(folder: Path) -> dict[str, str]:
    """The texts of the files of a set in a `folder`, by name. Raises BadData for a file that cannot be read as text."""
    found = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    try:
        return {path.name: path.read_text(encoding="utf-8") for path in found}
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{folder}: {error}") from None


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Writes the files of a set (`texts`) into a `folder`. A killed program leaves no half file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)


class SetFolder:
    """A set in a folder of files that its owner can read and edit (`players.own_cards.Shelf`)."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        self._known: set[str] = set()

    def texts(self) -> dict[str, str]:
        """The texts of its files, by name. Raises BadData for a file that cannot be read as text."""
        found = read_texts(self.folder)
        self._known = set(found)
        return found

    def keep(self, texts: Mapping[str, str]) -> None:
        """Writes its files (`texts`), and removes those that it no longer has."""
        write_texts(self.folder, texts)
        for name in self._known - set(texts):
            (self.folder / name).unlink(missing_ok=True)
        self._known = set(texts)


class Shelves(Protocol):
    """Where the sets of a game are kept."""

    def is_name(self, text: str) -> bool:
        """Whether a set can have this name."""

    def home(self, name: str) -> Shelf:
        """The set of this name in the owner's own folder."""

    def at_home(self) -> list[str]:
        """The names of the sets in the owner's own folder."""


class SetFolders:
    """The folder in the data folder for one kind of sets (`Shelves`), such as `tracks`."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def is_name(self, text: str) -> bool:
        """Whether a set can have this name."""
        return is_set_name(text)

    def home(self, name: str) -> SetFolder:
        """The set of this name in the owner's own folder. Raises UserError if no set can have it."""
        if not is_set_name(name):
            raise UserError(
                say("A set's name may have only letters, digits, - and _, not {name}.", name=repr(name[:40]))
            )
        return SetFolder(data_folder() / self.kind / name)

    def at_home(self) -> list[str]:
        """The names of the sets in the owner's own folder."""
        folder = data_folder() / self.kind
        return sorted(each.name for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []


def own_file(kind: str, named: str) -> Path | None:
    """The file that `named` means among the owner's sets of this `kind`: `hills/pass` is `pass.toml` of `hills`.

    None if `named` is no such name, or there is no such file.
    """
    name, slash, file = named.partition("/")
    if not slash or not is_set_name(name) or not is_set_name(file):
        return None
    path = data_folder() / kind / name / f"{file}.toml"
    return path if path.is_file() else None
