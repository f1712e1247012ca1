"""A server has one identity: what leaves it names it by its own address, whatever a visitor says. A base path works."""

from __future__ import annotations

import ast
import random
import re
import socket
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

import breakaway.server
import breakaway.web
from breakaway.club.club import Club
from breakaway.club.time_control import DAY, Terms
from breakaway.core.language import UserError
from breakaway.mail.letters import Sender
from breakaway.mail.postman import MailOptions, make_postman
from breakaway.records.record_file import parse
from breakaway.server.request_checks import Identity, checked_address, checked_name, own_addresses
from breakaway.web.app import make_app
from breakaway.web.serve import Serving, _names, greeting
from tests.club.starts import football_match, play_out, race
from tests.web import twins as shelf
from tests.web.conftest import Serve
from tests.web.programs import Program, program
from tests.web.screens import CHROMIUM, WIDE, press_any, watched
from tests.web.session import browser, post, queries
from tests.web.test_joining import Lobby
from tests.web.twins import NAME, Two, differing, everything

HOME = "https://play.example.org/"
GAMES = "http://table.example/games/"
FORGED = (
    "evil.example",
    "evil.example:443",
    "table.example:81",
    "table.example/seat/x?",
    "evil.example#@x",
    "[::ffff]",
)


def addressed(club: Club, address: str, hosts: list[str] | None = None, **more: Any) -> TestClient:
    """A stranger's browser, whose requests reach the server at this address whatever their Host is."""
    app = make_app(club, hosts, address=address)
    return TestClient(app, base_url="http://table.example", follow_redirects=False, **more)


# --- a forged Host


def test_a_forged_host_does_not_get_into_an_invitation_by_email(club: Club) -> None:
    table = Lobby(club)
    where = f"/match/{table.id}/1/invite"
    token = {"csrf": re.findall(r'name="csrf" value="([^"]+)"', table.host.get(where).text)[0]}
    for n, host in enumerate(FORGED):
        form = {**token, "seat": 1, "address": f"ann{n}@example.org"}
        table.host.post(where, data=form, headers={"Host": host})
    for mail in table.mails():
        text = mail.text.replace("=\r\n", "")
        assert f"http://table.example/seat/{table.token}" in text
        assert "evil" not in text
        assert ":81" not in text


def test_a_server_with_names_refuses_any_other_and_says_what_to_set(club: Club) -> None:
    table = Lobby(club)
    where = f"/match/{table.id}/1/invite"
    token = re.findall(r'name="csrf" value="([^"]+)"', table.host.get(where).text)[0]
    form = {"csrf": token, "seat": 1, "address": "ann@example.org"}
    answer = table.host.post(where, data=form, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "--address" in answer.text
    assert "--allow-host" in answer.text
    assert table.mails() == []
    for host in ("", "evil.example", "table.example.evil.example", "xtable.example", "localhost.evil.example"):
        assert table.host.get("/", headers={"Host": host}).status_code == 421, host
    for host in ("table.example", "TABLE.example:8000", "localhost", "127.0.0.1:1", "[::1]:8000"):
        assert table.host.get("/", headers={"Host": host}).status_code == 200, host


def test_a_server_signs_as_itself_whatever_the_host_says(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    client = addressed(club, HOME)
    for host in (*FORGED, "worldcup.example"):
        text = client.get(f"/match/{made.id}/record", headers={"Host": host}).text
        assert parse(text).signature["server"] == HOME, host
        assert HOME in client.get(f"/match/{made.id}/check", headers={"Host": host}).text


def test_calendars_and_links_to_another_device_name_the_servers_own_address(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), terms=Terms(2 * DAY))
    for seat in (0, 1):
        browser(club, f"browser-number-{seat}", here=False, tokens=(made.tokens[seat],))
    club.resolve(made.id)
    client = browser(club, "browser-number-0", here=False, tokens=(made.tokens[0],))
    client.app.state.identity = Identity(HOME)  # type: ignore[attr-defined]
    for where in (f"/match/{made.id}/1/deadline.ics", "/deadlines.ics"):
        text = client.get(where).text.replace("\r\n ", "")
        assert f"URL:{HOME}match/{made.id}/1\r\n" in text
    assert f"{HOME}device/{made.id}/1" in post(client, f"/match/{made.id}/1/seat/code").text


def test_no_page_and_no_header_changes_with_the_host(twins: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = twins("football", football_match)
    found = []
    for club, host in ((one, "table.example"), (two, "evil.example:81")):

        def forging(*given: Any, host: str = host, **more: Any) -> TestClient:
            made = browser(*given, **more, address="http://table.example/")
            made.app.state.identity = Identity("http://table.example/")  # type: ignore[attr-defined]
            app = make_app(given[0], None, address="http://table.example/")
            made.app = app
            made._transport.app = app  # type: ignore[attr-defined]
            made.headers["Host"] = host
            return made

        monkeypatch.setattr(shelf, "browser", forging)
        found.append(everything(club, 0))
    assert not differing(*found)
    assert not any(b"evil" in each for each in found[1].values())


def test_a_slash_too_many_leads_to_the_page_and_nowhere_else(club: Club) -> None:
    client = addressed(club, "http://table.example/games/")
    answer = client.get("/rules/football/?q=kick", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/games/rules/football?q=kick")
    assert client.get("/nowhere/").status_code == 404
    assert client.post("/upload/").status_code == 404
    for odd in ("//evil.example/", "//evil.example//", "/\\evil.example/"):
        assert "location" not in client.get(f"http://table.example{odd}").headers, odd


def test_a_form_counts_as_ours_by_the_address_and_by_no_other_origin(club: Club) -> None:
    client = addressed(club, HOME, ["localhost", "play.example.org"])

    page = "This form came from another site"
    for origin, host in (("https://play.example.org", "play.example.org"), ("https://play.example.org", "localhost:8")):
        answer = client.post("/theme", data={"csrf": "x"}, headers={"Origin": origin, "Host": host})
        assert page not in answer.text, "the proxy may have named the server as it reaches it"
    for origin, host in (
        ("https://evil.example", "play.example.org"),
        ("null", "localhost"),
        ("https://x", "x"),
        ("http://[", "localhost"),
    ):
        answer = client.post("/theme", data={"csrf": "x"}, headers={"Origin": origin, "Host": host})
        assert answer.status_code in (403, 421)
        assert "too old" not in answer.text


def test_nothing_in_the_server_reads_an_address_from_a_request() -> None:
    """A page's own path is all that a request may say of the server's address; the rest is `Identity`."""
    read = {"base_url", "url_for", "url_path_for", "hostname", "netloc"}
    for package in (breakaway.server, breakaway.web):
        for path in Path(str(package.__file__)).parent.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Attribute):
                    continue
                is_url = isinstance(node.value, ast.Attribute) and node.value.attr == "url"
                said = f"{path.name}:{node.lineno} .{node.attr}"
                assert path.name == "request_checks.py" or node.attr not in read, said
                assert not is_url or node.attr in ("path", "query", "scheme"), said


# --- the address and the names that the owner gives


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://play.example.org", HOME),
        ("https://Play.Example.org:443/", HOME),
        ("http://example.org:80", "http://example.org/"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("https://example.org/games", "https://example.org/games/"),
        ("https://example.org/a/b-c_1.2~/", "https://example.org/a/b-c_1.2~/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("http://[2001:DB8::5]:8000", "http://[2001:db8::5]:8000/"),
        ("http://localhost:8000/", "http://localhost:8000/"),
    ],
)
def test_an_address_is_kept_as_browsers_write_it(typed: str, kept: str) -> None:
    assert checked_address(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        *("play.example.org", "ftp://example.org", "https://", "https:///games", "https://user@example.org", "//x"),
        *("https://example.org?x", "https://example.org/#x", "https://example.org/a b", "https://example.org/a;b"),
        *("https://example.org//games", "https://example.org/../games", "https://example.org/a/./b", "https://-x/"),
        *(
            "https://example.org:0",
            "https://example.org:99999",
            "https://example.org:x",
            "https://[::1",
            "https://a..b",
        ),
        *('https://example.org/"x', "https://example.org/%67ames", "https://exa\nmple.org/", f"https://x/{'y' * 200}"),
    ],
)
def test_an_address_that_cannot_work_is_refused(typed: str) -> None:
    with pytest.raises(UserError, match="--address: expected an address such as"):
        checked_address(typed)


def test_a_name_is_a_name_and_nothing_more() -> None:
    assert checked_name("Play.Example.org") == checked_name("play.example.org:8000") == "play.example.org"
    assert checked_name("[::1]") == "[::1]"
    assert checked_name("192.0.2.7") == "192.0.2.7"
    for wrong in ("", "https://play.example.org", "example.org/games", "a b", "*.example.org", "x@example.org", "a,b"):
        with pytest.raises(UserError, match="--allow-host: expected a name such as"):
            checked_name(wrong)


def test_a_server_for_this_machine_has_three_names_and_one_for_others_has_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk")
    monkeypatch.setattr("breakaway.server.request_checks.own_addresses", lambda six: ["192.0.2.7", "2001:db8::5"])
    local, own = {"localhost", "127.0.0.1", "[::1]"}, {"desk", "desk.local", "192.0.2.7", "[2001:db8::5]"}
    assert set(_names(Serving())) == local
    assert set(_names(Serving("0.0.0.0"))) == local | own
    assert set(_names(Serving(proxy="127.0.0.1"))) == local | own
    assert set(_names(Serving("192.0.2.9", names=("a.example",)))) == local | own | {"192.0.2.9", "a.example"}
    assert set(_names(Serving(address=HOME))) == local | {"play.example.org"}


def test_the_ip_address_at_which_a_request_arrived_is_the_machines_own() -> None:
    identity = Identity("http://localhost:8000/", frozenset({"localhost"}))
    for name, server in (
        ("192.0.2.7", "192.0.2.7"),
        ("[2001:db8::5]", "2001:db8::5"),
        ("192.0.2.7", "::ffff:192.0.2.7"),
    ):
        assert identity.answers_to(name, {"server": (server, 8000)}), name
    for name, server in (("192.0.2.8", "192.0.2.7"), ("evil.example", "evil.example"), ("", ""), ("::", None)):
        assert not identity.answers_to(name, {"server": (server, 8000) if server else None}), name


def test_the_greeting_names_the_address_that_was_given() -> None:
    (line,) = greeting("http://localhost:8000/", ["http://192.0.2.7:8000/"], plain=False, given=HOME)
    assert line.startswith(f"Breakaway is at {HOME}, and listens at http://localhost:8000/  (Ctrl-C stops it;")


def test_emails_have_the_address_of_the_server(club: Club, tmp_path: Path) -> None:
    options = MailOptions(out=f"maildir:{tmp_path / 'mail'}", sender="play@example.org")
    sender: Sender = make_postman(options, club, "https://example.org/games/").sender
    assert sender.pages == "https://example.org/games"


def answer(server: Program, host: str, where: str = "/", **headers: str) -> httpx2.Response:
    """What a running server says to this Host."""
    address = f"http://127.0.0.1:{server.port}{where}"
    return httpx2.get(address, headers={"Host": host, **headers}, timeout=20)


@pytest.mark.slow
def test_a_server_for_others_and_one_behind_a_proxy_answer_only_to_their_own_names(tmp_path: Path) -> None:
    for more in (("--host", "0.0.0.0"), ("--behind-proxy", "127.0.0.1")):
        with program(str(tmp_path / "club.sqlite"), *more, "--allow-host", "desk.example") as server:
            for host in ("localhost", f"127.0.0.1:{server.port}", "desk.example", socket.gethostname()):
                assert answer(server, host).status_code == 200, (more, host)
            for each in own_addresses():
                assert answer(server, f"{each}:{server.port}").status_code == 200, (more, each)
            for host in ("evil.example", "worldcup.example", "6.6.6.6", "desk.example.evil.example"):
                refused = answer(server, host, **{"X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"})
                assert refused.status_code == 421, (more, host)
                assert "--address" in refused.text


@pytest.mark.slow
def test_an_address_alone_names_the_owners_link_and_everything_on_pages(tmp_path: Path) -> None:
    with program(str(tmp_path / "club.sqlite"), "--address", "http://play.example.org/games") as server:
        assert server.greeting[0].startswith("Breakaway is at http://play.example.org/games/, and listens at ")
        found = re.search(r"http://play\.example\.org(/games/owner/\S+)", server.greeting[1])
        assert found
        assert answer(server, "evil.example").status_code == 421
        with httpx2.Client(base_url=server.address, headers={"Host": "play.example.org"}, timeout=20) as owner:
            came = owner.get(found[1])
            assert came.headers["location"] == "/games/"
            assert "Path=/games;" in came.headers["set-cookie"]
            assert owner.get("/games/metrics").status_code == 200
            assert owner.get("/games/healthz").json()["status"] == "ok"


# --- a base path


LINKS = {"href", "src", "action", "formaction", "poster", "data"}


class Addresses(HTMLParser):
    """Every address in a page, with its attribute: on this server, or with a scheme."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        for name, value in attrs:
            is_back = named.get("name") == "back" and name == "value"  # comes back to the server, which goes there
            is_path = value and value.startswith("/") and (name in LINKS or name.startswith("hx-") or len(value) > 1)
            if value and (is_path or re.match(r"https?:", value)) and not is_back and not name.startswith("xmlns"):
                self.found.append((name, value))


def astray(text: str, address: str) -> list[str]:
    """What a page names that is not below the server's address, a full one, which may have a base path."""
    root = Identity(address).base_path
    return [
        f"{name}={value}"
        for name, value in Addresses(text).found
        if not value.startswith((f"{root}/", address)) or value.startswith((f"{root}{root}/", "//"))
    ]


def test_every_address_of_a_match_is_below_the_base_path(twins: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    club, _ = twins("football", football_match)
    monkeypatch.setattr(shelf, "browser", partial(browser, address=GAMES))
    play_out(club, NAME, turns=3)
    seen = set[str]()
    for where, said in everything(club, 0).items():
        head, _, text = said.decode(errors="replace").partition("}")
        assert head.split()[1].startswith(GAMES), (where, head)
        assert "path=/;" not in head.casefold(), (where, head)
        assert astray(text, GAMES) == [], where
        seen |= {value for _name, value in Addresses(text).found}
    assert {"/games/rules/football", "/games/theme", f"/games/match/{NAME}/1/choose"} <= seen
    assert any(each.startswith(f"/games/match/{NAME}/1/stream?") for each in seen), sorted(seen)


def pages(club: Club) -> Iterator[str]:
    """Every address of the server that one can simply open, with all that a page needs filled in."""
    over = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, over.id)
    empty = club.create("football", football_match(), visibility="public")
    names = {"match_id": over.id, "place": "1", "seat": "1", "turn": "1", "game": "fate", "rule": "FATE-1"}
    names |= {"name": "football", "invitation": empty.tokens[0], "code": "none-of-the-codes"}
    for path, _keys in queries(make_app(club)):
        if not path.endswith("/stream") and "{path" not in path:
            yield re.sub(r"\{(\w+)(?::path)?\}", lambda found: names.get(found[1], "1"), path)
    yield from (f"/match/{empty.id}/watch", "/static/page.css", "/nowhere", f"/match/{over.id}/1/", "/rules/football/")


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False], ids=["the proxy keeps the path", "the proxy strips it"])
def test_no_page_of_the_server_leads_out_of_the_base_path(club: Club, kept: bool) -> None:
    """Opens all addresses, and whatever these link to."""
    address = "http://localhost/games/"
    client = browser(club, address=address)
    client.follow_redirects = False
    todo, done = list(pages(club)), set[str]()
    while todo:
        where = todo.pop().partition("#")[0]
        if re.sub(r"[0-9a-f]{8,}|[?].*", "", where) in done:
            continue
        done.add(re.sub(r"[0-9a-f]{8,}|[?].*", "", where))
        got = client.get(f"http://localhost{'/games' if kept else ''}{where}")
        assert got.status_code < 500, where
        location = got.headers.get("location")
        assert location is None or location.startswith("/games/"), (where, location)
        assert not re.search(r"path=/(?!games;)", got.headers.get("set-cookie", ""), re.IGNORECASE), where
        if got.headers.get("content-type", "").startswith("text/html"):
            assert astray(got.text, address) == [], where
            links = [value for name, value in Addresses(got.text).found if name in ("href", "src")]
            todo += [each.removeprefix("/games") for each in links if each.startswith("/games/")][:60]
    assert len(done) > 60


def test_forms_cookies_and_redirects_work_below_a_base_path(club: Club) -> None:
    client = browser(club, "a-browser-below-a-path-1", here=False, address=GAMES)
    client.cookies.clear()
    came = client.get("/upload")
    cookies = came.headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all("; Path=/games;" in each for each in cookies)
    assert {"browser", "device"} <= set(client.cookies)
    for where in ("http://table.example/games", "http://table.example/games/", "http://table.example/"):
        assert client.get(where).status_code == 200
    page = post(client, "/quick/football")
    assert page.url.path.startswith("/games/match/")
    form = page.text
    token = re.findall(r'name="csrf" value="([^"]+)"', form)[0]
    for back, to in (("/rules/fate?q=x", "/games/rules/fate?q=x"), ("//evil.example", "/games/"), ("", "/games/")):
        answer = client.post("/language", data={"csrf": token, "language": "de", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == to
        assert "Path=/games" in answer.headers["set-cookie"]
    by_htmx = client.post("/theme", data={"csrf": token, "back": "/key"}, headers={"HX-Request": "true"})
    assert by_htmx.headers["hx-redirect"] == "/games/key"
    file = re.findall(r'src="(/games/static/match\.js\?v=\w+)"', form)[0]
    assert "immutable" in client.get(f"http://table.example{file}").headers["cache-control"]
    missing = client.get("/match/no-such-match/1")
    assert missing.status_code == 404
    assert astray(missing.text, GAMES) == []


def test_of_two_servers_with_one_host_name_each_reads_its_own_cookies(club: Club) -> None:
    """A browser sends those for `/games` before those for `/`."""
    client = browser(club, address=GAMES)
    secret = client.cookies["owner"]
    client.cookies.clear()
    for cookies, is_owner in ((f"owner={secret}; owner=other", True), (f"owner=other;owner={secret}", False)):
        text = client.get("/", headers={"Cookie": f"{cookies}; theme=dark; theme=light; language=de; language=en"}).text
        assert ("Zu zweit an diesem Gerät" in text) is is_owner
        assert 'data-theme="dark"' in text
        assert '<html lang="de"' in text


def test_a_base_path_that_begins_like_a_page_is_taken_away_once(club: Club) -> None:
    identity = Identity("http://table.example/match/")
    assert identity.path_in("/match/match/abc/1") == "/match/abc/1"
    assert identity.path_in("/match") == identity.path_in("/match/") == "/"
    assert identity.path_in("/matches") == "/matches"
    assert Identity("http://table.example/").path_in("/match/abc/1") == "/match/abc/1"


def test_limits_of_what_an_address_may_do_hold_below_a_base_path(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakaway.server.visitors.OPENED", 2)
    client = browser(club, "a-browser-below-a-path-2", here=False, address=GAMES)
    assert [post(client, "/quick/football").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(("scheme", "is_secure"), [("https", True), ("http", False)])
def test_cookies_of_a_server_with_https_travel_only_by_https(club: Club, scheme: str, is_secure: bool) -> None:
    client = addressed(club, f"{scheme}://play.example.org/")
    assert ("Secure" in client.get("/upload").headers["set-cookie"]) is is_secure


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
def test_a_browser_plays_below_a_base_path_and_asks_for_nothing_else(
    chromium: Browser, club: Club, serve: Serve
) -> None:
    address, page = serve(club, root="/games", links=True), chromium.new_page(viewport=WIDE, reduced_motion="reduce")  # type: ignore[arg-type]
    complaints, asked = watched(page), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/games/owner/{serve.owners[address].new_code()}")
    page.get_by_role("button", name="Play the rule book's solo opponent").click()
    page.wait_for_url(f"{address}/games/match/*/1")
    rng = random.Random(3)
    for _ in range(3):
        press_any(page, rng)
    (match,) = club.matches()
    with page.expect_request("**/stream?*"):
        page.reload()
    before = page.locator("#table").get_attribute("data-stamp")
    play_out(club, match.id)
    expect(page.get_by_text("The match is over.")).to_be_visible()
    assert page.locator("#table").get_attribute("data-stamp") != before, "the stream has brought the end"
    page.get_by_role("link", name="Watch the match again").click()
    page.keyboard.press("End")
    page.goto(f"{address}/games/match/{match.id}/check")
    page.get_by_role("button", name="Check the record here").click()
    expect(page.get_by_text("Signed by a server you trust.", exact=True).first).to_be_visible()
    assert [each for each in asked if not each.startswith((f"{address}/games/", "data:"))] == []
    assert any("/stream?" in each for each in asked)
    assert complaints == []
