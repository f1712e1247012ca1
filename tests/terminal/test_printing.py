"""`breakaway print`: to the terminal, as text, HTML and PDF, and what is said to wrong names."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from breakaway.display.document import Line
from breakaway.display.renderers import as_pdf
from breakaway.games.fate.coaches.solitaire import DATA
from breakaway.games.fate.files import read_roster
from breakaway.games.fate.terminal import sheet
from tests.terminal.session import call

Capture = pytest.CaptureFixture[str]


def test_the_page_is_printed_to_the_terminal_and_no_line_is_too_long(capsys: Capture, home: Path) -> None:
    done = call(capsys, "print", "fate-solitaire")
    assert "“Inside the 10” means less than 10 yards from the goal line" in " ".join(done.stdout.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 100
    wide = max(len(row["says"]) for row in DATA["row"])
    for row in DATA["row"]:
        assert f"{row['says']:<{wide}}  {'  '.join(row['offense'])}" in done.stdout
        assert f"{row['says']:<{wide}}  {'  '.join(row['defense'])}" in done.stdout


def test_the_page_answers_every_question_of_a_match() -> None:
    calls, fourth, more = sheet().sections
    asked = {line.label.strip(" :") for line in more.of(Line)}
    assert {"Toss", "Kickoff", "Try", "Time out", "Penalty", "Injury", "Last play"} <= asked
    assert [calls.title, fourth.title] == ["Calls", "Its fourth down"]
    key = calls.says
    for letters in {cell for row in DATA["row"] for side in ("offense", "defense") for cell in row[side]}:
        assert re.search(rf"\b{letters} [a-z]", key), letters
    assert "BL blitz, PR prevent" in key


def test_as_pdf_it_is_one_page_of_a4_with_every_row(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    assert call(capsys, "print", "fate-solitaire", "--out", str(path)).returncode == 0
    pages = PdfReader(BytesIO(path.read_bytes())).pages
    assert len(pages) == 1
    assert (round(float(pages[0].mediabox.width)), round(float(pages[0].mediabox.height))) == (595, 842)
    text = pages[0].extract_text()
    for row in DATA["row"]:
        assert row["says"] in text
    assert text.count("SC") >= 30


def test_as_html_it_stands_alone(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert call(capsys, "print", "fate-solitaire", "--out", str(path)).returncode == 0
    text = path.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"<script|https?:|style=|@import|url\(", text)
    assert text.count('<td class="pass">SC</td>') == sum(row["offense"].count("SC") for row in DATA["row"])


def test_as_text_it_is_a_file(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    assert call(capsys, "print", "fate-solitaire", "--out", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8").startswith("Solitaire opponent\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("everything",), "unknown page 'everything'; choose one of: fate-solitaire, fate-roster"),
        (("fate-solitaire", "--out", "page.doc"), "expected a name that ends in .pdf, .html or .txt, not 'page.doc'"),
        (("fate-solitaire", "--out", "none/page.pdf"), "No such file"),
        (("fate-roster", "--out", "page.pdf"), "expected a name that ends in .toml for a roster"),
    ],
)
def test_wrong_names_are_told_in_a_line(
    capsys: Capture, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call(capsys, "print", *words)
    assert done.returncode == 1
    assert says in done.stderr


def test_a_file_that_is_there_is_not_written_over(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_text("mine", encoding="utf-8")
    done = call(capsys, "print", "fate-solitaire", "--out", str(path))
    assert "already exists" in done.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_the_roster_that_is_printed_can_be_played(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert call(capsys, "print", "fate-roster", "--out", str(path)).returncode == 0
    assert read_roster(str(path)) == read_roster("mudlarks")
    assert "[players]" in call(capsys, "print", "fate-roster").stdout


def test_without_typst_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Exception, match=r"breakaway\[pdf\]"):
        as_pdf(sheet())
