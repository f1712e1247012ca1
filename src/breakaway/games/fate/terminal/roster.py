"""A roster to begin one's own with: `breakaway print fate-roster`."""

from __future__ import annotations

from breakaway.games.fate.files.rosters import FOLDER
from breakaway.terminal.printing import TextFile


def sample() -> TextFile:
    """A shipped roster, with what its fields mean in comments."""
    text = (FOLDER / "mudlarks.toml").read_text(encoding="utf-8")
    return TextFile(text, ".toml", "a roster", "Play with: breakaway play fate --house advanced=1 --teams {path}")
