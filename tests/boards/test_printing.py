"""Sheets, boards and cards on paper: sizes, pages, cut marks, backs, gray, blank forms, and what stands on them."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from breakaway.core.language import spoken
from breakaway.display.printing import ALL, Printing, as_pdf, as_pictures, cards, pages_of, sheet, sheets_of, text
from breakaway.games.cycling.files import load_tracks
from breakaway.games.fate.files import printed, read_roster
from breakaway.games.football.files.config import names
from breakaway.games.manifest import GAMES

MM = 72 / 25.4
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EACH = [(game, name) for game in ("football", "fate", "cycling") for name, found in GAMES[game].sheets.items()]
PAGES = {  # of the usual teams
    "football": {
        "game-day-cards": 12,
        "play-cards": 8,
        "defense-cards": 8,
        "team-cards": 2,
        "cards": 30,
        "solo-sheets": 4,
    },
    "fate": {"tables": 2, "advanced": 2, "rosters": 2},
    "cycling": {"road": 4, "number-cards": 6},
}


def pdf_of(game: str, name: str, **wished: Any) -> PdfReader:
    order = Printing(**wished)
    return PdfReader(io.BytesIO(as_pdf(pages_of(game, name, order), order, name)))


def text_of(game: str, name: str, **wished: Any) -> str:
    return "\n".join(page.extract_text() for page in pdf_of(game, name, **wished).pages)


@pytest.mark.parametrize("paper", [*SIZES])
@pytest.mark.parametrize(("game", "name"), EACH)
def test_each_sheet_has_its_pages_on_both_papers_and_nothing_runs_over(game: str, name: str, paper: str) -> None:
    found = pdf_of(game, name, paper=paper).pages
    assert len(found) == PAGES[game].get(name, 1)
    for page in found:
        size = sorted((float(page.mediabox.width) / MM, float(page.mediabox.height) / MM))
        assert size == pytest.approx(SIZES[paper], abs=0.1)


@pytest.mark.parametrize(("game", "name"), EACH)
def test_each_blank_form_and_each_gray_sheet_is_made_on_one_page_a_form(game: str, name: str) -> None:
    order = Printing(blank=True, paper="letter")
    pages = pages_of(game, name, order)
    assert len(as_pictures(pages, order, name, 20)) == len(pages)
    assert len(pages) <= PAGES[game].get(name, 1)


def paints(reader: PdfReader) -> set[tuple[str, ...]]:
    """The kinds of color that the pages set, and the values of those that have three parts."""
    found = set[tuple[str, ...]]()
    for page in reader.pages:
        stream = ContentStream(page.get_contents(), reader)
        for operands, operator in stream.operations:
            if operator in (b"rg", b"RG", b"k", b"K"):
                found.add((operator.decode(), *map(str, operands)))
            if operator in (b"sc", b"SC", b"scn", b"SCN") and len(operands) >= 3:
                found.add((operator.decode(), *map(str, operands)))
    return found


@pytest.mark.parametrize(("game", "name"), EACH)
def test_in_gray_nothing_sets_a_color(game: str, name: str) -> None:
    assert paints(pdf_of(game, name, gray=True)) == set()


def test_in_color_the_teams_have_their_colors() -> None:
    assert len(paints(pdf_of("football", "play-cards"))) > 3


@pytest.mark.parametrize("paper", [*SIZES])
def test_a_card_is_63_by_88_mm_and_its_cut_marks_are_at_its_edges(paper: str) -> None:
    """Marks stand at the three columns' and rows' edges, outside of the cards."""
    reader = pdf_of("football", "game-day-cards", paper=paper)
    wide, high = SIZES[paper]
    left, top = (wide - 3 * 63) / 2, (high - 3 * 88) / 2
    ends = set[tuple[float, float]]()
    for operands, operator, matrix in placed(reader, 0):
        if operator == b"m":
            x, y = (float(each) for each in operands)
            a, b, c, d, e, f = matrix
            ends.add((round((a * x + c * y + e) / MM, 1), round(high - (b * x + d * y + f) / MM, 1)))
    for n in range(4):
        assert any(abs(x - left - 63 * n) < 0.15 and y < top - 0.5 for x, y in ends), n
        assert any(abs(y - top - 88 * n) < 0.15 and x < left - 0.5 for x, y in ends), n
    assert top - 5 > 0


def placed(reader: PdfReader, number: int) -> Any:
    """The operations of a page, each with the matrix that moves it to its place."""
    stack, now = [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for operands, operator in ContentStream(reader.pages[number].get_contents(), reader).operations:
        if operator == b"q":
            stack.append(now)
        elif operator == b"Q":
            now = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = (float(each) for each in operands)
            A, B, C, D, E, F = now
            now = (a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F)
        yield operands, operator, now


def test_the_backs_meet_their_fronts_when_the_paper_is_turned_on_its_long_edge() -> None:
    """Nine cards 0 to 8 lie in three rows: behind the first row are the backs 2, 1, 0."""
    front, back = cards([{"n": n} for n in range(9)], [{"n": n} for n in range(9)], "")
    assert [each["n"] for each in front["cards"]] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert [each["n"] for each in back["cards"]] == [2, 1, 0, 5, 4, 3, 8, 7, 6]
    _front, back = cards([{"n": 0}], [{"n": 0}], "")
    assert [each and each["n"] for each in back["cards"]][:3] == [None, None, 0]


def test_the_back_of_a_play_card_shows_the_formation_and_not_the_play() -> None:
    """BF-021: only the formation on its back shows."""
    reader = pdf_of("football", "play-cards", teams=("fire",))
    fronts, backs = (" ".join(page.extract_text() for page in reader.pages[at::2]) for at in (0, 1))
    for card in names("fire", "lightning")["cards"][0]:
        assert card["formation"] in backs
        for play in card["plays"]:
            kind = re.match(r"\D+", play)
            assert kind
            assert kind[0].strip() in fronts
            assert kind[0].strip() not in backs


def test_a_pdf_is_tagged_and_says_its_title_and_its_language() -> None:
    root = pdf_of("fate", "rules").trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert str(root["/Lang"]).startswith("en")
    assert b"pdfuaid" in root["/Metadata"].get_object().get_data()


def test_names_are_words_and_never_markup() -> None:
    words = "#let x = 1 *bold* $a$ \\ <tag> @ref [box] // no comment"
    pages = [sheet(words, "#set page(width: 1pt)", [text(words)], words)]
    found = PdfReader(io.BytesIO(as_pdf(pages, Printing(), words))).pages[0].extract_text()
    assert " ".join(found.split()).count("#let x = 1 *bold* $a$ \\ <tag> @ref [box] // no comment") == 3


def test_everything_of_a_game_is_one_file_with_each_sheet_once() -> None:
    for game in ("football", "fate", "cycling"):
        own = [each for each, found in sheets_of(game).items() if not found.gathers]
        assert len(pages_of(game, ALL, Printing())) == sum(len(pages_of(game, each, Printing())) for each in own)


def test_each_cell_of_fates_tables_is_on_paper() -> None:
    """FF-006 to FF-096: the rows of the draft, as the game has them."""
    found = " ".join(text_of("fate", "tables").split())
    data = printed()
    for rows in (data["run"], data["pass"], data["kickoff"]):
        for row in rows.values():
            assert " ".join(map(str, row)) in found
    assert " ".join(map(str, data["screen"]["result"])) in found
    assert " ".join(map(str, data["pass_rush"]["result"])) in found
    assert "Short +1 0 0 -1 PR" in found
    assert "added by Play Action +1 0 -1 -2 PR" in found
    assert "18-19 20-29 30-39 40-49 50-53 54-57 58-59 60-63 needs 4dF of -3 -2 -1 0 +1 +2 +3 +4" in found


def test_each_cell_of_fates_advanced_tables_is_on_paper() -> None:
    found = " ".join(text_of("fate", "advanced").split())
    data = printed()
    for name, row in data["approach"].items():
        assert f"{name} {' '.join(map(str, row))}" in found
    assert "QB 2 3 1 0 1 2" in found  # FF-G34
    for row in data["contest"].values():
        assert " ".join(row) in found
    for row in data["penalty_column"].values():
        assert " ".join(row) in found
    for key in ("on_incomplete", "point_quick", "point_short", "point_long", "return"):
        assert " ".join(map(str, data["interception"][key])) in found


def test_a_roster_has_all_its_people_with_the_ratings_that_they_play_with() -> None:
    found = " ".join(text_of("fate", "rosters", teams=("mudlarks",)).split())
    roster = read_roster("mudlarks")
    for people in roster.people()["players"].values():
        assert all(name in found for name in people)
    assert "FB Ivo Cobble, Garth Peat 2 1 0 3 1 1" in found  # the roster's own ratings
    assert "WR Osbert Ripple, Tam Eddy, Jory Brook 1 1 3 0 2 2" in found  # the template's


def test_the_clock_pad_has_60_boxes_a_quarter() -> None:
    """FF-014: a quarter has 60 units of 15 seconds."""
    pages = pages_of("fate", "clock-pad", Printing())
    pads = [part for part in pages[0]["parts"] if part["kind"] == "pad"]
    assert [sum(len(row["boxes"]) for row in pad["rows"]) for pad in pads] == [60] * 5


@pytest.mark.parametrize("track", ["postal", "boxed", "loop"])
def test_the_road_has_each_square_once_and_its_lines_after_the_right_squares(track: str) -> None:
    """BA-4.1, BA-4.3, BA-4.4, BA-V1: 120 squares, lines after 40, 80 and 120; boxed 100, after 33, 73 and 100."""
    squares = [
        square
        for page in pages_of("cycling", "road", Printing(track=track))
        for part in page["parts"]
        for square in part["squares"]
    ]
    length = {"postal": 120, "boxed": 100, "loop": 40}[track]
    on_it = [each for each in squares if each["name"].isdigit() and int(each["name"]) <= length]
    assert [each["name"] for each in on_it] == [str(n) for n in range(1, length + 1)]
    lines = [int(each["name"]) for each in on_it if each["line"]]
    assert lines == {"postal": [40, 80, 120], "boxed": [33, 73, 100], "loop": [40]}[track]


def test_the_points_of_each_place_are_on_the_form() -> None:
    """BA-5.1, BA-5.2: 10 8 6 5 4 3 2 1 over a sprint line, 20 16 12 10 8 6 4 2 at the finish."""
    found = text_of("cycling", "points")
    rows = re.findall(r"^(\d) (\d+) (\d+) (\d+)$", found, re.MULTILINE)
    assert [int(row[1]) for row in rows] == [10, 8, 6, 5, 4, 3, 2, 1]
    assert [int(row[3]) for row in rows] == [20, 16, 12, 10, 8, 6, 4, 2]
    assert load_tracks("postal").name in found


def test_a_line_up_form_has_the_limits_of_the_rules() -> None:
    """BA-3.1: A 3 or 4 cards and 30, B 25, C 20, D 16."""
    found = " ".join(text_of("cycling", "line-ups").split())
    assert (
        "A: 3 or 4 cards, 30 at most; B: 3 cards, 25 at most; C: 3 cards, 20 at most; D: 3 cards, 16 at most" in found
    )


def test_each_team_has_number_cards_for_its_riders_hands() -> None:
    # BA-3.1: cards are 1 to 15, and repeats are legal; BA-2.1: four riders a team
    pages = pages_of("cycling", "number-cards", Printing(seats=3))
    assert len(pages) == 3
    for page in pages:
        (cards,) = [part["counters"] for part in page["parts"] if part["kind"] == "counters"]
        numbers = [each["name"].split()[-1].rstrip(".") for each in cards]
        for n in range(1, 16):
            assert numbers.count(str(n)) == 4, n
        assert len(cards) == 15 * 4 + 10, "the empty ones are for numbers that run out, or above 15"


def test_each_team_has_four_riders_with_a_mark_of_its_own() -> None:
    pages = pages_of("cycling", "riders", Printing(seats=12))
    pieces = [
        piece["name"]
        for part in pages[0]["parts"]
        if part["kind"] == "split"
        for piece in part["columns"][1][0]["counters"]
    ]
    assert len(pieces) == 12 * 8
    assert len(set(pieces)) == 12 * 4


def test_the_sheets_speak_the_language_of_whoever_prints_them() -> None:
    with spoken("de"):
        field, rules = text_of("football", "field"), pdf_of("cycling", "rules")
    assert field.startswith("Das Spielfeld")
    assert str(rules.trailer["/Root"]["/Lang"]).startswith("de")
    assert "die Regeln in Kürze" in rules.pages[0].extract_text()


@pytest.mark.parametrize(("game", "name"), EACH)
def test_in_german_too_nothing_runs_over(game: str, name: str) -> None:
    with spoken("de"):
        assert len(pdf_of(game, name, paper="letter").pages) == PAGES[game].get(name, 1)


@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_each_rule_that_a_summary_names_is_a_rule_of_the_game(game: str) -> None:
    from breakaway.core.data_files import read_toml
    from breakaway.display.rule_summary import read_summary
    from breakaway.games.manifest import GAMES as KITS

    book = read_toml(KITS.folder(game) / "rules.toml")
    known = {rule["id"] for chapter in book["chapter"] for rule in chapter["rule"]}
    for chapter in read_summary(KITS.folder(game) / "summary.toml").chapter:
        for line in chapter.line:
            for each in re.split(r", | to ", line.rules):
                assert each in known, (line.says, each)
