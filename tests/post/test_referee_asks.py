"""The desk asks before it plays for the absent or takes anything back, and loses no order that it was given."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from breakaway.games.cycling.referee import commands, desk
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.desk import undo, undoing
from breakaway.games.cycling.referee.race_files import DeskError, at_work, read_past
from breakaway.records.record_file import Files
from tests.post.races import LINE_UP, postal_race, short_race


def call(*words: object, answer: str | None = None) -> Result:
    return CliRunner().invoke(referee, [str(word) for word in words], input=answer)


def kept(file: Path) -> tuple[bytes, bytes]:
    return file.read_bytes(), Files(file).secret_path.read_bytes()


def sealed(file: Path) -> dict[int, list[int]]:
    with at_work(file) as match:
        return {seat: each.order for seat, each in match.sealed.items()}


# --- run


def test_a_run_with_orders_missing_lists_whom_and_changes_nothing_without_yes_ba_9_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    desk.take_orders(file, "Blue", "A10 partial")
    before = kept(file)
    result = call("run", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "referee: Missing for turn 1: Green. They play their highest cards (BA-9.1).\n"
        "Partial: Blue. Riders without cards play their highest (BA-R17).\n"
        "Nothing was changed. Add --yes to do it anyway.\n"
    )
    assert kept(file) == before
    assert call("run", file, "--yes").exit_code == 0


def test_a_second_run_right_after_the_first_plays_nobody_ba_9_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    for team in ("Red", "Blue", "Green"):
        desk.take_orders(file, team, "A10 B9 C9 D6")
    assert call("run", file).exit_code == 0
    result = call("run", file)
    assert result.exit_code == 1
    assert "Nobody has sent anything for turn 2.\nMissing for turn 2: Red, Blue, Green." in result.stderr
    assert desk.status(file).turn == "turn 2"


def test_a_script_that_names_the_turn_never_closes_the_next_one(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert call("run", file, "--turn", "1", "--yes").exit_code == 0
    again = call("run", file, "--turn", "1", "--yes")
    assert again.exit_code == 1
    assert again.stderr == "referee: --turn 1: the open turn is turn 2; nothing was changed\n"
    assert desk.status(file).turn == "turn 2"


def test_missing_line_ups_are_asked_about_as_well_ba_r16(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    desk.take_orders(file, "Red", LINE_UP)
    assert "Missing for the line-ups: Blue. They start with the default line-up (BA-R16)." in call("run", file).stderr


@pytest.mark.parametrize(("answer", "turn"), [("y\n", "turn 2"), ("n\n", "turn 1"), ("\n", "turn 1"), ("", "turn 1")])
def test_at_a_terminal_only_yes_closes_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, turn: str
) -> None:
    monkeypatch.setattr(commands, "_at_terminal", lambda: True)
    file = postal_race(tmp_path)
    result = call("run", file, answer=answer)
    assert "Close turn 1 anyway? [y/N]:" in result.stderr
    assert result.exit_code == (turn == "turn 1")
    assert desk.status(file).turn == turn


def test_what_changed_while_the_referee_was_asked_is_not_closed(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    seen, back = desk.status(file), undoing(file)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    with pytest.raises(DeskError, match="another command has changed the race in the meantime"):
        desk.run(file, seen)
    desk.run(file)
    with pytest.raises(DeskError, match="another command has changed the race in the meantime"):
        undo(file, back)


# --- undo


def test_undo_asks_first_and_changes_nothing_without_yes(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    desk.take_orders(file, "Blue", "A10 B8 C8 D5")
    before = kept(file)
    result = call("undo", file)
    assert result.exit_code == 1
    assert result.stderr == (
        "referee: This takes back turn 1; the orders of Blue for turn 2 are kept until turn 2 is open again.\n"
        "Nothing was changed. Add --yes to do it anyway.\n"
    )
    assert kept(file) == before


def test_undo_keeps_the_orders_of_the_open_turn_for_that_turn(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    desk.run(file)
    # All drew on turn 1 as in the example: A 10 10 3, and so on; the cards of the hand are legal for turn 2.
    desk.take_orders(file, "Red", "A10 B8 C8 D5")
    desk.take_orders(file, "Blue", "A10 B8 C8 D5")
    told = undo(file)
    assert told == "Open again: turn 1\nsealed as they were: Red\nkept for turn 2: Red, Blue"
    assert sealed(file) == {0: [10, 9, 9, 6]}
    assert desk.status(file).text().endswith("\nkept for turn 2: Red, Blue")
    assert "sealed again for turn 2: Red, Blue" in desk.run(file).text()
    assert sealed(file) == {0: [10, 8, 8, 5], 1: [10, 8, 8, 5]}
    assert desk.status(file).kept == []


def test_orders_that_the_mended_turn_makes_illegal_are_named_with_the_rule_and_not_the_card_ba_6_2(
    tmp_path: Path,
) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D5")
    desk.run(file)
    desk.take_orders(file, "Red", "A10 B8 C8 D6")
    undo(file)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")  # D plays the card that he was to play on turn 2, and draws 3
    told = desk.run(file).again
    assert told == [
        "Red: the orders for turn 2 are no longer valid; ask for new ones: "
        "rider D: A cyclist can play only a card from his own hand. (BA-6.2)"
    ]
    assert sealed(file) == {}


def test_two_undos_keep_the_orders_of_both_turns(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    for cards in ("A10 B9 C9 D6", "A10 B8 C8 D5"):
        desk.take_orders(file, "Red", cards)
        desk.run(file)
    undo(file)
    undo(file)
    assert sealed(file) == {0: [10, 9, 9, 6]}
    desk.run(file)
    assert sealed(file) == {0: [10, 8, 8, 5]}


def test_a_ruling_that_is_taken_back_says_whose_orders_lack_a_card_now_ba_10_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.drop(file, "Red D")
    desk.take_orders(file, "Red", "A10 B9 C9")
    assert undo(file) == (
        "The last ruling was taken back.\n"
        "Red: the orders for turn 1 are partial now: "
        "rider D: An order names one card for each cyclist on the track. (BA-8.1)"
    )


# --- orders for one turn


@pytest.mark.parametrize("words", [["--turn", "2"], []])
def test_a_late_order_is_refused_with_both_turns_and_nothing_is_sealed_ba_8_1(tmp_path: Path, words: list[str]) -> None:
    file = postal_race(tmp_path)
    text = "A10 B9 C9 D6" if words else "Turn 2: A10 B9 C9 D6"
    result = call("orders", file, "Red", "--text", text, *words)
    assert result.exit_code == 1
    assert "the orders were refused" in result.stderr
    assert "these orders are for turn 2, but it is now turn 1" in result.stderr
    assert sealed(file) == {}
    assert call("orders", file, "Red", "--turn", "1", "--text", "Turn 1: A10 B9 C9 D6").exit_code == 0


def test_a_turn_that_is_no_number_is_refused(tmp_path: Path) -> None:
    result = call("orders", postal_race(tmp_path), "Red", "--turn", "two", "--text", "A10 B9 C9 D6")
    assert "--turn: 'two': expected a number like 9, or 2.9 in a tour, or 0 for the line-ups" in result.stderr


def test_a_team_is_found_by_any_of_its_words_and_several_are_named(tmp_path: Path) -> None:
    file = tmp_path / "race.match"
    desk.new(file, ("Team Telekom", "Team Polti"))
    assert "Team Telekom, the line-ups: sealed." in call("orders", file, "telekom", "--text", LINE_UP + ".").stdout
    told = call("orders", file, "team", "--text", LINE_UP).stderr
    assert "'team' could be Team Telekom or Team Polti; choose one of: 1 Team Telekom, 2 Team Polti" in told


def test_a_rider_who_could_be_several_is_not_dropped_and_all_are_named_ba_10_1(tmp_path: Path) -> None:
    file = tmp_path / "race.match"
    desk.new(file, ("Team Telekom", "Team Polti"))
    desk.run(file)
    assert "'team a' could be Team Telekom A or Team Polti A" in call("drop", file, "team a").stderr
    assert call("drop", file, "polti a").stdout == "Team Polti A is dropped by the pack (BA-10.1)\n"


# --- a lost file


def test_a_lost_sealed_file_is_made_anew_by_a_command_and_the_race_goes_on_to_its_end(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    desk.run(file)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    Files(file).secret_path.unlink()
    told = call("status", file).stderr
    assert "race.match.sealed, with the sealed orders, is missing; restore it from a copy, or go on without" in told
    assert f"breakaway referee reopen {file}" in told
    assert call("reopen", file).stdout == (
        "Open: turn 1\nmissing:        Red, Blue\nThe orders sent for this turn are lost: ask for them again.\n"
    )
    assert "is not missing, so nothing was changed" in call("reopen", file).stderr
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    while not desk.run(file).over:
        pass
    assert read_past(file).moments[-1].entry.secret is None
    assert "the race is over" in call("reopen", file).stderr
