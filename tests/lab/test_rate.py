"""`breakaway teams rate`: shares, intervals and weaker cards by hand; nothing that was played is lost."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from breakaway.core.language import UserError
from breakaway.core.state import copy
from breakaway.display.document import Grid
from breakaway.games.football.files.config import resolve, template
from breakaway.games.football.lab import rate
from breakaway.games.football.lab.rate import (
    PLAYINGS,
    CardCalls,
    Measurement,
    Of,
    Playing,
    RatedCard,
    RatedPiece,
    Results,
    WinShare,
    mean_of,
    share_of,
    verdict,
    weaken,
)
from breakaway.games.football.rules.terms import NONE, PLAYS
from breakaway.games.football.statistics import FIELD_GOAL, FIRST_DOWN, GAIN, PlayRow
from breakaway.games.football.statistics import TOUCHDOWN as SCORED
from breakaway.lab.compiling import records
from tests.terminal.session import call

Capture = pytest.CaptureFixture[str]

FIRE = resolve("fire", "lightning", sheets=(0, 1))[0]
SHEET, EXPERT, CHAMPION = PLAYINGS


# --- A weaker card.


def test_a_weaker_offense_card_loses_two_points_on_both_sides_but_none_below_0() -> None:
    # Fire's card 1: Inside Run 1, Play Action 5
    config = copy(FIRE)
    weaken(config, 0, RatedCard(False, 0))
    assert config.play_strength[0][:2] == [0, 3]
    config.play_strength[0][:2] = [1, 5]
    assert config == FIRE


def test_a_weaker_defense_card_is_weaker_on_the_sheet_too() -> None:
    # Fire's card 8: 4-3, Tight Run 3-3, Man to Man 2-3. The sheet has Tight Run 3-3 from the 4-3 once and Man to
    # Man 2-3 seven times; the Goal Line's own Tight Run 3-3 (card 10) stays as it is.
    config = copy(FIRE)
    weaken(config, 0, RatedCard(True, 7))
    assert list(zip(config.call_run[0][14:16], config.call_pass[0][14:16], strict=True)) == [(1, 1), (0, 1)]
    assert config.call_run[0][18:20] == FIRE.call_run[0][18:20] == [4, 3]
    cells = [(config.back_run[0][i], config.back_pass[0][i]) for i in range(54)]
    before = [(FIRE.back_run[0][i], FIRE.back_pass[0][i]) for i in range(54)]
    changed = [(old, new) for old, new in zip(before, cells, strict=True) if old != new]
    assert sorted(changed) == [((2, 3), (0, 1))] * 7 + [((3, 3), (1, 1))]
    assert config.call_run[1] == FIRE.call_run[1]


def test_a_defense_card_with_one_call_is_weaker_by_that_call() -> None:
    config = copy(FIRE)
    weaken(config, 0, RatedCard(True, 3))  # Prevent 2-4
    assert (config.call_type[0][7], config.call_run[0][6], config.call_pass[0][6]) == (NONE, 0, 2)


# --- Shares and intervals.


def played(*scores: tuple[int, int], rows: Any = ()) -> Any:
    """A chunk of matches that ended with these scores."""
    table = {"score": np.array([[*score, *[0] * 10] for score in scores])}
    return SimpleNamespace(seeds=range(len(scores)), results=table, rows=rows)


def test_a_pair_is_worth_a_quarter_for_a_tie_and_a_half_for_a_win() -> None:
    # at home: won, tied, lost; away: won, lost, tied
    home, away = played((7, 3), (3, 3), (0, 3)), played((3, 7), (3, 0), (6, 6))
    assert rate.pair_quarters(home, away) == [4, 1, 1]


def test_a_share_has_an_interval_by_hand() -> None:
    # 1 and 0.5; with 0 and 1 beside them the squares are 0.6875, so the deviation is sqrt(0.6875 / 3) = 0.47871
    found = share_of([1.0, 0.5])
    assert found is not None
    assert (found.value, found.pairs) == (75, 2)
    assert found.error == pytest.approx(196 * 0.47871 / 2**0.5, abs=0.01)
    assert share_of([]) is None


def test_teams_count_alike_and_their_errors_add_as_squares() -> None:
    assert mean_of([WinShare(40, 3, 10), WinShare(60, 4, 30)]) == WinShare(50, 2.5, 40)


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [
        (58, 2.9, "too strong"),
        (58, 3.1, "not certain: play more pairs"),
        (42, 2.9, "too weak"),
        (50, 4.9, "as strong as the others"),
        (50, 5.1, "not certain: play more pairs"),
    ],
)
def test_a_verdict_needs_the_whole_interval(value: float, error: float, said: str) -> None:
    assert verdict(WinShare(value, error, 100)) == said


def test_calls_are_counted_for_the_team_that_is_rated_without_tries_penalties_and_kicks() -> None:
    rows = records(PlayRow, 6)
    told = [
        {"offense": 0, "kind": 1, "call": 4, "lines": 3, "result": GAIN},
        {"offense": 0, "kind": 2, "call": 4, "lines": 5, "result": FIRST_DOWN, "first_down": 1},
        {"offense": 1, "kind": 1, "call": 4, "lines": 9, "result": SCORED},  # the other team's
        {"offense": 0, "kind": 1, "call": 4, "lines": 1, "result": SCORED, "is_try": 1},
        {"offense": 0, "kind": 1, "call": 4, "lines": 0, "result": GAIN, "penalty": 1},
        {"offense": 0, "kind": FIELD_GOAL, "call": NONE, "lines": 0},
    ]
    for i, values in enumerate(told):
        for name, value in values.items():
            rows[name][i] = value
    away = records(PlayRow, 1)
    away["offense"], away["kind"], away["call"], away["lines"], away["result"] = 1, 1, 29, 7, SCORED
    found = rate.calls_in(played(rows=rows), played(rows=away))
    assert (found.times[4], found.lines[4], found.made[4]) == (2, 8, 1)
    assert (found.times[29], found.lines[29], found.made[29]) == (1, 7, 1)
    assert sum(found.times) == 3


# --- What was played is kept.


@pytest.mark.parametrize("killed", ["", '{"of": ["champion", "mau', "{}\n", "7\n"])
def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path, killed: str) -> None:
    place, said = tmp_path / "fire.jsonl", {"rated": "fire", "seed": 1}
    of, called = Of("champion", "maulers"), CardCalls([1] * PLAYS, [2] * PLAYS, [0] * PLAYS)
    Results(said, place).add(RatedPiece(of, 5, 2), [4, 1], called)
    with place.open("a") as file:
        file.write(killed)
    again = Results(said, place)
    assert again.pairs(of) == {5: 1.0, 6: 0.25}
    assert again.calls("champion") == called
    again.add(RatedPiece(of, 0, 1), [2], called)
    assert Results(said, place).pairs(of) == {0: 0.5, 5: 1.0, 6: 0.25}


@pytest.mark.parametrize("text", ["", "hello\n", '{"rated": "maulers", "seed": 1}\n'])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    place = tmp_path / "fire.jsonl"
    place.write_text(text)
    with pytest.raises(UserError, match="this file is not from the same measurement"):
        Results({"rated": "fire", "seed": 1}, place)
    assert place.read_text() == text


SHORT = Playing("sheet", "sheets", "sheet", 4, 2)


def test_another_set_of_sheets_is_another_playing() -> None:
    """House rules say whatever else differs, such as the number of spy tokens."""
    harder = Playing("hard", "sheets without tokens", "sheet", 10, 5, {"spy_tokens": 0})
    config = harder.config("fire", "maulers", None)
    assert (config.spy_tokens, config.sheet) == (0, [1, 1])
    m = Measurement("fire", None, [SHORT, harder])
    assert [series[0] for _, series in m.stages()] == [
        Of("sheet", "eclipse"),
        Of("hard", "eclipse"),
        Of("sheet", "eclipse", "o1"),
        Of("hard", "eclipse", "o1"),
    ]


def test_ctrl_c_keeps_what_was_played_and_the_rest_is_played_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, pieces = tmp_path / "fire.jsonl", []

    def play(self: Measurement, piece: RatedPiece) -> int:
        if len(pieces) == 10:
            raise KeyboardInterrupt
        pieces.append(piece)
        self.results.add(piece, [2] * piece.pairs, None)
        return 2 * piece.pairs

    monkeypatch.setattr(Measurement, "play", play)
    monkeypatch.setattr(Playing, "player", lambda self, config: SimpleNamespace(play=lambda *given: None))
    first = Measurement("fire", None, [SHORT], keep=place)
    assert first.run(workers=1)
    assert [piece.first for piece in pieces] == [0] * 8 + [2] * 2  # every team once, before any comes again
    assert (first.against("sheet", "eclipse"), first.against("sheet", "vultures")) == (
        share_of([0.5] * 4),
        share_of([0.5] * 2),
    )
    pieces.clear()
    again = Measurement("fire", None, [SHORT], keep=place)
    missing = again.missing([Of("sheet", one) for one in again.opponents["sheet"]])
    assert [(piece.of.against, piece.first) for piece in missing] == [(one, 2) for one in again.opponents["sheet"][2:]]


def test_another_deck_is_another_measurement(tmp_path: Path) -> None:
    own = tmp_path / "blaze.toml"
    own.write_text(template())
    place = tmp_path / "kept.jsonl"
    Measurement("blaze", tmp_path, [SHORT], keep=place)
    Measurement("blaze", tmp_path, [SHORT], keep=place)
    own.write_text(template().replace('"Inside Run 3 min"', '"Inside Run 9 min"', 1))
    with pytest.raises(UserError, match="not from the same measurement"):
        Measurement("blaze", tmp_path, [SHORT], keep=place)


# --- The report.


def filled() -> Measurement:
    """Fire won three quarters of its pairs by the sheets, and champion played it against one team."""
    m = Measurement("fire", None, PLAYINGS)
    for one in m.opponents["sheet"]:
        m.results.add(RatedPiece(Of("sheet", one), 0, 400), [3] * 400, None)
        m.results.add(RatedPiece(Of("sheet", one, "o15"), 0, 200), [2] * 200, None)
    times, lines, made = [0] * PLAYS, [0] * PLAYS, [0] * PLAYS
    times[28], times[29], times[0] = 3, 1, 4
    lines[28], lines[29], made[28] = 5, 4, 2
    m.results.add(RatedPiece(Of("champion", "maulers"), 0, 2), [4, 0], CardCalls(times, lines, made))
    return m


def grids(m: Measurement) -> list[Grid]:
    return [grid for section in rate.report(m).sections for grid in section.of(Grid)]


def test_the_report_says_how_strong_the_team_is_and_which_cards_carry_it() -> None:
    m = filled()
    assert rate.report(m).lead[0].text.startswith("too strong. Fire wins 75.0% ± ")
    wins, offense, defense = grids(m)
    row = {cells[0]: list(cells[1:]) for cells in wins.rows}
    assert row["Maulers"][0].startswith("75.0% ± ")
    assert row["Maulers"][1] == "–", "nothing was played with the expert sheets"
    assert row["Maulers"][2].startswith("50.0% ± ")
    assert row["Vultures"][2] == "–"
    # card 15 wins a quarter of a pair less; champion called it 4 of 8 times for 9 lines and 2 first downs
    assert list(offense.rows[0][:2]) == ["15", "Shotgun: Inside Run 2 min / Medium 5"]
    assert offense.rows[0][2].startswith("-25.0 ± ")
    assert list(offense.rows[0][3:]) == ["–", "50.0%", "2.25", "50%"]
    assert list(offense.rows[1]) == ["1", "I-Form: Inside Run 1 min / Play Action 5", "–", "–", "50.0%", "0.00", "0%"]
    assert list(offense.rows[2][3:]) == ["–", "0.0%", "–", "–"]
    assert list(defense.rows[0]) == ["1", "Dime: Zone 0-5 / Blitz 0-5", "–", "–"]


def test_the_same_report_is_data_for_programs() -> None:
    data = json.loads(json.dumps(rate.as_data(filled())))
    assert data["by"]["sheet"]["verdict"] == "too strong"
    assert data["by"]["sheet"]["all"]["share"] == 0.75
    assert data["by"]["sheet"]["weaker"]["o15"]["share"] == -0.25
    assert data["by"]["champion"]["against"]["vultures"] is None
    assert data["by"]["champion"]["called"]["times"][28] == 3


def test_a_team_without_sheets_is_rated_by_champion_alone(tmp_path: Path) -> None:
    (tmp_path / "blaze.toml").write_text(template().partition("# From here on")[0])
    m = Measurement("blaze", tmp_path, PLAYINGS)
    assert [by.name for by in m.playings] == ["champion"]
    assert "fire" in m.opponents["champion"]
    assert rate.report(m).lead[-1].text == "Comets has no solo sheets, so only champion plays it."
    offense = rate.report(m).sections[1]
    assert offense.says.startswith("The table says how often the coach calls the card")
    with pytest.raises(UserError, match="blaze has no solo sheets"):
        Measurement("blaze", tmp_path, [SHEET])
    other = Measurement("fire", tmp_path, PLAYINGS)
    assert "blaze" in other.opponents["champion"]
    assert "blaze" not in other.opponents["sheet"]


def test_a_team_without_expert_sheets_is_rated_by_the_others(tmp_path: Path) -> None:
    (tmp_path / "blaze.toml").write_text(template())
    m = Measurement("blaze", tmp_path, PLAYINGS)
    assert [by.name for by in m.playings] == ["sheet", "champion"]
    assert rate.report(m).lead[-1].text == "Comets has no expert sheets, so only its standard sheets play it."
    other = Measurement("fire", tmp_path, PLAYINGS)
    assert "blaze" in other.opponents["sheet"]
    assert "blaze" not in other.opponents["expert"]
    assert all(config.solo_sheets == 1 for config in other.configs["expert", "maulers"])
    with pytest.raises(UserError, match="blaze has no solo sheets of this set"):
        Measurement("blaze", tmp_path, [EXPERT])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "unknown team 'nobody'"),
        (("fire", "--by", "casual"), "--by: unknown player 'casual'; expected sheet or expert or champion"),
        (("fire", "--pairs", "1"), "--pairs: expected a number from 2"),
        (("fire", "--teams", "no-such-folder"), "no-such-folder is not a folder"),
    ],
)
def test_the_command_says_what_is_wrong(capsys: Capture, words: tuple[str, ...], said: str) -> None:
    done = call(capsys, "teams", "rate", *words)
    assert done.returncode == 1
    assert said in done.stderr


@pytest.mark.slow
def test_a_team_of_ones_own_that_is_too_strong_is_found_out(capsys: Capture, tmp_path: Path) -> None:
    """Every play of the template is at least 8 strong. The sheets' matches are the same, whole or in two goes."""
    place = tmp_path / "blaze.toml"
    text = template()
    for strength in range(8):
        head, offense, rest = text.partition("offense = [")
        cards, end, more = rest.partition("\n]")
        for mark in ('"', " min", " low"):
            cards = cards.replace(f" {strength}{mark}", f" 8{mark}")
        text = head + offense + cards + end + more
    place.write_text(text)
    asked = ("teams", "rate", str(place), "--json", "--workers", "1")
    data = [
        json.loads(call(capsys, *asked, "--by", "sheet", "--pairs", pairs, *keep).stdout)
        for pairs, keep in (
            ("30", ()),
            ("10", ("--keep", str(tmp_path / "k"))),
            ("30", ("--keep", str(tmp_path / "k"))),
        )
    ]
    assert data[0] == data[2] != data[1]
    assert data[0]["by"]["sheet"]["verdict"] == "too strong"
    assert data[0]["by"]["sheet"]["weaker"]["o1"] is not None
    found = json.loads(call(capsys, *asked, "--by", "champion", "--pairs", "2").stdout)["by"]["champion"]
    assert found["all"]["share"] > 0.5
    assert sum(found["called"]["times"]) > 500
