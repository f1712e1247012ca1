"""What can go wrong with the table in a browser: no room left, and a new version that cannot be loaded."""

from __future__ import annotations

import json
import shutil
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("playwright", reason="the development tools are not installed")

from playwright.sync_api import Page

from tests.site.conftest import QuietFiles
from tests.site.test_folder import LONG, NODE, chromium, opened, played, started
from tests.site.test_whole_matches import PLAY

FULL = """() => {
    const { prototype } = FileSystemSyncAccessHandle;
    self.whole = prototype.write;
    prototype.write = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""
ROOM_AGAIN = "() => { FileSystemSyncAccessHandle.prototype.write = self.whole; }"
# What a match asks: the turn, and what can be chosen.
ASKED = """async (where) => {
    const found = new DOMParser().parseFromString(await (await fetch(where)).text(), "text/html");
    const turn = found.querySelector("#choose input[name=turn]").value;
    return [turn, ...[...found.querySelectorAll("button[form=choose][data-choice]")].map((each) => each.value)];
}"""
# Posts the first choice of the page as it stands, and tells the status of the answer and what it says.
PRESS = """async (where) => {
    const found = new DOMParser().parseFromString(await (await fetch(where)).text(), "text/html");
    const form = found.querySelector("#choose"), button = found.querySelector("button[form=choose][data-choice]");
    const kept = [...form.querySelectorAll("input[type=hidden]")].map((each) => [each.name, each.value]);
    const body = new URLSearchParams([...kept, ["order", button.value]]);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body });
    return [answer.status, new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent];
}"""


def stamp_of(page: Page) -> str | None:
    return page.frames[1].locator("#table").get_attribute("data-stamp")


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_a_choice_for_which_there_is_no_room_is_refused_and_the_match_goes_on_once_there_is(
    site: str, tmp_path: Path
) -> None:
    with chromium(tmp_path) as context:
        page = opened(context, site)
        table: Any = page.frames[1]
        table.locator("form[action$='quick/football']").first.wait_for(timeout=LONG)
        where = started(page, "football")
        played(page, 1)
        table.locator("#choose").wait_for(state="attached", timeout=LONG)
        before = table.evaluate(ASKED, where)
        page.workers[0].evaluate(FULL)
        status, said = table.evaluate(PRESS, where)
        assert status == 503, said
        assert "Perhaps there is no room left. Nothing was changed." in said
        page.workers[0].evaluate(ROOM_AGAIN)
        table.goto(f"{site}app{where.partition('app')[2]}")
        table.locator("#table").wait_for(timeout=LONG)
        assert table.evaluate(ASKED, where) == before
        assert table.evaluate(PLAY, {"where": where, "most": 5, "seed": 1}) == {"made": 5, "over": False}


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1200)
def test_a_new_version_that_cannot_be_loaded_leaves_the_match_as_it_is_and_one_that_can_goes_on_with_it(
    folder: Path, tmp_path: Path
) -> None:
    own = tmp_path / "served"
    shutil.copytree(folder, own)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(own))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://localhost:{server.server_port}/games/here/"
        with chromium(tmp_path / "browser") as context:
            page = opened(context, site)
            page.frames[1].locator("form[action$='quick/football']").first.wait_for(timeout=LONG)
            started(page, "football")
            played(page, 2)
            before = stamp_of(page)
            listed = own / "games" / "here" / "files.json"
            listed.write_text(json.dumps({**json.loads(listed.read_text()), "edition": "of-tomorrow"}))
            page.reload()
            page.locator(".news button").click(timeout=LONG, trial=True)
            context.set_offline(True)
            page.locator(".news button").click()
            page.locator(".news", has_text="could not be loaded").wait_for(timeout=LONG)
            assert stamp_of(page) == before
            played(page, 1)
            before = stamp_of(page)
            context.set_offline(False)
            page.locator(".news button").click()
            page.wait_for_selector("body.open", timeout=LONG)  # closed at once, open again with the new version
            assert page.evaluate("caches.keys().then((names) => names.join())") == "breakaway of-tomorrow"
            page.frame_locator("iframe").locator("#table").wait_for(timeout=LONG)
            assert stamp_of(page) == before
            played(page, 1)
        server.shutdown()
