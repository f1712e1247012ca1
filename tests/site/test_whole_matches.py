"""Whole matches of all games in the folder of static files, in a real browser: without a network, killed in the middle,
and the same as anywhere else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("playwright", reason="the development tools are not installed")

from playwright.sync_api import BrowserContext, Page

from breakaway.club.carrying import bring
from breakaway.club.club import open_club
from breakaway.core.version import version
from breakaway.games.manifest import GAMES, find
from breakaway.records.record_file import Record, parse, read_record
from breakaway.records.replay import verify
from tests.club.starts import play_out
from tests.site.test_folder import LONG, NODE, chromium, opened, played, started

PLAY = Path(__file__).with_name("whole_match.js").read_text("utf-8")

# Starts a match by the form of the page *Open a table*, with these answers in it. Returns its address.
OPEN = """async ([address, answers]) => {
    const page = await (await fetch(address)).text();
    const form = new DOMParser().parseFromString(page, "text/html").querySelector("main form");
    const fields = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(answers)) fields.set(name, value);
    return (await fetch(form.getAttribute("action"), { method: "POST", body: fields })).url;
}"""
SHORTEST = {"teams": "2", "others": "newcomer", "seat.1": "newcomer", "track": "loop"}  # of the shipped races
BYTES = "async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())]"

# A match between coaches in a Python of its own in the browser: the lines of its record.
WATCHED = """async (asked) => {
    const { started } = await import(new URL("program.mjs", location.href));
    const python = await started(await (await fetch("files.json")).json(), { stdout() {}, stderr() {} });
    python.globals.set("asked", python.toPy(asked));
    return python.runPython(`
        import json
        from breakaway.games.manifest import find
        from breakaway.players.seated_match import Table
        from breakaway.players.settings import make_start, requested
        from breakaway.records.match import Match
        from breakaway.records.record_file import Memory
        found = []
        for name, (coaches, settings) in asked.items():
            start = make_start(requested(name, **settings), coaches)
            match = Match.new(find(name), start, Memory())
            table = Table(match.game, match)
            while not match.is_over():
                table.play_turn()
            found.append(match.record.lines)
        json.dumps(found)
    `);
}"""
BETWEEN_COACHES = {
    "football": (["strong", "league"], {"seed": 11}),
    "fate": (["oracle", "book"], {"seed": 12}),
    "cycling": (["league", "directeur", "strong"], {"seed": 13, "teams": 3, "track": "loop"}),
}


def in_terminal(game: str, file: Path) -> Record:
    """The record of the same match by `breakaway watch`, in a Python of its own."""
    coaches, settings = BETWEEN_COACHES[game]
    options = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    asked = [*("watch", game, "--json", "--coaches", ",".join(coaches), "--record", str(file)), *options]
    done = subprocess.run([sys.executable, "-m", "breakaway", *asked], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done
    return read_record(file)


def seat_of(page: Page, game: str) -> str:
    """Starts a match of this game and shows it: against the weakest computer players, the race on the shortest road.
    Returns its path in the app.
    """
    table: Any = page.frames[1]
    table.locator(f"form[action$='quick/{game}']").first.wait_for(timeout=LONG)
    if game != "cycling":
        return started(page, game)
    where = str(table.evaluate(OPEN, [table.url.partition("app/")[0] + "app/open/cycling", SHORTEST]))
    table.goto(where if where.endswith("/1") else f"{where}/1")
    table.locator("#table").wait_for(timeout=LONG)
    return str(table.evaluate("location.pathname"))


def killed(context: BrowserContext, page: Page) -> Page:
    """The same page after its tab has gone without a word, and was opened anew."""
    stamp, address = page.frames[1].locator("#table").get_attribute("data-stamp"), page.url
    page.close()
    page = opened(context, address)
    page.frames[1].locator("#table").wait_for(timeout=LONG)
    assert page.frames[1].locator("#table").get_attribute("data-stamp") == stamp
    return page


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1800)
def test_whole_matches_of_all_games_without_a_network_whose_tab_dies_in_the_middle(site: str, tmp_path: Path) -> None:
    with chromium(tmp_path / "browser") as context:
        page = opened(context, site)
        context.set_offline(True)
        carried = {}
        for game in GAMES:
            page.goto(f"{site}#/")
            where = seat_of(page, game)
            assert "/games/here/#/match/" in page.url
            played(page, 4)
            page = killed(context, page)
            played(page, 2)
            carried[game] = bytes(page.frames[1].evaluate(BYTES, f"{site}app/carry/matches.zip"))
            ended = page.frames[1].evaluate(PLAY, {"where": where, "most": 2000, "seed": 2})
            assert ended["over"], ended
            page.frames[1].goto(f"{site}app{where.partition('app')[2]}")
            page.frames[1].locator("#end").wait_for(timeout=LONG)
            record = bytes(page.frames[1].evaluate(BYTES, f"{where.removesuffix('/1')}/record"))
            found = parse(record.decode())
            assert found.is_ended
            assert found.header["version"] == version()
            assert verify(find(game), found) is None
            file = tmp_path / f"{game}.match"
            file.write_bytes(record)
            checked = [sys.executable, "-m", "breakaway", "verify", str(file)]
            said = subprocess.run(checked, capture_output=True, text=True, timeout=300)
            assert said.returncode == 0, said
            assert "nothing was altered" in said.stdout
        second = context.new_page()  # while the first tab has Python
        second.goto(site)
        second.wait_for_selector("body.open", timeout=LONG)
        second.frame_locator("iframe").locator("a[href*='/match/']").first.wait_for(timeout=LONG)
    for game, data in carried.items():  # what was in progress goes on on a server
        club = open_club(tmp_path / f"{game}.sqlite")
        try:
            came = {each.id: club.look(each.id) for each in bring(club, data) if not each.fault}
            running = [name for name, look in came.items() if not look.is_over]
            assert [came[name].header["game"] for name in running] == [game]
            play_out(club, running[0])
            assert club.look(running[0]).is_over
        finally:
            club.close()


@pytest.mark.slow
@NODE
@pytest.mark.timeout(1800)
def test_the_same_seed_gives_the_same_record_in_a_browser_as_in_the_terminal(site: str, tmp_path: Path) -> None:
    """Line by line: each choice of a coach, each die and card, and the hash of each state."""
    with chromium(tmp_path / "browser") as context:
        page = opened(context, site)
        page.goto(f"{site}bots.html")
        records = json.loads(page.evaluate(WATCHED, BETWEEN_COACHES))
    for game, lines in zip(BETWEEN_COACHES, records, strict=True):
        assert lines[-1]["kind"] == "end"
        assert lines == in_terminal(game, tmp_path / f"{game}.match").lines, game
