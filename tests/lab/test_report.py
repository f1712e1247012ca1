"""Reports of simulations: every number by hand from a few rows, and the same from matches that were really played."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from breakaway.games.football.lab.report import ending_of
from breakaway.lab.report import as_html, edges_of, half_width, mean, report_of, summary, wilson
from tests.lab.report_files import (
    FOUR,
    line,
    matches_frame,
    of_plays,
    played,
    plays_frame,
    scrimmage,
    section,
    table,
    write,
)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("real"), 6)


# measures


def test_the_wilson_interval_of_three_in_four_is_as_worked_by_hand() -> None:
    # z² = 3.8415: the middle is (0.75 + 0.48018) / 1.96036, the half sqrt(0.046875 + 0.060023) · 1.95996 / 1.96036
    low, high = wilson(3, 4)
    assert (round(low, 4), round(high, 4)) == (0.3006, 0.9544)


def test_the_wilson_interval_stays_between_0_and_1() -> None:
    assert wilson(0, 4)[0] == 0.0
    assert round(wilson(0, 4)[1], 4) == 0.4899  # z² / (n + z²)
    assert wilson(4, 4)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_mean_of_one_has_no_interval() -> None:
    assert half_width(None, 1) is None
    assert mean(3.0, None, 1) == "3.00"


def test_bins_are_of_a_round_width_and_hold_every_score() -> None:
    assert edges_of(0, 5) == [0, 1, 2, 3, 4, 5, 6]
    edges = edges_of(3, 73)
    assert (edges[0], edges[-1], edges[1] - edges[0]) == (2, 74, 2)


# any game


def test_draws_are_nobodys_win(tmp_path: Path) -> None:
    report = report_of(write(tmp_path / "d", matches_frame(*FOUR)))
    rows = table(report, "Win shares", "Matches won").rows
    assert [list(row) for row in rows] == [
        ["Ants", "3", "75.0%", "30.1 to 95.4"],
        ["Bees", "0", "0.0%", "0.0 to 49.0"],
        ["drawn", "1", "25.0%", "4.6 to 69.9"],
    ]


def test_scores_have_mean_spread_and_interval(tmp_path: Path) -> None:
    # 7 10 3 20: the mean is 10, the squares of the differences add up to 158, 158 / 3 = 7.257², 1.96 · 7.257 / 2 = 7.11
    report = report_of(write(tmp_path / "d", matches_frame(*FOUR)))
    found = line(table(report, "Scores", "Points a match"), "Ants")
    assert found["mean ±95%"] == "10.00 ±7.11"
    assert found["spread"] == "7.26"
    assert (found["least"], found["most"]) == ("3", "20")


def test_every_count_by_seat_is_in_the_totals(tmp_path: Path) -> None:
    matches = matches_frame(*FOUR, home_drives=[1, 2, 3, 4], home_laps=[0, 0, 2, 2], away_laps=[1, 1, 1, 1])
    report = report_of(write(tmp_path / "d", matches))
    found = table(report, "Totals per match", "A match, on average")
    # 1 2 3 4: squares add up to 5, 5 / 3 = 1.291², 1.96 · 1.291 / 2 = 1.27; 0 0 2 2: 4 / 3 = 1.155², 1.13
    assert line(found, "drives") == {"": "drives", "Ants": "2.50 ±1.27", "Bees": "1.00 ±0.00"}
    assert line(found, "laps") == {"": "laps", "Ants": "1.00 ±1.13", "Bees": "1.00 ±0.00"}


def test_the_summary_says_who_wins_in_three_lines_and_a_draw(tmp_path: Path) -> None:
    told = summary(write(tmp_path / "d", matches_frame(*FOUR))).splitlines()
    assert told[0] == "4 matches of Breakaway Football, with 95% intervals"
    assert "Ants  wins  75.0% (30.1 to 95.4)   scores 10.00 ±7.11" in told[1]
    assert told[3].split() == ["drawn", "25.0%", "(4.6", "to", "69.9)"]


def test_the_top_says_who_played_and_which_house_rules_are_unusual(tmp_path: Path) -> None:
    facts = {line.label.strip(): line.text for line in report_of(write(tmp_path / "d", matches_frame(*FOUR))).lead}
    assert facts["Teams"] == "Ants (Solo sheets), Bees (Random)"
    assert facts["House rules"] == "flags=1"
    assert (facts["Matches"], facts["Seed"]) == ("4", "7")


def test_two_teams_of_one_name_can_be_told_apart(tmp_path: Path) -> None:
    seats = [{"name": "Ants", "by": "sheet"}] * 2
    assert report_of(write(tmp_path / "d", matches_frame(*FOUR), seats=seats)).title.endswith("Ants v Ants (2)")


# football


def test_receiving_first_is_counted_by_who_received(tmp_path: Path) -> None:
    matches = matches_frame(*FOUR, receiver=["home", "away", "home", "away"])
    found = table(
        report_of(write(tmp_path / "d", matches)),
        "Home and first kickoff",
        "Share of matches won, by venue and first kickoff",
    )
    assert line(found, "receives first")["won"] == "1"  # the first match; the third is drawn
    assert line(found, "kicks first")["won"] == "2"
    assert line(found, "Ants receives first")["of"] == "2"


def test_plays_of_a_type_have_mean_lines_and_shares(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        scrimmage(lines=1),
        scrimmage(lines=2, first_down=True, result="first down"),
        scrimmage(lines=6, result="touchdown", home_scored=6),
        scrimmage(lines=0, play_type="Long", kind="pass", result="incomplete"),
        scrimmage(lines=9, penalty="Holding", result="no play"),
        scrimmage(lines=9, is_try=True, result="good"),
    )
    # 1 2 6: the mean is 3, the spread the root of 14 / 2 = 2.646, 1.96 · 2.646 / 1.732 = 2.99
    found = table(report, "Plays by type", "What a play gains")
    assert list(line(found, "Inside Run").values()) == [
        "Inside Run", "3", "75.0%", "3.00 ±2.99", "33.3%", "33.3%", "0.0%", "0.0%",
    ]  # fmt: skip
    assert line(found, "all passes")["incomplete"] == "100.0%"
    assert line(found, "all runs")["lines ±95%"] == "3.00 ±2.99"


def test_calls_against_defenses_mark_the_matchups_of_the_book(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        scrimmage(lines=-1, defense_type="Goal Line"),
        scrimmage(lines=0, defense_type="Goal Line"),
        scrimmage(lines=5, play_type="Draw"),
    )
    means = table(report, "Calls against defenses", "Mean lines")
    assert line(means, "Inside Run") == {"": "Inside Run", "Goal Line": "▼-0.50", "Zone": "–"}
    assert line(means, "Draw")["Zone"] == "▲5.00"
    assert line(table(report, "Calls against defenses", "Plays"), "Inside Run")["Goal Line"] == "2"


def test_breakaways_say_what_was_taken(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        scrimmage(breakaway="neither"),
        scrimmage(breakaway="offense", taken="event", lines=4),
        scrimmage(breakaway="offense", taken="corner", lines=6),
        scrimmage(breakaway="defense", taken="corner", turnover=1, result="fumble"),
    )
    found = table(report, "Breakaways", "Plays with and without")
    assert (line(found, "offense")["share"], line(found, "offense")["lines ±95%"][:4]) == ("50.0%", "5.00")
    assert line(found, "defense")["turnover"] == "100.0%"
    assert line(table(report, "Breakaways", "What is taken"), "offense", "corner")["lines ±95%"] == "6.00"
    assert (
        line(table(report, "Breakaways", "On each team's plays"), "Ants", "offense")["95% interval"] == "15.0 to 85.0"
    )


def test_a_ball_lost_on_a_return_is_the_returners(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        scrimmage(kind="run", result="fumble", turnover=1, home_lost=1),
        scrimmage(kind="punt", play_type=None, result="fumble", turnover=1, away_lost=1),
        scrimmage(
            kind="pass", play_type="Short", result="interception", turnover=2, offense="away", home_lost=1, away_lost=1
        ),
    )
    found = table(report, "Turnovers", "Balls lost")
    assert [list(row) for row in found.rows] == [
        ["run", "fumble", "1", "0", "1.00"],
        ["pass", "interception", "0", "1", "1.00"],
        ["punt", "fumble", "0", "1", "1.00"],
        ["return", "fumble", "1", "0", "1.00"],
        ["all", "", "2", "2", "4.00"],
    ]


def test_a_blocked_kick_is_lost_by_the_kicking_side(tmp_path: Path) -> None:
    """BF-157: a blocked kick is a turnover, and its return can be fumbled."""
    blocked = {"kind": "punt", "play_type": None, "result": "blocked"}
    report = of_plays(
        tmp_path,
        scrimmage(**blocked, turnover=1, home_lost=1),
        scrimmage(**blocked, turnover=1, away_lost=1, offense="away"),
        scrimmage(**blocked, turnover=2, home_lost=1, away_lost=1),
    )
    assert [list(row) for row in table(report, "Turnovers", "Balls lost").rows] == [
        ["punt", "blocked", "2", "1", "3.00"],
        ["return", "fumble", "0", "1", "1.00"],
        ["all", "", "2", "2", "4.00"],
    ]


def test_fourth_downs_say_what_was_done_and_what_was_made(tmp_path: Path) -> None:
    fourth = {"down": 4, "to_go": 1, "line": 9}
    report = of_plays(
        tmp_path,
        scrimmage(**fourth, result="first down", first_down=True),
        scrimmage(**fourth, result="downs"),
        scrimmage(**fourth, kind="punt", play_type=None, result="kicked"),
        scrimmage(**fourth, penalty="Holding", result="no play"),
        scrimmage(**fourth | {"to_go": 6, "line": 14}, kind="field goal", play_type=None, result="good"),
    )
    found = line(table(report, "Fourth downs", "By lines to go"), "1")
    assert list(found.values()) == ["1", "3", "66.7%", "33.3%", "0.0%", "0.0%", "50.0%", "9.5 to 90.5"]
    assert line(table(report, "Fourth downs", "By both"), "opp 35 to 25", "5 or more")["field goal"] == "100.0%"


DRIVE_ENDS = [
    ("run", "touchdown", "touchdown"),
    ("field goal", "good", "field goal"),
    ("field goal", "no good", "missed field goal"),
    ("field goal", "blocked", "blocked kick"),
    ("field goal", "return touchdown", "missed field goal"),
    ("punt", "kicked", "punt"),
    ("punt", "return touchdown", "punt"),
    ("punt", "fumble", "punt"),
    ("kneel", "downs", "downs"),
    ("pass", "interception", "interception"),
    ("pass", "fumble", "fumble"),
    ("run", "return touchdown", "fumble"),
    ("Hail Mary", "return touchdown", "interception"),
    ("run", "safety", "safety"),
    ("pass", "first down", None),
    ("kneel", "loss", None),
]


@pytest.mark.parametrize(("kind", "result", "ends"), DRIVE_ENDS)
def test_in_a_file_from_before_that_column_a_drive_ends_as_its_last_row_says(kind: str, result: str, ends: str) -> None:
    frame = plays_frame({"kind": kind, "result": result})
    assert frame.select(ending_of(pl.col("kind").cast(pl.String), pl.col("result").cast(pl.String))).item() == ends


def test_drives_are_counted_from_their_first_row_to_their_last(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        {"kind": "kickoff", "result": "touchback", "offense": "away", "next_line": 5},
        scrimmage(line=5),
        scrimmage(line=18, result="touchdown", home_scored=6),
        {"kind": "extra point", "is_try": True, "result": "good", "home_scored": 1},
        scrimmage(drive=2, line=3, offense="away", kind="punt", play_type=None, result="kicked"),
        scrimmage(drive=3, line=17, kind="field goal", play_type=None, result="no good"),
    )
    found = table(report, "Drives", "How drives end")
    ends = {row[0]: tuple(row[1:]) for row in found.rows}
    assert ends["touchdown"] == ("1", "50.0%", "0", "0.0%")
    assert ends["missed field goal"] == ("1", "50.0%", "0", "0.0%")
    assert ends["punt"] == ("0", "0.0%", "1", "100.0%")
    starts = table(report, "Drives", "Where drives start")
    assert line(starts, "own 20 to 45")["plays a drive"] == "2.00"
    assert line(starts, "own 20 to 45")["points ±95%"] == "6.00"  # without the try; of one drive there is no interval
    assert line(starts, "own 15 or less")["punt"] == "100.0%"
    assert line(starts, "Ants")["points ±95%"] == "3.00 ±5.88"  # 6 and 0: a spread of 4.243, 1.96 · 4.243 / 1.414
    assert line(starts, "all")["drives"] == "3"


def test_kicks_say_how_far_and_how_good(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        {"kind": "field goal", "line": 15, "result": "good"},
        {"kind": "field goal", "line": 15, "result": "blocked"},
        {"kind": "punt", "line": 5, "kick": 8, "result": "kicked", "next_offense": "away", "next_line": 7},
        {"kind": "punt", "line": 5, "kick": 0, "result": "blocked", "next_offense": "away", "next_line": 15},
        {"kind": "kickoff", "result": "touchback", "next_offense": "away", "next_line": 5},
        {"kind": "kickoff", "result": "kicked", "next_offense": "away", "next_line": 8},
        {"kind": "onside kick", "result": "good"},
        {"kind": "extra point", "is_try": True, "result": "no good"},
        {"kind": "run", "is_try": True, "result": "good"},
    )
    goals = line(table(report, "Kicks", "Field goals by distance"), "opp 25")
    assert (goals["tried"], goals["good"], goals["blocked"]) == ("2", "50.0%", "50.0%")
    punts = line(table(report, "Kicks", "Punts"), "Ants")
    assert (punts["value"], punts["net lines ±95%"], punts["blocked"]) == ("4.00", "8.00", "50.0%")  # 20 - 7 - 5
    kickoffs = line(table(report, "Kicks", "Kickoffs and free kicks"), "Ants", "kickoff")
    assert (kickoffs["then starts at line ±95%"], kickoffs["touchback"]) == ("6.50 ±2.94", "50.0%")
    tries = table(report, "Kicks", "Onside kicks and tries")
    assert [row[:3] for row in tries.rows] == [
        ["onside kicks of Ants", "1", "100.0%"],
        ["extra points", "1", "0.0%"],
        ["tries for two by a run", "1", "100.0%"],
    ]


def test_flags_and_quarters_are_counted_by_team(tmp_path: Path) -> None:
    report = of_plays(
        tmp_path,
        scrimmage(challenged=2, result="touchdown", home_scored=6),
        scrimmage(penalty="False Start", result="no play", offense="away"),
        scrimmage(penalty="Holding", result="no play", offense="away"),
        scrimmage(drive=2, quarter=4, result="safety", away_scored=2),
        scrimmage(match=2),
        matches=((6, 2), (0, 0)),
    )
    assert line(table(report, "Penalties and challenges", "Penalties against"), "False Start") == {
        "": "False Start", "Ants": "0", "Bees": "1", "a match": "0.50",
    }  # fmt: skip
    assert line(table(report, "Penalties and challenges", "Penalties against"), "Holding") == {
        "": "Holding", "Ants": "1", "Bees": "0", "a match": "0.50",
    }  # fmt: skip
    assert line(table(report, "Penalties and challenges", "Challenged plays"), "Ants", "run")["challenged"] == "1"
    quarters = table(report, "Scoring by quarter", "Points by quarter")
    assert list(line(quarters, "1st").values()) == ["1st", "3.00", "0.00", "75.0%"]
    assert list(line(quarters, "4th").values()) == ["4th", "0.00", "1.00", "25.0%"]


def test_matches_alone_say_how_to_get_plays(tmp_path: Path) -> None:
    report = report_of(write(tmp_path / "d", matches_frame(*FOUR)))
    assert "breakaway simulate football --plays --out f-plays.parquet" in section(report, "Plays").says
    assert all(each.title != "Drives" for each in report.sections)


@pytest.mark.slow
def test_plays_and_matches_of_real_matches_agree(real: Path) -> None:
    report = report_of(real)
    matches = pl.read_parquet(real.with_name("f.matches.parquet"))
    lost = table(report, "Turnovers", "Balls lost").rows[-1]
    assert lost[2:4] == [str(matches["home_turnovers"].sum()), str(matches["away_turnovers"].sum())]
    drives = line(table(report, "Drives", "Where drives start"), "Lightning")["drives"]
    assert drives == str(matches["home_drives"].sum())
    plays = line(table(report, "Plays by type", "What a play gains"), "all runs")["plays"]
    kneels = pl.read_parquet(real).filter(pl.col("kind") == "kneel").height  # a kneel is a run in the totals
    assert int(plays) + kneels == matches["home_runs"].sum() + matches["away_runs"].sum()
    points = [
        sum(float(row[i]) for row in table(report, "Scoring by quarter", "Points by quarter").rows) for i in (1, 2)
    ]
    assert points == [pytest.approx(matches[f"{seat}_score"].mean(), abs=0.03) for seat in ("home", "away")]


@pytest.mark.slow
def test_either_file_gives_the_same_report(real: Path) -> None:
    assert as_html(report_of(real)) == as_html(report_of(real.with_name("f.matches.parquet")))
