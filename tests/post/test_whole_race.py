"""A race by post from its first order to the final table, by the referee's commands; all figures are worked by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.race_files import read_past
from breakaway.games.cycling.referee.report import Report, build
from tests.post.races import LINE_UP, SHORT_ROAD

TURNS = (
    # All stand on 0. The two A move together to 10; then 9 Red B and C, 8 Blue B, 6 Red D, 5 Blue D, 3 Blue C.
    {"Red": "A10 B9 C9 D6", "Blue": "A10 B8 C3 D5"},
    # Blue sends nothing and plays its highest cards: 10 9 9 6.
    {"Red": "A3 B5 C8 D3"},
    {"Red": "A10 B8 C5 D5", "Blue": "A3 B7 C3 D4"},
)


def call(*words: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(referee, list(words), input=text)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def race(played: Path, tmp_path: Path) -> Path:
    """The race after its third and last turn, in a folder of its own."""
    return Path(shutil.copy(played, tmp_path))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("race")
    (tmp_path / "short.toml").write_text(SHORT_ROAD, encoding="utf-8")
    (tmp_path / "names.toml").write_text('[riders]\nRed = ["Ann", "Bo", "Cy", "Di"]\n', encoding="utf-8")
    file = tmp_path / "race.match"
    options = ("--track", str(tmp_path / "short.toml"), "--house", "last_place=1,crowd=0", "--seed", "5")
    call("new", str(file), "--teams", "Red,Blue", "--names", str(tmp_path / "names.toml"), *options)
    for team in ("Red", "blue"):
        call("orders", str(file), team, text=LINE_UP)
    call("run", str(file))
    for turn in TURNS:
        for team, cards in turn.items():
            call("orders", str(file), team, text=cards)
        call("run", str(file), "--report", "none", "--yes")
    return file


def reported(file: Path, turn: str | None = None) -> Report:
    return build(read_past(file), turn)


def new_cards(report: Report) -> dict[str, str]:
    return {row.code: "; ".join(note.text for note in row.notes) for group in report.groups for row in group.rows}


def test_the_new_cards_of_turn_1_are_3_and_the_string_ahead_ba_6_5(race: Path) -> None:
    report = reported(race, "1")
    assert [group.title for group in report.groups] == ["string of 5", "string of 2", ""]
    assert new_cards(report) == {
        "RA": "draws 3: no string ahead",
        "BA": "draws 3: no string ahead",
        "RB": "draws 5: string of 2 ahead",
        "RC": "draws 5: string of 2 ahead",
        "BB": "draws 7: string of 4 ahead",
        "RD": "draws 3: no string ahead",
        "BD": "draws 4: string of 1 ahead",
        "BC": "draws 3: no string ahead",
    }


def test_turn_2_gives_the_sprint_points_in_order_of_movement_ba_5_1(race: Path) -> None:
    # On 10 Blue A moves first: he plays 10, Red A plays 3 (BA-7.2.2).
    report = reported(race, "2")
    assert [told.text for told in report.crossings] == [
        "Blue A is 1st across the line after 10: 3 points",
        "Red A (Ann) is 2nd across the line after 10: 2 points",
        "Red B (Bo) is 3rd across the line after 10: 1 point",
    ]
    assert [(row.rank, row.name, row.points) for row in report.table] == [("1=", "Red", "3"), ("1=", "Blue", "3")]


def test_turn_2_tells_who_sent_no_orders_ba_9_1(race: Path) -> None:
    told = reported(race, "2").stand_ins
    assert [(each.text, ", ".join(why.rule for why in each.whys)) for each in told] == [
        ("Blue: no moves received, so the highest cards are played", "9.1")
    ]


def test_the_sole_leader_of_turn_2_draws_his_lead_ba_6_9(race: Path) -> None:
    # Blue A alone on 20, Red C and Blue B on 17.
    assert new_cards(reported(race, "2"))["BA"] == "breaks away, 3 squares clear: draws 3"


def test_the_first_past_the_finish_wins_and_the_turn_is_played_out_ba_r13(race: Path) -> None:
    # Blue A 23, Blue B 24 and Red C 22 score 6, 4 and 2; then Red B 22 and Red A 23.
    report = reported(race)
    assert report.over
    finishers = ["1st Blue A", "2nd Blue B", "3rd Red C (Cy)", "4th Red B (Bo)", "5th Red A (Ann)"]
    assert report.finishers == finishers
    assert [(row.rank, row.name, row.points, row.gained, row.places) for row in report.table] == [
        ("1", "Blue", "13", "+10", "1st 2nd"),
        ("2", "Red", "5", "+2", "3rd 4th 5th"),
    ]


def test_the_final_table_stands_in_the_mail(race: Path) -> None:
    text = call("report", str(race)).output
    assert "FINAL TABLE\n-----------\n" in text
    assert "1  Blue      13        +10  A 9, B 4; places: 1st 2nd\n" in text
    assert "2  Red        5         +2  A 2, B 1, C 2; places: 3rd 4th 5th\n" in text
    assert "Blue wins with 13 points." in text


def test_no_line_of_a_mail_is_longer_than_80_columns(race: Path) -> None:
    for turn in ("0", "1", "2", "3"):
        text = call("report", str(race), "--turn", turn).output
        assert max(len(line) for line in text.split("\n")) <= 80


def test_after_the_end_nothing_can_be_ordered_or_closed(race: Path) -> None:
    for words in (["orders", str(race), "Red", "--text", "A3"], ["run", str(race)], ["drop", str(race), "Red D"]):
        result = CliRunner().invoke(referee, words)
        assert result.exit_code == 1
        assert result.stderr.startswith("referee: ")
    assert "The race is over." in call("status", str(race)).output


def test_the_end_can_be_undone_and_another_last_turn_be_played(race: Path) -> None:
    assert "sealed as they were: Red, Blue" in call("undo", str(race), "--yes").output
    call("orders", str(race), "Blue", "--text", "A10 B7 C3 D4")
    call("run", str(race), "--report", "none")
    assert reported(race).finishers[0] == "1st Blue A"


def test_riders_who_cross_together_share_points_as_a_fraction_ba_r11(tmp_path: Path) -> None:
    # The sprint lies after 5: both A play 10, are told apart by nothing, and share 3 and 2.
    (tmp_path / "track.toml").write_text(SHORT_ROAD.replace("[10]", "[5]"), encoding="utf-8")
    file = tmp_path / "race.match"
    call("new", str(file), "--teams", "Red,Blue", "--track", str(tmp_path / "track.toml"), "--house", "crowd=0")
    for _ in range(2):
        call("run", str(file), "--report", "none", "--yes")
    report = reported(file)
    assert report.crossings[0].text == "Red A is 1st across the line after 5, tied with 1 other rider: 2½ points"
    assert [why.rule for why in report.crossings[0].whys] == ["5.1", "R11"]
    # All play their highest cards. Both B move together too and share 1 and 0; the others' places are worth nothing.
    assert [row.points for row in report.table] == ["3", "3"]


def test_four_riders_on_a_square_cut_the_string_ahead_on_turn_1_ba_6_11(tmp_path: Path) -> None:
    file = tmp_path / "race.match"
    call("new", str(file), "--teams", "Red,Blue")
    for team in ("Red", "Blue"):
        call("orders", str(file), team, text="A 9 9 9 B 8 8 9 C 3 8 9 D 5 5 6")
    call("run", str(file), "--report", "none", "--yes")
    for team in ("Red", "Blue"):
        call("orders", str(file), team, text="A9 B8 C8 D6")
    call("run", str(file), "--report", "none", "--yes")
    report = reported(file)
    cut = "is cut off from the string ahead: 4 riders on square 8; draws 3: no string ahead"
    assert {new_cards(report)[code] for code in ("RB", "RC", "BB", "BC")} == {cut}
    assert [group.title for group in report.groups] == [""]  # and no string is drawn across the cut
