"""`breakaway backup`, `restore` and `move` at the terminal."""

from __future__ import annotations

import hashlib
import json
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from breakaway.club import backups
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


@pytest.mark.parametrize(
    ("since", "value", "is_twice"),
    [
        ("0001-01-01T00:00:00+23:00", "x", False),
        ("2026-01-01T00:00:00+00:00", 2**70, False),
        ("2026-01-01T00:00:00+00:00", "\ud800", False),
        ("2026-01-01T00:00:00+00:00", "x", True),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_forged_values_and_a_table_named_twice_are_refused(
    tmp_path: Path, since: str, value: object, is_twice: bool
) -> None:
    with closing(open_club(tmp_path / "old.sqlite")) as club:
        club.database.keys = Keys(tmp_path / "keys")
        backups.back_up(club.database, tmp_path / "good.zip")
    with zipfile.ZipFile(tmp_path / "good.zip") as good, zipfile.ZipFile(tmp_path / "bad.zip", "w") as bad:
        manifest = json.loads(good.read("manifest.json"))
        held = next(each for each in manifest["tables"] if each["name"] == "settings")
        line = (
            json.dumps([{"since": since, "value": value}.get(each, "x") for each in held["columns"]]).encode() + b"\n"
        )
        held |= {"rows": 1, "sha256": hashlib.sha256(line).hexdigest()}
        manifest["tables"] += [held] if is_twice else []
        for name in good.namelist():
            if name == "tables/settings.jsonl":
                for _each in range(1 + is_twice):
                    bad.writestr(name, line)
            elif name != "manifest.json":
                bad.writestr(name, good.read(name))
        bad.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(backups.BadArchive):
        backups.restore(tmp_path / "bad.zip", tmp_path / "new.sqlite", Keys(tmp_path / "other"))
    assert not (tmp_path / "new.sqlite").exists()
