"""The files of a set: shared by two people, and without one entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, marked, say
from breakaway.games.football.files.own_set import OwnSet, set_of, texts_of
from breakaway.games.football.files.two_sets import merged
from breakaway.players.own_cards import Shelf

CHARTS = "matchups.toml"


class SharedShelf:
    """Two people's sets at one table (`players.own_cards.Shelf`).

    The second one's `team` is in the set `second`, and everything else in the set `first`. None: nobody has said yet
    where it is, and nothing of this team can be kept.
    """

    def __init__(self, first: Shelf, second: Shelf | None, team: str) -> None:
        self.first, self.second, self.file, self.name = first, second, f"{team}.toml", first.name
        self._firsts: dict[str, str] = {}
        self._seconds: dict[str, str] = {}

    def texts(self) -> dict[str, str]:
        """The texts of the files of both. Raises BadData."""
        self._firsts, self._seconds = self.first.texts(), self.second.texts() if self.second else {}
        return merged(self._firsts, self._seconds, self.file.removesuffix(".toml"))

    def keep(self, texts: Mapping[str, str]) -> None:
        """Keeps each file in the set to which it belongs. Raises UserError."""
        theirs = dict(self._seconds)
        if self.file in texts and texts[self.file] != theirs.get(self.file):
            theirs[self.file] = texts[self.file]
            theirs |= self._names(texts, theirs)
        ours = {name: text for name, text in texts.items() if name != self.file}
        if self.file in self._firsts:
            ours[self.file] = self._firsts[self.file]
        if self.second is not None and theirs != self._seconds:
            self._check(theirs)
            self.second.keep(theirs)
        if ours != self._firsts:
            self.first.keep(ours)
        self._firsts, self._seconds = ours, theirs

    def _names(self, texts: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, str]:
        """The names of plays and defenses for the second set, without which its team cannot be read there.

        No more than its team uses: another new name may stand on the other side's card that lies face down. They stay
        as they are in a set with a chart or another team of its own, because these use them, too.
        """
        own = set_of(self.name, texts)
        rest = set_of(self.name, {name: text for name, text in theirs.items() if name != self.file})
        if rest.chart or rest.spy or rest.teams:
            return {}
        team = texts[self.file]
        types = _used(own.types, rest.types, team)
        kinds = [own.kinds[t] if types[t] == own.types[t] else rest.kinds[t] for t in range(len(types))]
        defenses = _used(own.defense_types, rest.defense_types, team)
        return {CHARTS: texts_of(OwnSet(Path(self.name), types, kinds, defenses))[CHARTS]}

    def _check(self, theirs: Mapping[str, str]) -> None:
        name = self.second.name if self.second else ""
        try:
            set_of(name, theirs)
        except (BadData, ValueError) as error:
            says = marked("the set {name} cannot keep this, because its own names differ: {error}")
            raise UserError(say(says, name=name, error=str(error).partition("\n")[0][:160])) from None


def _used(names: Sequence[str], usual: Sequence[str], text: str) -> list[str]:
    """The `names`, but the `usual` one in the place of each that does not stand in the `text`."""
    found = [name if name in text else other for name, other in zip(names, usual, strict=True)]
    return found if len({*found}) == len(found) else list(names)


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
