"""In the browser: a player names team and riders; title, subtitle, day and deadline stand above the reports."""

from __future__ import annotations

import re

import pytest

from breakaway.club.club import Club
from breakaway.club.time_control import DAY, Terms
from tests.club.starts import play_out, race, sit
from tests.web.session import browser, post


def opened(club: Club) -> tuple[str, list[str]]:
    made = club.create("cycling", race(("human", "human", "human")), "Tour", terms=Terms(DAY))
    for token in made.tokens.values():
        sit(club, token)
    return made.id, list(made.tokens.values())


def test_who_sits_down_names_the_team_and_everybody_reads_it(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), "Tour", here=[0])
    (token,) = made.tokens.values()
    ann = browser(club, "a-browser-of-ann-0001", here=False)
    seated = post(ann, f"/seat/{token}", name="Ann")
    assert f'href="/match/{made.id}/2/seat">Name your team</a>' in seated.text
    assert "Your team" in ann.get(f"/match/{made.id}/2/seat").text
    fields = {"team": "Spoke & Mirrors", "rider": ["Éloïse O'Hara", "Bo", "Cy", "Di"]}
    assert post(ann, f"/match/{made.id}/2/seat/names", **fields).status_code == 200
    nobody = browser(club, "a-browser-of-nobody-77", here=False)
    for client, where in ((ann, "2"), (nobody, "watch")):
        page = client.get(f"/match/{made.id}/{where}").text
        assert "Spoke &amp; Mirrors" in page
        assert "Spoke & Mirrors" not in page
    club.resolve(made.id)
    play_out(club, made.id, turns=3)
    zine = nobody.get(f"/match/{made.id}/zine").text
    assert "Spoke &amp; Mirrors" in zine
    assert re.search(r"Éloïse O(&#39;|&#x27;|')Hara", nobody.get(f"/match/{made.id}/watch").text)
    assert "Name your team" not in ann.get(f"/match/{made.id}/2/seat").text


@pytest.mark.parametrize("team", ["<b>x</b>", "Red'); --", "\u202eder", "x" * 10_000, "", "Green"])
def test_a_name_that_cannot_be_comes_back_with_the_form(club: Club, team: str) -> None:
    match_id, tokens = opened(club)
    ann = browser(club, "a-browser-of-ann-0001", here=False, tokens=(tokens[1],))
    answer = post(ann, f"/match/{match_id}/2/seat/names", team=team, rider=["<i>a</i>", "b", "c", "d"])
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<i>a</i>" not in answer.text
    assert club.look(match_id).observation.names["teams"][1] == "Blue"


def test_nobody_names_the_team_of_somebody_else(club: Club) -> None:
    match_id, tokens = opened(club)
    ann = browser(club, "a-browser-of-ann-0001", here=False, tokens=(tokens[1],))
    for place in ("1", "3", "watch"):
        assert post(ann, f"/match/{match_id}/{place}/seat/names", team="Mine").status_code == 403
    assert club.look(match_id).observation.names["teams"] == ["Röd", "Blue", "Green"]


def test_title_subtitle_day_and_deadline_stand_above_the_zine(club: Club) -> None:
    match_id, tokens = opened(club)
    play_out(club, match_id, turns=2)
    ann = browser(club, "a-browser-of-ann-0001", here=False, tokens=(tokens[0],))
    given = {"title": "Tour <of> the Vale", "subtitle": "Spoke & Mirrors’ cup", "day": "2026-12-27"}
    assert post(ann, f"/host/{match_id}/title", **given).status_code == 200
    zine = ann.get(f"/match/{match_id}/zine").text
    assert re.search(r"<h1[^>]*>Tour &lt;of&gt; the Vale</h1>", zine)
    assert "Spoke &amp; Mirrors’ cup · 2026-12-27 · Breaking Away" in zine
    due = club.look(match_id).due
    assert due is not None
    assert f"Next deadline: {due:%Y-%m-%d %H:%M} UTC." in zine
    page = ann.get(f"/host/{match_id}").text
    assert 'name="subtitle" maxlength="120" value="Spoke &amp; Mirrors’ cup"' in page


def test_spectators_who_are_turns_late_read_no_deadline_in_the_zine(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), "Tour", terms=Terms(DAY, delay=1))
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=3)
    nobody = browser(club, "a-browser-of-nobody-77", here=False)
    assert "Next deadline" not in nobody.get(f"/match/{made.id}/zine").text
