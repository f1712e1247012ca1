"""Takes the pictures of the README: each game's table in a browser, some turns into a match between invented people.

python -m tools.pictures    writes docs/pictures/GAME.png; needs Chromium, and the development set-up
"""

from __future__ import annotations

import random
import shutil
import socket
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from breakaway.club.club import Club, open_club
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import make_start, requested
from breakaway.web.app import make_app
from breakaway.web.serve import server_of

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH = 1280  # pixels
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass(frozen=True)
class Shot:
    """A match to show: its players, its seed, the number of turns to play first, and the picture's height in pixels."""

    game: str
    by: tuple[str, ...]
    seed: int
    turns: int
    height: int
    name: str = ""  # of the picture, if it is not the game's


SHOTS = (
    Shot("football", ("human", "sheet"), 11, 46, 800),
    Shot("fate", ("human", "book"), 4, 40, 800),
    Shot("cycling", ("human", *["highest"] * 5), 4, 7, 800),
    Shot("football", ("human", "sheet"), 11, 400, 800, "end"),
)


def begun(club: Club, shot: Shot) -> str:
    """Begins a match and plays it to the turn of the picture. People choose as a coach would, or at random."""
    start = make_start(requested(shot.game, seed=shot.seed), list(shot.by))
    match_id = club.create(shot.game, start, here=[0]).id
    game, rng = find(shot.game), random.Random(shot.seed)
    coach = coaches.find(game, coaches.names(game)[-1])
    club.resolve(match_id)
    for _ in range(shot.turns):
        look = club.look(match_id, 0)
        if look.is_over:
            break
        if 0 in look.waiting:
            order = coaches.ask(game, coach, look.observation.view, look.observation.config, 0, rng.getrandbits(60))
            club.choose(match_id, 0, order, turn=look.turn)
        club.resolve(match_id)
    return match_id


def main() -> None:
    """Plays the matches, serves them and takes the pictures."""
    from playwright.sync_api import ViewportSize, sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        club = open_club(Path(folder) / "club.sqlite")
        listening = socket.create_server(("127.0.0.1", 0))
        app = make_app(club, ["localhost"])
        server = server_of(app)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for shot in SHOTS:
            size = ViewportSize(width=WIDTH, height=shot.height)
            page = browser.new_page(viewport=size, color_scheme="light", reduced_motion="reduce")
            address = f"http://localhost:{listening.getsockname()[1]}"
            page.goto(f"{address}/owner/{app.state.owners.new_code()}")
            page.goto(f"{address}/match/{begun(club, shot)}/1")
            page.wait_for_selector("#table")
            page.screenshot(path=FOLDER / f"{shot.name or shot.game}.png")
            page.close()
        browser.close()
        server.should_exit = True
        thread.join(20)
        club.close()


if __name__ == "__main__":
    main()
