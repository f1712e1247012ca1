"""The form for people's own tracks and tours: a page for each file, with the course as it is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from breakaway.core.data_files import BadData, explained, quoted, read_toml
from breakaway.core.language import UserError, _, marked, say
from breakaway.games.cycling.display.panorama import course
from breakaway.games.cycling.files import TRACKS, Tour, Track, resolve, shipped_tracks, tour_of
from breakaway.games.cycling.rules.interface import start
from breakaway.games.cycling.rules.terms import OVER, STAGES
from breakaway.games.cycling.setup import USUAL_TEAMS
from breakaway.players.field_reader import FieldReader
from breakaway.players.file_forms import Fault, FileForms, ReadFile
from breakaway.players.set_forms import DrawnPicture, FieldGroup, Picture, SetField, SetWords

HANDS = (("same", marked("the line-ups of the first stage")), ("fresh", marked("a fresh line-up each day")))
ROADS = (("", marked("a road with a finish")), ("yes", marked("a loop")))
LISTS = ("sprints", "sprint_points", "finish_points")
NEW: dict[str, Any] = {"length": 100, "sprints": [50], "sprint_points": [5, 3, 2, 1], "finish_points": [10, 8, 6, 4, 2]}


class TrackForms(FileForms):
    """The race's forms for own tracks and tours (`players.set_forms.SetForms`)."""

    kind = TRACKS
    asks = "track"
    longest = 60
    note = marked(
        "Numbers with commas between them. A line lies after its square: a sprint at 20 is crossed on square 21."
    )
    words = SetWords(
        of=marked("tracks"),
        empty=marked("an empty set"),
        ours=marked("our tracks"),
        files=marked("a set of tracks has a file for each track or tour, such as pass.toml"),
        used=marked(
            "These are the files that “breakaway play cycling --track FILE” uses. Each can be saved by itself:"
        ),
        more=marked("A track more"),
        called=marked("Name of the track or tour"),
        add=marked("Add the track"),
        blank=marked("a plain road"),
        copy=marked("the track {name}"),
        out=marked("Take this track out"),
        gone=marked("The track is deleted from the set. Races on it stay as they are."),
        take=marked("Take this track out of the set"),
        known=marked("Saved. You can choose the track when you open a table."),
        fills=False,
    )

    def shipped(self) -> dict[str, str]:
        """The tracks and tours that ship with the game."""
        return {id_: path.read_text(encoding="utf-8") for id_, path in shipped_tracks().items()}

    def begun(self, name: str) -> dict[str, Any]:
        """A plain road with this `name`."""
        return {"name": name, **NEW}

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Every mistake in the `data` of a track or tour: in its fields, or else as a whole."""
        model: type[Track] | type[Tour] = Tour if "stages" in data else Track
        try:
            model.model_validate(dict(data))
        except ValidationError as error:
            yield from explained(model, error, data).items()
            return
        try:
            resolve(tracks=tour_of(data, ""))
        except BadData as error:
            yield (), str(error).removeprefix(": ")

    def groups(self, data: Mapping[str, Any]) -> list[FieldGroup]:
        """The fields of a track; for a tour those of each stage, and one more."""
        if "stages" not in data:
            return [FieldGroup(_("The track"), _fields(data))]
        hands = [(value, _(says)) for value, says in HANDS]
        head = [
            SetField("name", _("Name"), str(data["name"])),
            SetField("hands", _("Line-ups"), str(data.get("hands", "same")), hands),
        ]
        stages = _stages(data)
        found = [FieldGroup(_("The tour"), head, note=_("A stage whose fields are all empty is left out."))]
        for n in range(_rows(data)):
            at = stages[n] if n < len(stages) else {}
            found.append(FieldGroup(say("Stage {n}", n=n + 1), _fields(at, f"stages.{n}.")))
        return found

    def read(self, reader: FieldReader, data: Mapping[str, Any]) -> ReadFile:
        """What was typed into the page of a track or tour with this `data`."""
        if "stages" not in data:
            return ReadFile(_typed(reader, ""))
        stages: list[dict[str, Any]] = []
        moved: dict[str, str] = {}
        for n in range(_rows(data)):
            start_of_name = f"stages.{n}."
            if any(reader.text(f"{start_of_name}{name}") for name in ("name", "length", *LISTS)):
                moved[f"stages.{len(stages)}"] = f"stages.{n}"
                stages.append(_typed(reader, start_of_name))
        return ReadFile({"name": reader.text("name"), "hands": reader.text("hands"), "stages": stages}, moved)

    def pictures(self, data: Mapping[str, Any], read: ReadFile) -> list[Picture]:
        """The course of each track that has no mistake, as it was `read`. `data`: the file as it is."""
        if "stages" not in data:
            return [_drawn(read.data)]
        found: list[Picture] = [None] * (_rows(data) + 1)
        for n, stage in enumerate(_stages(read.data)):
            at = read.moved.get(f"stages.{n}", f"stages.{n}")
            found[int(at.rpartition(".")[2]) + 1] = _drawn(stage)
        return found

    def text(self, data: Mapping[str, Any]) -> str:
        """The text of the file of a track or tour with this `data`."""
        if "stages" not in data:
            return "\n".join(_lines(data)) + "\n"
        lines = [f"name = {quoted(str(data['name']))}", f"hands = {quoted(str(data.get('hands', 'same')))}"]
        for stage in _stages(data):
            lines += ["", "[[stages]]", *_lines(stage)]
        return "\n".join(lines) + "\n"


def _stages(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The stages of a tour as tracks: those of ours that it only names are written out."""
    ours = shipped_tracks()
    return [read_toml(ours[each]) if isinstance(each, str) else each for each in data["stages"]]


def _rows(data: Mapping[str, Any]) -> int:
    """How many stages the page of a tour has room for."""
    return min(STAGES, len(data["stages"]) + 1)


def _fields(data: Mapping[str, Any], before: str = "") -> list[SetField]:
    roads = [(value, _(says)) for value, says in ROADS]
    given = {name: ", ".join(map(str, data.get(name, ()))) for name in LISTS}
    return [
        SetField(f"{before}name", _("Name"), str(data.get("name", ""))),
        SetField(f"{before}length", _("Length in squares"), str(data.get("length", "")), example="10 … 400"),
        SetField(f"{before}loop", _("Kind"), "yes" if data.get("loop") else "", roads),
        SetField(f"{before}sprints", _("Sprint lines, after squares"), given["sprints"], example="20, 45"),
        SetField(f"{before}sprint_points", _("Points at a sprint"), given["sprint_points"], example="5, 3, 2, 1"),
        SetField(f"{before}finish_points", _("Points at the finish"), given["finish_points"], example="10, 8, 6, 4"),
    ]


def _typed(reader: FieldReader, before: str) -> dict[str, Any]:
    """A track as it was typed. What is no number is noted, and missing."""
    found: dict[str, Any] = {"name": reader.text(f"{before}name")}
    length = reader.read(f"{before}length", _number)
    if length is not None:
        found["length"] = length
    if reader.text(f"{before}loop"):
        found["loop"] = True
    for name in LISTS:
        found[name] = reader.read(f"{before}{name}", _numbers) or []
    return found


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UserError(say("expected a whole number, not {typed}", typed=repr(text[:40])))
    return int(text)


def _numbers(text: str) -> list[int]:
    parts = text.replace(",", " ").split()
    if not all(each.isascii() and each.isdigit() and len(each) < 10 for each in parts):
        raise UserError(say("expected whole numbers with commas between them, not {typed}", typed=repr(text[:40])))
    return [int(each) for each in parts]


def _lines(track: Mapping[str, Any]) -> list[str]:
    lines = [f"name = {quoted(str(track['name']))}", f"length = {track['length']}"]
    lines += ["loop = true"] if track.get("loop") else []
    return lines + [f"{name} = [{', '.join(map(str, track[name]))}]" for name in LISTS]


def _drawn(track: Mapping[str, Any]) -> DrawnPicture | None:
    """The course of a track, as the page of a race draws it, without riders. None while it has a mistake."""
    try:
        config = resolve(tracks=Tour(name="?", stages=[Track.model_validate(dict(track))]))[0]
    except (ValidationError, BadData):
        return None
    view = start(config)
    view.phase, view.field = OVER, 0
    parts = [str(track["name"]), say("{n} squares", n=track["length"]), _lines_in_words(track["sprints"])]
    return DrawnPicture(
        course(view, config, -1, [""] * USUAL_TEAMS), say("As you enter it: {what}", what="; ".join(parts))
    )


def _lines_in_words(sprints: Sequence[int]) -> str:
    return say("sprint lines after {squares}", squares=", ".join(map(str, sprints))) if sprints else _("no sprint line")


FORMS = TrackForms()
