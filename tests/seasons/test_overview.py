"""What a season's page shows: jerseys, leaders, rounds, what the next match decides, and ratings on one scale."""

from __future__ import annotations

import pytest

from breakaway.display.document import Grid
from breakaway.display.renderers import as_text
from breakaway.games.manifest import GAMES, load
from breakaway.seasons.leaders import jersey_drawing, jerseys, leader_lists
from breakaway.seasons.overview import day_text, overview, player_overview
from breakaway.seasons.pages import round_up, season_page, table_section
from breakaway.seasons.rating_bars import rating_scale
from breakaway.seasons.ratings import RatedPlayer, chance_before, level_ratings, ratings_by_game
from breakaway.seasons.season import PLAYED, Season
from tests.seasons.leagues import EIGHT, TEAMS, THURSDAYS, enter, from_scores, season

RACE = 360360  # units in a point of the race
RIDERS = [{"name": name, "team": team} for name, team in (("Ada", "Red"), ("Gus", "Green"), ("Vera", "Ants: Al, Bo"))]


def thursday_league() -> Season:
    people = [{"name": name, "team": team} for name, team in zip(EIGHT, TEAMS, strict=True)]
    stages = [{"kind": "round_robin"}, {"kind": "knockout", "take": 4}]
    return from_scores(THURSDAYS, EIGHT, entrants=people, stages=stages)


def tour(*races: list[tuple[int, int, int]]) -> Season:
    """Races of Ada, Gus and Vera: for each, the points, those at sprint lines and the breakaways of all three."""
    made = season(3, [{"kind": "races", "rounds": 4}], entrants=RIDERS, game="cycling")
    for n, each in enumerate(races, 1):
        figures = [{"sprint_points": s * RACE, "finish_points": 0, "breakaways": b} for _points, s, b in each]
        made.enter(f"1.{n}.1", [points * RACE for points, _s, _b in each], how=PLAYED, record=f"r{n}", figures=figures)
    return made


def test_each_jersey_goes_to_whoever_leads_in_it_and_a_tie_to_the_better_place() -> None:
    # Ada has 30 points, Gus 25, Vera 11. At sprint lines: 6, 9, 1. Breakaways: 2, 0 and 2, and Ada stands higher.
    made = tour([(20, 4, 1), (15, 5, 0), (6, 1, 0)], [(10, 2, 1), (10, 4, 0), (5, 0, 2)])
    assert [(each.title, made.entrants[each.entrant].name, each.figure) for each in jerseys(made, 0)] == [
        ("Leader", "Ada", "30"),
        ("Sprints", "Gus", "9"),
        ("Most breakaways", "Ada", "2"),
    ]
    # After the first race: Gus 5 at sprint lines, Ada the only one who broke away.
    assert [made.entrants[each.entrant].name for each in jerseys(made, 0, 1)] == ["Ada", "Gus", "Ada"]


def test_nobody_wears_a_jersey_before_the_first_race_or_for_nothing() -> None:
    assert jerseys(tour(), 0) == []
    assert [each.title for each in jerseys(tour([(3, 0, 0), (2, 0, 0), (1, 0, 0)]), 0)] == ["Leader"]
    assert jerseys(thursday_league(), 0) == []


def test_jerseys_differ_by_their_mark_and_not_only_by_their_color() -> None:
    marks = [jersey_drawing(n).partition('class="sign"')[2] for n in range(6)]
    assert all(marks)
    assert len(set(marks)) == 6


def test_nobody_leads_in_what_nobody_has_done() -> None:
    made = tour([(20, 4, 0), (15, 5, 0), (6, 1, 0)])
    assert [each.label for each in leader_lists(made)] == ["Sprints"]
    (sprints,) = leader_lists(made)
    assert [(one.entrant, one.all, one.a_match) for one in sprints.leaders] == [
        (1, "5", "5.0"),
        (0, "4", "4.0"),
        (2, "1", "1.0"),
    ]


def test_whoever_has_most_in_all_leads_and_who_has_nothing_is_not_listed() -> None:
    """docs/seasons.md, "Reports": Ada has 9 in two matches, Tom 8 in one, Vera none."""
    made = season(["Ada", "Tom", "Vera"], [{"kind": "round_robin", "legs": 2}])
    counted = {"Ada": [5, 4], "Tom": [8], "Vera": []}
    for match in made.open_matches():
        names = [made.entrants[each].name for each in match.sides]
        if "Vera" in names and "Ada" in names and counted["Ada"]:
            figures = [{"runs": counted["Ada"].pop() if name == "Ada" else 0} for name in names]
        elif "Vera" in names and "Tom" in names and counted["Tom"]:
            figures = [{"runs": counted["Tom"].pop() if name == "Tom" else 0} for name in names]
        else:
            continue
        made.enter(match.id, (7, 3), how=PLAYED, record=match.id, figures=figures)
    (runs,) = (each for each in leader_lists(made) if each.label == "Runs")
    assert [(one.entrant, one.all, one.a_match) for one in runs.leaders] == [(0, "9", "4.5"), (1, "8", "8.0")]


def test_nobody_leads_where_all_have_lost_ground() -> None:
    made = season(["Ada", "Tom"])
    figures = [{"lines": -3, "runs": 1}, {"lines": -1, "runs": 0}]
    made.enter("1.1.1", (0, 3), how=PLAYED, record="r", figures=figures)
    assert [each.label for each in leader_lists(made)] == ["Runs"]
    assert all(each.leaders for each in leader_lists(made))


def test_a_time_is_a_time_in_a_match_on_average_too() -> None:
    """FATE counts possession in units of 15 seconds: 121 of them are 30:15, and 60 a match are 15:00."""
    made = season(["Ada", "Tom"], [{"kind": "round_robin", "legs": 2}], game="fate")
    for match, units in zip(made.open_matches(), (100, 21), strict=True):
        figures = [{"time": units if each == 0 else 0} for each in match.sides]
        made.enter(match.id, (7, 3), how=PLAYED, record=match.id, figures=figures)
    (possession,) = (each for each in leader_lists(made) if each.label == "Time of possession")
    assert [(one.all, one.a_match) for one in possession.leaders] == [("30:15", "15:00")]


def test_a_forfeit_is_one_word_on_the_card_of_its_round_and_says_whose_it_was() -> None:
    made = season(["Ada", "Tom"])
    made.forfeit("1.1.1", 1, "is ill")
    (card,) = overview(made).rounds[0].matches
    assert (card.score, card.says, card.won) == ("forfeit", "forfeit by Tom", 0)


def test_a_round_up_tells_no_result_of_the_round_after_it_and_the_table_only_the_races_that_were_ridden() -> None:
    made = season(4)
    for each in made.open_matches():
        enter(made, each.id, 21, 14)
    after = next(each for each in round_up(made, 0, 1).sections if each.title == "The next round")
    assert "21–14" not in str(after)
    ridden = tour([(20, 4, 1), (15, 5, 0), (6, 1, 0)])
    grid = table_section(ridden, 0).parts[0]
    assert isinstance(grid, Grid)
    assert list(grid.heads[3:5]) == ["1", "Wins"]


def test_the_bars_of_races_are_the_points_of_each_in_parts_of_the_leaders() -> None:
    made = tour([(20, 4, 1), (15, 5, 0), (6, 1, 0)], [(20, 2, 1), (5, 4, 0), (4, 0, 2)])
    bars = overview(made).bars
    assert [(bar.entrant, bar.points, bar.parts) for bar in bars] == [
        (0, "40", ((0, 50), (50, 50))),
        (1, "20", ((0, 37.5), (37.5, 12.5))),
        (2, "10", ((0, 15), (15, 10))),
    ]


def test_the_round_that_is_played_now_comes_first_then_the_newest_and_later_ones_are_apart() -> None:
    made = thursday_league()
    shown = overview(made)
    assert [each.address for each in shown.rounds] == ["1.7", "1.6", "1.5", "1.4", "1.3", "1.2", "1.1"]
    assert [each.is_now for each in shown.rounds] == [True] + [False] * 6
    assert shown.later == ()
    fresh = overview(season(4))
    assert [each.address for each in fresh.rounds] == ["1.1"]
    assert [each.address for each in fresh.later] == ["1.2", "1.3"]


def test_the_table_says_what_the_next_match_can_decide() -> None:
    # Worked out by hand in test_standing: Ada is in the cup with a draw, Marek is out after a loss, Gus is neither.
    lines = {EIGHT[line.entrant]: line for line in overview(thursday_league()).tables[0].lines}
    assert {name: line.possible and (line.possible.text, line.possible.look) for name, line in lines.items()} == {
        "Tom": ("first: can no longer be caught", "good"),
        "Ada": ("goes on with a draw", "good"),
        "Vera": ("goes on to: Cup", "good"),
        "Gus": ("open", "warn"),
        "Marek": ("open", "warn"),
        **dict.fromkeys(("Ann", "Jonas", "Bluebelle"), ("cannot reach: Cup", "soft")),
    }
    decides = {name: line.possible.next for name, line in lines.items() if line.possible and line.possible.next}
    assert decides == {
        "Ada": "With a draw you go on to: Cup.",
        "Marek": "After a loss you can no longer reach: Cup.",
    }
    assert overview(thursday_league()).tables[0].cut == 4


def test_a_players_page_names_the_newest_first_and_counts_each_opponent() -> None:
    shown = player_overview(thursday_league(), 1)
    assert [(each.text, each.score) for each in shown.results[:3]] == [
        ("still to be played", "–"),
        ("Won against Gus", "20–7"),
        ("Lost to Marek", "0–14"),
    ]
    assert shown.stands == ("League: place 2 of 8",)
    assert sum(each.won for each in shown.opponents) == 4
    assert sum(each.lost for each in shown.opponents) == 2


def test_a_race_is_told_in_the_order_of_its_places() -> None:
    made = tour([(15, 4, 1), (20, 5, 0), (6, 1, 0)])
    assert overview(made).rounds[1].matches[0].listed == ((1, "20"), (0, "15"), (2, "6"))
    assert [(each.text, each.score) for each in player_overview(made, 0).results][-1] == ("place 2 of 3", "15")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_eight_teams_have_eight_looks_even_with_one_name(game: str) -> None:
    colors = load(GAMES[game].colors)
    assert len(set(colors(TEAMS))) == 8
    assert len(set(colors(["Mudlarks"] * 4))) == 4
    assert len(colors(["Red"] * 40)) == 40


def test_a_team_that_is_named_after_a_color_wears_it() -> None:
    assert load(GAMES["cycling"].colors)(["Ants: Al, Bo", "Red", "blue: Cy, Di"])[1:] == ["rides-red", "rides-blue"]
    assert load(GAMES["football"].colors)(["Fire", "Fire", "Sharks"]) == [
        "team-fire",
        "team-fire away",
        "team-sharks",
    ]


def test_a_day_is_said_in_short() -> None:
    made = season(2, [{"kind": "round_robin", "first": "2026-12-03"}])
    assert day_text(made.rounds[0].due) == "Thu 3 Dec"
    assert day_text(None) == ""


# --- Ratings.


def test_a_hundred_points_win_64_of_100_matches_and_mean_less_among_six() -> None:
    # 1 / (1 + 10 ** -0.25) = 0.640. With six sides the luck of a match is sqrt(3) times as large: 0.582.
    assert round(100 * chance_before(100)) == 64
    assert round(100 * chance_before(100, 6)) == 58
    assert chance_before(0, 6) == 0.5


def rated() -> Season:
    made = season(["Ada", "Tom", "Vera", "Hal"], rated=True)
    made.replace_entrant(3, "Hal", by="club", reason="plays no more")
    for n, each in enumerate(list(made.matches.values())):
        made.enter(each.id, (7 * (each.sides[0] == 0) + 1, 7 * (each.sides[1] == 0)), how=PLAYED, record=f"r{n}")
    return made


def test_the_scale_shows_the_people_of_the_season_with_the_numbers_of_the_command() -> None:
    made = rated()
    scale, found = rating_scale(made), ratings_by_game([made])["football"]
    assert RatedPlayer("club", is_computer=True) in found
    assert [RatedPlayer(bar.name) for bar in scale.bars] == [each for each in found if not each.is_computer]
    assert [bar.rating for bar in scale.bars] == [found[RatedPlayer(bar.name)] for bar in scale.bars]
    assert scale.bars[0].name == "Ada"
    assert all(bar.rating.is_provisional for bar in scale.bars)


def test_bars_and_levels_stand_on_one_scale_inside_of_it() -> None:
    scale = rating_scale(rated())
    assert [(each.elo) for each in scale.levels] == list(level_ratings("football").values())
    for bar in scale.bars:
        assert 0 <= bar.low < bar.at < bar.low + bar.wide <= 100.01
        assert bar.at == pytest.approx(bar.low + bar.wide / 2, abs=0.02)
    one, other = scale.levels[0], scale.levels[-1]
    a_point = (other.at - one.at) / (other.elo - one.elo)
    first = scale.bars[0]
    assert first.wide == pytest.approx(2 * first.rating.error * a_point, abs=0.05)
    assert first.at == pytest.approx(one.at + (first.rating.elo - one.elo) * a_point, abs=0.05)
    assert one.is_named
    assert other.is_named


def test_results_by_hand_give_no_rating() -> None:
    made = season(["Ada", "Tom"], rated=True)
    enter(made, "1.1.1", 7, 0)
    assert rating_scale(made).bars == ()


def test_a_text_leaves_out_columns_that_it_can_spare_before_its_table_falls_apart() -> None:
    made = thursday_league()
    lines = as_text(season_page(made), 78).splitlines()
    table = lines[lines.index("LEAGUE: THE TABLE") + 2 :][: len(EIGHT) + 1]
    assert table[0].split()[:3] == ["Place", "Player", "P"], "the team can be spared, the points cannot"
    assert "Last five" not in table[0]
    points = table[0].index("Pts") + len("Pts")
    assert all(each[points - 1].isdigit() for each in table[1:]), "the columns are in line"
    wide = as_text(season_page(made), 140).splitlines()
    assert any("Last five" in each and "Team" in each for each in wide)


def test_the_text_of_a_round_up_says_whose_a_jersey_is() -> None:
    text = as_text(round_up(tour([(20, 4, 1), (15, 5, 0), (6, 1, 0)]), 0, 1), 78)
    assert "Sprints: Gus (5)" in text
