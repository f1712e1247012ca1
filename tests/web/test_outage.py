"""The database really stops, as in a power cut: deadlines and streams go on afterwards, and `/healthz` says so."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import pytest

from breakaway.club.club import open_club
from breakaway.club.database import utc_now
from tests.club.postgres import own_postgres
from tests.club.starts import football_match, sit
from tests.depth import DEPTH
from tests.web.programs import program, status, until
from tests.web.test_deadlines import timed
from tests.web.twins import Listening


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1, 30 if DEPTH == 1 else 120])
def test_a_server_goes_on_after_its_database_was_away(seconds: int, tmp_path: Path) -> None:
    with own_postgres() as postgres:
        club = open_club(postgres.url)
        made = club.create("football", football_match())
        with program(postgres.url, "--workers", "2", log=tmp_path / "log") as server:
            until(lambda: status(f"{server.address}/healthz") == 200, 60)
            streams = [Listening(f"{server.address}/match/{made.id}/watch/stream") for _ in range(4)]
            for each in streams:
                each.start()
                each.until(1)
            club.database.now = lambda: utc_now() - timedelta(seconds=57)
            late = timed(club, "cycling", seconds=60)  # its turn closes in three seconds
            club.database.now = utc_now
            assert club.look(late).turn == 0
            postgres.stop()
            began = time.monotonic()
            if seconds > 1:
                until(lambda: status(f"{server.address}/healthz") == 503)
                assert status(f"{server.address}/match/{made.id}/watch") == 503
                assert status(f"{server.address}/rules/football") == 200, "pages that need no database"
            time.sleep(max(0.0, seconds - (time.monotonic() - began)))
            postgres.start()
            until(lambda: club.look(late).turn == 1, 90)  # pauses between attempts grow to half a minute
            sit(club, made.tokens[0], "Ann Example")
            until(lambda: all(b"Ann Example" in each.raw for each in streams), 90)
            until(lambda: all(status(f"{server.address}/healthz") == 200 for _ in range(6)), 90)
            assert all(each.is_alive() for each in streams), "they were never cut off"
            for each in streams:
                each.close()
        club.close()
    assert "Traceback" not in (tmp_path / "log").read_text()
