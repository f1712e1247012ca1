"""Connections that do nothing or too little: they end, and they leave room for others."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.server import background, connections
from breakaway.server.background import JSON, handler_for
from breakaway.server.connections import LimitedListener, most_connections
from breakaway.server.request_checks import LOCAL_NAMES, Bounds
from breakaway.web.app import make_app
from breakaway.web.serve import server_of
from tests.club.starts import football_match

PAGE = b"GET /rules/fate HTTP/1.1\r\nHost: localhost\r\n"


def at_door(bounds: Bounds, proxy: str | None = None) -> LimitedListener:
    """A door on a free port."""
    made = LimitedListener(socket.AF_INET, socket.SOCK_STREAM)
    made.bind(("127.0.0.1", 0))
    made.listen(128)
    made.watch_over(bounds, proxy)
    return made


Opened = Callable[..., tuple[LimitedListener, int]]


@pytest.fixture
def opened(club: Club) -> Iterator[Opened]:
    """Opens a server with such bounds."""
    running = []

    def start(bounds: Bounds) -> tuple[LimitedListener, int]:
        listening = at_door(bounds)
        server = server_of(make_app(club, LOCAL_NAMES, bounds=bounds))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        running.append((server, thread))
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        return listening, listening.getsockname()[1]

    yield start
    for server, thread in running:
        server.should_exit = True
        thread.join(20)


def comes(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection(("127.0.0.1", port), 20, (source, 0))


def heard(line: socket.socket) -> bytes:
    """All that the server says, until it hangs up."""
    found = b""
    try:
        while chunk := line.recv(65536):
            found += chunk
    except ConnectionResetError:
        pass
    return found


def page(port: int, source: str) -> int:
    """The status of a page for a visitor from this address."""
    line = HTTPConnection("127.0.0.1", port, 20, (source, 0))
    line.request("GET", "/rules/fate", headers={"Host": "localhost"})
    status = line.getresponse().status
    line.close()
    return status


def test_the_end_of_an_answer_does_not_wait_until_the_browser_has_confirmed_its_beginning() -> None:
    """Together with delayed confirmations, Nagle's algorithm added 40 ms to small answers on connections in use."""
    inside = at_door(Bounds())
    line = comes(inside.getsockname()[1])
    guest, _address = inside.accept()

    async def is_sent_at_once() -> bool:
        transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, guest)
        found = guest.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        transport.abort()
        return found

    assert asyncio.run(is_sent_at_once())
    line.close()
    inside.close()


def test_requests_that_come_at_once_from_one_address_are_read_one_after_another(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the same, each is answered, and none is lost or out of order."""
    rounds: list[int] = []
    read = connections.H11Protocol.data_received

    def noted(line: connections.WatchedConnection, data: bytes) -> None:
        """Counts what is read in one round of the event loop."""
        if not rounds or rounds[-1] == 0:
            line.loop.call_soon(rounds.append, 0)
            rounds.append(1)
        else:
            rounds[-1] += 1
        read(line, data)

    monkeypatch.setattr(connections.H11Protocol, "data_received", noted)
    _listening, port = opened(Bounds())
    lines = [comes(port, "127.0.0.9") for _ in range(60)]
    for n, line in enumerate(lines):
        line.sendall(b"GET /static/nothing-%d HTTP/1.1\r\nHost: localhost\r\n" % n)
    for line in lines:
        line.sendall(b"\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n")
    lines[7].close()
    for line in lines[:7] + lines[8:]:
        line.sendall(b"Connection: close\r\n\r\n")
        said = heard(line)
        assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"404", b"200"]
    assert max(rounds) <= 2, "in a round of the event loop, a new turn can follow the last one"


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
MANY = b"a:b\r\n" * 150


@pytest.mark.parametrize(
    "pieces",
    [
        [GET + MANY + b"\r\n"],
        [GET + MANY],
        [GET, *[b"a:b\r\n" * 30] * 5],
        [GET + b"\r\n" + GET + MANY + b"\r\n"],
        [GET + b"\r\n", GET + b"a:b\r\n" * 90, b"a:b\r\n" * 90 + b"\r\n"],
    ],
    ids=["at once", "without an end", "in pieces", "behind another request", "after another request"],
)
def test_a_request_with_more_headers_than_any_browser_sends_is_refused_before_they_are_read(
    opened: Opened, pieces: list[bytes]
) -> None:
    """2,500 of them took 5 ms, while nobody else was served."""
    _listening, port = opened(Bounds())
    line = comes(port)
    for piece in pieces:
        line.sendall(piece)
        time.sleep(0.05)
    said = heard(line)
    before = [b"200"] if GET + b"\r\n" in pieces[0] else []
    assert re.findall(rb"HTTP/1.1 (\d+)", said) == [*before, b"431"]
    line = comes(port)
    line.sendall(GET + b"a:b\r\n" * 90 + b"Connection: close\r\n\r\n")
    assert heard(line).startswith(b"HTTP/1.1 200"), "as many as proxies may add"


@pytest.mark.parametrize("name", [b"Transfer-Encoding", b"transfer-encoding", b"TRANSFER-ENCODING"])
@pytest.mark.parametrize("first", [b"", GET + b"\r\n"], ids=["alone", "behind another request"])
def test_a_body_in_chunks_is_refused_before_it_is_read(opened: Opened, name: bytes, first: bytes) -> None:
    """No browser sends one. 40,000 chunks of one byte, which come in one piece, kept everybody waiting for a second."""
    _listening, port = opened(Bounds())
    line = comes(port)
    line.sendall(first + b"POST /upload HTTP/1.1\r\nHost: localhost\r\n" + name + b": chunked\r\n\r\n1\r\nx\r\n")
    assert re.findall(rb"HTTP/1.1 (\d+)", heard(line)) == [*([b"200"] if first else []), b"411"]


def test_what_a_body_says_is_no_header(opened: Opened) -> None:
    _listening, port = opened(Bounds())
    body = b"Transfer-Encoding: chunked\r\n" * 200 + b"\r\n"
    line = comes(port)
    head = b"POST /theme HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    line.sendall(head + body[:3000])
    time.sleep(0.05)
    line.sendall(body[3000:])
    assert heard(line).startswith(b"HTTP/1.1 403")


def test_a_door_takes_so_many_from_one_address_and_so_many_altogether(caplog: pytest.LogCaptureFixture) -> None:
    inside = at_door(Bounds(connections=20, for_each=8))
    port = inside.getsockname()[1]
    lines, guests = [], []

    def enter(source: str) -> bool:
        lines.append(comes(port, source))
        try:
            guests.append(inside.accept()[0])
        except BlockingIOError:
            return False
        return True

    assert [enter("127.0.0.1") for _ in range(10)] == [True] * 8 + [False] * 2
    assert heard(lines[-1]).startswith(b"HTTP/1.1 503 ")
    assert [enter("127.0.0.2") for _ in range(8)] == [True] * 8
    assert [enter("127.0.0.3") for _ in range(5)] == [True] * 4 + [False], "20 are all"
    assert inside.refused == 3
    guests[0].close()
    guests[0].close()
    assert enter("127.0.0.3")
    assert not enter("127.0.0.3")
    assert "one was refused" in caplog.text
    for each in (*lines, *guests):
        each.close()
    assert not inside.open
    inside.close()


def test_a_door_at_which_nobody_waits_is_no_trouble_and_one_that_is_closed_leaves_its_port(
    caplog: pytest.LogCaptureFixture,
) -> None:
    inside = at_door(Bounds())
    port = inside.getsockname()[1]
    inside.setblocking(False)
    with pytest.raises(BlockingIOError):
        inside.accept()
    assert not caplog.records, "this is how it always ends when all who waited are in"
    inside.close()
    inside.close()
    assert inside.fileno() == -1
    with pytest.raises(ConnectionRefusedError):
        comes(port)


def test_an_address_that_comes_and_leaves_too_fast_is_refused_until_it_slows_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "COMING", 5)
    monkeypatch.setattr(connections, "REMEMBERED", 3)
    inside, now = at_door(Bounds()), [1000.0]
    inside.clock = lambda: now[0]  # type: ignore[method-assign, assignment]

    def comes_and_leaves(source: str = "127.0.0.1") -> bool:
        with comes(inside.getsockname()[1], source):
            try:
                inside.accept()[0].close()
            except BlockingIOError:
                return False
        return True

    assert [comes_and_leaves() for _ in range(7)] == [True] * 5 + [False] * 2
    assert comes_and_leaves("127.0.0.2"), "somebody else"
    assert inside.refused == 2
    now[0] += 1.5 / connections.AGAIN
    assert [comes_and_leaves() for _ in range(2)] == [True, False]
    now[0] += 10
    assert [comes_and_leaves() for _ in range(6)] == [True] * 5 + [False]
    for n in range(3, 9):
        assert comes_and_leaves(f"127.0.0.{n}")
    assert len(inside._came) == 3
    inside.close()


def test_a_proxy_brings_everybody() -> None:
    inside = at_door(Bounds(connections=20, for_each=8), "127.0.0.1")
    lines = [comes(inside.getsockname()[1]) for _ in range(20)]
    guests = [inside.accept()[0] for _ in range(20)]
    for each in (*lines, *guests, inside):
        each.close()


def test_the_door_stays_below_the_number_of_files_that_can_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((256, 156), (1024, 896), (20, 16), (10**6, 4096)):
        monkeypatch.setattr(connections, "files", lambda files=files: files)
        assert most_connections(Bounds()) == most


def test_a_system_without_a_limit_of_open_files_has_room_for_all_that_the_server_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no limit of open files")
    for soft, most in ((1024, 896), (resource.RLIM_INFINITY, Bounds().connections)):
        monkeypatch.setattr(resource, "getrlimit", lambda which, soft=soft: (soft, resource.RLIM_INFINITY))
        assert most_connections(Bounds()) == most


def test_a_door_refuses_cleanly_when_no_file_is_left(caplog: pytest.LogCaptureFixture) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no limit of open files to lower")
    inside = at_door(Bounds())
    line = comes(inside.getsockname()[1])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(inside.fileno(), line.fileno()) + 1, hard))
    held = []
    try:
        while True:
            held.append(socket.socket())
    except OSError:
        pass
    try:
        with pytest.raises(BlockingIOError):
            inside.accept()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert heard(line).startswith(b"HTTP/1.1 503 ")
    assert "no connection can be taken: Too many open files" in caplog.text
    for each in (*held, line, inside):
        each.close()


@pytest.mark.slow
def test_whoever_sends_too_little_or_takes_in_nothing_is_cut_off(club: Club, opened: Opened) -> None:
    made = club.create("football", football_match())
    inside, port = opened(Bounds(header=1, idle=1, body=3))
    silent, half, slow, honest = (comes(port) for _ in range(4))
    half.sendall(PAGE)
    slow.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
    honest.sendall(b"GET /match/" + made.id.encode() + b"/watch/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    began = time.monotonic()
    for _ in range(40):  # a byte now and then does not help
        try:
            half.sendall(b"X: y\r\n")
            slow.sendall(b"x")
        except OSError:
            break
        time.sleep(0.1)
    assert heard(silent) == heard(half) == b""
    assert b" 200 " not in heard(slow)
    assert time.monotonic() - began < 20
    honest.setblocking(False)
    assert honest.recv(65536).startswith(b"HTTP/1.1 200 ")
    while sum(inside.open.values()) > 1 and time.monotonic() - began < 20:  # the server's end closes a moment later
        time.sleep(0.1)
    assert sum(inside.open.values()) == 1, "the stream, which goes on as long as it likes"
    for each in (silent, half, slow, honest):
        each.close()


@contextmanager
def served(place: Path, files: int) -> Iterator[tuple[int, int]]:
    """A server in a process of its own that may open so many files. Gives its port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    run = (
        f"ulimit -n {files}; exec {sys.executable} -c 'from breakaway.cli.main import main; main()' serve --port {port}"
    )
    environment = {**os.environ, "BREAKAWAY_HOME": str(place), "PYTHONUNBUFFERED": "1"}
    environment["BREAKAWAY_KEYS"] = str(place / "keys")
    with (place / "log").open("w") as log:
        server = subprocess.Popen(["sh", "-c", run], env=environment, stdout=subprocess.PIPE, stderr=log)
        assert server.stdout
        server.stdout.readline()
        try:
            yield port, server.pid
        finally:
            server.terminate()
            server.communicate(timeout=30)


def memory(process: int) -> int:
    """The most memory that a process has had, in MiB."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", text)[0]) // 1024


@pytest.mark.slow
def test_three_hundred_idle_sockets_keep_nobody_out_and_fill_no_log(tmp_path: Path) -> None:
    with served(tmp_path, files=256) as (port, process):
        assert page(port, "127.0.0.2") == 200
        before = memory(process)
        crowd = [comes(port) for _ in range(300)]
        assert [page(port, "127.0.0.2") for _ in range(20)] == [200] * 20
        assert memory(process) - before < 50
        assert len(list(Path(f"/proc/{process}/fd").iterdir())) < 200
        for each in crowd:
            each.close()
    lines = (tmp_path / "log").read_text().splitlines()
    assert 1 <= len(lines) < 5, lines[:10]


def upload(port: int, source: str, record: bytes) -> int:
    """The status of a record that a visitor from this address uploads."""
    line = HTTPConnection("127.0.0.1", port, 300, (source, 0))
    line.request("GET", "/upload", headers={"Host": "localhost"})
    form = line.getresponse()
    token = re.findall(rb'name="csrf" value="([^"]+)"', form.read())[0]
    cookie = "; ".join(each.partition(";")[0] for each in form.headers.get_all("Set-Cookie", []))
    part = b"--edge\r\nContent-Disposition: form-data; name=%s\r\n\r\n%s\r\n"
    body = part % (b'"csrf"', token) + part % (b'"record"; filename="x.match"', record) + b"--edge--\r\n"
    headers = {"Host": "localhost", "Cookie": cookie, "Content-Type": "multipart/form-data; boundary=edge"}
    line.request("POST", "/upload", body, headers)
    status = line.getresponse().status
    line.close()
    return status


@pytest.mark.slow
def test_twenty_who_upload_the_largest_record_at_once_fill_no_memory(tmp_path: Path) -> None:
    lists = b'{"kind":"turn","seal":"","x":[' + b"[]," * 200_000 + b"[]]}\n"
    text = b'{"kind":"turn","seal":"","x":"' + b"x" * (4 * 2**20 - len(lists) - 33) + b'"}\n'
    record = lists + text
    with served(tmp_path, files=256) as (port, process):
        assert upload(port, "127.0.0.2", b"no record") == 422
        before = memory(process)
        with ThreadPoolExecutor(20) as pool:
            sent = list(pool.map(lambda n: upload(port, f"127.0.0.{n}", record), range(10, 30)))
        assert set(sent) == {422}
        assert memory(process) - before < 150, "one at a time is read"


def test_the_log_has_one_line_for_a_thousand_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    log, made = logging.getLogger("tests.of.logs"), handler_for(JSON)
    log.addHandler(made)
    log.propagate = False
    for n in range(2500):
        log.warning("visitor %s was refused", n)
    for _ in range(3):
        try:
            raise ValueError("a fault")
        except ValueError:
            log.exception("%s %s", "GET", "/seat/{invitation}")
    for _ in range(2):
        log.error("a fault that nobody raised", exc_info=ValueError("of its own"))
    log.removeHandler(made)
    lines = capsys.readouterr().err.splitlines()
    found = [json.loads(each) for each in lines]
    assert [each["message"] for each in found] == [
        "visitor 0 was refused",
        "visitor 1000 was refused (and 999 more like it)",
        "visitor 2000 was refused (and 999 more like it)",
        "GET /seat/{invitation}",
        "a fault that nobody raised",
    ]
    assert "ValueError: a fault" in found[-2]["traceback"]
    assert found[0]["level"] == "warning"


def test_of_countless_different_messages_only_the_newest_are_remembered() -> None:
    repeats = background.Repeats()

    def passes(n: int) -> bool:
        return repeats.filter(logging.LogRecord("tests", logging.WARNING, "a.py", 1, f"message {n}", (), None))

    assert all(passes(n) for n in range(background.MOST + 1))
    assert not passes(background.MOST)
    assert passes(0), "this one was forgotten, so it counts as new"
