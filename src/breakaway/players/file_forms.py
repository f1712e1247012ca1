"""Forms for sets of files of which each stands for itself, such as tracks or rosters: a page for each file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from breakaway.core.data_files import BadData, place, toml_in
from breakaway.core.language import UserError, as_sentence, say
from breakaway.players.field_reader import FieldReader
from breakaway.players.own_cards import Offers
from breakaway.players.set_folders import SetFolders, is_set_name
from breakaway.players.set_forms import FieldGroup, FilledForm, NoSuchPart, Picture, SetForm, SetPart, SetWords

Fault = tuple[Sequence[str | int], str]  # the place of a mistake in a file, and what is wrong there
OURS = "ours"
MOST_FILES = 40  # of one set


@dataclass
class ReadFile:
    """What was typed into the fields of a file's page: its `data` as in the file.

    `moved`: where something in the data stands on the page, if elsewhere: `{"stages.1": "stages.2"}`.
    """

    data: dict[str, Any]
    moved: dict[str, str] = field(default_factory=dict)


class FileForms(ABC):
    """The forms of a game whose set is a number of files (`players.set_forms.SetForms`).

    `kind`: the folder of its sets. A game says what is in a file. A field's name is its place in the file, with dots:
    `players.QB.names`.
    """

    kind: str
    words: SetWords
    asks: str
    note: str  # above the fields of a page
    longest: int  # characters of a name

    def __init__(self) -> None:
        self.shelves = SetFolders(self.kind)

    # --- What a game says.

    @abstractmethod
    def shipped(self) -> dict[str, str]:
        """The files that ship with the game: the text of each, by its name without the ending."""

    @abstractmethod
    def begun(self, name: str) -> dict[str, Any]:
        """The data of a new file with this `name`, which has no mistake."""

    def with_name(self, data: Mapping[str, Any], name: str) -> dict[str, Any]:
        """The `data` of a file under another `name`."""
        return {**data, "name": name}

    @abstractmethod
    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Every mistake in the `data` of a file."""

    @abstractmethod
    def groups(self, data: Mapping[str, Any]) -> list[FieldGroup]:
        """The fields of a file's page with its `data`, which have no mistake."""

    @abstractmethod
    def pictures(self, data: Mapping[str, Any], read: ReadFile) -> list[Picture]:
        """The picture of each group of the page for a file with this `data`, of what was typed so far (`read`)."""

    @abstractmethod
    def read(self, reader: FieldReader, data: Mapping[str, Any]) -> ReadFile:
        """What was typed into the page of a file with this `data`, by a `reader` of its fields."""

    @abstractmethod
    def text(self, data: Mapping[str, Any]) -> str:
        """The text of a file with this `data`, which has no mistake."""

    def share(self, data: Mapping[str, Any]) -> tuple[int, int]:
        """How much of a file with this `data` is known, of how much."""
        return 1, 1

    def choices(self, sets: Mapping[str, Mapping[str, str]]) -> Offers:
        """The files of these `sets` that can answer the question `asks`: a file and its label for each."""
        return [(each, f"{data['name']} ({each.partition('/')[0]})") for each, data in self.known(sets).items()]

    # --- What follows from it.

    def known(self, sets: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, Any]]:
        """The data of each file in these `sets` without a mistake, by the names of its set and itself."""
        found = {}
        for name, texts in sets.items():
            for file, text in sorted(texts.items()):
                try:
                    found[f"{name}/{file.removesuffix('.toml')}"] = self._data(file, text)
                except BadData:
                    continue  # its own page tells what is wrong
        return found

    def checked(self, texts: Mapping[str, str]) -> None:
        """Checks files (`texts`) from elsewhere. Raises BadData that names every mistake, with its file and field."""
        self._all(texts)

    def parts(self, texts: Mapping[str, str]) -> list[SetPart]:
        """A page for each file (`texts`), in the order of their names. Raises BadData."""
        return [self._part(file, data) for file, data in self._all(texts).items()]

    def form(self, texts: Mapping[str, str], part: str) -> SetForm:
        """The page of the file called `part` among the `texts`. Raises BadData, or NoSuchPart."""
        data = self._of(texts, part)
        return self._form(part, data, self.groups(data), self.pictures(data, ReadFile(dict(data))))

    def filled(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], in_play: bool) -> FilledForm:
        """What comes of the page of the file called `part` among the `texts` if its fields are `given`.

        `in_play` changes nothing: a match keeps the file with which it began. Raises BadData, or NoSuchPart.
        """
        data, reader = self._of(texts, part), FieldReader(given)
        form, read, other = self._read(part, data, reader)
        made = {} if reader.faults or other else {f"{part}.toml": self.text(read.data)}
        return reader.result(form, {**texts, **made}, "\n".join(other))

    def group(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], at: int) -> FieldGroup:
        """The group at the place `at` of the page of the file called `part` among the `texts`, as `given`.

        Raises BadData, or NoSuchPart.
        """
        data, reader = self._of(texts, part), FieldReader(given)
        groups = self._read(part, data, reader)[0].groups
        if not 0 <= at < len(groups):
            raise NoSuchPart
        return reader.marked(groups[at])

    def with_ours(self, texts: Mapping[str, str], part: str, template: str) -> dict[str, str]:
        """The files (`texts`) as they are: nothing on the page called `part` is open for a `template`.

        Raises BadData, or NoSuchPart.
        """
        self._of(texts, part)
        return dict(texts)

    def templates(self) -> Offers:
        """The files that ship with the game: id and name."""
        return [(id_, self._data(f"{id_}.toml", text)["name"]) for id_, text in self.shipped().items()]

    def with_team(self, texts: Mapping[str, str], name: str, template: str) -> tuple[dict[str, str], str]:
        """The files (`texts`) with one more of this `name`, and its page. Raises BadData or UserError.

        `template`: the file of ours that it starts from, or empty.
        """
        name = " ".join(name.split())
        id_ = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.casefold()).split())[:30]
        if len(name) > self.longest:
            raise UserError(say("At most {n} characters, please.", n=self.longest))
        if not is_set_name(id_):
            raise UserError(say("A name needs letters or digits; this is not one: {name}.", name=repr(name[:40])))
        if f"{id_}.toml" in texts:
            raise UserError(say("The set has a file {file} already. Choose another name.", file=f"{id_}.toml"))
        if len(texts) >= MOST_FILES:
            raise UserError(say("A set has at most {n} files. Begin another one.", n=MOST_FILES))
        data = self.begun(name)
        if template:
            ours = self.shipped()
            if template not in ours:
                known = ", ".join(ours)
                raise UserError(
                    say("{name} does not come with the game; these do: {known}", name=template, known=known)
                )
            data = self.with_name(self._data(template, ours[template]), name)
        found = next(iter(self.faults(data)), None)
        if found:
            raise UserError(as_sentence(found[1]))
        return {**texts, f"{id_}.toml": self.text(data)}, id_

    def without_team(self, texts: Mapping[str, str], part: str) -> dict[str, str]:
        """The files (`texts`) without the one called `part`. Raises NoSuchPart."""
        if f"{part}.toml" not in texts:
            raise NoSuchPart
        return {file: text for file, text in texts.items() if file != f"{part}.toml"}

    def teams(self, texts: Mapping[str, str]) -> Offers:
        """The files of the set with these `texts`: id and name. Raises BadData."""
        return [(file.removesuffix(".toml"), data["name"]) for file, data in self._all(texts).items()]

    def new(self, template: str) -> dict[str, str]:
        """The files of a new set: none, or ours if the `template` is `ours`."""
        if template != OURS:
            return {}
        return {f"{id_}.toml": self.text(self._data(id_, text)) for id_, text in self.shipped().items()}

    def _data(self, file: str, text: str) -> dict[str, Any]:
        data = toml_in(text, file)
        found = [f"{file}: {_before(path)}{fault}" for path, fault in self.faults(data)]
        if found:
            raise BadData("\n".join(found))
        return data

    def _all(self, texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        found, wrong = {}, []
        for file, text in sorted(texts.items()):
            try:
                found[file] = self._data(file, text)
            except BadData as error:
                wrong.append(str(error))
        if wrong:
            raise BadData("\n".join(wrong))
        return found

    def _of(self, texts: Mapping[str, str], part: str) -> dict[str, Any]:
        file = f"{part}.toml"
        if file not in texts:
            raise NoSuchPart
        return self._data(file, texts[file])

    def _part(self, file: str, data: Mapping[str, Any]) -> SetPart:
        return SetPart(file.removesuffix(".toml"), str(data["name"]), *self.share(data))

    def _form(
        self, part: str, data: Mapping[str, Any], groups: Sequence[FieldGroup], drawn: Sequence[Picture]
    ) -> SetForm:
        shown = [replace(group, drawn=picture) for group, picture in zip(groups, drawn, strict=True)]
        return SetForm(self._part(part, data), self.note, shown, {}, self.templates())

    def _read(self, part: str, data: Mapping[str, Any], reader: FieldReader) -> tuple[SetForm, ReadFile, list[str]]:
        """The page with pictures of what was typed, what was typed, and mistakes that are about no field.

        Notes the other mistakes at their fields.
        """
        groups, read, other = self.groups(data), self.read(reader, data), list[str]()
        names = [each.name for group in groups for each in group.fields]
        for path, fault in self.faults(read.data):
            name = _field_at(path, names, read.moved)
            if name:
                reader.faults.setdefault(name, as_sentence(fault))
            else:
                other.append(as_sentence(f"{_before(path)}{fault}"))
        return self._form(part, data, groups, self.pictures(data, read)), read, other


def _before(path: Sequence[str | int]) -> str:
    """The place of a mistake, as it stands before it."""
    return f"{place(*path)}: " if path else ""


def _field_at(path: Sequence[str | int], names: Sequence[str], moved: Mapping[str, str]) -> str:
    """The field that a place in a file is about: itself, what it is a part of, or the first of its parts. Or none."""
    steps = [str(each) for each in path]
    for n in range(len(steps), 0, -1):
        start = ".".join(steps[:n])
        if start in moved:
            steps = [*moved[start].split("."), *steps[n:]]
            break
    for n in range(len(steps), 0, -1):
        start = ".".join(steps[:n])
        for name in names:
            if name == start or (n == len(steps) and name.startswith(f"{start}.")):
                return name
    return ""
