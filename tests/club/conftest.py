"""Every test of the club runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from breakaway.club.club import Club, open_club
from tests.club.postgres import own_postgres

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL server of our own: its address, with %s for the database; a skip says why there is none."""
    with own_postgres() as server:
        yield f"postgresql+psycopg://postgres:@/%s?host={server.place}"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database, in which there is no table yet."""
    yield from empty_database(request, tmp_path)


def empty_database(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """A database of the kind that a fixture is asked for, in which there is no table yet: its address."""
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'club.sqlite'}"
        return
    address: str = request.getfixturevalue("postgresql")
    name = f"club_{uuid.uuid4().hex[:12]}"
    run(address, f"CREATE DATABASE {name}")
    yield address % name
    run(address, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new club's file."""
    path = tmp_path_factory.mktemp("club") / "made.sqlite"
    open_club(path).close()
    return path


@pytest.fixture(scope="session")
def made_there(postgresql: str) -> str:
    """The name of a new club's database on the server."""
    run(postgresql, "CREATE DATABASE made")
    open_club(postgresql % "made").close()
    return "made"


@pytest.fixture(params=KINDS)
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    """A new club, copied, which is faster than making one."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("made_once"), tmp_path / "club.sqlite")
        club = open_club(tmp_path / "club.sqlite")
        yield club
        club.close()
        return
    address, name = request.getfixturevalue("postgresql"), f"club_{uuid.uuid4().hex[:12]}"
    run(address, f"CREATE DATABASE {name} TEMPLATE {request.getfixturevalue('made_there')} STRATEGY FILE_COPY")
    club = open_club(address % name)
    yield club
    club.close()
    run(address, f"DROP DATABASE {name} WITH (FORCE)")


def run(address: str, statement: str) -> None:
    """Something that only the server itself can do."""
    server = create_engine(address % "postgres", isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(statement))
    server.dispose()
