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
from breakaway.games.football.files.config import template
from breakaway.games.manifest import GAMES
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


def test_without_words_everything_that_can_be_printed_is_listed(capsys: Capture, home: Path) -> None:
    done = call(capsys, "print", "--list")
    assert done.stdout == call(capsys, "print").stdout
    listed = [" ".join(line.split("  ")[0].split()) for line in done.stdout.splitlines()]
    for game in ("football", "fate", "cycling"):
        assert all(f"{game} {name}" in listed for name in (*GAMES[game].sheets, "all"))
    assert {"fate-solitaire", "fate-roster"} <= set(listed)
    only = call(capsys, "print", "cycling").stdout
    assert "cycling road" in only
    assert "football" not in only


def test_cards_are_written_as_a_pdf_with_the_team_and_the_paper(capsys: Capture, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    words = ("football", "cards", "--team", "sharks", "--paper", "Letter", "--grey", "-o", str(path))
    done = call(capsys, "print", *words)
    assert (done.returncode, done.stdout) == (0, f"Written: {path}\n")
    pages = PdfReader(path).pages
    assert {round(float(page.mediabox.height)) for page in pages} == {792}
    assert "Sharks" in pages[12].extract_text() + pages[13].extract_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("everything",), "unknown page 'everything'; choose one of: fate-solitaire, fate-roster"),
        (("fate-solitaire", "--out", "page.doc"), "expected a name that ends in .pdf, .html or .txt, not 'page.doc'"),
        (("fate-solitaire", "--out", "none/page.pdf"), "No such file"),
        (("fate-roster", "--out", "page.pdf"), "expected a name that ends in .toml for a roster"),
        (("football", "cards"), "sheets are PDF files; add --out football-cards.pdf"),
        (("football", "cards", "--out", "x.html"), "expected a name that ends in .pdf for cards, not 'x.html'"),
        (("football", "hats", "--out", "x.pdf"), "unknown sheet 'hats'; choose one of: cards, game-day-cards"),
        (("chess", "board", "--out", "x.pdf"), "'chess' has nothing to print; choose one of: football, fate, cycling"),
        (("football", "cards", "--team", "nobody", "--out", "x.pdf"), "unknown team 'nobody'; known: eclipse"),
        (("football", "cards", "--teams", "nowhere", "--out", "x.pdf"), "nowhere is not a folder"),
        (("football", "cards", "--box", "none", "--out", "x.pdf"), "the set has no teams yet"),
        (("football", "cards", "--paper", "a3", "--out", "x.pdf"), "expected a4 or letter, not 'a3'"),
        (("cycling", "road", "--track", "nowhere", "--out", "x.pdf"), "unknown track or file 'nowhere'"),
        (("cycling", "riders", "--seats", "13", "--out", "x.pdf"), "a race needs 2 to 12 teams, not 13"),
        (("football", "solo-sheets", "--expert", "--teams", ".", "--team", "comets", "--out", "x.pdf"), "unknown team"),
        (("fate", "rosters", "--team", "nobody", "--out", "x.pdf"), "unknown roster or file"),
        (("fate-solitaire", "--paper", "letter"), "fate-solitaire has no options besides --out"),
        (("football", "cards", "more"), "name a game and one of its sheets"),
    ],
)
def test_wrong_sheets_are_told_in_a_line_and_nothing_is_written(
    capsys: Capture, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call(capsys, "print", *words)
    assert done.returncode == 1
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not [*tmp_path.glob("x.*")]


SET = {
    "deck.toml": 'cards = [{ title = "Stiff arm", card = "run +4, d 0, o 2, fg 7, punt 6" }]',
    "herons.toml": """name = "Herons"
formations = { run_heavy = "Wing T", balanced = "Spread", pass_heavy = "Empty" }
offense = [{ formation = "Wing T", plays = ["Inside Run 9", "?"] }]
defense = [{ formation = "Dime", calls = ["Zone 0-7"] }]
[defense_sheet.front."Wing T"]
"2-4" = "Twist 3"
""",
}


def test_an_own_set_is_printed_with_its_cards_and_with_room_for_the_rest(
    capsys: Capture, home: Path, tmp_path: Path
) -> None:
    box, path = tmp_path / "box", tmp_path / "own.pdf"
    box.mkdir()
    for name, words in SET.items():
        (box / name).write_text(words, encoding="utf-8")
    assert call(capsys, "print", "football", "all", "--box", str(box), "-o", str(path)).returncode == 0
    texts = [page.extract_text() for page in PdfReader(path).pages]
    whole = "\n".join(texts)
    assert texts[0].count("FIELD GOAL") == 9, "a card that was seen, and eight to fill in"
    assert "+4" in texts[0]
    for words in ("Inside Run 9", "Dime", "Wing T (run heavy)", "Herons: defense sheet", "from your own set"):
        assert words in whole
    assert "Daylight" not in whole, "none of our cards stands for one that nobody has seen"
    sheet = texts[next(at for at, text in enumerate(texts) if text.startswith("Herons: defense sheet"))]
    assert "2-4 Twist" in sheet
    assert "Eagle Eagle" not in sheet
    assert "Short" not in whole.split("Matchups\n")[1].split("Spy table")[1], "nor do our matchups"


def test_teams_of_ones_own_are_printed_from_their_folder(capsys: Capture, home: Path, tmp_path: Path) -> None:
    folder, path = tmp_path / "teams", tmp_path / "own.pdf"
    folder.mkdir()
    (folder / "comets.toml").write_text(template(), encoding="utf-8")
    words = ("football", "solo-sheets", "--teams", str(folder), "--team", "comets", "-o", str(path))
    done = call(capsys, "print", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert ": defense sheet" in PdfReader(path).pages[0].extract_text()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_longest_names_stay_on_their_cards_and_pages(
    capsys: Capture, home: Path, tmp_path: Path, paper: str
) -> None:
    """A team's name has up to 40 characters, a formation's up to 30, a card's title up to 60."""
    folder, path = tmp_path / "teams", tmp_path / "own.pdf"
    folder.mkdir()
    words = template().replace("Comets", "W" * 40)
    words = re.sub(r'^name = ".*?"', f'name = "{"W" * 40}"', words, count=1, flags=re.MULTILINE)
    (folder / "wide.toml").write_text(words, encoding="utf-8")
    given = ("--teams", str(folder), "--team", "wide", "--paper", paper)
    for name, count in (("cards", 12 + 4 + 4 + 2), ("solo-sheets", 2), ("field", 1), ("score-sheet", 1)):
        path = tmp_path / f"{name}.pdf"
        done = call(capsys, "print", "football", name, *given, "-o", str(path))
        assert (done.returncode, done.stderr) == (0, "")
        assert len(PdfReader(path).pages) == count, name


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
