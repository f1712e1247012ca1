"""A club of its own for each test, and real servers for streams and browsers."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Playwright
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from breakaway.club import club as shelf
from breakaway.club.club import Club, open_club
from breakaway.club.database import utc_now
from breakaway.club.seats import Owners
from breakaway.records.match import Start
from breakaway.server.live_pages import Hub
from breakaway.server.request_checks import LOCAL_NAMES
from breakaway.web.app import make_app
from breakaway.web.serve import server_of
from tests.club.starts import sit
from tests.web.screens import CHROMIUM, FLAGS, WITHOUT_WINDOWS
from tests.web.twins import NAME, STOPPED, Listening, Sample, Twins, Two, token


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new club's file."""
    path = tmp_path_factory.mktemp("web") / "made.sqlite"
    open_club(path).close()
    return path


@pytest.fixture
def clubs(empty: Path, tmp_path: Path) -> Iterator[Callable[[], Club]]:
    """Makes new clubs."""
    made: list[Club] = []

    def make() -> Club:
        path = tmp_path / f"club{len(made)}.sqlite"
        shutil.copy(empty, path)
        made.append(open_club(path))
        return made[-1]

    yield make
    for club in made:
        club.close()


@pytest.fixture
def club(clubs: Callable[[], Club]) -> Club:
    """A new club."""
    return clubs()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that compare all that leaves a club do so with a sample of it, and, slowly, with everything."""
    if "thorough" in metafunc.fixturenames and "everything" in metafunc.function.__code__.co_names:
        each = [pytest.param(False, id="some"), pytest.param(True, id="all", marks=pytest.mark.slow)]
        metafunc.parametrize("thorough", each, indirect=True)


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether `everything` is everything."""
    return bool(getattr(request, "param", True))


@pytest.fixture
def twins(clubs: Callable[[], Club], monkeypatch: pytest.MonkeyPatch, thorough: bool) -> Two:
    """The same match in two clubs, begun at the same moment; its people's links are the same, too."""
    monkeypatch.setattr(Sample, "on", not thorough)
    monkeypatch.setattr(shelf, "new_id", lambda: NAME)
    monkeypatch.setattr("breakaway.club.seats.secrets.choice", lambda some: some[0])  # codes and phrases

    def make(game: str, start: Callable[[], Start]) -> Twins:
        made = []
        for _ in range(2):
            tokens = iter([token(n) for n in range(12)])
            monkeypatch.setattr("breakaway.club.seats.new_token", tokens.__next__)
            club = clubs()
            club.database.now = lambda: STOPPED
            for invitation in club.create(game, start()).tokens.values():
                sit(club, invitation)
            club.database.now = utc_now
            club.resolve(NAME)
            made.append(club)
        return made[0], made[1]

    return make


def _no_script(request: Request) -> Response:
    return Response("", media_type="text/javascript")


class Serve:
    """Serves clubs on this machine, each on a free port or on the one that is named."""

    def __init__(self) -> None:
        self.running: dict[str, tuple[uvicorn.Server, threading.Thread]] = {}
        self.owners: dict[str, Owners] = {}
        self.hubs: dict[str, Hub] = {}

    def __call__(self, club: Club, port: int = 0, proxy: str | None = None, links: bool = False, root: str = "") -> str:
        """The address of a server that is up, perhaps behind a proxy. `root`: its base path, such as `/games`.

        Unless `links` is set, browsers add no random numbers of their own: a match's secret alone decides its dice.
        """
        listening = socket.create_server(("127.0.0.1", port))
        address = f"http://localhost:{listening.getsockname()[1]}"
        app = make_app(club, LOCAL_NAMES, address=f"{address}{root}/")
        if not links:
            app.router.routes.insert(0, Route("/static/links.js", _no_script))
        server = server_of(app, proxy)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        self.running[address] = server, thread
        self.owners[address], self.hubs[address] = app.state.owners, app.state.hub
        return address

    def home(self, club: Club, *pages: Page, address: str = "") -> str:
        """The address of a server, perhaps one that is up, whose owner these pages' browsers belong to."""
        address = address or self(club)
        owners = self.owners[address]
        for page in pages:
            secret = owners.come(owners.new_code())
            page.context.add_cookies([{"name": "owner", "value": secret, "url": address}])
        return address

    def stop(self, address: str) -> None:
        """Ends a server as Ctrl-C does."""
        server, thread = self.running.pop(address)
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "open streams keep the server from stopping"


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Servers for one test."""
    servers = Serve()
    yield servers
    for address in list(servers.running):
        servers.stop(address)


@pytest.fixture
def streams() -> Iterator[list[Listening]]:
    """Streams that end with the test."""
    made: list[Listening] = []
    yield made
    for each in made:
        each.done.set()


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser: with windows, as people have it, where a file sets WITH_WINDOWS. A skip says why there is none."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("no Chromium on the PATH: apt install chromium")
    program = CHROMIUM if getattr(request.module, "WITH_WINDOWS", False) else WITHOUT_WINDOWS
    playwright: Playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
