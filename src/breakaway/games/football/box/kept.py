"""The files of a set: in a folder, and without one entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError
from breakaway.games.football.files.own_set import OwnSet, set_of, texts_of, write_texts


class SetFolder:
    """A set in a folder of files that its owner can read and edit (`players.own_cards.Shelf`)."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        self._known: set[str] = set()

    def texts(self) -> dict[str, str]:
        """The texts of its files, by name. Raises BadData for a file that cannot be read as text."""
        found = sorted(self.folder.glob("*.toml")) if self.folder.is_dir() else []
        self._known = {path.name for path in found}
        try:
            return {path.name: path.read_text(encoding="utf-8") for path in found}
        except (OSError, UnicodeDecodeError) as error:
            raise BadData(f"{self.folder}: {error}") from None

    def keep(self, texts: Mapping[str, str]) -> None:
        """Writes its files, and removes those that it no longer has."""
        write_texts(self.folder, texts)
        for name in self._known - set(texts):
            (self.folder / name).unlink(missing_ok=True)
        self._known = set(texts)


# --- One entry is taken back, and nothing that was entered since, at this table or at another one.


NAMES = {"types", "kinds", "defense_types", "formations"}  # names stay: what was entered since may use them


def without(
    name: str, texts: Mapping[str, str], before: Mapping[str, str | None], after: Mapping[str, str]
) -> dict[str, str]:
    """The `texts` of the files of the set with this `name`, without an entry.

    `before`: the files that the entry changed, as they were; None for a file that was new. `after`: as it left them;
    a file that is not named is still as it left it.
    """
    found = {file: text for file, text in {**texts, **before}.items() if text is not None}
    left = {file: after.get(file, texts.get(file, "")) for file in before}
    if all(texts.get(file) == text for file, text in left.items()):
        return found
    try:
        found = texts_of(taken_back(set_of(name, texts), set_of(name, found), set_of(name, {**texts, **left})))
        set_of(name, found)
    except (BadData, UserError, ValueError):  # what was entered since makes no sense without this entry
        return dict(texts)
    return {file: text for file, text in found.items() if file in texts}


def taken_back(now: OwnSet, before: OwnSet, after: OwnSet) -> OwnSet:
    """The set as it is `now`, without the entry that led from the set `before` to the set `after`.

    What was changed again since then stays as it is now. A card stays if others came after it, because records name
    cards by their places.
    """
    for team in after.teams:
        now.team(team)
        before.team(team)
    found: OwnSet = _back(now, before, after)
    return found


def _back(now: Any, before: Any, after: Any) -> Any:
    if before == after or type(now) is not type(after):
        return now
    if now == after:
        return before
    if isinstance(now, dict):
        return _back_in_table(now, before, after)
    if isinstance(now, list) and isinstance(before, list):
        return _back_in_list(now, before, after)
    if is_dataclass(now) and is_dataclass(before):
        parts = {each.name: getattr(now, each.name) for each in fields(now)}
        kept = {name: _back(part, getattr(before, name), getattr(after, name)) for name, part in parts.items()}
        return type(now)(**{**kept, **{name: part for name, part in parts.items() if name in NAMES}})  # type: ignore[misc]
    if isinstance(now, tuple) and isinstance(before, tuple) and len(now) == len(before) == len(after):
        each = map(_back, now, before, after)
        return now._make(each) if hasattr(now, "_make") else tuple(each)
    return now


def _back_in_table(now: dict[Any, Any], before: dict[Any, Any], after: dict[Any, Any]) -> dict[Any, Any]:
    found = dict(now)
    for key in [*after, *(key for key in before if key not in after)]:
        if key in before and key in after and key in now:
            found[key] = _back(now[key], before[key], after[key])
        elif key in after and key not in before and now.get(key) == after[key]:
            found.pop(key, None)
        elif key in before and key not in after and key not in now:
            found[key] = before[key]
    return found


def _back_in_list(now: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    both = min(len(now), len(before), len(after))
    found = [_back(now[k], before[k], after[k]) for k in range(both)] + now[both:]
    while len(found) > len(before) and len(found) <= len(after) and found[-1] == after[len(found) - 1]:
        found.pop()
    return found
