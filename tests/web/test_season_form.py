"""The form for a new season can say what a file of terms can, and tells every mistake at its field."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.club.seasons.kept import kept_season, listed_seasons
from breakaway.core.data_files import toml_of
from breakaway.seasons.simulated import request_for
from breakaway.seasons.terms import SeasonTerms, checked_terms
from breakaway.web.request import MOST_FIELDS
from breakaway.web.season_terms import asked_season, given_from
from tests.web.session import browser, post
from tests.web.test_season_desk import fields
from tests.web.test_seasons import visitor

LEAGUE_AND_CUP = """
title = "Thursday League"
game = "football"
ties = ["difference", "wins", "head_to_head"]
leaving = "annul"
rated = true
[points]
win = 3
bye = 1
[house]
flags = "1"
overtime = "off"
[[stages]]
kind = "round_robin"
name = "Autumn"
legs = 2
first = 2026-10-01
[[stages]]
kind = "swiss"
take = 4
rounds = 2
first = 2027-01-07
days = 14
[[stages]]
kind = "knockout"
name = "Cup"
take = 2
drawn = "better_seed"
[[entrants]]
name = "Ada"
team = "Lightning"
[[entrants]]
name = "Tom"
team = "Fire"
[[entrants]]
name = "Vera"
team = "Sharks"
[[entrants]]
name = "Gus"
team = "Maulers"
by = "club"
"""
THE_SAME: dict[str, Any] = {
    "title": "Thursday League",
    "game": "football",
    "people": "Ada, Lightning\nTom, Fire\nVera, Sharks\nGus, Maulers, club",
    "rated": "1",
    "leaving": "annul",
    "points.win": "3",
    "points.bye": "1",
    "tie.1": "difference",
    "tie.2": "wins",
    "tie.4": "head_to_head",
    "stage.1.kind": "double",
    "stage.1.name": "Autumn",
    "stage.1.first": "2026-10-01",
    "stage.2.kind": "swiss",
    "stage.2.take": "4",
    "stage.2.rounds": "2",
    "stage.2.first": "2027-01-07",
    "stage.2.days": "14",
    "stage.4.kind": "knockout",
    "stage.4.name": "Cup",
    "stage.4.take": "2",
    "stage.4.drawn": "better_seed",
}
TOUR = """
title = "Tour"
game = "cycling"
ties = ["last", "wins"]
[[stages]]
kind = "races"
rounds = 3
scale = [10, 6, 4]
profile = "boxed"
track = ["postal", "loop", "tour"]
[[entrants]]
name = "Ada"
team = "Red"
[[entrants]]
name = "Gus"
team = "Green"
[[entrants]]
name = "Vera"
team = "Violet"
"""
ROSTERS = """
title = "Muddy League"
game = "fate"
house = { advanced = "on" }
[[stages]]
kind = "round_robin"
[[entrants]]
name = "Ada"
roster = "mudlarks"
[[entrants]]
name = "Gus"
team = "Gadgets"
by = "club"
roster = "gadgeteers"
"""


def of_file(text: str) -> SeasonTerms:
    return checked_terms(toml_of(text), "terms.toml")


def same(one: SeasonTerms, other: SeasonTerms) -> bool:
    """Whether two seasons have the same terms, but for the seed, which the form draws."""
    return one.model_copy(update={"seed": 0}) == other.model_copy(update={"seed": 0})


def newest(club: Club) -> SeasonTerms:
    return kept_season(club.database, listed_seasons(club.database)[0].id).season.terms


def faults(page: str) -> dict[str, str]:
    """What the page says at each field that is wrong, by the field's name."""
    return {
        name: unescape(re.sub("<[^>]*>", "", text))
        for name, text in re.findall(r'<small class="wrong" id="why\.([^"]*)">(.*?)</small>', page)
    }


def test_a_season_made_by_the_form_is_the_season_made_from_a_file(club: Club) -> None:
    house = fields(visitor(club, "organizer").get("/season/new").text, "football")
    house = {**house, "house.football.flags": "1"}
    del house["house.football.overtime"]  # a box without a tick is not sent
    answer = post(visitor(club, "organizer"), "/season/new", **{**THE_SAME, **house})
    assert answer.status_code == 200, faults(answer.text)
    assert same(newest(club), of_file(LEAGUE_AND_CUP))


@pytest.mark.parametrize("text", [LEAGUE_AND_CUP, TOUR, ROSTERS])
def test_what_the_form_holds_for_terms_becomes_the_same_terms(text: str) -> None:
    terms = of_file(text)
    asked = asked_season(given_from(terms, 7200, is_owner=False), is_owner=False)
    assert asked.faults == {}
    assert asked.season is not None
    assert same(asked.season.terms, terms)
    assert asked.seconds == 7200


def test_an_empty_form_means_what_a_file_means_that_says_nothing(club: Club) -> None:
    given: dict[str, Any] = {
        "title": "T",
        "game": "football",
        "people": "Ada\nTom\nVera",
        "stage.1.kind": "round_robin",
    }
    assert post(visitor(club, "organizer"), "/season/new", **given).status_code == 200
    entrants = [{"name": name} for name in ("Ada", "Tom", "Vera")]
    data = {"title": "T", "game": "football", "entrants": entrants, "stages": [{"kind": "round_robin"}]}
    assert same(newest(club), checked_terms(data, "terms"))
    assert newest(club).tie_breaks(0) == ("head_to_head", "difference", "scored", "lot")


WRONG = [
    ({"title": ""}, {"title": "expected"}),
    ({"points.win": "1", "points.loss": "2"}, {"points.win": "a win must be worth more than a loss"}),
    ({"points.draw": "half"}, {"points.draw": "a whole number from 0 to 100"}),
    ({"tie.1": "wins", "tie.3": "wins"}, {"tie.3": "wins is there twice"}),
    ({"tie.2": "last"}, {"tie.2": "last is only for races"}),
    ({"tie.2": "nonsense"}, {"tie.2": "expected"}),
    ({"leaving": "nonsense"}, {"leaving": "expected"}),
    ({"stage.1.rounds": "3"}, {"stage.1.rounds": "Only for: Swiss tournament, Series of races."}),
    ({"stage.1.scale": "10, 6"}, {"stage.1.scale": "Only for: Series of races."}),
    ({"stage.1.days": "7"}, {"stage.1.days": "need the day of the first round"}),
    ({"stage.1.track": "loop"}, {"stage.1.track": "football has no track to choose"}),
    ({"stage.2.take": "2"}, {"stage.2.kind": "Choose a kind"}),
    ({"stage.2.kind": "knockout", "stage.3.kind": "round_robin"}, {"stage.3.kind": "nothing can follow a knockout"}),
    ({"stage.2.kind": "knockout", "stage.2.take": "5"}, {"stage.2.take": "only 4 can go on, not 5"}),
    ({"house.football.flags": "77"}, {"house.football.flags": "flags"}),
    ({"people": "Ada\nTom\nVera, Sharks, nobody\nGus"}, {"people": "Vera: Breakaway Football has no coach 'nobody'"}),
]


@pytest.mark.parametrize(("changed", "why"), WRONG)
def test_each_mistake_is_told_at_its_field(club: Club, changed: dict[str, Any], why: dict[str, str]) -> None:
    given: dict[str, Any] = {
        "title": "T",
        "game": "football",
        "people": "Ada\nTom\nVera\nGus",
        "stage.1.kind": "round_robin",
    }
    house = fields(visitor(club, "organizer").get("/season/new").text, "football")
    answer = post(visitor(club, "organizer"), "/season/new", **{**given, **house, **changed})
    assert answer.status_code == 422
    found = faults(answer.text)
    assert found.keys() == why.keys()
    assert all(text in found[name] for name, text in why.items()), found
    assert listed_seasons(club.database) == []


def test_all_mistakes_of_a_form_are_told_at_once_and_nothing_is_lost(club: Club) -> None:
    given: dict[str, Any] = {
        "title": "",
        "game": "cycling",
        "people": "Ada, Red, , x, y\nTom",
        "hours": "0",
        "stage.1.kind": "races",
        "stage.1.rounds": "2",
        "stage.1.scale": "6, 10",
        "stage.1.track": "nowhere",
        "stage.3.kind": "knockout",
        "stage.3.take": "99",
        "points.win": "x",
        "tie.1": "head_to_head",
    }
    answer = post(visitor(club, "organizer"), "/season/new", **given)
    found = faults(answer.text)
    assert found.keys() >= {"title", "people", "hours", "stage.1.track", "stage.3.take", "points.win"}
    page = unescape(answer.text)
    for name in ("stage.1.scale", "stage.1.track", "stage.3.take", "points.win", "hours"):
        assert re.search(rf'name="{re.escape(name)}"[^>]* value="{re.escape(given[name])}"', page), name
    assert given["people"] in page
    assert page.count("<details") == page.count("</details>")
    assert re.search(r'<details class="panel fold" id="points" open>', page), "what is wrong is not folded away"


def test_a_button_adds_a_stage_and_keeps_what_was_typed_without_opening_anything(club: Club) -> None:
    page = visitor(club, "organizer").get("/season/new").text
    assert 'name="stage.2.kind"' in page
    assert 'name="stage.3.kind"' not in page
    given: dict[str, Any] = {"title": "Mine", "game": "fate", "stages": "2", "house.fate": "1", "house.fate.chain": "x"}
    added = post(visitor(club, "organizer"), "/season/new", add="stage", **given)
    assert added.status_code == 200
    assert 'name="stage.3.kind"' in added.text
    assert 'value="Mine"' in added.text
    assert faults(added.text) == {}
    full = post(visitor(club, "organizer"), "/season/new", add="stage", **{**given, "stages": "6"}).text
    assert 'name="stage.6.kind"' in full
    assert 'name="stage.7.kind"' not in full
    assert 'name="add"' not in full
    assert len(set(re.findall(r' name="([^"]*)"', full))) < MOST_FIELDS, "a browser can send the whole form"
    assert listed_seasons(club.database) == []


# --- races: each has a set of rules and a track


def test_each_race_is_ridden_on_the_track_that_the_terms_name_for_it(club: Club) -> None:
    given: dict[str, Any] = {
        "title": "Tour",
        "game": "cycling",
        "people": "Ada, Red\nGus, Green, club\nVera, Violet",
        "stage.1.kind": "races",
        "stage.1.rounds": "3",
        "stage.1.profile": "Boxed",
        "stage.1.track": "postal, loop, tour",
    }
    answer = post(visitor(club, "organizer"), "/season/new", **given)
    assert answer.status_code == 200, faults(answer.text)
    (listed,) = listed_seasons(club.database)
    season = kept_season(club.database, listed.id).season
    asked = [request_for(season, each) for each in season.matches.values()]
    assert [(each["profile"], each["track"]) for each in asked] == [
        ("boxed", "postal"),
        ("boxed", "loop"),
        ("boxed", "tour"),
    ]
    assert "Race 2 (loop, boxed)" in visitor(club, "nobody").get(f"/season/{listed.id}").text


@pytest.mark.parametrize(
    ("course", "name", "why"),
    [
        ({"stage.1.track": "loop, nowhere"}, "stage.1.track", "there is no 'nowhere'; there are: boxed, loop"),
        ({"stage.1.track": "/etc/passwd"}, "stage.1.track", "there is no '/etc/passwd'; there are: boxed, loop"),
        ({"stage.1.profile": "fast"}, "stage.1.profile", "there is no 'fast'; there are: postal, boxed"),
        ({"stage.1.track": "loop, loop"}, "stage.1.track", "track has 2 names for 3 races"),
    ],
)
def test_a_course_that_does_not_exist_is_told_with_those_that_do(
    club: Club, course: dict[str, Any], name: str, why: str
) -> None:
    given: dict[str, Any] = {
        "title": "T",
        "game": "cycling",
        "people": "Ada, Red\nGus, Green",
        "stage.1.kind": "races",
        **course,
    }
    assert why in faults(post(visitor(club, "organizer"), "/season/new", **given).text)[name]


# --- files of the server: its owner's alone


def test_only_the_owner_names_files_and_a_visitor_learns_nothing_of_them(club: Club, tmp_path: Path) -> None:
    there, nowhere = str(tmp_path), str(tmp_path / "nowhere")
    given: dict[str, Any] = {
        "title": "T",
        "game": "football",
        "people": "Ada, Lightning\nTom, Fire",
        "stage.1.kind": "round_robin",
    }
    for each in (there, nowhere):
        answer = post(visitor(club, "organizer"), "/season/new", **{**given, "decks": each})
        assert answer.status_code == 422
        assert "Only the owner of this server can name a folder." in answer.text
        assert each not in answer.text
    assert 'name="decks"' not in visitor(club, "organizer").get("/season/new").text
    owner = browser(club)
    assert 'name="decks"' in owner.get("/season/new").text
    answer = post(owner, "/season/new", **{**given, "decks": nowhere})
    assert answer.status_code == 422
    assert "nowhere" in faults(answer.text)["decks"]
    assert listed_seasons(club.database) == []


def test_the_next_season_tells_the_names_of_files_to_the_owner_alone() -> None:
    data = toml_of(ROSTERS)
    data["entrants"][0]["roster"] = "/home/owner/mud.toml"
    terms = checked_terms(data, "terms")
    assert "/home/owner/mud.toml" in given_from(terms, None, is_owner=True)["people"]
    assert "/home" not in str(given_from(terms, None, is_owner=False))
    data = {**toml_of(TOUR), "stages": [{"kind": "races", "rounds": 1, "track": "/home/owner/road.toml"}]}
    terms = checked_terms(data, "terms")
    assert given_from(terms, None, is_owner=True)["stage.1.track"] == "/home/owner/road.toml"
    assert "/home" not in str(given_from(terms, None, is_owner=False))
