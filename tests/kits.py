"""Games with another kit, for one test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from breakaway.games.manifest import GAMES


def change_kit(monkeypatch: pytest.MonkeyPatch, name: str, **changed: Any) -> None:
    """Gives the game of this name a kit with these fields changed."""
    kit, folder = GAMES.places[name]
    monkeypatch.setitem(GAMES.places, name, (replace(kit, **changed), folder))
