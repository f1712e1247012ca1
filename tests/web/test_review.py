"""The page that reviews a finished match, and what a match in progress says instead."""

from __future__ import annotations

import random
import re

import pytest

from breakaway.club.club import Club
from breakaway.display.svg import link
from breakaway.web import replays_and_reports
from tests.club.starts import any_order, football_match, race
from tests.web.session import browser


def play(club: Club, match_id: str, turns: int, seed: int = 1) -> None:
    """Plays some turns by chance."""
    rng = random.Random(seed)
    for _ in range(turns):
        for seat in club.look(match_id, 0).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, rng.randrange(2**32)))
        club.resolve(match_id)


@pytest.mark.slow
def test_the_page_has_the_graph_whose_plays_are_links_and_the_costly_choices_of_both(club: Club) -> None:
    made = club.create("football", football_match(), "A short match")
    play(club, made.id, 14)
    club.resign(made.id, 0)
    visitor = browser(club)
    first = visitor.get(f"/match/{made.id}/review")
    assert first.status_code == 200
    assert "Chance of winning" not in first.text  # it comes at once, and says how far the review is
    assert f'hx-get="/match/{made.id}/review/progress"' in first.text
    assert f'content="0;url=/match/{made.id}/review?wait=1"' in first.text  # without scripts
    assert visitor.get(f"/match/{made.id}/review/progress").status_code == 200
    page = visitor.get(f"/match/{made.id}/review?wait=1")
    assert visitor.get(f"/match/{made.id}/review").text == page.text  # kept
    links = re.findall(rf'<a href="/match/{made.id}/at/(\d+)" tabindex="-1"', page.text)
    assert links
    assert links == sorted(links, key=int)
    for words in (
        "Lightning has resigned: Fire wins (Lightning ",
        "Chance of winning through the match",
        "Skill and luck",
        "<h3>What changed Lightning&#39;s chance, in percentage points</h3>",
        "<h3>Lightning&#39;s chance before and after</h3>",
        "Try another choice",
        "from 3 on, and a blunder from 8 on",
    ):
        assert words in page.text
    at = browser(club).get(f"/match/{made.id}/at/{links[0]}")
    assert at.status_code == 200
    assert f'href="/match/{made.id}/review"' in at.text
    assert f'href="/match/{made.id}/review"' in browser(club).get(f"/match/{made.id}/watch").text


@pytest.mark.slow
def test_each_choice_has_an_address_and_a_wrong_number_shows_the_costliest(club: Club) -> None:
    made = club.create("football", football_match(), "A short match")
    play(club, made.id, 30)
    club.resign(made.id, 0)
    visitor = browser(club)
    every = visitor.get(f"/match/{made.id}/review?wait=1&all=1").text
    numbers = re.findall(r'id="choice(\d+)"', every)
    assert [int(each) for each in numbers] == list(range(len(numbers)))
    assert len(numbers) > 10
    last = visitor.get(f"/match/{made.id}/review?all=1&choice={numbers[-1]}").text
    assert re.search(rf'id="choice{numbers[-1]}" [^>]*aria-current="true"', last)
    shown = re.findall(r'id="choice\d+" [^>]*aria-current="true"', every)
    assert len(shown) == 1
    for wrong in ("9999", "-1", "99999999999", "x", "²", ""):
        found = visitor.get(f"/match/{made.id}/review", params={"all": 1, "choice": wrong})
        assert re.findall(r'id="choice\d+" [^>]*aria-current="true"', found.text) == [
            re.sub("choice=\\d+", lambda each: each[0], shown[0])
        ]


def test_the_progress_of_a_running_match_says_nothing(club: Club) -> None:
    said = set()
    for seed in (1, 2):
        made = club.create("football", football_match(), "A short match")
        play(club, made.id, 6)
        seat = club.look(made.id, 0).waiting[0]
        club.choose(made.id, seat, any_order(club, made.id, seat, seed))
        page = browser(club).get(f"/match/{made.id}/review/progress")
        said.add(page.text)
        for query in ("wait=1", "all=1", "choice=0"):
            assert browser(club).get(f"/match/{made.id}/review?{query}").status_code == 409
    assert len(said) == 1
    assert "Judged" not in said.pop()


def test_the_progress_is_a_share_of_the_match_and_no_number_of_choices(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step of a match may have two choices to judge, or none: 466 steps are not the 291 choices of a page."""
    made = club.create("football", football_match(), "A short match")
    club.resign(made.id, 0)
    monkeypatch.setitem(replays_and_reports._progress, made.id, (233, 466))
    page = browser(club).get(f"/match/{made.id}/review/progress").text
    assert "Judged so far: 50% of the match" in page
    assert 'value="233" max="466"' in page
    assert "choice" not in page.replace("choices are", "")


def test_a_running_match_has_no_review_and_says_the_same_whatever_is_hidden(club: Club) -> None:
    said = set()
    for seed in (1, 2):
        made = club.create("football", football_match(), "A short match")
        play(club, made.id, 6)
        seat = club.look(made.id, 0).waiting[0]
        club.choose(made.id, seat, any_order(club, made.id, seat, seed))
        page = browser(club).get(f"/match/{made.id}/review")
        assert page.status_code == 409
        said.add(re.sub(r'(csrf" value=")[^"]*', r"\1", page.text.replace(made.id, "")))
        assert f"/match/{made.id}/review" not in browser(club).get(f"/match/{made.id}/at/1").text
    assert len(said) == 1


def test_a_drawing_does_not_link_to_another_server() -> None:
    for address in ("https://example.org", "//example.org", "javascript:alert(1)"):
        with pytest.raises(ValueError, match="may link only to this server"):
            link(address, "a play")


@pytest.mark.slow
def test_another_order_of_a_race_can_be_tried_and_a_wrong_one_says_why(club: Club) -> None:
    made = club.create("cycling", race(("human",) * 3), "A race")
    play(club, made.id, 4)
    for seat in (0, 1):
        club.resign(made.id, seat)
    visitor = browser(club)
    text = visitor.get(f"/match/{made.id}/review?wait=1&choice=4").text
    (order,) = re.findall(r'name="order" value="([^"]+)"', text)
    address = f"/match/{made.id}/review/try"
    found = visitor.get(address, params={"choice": 4, "order": order})
    assert f"{order}: " in found.text
    assert "+0.0 ± " in found.text  # the order given, compared with itself
    assert "quick races" in found.text
    part = visitor.get(address, params={"choice": 4, "order": order}, headers={"HX-Request": "true"}).text
    assert part.startswith("<p>")
    for wrong in ("", "A99", "nonsense", "A" * 500):
        found = visitor.get(address, params={"choice": 4, "order": wrong})
        assert found.status_code == 200
        assert "quick races" not in found.text
    several = visitor.get(address, params={"choice": 4, "order": ""}, headers={"HX-Request": "true"}).text
    assert re.findall("<p>([^;]+);", several) == [f"No card was given for {rider}" for rider in "ABCD"]
    nothing = visitor.get(address, params={"choice": 4, "order": "nonsense"}, headers={"HX-Request": "true"}).text
    assert nothing.startswith("<p>Cannot read ")  # one order has no lines
    assert visitor.get(address, params={"choice": 9999, "order": order}).status_code == 404


def test_no_order_can_be_tried_in_a_running_match(club: Club) -> None:
    made = club.create("cycling", race(("human",) * 3), "A race")
    play(club, made.id, 2)
    assert browser(club).get(f"/match/{made.id}/review/try", params={"choice": 0, "order": "A3"}).status_code == 409
