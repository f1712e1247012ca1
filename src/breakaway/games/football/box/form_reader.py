"""What somebody types into the fields of a form for a set, read with the readers of the table; mistakes by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from breakaway.core.language import UserError, _, as_sentence, say
from breakaway.games.football.box.cells import USUAL_FORMATIONS, rolls_in
from breakaway.games.football.files.own_set import UNKNOWN
from breakaway.games.football.files.own_words import call_in, expected, fold, formation_and_rest, named
from breakaway.games.football.files.teams import parse_band
from breakaway.games.football.text.orders import Call
from breakaway.players.set_forms import LONGEST_AREA, LONGEST_ENTRY, FieldGroup, FilledForm, SetField, SetForm

T = TypeVar("T")
NAME = re.compile(r"[^\W_](?:[\w '&.+-]{0,28}[^\W\d_])?")
SHOWN = re.compile(r"[^\W_][\w '&.+-]{0,29}")
NOTHING = ("", UNKNOWN)


class FieldReader:
    """The texts of a form's fields (`given`), and what is wrong with each (`faults`, by field).

    `in_play`: whether a match with this set is open, in which each card keeps its place.
    """

    def __init__(self, given: Mapping[str, str], in_play: bool = False) -> None:
        self.given, self.in_play, self.faults = given, in_play, dict[str, str]()

    def text(self, name: str, longest: int = LONGEST_ENTRY) -> str:
        """The text of a field on one line. More than `longest` characters are a mistake, and it counts as empty."""
        found = " ".join("".join(c if c.isprintable() else " " for c in self.given.get(name, "")).split())
        if len(found) > longest:
            self.faults[name] = say("At most {n} characters, please.", n=longest)
            return ""
        return found

    def area(self, name: str) -> str:
        """The text of a field with several lines. What is too long is a mistake and counts as empty."""
        found = self.given.get(name, "").replace("\r\n", "\n").strip()
        if len(found) > LONGEST_AREA:
            self.faults[name] = say("At most {n} characters, please.", n=LONGEST_AREA)
            return ""
        return found

    def read(self, name: str, reader: Callable[[str], T]) -> T | None:
        """The value of a field. None if it is empty or has a mistake, which is noted."""
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
        """Notes a mistake at a field that was emptied, if its card has to keep its place in an open match."""
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


# --- Names, rows and bands.


def name_in(text: str) -> str:
    """A name that files can hold. Raises UserError."""
    if not NAME.fullmatch(text):
        raise UserError(
            say(
                "a name has at most 30 letters, digits and spaces, and no digit at its end; this is not one: {typed}",
                typed=repr(text[:40]),
            )
        )
    return text


def shown_in(text: str) -> str:
    """The name of a formation that a defense shows, such as 4-3. Raises UserError."""
    if not SHOWN.fullmatch(text):
        raise UserError(
            say(
                "a formation has at most 30 letters, digits and spaces; this is not one: {typed}", typed=repr(text[:40])
            )
        )
    return text


def row_in(text: str, names: Sequence[str], what: str) -> dict[int, int]:
    """A row of a sheet: the number of the name for each roll from 0. Raises UserError.

    `Eagle 1-2, Twist 4` names the rolls; `E, S, ?, T, T, T` says all six in order. `what` is the kind of name.
    """
    if re.search(r"\d", text):
        return rolls_in(text, names, what)
    parts = [each.strip() for each in (text.split(",") if "," in text else text.split(" "))]
    if len(parts) != 6:
        right = say("a name and its rolls, as in {name} 1-2, or six names for the rolls 1 to 6", name=names[0])
        raise expected(right, text)
    return {roll: named(each, names, what) for roll, each in enumerate(parts) if each not in NOTHING}


def states_in(text: str) -> list[int]:
    """The Game States in `2-4, 7+`. Raises ValueError."""
    return [state for part in text.split(",") for state in parse_band(part)]


def call_on_sheet(text: str, types: Sequence[str], formations: Sequence[str]) -> tuple[str, Call]:
    """Reads `Dime: Zone 0/5`. `formations` are those that are known. Raises UserError."""
    formation, rest = formation_and_rest(text, types, [*formations, *USUAL_FORMATIONS])
    if not formation:
        raise expected(_("a formation and a defense, as in Dime: Zone 0/5"), text)
    return shown_in(formation[:1].upper() + formation[1:]), call_in(rest, types)


def is_rest(text: str) -> bool:
    """Whether a text says all that is not named elsewhere."""
    return fold(text) in ("rest", "the rest", "all others", fold(_("the rest")))
