"""A full disk: choices are refused, and `/healthz` says so. Error pages name no folder of the server. HSTS."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import InternalError

from breakaway.club.club import Club, open_club
from breakaway.club.database import Unreachable
from breakaway.web import health
from breakaway.web.app import make_app
from breakaway.web.health import DatabaseCheck
from tests.club.conftest import postgresql as postgresql  # the server is made once for all tests of a process
from tests.club.conftest import run
from tests.club.starts import any_order, play_out, race
from tests.web.session import browser, portal, post, turn


@contextmanager
def full_disk(club: Club) -> Iterator[None]:
    """In this block, the database's files cannot grow: the system refuses, as it does on a full disk."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    path = str(club.database.engine.url.database)
    sizes = [each.stat().st_size for each in (Path(path), Path(f"{path}-wal")) if each.exists()]
    resource.setrlimit(resource.RLIMIT_FSIZE, (min(sizes), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")


def health_of(client: object) -> tuple[int, str]:
    """The status of `/healthz`, and what it says of the database."""
    answer = client.get("/healthz")  # type: ignore[attr-defined]
    return answer.status_code, answer.json()["database"]


@needs_limits
def test_on_a_full_disk_choices_are_refused_and_health_says_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "WRITTEN", -1.0)
    matches = [club.create("cycling", race(("human", "human")), here=[0, 1]).id for _ in range(3)]
    for each in matches:
        club.resolve(each)
    client = browser(club)
    assert health_of(client) == (200, "ok")
    asked = [(each, turn(client.get(f"/match/{each}/1").text)) for each in matches]
    orders = {each: club.look(each, 0).observation.write(any_order(club, each, 0, 1)) for each in matches}
    with full_disk(club):
        refused = [post(client, f"/match/{each}/1/choose", order=orders[each], turn=n) for each, n in asked]
        assert [each.status_code for each in refused] == [503] * 3
        assert "Nothing was changed" in refused[0].text
        assert health_of(client) == (503, "read-only")
        assert client.get(f"/match/{matches[0]}/1").status_code == 200, "pages can still be read"
    assert health_of(client) == (200, "ok"), "as soon as there is room again"
    assert [post(client, f"/match/{each}/1/choose", order=orders[each], turn=n).status_code for each, n in asked] == [
        200
    ] * 3


def test_a_write_is_tried_once_in_ten_seconds_however_many_ask(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    now, tries, fails = [100.0], list[float](), [True]

    def write() -> None:
        tries.append(now[0])
        if fails[0]:
            raise Unreachable("The database is not responding.")

    monkeypatch.setattr(health.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(club.database, "try_writing", write)

    async def visits() -> list[str]:
        check, said = DatabaseCheck(club), []
        for seconds in (0, 0.5, 1, 2, 2, 6, 6):
            now[0] += seconds
            fails[0] = now[0] < 103
            said.append(await check.state())
        return said

    assert portal().call(visits) == ["read-only", "read-only", "read-only", "ok", "ok", "ok", "ok"]
    assert tries == [100.0, 101.5, 103.5, 117.5], "after a failure each second, after a success each ten"


@pytest.mark.slow
def test_a_postgresql_that_only_reads_refuses_choices_and_health_says_so(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "WRITTEN", -1.0)
    run(postgresql, "CREATE DATABASE only_reads")
    club = open_club(postgresql % "only_reads")
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    club.resolve(made.id)
    client = browser(club)
    assert health_of(client) == (200, "ok")
    asked = turn(client.get(f"/match/{made.id}/1").text)
    order = club.look(made.id, 0).observation.write(any_order(club, made.id, 0, 1))
    run(postgresql, "ALTER DATABASE only_reads SET default_transaction_read_only = on")
    club.database.engine.dispose()
    assert health_of(client) == (503, "read-only")
    assert post(client, f"/match/{made.id}/1/choose", order=order, turn=asked).status_code == 503
    assert "read-only" not in client.get("/").text
    assert "breakaway_database_bytes" in client.get("/metrics").text
    assert "breakaway_disk_free_bytes" not in client.get("/metrics").text, "PostgreSQL does not tell"
    club.close()
    run(postgresql, "DROP DATABASE only_reads WITH (FORCE)")


def test_a_refused_write_is_an_outage_and_another_inner_error_of_a_database_is_a_bug(club: Club) -> None:
    fault = sqlite3.InternalError("cannot execute UPDATE in a read-only transaction")
    with pytest.raises(InternalError), club.database.writing():
        raise InternalError("UPDATE", {}, fault)
    fault.sqlstate = "25006"  # type: ignore[attr-defined]
    with pytest.raises(Unreachable), club.database.writing():
        raise InternalError("UPDATE", {}, fault)


def test_metrics_tell_the_size_of_the_database_the_room_on_its_disk_and_what_was_refused(club: Club) -> None:
    client = browser(club)
    lines = dict(each.rsplit(" ", 1) for each in client.get("/metrics").text.splitlines() if each[0] != "#")
    assert float(lines["breakaway_database_bytes"]) == club.database.size() > 100_000
    assert float(lines["breakaway_disk_free_bytes"]) > 0
    for budget in health.REFUSALS:
        assert lines[f'breakaway_refusals_total{{budget="{budget}"}}'] == "0.0"
    stranger = browser(club, here=False)
    for n in range(32):
        stranger.get(f"/seat/no-such-link-{n}")
    stranger.app.state.numbers.refuse("work")  # type: ignore[attr-defined]
    text = stranger.app.state.numbers.text().decode()  # type: ignore[attr-defined]
    assert 'breakaway_refusals_total{budget="address"} 2.0' in text
    assert 'breakaway_refusals_total{budget="work"} 1.0' in text


# --- error pages


@pytest.mark.parametrize("damage", ["another", "damaged", "gone"])
def test_a_page_that_fails_for_want_of_a_key_names_the_key_and_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    keys = tmp_path / "the-folder-of-the-keys"
    monkeypatch.setenv("BREAKAWAY_KEYS", str(keys))
    first = open_club(tmp_path / "club.sqlite")
    made = first.create("cycling", race(("human", "human")), here=[0, 1])
    first.resolve(made.id)
    first.close()
    key = keys / "secrets.key"
    if damage == "damaged":
        key.write_text("not a key")
    else:
        key.unlink()
    if damage == "another":
        open_club(tmp_path / "other.sqlite").database.keys.lock("text")
    club = open_club(tmp_path / "club.sqlite")
    client = browser(club)
    for where in (f"/match/{made.id}/1", f"/match/{made.id}/watch", f"/match/{made.id}", f"/match/{made.id}/zine"):
        answer = client.get(where)
        assert answer.status_code == 422, where
        assert "secrets.key" in answer.text
        assert str(tmp_path) not in answer.text
        assert keys.name not in answer.text
    assert str(key) in caplog.text, "but the log has the path"
    club.close()


def test_a_damaged_key_for_signatures_or_quotas_is_named_without_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = tmp_path / "the-folder-of-the-keys"
    keys.mkdir()
    for name in ("signing.key", "reply.key"):
        (keys / name).write_text("not a key")
    monkeypatch.setenv("BREAKAWAY_KEYS", str(keys))
    club = open_club(tmp_path / "club.sqlite")
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    client, stranger = browser(club), browser(club, here=False)
    answers = [client.get(where) for where in ("/key", f"/match/{made.id}/record", f"/match/{made.id}/check")]
    answers.append(post(stranger, "/quick/cycling", follow=False))
    for answer, name in zip(answers, ["signing.key"] * 3 + ["reply.key"], strict=True):
        assert answer.status_code == 422
        assert f"{name} is damaged: restore it from a backup" in answer.text
        assert keys.name not in answer.text
    club.close()


# --- https


def test_over_https_a_browser_is_told_to_come_back_over_https_only(club: Club) -> None:
    app = make_app(club)

    def headers(scheme: str, path: str = "/rules/football") -> dict[bytes, bytes]:
        sent: list[dict[str, object]] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "scheme": scheme,
            "headers": [(b"host", b"table.example")],
            "client": ("192.0.2.7", 1),
            "server": ("table.example", 443),
            "state": {},
        }
        portal().call(app, scope, receive, send)
        return dict(sent[0]["headers"])  # type: ignore[call-overload, no-any-return]

    for path in ("/rules/football", "/no/such/page", "/static/page.css"):
        assert headers("https", path)[b"strict-transport-security"] == b"max-age=31536000"
        assert b"strict-transport-security" not in headers("http", path)
