"""Blind and Spy by post: the record is public, and what others may not see stands beside it (BA-V3, BA-V4)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from breakaway.cli.main import app
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.desk import undo
from breakaway.games.cycling.referee.race_files import DeskError, at_work, read_past
from breakaway.games.cycling.referee.report import build
from breakaway.games.cycling.referee.report_document import as_html, as_text
from breakaway.records.entries import BadRecord
from breakaway.records.public_records import verify
from breakaway.records.record_file import Files, chained_onto, read_record, whole_path, write_lines
from tests.post.races import postal_race, short_race

BLUE = "A 9 9 9 B 7 7 7 C 5 5 5 D 2 2 2"
# Two races in which Red holds and plays other cards, and yet everybody sees the same: nobody passes another, and with
# 10 and 10 or 11 and 9 Red A stands on 20, the last square before the first checkpoint is passed (BA-V3).
ONE = ("A 10 10 10 B 8 8 8 C 6 6 6 D 3 3 3", "A10 B8 C6 D3", "A10 B8 C6 D3")
TWO = ("A 11 9 10 B 8 8 8 C 6 6 6 D 4 4 3", "A11 B8 C6 D4", "A9 B8 C6 D4")


def call(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def played(folder: Path, profile: str, red: tuple[str, ...]) -> Path:
    """A race of Red and Blue after the line-ups and two turns."""
    folder.mkdir()
    file = folder / "race.match"
    desk.new(file, ("Red", "Blue"), profile=profile, seed=3)
    for mine, theirs in zip(red, (BLUE, "A9 B7 C5 D2", "A9 B7 C5 D2"), strict=True):
        naming = "\nspy Blue A" if profile == "spy" and mine in TWO[1:] else ""  # what is named is hidden as well
        desk.take_orders(file, "Red", mine + naming)
        desk.take_orders(file, "Blue", theirs)
        desk.run(file)
    return file


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["blind", "spy"])
def test_the_public_record_has_the_same_bytes_whatever_is_hidden_until_the_rules_show_it_ba_v3(
    tmp_path: Path, profile: str
) -> None:
    one, two = played(tmp_path / "one", profile, ONE), played(tmp_path / "two", profile, TWO)
    assert one.read_bytes() == two.read_bytes()
    assert whole_path(one).read_bytes() != whole_path(two).read_bytes()
    for file in (one, two):  # rulings are private as well, and so is that one was taken back
        before = file.read_bytes()
        assert desk.drop(file, "Red D") == "Red D is dropped by the pack (BA-10.1)"
        undo(file)
        desk.drop(file, "Blue D")
        assert file.read_bytes() == before
    # On turn 3 Red B passes the first checkpoint with his 8 in one race, and with a smaller card does not in the other.
    for file, pick in ((one, 0), (two, -1)):
        with at_work(file) as match:
            cards = [[card for card in hand if card] for hand in match.state.hand[:4]]
        text = " ".join(f"{letter}{hand[pick]}" for letter, hand in zip("ABCD", cards, strict=True))
        desk.take_orders(file, "Red", text)
        desk.take_orders(file, "Blue", "A9 B7 C5 D2")
    assert one.read_bytes() == two.read_bytes()
    for file in (one, two):
        desk.run(file)
    mine, other = (file.read_text().splitlines() for file in (one, two))
    assert mine[:-1] == other[:-1]
    assert mine[-1] != other[-1]


def test_no_choice_hand_or_square_stands_in_the_public_record_ba_v3(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "spy", TWO)
    for line in read_record(file).lines[1:]:
        assert set(line) == {"kind", "n", "told", "changes", "hash", "seal"}
        assert not {"hand", "line_up", "played", "drawn", "arrival", "spied", "dropped"} & set(line["changes"])
        assert not any(rule in ("BA-6.1", "BA-6.5", "BA-3.1") for rule, *_ in line["told"])
    assert whole_path(file).stat().st_mode & 0o077 == 0
    assert verify(GAME, read_record(whole_path(file))) is None


def test_the_open_races_have_one_record_as_ever(tmp_path: Path) -> None:
    file = postal_race(tmp_path, turns=1)
    assert not whole_path(file).exists()
    assert "orders" in read_record(file).lines[1]


def test_everybodys_report_needs_the_public_record_alone_and_a_teams_the_referees_file_ba_v3(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    desk.run(file)
    told = [build(read_past(file), turn) for turn in ("0", "1", "2", "3")]
    whole = [build(read_past(file, whole=True), turn) for turn in ("0", "1", "2", "3")]
    assert [*map(as_text, told)] == [*map(as_text, whole)]
    assert [*map(as_html, told)] == [*map(as_html, whole)]
    assert CliRunner().invoke(referee, ["report", str(file), "--team", "Red"]).exit_code == 0
    whole_path(file).rename(tmp_path / "kept")
    assert CliRunner().invoke(referee, ["report", str(file)]).exit_code == 0
    refused = CliRunner().invoke(referee, ["report", str(file), "--team", "Red"])
    assert (
        "race.match.referee is missing; restore it from a copy. Only this file has the teams' secrets" in refused.stderr
    )
    for work in (desk.status, desk.run, undo):
        with pytest.raises(DeskError, match=r"race.match.referee is missing; restore it from a copy, because"):
            work(file)


def test_verify_says_what_the_public_record_proves_and_what_only_the_referees_file_can(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    told = call("verify", file)
    assert told.exit_code == 0
    assert "every choice is legal" in told.stdout
    assert "- the public record shows exactly what follows from the referee's file" in told.stdout
    whole_path(file).rename(tmp_path / "kept")
    alone = call("verify", file)
    assert alone.exit_code == 0
    assert alone.stdout.startswith("Consistent, unsigned.\nProven: the lines of this public record fit together.\n")
    assert "cycling, 4 entries, 3 turns, still in progress" in alone.stdout
    assert "every choice is legal" not in alone.stdout
    assert "Not checked: whether every choice was legal" in alone.stdout
    assert call("replay", file).exit_code == 0


def test_the_whole_race_can_be_undone_ended_and_verified(tmp_path: Path) -> None:
    file = short_race(tmp_path, blind=True)
    while not desk.run(file).over:
        pass
    undo(file)
    desk.drop(file, "Red D")
    undo(file)
    assert desk.run(file).over
    assert call("verify", file).exit_code == 0
    assert not Files(file).secret_path.exists()
    whole_path(file).unlink()
    alone = call("verify", file)
    assert "- the result follows from the last state" in alone.stdout
    assert as_text(build(read_past(file))).count("FINAL TABLE") == 1


def test_an_entry_of_the_public_record_that_was_altered_is_named(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    lines = read_record(file).lines
    forged: list[dict[str, object]] = []
    for line in lines:
        content = {key: value for key, value in line.items() if key != "seal"}
        told = [["BA-9.1", 0]] if line is lines[2] else content.get("told")
        forged.append(chained_onto(forged, {**content, **({"told": told} if told is not None else {})}))
    write_lines(file, forged)
    assert "entry 3: this entry does not match the referee's file" in call("verify", file).stderr
    with pytest.raises(DeskError, match=r"line 3: this entry does not match race.match.referee"):
        desk.status(file)


@pytest.mark.slow
def test_a_forged_public_record_whose_seals_hold_is_refused_or_read_but_never_a_traceback(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    lines = read_record(file).lines
    whole_path(file).unlink()
    strange = (None, "\u001b[2J", [["BA-6.5"]], [["BA-9.1", 77]], {"queue": [99]}, {"teams": 3})
    for number in (0, len(lines) - 1):
        for name in ("names", "book", "state", "n", "told", "changes", "hash"):
            if name not in lines[number]:
                continue
            for value in strange:
                forged: list[dict[str, object]] = []
                for i, each in enumerate(lines):
                    content = {key: v for key, v in each.items() if key != "seal"}
                    forged.append(chained_onto(forged, {**content, name: value} if i == number else content))
                write_lines(file, forged)
                with suppress(DeskError):
                    as_text(build(read_past(file)))
                with suppress(BadRecord):
                    verify(GAME, read_record(file))


def test_a_writer_that_is_stopped_between_the_two_records_has_closed_the_turn(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    lines = file.read_bytes().splitlines(keepends=True)
    for left in (b"".join(lines[:-1]), b"".join(lines[:-1]) + lines[-1][:40]):
        file.write_bytes(left)
        assert desk.status(file).turn == "turn 3"
        assert file.read_bytes() == b"".join(lines)


def test_an_older_copy_of_the_referees_file_is_refused(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    lines = whole_path(file).read_bytes().splitlines(keepends=True)
    whole_path(file).write_bytes(b"".join(lines[:-1]))
    Files(file).secret_path.unlink()
    with pytest.raises(DeskError, match=r"race.match.referee is too short, or an old copy"):
        desk.status(file)


def test_the_referees_file_is_no_race_to_work_on_and_is_never_written_over(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    with pytest.raises(DeskError, match="is the referee's file; name "):
        desk.run(whole_path(file))
    told = CliRunner().invoke(referee, ["report", str(file), "--out", str(whole_path(file))])
    assert "is the race's own file" in told.stderr
    file.unlink()
    with pytest.raises(DeskError, match=r"race.match.referee already exists"):
        desk.new(file, ("Red", "Blue"), profile="blind")
    assert not file.exists()


def test_a_lost_sealed_file_is_made_anew_for_a_blind_race_too(tmp_path: Path) -> None:
    file = played(tmp_path / "one", "blind", ONE)
    Files(file).secret_path.unlink()
    told = CliRunner().invoke(referee, ["reopen", str(file)])
    assert told.stdout.startswith("Open: turn 3\nmissing:        Red, Blue\n")
    assert desk.status(file).missing == ["Red", "Blue"]


def test_a_blind_race_that_was_begun_in_one_file_goes_on_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "race.match"
    monkeypatch.setattr(desk, "_files_of", lambda path, game, config: Files(path))
    desk.new(file, ("Red", "Blue"), profile="blind", seed=3)
    desk.run(file)
    desk.run(file)
    assert not whole_path(file).exists()
    assert as_text(build(read_past(file, whole=True), None, 0)).startswith("Breaking Away · Turn 1 · for Red")
    assert call("verify", file).exit_code == 0
