"""Takes pictures of each game's table in a browser, some turns into a match between invented people.

python -m tools.pictures                    those of the README: docs/pictures/GAME.png
python -m tools.pictures --documentation    those of the documentation: build/pictures/GAME-light.png and -dark.png

Needs Chromium, and the development set-up.
"""

from __future__ import annotations

import random
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from breakaway.club.club import Club, open_club
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import make_start, requested
from breakaway.site.documentation import PICTURES
from breakaway.web.app import make_app
from breakaway.web.serve import server_of

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
Scheme = Literal["light", "dark"]
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
    """Takes the pictures that the command line asks for."""
    if "--documentation" in sys.argv[1:]:
        take(ROOT / PICTURES, ("light", "dark"))
    else:
        take(FOLDER, ("light",))


def take(place: Path, schemes: Sequence[Scheme]) -> None:
    """Plays the matches, serves them and takes a picture of each in the folder `place`, in each of the color `schemes`.

    If there are several, the name of each is in the picture's name.
    """
    from playwright.sync_api import ViewportSize, sync_playwright

    place.mkdir(parents=True, exist_ok=True)
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
            match_id = begun(club, shot)
            for scheme in schemes:
                page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
                address = f"http://localhost:{listening.getsockname()[1]}"
                page.goto(f"{address}/owner/{app.state.owners.new_code()}")
                page.goto(f"{address}/match/{match_id}/1")
                page.wait_for_selector("#table")
                ending = f"-{scheme}" if len(schemes) > 1 else ""
                page.screenshot(path=place / f"{shot.name or shot.game}{ending}.png")
                page.close()
        browser.close()
        server.should_exit = True
        thread.join(20)
        club.close()


if __name__ == "__main__":
    main()
