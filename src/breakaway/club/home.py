"""Where a person's own matches are, as files and in the club's database. Imports nothing heavy."""

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
    """Where the terminal keeps matches as files."""
    return data_folder() / "matches"


def club_file() -> Path:
    """The club's database on one's own machine; it need not be there."""
    return data_folder() / "club.sqlite"
