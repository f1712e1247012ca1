"""The page Print: what it offers, its files, what they may cost, and that they hold nothing of a match."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from breakaway.club.club import Club
from breakaway.display import printing
from breakaway.games.manifest import GAMES
from breakaway.server.budgets import WORK
from tests.club.starts import football_match
from tests.web.session import browser


def words_of(data: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages).split())


def test_the_page_lists_every_sheet_of_every_game_and_the_front_page_leads_there(club: Club) -> None:
    client = browser(club)
    page = client.get("/print").text
    for game in ("football", "fate", "cycling"):
        form = page[page.index(f'action="/print/{game}"') :]
        form = form[: form.index("</form>")]
        offered = re.findall(r'name="sheet" value="([\w-]+)"', form)
        assert offered == [*GAMES[game].sheets, "all"]
        assert f'href="/print#{game}"' in client.get("/").text
    assert '<option value="vultures">Vultures</option>' in page
    assert '<option value="mudlarks">Mudlarks</option>' in page
    assert '<option value="boxed">The boxed road</option>' in page


def test_a_sheet_comes_as_a_file_with_the_team_the_paper_and_the_gray_that_were_chosen(club: Club) -> None:
    answer = browser(club).get("/print/football?sheet=solo-sheets&teams=maulers&teams=&paper=letter&color=gray")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="football-solo-sheets.pdf"'
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert [round(float(page.mediabox.width)) for page in pages] == [612, 612]
    assert "Maulers: defense sheet" in words_of(answer.content)
    assert "Lightning" not in words_of(answer.content)


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("/print/chess", 404),
        ("/print/football?sheet=nothing", 422),
        ("/print/football?sheet=cards&teams=/etc/passwd", 422),
        ("/print/fate?sheet=rosters&teams=/etc/passwd", 422),
        ("/print/cycling?sheet=road&track=../../secret.toml", 422),
        ("/print/cycling?sheet=riders&seats=99", 422),
        ("/print/football?sheet=rules&paper=a3", 422),
        ("/print/football?sheet=cards&folder=/tmp&teams=fire", 200),
        ("/print/football?sheet=cards&box=nobodys-box&teams=fire", 404),
        ("/print/football?sheet=cards&box=/tmp", 404),
    ],
)
def test_only_what_the_page_offers_can_be_asked_for(club: Club, where: str, status: int) -> None:
    answer = browser(club).get(where)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_a_sheet_is_made_once_for_all_who_ask(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    real = printing.as_pdf

    def counted(*given: object) -> bytes:
        made.append(given)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("breakaway.web.print_pages.as_pdf", counted)
    client = browser(club)
    first, second = (client.get("/print/fate?sheet=tables").content for _ in range(2))
    assert first == second
    assert len(made) == 1
    client.get("/print/fate?sheet=tables&paper=letter")
    assert len(made) == 2


def test_whoever_has_used_up_the_long_work_is_told_to_wait(club: Club) -> None:
    client = browser(club, here=False)
    budgets = client.app.state.budgets  # type: ignore[attr-defined]
    budgets.charge(budgets.of("192.0.2.7"), WORK + 1)
    assert client.get("/print/fate?sheet=tables").status_code == 429
    assert client.get("/print").status_code == 200, "the rest of the budget is for pages"


def test_a_printed_sheet_holds_nothing_of_a_match(club: Club) -> None:
    """Two servers, one with a match that is going on: each file is the same."""
    with_match, files = browser(club), {}
    for name in ("team-cards", "game-day-cards"):
        files[name] = with_match.get(f"/print/football?sheet={name}").content
    club.create("football", football_match(), "The Cup", here=[0, 1])
    for name, before in files.items():
        assert browser(club).get(f"/print/football?sheet={name}").content == before


def test_without_typst_the_page_says_how_to_get_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    answer = browser(club).get("/print/fate?sheet=rules")
    assert answer.status_code == 422
    assert "breakaway[pdf]" in answer.text
