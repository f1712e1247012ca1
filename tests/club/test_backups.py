"""Backups: from either database into either, on another machine; of older versions; and everything or nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DBAPIError

from breakaway.club import backups
from breakaway.club.backups import (
    HELD,
    MANIFEST,
    PASSING,
    UNASKED,
    BadArchive,
    InUse,
    back_up,
    move,
    reading_archive,
    restore,
    verify_archive,
)
from breakaway.club.club import Club, open_club
from breakaway.club.consent import refuse
from breakaway.club.database import (
    HEAD,
    Database,
    Keys,
    database_at,
    lost_keys,
    take_up_keys,
    upgrade_tables,
    version_in,
)
from breakaway.club.schema import invitations, metadata, sealed
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.kept import kept_season, listed_seasons, season_text
from breakaway.club.seasons.removal import remove_season
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.mail.letters import Sender
from breakaway.mail.replies import Receiver
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.conftest import KINDS, empty_database
from tests.club.starts import any_order, device_of, football_match, play_out, race, sit
from tests.club.stored.make import DUMP, KEYS, SEEN, seen
from tests.club.test_seasons import all_in, first
from tests.club.test_seasons import opened as opened_season
from tests.mailing.test_receiving import ByMail


def everything(database: Database) -> dict[str, list[str]]:
    """All rows of all tables, but for those of an hour."""
    with database.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in metadata.sorted_tables
            if table.name not in PASSING
        }


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the first machine's keys."""
    monkeypatch.setenv("BREAKAWAY_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


@pytest.fixture
def club(keys: Path, club: Club) -> Club:
    """A new club with keys of its own, on each kind of database."""
    take_up_keys(club.database)
    return club


@pytest.fixture
def here(keys: Path, made_once: Path, tmp_path: Path) -> Iterator[Club]:
    """A new club with keys of its own, on SQLite."""
    (tmp_path / "here.sqlite").write_bytes(made_once.read_bytes())
    club = open_club(tmp_path / "here.sqlite")
    take_up_keys(club.database)
    yield club
    club.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """The folder of another machine, with nothing in it."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    return place


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest, elsewhere: Path) -> Iterator[str]:
    """A database on the other machine, in which there is no table yet."""
    yield from empty_database(request, elsewhere)


def test_a_database_of_each_version_is_upgraded_to_the_next_one_while_its_guards_are_set(target: str) -> None:
    with closing(database_at(target)) as database:
        for number in range(1, int(HEAD) + 1):
            with database.writing() as connection:
                upgrade_tables(connection, f"{number:04}")
            with database.reading() as connection:
                assert version_in(connection) == f"{number:04}"
    with closing(open_club(target)) as club:
        match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
        play_out(club, match_id, turns=1)
        with (
            pytest.raises(DBAPIError, match=r"an entry cannot be (changed or )?removed"),
            club.database.writing() as it,
        ):
            it.exec_driver_sql("DELETE FROM entries")


def played(club: Club) -> tuple[str, str]:
    """A race in progress with a sealed order, and the link of the player who has the second seat."""
    made = club.create("cycling", race(("human", "human", "random")), "The Cup", here=[0])
    sit(club, made.tokens[1], "Åsa")
    play_out(club, made.id, turns=2)
    seat = club.look(made.id).waiting[0]
    club.choose(made.id, seat, any_order(club, made.id, seat, 1))
    return made.id, made.tokens[1]


# --- On another machine.


def test_a_season_goes_on_from_its_backup_with_its_lines_places_and_matches(
    club: Club, target: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _kept = opened_season(club)
    all_in(club, made)
    first(club, made)
    gone, _kept = opened_season(club)
    remove_season(club.database, gone.id)
    change_season(club.database, made.id, lambda it: it.enter("1.2.1", (21, 14), reason="on paper"))
    lines, kept = season_text(club.database, made.id), kept_season(club.database, made.id)
    back_up(club.database, elsewhere / "club.backup")
    monkeypatch.setenv("BREAKAWAY_KEYS", str(elsewhere / "keys"))
    restore(elsewhere / "club.backup", target, Keys(elsewhere / "keys"))
    with closing(open_club(target)) as there:
        found = kept_season(there.database, made.id)
        assert season_text(there.database, made.id) == lines
        assert (found.players, found.links, found.organizer) == (kept.players, kept.links, kept.organizer)
        assert [each.id for each in listed_seasons(there.database)] == [made.id]
        change_season(there.database, made.id, lambda it: it.enter("1.3.1", (3, 0), reason="on paper"))


def test_a_club_goes_on_from_its_backup_on_another_machine_on_either_kind_of_database(
    club: Club, target: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, token = played(club)
    invited = club.create("football", football_match(), here=[0])
    before, seen_before = everything(club.database), seen(club)
    backup = elsewhere / "club.backup"
    manifest = back_up(club.database, backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert everything(club.database) == before, "a backup changes nothing"
    monkeypatch.setenv("BREAKAWAY_KEYS", str(elsewhere / "not here"))
    there = Keys(elsewhere / "keys")
    assert restore(backup, target, there) == manifest
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in there.folder.iterdir())
    assert not (elsewhere / "not here").exists()
    with closing(open_club(target)) as again:
        again.database.keys = there
        assert everything(again.database) == before
        assert lost_keys(again.database) == []
        assert seen(again) == seen_before
        assert again.found(match_id).held([device_of(token)]) == [1], "the browser of a seat still plays it"
        assert sit(again, invited.tokens[1]) == (invited.id, 1), "a link that was sent before opens its seat"
        play_out(again, match_id)
        assert again.look(match_id).is_over
        assert verify(find("cycling"), parse(again.download(match_id))) is None
    assert verify_archive(backup) == []


def test_an_answer_to_an_email_from_before_is_understood_on_the_other_machine(
    here: Club, target: str, elsewhere: Path, tmp_path: Path
) -> None:
    table = ByMail(here, tmp_path / "mail", teams=3)
    order, address, other = table.order(0), table.address(0), table.letter(table.order(1), table.address(1))
    assert Receiver(here, table.sender).take(other).outcome == "sealed"
    back_up(here.database, elsewhere / "club.backup")
    there = Keys(elsewhere / "keys")
    restore(elsewhere / "club.backup", target, there)
    with closing(open_club(target)) as again:
        again.database.keys, again.database.now = there, here.database.now
        receiver = Receiver(again, Sender("https://play.example.org", "play@example.org", there.reply))
        assert receiver.take(table.letter(order, address)).outcome == "sealed"
        assert receiver.take(other).outcome == "known", "an email that was read before the backup is not read again"
        look = again.look(table.id, 0)
        assert look.sealed
        assert look.observation.write(look.sealed.order).replace("\n", "; ") == order


def test_a_signed_number_does_not_come_twice_after_a_restore(club: Club, target: str, elsewhere: Path) -> None:
    match_id, _token = played(club)

    def invite(database: Database) -> int:
        now = database.now()
        row = {"match": match_id, "seat": 1, "address": "a", "language": "en", "asked": now, "until": now}
        with database.writing() as connection:
            return int(connection.execute(insert(invitations).values(row)).inserted_primary_key[0])

    numbers = [invite(club.database) for _ in range(3)]
    with club.database.writing() as connection:
        connection.execute(delete(invitations).where(invitations.c.n >= numbers[1]))
    back_up(club.database, elsewhere / "club.backup")
    restore(elsewhere / "club.backup", target, Keys(elsewhere / "keys"))
    with closing(open_club(target)) as again:
        assert invite(again.database) == numbers[-1] + 1


def test_a_backup_is_of_one_moment_while_the_server_goes_on(club: Club, elsewhere: Path) -> None:
    match_id, _token = played(club)
    before = everything(club.database)

    def go_on(done: int, of: int) -> None:
        if club.look(match_id).turn < 4:
            play_out(club, match_id, turns=1)

    back_up(club.database, elsewhere / "club.backup", tell=go_on)
    assert everything(club.database) != before
    restore(elsewhere / "club.backup", elsewhere / "club.sqlite", Keys(elsewhere / "keys"))
    with closing(open_club(elsewhere / "club.sqlite")) as again:
        assert everything(again.database) == before


# --- Versions.


def test_a_backup_of_an_older_version_is_upgraded_and_its_matches_go_on(
    target: str, elsewhere: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as connection:
        connection.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    database = database_at(tmp_path / "old.sqlite")
    database.keys = Keys(KEYS)
    with closing(database), database.reading() as connection:
        old = version_in(connection)
        assert old is not None
        assert old < HEAD
        manifest = back_up(database, elsewhere / "old.backup")
        assert (manifest.tables_version, version_in(connection)) == (old, old), "a backup does not upgrade the tables"
    there = Keys(elsewhere / "keys")
    restore(elsewhere / "old.backup", target, there)
    with closing(open_club(target)) as club:
        club.database.keys = there
        assert seen(club) == json.loads(SEEN.read_text("utf-8"))
        for match in club.matches():
            if match.status != "over":
                play_out(club, match.id, turns=1)
            assert verify(find(match.game), parse(club.download(match.id, running=True))) is None


def rewritten(backup: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None], hashes: bool = True) -> Path:
    """The archive after a change of its manifest and files. `hashes`: whether the manifest's hashes fit the files."""
    with zipfile.ZipFile(backup) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    change(manifest, files)
    if hashes:
        for each in manifest["tables"]:
            each["sha256"] = hashlib.sha256(files.get(f"tables/{each['name']}.jsonl", b"")).hexdigest()
    path = backup.with_name(f"{backup.name}.changed")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, kept in files.items():
            archive.writestr(name, kept)
        archive.writestr(MANIFEST, json.dumps(manifest))
    return path


@pytest.fixture
def backup(here: Club, elsewhere: Path) -> Path:
    """A backup of a race in progress."""
    played(here)
    back_up(here.database, elsewhere / "club.backup")
    return elsewhere / "club.backup"


def refused(path: Path, elsewhere: Path) -> str:
    """Why an archive is refused. Nothing is left of the attempt."""
    before = sorted(each.name for each in elsewhere.iterdir())
    with pytest.raises(BadArchive) as told:
        restore(path, elsewhere / "club.sqlite", Keys(elsewhere / "keys"))
    assert sorted(each.name for each in elsewhere.iterdir()) == before
    return str(told.value)


def test_a_backup_of_a_newer_program_is_refused(backup: Path, elsewhere: Path) -> None:
    newer = rewritten(backup, lambda manifest, files: manifest.update(tables_version="9999"))
    assert "written by a newer version of Breakaway" in refused(newer, elsewhere)
    newer = rewritten(backup, lambda manifest, files: manifest.update(format=2, unknown=[]))
    assert "made by a newer version of Breakaway: install that version" in refused(newer, elsewhere)


def test_a_database_of_a_newer_program_is_not_replaced(backup: Path, elsewhere: Path) -> None:
    restore(backup, elsewhere / "club.sqlite", Keys(elsewhere / "keys"))
    with closing(sqlite3.connect(elsewhere / "club.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UserError, match=r"newer version of Breakaway.*Nothing was changed"):
        restore(backup, elsewhere / "club.sqlite", Keys(elsewhere / "keys"), replace=True)


# --- What is damaged, and what is made to do harm.


def extra(name: str) -> Callable[[dict[str, Any], dict[str, bytes]], None]:
    return lambda manifest, files: files.update({name: b"harm"})


def row(
    change: Callable[[list[Any]], Any], table: str = "matches"
) -> Callable[[dict[str, Any], dict[str, bytes]], None]:
    """Changes the first row of a table."""

    def made(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        lines = files[f"tables/{table}.jsonl"].splitlines(keepends=True)
        values = json.loads(lines[0])
        lines[0] = json.dumps(change(values) or values).encode() + b"\n"
        files[f"tables/{table}.jsonl"] = b"".join(lines)

    return made


def cut_off(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    files["tables/entries.jsonl"] = files["tables/entries.jsonl"][:-20]


def without(table: str) -> Callable[[dict[str, Any], dict[str, bytes]], None]:
    def made(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        manifest["tables"] = [each for each in manifest["tables"] if each["name"] != table]
        del files[f"tables/{table}.jsonl"]

    return made


def renamed(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["tables"][0]["columns"][0] = "id; DROP TABLE matches"


def another_table(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["tables"].append({**manifest["tables"][0], "name": "sqlite_master"})
    files["tables/sqlite_master.jsonl"] = b""


def another_key(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["keys"]["../../authorized_keys"] = "0" * 64
    files["keys/../../authorized_keys"] = b"harm"


BAD: dict[str, tuple[Callable[[dict[str, Any], dict[str, bytes]], None], str]] = {
    "a file above the folder": (extra("../../evil"), "do not agree on '../../evil'"),
    "an absolute file": (extra("/etc/evil"), "do not agree on '/etc/evil'"),
    "a key above the folder": (another_key, "no key '../../authorized_keys'"),
    "a table of the database itself": (another_table, "no table sqlite_master"),
    "a table missing": (without("devices"), "the table devices is missing"),
    "a file missing": (
        lambda manifest, files: files.pop("tables/devices.jsonl"),
        "do not agree on 'tables/devices.jsonl'",
    ),
    "a column that is code": (renamed, "columns"),
    "a cut table": (cut_off, "was cut off"),
    "a value missing": (row(lambda values: values[1:]), "too few or too many values"),
    "a table of another kind": (row(lambda values: {"id": 1}), "too few or too many values"),
    "a list as a value": (row(lambda values: [[], *values[1:]]), "neither text nor a whole number"),
    "a truth as a value": (row(lambda values: [True, *values[1:]]), "neither text nor a whole number"),
    "no moment": (row(lambda values: [each if "+00:00" not in str(each) else "now" for each in values]), "line 1"),
    "no such match": (row(lambda values: ["nobody", *values[1:]], "seats"), "does not fit the tables"),
    "a count as text": (lambda manifest, files: manifest["tables"][0].update(rows="1"), "tables.0.rows"),
    "one row too many": (lambda manifest, files: manifest["tables"][0].update(rows=99), "damaged or altered"),
    "a manifest that is a list": (lambda manifest, files: manifest.clear(), "Field required"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_archive_is_refused_and_leaves_nothing(backup: Path, elsewhere: Path, what: str) -> None:
    change, says = BAD[what]
    hashes = what != "a manifest that is a list"
    assert says in refused(rewritten(backup, change, hashes), elsewhere)


def test_a_row_or_a_key_that_was_altered_is_found_by_its_hash(backup: Path, elsewhere: Path) -> None:
    altered = rewritten(backup, row(lambda values: [*values[:-1], "x"]), hashes=False)
    assert "tables/matches.jsonl was damaged or altered after the backup" in refused(altered, elsewhere)
    altered = rewritten(backup, lambda manifest, files: files.update({"keys/reply.key": b"00" * 32}))
    assert "keys/reply.key was damaged or altered" in refused(altered, elsewhere)


def test_a_name_that_comes_twice_is_refused(backup: Path, elsewhere: Path) -> None:
    with zipfile.ZipFile(backup, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("keys/reply.key", b"another")
    assert "do not agree on" in refused(backup, elsewhere)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_an_archive_that_is_packed_in_another_way_is_refused_whole_or_damaged(
    backup: Path, elsewhere: Path, method: int
) -> None:
    packed = elsewhere / "packed.backup"
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(packed, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    data = bytearray(packed.read_bytes())
    assert "is packed in a way" in refused(packed, elsewhere)
    data[60:64] = b"\xff\xff\xff\xff"
    packed.write_bytes(data)
    assert "is packed in a way" in refused(packed, elsewhere)


def test_an_archive_with_a_name_that_is_no_text_is_refused(backup: Path, elsewhere: Path) -> None:
    odd = elsewhere / "odd.backup"
    with zipfile.ZipFile(odd, "w") as archive:
        archive.writestr("ä" * 4, b"")  # its name is marked as UTF-8
    odd.write_bytes(odd.read_bytes().replace("ä".encode() * 4, b"\xff" * 8))
    assert "odd.backup is no backup, or it is damaged" in refused(odd, elsewhere)


def test_rows_are_inserted_before_they_take_much_memory(
    backup: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "MOST_AT_ONCE", 1)
    told: list[int] = []
    restore(backup, elsewhere / "club.sqlite", Keys(elsewhere / "keys"), tell=lambda done, of: told.append(done))
    assert told == list(range(1, len(told) + 1)), "each row by itself"


@pytest.mark.parametrize("kept", [b"", b"PK\x03\x04 and so on", b"A shopping list. " * 1000])
def test_what_is_no_archive_is_refused(elsewhere: Path, kept: bytes) -> None:
    (elsewhere / "list.txt").write_bytes(kept)
    assert "list.txt is no backup, or it is damaged" in refused(elsewhere / "list.txt", elsewhere)


def test_an_archive_with_a_wrong_bit_in_its_directory_is_refused_or_read(backup: Path, elsewhere: Path) -> None:
    whole, spoilt, refusals = backup.read_bytes(), elsewhere / "spoilt", 0
    ends = whole.rindex(b"PK\x05\x06")
    starts = int.from_bytes(whole[ends + 16 : ends + 20], "little")
    for place in [*range(starts, starts + 150), *range(ends, len(whole))]:  # the first files, and where all begins
        for bit in range(8):
            data = bytearray(whole)
            data[place] ^= 1 << bit
            spoilt.write_bytes(data)
            try:
                with reading_archive(spoilt) as (archive, manifest):
                    for each in manifest.tables:
                        list(backups._lines_in(archive, f"tables/{each.name}.jsonl"))
            except BadArchive:
                refusals += 1
    assert refusals > 600


@pytest.mark.slow
def test_an_archive_that_was_cut_or_damaged_anywhere_is_refused_or_whole(
    here: Club, backup: Path, elsewhere: Path
) -> None:
    whole, rng, before = backup.read_bytes(), random.Random(43), everything(here.database)
    spoilt = elsewhere / "spoilt"
    for n in range(60):
        data = bytearray(whole[: rng.randrange(len(whole))] if n % 3 == 0 else whole)
        for _ in range(rng.randint(1, 3) if n % 3 else 0):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        spoilt.write_bytes(data)
        try:
            restore(spoilt, elsewhere / "club.sqlite", Keys(elsewhere / "keys"))
        except BadArchive:
            assert sorted(each.name for each in elsewhere.iterdir()) == ["club.backup", "spoilt"], n
            continue
        with closing(open_club(elsewhere / "club.sqlite")) as again:
            assert everything(again.database) == before, n
        for each in [*elsewhere.glob("club.sqlite*"), *(elsewhere / "keys").iterdir()]:
            each.unlink()
        (elsewhere / "keys").rmdir()


def test_a_record_that_was_altered_together_with_its_hash_is_found_by_verifying(here: Club, elsewhere: Path) -> None:
    match_id, _token = played(here)
    back_up(here.database, elsewhere / "club.backup")

    def cheat(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        files["tables/entries.jsonl"] = files["tables/entries.jsonl"].replace("Röd".encode(), "Röt".encode(), 1)

    (found,) = verify_archive(rewritten(elsewhere / "club.backup", cheat))
    assert found.startswith(f"match {match_id}: ")


def test_sealed_orders_that_the_keys_in_it_do_not_open_are_found_by_verifying(here: Club, elsewhere: Path) -> None:
    played(here)
    with here.database.writing() as connection:
        connection.execute(sealed.update().values(secrets=Keys(elsewhere / "other").lock("{}")))
    back_up(here.database, elsewhere / "club.backup")
    found = verify_archive(elsewhere / "club.backup")
    assert any("secrets.key is another key than before: 1 matches in progress cannot go on" in each for each in found)


# --- Everything or nothing.


def test_a_database_with_matches_is_replaced_only_if_asked(club: Club, target: str, elsewhere: Path) -> None:
    played(club)
    first = everything(club.database)
    back_up(club.database, elsewhere / "first")
    there = Keys(elsewhere / "keys")
    restore(elsewhere / "first", target, there)
    played(club)
    second = everything(club.database)
    back_up(club.database, elsewhere / "second")
    with pytest.raises(UserError, match=r"holds 1 matches.*add --replace.*Nothing was changed"):
        restore(elsewhere / "second", target, there)
    with closing(open_club(target)) as again:
        assert everything(again.database) == first
    restore(elsewhere / "second", target, there, replace=True)
    with closing(open_club(target)) as again:
        assert everything(again.database) == second
        play_out(again, again.matches()[0].id, turns=1)
    assert sorted(each.name for each in there.folder.iterdir()) == ["reply.key", "secrets.key", "signing.key"]


def test_a_database_with_anything_of_people_in_it_is_replaced_only_if_asked(
    club: Club, target: str, elsewhere: Path
) -> None:
    """Also one with seasons and no match, or with nothing but a wish for no email: whatever a table keeps, counts."""
    back_up(club.database, elsewhere / "empty")
    there = Keys(elsewhere / "keys")
    restore(elsewhere / "empty", target, there)
    restore(elsewhere / "empty", target, there)  # a server was started with it, and nobody came
    with closing(open_club(target)) as found:
        made, _kept = opened_season(found)
        lines = season_text(found.database, made.id)
    with pytest.raises(UserError, match=r"holds 1 seasons\. .*add --replace.*Nothing was changed"):
        restore(elsewhere / "empty", target, there)
    with closing(open_club(target)) as found:
        assert season_text(found.database, made.id) == lines
        remove_season(found.database, made.id)
        with found.database.writing() as connection:
            refuse(connection, found.database.keys, "a name of an address", found.database.now())
    with pytest.raises(UserError, match=r"holds 1 \D+ no email, 1 notes about removed seasons\. "):
        restore(elsewhere / "empty", target, there)
    restore(elsewhere / "empty", target, there, replace=True)
    restore(elsewhere / "empty", target, there)


def test_whatever_a_table_keeps_counts_and_has_a_name_for_people() -> None:
    """A new table belongs to another one, is named in HELD, or is something that a server writes unasked."""
    roots = {name for name, table in metadata.tables.items() if not table.foreign_keys}
    assert roots == {*HELD, *UNASKED} - {"alembic_version"}
    assert not {*HELD} & {*UNASKED}


def test_a_season_that_was_altered_together_with_its_hash_is_found_by_verifying(here: Club, elsewhere: Path) -> None:
    made, _kept = opened_season(here)
    back_up(here.database, elsewhere / "club.backup")
    assert verify_archive(elsewhere / "club.backup") == []

    def alter(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        text = files["tables/season_lines.jsonl"]
        files["tables/season_lines.jsonl"] = text.replace(b'\\"number\\": 2', b'\\"number\\": 0', 1)
        assert files["tables/season_lines.jsonl"] != text

    (fault,) = verify_archive(rewritten(elsewhere / "club.backup", alter))
    assert fault == f"season {made.id}: line 3: there is no such round"


@pytest.mark.parametrize("exists", [False, True])
def test_a_restore_that_fails_at_its_end_leaves_all_as_it_was(
    here: Club, target: str, elsewhere: Path, exists: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(here)
    back_up(here.database, elsewhere / "club.backup")
    there, others = Keys(elsewhere / "keys"), Keys(elsewhere / "keys").reply
    before = {}
    if exists:
        with closing(open_club(target)) as again:
            again.create("cycling", race())
            before = everything(again.database)
    files = sorted(str(each) for each in elsewhere.rglob("*"))

    def fail(name: str) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(backups, "reach", fail)
        with pytest.raises(OSError, match="no room"):
            restore(elsewhere / "club.backup", target, there, replace=True)
    if exists:
        with closing(open_club(target)) as again:
            assert everything(again.database) == before
    assert [each for each in files if not each.endswith(("-wal", "-shm"))] == [
        str(each) for each in sorted(elsewhere.rglob("*")) if not each.name.endswith(("-wal", "-shm"))
    ]
    assert Keys(elsewhere / "keys").reply == others


def test_other_keys_in_the_folder_are_kept(backup: Path, elsewhere: Path) -> None:
    others = Keys(elsewhere / "keys").reply
    with pytest.raises(UserError, match=r"has another reply.key.*--replace"):
        restore(backup, elsewhere / "club.sqlite", Keys(elsewhere / "keys"))
    assert not (elsewhere / "club.sqlite").exists()
    restore(backup, elsewhere / "club.sqlite", Keys(elsewhere / "keys"), replace=True)
    assert Keys(elsewhere / "keys").reply != others
    (aside,) = (elsewhere / "keys").glob("before-*")
    assert Keys(aside).reply == others
    assert [each.name for each in aside.iterdir()] == ["reply.key"]


def test_a_database_that_a_server_uses_is_not_replaced(club: Club, elsewhere: Path) -> None:
    played(club)
    back_up(club.database, elsewhere / "club.backup")
    before = everything(club.database)
    url = club.database.engine.url.render_as_string(hide_password=False)
    with pytest.raises(InUse, match="Stop the server first"):
        restore(elsewhere / "club.backup", url, Keys(elsewhere / "keys"), replace=True)
    with pytest.raises(InUse, match="Stop the server first"):
        move(url, f"sqlite:///{elsewhere / 'moved.sqlite'}")
    assert not (elsewhere / "moved.sqlite").exists()
    assert everything(club.database) == before
    played(club)


KILLED = """
import sys
from pathlib import Path
from breakaway.club.backups import restore
from breakaway.club.database import Keys
restore(Path(sys.argv[1]), Path(sys.argv[2]), Keys(Path(sys.argv[3])), replace=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("exists", [False, True])
def test_a_restore_that_is_killed_leaves_the_database_as_it_was(
    backup: Path, elsewhere: Path, exists: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, before = elsewhere / "club.sqlite", {}
    if exists:
        with closing(open_club(target)) as again:
            again.create("cycling", race())
            before = everything(again.database)
    monkeypatch.setenv("BREAKAWAY_FAILPOINT", "before change")
    words = [sys.executable, "-c", KILLED, str(backup), str(target), str(elsewhere / "keys")]
    assert subprocess.run(words, check=False).returncode == -9
    assert target.exists() == exists
    if exists:
        with closing(open_club(target)) as again:
            assert everything(again.database) == before
    monkeypatch.delenv("BREAKAWAY_FAILPOINT")
    subprocess.run(words, check=True)
    with closing(open_club(target)) as again:
        assert [match.title for match in again.matches()] == ["The Cup"]


def test_a_backup_never_overwrites_a_file_and_a_failed_one_leaves_none(here: Club, elsewhere: Path) -> None:
    played(here)
    (elsewhere / "there").write_text("mine")
    with pytest.raises(UserError, match="already exists; name another file"):
        back_up(here.database, elsewhere / "there")
    assert (elsewhere / "there").read_text() == "mine"
    with pytest.raises(UserError, match="there is no folder"):
        back_up(here.database, elsewhere / "deep" / "club.backup")

    def fail(done: int, of: int) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        back_up(here.database, elsewhere / "club.backup", tell=fail)
    assert [each.name for each in elsewhere.iterdir()] == ["there"]


# --- From one kind of database to another.


def test_a_database_moves_to_another_one_and_the_keys_stay(club: Club, target: str, keys: Path) -> None:
    match_id, token = played(club)
    before, kept = everything(club.database), {each.name: each.read_bytes() for each in keys.iterdir()}
    club.database.close()
    move(club.database.engine.url.render_as_string(hide_password=False), target)
    assert {each.name: each.read_bytes() for each in keys.iterdir()} == kept
    with closing(open_club(target)) as again:
        assert everything(again.database) == before
        assert again.found(match_id).held([device_of(token)]) == [1]
        play_out(again, match_id)
        assert again.look(match_id).is_over
    assert everything(club.database) == before, "the old database stays as it was"
    with pytest.raises(UserError, match="two different databases"):
        move(target, target)
    club.database.close()
    with pytest.raises(UserError, match=r"holds 1 matches.*--replace"):
        move(club.database.engine.url.render_as_string(hide_password=False), target)


def test_what_is_no_database_is_neither_saved_nor_replaced(backup: Path, elsewhere: Path) -> None:
    (elsewhere / "notes.txt").write_text("A shopping list, long enough to be no database. " * 100)
    with pytest.raises(UserError, match="not a Breakaway database"):
        restore(backup, elsewhere / "notes.txt", Keys(elsewhere / "keys"), replace=True)
    with pytest.raises(UserError, match="not a Breakaway database"):
        move(elsewhere / "notes.txt", elsewhere / "club.sqlite")
    sqlite3.connect(elsewhere / "empty.sqlite").close()
    with pytest.raises(UserError, match="has no matches of Breakaway"):
        move(elsewhere / "empty.sqlite", elsewhere / "club.sqlite")
    assert (elsewhere / "notes.txt").read_text().startswith("A shopping list")
