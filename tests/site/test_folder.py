"""The folder of static files, built and opened in a real browser, from a server that knows nothing but files."""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("playwright", reason="the development tools are not installed")

from playwright.sync_api import BrowserContext, Page, sync_playwright
from sqlalchemy import text

import breakaway
from breakaway.club.club import Club
from breakaway.club.database import PlainKeys, open_database
from breakaway.core.language import UserError
from breakaway.games.manifest import GAMES
from breakaway.site.folder import LEFT_OUT, STATIC, WORDS, build, closure
from tests.club.starts import play_out, race
from tests.club.test_deadlines import go_back
from tests.web.screens import CHROMIUM, FLAGS, PHONE, faults, press_any

NODE = pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("npm") and CHROMIUM), reason="needs Node, npm and Chromium"
)
LONG = 240_000  # milliseconds: a busy machine starts Python slowly


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    with pytest.raises(UserError, match="has other files in it"):
        build(tmp_path, tmp_path / "downloads")
    assert (tmp_path / "letter.txt").read_text() == "Dear Ada"


def test_a_browser_needs_neither_cryptography_nor_a_server_of_its_own() -> None:
    found = closure(["fastapi", "sqlalchemy", "uvicorn", "cryptography"])
    assert {"fastapi", "starlette", "sqlalchemy", "anyio"} <= set(found)
    assert not {"uvicorn", "cryptography", "greenlet", "pydantic-core"} & set(found)


def test_nothing_in_the_folder_needs_what_is_left_out_of_it() -> None:
    """The lab alone may be missing: whatever calls it asks first whether it is there."""
    source = Path(breakaway.__file__).parents[1]
    files = {str(path.relative_to(source)): path for path in (source / "breakaway").rglob("*.py")}
    faults = []
    for name, path in files.items():
        if LEFT_OUT.match(name):
            continue
        for line in re.findall(r"breakaway(?:\.\w+)+", path.read_text("utf-8")):
            place = "/".join(line.split("."))
            for found in (f"{place}.py", f"{place}/__init__.py"):
                is_lab = re.match(r"breakaway/(lab|games/\w+/lab)/", found)
                if found in files and LEFT_OUT.match(found) and not is_lab:
                    faults.append((name, found))
    # a server's other processes, `python -m breakaway`, and what only a terminal asks a game for
    kits = {f"breakaway/games/{name}/__init__.py" for name in GAMES}
    assert {name for name, _found in faults} == {"breakaway/server/workers.py", "breakaway/__main__.py", *kits}
    terminals = {f"breakaway/games/{name}/terminal.py" for name in GAMES}
    assert {found for name, found in faults if name in kits} == terminals


@contextmanager
def chromium(storage: Path, **more: Any) -> Iterator[BrowserContext]:
    """A browser with its storage in this folder."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(storage), executable_path=CHROMIUM, args=FLAGS, **more
        )
        yield context
        context.close()


def opened(context: BrowserContext, address: str) -> Page:
    """A tab in which the table is open."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("body.open, [role=alert]:not([hidden])", timeout=LONG)
    assert page.locator("body.open").count(), page.locator("main").inner_text()
    return page


def started(page: Page, game: str) -> str:
    """Starts a match against the weakest computer players, and returns its path in the app."""
    table = page.frames[1]
    table.locator(f"form[action$='quick/{game}'] button[name=level]").first.click(timeout=LONG)
    table.locator("#table").wait_for(timeout=LONG)
    return table.evaluate("location.pathname")


def played(page: Page, choices: int) -> None:
    """Presses so many choices of the match in the frame, fewer if it ends before."""
    table: Any = page.frames[1]  # has what a page has
    rng = random.Random(1)
    for _ in range(choices):
        table.wait_for_function(
            "() => document.querySelector('#table button[data-choice], #table [data-fills], #end')", timeout=LONG
        )
        if not table.locator("#table button[data-choice]:visible, #table [data-fills]:visible").count():
            return
        press_any(table, rng)


def test_the_page_around_the_pages_asks_nobody_else() -> None:
    """No file of the shell names another server, and its policy allows none."""
    for path in STATIC.iterdir():
        assert not re.findall(r"https?://", path.read_text("utf-8")), path
    assert "default-src 'none'" in (STATIC / "index.html").read_text("utf-8")


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_the_folder_is_small_and_has_the_licences_of_all_that_is_in_it(site: str) -> None:
    with urllib.request.urlopen(f"{site}files.json") as answer:
        sizes = {each["name"]: each["size"] for each in json.load(answer)["files"]}
    needed = {"index.html", "worker.mjs", "program.tar", "tables.tar", "pyodide.asm.wasm", "python_stdlib.zip"}
    assert needed <= set(sizes)
    assert sum(sizes.values()) < 14e6  # bytes at the first visit
    with urllib.request.urlopen(f"{site}licences/") as answer:
        licences = answer.read().decode()
    assert all(each in licences for each in ("breakaway", "fastapi", "sqlalchemy", "pydantic", "pyodide"))
    with urllib.request.urlopen(f"{site}words.json") as answer:
        words = json.load(answer)
    assert words["en"].keys() == words["de"].keys() == WORDS.keys()
    with urllib.request.urlopen(site) as answer:
        assert "{{" not in answer.read().decode()


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_pages_in_the_folder_are_accessible_fit_a_phone_and_speak_german(site: str, tmp_path: Path) -> None:
    with chromium(tmp_path, locale="de-CH", viewport=PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(site)
        page.wait_for_selector("text=/Wird geladen|Startet/", timeout=LONG)
        assert faults(page) == []  # the page around the pages, while it loads
        page.wait_for_selector("body.open", timeout=LONG)
        inside: Any = page.frames[1]
        inside.get_by_role("link", name="Partien mitnehmen").first.wait_for(timeout=LONG)
        assert page.evaluate("document.documentElement.lang") == "de"
        for where in ("", "carry", "seasons", "host", "print", "open/football"):
            inside.goto(f"{site}app/{where}")
            assert faults(inside) == [], where
            assert inside.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], where


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_all_matches_go_from_one_browser_to_another(site: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.zip"
    with chromium(tmp_path / "one") as context:
        page = opened(context, site)
        started(page, "cycling")
        page.frames[1].goto(f"{site}app/carry")
        data = page.frames[1].evaluate("""async () => {
            const answer = await fetch(document.querySelector("a[download]").href);
            return [...new Uint8Array(await answer.arrayBuffer())];
        }""")
        file.write_bytes(bytes(data))
    with chromium(tmp_path / "other") as context:
        inside: Any = opened(context, site).frames[1]
        inside.goto(f"{site}app/carry")
        inside.locator("#brought").set_input_files(file)
        inside.locator("form[action$='/carry'] button").click()
        inside.locator("#came").wait_for(timeout=LONG)
        assert inside.locator("#came").text_content() == "1 match came in."
        inside.locator("section[aria-labelledby=came] a").click()
        inside.locator("#table").wait_for(timeout=LONG)


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_a_table_that_an_old_edition_has_left_in_the_browser_is_upgraded_and_goes_on(site: str, tmp_path: Path) -> None:
    database = open_database(tmp_path / "club.sqlite")
    database.keys = PlainKeys(tmp_path)  # as a browser has it
    club = Club(database)
    match_id = club.create("cycling", race(), here=[0]).id
    play_out(club, match_id, turns=1)
    with club.database.writing() as connection:  # as the first edition had it
        go_back(connection)
        connection.execute(text("DROP TABLE terms"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    club.close()
    with closing(sqlite3.connect(tmp_path / "club.sqlite")) as file:
        file.execute("PRAGMA journal_mode = DELETE")
    with chromium(tmp_path / "browser") as context:
        page = context.new_page()
        page.goto(f"{site}words.json")
        page.evaluate(
            """async (data) => {
                const root = await navigator.storage.getDirectory();
                const folder = await root.getDirectoryHandle("breakaway", { create: true });
                const file = await (await folder.getFileHandle("club.sqlite", { create: true })).createWritable();
                await file.write(new Uint8Array(data));
                await file.close();
            }""",
            list((tmp_path / "club.sqlite").read_bytes()),
        )
        page.close()
        page = opened(context, f"{site}#/match/{match_id}/1")
        page.frames[1].locator("#table").wait_for(timeout=LONG)
        played(page, 1)
