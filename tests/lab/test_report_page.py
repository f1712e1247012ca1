"""How a report is drawn at the terminal and as a page, and what can be wrong with its files."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from breakaway.core.language import UserError
from breakaway.display.document import Chart, Grid
from breakaway.display.renderers import cells, drawn
from breakaway.lab.report import as_html, page_of, report_of, write_page
from breakaway.lab.simulation_files import FORMAT, KEY, PLAN
from tests.kits import change_kit
from tests.lab.report_files import (
    FOUR,
    ONE,
    ROW,
    SAID,
    matches_frame,
    played,
    plays_frame,
    scrimmage,
    section,
    table,
    write,
)
from tests.terminal.session import call

VOID = {"br", "meta", "path", "rect", "use", "circle"}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("real"), 6)


# the terminal


@pytest.mark.slow
def test_every_table_fits_in_100_columns(real: Path) -> None:
    for each in report_of(real).sections:
        for found in each.of(Grid):
            lines = drawn([found], 100, False)
            assert all(cells(text) <= 100 for text in lines), each.title
            assert "".join(lines).count("�") == 0


def test_the_heads_of_a_narrow_column_take_several_lines() -> None:
    lines = drawn([Grid("T", ["", "lines ±95%", "share of all"], [["a", "1.00 ±0.01", "3%"]])], 22, False)
    assert lines == [
        "T",
        "               share",
        "                  of",
        "   lines ±95%    all",
        "a  1.00 ±0.01     3%",
    ]


@pytest.mark.slow
def test_the_command_prints_the_report_and_writes_the_page(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    done = call(capsys, "report", str(real), "--html", str(page))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Calls against defenses" in done.stdout
    assert str(page) in done.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_page_goes_beside_the_file(real: Path) -> None:
    assert page_of(real, None) == real.with_name("f.html")
    assert page_of(Path("data"), None) == Path("data.html")


# the page


class Balance(HTMLParser):
    """Every element that opens closes, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]


@pytest.mark.slow
def test_the_page_is_well_formed_and_loads_nothing(real: Path) -> None:
    html = as_html(report_of(real))
    seen = Balance()
    seen.feed(html)
    assert seen.open == []
    assert len(seen.ids) == len(set(seen.ids))
    assert seen.links
    assert all(link.startswith("#") and link[1:] in seen.ids for link in seen.links)
    assert all(f'aria-labelledby="{name}-t {name}-d"' in html for name in ("win-shares-1", "drives-1"))
    assert not re.search(r"https?:|<script|<img|@import|src=", html)
    assert all(each.startswith("#") and each[1:] in seen.ids for each in re.findall(r"url\(([^)]*)\)", html))
    assert 'lang="en"' in html


@pytest.mark.slow
def test_every_chart_has_a_table_beside_it_and_a_text(real: Path) -> None:
    charts = [(each, chart) for each in report_of(real).sections for chart in each.of(Chart)]
    assert len(charts) >= 6
    assert all(each.of(Grid) and chart.says for each, chart in charts)


@pytest.mark.slow
def test_the_same_file_gives_the_same_bytes(real: Path) -> None:
    assert as_html(report_of(real)) == as_html(report_of(real))


@pytest.mark.slow
def test_names_are_escaped_everywhere(tmp_path: Path) -> None:
    seats = [{"name": "<b>&", "by": "<i>"}, {"name": "$x_1$ 侍", "by": "sheet"}]
    report = report_of(write(tmp_path / "d", matches_frame(*FOUR), plays_frame(scrimmage(match=4)), seats=seats))
    html = as_html(report)
    seen = Balance()
    seen.feed(html)
    assert seen.open == []
    assert "<b>&" not in html.replace("<b>&lt;b&gt;&amp;</b>", "")  # in the head a name is bold
    assert "<i>" not in html
    assert html.count("&lt;b&gt;&amp;") > 10
    assert "$x_1$ 侍" in html


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    real: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_text("old", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", full)
    monkeypatch.setattr("breakaway.lab.report.as_html", lambda report: "new")
    with pytest.raises(UserError, match="cannot be written: disk full"):
        write_page(report_of(real), page)
    assert page.read_text(encoding="utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


# what can be wrong


def refused(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says in its one line, of a file that it cannot report."""
    done = call(capsys, "report", str(file))
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert not file.with_suffix(".html").exists()
    return done.stderr


def test_a_file_that_is_none_of_ours_is_named_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no such file" in refused(tmp_path / "none.parquet", capsys)
    assert "breakaway simulate did not write this folder" in refused(tmp_path, capsys)
    text = tmp_path / "text.parquet"
    text.write_text("not Parquet at all", encoding="utf-8")
    assert "breakaway simulate did not write this file" in refused(text, capsys)
    other = tmp_path / "other.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(other)
    assert "breakaway simulate did not write this file" in refused(other, capsys)
    other.write_bytes(b"")
    assert "breakaway simulate did not write this file" in refused(other, capsys)
    for said in ("[1]", "null", '"plays"', "{}"):
        pl.DataFrame({"a": [1]}).write_parquet(other, metadata={KEY: said})
        assert "breakaway simulate did not write this file" in refused(other, capsys)


def test_what_another_version_wrote_is_called_a_file_or_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = json.dumps({**SAID, "plays": True, "format": FORMAT + 1, "version": "9.0"})
    file, folder = tmp_path / "f.parquet", tmp_path / "parts"
    pl.DataFrame({"a": [1]}).write_parquet(file, metadata={KEY: said})
    folder.mkdir()
    (folder / PLAN).write_text(said, encoding="utf-8")
    for path, what in ((file, "file"), (folder, "folder")):
        assert f"another version of breakaway (9.0) wrote this {what}" in refused(path, capsys)


@pytest.mark.parametrize("holds", ["plays", "matches"])
def test_a_file_that_is_cut_off_or_damaged_is_named_in_a_sentence(
    real: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], holds: str
) -> None:
    for each in (real, real.with_name("f.matches.parquet")):
        (tmp_path / each.name).write_bytes(each.read_bytes())
    broken = tmp_path / ("f.parquet" if holds == "plays" else "f.matches.parquet")
    data = broken.read_bytes()
    broken.write_bytes(data[: len(data) // 2])
    assert "breakaway simulate did not write this file" in refused(tmp_path / "f.parquet", capsys)
    broken.write_bytes(data[:4] + bytes(200) + data[204:])
    assert "damaged" in refused(tmp_path / "f.parquet", capsys)


def test_a_column_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "d", matches_frame(*ONE), plays_frame(scrimmage()).drop("lines"))
    assert "a column is missing or has the wrong type" in refused(file, capsys)


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "d", matches_frame(*ONE), plays_frame(scrimmage()))
    beside = file.with_name("f.matches.parquet")
    other = write(tmp_path / "e", matches_frame(*ONE), plays_frame(scrimmage()), seed=8)
    beside.write_bytes(other.with_name("f.matches.parquet").read_bytes())
    assert "two different simulations" in refused(file, capsys)
    more = write(tmp_path / "g", matches_frame(*FOUR), plays_frame(scrimmage()))
    assert "they come from two different simulations" in refused(more, capsys)
    beside.unlink()
    assert f"{beside} is missing" in refused(file, capsys)
    more.with_name("f.matches.parquet").rename(more.with_name("m.parquet"))
    assert "NAME.matches.parquet" in refused(more.with_name("m.parquet"), capsys)


def test_the_page_cannot_take_the_place_of_the_data(real: Path, tmp_path: Path) -> None:
    for wrong in (real, tmp_path, tmp_path / "none" / "page.html"):
        with pytest.raises(UserError, match="--html"):
            page_of(real, wrong)


def race_file(folder: Path) -> Path:
    """Two races of five teams, matches only."""
    seats = [{"name": f"Team {i}", "by": "highest"} for i in range(5)]
    columns: dict[str, list[Any]] = {"match": [1, 2], "seed": [1, 2], "ended": ["BA-10.1"] * 2}
    columns |= {f"t{i}_score": [i + 0.5, 2.0] for i in range(5)}
    columns |= {f"t{i}_place": [5 - i, 1 if i < 2 else 3] for i in range(5)}
    columns |= {f"t{i}_sprints": [i, i] for i in range(5)}
    file = folder / "race.parquet"
    said = {**SAID, "game": "cycling", "seats": seats, "plays": False, "holds": "matches"}
    pl.DataFrame(columns).write_parquet(file, metadata={KEY: json.dumps(said)})
    return file


def test_a_file_without_plays_says_how_to_get_them_and_what_they_show(tmp_path: Path) -> None:
    text = section(report_of(race_file(tmp_path)), "Plays").says
    assert "riders by grade, breaking away and places" in text
    assert "breakaway simulate cycling --plays --out race-plays.parquet" in text


@pytest.mark.slow
def test_a_game_without_sections_of_its_own_has_the_general_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_kit(monkeypatch, "cycling", report="")
    report = report_of(race_file(tmp_path))
    assert [each.title for each in report.sections] == ["Win shares", "Scores", "How matches end", "Totals per match"]
    rows = [list(row[:3]) for row in table(report, "Win shares", "Matches won").rows]
    assert rows[4:] == [["Team 4", "1", "50.0%"], ["first place shared", "1", "50.0%"]]
    assert len(section(report, "Totals per match").of(Grid)) == 2
    seen = Balance()
    seen.feed(as_html(report))
    assert seen.open == []


def test_the_hand_made_rows_have_the_columns_of_real_ones(real: Path) -> None:
    assert set(ROW) <= set(pl.read_parquet_schema(real))
