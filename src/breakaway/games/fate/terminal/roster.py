"""A sample roster for users to copy and change: `breakaway print fate-roster`."""

from __future__ import annotations

from breakaway.games.fate.files.rosters import FOLDER
from breakaway.terminal.replay import TextFile


def sample() -> TextFile:
    """A shipped roster, with comments that explain its fields."""
    text = (FOLDER / "mudlarks.toml").read_text(encoding="utf-8")
    return TextFile(text, ".toml", "a roster", "Play with: breakaway play fate --house advanced=1 --teams {path}")
