"""The season after a season, and football decks from a folder of one's own."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from breakaway.core.data_files import BadData, toml_of
from breakaway.core.language import UserError
from breakaway.games.football.files.config import team_files
from breakaway.seasons.following import following, terms_text
from breakaway.seasons.rounds import begun
from breakaway.seasons.simulated import check_entrants, request_for, shipped_rosters, start_of
from breakaway.seasons.terms import checked_terms
from tests.seasons.leagues import season, terms

CUP = {"kind": "knockout", "take": 3}
PAIR = [{"name": "Ada"}, {"name": "Gus"}]


def test_the_next_season_has_those_who_take_part_now() -> None:
    """docs/seasons.md, "The next season": whoever has taken over is in it, whoever has left is not."""
    before = season(["Ada", "Tom", "Vera", "Gus"], [{"kind": "round_robin"}, CUP], house={"flags": "1"}, rated=True)
    before.replace_entrant(0, "Otto", "club", "Ada has moved away")
    before.leave(1, "no time")
    found = following(before)
    assert [(each.name, each.by) for each in found.entrants] == [("Otto", "club"), ("Vera", "human"), ("Gus", "human")]
    assert (found.title, found.house, found.rated) == ("Thursday League 2", {"flags": "1"}, True)
    assert found.seed != before.terms.seed, "it draws another schedule"
    assert begun(found).open_matches()
    assert following(before, "Friday League").title == "Friday League"
    before.leave(2, "no time")
    assert following(season(2)).stages[0].take is None
    assert [each.take for each in following(before).stages] == [None, 2], "a cup for three became one for two"
    before.leave(3, "no time")
    with pytest.raises(UserError, match="everybody has left this season"):
        following(before)


@pytest.mark.parametrize(
    ("title", "after"),
    [("Cup 2026", "Cup 2027"), ("Cup", "Cup 2"), ("Cup 2", "Cup 3"), ("7", "7 2"), ("x" * 60, "x" * 58 + " 2")],
)
def test_the_title_of_the_next_season_has_the_next_number(title: str, after: str) -> None:
    assert following(season(2, title=title)).title == after


def test_days_move_by_whole_weeks_so_that_the_weekday_stays() -> None:
    """Four play three rounds a week apart, on 9, 16 and 23 July, so the next season may begin on the 30th."""
    stages = [{"kind": "round_robin", "first": "2026-07-09", "days": 7}, {"kind": "knockout"}]
    found = following(season(4, stages))
    assert found.stages[0].first == date(2026, 7, 30)
    assert found.stages[1].first is None
    stages = [{"kind": "round_robin", "first": "2026-07-09", "days": 3}]  # 9, 12 and 15 July: over on the 18th
    assert following(season(4, stages)).stages[0].first == date(2026, 7, 23)


def test_the_terms_of_the_next_season_are_a_file_that_can_be_edited() -> None:
    before = season(['Ada \\ "A"', "Bé"], [{"kind": "races", "rounds": 2, "scale": [5, 3]}], game="cycling")
    found = following(before)
    assert checked_terms(tomllib.loads(terms_text(found)), "terms") == found


def test_who_takes_over_in_fate_keeps_the_roster() -> None:
    names = shipped_rosters("fate")
    assert "mudlarks" in names
    data = terms(2, game="fate").model_dump()
    for each, roster in zip(data["entrants"], names, strict=False):
        each["roster"] = roster
    made = begun(checked_terms(data, "terms"))
    made.replace_entrant(0, "Otto", "human", "P0 has moved away")
    assert made.entrants[0].roster == names[0]
    assert request_for(made, made.open_matches()[0])["teams"]
    assert following(made).entrants[0].roster == names[0]


def test_decks_of_ones_own_are_played_with_and_another_folder_takes_their_place_next_time(tmp_path: Path) -> None:
    own = team_files()["lightning"].read_text().replace('name = "', 'name = "Old ', 1)
    (tmp_path / "ours.toml").write_text(own)
    entrants = [{"name": "Ada", "team": "ours"}, {"name": "Tom", "team": "fire"}]
    data = {"title": "Ours", "game": "football", "stages": [{"kind": "round_robin"}], "entrants": entrants}
    made = begun(checked_terms({**data, "decks": str(tmp_path)}, "terms"))
    check_entrants(made)
    with start_of(made, made.open_matches()[0], 1) as request:
        assert request["teams"] == str(tmp_path)
    assert following(made).decks == str(tmp_path)
    with pytest.raises(UserError, match="unknown team"):
        check_entrants(begun(checked_terms(data, "terms")))
    with pytest.raises(UserError, match="is not a folder"):
        check_entrants(begun(checked_terms({**data, "decks": str(tmp_path / "none")}, "terms")))
    with pytest.raises(UserError, match="decks: fate has no decks"):
        checked_terms({**data, "game": "fate", "decks": str(tmp_path)}, "terms")


def test_house_rules_are_checked_even_if_all_matches_are_played_elsewhere() -> None:
    with pytest.raises(UserError, match="unknown house rule 'nonsense'"):
        check_entrants(season(2, house={"nonsense": "1"}))


def test_the_track_of_each_race_goes_into_the_file_of_terms_and_into_the_next_season() -> None:
    stages = [{"kind": "races", "rounds": 2, "track": ["loop", "tour"], "profile": "boxed"}]
    terms = checked_terms({"title": "Tour", "game": "cycling", "entrants": PAIR, "stages": stages}, "terms")
    assert [terms.stages[0].course(n) for n in (1, 2)] == [
        {"profile": "boxed", "track": "loop"},
        {"profile": "boxed", "track": "tour"},
    ]
    assert checked_terms(toml_of(terms_text(terms)), "terms") == terms
    assert following(begun(terms)).stages == terms.stages


@pytest.mark.parametrize(
    ("game", "stage", "why"),
    [
        ("cycling", {"kind": "races", "rounds": 3, "track": ["loop", "tour"]}, "track has 2 names for 3 races"),
        ("cycling", {"kind": "round_robin", "track": ["loop", "tour"]}, "only races can each have their own track"),
        ("football", {"kind": "round_robin", "profile": "boxed"}, "football has no profile to choose"),
        ("cycling", {"kind": "races", "rounds": 2, "track": []}, "track"),
    ],
)
def test_a_track_that_does_not_fit_its_stage_is_refused(game: str, stage: dict[str, object], why: str) -> None:
    with pytest.raises((UserError, BadData), match=why):
        checked_terms({"title": "Tour", "game": game, "entrants": PAIR, "stages": [stage]}, "terms")


def test_a_track_or_a_set_of_rules_that_does_not_exist_is_told_for_every_stage_before_the_season_begins() -> None:
    first = {"kind": "races", "rounds": 2, "track": ["loop", "nowhere"]}
    stages = [first, {"kind": "races", "rounds": 1, "profile": "fast"}]
    terms = checked_terms({"title": "Tour", "game": "cycling", "entrants": PAIR, "stages": stages}, "terms")
    with pytest.raises(UserError, match=r"(?s)'nowhere'.*'fast'"):
        check_entrants(begun(terms))
