"""The desk: orders at the door, who is missing, undoing, ruling, and what a killed or careless hand leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.desk import undo
from breakaway.games.cycling.referee.race_files import DeskError, at_work, find_team, read_past
from breakaway.records.record_file import Files
from tests.post.races import LINE_UP, postal_race, short_race


def sealed(file: Path) -> dict[int, list[int]]:
    with at_work(file) as match:
        return {seat: each.order for seat, each in match.sealed.items()}


def test_a_line_up_is_an_order_while_line_ups_are_open_ba_3_1(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    assert desk.take_orders(file, "Red", LINE_UP) == f"Red, the line-ups: sealed.\n{LINE_UP}"
    assert desk.status(file).text() == "Open: the line-ups\nin:             Red\nmissing:        Blue"


def test_teams_are_found_by_name_beginning_and_number(tmp_path: Path) -> None:
    teams = ["Red", "Rouge", "Blue"]
    assert [find_team(teams, text) for text in ("red", " ROUGE ", "b", "3", "1", "ro")] == [0, 1, 2, 2, 0, 1]


@pytest.mark.parametrize("text", ["R", "", "Green", "4", "0", "-1"])
def test_an_unknown_team_lists_the_teams(text: str) -> None:
    with pytest.raises(DeskError, match="choose one of: 1 Red, 2 Rouge, 3 Blue"):
        find_team(["Red", "Rouge", "Blue"], text)


def test_a_card_not_in_hand_is_refused_with_the_legal_ones_and_nothing_is_taken_ba_6_2(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    with pytest.raises(DeskError) as refused:
        desk.take_orders(file, "Red", "A10 B9 C9\nD15")
    assert str(refused.value) == "Red: the orders were refused.\nline 2: D does not hold 15; legal: 5 6 (BA-6.2)"
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_new_orders_replace_those_sent_before_and_say_so(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert desk.take_orders(file, "Red", "A10 B9 C9 D6") == "Red, turn 1: sealed.\nA10 B9 C9 D6"
    again = desk.take_orders(file, "Red", "A10 B8 C8 D5")
    assert again == "Red, turn 1: sealed.\nA10 B8 C8 D5\nThis replaces what was sent before."
    assert sealed(file) == {0: [10, 8, 8, 5]}


def test_partial_orders_are_in_but_not_whole_ba_r17(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert "Otherwise, the other riders play their highest cards" in desk.take_orders(file, "Red", "A10 partial")
    assert desk.status(file).partial == ["Red"]
    closed = desk.run(file)
    assert closed.stand_ins[0] == "Red B had no legal order and plays his highest card (BA-R17)"
    assert "Green: no moves received, so the highest cards are played (BA-9.1)" in closed.stand_ins


def test_undo_seals_the_orders_of_the_turn_again_and_nothing_for_who_was_silent(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    before = desk.status(file)
    desk.run(file)
    assert undo(file) == "Open again: turn 1\nsealed as they were: Red"
    assert desk.status(file) == before
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_a_turn_can_be_played_again_after_mending_one_order(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    desk.run(file)
    undo(file)
    desk.take_orders(file, "Red", "A10 B9 C9 D5")
    desk.run(file)
    with at_work(file) as match:
        assert match.state.square[:4] == [10, 9, 9, 5]


def test_undo_before_any_turn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DeskError, match="no turn has been played yet"):
        undo(short_race(tmp_path))


def test_a_ruling_keeps_the_orders_that_wait_and_so_does_its_undo_ba_10_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    assert desk.drop(file, "blue d") == "Blue D is dropped by the pack (BA-10.1)"
    assert desk.status(file).dropped == ["Blue D"]
    assert undo(file) == "The last ruling was taken back."
    assert desk.status(file).dropped == []
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_orders_without_a_card_for_a_dropped_rider_are_partial_once_he_is_not_ba_10_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.drop(file, "Red D")
    desk.take_orders(file, "Red", "A10 B9 C9")
    assert desk.status(file).ready == ["Red"]
    assert desk.drop(file, "Red D", back=True) == "Red D is no longer marked as dropped (BA-10.1)"
    assert desk.status(file).partial == ["Red"]
    desk.run(file)
    assert read_past(file).moments[-1].entry.orders["0"] == [10, 9, 9, None]


def test_a_team_whose_riders_are_all_dropped_need_not_order_ba_10_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    for grade in "ABCD":
        desk.drop(file, f"Blue {grade}")
    status = desk.status(file)
    assert (status.missing, status.resting) == (["Red", "Green"], ["Blue"])
    assert "Blue: no moves received" not in " ".join(desk.run(file).stand_ins)


def test_nobody_is_dropped_by_a_wrong_name(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    with pytest.raises(DeskError, match="unknown rider 'Pink A'; write Red A, Blue A, Green A and so on"):
        desk.drop(file, "Pink A")


def test_running_twice_closes_two_turns_and_an_undo_takes_back_the_second(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert [desk.run(file).turn, desk.run(file).turn] == ["turn 1", "turn 2"]
    undo(file)
    assert desk.status(file).turn == "turn 2"


def test_a_race_is_never_written_over(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    before = file.read_bytes()
    with pytest.raises(DeskError, match="already exists"):
        desk.new(file, ("Red", "Blue"))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"teams": ["Red"]}, "a race needs 2 to 12 teams, not 1"),
        ({"teams": ["Red", "red"]}, "two teams or riders have the same name; each needs its own"),
        ({"teams": ["Red", "If"]}, "means something else in an order"),
        ({"profile": "postel"}, "unknown profile 'postel'; choose one of: postal, boxed, pursuit, blind, spy"),
        ({"tracks": "alps"}, "unknown track or file 'alps'"),
        ({"house": {"kap": 3}}, "kap"),
        ({"house": {"cap": "many"}}, "options: cap"),
        ({"riders": {"Red": ["Ann"]}}, "riders: Red: expected four names"),
        ({"riders": {"Red": 4}}, "riders: Red: expected four names"),
        ({"riders": {"Pink": ["Ann", "Bo", "Cy", "Di"]}}, "'Pink' does not"),
    ],
)
def test_a_race_that_cannot_be_is_refused_and_leaves_no_file(tmp_path: Path, options: dict, message: str) -> None:
    with pytest.raises(DeskError) as refused:
        desk.new(tmp_path / "race.match", **{"teams": ["Red", "Blue"], **options})
    assert message in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_makes_the_same_file(tmp_path: Path) -> None:
    one, two = postal_race(tmp_path, "one.match"), postal_race(tmp_path, "two.match")
    assert one.read_bytes() == two.read_bytes()


def test_a_line_that_a_killed_writer_left_unfinished_was_never_accepted(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    before, waiting = file.read_bytes(), Files(file).secret_path.read_bytes()
    desk.run(file)
    whole = file.read_bytes()
    for cut in range(len(before) + 1, len(whole), 97):
        file.write_bytes(whole[:cut])
        Files(file).secret_path.write_bytes(waiting)
        assert desk.status(file).turn == "turn 1"
        assert file.read_bytes() == before
        assert sealed(file) == {0: [10, 9, 9, 6]}


def test_a_turn_that_was_closed_stays_closed_when_its_writer_is_killed_before_the_sealed_file(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    old = Files(file).secret_path.read_bytes()
    desk.run(file)
    Files(file).secret_path.write_bytes(old)  # as if the process had ended between the two writes
    assert desk.status(file).missing == ["Red", "Blue", "Green"]
    assert desk.status(file).turn == "turn 2"


@pytest.mark.slow
def test_orders_killed_at_any_moment_are_in_or_not_and_the_race_goes_on(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    code = (
        "import sys; from pathlib import Path; from breakaway.games.cycling.referee import desk\n"
        "for turn in range(200): desk.take_orders(Path(sys.argv[1]), 'Red', ('A10 B9 C9 D6', 'A10 B8 C8 D5')[turn % 2])"
    )
    for delay in (0.3, 0.45, 0.6):
        process = subprocess.Popen([sys.executable, "-c", code, str(file)])
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert sealed(file) in ({}, {0: [10, 9, 9, 6]}, {0: [10, 8, 8, 5]})


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_commands_at_once_wait_for_each_other_and_lose_nothing(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    code = (
        "import sys; from pathlib import Path; from breakaway.games.cycling.referee import desk\n"
        "desk.take_orders(Path(sys.argv[1]), sys.argv[2], 'A10 B9 C9 D6')"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(file), team]) for team in ("Red", "Blue", "Green")]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert desk.status(file).ready == ["Red", "Blue", "Green"]


def test_without_the_sealed_file_nothing_goes_on_until_it_is_back(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    kept = Files(file).secret_path.rename(tmp_path / "kept")
    before = file.read_bytes()
    for command in (desk.status, desk.run, undo):
        with pytest.raises(DeskError, match=r"race\.match\.sealed, .* is missing; restore it from a copy"):
            command(file)
    assert file.read_bytes() == before
    kept.rename(Files(file).secret_path)
    assert desk.status(file).ready == ["Red"]


def test_orders_sealed_by_another_hand_are_not_taken_for_orders(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B9 C9 D6")
    path = Files(file).secret_path
    for damage in (b"", b"{", b"[]", b"{}", b"\xff", path.read_bytes().replace(b"10", b"15"), b"[" * 100_000):
        path.write_bytes(damage)
        with pytest.raises(DeskError, match="damaged"):
            desk.run(file)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(DeskError, match=r"race\.match"):
            desk.new(tmp_path / "race.match", ("Red", "Blue"))
    finally:
        tmp_path.chmod(0o700)
