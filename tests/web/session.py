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
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seats import NoSuchSeat
from breakaway.web.app import make_app
from breakaway.web.guard import LOCAL_NAMES
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


def browser(club: Club, name: str = NAME, here: bool = True, tokens: tuple[str, ...] = ()) -> TestClient:
    """A browser with JavaScript off. `here`: the owner's. It sits down by the invitations in `tokens`."""
    app = make_app(club, LOCAL_NAMES if here else None)
    where = "http://localhost" if here else "http://table.example"
    made = TestClient(
        app, base_url=where, client=("127.0.0.1" if here else "192.0.2.7", 5000), raise_server_exceptions=False
    )
    made.portal = portal()
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
