"""What somebody types into the fields of a form for a set, and what is wrong with each field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from breakaway.core.language import UserError, _, as_sentence, say
from breakaway.players.set_forms import LONGEST_AREA, LONGEST_ENTRY, FieldGroup, FilledForm, SetField, SetForm

T = TypeVar("T")
NOTHING = ("", "?")  # what a field holds if nobody knows its value


class FieldReader:
    """The texts of a form's fields (`given`), and what is wrong with each (`faults`, by field).

    `in_play`: whether a match with this set is open, in which each card keeps its place.
    """

    def __init__(self, given: Mapping[str, str], in_play: bool = False) -> None:
        self.given, self.in_play, self.faults = given, in_play, dict[str, str]()

    def text(self, name: str, longest: int = LONGEST_ENTRY) -> str:
        """The text of the field called `name`, on one line.

        More than `longest` characters are a mistake, and it counts as empty.
        """
        found = " ".join("".join(c if c.isprintable() else " " for c in self.given.get(name, "")).split())
        if len(found) > longest:
            self.faults[name] = say("At most {n} characters, please.", n=longest)
            return ""
        return found

    def area(self, name: str) -> str:
        """The text of the field called `name`, with several lines. If it is too long, it is a mistake and counts as
        empty.
        """
        found = self.given.get(name, "").replace("\r\n", "\n").strip()
        if len(found) > LONGEST_AREA:
            self.faults[name] = say("At most {n} characters, please.", n=LONGEST_AREA)
            return ""
        return found

    def read(self, name: str, reader: Callable[[str], T]) -> T | None:
        """The value of the field called `name`, made by a `reader` of texts.

        None if it is empty or has a mistake, which is noted.
        """
        text = self.text(name)
        return None if text in NOTHING else self.attempt(name, lambda: reader(text))

    def attempt(self, name: str, work: Callable[[], T]) -> T | None:
        """What `work` returns. None if it finds a mistake, which is noted for the field called `name`."""
        try:
            return work()
        except (UserError, ValueError) as error:
            self.faults[name] = as_sentence(str(error).partition("\n")[0])
            return None

    def keeps(self, name: str, was_known: bool) -> None:
        """Notes a mistake at the field called `name` if it was emptied, and its card has to keep its place in an open
        match. `was_known`: whether there was a card.
        """
        if self.in_play and was_known and name not in self.faults:
            self.faults[name] = _(
                "A match with this set is open, and each card keeps its place in it: correct the card, or finish the "
                "match first."
            )

    def marked(self, group: FieldGroup) -> FieldGroup:
        """The group with what was typed, and with each mistake at its field."""
        fields = []
        for each in group.fields:
            value = self.given.get(each.name, each.value)
            fields.append(
                SetField(
                    each.name,
                    each.label,
                    value,
                    each.choices,
                    each.known,
                    each.example,
                    each.is_long,
                    self.faults.get(each.name, ""),
                )
            )
        return FieldGroup(group.title, fields, group.drawn, group.note)

    def result(self, form: SetForm, texts: dict[str, str] | None, fault: str = "") -> FilledForm:
        """What came of the whole page, drawn as `form`.

        `texts`: the files of the set. `fault`: what is wrong with them as a whole.
        """
        groups = [self.marked(each) for each in form.groups]
        wrong = [
            (each.name, f"{group.title}, {each.label}" if group.title else each.label, each.fault)
            for group in groups
            for each in group.fields
            if each.fault
        ]
        shown = SetForm(form.part, form.note, groups, form.lists, form.templates)
        return FilledForm(shown, None if wrong or fault else texts, fault, wrong)
