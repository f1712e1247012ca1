"""Each test has a data folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """BREAKAWAY_HOME, for this process and for those that it starts."""
    place = tmp_path / "home"
    monkeypatch.setenv("BREAKAWAY_HOME", str(place))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    return place
