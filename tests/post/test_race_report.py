"""The report as data, text, HTML and PDF."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from breakaway.games.cycling.referee import desk, race_files
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.desk import undo
from breakaway.games.cycling.referee.race_files import read_past
from breakaway.games.cycling.referee.report import build
from breakaway.games.cycling.referee.report_document import as_html, as_pdf, as_text
from tests.post.races import SHORT_ROAD, postal_race, short_race

TWELVE = ("Red", "Rouge", "Blue", "Black", "Green", "Grey", "Gold", "Golden", "Vert", "Violet", "Öre", "Đỏ")


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("twelve") / "race.match"
    desk.new(file, TWELVE, seed=3)
    for _ in range(4):
        desk.run(file)
    return file


def test_every_event_of_a_turn_is_somewhere_in_the_report(twelve: Path) -> None:
    past = read_past(twelve)
    names = past.header["names"]
    for n, moment in enumerate(past.moments[1:]):
        text = " ".join(as_text(build(past, str(n))).split())
        told = [(event, past.game.words.event(event, names, past.config)) for event in moment.events]
        for event, sentence in told:
            # moves and hands stand in columns; a leader's own card replaces the ordinary one; points of 0 are left out
            if event.rule in ("BA-9.1", "BA-5.2", "BA-6.9", "BA-6.10", "BA-7.2.1", "BA-7.2.2", "BA-7.2.3", "BA-R13"):
                words = sentence.split(" ", 2)[2] if event.rule.startswith("BA-6") else sentence
                assert words in text, (n, sentence)


def test_all_riders_stand_in_race_order_with_move_hand_and_reason(twelve: Path) -> None:
    rows = [row for group in build(read_past(twelve)).groups for row in group.rows]
    assert len(rows) == 48
    squares = [int(row.where) for row in rows]
    assert squares == sorted(squares, reverse=True)
    assert [row.position for row in rows] == list(range(1, 49))
    for row in rows:
        before, card = map(int, row.move.split("+"))
        assert before + card == int(row.where)
        assert row.hand
        assert row.notes


def test_the_line_ups_are_reported_team_by_team_ba_r16(tmp_path: Path) -> None:
    report = build(read_past(postal_race(tmp_path)), "0")
    assert [group.title for group in report.groups] == ["Red", "Blue", "Green"]
    assert [row.hand for row in report.groups[0].rows] == [[10, 10, 10], [9, 8, 8], [9, 8, 3], [6, 5, 5]]
    told = report.groups[0].rows[0].notes[0]
    assert (told.text, told.whys[0].rule) == ("no line-up received: Red A starts with the default one", "R16")


def test_the_lines_ahead_tell_which_places_are_left_ba_5_1(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    for _ in range(2):
        desk.run(file)
    # Nobody is over a line yet: the highest cards are 10 10 9 9 9 9 6 6.
    assert build(read_past(file)).lines_ahead == ["sprint after 10: 3 2 1", "finish after 20: 6 4 2"]
    with race_files.at_work(file) as match:
        assert max(match.state.square) == 10
    desk.run(file)
    # Now both A go to 20, both B to 18 (5 + 3 is 8: they hold 8 8 5), all over the sprint.
    assert build(read_past(file)).lines_ahead == ["finish after 20: 6 4 2"]


def test_a_ruling_stands_in_the_report_and_the_rider_among_the_dropped_ba_10_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    desk.drop(file, "Blue D")
    report = build(read_past(file))
    assert report.dropped == ["Blue D"]
    assert "DROPPED BY THE PACK: NO ORDERS NEEDED\n" in as_text(report)


def test_an_undone_turn_is_not_reported(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=2)
    undo(file)
    assert build(read_past(file)).title == "Turn 1"


def test_each_stage_of_a_tour_has_its_own_turns_and_its_last_field_is_still_drawn_ba_v5(tmp_path: Path) -> None:
    stage = SHORT_ROAD.splitlines()
    tour = ['name = "Two days"', *(line for _ in range(2) for line in ("[[stages]]", *stage))]
    (tmp_path / "tour.toml").write_text("\n".join(tour), encoding="utf-8")
    file = tmp_path / "race.match"
    desk.new(file, ("Red", "Blue"), tracks=str(tmp_path / "tour.toml"), house={"last_place": 1, "crowd": 0}, seed=1)
    turns = ["stage 1, the line-ups", "stage 1, turn 1", "stage 1, turn 2", "stage 1, turn 3", "stage 2, turn 1"]
    assert [desk.run(file).turn for _ in turns] == turns
    past = read_past(file)
    last = build(past, "1.3")
    assert ("Stage 1 is over", "V5") in [(told.text, told.whys[0].rule) for told in last.ending]
    assert last.finishers[0].startswith("1st ")
    assert any(row.move for group in last.groups for row in group.rows)
    assert build(past, "2.1").title == build(past, "1").title == "Stage 2, turn 1"
    assert build(past, "1.1").title == "Stage 1, turn 1"


def test_a_team_finds_its_riders_and_cards_at_the_end(tmp_path: Path) -> None:
    text = as_text(build(read_past(postal_race(tmp_path, turns=1)), None, 1))
    assert "Breaking Away · Turn 1 · for Blue\n" in text
    assert re.search(r"\n  Blue A on 10: 10 10 \d+\n  Blue B on 9: ", text)


def test_a_mail_keeps_to_80_columns_also_with_twelve_teams_and_long_names(tmp_path: Path, twelve: Path) -> None:
    long = "The Extraordinarily Long Named Team of "
    riders = {f"{long}X": [f"{each} of the Long Long Names" for each in "PQRS"]}
    file = tmp_path / "race.match"
    desk.new(file, (f"{long}X", f"{long}Y"), riders, seed=1)
    for _ in range(3):
        desk.run(file)
    for each in (twelve, file):
        for turn in ("0", "1", "2"):
            lines = as_text(build(read_past(each), turn)).split("\n")
            assert max(map(len, lines)) <= 80
    assert "Team of X B Q of the Long Long Names  9+8\n        8 3 3  draws 3" in as_text(build(read_past(file)))


def test_the_page_is_strict_no_script_no_inline_style_and_its_own_style_by_hash(twelve: Path) -> None:
    page = as_html(build(read_past(twelve)))
    assert "<script" not in page
    assert not re.search(r"\sstyle=|\son\w+=|https?://(?!www\.w3\.org/2000/svg)|url\(|@import", page)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'" in page


def test_the_page_is_well_formed_and_says_the_same_as_the_mail(twelve: Path) -> None:
    report = build(read_past(twelve))
    page = as_html(report)
    body = page[page.index("<body>") : page.index("</html>")]
    said = " ".join("".join(ElementTree.fromstring(body).itertext()).split())
    for group in report.groups:
        for row in group.rows:
            for note in row.notes:
                assert note.text in said
    for told in report.ties + report.stand_ins:
        assert told.text in said


def test_what_a_record_says_is_never_markup(tmp_path: Path) -> None:
    track = SHORT_ROAD.replace("A short road", "<x>&'y' #set $x$ \\u001b[2J")
    (tmp_path / "t.toml").write_text(track, encoding="utf-8")
    file = tmp_path / "race.match"
    desk.new(file, ("Red", "Blue"), tracks=str(tmp_path / "t.toml"), seed=1)
    for _ in range(2):
        desk.run(file)
    report = build(read_past(file))
    assert "<x>" not in as_html(report)
    assert "\x1b" not in as_text(report)
    assert "<x>&'y' #set $x$" in PdfReader(io.BytesIO(as_pdf(report))).pages[0].extract_text().replace("’", "'")


def test_the_pdf_opens_with_the_teams_in_its_text_and_is_the_same_each_time(twelve: Path) -> None:
    report = build(read_past(twelve))
    made = as_pdf(report)
    assert as_pdf(report) == made
    reader = PdfReader(io.BytesIO(made))
    text = "".join(page.extract_text() for page in reader.pages)
    for team in TWELVE[:10]:
        assert team in text
    assert reader.metadata is not None
    assert reader.metadata.title == "Breaking Away · Turn 3"
    assert reader.metadata.creation_date is None


@pytest.mark.parametrize("form", ["text", "html", "pdf"])
def test_a_report_goes_to_a_file(tmp_path: Path, form: str) -> None:
    file, out = postal_race(tmp_path), tmp_path / "report"
    result = CliRunner().invoke(referee, ["run", str(file), "--report", form, "--out", str(out), "--yes"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Closed: turn 1\n")
    beginnings = {"text": "Breaking Away · Turn 1\n".encode(), "html": b"<!doctype html>", "pdf": b"%PDF-"}
    assert out.read_bytes().startswith(beginnings[form])


@pytest.mark.sample("postal")
@pytest.mark.parametrize("profile", ["boxed", "pursuit", "blind", "spy"])
def test_every_turn_of_every_profile_can_be_reported_in_every_form(tmp_path: Path, profile: str) -> None:
    file = tmp_path / "race.match"
    desk.new(file, ("Red", "Blue", "Green"), profile=profile, house={"turn_limit": 14}, seed=7)
    for _ in range(100):
        if desk.run(file).over:
            break
    past = read_past(file, whole=True)
    for n in range(0, len(past.moments) - 2, 3):
        for seat in (-1, 2):
            report = build(past, str(n), seat)
            assert as_text(report)
            assert as_html(report)
    final = build(past)
    assert final.over
    assert "FINAL TABLE" in as_text(final)
    assert as_pdf(final).startswith(b"%PDF-")
