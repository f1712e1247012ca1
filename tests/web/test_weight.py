"""What a page weighs: each document by itself, and with everything that a first visit loads besides."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from tests.club.starts import play_out
from tests.web.session import browser
from tests.web.test_every_tab import started

DOCUMENT = 200_000, 30_000  # bytes: as it is, and by gzip
ALL_FILES = 310_000, 60_000  # with its styles and scripts, most of which a browser fetches once for all pages


def packed(data: bytes) -> int:
    """The bytes that are left by gzip."""
    return len(gzip.compress(data, 6))


def weights(client: TestClient, where: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The bytes of a page as it is and by gzip, then the same with all its files."""
    page = client.get(where)
    assert page.status_code == 200, where
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg)\?v=[^"]+)"', page.text)))
    parts = [page.content, *(client.get(each).content for each in files)]
    alone = len(page.content), packed(page.content)
    return alone, (sum(map(len, parts)), sum(map(packed, parts)))


def pages(club: Club) -> list[str]:
    """The front page, and for each game its table with a long log, at its end and later, its rules and its form."""
    found = ["/"]
    for game, turns in (("football", 60), ("fate", 130), ("cycling", 4)):
        running, over = (club.create(game, started(game), here=[0, 1]).id for _ in range(2))
        play_out(club, running, turns=turns)
        play_out(club, over)
        found += [f"/match/{running}/1", f"/match/{running}/watch", f"/match/{over}/1", f"/match/{over}/at/5"]
        found += [f"/rules/{game}", f"/open/{game}"]
    return found


@pytest.mark.slow
def test_each_page_is_at_most_200_kilobytes_and_30_by_gzip(club: Club) -> None:
    client, heavy = browser(club), []
    every = pages(club)
    for language in ("en", "de"):
        client.headers["accept-language"] = language
        for where in every:
            alone, everything = weights(client, where)
            shown = " ".join(f"{each:8,}" for each in (*alone, *everything))
            print(f"{language} {where:24} {shown}  (bytes, by gzip; with all files, by gzip)")
            over = [each > most for each, most in zip((*alone, *everything), (*DOCUMENT, *ALL_FILES), strict=True)]
            heavy += [(language, where, alone, everything)] if any(over) else []
    assert heavy == []


def test_styles_and_scripts_travel_packed_and_pages_do_not(club: Club) -> None:
    """A packed page would tell by its length what it holds: secrets beside a visitor's own words."""
    client = browser(club)

    def encoding(where: str, **headers: Any) -> str | None:
        return client.get(where, headers=headers).headers.get("content-encoding")

    assert encoding("/static/page.css") == "gzip"
    assert client.get("/static/page.css").text.startswith("*,*::before")
    assert client.get("/static/page.css").headers["content-type"].startswith("text/css")
    assert encoding("/static/page.css", **{"accept-encoding": "identity"}) is None
    assert encoding("/") is None
    assert client.get("/").headers["content-length"] == str(len(client.get("/").content))


def test_styles_and_scripts_travel_without_comments_and_the_verifier_as_it_is(club: Club) -> None:
    client = browser(club)
    assert "/*" not in client.get("/static/page.css").text
    for name in ("connection.js", "table.js"):
        lines = client.get(f"/static/{name}").text.splitlines()
        assert not [line for line in lines if line.startswith("//") or line != line.strip()]
    assert client.get("/static/verify.mjs").text.count("/**") > 3


def test_no_script_has_a_text_over_several_lines_which_would_lose_its_indentation() -> None:
    for path in sorted((Path(__file__).parents[2] / "src/breakaway/web/static").glob("*.js")):
        for line in path.read_text("utf-8").splitlines():
            code = line if not line.strip().startswith("//") else ""
            assert re.sub(r"(?<=[;{}]) // .*", "", code).count("`") % 2 == 0, (path.name, line)
