"""Runs in the browser's worker, on Pyodide: the web app itself answers what the page's service worker hands over.

A browser's Python has no threads, no sockets and no cryptography. So work that the server gives to threads is done at
once, secrets are stored as they are, and records are unsigned. Everything else is the server's own code.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AsyncExitStack
from http.cookies import SimpleCookie
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from breakaway.core.state import json_of

if TYPE_CHECKING:
    from fastapi import FastAPI

    from breakaway.club.club import Club
    from breakaway.club.kept_folder import KeptFolder

T = TypeVar("T")
Headers = Sequence[tuple[str, str]]
DATABASE = "club.sqlite"
COOKIES = "cookies.json"
SETS = "sets.sqlite"
# The pages stand in the shell's frame, which the server's own policy forbids.
FRAME = ("frame-ancestors 'none'", "frame-ancestors 'self'")


class AtOnce(Executor):
    """An executor without threads: a piece of work is done when it is handed in."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Calls `fn` with `args` and `kwargs`, and returns its finished future."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class UnusedModels(ModuleType):
    """FastAPI's models of a documented API, which the app has not: to make them takes a tenth of the start. Whatever is
    imported from here is an empty class.
    """

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def prepare() -> None:
    """Fits Python to a browser. Must run before anything of the web app is imported."""
    import anyio.to_thread

    async def run_sync(func: Callable[..., T], *args: Any, **_options: Any) -> T:
        return func(*args)

    anyio.to_thread.run_sync = run_sync  # type: ignore[assignment]
    sys.modules.setdefault("fastapi.openapi.models", UnusedModels("fastapi.openapi.models"))
    if not hasattr(time, "thread_time"):
        time.thread_time = time.process_time


class CookieJar:
    """The cookies of the one browser that there is, in the file at `path`: a service worker can neither read nor set
    the browser's own. The app gives all of its cookies the same path, so a name is enough.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        text = path.read_text("utf-8") if path.exists() else ""
        self._kept: dict[str, str] = json_of(text) if text else {}

    def get(self, name: str) -> str:
        """The value of a cookie, or an empty text."""
        return self._kept.get(name, "")

    @property
    def header(self) -> str:
        """The Cookie header of a request."""
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def take(self, given: str) -> None:
        """Keeps what one Set-Cookie header says, or removes a cookie that it ends."""
        for name, each in SimpleCookie(given).items():
            self._kept.pop(name, None)
            if each["max-age"] != "0":
                self._kept[name] = each.coded_value
        self._path.write_text(json.dumps(self._kept), "utf-8")


class Site:
    """The app in the browser. `begin` makes it."""

    def __init__(
        self, app: FastAPI, club: Club, jar: CookieJar, files: KeptFolder, address: str, languages: str
    ) -> None:
        self.app, self.club, self.jar, self.files, self._languages = app, club, jar, files, languages
        self._address = urlsplit(address)
        self._tasks = AsyncExitStack()

    async def start(self) -> None:
        """Starts the app's background tasks."""
        await self._tasks.enter_async_context(self.app.router.lifespan_context(self.app))

    async def stop(self) -> None:
        """Ends the background tasks and closes the database."""
        await self._tasks.aclose()
        self.files.close()
        self.club.close()

    async def answer(
        self,
        method: str,
        url: str,
        headers: Headers,
        body: bytes,
        head: Callable[[int, list[tuple[str, str]]], Awaitable[None] | None],
        send: Callable[[bytes], Awaitable[None] | None],
        left: asyncio.Event | None = None,
    ) -> None:
        """Answers one request.

        `method`, `url` (its path and query), `headers` and `body` are the request's. Calls `head` once with the status
        and the headers of the answer, then `send` with each part of its body. `left`: set when nobody reads any more.
        """
        found, left = urlsplit(url), left or asyncio.Event()
        scope = self._scope(method, found.path, found.query, headers)
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": body, "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def sent(message: Mapping[str, Any]) -> None:
            done = None
            if message["type"] == "http.response.start":
                if method != "GET":
                    self.files.keep()  # before the answer says that it was done
                done = head(message["status"], self._kept(message["headers"]))
            elif message.get("body"):
                done = send(bytes(message["body"]))
            if done is not None:
                await done

        await self.app(scope, receive, sent)

    def _scope(self, method: str, path: str, query: str, headers: Headers) -> dict[str, Any]:
        netloc = self._address.netloc
        said = [(name.lower(), value) for name, value in headers if name.lower() not in ("host", "cookie")]
        said += [("host", netloc), ("cookie", self.jar.header), ("accept-language", self._languages)]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": self._address.scheme,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in said],
            "client": ("127.0.0.1", 1),
            "server": (self._address.hostname or "localhost", 80),
            "state": {},
        }

    def _kept(self, headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
        """The headers of an answer as a service worker can give them."""
        said = []
        for name, value in ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers):
            if name == "set-cookie":
                self.jar.take(value)
            elif name == "content-security-policy":
                said.append((name, value.replace(*FRAME)))
            elif name != "content-length":
                said.append((name, value))
        return said


async def begin(address: str, folder: str, languages: str) -> Site:
    """The site at this `address` (the full URL of its front page), with its files in this `folder`.

    `languages`: those of the visitor, the best first, with commas between them.

    Raises UserError if the database there is newer than this program.
    """
    prepare()
    from breakaway.club.club import Club
    from breakaway.club.database import PlainKeys, open_database
    from breakaway.club.kept_folder import KeptFolder
    from breakaway.records.record_file import LARGEST, data_folder
    from breakaway.server.long_tasks import JobQueue
    from breakaway.server.request_checks import Bounds
    from breakaway.web.app import make_app
    from breakaway.web.pages import environment

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    database = open_database(place / DATABASE)
    database.keys = PlainKeys(place)
    club = Club(database)
    app = make_app(club, address=address, bounds=Bounds(record=LARGEST), alone=True)
    app.state.workshop = JobQueue(app.state.budgets, executor=lambda _name: AtOnce())
    environment(app.state.identity.base_path).globals["in_folder"] = True
    jar = CookieJar(place / COOKIES)
    files = KeptFolder(place / SETS, data_folder())  # in a browser, nothing else is in there
    site = Site(app, club, jar, files, address, languages)
    _let_in(app, jar)
    await site.start()
    return site


def _let_in(app: FastAPI, jar: CookieJar) -> None:
    """Gives this browser the rights of the owner, which it has: nobody else can come here."""
    from breakaway.server.visitors import OWNER

    owners = app.state.owners
    if not owners.knows(jar.get(OWNER)):
        jar.take(f"{OWNER}={owners.come(owners.new_code())}")
