"""The database: made, upgraded, refused when it is newer; entries that nobody can change; moments with their zone."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, StatementError

from breakaway.club.club import Club, open_club
from breakaway.club.database import HEAD, MIGRATIONS, open_database
from breakaway.club.schema import entries, matches, metadata
from breakaway.core.language import UserError
from tests.club.starts import play_out, race

NEXT = """
from alembic import op
import sqlalchemy as sa
revision = "9999"
down_revision = "{head}"

def upgrade():
    with op.batch_alter_table("entries", recreate="auto" if {keep} else "always") as batch:
        batch.add_column(sa.Column("note", sa.Text()))
"""


def newer(folder: Path, keep: bool = False) -> Path:
    """A folder with one migration more, which copies the table of entries."""
    folder.mkdir()
    (folder / "v9999_note.py").write_text(NEXT.format(head=HEAD, keep=keep))
    return folder


def test_the_newest_migration_is_the_one_that_the_program_names() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_heads() == [HEAD]


def test_migrations_lead_to_the_declared_tables(url: str) -> None:
    database = open_database(url)
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


REFUSED = (
    "UPDATE entries SET line = '{}' WHERE n = 2",
    "UPDATE entries SET n = 99 WHERE n = 2",
    "DELETE FROM entries",
    "DELETE FROM entries WHERE n = 3",
    "INSERT INTO entries (\"match\", n, line) SELECT id, 99, '{}' FROM matches",  # leaves a gap
    "INSERT INTO entries (\"match\", n, line) SELECT id, 2, '{}' FROM matches",  # forks
)
REFUSED_BY = {
    "sqlite": (
        "INSERT OR REPLACE INTO entries (\"match\", n, line) SELECT id, 2, '{}' FROM matches",
        "UPDATE OR REPLACE entries SET line = '{}' WHERE n = 2",
        "DELETE FROM matches",
    ),
    "postgresql": (
        "TRUNCATE entries",
        "INSERT INTO entries (\"match\", n, line) SELECT id, 2, '{}' FROM matches "
        "ON CONFLICT (\"match\", n) DO UPDATE SET line = '{}'",
        "DELETE FROM matches",
    ),
}


def check_refused(club: Club) -> None:
    with club.database.reading() as connection:
        before = connection.execute(select(entries)).all()
    assert len(before) > 3
    for statement in (*REFUSED, *REFUSED_BY[club.database.engine.dialect.name]):
        with (
            pytest.raises(DBAPIError, match=r"entry|FOREIGN KEY|foreign key"),
            club.database.engine.begin() as connection,
        ):
            connection.exec_driver_sql(statement)
    with club.database.reading() as connection:
        assert connection.execute(select(entries)).all() == before


def test_the_database_itself_refuses_to_change_or_remove_an_entry(club: Club) -> None:
    play_out(club, club.create("cycling", race(), here=[0]).id)
    check_refused(club)


def test_it_still_refuses_after_every_upgrade(url: str, tmp_path: Path) -> None:
    club = open_club(url)
    play_out(club, club.create("cycling", race(), here=[0]).id)
    club.close()
    later = Club(open_database(url, [newer(tmp_path / "later")]))
    with later.database.reading() as connection:
        assert connection.execute(text("SELECT note FROM entries")).all()
    check_refused(later)
    later.close()


def test_a_database_of_a_newer_program_is_refused(url: str, tmp_path: Path) -> None:
    open_database(url, [newer(tmp_path / "later")]).close()
    with pytest.raises(UserError, match=f"newer version of Breakaway.* version 9999.* up to {HEAD}"):
        open_database(url)


def test_what_is_no_database_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("A shopping list, long enough to be no database. " * 100)
    with pytest.raises(UserError, match="not a Breakaway database"):
        open_database(tmp_path / "notes.txt")
    for url in ("nonsense", "sqlite://", "sqlite:///:memory:", "oracle+nothing://x"):
        with pytest.raises(UserError):
            open_database(url)


def test_a_server_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not responding"):
        open_database(f"postgresql://nobody@/club?host={tmp_path}")


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    club = open_club(tmp_path / "deep" / "club.sqlite")
    club.create("cycling", race(), here=[0])
    for path in (tmp_path / "deep").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    club.close()


@pytest.mark.slow
def test_programs_that_open_a_new_database_at_once_make_it_once(url: str) -> None:
    code = "import sys\nfrom breakaway.club.club import open_club\nprint(len(open_club(sys.argv[1]).matches()))"
    running = [
        subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for each in running:
        assert each.communicate(timeout=60) == ("0\n", "")


def test_moments_come_back_in_utc_whatever_zone_they_had(club: Club) -> None:
    match_id = club.create("cycling", race(), here=[0]).id
    noon = datetime(2026, 7, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    with club.database.writing() as connection:
        connection.execute(matches.update().values(updated=noon))
    found = club.listed(match_id).updated
    assert found == noon
    assert found.tzinfo is UTC
    with pytest.raises(StatementError, match="needs a time zone"), club.database.writing() as connection:
        connection.execute(insert(matches).values(id="x", created=datetime(2026, 7, 1)))


@pytest.mark.slow
def test_an_old_connection_string_of_postgresql_will_do(postgresql: str) -> None:
    club = open_club((postgresql % "postgres").replace("+psycopg", ""))
    assert club.matches() == []
    club.close()


def test_a_writer_of_sqlite_is_the_writer_from_the_beginning(synced: None, tmp_path: Path) -> None:
    database = open_database(tmp_path / "club.sqlite")
    other = sqlite3.connect(tmp_path / "club.sqlite", timeout=0, isolation_level=None)
    with database.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    with database.reading():
        other.execute("BEGIN IMMEDIATE")
    pragmas = {}
    with database.reading() as connection:
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            pragmas[name] = connection.exec_driver_sql(f"PRAGMA {name}").scalar()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}
    other.close()
    database.close()
