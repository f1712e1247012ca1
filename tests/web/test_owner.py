"""Nobody is the owner because of an address: not by a forwarder, not by a proxy, not by a Host header."""

from __future__ import annotations

import re
import socket
import threading

import httpx2
import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.server.request_checks import LOCAL_NAMES
from breakaway.web.app import make_app
from tests.club.starts import football_match
from tests.web.conftest import Serve
from tests.web.session import browser, csrf, post


def forwarder(port: int) -> int:
    """A plain TCP forwarder to a port of this machine, as ssh or socat are; its own port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, sink: socket.socket) -> None:
        try:
            while chunk := source.recv(65536):
                sink.sendall(chunk)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def run() -> None:
        while True:
            try:
                near, _ = listening.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", port))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=run, daemon=True).start()
    return int(listening.getsockname()[1])


def test_a_stranger_who_comes_through_a_forwarder_is_not_the_owner(club: Club, serve: Serve) -> None:
    made = club.create("football", football_match(("human", "sheet")), title="Mine alone", here=[0])
    club.resolve(made.id)
    port = forwarder(int(serve(club).rpartition(":")[2]))
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers={"Host": "localhost"}, timeout=20) as stranger:
        front = stranger.get("/")
        assert front.status_code == 200
        assert "Mine alone" not in front.text
        assert "Two players at this computer" not in front.text
        assert stranger.get(f"/match/{made.id}/1").status_code == 403


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]:8000"])
def test_no_address_and_no_host_makes_anybody_the_owner(club: Club, host: str) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    client = TestClient(make_app(club, LOCAL_NAMES), base_url=f"http://{host}", client=("127.0.0.1", 5000))
    assert client.get(f"/match/{made.id}/1").status_code == 403
    assert post(client, f"/match/{made.id}/branch", turn=0, seat=0).status_code == 403


def test_a_code_makes_one_browser_the_owner_and_stays_with_it(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    app = make_app(club, LOCAL_NAMES)
    one, two = (TestClient(app, base_url="http://localhost") for _ in range(2))
    code = app.state.owners.new_code()
    came = one.get(f"/owner/{code}", follow_redirects=False)
    assert (came.status_code, came.headers["location"]) == (303, "/")
    assert "HttpOnly" in came.headers["set-cookie"]
    assert one.get(f"/match/{made.id}/1").status_code == 200
    assert one.get(f"/owner/{code}").status_code == 200, "he is in already"
    again = two.get(f"/owner/{code}")
    assert again.status_code == 403
    assert "prints a new link" in again.text
    assert two.get(f"/match/{made.id}/1").status_code == 403
    later = TestClient(make_app(club, LOCAL_NAMES), base_url="http://localhost", cookies=one.cookies)
    assert later.get(f"/match/{made.id}/1").status_code == 200, "after a restart the cookie still holds"


def test_a_made_up_cookie_or_code_is_nobody(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    client = browser(club, here=False)
    for cookie in ("", "x" * 40, "None", "../.."):
        client.cookies.set("owner", cookie)
        assert client.get(f"/match/{made.id}/1").status_code == 403
    assert client.get("/owner/none-of-these-codes").status_code == 403


def test_what_a_visitor_says_of_his_address_is_not_believed_without_a_named_proxy(club: Club, serve: Serve) -> None:
    address = serve(club)
    with httpx2.Client(base_url=address, headers={"X-Forwarded-Proto": "https"}) as client:
        assert "secure" not in client.get("/").headers["set-cookie"].casefold()
    proxied = serve(club, proxy="127.0.0.1")
    with httpx2.Client(base_url=proxied, headers={"X-Forwarded-Proto": "https"}) as client:
        answer = client.get("/")
        assert "secure" in answer.headers["set-cookie"].casefold()
        assert "Two players at this computer" not in answer.text, "a proxy gives no rights"


def test_the_owner_plays_at_home(club: Club) -> None:
    client = browser(club)
    assert "Two players at this computer" in client.get("/").text
    assert re.search(r"/match/\w+/1", str(post(client, "/quick/football").url))
    assert csrf(client.get("/").text)
