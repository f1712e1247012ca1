"""Where the user's own matches are kept: the folder of files and the club's database. Imports only small modules."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """BREAKAWAY_HOME, or the user's data folder."""
    home = os.environ.get("BREAKAWAY_HOME")
    if home:
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("breakaway", appauthor=False)


def match_folder() -> Path:
    """The folder where the terminal keeps matches as files."""
    return data_folder() / "matches"


def club_file() -> Path:
    """The club's database on the user's own machine. The file may not exist yet."""
    return data_folder() / "club.sqlite"


def key_folder() -> Path:
    """The folder of the server's keys: BREAKAWAY_KEYS, or `keys` in the data folder."""
    place = os.environ.get("BREAKAWAY_KEYS")
    return Path(place) if place else data_folder() / "keys"
