"""The graph, the review and the help of all three games in a real browser: light and dark, wide and on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from breakaway.club.club import Club
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, WIDE, faults_of_all, sit_down, watched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
ALL_WORDS = {"good": 0.0, "inaccuracy": 1.0, "mistake": 3.0, "blunder": 8.0}  # from what loss on
STARTS: dict[str, Any] = {"football": football_match, "fate": fate_match, "cycling": lambda: race(("human", "human"))}
TURNS = {"football": 14, "fate": 24, "cycling": 60}


def play(club: Club, match_id: str, turns: int) -> None:
    """Plays so many turns by chance, or to the end."""
    for n in range(turns):
        if club.look(match_id, 0).is_over:
            return
        for seat in club.look(match_id, 0).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, n))
        club.resolve(match_id)


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_help_then_the_end_the_review_its_graph_and_a_press_on_a_play(
    chromium: Browser, club: Club, serve: Serve, game: str, tmp_path: Path
) -> None:
    made = club.create(game, STARTS[game](), "A match")
    address = serve(club)
    page = chromium.new_context(viewport=WIDE, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
    sit_down(page, address, made.tokens[0], "Ann Example")
    club_sits = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
    sit_down(club_sits, address, made.tokens[1], "Tom Example")
    said = watched(page)
    while 0 not in club.look(made.id, 0).waiting:
        play(club, made.id, 1)
    page.goto(f"{address}/match/{made.id}/1")
    page.locator("#tab-menu").click()
    expect(page.locator("#sheet-menu")).to_contain_text("Each player may ask what a coach would do.")
    page.locator("#help summary").click()
    page.get_by_role("button", name="Ask the coach").click()
    expect(page.locator("#advice")).to_contain_text(re.compile(r"\d%|nothing to say"), timeout=60_000)
    page.screenshot(path=tmp_path / f"{game}-help.png")
    play(club, made.id, TURNS[game])
    if not club.look(made.id, 0).is_over:
        club.resign(made.id, 1)
    page.goto(f"{address}/match/{made.id}/1")
    page.locator("#end").get_by_role("link", name="Review").click()
    expect(page.locator(".graph svg")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("heading", name="Choices")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    page.screenshot(path=tmp_path / f"{game}-review.png", full_page=True)
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        drawn, card = page.locator(".graph svg").bounding_box(), page.locator("#chance").bounding_box()
        assert drawn
        assert card
        assert drawn["width"] > 0.95 * card["width"], "the graph left half of its card empty"
        assert 200 < drawn["height"] < 450
    page.set_viewport_size({"width": 360, "height": 740})
    slim = page.locator(".slim svg").bounding_box()
    assert slim
    assert slim["height"] > 150, "too flat to read"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    hits = page.locator(".graph svg a:has(.hit)")
    assert hits.count() > 1
    hits.nth(1).click(position={"x": 3, "y": 3})
    page.wait_for_url(re.compile(r"/at/\d+$"))
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".graph svg")).to_be_visible()
    assert said == []

    def home(each: Any) -> str:
        return serve.home(club, each, address=address)

    assert faults_of_all(chromium, home, [f"/match/{made.id}/review"], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_on_the_page_words_match_losses_the_calls_of_a_mix_are_worth_the_same_and_six_chances_add_up(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    """What the page says, read as people read it. Chances are rounded to a tenth, so two of them may be 0.2 apart."""
    start = race(("human",) * 6) if game == "cycling" else STARTS[game]()
    made = club.create(game, start, "A match")
    play(club, made.id, {"football": 60, "fate": 60, "cycling": 6}[game])
    for seat in range(5 if game == "cycling" else 1):
        if not club.look(made.id, 0).is_over:
            club.resign(made.id, seat)
    page = chromium.new_context(viewport=WIDE).new_page()  # type: ignore[arg-type]
    page.goto(f"{serve(club)}/match/{made.id}/review?wait=1&all=1", timeout=120_000)
    lines = page.locator(".calls li a").evaluate_all(
        "all => all.map(a => [a.querySelector('.w').lastChild.textContent, a.querySelector('.cost').lastChild.innerText"
        ", a.getAttribute('href')])"
    )
    assert len(lines) > 10
    named = set()
    for word, cost, _address in lines:
        lost, error = (float(each) for each in (*re.findall(r"\d+\.\d", cost), 0, 0)[:2])
        named.add(word)
        if word == "too close to call":
            assert lost <= error + 0.05
            continue
        assert ALL_WORDS[word] - 0.05 <= lost
        assert word == "good" or lost > error - 0.05, "a loss below its own error has no word"
        assert lost < min((each for each in ALL_WORDS.values() if each > ALL_WORDS[word]), default=101) + 0.05
    assert len(named) > 1
    mixes = 0
    for _word, _cost, address in lines[:: max(1, len(lines) // 12)]:
        page.goto(page.url.split("/match/")[0] + address)
        options = page.locator(".try details").evaluate_all(
            "all => all.map(d => [d.querySelector('b').textContent, d.querySelector('p').textContent])"
        )
        mix = [float(chance[:-1]) for chance, says in options if "In the best mix" in says]
        mixes += len(mix) > 1
        assert not mix or max(mix) - min(mix) < 0.25
    assert mixes or game == "cycling"
    page.locator("#all-plays summary").click()
    for says in page.locator("#all-plays li").all_inner_texts():
        chances = [float(each) for each in re.findall(r"(\d+\.\d)%", says)]
        assert sum(chances) == pytest.approx(100, abs=0.01 if game == "cycling" else 0.11), says
    if game == "cycling":
        begun = page.locator("table").first.locator("tbody tr td:first-of-type").all_inner_texts()
        assert [float(each[:-1]) for each in begun] == pytest.approx([16.7] * 6, abs=0.11)
