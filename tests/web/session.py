"""Browsers without a screen: they follow redirects, keep cookies, and press buttons by reading the page."""

from __future__ import annotations

import re
import threading
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from html import unescape
from typing import Any

import anyio
import httpx2
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seats import NoSuchSeat
from breakaway.server.request_checks import LOCAL_NAMES, Identity
from breakaway.web.app import make_app
from tests.club.starts import device_of, sit

NAME = "a-browser-of-the-tests-1"
_tokens: dict[str | None, str] = {}  # of forms, by the browser's cookie: they depend on nothing else


@cache
def portal() -> BlockingPortal:
    """One event loop for all browsers, as a server has one: starting one takes as long as many a page."""
    ready: Future[BlockingPortal] = Future()

    async def serve() -> None:
        async with BlockingPortal() as made:
            ready.set_result(made)
            await made.sleep_until_stopped()

    threading.Thread(target=anyio.run, args=(serve,), daemon=True).start()
    return ready.result()


class InProcess(httpx2.BaseTransport):
    """Hands a request to the app and takes the whole answer at once.

    Starlette's own client changes threads seven times a request, which takes longer than most pages.
    """

    def __init__(self, app: Starlette, client: str) -> None:
        self.app, self.client = app, client

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The app's answer. What the app raises after its page about an error is dropped, as a server drops it."""
        url = request.url
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": url.path,
            "raw_path": url.raw_path.split(b"?")[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(key.lower(), value) for key, value in request.headers.raw],
            "client": (self.client, 5000),
            "server": (url.host, url.port or 80),
            "state": {},
        }
        return portal().call(self.answer, scope, request.read())

    async def answer(self, scope: dict[str, Any], body: bytes) -> httpx2.Response:
        """What the app sends for this request."""
        sent: list[Any] = []
        unread = [{"type": "http.request", "body": body}]

        async def receive() -> Any:
            if not unread:
                await anyio.sleep_forever()
            return unread.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        with suppress(Exception):
            await self.app(scope, receive, send)
        head = sent[0]
        text = b"".join(each["body"] for each in sent[1:] if each["type"] == "http.response.body")
        return httpx2.Response(
            head["status"], headers=head["headers"], content=b"" if scope["method"] == "HEAD" else text
        )


def browser(
    club: Club, name: str = NAME, here: bool = True, tokens: tuple[str, ...] = (), address: str = ""
) -> TestClient:
    """A browser with JavaScript off. `here`: the owner's. It sits down by the invitations in `tokens`.

    `address`: the server's, perhaps with a base path, which precedes the paths that the browser is told to open.
    """
    where = address.rstrip("/") or ("http://localhost" if here else "http://table.example")
    app = make_app(club, [*LOCAL_NAMES, Identity(where).name], address=f"{where}/")
    made = TestClient(app, base_url=where, raise_server_exceptions=False)
    made._transport = InProcess(app, "127.0.0.1" if here else "192.0.2.7")
    made.cookies.set("browser", name)
    made.cookies.set("device", f"the-device-of-{name}")
    if here:
        made.cookies.set("owner", app.state.owners.come(app.state.owners.new_code()))
    for token in tokens:
        with suppress(NoSuchSeat):  # it sits there already
            sit(club, token)
    if tokens:
        made.cookies.set("seats", ".".join(map(device_of, tokens)))
    return made


def queries(app: Any) -> list[tuple[str, list[str]]]:
    """Every address of the app that answers to GET, with the names of what it reads after the question mark."""
    routes = [each for each in app.router.routes if "GET" in (getattr(each, "methods", None) or ())]
    return [(each.path, [field.alias for field in each.dependant.query_params]) for each in routes]


def csrf(text: str) -> str:
    """The token in a page's forms."""
    found = re.search(r'name="csrf" value="([^"]+)"', text)
    assert found, "the page has no form"
    return found[1]


def post(client: TestClient, where: str, follow: bool = True, **fields: Any) -> Any:
    """Sends a form with the token that is in this browser's forms."""
    if client.cookies.get("browser") not in _tokens:
        text = client.get("/rules/football").text
        _tokens[client.cookies.get("browser")] = csrf(text)
    token = _tokens[client.cookies.get("browser")]
    return client.post(where, data={"csrf": token, **fields}, follow_redirects=follow)


def orders(text: str) -> list[str]:
    """The values of all buttons that choose, in the page's order."""
    return [unescape(value) for value in re.findall(r'<button[^>]* name="order" value="([^"]*)"', text)]


def ticks(text: str) -> list[str]:
    """The values of all cards that can be ticked."""
    return [unescape(value) for value in re.findall(r'name="pick" value="([^"]*)"', text)]


def turn(text: str) -> str:
    """The turn of the page's form."""
    found = re.search(r'name="turn" value="(\d+)"', text)
    return found[1] if found else ""
