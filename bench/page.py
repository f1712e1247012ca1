"""Measures how soon a page answers a choice: from the press of its button to the new scene in the browser's document.

A real server runs in its own process, with its own database on disk. A real Chromium plays each game against a coach
that chooses at once. Everything is on one machine, which should have nothing else to do.
"""

from __future__ import annotations

import random
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table as Paper

from breakaway.club.club import open_club
from breakaway.games import manifest as games
from breakaway.games.cycling import files as race_cards
from breakaway.games.fate import files as dice
from breakaway.games.fate.files import read_roster
from breakaway.games.football.files import config as cards
from breakaway.records.match import Start
from web import served

CHOICES = 40  # timed choices of each game
NAMES = "chromium", "chromium-browser", "google-chrome", "chrome"
TOUCH = """(at) => {
  const seen = (where) => [...document.querySelectorAll(where)].filter((each) => each.offsetParent !== null);
  const ready = seen("#table [data-fills]"), choices = seen("#table button[data-choice]");
  const ticks = document.querySelectorAll("input[name=pick]").length;
  if (ready.length) { ready[at % ready.length].click(); return "#go"; }
  if (!choices.length) return "";
  const button = ticks ? choices.at(-1) : choices[at % choices.length];
  if (button.getAttribute("aria-pressed") !== "true") button.click();
  return "[data-choice][aria-pressed=true]";
}"""
PRESS = """(what) => new Promise((done) => {
  const turn = document.getElementById("table").dataset.turn, began = performance.now();
  addEventListener("htmx:after:swap", () => {
    const took = performance.now() - began;
    done(document.getElementById("table").dataset.turn === turn ? null : took);
  }, {once: true});
  document.querySelector(`#table ${what}`).click();
  setTimeout(() => done(null), 10000);
})"""


def starts() -> dict[str, Start]:
    """A match of each game between a person and a coach who chooses at random."""
    rosters = [read_roster("mudlarks"), read_roster("gadgeteers")]
    teams = [each.name for each in rosters]
    made: dict[str, tuple[Any, dict[str, Any], list[str]]] = {
        "football": (*cards.resolve("lightning", "fire", (), {}), ["Lightning", "Fire"]),
        "fate": (*dice.resolve({}, rosters), teams),
        "cycling": (*race_cards.resolve("postal", 2), ["Red", "Blue"]),
    }
    found = {}
    for game, (config, options, names) in made.items():
        more = {"rosters": [each.people() for each in rosters], "seats": teams} if game == "fate" else {}
        said = cards.names("lightning", "fire") if game == "football" else {"teams": names, **more}
        seats = [{"name": name, "by": by} for name, by in zip(names, ("human", "random"), strict=True)]
        found[game] = Start(config, options, said, seats, secret=b"the secret of the measurement...", salts=("1", "2"))
    return found


def main() -> int:
    """Prints the median of each game, the 90th percentile, and how many choices were timed."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        Console(stderr=True).print("This measurement needs Chromium. Install it, for example: apt install chromium")
        return 1
    paper = Paper("game", "median, ms", "90%, ms", "choices", title="From the press of a choice to the new scene")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "club.sqlite") as (address, _):
        invitations = _opened(Path(folder) / "club.sqlite")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for game, token in invitations.items():
                page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
                page.goto(f"{address}/seat/{token}")
                page.get_by_role("button", name="Sit down").click()
                page.get_by_role("link", name="Go to the table").click()
                page.wait_for_load_state("load")  # before that, a press would go without scripts
                times = sorted(_timed(page))
                late = times[min(len(times) - 1, round(0.9 * len(times)))]
                paper.add_row(game, f"{statistics.median(times):.0f}", f"{late:.0f}", str(len(times)))
            browser.close()
    Console().print(paper)
    return 0


def _opened(database: Path) -> dict[str, str]:
    """The invitation to a new match of each game."""
    club = open_club(database)
    made = {name: club.create(games.find(name).name, start).tokens[0] for name, start in starts().items()}
    club.close()
    return made


def _timed(page: Page) -> list[float]:
    """The milliseconds of choices that led to another turn."""
    rng, times = random.Random(7), list[float]()
    for _ in range(3 * CHOICES):
        what = page.evaluate(TOUCH, rng.randrange(1000))
        took = page.evaluate(PRESS, what) if what else None
        if took is not None:
            times.append(took)
        page.wait_for_timeout(100)  # the page's own stream has come too
        if len(times) == CHOICES or page.locator("#table.over, #table .over").count():
            break
    return times
