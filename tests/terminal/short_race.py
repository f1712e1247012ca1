"""A short race at the terminal, and lines that play a whole one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from breakaway.players.settings import requested
from breakaway.records.match import Match
from breakaway.terminal import saved_matches

SHORT = requested(teams="2", seed=7, profile="boxed", house=["last_place=1"])
WHOLE = ["", *["suggest", "y"] * 60]


def reopened(path: Path) -> Match[Any, Any]:
    """The match in this file, to go on with."""
    return saved_matches.reopen(path)[1]
