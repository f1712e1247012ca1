"""A corrected turn says what has changed, a tour has a table a stage, riders have their names, and German is whole."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from breakaway.core import language
from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.desk import undo
from breakaway.games.cycling.referee.race_files import read_past
from breakaway.games.cycling.referee.report import build
from breakaway.games.cycling.referee.report_document import as_html, as_pdf, as_text
from tests.post.races import SHORT_ROAD, postal_race, short_race
from tests.web.foreign import Bracketed, untranslated

RIDERS = {"Team Telekom": ["Percy Vere", "Al Dente", "Rick Shaw", "Tan Dem"]}


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two stages over 20 squares, each ended by the third rider home; all play their highest cards, but for turn 1."""
    folder = tmp_path_factory.mktemp("tour")
    stages = [SHORT_ROAD.replace("A short road", name) for name in ("The flat", "The hill")]
    (folder / "tour.toml").write_text('name = "Two days"\n' + "".join(f"[[stages]]\n{stage}" for stage in stages))
    file = folder / "race.match"
    house = {"last_place": 3, "crowd": 0}
    desk.new(file, ("Team Telekom", "Blue"), RIDERS, tracks=str(folder / "tour.toml"), house=house, seed=1)
    desk.run(file)
    desk.take_orders(file, "Telekom", "A10 B8 C9 D6")
    desk.run(file)
    undo(file)
    desk.take_orders(file, "Telekom", "A10 B9 C3 D6")
    while desk.run(file).turn != "stage 2, turn 2":
        pass
    return file


# --- corrected


def test_a_corrected_turn_says_that_it_is_corrected_and_what_changed(tour: Path) -> None:
    report = build(read_past(tour), "1.1")
    assert report.title == "Stage 1, turn 1, corrected"
    # B plays 9 instead of 8: he draws 3 + 2 for both A on 10. C plays 3: nobody is on 4.
    # Before, B stood on 8 behind five in a string, on 10 and 9, and C on 9.
    assert report.corrected == [
        "Team Telekom B: card 9, not 8; square 9, not 8; new card 5, not 8",
        "Team Telekom C: card 3, not 9; square 3, not 9; new card 3, not 5",
    ]
    text, page = as_text(report), as_html(report)
    assert "CORRECTION: WHAT HAS CHANGED\n----------------------------\n  Team Telekom B: card 9, not 8;" in text
    assert ">Correction: what has changed</h2>" in page
    assert "corrected" not in as_text(build(read_past(tour), "1.2")).casefold()


def test_corrected_points_and_line_ups_are_told_too_ba_5_1(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    desk.run(file)
    undo(file)
    desk.take_orders(file, "Blue", "A 8 8 8 B 8 8 9 C 3 8 9 D 5 5 6")
    desk.run(file)
    assert build(read_past(file)).corrected == ["Blue A: cards 8 8 8, not 10 10 10"]
    desk.run(file)
    # Red A leads on 10, both B and C stand on 9, Blue A on 8; the sprint lies after 10 (3 2 1). Red A is over it first.
    # Red B plays his new 4 against Blue B's 8, who moves first: 2 points for Blue B, 1 for Red B.
    desk.take_orders(file, "Red", "A10 B4 C8 D5")
    desk.run(file)
    assert build(read_past(file)).corrected == []
    undo(file)
    # With 8 and 8, and the same hands, they move together and share 2 and 1.
    desk.take_orders(file, "Red", "A10 B8 C8 D5")
    desk.run(file)
    told = build(read_past(file)).corrected
    assert told[0].startswith("Red B: card 8, not 4; square 17, not 13")
    assert told[-2:] == ["Red: 4½ points, not 4", "Blue: 1½ points, not 2"]


def test_a_turn_that_was_closed_again_as_it_was_says_so(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    undo(file)
    desk.run(file)
    assert build(read_past(file)).corrected == ["Nothing in this report has changed."]


def test_a_correction_of_what_is_hidden_is_not_told_to_others_ba_v3(tmp_path: Path) -> None:
    file = postal_race(tmp_path, profile="blind")
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    desk.run(file)
    undo(file)
    desk.take_orders(file, "Red", "A10 B9 C9 D5")
    desk.run(file)
    everybody, red = build(read_past(file)), build(read_past(file, whole=True), None, 0)
    # All D moved together as long as they played the 6; now Red D rides behind the other two, which everybody sees.
    assert all("card" not in line and "square" not in line for line in everybody.corrected)
    mine = next(line for line in red.corrected if line.startswith("Red D"))
    assert mine.startswith("Red D: card 5, not 6; square 5, not 6")


# --- tours


def test_each_stage_of_a_tour_has_a_table_of_its_own_ranked_by_the_rules_ba_v5(tour: Path) -> None:
    report = build(read_past(tour))
    assert [(table.title, table.running) for table in report.stages] == [
        ("Stage 1: The flat", False),
        ("Stage 2: The hill", True),
    ]
    # Equal points on stage 1: Blue has a rider more home (BA-R18).
    first = [(row.rank, row.name, row.points, row.places) for row in report.stages[0].rows]
    assert first == [("1", "Blue", "9", "1st 3rd 5th"), ("2", "Team Telekom", "9", "1st 3rd")]
    assert [(row.rank, row.points) for row in report.stages[1].rows] == [("1=", "3"), ("1=", "3")]
    text, page = as_text(report), as_html(report)
    assert (
        "STAGE 1: THE FLAT\n-----------------\n   Team          Points\n1  Blue               9  places: 1st 3rd 5th\n"
        in text
    )
    assert "STAGE 2: THE HILL (SO FAR)\n" in text
    assert ">Stage 1: The flat</h2>" in page
    assert "STAGE 1: THE FLAT" in PdfReader(io.BytesIO(as_pdf(report))).pages[0].extract_text()


def test_a_race_of_one_stage_has_no_table_of_stages_and_no_stage_that_is_over_ba_r13(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    while not desk.run(file).over:
        pass
    report = build(read_past(file))
    assert report.stages == []
    assert [told.text for told in report.ending] == ["The race is over: 6 riders have finished"]
    assert "stage" not in as_text(report).casefold()


# --- words


def test_riders_own_names_stand_in_the_mail(tour: Path) -> None:
    text = as_text(build(read_past(tour)))
    assert "\n    20  Team Telekom A Percy Vere  10+10  10 3 3  draws 3" in text
    assert "\n    20  Blue A                     10+10  10 3 3  draws 3: no string ahead (6.5)\n" in text


@pytest.mark.parametrize("profile", ["postal", "blind"])
def test_nobody_is_in_front_while_all_stand_at_the_start(tmp_path: Path, profile: str) -> None:
    file = postal_race(tmp_path, profile=profile)
    assert not any("In front" in line for line in build(read_past(file)).lead)
    desk.run(file)
    assert any("In front" in line for line in build(read_past(file)).lead)


def test_one_point_is_one_point(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(SHORT_ROAD.replace("[3, 2, 1]", "[1]").replace("[6, 4, 2]", "[1]"))
    file = tmp_path / "race.match"
    desk.new(file, ("Red", "Blue"), tracks=str(tmp_path / "one.toml"), house={"crowd": 0}, seed=1)
    desk.take_orders(file, "Red", "A 9 9 9 B 8 8 9 C 3 8 9 D 5 5 6")
    for _turn in range(3):
        desk.run(file)
    assert build(read_past(file)).lead[1] == "Blue leads with 1 point."


# --- German


@contextmanager
def bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(language, "catalog", lambda name: Bracketed())
        yield


@pytest.mark.sample(1)
@pytest.mark.parametrize(("profile", "seat"), [("postal", -1), ("blind", 0)])
def test_every_word_of_a_report_can_be_said_in_another_language(
    tmp_path: Path, tour: Path, monkeypatch: pytest.MonkeyPatch, profile: str, seat: int
) -> None:
    file = postal_race(tmp_path, profile=profile, turns=1)
    undo(file)
    desk.run(file)
    names = ["Red", "Blue", "Green", "Team Telekom", "Two days", "The flat", "The hill", *RIDERS["Team Telekom"]]
    names += [f"{team}{grade}" for team in "RBGT" for grade in "ABCD"] + [name.upper() for name in names]
    for past in (read_past(file, whole=True), read_past(tour)):
        road = str(past.header["options"]["tour"]["name"])
        with bracketed(monkeypatch):
            report = build(past, None, seat)
            assert untranslated(as_html(report), [*names, road]) == []
            assert untranslated(escape(as_text(report)), [*names, road, "Breaking Away"]) == []
            assert "⟦" in PdfReader(io.BytesIO(as_pdf(report))).pages[0].extract_text()


def test_reports_in_german_are_german_in_every_form_and_the_race_does_not_change(tour: Path, tmp_path: Path) -> None:
    before = tour.read_bytes()
    told = CliRunner().invoke(referee, ["report", str(tour), "--lang", "de", "--turn", "1.1"])
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "Breaking Away · Etappe 1, Zug 1, berichtigt"
    assert "DIE STRASSE" in lines
    assert "  Team Telekom B: Karte 9, nicht 8; Feld 9, nicht 8; neue Karte 5, nicht 8" in lines
    assert max(map(len, lines)) <= 80
    page = CliRunner().invoke(referee, ["report", str(tour), "--lang", "de", "--format", "html"]).stdout
    assert '<html lang="de">' in page
    assert ">Als Nächstes</h2>" in page
    out = tmp_path / "de.pdf"
    CliRunner().invoke(referee, ["report", str(tour), "--lang", "de", "--format", "pdf", "--out", str(out)])
    assert "ALS NÄCHSTES" in "".join(each.extract_text() for each in PdfReader(out).pages)
    assert tour.read_bytes() == before
    assert language.language() == "en"
    assert CliRunner().invoke(referee, ["report", str(tour)]).stdout.startswith("Breaking Away · Stage 2, turn 2\n")


def test_a_language_that_is_not_there_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    for command in (["report"], ["run", "--yes"]):
        result = CliRunner().invoke(referee, [command[0], str(file), *command[1:], "--lang", "fr"])
        assert result.exit_code == 2
        assert "--lang: 'fr': choose one of these languages: en, de" in result.stderr
    assert desk.status(file).turn == "turn 1"
