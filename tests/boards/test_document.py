"""One document in three forms: as lines of a terminal or a mail, as a page, and on paper."""

from __future__ import annotations

import io
import random
import re
import statistics
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

import breakaway
from breakaway.core.language import UserError, spoken
from breakaway.display.document import Bars, Document, Figure, Grid, Line, Section, Series, Why
from breakaway.display.renderers import as_html, as_pdf, as_text, cells, drawn
from tests.terminal.matches import DESK, choose_by_chance, new_match

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>a road</title><text x="1" y="5">R</text></svg>'
GRID = Grid(
    "Riders",
    ("", "card", "why"),
    [("Red A", "10", "leads"), ("Blue B", "7", "<b>*draws* #set $3$"), ("Blue C", "5", "alone")],
    note="Cards lie open.",
    right=(1,),
    strong=(0,),
    marks={(0, 0): ("R", "#8f1d21")},
    above={1: "string of 2"},
)
PARTS = (Line("Red A has won", "  ", whys=(Why("BA-5.2"), Why("BA-5.3"))), GRID, Figure("R..B", SVG, "Red before Blue"))
DOCUMENT = Document(
    "Turn 9", "postal race", [Line("Red", "Team: ")], [Section("What happened", "In order.", PARTS)], "The end"
)
WORDS = (
    "Turn 9",
    "postal race",
    "Team",
    "In order.",
    "Red A has won",
    "5.2",
    "5.3",
    "Riders",
    "Blue B",
    "string of 2",
)
MARKUP = "<b>*draws* #set $3$"


def test_a_document_says_the_same_as_text_as_page_and_on_paper() -> None:
    page = as_html(DOCUMENT)
    tree = ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])
    forms = [as_text(DOCUMENT, 80), "".join(tree.itertext())]
    forms.append("".join(each.extract_text() for each in PdfReader(io.BytesIO(as_pdf(DOCUMENT))).pages))
    for form in forms:
        said = " ".join(form.replace("’", "'").split())
        assert [word for word in (*WORDS, MARKUP, "Cards lie open.", "The end") if word not in said] == []
        assert "what happened" in said.casefold()


def test_the_same_document_gives_the_same_bytes() -> None:
    assert as_pdf(DOCUMENT) == as_pdf(DOCUMENT)
    assert as_html(DOCUMENT) == as_html(DOCUMENT)


def test_a_page_has_its_own_style_by_hash_and_drawings_as_they_are() -> None:
    page = as_html(DOCUMENT)
    assert SVG in page
    assert ".mark-8f1d21 { background: #8f1d21 }" in page
    assert "default-src 'none'; style-src 'sha256-" in page
    assert " style=" not in page


def test_a_chart_is_drawn_on_the_page_alone() -> None:
    bars = Bars("Wins", "Red 3.", ["Red"], [Series("Red", "team-1", [3.0])])
    document = Document("A", "", [], [Section("Who wins", parts=[bars])])
    assert '<svg id="who-wins-1"/>' in as_html(document, lambda chart, name: f'<svg id="{name}"/>')
    assert "Wins" not in as_text(document, 80)


def test_a_row_may_have_fewer_cells_than_the_table_has_columns_on_every_medium() -> None:
    grid = Grid("Riders", ("", "card", "why"), [("Red A", "10", "leads"), ("Blue B",)], right=())
    document = Document("Turn 9", "", [], [Section("Standings", parts=[grid])])
    page = as_html(document)
    assert '<th scope="row">Red A</th><td class="w">10</td><td class="w">leads</td>' in page
    assert '<th scope="row">Blue B</th></tr>' in page
    assert "Blue B\n" in as_text(document, 80)
    assert "Blue B" in "".join(each.extract_text() for each in PdfReader(io.BytesIO(as_pdf(document))).pages)


def test_a_page_for_germans_is_german_in_the_words_of_its_template_too() -> None:
    long = Grid("Fahrer", ("", "Karte"), [(f"Rot {n}", str(n)) for n in range(16)])
    untitled = Grid("", ("", "Karte"), long.rows)
    board = [("Fire", "60%", "24"), ("Maulers", "40%", "17")]
    sections = [Section("Stand", parts=[long]), Section("Mehr", parts=[untitled])]
    document = Document("Zug 9", "", [], sections, board=board, has_contents=True)
    with spoken("de"):
        page = as_html(document)
    assert '<nav aria-label="Inhalt">' in page
    assert "<small>der Partien gewonnen</small>" in page
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == ["Fahrer", "Fahrer, Fortsetzung"]


def test_without_typst_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(UserError, match=r"breakaway\[pdf\]"):
        as_pdf(DOCUMENT)


@pytest.mark.parametrize(("text", "wide"), [("Red", 3), ("侍", 2), ("é", 1), ("e\u0301", 1), ("⚽\ufe0f", 2)])
def test_a_text_is_as_wide_as_a_terminal_shows_it(text: str, wide: int) -> None:
    assert cells(text) == wide
    row = drawn([Grid("", ("a", "b"), [(text, "x"), ("long", "y")], right=())], 40, False)[1]
    assert cells(row) == 7


def test_a_long_last_column_goes_on_below_itself_and_is_not_said_twice_running() -> None:
    why = "draws 3: nobody in a string ahead"
    grid = Grid("", ("rider", "why"), [("Red A", why), ("Blue A", why), ("Blue B", "has finished")], right=())
    assert drawn([grid], 30, False) == [
        "rider   why",
        "Red A   draws 3: nobody in a",
        "        string ahead",
        'Blue A  "',
        "Blue B  has finished",
    ]


def test_heads_take_several_lines_where_the_table_would_be_too_wide() -> None:
    grid = Grid("", ("", "share of all"), [("a", "3%")])
    assert drawn([grid], 80, False) == ["   share of all", "a            3%"]
    assert drawn([grid], 9, False) == ["   share", "      of", "     all", "a     3%"]


def test_pages_are_written_in_one_place() -> None:
    """What stands alone is a document's template, for a file or an email; all the server's pages have `base.html`;
    around them, a browser without a server has its shell, and beside it the documentation and the page for bots.
    """
    folder = Path(breakaway.__file__).parent
    whole = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in (".py", ".html") and "<!doctype" in path.read_text("utf-8").casefold()
    ]
    assert sorted(whole) == [
        "display/look/document.html",
        "display/look/mail.html",
        "site/static/index.html",
        "site/theme/bots.html",
        "site/theme/left_out.html",
        "site/theme/main.html",
        "web/templates/base.html",
    ]


def test_a_turn_s_screen_is_drawn_within_5_ms() -> None:
    """The limit that decided for Rich (docs/decisions/0006-one-document.md); it takes less than 1 ms."""
    match, rng, took = new_match(5), random.Random(5), list[float]()
    for _turn in range(12):
        choose_by_chance(match, rng)
        for seat in match.missing():
            observation = match.observation(seat)
            parts = [*DESK.report(observation, match.log[-1][1], [seat]), *DESK.situation(observation, [], True, 100)]
            began = time.perf_counter()
            assert drawn(parts, 100, True)
            took.append(time.perf_counter() - began)
    assert statistics.median(took) < 0.005
