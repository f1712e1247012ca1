"""What one address may ask of a server that others can reach: so much in an hour, and locally anything."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.server import visitors
from breakaway.server.request_checks import LOCAL_NAMES
from breakaway.server.visitors import OPENED, WRONG, Limits, Quota, address_of
from breakaway.web.app import make_app
from tests.club.starts import device_of, football_match, play_out, sit
from tests.web.conftest import Serve
from tests.web.foreign import bracketed, untranslated
from tests.web.session import NAME, post
from tests.web.twins import Listening

__all__ = ["bracketed"]
HOUR = 3600


class Seconds:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Street:
    """One server, and visitors of any address."""

    def __init__(self, club: Club) -> None:
        self.clock = Seconds()
        self.app = make_app(club, clock=self.clock)
        self.home = make_app(club, LOCAL_NAMES, clock=self.clock)

    def visitor(self, address: str) -> TestClient:
        """A browser there."""
        made = TestClient(self.app, base_url="http://table.example", client=(address, 5000))
        made.cookies.set("browser", NAME)
        return made

    def at_home(self) -> TestClient:
        """A browser on the server's own machine."""
        made = TestClient(self.home, base_url="http://localhost", client=("127.0.0.1", 5000))
        made.cookies.set("browser", NAME)
        made.get(f"/owner/{self.home.state.owners.new_code()}")
        return made


@pytest.fixture
def street(club: Club) -> Street:
    return Street(club)


def opens(client: TestClient) -> Any:
    return post(client, "/quick/fate", follow=False)


@pytest.mark.slow
def test_so_many_matches_an_hour_and_not_one_more(club: Club, street: Street) -> None:
    one, other = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    for _ in range(OPENED):
        street.clock.now += 60
        assert opens(one).status_code == 303
    refused = opens(one)
    assert refused.status_code == 429
    first = 1000 + 60
    assert int(refused.headers["retry-after"]) == first + HOUR - int(street.clock.now)
    assert re.search(r"opened from your address\. Try again in 41 minutes\.", refused.text)
    assert "content-security-policy" in refused.headers
    assert len(club.matches()) == OPENED
    assert opens(other).status_code == 303, "somebody else"
    street.clock.now = first + HOUR - 1
    assert opens(one).status_code == 429
    street.clock.now += 1
    assert opens(one).status_code == 303
    assert opens(one).status_code == 429, "the second of them is not an hour old"


@pytest.mark.slow
def test_every_way_to_a_new_match_counts_and_looking_does_not(
    club: Club, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "OPENED", 3)
    made = club.create("football", football_match())
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=1)
    club.resign(made.id, 0)
    client = street.visitor("192.0.2.7")
    client.cookies.set("seats", device_of(made.tokens[0]))
    assert post(client, f"/match/{made.id}/1/again", follow=False).status_code == 303
    assert post(client, "/open/cycling", follow=False, teams="x").status_code == 422, "what came to nothing is free"
    form = {"csrf": re.search(r'name="csrf" value="([^"]+)"', client.get("/upload").text)[1]}  # type: ignore[index]
    sent = client.post("/upload", data=form, files={"record": ("x.match", b"no record")})
    assert sent.status_code == 422, "but a record is checked, and that is work"
    assert opens(client).status_code == 303
    for where in ("/quick/football", "/lesson/football", "/open/cycling", "/upload", f"/match/{made.id}/1/again"):
        assert post(client, where, follow=False).status_code == 429, where
    for where in ("/", "/open/cycling", "/upload", f"/match/{made.id}/1", "/rules/fate"):
        assert client.get(where).status_code == 200, where


@pytest.mark.slow
def test_so_many_wrong_links_an_hour_and_right_ones_as_often_as_one_likes(club: Club, street: Street) -> None:
    made = club.create("football", football_match())
    client, other = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    right = f"/seat/{made.tokens[0]}"
    for n in range(WRONG):
        assert client.get(right).status_code == 200
        if n % 2:
            assert client.get(f"/seat/no-such-link-{n}").status_code == 404
        else:
            assert post(client, "/join", link=f"http://table.example/seat/no-such-link-{n}").status_code == 404
    for refused in (client.get(right), post(client, "/join", link=made.tokens[0]), post(client, f"/take/{made.id}/1")):
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) == HOUR
        assert "wrong links or codes were tried from your address" in refused.text
    assert other.get(right).status_code == 200
    street.clock.now += HOUR
    assert client.get(right).status_code == 200


@pytest.mark.slow
def test_for_the_owner_there_are_no_limits(street: Street) -> None:
    client = street.at_home()
    for n in range(max(OPENED, WRONG) + 2):
        assert opens(client).status_code == 303
        assert client.get(f"/seat/no-such-link-{n}").status_code == 404
    client.cookies.delete("owner")
    found = [client.get("/seat/no-such-link").status_code for _ in range(WRONG + 1)]
    assert found == [404] * WRONG + [429], "no address is the owner's"


@pytest.mark.slow
def test_so_many_open_pages_at_once(club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "STREAMS", 2)
    made = club.create("football", football_match())
    address = serve(club, proxy="127.0.0.1")

    def comes(who: str) -> Listening:
        stream = Listening(f"{address}/match/{made.id}/watch/stream")
        stream.headers = {"X-Forwarded-For": who}  # a proxy on this machine is believed
        stream.start()
        assert stream.ready.wait(20)
        return stream

    def status(who: str) -> tuple[int, str]:
        with (
            httpx2.Client(headers={"X-Forwarded-For": who}) as client,
            client.stream("GET", f"{address}/match/{made.id}/watch/stream") as answer,
        ):
            return answer.status_code, answer.headers.get("retry-after", "")

    open_ = [comes("203.0.113.5"), comes("203.0.113.5")]
    for stream in open_:
        stream.until(1)
    assert status("203.0.113.5") == (429, "60")
    assert status("203.0.113.6")[0] == 200
    open_[0].done.set()
    sit(club, made.tokens[0], "Ann Example")  # news, at which it leaves
    open_[0].join(20)
    for _ in range(100):
        found = status("203.0.113.5")[0]
        if found == 200:
            break
    assert found == 200
    open_[1].done.set()


def test_an_address_is_whoever_has_connected_and_a_house_of_ipv6_is_one() -> None:
    def of(host: str) -> str:
        return address_of({"type": "http", "client": (host, 1)})

    assert of("192.0.2.7") == of("::ffff:192.0.2.7") == "192.0.2.7"
    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9") != of("2001:db8:1:3::1")
    assert of("fe80::1%eth0") == of("fe80::2")
    assert of("testclient") == "testclient"
    assert address_of({"type": "http"}) == ""


def test_what_is_remembered_of_addresses_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MOST", 3)
    quota = Quota(1, HOUR)
    for n in range(3):
        assert quota.take(f"192.0.2.{n}", n) == 0
    assert quota.take("192.0.2.1", 3) > 0
    assert quota.take("192.0.2.9", 4) == 0
    assert quota.take("192.0.2.1", 5) > 0, "it has asked a moment ago"
    assert quota.take("192.0.2.0", 6) == 0, "the one that asked longest ago is forgotten"


def test_many_at_a_time_are_no_way_around() -> None:
    quota = Quota(2, HOUR)
    assert [quota.take("192.0.2.7", 0) for _ in range(3)] == [0, 0, HOUR]
    quota.give_back("192.0.2.7")
    assert quota.take("192.0.2.7", 0) == 0


@pytest.mark.usefixtures("bracketed")
def test_the_sentence_is_translated(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "WRONG", 1)
    street.visitor("192.0.2.7").get("/seat/no-such-link")
    text = street.visitor("192.0.2.7").get("/seat/no-such-link").text
    assert "Try again in" in text
    assert untranslated(text, ["Light", "Dark", "English", "Deutsch"]) == []


def test_the_limits_are_those_that_are_documented() -> None:
    made = Limits(lambda scope, receive, send: None)  # type: ignore[arg-type, return-value]
    assert (made.opened, made.wrong, visitors.STREAMS) == (Quota(20, HOUR), Quota(30, HOUR), 200)
