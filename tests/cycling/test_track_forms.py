"""The form for people's own tracks and tours: read with the models of the files, each mistake at its field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from breakaway.core.data_files import BadData
from breakaway.games.cycling.files import load_tracks, resolve
from breakaway.games.cycling.forms import FORMS
from breakaway.players.set_forms import DrawnPicture, NoSuchPart, SetForm

PASS = """name = "The pass"
length = 60
sprints = [20, 45]
sprint_points = [5, 3, 2, 1]
finish_points = [10, 8, 6, 4, 2]
"""
WEEK = """name = "The week"
hands = "fresh"
stages = ["postal", "boxed"]
"""


def values(form: SetForm) -> dict[str, str]:
    return {each.name: each.value for group in form.groups for each in group.fields}


def typed(text: str, part: str, **given: str) -> dict[str, str]:
    """The fields of the page of a file with this text, some of them typed anew."""
    return values(FORMS.form({f"{part}.toml": text}, part)) | {
        name.replace("__", "."): each for name, each in given.items()
    }


def test_a_track_that_is_saved_as_it_stands_is_the_same_file() -> None:
    found = FORMS.filled({"pass.toml": PASS}, "pass", typed(PASS, "pass"), False)
    assert found.texts == {"pass.toml": PASS}
    assert not found.wrong


def test_what_is_typed_is_the_file_that_the_command_line_reads(tmp_path: Path) -> None:
    given = typed(
        PASS, "pass", name="Loop", length="40", loop="yes", sprints="40", sprint_points="9 7", finish_points="3"
    )
    found = FORMS.filled({"pass.toml": PASS}, "pass", given, False)
    assert found.texts is not None
    (tmp_path / "pass.toml").write_text(found.texts["pass.toml"], encoding="utf-8")
    (stage,) = load_tracks(str(tmp_path / "pass.toml")).stages
    assert not isinstance(stage, str)
    assert stage.model_dump() == {
        "name": "Loop",
        "length": 40,
        "loop": True,
        "sprints": [40],
        "sprint_points": [9, 7],
        "finish_points": [3],
    }


def test_every_mistake_stands_at_its_field_and_nothing_is_made() -> None:
    given = typed(PASS, "pass", name="", length="9", sprints="20, x", sprint_points="1001", finish_points="")
    found = FORMS.filled({"pass.toml": PASS}, "pass", given, False)
    assert found.texts is None
    assert [each[0] for each in found.wrong] == ["name", "length", "sprints", "sprint_points", "finish_points"]
    said = {name: text for name, _where, text in found.wrong}
    assert said["length"] == "Expected 10 or more, not 9"
    assert said["sprints"] == "Expected whole numbers with commas between them, not '20, x'"
    assert said["sprint_points"] == "Points must be from 0 to 1000"
    assert values(found.form) == given, "nothing that was typed is lost"


def test_a_sprint_line_lies_on_the_road_before_the_finish_and_a_loop_may_have_one_at_its_end() -> None:
    """BA-4.3, BA-V2: a line lies after its square, and a road ends with its finish."""
    for loop, wrong in (("", ["sprints"]), ("yes", [])):
        found = FORMS.filled({"p.toml": PASS}, "p", typed(PASS, "p", sprints="60", loop=loop), False)
        assert [each[0] for each in found.wrong] == wrong


def test_the_course_is_drawn_with_its_lines_while_nothing_is_wrong() -> None:
    group = FORMS.group({"p.toml": PASS}, "p", typed(PASS, "p", sprints="33"), 0)
    assert isinstance(group.drawn, DrawnPicture)
    assert "sprint 33" in group.drawn.svg
    assert "finish 60" in group.drawn.svg
    assert group.drawn.says == "As you enter it: The pass; 60 squares; sprint lines after 33"
    assert FORMS.group({"p.toml": PASS}, "p", typed(PASS, "p", length="5"), 0).drawn is None


def test_the_words_at_two_lines_that_are_close_do_not_cover_each_other() -> None:
    for sprints, heights in (("20, 45", ["24%", "24%", "24%"]), ("20, 28", ["24%", "48%", "24%"])):
        drawn = FORMS.group({"p.toml": PASS}, "p", typed(PASS, "p", sprints=sprints), 0).drawn
        assert isinstance(drawn, DrawnPicture)
        assert re.findall(r'<text [^>]*y="([^"]*)"', drawn.svg) == heights


def test_the_stages_of_a_tour_are_written_out_and_one_more_can_be_added() -> None:
    given = typed(WEEK, "week", **{f"stages__2__{name}": text for name, text in typed(PASS, "p").items()})
    found = FORMS.filled({"week.toml": WEEK}, "week", given, False)
    assert found.texts is not None
    parts = found.texts["week.toml"].split("[[stages]]\n")
    assert [each.partition("\n")[0] for each in parts[1:]] == [
        'name = "The postal road"',
        'name = "The boxed road"',
        'name = "The pass"',
    ]
    assert parts[0] == 'name = "The week"\nhands = "fresh"\n\n'
    more = FORMS.form(found.texts, "week")
    assert [each.title for each in more.groups] == ["The tour", "Stage 1", "Stage 2", "Stage 3", "Stage 4"]


def test_a_stage_that_was_emptied_is_left_out_and_mistakes_stay_with_the_others() -> None:
    empty = {f"stages__0__{name}": "" for name in ("name", "length", "sprints", "sprint_points", "finish_points")}
    found = FORMS.filled({"week.toml": WEEK}, "week", typed(WEEK, "week", **empty), False)
    assert found.texts is not None
    assert found.texts["week.toml"].count("[[stages]]") == 1
    found = FORMS.filled({"week.toml": WEEK}, "week", typed(WEEK, "week", **empty, stages__1__length="7"), False)
    assert [each[0] for each in found.wrong] == ["stages.1.length"], "the second stage on the page"


def test_a_tour_of_roads_and_loops_is_refused_as_a_whole() -> None:
    given = typed(WEEK, "week", stages__1__loop="yes")
    found = FORMS.filled({"week.toml": WEEK}, "week", given, False)
    assert found.texts is None
    assert found.fault == "A tour cannot mix roads and loops"


def test_tracks_from_elsewhere_are_checked_with_file_and_field() -> None:
    with pytest.raises(BadData) as bad:
        FORMS.checked({"a.toml": PASS.replace("60", "6"), "b.toml": PASS + "width = 3\n", "c.toml": "x ="})
    said = str(bad.value).split("\n")
    assert said[0] == "a.toml: length: expected 10 or more, not 6"
    assert said[1].startswith("b.toml: width: unknown field; known: name, length")
    assert said[2].startswith("c.toml: not TOML")


def test_a_set_starts_with_our_tracks_and_a_new_track_from_one_of_them() -> None:
    texts = FORMS.new("ours")
    FORMS.checked(texts)
    assert sorted(texts) == ["boxed.toml", "loop.toml", "postal.toml", "tour.toml"]
    assert FORMS.new("") == {}
    made, part = FORMS.with_team({}, "The Short Hill", "postal")
    assert part == "the-short-hill"
    assert made["the-short-hill.toml"] == texts["postal.toml"].replace("The postal road", "The Short Hill")
    plain, _part = FORMS.with_team({}, "Plain", "")
    FORMS.checked(plain)
    with pytest.raises(NoSuchPart):
        FORMS.form(plain, "hill")


def test_the_command_line_names_the_owners_own_track_by_its_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path))
    FORMS.shelves.home("hills").keep({"pass.toml": PASS})
    config, options = resolve("postal", 2, None, "hills/pass")
    assert config.length[0] == 60
    assert options["tour"]["stages"][0]["name"] == "The pass"
    for name in ("hills/none", "../tracks/hills/pass", "hills/../hills/pass"):
        with pytest.raises(BadData):
            resolve("postal", 2, None, name)
