"""A real nginx in front of the server, with the configuration that docs/serve.md shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from breakaway.club.club import open_club
from tests.club.starts import any_order
from tests.web.programs import Program, form_token, free_port, status, until
from tests.web.session import NAME

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
AROUND = """
{user} daemon off; pid {base}/pid; error_log {base}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {base}/bodies; proxy_temp_path {base}/proxied;
    fastcgi_temp_path {base}/f; uwsgi_temp_path {base}/u; scgi_temp_path {base}/s;
    {inside}
}}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="needs nginx (Debian: apt install nginx)"),
]


class Proxied:
    """A server at a base path behind nginx. `address` is where people open it, `database` is its file."""

    def __init__(self, base: Path) -> None:
        assert NGINX
        self.database, self.port, inner = base / "club.sqlite", free_port(), free_port()
        self.address = f"http://localhost:{self.port}/games"
        sample = re.search(r"```\n(location /games/ \{\n.*?\n\})\n```", PAGE, re.DOTALL)
        assert sample, "docs/serve.md shows a configuration of nginx"
        user = "user root;" if os.geteuid() == 0 else ""  # as another user, it could not write into the test's folder
        location = sample[1].replace("127.0.0.1:8000", f"127.0.0.1:{inner}")
        inside = f"server {{ listen 127.0.0.1:{self.port}; {location} }}"
        (base / "conf").write_text(AROUND.format(user=user, base=base, inside=inside))
        options = ("--behind-proxy", "127.0.0.1", "--address", f"{self.address}/")
        self.server = Program(str(self.database), *options, port=inner)
        self.nginx = subprocess.Popen([NGINX, "-p", str(base), "-c", str(base / "conf"), "-e", str(base / "errors")])
        until(lambda: status(f"{self.address}/rules/football") == 200)

    def ends(self) -> None:
        """Stops both."""
        self.nginx.terminate()
        self.nginx.wait(20)
        self.server.ends()

    def visitor(self) -> httpx2.Client:
        """A browser of somebody who is not the owner."""
        origin = {"Origin": f"http://localhost:{self.port}"}
        return httpx2.Client(cookies={"browser": NAME}, headers=origin, timeout=20)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """The server behind nginx."""
    made = Proxied(tmp_path_factory.mktemp("nginx"))
    yield made
    made.ends()


def test_a_match_is_opened_and_played_through_nginx_and_an_open_page_hears_of_it_at_once(proxied: Proxied) -> None:
    with proxied.visitor() as visitor:
        start = f"{proxied.address}/quick/cycling"
        shown = visitor.post(start, data={"csrf": form_token(NAME)}, follow_redirects=True)
        page = shown.url
        assert shown.status_code == 200, shown.text
        assert page.path.startswith("/games/match/")
        assert "/games/static/" in shown.text
        assert not re.findall(r'(?:href|src|action)="/(?!games/)', shown.text), "nothing is above the base path"
        match_id, seat = page.path.split("/")[3], int(page.path.split("/")[4]) - 1
        club = open_club(proxied.database)
        try:
            look = club.look(match_id, seat)
            order = look.observation.write(any_order(club, match_id, seat, 1))
        finally:
            club.close()
        with visitor.stream("GET", f"{page}/stream") as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            parts = stream.iter_bytes()
            next(parts)
            fields = {"csrf": form_token(NAME), "turn": str(look.turn), "order": order}
            began = time.monotonic()
            with proxied.visitor() as other:
                other.cookies = visitor.cookies
                assert other.post(f"{page}/choose", data=fields).status_code == 303
            heard = b""
            while f'value="{look.turn + 1}"'.encode() not in heard:
                heard += next(parts)
            assert time.monotonic() - began < 10, "nginx must not keep a stream back until its buffer is full"


def test_the_owners_link_works_through_nginx_and_its_cookie_stays_below_the_base_path(proxied: Proxied) -> None:
    assert proxied.server.greeting[1].count(proxied.address) == 1
    link = re.search(r"http://\S+/games/owner/\S+", proxied.server.greeting[1])
    assert link
    with httpx2.Client(timeout=20) as owner:
        first = owner.get(link[0])
        assert first.status_code in (200, 303)
        if first.status_code == 200:
            first = owner.post(link[0], headers={"Origin": f"http://localhost:{proxied.port}"})
        cookies = first.headers.get_list("Set-Cookie")
        assert all("Path=/games;" in each for each in cookies), cookies


def test_records_as_large_as_the_server_takes_get_through_nginx(proxied: Proxied) -> None:
    with proxied.visitor() as visitor:
        for size, statuses in ((3 * 2**20, (422,)), (6 * 2**20, (413,))):
            files = {"record": ("big.match", b"x" * size)}
            answer = visitor.post(f"{proxied.address}/upload", data={"csrf": form_token(NAME)}, files=files)
            assert answer.status_code in statuses, answer.text[:300]
            assert size > 4 * 2**20 or "nginx" not in answer.text


def test_headers_that_are_too_large_are_refused_and_the_next_visitor_is_served(proxied: Proxied) -> None:
    with proxied.visitor() as visitor:
        for size, right in ((7_000, 200), (30_000, 400), (200_000, 400)):
            answer = visitor.get(f"{proxied.address}/rules/football", headers={"Cookie": f"other={'x' * size}"})
            assert answer.status_code == right
        assert visitor.get(f"{proxied.address}/rules/football").status_code == 200
