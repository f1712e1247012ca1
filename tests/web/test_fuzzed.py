"""Thousands of requests that nobody would send, to every address: the server answers each, and never with a fault.

Whatever name and path they use, no answer leads away from the server's own address.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.core.language import as_sentence
from breakaway.records.match import Start
from breakaway.server import budgets, visitors
from breakaway.server.request_checks import Identity
from breakaway.web.app import make_app
from tests.club.starts import device_of, fate_match, football_match, play_out, race, sit
from tests.depth import DEPTH
from tests.web.session import NAME, csrf, portal, queries

AT_ONCE = 50  # requests in one example
LONGEST = 20.0  # seconds for one of them, on a machine that does other things as well
STREAMS = re.compile(r".*/stream")
FIELDS = (
    *("order", "turn", "pick", "free", "draft", "typed", "seat", "device", "code", "name", "link", "theme", "language"),
    *("back", "title", "standing", "ruling", "anchor", "time", "late", "delay", "seat.1", "house.flags", "part.1"),
    *("public", "physical", "how", "phrase", "record", "digit", "said", "links", "link.0"),
)
ODD = st.one_of(
    st.sampled_from(
        ("", "0", "1", "2", "-1", "9" * 9, "9" * 30, "1.5", "x", "watch", "\x00", "../..", "%", "{x}", "[]")
    ),
    st.text(max_size=12),
)
CODES = st.lists(st.integers(0, 40), min_size=1, max_size=20).map(lambda codes: ".".join(map(str, codes)))
HEADERS = (
    *("accept-language", "range", "if-none-match", "if-modified-since", "last-event-id", "cookie", "hx-request"),
    *("user-agent", "x-forwarded-for", "authorization", "accept-encoding", "content-type", "expect", "origin"),
)
STARTS: tuple[tuple[str, Callable[[], Start]], ...] = (
    ("football", football_match),
    ("fate", fate_match),
    ("cycling", lambda: race(("human", "human"))),
    ("cycling", lambda: race(("human", "human"), profile="spy")),
)
ADDRESSES = ("http://table.example/", "https://table.example/games/")
HOSTS = (
    "evil.example",
    "http://[",
    "evil.example:80",
    "table.example/x?",
    "x@evil.example",
    "[::1",
    "evil.example, table.example",
)
TOLD = re.compile(r'<p class="(?:lead|refused)"[^>]*>([^<]*)')  # why a page was refused
TURNS = (0, 1, 2, 5)  # how far the matches are: in other phases


@dataclass
class World:
    """A server with matches in all states, and what is worth putting into its addresses."""

    client: TestClient
    routes: list[tuple[str, list[str]]]
    names: dict[str, list[str]]
    asked: dict[str, list[str]]  # what each address reads after its question mark
    token: str
    cookies: dict[str, str]
    identity: Identity


@pytest.fixture(params=ADDRESSES)
def world(club: Club, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> World:
    """Matches that are over, that run, and that wait for players; the browser plays in those that run.

    The server answers to any name; its own address has a base path or none.
    """
    for module, name in ((visitors, "WRONG"), (visitors, "OPENED"), (budgets, "PAGES")):
        monkeypatch.setattr(module, name, 60 if name == "OPENED" else 10**9)
    over = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, over.id)
    made = [club.create(game, start(), visibility="public") for game, start in STARTS for _turns in TURNS]
    for each, turns in zip(made, TURNS * len(STARTS), strict=True):
        for token in each.tokens.values():
            sit(club, token)
        play_out(club, each.id, turns=turns)
    empty = club.create("football", football_match(), visibility="public")
    app = make_app(club, address=request.param)
    client = TestClient(app, base_url="http://table.example", raise_server_exceptions=False)
    client.portal = portal()
    cookies = {"browser": NAME, "seats": ".".join(device_of(each.tokens[0]) for each in made)}
    client.cookies = cookies  # type: ignore[assignment]
    routes = [(route.path, sorted(getattr(route, "methods", None) or ["GET"])) for route in app.router.routes]
    names = {
        "match_id": [over.id, *(each.id for each in made), empty.id],
        "place": ["1", "1", "1", "2", "watch"],
        "name": ["football", "fate", "cycling", "page.css", "1"],
        "invitation": list(empty.tokens.values()),
        "rule": ["BF-041", "FATE-1"],
    }
    routes.sort(key=lambda route: -route[0].count("/"))  # what is first is drawn most often
    asked = {path: keys for path, keys in queries(app) if keys}
    routes += [(path, ["GET"]) for path in asked] * 5
    token = csrf(client.get("/upload").text)
    return World(client, routes, names, asked, token, cookies, app.state.identity)


@st.composite
def requests(draw: Any, world: World) -> tuple[str, str, dict[str, Any]]:
    """A method, an address and what else belongs to a request."""
    path, methods = draw(st.sampled_from(world.routes))
    method = draw(st.sampled_from([*methods * 12, "GET", "HEAD", "POST", "PUT"]))
    if STREAMS.fullmatch(path) and method == "GET":
        method = "HEAD"  # a stream goes on for ever

    def filled(found: re.Match[str]) -> str:
        known = world.names.get(found[1], ["0", "1", "2"])
        return quote(draw(st.sampled_from([*known * 9, ""])) or draw(ODD), safe="") or "0"

    root = world.identity.base_path
    address = draw(st.sampled_from(["", root, root, root, root * 2, root.upper(), f"{root}x", f"{root}/."]))
    address += re.sub(r"\{(\w+)(?::path)?\}", filled, path) + draw(st.sampled_from(["", "", "", "", "/"]))
    more: dict[str, Any] = {"headers": {}}
    if draw(st.sampled_from((True, False, False))):
        more["headers"] = draw(st.dictionaries(st.sampled_from(HEADERS), _plain(), max_size=2))
    if draw(st.booleans()):
        names = st.sampled_from(("host", "x-forwarded-host", "x-forwarded-prefix", "forwarded", "origin"))
        more["headers"] |= draw(st.dictionaries(names, st.sampled_from(HOSTS), max_size=3))
    keys = st.sampled_from([*world.asked.get(path, ()) * 40, *FIELDS])  # the same key twice, too
    for sign, key in zip("?&&", draw(st.lists(keys, max_size=3)), strict=False):
        address += f"{sign}{key}={quote(draw(st.one_of(ODD, CODES)))}"
    if method == "POST":
        more |= draw(_body(world.token))
    return method, address, more


def _plain() -> st.SearchStrategy[str]:
    return st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@st.composite
def _body(draw: Any, token: str) -> dict[str, Any]:
    fields = draw(st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=4))
    kind = draw(st.sampled_from(("form", "form", "form", "form", "form", "parts", "raw", "json")))
    if kind == "raw":
        return {"content": draw(st.binary(max_size=60))}
    if kind == "json":
        return {"json": fields}
    if kind == "parts":
        return {"data": {"csrf": token, **fields}, "files": {"record": ("x.match", draw(st.binary(max_size=60)))}}
    return {"data": {"csrf": token, **fields}}


@pytest.mark.slow
@seed(20)
@settings(
    max_examples=20 * DEPTH,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)
@given(data=st.data())
def test_no_request_makes_the_server_fail_or_hang(world: World, data: st.DataObject) -> None:
    for _ in range(AT_ONCE):
        method, address, more = data.draw(requests(world))
        began = time.monotonic()
        world.client.cookies = world.cookies  # what an answer has set to a request without a cookie is forgotten
        answer = world.client.request(method, address, follow_redirects=False, **more)
        assert answer.status_code < 500, (method, address, more, answer.text[:300])
        assert time.monotonic() - began < LONGEST, (method, address, more)
        assert "Traceback" not in answer.text
        said = [unescape(each) for each in TOLD.findall(answer.text)] if answer.status_code >= 400 else []
        assert said == [as_sentence(each) for each in said], (method, address, more)
        where = answer.headers.get("location", answer.headers.get("hx-redirect", f"{world.identity.base_path}/"))
        assert where.startswith(f"{world.identity.base_path}/"), (method, address, more, where)
        assert not where.startswith("//"), (method, address, more, where)
        assert "evil" not in answer.text, (method, address, more)
        assert "evil" not in str(answer.headers), (method, address, more)
