"""The form for people's own rosters: a page for each team, with its coach and its players as they are typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from breakaway.core.data_files import explained, quoted
from breakaway.core.language import UserError, _, marked, say
from breakaway.games.fate.files import (
    APPROACH_NAMES,
    CHARACTER,
    FOLDER,
    LONGEST_NAME,
    ROSTERS,
    Roster,
    doubles,
    printed,
    shipped,
    template,
)
from breakaway.games.fate.rules.terms import APPROACHES
from breakaway.games.fate.text.names import POSITION_LETTERS
from breakaway.players.field_reader import FieldReader
from breakaway.players.file_forms import Fault, FileForms, ReadFile
from breakaway.players.own_cards import Offers
from breakaway.players.set_forms import FacePicture, FieldGroup, Picture, SetField, SetWords

NOBODY = "-"  # a text of a coach that nobody has written
NAMELESS = "Coach"  # what such a coach is called
COACH = ("name", "high_concept", "trouble")
LISTS = ("aspects", "stunts")
LABELS = {
    "name": marked("Name"),
    "high_concept": marked("High concept"),
    "trouble": marked("Trouble"),
    "aspects": marked("Aspects, one on each line"),
    "stunts": marked("Stunts, one on each line"),
}


class RosterForms(FileForms):
    """FATE's forms for own rosters (`players.set_forms.SetForms`)."""

    kind = ROSTERS
    asks = "teams"
    longest = LONGEST_NAME
    note = marked(
        "The first man of a position plays, the others come in for him in this order. Ratings are from -2 to 4, in the "
        "order Careful, Clever, Flashy, Forceful, Quick, Sneaky; without them a position has those of the template."
    )
    words = SetWords(
        of=marked("rosters"),
        empty=marked("an empty set"),
        ours=marked("our rosters"),
        files=marked("a set of rosters has a file for each team, such as herons.toml"),
        used=marked(
            "These are the files that “breakaway play fate --teams FILE,FILE” uses. Each can be saved by itself:"
        ),
        more=marked("A team more"),
        called=marked("Name of the team"),
        add=marked("Add the team"),
        blank=marked("empty pages"),
        copy=marked("the roster of {name}"),
        out=marked("Take this team out"),
        gone=marked("The roster is deleted from the set. Matches with it stay as they are."),
        take=marked("Take this team out of the set"),
        known=marked("Saved: {known} of {most} are known. You can choose the roster when you open a table."),
        fills=False,
    )

    def shipped(self) -> dict[str, str]:
        """The rosters that ship with the game."""
        return {each: (FOLDER / f"{each}.toml").read_text(encoding="utf-8") for each in shipped()}

    def begun(self, name: str) -> dict[str, Any]:
        """A roster of a team with this `name`, whose players are called like their positions."""
        coach = {
            **dict.fromkeys(COACH, NOBODY),
            "name": NAMELESS,
            "approaches": dict(zip(APPROACH_NAMES, CHARACTER, strict=True)),
        }
        return {"name": name, "coach": coach, "players": {each: {"names": [each]} for each in POSITION_LETTERS}}

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Every mistake in the `data` of a roster: in its fields, or else names that two people share."""
        try:
            roster = Roster.model_validate(dict(data))
        except ValidationError as error:
            yield from explained(Roster, error, data).items()
            return
        for fault in doubles(roster):
            yield (), fault

    def share(self, data: Mapping[str, Any]) -> tuple[int, int]:
        """How many positions have a name of their own."""
        known = sum(data["players"][each]["names"] != [each] for each in POSITION_LETTERS)
        return known, len(POSITION_LETTERS)

    def groups(self, data: Mapping[str, Any]) -> list[FieldGroup]:
        """The fields of a roster: the team, its coach and each position."""
        coach = data["coach"]
        team = [
            SetField("name", _("Name"), str(data["name"])),
            SetField("says", _("A line about the team"), str(data.get("says", "")), is_long=True),
        ]
        fields = [
            SetField(f"coach.{each}", _(LABELS[each]), _shown(coach[each]), is_long=each != "name") for each in COACH
        ]
        fields += [
            SetField(f"coach.{each}", _(LABELS[each]), "\n".join(coach.get(each, ())), is_long=True) for each in LISTS
        ]
        offered = [(str(n), str(n)) for n in sorted({*CHARACTER}, reverse=True)]
        fields += [
            SetField(f"coach.approaches.{each}", _(each), str(coach["approaches"][each]), offered)
            for each in APPROACH_NAMES
        ]
        note = _("The program introduces the coach, who does not affect the dice: one 3, two 2s, two 1s and one 0.")
        found = [FieldGroup(_("The team"), team), FieldGroup(_("The coach"), fields, note=note)]
        for each in POSITION_LETTERS:
            at = data["players"][each]
            names = "" if at["names"] == [each] else "\n".join(at["names"])
            ratings = " ".join(map(str, at.get("ratings") or ()))
            example = " ".join(map(str, _usual(each)))
            found.append(
                FieldGroup(
                    each,
                    [
                        SetField(f"players.{each}.names", _("Players, one on each line"), names, is_long=True),
                        SetField(f"players.{each}.ratings", _("Ratings"), ratings, example=example),
                    ],
                )
            )
        return found

    def read(self, reader: FieldReader, data: Mapping[str, Any]) -> ReadFile:
        """What was typed into the page of a roster with this `data`."""
        coach: dict[str, Any] = {"name": reader.text("coach.name") or NAMELESS}
        coach |= {each: _line(reader, f"coach.{each}") or NOBODY for each in COACH[1:]}
        coach |= {
            each: [line.strip() for line in reader.area(f"coach.{each}").split("\n") if line.strip()] for each in LISTS
        }
        approaches = {each: reader.read(f"coach.approaches.{each}", _rating) for each in APPROACH_NAMES}
        coach["approaches"] = {each: value for each, value in approaches.items() if value is not None}
        players: dict[str, dict[str, Any]] = {}
        for each in POSITION_LETTERS:
            names = reader.area(f"players.{each}.names").split("\n")
            found = [" ".join(name.split()) for name in names if name.strip()]
            players[each] = {"names": found or [each]}
            ratings = reader.read(f"players.{each}.ratings", _ratings)
            if ratings is not None:
                players[each]["ratings"] = ratings
        typed = {"name": reader.text("name"), "coach": coach, "players": players}
        says = _line(reader, "says")
        return ReadFile({**typed, "says": says} if says else typed)

    def pictures(self, data: Mapping[str, Any], read: ReadFile) -> list[Picture]:
        """The coach and the players of each position as they were `read`. `data`: the file as it is."""
        coach = read.data["coach"]
        lines = [(_shown(coach[each]) or "?", "" if _shown(coach[each]) else "todo") for each in COACH[1:]]
        lines += [(each, "") for name in LISTS for each in coach.get(name, ())]
        lines.append((_ratings_in_words([coach["approaches"].get(each) for each in APPROACH_NAMES]), ""))
        found: list[Picture] = [
            _face(str(read.data["name"]), [(str(read.data.get("says", "")), "")] if read.data.get("says") else []),
            _face(_shown(coach["name"]), lines),
        ]
        for each in POSITION_LETTERS:
            at = read.data["players"][each]
            men = [("?", "todo")] if at["names"] == [each] else [(name, "") for name in at["names"]]
            ratings = at.get("ratings")
            text = _ratings_in_words(ratings or _usual(each))
            men.append((text, "") if ratings else (say("{ratings} (the template)", ratings=text), "todo"))
            found.append(_face(each, men))
        return found

    def text(self, data: Mapping[str, Any]) -> str:
        """The text of the file of a roster with this `data`."""
        coach = data["coach"]
        lines = [f"name = {quoted(str(data['name']))}"]
        lines += [f"says = {quoted(data['says'])}"] if data.get("says") else []
        lines += ["", "[coach]", *(f"{each} = {quoted(coach[each])}" for each in COACH)]
        lines += [f"{each} = [{', '.join(map(quoted, coach[each]))}]" for each in LISTS if coach.get(each)]
        given = ", ".join(f"{each} = {coach['approaches'][each]}" for each in APPROACH_NAMES)
        lines += [f"approaches = {{ {given} }}", "", "[players]"]
        for each in POSITION_LETTERS:
            at = data["players"][each]
            ratings = f", ratings = [{', '.join(map(str, at['ratings']))}]" if at.get("ratings") else ""
            lines.append(f"{each} = {{ names = [{', '.join(map(quoted, at['names']))}]{ratings} }}")
        return "\n".join(lines) + "\n"

    def choices(self, sets: Mapping[str, Mapping[str, str]]) -> Offers:
        """Pairs of rosters, the home side's first: each own one with each of ours, then own ones with each other."""
        own = {each: f"{data['name']} ({each.partition('/')[0]})" for each, data in self.known(sets).items()}
        ours = dict(self.templates())
        pairs = [pair for one in own for other in ours for pair in ((one, other), (other, one))]
        pairs += [(one, other) for one in own for other in own if one != other]
        names = {**own, **ours}
        return [(f"{home},{away}", f"{names[home]} – {names[away]}") for home, away in pairs[:MOST_PAIRS]]


MOST_PAIRS = 300  # in the list of the form for a new table


def _usual(position: str) -> list[int]:
    """The ratings of a position without its own."""
    at = POSITION_LETTERS.index(position) * APPROACHES
    return template(printed(), False)[at : at + APPROACHES]


def _shown(text: str) -> str:
    return "" if text == NOBODY else text


def _line(reader: FieldReader, name: str) -> str:
    return " ".join(reader.area(name).split())


def _rating(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII):
        raise UserError(say("expected a whole number, not {typed}", typed=repr(text[:40])))
    return int(text)


def _ratings(text: str) -> list[int]:
    """Six ratings. Raises UserError for what is no number."""
    return [_rating(each) for each in text.replace(",", " ").replace("\N{MINUS SIGN}", "-").split()]


def _ratings_in_words(ratings: Sequence[int | None]) -> str:
    named = zip(APPROACH_NAMES, ratings, strict=False)
    return ", ".join(f"{_(name)} {value}" for name, value in named if value is not None)


def _face(title: str, lines: list[tuple[str, str]]) -> FacePicture:
    says = "; ".join([title or "?", *(text for text, _class in lines)])
    return FacePicture(title, lines, say("As you enter it: {what}", what=says))


FORMS = RosterForms()
