"""Styles, scripts and icons: a browser loads each once, and has a changed one with the next page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.web import pages
from tests.club.starts import football_match
from tests.web.conftest import Serve
from tests.web.session import browser

GOOD = "public, max-age=31536000, immutable"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files stand in for ours."""
    (tmp_path / "page.css").write_text("b { color: red }")
    monkeypatch.setattr(pages, "_places", lambda: {"page.css": tmp_path / "page.css"})
    return tmp_path


def named(page: str) -> list[str]:
    """The addresses of the files that a page names."""
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


@pytest.mark.parametrize("where", ["/", "/rules/football", "/open/cycling", "/key", "/nothing/here"])
def test_a_browser_keeps_every_file_that_a_page_names(club: Club, where: str) -> None:
    client = browser(club)
    files = named(client.get(where).text)
    assert len(files) > 4
    for each in files:
        answer = client.get(each)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, GOOD), each
        assert answer.headers["vary"] == "Accept-Encoding", each
        assert "set-cookie" not in answer.headers, each


def test_a_table_names_no_file_that_a_browser_asks_for_again(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    client = browser(club)
    files = named(client.get(f"/match/{made.id}/watch").text)
    assert len(files) > 5
    assert {client.get(each).headers["cache-control"] for each in files} == {GOOD}


def test_a_changed_file_has_a_new_address_and_its_old_one_gets_the_change_but_not_for_good(
    club: Club, folder: Path
) -> None:
    client, before = browser(club), pages.address("page.css")
    assert client.get(before).headers["cache-control"] == GOOD
    (folder / "page.css").write_text("b { color: green }")
    after = pages.address("page.css")
    assert before != after
    old, new = client.get(before), client.get(after)
    assert old.text == new.text == "b{color:green}\n"
    assert (old.headers["cache-control"], new.headers["cache-control"]) == ("no-cache", GOOD)


@pytest.mark.parametrize("together", sorted(pages.TOGETHER))
def test_files_that_are_loaded_together_hold_all_of_each_in_order(club: Club, together: str) -> None:
    client, rest = browser(club), 0
    text = client.get(f"/static/{together}").text
    for name in pages.TOGETHER[together]:
        rest = text.index(client.get(f"/static/{name}").text.strip(), rest) + 1
    assert ("@media print{" in text) == ("print.css" in pages.TOGETHER[together])


def test_who_asks_again_gets_a_file_only_if_it_has_changed(club: Club, folder: Path) -> None:
    client = browser(club)
    first = client.get("/static/page.css")
    assert first.headers["cache-control"] == "no-cache"
    tag = {"if-none-match": first.headers["etag"]}
    again = client.get("/static/page.css", headers=tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert client.get("/static/page.css", headers={"if-none-match": '"another", W/"one"'}).status_code == 200
    (folder / "page.css").write_text("b { color: green }")
    changed = client.get("/static/page.css", headers=tag)
    assert (changed.status_code, changed.text) == (200, "b{color:green}\n")


def test_a_template_that_names_no_file_of_ours_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"no static file 'nothing\.css'"):
        pages.address("nothing.css")


@pytest.mark.slow
def test_a_real_browser_asks_for_no_file_twice(
    chromium: Browser, club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, send = Counter[str](), pages.send

    async def counted(request: Request, name: str) -> Response:
        asked[name] += 1
        return await send(request, name)

    monkeypatch.setattr(pages, "send", counted)
    made = club.create("football", football_match(), here=[0, 1])
    address, page = serve(club, links=True), chromium.new_page()
    for where in (f"/match/{made.id}/watch", "/rules/football", f"/match/{made.id}/watch", "/"):
        page.goto(f"{address}{where}", wait_until="networkidle" if "watch" not in where else "load")
    page.context.close()
    assert len(asked) > 12
    assert {name: times for name, times in asked.items() if times > 1} == {}
