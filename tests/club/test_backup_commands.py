"""`breakaway backup`, `restore` and `move` at the terminal."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from breakaway.club.club import open_club
from breakaway.club.database import Keys, take_up_keys
from breakaway.web.serve import Serving, _opened
from tests.club.starts import SECRET, any_order, play_out, race
from tests.terminal.session import call


class Machine:
    """A machine with a folder of its own, and its commands."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.database, self.keys = folder / "club.sqlite", folder / "keys"

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        return call(self.capsys, *words, "--database", str(self.database), "--keys", str(self.keys))


@pytest.fixture
def machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Machine:
    """A machine with a race in progress, in which an order is sealed."""
    made = Machine(tmp_path / "one", capsys)
    with closing(open_club(made.database)) as club:
        club.database.keys = Keys(made.keys)
        match_id = club.create("cycling", race(("human", "human")), "The Cup", here=[0, 1]).id
        play_out(club, match_id, turns=1)
        seat = club.look(match_id).waiting[0]
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
        take_up_keys(club.database)
    return made


def test_a_backup_is_restored_on_another_machine_and_the_server_starts_there(machine: Machine, tmp_path: Path) -> None:
    backup, other = str(tmp_path / "club.backup"), Machine(tmp_path / "two", machine.capsys)
    saved = machine("backup", backup, "--verify")
    assert saved.returncode == 0, saved.stderr
    assert "1 match, and the keys secrets.key, signing.key, reply.key." in saved.stdout
    assert "club.backup holds secrets" in saved.stdout
    assert "Verified: every record is whole, and the keys open all that is sealed." in saved.stdout
    done = other("restore", backup, "--verify")
    assert done.returncode == 0, done.stderr
    assert "Restored: 1 match, and the keys secrets.key, signing.key, reply.key, saved on " in done.stdout
    assert f"breakaway serve --database {other.database} --keys {other.keys}" in done.stdout
    with closing(_opened(Serving(database=str(other.database), keys=str(other.keys)))) as club:
        assert [match.title for match in club.matches()] == ["The Cup"]
    again = other("restore", backup)
    assert again.returncode == 1
    assert "holds 1 matches. To delete them and restore the backup instead, add --replace." in again.stderr
    assert other("restore", backup, "--replace").returncode == 0


def test_no_secret_is_printed(machine: Machine, tmp_path: Path) -> None:
    said = machine("backup", str(tmp_path / "club.backup"), "--verify")
    moved = call(machine.capsys, "move", "--database", str(machine.database), "--to", str(tmp_path / "moved.sqlite"))
    for text in (said.stdout + said.stderr, moved.stdout + moved.stderr):
        assert SECRET.hex() not in text
        for key in machine.keys.iterdir():
            assert key.read_text().strip() not in text


def test_a_backup_without_the_keys_is_made_only_if_asked(machine: Machine, tmp_path: Path) -> None:
    kept = machine.keys.rename(tmp_path / "kept")
    done = machine("backup", str(tmp_path / "club.backup"))
    assert done.returncode == 1
    assert f"keys that are not in {machine.keys}. Nothing was saved." in done.stderr
    assert "secrets.key is missing: 1 matches in progress cannot go on" in done.stderr
    assert not (tmp_path / "club.backup").exists()
    assert not machine.keys.exists()
    done = machine("backup", str(tmp_path / "club.backup"), "--lost-keys", "--verify")
    assert "1 match." in done.stdout
    assert "secrets.key is missing" in done.stdout
    assert done.returncode == 1, "the check says what does not work"
    assert kept.exists()


def test_a_faulty_backup_is_not_restored_with_verify(machine: Machine, tmp_path: Path) -> None:
    backup, other = str(tmp_path / "club.backup"), Machine(tmp_path / "two", machine.capsys)
    machine.keys.rename(tmp_path / "kept")
    machine("backup", backup, "--lost-keys")
    done = other("restore", backup, "--verify")
    assert done.returncode == 1
    assert done.stdout.endswith("Nothing was restored.\n")
    assert not other.folder.exists()


def test_a_database_moves_by_one_command(machine: Machine, tmp_path: Path) -> None:
    to = str(tmp_path / "moved.sqlite")
    done = call(machine.capsys, "move", "--database", str(machine.database), "--to", to)
    assert done.returncode == 0, done.stderr
    assert f"Copied to {to}: 1 match. The old database is as it was." in done.stdout
    with closing(_opened(Serving(database=to, keys=str(machine.keys)))) as club:
        assert [match.title for match in club.matches()] == ["The Cup"]


@pytest.mark.parametrize("words", [("backup", "x"), ("backup", "x", "--lost-keys"), ("move", "--to", "x.sqlite")])
@pytest.mark.parametrize("name", ["nothing.sqlite", "sqlite:///nothing.sqlite"])
def test_a_database_that_is_not_there_is_not_made(
    words: tuple[str, ...],
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call(capsys, *words, "--database", name)
    assert (done.returncode, "there is no database nothing.sqlite" in done.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_matches_are_listed_from_a_file_that_is_named_without_an_address(machine: Machine) -> None:
    done = call(machine.capsys, "matches", "--database", str(machine.database))
    assert (done.returncode, "The Cup" in done.stdout) == (0, True), done.stderr
