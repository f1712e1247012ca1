"""The folder of static files, built and opened in a real browser, from a server that knows nothing but files."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("playwright", reason="the development tools are not installed")

from playwright.sync_api import BrowserContext, Page, TimeoutError, sync_playwright

import breakaway
from breakaway.core.language import UserError
from breakaway.site.folder import LEFT_OUT, build, closure, downloads
from tests.web.screens import CHROMIUM, FLAGS

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
    # a server's other processes, and `python -m breakaway`
    assert {name for name, _found in faults} == {"breakaway/server/workers.py", "breakaway/__main__.py"}


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *_said: object) -> None:
        """Says nothing."""


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the folder, at a path of its own."""
    root = tmp_path_factory.mktemp("root")
    build(root / "games" / "here", downloads(), report=lambda _step: None)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(root))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/games/here/"
        server.shutdown()


def opened(context: BrowserContext, address: str) -> Page:
    """A tab in which the table is open."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("body.open, [role=alert]:not([hidden])", timeout=LONG)
    assert page.locator("body.open").count(), page.locator("main").inner_text()
    return page


def choose(page: Page) -> None:
    """Presses the first choice of the table in the frame until the page shows what came of it: while the last result is
    still being shown, a press does nothing.
    """
    table = page.frames[1]
    before = table.locator("#table").get_attribute("data-stamp")
    for _ in range(20):
        table.locator("#table button[data-choice]:visible").first.click()
        with suppress(TimeoutError):
            changed = "s => document.querySelector('#table').dataset.stamp !== s"
            table.wait_for_function(changed, arg=before, timeout=5000)
            return
    raise AssertionError(page.frame_locator("iframe").locator("body").inner_text())


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_a_match_goes_on_without_a_network_and_after_its_tab_was_closed(site: str, tmp_path: Path) -> None:
    with urllib.request.urlopen(f"{site}files.json") as answer:
        sizes = {each["name"]: each["size"] for each in json.load(answer)["files"]}
    assert {"index.html", "worker.mjs", "program.zip", "pyodide.asm.wasm", "python_stdlib.zip"} <= set(sizes)
    assert sum(sizes.values()) < 22e6  # bytes at the first visit
    with urllib.request.urlopen(f"{site}licences/") as answer:
        licences = answer.read().decode()
    assert all(each in licences for each in ("breakaway", "fastapi", "sqlalchemy", "pydantic", "pyodide"))
    with sync_playwright() as playwright:
        start = playwright.chromium.launch_persistent_context
        context = start(str(tmp_path), executable_path=CHROMIUM, args=FLAGS)
        page = opened(context, site)
        shell = page.frame_locator("iframe")
        shell.locator("form[action$='quick/fate'] button[name=level]").first.click(timeout=LONG)
        shell.locator("#table button[data-choice]:visible").first.wait_for(timeout=LONG)
        where = page.url
        assert "/games/here/#/match/" in where
        choose(page)
        stamp = page.frames[1].locator("#table").get_attribute("data-stamp")
        page.close()  # as if it had been killed: nothing is told
        context.set_offline(True)
        again = opened(context, where)
        table = again.frame_locator("iframe").locator("#table")
        table.wait_for(timeout=LONG)
        assert table.get_attribute("data-stamp") == stamp
        choose(again)
        second = context.new_page()  # while the first tab has Python
        second.goto(site)
        second.wait_for_selector("body.open", timeout=LONG)
        matches = second.frame_locator("iframe").locator("a[href*='/match/']")
        matches.first.wait_for(timeout=LONG)
        context.close()
