"""Results out of records and CSV files, ratings, and what people read of a season."""

from __future__ import annotations

import json
import random

import pytest

from breakaway.core.language import UserError
from breakaway.display.renderers import as_html, as_text
from breakaway.records.record_file import Line
from breakaway.seasons import pages
from breakaway.seasons.rating_bars import rating_scale
from breakaway.seasons.ratings import (
    MIDDLE,
    RatedMatch,
    RatedPlayer,
    level_ratings,
    rated_matches,
    ratings_by_game,
    ratings_of,
)
from breakaway.seasons.results import (
    enter_imported,
    enter_recorded,
    read_csv,
    read_points,
    read_score,
    recorded,
)
from breakaway.seasons.rounds import draw, is_over
from breakaway.seasons.season import PLAYED, NotPossible, Season
from breakaway.seasons.simulated import check_entrants, simulate
from breakaway.seasons.standing import SHARES, standing
from tests.seasons.leagues import EIGHT, TEAMS, THURSDAYS, enter, from_scores, season

ADA, TOM = RatedPlayer("Ada"), RatedPlayer("Tom")
RACE = 360360  # units in a point of the race


def text_of(lines: list[Line]) -> str:
    """A record file with these lines."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def computers(**said: object) -> Season:
    """A league of three that the computer plays."""
    names = [("Ada", "Fire"), ("Tom", "Sharks"), ("Vera", "Lightning")]
    entrants = [{"name": name, "team": team, "by": "random"} for name, team in names]
    return season(3, entrants=entrants, **said)


@pytest.mark.parametrize(
    ("typed", "halves"), [("27", 54), ("47½", 95), ("47.5", 95), ("95/2", 95), ("½", 1), ("8 1/3", None)]
)
def test_scores_are_read_as_people_type_them(typed: str, halves: int | None) -> None:
    if halves is None:
        with pytest.raises(NotPossible, match="is not a score"):
            read_points(typed, RACE)
    else:
        assert read_points(typed, RACE) == halves * RACE // 2


@pytest.mark.parametrize("typed", ["", "x", "-3", "1e9", "nan", "1_0", "٣", "99999", "1/0", "7.5"])
def test_what_is_no_score_is_refused(typed: str) -> None:
    with pytest.raises(NotPossible, match="is not a score; expected a number such as 27, at most 10000"):
        read_points(typed, 1)


def test_scores_of_both_sides_are_read_with_any_mark_between() -> None:
    assert read_score("27-17", 1) == read_score("27 : 17", 1) == read_score("27 – 17", 1) == [27, 17]


def test_a_record_gives_its_result_to_the_match_of_its_teams_once() -> None:
    made = computers()
    match = next(iter(made.matches.values()))
    lines = simulate(made, match)
    first = made.matches[match.id].result
    assert first is not None
    made.undo("to enter the record instead")
    found = recorded(text_of(lines), "football")
    assert enter_recorded(made, found) == match.id
    assert made.matches[match.id].result == first
    assert first.score == tuple(found.score)
    with pytest.raises(NotPossible, match=f"this record is the result of match {match.id} already"):
        enter_recorded(made, found)


def test_a_record_that_was_altered_or_is_of_another_game_or_not_over_is_refused() -> None:
    made = computers()
    lines = simulate(made, next(iter(made.matches.values())))
    with pytest.raises(NotPossible, match="this is a match of football, not of fate"):
        recorded(text_of(lines), "fate")
    with pytest.raises(NotPossible, match="this match is not over"):
        recorded(text_of(lines[:-1]), "football")
    spoilt = text_of(lines).replace('"score": [', '"score": [1', 1)
    with pytest.raises(NotPossible, match="line "):
        recorded(spoilt, "football")
    with pytest.raises(NotPossible, match="line 1: not JSON"):
        recorded("a shopping list\n", "football")


def test_the_same_season_plays_the_same_matches() -> None:
    one, two = computers(), computers()
    for made in (one, two):
        for match in made.open_matches():
            simulate(made, match)
    assert one.text() == two.text()
    assert is_over(one)


def test_a_coach_that_the_game_does_not_have_is_refused() -> None:
    made = season(2, entrants=[{"name": "Ada"}, {"name": "Tom", "by": "grandmaster"}])
    with pytest.raises(UserError, match="Tom: Breakaway Football has no coach 'grandmaster'; there are: human, sheet"):
        check_entrants(made)


CSV = """home,away,home_score,away_score,reason
Ada,Tom,27,17,
tom,VERA,3,0,at the club
"""


def test_results_come_out_of_a_csv_file() -> None:
    made = season(["Ada", "Tom", "Vera"])
    rows, faults = read_csv(made, CSV)
    assert not faults
    assert all(each.result is None for each in made.matches.values())  # reading enters nothing
    enter_imported(made, rows)
    found = made.match_between([1, 2])
    assert found.result is not None
    assert found.result.score == ((3, 0) if found.sides == (1, 2) else (0, 3))
    assert found.result.reason == "at the club"
    assert standing(made, 0).row_of(0).scored == 27


def test_semicolons_a_byte_order_mark_and_words_in_heads_are_read() -> None:
    made = season(["Ada", "Tom"])
    rows, faults = read_csv(made, "\ufeffHome;Away;Home score;Away score\nAda;Tom;1;2\n")
    assert (len(rows), faults) == (1, [])


def test_every_mistake_in_a_csv_file_is_named_with_its_line_and_nothing_is_entered() -> None:
    made = season(["Ada", "Tom", "Vera"])
    enter(made, made.match_between([0, 2]).id, 7, 0)
    text = """home,away,home_score,away_score
Ada,Bob,1,2
Ada,Tom,x,2
Ada,Ada,1,2
Vera,Ada,1,2
Tom,Vera,1,2
Vera,Tom,3,4
"""
    rows, faults = read_csv(made, text)
    assert [each.line for each in rows] == [6]
    assert faults == [
        "line 2: nobody here is called 'Bob'; there are: Ada, Tom, Vera",
        "line 3: 'x' is not a score; expected a number such as 27, at most 10000",
        "line 4: home and away are the same",
        "line 5: Vera - Ada has a result already",
        "line 7: Vera - Tom is in line 6 already",
    ]


def test_a_file_without_the_columns_says_which_are_needed() -> None:
    for text in ("", "a,b\n1,2\n", "Ada 27-17 Tom\n"):
        with pytest.raises(
            NotPossible, match="the first line must name the columns: home, away, home_score, away_score"
        ):
            read_csv(season(2), text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("home,away,home_score,away_score\n", "there are no results below the first line"),
        ("home,home,away,home_score,away_score\na,b,c,1,2\n", "the column home is there twice"),
        ("race,entrant,points\n1,Ada,3\n", "this season has no races now"),
    ],
)
def test_a_csv_file_that_cannot_be_meant_is_refused(text: str, says: str) -> None:
    with pytest.raises(NotPossible, match=says):
        read_csv(season(["Ada", "Tom"]), text)


def test_a_line_with_too_many_values_is_named() -> None:
    rows, faults = read_csv(season(["Ada", "Tom"]), "home,away,home_score,away_score\nAda,Tom,3,4,5\n")
    assert (rows, faults) == ([], ["line 2: 5 values for 4 columns"])


def test_in_a_rated_season_a_coach_cannot_win_for_a_person() -> None:
    made = computers(rated=True)
    lines = simulate(made, next(iter(made.matches.values())))
    made.undo("once more")
    made.replace_entrant(made.number_of("Ada"), "Ida", reason="a person now")
    made.replace_entrant(made.number_of("Tom"), "Tim", reason="a person now")
    made.replace_entrant(made.number_of("Vera"), "Vic", reason="a person now")
    with pytest.raises(NotPossible, match=r"in this record the computer \(random\) plays for "):
        enter_recorded(made, recorded(text_of(lines), "football"))


def test_races_come_out_of_a_csv_file_with_a_line_for_each_rider_of_the_season() -> None:
    stages = [{"kind": "races", "rounds": 2}]
    made = season(["Ada", "Tom", "Vera"], stages, game="cycling")
    rows, faults = read_csv(made, "race,entrant,points\n1,Ada,47½\n1,Tom,40\n2,Ada,3\n9,Ada,3\n1,Ada,2\n")
    assert faults == [
        "line 5: there is no race 9; there are: 1, 2",
        "line 6: Ada is there twice",
        "race 1: there is no line for Vera",
        "race 2: there is no line for Tom, Vera",
    ]
    rows, faults = read_csv(made, "race,entrant,points\n1,Ada,47½\n1,Tom,40\n1,Vera,47½\n")
    assert faults == []
    enter_imported(made, rows)
    result = made.matches["1.1.1"].result
    assert result is not None
    assert (result.score, result.rank) == ((95 * RACE // 2, 40 * RACE, 95 * RACE // 2), (1, 3, 1))


# --- What people read.


def test_the_page_of_a_league_shows_the_table_the_ties_and_what_is_still_possible() -> None:
    made = from_scores(
        THURSDAYS,
        EIGHT,
        entrants=[{"name": name, "team": team} for name, team in zip(EIGHT, TEAMS, strict=True)],
        stages=[{"kind": "round_robin"}, {"kind": "knockout", "take": 4}],
    )
    text = as_text(pages.season_page(made), 140)
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "1 Tom Maulers 6 5 1 0 135–84 +51 W W W W W 11 first: can no longer be caught" in rows
    assert "2 Ada Lightning 6 4 0 2 112–91 +21 W W L L W 8 goes on with a draw" in rows
    assert "3 Vera Sharks 6 4 0 2 109–60 +49 W L W W L 8 goes on to: Cup" in rows
    assert "8 Bluebelle Eclipse 6 1 0 5 53–115 −62 L L L W L 2 cannot reach: Cup" in rows
    assert "Ada stands before Vera: 27–17 in round 3." in text
    assert "Gus stands before Marek: 27–3 in round 4." in text
    assert "<table" in as_html(pages.season_page(made))


def test_a_round_up_has_the_table_as_it_was_after_the_round() -> None:
    made = from_scores(THURSDAYS, EIGHT)
    page = as_text(pages.round_up(made, 0, 1), 120)
    # After round 1, by hand: Ada +18, Vera +11 and Gus +1 have won, Tom and Jonas have drawn.
    order = [line.split()[1] for line in page.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"], ["4"], ["5"])]
    assert order[:3] == ["Ada", "Vera", "Gus"]
    assert sorted(order[3:5]) == ["Jonas", "Tom"]
    assert "1.2.1" in page


def test_decisions_are_on_the_page_with_their_reasons() -> None:
    made = season(["Ada", "Tom", "Vera", "Gus"])
    made.forfeit("1.1.1", made.matches["1.1.1"].sides[0], "was ill")
    made.replace_entrant(1, "Lena", reason="Tom moved")
    made.leave(2, "no time")
    made.undo("came back")
    text = as_text(pages.season_page(made), 120)
    assert "was ill" in text
    assert "Lena takes over from Tom: Tom moved" in text
    assert "Vera leaves: no time" in text
    assert "Taken back (Vera left): came back" in text


# --- Ratings.


def test_ratings_know_who_is_stronger_and_what_they_do_not_know() -> None:
    found = ratings_of([RatedMatch((ADA, TOM), (1, 2))] * 3)
    assert found[ADA].elo > MIDDLE > found[TOM].elo
    assert found[ADA].is_provisional
    assert ratings_of([RatedMatch((ADA, TOM), (1, 1))])[ADA].elo == MIDDLE


def test_levels_of_the_computer_keep_their_ratings() -> None:
    club = RatedPlayer("club", is_computer=True)
    found = ratings_of([RatedMatch((ADA, club), (1, 2))] * 40, {"club": 1800})
    assert found[club].elo == 1800
    assert found[ADA].elo > 1800


def test_a_person_who_is_called_like_a_level_has_a_rating_of_his_own() -> None:
    person, level = RatedPlayer("champion"), RatedPlayer("champion", is_computer=True)
    found = ratings_of([RatedMatch((person, level), (1, 2))] * 40, {"champion": 1800})
    assert found[level].elo == 1800
    assert found[person].elo > 1800
    assert found[person].matches == found[level].matches == 40


def test_in_a_season_people_are_told_from_levels_by_who_plays_and_not_by_their_names() -> None:
    made = season(["champion", "Tom", "Hal"], rated=True)
    made.replace_entrant(2, "Hal", by="champion", reason="plays no more")
    for n, each in enumerate(list(made.matches.values())):
        made.enter(each.id, (7 * (each.sides[0] == 0), 7 * (each.sides[1] == 0)), how=PLAYED, record=f"r{n}")
    found = ratings_by_game([made])["football"]
    person, level = found[RatedPlayer("champion")], found[RatedPlayer("champion", is_computer=True)]
    assert level.elo == level_ratings("football")["champion"]
    assert person.elo != level.elo
    assert [bar.name for bar in rating_scale(made).bars] == ["champion", "Tom"]


def test_whoever_had_left_a_race_is_not_rated_by_it() -> None:
    made = season(["Ada", "Tom", "Vera"], [{"kind": "races", "rounds": 1}], game="cycling", rated=True)
    made.leave(1, "no time")
    made.enter("1.1.1", (30, 0, 20), (1, 3, 2), how=PLAYED, record="r", absent=(1,))
    assert rated_matches([made]) == [RatedMatch((ADA, RatedPlayer("Vera")), (1, 2))]


@pytest.mark.slow
def test_nine_in_ten_intervals_hold_the_true_strength() -> None:
    rng, held, count = random.Random(45), 0, 0
    for _league in range(20):
        true = {RatedPlayer(f"P{i}"): rng.gauss(MIDDLE, 200) for i in range(8)}
        matches = []
        for _n in range(300):
            one, two = rng.sample(sorted(true), 2)
            wins = rng.random() < 1 / (1 + 10 ** ((true[two] - true[one]) / 400))
            matches.append(RatedMatch((one, two), (1, 2) if wins else (2, 1)))
        found = ratings_of(matches)
        shift = sum(found[each].elo - true[each] for each in true) / len(true)  # only differences can be known
        for name, rating in found.items():
            held += abs(rating.elo - shift - true[name]) <= rating.error
            count += 1
    assert held / count > 0.8


def test_only_played_matches_of_rated_seasons_count_under_the_names_of_their_time() -> None:
    made = computers(rated=True)
    matches = list(made.matches.values())
    simulate(made, matches[0])
    made.forfeit(matches[1].id, matches[1].sides[0], "did not come")
    enter(made, matches[2].id, 7, 0)
    assert len(rated_matches([made])) == 1
    unrated = computers()
    simulate(unrated, next(iter(unrated.matches.values())))
    assert rated_matches([unrated]) == []


def test_a_season_of_races_and_a_cup_of_fate_are_played_by_the_computer() -> None:
    entrants = [{"name": name, "by": "random"} for name in ("Ants", "Bees", "Crows")]
    races = season(3, [{"kind": "races", "rounds": 2, "scale": [5, 3, 1]}], entrants=entrants, game="cycling")
    cup = season(3, [{"kind": "knockout"}], entrants=entrants, game="fate")
    for made in (races, cup):
        while not is_over(made):
            for match in made.open_matches():
                simulate(made, match)
            draw(made)
        assert as_text(pages.season_page(made), 100).startswith("Thursday League")
    assert sum(row.points for row in standing(races, 0).rows) == 18 * SHARES  # 5 + 3 + 1 a race, shared or not
    assert [row.place for row in standing(cup, 0).rows] == [1, 2, 3]
